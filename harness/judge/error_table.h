/* A table of errors, or of states, from any program: numbers under headings, as CSV, in Markdown or in LaTeX. */
#pragma once

#include "base/arena.h"
#include "base/user_error.h"

typedef struct {
  const char *text;
  PetscBool number; /* or nothing: an empty cell or a dash; or lost */
  PetscBool lost;   /* "nan", "inf": a run that led nowhere */
  PetscReal value;  /* NaN: nothing */
  PetscReal digit;  /* half a unit of its last digit: 0.005 for 1.23 */
  PetscInt digits;  /* significant ones */
  PetscBool exact;  /* a whole number without point and exponent, as numbers of steps are */
  PetscBool filled; /* its digits end in a zero, or with an uncertainty */
} TableCell;

typedef struct _p_ErrorTable {
  const char *path;
  PetscInt columns, rows;
  const char **heading; /* "column 2" where the table has no headings */
  PetscInt headings;    /* rows of them */
  TableCell *cell;      /* rows × columns */
  int *line;            /* of each row in the file */
  PetscInt comments;    /* lines that begin with "#" or "%" */
  const char **comment; /* without that */
  int *comment_line;
  Arena arena;
} * ErrorTable;

/* What a column holds, by its heading: step sizes, numbers of steps, of unknowns in some dimension,
 * orders between a row and the one before, errors, or what is no matter here (times, iterations). */
typedef enum { ROLE_SIZE, ROLE_STEPS, ROLE_UNKNOWNS, ROLE_RATE, ROLE_ERROR, ROLE_OTHER } TableRole;
extern TableRole TableRoleOf(const char *heading);

/* Whether it is one of the words, which end with NULL; letters of either case. */
extern PetscBool TableWordIn(const char *, const char *const words[]);

/* A cell: 1.2e-3, 1.2D-3, 1,2e-3, $1.2\times10^{-3}$, \num{1.2e-3}, 1.2(3)e-4, 1.2(-3), 2^{-4}, 1/16,
 * 12.5%, 1.2e-3 (1.98), of which the order is left out; a mesh of 16 × 16 cells is 16. `groups` is what
 * separates groups of three digits; 0: nothing does. */
extern void TableCellRead(const char *, char groups, TableCell *);
/* Whether a cell might have such groups: 16,641. */
extern PetscBool TableCellGrouped(const char *, char separator);

/* Makes a table in Markdown or LaTeX one of cells separated by tabs, line by line: in place, or in the arena, with
 * room for one more character; whether it was one. */
extern PetscBool TableFromMarkup(Arena, char **text, size_t *length);

/* Reads a file ("-": standard input). Cells are separated by commas, semicolons or tabs, whichever the first line
 * has, or else by blanks, or as Markdown and LaTeX have them; lines that begin with "#" are comments; the first row,
 * or the last comment before it, may hold headings. A row of another length is PETSC_ERR_USER_INPUT with file and
 * line, as is a file above 16 megabytes, or 256 where it has states; so is what is not a file. */
extern PetscErrorCode ErrorTableRead(const char *path, PetscBool states, ErrorTable *);
/* The same of a text. The name is for messages. */
extern PetscErrorCode ErrorTableFromText(const char *name, const char *text, size_t length,
                                         ErrorTable *);
extern void ErrorTableDestroy(ErrorTable *);

static inline const TableCell *ErrorTableCell(ErrorTable table, PetscInt row, PetscInt column) {
  return &table->cell[row * table->columns + column];
}

/* A required number: PETSC_ERR_USER_INPUT with file, line and column if the cell has none. */
extern PetscErrorCode ErrorTableNumber(ErrorTable, PetscInt row, PetscInt column, PetscReal *value);

/* The column under a heading (letters of either case), or of a number from 1; −1 if absent. */
extern PetscInt ErrorTableColumn(ErrorTable, const char *heading);
