/* The line on standard error that says how far a run has come. */
#pragma once

#include <petscsys.h>

typedef struct {
  PetscInt jobs, started, done, failed; /* a failed job is not among the done */
  PetscReal left;  /* seconds that the rest will take; < 0: it is not known yet */
  const char *now; /* what runs, for people; NULL: nothing of one's own */
} ProgressState;

typedef struct {
  PetscBool terminal;
  PetscReal began, last;
  PetscInt tenths; /* already printed */
} Progress;

extern void ProgressBegin(Progress *, PetscBool terminal);
/* Whether a new line is due; if not, the state need not be gathered. */
extern PetscBool ProgressIsDue(const Progress *);
extern void ProgressShow(Progress *, const ProgressState *);
/* One plain line that stays. */
extern void ProgressEnd(Progress *, const ProgressState *);

/* "12 s", "3 min 20 s", "2 h 5 min": coarser the longer it is. */
extern const char *ProgressTime(PetscReal seconds, char text[32]);

/* The line without its end: how many are done, what fails, the time gone and, unless `left` is below
 * zero, that to come, and what runs now. */
extern void ProgressText(const ProgressState *, PetscReal elapsed, PetscReal left, char *text,
                         size_t room);
