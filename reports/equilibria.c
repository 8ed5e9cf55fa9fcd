/* Where methods keep relative equilibria, and where they break them: a row for each method, a
 * column for each step size, a table for each equilibrium of each system. A cell is the factor by
 * which a small deviation changes in a step, or what there is instead. */
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
static Fate Judge(const Point *point, char *text, size_t size) {
  const PetscReal factor = point->factor;
  const char *reason = point->ending.reason;

  if (reason && !strncmp(reason, "singular", 8)) {
    snprintf(text, size, "singular");
    return SINGULAR;
  }
  if (TextGiven(reason)) {
    snprintf(text, size, "no step");
    return NO_STEP;
  }
  if (!Holds(point, "relative_equilibria")) {
    snprintf(text, size, "lost");
    return BROKEN;
  }
  snprintf(text, size, "%s%.5g", factor < -1e-5 ? "−" : "", fabs(factor) < 1e-5 ? 0 : fabs(factor));
  return Holds(point, "stability") ? KEPT : BROKEN;
}

/* ---- Collection: for each equilibrium its step sizes and the rows ---- */

typedef struct {
  const char *method, *coordinates; /* coordinates NULL: not told */
  const Point **point;              /* at each size; NULL: there is none */
} Row;

typedef struct {
  const char *name;
  Reals sizes; /* ascending */
  PetscInt rows;
  Row *row;
} Survey;

typedef struct {
  PetscInt count;
  Survey *at;
  PetscInt points; /* of all: room enough for anything here */
  Arena arena;
} Surveys;

/* The record's points if it is of an equilibrium study; NULL otherwise. */
static const Measured *PointsOf(const Record *record) {
  return strcmp(record->job.kind, "equilibrium") ? NULL : MeasuredAs(record, MEASURED_POINTS);
}

static PetscErrorCode FindSurvey(Surveys *all, const Job *job, const Point *point,
                                 Survey **survey) {
  const char *name;

  PetscCall(ArenaPrint(all->arena, &name, "%s, %s: %s in the exact flow", job->model,
                       point->equilibrium ? point->equilibrium : "",
                       point->exact ? point->exact : ""));
  for (PetscInt i = 0; i < all->count; i++) {
    *survey = &all->at[i];
    if (!strcmp((*survey)->name, name))
      return 0;
  }
  *survey = &all->at[all->count++];
  (*survey)->name = name;
  PetscCall(ArenaArray(all->arena, all->points, &(*survey)->sizes.at));
  return ArenaArray(all->arena, all->points, &(*survey)->row);
}

/* Where the size is, or would be. */
static PetscInt SizeIndex(Reals sizes, PetscReal h) {
  PetscInt i = 0;

  while (i < sizes.count && sizes.at[i] < h)
    i++;
  return i;
}

/* There is room. */
static void AddSize(Reals *sizes, PetscReal h) {
  const PetscInt at = SizeIndex(*sizes, h);

  if (at < sizes->count && sizes->at[at] == h)
    return;
  memmove(sizes->at + at + 1, sizes->at + at, (size_t)(sizes->count - at) * sizeof(*sizes->at));
  sizes->at[at] = h;
  sizes->count++;
}

static PetscErrorCode AddPoint(Surveys *all, Survey *survey, const Job *job, const Point *point) {
  Row *row = NULL;

  for (PetscInt i = 0; i < survey->rows && !row; i++)
    if (!strcmp(survey->row[i].method, job->method))
      row = &survey->row[i];
  if (!row) {
    row = &survey->row[survey->rows++];
    row->method = job->method;
    PetscCall(ArenaArray(all->arena, survey->sizes.count, &row->point));
  }
  row->coordinates = job->realisation_name;
  row->point[SizeIndex(survey->sizes, point->h)] = point;
  return 0;
}

/* First all sizes, then the points: a row has a place for each size. */
static PetscErrorCode CollectPass(Store store, Surveys *all, PetscBool sizes) {
  Survey *survey = NULL;

  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    const Measured *measured = PointsOf(record);
    for (PetscInt j = 0; measured && j < measured->count; j++) {
      PetscCall(FindSurvey(all, &record->job, &measured->point[j], &survey));
      if (sizes)
        AddSize(&survey->sizes, measured->point[j].h);
      else
        PetscCall(AddPoint(all, survey, &record->job, &measured->point[j]));
    }
  }
  return 0;
}

static PetscErrorCode SurveysFind(const Contents *contents, Surveys *all) {
  const Store store = contents->store;

  *all = (Surveys){.arena = contents->arena};
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Measured *measured = PointsOf(&store->records->at[i]);
    all->points += measured ? measured->count : 0;
  }
  PetscCall(ArenaArray(all->arena, all->points, &all->at));
  PetscCall(CollectPass(store, all, PETSC_TRUE));
  return CollectPass(store, all, PETSC_FALSE);
}

static const char note[] =
    "The factor by which a small deviation changes in a step of size h: a number of absolute value "
    "below 1 is stable, above 1 unstable. In brackets where this is not the stability of the exact "
    "flow. Lost: the method does not stay on the equilibrium at all. Singular: the factor has a "
    "pole there, and the step no solution.";

/* ---- Markdown, LaTeX, CSV ---- */

static PetscErrorCode LongRow(Table table, const Survey *survey, const Row *row,
                              const Point *point) {
  const PetscBool done = (PetscBool)!TextGiven(point->ending.reason);

  return TableFill(table, CELLS(TEXT_CELL(survey->name), TEXT_CELL(row->method),
                                TEXT_CELL(row->coordinates), NUMBER_CELL(point->h),
                                NUMBER_CELL(point->factor),
                                TEXT_CELL(!done                                 ? "—"
                                          : Holds(point, "relative_equilibria") ? "yes"
                                                                                : "no"),
                                TEXT_CELL(!done                       ? "—"
                                          : Holds(point, "stability") ? "yes"
                                                                      : "no"),
                                TEXT_CELL(done ? "" : point->ending.reason)));
}

static PetscErrorCode WriteLong(const Surveys *all, const char *directory) {
  Table table;

  PetscCall(TableCreate("Relative equilibria", note, &table));
  PetscCall(TableColumns(table, COLUMN_GROUP, "equilibrium", 0));
  PetscCall(TableColumns(table, COLUMN_TEXT, "method|coordinates", 0));
  PetscCall(TableColumns(table, COLUMN_NUMBER, "h|factor", 0));
  PetscCall(TableColumns(table, COLUMN_TEXT, "kept|stability kept|reason", 0));
  for (PetscInt i = 0; i < all->count; i++) {
    const Survey *survey = &all->at[i];
    for (PetscInt j = 0; j < survey->rows; j++)
      for (PetscInt k = 0; k < survey->sizes.count; k++)
        if (survey->row[j].point[k])
          PetscCall(LongRow(table, survey, &survey->row[j], survey->row[j].point[k]));
  }
  return TableWrite(&table, directory, "equilibria", TABLE_CSV);
}

/* The row's cell of one step size: a fate, a number in brackets, or a dash. */
static Fate WideCell(const Survey *survey, const Row *row, PetscReal h, char *cell, size_t size) {
  const PetscInt at = SizeIndex(survey->sizes, h);
  const Point *point = at < survey->sizes.count ? row->point[at] : NULL;
  Fate fate = SINGULAR;
  char text[64] = "—";

  if (point && point->h == h)
    fate = Judge(point, text, sizeof(text));
  snprintf(cell, size, fate == BROKEN ? "[%s]" : "%s", text);
  return fate;
}

static PetscErrorCode WideTable(const Surveys *all, Table *table) {
  static const char *const class[] = {"confirmed", "refuted", "quiet", "undecided"};
  char heading[32], cell[80];
  Reals sizes = {0, NULL};
  Fate fate;

  /* The step sizes of all equilibria, so that one table holds them. */
  PetscCall(ArenaArray(all->arena, all->points, &sizes.at));
  for (PetscInt i = 0; i < all->count; i++)
    for (PetscInt k = 0; k < all->at[i].sizes.count; k++)
      AddSize(&sizes, all->at[i].sizes.at[k]);
  PetscCall(TableCreate("Relative equilibria", note, table));
  PetscCall(TableColumns(*table, COLUMN_GROUP, "equilibrium", 0));
  PetscCall(TableColumns(*table, COLUMN_TEXT, "method", 0));
  for (PetscInt k = 0; k < sizes.count; k++) {
    snprintf(heading, sizeof(heading), "h = %g", (double)sizes.at[k]);
    PetscCall(TableColumns(*table, COLUMN_TEXT, heading, 0));
  }
  for (PetscInt i = 0; i < all->count; i++) {
    const Survey *survey = &all->at[i];
    for (PetscInt j = 0; j < survey->rows; j++) {
      PetscCall(
          TableFill(*table, CELLS(TEXT_CELL(survey->name), TEXT_CELL(survey->row[j].method))));
      for (PetscInt k = 0; k < sizes.count; k++) {
        fate = WideCell(survey, &survey->row[j], sizes.at[k], cell, sizeof(cell));
        PetscCall(TableValue(*table, TEXT_CELL(cell)));
        PetscCall(TableLook(*table, class[fate], NULL));
      }
    }
  }
  return 0;
}

/* On the page, or in files where it is NULL. */
static PetscErrorCode Equilibria(const Contents *contents, Page *page) {
  const char *directory = contents->store->directory;
  Surveys all;
  Table table;

  PetscCall(SurveysFind(contents, &all));
  PetscCall(WideTable(&all, &table));
  if (all.count && page) {
    PetscCall(FragmentPut(page->file, "section", "id", "equilibria", "heading", table->title,
                          "note", note, NULL));
    PetscCall(TableHtml(table, page->file));
    fputs("</section>\n", page->file);
  } else if (all.count)
    PetscCall(WriteLong(&all, directory));
  return TableWrite(&table, directory, "equilibria", all.count && !page ? TABLE_TEXT : 0);
}

PetscErrorCode WriteEquilibria(const Contents *contents) { return Equilibria(contents, NULL); }

PetscErrorCode HtmlEquilibria(Page *page) { return Equilibria(page->contents, page); }
