/* The figures that a verdict on an order rests on. */
#include "studies/explanation.h"
#include "statistics/thresholds.h"
#include "studies/order/order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step size of the quantity at hand. */
typedef struct {
  PetscInt64 steps;
  PetscReal h, error, floor;
} Row;

typedef struct {
  const Series *series;
  PetscInt count;
  Row *row;               /* by growing number of steps, those with an error */
  PetscInt failed;        /* step sizes without one */
  const char *failure;    /* why the finest of these has none */
  PetscInt64 failed_last; /* its number of steps */
} Rows;

enum { ROWS_SHOWN = 12 };

static int ByFineness(const void *a, const void *b) {
  const Row *one = a, *two = b;

  return (two->h > one->h) - (two->h < one->h);
}

static PetscErrorCode CollectRows(const Series *series, const char *quantity, Arena arena,
                                  Rows *rows) {
  const SeriesQuantity *known = SeriesFindQuantity(series, quantity);

  PetscFunctionBeginUser;
  *rows = (Rows){.series = series};
  PetscCall(ArenaArray(arena, series->points, &rows->row));
  for (PetscInt i = 0; i < series->points; i++) {
    const SeriesPoint *point = &series->point[i];
    const PetscReal error = SeriesPointError(point, quantity);

    if (isfinite(error)) {
      rows->row[rows->count++] = (Row){point->steps, point->h, error,
                                       known && i < known->floor.count ? known->floor.at[i] : NAN};
    } else if (!rows->failed++ || point->steps > rows->failed_last) {
      rows->failed_last = point->steps;
      rows->failure = point->ending.reason ? point->ending.reason : "the error is no finite number";
    }
  }
  qsort(rows->row, (size_t)rows->count, sizeof(*rows->row), ByFineness);
  PetscFunctionReturn(0);
}

/* The series that decided; NULL: none. */
static const Series *DecidingSeries(const Explained *x) {
  const Series *first = MeasuredFirstSeries(x->measured[0]);

  for (PetscInt i = 0; first && i < x->measured[0]->count; i++)
    if (x->verdict->precision && !strcmp(PrecisionNames[first[i].precision], x->verdict->precision))
      return &first[i];
  return first;
}

static PetscBool InWindow(const Verdict *v, const Row *row) {
  return (PetscBool)(v->points > 0 && row->steps >= v->from && row->steps <= v->to);
}

/* Every row, or so many that they fill a page: first and last are among them. */
static PetscErrorCode PutRows(const Explained *x, const Rows *rows, Explanation *e) {
  const PetscInt shown = PetscMin(rows->count, ROWS_SHOWN);
  const Row *before = NULL;

  PetscFunctionBeginUser;
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %9s  %10s  %9s  %9s  %6s", "steps", "h", "error",
                           "noise", "slope"));
  for (PetscInt i = 0; i < shown; i++) {
    const Row *row = &rows->row[shown > 1 ? i * (rows->count - 1) / (shown - 1) : 0];
    char steps[32] = "-", slope[32] = "-";

    if (row->steps)
      (void)snprintf(steps, sizeof(steps), "%lld", (long long)row->steps);
    if (before && before->error > 0 && row->error > 0)
      (void)snprintf(slope, sizeof(slope), "%.3f",
                     log(before->error / row->error) / log(before->h / row->h));
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %9s  %10.6g  %9.3g  %9.1g  %6s%s", steps,
                             row->h, row->error, row->floor, slope,
                             !AboveNoise(row->error, row->floor) ? "  below ten noise levels"
                             : InWindow(x->verdict, row)         ? "  in the window"
                                                                 : ""));
    before = row;
  }
  if (shown < rows->count)
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  (%d of %d step sizes are shown)", (int)shown,
                             (int)rows->count));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutFit(const Explained *x, const Rows *rows, Explanation *e) {
  const Verdict *v = x->verdict;
  const Counterexample *c = &v->details.counterexample;

  PetscFunctionBeginUser;
  if (v->points && v->verdict != CONFIRMED) /* whose reason states it */
    PetscCall(
        ExplanationAdd(e, EXPLAIN_FIGURES,
                       "the window: %d points from %lld to %lld steps fall like h^%.3f, between "
                       "h^%.3f and h^%.3f",
                       (int)v->points, (long long)v->from, (long long)v->to, v->observed.number,
                       v->lower, v->upper));
  if (c->there && isfinite(c->coefficient))
    PetscCall(ExplanationAdd(
        e, EXPLAIN_FIGURES,
        "the term: %.3g h^%d in component %d at t = %.6g, %.3g of its standard deviations",
        c->coefficient, (int)c->power, (int)c->component, c->time, c->deviations));
  PetscCall(ExplainReference(rows->series, e));
  PetscFunctionReturn(0);
}

/* The verdict of each precision alone, where there are two. */
static PetscErrorCode PutPrecisions(const Explained *x, Explanation *e) {
  const Measured *measured = x->measured[0];

  PetscFunctionBeginUser;
  for (PetscInt i = 0; measured->count > 1 && i < measured->count; i++) {
    Measured alone = *measured;
    const Measured *one = &alone;
    Finding f;

    alone.count = 1;
    alone.series = &measured->series[i];
    PetscCall(OrderJudge(1, x->job, &one, x->claim, &f));
    PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                             "in %s precision alone: %s, h^%.3f, down to errors of %.2g",
                             alone.series->precision == IN_QUAD ? "quadruple" : "double",
                             VerdictNames[f.verdict], f.observed, f.smallest));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode PutLeftOut(const Explained *x, const Rows *rows, Explanation *e) {
  PetscInt low = 0, coarse = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < rows->count; i++) {
    low += !AboveNoise(rows->row[i].error, rows->row[i].floor);
    coarse += x->verdict->points > 0 && rows->row[i].steps < x->verdict->from;
  }
  if (coarse)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT,
                             "%d step sizes coarser than the window: not yet a clean power of h",
                             (int)coarse));
  if (low)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT,
                             "%d step sizes whose errors are below ten noise levels: they may be "
                             "round-off, the solver's or the reference's",
                             (int)low));
  if (rows->failed)
    PetscCall(ExplanationAdd(e, EXPLAIN_LEFT_OUT,
                             "%d step sizes without an error, the finest with %lld steps: %s",
                             (int)rows->failed, (long long)rows->failed_last, rows->failure));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutChange(const Rows *rows, Explanation *e) {
  const Row *finest = rows->count ? &rows->row[rows->count - 1] : NULL;

  PetscFunctionBeginUser;
  if (!finest)
    PetscFunctionReturn(0);
  if (AboveNoise(finest->error, finest->floor))
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "finer steps: the finest error, %.3g, is still %.2g noise levels (key "
                             "`sizes` of the suite's order study)",
                             finest->error, finest->error / finest->floor));
  else
    PetscCall(ExplanationAdd(e, EXPLAIN_CHANGE,
                             "step sizes between those that there are, or coarser ones: finer ones "
                             "are at the noise level in this precision"));
  PetscFunctionReturn(0);
}

PetscErrorCode OrderExplain(const Explained *x, Explanation *e) {
  const Series *series = DecidingSeries(x);
  Rows rows;

  PetscFunctionBeginUser;
  if (!series)
    PetscFunctionReturn(0);
  PetscCall(CollectRows(series, x->claim->quantity, e->arena, &rows));
  PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                           "the largest error over components and %d times up to T = %.6g, in %s "
                           "precision:",
                           (int)series->times.count, series->duration,
                           series->precision == IN_QUAD ? "quadruple" : "double"));
  PetscCall(PutRows(x, &rows, e));
  PetscCall(PutFit(x, &rows, e));
  PetscCall(PutPrecisions(x, e));
  PetscCall(PutLeftOut(x, &rows, e));
  PetscCall(PutChange(&rows, e));
  PetscFunctionReturn(0);
}
