/* The equilibrium study: whether relative equilibria are kept, and their stability. */
#include "studies/equilibrium/equilibrium.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

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
  static const DefectsRule rule = {.power = PETSC_FALSE}; /* the points are of several equilibria */
  PetscFunctionBeginUser;
  (void)count;
  PetscCall(DefectsJudge(&rule, jobs[0], measured[0], claim, f));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {{.study = "equilibrium",
                                     .on = CLAIM_ON_WORD,
                                     .quantities = "relative_equilibria stability",
                                     .values = "yes no",
                                     .lacking = "has relative equilibria"},
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
