/* A table of errors from any program: numbers under headings, as CSV. */
#ifndef GIMBAL_HARNESS_CLI_ERROR_TABLE_H
#define GIMBAL_HARNESS_CLI_ERROR_TABLE_H

#include "base/arena.h"

typedef struct {
  const char *text;
  PetscBool number; /* or nothing: an empty cell, a dash or "nan" */
  PetscReal value;  /* NaN: nothing */
  PetscReal digit;  /* half a unit of its last digit: 0.005 for 1.23 */
  PetscInt digits;  /* significant ones */
  PetscBool exact;  /* a whole number without point and exponent, as numbers of steps are */
} TableCell;

typedef struct {
  const char *path;
  PetscInt columns, rows;
  const char **heading; /* "column 2" where the table has no headings */
  PetscBool headed;
  TableCell *cell; /* rows × columns */
  int *line;       /* of each row in the file */
  Arena arena;
} * ErrorTable;

/* Reads a file ("-": standard input). Cells are separated by commas, semicolons or tabs, whichever
 * the first line has, or else by blanks; lines that begin with "#" are passed over; the first row
 * may hold headings. A row of another length is PETSC_ERR_USER_INPUT with file and line, as is a
 * file above 16 megabytes or one that is none. */
extern PetscErrorCode ErrorTableRead(const char *path, ErrorTable *);
extern PetscErrorCode ErrorTableDestroy(ErrorTable *);

/* A number that must be there: PETSC_ERR_USER_INPUT with file, line and column if it is none. */
extern PetscErrorCode ErrorTableNumber(ErrorTable, PetscInt row, PetscInt column, PetscReal *value);

/* The column under a heading (letters of either case), or of a number from 1; −1: there is none. */
extern PetscInt ErrorTableColumn(ErrorTable, const char *heading);

#endif
