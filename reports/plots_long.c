/* Long runs: energies, invariants and constraint residuals over time. */
#include "reports/grow.h"
#include "reports/plots.h"
#include "reports/writers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A quantity of one run of one record. */
typedef struct {
  const json_t *record, *run, *value;
  const char *quantity;
  char place[256];
  PetscReal h;
  PetscInt style;
  PetscBool constraint;
} Curve;

typedef struct {
  Curve *curve;
  PetscInt n;
} Curves;

static PetscErrorCode Collect(Store store, const char *method, const char *place, Curves *all) {
  json_t *record, *run, *value;
  const char *quantity;
  size_t i, j;

  PetscFunctionBeginUser;
  *all = (Curves){NULL, 0};
  json_array_foreach(store->records, i, record) {
    const json_t *job = json_object_get(record, "job");
    if (!StoreMatches(job, method, place))
      continue;
    json_array_foreach(json_object_get(json_object_get(record, "measured"), "runs"), j, run) {
      json_object_foreach(json_object_get(run, "quantities"), quantity, value) {
        Grow(all->curve, all->n);
        Curve *curve = &all->curve[all->n++];
        *curve = (Curve){.record = record, .run = run, .value = value, .quantity = quantity};
        curve->h = NumberMember(run, "h");
        PetscCall(StorePlace(job, curve->place, sizeof(curve->place)));
        curve->constraint =
            !strcmp(TextMember(value, "study"), "constraint") ? PETSC_TRUE : PETSC_FALSE;
      }
    }
  }
  PetscFunctionReturn(0);
}

/* Coarse steps first, so that fine ones are drawn over them; then as in the records. */
static int CompareSteps(const void *a, const void *b) {
  const Curve *x = a, *y = b;
  return (x->h < y->h) - (x->h > y->h);
}

/* The largest value of each block: how it grows, for methods side by side. */
static PetscErrorCode Envelope(Figure figure, const Curve *curve) {
  json_t *block;
  PetscBool start = PETSC_TRUE;
  PetscReal time = NAN, maximum = NAN;
  size_t i;

  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(curve->value, "blocks"), i, block) {
    time = NumberMember(block, "time");
    maximum = NumberMember(block, "maximum");
    if (!(time > 0))
      continue;
    PetscCall(FigureLine(figure, start, time, maximum, curve->style));
    start = isnan(maximum) ? PETSC_TRUE : PETSC_FALSE;
    /* Blocks are equal and the axis is logarithmic: the early ones are marked, then ever fewer; the
     * offset keeps the marks of neighbouring curves apart. */
    size_t k = i + 1 + (size_t)(curve->style % 3);
    if ((k & (k - 1)) == 0)
      PetscCall(FigureMark(figure, time, maximum, curve->style, PETSC_TRUE));
  }
  if (!start)
    PetscCall(FigureMark(figure, time, maximum, curve->style, PETSC_TRUE));
  if (strcmp(TextMember(curve->run, "status"), "done")) {
    PetscReal end = NumberMember(curve->run, "time");
    if (end > 0)
      PetscCall(FigureCross(figure, end, NAN, curve->style));
  }
  PetscFunctionReturn(0);
}

/* A panel is some 300 pixels wide: of each of its 200 parts only the lowest and the highest value
 * of a longer series are drawn, in their order, which looks the same and takes less room. */
#define PARTS 200

static PetscErrorCode Series(Figure figure, const Curve *curve) {
  const json_t *series = json_object_get(curve->value, "series");
  size_t n = json_array_size(series), parts = n > 2 * PARTS ? PARTS : n, from = 0;
  PetscBool start = PETSC_TRUE;

  PetscFunctionBeginUser;
  for (size_t part = 0; part < parts; part++) {
    size_t to = (part + 1) * n / parts;
    PetscReal low = NAN, high = NAN, low_time = NAN, high_time = NAN;
    PetscBool gap = PETSC_FALSE;
    for (size_t i = from; i < to; i++) {
      const json_t *pair = json_array_get(series, i), *value = json_array_get(pair, 1);
      PetscReal time = json_number_value(json_array_get(pair, 0));
      PetscReal y = json_is_number(value) ? json_number_value(value) : NAN;
      if (isnan(y))
        gap = PETSC_TRUE;
      if (!(y >= low) && !isnan(y))
        low = y, low_time = time;
      if (!(y <= high) && !isnan(y))
        high = y, high_time = time;
    }
    from = to;
    if (gap)
      start = PETSC_TRUE;
    if (isnan(low))
      continue;
    PetscBool rising = low_time <= high_time ? PETSC_TRUE : PETSC_FALSE;
    PetscCall(FigureLine(figure, start, rising ? low_time : high_time, rising ? low : high,
                         curve->style));
    if (low_time != high_time)
      PetscCall(FigureLine(figure, PETSC_FALSE, rising ? high_time : low_time, rising ? high : low,
                           curve->style));
    start = gap;
  }
  if (strcmp(TextMember(curve->run, "status"), "done")) {
    PetscReal end = NumberMember(curve->run, "time");
    if (!isnan(end))
      PetscCall(FigureCross(figure, end, NAN, curve->style));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode AxisLabel(const Curve *curve, PetscBool largest, char *label, size_t size) {
  PetscFunctionBeginUser;
  if (curve->constraint)
    PetscCall(PetscSNPrintf(label, size, "%sresidual", largest ? "largest " : ""));
  else
    PetscCall(PetscSNPrintf(label, size, largest ? "largest |Δ%s|" : "Δ%s", curve->quantity));
  PetscFunctionReturn(0);
}

/* All methods on one case: a panel for each quantity and step size. */
static PetscErrorCode ModelFigure(const Plotter *plotter, const char *place, PetscBool constraint) {
  Curves all;
  Figure figure;
  char name[512], title[600];
  json_t *styles = json_object(), *quantities = json_object();
  const char *text;
  json_t *value;

  PetscFunctionBeginUser;
  PetscCall(Collect(plotter->store, NULL, place, &all));
  PetscCall(PlotName(constraint ? "model-constraint" : "model-energy", place, name, sizeof(name)));
  PetscCall(PetscSNPrintf(
      title, sizeof(title),
      constraint ? "Constraint residuals on %s" : "Energies and invariants on %s", place));
  /* A row for each step size, if its quantities fit one. */
  for (PetscInt i = 0; i < all.n; i++)
    if (all.curve[i].constraint == constraint)
      json_object_set_new(quantities, all.curve[i].quantity, json_true());
  PetscInt columns = (PetscInt)json_object_size(quantities);
  json_decref(quantities);
  PetscCall(FigureCreate(name, title, 400, 330, columns == 2 ? 2 : 3, &figure));
  for (PetscInt i = 0; i < all.n; i++) {
    char curve[512];
    if (all.curve[i].constraint != constraint)
      continue;
    PetscCall(PlotCurveName(all.curve[i].record, NULL, curve, sizeof(curve)));
    if (!json_object_get(styles, curve))
      json_object_set_new(styles, curve, json_integer((json_int_t)json_object_size(styles)));
    all.curve[i].style = (PetscInt)json_integer_value(json_object_get(styles, curve));
  }
  if (all.n)
    qsort(all.curve, (size_t)all.n, sizeof(*all.curve), CompareSteps);
  for (PetscInt i = 0; i < all.n; i++) {
    const Curve *first = &all.curve[i];
    char panel[300], label[128];
    if (first->constraint != constraint || !first->quantity)
      continue;
    snprintf(panel, sizeof(panel), "%s, h = %g", first->quantity, (double)first->h);
    PetscCall(AxisLabel(first, PETSC_TRUE, label, sizeof(label)));
    PetscCall(
        FigurePanel(figure, panel, "time t (model units)", label, FIGURE_LOG_X | FIGURE_LOG_Y));
    const char *quantity = first->quantity;
    for (PetscInt j = i; j < all.n; j++) {
      Curve *curve = &all.curve[j];
      if (curve->constraint != constraint || !curve->quantity || curve->h != first->h ||
          strcmp(curve->quantity, quantity))
        continue;
      PetscCall(Envelope(figure, curve));
      if (j > i)
        curve->quantity = NULL; /* drawn */
    }
  }
  json_object_foreach(styles, text, value)
      PetscCall(FigureLegend(figure, text, (PetscInt)json_integer_value(value), PETSC_TRUE));
  PetscCall(FigureNote(figure,
                       "The largest absolute value in each of up to 128 equal blocks of the "
                       "run, drawn at the middle of the block."));
  PetscCall(
      FigureNote(figure, "On the lower edge: exactly 0. Cross on the upper edge: the run failed."));
  PetscCall(PlotFinish(plotter, &figure));
  json_decref(styles);
  PetscCall(PetscFree(all.curve));
  PetscFunctionReturn(0);
}

/* One method: a panel for each case and quantity, a curve for each step size. */
static PetscErrorCode MethodFigure(const Plotter *plotter, const char *method) {
  Curves all;
  Figure figure;
  char name[512], title[600], text[64];
  PetscInt styles = 0;

  PetscFunctionBeginUser;
  PetscCall(Collect(plotter->store, method, NULL, &all));
  PetscCall(PlotName("method-long", method, name, sizeof(name)));
  PetscCall(PetscSNPrintf(title, sizeof(title), "Long runs of %s", method));
  PetscCall(FigureCreate(name, title, 400, 240, 3, &figure));
  /* Stable order of panels: cases as the records have them, so sort only the drawing. */
  Curve *sorted;
  PetscCall(PetscMalloc1(all.n, &sorted));
  PetscCall(PetscArraycpy(sorted, all.curve, all.n));
  if (all.n)
    qsort(sorted, (size_t)all.n, sizeof(*sorted), CompareSteps);
  for (PetscInt i = 0; i < all.n; i++) {
    if (i && sorted[i].h != sorted[i - 1].h)
      styles++;
    sorted[i].style = styles;
  }
  for (PetscInt i = 0; i < all.n; i++) {
    const Curve *first = &all.curve[i];
    PetscBool seen = PETSC_FALSE;
    char panel[300], label[128];
    for (PetscInt j = 0; j < i && !seen; j++)
      seen = !strcmp(all.curve[j].place, first->place) &&
                     !strcmp(all.curve[j].quantity, first->quantity)
                 ? PETSC_TRUE
                 : PETSC_FALSE;
    if (seen)
      continue;
    PetscCall(PetscSNPrintf(panel, sizeof(panel), "%s, %s", first->place, first->quantity));
    PetscCall(AxisLabel(first, PETSC_FALSE, label, sizeof(label)));
    PetscCall(FigurePanel(figure, panel, "time t (model units)", label, FIGURE_LINEAR));
    for (PetscInt j = 0; j < all.n; j++)
      if (!strcmp(sorted[j].place, first->place) && !strcmp(sorted[j].quantity, first->quantity))
        PetscCall(Series(figure, &sorted[j]));
  }
  for (PetscInt i = 0; i < all.n; i++)
    if (!i || sorted[i].style != sorted[i - 1].style) {
      snprintf(text, sizeof(text), "h = %g", (double)sorted[i].h);
      PetscCall(FigureLegend(figure, text, sorted[i].style, PETSC_FALSE));
    }
  PetscCall(FigureNote(figure,
                       "Δ: the difference from the initial value, of up to 1000 values of each "
                       "run, drawn with their extremes. Cross on the upper edge: the run failed."));
  PetscCall(PlotFinish(plotter, &figure));
  PetscCall(PetscFree(sorted));
  PetscCall(PetscFree(all.curve));
  PetscFunctionReturn(0);
}

PetscErrorCode PlotLong(const Plotter *plotter) {
  json_t *names, *name;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(StoreNames(plotter->store, "place", &names));
  json_array_foreach(names, i, name) {
    PetscCall(ModelFigure(plotter, json_string_value(name), PETSC_FALSE));
    PetscCall(ModelFigure(plotter, json_string_value(name), PETSC_TRUE));
  }
  json_decref(names);
  PetscCall(StoreNames(plotter->store, "method", &names));
  json_array_foreach(names, i, name) PetscCall(MethodFigure(plotter, json_string_value(name)));
  json_decref(names);
  PetscFunctionReturn(0);
}
