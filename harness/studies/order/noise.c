/* How far rounding, and the tolerance of the solver, put errors off: seen in a few runs in two builds. */
#include "studies/order/series.h"
#include "statistics/thresholds.h"

static PetscBool PointFailed(const SeriesPoint *point) {
  return (PetscBool)(point->ending.status == STATUS_FAILED);
}

#define LEFT_SOLUTION 0.25 /* parts of the solution's size */

/* The largest difference between two runs with the same step, for one group; NaN if
 * either failed. */
static PetscReal DistanceOfRuns(PetscInt group, const SeriesPoint *a, const SeriesPoint *b) {
  const Errors *mine = &a->errors[group], *other = &b->errors[group];
  PetscReal largest = 0;
  if (PointFailed(a) || PointFailed(b))
    return NAN;
  for (PetscInt i = 0; i < mine->times * mine->components; ++i) {
    const PetscReal difference = fabs(mine->at[i] - other->at[i]);
    if (isnan(difference))
      return NAN;
    largest = fmax(largest, difference);
  }
  return largest;
}

/* Whether a run has left the solution: its largest error is as large as what it should be. With a step
 * so large that a method is unstable, or far along a chaotic model, roundings grow with the errors,
 * and two runs of one method are as far from one another. */
static PetscBool LeftSolution(const OrderGroup *g, PetscInt group, const SeriesPoint *point) {
  const Errors *errors = &point->errors[group];
  for (PetscInt i = 0; !PointFailed(point) && i < errors->times * errors->components; ++i)
    if (fabs(errors->at[i]) > LEFT_SOLUTION * g->size)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

#define SAFETY 3       /* on a noise level seen in a few runs only */
#define NONLINEAR 1e-3 /* of a way that is linear but for higher terms */

enum { COMPARED = 160 }; /* steps at most, of the runs that are compared with the other build */

/* Of roundings of either sign in so many steps. In more than were compared they may have one sign: those of a
 * factor exp(−ch), say, that multiplies every step. */
static PetscReal SumOfRoundings(PetscInt64 steps) {
  return steps <= COMPARED ? sqrt((PetscReal)steps) : (PetscReal)steps / sqrt((PetscReal)COMPARED);
}

static PetscReal RoundOffGrowth(const OrderGroup *g, PetscInt64 steps) {
  return g->quantity == QUANTITY_MULTIPLIER ? (PetscReal)steps : SumOfRoundings(steps);
}

PetscReal OrderNoiseAt(const OrderSubject *study, const OrderNoise *noise, PetscInt group,
                       PetscInt64 steps) {
  const OrderGroup *g = &study->group[group];
  return SAFETY * fmax(noise->roundoff[group] * RoundOffGrowth(g, steps),
                       noise->rounding[group] * SumOfRoundings(steps)) +
         noise->solver[group] + g->bar;
}

/* How far two runs may differ by one rounding of the value in each step, and by the solver's tolerance. */
static PetscReal ExplainedBy(const OrderSubject *study, PetscInt group, PetscInt64 steps,
                             PetscReal effect) {
  const OrderGroup *g = &study->group[group];
  return CoreDouble()->epsilon * g->size * RoundOffGrowth(g, steps) + effect;
}

/* A run in quadruple precision from a start that is moved by so many roundings of each number. */
static PetscErrorCode MeasureMoved(OrderSubject *study, PetscInt64 steps, int roundings,
                                   Measured *measured, SeriesPoint *point) {
  const Experiment *const s = study->s;
  const PetscInt size = s->dimensions.n + s->dimensions.m;
  Experiment moved = *s;
  Quad *const y = ExperimentRoom(s, size);
  for (PetscInt i = 0; i < size; ++i)
    y[i] = s->y0[i] * (1 + (i % 2 ? -roundings : roundings) * (Quad)CoreDouble()->epsilon);
  moved.y0 = y;
  study->s = &moved;
  PetscCall(OrderMeasurePoint(study, IN_QUAD, steps, 1, measured, point));
  study->s = s;
  return 0;
}

/* The linear part of the way between two runs of a method that is smooth, of which the third goes twice as
 * far; 0 if it is not linear. */
static PetscReal LinearWay(const Errors *from, const Errors *once, const Errors *twice) {
  PetscReal way = 0, bend = 0;
  for (PetscInt i = 0; i < from->times * from->components; ++i) {
    way = fmax(way, fabs(once->at[i] - from->at[i]));
    bend = fmax(bend, fabs(twice->at[i] - 2 * once->at[i] + from->at[i]));
  }
  return bend <= NONLINEAR * way ? way : 0;
}

/* What rounding the state does to each group through all others: where q is far from 0, its rounding moves
 * forces, and these v. Measured where the builds differ by more than a group's own rounding explains. */
static PetscErrorCode MeasureRounding(OrderSubject *study, const SeriesPoint *quad,
                                      PetscReal rounding[]) {
  SeriesPoint once, twice;
  Measured *aside = MeasuredCreate();
  PetscCall(MeasureMoved(study, quad->steps, 1, aside, &once));
  PetscCall(MeasureMoved(study, quad->steps, 2, aside, &twice));
  for (PetscInt g = 0; g < study->groups; ++g)
    if (!PointFailed(quad) && !PointFailed(&once) && !PointFailed(&twice))
      rounding[g] = LinearWay(&quad->errors[g], &once.errors[g], &twice.errors[g]) *
                    sqrt((PetscReal)quad->steps);
  MeasuredDestroy(&aside);
  return 0;
}

/* Notes how far the runs of the two builds differ beyond that. */
static void NoteDisagreement(const OrderSubject *study, PetscInt group, PetscInt64 steps,
                             PetscReal difference, PetscReal effect, OrderNoise *noise) {
  const PetscReal explained = ExplainedBy(study, group, steps, effect);
  if (isnan(difference) || !(explained > 0))
    return;
  if (isnan(noise->difference[group]) ||
      difference * noise->explained[group] > noise->difference[group] * explained) {
    noise->difference[group] = difference;
    noise->explained[group] = explained;
  }
}

/* The coarsest run that shows what rounding does: one that did not end early and, where there is such a one, has
 * not left the solution. */
static PetscInt CoarsestUsable(const OrderSubject *study, PetscInt points,
                               const SeriesPoint *point) {
  PetscInt ended = points - 1;
  for (PetscInt i = points - 1; i >= 0; --i)
    if (!PointFailed(&point[i]))
      ended = i;
  for (PetscInt i = ended; i < points; ++i) {
    PetscBool left = PointFailed(&point[i]);
    for (PetscInt g = 0; g < study->groups && !left; ++g)
      left = LeftSolution(&study->group[g], g, &point[i]);
    if (!left)
      return i;
  }
  return ended;
}

/* One step size once more in quadruple precision, or with another tolerance where there is no such
 * build, and with a loose one. */
static PetscErrorCode CompareBuilds(OrderSubject *study, const SeriesPoint *mine,
                                    Measured *measured, OrderNoise *noise, PetscBool *taken) {
  const PetscBool quad = ExperimentHas(study->s, IN_QUAD);
  PetscBool differ = PETSC_FALSE;
  PetscReal difference[ORDER_GROUPS], effect[ORDER_GROUPS], rounding[ORDER_GROUPS] = {0};
  SeriesPoint other, loose;
  Measured *aside = MeasuredCreate();
  PetscCall(OrderMeasurePoint(study, quad ? IN_QUAD : IN_DOUBLE, mine->steps, quad ? 1 : 4,
                              quad ? measured : aside, &other));
  if (quad)
    study->in_quad[study->in_quads++] = other;
  PetscCall(OrderMeasurePoint(study, IN_DOUBLE, mine->steps, 100, aside, &loose));
  for (PetscInt g = 0; g < study->groups; ++g) {
    difference[g] = DistanceOfRuns(g, mine, &other);
    effect[g] = DistanceOfRuns(g, mine, &loose);
    differ = (PetscBool)(differ || difference[g] > BUILDS_APART * ExplainedBy(study, g, mine->steps,
                                                                              effect[g]));
  }
  if (quad && differ)
    PetscCall(MeasureRounding(study, &other, rounding));
  for (PetscInt g = 0; g < study->groups; ++g) {
    if (!isnan(difference[g])) {
      noise->roundoff[g] =
          fmax(noise->roundoff[g], difference[g] / RoundOffGrowth(&study->group[g], mine->steps));
      *taken = PETSC_TRUE;
    }
    if (quad && !LeftSolution(&study->group[g], g, mine))
      NoteDisagreement(study, g, mine->steps, difference[g], effect[g] + rounding[g], noise);
    if (!isnan(effect[g]))
      noise->solver[g] = fmax(noise->solver[g], effect[g] / 100);
  }
  MeasuredDestroy(&aside);
  return 0;
}

PetscErrorCode OrderMeasureNoise(OrderSubject *study, PetscInt points, const SeriesPoint *point,
                                 Measured *measured, OrderNoise *noise) {
  const PetscBool quad = ExperimentHas(study->s, IN_QUAD);
  const PetscInt coarse = CoarsestUsable(study, points, point);
  PetscInt fine = points - 1;
  PetscBool taken = PETSC_FALSE;
  memset(noise, 0, sizeof *noise);
  study->in_quads = 0;
  for (PetscInt g = 0; g < study->groups; ++g)
    noise->difference[g] = noise->explained[g] = NAN;
  while (fine > coarse && (PointFailed(&point[fine]) || point[fine].steps > COMPARED))
    --fine;
  if (!PointFailed(&point[coarse]))
    PetscCall(CompareBuilds(study, &point[coarse], measured, noise, &taken));
  if (fine != coarse && !PointFailed(&point[fine]))
    PetscCall(CompareBuilds(study, &point[fine], measured, noise, &taken));
  for (PetscInt g = 0; g < study->groups; ++g) { /* never below one rounding of the values */
    const PetscReal size = study->group[g].size;
    noise->rounding[g] =
        CoreDouble()->epsilon * (quad && taken ? 0.25 : 16) * (size > 0 ? size : 1);
  }
  return 0;
}
