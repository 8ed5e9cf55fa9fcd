/* The order judge for errors from any program: which columns and rows of a table are judged, and the
 * verdict on them. */
#pragma once

#include "judge/error_table.h"
#include "record/record.h"

/* The words of gimbal judge that are on the table; NULL and 0: not given. */
typedef struct {
  const char *order;                      /* as claimed: "2", "0.5", or "2 log" of h^2 log(1/h) */
  const char *h, *steps, *errors, *floor; /* columns, by heading or number */
  Texts where;                            /* "COLUMN=TEXT" */
  const char *name; /* of what the errors are of; NULL: as their columns are headed */
  const char *flag; /* of the verdicts; NULL: none */
  PetscReal dimension;
  PetscReal solver;  /* only larger errors refute, since a solver may leave others; 0: all do */
  PetscReal shift;   /* steps by which the values are of a later time; 0: none */
  const char *other; /* to a solution of that model the runs do not converge; NULL: they may */
  PetscBool symmetric, together; /* together: the columns are components of one error */
  PetscReal power;               /* of the order: TableQuestionRead */
  PetscBool logarithm;
} TableQuestion;

/* Reads the order, and checks all that needs no table. */
extern PetscErrorCode TableQuestionRead(TableQuestion *);

/* What of the table is judged. */
typedef struct {
  ErrorTable table;
  PetscInt size, floor;                  /* columns; −1: no floor */
  PetscBool counts;                      /* the column of sizes holds numbers of steps */
  PetscReal dimension;                   /* or of unknowns in so many dimensions; 0: no */
  PetscReal floor_value;                 /* for all rows; NaN: none */
  PetscReal least;                       /* at least that, in addition to them */
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

/* A table with a record and a verdict for each of the chosen columns, or one for all of them together. */
typedef struct {
  TableChoice choice; /* nothing but its table before */
  Records *records;
  Verdicts *verdicts;
} TableJudgement;
extern PetscErrorCode TableJudgeAll(const TableQuestion *, TableJudgement *);
extern void TableJudgementDestroy(TableJudgement *);
/* The verdict on `count` of the chosen columns, as components of one error, from the first one on: a
 * record and a verdict more. */
extern PetscErrorCode TableAddVerdict(const TableQuestion *, const TableChoice *, PetscInt first,
                                      PetscInt count, Records *, Verdicts *);

/* ---- The rule: pure ---- */

/* Judges the claim, an order, on a measurement of one series whose errors and floors were given
 * rather than measured here. What one wrong row could have done is not decided:
 *   - where no floor was given, errors that stop falling at the fine end may be round-off, the
 *     reference, or the method: undecided, as is a term of order 0 or less;
 *   - a term of lower order must be there whichever single row is left out. */
extern PetscErrorCode TableJudge(const Evidence *, PetscBool floor_given, Finding *);

/* Says that rows without a number were left out. Where errors at the fine end are lost, as "inf" is,
 * no order is confirmed. */
extern void TableLeaveOut(PetscInt without, PetscInt lost, Finding *);
/* Prints the successive orders of the record's first claim, where there are too few rows for a fit. */
extern PetscErrorCode TablePrintRates(const Record *, FILE *);
