/* What fills the figures that plots.c draws. */
#pragma once

#include "reports/figure.h"
#include "reports/writers.h"

enum { PLOT_PROCESSES = 4 };

typedef struct {
  const Contents *contents;
  FILE *gnuplot[PLOT_PROCESSES]; /* figures go to them in turn */
  PetscInt processes, *figures;  /* figures: drawn so far */
  const char *formats;
  const Request *request; /* only this; NULL: all */
} Plotter;

enum { PLOT_CURVES = 8 }; /* in a panel; more cannot be distinguished */

/* Fills the figure of a model:case, with all methods, or of a method, a panel for each case. */
typedef void PlotFill(const Plotter *, Figure, const char *subject);
extern PlotFill PlotOrdersOnPlace, PlotOrdersOfMethod, PlotEnsemble, PlotTrajectories;
/* The growth of the largest value; and of a method the values over time. */
extern PlotFill PlotEnergies, PlotConstraints, PlotLongOfMethod;
/* Where work was measured: a panel for each kind of work; and errors against tolerances. */
extern PlotFill PlotWork, PlotTolerances;
/* Of the request, whose names are the subject: the panel of one method on one case, or of several a panel for
 * each quantity; errors against evaluations alone, a panel for each place. */
extern PlotFill PlotOrdersRequested, PlotWorkRequested;

/* " (2 of 3)" for the second part, number 1; "" of a whole. */
extern Text PlotPart(PetscInt part, PetscInt parts);
/* The name of a curve: the method, or else the place, with the realisation where it is not the first. */
extern Text PlotCurveName(const Record *, PetscBool method);
