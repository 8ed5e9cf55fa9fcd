/* The action as one more entry of an ode: Ṡ = L(q,v) = p·q̇ − H, S(0) = 0, after those of y = (q,v).
 * A method takes it as it takes every entry, so that the increment of S is the sum that its own
 * tableau makes, h Σ b_i L(Q_i,V_i), whatever kind of method it is. Nothing else depends on S. */
#include "core/integration.h"

int IntegrationField(Integration it, Real t, const Real *y, Real *out) {
  const Problem p = it->problem;
  return ProblemField(p, t, y, out) ||
         (it->appends_action && ProblemLagrangian(p, t, y, y + p->n, out + p->n + p->m));
}

/* ∂L/∂y, and 0 for the action itself. */
static int DifferentiateAction(Integration it, Real t, const Real *y, Real *out) {
  const Problem p = it->problem;
  const PetscInt entries = p->n + p->m;
  Real *const direction = p->work.field_direction;
  memset(direction, 0, (size_t)entries * sizeof *direction);
  out[entries] = 0;
  for (PetscInt j = 0; j < entries; ++j) {
    direction[j] = 1;
    if (ProblemDirectional(p, OF_LAGRANGIAN, t, y, y + p->n, 0, direction, direction + p->n,
                           out + j))
      return 1;
    direction[j] = 0;
  }
  return !AllFinite(entries, out);
}

int IntegrationFieldJacobian(Integration it, Real t, const Real *y, Real *out) {
  const Problem p = it->problem;
  const PetscInt entries = p->n + p->m;
  if (ProblemFieldJacobian(p, t, y, out))
    return 1;
  if (!it->appends_action)
    return 0;
  /* Rows of one entry more, from the last to the first, which move towards the end. */
  for (PetscInt i = entries; i-- > 0;) {
    memmove(out + i * (entries + 1), out + i * entries, (size_t)entries * sizeof *out);
    out[i * (entries + 1) + entries] = 0;
  }
  return DifferentiateAction(it, t, y, out + entries * (entries + 1));
}

int IntegrationFieldTimeDerivative(Integration it, Real t, const Real *y, Real *out) {
  const Problem p = it->problem;
  Real *const last = out + p->n + p->m;
  if (ProblemFieldTimeDerivative(p, t, y, out))
    return 1;
  return it->appends_action &&
         (ProblemDirectional(p, OF_LAGRANGIAN, t, y, y + p->n, 1, NULL, NULL, last) ||
          !AllFinite(1, last));
}

Quad IntegrationAppendedAction(Integration it) {
  const PetscInt last = it->nq - 1;
  return (Quad)it->state[it->current].q[last] + (Quad)it->carry_q[last];
}
