/* Where methods keep relative equilibria, and where they break them: a row for each method, a
 * column for each step size, a table for each equilibrium of each system. A cell is the factor by
 * which a small deviation changes in a step, or what there is instead. */
#include "base/sort.h"
#include "reports/fragment.h"
#include "reports/html.h"
#include "reports/table.h"
#include "reports/text.h"
#include "reports/writers.h"
#include "statistics/thresholds.h"
#include <math.h>
#include <string.h>

typedef enum { KEPT, BROKEN, SINGULAR, NO_STEP } Fate;

static PetscBool Holds(const Point *point, const char *quantity) {
  const Defect *found = PointFind(point, quantity);

  return (PetscBool)(found && !DefectSeen(found->defect, found->error));
}

/* What became of the equilibrium, in a few words. */
static Fate Judge(const Point *point, Text *text) {
  const PetscReal factor = point->factor;
  const char *reason = point->ending.reason;

  if (reason && !strncmp(reason, "singular", 8)) {
    *text = TextPrint("singular");
    return SINGULAR;
  }
  if (TextGiven(reason)) {
    *text = TextPrint("no step");
    return NO_STEP;
  }
  if (!Holds(point, "relative_equilibria")) {
    *text = TextPrint("[lost]");
    return BROKEN;
  }
  *text = TextPrint("%s%.5g", factor < -1e-5 ? "−" : "", fabs(factor) < 1e-5 ? 0 : fabs(factor));
  if (Holds(point, "stability"))
    return KEPT;
  *text = TextPrint("[%s]", text->at);
  return BROKEN;
}

/* ---- Collection ---- */

/* A point of a method, at an equilibrium of a system. */
typedef struct {
  const char *name, *method,
      *coordinates; /* name: of the equilibrium; coordinates NULL: not recorded */
  const Point *point;
  PetscInt table, row; /* the first entry of the equilibrium, and of the method there */
} Entry;

typedef struct {
  PetscInt count;
  Entry *at;
  Reals sizes; /* of all, ascending */
} Survey;

static int ByRow(const void *a, const void *b) {
  const Entry *x = a, *y = b;

  if (x->table != y->table)
    return x->table < y->table ? -1 : 1;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->point->h > y->point->h) - (x->point->h < y->point->h);
}

static PetscErrorCode Add(Arena arena, const Job *job, const Point *point, Survey *survey) {
  PetscCall(ArenaRoom(arena, survey->count, &survey->at));
  Entry *entry = &survey->at[survey->count++];
  *entry = (Entry){.method = job->method, .coordinates = job->realisation_name, .point = point};
  PetscCall(ArenaPrint(arena, &entry->name, "%s, %s: %s in the exact flow", job->model,
                       point->equilibrium ? point->equilibrium : "",
                       point->exact ? point->exact : ""));
  while (strcmp(survey->at[entry->table].name, entry->name))
    entry->table++;
  while (survey->at[entry->row].table != entry->table ||
         strcmp(survey->at[entry->row].method, entry->method))
    entry->row++;
  return 0;
}

/* Whether no other point of the row has this step size, or only earlier ones. */
static PetscBool IsLast(const Survey *survey, PetscInt i) {
  return (PetscBool)(i + 1 == survey->count || survey->at[i].row != survey->at[i + 1].row ||
                     survey->at[i].point->h != survey->at[i + 1].point->h);
}

static PetscErrorCode Collect(const Contents *contents, Survey *survey) {
  const Records *records = contents->store->records;
  PetscInt kept = 0;

  *survey = (Survey){.count = 0};
  for (PetscInt i = 0; i < records->count; i++) {
    const Record *record = &records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_POINTS);
    for (PetscInt j = 0;
         measured && !strcmp(record->job.kind, "equilibrium") && j < measured->count; j++)
      PetscCall(Add(contents->arena, &record->job, &measured->point[j], survey));
  }
  if (!survey->count)
    return 0;
  PetscCall(Sort(survey->count, survey->at, ByRow));
  PetscCall(ArenaArray(contents->arena, survey->count, &survey->sizes.at));
  for (PetscInt i = 0; i < survey->count; i++) {
    survey->sizes.at[i] = survey->at[i].point->h;
    if (IsLast(survey, i))
      survey->at[kept++] = survey->at[i];
  }
  survey->sizes.count = survey->count;
  survey->count = kept;
  return PetscSortRemoveDupsReal(&survey->sizes.count, survey->sizes.at);
}

static const char note[] =
    "The factor by which a small deviation changes in a step of size h: a number of absolute value "
    "below 1 is stable, above 1 unstable. In brackets where this is not the stability of the exact "
    "flow. Lost: the method does not stay on the equilibrium at all. Singular: the factor has a "
    "pole there, and the step no solution.";

/* ---- Tables ---- */

static PetscErrorCode LongTable(const Survey *survey, Table *table) {
  PetscCall(TableCreate("Relative equilibria", note, table));
  PetscCall(TableColumns(*table, COLUMN_GROUP, "equilibrium", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "method|coordinates", 0));
  PetscCall(TableColumns(*table, COLUMN_NUMBER, "h|factor", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "kept|stability kept|reason", 0));
  for (PetscInt i = 0; i < survey->count; i++) {
    const Entry *entry = &survey->at[i];
    const Point *point = entry->point;
    const PetscBool done = (PetscBool)!TextGiven(point->ending.reason);
    const char *kept = Holds(point, "relative_equilibria") ? "yes" : "no",
               *stability = Holds(point, "stability") ? "yes" : "no";
    PetscCall(TableRow(*table, Word(entry->name), Word(entry->method), Word(entry->coordinates),
                       Number(point->h), Number(point->factor), Word(done ? kept : "—"),
                       Word(done ? stability : "—"), Word(done ? "" : point->ending.reason)));
  }
  return 0;
}

/* The cells of the row that begins at this entry, one for each step size: a fate, a number in brackets, or a
 * dash. */
static PetscErrorCode WideRow(const Survey *survey, PetscInt i, Table table) {
  static const char *const class[] = {"confirmed", "refuted", "quiet", "undecided"};
  const PetscInt row = survey->at[i].row;

  PetscCall(TableRow(table, Word(survey->at[i].name), Word(survey->at[i].method)));
  for (PetscInt k = 0; k < survey->sizes.count; k++) {
    const PetscBool here = (PetscBool)(i < survey->count && survey->at[i].row == row &&
                                       survey->at[i].point->h == survey->sizes.at[k]);
    Text cell = {"—"};
    const Fate fate = here ? Judge(survey->at[i++].point, &cell) : SINGULAR;
    PetscCall(TableValue(table, Word(cell.at)));
    PetscCall(TableLook(table, class[fate], NULL));
  }
  return 0;
}

static PetscErrorCode WideTable(const Survey *survey, Table *table) {
  PetscCall(TableCreate("Relative equilibria", note, table));
  PetscCall(TableColumns(*table, COLUMN_GROUP, "equilibrium", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "method", 0));
  for (PetscInt k = 0; k < survey->sizes.count; k++)
    PetscCall(
        TableColumns(*table, COLUMN_TEXT, TextPrint("h = %g", (double)survey->sizes.at[k]).at, 0));
  for (PetscInt i = 0; i < survey->count; i++)
    if (!i || survey->at[i].row != survey->at[i - 1].row)
      PetscCall(WideRow(survey, i, *table));
  return 0;
}

PetscErrorCode WriteEquilibria(const Contents *contents) {
  const char *directory = contents->store->directory;
  Survey survey;
  Table table;

  PetscCall(Collect(contents, &survey));
  PetscCall(WideTable(&survey, &table));
  PetscCall(TableWrite(&table, directory, "equilibria", survey.count ? TABLE_TEXT : 0));
  PetscCall(LongTable(&survey, &table));
  return TableWrite(&table, directory, "equilibria", survey.count ? TABLE_CSV : 0);
}

PetscErrorCode HtmlEquilibria(Page *page) {
  Survey survey;
  Table table;

  PetscCall(Collect(page->contents, &survey));
  if (!survey.count)
    return 0;
  PetscCall(WideTable(&survey, &table));
  PetscCall(FragmentPut(page->file, "section", "id", "equilibria", "heading", table->title, "note",
                        note, NULL));
  PetscCall(TableHtml(table, page->file));
  fputs("</section>\n", page->file);
  return TableDestroy(&table);
}
