/* What the host derives from a model: the mass matrix, directional derivatives, structure
 * functions, the inverse Legendre transform, accelerations, multipliers and the first-order field.
 *
 * In double precision the derivatives are taken through the quadruple-precision build, where a central
 * difference is exact to double rounding; differences of differences in double would have a noise level near
 * 4e-14. In quadruple precision a stencil of order 16 leaves an error near 1e-31. */
#include "core/problem.h"
#include "numerics/stencil.h"

int MassSolve(Problem p, const Real *mass, Real *b) {
  const size_t size = (size_t)(p->m * p->m) * sizeof *mass;
  PetscBool same = p->factored;
  for (PetscInt i = 0; same && i < p->m * p->m; ++i)
    same = (PetscBool)(p->mass[i] == mass[i]);
  if (!same) {
    memcpy(p->mass, mass, size);
    memcpy(p->factors, mass, size);
    p->factored =
        (PetscBool)(AllFinite(p->m * p->m, mass) && !LinearFactor(p->m, p->factors, p->pivot));
    if (!p->factored)
      return 1;
    p->diagonal = PETSC_TRUE;
    for (PetscInt i = 0; i < p->m; ++i)
      for (PetscInt j = 0; j < p->m; ++j)
        p->diagonal = (PetscBool)(p->diagonal && (i == j || mass[i * p->m + j] == 0));
  }
  if (p->diagonal) {
    for (PetscInt i = 0; i < p->m; ++i)
      b[i] *= p->factors[i * (p->m + 1)];
    return !AllFinite(p->m, b);
  }
  return LinearCorrect(p->m, p->factors, p->pivot, b);
}

static PetscInt SizeOf(Problem p, Differentiable what) {
  const PetscInt size[] = {
      [OF_MOMENTUM] = p->m,     [OF_RATES] = p->m + p->k,          [OF_HOLONOMIC] = p->holonomic,
      [OF_FRAME] = p->n * p->m, [OF_CONSTRAINT] = p->nonholonomic, [OF_FIELD] = p->n + p->m,
      [OF_LAGRANGIAN] = 1};
  return size[what];
}

int ProblemHolonomicTimeDerivative(Problem p, Real t, const Real *q, Real *out) {
  if (p->rheonomic)
    return ProblemDirectional(p, OF_HOLONOMIC, t, q, NULL, 1, NULL, NULL, out);
  for (PetscInt a = 0; a < p->holonomic; ++a)
    out[a] = 0;
  return 0;
}

/* Dg·v + ∂g/∂t. */
static int HolonomicRate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Real *const band = p->work.constraint_gradient;
  if (ProblemHolonomicGradientBand(p, t, q, band) || ProblemHolonomicTimeDerivative(p, t, q, out))
    return 1;
  for (PetscInt a = 0; a < p->holonomic; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    for (PetscInt i = row.first; i < row.end; ++i)
      out[a] += band[row.at + i] * v[i];
  }
  return 0;
}

static int Evaluate(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                    Real *out) {
  switch (what) {
  case OF_MOMENTUM:
    return ProblemMomentum(p, t, q, v, out);
  case OF_RATES:
    return ProblemMomentum(p, t, q, v, out) || HolonomicRate(p, t, q, v, out + p->m) ||
           ProblemConstraint(p, t, q, v, out + p->m + p->holonomic);
  case OF_HOLONOMIC:
    return ProblemHolonomic(p, t, q, out);
  case OF_FRAME:
    return ProblemFrame(p, t, q, out);
  case OF_CONSTRAINT:
    return ProblemConstraint(p, t, q, v, out);
  case OF_FIELD: /* q and v follow one another */
    return ProblemField(p, t, q, out);
  case OF_LAGRANGIAN:
    return ProblemLagrangian(p, t, q, v, out);
  }
  return 1;
}

/* A line through (t,q,v). */
typedef struct {
  Problem problem;
  Differentiable what;
  Real t, dt;
  const Real *q, *v, *dq, *dv;
} Line;

static int AlongLine(void *context, Real s, Real *value) {
  const Line *line = context;
  const Problem p = line->problem;
  /* The field is itself derived by differences. */
  Real *const point = line->what == OF_FIELD ? p->work.field_point : p->work.point;
  /* Most directions are those of one entry. */
  for (PetscInt i = 0; i < p->n; ++i)
    point[i] = line->dq && line->dq[i] != 0 ? line->q[i] + s * line->dq[i] : line->q[i];
  for (PetscInt i = 0; line->v && i < p->m; ++i)
    point[p->n + i] = line->dv && line->dv[i] != 0 ? line->v[i] + s * line->dv[i] : line->v[i];
  return Evaluate(p, line->what, line->t + s * line->dt, point, point + p->n, value);
}

/* For its values: the field is made of rates, and the rates of holonomic constraints. */
static Real *Storage(const Line *line) {
  const ProblemWork *w = &line->problem->work;
  return line->what == OF_FIELD ? w->field_value : line->what == OF_HOLONOMIC ? w->drift : w->value;
}

/* Its derivative, by a stencil whose step is that part of the largest entry's. */
static int Difference(const Line *line, PetscInt width, Real step, Real *out) {
  const Problem p = line->problem;
  Line here = *line;
  Real largest = 1;
  for (PetscInt i = 0; line->dq && i < p->n; ++i)
    largest = PetscMax(largest, gimbal_fabs(line->dq[i]));
  for (PetscInt i = 0; line->dv && i < p->m; ++i)
    largest = PetscMax(largest, gimbal_fabs(line->dv[i]));
  return StencilDerivative(width, step / largest, SizeOf(p, line->what), AlongLine, &here,
                           Storage(line), out);
}

#ifdef GIMBAL_QUAD
int ProblemDirectional(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                       Real dt, const Real *dq, const Real *dv, Real *out) {
  const Line line = {p, what, t, dt, q, v, dq, dv};
  if (p->in_difference) {
    p->in_difference = PETSC_FALSE;
    const int missing = Difference(&line, 1, GIMBAL_Q(1, 1 << 28), out);
    p->in_difference = PETSC_TRUE;
    return missing;
  }
  return Difference(&line, 8, GIMBAL_Q(1, 1024), out);
}

/* For the double core: one central difference, exact to double rounding. What is derived by differences
 * itself needs no wide stencil there: its rounding, 1e-26, is 3e-17 of the result. */
int ProblemDirectionalQuad(Problem p, int what, Quad t, const Quad *q, const Quad *v, Quad dt,
                           const Quad *dq, const Quad *dv, Quad *out) {
  const Line line = {p, (Differentiable)what, t, dt, q, v, dq, dv};
  p->in_difference = PETSC_TRUE;
  const int missing = Difference(&line, 1, GIMBAL_Q(1, 1 << 30), out);
  p->in_difference = PETSC_FALSE;
  return missing;
}
#else
int ProblemDirectional(Problem p, Differentiable what, Real t, const Real *q, const Real *v,
                       Real dt, const Real *dq, const Real *dv, Real *out) {
  Quad *const at = p->exchange, *const direction = at + p->n + p->m,
              *const result = direction + p->n + p->m;
  if (!p->in_quad) {
    const Line line = {p, what, t, dt, q, v, dq, dv};
    return Difference(&line, 3, GIMBAL_Q(1, 128), out);
  }
  for (PetscInt i = 0; i < p->n; ++i)
    at[i] = q[i], direction[i] = dq ? dq[i] : 0;
  for (PetscInt i = 0; i < p->m; ++i)
    at[p->n + i] = v ? v[i] : 0, direction[p->n + i] = dv ? dv[i] : 0;
  if (CoreQuad()->problem_directional(p->in_quad, what, t, at, v ? at + p->n : NULL, dt,
                                      dq ? direction : NULL, dv ? direction + p->n : NULL, result))
    return 1;
  ToReal(SizeOf(p, what), result, out);
  return 0;
}
#endif

/* ∂p/∂v, as the model gives it, or by differences, column by column. */
static int Mass(Problem p, Real t, const Real *q, const Real *v, Real *mass) {
  Real *const unit = p->work.unit, *const column = p->work.column;
  if (ModelHas(&p->calls, MODEL_MASS)) {
    ModelVector(&p->calls, MODEL_MASS, t, q, v, mass);
    return !AllFinite(p->m * p->m, mass);
  }
  for (PetscInt j = 0; j < p->m; ++j) {
    for (PetscInt i = 0; i < p->m; ++i)
      unit[i] = i == j;
    if (ProblemDirectional(p, OF_MOMENTUM, t, q, v, 0, NULL, unit, column))
      return 1;
    for (PetscInt i = 0; i < p->m; ++i)
      mass[i * p->m + j] = column[i];
  }
  return !AllFinite(p->m * p->m, mass);
}

/* How far D₂L at v is from the momentum: the difference into `residual`, and its largest entry. *rounding,
 * 0 at first, becomes what rounding makes of the largest momentum so far: where L has terms linear in v,
 * D₂L at v = 0 may be far larger than the momentum, and cancels. Non-zero outside the domain. */
static int MomentumMisses(Problem p, Real t, const Real *q, const Real *momentum, const Real *v,
                          Real *residual, Real *miss, Real *rounding) {
  Real size = 0;
  if (ProblemMomentum(p, t, q, v, residual))
    return 1;
  *miss = 0;
  for (PetscInt i = 0; i < p->m; ++i) {
    size = gimbal_fmax(size, gimbal_fmax(gimbal_fabs(momentum[i]), gimbal_fabs(residual[i])));
    residual[i] = momentum[i] - residual[i];
    *miss = gimbal_fmax(*miss, gimbal_fabs(residual[i]));
  }
  *rounding = gimbal_fmax(*rounding, size * PRECISION_EPSILON * ModelRounding(&p->calls));
  return 0;
}

/* Newton's method from v = 0; one iteration where the transform is linear in v, as it nearly always
 * is. Elsewhere a whole step may leave the domain (a relativistic particle's |v| < 1) or lead away
 * from the solution (kinetic energies that grow faster than v²): steps are halved until they do not,
 * which ends, as the transform is monotonic. */
int VelocityByNewton(Problem p, Real t, const Real *q, const Real *momentum, Real *v) {
  enum { ITERATIONS = 100, HALVINGS = 60 };
  const PetscInt m = p->m;
  Real *const mass = p->work.mass, *const residual = p->work.residual;
  Real *const correction = p->work.correction, miss, rounding = 0;
  memset(v, 0, (size_t)m * sizeof *v);
  if (MomentumMisses(p, t, q, momentum, v, residual, &miss, &rounding))
    return 1;
  for (int iteration = 0; iteration < ITERATIONS && miss > 4 * rounding; ++iteration) {
    const Real before = miss;
    int halvings = 0;
    memcpy(correction, residual, (size_t)m * sizeof *correction);
    if (Mass(p, t, q, v, mass) || MassSolve(p, mass, correction))
      return 1;
    for (PetscInt i = 0; i < m; ++i)
      v[i] += correction[i];
    for (;;) {
      const PetscBool inside =
          (PetscBool)!MomentumMisses(p, t, q, momentum, v, residual, &miss, &rounding);
      if (inside && miss < before)
        break;
      if (inside && miss <= 1000 * rounding) /* as near as rounding lets it come */
        return 0;
      if (++halvings > HALVINGS)
        return 1;
      for (PetscInt i = 0; i < m; ++i)
        v[i] -= correction[i] /= 2;
    }
    if (miss >= before / 2 && !halvings && miss <= 1000 * rounding)
      return 0;
  }
  return miss > 4 * rounding;
}

int EnergyByLegendre(Problem p, Real t, const Real *q, const Real *v, Real *value) {
  Real lagrangian, *const momentum = p->more;
  if (ProblemLagrangian(p, t, q, v, &lagrangian) || ProblemMomentum(p, t, q, v, momentum))
    return 1;
  *value = -lagrangian;
  for (PetscInt i = 0; i < p->m; ++i)
    *value += momentum[i] * v[i];
  return !AllFinite(1, value);
}

int ProblemFrameDerivative(Problem p, Real t, const Real *q, Real *out) {
  Real *const unit = p->work.unit;
  if (!p->functions->frame)
    return 1;
  for (PetscInt k = 0; k < p->n; ++k) {
    for (PetscInt i = 0; i < p->n; ++i)
      unit[i] = i == k;
    if (ProblemDirectional(p, OF_FRAME, t, q, NULL, 0, unit, NULL, out + k * p->n * p->m))
      return 1;
  }
  return 0;
}

/* [ψ_i,ψ_j] = (ψ_i·∇)ψ_j − (ψ_j·∇)ψ_i. */
int StructureByDifferences(Problem p, Real t, const Real *q, const Real *v, Real *c) {
  const PetscInt n = p->n;
  const ProblemWork *w = &p->work;
  Real *const along = w->along, *const bracket = w->bracket;
  (void)v;
  if (n != p->m || ProblemFrame(p, t, q, w->psi))
    return 1;
  for (PetscInt i = 0; i < n; ++i) {
    for (PetscInt a = 0; a < n; ++a)
      w->direction[a] = w->psi[a * n + i];
    if (ProblemDirectional(p, OF_FRAME, t, q, NULL, 0, w->direction, NULL, along + i * n * n))
      return 1;
  }
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < n; ++j) {
      for (PetscInt a = 0; a < n; ++a)
        bracket[a] = along[(i * n + a) * n + j] - along[(j * n + a) * n + i];
      memcpy(w->factors, w->psi, (size_t)(n * n) * sizeof *w->psi);
      if (LinearSolve(n, w->factors, bracket))
        return 1;
      for (PetscInt k = 0; k < n; ++k)
        c[(k * n + i) * n + j] = bracket[k];
    }
  return 0;
}

int AddInertialTerms(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt m = p->m;
  Real *const c = p->work.structure, *const momentum = p->work.momentum;
  if (ProblemStructure(p, t, q, c) || ProblemMomentum(p, t, q, v, momentum))
    return 1;
  for (PetscInt k = 0; k < m; ++k)
    for (PetscInt i = 0; i < m; ++i)
      for (PetscInt j = 0; j < m; ++j)
        out[j] += c[(k * m + i) * m + j] * v[i] * momentum[k];
  return 0;
}

int ConstrainedAcceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                            Real *lambda) {
  const PetscInt m = p->m, k = p->k, size = m + k;
  const ProblemWork *w = &p->work;
  Real *const matrix = w->matrix, *const right = w->right;
  if (Mass(p, t, q, v, w->mass) || ProblemForce(p, t, q, v, right) ||
      (p->functions->inertia && p->functions->inertia(p, t, q, v, right)) ||
      ProblemHolonomicGradient(p, t, q, w->rows) ||
      ProblemReaction(p, t, q, v, w->rows + p->holonomic * m))
    return 1;
  if (ProblemConfigurationRate(p, t, q, v, w->rate) ||
      ProblemDirectional(p, OF_RATES, t, q, v, 1, w->rate, NULL, w->rates))
    return 1;
  for (PetscInt i = 0; i < m; ++i) {
    right[i] -= w->rates[i];
    for (PetscInt j = 0; j < m; ++j)
      matrix[i * size + j] = w->mass[i * m + j];
    for (PetscInt a = 0; a < k; ++a)
      matrix[i * size + m + a] = -w->rows[a * m + i];
  }
  for (PetscInt a = 0; a < k; ++a) {
    right[m + a] = -w->rates[m + a];
    for (PetscInt j = 0; j < m; ++j)
      matrix[(m + a) * size + j] = w->rows[a * m + j];
    for (PetscInt b = 0; b < k; ++b)
      matrix[(m + a) * size + m + b] = 0;
  }
  if (LinearSolve(size, matrix, right))
    return 1;
  memcpy(acceleration, right, (size_t)m * sizeof *right);
  if (lambda)
    memcpy(lambda, right + m, (size_t)k * sizeof *right);
  return 0;
}

int SecondOrderField(Problem p, Real t, const Real *y, Real *f) {
  return ProblemConfigurationRate(p, t, y, y + p->n, f) ||
         ProblemAcceleration(p, t, y, y + p->n, f + p->n, NULL);
}

/* ---- Residuals, and the sizes of their terms ---- */

int ProblemResiduals(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt h = p->holonomic;
  if (!p->k)
    return 0;
  return ProblemHolonomic(p, t, q, out) || HolonomicRate(p, t, q, v, out + h) ||
         ProblemConstraint(p, t, q, v, out + 2 * h);
}

/* The sizes of the terms in each velocity. It is what is left of its momentum and of the others that the masses
 * couple to it: one that vanishes, of a body at rest on which others turn, has their rounding. */
static int SizesOfVelocities(Problem p, Real t, const Real *q, const Real *v, Real *terms) {
  Real *const mass = p->work.mass;
  const PetscBool coupled = (PetscBool)(p->functions->velocity == VelocityByNewton);
  if (coupled && Mass(p, t, q, v, mass))
    return 1;
  for (PetscInt i = 0; i < p->m; ++i) {
    const Real own = coupled ? gimbal_fabs(mass[i * p->m + i]) : 0;
    terms[i] = gimbal_fabs(v[i]);
    for (PetscInt j = 0; own > 0 && j < p->m; ++j)
      if (j != i)
        terms[i] += gimbal_fabs(mass[i * p->m + j] * v[j]) / own;
  }
  return 0;
}

int ProblemResidualScales(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  const PetscInt h = p->holonomic;
  Real largest = 0;
  if (!p->k)
    return 0;
  Real *const band = p->work.constraint_gradient, *const terms = p->work.right;
  if (h && (SizesOfVelocities(p, t, q, v, terms) || ProblemHolonomicGradientBand(p, t, q, band)))
    return 1;
  for (PetscInt i = 0; i < p->n; ++i) /* of redundant coordinates, whose rows are of the algebra */
    largest = gimbal_fmax(largest, gimbal_fabs(q[i]));
  if (ProblemHolonomicTimeDerivative(p, t, q, scale + h))
    return 1;
  for (PetscInt a = 0; a < h; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    scale[h + a] = gimbal_fabs(scale[h + a]);
    scale[a] = 0;
    for (PetscInt i = row.first; i < row.end; ++i) {
      scale[h + a] += gimbal_fabs(band[row.at + i]) * terms[i];
      scale[a] += gimbal_fabs(band[row.at + i] * (p->n == p->m ? q[i] : largest));
    }
  }
  return p->nonholonomic ? p->functions->reaction_scale(p, t, q, v, scale + 2 * h) : 0;
}

/* Σ |A_i x_i| of each row of D₂Φ, and what the rounding of q adds. */
static int SizeOfReactions(Problem p, Real t, const Real *q, const Real *v, const Real *x,
                           Real *scale) {
  Real *const rows = p->work.rows;
  if (ProblemReaction(p, t, q, v, rows))
    return 1;
  for (PetscInt a = 0; a < p->nonholonomic; ++a) {
    scale[a] = 0;
    for (PetscInt i = 0; i < p->m; ++i)
      scale[a] += gimbal_fabs(rows[a * p->m + i] * x[i]);
  }
  return AddConfigurationScale(p, t, q, v, scale);
}

int ReactionScale(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  return SizeOfReactions(p, t, q, v, v, scale);
}

int CoupledReactionScale(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  Real *const terms = p->work.right;
  return SizesOfVelocities(p, t, q, v, terms) || SizeOfReactions(p, t, q, v, terms, scale);
}

int LargestVelocity(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  (void)t, (void)q;
  for (PetscInt a = 0; a < p->nonholonomic; ++a) {
    scale[a] = 0;
    for (PetscInt i = 0; i < p->m; ++i)
      scale[a] = gimbal_fmax(scale[a], gimbal_fabs(v[i]));
  }
  return 0;
}

int AddConfigurationScale(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  Real *const direction = p->work.direction, *const along = p->work.column;
  for (PetscInt i = 0; i < p->n; ++i)
    direction[i] = 0;
  for (PetscInt i = 0; i < p->n; ++i) {
    direction[i] = q[i];
    if (ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 0, direction, NULL, along))
      return 1;
    direction[i] = 0;
    for (PetscInt a = 0; a < p->nonholonomic; ++a)
      scale[a] += gimbal_fabs(along[a]);
  }
  return 0;
}
