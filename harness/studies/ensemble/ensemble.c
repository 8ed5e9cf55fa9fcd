/* The ensemble study: how the mean square energy error grows over the members of an ensemble. */
#include "studies/ensemble/ensemble.h"
#include "studies/pair.h"
#include "studies/study.h"

#include <stdio.h>

/* A job with one step size and one number of steps, for some of the members. */
static PetscErrorCode AddSlice(const Pair *pair, const JobRun *run, PetscInt first, PetscInt past,
                               Jobs *jobs) {
  char tail[32];
  Job *job;
  PetscFunctionBeginUser;
  /* Padded, so that the order of the keys is that of the members. */
  (void)snprintf(tail, sizeof(tail), "/%05d-%05d", (int)first, (int)past);
  PetscCall(PairAddJob(pair, tail, (PetscReal)run->steps * (past - first), jobs, &job));
  job->h.count = job->steps.count = 1;
  job->members.count = 2;
  PetscCall(ArenaArray(pair->arena, 1, &job->h.at));
  PetscCall(ArenaArray(pair->arena, 1, &job->steps.at));
  PetscCall(ArenaArray(pair->arena, 2, &job->members.at));
  job->h.at[0] = run->h;
  job->steps.at[0] = run->steps;
  job->members.at[0] = first;
  job->members.at[1] = past;
  job->samples = pair->study->samples;
  PetscFunctionReturn(0);
}

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  const PetscInt members = PairMembers(pair), slice = pair->study->slice;
  const SuiteRun own = PairOwnRun(pair);
  JobRun run;
  PetscFunctionBeginUser;
  PetscCall(PairRun(pair, &own, &run));
  for (PetscInt low = 0; low < members; low += slice)
    PetscCall(AddSlice(pair, &run, low, PetscMin(members, low + slice), jobs));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "energy",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .values = "random_walk",
     .meaning = "over an ensemble of initial data the mean square energy error grows like t"},
    {.study = NULL}};

const Study StudyEnsemble = {
    .name = "ensemble",
    .text = "   of an ensemble study (mean square energy error over the members of an ensemble):\n"
            "    h; steps or duration; unclaimed   as above\n"
            "    members      how many, from the first (default: all)\n"
            "    slice        members per job (26)\n"
            "    samples      output times (64)\n",
    .keys = "duration h steps members slice samples unclaimed",
    .claims = claims,
    .ensembles = PETSC_TRUE,
    .length = PETSC_TRUE,
    .slices = PETSC_TRUE,
    .plan = Plan,
    .measure = EnsembleMeasure,
    .judge = EnsembleJudge,
    .explain = EnsembleExplain};
