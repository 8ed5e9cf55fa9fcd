/* The growth study: how errors grow with time, on integrable models. */
#include "studies/growth/growth.h"
#include "studies/pair.h"
#include "studies/study.h"

enum { STEPS = 4 * GROWTH_SAMPLES };

/* Over such times only a closed form is a cheap reference. On a degenerate model (a linear one: its
 * frequencies do not depend on the energy) nothing distinguishes methods. */
static PetscErrorCode GrowthFits(const Pair *pair, PetscBool *fits) {
  Quad value;
  PetscFunctionBeginUser;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation,
                           "integrable && autonomous && degenerate==0", 0, &value));
  *fits = (PetscBool)(value != 0 && PairRealisation(pair)->exact);
  PetscFunctionReturn(0);
}

static PetscErrorCode PlanGrowth(const Pair *pair, Jobs *jobs) {
  JobRun run;
  PetscFunctionBeginUser;
  PetscCall(PairRun(pair, NULL, &run));
  if (!run.steps)
    run.steps = STEPS;
  run.steps = (run.steps + GROWTH_SAMPLES - 1) / GROWTH_SAMPLES * GROWTH_SAMPLES;
  PetscCall(PairAddRun(pair, run, jobs));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "growth",
     .on = CLAIM_ON_WORD,
     .quantities = "q v energy",
     .lacking = "is integrable, has a closed form and is not degenerate",
     .meaning = "errors grow like this power of t on integrable models"},
    {.study = "invariant_growth",
     .on = CLAIM_ON_INVARIANT,
     .lacking = "is integrable, has a closed form and such an invariant",
     .meaning = "the error of an invariant grows like this power of t on integrable models"},
    {.study = NULL}};

const Study StudyGrowth = {
    .name = "growth",
    .text =
        "   of a growth study (the power of t by which errors grow, on integrable models; with\n"
        "   claims growth and invariant_growth):\n"
        "    h            step (default: the case's)\n"
        "    steps, or duration   (default: 3840 steps; in multiples of 960)\n"
        "    cases        first (default) or all\n",
    .keys = "h steps duration",
    .relative = PETSC_TRUE,
    .claims = claims,
    .first_case = PETSC_TRUE,
    .fits = GrowthFits,
    .plan = PlanGrowth,
    .measure = GrowthMeasure,
    .judge = GrowthJudge,
    .change =
        "a longer run or another step (keys `steps`, `duration` and `h` of the suite's growth "
        "study): another power may take over"};
