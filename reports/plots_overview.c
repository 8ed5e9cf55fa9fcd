/* The overview: methods against cases. */
#include "reports/plots.h"
#include "reports/writers.h"
#include <string.h>

static const struct {
  int colour;
  const char *letter, *meaning;
} look[OUTCOMES] = {
    [OUTCOME_CONFIRMED] = {0x9ecae1, "", "all confirmed (number of claims)"},
    [OUTCOME_SKIPPED] = {0xeeeeee, "s", "all skipped"},
    [OUTCOME_EXPECTED] = {0xcab2d6, "e", "refuted as expected"},
    [OUTCOME_SURPRISE] = {0xcc79a7, "S", "not refuted as expected"},
    [OUTCOME_REFUTED] = {0xe34a33, "R", "refuted"},
    [OUTCOME_UNDECIDED] = {0xfdbb63, "U", "undecided"},
    [OUTCOME_FAILED] = {0x969696, "F", "failed"},
};

PetscErrorCode PlotOverview(const Plotter *plotter) {
  const PetscReal cell = 24, pixels = 7.6;
  json_t *methods, *places, *method, *place, *verdict;
  size_t i, j, k;
  PetscInt left = 0, top = 0;
  Figure figure;

  PetscFunctionBeginUser;
  if (!json_array_size(plotter->store->verdicts))
    PetscFunctionReturn(0);
  PetscCall(StoreNames(plotter->store, "placed", &methods));
  PetscCall(StoreNames(plotter->store, "place", &places));
  json_array_foreach(methods, i, method) left =
      PetscMax(left, TextLength(json_string_value(method)));
  json_array_foreach(places, j, place) top = PetscMax(top, TextLength(json_string_value(place)));
  PetscReal x0 = 30 + pixels * (PetscReal)left, y0 = 60 + 0.87 * pixels * (PetscReal)top;
  PetscCall(FigureCreate("overview", "Verdicts: methods against model:case", 0, 0, 0, &figure));
  json_array_foreach(places, j, place) PetscCall(FigureText(
      figure, x0 + cell * ((PetscReal)j + 0.5), y0 - 8, json_string_value(place), FIGURE_LEFT, 60));
  json_array_foreach(methods, i, method) {
    PetscReal y = y0 + cell * (PetscReal)i;
    PetscCall(
        FigureText(figure, x0 - 10, y + cell / 2, json_string_value(method), FIGURE_RIGHT, 0));
    json_array_foreach(places, j, place) {
      Outcome worst = OUTCOME_SKIPPED;
      PetscInt count = 0, confirmed = 0;
      char text[16];
      json_array_foreach(plotter->store->verdicts, k, verdict) {
        if (!StoreMatches(verdict, json_string_value(method), json_string_value(place)))
          continue;
        Outcome outcome = VerdictOutcome(verdict);
        worst = OutcomeWorse(worst, outcome);
        confirmed += outcome == OUTCOME_CONFIRMED;
        count++;
      }
      if (!count)
        continue;
      PetscReal x = x0 + cell * (PetscReal)j;
      PetscCall(FigureBox(figure, x + 1, y + 1, cell - 2, cell - 2, look[worst].colour));
      PetscCall(PetscSNPrintf(text, sizeof(text), "%d", (int)confirmed));
      PetscCall(FigureText(figure, x + cell / 2, y + cell / 2,
                           worst == OUTCOME_CONFIRMED ? text : look[worst].letter, FIGURE_CENTRE,
                           0));
    }
  }
  PetscReal y = y0 + cell * (PetscReal)json_array_size(methods) + 20;
  for (int outcome = 0; outcome < OUTCOMES; outcome++) {
    PetscReal x = 20 + 250 * (PetscReal)(outcome / 3), row = y + cell * (PetscReal)(outcome % 3);
    PetscCall(FigureBox(figure, x, row + 1, cell - 2, cell - 2, look[outcome].colour));
    PetscCall(FigureText(figure, x + cell / 2 - 1, row + cell / 2,
                         outcome == OUTCOME_CONFIRMED ? "n" : look[outcome].letter, FIGURE_CENTRE,
                         0));
    PetscCall(
        FigureText(figure, x + cell + 8, row + cell / 2, look[outcome].meaning, FIGURE_LEFT, 0));
  }
  PetscReal width =
      x0 + cell * (PetscReal)json_array_size(places) + 0.5 * pixels * (PetscReal)top + 20;
  PetscCall(FigureSize(figure, (PetscInt)PetscMax(width, 780), (PetscInt)(y + 3 * cell + 12)));
  PetscCall(FigureRender(figure, plotter->gnuplot, plotter->store->directory, plotter->formats));
  PetscCall(FigureDestroy(&figure));
  json_decref(methods);
  json_decref(places);
  PetscFunctionReturn(0);
}
