/* Verdicts grouped by what caused them. */
#ifndef GIMBAL_REPORTS_CAUSE_GROUPS_H
#define GIMBAL_REPORTS_CAUSE_GROUPS_H

#include "reports/queries.h"
#include <stdio.h>

/* Verdicts of one method on one claim with one outcome and, but for its numbers, one reason. */
typedef struct {
  const Verdict *first;
  PetscInt verdicts;
} CauseGroup;

typedef struct {
  PetscInt count;
  CauseGroup *at;
} CauseGroups;

/* Of all verdicts with this outcome, in their order; they are added to the list. */
extern PetscErrorCode CausesAdd(const Contents *, Outcome, CauseGroups *);
/* Of all that do not pass, the worst first. */
extern PetscErrorCode CausesOfFailures(const Contents *, CauseGroups *);
/* "pendulum:oscillation, kepler:e03 and 4 more", each written by `put`. */
extern void CausePlaces(const Contents *, const CauseGroup *, PetscInt most,
                        void (*put)(FILE *, const char *), FILE *);

#endif
