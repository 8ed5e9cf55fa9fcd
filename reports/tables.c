/* What stands in tables/: verdicts, orders, errors, energy, constraints; and the others in turn. */
#include "base/sort.h"
#include "reports/html.h"
#include "reports/published.h"
#include "reports/writers.h"
#include "reports/outcomes.h"

/* "4.00 ± 0.01"; with the verdict in brackets unless it was confirmed. */
static Text OrderCell(const Verdict *verdict) {
  if (!HasNumber(verdict))
    return TextPrint("%s", VerdictShown(verdict->verdict));
  const PetscReal half = (verdict->upper - verdict->lower) / 2;
  const Text value =
      isnan(half) ? TextFixed(verdict->observed.number, 2) : /* never narrower than it is */
          TextPrint("%.2f ± %.2f", verdict->observed.number, ceil(100 * half - 1e-9) / 100);
  return verdict->verdict == CONFIRMED
             ? value
             : TextPrint("%s (%s)", value.at, VerdictShown(verdict->verdict));
}

Text IntervalCell(const Verdict *verdict) {
  const PetscReal lower = verdict->lower, upper = verdict->upper;

  if (isnan(lower) && isnan(upper))
    return TextPrint("—");
  return IsOrderVerdict(verdict, NULL)
             ? TextPrint("[%s, %s]", TextFixed(lower, 3).at, TextFixed(upper, 3).at)
             : TextPrint("[%s, %s]", TextNumber(lower).at, TextNumber(upper).at);
}

/* ---- Verdicts ---- */

static PetscErrorCode AllVerdicts(Store store) {

  Table table = TableCreate("Verdicts", "Observed values with their interval.");
  TableColumns(table, COLUMN_GROUP, "method", 0);
  TableColumns(table, COLUMN_TEXT, "model:case", TABLE_TEXT);
  TableColumns(table, COLUMN_TEXT, "model|case", TABLE_CSV);
  TableColumns(table, COLUMN_TEXT, "study", 0);
  TableColumns(table, COLUMN_TEXT, "quantity", TABLE_TEXT);
  TableColumns(table, COLUMN_TEXT, "quantity", TABLE_CSV);
  TableColumns(table, COLUMN_NUMBER, "claimed|observed", 0);
  TableColumns(table, COLUMN_TEXT, "interval", TABLE_TEXT);
  TableColumns(table, COLUMN_NUMBER, "lower|upper", TABLE_CSV);
  TableColumns(table, COLUMN_TEXT, "verdict", TABLE_TEXT);
  TableColumns(
      table, COLUMN_TEXT,
      "verdict|reason|command|expect|source|origin|place|text|why|basis|realisation|precision",
      TABLE_CSV);
  TableColumns(table, COLUMN_NUMBER, "smallest_error|points", TABLE_CSV);
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    TableRow(table, Word(verdict->job->method), Word(PlaceOf(verdict->job).at),
             Word(verdict->job->model), Word(verdict->job->instance), Word(verdict->claim->study),
             Word(TextQuantity(verdict->claim->quantity)), Word(verdict->claim->quantity),
             verdict->claimed, verdict->observed, Word(IntervalCell(verdict).at),
             Number(verdict->lower), Number(verdict->upper), Word(VerdictShown(verdict->verdict)),
             Word(VerdictNames[verdict->verdict]), Word(verdict->reason), Word(verdict->command),
             Word(ExpectationNames[verdict->claim->expect]), Word(verdict->source),
             Word(OriginNames[verdict->claim->origin]), Word(verdict->claim->place),
             Word(verdict->claim->text), Word(verdict->claim->why), Word(verdict->claim->basis),
             Word(verdict->job->realisation_name), Word(verdict->precision),
             Number(verdict->smallest_error),
             Number(verdict->points ? (PetscReal)verdict->points : NAN));
  }
  return TableWrite(table, store->directory, "verdicts", TABLE_FILES);
}

/* ---- Orders ---- */

/* A row, if there is an order of this method on this place, or on its page any verdict. */
static void OrdersRow(const Contents *c, const Page *page, const char *method, const char *place,
                      Table table) {
  const Verdict *found[ORDER_QUANTITIES];
  PetscBool any = (PetscBool)(page && CountClaims(c, method, place).all > 0);

  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    found[k] = FindOrderVerdict(c, method, place, OrderQuantities[k]);
    any = (PetscBool)(any || found[k]);
  }
  if (!any)
    return;
  TableRow(table, Word(method));
  if (page)
    TableLook(table, NULL, HtmlRowReference(page, method, place).at);
  if (page)
    HtmlCounts(page, method, place, table);
  else
    TableValue(table, Word(place));
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    TableValue(table, Word(found[k] ? OrderCell(found[k]).at : NULL));
    TableLook(table, found[k] ? OutcomeNames[VerdictOutcome(found[k])] : NULL, NULL);
  }
}

Table OrdersTable(const Contents *c, const Page *page, const char *place) {
  Table table =
      TableCreate("Orders of convergence",
                  "The fitted order with half the width of its interval; without a word in "
                  "brackets the claim is confirmed.");
  TableColumns(table, page ? COLUMN_TEXT : COLUMN_GROUP, "method", 0);
  TableColumns(table, COLUMN_TEXT, page ? "verdicts" : "model:case", 0);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    TableColumns(table, COLUMN_TEXT, TextQuantity(OrderQuantities[k]), 0);
  for (PetscInt i = 0; i < c->methods.count; i++)
    for (PetscInt j = 0; j < c->places.count; j++)
      if (!place || !strcmp(place, c->places.at[j]))
        OrdersRow(c, page, c->methods.at[i], c->places.at[j], table);
  return table;
}

/* ---- Errors ---- */

/* "done", or why not. */
static const char *EndingText(const Ending *ending) {
  return ending->status == STATUS_DONE ? "done" : ending->reason ? ending->reason : "";
}

static void ErrorRow(Table table, const Job *job, const Series *series, const SeriesPoint *point) {
  TableRow(table, Word(job->method), Word(PlaceOf(job).at), Word(PrecisionNames[series->precision]),
           Number((PetscReal)point->steps), Number(point->h));
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    TableValue(table, Number(SeriesPointError(point, OrderQuantities[k])));
  TableValue(table, Word(EndingText(&point->ending)));
}

/* Of all step sizes. In print they would fill hundreds of pages. */
static PetscErrorCode AllErrors(Store store) {

  Table table = TableCreate(
      "Errors", "The largest error over all components and output times, for each number "
                "of steps N.");
  TableColumns(table, COLUMN_GROUP, "method|model:case|precision", 0);
  TableColumns(table, COLUMN_NUMBER, "N|h", 0);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    TableColumns(table, COLUMN_NUMBER, TextQuantity(OrderQuantities[k]), 0);
  TableColumns(table, COLUMN_TEXT, "status", 0);
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredErrors(record);
    for (PetscInt j = 0; measured && j < measured->count; j++)
      for (PetscInt k = 0; k < measured->series[j].points; k++)
        ErrorRow(table, &record->job, &measured->series[j], &measured->series[j].point[k]);
  }
  return TableWrite(table, store->directory, "errors", TABLE_MARKDOWN | TABLE_CSV);
}

/* ---- Methods against quantities ---- */

/* "3.98–4.02 (12)": the orders found on all models, and on how many. */
static Text OrderRange(const ClaimCounts *found) {
  const Text range = CountsRange(found);

  return found->judged ? TextPrint("%s (%d%s)", range.at, found->judged,
                                   found->confirmed < found->judged ? "*" : "")
                       : range;
}

/* "12", or "11 of 12" where not all claims that were judged are confirmed; "" without any. */
static Text StudyCell(const ClaimCounts *found) {
  if (!found->judged)
    return (Text){""};
  return TextPrint(found->confirmed < found->judged ? "%d of %d" : "%d", found->confirmed,
                   found->judged);
}

/* The claims of a method in a study, or on the orders of a quantity that were found. */
static ClaimCounts CountFound(const Contents *c, const char *method, const char *study,
                              const char *quantity) {
  const Verdicts verdicts = VerdictsOf(c, method);
  ClaimCounts found = NO_CLAIMS;

  for (PetscInt i = 0; i < verdicts.count; i++)
    if (quantity ? IsOrderVerdict(&verdicts.at[i], quantity) && HasNumber(&verdicts.at[i])
                 : !strcmp(verdicts.at[i].claim->study, study))
      CountsAdd(&found, &verdicts.at[i]);
  return found;
}

static void FoundCell(Table table, const ClaimCounts *found, Text text) {
  TableValue(table, Word(text.at));
  TableLook(table, OutcomeNames[CountsWorst(found)], NULL);
}

/* The studies of the claims but order, each once; sorted, so that all tables have their columns in one order. */
static void Studies(const Contents *c, Texts *studies) {
  *studies = (Texts){.count = 0};
  for (PetscInt i = 0; i < c->store->verdicts->count; i++) {
    const char *study = c->store->verdicts->at[i].claim->study;
    PetscInt k = 0;
    while (k < studies->count && strcmp(studies->at[k], study))
      k++;
    if (k < studies->count || !strcmp(study, "order") || k == TABLE_COLUMNS / 2)
      continue;
    ArenaAppend(c->arena, studies->count, &studies->at, study);
  }
  Sort(studies->count, studies->at, SortByKey);
}

static void ComparisonRow(const Contents *c, const Page *page, const char *method,
                          const PetscBool used[], const Texts *studies, Table table) {
  const ClaimCounts counts = CountClaims(c, method, NULL);
  const PetscInt confirmed = counts.of[OUTCOME_CONFIRMED],
                 others = counts.all - confirmed - counts.of[OUTCOME_SKIPPED];
  const ManifestPlugin *plugin = ManifestMethod(&c->store->manifest, method);

  TableRow(table, Word(method));
  if (page)
    TableLook(table, NULL, HtmlAddress(page, "method", method).at);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    if (used[k]) {
      const ClaimCounts found = CountFound(c, method, "order", OrderQuantities[k]);
      FoundCell(table, &found, OrderRange(&found));
    }
  TableValue(table, Number((PetscReal)confirmed));
  TableValue(table, Number((PetscReal)others));
  for (PetscInt k = 0; k < studies->count; k++) {
    const ClaimCounts found = CountFound(c, method, studies->at[k], NULL);
    FoundCell(table, &found, StudyCell(&found));
  }
  TableValue(table, Word(plugin && plugin->title ? plugin->title : ""));
}

Table ComparisonTable(const Contents *c, const Page *page) {
  PetscBool used[ORDER_QUANTITIES];
  Texts studies;

  Studies(c, &studies);
  Table table = TableCreate(
      "Orders",
      "Lowest and highest order on any model (number of models in brackets). A star: "
      "a claim on this order is not confirmed. Confirmed: the number of confirmed claims; "
      "others: the number of claims that were judged and are not confirmed. Columns of studies: "
      "confirmed claims, of those that were judged.");
  TableColumns(table, COLUMN_TEXT, "method", 0);
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    used[k] = (PetscBool) !!FindOrderVerdict(c, NULL, NULL, OrderQuantities[k]);
    const Text heading = TextPrint(page ? "order of %s" : "%s", TextQuantity(OrderQuantities[k]));
    if (used[k])
      TableColumns(table, COLUMN_TEXT, heading.at, 0);
  }
  TableColumns(table, COLUMN_NUMBER, "confirmed|others", TABLE_FILES);
  for (PetscInt k = 0; k < studies.count; k++)
    TableColumns(table, COLUMN_TEXT, studies.at[k], TABLE_CSV | TABLE_MARKDOWN | TABLE_PAGE);
  TableColumns(table, COLUMN_TEXT, "title", TABLE_PAGE);
  for (PetscInt i = 0; i < c->methods.count; i++)
    ComparisonRow(c, page, c->methods.at[i], used, &studies, table);
  return table;
}

PetscErrorCode WriteComparison(const Contents *c, const char *name) {
  Table table = ComparisonTable(c, NULL);

  table->floats = PETSC_TRUE;
  return TableWrite(table, c->store->directory, name, TABLE_FILES);
}

/* ---- The claims of a method ---- */

static PetscBool SameClaim(const Verdict *a, const Verdict *b) {
  return (PetscBool)(!strcmp(a->claim->study, b->claim->study) &&
                     !strcmp(a->claim->quantity, b->claim->quantity) &&
                     NumberOrWordIsSame(a->claimed, b->claimed));
}

/* The claim of the first of these verdicts, over all models. */
static void ClaimRow(Table table, const Verdicts *verdicts, PetscInt first) {
  const Verdict *claim = &verdicts->at[first];
  ClaimCounts counts = NO_CLAIMS;
  Text found = {""}, models = {"not measurable"};

  for (PetscInt i = first; i < verdicts->count; i++)
    if (SameClaim(&verdicts->at[i], claim))
      CountsAdd(&counts, &verdicts->at[i]);
  if (!isnan(counts.low) && !claim->claimed.word)
    found = CountsRange(&counts);
  else if (counts.latest && counts.latest->observed.word)
    found = TextPrint("%s", counts.latest->observed.word);
  if (counts.judged)
    models = TextPrint("%d of %d", counts.confirmed, counts.judged);
  TableRow(table, Word(TextClaim(claim).at), Word(TextValue(claim->claimed).at), Word(found.at),
           Word(models.at));
  TableLook(table, OutcomeNames[CountsWorst(&counts)], NULL);
}

Table ClaimsTable(const Contents *c, const char *method) {
  const Verdicts verdicts = VerdictsOf(c, method);

  Table table = TableCreate("Claims, over all models", NULL);
  TableColumns(table, COLUMN_TEXT, "claim|claimed|found|holds on models", 0);
  for (PetscInt i = 0; i < verdicts.count; i++) {
    PetscInt first = 0;
    while (!SameClaim(&verdicts.at[first], &verdicts.at[i]))
      first++;
    if (first == i)
      ClaimRow(table, &verdicts, i);
  }
  return table;
}

/* ---- Long runs ---- */

static void LongRow(Table table, Store store, const Record *record, const LongRun *run,
                    const Watched *watched) {
  const Verdict *verdict = VerdictOfRecord(store, record->key, watched->study, watched->name);
  /* A run in quadruple precision among the others is known by its arithmetic. */
  const PetscBool quad = (PetscBool)(run->extra && !strcmp(run->extra, "twin"));

  TableRow(table, Word(record->job.method), Word(PlaceOf(&record->job).at), Word(watched->name),
           Word(quad ? "quadruple" : "double"), Number(run->h), Number((PetscReal)run->steps),
           Number(watched->maximum), Number(watched->final), Number(watched->scale),
           verdict ? verdict->observed : (NumberOrWord){NULL, NAN},
           Word(verdict ? VerdictNames[verdict->verdict] : "—"), Word(EndingText(&run->ending)));
}

/* Constraints, or energies and invariants. */
static PetscErrorCode LongRuns(Store store, PetscBool constraints) {
  const char *name = constraints ? "constraints" : "energy";

  Table table = TableCreate(
      constraints ? "Constraints" : "Energies and invariants",
      constraints ? "The largest residual over all steps of a run, and at its end; scale "
                    "is the size of the terms that should cancel."
                  : "The largest difference from the initial value over all steps of a "
                    "run, and the difference at its end; scale is the size of the terms.");
  TableColumns(table, COLUMN_GROUP, "method", 0);
  TableColumns(table, COLUMN_TEXT, "model:case|quantity|precision", 0);
  TableColumns(table, COLUMN_NUMBER, "h", 0);
  TableColumns(table, COLUMN_NUMBER, "steps", TABLE_MARKDOWN | TABLE_CSV);
  TableColumns(table, COLUMN_NUMBER, "maximum", 0);
  TableColumns(table, COLUMN_NUMBER, "final", TABLE_MARKDOWN | TABLE_CSV);
  TableColumns(table, COLUMN_NUMBER, "scale", 0);
  TableColumns(table, COLUMN_TEXT, "observed|verdict", 0);
  TableColumns(table, COLUMN_TEXT, "status", TABLE_MARKDOWN | TABLE_CSV | TABLE_PAGE);
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_RUNS);
    if (measured && strcmp(record->job.kind, "long") != 0) /* errors and pictures */
      continue;
    for (PetscInt j = 0; measured && j < measured->count; j++) {
      const LongRun *run = &measured->run[j];
      for (PetscInt k = 0; k < run->quantities; k++)
        if (IsConstraint(&run->quantity[k]) == constraints)
          LongRow(table, store, record, run, &run->quantity[k]);
    }
  }
  return TableWrite(table, store->directory, name, TABLE_FILES);
}

PetscErrorCode WriteTables(const Contents *c) {
  Table table = PublishedTable(&c->published, NULL);

  PetscCall(AllVerdicts(c->store));
  PetscCall(
      TableWrite(table, c->store->directory, "published_claims", table->rows ? TABLE_TEXT : 0));
  table = CardsTable(&c->published, PETSC_TRUE);
  PetscCall(TableWrite(table, c->store->directory, "libraries", table->rows ? TABLE_FILES : 0));
  PetscCall(TableWrite(OrdersTable(c, NULL, NULL), c->store->directory, "orders", TABLE_TEXT));
  PetscCall(WriteComparison(c, "comparison"));
  PetscCall(AllErrors(c->store));
  PetscCall(LongRuns(c->store, PETSC_FALSE));
  PetscCall(LongRuns(c->store, PETSC_TRUE));
  PetscCall(WriteEnsembles(c));
  PetscCall(WriteAlgebra(c->store));
  return WriteWork(c);
}
