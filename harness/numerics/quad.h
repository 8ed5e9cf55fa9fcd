/* Quadruple precision in the host: the type in which parameters, references and errors live. In a
 * program that was built without it (./configure --without-quad), Quad is double. */
#pragma once

#include <stddef.h>

#include "gimbal.h"

#ifdef GIMBAL_WITHOUT_QUAD
#define HAVE_QUAD 0
typedef double Quad;
#define QUAD_C(x) (x)
#define QUAD_LIBRARY(name) name
#define QUAD_LIBRARIES "-lm"
#define QUAD_LENGTH "" /* of printf */
#else
#define HAVE_QUAD 1
__extension__ typedef GIMBAL_BINARY128 Quad;
#define QUAD_C(x) GIMBAL_BINARY128_C(x)
#define QUAD_LIBRARY(name) GIMBAL_BINARY128_LIBRARY(name)
#define QUAD_LIBRARIES (GIMBAL_BINARY128_IS_LONG_DOUBLE ? "-lm" : "-lquadmath -lm")
#define QUAD_LENGTH "L"
#endif

#if defined(GIMBAL_WITHOUT_QUAD) || GIMBAL_BINARY128_IS_LONG_DOUBLE

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define sqrtq QUAD_LIBRARY(sqrt)
#define sinq QUAD_LIBRARY(sin)
#define cosq QUAD_LIBRARY(cos)
#define tanq QUAD_LIBRARY(tan)
#define asinq QUAD_LIBRARY(asin)
#define acosq QUAD_LIBRARY(acos)
#define atanq QUAD_LIBRARY(atan)
#define expq QUAD_LIBRARY(exp)
#define logq QUAD_LIBRARY(log)
#define fabsq QUAD_LIBRARY(fabs)
#define floorq QUAD_LIBRARY(floor)
#define roundq QUAD_LIBRARY(round)
#define fmodq QUAD_LIBRARY(fmod)
#define powq QUAD_LIBRARY(pow)
#define scalbnq QUAD_LIBRARY(scalbn)
#define atan2q QUAD_LIBRARY(atan2)
#define isnanq isnan
#define finiteq isfinite
#ifdef GIMBAL_WITHOUT_QUAD
#define strtoflt128 strtod
#else
#define strtoflt128 strtold
#endif

/* One number by a format like "%.36Qg", as libquadmath does it. */
static inline int quadmath_snprintf(char *text, size_t room, const char *format, ...) {
  char plain[32];
  size_t length = 0;
  va_list arguments;
  int written;
  for (; *format && length + 1 < sizeof plain; ++format)
    if (*format != 'Q')
      plain[length++] = *format;
    else if (*QUAD_LENGTH)
      plain[length++] = *QUAD_LENGTH;
  plain[length] = 0;
  va_start(arguments, format);
  written = vsnprintf(text, room, plain, arguments);
  va_end(arguments);
  return written;
}

#else

/* libquadmath, declared here because clang ships no quadmath.h. */
extern Quad sqrtq(Quad), sinq(Quad), cosq(Quad), tanq(Quad), asinq(Quad), acosq(Quad), atanq(Quad);
extern Quad expq(Quad), logq(Quad), floorq(Quad), roundq(Quad), fmodq(Quad, Quad), powq(Quad, Quad);
extern Quad atan2q(Quad, Quad);
extern int isnanq(Quad), finiteq(Quad);
extern Quad strtoflt128(const char *, char **);
extern Quad scalbnq(Quad, int);
extern int quadmath_snprintf(char *, size_t, const char *, ...);
/* One bit, which is not worth a call. */
static inline Quad fabsq(Quad x) { return GIMBAL_BINARY128_FABS(x); }

#endif

#define QUAD_PI QUAD_C(3.14159265358979323846264338327950288)

/* The difference modulo the period; 0: none. */
static inline Quad PeriodicDifference(Quad difference, Quad period) {
  return period > 0 ? difference - period * roundq(difference / period) : difference;
}
