/* Relative equilibria against the exact flow: a motion from one stays on their manifold, and a small
 * deviation decays, grows or stays as its stability says. */
#include "base/kept_error.h"
#include "check/subject.h"
#include "reference/reference.h"

#include <string.h>

enum { TIMES = 3, LARGEST = 200 };

/* What deviates, so far that a reference still has its digits, and what then counts as growth or decay:
 * more than what is not linear. */
static const double deviating = 1e-4, change = 1e-3;

static Quad DeviationFrom(Subject *s, const gimbal_equilibrium *e, const Quad *y) {
  Quad value;
  SubjectCall(s, &e->deviation, 0, y, &value);
  return value;
}

/* Deviations on the motion from y, and the uncertainty of the states. */
static PetscErrorCode FollowMotion(Subject *s, const gimbal_equilibrium *e, const Quad *y,
                                   Quad deviation[TIMES], Quad *uncertainty, KeptError *error) {
  Quad time[TIMES], *rows;
  const ReferenceProblem problem = {s->instance, s->realisation, y, TIMES, time};
  ReferenceCertificate certificate;
  PetscErrorCode failed;
  for (int i = 0; i < TIMES; i++)
    time[i] = s->instance->duration * (i + 1) / TIMES;
  PetscCall(PetscMalloc1(TIMES * s->row + 1, &rows));
  PetscCall(KeptErrorBegin(error));
  failed = ReferenceSolveNumerically(&problem, rows, &certificate);
  PetscCall(KeptErrorEnd());
  *uncertainty =
      (Quad)(certificate.uncertainty[REFERENCE_Q] + certificate.uncertainty[REFERENCE_V]);
  for (int i = 0; i < TIMES && !failed; i++)
    deviation[i] = DeviationFrom(s, e, rows + i * s->row);
  return PetscFree(rows);
}

/* Whether the deviations, which began as `first`, agree with the stability. */
static PetscBool AgreesWithStability(const char *stability, Quad first,
                                     const Quad deviation[TIMES]) {
  const Quad last = fabsq(deviation[TIMES - 1] / first);
  if (!strcmp(stability, "stable"))
    return (PetscBool)(last < 1 - change);
  if (!strcmp(stability, "unstable"))
    return (PetscBool)(last > 1 + change);
  return (PetscBool)(fabsq(last - 1) < change);
}

static PetscErrorCode CheckEquilibrium(Subject *s, const gimbal_equilibrium *e) {
  const Quad small = s->quad ? QUAD_C(1e-8) : QUAD_C(1e-6);
  const Quad size = s->scale[0] + s->scale[1] + 1;
  Quad *y, *direction, deviation[TIMES], uncertainty, first, worst, off = 0;
  KeptError error;
  PetscCall(PetscMalloc2(s->size + 1, &y, s->size + 1, &direction));
  SubjectCall(s, &e->state, 0, NULL, y);
  SubjectCall(s, &e->perturbation, 0, y, direction);
  PetscCall(SubjectResidual(s, y, &worst));
  first = DeviationFrom(s, e, y);
  CheckResult((PetscBool)(worst <= 1e5 * s->epsilon * size * size &&
                          fabsq(first) <= 1e5 * s->epsilon * size),
              "%s: the equilibrium %s obeys the constraints and has no deviation (%.1e, %.1e)",
              s->name, e->name, (double)worst, (double)first);
  PetscCall(FollowMotion(s, e, y, deviation, &uncertainty, &error));
  for (int j = 0; j < TIMES && !error.text[0]; j++)
    off = WorseOf(off, fabsq(deviation[j]));
  CheckResult((PetscBool)(!error.text[0] && off <= 1e4 * (uncertainty + s->epsilon) * size),
              "%s: the motion from %s stays there (%.1e%s%s)", s->name, e->name, (double)off,
              error.text[0] ? ", " : "", error.text);
  if (!error.text[0]) {
    for (PetscInt j = 0; j < s->size; j++)
      y[j] += small * direction[j];
    PetscCall(SubjectResidual(s, y, &worst));
    for (PetscInt j = 0; j < s->size; j++)
      y[j] += (deviating - small) * direction[j];
    first = DeviationFrom(s, e, y);
    PetscCall(FollowMotion(s, e, y, deviation, &uncertainty, &error));
    const PetscBool agrees = (PetscBool)(!error.text[0] && first != 0 &&
                                         AgreesWithStability(e->stability, first, deviation));
    CheckResult((PetscBool)(worst <= 1e4 * small * small * size * size + 1e5 * s->epsilon * size),
                "%s: the perturbation of %s goes along the constraints (%.1e)", s->name, e->name,
                (double)worst);
    CheckResult(agrees, "%s: a small deviation from %s is %s (its factor in t = %g is %.6g%s%s)",
                s->name, e->name, e->stability, (double)(s->instance->duration),
                first != 0 ? (double)(deviation[TIMES - 1] / first) : 0., error.text[0] ? ", " : "",
                error.text);
  }
  return PetscFree2(y, direction);
}

PetscErrorCode CheckEquilibria(Subject *s) {
  for (size_t i = 0; i < s->descriptor->equilibria.count; i++)
    if (s->size <= LARGEST)
      PetscCall(CheckEquilibrium(s, ListAt(s->descriptor->equilibria, gimbal_equilibrium, i)));
    else
      CheckSkip("too large for a reference", "%s: its equilibria", s->name);
  return 0;
}
