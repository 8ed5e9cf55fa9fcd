/* Errors against step sizes. */
#include "reports/plots.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <math.h>
#include <string.h>

#define SLOPES 5 /* triangles in one panel; more would cover the curves */

/* A slope that is claimed in a panel, and where its triangle goes: under the lowest of the curves
 * that claim it. */
typedef struct {
  PetscReal slope, x, y;
} Slope;

static PetscBool InWindow(const json_t *verdict, const char *precision, const json_t *entry) {
  const json_t *window = json_object_get(verdict, "window");
  PetscReal from = NumberMember(window, "from"), to = NumberMember(window, "to"),
            steps = NumberMember(entry, "steps");
  const char *judged = TextMember(verdict, "precision");

  if (!json_is_object(window) || (*judged && strcmp(judged, precision)))
    return PETSC_FALSE;
  return steps >= PetscMin(from, to) && steps <= PetscMax(from, to) ? PETSC_TRUE : PETSC_FALSE;
}

static PetscErrorCode Curve(Figure figure, Store store, const json_t *record,
                            const json_t *measurement, const char *quantity, PetscInt style,
                            Slope *slope, int *slopes) {
  const char *precision = TextMember(measurement, "precision");
  const json_t *verdict = StoreOrderVerdict(store, TextMember(record, "key"), quantity);
  const json_t *floors = json_object_get(json_object_get(measurement, "floor"), quantity);
  json_t *entry;
  PetscInt inside = 0, points = 0, seen = 0;
  PetscBool start = PETSC_TRUE;
  size_t i;

  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(measurement, "series"), i, entry) {
    PetscReal h = NumberMember(entry, "h");
    const json_t *floor = json_array_get(floors, i);
    PetscBool number = json_is_number(floor) && h > 0 ? PETSC_TRUE : PETSC_FALSE;
    if (number)
      PetscCall(FigureBand(figure, start, h, json_number_value(floor)));
    start = number ? PETSC_FALSE : PETSC_TRUE;
    inside += InWindow(verdict, precision, entry);
  }
  json_array_foreach(json_object_get(measurement, "series"), i, entry) {
    PetscReal h = NumberMember(entry, "h"), error = MeasuredError(entry, quantity);
    PetscBool filled = InWindow(verdict, precision, entry);
    if (isnan(h))
      continue;
    if (isnan(error)) {
      PetscCall(FigureLine(figure, PETSC_TRUE, h, NAN, style));
      PetscCall(FigureCross(figure, h, NAN, style));
      continue;
    }
    PetscCall(FigureLine(figure, points++ == 0, h, error, style));
    PetscCall(FigureMark(figure, h, error, style, filled));
    /* Under the middle of what was judged. */
    PetscReal claimed = NumberMember(verdict, "claimed");
    if (!filled || seen++ != inside / 2 || isnan(claimed) || error <= 0)
      continue;
    int k = 0;
    while (k < *slopes && slope[k].slope != claimed)
      k++;
    if (k == *slopes && k < SLOPES)
      slope[(*slopes)++] = (Slope){claimed, h, error};
    else if (k < *slopes && error / pow(h, claimed) < slope[k].y / pow(slope[k].x, claimed))
      slope[k] = (Slope){claimed, h, error};
  }
  PetscFunctionReturn(0);
}

static PetscBool Measures(const json_t *measurement, const char *quantity) {
  json_t *entry;
  size_t i;

  json_array_foreach(json_object_get(measurement, "series"), i, entry) {
    if (!isnan(MeasuredError(entry, quantity)))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* One panel: a quantity in a precision, over all records of this method or place. */
static PetscErrorCode OrderPanel(Figure figure, Store store, const char *method, const char *place,
                                 const char *precision, const char *quantity) {
  PetscBool begun = PETSC_FALSE;
  Slope slope[SLOPES];
  int slopes = 0;
  PetscInt style = 0;
  json_t *record, *measurement;
  size_t i, j;

  PetscFunctionBeginUser;
  json_array_foreach(store->records, i, record) {
    const json_t *job = json_object_get(record, "job");
    const json_t *measurements =
        json_object_get(json_object_get(record, "measured"), "measurements");
    if (!StoreMatches(job, method, place) || !json_is_array(measurements))
      continue;
    json_array_foreach(measurements, j, measurement) {
      if (strcmp(TextMember(measurement, "precision"), precision) ||
          !Measures(measurement, quantity))
        continue;
      if (!begun) {
        char title[128], label[128];
        PetscCall(PetscSNPrintf(title, sizeof(title), "%s, %s precision", TextQuantity(quantity),
                                strcmp(precision, "quad") ? precision : "quadruple"));
        PetscCall(
            PetscSNPrintf(label, sizeof(label), "largest error of %s", TextQuantity(quantity)));
        PetscCall(FigurePanel(figure, title, "step size h (model units)", label,
                              FIGURE_LOG_X | FIGURE_LOG_Y));
        begun = PETSC_TRUE;
      }
      PetscCall(Curve(figure, store, record, measurement, quantity, style, slope, &slopes));
    }
    style++;
  }
  for (int k = 0; k < slopes; k++)
    PetscCall(FigureSlope(figure, slope[k].x, slope[k].y, slope[k].slope));
  PetscFunctionReturn(0);
}

static PetscErrorCode OrderFigure(const Plotter *plotter, const char *method, const char *place) {
  static const char *const precisions[] = {"double", "quad"};
  char name[512], title[600], curve[512];
  Figure figure;
  PetscInt style = 0;
  json_t *record;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(PlotName(method ? "method-order" : "model-order", method ? method : place, name,
                     sizeof(name)));
  PetscCall(PetscSNPrintf(title, sizeof(title), method ? "Errors of %s" : "Errors on %s",
                          method ? method : place));
  PetscCall(FigureCreate(name, title, 400, 350, 0, &figure));
  for (int k = 0; k < 2; k++)
    for (int n = 0; OrderQuantities[n]; n++)
      PetscCall(
          OrderPanel(figure, plotter->store, method, place, precisions[k], OrderQuantities[n]));
  json_array_foreach(plotter->store->records, i, record) {
    if (!StoreMatches(json_object_get(record, "job"), method, place) ||
        !json_object_get(json_object_get(record, "measured"), "measurements"))
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
  json_t *names, *name;
  size_t i;

  PetscFunctionBeginUser;
  for (int by = 0; by < 2; by++) {
    PetscCall(StoreNames(plotter->store, by ? "method" : "place", &names));
    json_array_foreach(names, i, name) PetscCall(OrderFigure(
        plotter, by ? json_string_value(name) : NULL, by ? NULL : json_string_value(name)));
    json_decref(names);
  }
  PetscFunctionReturn(0);
}
