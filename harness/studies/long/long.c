/* The long study: energy, invariants and constraints at every step of long runs. */
#include "studies/long/long.h"
#include "studies/explanation.h"
#include "studies/long/runs.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static PetscErrorCode PutRun(const Run *run, const char *beside, Explanation *e) {
  const TrendSeries *s = &run->series;
  char drift[32] = "-", deviation[32] = "-", seen[32] = "-";
  Trend t;

  PetscFunctionBeginUser;
  TrendClassify(s, &t);
  if (isfinite(t.least_drift)) {
    (void)snprintf(drift, sizeof(drift), "%.2g", t.slope);
    (void)snprintf(deviation, sizeof(deviation), "%.1g", t.slope_deviation);
    (void)snprintf(seen, sizeof(seen), "%.1g", t.least_drift);
  }
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, " %9.6g %7lld %8.3g %8.3g %8.3g %8s %6s %6s %s%s",
                           s->h, s->steps, s->maximum, t.roundoff, t.oscillation, drift, deviation,
                           seen, s->stopped ? "stopped" : TrendName(t.class), beside));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutRuns(const Runs *runs, Explanation *e) {
  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(
      e, EXPLAIN_FIGURES,
      "by run; `size` is that of the oscillation, `drift` is per unit of "
      "time with its deviation, and one of `seen` would have been found; `fine` is an "
      "additional run with smaller steps, `quad` one in quadruple "
      "precision:"));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, " %9s %7s %8s %8s %8s %8s %6s %6s %s", "h", "steps",
                           "largest", "roundoff", "size", "drift", "+-", "seen", "class"));
  for (int k = 0; k < runs->requested; k++)
    PetscCall(PutRun(&runs->run[k], "", e));
  for (int k = 0; k < runs->finer; k++)
    PetscCall(PutRun(&runs->fine[k], " fine", e));
  if (runs->quads)
    PetscCall(PutRun(&runs->quad, " quad", e));
  if (isfinite(runs->fall.power))
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "over T = %.6g the root mean square is %.3g with h = %.6g and %.3g "
                             "with %.6g: it falls like h^%.2f",
                             runs->fall.duration, runs->fall.large, runs->fall.h, runs->fall.small,
                             runs->fall.finer, runs->fall.power));
  PetscFunctionReturn(0);
}

/* What a claim of exactness is held against. */
static PetscErrorCode PutPower(const Runs *runs, const Claim *claim, Explanation *e) {
  PetscFunctionBeginUser;
  for (int k = 0; k < runs->requested && !strcmp(claim->value, "exact"); k++)
    if (isfinite(runs->run[k].own_error))
      PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                               "with h = %.6g the method's own error in a step, added up over the "
                               "run in terms of size %.3g, comes to %.2g",
                               runs->run[k].series.h, runs->run[k].series.scale,
                               runs->run[k].own_error));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutStop(const Run *run, Explanation *e) {
  PetscFunctionBeginUser;
  if (run->series.stopped)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT, "with h = %.6g, what comes after t = %.6g: %s",
                             run->series.h, isfinite(run->stop) ? run->stop : 0.0,
                             run->reason ? run->reason : "the run stopped"));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutChange(const Explained *x, const Runs *runs, Explanation *e) {
  const Run *last = &runs->run[runs->requested - 1];
  const char *value = x->claim->value;
  Trend t;

  PetscFunctionBeginUser;
  TrendClassify(&last->series, &t);
  if (!strcmp(value, "exact")) {
    if (x->verdict->verdict != CONFIRMED)
      PetscFunctionReturn(0);
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "a residual above %.3g, ten times what round-off explains, would "
                             "refute",
                             ROUNDOFF_EDGE * t.roundoff));
    PetscFunctionReturn(0);
  }
  if (isfinite(t.least_drift) && t.class != TREND_LINEAR)
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "a longer run (keys `steps` or `duration` of the suite's long "
                             "study): a drift below %.1g per unit of time is not seen in this one",
                             t.least_drift));
  else
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "a longer run or smaller steps (keys `steps`, `duration` and `h` of "
                             "the suite's long study)"));
  PetscFunctionReturn(0);
}

static PetscErrorCode ExplainLong(const Explained *x, Explanation *e) {
  Runs *runs;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&runs));
  RunsUnpack(x->measured[0], x->claim->quantity, runs);
  if (runs->requested) {
    PetscCall(PutRuns(runs, e));
    PetscCall(PutPower(runs, x->claim, e));
    for (int k = 0; k < runs->requested; k++)
      PetscCall(PutStop(&runs->run[k], e));
    for (int k = 0; k < runs->finer; k++)
      PetscCall(PutStop(&runs->fine[k], e));
    PetscCall(PutChange(x, runs, e));
  }
  PetscCall(PetscFree(runs));
  PetscFunctionReturn(0);
}

static PetscErrorCode PlanLong(const Pair *pair, Jobs *jobs) {
  const YamlList *runs = &pair->study->runs;
  const SuiteRun own = PairOwnRun(pair), *given = runs->count ? runs->at : &own;
  JobRuns all = {.count = runs->count ? runs->count : 1};
  PetscReal total = 0;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(pair->arena, all.count, &all.at));
  for (PetscInt i = 0; i < all.count; i++) {
    PetscCall(PairRun(pair, &given[i], &all.at[i]));
    total += (PetscReal)all.at[i].steps;
  }
  PetscCall(PairAddJob(pair, "", total, jobs, &job));
  job->runs = all;
  PetscFunctionReturn(0);
}

/* A random walk is seen over an ensemble only; everything else that lasts, in a long run. */
static const ClaimWords claims[] = {
    {.study = "constraint",
     .on = CLAIM_ON_PROBE,
     .values = "exact",
     .meaning = "constraints hold at the nodes, or where the method's probe evaluates them, up to "
                "round-off"},
    {.study = "energy",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .values = "exact bounded drift",
     .meaning = "over a long run the energy stays as it was, oscillates, or (one counterexample "
                "does) drifts"},
    {.study = "invariant",
     .on = CLAIM_ON_INVARIANT,
     .values = "exact bounded drift",
     .lacking = "has such an invariant",
     .meaning = "the same of an invariant of the model, or of all of a kind"},
    {.study = NULL}};

const Study StudyLong = {
    .name = "long",
    .text = "   of a long study (energy, invariants and constraints at every step):\n"
            "    h            step (default: the case's)\n"
            "    steps, or duration\n"
            "    runs         in place of these: a list of {h, steps} or {h, duration}\n"
            "    cases        first (default: the first case of each model) or all\n"
            "    unclaimed    true: run it even where no claim is judged from it, for the plots\n",
    .keys = "duration runs h steps unclaimed",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .length = PETSC_TRUE,
    .plan = PlanLong,
    .measure = LongMeasure,
    .more = LongMore,
    .judge = LongJudge,
    .explain = ExplainLong};
