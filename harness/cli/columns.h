/* Tables for people, with columns aligned by characters, not by bytes. */
#pragma once

#include <petscsys.h>

typedef struct _p_Columns *Columns;

/* Creates a table of so many columns, indented by so many blanks. With `wrap`, the text of the last
 * column is broken before the 100th character of the line; without, each row is one line. */
extern Columns ColumnsCreate(PetscInt columns, PetscInt indent, PetscBool wrap);
/* Adds the next cell, row by row, as a copy of the text; NULL leaves it empty. */
extern void ColumnsAdd(Columns, const char *text);
/* The same of a text that is never broken: a command, which people copy. */
extern void ColumnsAddWhole(Columns, const char *text);
/* A row of two columns, a name and a text in a printf format; left out if the text is empty. */
extern void ColumnsRow(Columns, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Prints all rows on standard output and frees the table. */
extern void ColumnsPrint(Columns *);
