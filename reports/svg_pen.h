/* A pen that writes the data of a path in few characters, and lines without the vertices that
 * nobody would see. Coordinates are tenths of a pixel. */
#ifndef GIMBAL_REPORTS_SVG_PEN_H
#define GIMBAL_REPORTS_SVG_PEN_H

#include <petscsys.h>
#include <stdio.h>

typedef struct {
  FILE *file;
  long at[2], start[2]; /* where it is, and where the line began */
  char command;         /* what further numbers would mean; 0: nothing is written */
  PetscBool point;      /* the last number had one */
} Pen;

extern void PenMove(Pen *, long x, long y);
/* A line to a place so far from the last. */
extern void PenStep(Pen *, long dx, long dy);
extern void PenCircle(Pen *, long x, long y, long radius);
extern void PenClose(Pen *);

/* The points "M82.00,207.49 L373.99,207.49 " or "1,2 3,4 " up to a quotation mark. A vertex that
 * is nearer than 0.15 pixels to the line without it is left out; ends of lines and what
 * turns back stay. Says whether anything is to be seen. */
extern PetscBool PenLines(Pen *, const char *text);

#endif
