/* The growth study: how errors grow with time, on integrable models. */
#include "studies/growth/growth.h"
#include "registry/conditions.h"
#include "studies/explanation.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>

enum { PARTS_SHOWN = 8 };

static PetscErrorCode PutRun(const Growing *g, Explanation *e) {
  static const char *const says[] = {[GROWTH_CLEAR] = "",
                                     [GROWTH_SHORT] = "as large as the motion too soon",
                                     [GROWTH_ROUNDING] = "round-off",
                                     [GROWTH_MISSING] = "not scored"};
  const LongRun *run = g->run;

  PetscFunctionBeginUser;
  if (g->found == GROWTH_CLEAR)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "  %10.6g  %7lld  %9.6g  %8.2g  %8.1g  t^%.2f (%.2f to %.2f)", run->h,
                             (long long)run->steps, run->duration, g->largest, g->rounding,
                             g->envelope.exponent, g->envelope.lower, g->envelope.upper));
  else
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10.6g  %7lld  %9.6g  %8.2g  %8.1g  %s", run->h,
                             (long long)run->steps, run->duration, g->largest, g->rounding,
                             says[g->found]));
  if (run->ending.reason)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "with h = %.6g, what comes after it stopped: %s",
                             run->h, run->ending.reason));
  PetscFunctionReturn(0);
}

/* The largest errors in some parts of a run, from the first to the last. */
static PetscErrorCode PutParts(const LongRun *run, const Watched *w, Explanation *e) {
  const PetscInt shown = PetscMin(w->blocks, PARTS_SHOWN);

  PetscFunctionBeginUser;
  PetscCall(
      ExplanationAdd(e, EXPLAIN_FIGURES,
                     "with h = %.6g the largest error in each of some parts of the time:", run->h));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10s  %8s", "t", "largest"));
  for (PetscInt k = 0; k < shown; k++) {
    const PetscInt i = shown > 1 ? k * (w->blocks - 1) / (shown - 1) : 0;

    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10.6g  %8.3g", BlockTime(run, w, i, 0.5),
                             w->block[i].maximum));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ExplainGrowth(const Explained *x, Explanation *e) {
  const Measured *measured = x->measured[0];
  const char *quantity = x->claim->quantity;

  PetscFunctionBeginUser;
  PetscCall(
      ExplanationAdd(e, EXPLAIN_FIGURES,
                     "by run, against the closed form and relative to the size of %s:", quantity));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10s  %7s  %9s  %8s  %8s  %s", "h", "steps", "T",
                           "largest", "rounding", "grows like"));
  for (PetscInt i = 0; i < measured->count; i++) {
    Growing g;

    GrowthFind(measured, &measured->run[i], quantity, &g);
    PetscCall(PutRun(&g, e));
  }
  if (measured->count) {
    const LongRun *last = &measured->run[measured->count - 1];
    const Watched *w = LongRunFind(last, quantity);

    if (w && w->blocks)
      PetscCall(PutParts(last, w, e));
  }
  PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT,
                           "the first %d parts of each run, before anything has added up",
                           GROWTH_SKIPPED_PARTS));
  PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                           "a longer run or another step (keys `steps`, `duration` and `h` of the "
                           "suite's growth study): another power may take over"));
  PetscFunctionReturn(0);
}

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
  const SuiteRun own = PairOwnRun(pair);
  JobRun run;
  PetscFunctionBeginUser;
  PetscCall(PairRun(pair, &own, &run));
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
    .claims = claims,
    .first_case = PETSC_TRUE,
    .fits = GrowthFits,
    .plan = PlanGrowth,
    .measure = GrowthMeasure,
    .more = GrowthMore,
    .judge = GrowthJudge,
    .explain = ExplainGrowth};
