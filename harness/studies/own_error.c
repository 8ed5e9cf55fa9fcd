#include "studies/own_error.h"

#include <math.h>

/* Two runs side by side, and one quantity of each. */
typedef struct {
  const Core *core;
  Integration it[2];
  Quad *y[2], *largest; /* room for q and v: of either run, and what each entry was at most */
  OwnError *out;
} Race;

/* Of a quantity that both runs score at the same time. */
static PetscErrorCode CompareQuantity(Race *race, Quantity quantity, Quad *largest) {
  const Quad rounding = 100 * (Quad)race->core->epsilon;
  PetscInt count = 0;
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    PetscCall(race->core->get(race->it[k], quantity, &count, race->y[k]));
  for (PetscInt i = 0; i < count; i++) {
    const Quad difference = fabsq(race->y[0][i] - race->y[1][i]);
    largest[i] = LargerOrNaN(largest[i], fabsq(race->y[1][i]));
    if (!(difference > rounding * largest[i]) && !isnanq(difference))
      continue;
    race->out->absolute = fmax(race->out->absolute, (PetscReal)difference);
    race->out->relative = fmax(race->out->relative, (PetscReal)(difference / largest[i]));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode RunBoth(const Experiment *s, Race *race, PetscBool at_node[2], Quad h,
                              PetscInt steps, PetscBool *done) {
  StepFailure failure;
  PetscFunctionBeginUser;
  *done = PETSC_TRUE;
  for (int k = 0; k < 2 && *done; k++) {
    PetscCall(race->core->begin(race->it[k], k ? h / 2 : h, s->y0, &failure));
    *done = (PetscBool)!failure.failed;
  }
  for (PetscInt step = 0; step < steps && *done; step++) {
    for (int k = 0; k < 2 && *done; k++) {
      PetscCall(race->core->advance(race->it[k], k + 1, &failure));
      *done = (PetscBool)!failure.failed;
    }
    if (*done && at_node[0])
      PetscCall(CompareQuantity(race, QUANTITY_CONFIGURATION, race->largest));
    if (*done && at_node[1])
      PetscCall(CompareQuantity(race, QUANTITY_VELOCITY, race->largest + s->dimensions.n));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode OwnErrorMeasure(const Experiment *s, Precision precision, Quad h, PetscInt steps,
                               OwnError *out) {
  const PetscInt room = s->dimensions.n + s->dimensions.m + 1;
  Race race = {.core = CoreOf(precision), .out = out};
  PetscBool at_node[2], done;
  Quad time_of_q, time_of_p;
  PetscFunctionBeginUser;
  *out = (OwnError){0, 0};
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &time_of_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &time_of_p));
  at_node[0] = (PetscBool)(time_of_q == 0);
  at_node[1] = (PetscBool)(time_of_p == 0 && s->dimensions.m > 0);
  PetscCall(PetscCalloc3(room, &race.y[0], room, &race.y[1], room, &race.largest));
  for (int k = 0; k < 2; k++)
    PetscCall(ExperimentIntegrate(s, precision, 1, &race.it[k]));
  PetscCall(RunBoth(s, &race, at_node, h, steps, &done));
  for (int k = 0; k < 2; k++)
    PetscCall(race.core->destroy(&race.it[k]));
  PetscCall(PetscFree3(race.y[0], race.y[1], race.largest));
  if (!done || !(at_node[0] || at_node[1]) || !isfinite(out->absolute))
    *out = (OwnError){NAN, NAN};
  PetscFunctionReturn(0);
}
