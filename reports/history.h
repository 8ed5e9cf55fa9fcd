/* How runs went one after another: verdicts, orders, errors, cost. */
#ifndef GIMBAL_REPORTS_HISTORY_H
#define GIMBAL_REPORTS_HISTORY_H

#include "record/baseline.h"

#include <stdio.h>

typedef struct {
  const char *name; /* the folder or file */
  Baseline *baseline;
} HistoryRun;

/* The runs stand in the order in which they were given, the oldest first; there is at least one. */
extern PetscErrorCode HistoryText(PetscInt runs, const HistoryRun *, FILE *);
/* A page that needs no other file. */
extern PetscErrorCode HistoryPage(PetscInt runs, const HistoryRun *, FILE *);

#endif
