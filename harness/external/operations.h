/* A function of a model, or a step of a method, that is arithmetic, as a list of operations: the program sends
 * it once, and the host computes it, in either precision, about as fast as compiled functions. */
#pragma once

#include "base/arena.h"
#include "gimbal.h"
#include "numerics/quad.h"
#include <jansson.h>

/* Leaves, with an index; operations on one earlier result, or on two. The functions are those of gimbal.h. */
/* clang-format off */
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
/* clang-format on */

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
  const int *value;     /* the operations whose results are the function's values */
  int q, v, parameters; /* how many of each are read */
} ProgramFunction;

/* Reads {"operations": [["q", 0], ["sin", 0], ["neg", 1]], "values": [2]}. Not 0: `why` says what is wrong. */
extern int OperationsRead(const json_t *, Arena, ProgramFunction *, char *why, size_t room);
/* A whole number from 0 to below `end`; −1: it is something else. */
extern int OperationIndex(const json_t *, int end);

#define OPERATION_LEAF_CASE(name)
#define OPERATION_CASE(name, value)                                                                \
  case OPERATION_##name:                                                                           \
    return value;

/* An operation on earlier results a and b. */
static inline gimbal_real OperationApply(int kind, gimbal_real a, gimbal_real b) {
  switch (kind) { OPERATIONS(OPERATION_LEAF_CASE, OPERATION_CASE, OPERATION_CASE) }
  return GIMBAL_NAN;
}

/* The operations from one to before another; `leaves` are the numbers of q, v and parameters. */
static inline void OperationsCompute(const Operation *operation, int from, int to, gimbal_real t,
                                     const gimbal_real *const leaves[OPERATION_number],
                                     gimbal_real *work) {
  for (int i = from; i < to; ++i) {
    const Operation *const o = &operation[i];
    if (o->kind >= OPERATION_neg)
      work[i] = OperationApply(o->kind, work[o->a], work[o->b]);
    else if (o->kind == OPERATION_t)
      work[i] = t;
    else if (o->kind == OPERATION_number)
      work[i] = sizeof *work > sizeof(double) ? (gimbal_real)o->number : (gimbal_real)o->rounded;
    else
      work[i] = leaves[o->kind] ? leaves[o->kind][o->a] : GIMBAL_NAN;
  }
}
