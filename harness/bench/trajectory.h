/* A registered method on a registered model, as the bench steps it. */
#ifndef GIMBAL_HARNESS_BENCH_TRAJECTORY_H
#define GIMBAL_HARNESS_BENCH_TRAJECTORY_H

#include "bench/bench.h"
#include "studies/experiment.h"

typedef struct {
  Experiment experiment;
  const Core *core;
  Integration integration;
  Quad h;
} Trajectory;

/* In double precision, from the initial data of the model's first case, or of the case that
 * "model:case:settings" names. */
extern PetscErrorCode TrajectoryCreate(const Bench *, const char *method, const char *model,
                                       PetscReal h, Trajectory *);
extern PetscErrorCode TrajectoryDestroy(Trajectory *);
/* A BenchWork; a step that fails is an error. */
extern PetscErrorCode TrajectoryAdvance(void *trajectory, PetscInt64 steps);

#endif
