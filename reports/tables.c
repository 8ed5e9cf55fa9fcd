/* What stands in tables/ beside published_claims: verdicts, orders, errors, energy, constraints,
 * ensembles. */
#include "reports/tables.h"
#include "reports/published.h"
#include "reports/algebra.h"
#include "reports/equilibria.h"
#include "reports/table.h"
#include "reports/work.h"
#include "reports/writers.h"
#include "reports/ensemble.h"
#include "reports/outcomes.h"
#include <math.h>
#include <string.h>

PetscErrorCode OrderCell(const Verdict *verdict, char *text, size_t size) {
  char value[64];
  PetscReal half;

  PetscFunctionBeginUser;
  if (!verdict) {
    PetscCall(PetscSNPrintf(text, size, "—"));
    PetscFunctionReturn(0);
  }
  if (verdict->observed.word || isnan(verdict->observed.number)) {
    PetscCall(PetscSNPrintf(text, size, "%s", VerdictNames[verdict->verdict]));
    PetscFunctionReturn(0);
  }
  half = (verdict->upper - verdict->lower) / 2;
  if (isnan(half))
    snprintf(value, sizeof(value), "%.2f", verdict->observed.number);
  else
    /* Never narrower than it is. */
    snprintf(value, sizeof(value), "%.2f ± %.2f", verdict->observed.number,
             ceil(100 * half - 1e-9) / 100);
  if (verdict->verdict == CONFIRMED)
    PetscCall(PetscSNPrintf(text, size, "%s", value));
  else
    PetscCall(PetscSNPrintf(text, size, "%s (%s)", value, VerdictNames[verdict->verdict]));
  PetscFunctionReturn(0);
}

PetscErrorCode IntervalCell(const Verdict *verdict, char *text, size_t size) {
  char lower[32], upper[32];

  PetscFunctionBeginUser;
  if (isnan(verdict->lower) && isnan(verdict->upper)) {
    PetscCall(PetscSNPrintf(text, size, "—"));
    PetscFunctionReturn(0);
  }
  if (IsOrderVerdict(verdict, NULL)) {
    TextFixed(verdict->lower, 3, lower, sizeof(lower));
    TextFixed(verdict->upper, 3, upper, sizeof(upper));
  } else {
    TextNumber(verdict->lower, lower, sizeof(lower));
    TextNumber(verdict->upper, upper, sizeof(upper));
  }
  PetscCall(PetscSNPrintf(text, size, "[%s, %s]", lower, upper));
  PetscFunctionReturn(0);
}

/* ---- Verdicts ---- */

static PetscErrorCode VerdictsText(Store store) {
  static const Column column[] = {
      {COLUMN_GROUP, "method"},  {COLUMN_TEXT, "model:case"}, {COLUMN_TEXT, "study"},
      {COLUMN_TEXT, "quantity"}, {COLUMN_NUMBER, "claimed"},  {COLUMN_NUMBER, "observed"},
      {COLUMN_TEXT, "interval"}, {COLUMN_TEXT, "verdict"},    {COLUMN_TEXT, NULL}};
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Verdicts", "Observed values stand with their interval.", &table));
  PetscCall(TableColumns(table, column));
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    char place[512], interval[80];
    PlaceOf(verdict->job->model, verdict->job->instance, place, sizeof(place));
    PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
    PetscCall(TableFill(table, CELLS(TEXT_CELL(verdict->job->method), TEXT_CELL(place),
                                     TEXT_CELL(verdict->claim->study),
                                     TEXT_CELL(TextQuantity(verdict->claim->quantity)),
                                     verdict->claimed, verdict->observed, TEXT_CELL(interval),
                                     TEXT_CELL(VerdictNames[verdict->verdict]))));
  }
  PetscCall(TableWriteText(table, store->directory, "verdicts"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

static PetscErrorCode VerdictsCsv(Store store) {
  static const Column column[] = {
      {COLUMN_TEXT, "method"},   {COLUMN_TEXT, "model"},    {COLUMN_TEXT, "case"},
      {COLUMN_TEXT, "study"},    {COLUMN_TEXT, "quantity"}, {COLUMN_TEXT, "claimed"},
      {COLUMN_TEXT, "observed"}, {COLUMN_TEXT, "lower"},    {COLUMN_TEXT, "upper"},
      {COLUMN_TEXT, "verdict"},  {COLUMN_TEXT, "reason"},   {COLUMN_TEXT, "command"},
      {COLUMN_TEXT, "expect"},   {COLUMN_TEXT, "source"},   {COLUMN_TEXT, "origin"},
      {COLUMN_TEXT, "place"},    {COLUMN_TEXT, NULL}};
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("", NULL, &table));
  PetscCall(TableColumns(table, column));
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    PetscCall(TableFill(
        table,
        CELLS(TEXT_CELL(verdict->job->method), TEXT_CELL(verdict->job->model),
              TEXT_CELL(verdict->job->instance), TEXT_CELL(verdict->claim->study),
              TEXT_CELL(verdict->claim->quantity), verdict->claimed, verdict->observed,
              NUMBER_CELL(verdict->lower), NUMBER_CELL(verdict->upper),
              TEXT_CELL(VerdictNames[verdict->verdict]), TEXT_CELL(verdict->reason),
              TEXT_CELL(verdict->command), TEXT_CELL(ExpectationNames[verdict->claim->expect]),
              TEXT_CELL(verdict->source), TEXT_CELL(OriginNames[verdict->claim->origin]),
              TEXT_CELL(verdict->claim->place))));
  }
  PetscCall(TableWriteCsv(table, store->directory, "verdicts"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* ---- Orders ---- */

/* A row, if there is an order of this method on this place. */
static PetscErrorCode OrdersRow(Table table, Store store, const char *method, const char *place,
                                const PetscBool used[]) {
  const Verdict *found[ORDER_QUANTITIES];
  PetscBool any = PETSC_FALSE;
  char text[96];

  PetscFunctionBeginUser;
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    found[k] = FindOrderVerdict(store, method, place, OrderQuantities[k]);
    any = (PetscBool)(any || found[k]);
  }
  if (!any)
    PetscFunctionReturn(0);
  PetscCall(TableRow(table));
  PetscCall(TableText(table, method));
  PetscCall(TableText(table, place));
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    if (used[k]) {
      PetscCall(OrderCell(found[k], text, sizeof(text)));
      PetscCall(TableText(table, text));
    }
  PetscFunctionReturn(0);
}

static PetscErrorCode OrdersText(const Contents *c) {
  PetscBool used[ORDER_QUANTITIES];
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Orders of convergence",
                        "The fitted order with half the width of its interval; without a word in "
                        "brackets the claim is confirmed.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "model:case"));
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    used[k] = (PetscBool) !!FindOrderVerdict(c->store, NULL, NULL, OrderQuantities[k]);
    if (used[k])
      PetscCall(TableColumn(table, COLUMN_TEXT, TextQuantity(OrderQuantities[k])));
  }
  for (PetscInt i = 0; i < c->methods.count; i++)
    for (PetscInt j = 0; j < c->places.count; j++)
      PetscCall(OrdersRow(table, c->store, c->methods.at[i], c->places.at[j], used));
  PetscCall(TableWriteText(table, c->store->directory, "orders"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

static PetscErrorCode OrdersCsv(Store store) {
  static const Column column[] = {
      {COLUMN_TEXT, "method"},    {COLUMN_TEXT, "model"},   {COLUMN_TEXT, "case"},
      {COLUMN_TEXT, "quantity"},  {COLUMN_TEXT, "claimed"}, {COLUMN_TEXT, "observed"},
      {COLUMN_TEXT, "lower"},     {COLUMN_TEXT, "upper"},   {COLUMN_TEXT, "smallest_error"},
      {COLUMN_TEXT, "precision"}, {COLUMN_TEXT, "verdict"}, {COLUMN_TEXT, "points"},
      {COLUMN_TEXT, NULL}};
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("", NULL, &table));
  PetscCall(TableColumns(table, column));
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    if (!IsOrderVerdict(verdict, NULL))
      continue;
    PetscCall(TableFill(
        table, CELLS(TEXT_CELL(verdict->job->method), TEXT_CELL(verdict->job->model),
                     TEXT_CELL(verdict->job->instance), TEXT_CELL(verdict->claim->quantity),
                     verdict->claimed, verdict->observed, NUMBER_CELL(verdict->lower),
                     NUMBER_CELL(verdict->upper), NUMBER_CELL(verdict->smallest_error),
                     TEXT_CELL(verdict->precision), TEXT_CELL(VerdictNames[verdict->verdict]),
                     NUMBER_CELL(verdict->points ? (PetscReal)verdict->points : NAN))));
  }
  PetscCall(TableWriteCsv(table, store->directory, "orders"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* ---- Errors ---- */

/* "done", or why not. */
static const char *EndingText(const Ending *ending) {
  return ending->status == STATUS_DONE ? "done" : ending->reason ? ending->reason : "";
}

static PetscErrorCode ErrorRows(Table table, const Job *job, const Series *series) {
  char place[512];

  PetscFunctionBeginUser;
  PlaceOf(job->model, job->instance, place, sizeof(place));
  for (PetscInt i = 0; i < series->points; i++) {
    const SeriesPoint *point = &series->point[i];
    PetscCall(TableFill(table, CELLS(TEXT_CELL(job->method), TEXT_CELL(place),
                                     TEXT_CELL(PrecisionNames[series->precision]),
                                     NUMBER_CELL((PetscReal)point->steps), NUMBER_CELL(point->h))));
    for (int k = 0; k < ORDER_QUANTITIES; k++)
      PetscCall(TableNumber(table, SeriesPointError(point, OrderQuantities[k])));
    PetscCall(TableText(table, EndingText(&point->ending)));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ErrorColumns(Table table) {
  PetscFunctionBeginUser;
  PetscCall(TableColumn(table, COLUMN_NUMBER, "N"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "h"));
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    PetscCall(TableColumn(table, COLUMN_NUMBER, TextQuantity(OrderQuantities[k])));
  PetscFunctionReturn(0);
}

static PetscErrorCode ErrorsOfSeries(Store store) {
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Errors",
                        "The largest error over all components and output times, for "
                        "each number of steps N.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "model:case"));
  PetscCall(TableColumn(table, COLUMN_GROUP, "precision"));
  PetscCall(ErrorColumns(table));
  PetscCall(TableColumn(table, COLUMN_TEXT, "status"));
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredErrors(record);
    for (PetscInt j = 0; measured && j < measured->count; j++)
      PetscCall(ErrorRows(table, &record->job, &measured->series[j]));
  }
  PetscCall(TableWriteMarkdown(table, store->directory, "errors"));
  PetscCall(TableWriteCsv(table, store->directory, "errors"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* The point of the smallest step that was taken to its end; NULL: none was. */
static const SeriesPoint *Finest(const Series *series) {
  const SeriesPoint *finest = NULL;

  for (PetscInt i = 0; i < series->points; i++)
    if (series->point[i].ending.status == STATUS_DONE &&
        (!finest || series->point[i].h < finest->h))
      finest = &series->point[i];
  return finest;
}

/* For print: a row for each method and model. All errors are a matter of hundreds of pages. */
static PetscErrorCode SmallestErrors(Store store) {
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Errors at the smallest step",
                        "The largest error over all components and output times, with the largest "
                        "number of steps N that was taken.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_GROUP, "method"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "model:case"));
  PetscCall(TableColumn(table, COLUMN_TEXT, "precision"));
  PetscCall(ErrorColumns(table));
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredErrors(record);
    for (PetscInt j = 0; measured && j < measured->count; j++) {
      const SeriesPoint *point = Finest(&measured->series[j]);
      char place[512];
      if (!point)
        continue;
      PlaceOf(record->job.model, record->job.instance, place, sizeof(place));
      PetscCall(
          TableFill(table, CELLS(TEXT_CELL(record->job.method), TEXT_CELL(place),
                                 TEXT_CELL(PrecisionNames[measured->series[j].precision]),
                                 NUMBER_CELL((PetscReal)point->steps), NUMBER_CELL(point->h))));
      for (int k = 0; k < ORDER_QUANTITIES; k++)
        PetscCall(TableNumber(table, SeriesPointError(point, OrderQuantities[k])));
    }
  }
  PetscCall(TableWriteLatex(table, store->directory, "errors"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* ---- Methods against quantities ---- */

/* "3.98–4.02 (12)": the orders found on all models, and on how many. */
static void OrderRange(Store store, const char *method, const char *quantity, char *text,
                       size_t size) {
  PetscReal low = INFINITY, high = -INFINITY;
  PetscInt count = 0, against = 0;
  char lowest[32], highest[32];

  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    if (!IsOrderVerdict(verdict, quantity) || !VerdictMatches(verdict, method, NULL) ||
        verdict->observed.word || isnan(verdict->observed.number) || verdict->verdict == SKIPPED)
      continue;
    low = PetscMin(low, verdict->observed.number);
    high = PetscMax(high, verdict->observed.number);
    against += verdict->verdict != CONFIRMED;
    count++;
  }
  TextFixed(low, 2, lowest, sizeof(lowest));
  TextFixed(high, 2, highest, sizeof(highest));
  if (!count)
    snprintf(text, size, "—");
  else if (!strcmp(lowest, highest))
    snprintf(text, size, "%s (%" PetscInt_FMT "%s)", lowest, count, against ? "*" : "");
  else
    snprintf(text, size, "%s–%s (%" PetscInt_FMT "%s)", lowest, highest, count, against ? "*" : "");
}

static PetscErrorCode Comparison(const Contents *c) {
  PetscBool used[ORDER_QUANTITIES];
  char text[96];
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate("Orders of all methods",
                        "The lowest and the highest order found on any model, in brackets on how "
                        "many; with a star where not every claim of it is confirmed. Then the "
                        "number of claims that are confirmed, and of the others that were judged.",
                        &table));
  PetscCall(TableColumn(table, COLUMN_TEXT, "method"));
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    used[k] = (PetscBool) !!FindOrderVerdict(c->store, NULL, NULL, OrderQuantities[k]);
    if (used[k])
      PetscCall(TableColumn(table, COLUMN_TEXT, TextQuantity(OrderQuantities[k])));
  }
  PetscCall(TableColumn(table, COLUMN_NUMBER, "confirmed"));
  PetscCall(TableColumn(table, COLUMN_NUMBER, "others"));
  for (PetscInt i = 0; i < c->methods.count; i++) {
    PetscInt count[OUTCOMES];
    const PetscInt all = CountOutcomes(c->store->verdicts, c->methods.at[i], NULL, count);
    PetscCall(TableRow(table));
    PetscCall(TableText(table, c->methods.at[i]));
    for (int k = 0; k < ORDER_QUANTITIES; k++)
      if (used[k]) {
        OrderRange(c->store, c->methods.at[i], OrderQuantities[k], text, sizeof(text));
        PetscCall(TableText(table, text));
      }
    PetscCall(TableNumber(table, (PetscReal)count[OUTCOME_CONFIRMED]));
    PetscCall(
        TableNumber(table, (PetscReal)(all - count[OUTCOME_CONFIRMED] - count[OUTCOME_SKIPPED])));
  }
  PetscCall(TableWriteText(table, c->store->directory, "comparison"));
  PetscCall(TableWriteCsv(table, c->store->directory, "comparison"));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* ---- Long runs ---- */

/* The verdict on a quantity of a long run; NULL if there is none. */
static const Verdict *LongVerdict(Store store, const char *key, const Watched *watched) {
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    if (!strcmp(verdict->job->key, key) && watched->study &&
        !strcmp(verdict->claim->study, watched->study) &&
        !strcmp(verdict->claim->quantity, watched->name))
      return verdict;
  }
  return NULL;
}

static PetscErrorCode LongRow(Table table, Store store, const Record *record, const LongRun *run,
                              const Watched *watched) {
  const Verdict *verdict = LongVerdict(store, record->key, watched);
  /* A run in quadruple precision beside the others is known by its arithmetic. */
  const PetscBool quad = (PetscBool)(run->beside && !strcmp(run->beside, "twin"));
  char place[512];

  PetscFunctionBeginUser;
  PlaceOf(record->job.model, record->job.instance, place, sizeof(place));
  PetscCall(TableFill(
      table, CELLS(TEXT_CELL(record->job.method), TEXT_CELL(place), TEXT_CELL(watched->name),
                   TEXT_CELL(quad ? "quadruple" : "double"), NUMBER_CELL(run->h),
                   NUMBER_CELL((PetscReal)run->steps), NUMBER_CELL(watched->maximum),
                   NUMBER_CELL(watched->final), NUMBER_CELL(watched->scale),
                   verdict ? verdict->observed : (NumberOrWord){NULL, NAN},
                   TEXT_CELL(verdict ? VerdictNames[verdict->verdict] : "—"),
                   TEXT_CELL(EndingText(&run->ending)))));
  PetscFunctionReturn(0);
}

/* Constraints, or energies and invariants. */
static PetscErrorCode LongRuns(Store store, PetscBool constraints) {
  static const Column column[] = {
      {COLUMN_GROUP, "method"},   {COLUMN_TEXT, "model:case"}, {COLUMN_TEXT, "quantity"},
      {COLUMN_TEXT, "precision"}, {COLUMN_NUMBER, "h"},        {COLUMN_DETAIL, "steps"},
      {COLUMN_NUMBER, "maximum"}, {COLUMN_DETAIL, "final"},    {COLUMN_NUMBER, "scale"},
      {COLUMN_TEXT, "observed"},  {COLUMN_TEXT, "verdict"},    {COLUMN_REMARK, "status"},
      {COLUMN_TEXT, NULL}};
  const char *name = constraints ? "constraints" : "energy";
  Table table;

  PetscFunctionBeginUser;
  PetscCall(TableCreate(
      constraints ? "Constraints" : "Energies and invariants",
      constraints
          ? "The largest residual over all steps of a run, and at its end; scale is the size of "
            "the terms that should cancel."
          : "The largest difference from the initial value over all steps of a run, and the "
            "difference at its end; scale is the size of the terms.",
      &table));
  PetscCall(TableColumns(table, column));
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_RUNS);
    if (measured && strcmp(record->job.kind, "long") != 0) /* errors and pictures */
      continue;
    for (PetscInt j = 0; measured && j < measured->count; j++) {
      const LongRun *run = &measured->run[j];
      for (PetscInt k = 0; k < run->quantities; k++)
        if (IsConstraint(&run->quantity[k]) == constraints)
          PetscCall(LongRow(table, store, record, run, &run->quantity[k]));
    }
  }
  PetscCall(TableWriteText(table, store->directory, name));
  PetscCall(TableWriteCsv(table, store->directory, name));
  PetscCall(TableDestroy(&table));
  PetscFunctionReturn(0);
}

/* ---- Ensembles ---- */

static PetscErrorCode Ensembles(Store store) {
  static const Column column[] = {
      {COLUMN_GROUP, "method"}, {COLUMN_GROUP, "model:case"},   {COLUMN_GROUP, "quantity"},
      {COLUMN_NUMBER, "h"},     {COLUMN_NUMBER, "members"},     {COLUMN_NUMBER, "failed members"},
      {COLUMN_NUMBER, "time"},  {COLUMN_NUMBER, "mean square"}, {COLUMN_TEXT, NULL}};
  EnsembleMeans *means;
  Table table;

  PetscFunctionBeginUser;
  PetscCall(EnsembleCollect(store, &means));
  PetscCall(TableCreate("Ensembles",
                        "The mean over the members of the squared difference from "
                        "the initial value.",
                        &table));
  PetscCall(TableColumns(table, column));
  for (PetscInt i = 0; i < means->count; i++) {
    const EnsembleMean *mean = &means->at[i];
    char place[512];
    PlaceOf(mean->model, mean->instance, place, sizeof(place));
    for (PetscInt j = 0; j < mean->times.count; j++) {
      PetscCall(TableFill(
          table, CELLS(TEXT_CELL(mean->method), TEXT_CELL(place), TEXT_CELL(mean->quantity),
                       NUMBER_CELL(mean->h), NUMBER_CELL((PetscReal)mean->members),
                       NUMBER_CELL((PetscReal)mean->failed_members), NUMBER_CELL(mean->times.at[j]),
                       NUMBER_CELL(mean->mean_square.at[j]))));
    }
  }
  if (means->count) {
    PetscCall(TableWriteText(table, store->directory, "ensembles"));
    PetscCall(TableWriteCsv(table, store->directory, "ensembles"));
  }
  PetscCall(TableDestroy(&table));
  PetscCall(EnsembleMeansDestroy(&means));
  PetscFunctionReturn(0);
}

PetscErrorCode WriteTables(const Contents *c) {
  PetscFunctionBeginUser;
  PetscCall(VerdictsText(c->store));
  PetscCall(VerdictsCsv(c->store));
  PetscCall(WritePublished(c->store));
  PetscCall(WriteLibraries(c->store));
  PetscCall(OrdersText(c));
  PetscCall(OrdersCsv(c->store));
  PetscCall(Comparison(c));
  PetscCall(ErrorsOfSeries(c->store));
  PetscCall(SmallestErrors(c->store));
  PetscCall(LongRuns(c->store, PETSC_FALSE));
  PetscCall(LongRuns(c->store, PETSC_TRUE));
  PetscCall(Ensembles(c->store));
  PetscCall(WriteEquilibria(c->store));
  PetscCall(WriteAlgebra(c->store));
  PetscCall(WriteWork(c));
  PetscFunctionReturn(0);
}
