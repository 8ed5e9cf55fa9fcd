/* The line that says how far a run is. */
#ifndef GIMBAL_HARNESS_FARM_PROGRESS_H
#define GIMBAL_HARNESS_FARM_PROGRESS_H

#include <petscsys.h>

typedef struct {
  PetscInt jobs, started, done, failed; /* failed ones are not among the done */
  PetscReal fraction;                   /* of the estimated work */
} ProgressState;

typedef struct {
  PetscBool terminal;
  PetscReal began, last;
  PetscInt tenths; /* already told */
} Progress;

extern void ProgressBegin(Progress *, PetscBool terminal);
/* Whether it is time for a new line, so that the state need not be asked for in vain. */
extern PetscBool ProgressIsDue(const Progress *);
extern void ProgressShow(Progress *, const ProgressState *);
extern void ProgressEnd(Progress *, const ProgressState *);

#endif
