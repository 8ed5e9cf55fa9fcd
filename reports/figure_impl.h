/* What a figure holds until it is rendered. */
#ifndef GIMBAL_REPORTS_FIGURE_IMPL_H
#define GIMBAL_REPORTS_FIGURE_IMPL_H

#include "reports/figure.h"

typedef enum { LINE, MARK, CROSS, BAND, GUIDE, LABEL, KINDS } Kind;

typedef struct {
  Kind kind;
  PetscBool start;
  PetscReal x, y;
  int colour, shape;
  PetscReal size;
  char text[16];
} Element;

typedef struct {
  char text[256];
  PetscInt style;
  PetscBool points;
} Entry; /* of a legend */

typedef struct {
  PetscReal x, y, slope;
} Slope; /* claimed, and where its curve is */

typedef struct {
  char title[256], label[2][128];
  int axes;
  PetscInt elements, slopes, legends;
  Element *element;
  Slope *slope;
  Entry *legend;             /* of this panel alone */
  PetscReal low[2], high[2]; /* of the axes */
  PetscReal top;             /* of the panel, in pixels from above */
  PetscInt bands;
} Panel;

typedef struct {
  PetscReal x, y, width, height, degrees;
  int colour;
  FigureAlignment alignment;
  char text[256];
} Item; /* something at pixels */

/* Around the axes of a panel, in pixels: figure.gp has the same. */
#define PANEL_LEFT 82.
#define PANEL_RIGHT 26.
#define PANEL_TOP 26.
#define PANEL_BOTTOM 56.

struct _p_Figure {
  char name[256], title[256];
  PetscInt panel_width, panel_height, columns, width, height;
  PetscBool narrow;
  PetscInt panels, legends, notes, boxes, texts, lines;
  Panel *panel;
  Item *box, *text, *line; /* line: a sample in the legend */
  Entry *legend;
  char (*note)[512];
};

/* The colour of a curve as 0xrrggbb, its shape as gnuplot numbers them, and the shape's size. */
extern int FigureColour(PetscInt style);
extern int FigureShape(PetscInt style, PetscBool filled);
extern PetscReal FigureShapeSize(PetscInt style);
/* Puts a triangle for each slope where it is near its curve and on none, on axes of this size in
 * pixels; the lower end of the logarithmic axis moves down where there is no room. */
extern PetscErrorCode FigurePlaceSlopes(Panel *, PetscReal width, PetscReal height);

#endif
