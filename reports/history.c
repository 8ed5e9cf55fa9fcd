/* History of runs, as text and as a page. All comes from what a comparison needs of a run. */
#include "reports/history.h"
#include "reports/fragment.h"
#include "base/text_stream.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
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
  PetscInt runs, methods;
  const HistoryRun *run;
  const char **method; /* sorted */
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

static const BaselineSeries *FindSeries(const BaselineLine *line, const BaselineSeries *like) {
  for (PetscInt i = 0; i < line->series; i++) {
    const char *h = line->one[i].h;
    if (!strcmp(line->one[i].in, like->in) && (h && like->h ? !strcmp(h, like->h) : h == like->h))
      return &line->one[i];
  }
  return NULL;
}

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
      const BaselineSeries *same = FindSeries(was, &line->one[k]);
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

static int ByText(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static PetscErrorCode Begin(PetscInt runs, const HistoryRun *run, History *h) {
  PetscInt room = 0, kept = 0;

  PetscFunctionBeginUser;
  *h = (History){.runs = runs, .run = run};
  for (PetscInt i = 0; i < runs; i++)
    room += run[i].baseline->count;
  PetscCall(PetscMalloc1(room, &h->method));
  for (PetscInt i = 0; i < runs; i++)
    for (PetscInt k = 0; k < run[i].baseline->count; k++) {
      const char *method = run[i].baseline->at[k].method;
      if (!h->methods || strcmp(h->method[h->methods - 1], method))
        h->method[h->methods++] = method;
    }
  if (h->methods)
    qsort((void *)h->method, (size_t)h->methods, sizeof(*h->method), ByText);
  for (PetscInt i = 0; i < h->methods; i++)
    if (!kept || strcmp(h->method[i], h->method[kept - 1]))
      h->method[kept++] = h->method[i];
  h->methods = kept;
  PetscFunctionReturn(0);
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

static const char *Told(const char *text) { return text && *text ? text : "?"; }

/* ---- Text ---- */

/* Blanks before a text, which may have other letters than ASCII. */
static void PutRight(FILE *file, const char *text, int width) {
  fprintf(file, "%*s%s", PetscMax(width - (int)TextLength(text), 0), "", text);
}

PetscErrorCode HistoryText(PetscInt runs, const HistoryRun *run, FILE *file) {
  char text[40];
  History h;

  PetscFunctionBeginUser;
  PetscCall(Begin(runs, run, &h));
  fputs("run  gimbal                 claims  confirmed  failing  not measurable  evaluations   seconds  "
        "from\n",
        file);
  for (PetscInt i = 0; i < runs; i++) {
    const RunCount count = CountOf(run[i].baseline);
    ValueText(count.seconds > 0 ? count.seconds : NAN, SECONDS, text, sizeof(text));
    fprintf(file, "%3d  %-20.20s  %7d  %9d  %7d  %14d  %11.0f", (int)i + 1,
            Told(run[i].baseline->commit), (int)count.claims, (int)count.confirmed,
            (int)count.failing, (int)count.skipped, (double)count.work);
    PutRight(file, text, 10);
    fputs("  ", file);
    TextLine(file, run[i].name);
    fputc('\n', file);
  }
  for (int figure = 0; figure < FIGURES; figure++) {
    fprintf(file, "\n%s: %s\n%-28s", figures[figure].heading, figures[figure].note, "method");
    for (PetscInt i = 0; i < runs; i++)
      fprintf(file, "  %9d", (int)i + 1);
    fputc('\n', file);
    for (PetscInt m = 0; m < h.methods; m++) {
      fprintf(file, "%-28s", h.method[m]);
      for (PetscInt i = 0; i < runs; i++) {
        ValueText(Value(&h, i, h.method[m], (Followed)figure), (Followed)figure, text,
                  sizeof(text));
        fputs("  ", file);
        PutRight(file, text, 9);
      }
      fputc('\n', file);
    }
  }
  PetscCall(PetscFree(h.method));
  PetscFunctionReturn(0);
}

/* ---- The page ---- */

enum { LINE_WIDTH = 160, LINE_HEIGHT = 28, LINE_MARGIN = 4 };

/* A line through the values, from the least to the greatest; a gap where there is none. */
static void Line(FILE *file, PetscInt runs, const PetscReal *value) {
  PetscReal low = INFINITY, high = -INFINITY;

  for (PetscInt i = 0; i < runs; i++)
    if (!isnan(value[i])) {
      low = PetscMin(low, value[i]);
      high = PetscMax(high, value[i]);
    }
  fprintf(file, "<svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">",
          LINE_WIDTH, LINE_HEIGHT, LINE_WIDTH, LINE_HEIGHT);
  for (PetscInt i = 0; i < runs; i++) {
    if (isnan(value[i]))
      continue;
    const PetscReal step = runs > 1 ? (LINE_WIDTH - 2.0 * LINE_MARGIN) / (PetscReal)(runs - 1) : 0;
    const PetscReal scale = high > low ? (LINE_HEIGHT - 2.0 * LINE_MARGIN) / (high - low) : 0;
    const PetscReal x = LINE_MARGIN + step * (PetscReal)i;
    const PetscReal y =
        scale > 0 ? LINE_HEIGHT - LINE_MARGIN - scale * (value[i] - low) : LINE_HEIGHT / 2.0;
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"currentColor\"/>", (double)x,
            (double)y);
    if (i && !isnan(value[i - 1]))
      fprintf(file,
              "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\"/>",
              (double)(x - step),
              (double)(scale > 0 ? LINE_HEIGHT - LINE_MARGIN - scale * (value[i - 1] - low)
                                 : LINE_HEIGHT / 2.0),
              (double)x, (double)y);
  }
  fputs("</svg>", file);
}

static PetscErrorCode FigureTable(const History *h, Followed figure, FILE *file) {
  PetscReal *value;
  char text[40];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(h->runs, &value));
  PetscCall(FragmentPut(file, "history-figure", "id", figures[figure].heading, "note",
                        figures[figure].note, NULL));
  for (PetscInt i = 0; i < h->runs; i++)
    fprintf(file, "<th scope=\"col\">%d</th>", (int)i + 1);
  fputs("</tr></thead>\n<tbody>\n", file);
  for (PetscInt m = 0; m < h->methods; m++) {
    fputs("<tr><th scope=\"row\">", file);
    TextXml(file, h->method[m]);
    fputs("</th><td>", file);
    for (PetscInt i = 0; i < h->runs; i++)
      value[i] = Value(h, i, h->method[m], figure);
    Line(file, h->runs, value);
    fputs("</td>", file);
    for (PetscInt i = 0; i < h->runs; i++) {
      ValueText(value[i], figure, text, sizeof(text));
      fprintf(file, "<td>%s</td>", text);
    }
    fputs("</tr>\n", file);
  }
  PetscCall(FragmentPut(file, "table-end", NULL));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunTable(PetscInt runs, const HistoryRun *run, FILE *file) {
  char seconds[40], number[6][24];

  PetscFunctionBeginUser;
  PetscCall(FragmentPut(file, "history-runs", NULL));
  for (PetscInt i = 0; i < runs; i++) {
    const RunCount count = CountOf(run[i].baseline);
    const PetscReal value[] = {(PetscReal)(i + 1),         (PetscReal)count.claims,
                               (PetscReal)count.confirmed, (PetscReal)count.failing,
                               (PetscReal)count.skipped,   count.work};
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(number); k++)
      snprintf(number[k], sizeof(number[k]), "%.0f", (double)value[k]);
    ValueText(count.seconds > 0 ? count.seconds : NAN, SECONDS, seconds, sizeof(seconds));
    PetscCall(FragmentPut(file, "history-run", "number", number[0], "commit",
                          Told(run[i].baseline->commit), "suite", Told(run[i].baseline->suite),
                          "claims", number[1], "confirmed", number[2], "failing", number[3],
                          "skipped", number[4], "work", number[5], "seconds", seconds, "name",
                          run[i].name, NULL));
  }
  PetscCall(FragmentPut(file, "table-end", NULL));
  PetscFunctionReturn(0);
}

PetscErrorCode HistoryPage(PetscInt runs, const HistoryRun *run, FILE *file) {
  TextStream style;
  char *text;
  History h;

  PetscFunctionBeginUser;
  PetscCall(Begin(runs, run, &h));
  PetscCall(FragmentFile("style.css", &text));
  PetscCall(TextStreamOpen(&style));
  fprintf(style.file, "<style>\n%s</style>\n", text);
  free(text);
  PetscCall(TextStreamClose(&style, "the style"));
  PetscCall(FragmentPut(file, "head", "title", "gimbal: history", "style", style.text, NULL));
  free(style.text);
  fprintf(file, "<header>\n<h1>History of %d run%s</h1>\n</header>\n<main id=\"main\">\n",
          (int)runs, runs == 1 ? "" : "s");
  PetscCall(RunTable(runs, run, file));
  for (int figure = 0; figure < FIGURES; figure++)
    PetscCall(FigureTable(&h, (Followed)figure, file));
  PetscCall(FragmentPut(file, "history-foot", NULL));
  PetscCall(PetscFree(h.method));
  PetscFunctionReturn(0);
}
