/* A function of a model that is arithmetic, as a list of operations: the program tells it once, and the host
 * computes it, in either precision, as fast as compiled functions. */
#ifndef GIMBAL_HARNESS_EXTERNAL_OPERATIONS_H
#define GIMBAL_HARNESS_EXTERNAL_OPERATIONS_H

#include "numerics/quad.h"

/* Leaves, with an index; operations on one earlier result, or on two. The functions are those of gimbal.h. */
#define OPERATION_LEAVES(OF) OF(t) OF(q) OF(v) OF(parameter) OF(number)
#define OPERATION_FUNCTIONS(OF)                                                                    \
  OF(sqrt) OF(cbrt) OF(exp) OF(expm1) OF(log) OF(log1p) OF(sin) OF(cos) OF(tan) OF(asin) OF(acos)  \
  OF(atan) OF(sinh) OF(cosh) OF(tanh) OF(asinh) OF(acosh) OF(atanh) OF(fabs)
#define OPERATION_PAIRS(OF) OF(add) OF(sub) OF(mul) OF(div) OF(pow) OF(atan2)

#define OPERATION_NUMBER_OF(name) OPERATION_##name,
enum {
  OPERATION_LEAVES(OPERATION_NUMBER_OF) OPERATION_neg,
  OPERATION_FUNCTIONS(OPERATION_NUMBER_OF) OPERATION_PAIRS(OPERATION_NUMBER_OF) OPERATION_KINDS
};

typedef struct {
  int kind, a, b; /* the index of a leaf, or earlier operations */
  Quad number;
  double rounded;
} Operation;

/* What stands in a descriptor in place of a function that a program computes. */
typedef struct {
  int operations, values; /* 0: the program is asked each time */
  const Operation *operation;
  const int *value; /* the operations whose results are the function's values */
  int q, v, parameters; /* how many of each are read */
} ProgramFunction;

#endif
