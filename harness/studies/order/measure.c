/* The order study: a series of step sizes, in double precision and where that leaves something open in
 * quadruple precision too. */
#include "studies/order/series.h"
#include "statistics/thresholds.h"
#include "studies/order/order.h"
#include <math.h>

static PetscErrorCode AllSteps(const Series *series, Arena arena, Integers *steps) {
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(arena, series->points, &steps->at));
  steps->count = series->points;
  for (PetscInt i = 0; i < series->points; ++i)
    steps->at[i] = series->point[i].steps;
  PetscFunctionReturn(0);
}

PetscErrorCode OrderMeasure(const Experiment *s, Measured *measured) {
  const PetscBool quad = ExperimentHas(s, IN_QUAD),
                  only_quad = (PetscBool)(ExperimentAsksFor(s, IN_QUAD) && quad),
                  only_double = ExperimentAsksFor(s, IN_DOUBLE),
                  goes_on = (PetscBool)(s->job->horizon > 0);
  PetscReal highest = 0;
  PetscBool may_ask;
  Measured *aside = NULL; /* for the noise level alone */
  OrderSubject study;
  OrderStanding early = {PETSC_FALSE, PETSC_FALSE, PETSC_FALSE}, standing = early;
  Integers steps = s->job->steps;
  OrderNoise noise, wide;
  PetscFunctionBeginUser;
  PetscCall(OrderSubjectCreate(s, NULL, &study));
  for (PetscInt g = 0; g < study.groups; ++g)
    highest = fmax(highest, study.group[g].claimed);
  may_ask = (PetscBool)(!only_quad && !only_double && quad && highest <= ORDER_WANTS_QUADRUPLE);
  if (only_quad)
    PetscCall(MeasuredCreate(&aside));
  PetscCall(OrderRunSeries(
      &(OrderSeries){&study, IN_DOUBLE, aside ? aside : measured, OrderMore, measured, NULL},
      &steps, &noise));
  if (!only_quad && (goes_on || may_ask))
    PetscCall(OrderStandingOf(s->job, measured, &early));
  if (!only_quad && goes_on && !early.refuted)
    PetscCall(OrderMeasureLate(&study, &noise, measured));
  if (aside)
    PetscCall(MeasuredDestroy(&aside));
  if (may_ask)
    PetscCall(OrderStandingLater(s->job, measured, &early, &standing));
  if (only_quad || standing.open || (!only_double && highest > ORDER_WANTS_QUADRUPLE && quad)) {
    /* Round-off acts in the same way, only smaller; the iteration stops by stagnation, which costs
     * a few more digits. */
    const PetscReal ratio = 100 * CoreQuad()->epsilon / CoreDouble()->epsilon;
    wide = noise;
    for (PetscInt g = 0; g < study.groups; ++g) {
      if (!only_quad) /* it is stored with the other series */
        wide.difference[g] = wide.explained[g] = NAN;
      wide.roundoff[g] = noise.roundoff[g] * ratio;
      wide.rounding[g] = noise.rounding[g] * ratio;
      wide.solver[g] = noise.solver[g] * ratio;
    }
    /* With fewer points a sum of powers would explain what is left out in double. */
    if (standing.excused)
      PetscCall(AllSteps(&measured->series[0], measured->arena, &steps));
    PetscCall(OrderRunSeries(&(OrderSeries){&study, IN_QUAD, measured, OrderMore, measured, &wide},
                             &steps, &wide));
  }
  PetscCall(OrderSubjectDestroy(&study));
  PetscFunctionReturn(0);
}
