/* The line on standard error that says how far a run has come. */
#ifndef GIMBAL_HARNESS_FARM_PROGRESS_H
#define GIMBAL_HARNESS_FARM_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscInt jobs, started, done, failed; /* a failed job is not among the done */
  PetscReal fraction;                   /* of the estimated work */
} ProgressState;

typedef struct {
  PetscBool terminal;
  PetscReal began, last;
  PetscInt tenths; /* already told */
} Progress;

extern void ProgressBegin(Progress *, PetscBool terminal);
/* Whether a new line is due; if not, the state need not be gathered. */
extern PetscBool ProgressIsDue(const Progress *);
extern void ProgressShow(Progress *, const ProgressState *);
extern void ProgressEnd(Progress *, const ProgressState *);

#endif
