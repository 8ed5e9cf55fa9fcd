/* One table, written as Markdown, CSV and LaTeX. */
#ifndef GIMBAL_REPORTS_TABLE_H
#define GIMBAL_REPORTS_TABLE_H

#include "record/verdict.h"

typedef struct _p_Table *Table;

/* What a column holds decides how it is shown to people; CSV always has 17 digits. */
typedef enum {
  COLUMN_GROUP, /* text; the leading group columns become the heading over a block of rows */
  COLUMN_TEXT,
  COLUMN_PROSE,  /* text that may be long: LaTeX breaks its lines */
  COLUMN_CODE,   /* text to be typed, a command; not in LaTeX */
  COLUMN_NUMBER, /* four significant digits */
  COLUMN_ORDER,  /* two decimals */
  COLUMN_DETAIL, /* a number, and a text, that LaTeX leaves out: a paper has no room for them */
  COLUMN_REMARK
} ColumnKind;

typedef struct {
  ColumnKind kind;
  const char *heading;
} Column;

/* `note` explains the columns and stands under the title; NULL: none. */
extern PetscErrorCode TableCreate(const char *title, const char *note, Table *);
extern PetscErrorCode TableDestroy(Table *);
extern PetscErrorCode TableColumn(Table, ColumnKind, const char *heading);
/* Several; the last has no heading. */
extern PetscErrorCode TableColumns(Table, const Column *);
/* Begins a row, to be filled with one cell per column, from the left. Rows of one group follow one
 * another. */
extern PetscErrorCode TableRow(Table);
/* A cell: a text, which is copied, or a number; NULL and NaN are what is missing. */
extern PetscErrorCode TableText(Table, const char *);
extern PetscErrorCode TableNumber(Table, PetscReal);
extern PetscErrorCode TableValue(Table, NumberOrWord);
/* A row, and its first cells or all of them: TableFill(table, CELLS(TEXT_CELL(name), NUMBER_CELL(h))). */
#define TEXT_CELL(text) ((NumberOrWord){(text), NAN})
#define NUMBER_CELL(value) ((NumberOrWord){NULL, (value)})
#define CELLS(...)                                                                                 \
  (PetscInt)(sizeof((NumberOrWord[]){__VA_ARGS__}) / sizeof(NumberOrWord)), (NumberOrWord[]) {     \
    __VA_ARGS__                                                                                    \
  }
extern PetscErrorCode TableFill(Table, PetscInt cells, const NumberOrWord[]);
/* Writes DIRECTORY/tables/NAME.ending: Markdown and LaTeX (floats for \input, with the packages
 * booktabs and graphicx), or one of these, and CSV. */
extern PetscErrorCode TableWriteText(Table, const char *directory, const char *name);
extern PetscErrorCode TableWriteMarkdown(Table, const char *directory, const char *name);
extern PetscErrorCode TableWriteLatex(Table, const char *directory, const char *name);
extern PetscErrorCode TableWriteCsv(Table, const char *directory, const char *name);

#endif
