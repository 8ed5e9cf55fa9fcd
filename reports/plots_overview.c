/* The overview: methods against cases. */
#include "reports/plots.h"
#include "reports/writers.h"

/* In pixels: the side of a cell, and the width of a letter. */
static const PetscReal side = 24, letter = 7.6;

static PetscInt Longest(const Texts *texts) {
  PetscInt longest = 0;

  for (PetscInt i = 0; i < texts->count; i++)
    longest = PetscMax(longest, TextLength(texts->at[i]));
  return longest;
}

/* A coloured cell with what stands in it; nothing where the method was not tried. */
static PetscErrorCode Cell(Figure figure, const PetscInt count[OUTCOMES], PetscReal x,
                           PetscReal y) {
  const OutcomeLook *look = &OutcomeLooks[WorstOutcome(count)];
  char text[16];

  PetscFunctionBeginUser;
  PetscCall(FigureBox(figure, x + 1, y + 1, side - 2, side - 2, look->colour));
  PetscCall(PetscSNPrintf(text, sizeof(text), "%" PetscInt_FMT, count[OUTCOME_CONFIRMED]));
  PetscCall(FigureText(figure, x + side / 2, y + side / 2, look->letter ? look->letter : text,
                       FIGURE_CENTRE, 0));
  PetscFunctionReturn(0);
}

static PetscErrorCode Matrix(Figure figure, const Contents *contents, PetscReal x0, PetscReal y0) {
  const Texts *methods = &contents->placed, *places = &contents->places;
  PetscInt count[OUTCOMES];

  PetscFunctionBeginUser;
  for (PetscInt j = 0; j < places->count; j++)
    PetscCall(FigureText(figure, x0 + side * ((PetscReal)j + 0.5), y0 - 8, places->at[j],
                         FIGURE_LEFT, 60));
  for (PetscInt i = 0; i < methods->count; i++) {
    const PetscReal y = y0 + side * (PetscReal)i;
    PetscCall(FigureText(figure, x0 - 10, y + side / 2, methods->at[i], FIGURE_RIGHT, 0));
    for (PetscInt j = 0; j < places->count; j++)
      if (CountOutcomes(contents->store->verdicts, methods->at[i], places->at[j], count))
        PetscCall(Cell(figure, count, x0 + side * (PetscReal)j, y));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Legend(Figure figure, PetscReal y) {
  PetscFunctionBeginUser;
  for (int outcome = 0; outcome < OUTCOMES; outcome++) {
    const OutcomeLook *look = &OutcomeLooks[outcome];
    const PetscReal x = 20 + 250 * (PetscReal)(outcome / 3),
                    row = y + side * (PetscReal)(outcome % 3);
    PetscCall(FigureBox(figure, x, row + 1, side - 2, side - 2, look->colour));
    PetscCall(FigureText(figure, x + side / 2 - 1, row + side / 2,
                         look->letter ? look->letter : "n", FIGURE_CENTRE, 0));
    PetscCall(FigureText(figure, x + side + 8, row + side / 2, look->meaning, FIGURE_LEFT, 0));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode PlotOverview(const Plotter *plotter) {
  const Contents *contents = plotter->contents;
  const PetscReal left = (PetscReal)Longest(&contents->placed);
  const PetscReal top = (PetscReal)Longest(&contents->places);
  const PetscReal x0 = 30 + letter * left, y0 = 60 + 0.87 * letter * top;
  const PetscReal y = y0 + side * (PetscReal)contents->placed.count + 20;
  const PetscReal width = x0 + side * (PetscReal)contents->places.count + 0.5 * letter * top + 20;
  Figure figure;

  PetscFunctionBeginUser;
  if (!contents->store->verdicts->count)
    PetscFunctionReturn(0);
  PetscCall(FigureCreate("overview", "Verdicts: methods against model:case", 0, 0, 0, &figure));
  PetscCall(Matrix(figure, contents, x0, y0));
  PetscCall(Legend(figure, y));
  PetscCall(FigureSize(figure, (PetscInt)PetscMax(width, 780), (PetscInt)(y + 3 * side + 12)));
  PetscCall(PlotFinish(plotter, &figure));
  PetscFunctionReturn(0);
}
