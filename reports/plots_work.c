/* Errors against what they cost, and against tolerances: all methods on one case. */
#include "reports/work.h"
#include "reports/writers.h"
#include <math.h>
#include <string.h>

/* Shapes and colours repeat together after 42 curves; long before that a panel is full. */
enum { CURVES = 24 };
/* On a curve, so that others are seen behind it; the line has a corner at each run. */
enum { MARKS = 9 };

static const char *AxisLabel(int axis) {
  static const char *const labels[] = {"evaluations of fields and forces", "Jacobians",
                                       "linear solves", "iterations of Newton's method",
                                       "processor time / that of a field evaluation"};
  return labels[axis];
}

static PetscErrorCode Curve(Figure figure, const WorkRow *row, int axis, PetscInt style,
                            PetscBool names) {
  const WorkCurve *curve = &row->curve[axis];
  PetscBool start = PETSC_TRUE;

  for (PetscInt i = 0; axis == WORK_TIME && i < curve->count; i++) {
    PetscCall(FigureShade(figure, PETSC_TRUE, row->low.work[i], curve->error[i], style, 0.5));
    PetscCall(FigureShade(figure, PETSC_FALSE, row->high.work[i], curve->error[i], style, 0.5));
  }
  for (PetscInt i = 0; i < curve->count; i++) {
    if (!(curve->work[i] > 0)) /* it needs none: no point of this axis */
      continue;
    PetscCall(FigureLine(figure, start, curve->work[i], curve->error[i], style));
    if (i % ((curve->count + MARKS - 1) / MARKS) == 0)
      PetscCall(FigureMark(figure, curve->work[i], curve->error[i], style, PETSC_TRUE));
    start = PETSC_FALSE;
  }
  if (names && !start)
    PetscCall(FigureName(figure, row->name, style));
  return 0;
}

/* Rows from the first to before the last, in all panels. */
static PetscErrorCode Panels(Figure figure, const WorkRows *rows, PetscInt first, PetscInt last) {
  for (int axis = 0; axis < WORK_AXES; axis++) {
    if (!WorkIsAny(rows, axis))
      continue;
    PetscCall(FigurePanel(figure, WorkAxisName(axis), AxisLabel(axis),
                          "error at the end / size of the solution", FIGURE_LOG_X | FIGURE_LOG_Y));
    for (PetscInt i = first; i < last; i++)
      PetscCall(Curve(figure, &rows->at[i], axis, i - first, PETSC_TRUE));
  }
  return 0;
}

static PetscErrorCode WorkFigure(const Plotter *plotter, const WorkRows *rows, const char *place) {
  const PetscInt parts = (rows->count + CURVES - 1) / CURVES;
  char name[512], title[600];
  Figure figure;

  for (PetscInt part = 0; part < parts; part++) {
    const PetscInt first = rows->count * part / parts, last = rows->count * (part + 1) / parts;
    PlotName("model-work", place, name, sizeof(name));
    PetscCall(PetscSNPrintf(title, sizeof(title), "Work and accuracy on %s", place));
    if (part) {
      const size_t used = strlen(name);
      PetscCall(PetscSNPrintf(name + used, sizeof(name) - used, "-%d", (int)part + 1));
    }
    PetscCall(FigureCreate(name, title, 520, 420, 2, &figure));
    PetscCall(Panels(figure, rows, first, last));
    PetscCall(FigureNote(
        figure,
        "What a method does not need (a Jacobian, of an explicit one) is not "
        "drawn. Of times: the median of five rounds, and in pale the range of the middle three."));
    PetscCall(PlotFinish(plotter, &figure));
  }
  return 0;
}

/* ---- Tolerances ---- */

static PetscErrorCode ToleranceFigure(const Plotter *plotter, const WorkRows *rows,
                                      const char *place) {
  PetscInt style = 0;
  Figure figure;

  PetscCall(PlotBegin("model-tolerance", "Tolerances on", place, 620, 460, 1, &figure));
  for (PetscInt i = 0; i < rows->count; i++) {
    const Series *series = rows->at[i].series;
    const SeriesQuantity *q = SeriesFindQuantity(series, "q");
    if (!q || !(q->size > 0) || !series->points || !(series->point[0].tolerance > 0))
      continue;
    if (!FigurePanels(figure)) {
      PetscCall(FigurePanel(figure, "errors and tolerances", "tolerance",
                            "error at the end / size of the solution",
                            FIGURE_LOG_X | FIGURE_LOG_Y));
      for (PetscInt k = 0; k < series->points; k += series->points - 1)
        PetscCall(FigureShade(figure, (PetscBool)(k == 0), series->point[k].tolerance,
                              series->point[k].tolerance, FIGURE_BLACK, 0.5));
    }
    for (PetscInt k = 0; k < series->points; k++) {
      const SeriesPoint *point = &series->point[k];
      const PetscReal error = SeriesPointError(point, "q") / q->size;
      PetscCall(FigureLine(figure, (PetscBool)(k == 0), point->tolerance, error, style));
      if (isnan(error))
        PetscCall(FigureCross(figure, point->tolerance, NAN, style));
      else
        PetscCall(FigureMark(figure, point->tolerance, error, style, PETSC_TRUE));
    }
    PetscCall(FigureName(figure, rows->at[i].name, style++));
  }
  PetscCall(
      FigureNote(figure, "Grey line: the tolerance itself. Cross on the upper edge: no result."));
  return PlotFinish(plotter, &figure);
}

PetscErrorCode PlotWork(const Plotter *plotter, const char *place) {
  WorkRows rows;

  PetscCall(WorkCollect(plotter->contents, place, &rows));
  PetscCall(WorkFigure(plotter, &rows, place));
  PetscCall(ToleranceFigure(plotter, &rows, place));
  ArenaDestroy(&rows.arena);
  return 0;
}

/* ---- For papers ---- */

/* The same method has the same style on all places. */
static PetscErrorCode StyleOf(Arena arena, Texts *names, const char *name, PetscInt *style) {
  PetscInt i = 0;

  while (i < names->count && strcmp(names->at[i], name))
    i++;
  if (i == names->count) {
    PetscCall(ArenaRoom(arena, names->count, &names->at));
    names->at[names->count++] = name;
  }
  *style = i;
  return 0;
}

PetscErrorCode PlotWorkAlone(const Plotter *plotter, const Request *request) {
  const PetscInt column = 318, side = 480; /* 84 mm in pixels of CSS; beside one another */
  const PetscBool several = (PetscBool)(request->places > 1);
  WorkRows rows[REQUEST_PLACES];
  Texts names = {.count = 0};
  PetscInt style = 0;
  char all[REQUEST_PLACES * 512] = "figure-work", name[TEXT_NAME_LENGTH], place_name[500];
  Figure figure;

  for (PetscInt k = 0; k < request->places; k++) {
    PlotName("model", request->place[k], place_name, sizeof(place_name));
    PetscCall(PetscStrlcat(all, place_name + strlen("model"), sizeof(all)));
  }
  TextFileName(all, name);
  PetscCall(FigureCreate(name, "", several ? side : column, several ? 420 : 300, several ? 2 : 1,
                         &figure));
  for (PetscInt k = 0; k < request->places; k++) {
    PetscCall(WorkCollect(plotter->contents, request->place[k], &rows[k]));
    PetscCall(FigurePanel(figure, request->place[k], AxisLabel(WORK_EVALUATIONS),
                          "error at the end / size of the solution", FIGURE_LOG_X | FIGURE_LOG_Y));
    for (PetscInt i = 0; i < rows[k].count; i++) {
      PetscCall(StyleOf(FigureArena(figure), &names, rows[k].at[i].name, &style));
      PetscCall(Curve(figure, &rows[k].at[i], WORK_EVALUATIONS, style, PETSC_FALSE));
    }
  }
  for (PetscInt i = 0; i < names.count; i++)
    PetscCall(FigureLegend(figure, names.at[i], i, PETSC_TRUE));
  fprintf(stderr, "report: %s/plots/%s.svg\n", plotter->contents->store->directory, name);
  PetscCall(PlotFinish(plotter, &figure));
  for (PetscInt k = 0; k < request->places; k++)
    ArenaDestroy(&rows[k].arena);
  return 0;
}
