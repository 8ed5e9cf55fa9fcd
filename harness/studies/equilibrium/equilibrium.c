/* The equilibrium study: whether relative equilibria are kept, and their stability. */
#include "studies/equilibrium/equilibrium.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <string.h>

static PetscErrorCode Fits(const Pair *pair, PetscBool *fits) {
  PetscFunctionBeginUser;
  *fits = (PetscBool)(PairRealisation(pair)->equilibria.count > 0);
  PetscFunctionReturn(0);
}

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairAddStepSizes(pair, jobs, &job));
  PetscFunctionReturn(0);
}

static PetscErrorCode Judge(PetscInt count, const Job *const jobs[],
                            const Measured *const measured[], const Claim *claim, Finding *f) {
  /* No power of h: the points are of several equilibria. */
  static const DefectsRule kept = {.before = "error from the case's start",
                                   .after = " over as many steps"},
                           stable = {.before = "margin of a multiplier", .after = ""};
  PetscFunctionBeginUser;
  (void)count;
  PetscCall(DefectsJudge(strcmp(claim->quantity, "stability") ? &kept : &stable, jobs[0],
                         measured[0], claim, f));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "equilibrium",
     .on = CLAIM_ON_WORD,
     .quantities = "relative_equilibria stability",
     .values = "yes no",
     .lacking = "has relative equilibria",
     .meaning = "the model's relative equilibria are the method's, and as stable"},
    {.study = NULL}};

const Study StudyEquilibrium = {
    .name = "equilibrium",
    .text = "   of an equilibrium study (whether relative equilibria are kept, and their "
            "stability):\n"
            "    step_sizes, cases, unclaimed   as above\n",
    .keys = "step_sizes unclaimed",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .fits = Fits,
    .plan = Plan,
    .measure = EquilibriumMeasure,
    .judge = Judge,
    .explain = DefectsExplain};
