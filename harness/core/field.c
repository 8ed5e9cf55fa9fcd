/* The derivatives of the index-reduced field, and the field in (q,p). */
#include "core/problem.h"
#include "registry/formulation.h"

static PetscInt FieldEntries(Problem p) { return p->n + p->m; }

int ProblemFieldJacobian(Problem p, Real t, const Real *y, Real *out) {
  const PetscInt entries = FieldEntries(p);
  Real *const direction = p->work.field_direction, *const column = p->work.field_column;
  memset(direction, 0, (size_t)entries * sizeof *direction);
  for (PetscInt j = 0; j < entries; ++j) {
    direction[j] = 1;
    if (ProblemDirectional(p, OF_FIELD, t, y, y + p->n, 0, direction, direction + p->n, column))
      return 1;
    direction[j] = 0;
    for (PetscInt i = 0; i < entries; ++i)
      out[i * entries + j] = column[i];
  }
  return !AllFinite(entries * entries, out);
}

int ProblemFieldTimeDerivative(Problem p, Real t, const Real *y, Real *out) {
  return ProblemDirectional(p, OF_FIELD, t, y, y + p->n, 1, NULL, NULL, out) ||
         !AllFinite(FieldEntries(p), out);
}

/* ṗ = F + inertial terms + Cᵀλ with the rows C of Dg and the directions of the reactions. */
int ProblemMomentumField(Problem p, Real t, const Real *y, Real *out) {
  const PetscInt n = p->n, m = p->m, k = p->k, h = p->holonomic;
  const ProblemWork *w = &p->work;
  Real *const v = w->velocity, *const lambda = w->lambda, *const rows = w->reactions;
  Real *const rate = out + n;
  if (!p->functions->momentum)
    return 1;
  if (ProblemVelocity(p, t, y, y + n, v) || ProblemConfigurationRate(p, t, y, v, out))
    return 1;
  if (FormulationGetData(p->formulation)->in_momenta) /* ṗ is what the model gives */
    return ProblemAcceleration(p, t, y, v, rate, NULL);
  if (ProblemForce(p, t, y, v, rate) ||
      (p->functions->inertia && p->functions->inertia(p, t, y, v, rate)))
    return 1;
  if (!k)
    return 0;
  Real *const others = rows + h * p->gradient_width;
  if (ProblemAcceleration(p, t, y, v, w->acceleration, lambda) ||
      ProblemHolonomicGradientBand(p, t, y, rows) || ProblemReaction(p, t, y, v, others))
    return 1;
  for (PetscInt a = 0; a < h; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    for (PetscInt i = row.first; i < row.end; ++i)
      rate[i] += lambda[a] * rows[row.at + i];
  }
  for (PetscInt a = h; a < k; ++a)
    for (PetscInt i = 0; i < m; ++i)
      rate[i] += lambda[a] * others[(a - h) * m + i];
  return !AllFinite(m, rate);
}
