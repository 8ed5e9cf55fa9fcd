/* The kinds of plots; each writes its figures to one gnuplot process. */
#ifndef GIMBAL_REPORTS_PLOTS_H
#define GIMBAL_REPORTS_PLOTS_H

#include "reports/convergence.h"
#include "reports/figure.h"
#include "reports/queries.h"

enum { PLOT_PROCESSES = 4 };

typedef struct {
  const Contents *contents;
  FILE *gnuplot[PLOT_PROCESSES]; /* figures go to them in turn */
  PetscInt processes, *figures;  /* figures: drawn so far */
  const char *formats;
  const Request *request; /* only this; NULL: all */
} Plotter;

enum { PLOT_CURVES = 8 }; /* in a panel; more cannot be told apart */

/* One per model:case with all methods, and one per method with a panel for each case. */
extern PetscErrorCode PlotOrders(const Plotter *);
/* The panel of one method on one case alone, or of several a panel for each quantity below the other,
 * as wide as a column of a paper (84 mm), without title and notes, which are the caption's;
 * plots/figure-METHOD[-METHOD]...-MODEL-CASE. */
extern PetscErrorCode PlotOrderColumn(const Plotter *, const Request *);
/* Energies and constraints: the growth of the largest value per model:case with all methods, and
 * the values over time per method. */
extern PetscErrorCode PlotLong(const Plotter *);
extern PetscErrorCode PlotEnsembles(const Plotter *);
/* The pictures of the models, per model:case. */
extern PetscErrorCode PlotTrajectories(const Plotter *);

/* Draws the figure, unless it is empty, and destroys it. */
extern PetscErrorCode PlotFinish(const Plotter *, Figure *);
/* The name of a curve: the method or the place, with the realisation where it is not the first. */
extern PetscErrorCode PlotCurveName(const Record *, const char *method, char *name, size_t);

#endif
