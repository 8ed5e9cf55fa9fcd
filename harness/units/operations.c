#include "units/operations.h"

#define FUNCTION_CASE(name)                                                                        \
  case OPERATION_##name:                                                                           \
    *x = gimbal_##name(a);                                                                         \
    break;

/* One of earlier results a and b. */
static void Apply(int kind, Real a, Real b, Real *x) {
  switch (kind) {
    OPERATION_FUNCTIONS(FUNCTION_CASE)
  case OPERATION_neg:
    *x = -a;
    break;
  case OPERATION_add:
    *x = a + b;
    break;
  case OPERATION_sub:
    *x = a - b;
    break;
  case OPERATION_mul:
    *x = a * b;
    break;
  case OPERATION_div:
    *x = a / b;
    break;
  case OPERATION_pow:
    *x = gimbal_pow(a, b);
    break;
  case OPERATION_atan2:
    *x = gimbal_atan2(a, b);
    break;
  default:
    *x = GIMBAL_NAN;
  }
}

void OperationsCompute(const ProgramFunction *f, const Real *parameters, Real t, const Real *q,
                       const Real *v, Real *work, Real *out) {
  for (int i = 0; i < f->operations; ++i) {
    const Operation *const o = &f->operation[i];
    switch (o->kind) {
    case OPERATION_t:
      work[i] = t;
      break;
    case OPERATION_q:
      work[i] = q ? q[o->a] : GIMBAL_NAN;
      break;
    case OPERATION_v:
      work[i] = v ? v[o->a] : GIMBAL_NAN;
      break;
    case OPERATION_parameter:
      work[i] = parameters[o->a];
      break;
    case OPERATION_number:
#ifdef GIMBAL_QUAD
      work[i] = o->number;
#else
      work[i] = o->rounded;
#endif
      break;
    default:
      Apply(o->kind, work[o->a], work[o->b], &work[i]);
    }
  }
  for (int i = 0; i < f->values; ++i)
    out[i] = work[f->value[i]];
}
