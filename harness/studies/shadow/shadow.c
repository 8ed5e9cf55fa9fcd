/* The shadow study: whether a trajectory conserves a Hamiltonian near the model's. */
#include "studies/shadow/shadow.h"
#include "studies/pair.h"
#include "studies/study.h"

enum { STEPS = 1000 }; /* of the first step size; the half of it takes twice as many */

static PetscErrorCode ShadowFits(const Pair *pair, PetscBool *fits) {
  Quad value;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation,
                           "canonical && autonomous && !nonsmooth", 0, &value));
  *fits = (PetscBool)(value != 0);
  return 0;
}

static PetscErrorCode PlanShadow(const Pair *pair, Jobs *jobs) {
  JobRun run;
  Job *job;
  PetscCall(PairRun(pair, NULL, &run));
  if (!run.steps)
    run.steps = STEPS;
  PetscCall(PairAddJob(pair, "", 3 * (PetscReal)run.steps, jobs, &job));
  job->chosen = run.chosen;
  TextsAdd(pair->arena, &job->h, run.h);
  TextsAdd(pair->arena, &job->h, ArenaPrint(pair->arena, "(%s)/2", run.h));
  ArenaAppend(pair->arena, job->steps.count, &job->steps.at, (PetscInt)run.steps);
  return 0;
}

static const ClaimWords claims[] = {{.study = "shadow",
                                     .on = CLAIM_ON_WORD,
                                     .quantities = SHADOW_DEFECT,
                                     .values = "yes no",
                                     .lacking = "is canonical, autonomous and smooth",
                                     .meaning = "runs conserve a Hamiltonian near the model's"},
                                    {.study = NULL}};

const Study StudyShadow = {
    .name = "shadow",
    .keys = "h steps duration",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .restores = PETSC_TRUE,
    .fits = ShadowFits,
    .plan = PlanShadow,
    .measure = ShadowMeasure,
    .judge = ShadowJudge,
    .change =
        "other step sizes (key `h` of the suite's shadow study): larger ones where what is left is "
        "round-off, smaller ones where it does not fall yet"};
