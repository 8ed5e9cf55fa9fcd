/* Which columns and rows of a table of errors are judged, and the verdict on them. */
#ifndef GIMBAL_HARNESS_JUDGE_TABLE_CHOICE_H
#define GIMBAL_HARNESS_JUDGE_TABLE_CHOICE_H

#include "judge/error_table.h"
#include "record/record.h"

/* The words of gimbal judge that are on the table; NULL and 0: not given. */
typedef struct {
  const char *h, *steps, *errors, *floor; /* columns, by heading or number */
  const char *const *where;               /* "COLUMN=TEXT" */
  PetscInt wheres;
  PetscReal power, dimension;
  PetscBool logarithm, symmetric;
} TableQuestion;

/* What of the table is judged. */
typedef struct {
  ErrorTable table;
  PetscInt size, floor;                  /* columns; −1: no floor */
  PetscBool counts;                      /* the column of sizes holds numbers of steps */
  PetscReal dimension;                   /* or of unknowns in so many dimensions; 0: no */
  PetscReal floor_value;                 /* for all rows; NaN: none */
  PetscReal power;                       /* that is claimed */
  PetscBool unsigned_errors;             /* no error is below zero: they are norms */
  PetscInt columns, *column, rows, *row; /* rows by decreasing step size */
  PetscInt without_size;                 /* rows that are not used */
} TableChoice;

/* Finds the columns and rows that a question is about; the choice has its table and nothing else. What
 * is not there, or is no number, is PETSC_ERR_USER_INPUT, with file, line and column. */
extern PetscErrorCode TableChoose(const TableQuestion *, TableChoice *);

/* The step size that the number in its column stands for. */
extern PetscReal TableSizeOf(const TableChoice *, PetscReal number);

/* The verdict on `count` of the chosen columns, as components of one error, from the first one on: a
 * record, which has room, and a verdict more. */
extern PetscErrorCode TableAddVerdict(const TableQuestion *, const TableChoice *, PetscInt first,
                                      PetscInt count, Records *, Verdicts *);

#endif
