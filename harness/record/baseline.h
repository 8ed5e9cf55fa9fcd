/* What a comparison of two runs needs of one: small enough to stand in a repository, one file, with a
 * line for each record. Numbers are rounded, in a run's own baseline as in one that
 * was read, so that a run is never worse than itself. */
#pragma once

#include "record/store.h"

typedef struct {
  const char *study, *quantity;
  NumberOrWord claimed;
  const char *place; /* in the source; NULL: none */
  Outcome outcome;
  PetscReal lower, upper; /* of an order; NaN: none */
  const char *reason;     /* in a file only of what does not pass; NULL */
} BaselineClaim;

/* The errors of one quantity, one for each number of steps. One that lies below ten floors says
 * nothing; there stands ten floors with a minus sign. NaN: none. */
typedef struct {
  const char *name;
  Reals error;
} BaselineErrors;

/* Of a series in one precision, or of a long run. */
typedef struct {
  const char *in; /* "double", "quad"; "run", and "finer", "twin" of additional runs */
  const char *h;  /* of a run, as requested; NULL: of a series */
  Integers steps;
  PetscInt quantities;
  BaselineErrors *quantity;
} BaselineSeries;

typedef struct {
  const char *key, *method, *model, *instance;
  PetscInt claims, series;
  BaselineClaim *claim;
  BaselineSeries *one;
  PetscInt seed; /* of the initial data */
} BaselineLine;

typedef struct {
  const char *gimbal, *commit, *suite; /* NULL: not recorded */
  PetscInt count;
  BaselineLine *at; /* by key */
  Arena arena;
  Store store; /* whose texts the lines have; NULL: the baseline was a file */
} Baseline;

/* Of an output folder, with the reasons of all claims, or of a file that BaselineWrite wrote.
 * PETSC_ERR_USER_INPUT if it is neither, or is damaged. */
extern PetscErrorCode BaselineRead(const char *path, Baseline **);
/* Writes the file, whole or not at all. Reasons, which are most of a run's verdicts, stay only of what does not
 * pass. */
extern PetscErrorCode BaselineWrite(Baseline *, const char *path);
extern void BaselineDestroy(Baseline **);

/* NULL if not found. */
extern const BaselineLine *BaselineFind(const Baseline *, const char *key);
/* The first of the same kind; of runs, with the same step size. NULL if not found. */
extern const BaselineSeries *BaselineFindSeries(const BaselineLine *, const BaselineSeries *like);
