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
  char title[256], label[2][128];
  int axes;
  PetscInt elements;
  Element *element;
  PetscReal low[2], high[2]; /* of the axes */
  PetscInt bands;
} Panel;

typedef struct {
  PetscReal x, y, width, height, degrees;
  int colour;
  FigureAlignment alignment;
  char text[256];
} Item; /* something at pixels */

struct _p_Figure {
  char name[256], title[256];
  PetscInt panel_width, panel_height, columns, width, height;
  PetscBool narrow;
  PetscInt panels, legends, notes, boxes, texts, lines;
  Panel *panel;
  Item *box, *text, *line; /* line: a sample in the legend */
  struct {
    char text[256];
    PetscInt style;
    PetscBool points;
  } * legend;
  char (*note)[512];
};

/* The colour of a curve as 0xrrggbb, its shape as gnuplot numbers them, and the shape's size. */
extern int FigureColour(PetscInt style);
extern int FigureShape(PetscInt style, PetscBool filled);
extern PetscReal FigureShapeSize(PetscInt style);

#endif
