/* What the runs of a series cost, and what it takes to reach an accuracy. Pure. */
#pragma once

#include "base/limits.h"
#include "record/measured.h"

typedef enum {
  WORK_EVALUATIONS,   /* of the equations' right side: fields and forces */
  WORK_JACOBIANS,     /* of residuals and of fields */
  WORK_LINEAR_SOLVES, /* in Newton's iterations and the method's own */
  WORK_ITERATIONS,    /* of Newton's method */
  WORK_KINDS
} WorkKind;

/* In claims and files; ends with NULL. */
extern const char *const WorkNames[];
extern PetscReal WorkOf(const Counts *, WorkKind);

/* Accuracies of which tables and claims speak: 10^-2 … 10^-12, over the solution's size. */
enum { WORK_FIRST = 2, WORK_LAST = 12, WORK_ACCURACIES = WORK_LAST - WORK_FIRST + 1 };
extern PetscReal WorkAccuracy(PetscInt); /* counted from 0 */

enum { WORK_POINTS = LIMIT_POINTS }; /* a measurement has no more */

/* Errors over the solution's size, from the coarsest run on, those that there are. */
typedef struct {
  PetscInt count;
  PetscReal error[WORK_POINTS], work[WORK_POINTS];
} WorkCurve;

/* Of the errors of q at the end, where it has a size. */
extern void WorkCurveOf(const Series *, WorkKind, WorkCurve *);
extern void WorkCurveAdd(WorkCurve *, PetscReal error, PetscReal work);

typedef struct {
  PetscBool reached;
  PetscBool at_once; /* by the coarsest run already: less might do */
  PetscReal work;    /* between the two runs, in logarithms; less, if a finer run does with less */
  PetscReal lower, upper; /* of the last run that misses it, and of the first that does not */
  PetscReal least;        /* the smallest error */
  PetscReal most;         /* the largest work */
} WorkReach;

/* The run that reaches an accuracy is the coarsest from which on no error is larger, up to the smallest
 * error: what an error does by chance is not counted, nor is round-off beyond. */
extern void WorkToReach(const WorkCurve *, PetscReal accuracy, WorkReach *);
