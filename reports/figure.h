/* A figure of panels with one legend below them all, drawn by the gnuplot template figure.gp. What
 * is put in is drawn where it was measured; values that an axis cannot show (a zero on a
 * logarithmic one, a point that failed) are drawn on its edge and explained, never left out. */
#ifndef GIMBAL_REPORTS_FIGURE_H
#define GIMBAL_REPORTS_FIGURE_H

#include <petscsys.h>
#include <stdio.h>

typedef struct _p_Figure *Figure;

/* Cut: one curve that grows far above all others leaves by the upper edge, instead of pressing them
 * to the lower one. */
/* Equal: one scale on both axes, which are linear. Tight: an axis begins where the curves do. */
enum {
  FIGURE_LINEAR = 0,
  FIGURE_LOG_X = 1,
  FIGURE_LOG_Y = 2,
  FIGURE_CUT = 4,
  FIGURE_EQUAL = 8,
  FIGURE_TIGHT = 16
};

/* Width and height are those of one panel, in pixels; `columns` = 0 lets the number of panels
 * decide. */
extern PetscErrorCode FigureCreate(const char *name, const char *title, PetscInt width,
                                   PetscInt height, PetscInt columns, Figure *);
extern PetscErrorCode FigureDestroy(Figure *);

/* Begins a panel; what follows goes into it. */
extern PetscErrorCode FigurePanel(Figure, const char *title, const char *x_label,
                                  const char *y_label, int axes);
extern PetscInt FigurePanels(Figure);
/* Neither panels nor boxes. */
extern PetscBool FigureIsEmpty(Figure);
/* A point of a curve, joined to the one before unless `start`; NaN leaves a gap. `style` numbers
 * the curve: its colour and its shape. */
extern PetscErrorCode FigureLine(Figure, PetscBool start, PetscReal x, PetscReal y, PetscInt style);
/* The same in a paler colour: mixed with white by this part. A style may be FIGURE_BLACK. */
#define FIGURE_BLACK (-1)
extern PetscErrorCode FigureShade(Figure, PetscBool start, PetscReal x, PetscReal y, PetscInt style,
                                  PetscReal pale);
/* A small point in such a colour. */
extern PetscErrorCode FigureDot(Figure, PetscReal x, PetscReal y, PetscInt style, PetscReal pale);
extern PetscErrorCode FigureMark(Figure, PetscReal x, PetscReal y, PetscInt style,
                                 PetscBool filled);
/* A cross: the measurement failed here. y = NaN puts it on the upper edge. */
extern PetscErrorCode FigureCross(Figure, PetscReal x, PetscReal y, PetscInt style);
/* A point of the upper edge of a band that reaches down to the axis. */
extern PetscErrorCode FigureBand(Figure, PetscBool start, PetscReal x, PetscReal y);
/* A triangle of this slope in a doubly logarithmic panel, near the point and on no curve. */
extern PetscErrorCode FigureSlope(Figure, PetscReal x, PetscReal y, PetscReal slope);

extern PetscErrorCode FigureLegend(Figure, const char *text, PetscInt style, PetscBool points);
/* In the legend below this panel, which a reader then need not look for below all of them. */
extern PetscErrorCode FigurePanelLegend(Figure, const char *text, PetscInt style);
/* No wider than its panels, and without room for a title: for a column of a paper. */
extern PetscErrorCode FigureNarrow(Figure);
/* A sentence under the legend. */
extern PetscErrorCode FigureNote(Figure, const char *text);
/* For a figure without panels: boxes and texts at pixels from the upper left corner. */
extern PetscErrorCode FigureSize(Figure, PetscInt width, PetscInt height);
extern PetscErrorCode FigureBox(Figure, PetscReal x, PetscReal y, PetscReal width, PetscReal height,
                                int colour);
typedef enum { FIGURE_LEFT, FIGURE_RIGHT, FIGURE_CENTRE } FigureAlignment;
extern PetscErrorCode FigureText(Figure, PetscReal x, PetscReal y, const char *text,
                                 FigureAlignment, PetscReal degrees);

/* Writes gnuplot commands that draw DIRECTORY/plots/NAME.format for every format of the
 * comma-separated list, by the template figure.gp in the folder that its variable `templates`
 * names; gnuplot runs in DIRECTORY. */
extern PetscErrorCode FigureRender(Figure, FILE *gnuplot, const char *directory,
                                   const char *formats);
/* A string constant of gnuplot. */
extern void FigureQuote(FILE *gnuplot, const char *text);

#endif
