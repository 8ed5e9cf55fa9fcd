/* A function of a model that is arithmetic, as a list of operations: the program tells it once, and the host
 * computes it, in either precision, as fast as compiled functions. */
#pragma once

#include "numerics/quad.h"

/* Leaves, with an index; operations on one earlier result, or on two. The functions are those of gimbal.h. */
#define OPERATIONS(LEAF, OF, PAIR)                                                                 \
  LEAF(t) LEAF(q) LEAF(v) LEAF(parameter) LEAF(number) OF(neg, -a)                                 \
  OF(sqrt, gimbal_sqrt(a)) OF(cbrt, gimbal_cbrt(a)) OF(exp, gimbal_exp(a))                         \
  OF(expm1, gimbal_expm1(a)) OF(log, gimbal_log(a)) OF(log1p, gimbal_log1p(a))                     \
  OF(sin, gimbal_sin(a)) OF(cos, gimbal_cos(a)) OF(tan, gimbal_tan(a)) OF(asin, gimbal_asin(a))    \
  OF(acos, gimbal_acos(a)) OF(atan, gimbal_atan(a)) OF(sinh, gimbal_sinh(a))                       \
  OF(cosh, gimbal_cosh(a)) OF(tanh, gimbal_tanh(a)) OF(asinh, gimbal_asinh(a))                     \
  OF(acosh, gimbal_acosh(a)) OF(atanh, gimbal_atanh(a)) OF(fabs, gimbal_fabs(a))                   \
  PAIR(add, a + b) PAIR(sub, a - b) PAIR(mul, a * b) PAIR(div, a / b)                              \
  PAIR(pow, gimbal_pow(a, b)) PAIR(atan2, gimbal_atan2(a, b))

#define OPERATION_LEAF(name) OPERATION_##name,
#define OPERATION_OF(name, value) OPERATION_##name,
enum { OPERATIONS(OPERATION_LEAF, OPERATION_OF, OPERATION_OF) OPERATION_KINDS };

typedef struct {
  int kind, a, b; /* the index of a leaf, or earlier operations */
  Quad number;
  double rounded;
} Operation;

/* What stands in a descriptor in place of a function that a program computes. */
typedef struct {
  int operations, values; /* 0: each call is one of the program */
  const Operation *operation;
  const int *value; /* the operations whose results are the function's values */
  int q, v, parameters; /* how many of each are read */
} ProgramFunction;
