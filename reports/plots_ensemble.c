/* Mean squares over ensembles, as they are and divided by the claimed power of h. */
#include "reports/ensemble.h"
#include "reports/plots.h"
#include "reports/writers.h"
#include <math.h>
#include <string.h>

static PetscErrorCode Panel(Figure figure, const json_t *ensembles, const char *place,
                            const char *quantity, PetscBool scaled) {
  char title[300], label[300];
  PetscBool begun = PETSC_FALSE;
  PetscInt style = -1;
  json_t *ensemble, *time;
  size_t i, j;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(title, sizeof(title), "%s%s", quantity,
                          scaled ? ", scaled by the claimed power of h" : ""));
  PetscCall(
      PetscSNPrintf(label, sizeof(label), scaled ? "mean (Δ%s)² / h^p" : "mean (Δ%s)²", quantity));
  json_array_foreach(ensembles, i, ensemble) {
    PetscReal h = NumberMember(ensemble, "h"), order = NumberMember(ensemble, "order");
    PetscBool start = PETSC_TRUE;
    PetscReal last_time = NAN, last = NAN;
    if (!StoreMatches(ensemble, NULL, place))
      continue;
    style++;
    if (strcmp(TextMember(ensemble, "quantity"), quantity) || (scaled && isnan(order)))
      continue;
    if (!begun)
      PetscCall(
          FigurePanel(figure, title, "time t (model units)", label, FIGURE_LOG_X | FIGURE_LOG_Y));
    begun = PETSC_TRUE;
    json_array_foreach(json_object_get(ensemble, "times"), j, time) {
      const json_t *value = json_array_get(json_object_get(ensemble, "mean_square"), j);
      PetscReal t = json_is_number(time) ? json_number_value(time) : NAN;
      PetscReal mean = json_is_number(value) ? json_number_value(value) : NAN;
      if (!(t > 0))
        continue;
      if (scaled)
        mean /= pow(h, order);
      PetscCall(FigureLine(figure, start, t, mean, style));
      start = isnan(mean) ? PETSC_TRUE : PETSC_FALSE;
      size_t k = j + 1 + (size_t)style;
      if (k % 8 == 0)
        PetscCall(FigureMark(figure, t, mean, style, PETSC_TRUE));
      last_time = t;
      last = mean;
    }
    if (!isnan(last_time))
      PetscCall(FigureMark(figure, last_time, last, style, PETSC_TRUE));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode EnsembleFigure(const Plotter *plotter, const json_t *ensembles,
                                     const char *place) {
  char name[512], title[600], text[512];
  json_t *quantities = json_object(), *ensemble, *value;
  const char *quantity;
  PetscInt style = 0;
  Figure figure;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(PlotName("model-ensemble", place, name, sizeof(name)));
  PetscCall(PetscSNPrintf(title, sizeof(title), "Mean squares over the ensemble %s", place));
  PetscCall(FigureCreate(name, title, 480, 380, 2, &figure));
  json_array_foreach(ensembles, i, ensemble) {
    if (!StoreMatches(ensemble, NULL, place))
      continue;
    json_object_set_new(quantities, TextMember(ensemble, "quantity"), json_true());
    PetscReal order = NumberMember(ensemble, "order");
    snprintf(text, sizeof(text), "%s, %s, h = %g, %d members", TextMember(ensemble, "method"),
             TextMember(ensemble, "quantity"), (double)NumberMember(ensemble, "h"),
             (int)NumberMember(ensemble, "members"));
    size_t length = strlen(text);
    if (NumberMember(ensemble, "failed_members") > 0)
      PetscCall(PetscSNPrintf(text + length, sizeof(text) - length, " (%d failed)",
                              (int)NumberMember(ensemble, "failed_members")));
    length = strlen(text);
    if (!isnan(order))
      snprintf(text + length, sizeof(text) - length, ", p = %g", (double)order);
    PetscCall(FigureLegend(figure, text, style++, PETSC_TRUE));
  }
  json_object_foreach(quantities, quantity, value) {
    PetscCall(Panel(figure, ensembles, place, quantity, PETSC_FALSE));
    PetscCall(Panel(figure, ensembles, place, quantity, PETSC_TRUE));
  }
  PetscCall(FigureNote(figure, "p: the claimed power of h. Where the mean square goes as h^p, the "
                               "curves of a method fall together after scaling."));
  PetscCall(PlotFinish(plotter, &figure));
  json_decref(quantities);
  PetscFunctionReturn(0);
}

PetscErrorCode PlotEnsembles(const Plotter *plotter) {
  json_t *ensembles, *names, *name;
  size_t i;

  PetscFunctionBeginUser;
  PetscCall(EnsembleCollect(plotter->store, &ensembles));
  if (json_array_size(ensembles)) {
    PetscCall(StoreNames(plotter->store, "place", &names));
    json_array_foreach(names, i, name)
        PetscCall(EnsembleFigure(plotter, ensembles, json_string_value(name)));
    json_decref(names);
  }
  json_decref(ensembles);
  PetscFunctionReturn(0);
}
