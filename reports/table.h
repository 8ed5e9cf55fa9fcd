/* One table, written as Markdown, CSV and LaTeX. */
#ifndef GIMBAL_REPORTS_TABLE_H
#define GIMBAL_REPORTS_TABLE_H

#include <jansson.h>
#include <petscsys.h>

typedef struct _p_Table *Table;

/* What a column holds decides how it is shown to people; CSV always has 17 digits. */
typedef enum {
  COLUMN_GROUP, /* text; the leading group columns become the heading over a block of rows */
  COLUMN_TEXT,
  COLUMN_PROSE,  /* text that may be long: LaTeX breaks its lines */
  COLUMN_CODE,   /* text to be typed: a command */
  COLUMN_NUMBER, /* four significant digits */
  COLUMN_ORDER   /* two decimals */
} ColumnKind;

/* `note` explains the columns and stands under the title; NULL: none. */
extern PetscErrorCode TableCreate(const char *title, const char *note, Table *);
extern PetscErrorCode TableDestroy(Table *);
extern PetscErrorCode TableColumn(Table, ColumnKind, const char *heading);
/* A new row, to be filled with one cell per column: strings, numbers, or null for what is missing.
 * The array belongs to the table. Rows of one group follow one another. */
extern json_t *TableRow(Table);
/* Writes DIRECTORY/tables/NAME.ending: Markdown and LaTeX (a fragment for \input, no packages), and
 * CSV. */
extern PetscErrorCode TableWriteText(Table, const char *directory, const char *name);
extern PetscErrorCode TableWriteCsv(Table, const char *directory, const char *name);

#endif
