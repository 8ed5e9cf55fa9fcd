/* The trajectory study: the pictures of a model, for people to look at. It judges nothing. */
#include "studies/trajectory/trajectory.h"
#include "registry/pictures.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>

/* The longest that a picture of the pair asks for, else the case's duration. */
static PetscErrorCode LongestPicture(const Pair *pair, Quad *duration, PetscBool *any) {
  const gimbal_list list = PairRealisation(pair)->pictures;
  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  for (size_t i = 0; i < list.count; i++) {
    PictureWords words;
    PetscBool holds;
    PetscCall(PictureEvaluate(pair->name, pair->instance, ListAt(list, gimbal_picture, i), &words,
                              &holds));
    if (!holds)
      continue;
    if (!*any || words.duration > *duration)
      *duration = words.duration;
    *any = PETSC_TRUE;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Fits(const Pair *pair, PetscBool *fits) {
  Quad duration = 0;
  PetscFunctionBeginUser;
  PetscCall(LongestPicture(pair, &duration, fits));
  PetscFunctionReturn(0);
}

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  SuiteRun own = PairOwnRun(pair);
  Quad duration = 0, h = pair->instance->step;
  PetscBool any;
  JobRun run;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(LongestPicture(pair, &duration, &any));
  PetscCall(PairRun(pair, &own, &run));
  if (!run.steps) {
    PetscCall(PairEvaluate(pair, "h", &own.h, &h));
    run.steps = (PetscInt64)PetscMin(ceil((double)(duration / h) - 1e-9), TRAJECTORY_STEPS);
  }
  PetscCall(PairAddJob(pair, "", (PetscReal)run.steps, jobs, &job));
  job->runs.count = 1;
  PetscCall(ArenaArray(pair->arena, 1, &job->runs.at));
  job->runs.at[0] = run;
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {{.study = NULL}};

const Study StudyTrajectory = {
    .name = "trajectory",
    .text = "   of a trajectory study (the pictures that a model describes, drawn on its page "
            "beside the\n"
            "   exact motion; it judges nothing, so say unclaimed: true):\n"
            "    h            step (default: the case's)\n"
            "    steps, or duration   (default: the longest that a picture asks for)\n"
            "    cases, unclaimed     as above\n",
    .keys = "h steps duration unclaimed",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .shares = PETSC_TRUE,
    .fits = Fits,
    .plan = Plan,
    .measure = TrajectoryMeasure};
