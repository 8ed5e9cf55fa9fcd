#include "units/operations.h"

#define LEAF_CASE(name)
#define CASE_OF(name, value)                                                                       \
  case OPERATION_##name:                                                                           \
    return value;

/* Of earlier results a and b. */
static Real Apply(int kind, Real a, Real b) {
  switch (kind) { OPERATIONS(LEAF_CASE, CASE_OF, CASE_OF) }
  return GIMBAL_NAN;
}

void OperationsCompute(const ProgramFunction *f, const Real *parameters, Real t, const Real *q,
                       const Real *v, Real *work, Real *out) {
  const Real *const leaves[] = {
      [OPERATION_q] = q, [OPERATION_v] = v, [OPERATION_parameter] = parameters};
  for (int i = 0; i < f->operations; ++i) {
    const Operation *const o = &f->operation[i];
    if (o->kind >= OPERATION_neg)
      work[i] = Apply(o->kind, work[o->a], work[o->b]);
    else if (o->kind == OPERATION_t)
      work[i] = t;
    else if (o->kind == OPERATION_number)
      work[i] = PRECISION_EPSILON < 1e-30 ? (Real)o->number : (Real)o->rounded;
    else
      work[i] = leaves[o->kind] ? leaves[o->kind][o->a] : GIMBAL_NAN;
  }
  for (int i = 0; i < f->values; ++i)
    out[i] = work[f->value[i]];
}
