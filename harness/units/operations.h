/* Functions that a program has told as lists of operations, computed in the precision at hand. */
#ifndef GIMBAL_HARNESS_UNITS_OPERATIONS_H
#define GIMBAL_HARNESS_UNITS_OPERATIONS_H

#include "external/operations.h"
#include "numerics/precision.h"

/* `work` has room for each operation's result. What is NULL is read as NaN. */
extern void OperationsCompute(const ProgramFunction *, const Real *parameters, Real t,
                              const Real *q, const Real *v, Real *work, Real *out);

#endif
