/* Relative equilibria against the exact flow: a motion from one stays on their manifold, and a small
 * deviation decays, grows or stays as its stability says. */
#include "check/subject.h"

/* What deviates, so far that a reference still has its digits, and what then counts as growth or decay:
 * more than what is not linear. */
static const double deviating = 1e-4, change = 1e-3;

static Quad DeviationFrom(Subject *s, const gimbal_equilibrium *e, const Quad *y) {
  Quad value;
  SubjectCall(s, &e->deviation, 0, y, &value);
  return value;
}

/* Deviations on the motion from y. */
static void FollowMotion(Subject *s, const gimbal_equilibrium *e, const Quad *y,
                         Quad deviation[MOTION_TIMES], Motion *motion) {
  SubjectFollow(s, y, s->instance->duration, PETSC_TRUE, motion);
  for (int i = 0; i < MOTION_TIMES && motion->solved; i++)
    deviation[i] = DeviationFrom(s, e, motion->rows + i * s->row);
}

/* Whether the deviations, which began as `first`, agree with the stability. */
static PetscBool AgreesWithStability(const char *stability, Quad first,
                                     const Quad deviation[MOTION_TIMES]) {
  const Quad last = fabsq(deviation[MOTION_TIMES - 1] / first);
  if (!strcmp(stability, "stable"))
    return (PetscBool)(last < 1 - change);
  if (!strcmp(stability, "unstable"))
    return (PetscBool)(last > 1 + change);
  return (PetscBool)(fabsq(last - 1) < change);
}

static void CheckEquilibrium(Subject *s, const gimbal_equilibrium *e) {
  const Quad small = s->quad ? QUAD_C(1e-8) : QUAD_C(1e-6);
  const Quad size = s->scale[0] + s->scale[1] + 1;
  Quad deviation[MOTION_TIMES], first, worst, off = 0;
  Motion motion;
  Quad *y = SubjectRoom(s, s->size), *direction = SubjectRoom(s, s->size);
  SubjectCall(s, &e->state, 0, NULL, y);
  SubjectCall(s, &e->perturbation, 0, y, direction);
  worst = SubjectResidual(s, y);
  first = DeviationFrom(s, e, y);
  CheckResult((PetscBool)(worst <= 1e5 * s->epsilon * size * size &&
                          fabsq(first) <= 1e5 * s->epsilon * size),
              "%s: the equilibrium %s obeys the constraints and has no deviation (%.1e, %.1e)",
              s->name, e->name, (double)worst, (double)first);
  FollowMotion(s, e, y, deviation, &motion);
  for (int j = 0; j < MOTION_TIMES && motion.solved; j++)
    off = WorseOf(off, fabsq(deviation[j]));
  CheckResult(
      (PetscBool)(motion.solved && off <= 1e4 * (MotionUncertainty(&motion) + s->epsilon) * size),
      "%s: the motion from %s stays there (%.1e%s%s)", s->name, e->name, (double)off,
      motion.solved ? "" : ", ", motion.error.text);
  if (motion.solved) {
    for (PetscInt j = 0; j < s->size; j++)
      y[j] += small * direction[j];
    worst = SubjectResidual(s, y);
    for (PetscInt j = 0; j < s->size; j++)
      y[j] += (deviating - small) * direction[j];
    first = DeviationFrom(s, e, y);
    FollowMotion(s, e, y, deviation, &motion);
    const PetscBool agrees = (PetscBool)(motion.solved && first != 0 &&
                                         AgreesWithStability(e->stability, first, deviation));
    CheckResult((PetscBool)(worst <= 1e4 * small * small * size * size + 1e5 * s->epsilon * size),
                "%s: the perturbation of %s goes along the constraints (%.1e)", s->name, e->name,
                (double)worst);
    CheckResult(agrees, "%s: a small deviation from %s is %s (its factor in t = %g is %.6g%s%s)",
                s->name, e->name, e->stability, (double)(s->instance->duration),
                first != 0 ? (double)(deviation[MOTION_TIMES - 1] / first) : 0.,
                motion.solved ? "" : ", ", motion.error.text);
  }
}

void CheckEquilibria(Subject *s) {
  for (size_t i = 0; i < s->descriptor->equilibria.count; i++)
    if (s->size <= LARGEST)
      CheckEquilibrium(s, ListAt(s->descriptor->equilibria, gimbal_equilibrium, i));
    else
      CheckSkip("too large for a reference", "%s: its equilibria", s->name);
}
