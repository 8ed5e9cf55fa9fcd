/* A figure of panels, as data and parameters for the gnuplot scripts figures.gp and figure.gp. Values that an axis
 * cannot show (a zero on a logarithmic one, a point that failed) are drawn on its edge and explained,
 * never left out. */
#pragma once

#include "base/arena.h"
#include "reports/text.h"

typedef struct _p_Figure *Figure;

enum {
  FIGURE_LINEAR = 0,
  FIGURE_LOG_X = 1,
  FIGURE_LOG_Y = 2,
  FIGURE_CUT = 4,   /* a curve far above all others leaves by the upper edge */
  FIGURE_EQUAL = 8, /* one scale on both axes, which are linear */
  FIGURE_TIGHT = 16,
  FIGURE_SHARED = 32 /* the same axes as all panels of the figure with these labels */
};

/* What figures.gp has for the kind goes with it: a title that goes on with the subject, sizes and notes. */
extern Figure FigureCreate(const char *name, const char *kind, const char *subject);
extern void FigureDestroy(Figure *);
/* For what is needed as long as the figure. */
extern Arena FigureArena(Figure);

/* Begins a panel; what follows goes into it. */
extern void FigurePanel(Figure, const char *title, const char *x_label, const char *y_label,
                        int axes);
extern PetscInt FigurePanels(Figure);
/* Begins a curve: what follows is of its colour and shape. `style` numbers it; it may be FIGURE_BLACK. `pale`: the
 * part of white in the colour. */
#define FIGURE_BLACK (-1)
extern void FigureCurve(Figure, PetscInt style, PetscReal pale);
/* A point of the curve, joined to the one before; NaN leaves a gap. */
extern void FigureLine(Figure, PetscReal x, PetscReal y);
/* A small point; and one of the curve's shape. */
extern void FigureDot(Figure, PetscReal x, PetscReal y);
extern void FigureMark(Figure, PetscReal x, PetscReal y, PetscBool filled);
/* A cross: the measurement failed here. y = NaN puts it on the upper edge. */
extern void FigureCross(Figure, PetscReal x, PetscReal y);
/* A point of the upper edge of a band that reaches down to the axis; NaN leaves a gap. */
extern void FigureBand(Figure, PetscReal x, PetscReal y);
/* A line of this slope under the point of a doubly logarithmic panel. */
extern void FigureSlope(Figure, PetscReal x, PetscReal y, PetscReal slope);
/* Names the curve at its right end. */
extern void FigureName(Figure, const char *text);

/* An entry of the legend below all panels. */
extern void FigureLegend(Figure, const char *text, PetscInt style, PetscBool points);
/* A sentence under the legend. */
extern void FigureNote(Figure, const char *text);

/* Writes what figure.gp reads, and draws DIRECTORY/plots/NAME.format for every format of the
 * comma-separated list; figure.gp is in the folder that gnuplot's variable `templates` names, and
 * gnuplot runs in DIRECTORY. */
extern PetscErrorCode FigureRender(Figure, FILE *gnuplot, const char *directory,
                                   const char *formats);
/* A gnuplot that draws what is written to it, to be closed with pclose; NULL, with errno: no process. */
extern FILE *FigureGnuplot(void);
/* A string constant of gnuplot. */
extern void FigureQuote(FILE *gnuplot, const char *text);
