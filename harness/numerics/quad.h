/* Quadruple precision in the host: the type in which parameters, references and errors live. */
#ifndef GIMBAL_HARNESS_NUMERICS_QUAD_H
#define GIMBAL_HARNESS_NUMERICS_QUAD_H

#include <stddef.h>

__extension__ typedef __float128 Quad;
#define QUAD_C(x) (__extension__ x##Q)
#define QUAD_PI QUAD_C(3.14159265358979323846264338327950288)

/* libquadmath, declared here because clang ships no quadmath.h. */
extern Quad sqrtq(Quad), sinq(Quad), cosq(Quad), tanq(Quad), asinq(Quad), acosq(Quad), atanq(Quad);
extern Quad sinhq(Quad), coshq(Quad), tanhq(Quad), asinhq(Quad), expq(Quad), logq(Quad);
extern Quad fabsq(Quad), floorq(Quad), roundq(Quad), fmodq(Quad, Quad), powq(Quad, Quad);
extern Quad atan2q(Quad, Quad);
extern int isnanq(Quad), finiteq(Quad);
extern Quad strtoflt128(const char *, char **);
extern int quadmath_snprintf(char *, size_t, const char *, ...);

#endif
