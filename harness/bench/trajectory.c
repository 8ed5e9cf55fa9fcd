#include "bench/trajectory.h"
#include <string.h>

static PetscErrorCode Check(const Trajectory *t, const StepFailure *failure) {
  PetscCheck(!failure->failed, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "%s on %s failed at t = %g: %s", t->experiment.method->name,
             t->experiment.instance->model->name, failure->time, failure->text);
  return 0;
}

/* Back to t = 0. */
static PetscErrorCode Begin(Trajectory *t) {
  StepFailure failure;
  PetscCall(t->core->begin(t->integration, t->h, t->experiment.y0, &failure));
  return Check(t, &failure);
}

PetscErrorCode TrajectoryCreate(const Bench *b, const char *method, const char *model, PetscReal h,
                                Trajectory *t) {
  char name[128], *instance;

  *t = (Trajectory){.h = h};
  PetscCall(PetscStrncpy(name, model, sizeof name));
  instance = strchr(name, ':');
  if (instance)
    *instance++ = '\0';
  PetscCall(ExperimentCreate(
      b->registry, &(ExperimentNames){.method = method, .model = name, .instance = instance},
      &t->experiment));
  t->core = CoreOf(IN_DOUBLE);
  PetscCall(ExperimentIntegrate(&t->experiment, IN_DOUBLE, 1, &t->integration));
  return Begin(t);
}

PetscErrorCode TrajectoryDestroy(Trajectory *t) {
  PetscCall(t->core->destroy(&t->integration));
  return ExperimentDestroy(&t->experiment);
}

PetscErrorCode TrajectoryAdvance(void *trajectory, PetscInt64 steps) {
  Trajectory *t = trajectory;
  StepFailure failure;
  PetscCall(t->core->advance(t->integration, steps, &failure));
  return Check(t, &failure);
}
