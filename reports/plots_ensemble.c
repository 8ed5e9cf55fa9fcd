/* Mean squares over ensembles, as they are and divided by the claimed power of h. */
#include "reports/ensemble.h"
#include "reports/plots.h"
#include <math.h>
#include <string.h>

static PetscBool IsOn(const EnsembleMean *mean, const char *place) {
  char text[512];

  PlaceOf(mean->model, mean->instance, text, sizeof(text));
  return (PetscBool)!strcmp(text, place);
}

/* The mean square at an output time, divided by the claimed power of h if it is to be scaled. */
static PetscErrorCode Curve(Figure figure, const EnsembleMean *mean, PetscInt style,
                            PetscBool scaled) {
  const PetscReal scale = scaled ? pow(mean->h, mean->order) : 1;
  PetscReal last_time = NAN, last = NAN;
  PetscBool start = PETSC_TRUE;

  for (PetscInt i = 0; i < mean->times.count; i++) {
    const PetscReal t = mean->times.at[i], value = mean->mean_square.at[i] / scale;
    if (!(t > 0))
      continue;
    PetscCall(FigureLine(figure, start, t, value, style));
    start = isnan(value) ? PETSC_TRUE : PETSC_FALSE;
    if ((i + 1 + style) % 8 == 0)
      PetscCall(FigureMark(figure, t, value, style, PETSC_TRUE));
    last_time = t;
    last = value;
  }
  if (!isnan(last_time))
    PetscCall(FigureMark(figure, last_time, last, style, PETSC_TRUE));
  return 0;
}

static PetscErrorCode Panel(Figure figure, const EnsembleMeans *means, const char *place,
                            const char *quantity, PetscBool scaled) {
  char title[300], label[300];
  PetscBool begun = PETSC_FALSE;
  PetscInt style = -1;

  PetscCall(PetscSNPrintf(title, sizeof(title), "%s%s", quantity,
                          scaled ? ", scaled by the claimed power of h" : ""));
  PetscCall(
      PetscSNPrintf(label, sizeof(label), scaled ? "mean (Δ%s)² / hᵖ" : "mean (Δ%s)²", quantity));
  for (PetscInt i = 0; i < means->count; i++) {
    const EnsembleMean *mean = &means->at[i];
    if (!IsOn(mean, place))
      continue;
    style++;
    if (strcmp(mean->quantity, quantity) || (scaled && isnan(mean->order)))
      continue;
    if (!begun)
      PetscCall(
          FigurePanel(figure, title, "time t (model units)", label, FIGURE_LOG_X | FIGURE_LOG_Y));
    begun = PETSC_TRUE;
    PetscCall(Curve(figure, mean, style, scaled));
  }
  return 0;
}

static PetscErrorCode Legend(Figure figure, const EnsembleMean *mean, PetscInt style) {
  char text[512], failed[32] = "", power[40] = "";

  if (mean->failed_members > 0)
    snprintf(failed, sizeof(failed), " (%" PetscInt_FMT " failed)", mean->failed_members);
  if (!isnan(mean->order))
    snprintf(power, sizeof(power), ", p = %g", (double)mean->order);
  snprintf(text, sizeof(text), "%s, %s, h = %g, %" PetscInt_FMT " members%s%s", mean->method,
           mean->quantity, (double)mean->h, mean->members, failed, power);
  return FigureLegend(figure, text, style, PETSC_TRUE);
}

/* Whether a mean before this one on the place has the same quantity. */
static PetscBool IsSeen(const EnsembleMeans *means, PetscInt i, const char *place) {
  for (PetscInt j = 0; j < i; j++)
    if (!strcmp(means->at[j].quantity, means->at[i].quantity) && IsOn(&means->at[j], place))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode PlotEnsemble(const Plotter *plotter, const char *place) {
  EnsembleMeans means;
  PetscInt style = 0;
  Figure figure;

  PetscCall(
      PlotBegin("model-ensemble", "Mean squares over the ensemble", place, 480, 380, 2, &figure));
  PetscCall(EnsembleCollect(plotter->contents->store, FigureArena(figure), &means));
  for (PetscInt i = 0; i < means.count; i++)
    if (IsOn(&means.at[i], place))
      PetscCall(Legend(figure, &means.at[i], style++));
  for (PetscInt i = 0; i < means.count; i++) {
    if (!IsOn(&means.at[i], place) || IsSeen(&means, i, place))
      continue;
    PetscCall(Panel(figure, &means, place, means.at[i].quantity, PETSC_FALSE));
    PetscCall(Panel(figure, &means, place, means.at[i].quantity, PETSC_TRUE));
  }
  PetscCall(FigureNote(figure, "p: the claimed power of h. Where the mean square goes as hᵖ, the "
                               "curves of a method fall together after scaling."));
  return PlotFinish(plotter, &figure);
}
