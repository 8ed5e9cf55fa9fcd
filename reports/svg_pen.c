#include "reports/svg_pen.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

enum { PAIR = 64 };

/* Tenths of a pixel. A sign separates them from what stands before, and so does a point if there
 * was one already; a comma does it where a blank would not be allowed in an address of data. */
static char *Tenths(char *text, long tenths, PetscBool separate, PetscBool *point) {
  const long size = labs(tenths);
  const PetscBool bare = (PetscBool)(size && size < 10); /* begins with its point */

  if (separate && tenths >= 0 && !(bare && *point))
    *text++ = ',';
  if (tenths < 0)
    *text++ = '-';
  if (!bare)
    text += snprintf(text, PAIR / 3, "%ld", size / 10);
  *point = (PetscBool)(size % 10 != 0);
  if (*point)
    text += snprintf(text, 3, ".%ld", size % 10);
  *text = 0;
  return text;
}

static void Pair(char text[PAIR], char command, const long pair[2], PetscBool *point) {
  *point = PETSC_FALSE;
  *text = command;
  (void)Tenths(Tenths(text + 1, pair[0], PETSC_FALSE, point), pair[1], PETSC_TRUE, point);
}

/* ---- Lines ---- */

void PenMove(Pen *pen, long x, long y) {
  const long place[2] = {x, y}, step[2] = {x - pen->at[0], y - pen->at[1]};
  PetscBool far_point, near_point;
  char far_text[PAIR], near_text[PAIR];

  /* The first move is from the corner, whichever it is called; steps follow it without a letter. */
  Pair(far_text, pen->command ? 'M' : 'm', place, &far_point);
  Pair(near_text, 'm', step, &near_point);
  const PetscBool near = (PetscBool)(pen->command && strlen(near_text) <= strlen(far_text));
  fputs(near ? near_text : far_text, pen->file);
  pen->point = near ? near_point : far_point;
  pen->command = near || !pen->command ? 'l' : 'M';
  pen->at[0] = pen->start[0] = x;
  pen->at[1] = pen->start[1] = y;
}

void PenStep(Pen *pen, long dx, long dy) {
  const char command = dy == 0 ? 'h' : dx == 0 ? 'v' : 'l';
  const PetscBool again = (PetscBool)(command == pen->command);
  char text[PAIR], *end = text;

  if (!again)
    *end++ = command;
  pen->command = command;
  pen->point = (PetscBool)(again && pen->point);
  if (command != 'v')
    end = Tenths(end, dx, again, &pen->point);
  if (command != 'h')
    end = Tenths(end, dy, (PetscBool)(again || command == 'l'), &pen->point);
  fputs(text, pen->file);
  pen->at[0] += dx;
  pen->at[1] += dy;
}

void PenCircle(Pen *pen, long x, long y, long radius) {
  const double r = 0.1 * (double)radius;

  PenMove(pen, x - radius, y);
  fprintf(pen->file, "a%g,%g,0,1,0,%g,0a%g,%g,0,1,0-%g,0", r, r, 2 * r, r, r, 2 * r);
  pen->command = 'a';
}

void PenClose(Pen *pen) {
  fputc('z', pen->file);
  pen->command = 'z';
  pen->at[0] = pen->start[0];
  pen->at[1] = pen->start[1];
}

/* ---- Lines of fewer vertices ---- */

#define TOLERANCE 1.5

/* Vertices since the last that was written, all near the line to the newest of them: a line may
 * go on in the directions between two, which every vertex narrows (a cone that touches a circle
 * around each). */
typedef struct {
  Pen *pen;
  long from[2], to[2]; /* the last vertex that stays, and the newest */
  double right[2], left[2], reach;
  PetscBool pending, narrow, moved, seen;
} Sleeve;

static double Cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

static PetscBool Fits(const Sleeve *sleeve, const double d[2]) {
  if (hypot(d[0], d[1]) + 1 < sleeve->reach)
    return PETSC_FALSE;
  return (PetscBool)(!sleeve->narrow ||
                     (Cross(sleeve->right, d) >= 0 && Cross(d, sleeve->left) >= 0));
}

static void Narrow(Sleeve *sleeve, const double d[2]) {
  const double r = hypot(d[0], d[1]);

  sleeve->reach = PetscMax(sleeve->reach, r);
  if (r <= TOLERANCE)
    return;
  const double s = TOLERANCE / r, c = sqrt(1 - s * s);
  const double right[2] = {c * d[0] + s * d[1], c * d[1] - s * d[0]};
  const double left[2] = {c * d[0] - s * d[1], c * d[1] + s * d[0]};
  if (!sleeve->narrow || Cross(sleeve->right, right) > 0)
    memcpy(sleeve->right, right, sizeof(right));
  if (!sleeve->narrow || Cross(sleeve->left, left) < 0)
    memcpy(sleeve->left, left, sizeof(left));
  sleeve->narrow = PETSC_TRUE;
}

/* The newest vertex stays. */
static void Keep(Sleeve *sleeve) {
  const long step[2] = {sleeve->to[0] - sleeve->from[0], sleeve->to[1] - sleeve->from[1]};

  if (sleeve->pending && (step[0] || step[1])) {
    if (!sleeve->moved)
      PenMove(sleeve->pen, sleeve->from[0], sleeve->from[1]);
    PenStep(sleeve->pen, step[0], step[1]);
    sleeve->moved = sleeve->seen = PETSC_TRUE;
  }
  memcpy(sleeve->from, sleeve->to, sizeof(sleeve->to));
  sleeve->pending = sleeve->narrow = PETSC_FALSE;
  sleeve->reach = 0;
}

static void Add(Sleeve *sleeve, const long to[2]) {
  double d[2] = {(double)(to[0] - sleeve->from[0]), (double)(to[1] - sleeve->from[1])};

  if (sleeve->pending && !Fits(sleeve, d)) {
    Keep(sleeve);
    d[0] = (double)(to[0] - sleeve->from[0]);
    d[1] = (double)(to[1] - sleeve->from[1]);
  }
  Narrow(sleeve, d);
  memcpy(sleeve->to, to, sizeof(sleeve->to));
  sleeve->pending = PETSC_TRUE;
}

PetscBool PenLines(Pen *pen, const char *text) {
  Sleeve sleeve = {.pen = pen};
  PetscBool begun = PETSC_FALSE;

  for (;;) {
    text += strspn(text, " \t\n");
    const char command = *text == 'M' || *text == 'L' ? *text++ : begun ? 'L' : 'M';
    if (*text == '\'' || *text == '"')
      break;
    char *next;
    long place[2];
    place[0] = lround(10 * strtod(text, &next));
    place[1] = lround(10 * strtod(next + 1, &next));
    if (command == 'M') {
      Keep(&sleeve);
      memcpy(sleeve.from, place, sizeof(place));
      memcpy(sleeve.to, place, sizeof(place));
      sleeve.moved = PETSC_FALSE;
    } else
      Add(&sleeve, place);
    begun = PETSC_TRUE;
    text = next;
  }
  Keep(&sleeve);
  return sleeve.seen;
}
