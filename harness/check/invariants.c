/* What a realisation declares about its invariants beyond their being constant: their kinds, and
 * the symmetries behind momentum maps. */
#include "base/word_list.h"
#include "check/subject.h"
#include "numerics/linear.h"

enum { POINTS = 5 };

/* The mixed difference of a function over the corners 0, a, b, … of a box, which vanishes for a
 * polynomial of a degree below the number of sides; relative to the size of its terms. */
static Quad MixedDifference(Subject *s, const void *member, PetscInt sides) {
  Quad value, sum = 0, size = 0;
  Quad *corner = SubjectRoom(s, s->size), *side = SubjectRoom(s, sides * s->size);
  for (PetscInt i = 0; i < sides * s->size; i++)
    side[i] = s->scale[i % s->size >= s->d.n] * SubjectRandom(s);
  for (PetscInt set = 0; set < 1 << sides; set++) {
    PetscInt members = 0;
    for (PetscInt i = 0; i < s->size; i++)
      corner[i] = 0;
    for (PetscInt j = 0; j < sides; j++)
      if (set >> j & 1) {
        members++;
        for (PetscInt i = 0; i < s->size; i++)
          corner[i] += side[j * s->size + i];
      }
    SubjectCall(s, member, 0, corner, &value);
    sum += members % 2 ? -value : value;
    size += fabsq(value);
  }
  return size > 0 ? fabsq(sum) / size : finiteq(sum) ? 0 : 1;
}

static void CheckDegree(Subject *s, const gimbal_invariant *invariant, const char *kind,
                        PetscInt degree) {
  Quad worst = 0;
  if (!WordsContain(invariant->kind, kind))
    return;
  for (PetscInt point = 0; point < POINTS; point++)
    worst = WorseOf(worst, MixedDifference(s, &invariant->value, degree + 1));
  CheckResult((PetscBool)(worst <= 1000 * s->epsilon), "%s: invariant %s is %s in q and v (%.1e)",
              s->name, invariant->name, kind, (double)worst);
}

static void RaiseWorst(Quad *worst, Quad defect, Quad size) {
  *worst = WorseOf(*worst, fabsq(defect) / (size > 0 ? size : 1));
}

/* The velocity in which q moves along the generator's field ξ, by least squares: q' is linear in it. Of the
 * velocities (or momenta) e_i, q' has the columns E_i. Returns what is left of ξ, over its size: a field
 * that leads off a group is no symmetry of it. */
static Quad VelocityAlong(Subject *s, Quad t, const Quad *y, const Quad *xi, Quad *velocity) {
  const PetscInt n = s->d.n, m = s->d.m;
  Quad left = 0, size = 0;
  Quad *moved = SubjectRoom(s, s->size), *f = SubjectRoom(s, s->size), *zero = SubjectRoom(s, n),
       *E = SubjectRoom(s, n * m), *A = SubjectRoom(s, m * m);
  memcpy(moved, y, (size_t)s->size * sizeof *y);
  for (PetscInt j = -1; j < m; j++) {
    for (PetscInt i = 0; i < m; i++)
      moved[n + i] = i == j ? s->scale[1] : 0;
    (void)s->core->problem_field(s->problem, t, moved, f, NULL);
    for (PetscInt i = 0; i < n; i++)
      if (j < 0)
        zero[i] = f[i];
      else
        E[i * m + j] = (f[i] - zero[i]) / s->scale[1];
  }
  for (PetscInt j = 0; j < m; j++) {
    velocity[j] = 0;
    for (PetscInt i = 0; i < n; i++)
      velocity[j] += E[i * m + j] * xi[i];
    for (PetscInt k = 0; k < m; k++) {
      A[j * m + k] = 0;
      for (PetscInt i = 0; i < n; i++)
        A[j * m + k] += E[i * m + j] * E[i * m + k];
    }
  }
  if (QUAD_PRECISION(LinearSolve)(m, A, velocity))
    return 1;
  for (PetscInt i = 0; i < n; i++) {
    Quad along = 0;
    for (PetscInt j = 0; j < m; j++)
      along += E[i * m + j] * velocity[j];
    left = WorseOf(left, fabsq(along - xi[i]));
    size = WorseOf(size, fabsq(xi[i]));
  }
  return left / (size > 0 ? size : 1);
}

/* J = p·ξ on groups and in frames, where ξ is taken in velocities. There J is known to be constant from the
 * motion alone. Redundant coordinates may turn where no velocity leads. */
static void CheckMomentumInFrame(Subject *s, const gimbal_invariant *invariant) {
  Quad t, value, worst = 0;
  Quad *y = SubjectRoom(s, s->size), *xi = SubjectRoom(s, s->d.n),
       *velocity = SubjectRoom(s, s->d.m), *momentum = SubjectRoom(s, s->d.m);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad product = 0, size = 0;
    if (HasChart(&s->d))
      (void)SubjectConstrain(s, t, y);
    else /* entries of a group are no coordinates */
      memcpy(y, s->start, (size_t)s->d.n * sizeof *y);
    SubjectCall(s, &invariant->generator, t, y, xi);
    SubjectCall(s, &invariant->value, t, y, &value);
    const Quad off = VelocityAlong(s, t, y, xi, velocity);
    s->core->problem_momentum(s->problem, t, y, momentum);
    for (PetscInt i = 0; i < s->d.m; i++) {
      product += momentum[i] * velocity[i];
      size += fabsq(momentum[i] * velocity[i]);
    }
    RaiseWorst(&worst, product - value, size);
    worst = WorseOf(worst, off);
  }
  CheckResult((PetscBool)(worst <= s->tolerance),
              "%s: invariant %s is the momentum of its generator (%.1e)", s->name, invariant->name,
              (double)worst);
}

/* The momentum map of a symmetry q ↦ φ(q) is affine in the momenta: its second mixed difference in them vanishes. */
static void CheckMomentumWithoutGenerator(Subject *s, const gimbal_invariant *invariant) {
  const PetscInt n = s->d.n, m = s->d.m;
  Quad t, value, worst = 0;
  PetscBool done = (PetscBool)(m > 0);
  Quad *y = SubjectRoom(s, s->size), *side = SubjectRoom(s, 2 * m), *p = SubjectRoom(s, m);
  for (PetscInt point = 0; point < POINTS && done && SubjectPoint(s, &t, y); point++) {
    Quad sum = 0, size = 0;
    if (!HasChart(&s->d)) /* entries of a group are no coordinates */
      memcpy(y, s->start, (size_t)n * sizeof *y);
    for (PetscInt k = 0; k < 2; k++) {
      for (PetscInt i = 0; i < m; i++)
        y[n + i] = side[k * m + i] = s->scale[1] * SubjectRandom(s);
      if (!s->formulation->in_momenta)
        s->core->problem_momentum(s->problem, t, y, side + k * m);
    }
    for (PetscInt set = 0; set < 4 && done; set++) {
      for (PetscInt i = 0; i < m; i++)
        p[i] = y[n + i] = (set & 1) * side[i] + (set >> 1) * side[m + i];
      if (!s->formulation->in_momenta)
        done = s->core->problem_velocity(s->problem, t, y, p, y + n);
      SubjectCall(s, &invariant->value, t, y, &value);
      sum += set == 0 || set == 3 ? value : -value;
      size += fabsq(value);
    }
    RaiseWorst(&worst, done ? sum : 0, size);
  }
  if (!done) {
    CheckSkip("it has no momenta, or no velocities belong to them",
              "%s: invariant %s is affine in the momenta", s->name, invariant->name);
    return;
  }
  CheckResult((PetscBool)(worst <= s->tolerance),
              "%s: invariant %s is affine in the momenta, as momentum maps are (%.1e)", s->name,
              invariant->name, (double)worst);
}

/* J = D₂L·ξ, the flow of ξ leaves L alone, and the reactions do no work on it: d/dt J = 0 by
 * Noether's theorem. */
static void CheckMomentumMap(Subject *s, const gimbal_invariant *invariant) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(s->descriptor);
  const PetscInt n = s->d.n, k = s->k, h = s->d.holonomic;
  const Function generator = {.member = &invariant->generator, .count = n};
  Quad t, value;
  Quad worst_value = 0, worst_symmetry = 0, worst_work = 0;
  if (!invariant->generator) {
    if (WordsContain(invariant->kind, "momentum_map"))
      CheckMomentumWithoutGenerator(s, invariant);
    return;
  }
  if (!l) {
    if ((HasChart(&s->d) || s->formulation->chart == CHART_NEVER) && !s->formulation->in_momenta)
      CheckMomentumInFrame(s, invariant);
    else
      CheckSkip("in momenta, or in redundant coordinates",
                "%s: invariant %s is the momentum of its generator", s->name, invariant->name);
    return;
  }
  Quad *y = SubjectRoom(s, s->size), *xi = SubjectRoom(s, n), *change = SubjectRoom(s, s->size),
       *force = SubjectRoom(s, n), *momentum = SubjectRoom(s, n), *rows = SubjectRoom(s, k * n),
       *moved = SubjectRoom(s, 2 * n);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad product = 0, invariance = 0, size = 0, sizes = 0;
    SubjectCall(s, &invariant->generator, t, y, xi);
    SubjectCall(s, &invariant->value, t, y, &value);
    SubjectCall(s, &l->D1L, t, y, force);
    SubjectCall(s, &l->D2L, t, y, momentum);
    for (PetscInt i = 0; i < s->size; i++)
      change[i] = i < n ? y[n + i] : 0; /* along v */
    SubjectDifference(s, &generator, t, y, change, 1, moved);
    for (PetscInt i = 0; i < n; i++) {
      product += momentum[i] * xi[i];
      invariance += force[i] * xi[i] + momentum[i] * moved[i];
      size += fabsq(momentum[i] * xi[i]);
      sizes += fabsq(force[i] * xi[i]) + fabsq(momentum[i] * moved[i]);
    }
    RaiseWorst(&worst_value, product - value, size);
    RaiseWorst(&worst_symmetry, invariance, sizes + size);
    if (h)
      SubjectCall(s, &l->Dg, t, y, rows);
    if (k > h)
      SubjectCall(s, &l->D2Phi, t, y, rows + h * n);
    for (PetscInt a = 0; a < k; a++) {
      Quad work = 0, terms = 0;
      for (PetscInt i = 0; i < n; i++) {
        work += rows[a * n + i] * xi[i];
        terms += fabsq(rows[a * n + i] * xi[i]);
      }
      RaiseWorst(&worst_work, work, terms);
    }
  }
  CheckResult(
      (PetscBool)(worst_value <= s->tolerance && worst_symmetry <= s->tolerance &&
                  worst_work <= s->tolerance),
      "%s: invariant %s is the momentum of its generator (%.1e), a symmetry (%.1e) on which the "
      "reactions do no work (%.1e)",
      s->name, invariant->name, (double)worst_value, (double)worst_symmetry, (double)worst_work);
}

/* ρ f_i at y moved along its i-th entry; f: room for it. */
static Quad DensityFlux(Subject *s, Quad t, Quad *y, PetscInt i, Quad step, Quad *f) {
  const Quad saved = y[i];
  Quad density;
  y[i] += step;
  SubjectCall(s, &s->descriptor->density, t, y, &density);
  (void)s->core->problem_field(s->problem, t, y, f, NULL);
  y[i] = saved;
  return density * f[i];
}

/* By Newton steps of least norm in units of the sizes, until they move nothing. */
PetscBool SubjectConstrain(Subject *s, Quad t, Quad *y) {
  enum { MOST_STEPS = 50 };
  const PetscInt k = 2 * s->d.holonomic + s->d.nonholonomic;
  const Quad part = s->quad ? QUAD_C(1e-15) : QUAD_C(1e-7);
  Quad change = 1;
  PetscBool solved = PETSC_TRUE;
  Quad *r = SubjectRoom(s, k), *moved = SubjectRoom(s, k), *J = SubjectRoom(s, k * s->size),
       *A = SubjectRoom(s, k * k);
  for (int step = 0; k && solved && change > 1000 * s->epsilon && step < MOST_STEPS; step++) {
    s->core->problem_constraint(s->problem, t, y, r);
    for (PetscInt j = 0; j < s->size; j++) {
      const Quad saved = y[j];
      y[j] += part * s->scale[j >= s->d.n];
      s->core->problem_constraint(s->problem, t, y, moved);
      y[j] = saved;
      for (PetscInt a = 0; a < k; a++)
        J[a * s->size + j] = (moved[a] - r[a]) / part;
    }
    solved = (PetscBool)!QUAD_PRECISION(LinearSolveNormal)(k, s->size, J, A, r);
    change = 0;
    for (PetscInt j = 0; j < s->size && solved; j++) {
      Quad sum = 0;
      for (PetscInt a = 0; a < k; a++)
        sum += J[a * s->size + j] * r[a];
      change = WorseOf(change, fabsq(sum));
      y[j] -= s->scale[j >= s->d.n] * sum;
    }
  }
  return (PetscBool)(!k || (solved && change <= 1000 * s->epsilon));
}

/* ∂ρ/∂t + Σ ∂(ρ f_i)/∂y_i = 0 [Liouville], by differences of order 4. That is so on constraints, too:
 * the field is one off them, where it goes along with their values, so that dq dv = dc σ loses
 * nothing to dc. */
static void CheckDensity(Subject *s) {
  const Quad part = s->quad ? QUAD_C(1.) / 1048576 : QUAD_C(1.) / 512;
  static const int place[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1}; /* over 12 steps */
  Quad t, worst = 0;
  if (!s->descriptor->density)
    return;
  if (!HasChart(&s->d)) {
    CheckSkip("it lives on a manifold in these coordinates", "%s: the invariant density", s->name);
    return;
  }
  Quad *y = SubjectRoom(s, s->size), *f = SubjectRoom(s, s->size);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad sum = 0, size = 0, value;
    const PetscBool done = SubjectConstrain(s, t, y);
    for (int j = 0; j < 4; j++) {
      SubjectCall(s, &s->descriptor->density, t + place[j] * part, y, &value);
      sum += weight[j] * value / (12 * part);
    }
    for (PetscInt i = 0; i < s->size; i++) {
      const Quad step = part * s->scale[i >= s->d.n];
      for (int j = 0; j < 4; j++) {
        value = DensityFlux(s, t, y, i, place[j] * step, f);
        sum += weight[j] * value / (12 * step);
        size += fabsq(value) / s->scale[i >= s->d.n];
      }
    }
    RaiseWorst(&worst, done ? sum : (Quad)NAN, size);
  }
  CheckResult((PetscBool)(worst <= s->tolerance), "%s: the density is invariant (%.1e)", s->name,
              (double)worst);
}

PetscErrorCode CheckInvariants(Subject *s) {
  const gimbal_list list = s->descriptor->invariants;
  for (size_t i = 0; i < list.count; i++) {
    const gimbal_invariant *invariant = ListAt(list, gimbal_invariant, i);
    PetscBool applies;
    PetscCall(InvariantHolds(s->instance, invariant, &applies));
    if (!applies)
      continue;
    CheckDegree(s, invariant, "linear", 1);
    CheckDegree(s, invariant, "quadratic", 2);
    CheckMomentumMap(s, invariant);
  }
  CheckDensity(s);
  return 0;
}
