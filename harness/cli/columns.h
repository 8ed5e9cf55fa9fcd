/* Tables for people: columns aligned by what is seen, not by bytes. */
#ifndef GIMBAL_HARNESS_CLI_COLUMNS_H
#define GIMBAL_HARNESS_CLI_COLUMNS_H

#include <petscsys.h>

typedef struct _p_Columns *Columns;

/* A table of so many columns, indented by so many blanks. With `wrap` the text of the last column
 * is broken where it goes beyond 100 characters; without it a row is a line. */
extern PetscErrorCode ColumnsCreate(PetscInt columns, PetscInt indent, PetscBool wrap, Columns *);
/* Adds a cell, copied, row by row; NULL is empty. */
extern PetscErrorCode ColumnsAdd(Columns, const char *text);
/* The same with a printf format. */
extern PetscErrorCode ColumnsAddFormat(Columns, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints all rows to standard output, as wide as they need to be, and frees the table. */
extern PetscErrorCode ColumnsPrint(Columns *);

#endif
