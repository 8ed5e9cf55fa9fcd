#include "record/work.h"

const char *const WorkNames[] = {"evaluations", "jacobians", "linear_solves", "iterations", NULL};

PetscReal WorkOf(const Counts *c, WorkKind kind) {
  switch (kind) {
  case WORK_EVALUATIONS:
    return (PetscReal)(c->fields + c->forces);
  case WORK_JACOBIANS:
    return (PetscReal)(c->jacobians + c->field_jacobians);
  case WORK_LINEAR_SOLVES:
    return (PetscReal)(c->iterations + c->linear_solves);
  case WORK_ITERATIONS:
    return (PetscReal)c->iterations;
  default:
    return NAN;
  }
}

PetscReal WorkAccuracy(PetscInt i) { return pow(10, -(double)(WORK_FIRST + i)); }

void WorkCurveAdd(WorkCurve *curve, PetscReal error, PetscReal work) {
  if (!isfinite(error) || !isfinite(work) || curve->count == WORK_POINTS)
    return;
  curve->error[curve->count] = error;
  curve->work[curve->count++] = work;
}

void WorkCurveOf(const Series *series, WorkKind kind, WorkCurve *curve) {
  const SeriesQuantity *q = SeriesFindQuantity(series, "q");
  curve->count = 0;
  for (PetscInt i = 0; q && q->size > 0 && i < series->points; i++)
    if (series->point[i].counted)
      WorkCurveAdd(curve, SeriesPointError(&series->point[i], "q") / q->size,
                   WorkOf(&series->point[i].counts, kind));
}

/* Of what is not needed at all there is no logarithm; an error of 0 is no point of a line. */
static void Interpolate(const WorkCurve *curve, PetscInt first, PetscReal accuracy,
                        WorkReach *reach) {
  const PetscReal *const error = &curve->error[first - 1];
  reach->lower = curve->work[first - 1];
  if (reach->lower > 0 && reach->upper > 0 && error[1] > 0)
    reach->work = reach->lower * pow(reach->upper / reach->lower,
                                     log(error[0] / accuracy) / log(error[0] / error[1]));
}

void WorkToReach(const WorkCurve *curve, PetscReal accuracy, WorkReach *reach) {
  PetscInt best = 0, first;
  *reach = (WorkReach){.work = NAN, .lower = NAN, .upper = NAN, .least = NAN, .most = NAN};
  if (!curve->count)
    return;
  reach->most = curve->work[0];
  for (PetscInt i = 1; i < curve->count; i++) {
    if (curve->error[i] < curve->error[best])
      best = i;
    reach->most = fmax(reach->most, curve->work[i]);
  }
  reach->least = curve->error[best];
  if (reach->least > accuracy)
    return;
  for (first = best; first && curve->error[first - 1] <= accuracy; first--)
    ;
  reach->reached = PETSC_TRUE;
  reach->work = reach->upper = curve->work[first];
  reach->at_once = (PetscBool)(first == 0);
  if (first)
    Interpolate(curve, first, accuracy, reach);
  /* Newton's method may need fewer iterations in all where steps are smaller. */
  for (PetscInt i = first + 1; i <= best; i++)
    reach->work = fmin(reach->work, curve->work[i]);
}
