/* One description of a table, columns and rows, that each of its writers renders: Markdown, LaTeX and CSV
 * and data as files, HTML as a part of a page. */
#pragma once

#include "record/verdict.h"
#include "reports/text.h"

/* The writers, as a set. */
enum {
  TABLE_MARKDOWN = 1,
  TABLE_LATEX = 2,
  TABLE_CSV = 4,
  TABLE_DATA = 8, /* as CSV, with blanks between columns, for gnuplot and pgfplots */
  TABLE_PAGE = 16,
  TABLE_TEXT = TABLE_MARKDOWN | TABLE_LATEX,
  TABLE_FILES = TABLE_TEXT | TABLE_CSV
};

/* What a column holds decides how it is shown to people; CSV always has 17 digits. */
typedef enum {
  COLUMN_GROUP, /* text; the leading group columns become the heading over a block of rows */
  COLUMN_TEXT,
  COLUMN_PROSE,  /* text that may be long: LaTeX breaks its lines */
  COLUMN_CODE,   /* text to be typed, a command */
  COLUMN_NUMBER, /* four significant digits */
  COLUMN_ORDER   /* two decimals */
} ColumnKind;

typedef struct {
  ColumnKind kind;
  const char *heading;
  int in;
} Column;

enum { TABLE_COLUMNS = 1024 };

/* How the page shows a cell; NULL: plainly. */
typedef struct {
  NumberOrWord value;
  const char *class, *address;
} TableCell;

typedef struct _p_Table {
  const char *title, *note;
  PetscInt columns, groups, rows, cells;
  Column column[TABLE_COLUMNS];
  PetscBool floats; /* in LaTeX, where it is long: several floats, no longtable */
  /* Columns that the writer at work shows: not what has no value in any row. */
  PetscInt shown, show[TABLE_COLUMNS];
  TableCell *cell; /* row by row */
  Arena texts;     /* and cells */
} * Table;

/* `note` explains the columns and stands under the title; NULL: none. */
extern Table TableCreate(const char *title, const char *note);
/* One column, or several of one kind, whose headings, which are copied, are separated by bars. `in`: the
 * writers that show it; 0: all. */
extern void TableColumns(Table, ColumnKind, const char *headings, int in);
/* A row, to be filled with one cell per column, from the left, and its first cells or all of them:
 * TableRow(table, Word(name), Number(h)). Rows of one group follow one another. */
static inline NumberOrWord Word(const char *word) { return (NumberOrWord){word, NAN}; }
static inline NumberOrWord Number(PetscReal number) { return (NumberOrWord){NULL, number}; }
#define TableRow(table, ...)                                                                       \
  TableFill(table, sizeof((NumberOrWord[]){__VA_ARGS__}) / sizeof(NumberOrWord),                   \
            (NumberOrWord[]){__VA_ARGS__})
extern void TableFill(Table, size_t cells, const NumberOrWord[]);
/* One more cell: a text, which is copied, or a number; NULL and NaN are what is missing. */
extern void TableValue(Table, NumberOrWord);
/* The class of the last cell on a page, and where it leads; both are copied, NULL: absent. */
extern void TableLook(Table, const char *class, const char *address);
/* Writes DIRECTORY/tables/NAME.{md,tex,csv,dat}, as requested, and destroys the table. LaTeX
 * is for \input, with the packages booktabs, graphicx and longtable. */
extern PetscErrorCode TableWrite(Table, const char *directory, const char *name, int writers);
/* A table of HTML for each group, or one; and destroys the table. */
extern void TableHtml(Table, FILE *);

/* ---- For the writers ---- */

extern const TableCell *TableAt(Table, PetscInt row, PetscInt column);
/* What people read there; a number goes into `number`. */
extern const char *TableCellText(Table, PetscInt row, PetscInt column, Text *number);
extern PetscBool TableRightAligned(Table, PetscInt column);
/* Whether the row belongs to the same group as the one before it. */
extern PetscBool TableSameGroup(Table, PetscInt row);
/* `name` is the file's, of which the label is made. */
extern void TableWriteTex(Table, const char *name, FILE *);
