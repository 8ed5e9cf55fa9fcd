/* Output of integrations by any program: rows of a time and a state, in runs with different step sizes;
 * and verdicts on what a caller reads in them. */
#pragma once

#include "judge/table.h"
#include "record/record.h"

/* What the numbers of a column say of the digits of each. */
typedef struct {
  PetscInt digits;   /* significant ones, the most of any */
  PetscReal place;   /* half a unit of the last digit, the least of any */
  PetscReal epsilon; /* of the arithmetic */
} TrajectoryDigits;

/* "name = value" in a comment. */
typedef struct {
  int line;
  const char *name;
  TableCell value;
} TrajectoryNote;

typedef struct {
  ErrorTable table;
  PetscInt time;            /* its column */
  TrajectoryDigits *digits; /* of each column */
  PetscInt notes;
  TrajectoryNote *note;
} TrajectoryFile;

typedef struct {
  const TrajectoryFile *file;
  PetscInt rows, *row; /* in the order of the file */
  PetscReal *t, h;
  PetscReal spacing; /* of all rows; NaN: it varies */
  PetscInt every;    /* steps from row to row, if they are equally spaced */
} TrajectoryRun;

typedef struct {
  Arena arena;
  PetscInt files, runs;
  TrajectoryFile *file;
  TrajectoryRun *run; /* from the largest step size to the smallest */
} Trajectories;

/* Reads files and finds their runs: by a column h or run, comments "# h = 0.01", or times that begin again;
 * and their step sizes: by these, the file's name (h0.01, n100), `sizes` in the order of runs (NULL: not
 * given), or the spacing of the rows. What does not fit is PETSC_ERR_USER_INPUT with the file. */
extern PetscErrorCode TrajectoriesRead(PetscInt files, const char *const path[], const char *sizes,
                                       Trajectories *);
extern void TrajectoriesDestroy(Trajectories *);
/* The column of that heading; brackets, blanks and underscores do not count; −1: none. */
extern PetscInt TrajectoryColumn(const TrajectoryFile *, const char *heading);
/* The first column that has one of the headings, which end with NULL, in their order. */
extern PetscInt TrajectoryColumnOf(const TrajectoryFile *, const char *const headings[]);
extern const TableCell *TrajectoryCell(const TrajectoryRun *, PetscInt row, PetscInt column);
/* By how much a number in the file may differ from one that was neither rounded nor printed. */
extern PetscReal TrajectoryNoise(const TrajectoryRun *, PetscInt row, PetscInt column);
/* The row at a time, or −1. */
extern PetscInt TrajectoryRowAt(const TrajectoryRun *, PetscReal t);
/* How often the values of a column turn, between rises and falls by a part of their range. */
extern PetscInt TrajectoryTurns(const TrajectoryRun *, PetscInt column);

/* ---- Verdicts: one more, by rules that are used elsewhere; without a claim (NULL) on what is found ---- */

/* A table of errors without numbers yet, as `gimbal judge` could have read it: a row for each run, with columns h,
 * floor, and so many of errors. */
extern ErrorTable TrajectoryTable(Arena, PetscInt runs, PetscInt components);
extern void TrajectoryPut(ErrorTable, PetscInt run, PetscInt column, PetscReal);
/* By the rule of `gimbal judge`, on all errors together. The question has the name of what they are of, the claimed
 * order, and as its solver the size of the solution (0: nothing above the floor is a solver's tolerance). */
extern PetscErrorCode TrajectoryJudgeOrder(const TableQuestion *, ErrorTable, Records *,
                                           Verdicts *);

/* A quantity along one run: its values, and the size of the terms that cancel in them. */
typedef struct {
  const TrajectoryRun *run;
  PetscReal *value, scale, noise;
  PetscReal own_error; /* of the method in a step, relative; NaN: not known */
  PetscInt turns;      /* of the motion */
} TrajectoryValues;
/* By the rule of the long study: "energy", "invariant" or "constraint". */
extern PetscErrorCode TrajectoryJudgeLong(const char *study, const char *quantity,
                                          const char *claim, PetscInt runs,
                                          const TrajectoryValues *, Records *, Verdicts *);

/* A run back to its beginning; absent: what a method would show that is not reversible. */
typedef struct {
  PetscReal h, defect, error, absent;
} TrajectoryDefect;
/* By the rule of the structure study. */
extern PetscErrorCode TrajectoryJudgeBack(const char *claim, PetscInt count,
                                          const TrajectoryDefect *, Records *, Verdicts *);
