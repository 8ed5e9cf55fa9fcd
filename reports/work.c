/* What accuracies cost, by method, and what tolerances are worth: plots, tables and the part of a model's
 * page. */
#include "base/sort.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/plots.h"
#include "reports/table.h"
#include "record/work.h"

/* An axis for each kind of work, and one for the processor's time. */
enum { WORK_TIME = WORK_KINDS, WORK_AXES };

/* A method on a place, in a study of work, or in one of tolerances over the same time. */
typedef struct {
  const char *name; /* of the method, with coordinates that are not the first */
  const Job *job;
  const Series *series;
  WorkCurve curve[WORK_AXES];
  WorkCurve low, high; /* of the time: its band */
} WorkRow;

typedef struct {
  PetscInt count;
  WorkRow *at;
  Arena arena;
} WorkRows;

/* Of each axis what tables call it, and what stands at it in a plot. */
static const char *const axis_names[WORK_AXES] = {"evaluations", "Jacobians", "linear solves",
                                                  "Newton iterations", "processor time"};
static const char *const axis_labels[WORK_AXES] = {"evaluations of fields and forces", "Jacobians",
                                                   "linear solves", "iterations of Newton's method",
                                                   "processor time / that of a field evaluation"};
static const char error_label[] = "error at the end / size of the solution";

/* ---- Collection ---- */

static const Series *SeriesOf(const Record *record, const char *kind) {
  const Series *series = MeasuredFirstSeries(record->measured);

  return series && !strcmp(record->job.kind, kind) ? series : NULL;
}

/* Of its runs, if there are any; NULL: none were taken. */
static void AddTimes(const Timing *timing, WorkRow *row) {
  const SeriesQuantity *q = SeriesFindQuantity(row->series, "q");

  for (PetscInt i = 0; timing && q && q->size > 0 && i < row->series->points; i++)
    for (PetscInt k = 0; k < timing->clock.count; k++) {
      const ClockPoint *at = &timing->clock.at[k];
      const PetscReal error = SeriesPointError(&row->series->point[i], "q") / q->size;
      if (at->steps != row->series->point[i].steps)
        continue;
      WorkCurveAdd(&row->curve[WORK_TIME], error, at->ratio);
      WorkCurveAdd(&row->low, error, at->lower);
      WorkCurveAdd(&row->high, error, at->upper);
      break;
    }
}

static void AddRow(Store store, const Record *record, const Series *series, WorkRows *rows) {
  WorkRow *row = ArenaNext(rows->arena, rows->count, &rows->at);
  *row = (WorkRow){.series = series, .job = &record->job};
  row->name = ArenaText(rows->arena, PlotCurveName(record, PETSC_TRUE).at);
  for (int kind = 0; kind < WORK_KINDS; kind++)
    WorkCurveOf(series, (WorkKind)kind, &row->curve[kind]);
  AddTimes(TimingsFind(&store->timings, record->key), row);
}

/* Those of a place, in the order of the records; the rows have an arena and are empty. */
static void CollectWork(const Contents *contents, const char *place, WorkRows *rows) {
  const Records *records = contents->store->records;
  PetscReal duration = NAN;

  for (int pass = 0; pass < 2; pass++)
    for (PetscInt i = 0; i < records->count; i++) {
      const Series *series = SeriesOf(&records->at[i], pass ? "tolerance" : "work");
      if (!series || !JobMatches(&records->at[i].job, NULL, place))
        continue;
      if (isnan(duration))
        duration = series->duration;
      if (fabs(series->duration / duration - 1) < 1e-9)
        AddRow(contents->store, &records->at[i], series, rows);
    }
}

static PetscBool HasWork(const WorkRow *row, int axis) {
  for (PetscInt i = 0; i < row->curve[axis].count; i++)
    if (row->curve[axis].work[i] > 0)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether any of the rows has work of that kind; linear solves, more of them than Newton's iterations. */
static PetscBool IsAny(const WorkRows *rows, int axis) {
  for (PetscInt i = 0; i < rows->count; i++) {
    const WorkCurve *curve = rows->at[i].curve;
    for (PetscInt k = 0; k < curve[axis].count; k++)
      if (curve[axis].work[k] > (axis == WORK_LINEAR_SOLVES ? curve[WORK_ITERATIONS].work[k] : 0))
        return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* ---- Ranks ---- */

/* A row at each accuracy, for one kind of work. */
typedef struct {
  const WorkRow *row;
  WorkReach reach[WORK_ACCURACIES];
  PetscReal band[WORK_ACCURACIES]; /* of times: half of it; NaN: no band */
  PetscInt rank[WORK_ACCURACIES];  /* from 1; 0: it is not reached */
} Standing;

/* By that accuracy rows are sorted. */
enum { SORTED_BY = 6 - WORK_FIRST };

/* What is reached first and the cheapest of these; then by how near the others come. */
static int ByCost(const void *a, const void *b) {
  const WorkReach *x = &((const Standing *)a)->reach[SORTED_BY],
                  *y = &((const Standing *)b)->reach[SORTED_BY];

  if (x->reached != y->reached)
    return x->reached ? -1 : 1;
  if (x->reached && x->work != y->work)
    return x->work < y->work ? -1 : 1;
  if (x->least != y->least)
    return x->least < y->least ? -1 : 1;
  return strcmp(((const Standing *)a)->row->name, ((const Standing *)b)->row->name);
}

static void Rank(PetscInt count, Standing *all, PetscInt accuracy) {
  for (PetscInt i = 0; i < count; i++) {
    all[i].rank[accuracy] = all[i].reach[accuracy].reached;
    for (PetscInt j = 0; all[i].rank[accuracy] && j < count; j++)
      if (all[j].reach[accuracy].reached &&
          all[j].reach[accuracy].work < all[i].reach[accuracy].work)
        all[i].rank[accuracy]++;
  }
}

/* Those that have work of the kind, sorted. */
static Standing *RankMethods(const WorkRows *rows, int axis, PetscInt *count) {
  Standing *all = ArenaArray(rows->arena, rows->count, sizeof(*all));
  *count = 0;
  for (PetscInt i = 0; i < rows->count; i++) {
    Standing *one = &all[*count];
    if (!HasWork(&rows->at[i], axis))
      continue;
    one->row = &rows->at[i];
    for (PetscInt k = 0; k < WORK_ACCURACIES; k++) {
      WorkReach *const reach = &one->reach[k], low, high;
      WorkToReach(&rows->at[i].curve[axis], WorkAccuracy(k), reach);
      WorkToReach(&rows->at[i].low, WorkAccuracy(k), &low);
      WorkToReach(&rows->at[i].high, WorkAccuracy(k), &high);
      one->band[k] = axis == WORK_TIME && reach->reached
                         ? fmax(high.work - reach->work, reach->work - low.work)
                         : NAN;
    }
    (*count)++;
  }
  Sort(*count, all, ByCost);
  for (PetscInt k = 0; k < WORK_ACCURACIES; k++)
    Rank(*count, all, k);
  return all;
}

/* "1230 (3)", "≤ 32 (1)", "410 ± 12 (2)"; "—": it was not reached. */
static Text Cell(const Standing *one, PetscInt k) {
  const WorkReach *reach = &one->reach[k];
  const Text band = isnan(one->band[k])
                        ? (Text){""}
                        : TextPrint(" ± %.*f", one->band[k] < 1 ? 1 : 0, (double)one->band[k]);

  if (!reach->reached)
    return TextPrint("—");
  return TextPrint("%s%.0f%s (%d)", reach->at_once ? "≤ " : "", ceil((double)reach->work), band.at,
                   (int)one->rank[k]);
}

/* ---- Tables ---- */

static const char note[] =
    "The cost of an error at the end, and in brackets the rank among the methods. The error of a "
    "column is relative to the size of the solution; between two runs the cost is interpolated in "
    "logarithms. A dash: no run had so small an error. Evaluations are those of fields and forces, "
    "Jacobians those of residuals and fields. Each Newton iteration solves a linear system; linear "
    "solves are shown where some are a method's own. The unit of processor time is an evaluation "
    "of the model's field, timed in turn with the runs. It is the median of five rounds, with the "
    "deviation of the middle three, and differs from run to run.";

/* Every second accuracy is enough for people. */
enum { SHOWN_STEP = 2 };

/* A row for each method that has work of a kind, and, for programs, one for each accuracy (NULL: not). `page`: the
 * page that has the links; NULL: no links. */
static void Fill(const WorkRows *rows, const char *place, const Page *page, Table text, Table csv) {
  for (int axis = 0; axis < WORK_AXES; axis++) {
    PetscInt count;
    const Standing *all = RankMethods(rows, axis, &count);
    for (PetscInt i = 0; i < count && IsAny(rows, axis); i++) {
      TableRow(text, Word(place), Word(axis_names[axis]), Word(all[i].row->name));
      if (page)
        TableLook(text, NULL, HtmlAddress(page, "method", all[i].row->job->method).at);
      for (PetscInt k = 0; k < WORK_ACCURACIES; k += SHOWN_STEP)
        TableValue(text, Word(Cell(&all[i], k).at));
      TableValue(text, Number(all[i].reach[0].least));
    }
    for (PetscInt i = 0; csv && i < count; i++)
      for (PetscInt k = 0; k < WORK_ACCURACIES; k++) {
        const WorkReach *reach = &all[i].reach[k];
        TableRow(csv, Word(all[i].row->job->model), Word(all[i].row->job->instance),
                 Word(all[i].row->name), Word(axis_names[axis]), Number(WorkAccuracy(k)),
                 Number(reach->work), Number(reach->lower), Number(reach->upper),
                 Number(all[i].band[k]), Number(all[i].rank[k] ? (PetscReal)all[i].rank[k] : NAN),
                 Number(reach->least));
      }
  }
}

static Table CreateText(void) {
  static const char *const heading[WORK_ACCURACIES] = {"10^-2",  "10^-3",  "10^-4", "10^-5",
                                                       "10^-6",  "10^-7",  "10^-8", "10^-9",
                                                       "10^-10", "10^-11", "10^-12"};

  Table table = TableCreate("Work and accuracy", note);
  TableColumns(table, COLUMN_GROUP, "model:case", TABLE_FILES);
  TableColumns(table, COLUMN_GROUP, "work", 0);
  TableColumns(table, COLUMN_TEXT, "method", 0);
  for (PetscInt k = 0; k < WORK_ACCURACIES; k += SHOWN_STEP)
    TableColumns(table, COLUMN_TEXT, heading[k], 0);
  TableColumns(table, COLUMN_NUMBER, "smallest error", 0);
  return table;
}

PetscErrorCode WriteWork(const Contents *contents) {
  Table text = CreateText();
  PetscInt any = 0;

  Table csv = TableCreate("", NULL);
  TableColumns(csv, COLUMN_TEXT, "model|case|method|work", 0);
  TableColumns(csv, COLUMN_NUMBER, "error|needed|misses|meets|band|rank|smallest_error", 0);
  for (PetscInt i = 0; i < contents->places.count; i++) {
    WorkRows rows = {.arena = csv->texts};
    CollectWork(contents, contents->places.at[i], &rows);
    any += rows.count;
    Fill(&rows, contents->places.at[i], NULL, text, csv);
  }
  PetscCall(TableWrite(text, contents->store->directory, "work", any ? TABLE_TEXT : 0));
  return TableWrite(csv, contents->store->directory, "work", any ? TABLE_CSV : 0);
}

/* ---- The page ---- */

void HtmlWork(Page *page, const char *place) {
  Table table = CreateText();
  WorkRows rows = {.arena = table->texts};
  CollectWork(page->contents, place, &rows);
  Fill(&rows, place, page, table, NULL);
  if (table->rows) {
    HtmlHeading(page, table->title);
    FragmentPut(page->file, "quiet", "text", note, NULL);
  }
  TableHtml(table, page->file);
}

/* ---- Plots ---- */

/* Shapes and colours repeat together after 42 curves; long before that a panel is full. */
enum { CURVES = 24 };
/* On a curve, so that others are seen behind it; the line has a corner at each run. */
enum { MARKS = 9 };

static void Curve(Figure figure, const WorkRow *row, int axis, PetscInt style, PetscBool names) {
  const WorkCurve *curve = &row->curve[axis];
  PetscBool some = PETSC_FALSE;

  for (PetscInt i = 0; axis == WORK_TIME && i < curve->count; i++) {
    FigureCurve(figure, style, 0.5);
    FigureLine(figure, row->low.work[i], curve->error[i]);
    FigureLine(figure, row->high.work[i], curve->error[i]);
  }
  FigureCurve(figure, style, 0);
  for (PetscInt i = 0; i < curve->count; i++) {
    if (!(curve->work[i] > 0)) /* it needs none: no point of this axis */
      continue;
    FigureLine(figure, curve->work[i], curve->error[i]);
    if (i % ((curve->count + MARKS - 1) / MARKS) == 0)
      FigureMark(figure, curve->work[i], curve->error[i], PETSC_TRUE);
    some = PETSC_TRUE;
  }
  if (names && some)
    FigureName(figure, row->name);
}

/* A panel for each kind of work, or more where the methods are many. */
void PlotWork(const Plotter *plotter, Figure figure, const char *place) {
  WorkRows rows = {.arena = FigureArena(figure)};

  CollectWork(plotter->contents, place, &rows);
  const PetscInt parts = (rows.count + CURVES - 1) / CURVES;
  for (int axis = 0; axis < WORK_AXES; axis++)
    for (PetscInt part = 0; part < parts && IsAny(&rows, axis); part++) {
      const PetscInt first = rows.count * part / parts, last = rows.count * (part + 1) / parts;
      const Text title = TextPrint("%s%s", axis_names[axis], PlotPart(part, parts).at);
      FigurePanel(figure, title.at, axis_labels[axis], error_label, FIGURE_LOG_X | FIGURE_LOG_Y);
      for (PetscInt i = first; i < last; i++)
        Curve(figure, &rows.at[i], axis, i - first, PETSC_TRUE);
    }
}

void PlotTolerances(const Plotter *plotter, Figure figure, const char *place) {
  WorkRows rows = {.arena = FigureArena(figure)};
  PetscInt style = 0;

  CollectWork(plotter->contents, place, &rows);
  for (PetscInt i = 0; i < rows.count; i++) {
    const Series *series = rows.at[i].series;
    const SeriesQuantity *q = SeriesFindQuantity(series, "q");
    if (!q || !(q->size > 0) || !series->points || !(series->point[0].tolerance > 0))
      continue;
    if (!FigurePanels(figure)) {
      FigurePanel(figure, "errors and tolerances", "tolerance", error_label,
                  FIGURE_LOG_X | FIGURE_LOG_Y);
      FigureCurve(figure, FIGURE_BLACK, 0.5);
      for (PetscInt k = 0; k < series->points; k++)
        FigureLine(figure, series->point[k].tolerance, series->point[k].tolerance);
    }
    FigureCurve(figure, style++, 0);
    for (PetscInt k = 0; k < series->points; k++) {
      const SeriesPoint *point = &series->point[k];
      const PetscReal error = SeriesPointError(point, "q") / q->size;
      FigureLine(figure, point->tolerance, error);
      if (isnan(error))
        FigureCross(figure, point->tolerance, NAN);
      FigureMark(figure, point->tolerance, error, PETSC_TRUE);
    }
    FigureName(figure, rows.at[i].name);
  }
}

/* For papers. The same method has the same style on all places. */
void PlotWorkRequested(const Plotter *plotter, Figure figure, const char *place) {
  const Request *request = plotter->request;
  Texts names = {.count = 0};

  (void)place;
  for (PetscInt k = 0; k < request->places; k++) {
    WorkRows rows = {.arena = FigureArena(figure)};
    CollectWork(plotter->contents, request->place[k], &rows);
    FigurePanel(figure, request->place[k], axis_labels[WORK_EVALUATIONS], error_label,
                FIGURE_LOG_X | FIGURE_LOG_Y);
    for (PetscInt i = 0; i < rows.count; i++) {
      PetscInt style = 0;
      while (style < names.count && strcmp(names.at[style], rows.at[i].name))
        style++;
      if (style == names.count) {
        ArenaAppend(rows.arena, names.count, &names.at, rows.at[i].name);
        FigureLegend(figure, rows.at[i].name, style, PETSC_TRUE);
      }
      Curve(figure, &rows.at[i], WORK_EVALUATIONS, style, PETSC_FALSE);
    }
  }
}
