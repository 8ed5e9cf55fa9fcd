/* Initial data and motion: consistency, the closed form against the equations, conservation, and
 * the realisations of one model against one another. */
#include "base/word_list.h"
#include "check/subject.h"
#include "registry/parameters.h"
#include "units/units.h"

void CheckInitialData(Subject *s, Quad epsilon) {
  /* ∂g/∂t is differenced. */
  const Quad rounding = (SubjectHasTrait(s, "rheonomic") ? 1e5 : 100) * epsilon;
  const Quad largest = LargestOf(s->size, s->start), size = largest > 1 ? largest : 1;
  const Quad worst = SubjectResidual(s, s->start);
  Quad *f = SubjectRoom(s, s->size), *lambda = SubjectRoom(s, s->k);
  if (!(size < QUAD_C(1e300)))
    CheckResult(PETSC_FALSE, "%s: the initial data are finite", s->name);
  else if (worst <= rounding * size * size)
    CheckResult(PETSC_TRUE, "%s: the initial data are finite and satisfy the constraints (%.1e)",
                s->name, (double)worst);
  else
    CheckResult(PETSC_FALSE, "%s: the initial data violate the constraints by %.1e", s->name,
                (double)worst);
  CheckResult(s->core->problem_field(s->problem, 0, s->start, f, lambda),
              "%s: accelerations and multipliers exist at the start", s->name);
}

/* The two builds of the model are the same model. */
static PetscErrorCode CheckPrecisions(Subject *s) {
  const Quad rounding = QUAD_C(2.3e-16);
  Problem problem;
  PetscBool valid, plain, near;
  if (!s->quad) {
    CheckSkip(NO_QUADRUPLE_BUILD, "%s: its two precisions agree", s->name);
    return 0;
  }
  Quad *f = SubjectRoom(s, s->size), *g = SubjectRoom(s, s->size), *y = SubjectRoom(s, s->size),
       *h = SubjectRoom(s, s->size), *moved = SubjectRoom(s, s->size);
  PetscCall(CoreDouble()->problem_create(s->instance, s->realisation, &problem));
  CoreDouble()->problem_initial(problem, y);
  valid = s->core->problem_field(s->problem, 0, y, f, NULL);
  plain = CoreDouble()->problem_field(problem, 0, y, g, NULL);
  /* What rounding the arguments changes: terms of a stiff force may cancel. */
  for (PetscInt i = 0; i < s->size; i++)
    moved[i] = s->start[i] * (1 + rounding * SubjectRandom(s));
  near = s->core->problem_field(s->problem, 0, moved, h, NULL);
  if (valid && plain) {
    const Quad size = WorseOf(1, LargestOf(s->size, f)), distance = DistanceOf(s->size, f, g);
    const Quad rounded = near ? DistanceOf(s->size, f, h) : 0;
    CheckResult((PetscBool)(distance <= QUAD_C(1e-12) * size + 100 * rounded &&
                            DistanceOf(s->size, y, s->start) <=
                                QUAD_C(1e-14) * (s->scale[0] + s->scale[1])),
                "%s: its two precisions agree on the start and on the field (%.1e)", s->name,
                (double)distance);
  }
  PetscCall(CoreDouble()->problem_destroy(&problem));
  return 0;
}

static void CheckLegendre(Subject *s) {
  if (!s->d.m)
    return;
  Quad *p = SubjectRoom(s, s->d.m), *v = SubjectRoom(s, s->d.m);
  s->core->problem_momentum(s->problem, 0, s->start, p);
  const PetscBool valid = s->core->problem_velocity(s->problem, 0, s->start, p, v);
  CheckResult((PetscBool)(valid && DistanceOf(s->d.m, v, s->start + s->d.n) <=
                                       QUAD_C(1e6) * s->epsilon * s->scale[1]),
              "%s: the Legendre transform has an inverse at the start", s->name);
}

/* The size of the terms of a function at y: Σ |∂f/∂y_i y_i|. */
static Quad SizeOfTerms(Subject *s, const Function *f, Quad t, const Quad *y) {
  Quad change[2], size = 0;
  Quad *direction = SubjectRoom(s, s->size);
  for (PetscInt i = 0; i < s->size; i++) {
    direction[i] = 1;
    SubjectDifference(s, f, t, y, direction, 1, change);
    direction[i] = 0;
    if (finiteq(change[0]))
      size += fabsq(change[0] * y[i]);
  }
  return size;
}

/* Whether constraints do work on the motion: theirs is λ·D₂Φ·v, and zero where Φ is homogeneous in v.
 * On others, affine ones say, the energy is not constant, and nothing is wrong. */
static PetscBool ConstraintsWork(Subject *s, const Motion *motion) {
  const void *const reaction = RealisationMember(s->descriptor, MODEL_REACTION, NULL);
  const PetscInt k = s->d.nonholonomic, m = s->d.m;
  if (!k || !reaction)
    return PETSC_FALSE;
  Quad *value = SubjectRoom(s, k * m), *f = SubjectRoom(s, s->size);
  for (PetscInt i = 0; i < MOTION_TIMES; i++) {
    const Quad *y = motion->rows + i * s->row, *v = y + s->d.n;
    const PetscBool valid = s->core->problem_field(s->problem, motion->time[i], y, f, NULL);
    if (s->formulation->in_momenta) /* y has p */
      v = f;
    SubjectCall(s, reaction, motion->time[i], y, value);
    for (PetscInt a = 0; a < k && valid; a++) {
      Quad sum = 0, size = 0;
      for (PetscInt j = 0; j < m; j++) {
        sum += value[a * m + j] * v[j];
        size += fabsq(value[a * m + j] * v[j]);
      }
      if (fabsq(sum) > s->tolerance * size)
        return PETSC_TRUE;
    }
  }
  return PETSC_FALSE;
}

/* Σ |p_i v_i|. */
static Quad SizeOfEnergy(Subject *s, Quad t, const Quad *y) {
  const PetscInt n = s->d.n, m = s->d.m;
  Quad *p = SubjectRoom(s, m), *f = SubjectRoom(s, s->size), size = 0;
  s->core->problem_momentum(s->problem, t, y, p);
  (void)s->core->problem_field(s->problem, t, y, f, NULL);
  for (PetscInt i = 0; i < m; i++)
    size += fabsq(p[i] * (s->formulation->in_momenta ? f[i] : y[n + i]));
  return size;
}

/* The energy (NULL), or an invariant, and the size of its terms, of which it may be a small difference. */
static Quad ValueAt(Subject *s, const gimbal_invariant *invariant, Quad t, const Quad *y,
                    Quad *terms) {
  Quad value;
  if (!invariant) {
    s->core->problem_energy(s->problem, t, y, &value);
    *terms = SizeOfEnergy(s, t, y);
    return value;
  }
  const Function f = {.name = invariant->name, .member = &invariant->value, .count = 1};
  SubjectCall(s, f.member, t, y, &value);
  *terms = SizeOfTerms(s, &f, t, y);
  return value;
}

/* Data near the case's own, if it has a chart; otherwise these. */
static PetscBool NearbyData(Subject *s, Quad *y) {
  for (PetscInt i = 0; i < s->size; i++)
    y[i] = s->start[i] + (HasChart(&s->d) ? s->scale[i >= s->d.n] * SubjectRandom(s) / 64 : 0);
  return HasChart(&s->d) ? SubjectConstrain(s, 0, y) : PETSC_TRUE;
}

static void CheckConstant(Subject *s, const Quad *start, const Motion *motion,
                          const gimbal_invariant *invariant) {
  const ReferenceCertificate *const certificate = &motion->certificate;
  /* The uncertainty of the solution times the slope of the invariant, estimated from the sizes. */
  const Quad uncertainty = (Quad)certificate->uncertainty[REFERENCE_Q] / s->scale[0] +
                           (Quad)certificate->uncertainty[REFERENCE_V] / s->scale[1] + s->epsilon;
  Quad later, worst = 0, terms = 0;
  const Quad before = ValueAt(s, invariant, 0, start, &later);
  for (PetscInt i = 0; i < MOTION_TIMES; i++) {
    const Quad after = ValueAt(s, invariant, motion->time[i], motion->rows + i * s->row, &later);
    worst = WorseOf(worst, fabsq(after - before));
    terms = WorseOf(terms, later);
  }
  CheckResult((PetscBool)(worst <= 1000 * uncertainty * (1 + fabsq(before) + terms)),
              "%s: %s%s is constant along the motion (%.1e)", s->name,
              invariant ? "invariant " : "the energy", invariant ? invariant->name : "",
              (double)worst);
}

static PetscErrorCode CheckConserved(Subject *s, const Quad *start, const Motion *motion) {
  const gimbal_list list = s->descriptor->invariants;
  PetscBool applies = PETSC_FALSE;
  Quad energy;
  s->core->problem_energy(s->problem, 0, start, &energy);
  if (SubjectHasTrait(s, "autonomous") && !RealisationIsForced(s->descriptor) && finiteq(energy)) {
    if (ConstraintsWork(s, motion))
      CheckSkip("its constraints do work", "%s: the energy is constant along the motion", s->name);
    else
      CheckConstant(s, start, motion, NULL);
  }
  for (size_t j = 0; j < list.count; j++) {
    const gimbal_invariant *invariant = ListAt(list, gimbal_invariant, j);
    PetscCall(InvariantHolds(s->instance, invariant, &applies));
    if (applies && !WordsContain(invariant->kind, "claimed"))
      CheckConstant(s, start, motion, invariant);
  }
  return 0;
}

/* At rest everything is constant; then a motion from other data decides. */
static PetscErrorCode CheckConservation(Subject *s, const Motion *motion) {
  const PetscInt last = MOTION_TIMES - 1;
  Motion other = {.rows = NULL};
  const Quad moved = DistanceOf(s->size, motion->rows + last * s->row, s->start);
  Quad *y = SubjectRoom(s, s->size);
  if (moved == 0 && NearbyData(s, y))
    SubjectFollow(s, y, motion->time[last], PETSC_TRUE, &other);
  return CheckConserved(s, other.solved ? y : s->start, other.solved ? &other : motion);
}

PetscErrorCode CheckConservationBriefly(Subject *s) {
  enum { PART = 16 };
  Motion motion;
  if (s->size > LARGEST)
    return 0;
  SubjectFollow(s, s->start, s->instance->duration / PART, PETSC_TRUE, &motion);
  if (motion.solved)
    PetscCall(CheckConservation(s, &motion));
  return 0;
}

/* (q,v) in the coordinates of the first realisation; as it is, where there is no such map. */
static void CommonCoordinates(Subject *s, const Quad *y, PetscInt size, Quad *out) {
  if (s->descriptor->common)
    SubjectCall(s, &s->descriptor->common, 0, y, out);
  else
    for (PetscInt i = 0; i < size; i++)
      out[i] = y[i];
}

/* Both realisations from their own initial data: the same motion in common coordinates, angles
 * compared modulo their periods. */
static PetscErrorCode CheckCoordinates(Subject *s, const Motion *motion) {
  Subject first;
  Motion other;
  Quad worst = 0, uncertainty;
  PetscCall(SubjectCreate(s->instance, 0, &first));
  Quad *one = SubjectRoom(s, first.size), *two = SubjectRoom(s, first.size);
  SubjectFollow(&first, first.start, s->instance->duration, PETSC_FALSE, &other);
  for (PetscInt i = -1; i < MOTION_TIMES && other.solved; i++) {
    CommonCoordinates(s, i < 0 ? s->start : motion->rows + i * s->row, first.size, one);
    CommonCoordinates(&first, i < 0 ? first.start : other.rows + i * first.row, first.size, two);
    for (PetscInt d = 0; d < first.size; d++) {
      const Quad period = ModelCasePeriod(s->instance, 0, d);
      worst = WorseOf(worst, fabsq(PeriodicDifference(one[d] - two[d], period)));
    }
  }
  uncertainty = MotionUncertainty(motion) + MotionUncertainty(&other);
  CheckResult((PetscBool)(other.solved && worst <= 1000 * uncertainty),
              "%s: its motion is that of realisation %s (%.1e%s%s)", s->name,
              first.descriptor->name, (double)worst, other.solved ? "" : ", ",
              other.solved ? "" : other.error.text);
  return SubjectDestroy(&first);
}

/* f along the closed form at 0, T/n, … T. */
static void FieldAlong(Subject *s, PetscInt n, Quad *row, Quad *f) {
  for (PetscInt i = 0; i <= n; i++) {
    const Quad t = s->instance->duration * (Quad)i / (Quad)n;
    (void)s->core->problem_exact(s->problem, t, s->start, row);
    (void)s->core->problem_field(s->problem, t, row, f + i * s->size, NULL);
  }
}

static Quad LargestSecondDifference(const Subject *s, PetscInt n, const Quad *f) {
  Quad largest = 0;
  for (PetscInt i = s->size; i < n * s->size; i++)
    largest = WorseOf(largest, fabsq(f[i - s->size] - 2 * f[i] + f[i + s->size]));
  return largest;
}

/* Whether the field along the closed form has a jump or a kink, so that no integration has its order:
 * its second differences do not fall fourfold with half the distance. And how far the closed form is
 * from the integral of the field then, by the trapezoidal rule. */
static PetscBool FieldJumps(Subject *s, Quad *distance) {
  enum { PARTS = 2048 };
  Quad coarse = 0, fine, size = 0;
  Quad *row = SubjectRoom(s, s->row), *f = SubjectRoom(s, (PARTS + 1) * s->size);
  FieldAlong(s, PARTS / 2, row, f);
  coarse = LargestSecondDifference(s, PARTS / 2, f);
  FieldAlong(s, PARTS, row, f);
  fine = LargestSecondDifference(s, PARTS, f);
  *distance = 0;
  for (PetscInt d = 0; d < s->size; d++) {
    Quad sum = 0;
    for (PetscInt i = 0; i <= PARTS; i++) {
      sum += f[i * s->size + d] * (i == 0 || i == PARTS ? 1 : 2) / (2 * PARTS);
      size = fabsq(f[i * s->size + d]) > size ? fabsq(f[i * s->size + d]) : size;
    }
    const Quad off = fabsq(row[d] - s->start[d] - s->instance->duration * sum);
    *distance = off > *distance ? off : *distance;
  }
  *distance /= size * s->instance->duration + s->epsilon;
  return (PetscBool)(fine > coarse / 3 && fine > 1e6 * s->epsilon * size);
}

/* The closed form from data near the case's own, and beyond its duration: long runs and ensembles go there. What
 * decays in a stiff equation is seen early only. */
static void CheckClosedFormElsewhere(Subject *s) {
  const Quad durations[] = {MOTION_TIMES * QUAD_C(0.83) * s->instance->duration,
                            s->instance->duration / 1024};
  Motion motion = {.solved = PETSC_TRUE};
  Quad *y = SubjectRoom(s, s->size), *row = SubjectRoom(s, s->row);
  PetscBool exists = NearbyData(s, y);
  for (int i = 1; i <= MOTION_TIMES && exists; i++)
    exists = s->core->problem_exact(s->problem, durations[0] * i / MOTION_TIMES, y, row);
  if (!exists)
    CheckSkip("it does not apply there", "%s: the closed form from other data, and later", s->name);
  else {
    for (int i = 0; i < 2 && motion.solved; i++)
      SubjectFollow(s, y, durations[i], PETSC_FALSE, &motion);
    CheckResult(motion.solved,
                "%s: the closed form solves the equations from other data, and later%s%s%s",
                s->name, motion.solved ? "" : ": ", motion.error.text,
                motion.solved ? "" : ". A form for the case's own data alone is NaN from others");
  }
}

/* Growth studies compare with it up to so many steps. A shift in phase solves the equations too. But what is
 * right up to the duration, from any data, is right later if it goes on from half-way to where it ends. */
static void CheckClosedFormLate(Subject *s) {
  enum { STEPS = 4 * 3840, COUNT = 24 };
  const Quad longest = s->instance->step * STEPS;
  Quad t = s->instance->duration, worst = 0;
  PetscBool exists = PETSC_TRUE;
  if (!SubjectHasTrait(s, "integrable") || !SubjectHasTrait(s, "autonomous") ||
      SubjectHasTrait(s, "degenerate") || longest <= t)
    return;
  const Quad factor = powq(longest / t, QUAD_C(1.) / COUNT);
  Quad *half = SubjectRoom(s, s->row), *row = SubjectRoom(s, s->row),
       *other = SubjectRoom(s, s->row);
  for (PetscInt i = 0; i < COUNT && exists && worst <= s->tolerance; i++) {
    t *= factor;
    const Quad turns = t / s->instance->duration; /* by which a phase magnifies rounding */
    exists = s->core->problem_exact(s->problem, t, s->start, row);
    exists = exists && s->core->problem_exact(s->problem, t / 2, s->start, half) &&
             s->core->problem_exact(s->problem, t / 2, half, other);
    const Quad size = s->scale[0] + s->scale[1] + LargestOf(s->size, row);
    for (PetscInt d = 0; d < s->size && exists; d++) {
      const Quad period = ModelCasePeriod(s->instance, s->realisation, d);
      worst = WorseOf(worst, fabsq(PeriodicDifference(other[d] - row[d], period)) / (size * turns));
    }
  }
  if (exists)
    CheckResult((PetscBool)(worst <= s->tolerance),
                "%s: the closed form goes on from half-way up to t = %g (%.1e)", s->name,
                (double)scalbnq(t, s->instance->normal ? s->instance->normal->time : 0),
                (double)worst);
  else
    CheckSkip("it does not apply there", "%s: the closed form goes on from half-way", s->name);
}

static void CheckClosedForm(Subject *s, const Motion *motion) {
  const Quad uncertainty =
      MotionUncertainty(motion) + (Quad)motion->certificate.uncertainty[REFERENCE_LAMBDA];
  Motion other;
  Quad off = 0;
  CheckClosedFormElsewhere(s);
  CheckClosedFormLate(s);
  if (FieldJumps(s, &off)) { /* the integral finds what jumps at one time only */
    CheckResult((PetscBool)(off <= QUAD_C(2e-3)),
                "%s: the closed form is the integral of a field that is not smooth (%.1e)", s->name,
                (double)off);
    return;
  }
  SubjectFollow(s, s->start, s->instance->duration, PETSC_TRUE, &other);
  if (other.solved) {
    const Quad distance = DistanceOf(MOTION_TIMES * s->row, motion->rows, other.rows);
    const Quad others =
        MotionUncertainty(&other) + (Quad)other.certificate.uncertainty[REFERENCE_LAMBDA];
    /* Accelerations under moving constraints contain ∂²g/∂t², differenced twice with steps of 1/1024,
     * whose rounding, 1024² ε and what amplifies it, is alike in all integrations. */
    const Quad differenced =
        SubjectHasTrait(s, "rheonomic")
            ? 1e9 * s->epsilon * WorseOf(1, LargestOf(MOTION_TIMES * s->row, other.rows))
            : 0;
    CheckResult((PetscBool)(distance <= uncertainty + others + differenced),
                "%s: the closed form is the motion that integration finds (%.1e)", s->name,
                (double)distance);
  } else {
    CheckResult(PETSC_FALSE, "%s: the closed form is the motion that integration finds: %s",
                s->name, other.error.text);
  }
}

PetscErrorCode CheckSolution(Subject *s) {
  const CaseUnits *units = s->instance->normal;
  Motion motion;
  PetscCall(CheckPrecisions(s));
  CheckLegendre(s);
  if (s->size > LARGEST) {
    CheckSkip("too large for a reference", "%s: its motion", s->name);
    return 0;
  }
  SubjectFollow(s, s->start, s->instance->duration, PETSC_FALSE, &motion);
  CheckResult(motion.solved, "%s: it has a reference up to t = %g (%s)", s->name,
              (double)scalbnq(s->instance->duration, units ? units->time : 0),
              motion.solved ? motion.certificate.method : motion.error.text);
  if (motion.solved) {
    if (motion.certificate.kind == REFERENCE_EXACT)
      CheckClosedForm(s, &motion);
    PetscCall(CheckConservation(s, &motion));
    if (s->realisation > 0)
      PetscCall(CheckCoordinates(s, &motion));
  }
  return 0;
}
