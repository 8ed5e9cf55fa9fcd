/* History of runs, as text and as a page. All comes from what a comparison needs of a run. */
#include "reports/history.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/table.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

/* What is followed for each method. */
typedef enum { ORDER, ERROR, WORK, SECONDS, FIGURES } Followed;
static const struct {
  const char *heading, *note;
} figures[FIGURES] = {
    [ORDER] = {"orders", "the least of the orders that were found, less what is claimed"},
    [ERROR] = {"errors",
               "the geometric mean of all errors, over the first run's; below 1 is better"},
    [WORK] = {"evaluations", "of fields and forces, in all its runs"},
    [SECONDS] = {"seconds", "of the processor; of results that were taken over none"},
};

typedef struct {
  PetscInt runs;
  const HistoryRun *run;
  Texts methods; /* sorted */
} History;

/* ---- Figures ---- */

static PetscReal OrderOf(const BaselineLine *line) {
  PetscReal least = NAN;

  for (PetscInt i = 0; i < line->claims; i++) {
    const BaselineClaim *claim = &line->claim[i];
    const PetscReal excess = (claim->lower + claim->upper) / 2 - claim->claimed.number;
    if (strcmp(claim->study, "order") || claim->claimed.word || !isfinite(excess) ||
        claim->outcome == OUTCOME_SKIPPED)
      continue;
    if (!(excess >= least))
      least = excess;
  }
  return least;
}

typedef struct {
  PetscReal sum; /* of logarithms */
  PetscInt count;
} Mean;

/* Errors of the same step sizes that say something in both. */
static void AddRatios(const BaselineSeries *first, const BaselineSeries *now, Mean *mean) {
  for (PetscInt k = 0; k < first->quantities && k < now->quantities; k++) {
    const BaselineErrors *was = &first->quantity[k], *is = &now->quantity[k];
    for (PetscInt i = 0; i < first->steps.count && !strcmp(was->name, is->name); i++)
      for (PetscInt j = 0; j < now->steps.count; j++)
        if (now->steps.at[j] == first->steps.at[i] && was->error.at[i] > 0 && is->error.at[j] > 0) {
          mean->sum += log(is->error.at[j] / was->error.at[i]);
          mean->count++;
        }
  }
}

static PetscReal Value(const History *h, PetscInt run, const char *method, Followed figure) {
  const Baseline *now = h->run[run].baseline, *first = h->run[0].baseline;
  PetscReal least = NAN, sum = 0;
  Mean mean = {0, 0};

  for (PetscInt i = 0; i < now->count; i++) {
    const BaselineLine *line = &now->at[i], *was;
    if (strcmp(line->method, method))
      continue;
    const PetscReal order = OrderOf(line);
    if (!isnan(order) && !(order >= least))
      least = order;
    sum += figure == WORK ? (PetscReal)line->work : line->cpu;
    was = figure == ERROR ? BaselineFind(first, line->key) : NULL;
    for (PetscInt k = 0; was && k < line->series; k++) {
      const BaselineSeries *same = BaselineFindSeries(was, &line->one[k]);
      if (same)
        AddRatios(same, &line->one[k], &mean);
    }
  }
  if (figure == ORDER)
    return least;
  if (figure == ERROR)
    return mean.count ? exp(mean.sum / (PetscReal)mean.count) : NAN;
  return sum > 0 ? sum : NAN;
}

static void ValueText(PetscReal value, Followed figure, char *text, size_t size) {
  if (isnan(value))
    (void)snprintf(text, size, "–");
  else if (figure == ORDER)
    (void)snprintf(text, size, "%+.2f", (double)value);
  else if (figure == WORK)
    (void)snprintf(text, size, "%.0f", (double)value);
  else
    (void)snprintf(text, size, "%.*f", figure == ERROR ? 3 : 2, (double)value);
}

/* ---- Methods ---- */

static PetscErrorCode Begin(PetscInt runs, const HistoryRun *run, History *h) {
  PetscInt room = 0;

  *h = (History){.runs = runs, .run = run};
  for (PetscInt i = 0; i < runs; i++)
    room += run[i].baseline->count;
  PetscCall(PetscMalloc1(room, &h->methods.at));
  for (PetscInt i = 0; i < runs; i++)
    for (PetscInt k = 0; k < run[i].baseline->count; k++)
      h->methods.at[h->methods.count++] = run[i].baseline->at[k].method;
  TextsSort(&h->methods);
  return 0;
}

typedef struct {
  PetscInt claims, confirmed, failing, skipped;
  PetscReal work, seconds;
} RunCount;

static RunCount CountOf(const Baseline *b) {
  RunCount count = {0, 0, 0, 0, 0, 0};

  for (PetscInt i = 0; i < b->count; i++) {
    count.work += (PetscReal)b->at[i].work;
    count.seconds += b->at[i].cpu;
    for (PetscInt k = 0; k < b->at[i].claims; k++) {
      const Outcome outcome = b->at[i].claim[k].outcome;
      count.claims++;
      count.confirmed += outcome == OUTCOME_CONFIRMED;
      count.failing += !OutcomePasses(outcome);
      count.skipped += outcome == OUTCOME_SKIPPED;
    }
  }
  return count;
}

/* ---- Tables ---- */

static PetscErrorCode RunTable(const History *h, Table *table) {
  char number[5][24], work[24], seconds[40];

  PetscCall(TableCreate("Runs", NULL, table));
  PetscCall(TableColumns(*table, COLUMN_NUMBER, "run", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "gimbal|suite", 0));
  PetscCall(TableColumns(*table, COLUMN_NUMBER,
                         "claims|confirmed|failing|not measurable|evaluations|seconds", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "from", 0));
  for (PetscInt i = 0; i < h->runs; i++) {
    const Baseline *baseline = h->run[i].baseline;
    const RunCount count = CountOf(baseline);
    const PetscInt value[] = {i + 1, count.claims, count.confirmed, count.failing, count.skipped};
    for (int k = 0; k < 5; k++)
      snprintf(number[k], sizeof(number[k]), "%d", (int)value[k]);
    ValueText(count.work, WORK, work, sizeof(work));
    ValueText(count.seconds > 0 ? count.seconds : NAN, SECONDS, seconds, sizeof(seconds));
    PetscCall(TableFill(
        *table,
        CELLS(TEXT_CELL(number[0]), TEXT_CELL(TextGiven(baseline->commit) ? baseline->commit : "?"),
              TEXT_CELL(TextGiven(baseline->suite) ? baseline->suite : "?"), TEXT_CELL(number[1]),
              TEXT_CELL(number[2]), TEXT_CELL(number[3]), TEXT_CELL(number[4]), TEXT_CELL(work),
              TEXT_CELL(seconds), TEXT_CELL(h->run[i].name))));
  }
  return 0;
}

/* A row for each method, a column for each run. */
static PetscErrorCode FigureTable(History *h, Followed figure, Table *table) {
  char heading[24], text[40];

  PetscCall(TableCreate(figures[figure].heading, figures[figure].note, table));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "method", 0));
  for (PetscInt i = 0; i < h->runs; i++) {
    snprintf(heading, sizeof(heading), "%d", (int)i + 1);
    PetscCall(TableColumns(*table, COLUMN_NUMBER, heading, 0));
  }
  for (PetscInt m = 0; m < h->methods.count; m++) {
    PetscCall(TableFill(*table, CELLS(TEXT_CELL(h->methods.at[m]))));
    for (PetscInt i = 0; i < h->runs; i++) {
      ValueText(Value(h, i, h->methods.at[m], figure), figure, text, sizeof(text));
      PetscCall(TableValue(*table, TEXT_CELL(text)));
    }
  }
  return 0;
}

PetscErrorCode HistoryText(PetscInt runs, const HistoryRun *run, FILE *file) {
  Table table;
  History h;

  PetscCall(Begin(runs, run, &h));
  PetscCall(RunTable(&h, &table));
  PetscCall(TableAligned(&table, file));
  for (int figure = 0; figure < FIGURES; figure++) {
    fprintf(file, "\n%s: %s\n", figures[figure].heading, figures[figure].note);
    PetscCall(FigureTable(&h, (Followed)figure, &table));
    PetscCall(TableAligned(&table, file));
  }
  return PetscFree(h.methods.at);
}

/* ---- The page ---- */

static PetscErrorCode Section(FILE *file, const char *id, const char *note, Table *table) {
  PetscCall(FragmentPut(file, "section", "id", id, "heading", id, "note", note, NULL));
  PetscCall(TableHtml(*table, file));
  PetscCall(TableDestroy(table));
  fputs("</section>\n", file);
  return 0;
}

PetscErrorCode HistoryPage(PetscInt runs, const HistoryRun *run, FILE *file) {
  Page page = {NULL, file, PAGE_WHOLE};
  Table table;
  History h;

  PetscCall(Begin(runs, run, &h));
  PetscCall(HtmlHead(&page, "gimbal: history"));
  fprintf(file, "<header>\n<h1>History of %d run%s</h1>\n</header>\n<main id=\"main\">\n",
          (int)runs, runs == 1 ? "" : "s");
  PetscCall(RunTable(&h, &table));
  PetscCall(Section(file, "runs", "", &table));
  for (int figure = 0; figure < FIGURES; figure++) {
    PetscCall(FigureTable(&h, (Followed)figure, &table));
    PetscCall(Section(file, figures[figure].heading, figures[figure].note, &table));
  }
  PetscCall(FragmentPut(file, "history-foot", NULL));
  return PetscFree(h.methods.at);
}
