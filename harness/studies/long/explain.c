/* The figures that a verdict on a long run rests on. */
#include "studies/explanation.h"
#include "studies/long/long.h"
#include "studies/long/runs.h"

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
      "time with its deviation, and one of `seen` would have been found; `fine` is a "
      "run with smaller steps beside those asked for, `quad` one in quadruple "
      "precision:"));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, " %9s %7s %8s %8s %8s %8s %6s %6s %s", "h", "steps",
                           "largest", "roundoff", "size", "drift", "+-", "seen", "class"));
  for (int k = 0; k < runs->asked; k++)
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
  for (int k = 0; k < runs->asked && !strcmp(claim->value, "exact"); k++)
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
  const Run *last = &runs->run[runs->asked - 1];
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

PetscErrorCode LongExplain(const Explained *x, Explanation *e) {
  Runs *runs;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&runs));
  RunsUnpack(x->measured[0], x->claim->quantity, runs);
  if (runs->asked) {
    PetscCall(PutRuns(runs, e));
    PetscCall(PutPower(runs, x->claim, e));
    for (int k = 0; k < runs->asked; k++)
      PetscCall(PutStop(&runs->run[k], e));
    for (int k = 0; k < runs->finer; k++)
      PetscCall(PutStop(&runs->fine[k], e));
    PetscCall(PutChange(x, runs, e));
  }
  PetscCall(PetscFree(runs));
  PetscFunctionReturn(0);
}
