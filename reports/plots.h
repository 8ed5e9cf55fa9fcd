/* The kinds of plots; each writes its figures to one gnuplot process. */
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

enum { PLOT_CURVES = 8 };   /* in a panel; more cannot be distinguished */
enum { PLOT_COLUMN = 318 }; /* a column of a paper, 84 mm, in pixels of CSS */

/* Draws the figures of a model:case, with all methods, or those of a method. */
typedef PetscErrorCode PlotSubject(const Plotter *, const char *name);
/* Of a method a panel for each case. */
extern PlotSubject PlotOrdersOnPlace, PlotOrdersOfMethod;
/* Energies and constraints: the growth of the largest value, and of a method the values over time. */
extern PlotSubject PlotLongOnPlace, PlotLongOfMethod;
extern PlotSubject PlotEnsemble;
/* The pictures of the model. */
extern PlotSubject PlotTrajectories;
/* Where work was measured: a panel for each kind of work; another figure of errors against tolerances. */
extern PlotSubject PlotWork;
/* Of the request, under that name, without title and notes, which are the caption's, and not drawn yet: the panel
 * of one method on one case alone, or of several a panel for each quantity below the other, as wide as a column. */
extern PetscErrorCode PlotOrderColumn(const Plotter *, const char *name, Figure *);
/* Errors against evaluations alone, for one place as wide as a column, for several side by side. */
extern PetscErrorCode PlotWorkAlone(const Plotter *, const char *name, Figure *);

/* The figure KIND-SUBJECT with the title "TITLE SUBJECT". */
extern PetscErrorCode PlotBegin(const char *kind, const char *title, const char *subject,
                                PetscInt width, PetscInt height, PetscInt columns, Figure *);
/* " (2 of 3)" for the second part, number 1; "" of a whole. */
extern Text PlotPart(PetscInt part, PetscInt parts);
/* Draws the figure, unless it is empty, and destroys it. */
extern PetscErrorCode PlotFinish(const Plotter *, Figure *);
/* The name of a curve: the method, or else the place, with the realisation where it is not the first. */
extern Text PlotCurveName(const Record *, PetscBool method);
