/* The words by which a realisation is described: separable, linear_constraints, autonomous,
 * reversible. Each that is claimed must hold; one that holds without being claimed is remarked. */
#include "check/subject.h"
#include "units/units.h"

enum { POINTS = 5 };

static void ReportTrait(Subject *s, const char *trait, Quad defect, Quad tolerance,
                        const char *means) {
  const PetscBool holds = (PetscBool)(defect <= tolerance);
  if (SubjectHasTrait(s, trait))
    CheckResult(holds, "%s: %s: %s (%.1e)", s->name, trait, means, (double)defect);
  else if (holds)
    CheckRemark("%s: %s seems to hold too (%.1e)", s->name, trait, (double)defect);
}

/* How far a function is at the second time and point from where it is at the first, relatively. */
static Quad ChangeBetween(Subject *s, const void *member, PetscInt count, const Quad t[2],
                          const Quad *y, const Quad *other, Quad *value) {
  SubjectCall(s, member, t[0], y, value);
  SubjectCall(s, member, t[1], other, value + count);
  return DistanceOf(count, value + count, value) / (LargestOf(count, value) + s->epsilon);
}

/* How far a function of `count` entries is from linear in v: f(q, v + w) against f(q,v) + f(q,w), relative
 * to their size and the least that is given. */
static Quad CurvatureInVelocity(Subject *s, const void *member, PetscInt count, Quad t, Quad *y,
                                Quad least, Quad *value) {
  Quad *const other = s->work;
  SubjectCall(s, member, t, y, value);
  for (PetscInt i = 0; i < s->size; i++)
    other[i] = i < s->d.n ? y[i] : s->scale[1] * SubjectRandom(s);
  SubjectCall(s, member, t, other, value + count);
  for (PetscInt i = s->d.n; i < s->size; i++)
    other[i] += y[i];
  SubjectCall(s, member, t, other, value + 2 * count);
  const Quad size = LargestOf(3 * count, value) + least;
  for (PetscInt i = 0; i < count; i++)
    value[i] += value[count + i] - value[2 * count + i];
  return LargestOf(count, value) / size;
}

/* L = ½ vᵀMv − U(t,q): the momentum does not depend on q and t and is linear in v, and no force depends
 * on v. H = T(p) + U(t,q): the velocity does not depend on q and t, and no force on p; T need not be
 * quadratic. */
void CheckSeparable(Subject *s) {
  const gimbal_realisation *r = s->descriptor;
  const PetscBool quadratic = (PetscBool)!r->hamiltonian, along = (PetscBool)(r->group != NULL);
  const PetscInt n = s->d.n, m = s->d.m, entries = along ? m : n;
  const char *names[2] = {"", ""};
  const void *const slope =
      RealisationMember(r, quadratic ? MODEL_MOMENTUM : MODEL_RATE, &names[0]);
  const void *const gradient =
      RealisationMember(r, along ? MODEL_TRIVIALISED : MODEL_GRADIENT, &names[1]);
  const void *const force = RealisationMember(r, MODEL_FORCE, NULL);
  Quad t[2], worst = 0;
  char means[128];
  if (r->ode || ((along || r->frame) && !SubjectHasTrait(s, "separable")))
    return;
  Quad *y = SubjectRoom(s, s->size), *elsewhere = SubjectRoom(s, s->size),
       *faster = SubjectRoom(s, s->size), *value = SubjectRoom(s, 3 * s->size);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t[0], y); point++) {
    if (!SubjectPoint(s, &t[1], elsewhere))
      break;
    const Quad now[2] = {t[1], t[1]};
    for (PetscInt i = 0; i < s->size; i++) {
      faster[i] = i < n ? y[i] : -elsewhere[i]; /* friction may change with the sign of v alone */
      elsewhere[i] = i < n ? elsewhere[i] : y[i];
    }
    worst = WorseOf(worst, ChangeBetween(s, slope, m, t, y, elsewhere, value));
    worst = WorseOf(worst, ChangeBetween(s, gradient, entries, now, y, faster, value));
    if (RealisationGives(r, MODEL_FORCE))
      worst = WorseOf(worst, ChangeBetween(s, force, m, now, y, faster, value));
    if (quadratic)
      worst = WorseOf(worst, CurvatureInVelocity(s, slope, m, now[0], y, s->epsilon, value));
  }
  (void)snprintf(means, sizeof(means), "%s %sdoes not depend on q and t, %s and force not on %s",
                 names[0], quadratic ? "is linear in v and " : "", names[1], quadratic ? "v" : "p");
  /* Derivatives that the host derives have an error near 1e-30. */
  ReportTrait(s, "separable", worst, RealisationIsDerived(r) ? s->tolerance : 100 * s->epsilon,
              means);
}

static void CheckLinearConstraints(Subject *s) {
  const PetscInt k = s->d.nonholonomic;
  const void *const phi = RealisationMember(s->descriptor, MODEL_CONSTRAINT, NULL);
  Quad t, worst = 0;
  if (!k || s->formulation->in_momenta || !phi)
    return;
  Quad *y = SubjectRoom(s, s->size), *value = SubjectRoom(s, 3 * k);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++)
    worst = WorseOf(worst, CurvatureInVelocity(s, phi, k, t, y, s->scale[1], value));
  ReportTrait(s, "linear_constraints", worst, 100 * s->epsilon, "Phi is additive in v");
}

/* The field, p and the energy do not change with time alone: with varying masses the field may be constant
 * where p and the energy are not. */
static void CheckAutonomous(Subject *s) {
  const PetscInt first[] = {0, s->size, s->size + s->d.m, s->size + s->d.m + 1};
  Quad *now = SubjectRoom(s, first[3]), *later = SubjectRoom(s, first[3]), worst = 0;
  PetscBool defined = PETSC_TRUE, valid = PETSC_TRUE;
  for (PetscInt i = 0; i <= POINTS && valid; i++) {
    const Quad t = (Quad)i * s->instance->duration / QUAD_C(7.3);
    Quad *const value = i == 0 ? now : later;
    valid = s->core->problem_field(s->problem, t, s->start, value, NULL);
    s->core->problem_momentum(s->problem, t, s->start, value + first[1]);
    s->core->problem_energy(s->problem, t, s->start, value + first[2]);
    if (i == 0)
      defined = valid;
    const PetscInt parts = finiteq(now[first[2]]) ? 3 : 2; /* there may be no energy */
    for (PetscInt part = 0; i > 0 && part < parts; part++) {
      const PetscInt count = first[part + 1] - first[part];
      const Quad *const x = now + first[part], size = LargestOf(count, x) + s->epsilon;
      worst = WorseOf(worst, DistanceOf(count, later + first[part], x) / size);
    }
  }
  if (defined)
    ReportTrait(s, "autonomous", valid ? worst : 1, s->quad ? QUAD_C(1e-26) : QUAD_C(1e-11),
                "the field, the momenta and the energy do not depend on t");
}

/* At simple parts of the duration, where the steps of a reference end: it does not see a jump there, but
 * methods with other steps lose their order. With a closed form that is a model's right. */
static void CheckContinuous(Subject *s) {
  enum { INSTANTS = 48 };
  const Quad instant = s->instance->duration * QUAD_C(1e-12);
  Quad worst = 0, at = 0;
  PetscBool valid, too;
  /* The start leaves constraints that move. */
  if (SubjectHasTrait(s, "autonomous") || SubjectHasTrait(s, "rheonomic") || s->descriptor->exact)
    return;
  Quad *before = SubjectRoom(s, s->size), *after = SubjectRoom(s, s->size);
  for (PetscInt i = 1; i < INSTANTS; i++) {
    const Quad t = s->instance->duration * (Quad)i / INSTANTS;
    valid = s->core->problem_field(s->problem, t - instant, s->start, before, NULL);
    too = s->core->problem_field(s->problem, t + instant, s->start, after, NULL);
    const Quad size = LargestOf(s->size, before) + s->epsilon;
    const Quad jump = valid && too ? DistanceOf(s->size, after, before) / size : 0;
    at = jump > worst ? t : at;
    worst = WorseOf(worst, jump);
  }
  at = scalbnq(at, s->instance->normal ? s->instance->normal->time : 0);
  CheckResult((PetscBool)(worst <= QUAD_C(1e-6)),
              "%s: the forces do not jump with time (by %.1e at t = %g)", s->name, (double)worst,
              (double)at);
}

static void ReversePoint(Subject *s, const Quad *y, Quad *out) {
  if (s->descriptor->reverse)
    SubjectCall(s, &s->descriptor->reverse, 0, y, out);
  else
    for (PetscInt i = 0; i < s->size; i++)
      out[i] = i < s->d.n ? y[i] : -y[i];
}

/* A point to which the motion leads, where nothing is zero by accident; the start, if there is no
 * reference. `briefly`: soon, and whatever the closed form is. */
static void LaterPoint(Subject *s, PetscBool briefly, Quad *y) {
  const Quad part = briefly ? QUAD_C(0.06) : QUAD_C(0.37);
  Motion motion;
  memcpy(y, s->start, (size_t)s->size * sizeof *y);
  if (s->size > LARGEST)
    return;
  SubjectFollow(s, s->start, s->instance->duration * part, briefly, &motion);
  if (motion.solved)
    memcpy(y, motion.rows + (MOTION_TIMES - 1) * s->row, (size_t)s->size * sizeof *y);
}

/* ρ∘ρ = identity, ρ keeps the constraints, and Dρ(y) f(y) = −f(ρ(y)). */
static void CheckReversible(Subject *s, PetscBool briefly) {
  const Function reverse = {.member = &s->descriptor->reverse, .count = s->size};
  if ((s->d.m == 0 && !s->descriptor->reverse) ||
      !(SubjectHasTrait(s, "autonomous") || SubjectHasTrait(s, "reversible")))
    return;
  Quad *y = SubjectRoom(s, s->size), *image = SubjectRoom(s, s->size),
       *back = SubjectRoom(s, 2 * s->size), *f = SubjectRoom(s, s->size),
       *g = SubjectRoom(s, s->size);
  LaterPoint(s, briefly, y);
  ReversePoint(s, y, image);
  ReversePoint(s, image, back);
  const Quad residual = SubjectResidual(s, image);
  Quad worst = WorseOf(DistanceOf(s->size, back, y), residual) / (s->scale[0] + s->scale[1]);
  const PetscBool valid = s->core->problem_field(s->problem, 0, y, f, NULL) &&
                          s->core->problem_field(s->problem, 0, image, g, NULL);
  if (valid) {
    if (s->descriptor->reverse)
      SubjectDifference(s, &reverse, 0, y, f, 1, back);
    else
      ReversePoint(s, f, back);
    for (PetscInt i = 0; i < s->size; i++)
      back[i] += g[i];
    worst = WorseOf(worst, LargestOf(s->size, back) / (LargestOf(s->size, f) + s->epsilon));
  }
  ReportTrait(s, "reversible", valid ? worst : 1, s->quad ? QUAD_C(1e-24) : QUAD_C(1e-9),
              "the reversing symmetry reverses the motion");
}

/* Of a hamiltonian, unit vectors in space by their angles q about an axis and their heights p along it. */
static void CheckSphereAngles(Subject *s) {
  const Quad turn = 2 * QUAD_PI;
  Quad t;
  PetscBool within = PETSC_TRUE;
  if (!SubjectHasTrait(s, "spheres"))
    return;
  Quad *y = SubjectRoom(s, s->size);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++)
    for (PetscInt i = 0; i < s->d.n; i++)
      within = within && fabsq(y[s->d.n + i]) < 1 &&
               fabsq(ModelCasePeriod(s->instance, s->realisation, i) - turn) < QUAD_C(1e-9);
  CheckResult(within, "%s: spheres: q are angles of period 2 pi, p heights between -1 and 1",
              s->name);
}

/* Vectors x_i in space that keep their lengths: g_i sees x_i alone, through |x_i|, or ẋ_i ⟂ x_i for
 * any velocity. */
static void CheckSpheres(Subject *s) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(s->descriptor);
  const PetscInt n = s->d.n, spheres = n / 3;
  Quad t, worst = 0;
  PetscBool valid = PETSC_TRUE;
  if (s->descriptor->hamiltonian) {
    CheckSphereAngles(s);
    return;
  }
  if (!l && !s->descriptor->frame && !SubjectHasTrait(s, "spheres"))
    return;
  if (n != 3 * spheres || (l ? !l->Dg || s->d.holonomic != spheres : s->d.n == s->d.m)) {
    if (SubjectHasTrait(s, "spheres"))
      CheckResult(PETSC_FALSE, "%s: spheres: there is a vector in space for each constraint",
                  s->name);
    return;
  }
  Quad *y = SubjectRoom(s, s->size), *rows = SubjectRoom(s, l ? spheres * n : s->size);
  for (PetscInt point = 0; valid && point < POINTS && SubjectPoint(s, &t, y); point++) {
    if (l) {
      SubjectCall(s, &l->Dg, t, y, rows);
    } else {
      valid = s->core->problem_field(s->problem, t, y, rows, NULL);
    }
    for (PetscInt i = 0; i < spheres; i++) {
      const Quad *const x = y + 3 * i, *const row = l ? rows + i * n + 3 * i : rows + 3 * i;
      const Quad size = LargestOf(3, x) * (l ? LargestOf(n, rows + i * n) : LargestOf(3, row));
      const Quad across[3] = {x[1] * row[2] - x[2] * row[1], x[2] * row[0] - x[0] * row[2],
                              x[0] * row[1] - x[1] * row[0]};
      const Quad along = x[0] * row[0] + x[1] * row[1] + x[2] * row[2];
      worst = WorseOf(worst, (l ? LargestOf(3, across) : fabsq(along)) / (size + s->epsilon));
      for (PetscInt j = 0; l && j < n; j++)
        if (j / 3 != i)
          worst = WorseOf(worst, fabsq(rows[i * n + j]) / LargestOf(n, rows + i * n));
    }
  }
  ReportTrait(s, "spheres", valid ? worst : 1, 100 * s->epsilon,
              "the coordinates are vectors in space that keep their lengths");
}

/* g depends on t where that is declared; a model that does not declare it was refused before. */
static void CheckRheonomic(Subject *s) {
  const PetscInt k = s->d.holonomic;
  const void *const g = RealisationMember(s->descriptor, MODEL_HOLONOMIC, NULL);
  Quad t;
  PetscBool moves = PETSC_FALSE;
  if (!SubjectHasTrait(s, "rheonomic"))
    return;
  Quad *y = SubjectRoom(s, s->size), *value = SubjectRoom(s, 2 * k);
  for (PetscInt point = 0; k && point < POINTS && SubjectPoint(s, &t, y); point++) {
    SubjectCall(s, g, 0, y, value);
    SubjectCall(s, g, t * s->instance->duration, y, value + k);
    for (PetscInt a = 0; a < k; a++)
      moves = (PetscBool)(moves || value[a] != value[k + a]);
  }
  CheckResult(moves, "%s: rheonomic: g depends on t", s->name);
}

/* The equations are the same a period further on, in each entry of q that has one. */
static void CheckPeriod(Subject *s) {
  const Quad tolerance = s->quad ? QUAD_C(1e-20) : QUAD_C(1e-7);
  Quad t, worst = 0, wrong = 0, size = s->epsilon;
  PetscInt points = 0, entry = 0;
  char why[96] = "";
  PetscBool valid, too;
  if (!s->descriptor->period)
    return;
  Quad *y = SubjectRoom(s, s->size), *moved = SubjectRoom(s, s->size), *f = SubjectRoom(s, s->size),
       *other = SubjectRoom(s, s->size);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    if (point == 0) /* where no constraint is violated */
      memcpy(y, s->start, (size_t)s->size * sizeof *y);
    valid = s->core->problem_field(s->problem, t, y, f, NULL);
    for (PetscInt i = 0; i < s->d.n && valid; i++) {
      const Quad period = ModelCasePeriod(s->instance, s->realisation, i);
      if (!(period > 0))
        continue;
      memcpy(moved, y, (size_t)s->size * sizeof *moved);
      moved[i] += period;
      too = s->core->problem_field(s->problem, t, moved, other, NULL);
      const Quad change = too ? DistanceOf(s->size, other, f) : QUAD_C(1e300);
      size = WorseOf(size, LargestOf(s->size, f));
      points++;
      if (change > worst)
        entry = i, wrong = period;
      worst = WorseOf(worst, change);
    }
  }
  worst /= size; /* of all points: the field may vanish where the motion begins */
  if (!(worst <= tolerance))
    (void)snprintf(why, sizeof(why), ": the period of entry %d of q is not %g", (int)entry,
                   (double)wrong);
  CheckResult((PetscBool)(points > 0 && !*why), "%s: period: the equations repeat (%.1e)%s",
              s->name, (double)worst, why);
}

/* Forces −c D₂L (or −c p) and those of a potential: what is left without −c D₂L does not depend on v, and
 * its derivative by q is symmetric. */
void CheckContraction(Subject *s) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(s->descriptor);
  const gimbal_hamiltonian *h = s->descriptor->hamiltonian;
  const PetscInt n = s->d.n;
  const Function force = {"force", l ? (const void *)&l->force : &h->force, n};
  const Function momentum = {"D2L", l ? (const void *)&l->D2L : NULL, n};
  const Quad rate = ModelCaseContraction(s->instance, s->realisation);
  Quad t, worst = 0;
  if (!s->descriptor->contraction || !(l || h))
    return;
  Quad *y = SubjectRoom(s, s->size), *direction = SubjectRoom(s, s->size),
       *f = SubjectRoom(s, 4 * n * n), *p = SubjectRoom(s, 2 * n);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad size = s->epsilon;
    for (PetscInt j = 0; j < 2 * n; j++) {
      Quad *const column = f + 2 * n * j;
      direction[j] = 1;
      SubjectDifference(s, &force, t, y, direction, 1, column);
      for (PetscInt i = 0; i < n; i++)
        p[i] = i + n == j;
      if (l)
        SubjectDifference(s, &momentum, t, y, direction, 1, p);
      direction[j] = 0;
      for (PetscInt i = 0; i < n; i++) {
        size = WorseOf(size, fabsq(column[i]));
        column[i] += rate * p[i];
      }
    }
    for (PetscInt j = 0; j < 2 * n; j++)
      for (PetscInt i = 0; i < n; i++) {
        const Quad symmetric = j < n ? f[2 * n * i + j] : 0;
        worst = WorseOf(worst, fabsq(f[2 * n * j + i] - symmetric) / size);
      }
  }
  CheckResult((PetscBool)(worst <= s->tolerance), "%s: the canonical form contracts at %s (%.1e)",
              s->name, s->descriptor->contraction, (double)worst);
}

/* L_X η = f η for η = ds − p·dq: its entries are ∂_j X_s − p·∂_j X_q, less the j-th of X_p where j is one of
 * q, and f is that of j = s. */
void CheckContact(Subject *s) {
  const PetscInt n = s->d.n, k = n / 2;
  const Function field = {"f", s->descriptor->ode ? &s->descriptor->ode->f : NULL, n};
  const Quad rate = ModelCaseContraction(s->instance, s->realisation);
  Quad t, worst = 0, off = 0;
  if (!SubjectHasTrait(s, "contact"))
    return;
  Quad *y = SubjectRoom(s, n), *direction = SubjectRoom(s, n), *f = SubjectRoom(s, n),
       *slope = SubjectRoom(s, 2 * n);
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    Quad factor = 0;
    SubjectCall(s, field.member, t, y, f);
    for (PetscInt j = n; j-- > 0;) {
      direction[j] = 1;
      SubjectDifference(s, &field, t, y, direction, 1, slope);
      direction[j] = 0;
      Quad entry = slope[2 * k] - (j < k ? f[k + j] : 0);
      Quad size = fabsq(slope[2 * k]) + fabsq(f[2 * k]) / s->scale[0];
      for (PetscInt i = 0; i < k; i++) {
        entry -= y[k + i] * slope[i];
        size += fabsq(y[k + i] * slope[i]);
      }
      if (j == 2 * k)
        factor = entry;
      else
        worst = WorseOf(worst, fabsq(entry + (j < k ? factor * y[k + j] : 0)) / size);
    }
    off = WorseOf(off, fabsq(factor + rate) / (1 + fabsq(rate)));
  }
  CheckResult((PetscBool)(worst <= s->tolerance),
              "%s: the flow takes ds - p dq to a multiple (%.1e)", s->name, (double)worst);
  if (s->descriptor->contraction)
    CheckResult((PetscBool)(off <= s->tolerance), "%s: the contact form contracts at %s (%.1e)",
                s->name, s->descriptor->contraction, (double)off);
}

void CheckTraits(Subject *s) {
  CheckPeriod(s);
  CheckRheonomic(s);
  CheckSpheres(s);
  CheckLinearConstraints(s);
  CheckAutonomous(s);
  CheckContinuous(s);
  CheckReversible(s, PETSC_FALSE);
}

void CheckTraitsBriefly(Subject *s) {
  CheckSeparable(s);
  CheckLinearConstraints(s);
  CheckAutonomous(s);
  CheckContraction(s);
  CheckContact(s);
  if (SubjectHasTrait(s, "reversible"))
    CheckReversible(s, PETSC_TRUE);
}
