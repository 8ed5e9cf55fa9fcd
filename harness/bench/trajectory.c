#include "bench/trajectory.h"
#include <string.h>

static PetscErrorCode Check(const Trajectory *t, const StepFailure *failure) {
  PetscFunctionBeginUser;
  PetscCheck(!failure->failed, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "%s on %s failed at t = %g: %s", t->experiment.method->name,
             t->experiment.instance->model->name, failure->time, failure->text);
  PetscFunctionReturn(0);
}

/* Back to t = 0. */
static PetscErrorCode Begin(Trajectory *t) {
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(t->core->begin(t->integration, t->h, t->experiment.y0, &failure));
  PetscCall(Check(t, &failure));
  PetscFunctionReturn(0);
}

PetscErrorCode TrajectoryCreate(const Bench *b, const char *method, const char *model, PetscReal h,
                                Trajectory *t) {
  char name[128], *instance;

  PetscFunctionBeginUser;
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
  PetscCall(Begin(t));
  PetscFunctionReturn(0);
}

PetscErrorCode TrajectoryDestroy(Trajectory *t) {
  PetscFunctionBeginUser;
  PetscCall(t->core->destroy(&t->integration));
  PetscCall(ExperimentDestroy(&t->experiment));
  PetscFunctionReturn(0);
}

PetscErrorCode TrajectoryAdvance(void *trajectory, PetscInt64 steps) {
  Trajectory *t = trajectory;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(t->core->advance(t->integration, steps, &failure));
  PetscCall(Check(t, &failure));
  PetscFunctionReturn(0);
}
