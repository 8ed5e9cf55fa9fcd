/* Quadruple precision in the host: the type in which parameters, references and errors live. In a
 * program that was built without it (./configure --without-quad), Quad is double. */
#ifndef GIMBAL_HARNESS_NUMERICS_QUAD_H
#define GIMBAL_HARNESS_NUMERICS_QUAD_H

#include <stddef.h>

#ifdef GIMBAL_WITHOUT_QUAD

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define HAVE_QUAD 0
typedef double Quad;
#define QUAD_C(x) (x)

#define sqrtq sqrt
#define sinq sin
#define cosq cos
#define tanq tan
#define asinq asin
#define acosq acos
#define atanq atan
#define sinhq sinh
#define coshq cosh
#define tanhq tanh
#define asinhq asinh
#define expq exp
#define logq log
#define fabsq fabs
#define floorq floor
#define roundq round
#define fmodq fmod
#define powq pow
#define scalbnq scalbn
#define atan2q atan2
#define isnanq isnan
#define finiteq isfinite
#define strtoflt128 strtod

/* One number by a format like "%.36Qg", as libquadmath does it. */
static inline int quadmath_snprintf(char *text, size_t room, const char *format, ...) {
  char plain[32];
  size_t length = 0;
  va_list arguments;
  int written;
  for (; *format && length + 1 < sizeof plain; ++format)
    if (*format != 'Q')
      plain[length++] = *format;
  plain[length] = 0;
  va_start(arguments, format);
  written = vsnprintf(text, room, plain, arguments);
  va_end(arguments);
  return written;
}

#else

#define HAVE_QUAD 1
__extension__ typedef __float128 Quad;
#define QUAD_C(x) (__extension__ x##Q)

/* libquadmath, declared here because clang ships no quadmath.h. */
extern Quad sqrtq(Quad), sinq(Quad), cosq(Quad), tanq(Quad), asinq(Quad), acosq(Quad), atanq(Quad);
extern Quad sinhq(Quad), coshq(Quad), tanhq(Quad), asinhq(Quad), expq(Quad), logq(Quad);
extern Quad floorq(Quad), roundq(Quad), fmodq(Quad, Quad), powq(Quad, Quad);
extern Quad atan2q(Quad, Quad);
extern int isnanq(Quad), finiteq(Quad);
extern Quad strtoflt128(const char *, char **);
extern Quad scalbnq(Quad, int);
extern int quadmath_snprintf(char *, size_t, const char *, ...);
/* One bit, which is not worth a call. */
static inline Quad fabsq(Quad x) { return __builtin_fabsf128(x); }

#endif

#define QUAD_PI QUAD_C(3.14159265358979323846264338327950288)

#endif
