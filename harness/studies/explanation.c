/* One table for each shape of measurements. What the rule made of them is in the verdict's facts. */
#include "studies/explanation.h"
#include "record/work.h"
#include "statistics/thresholds.h"
#include "studies/defects/defects.h"

enum { ROWS_SHOWN = 12, PARTS_SHOWN = 4 };

__attribute__((format(printf, 3, 4))) static void AddLine(Explanation *e, ExplainPart part,
                                                          const char *format, ...) {
  Texts *const lines = &e->part[part];
  char text[2048];
  va_list arguments;

  va_start(arguments, format);
  (void)vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  ArenaRoom(e->arena, lines->count, &lines->at);
  lines->at[lines->count++] = ArenaText(e->arena, text);
}

/* The k-th of the rows that are shown; first and last are among them. */
static PetscInt ShownRow(PetscInt k, PetscInt count) {
  const PetscInt shown = PetscMin(count, ROWS_SHOWN);

  return shown > 1 ? k * (count - 1) / (shown - 1) : 0;
}

static const char *PrecisionText(Precision precision) {
  return precision == IN_QUAD ? "quadruple" : "double";
}

/* ---- Series ---- */

/* One step size, or one tolerance; a row of costs has the error relative to the size of q. */
static void AddSeriesRow(const Evidence *x, const Verdict *v, const Series *series, PetscInt i,
                         PetscBool costs, PetscReal *last, Explanation *e) {
  const SeriesPoint *const point = &series->point[i];
  const char *const quantity = costs ? "q" : x->claim->quantity;
  const SeriesQuantity *const q = SeriesFindQuantity(series, quantity);
  const PetscReal size = costs && q ? q->size : 1,
                  noise = q && i < q->floor.count ? q->floor.at[i] / size : NAN,
                  error = SeriesPointError(point, quantity) / size;
  const PetscBool inside =
      (PetscBool)(v->points > 0 && point->steps >= v->from && point->steps <= v->to &&
                  v->precision && !strcmp(v->precision, PrecisionNames[series->precision]));
  const char *const mark = isfinite(noise) && !AboveNoise(error, noise) ? "  below ten noise levels"
                           : inside && !costs                           ? "  in the window"
                                                                        : "";
  char step[32], slope[32] = "-";

  if (!isfinite(error))
    return;
  (void)snprintf(step, sizeof(step), point->tolerance > 0 ? "%.2e" : "%.0f",
                 point->tolerance > 0 ? point->tolerance : (double)point->steps);
  if (last[0] > 0 && error > 0)
    (void)snprintf(slope, sizeof(slope), "%.3f", log(last[0] / error) / log(last[1] / point->h));
  last[0] = error;
  last[1] = point->h;
  if (costs)
    AddLine(e, EXPLAIN_FIGURES, "  %9s  %9.2e  %9.1g  %11.0f  %9.0f  %9.0f  %9.0f%s", step, error,
            noise, WorkOf(&point->counts, WORK_EVALUATIONS), WorkOf(&point->counts, WORK_JACOBIANS),
            WorkOf(&point->counts, WORK_LINEAR_SOLVES), WorkOf(&point->counts, WORK_ITERATIONS),
            mark);
  else
    AddLine(e, EXPLAIN_FIGURES, "  %9s  %10.6g  %9.3g  %9.1g  %6s%s", step, point->h, error, noise,
            slope, mark);
}

static void AddSeries(const Evidence *x, const Verdict *v, const Series *series, Explanation *e) {
  const PetscBool costs = (PetscBool)!SeriesFindQuantity(series, x->claim->quantity);
  const PetscInt shown = PetscMin(series->points, ROWS_SHOWN);
  PetscReal last[2] = {0, 0};

  AddLine(e, EXPLAIN_FIGURES,
          "the largest error up to T = %.6g, in %s precision:", series->duration,
          PrecisionText(series->precision));
  if (costs)
    AddLine(e, EXPLAIN_FIGURES, "  %9s  %9s  %9s  %11s  %9s  %9s  %9s",
            series->points && series->point[0].tolerance > 0 ? "tolerance" : "steps", "error",
            "noise", "evaluations", "jacobians", "solves", "Newton");
  else
    AddLine(e, EXPLAIN_FIGURES, "  %9s  %10s  %9s  %9s  %6s", "steps", "h", "error", "noise",
            "slope");
  for (PetscInt k = 0; k < shown; k++)
    AddSeriesRow(x, v, series, ShownRow(k, series->points), costs, last, e);
  if (shown < series->points)
    AddLine(e, EXPLAIN_FIGURES, "  (%d of %d rows are shown)", (int)shown, (int)series->points);
  for (PetscInt i = series->points - 1; i >= 0; i--)
    if (series->point[i].ending.reason) {
      AddLine(e, EXPLAIN_LEFT_OUT, "h = %.6g: %s", series->point[i].h,
              series->point[i].ending.reason);
      break; /* the finest says enough */
    }
  if (series->reference_method)
    AddLine(e, EXPLAIN_FIGURES, "errors are taken against: %s", series->reference_method);
}

/* ---- Points ---- */

static const char *MarkOf(const Defect *d) {
  return DefectSeenAlone(d->defect, d->error) ? "  > 100 error bars"
         : DefectSeen(d->defect, d->error)    ? "  > 10 error bars"
         : d->defect > d->error               ? "  > its error bar"
                                              : "";
}

/* A defect at a step size, or of a scheme, with all that belongs to it. */
static PetscErrorCode AddDefect(const Point *point, const Defect *d, Explanation *e) {
  char place[64], numbers[512] = "";
  size_t used = 0;

  if (isfinite(point->h))
    (void)snprintf(place, sizeof(place), "%.6g", point->h);
  else
    (void)snprintf(place, sizeof(place), "%s", d->name);
  for (PetscInt i = 0; i < d->numbers && used < sizeof(numbers); i++) {
    const char *const name = d->number[i].name;

    used += (size_t)snprintf(numbers + used, sizeof(numbers) - used, "  %s %.6g",
                             !strcmp(name, DEFECT_ABSENT)  ? "local error"
                             : !strcmp(name, DEFECT_LATER) ? "at t ="
                                                           : name,
                             d->number[i].value);
  }
  AddLine(e, EXPLAIN_FIGURES, "  %16s  %9.3g  %9.1g%s%s%s%s%s%s", place, d->defect, d->error,
          numbers, d->witness ? "  " : "", d->witness ? d->witness : "",
          point->equilibrium ? "  " : "", point->equilibrium ? point->equilibrium : "", MarkOf(d));
  return 0;
}

static PetscErrorCode AddPoints(const Evidence *x, Explanation *e) {
  const Measured *const measured = x->measured[0];
  PetscInt shown = 0;

  AddLine(e, EXPLAIN_FIGURES, "in %s precision:", PrecisionText(measured->precision));
  AddLine(e, EXPLAIN_FIGURES, "  %16s  %9s  %9s", "h", "defect", "error bar");
  for (PetscInt i = 0; i < measured->count; i++) {
    const Point *const point = &measured->point[i];

    if (point->ending.reason)
      AddLine(e, EXPLAIN_LEFT_OUT, "h = %.6g: %s", point->h, point->ending.reason);
    for (PetscInt k = 0; k < point->quantities; k++) {
      const Defect *const d = &point->quantity[k];

      /* the defects of a scheme, which has no step size, belong together */
      if ((isnan(point->h) || !strcmp(d->name, x->claim->quantity)) && shown++ < 2 * ROWS_SHOWN)
        PetscCall(AddDefect(point, d, e));
    }
  }
  if (shown > 2 * ROWS_SHOWN)
    AddLine(e, EXPLAIN_FIGURES, "  (and %d more)", (int)(shown - 2 * ROWS_SHOWN));
  return 0;
}

/* ---- Runs ---- */

static void AddRun(const LongRun *run, const Watched *w, Explanation *e) {
  char parts[PARTS_SHOWN * 16] = "";

  for (PetscInt k = 0; k < PARTS_SHOWN; k++) {
    PetscReal largest = NAN;

    for (PetscInt b = k * w->blocks / PARTS_SHOWN; b < (k + 1) * w->blocks / PARTS_SHOWN; b++)
      largest = fmax(largest, w->block[b].maximum); /* fmax passes over NaN */
    if (isfinite(largest))
      (void)snprintf(parts + strlen(parts), sizeof(parts) - strlen(parts), " %8.3g", largest);
    else
      (void)strcat(parts, "        -");
  }
  AddLine(e, EXPLAIN_FIGURES, "  %9.6g %8lld %9.6g %8.3g%s%s%s", run->h, (long long)run->steps,
          run->duration, w->maximum, parts, run->extra ? "  " : "",
          !run->extra                  ? ""
          : strcmp(run->extra, "twin") ? run->extra
                                       : "quadruple");
  if (run->ending.reason)
    AddLine(e, EXPLAIN_LEFT_OUT, "with h = %.6g, what comes after t = %.6g: %s", run->h,
            isfinite(run->ending.time) ? run->ending.time : 0.0, run->ending.reason);
}

static void AddRuns(const Evidence *x, Explanation *e) {
  const Measured *const measured = x->measured[0];

  AddLine(e, EXPLAIN_FIGURES,
          "by run, requested or additional (finer, small, quadruple); the largest values "
          "of all and in each quarter of the time:");
  AddLine(e, EXPLAIN_FIGURES, "  %9s %8s %9s %8s %8s %8s %8s %8s", "h", "steps", "T", "largest",
          "first", "second", "third", "fourth");
  for (PetscInt i = 0; i < measured->count; i++) {
    const Watched *const w = LongRunFind(&measured->run[i], x->claim->quantity);

    if (w)
      AddRun(&measured->run[i], w, e);
  }
}

/* ---- Ensembles ---- */

/* The root mean square over all slices at one of the times; NaN: no member arrived. */
static PetscReal RootMeanSquare(const Evidence *x, PetscInt time) {
  PetscReal square = 0, members = 0;

  for (PetscInt j = 0; j < x->count; j++) {
    const Ensemble *const slice = &x->measured[j]->ensemble;
    const EnsembleSum *const sum = EnsembleFind(slice, x->claim->quantity);

    if (!sum || time >= sum->sum_square.count)
      continue;
    square += sum->sum_square.at[time];
    members += (PetscReal)(slice->past - slice->first - slice->failed_members);
  }
  return members > 0 ? sqrt(square / members) : NAN;
}

static void AddEnsemble(const Evidence *x, Explanation *e) {
  const Ensemble *const first = &x->measured[0]->ensemble;
  PetscInt failed = 0;

  for (PetscInt j = 0; j < x->count; j++)
    failed += x->measured[j]->ensemble.failed_members;
  AddLine(e, EXPLAIN_FIGURES, "%d steps of %.6g, in %d slice%s:", (int)first->steps, first->h,
          (int)x->count, x->count == 1 ? "" : "s");
  AddLine(e, EXPLAIN_FIGURES, "  %10s  %16s", "t", "root mean square");
  for (PetscInt k = 0; k < PetscMin(first->times.count, ROWS_SHOWN); k++) {
    const PetscInt i = ShownRow(k, first->times.count);

    AddLine(e, EXPLAIN_FIGURES, "  %10.6g  %16.3g", first->times.at[i], RootMeanSquare(x, i));
  }
  if (failed)
    AddLine(e, EXPLAIN_LEFT_OUT, "%d members that did not arrive", (int)failed);
}

/* ---- All of it ---- */

/* In which precision more could be seen. */
static void AddPrecision(const Job *job, const Verdict *v, Explanation *e) {
  const char *requested = job->precision ? job->precision : "auto";
  const PetscBool measured_in_quad =
      (PetscBool)(v->precision && !strcmp(v->precision, PrecisionNames[IN_QUAD]));

  if (measured_in_quad || !strcmp(requested, "quad"))
    return;
  if (job->double_only)
    AddLine(e, EXPLAIN_CHANGE,
            "more digits: method or model are there in double precision only; "
            "`gimbal build FILE.c` makes both, and auto then takes what it needs");
  else if (!strcmp(requested, "double") || v->verdict == UNDECIDED)
    AddLine(e, EXPLAIN_CHANGE, "more digits: --precision quad%s",
            !strcmp(requested, "double") ? " (double was requested)" : "");
}

PetscErrorCode ExplainVerdict(const Study *study, const Evidence *x, const Verdict *v,
                              Explanation *e) {
  const Measured *const measured = x->measured[0];

  switch (measured->shape) {
  case MEASURED_SERIES:
    for (PetscInt i = 0; i < measured->count; i++)
      AddSeries(x, v, &measured->series[i], e);
    break;
  case MEASURED_RUNS:
    AddRuns(x, e);
    break;
  case MEASURED_ENSEMBLE:
    AddEnsemble(x, e);
    break;
  case MEASURED_POINTS:
    PetscCall(AddPoints(x, e));
    break;
  case MEASURED_NOTHING:
    break;
  }
  if (study->change)
    AddLine(e, EXPLAIN_CHANGE, "%s", study->change);
  AddPrecision(x->job[0], v, e);
  return 0;
}
