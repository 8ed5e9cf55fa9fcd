/* Errors against step sizes. */
#include "reports/plots.h"
#include "reports/writers.h"
#include <math.h>
#include <string.h>

#define SLOPES 5 /* triangles in one panel; more would cover the curves */

/* A slope that is claimed in a panel, and where its triangle goes: under the lowest of the curves
 * that claim it. */
typedef struct {
  PetscReal slope, x, y;
} Slope;

/* A panel while it is filled: a quantity in a precision. */
typedef struct {
  Figure figure;
  Store store;
  const char *quantity;
  Precision precision;
  PetscBool begun;
  Slope slope[SLOPES];
  int slopes;
} Panel;

static PetscBool InWindow(const Verdict *verdict, const Series *series, const SeriesPoint *point) {
  if (!verdict || !verdict->points ||
      (TextGiven(verdict->precision) &&
       strcmp(verdict->precision, PrecisionNames[series->precision])))
    return PETSC_FALSE;
  return (PetscBool)(point->steps >= PetscMin(verdict->from, verdict->to) &&
                     point->steps <= PetscMax(verdict->from, verdict->to));
}

static PetscErrorCode Floor(Panel *panel, const Series *series) {
  const SeriesQuantity *quantity = SeriesFindQuantity(series, panel->quantity);
  PetscBool start = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < series->points; i++) {
    const PetscReal h = series->point[i].h;
    const PetscReal floor = quantity && i < quantity->floor.count ? quantity->floor.at[i] : NAN;
    const PetscBool known = (PetscBool)(!isnan(floor) && h > 0);
    if (known)
      PetscCall(FigureBand(panel->figure, start, h, floor));
    start = (PetscBool)!known;
  }
  PetscFunctionReturn(0);
}

/* A triangle of the slope under the point, or under the lower one that claims it already. */
static void ClaimSlope(Panel *panel, PetscReal claimed, PetscReal h, PetscReal error) {
  Slope *slope = panel->slope;
  int k = 0;

  while (k < panel->slopes && slope[k].slope != claimed)
    k++;
  if (k == panel->slopes && k < SLOPES)
    slope[panel->slopes++] = (Slope){claimed, h, error};
  else if (k < panel->slopes && error / pow(h, claimed) < slope[k].y / pow(slope[k].x, claimed))
    slope[k] = (Slope){claimed, h, error};
}

static PetscErrorCode Curve(Panel *panel, const Record *record, const Series *series,
                            PetscInt style) {
  const Verdict *verdict = OrderVerdictOfRecord(panel->store, record->key, panel->quantity);
  const PetscReal claimed = verdict && !verdict->claimed.word ? verdict->claimed.number : NAN;
  PetscInt inside = 0, points = 0, seen = 0;

  PetscFunctionBeginUser;
  PetscCall(Floor(panel, series));
  for (PetscInt i = 0; i < series->points; i++)
    inside += InWindow(verdict, series, &series->point[i]);
  for (PetscInt i = 0; i < series->points; i++) {
    const PetscReal h = series->point[i].h;
    const PetscReal error = SeriesPointError(&series->point[i], panel->quantity);
    const PetscBool filled = InWindow(verdict, series, &series->point[i]);
    if (isnan(h))
      continue;
    if (isnan(error)) {
      PetscCall(FigureLine(panel->figure, PETSC_TRUE, h, NAN, style));
      PetscCall(FigureCross(panel->figure, h, NAN, style));
      continue;
    }
    PetscCall(FigureLine(panel->figure, points++ == 0, h, error, style));
    PetscCall(FigureMark(panel->figure, h, error, style, filled));
    /* Under the middle of what was judged. */
    if (filled && seen++ == inside / 2 && !isnan(claimed) && error > 0)
      ClaimSlope(panel, claimed, h, error);
  }
  PetscFunctionReturn(0);
}

static PetscBool Measures(const Series *series, const char *quantity) {
  for (PetscInt i = 0; i < series->points; i++)
    if (!isnan(SeriesPointError(&series->point[i], quantity)))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Begin(Panel *panel) {
  char title[128], label[128];

  PetscFunctionBeginUser;
  if (panel->begun)
    PetscFunctionReturn(0);
  panel->begun = PETSC_TRUE;
  PetscCall(PetscSNPrintf(title, sizeof(title), "%s, %s precision", TextQuantity(panel->quantity),
                          panel->precision == IN_QUAD ? "quadruple" : "double"));
  PetscCall(
      PetscSNPrintf(label, sizeof(label), "largest error of %s", TextQuantity(panel->quantity)));
  PetscCall(FigurePanel(panel->figure, title, "step size h (model units)", label,
                        FIGURE_LOG_X | FIGURE_LOG_Y));
  PetscFunctionReturn(0);
}

/* One panel, over all records of this method or place. */
static PetscErrorCode OrderPanel(Panel *panel, const char *method, const char *place) {
  PetscInt style = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < panel->store->records->count; i++) {
    const Record *record = &panel->store->records->at[i];
    const Measured *measured = MeasuredAs(record, MEASURED_SERIES);
    if (!measured || !JobMatches(&record->job, method, place))
      continue;
    for (PetscInt j = 0; j < measured->count; j++) {
      const Series *series = &measured->series[j];
      if (series->precision != panel->precision || !Measures(series, panel->quantity))
        continue;
      PetscCall(Begin(panel));
      PetscCall(Curve(panel, record, series, style));
    }
    style++;
  }
  for (int k = 0; k < panel->slopes; k++)
    PetscCall(
        FigureSlope(panel->figure, panel->slope[k].x, panel->slope[k].y, panel->slope[k].slope));
  PetscFunctionReturn(0);
}

static PetscErrorCode OrderFigure(const Plotter *plotter, const char *method, const char *place) {
  const Store store = plotter->contents->store;
  char name[512], title[600], curve[512];
  PetscInt style = 0;
  Figure figure;

  PetscFunctionBeginUser;
  PetscCall(PlotName(method ? "method-order" : "model-order", method ? method : place, name,
                     sizeof(name)));
  PetscCall(PetscSNPrintf(title, sizeof(title), method ? "Errors of %s" : "Errors on %s",
                          method ? method : place));
  PetscCall(FigureCreate(name, title, 400, 350, 0, &figure));
  for (int precision = 0; precision < PRECISIONS; precision++)
    for (int k = 0; k < ORDER_QUANTITIES; k++) {
      Panel panel = {.figure = figure,
                     .store = store,
                     .quantity = OrderQuantities[k],
                     .precision = (Precision)precision};
      PetscCall(OrderPanel(&panel, method, place));
    }
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Record *record = &store->records->at[i];
    if (!MeasuredAs(record, MEASURED_SERIES) || !JobMatches(&record->job, method, place))
      continue;
    PetscCall(PlotCurveName(record, method, curve, sizeof(curve)));
    PetscCall(FigureLegend(figure, curve, style++, PETSC_TRUE));
  }
  PetscCall(FigureNote(figure,
                       "Filled: judged. Hollow: measured, not used for the verdict. Cross on "
                       "the upper edge: no value at this step size."));
  PetscCall(FigureNote(figure,
                       "Grey band: the measured floor of a curve, where it is near. Triangle: "
                       "a claimed slope. On the lower edge: exactly 0."));
  PetscCall(PlotFinish(plotter, &figure));
  PetscFunctionReturn(0);
}

PetscErrorCode PlotOrders(const Plotter *plotter) {
  const Texts *methods = &plotter->contents->methods, *places = &plotter->contents->places;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < places->count; i++)
    PetscCall(OrderFigure(plotter, NULL, places->at[i]));
  for (PetscInt i = 0; i < methods->count; i++)
    PetscCall(OrderFigure(plotter, methods->at[i], NULL));
  PetscFunctionReturn(0);
}
