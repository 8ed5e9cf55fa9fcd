#include "base/digits.h"
#include "reports/table_impl.h"
#include "reports/made.h"
#include "reports/grow.h"
#include "reports/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void Escape(FILE *, const char *);

PetscErrorCode TableCreate(const char *title, const char *note, Table *table) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(table));
  (*table)->title = title;
  (*table)->note = note;
  PetscCall(ArenaCreate(&(*table)->texts));
  PetscFunctionReturn(0);
}

PetscErrorCode TableDestroy(Table *table) {
  PetscFunctionBeginUser;
  PetscCall(ArenaDestroy(&(*table)->texts));
  PetscCall(PetscFree((*table)->cell));
  PetscCall(PetscFree(*table));
  PetscFunctionReturn(0);
}

PetscErrorCode TableColumn(Table table, ColumnKind kind, const char *heading) {
  PetscFunctionBeginUser;
  PetscCheck(table->columns < TABLE_COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many columns");
  table->kind[table->columns] = kind;
  table->heading[table->columns++] = heading;
  table->groups += kind == COLUMN_GROUP;
  PetscFunctionReturn(0);
}

PetscErrorCode TableColumns(Table table, const Column *column) {
  PetscFunctionBeginUser;
  for (; column->heading; column++)
    PetscCall(TableColumn(table, column->kind, column->heading));
  PetscFunctionReturn(0);
}

static PetscErrorCode CheckFull(Table table) {
  PetscFunctionBeginUser;
  PetscCheck(table->cells == table->rows * table->columns, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "table '%s': row %" PetscInt_FMT " does not have a cell per column", table->title,
             table->rows);
  PetscFunctionReturn(0);
}

PetscErrorCode TableRow(Table table) {
  PetscFunctionBeginUser;
  PetscCall(CheckFull(table));
  table->rows++;
  PetscFunctionReturn(0);
}

PetscErrorCode TableValue(Table table, NumberOrWord value) {
  PetscFunctionBeginUser;
  Grow(table->cell, table->cells);
  table->cell[table->cells].number = value.number;
  PetscCall(ArenaText(table->texts, value.word, &table->cell[table->cells].word));
  table->cells++;
  PetscFunctionReturn(0);
}

PetscErrorCode TableText(Table table, const char *text) {
  PetscFunctionBeginUser;
  PetscCall(TableValue(table, (NumberOrWord){text, NAN}));
  PetscFunctionReturn(0);
}

PetscErrorCode TableNumber(Table table, PetscReal number) {
  PetscFunctionBeginUser;
  PetscCall(TableValue(table, (NumberOrWord){NULL, number}));
  PetscFunctionReturn(0);
}

PetscErrorCode TableFill(Table table, PetscInt cells, const NumberOrWord cell[]) {
  PetscFunctionBeginUser;
  PetscCall(TableRow(table));
  for (PetscInt i = 0; i < cells; i++)
    PetscCall(TableValue(table, cell[i]));
  PetscFunctionReturn(0);
}

NumberOrWord TableCellAt(Table table, PetscInt row, PetscInt column) {
  return table->cell[row * table->columns + column];
}

static PetscBool SameValue(NumberOrWord a, NumberOrWord b) {
  if (a.word && b.word)
    return (PetscBool)!strcmp(a.word, b.word);
  return (PetscBool)(a.word == b.word &&
                     (a.number == b.number || (isnan(a.number) && isnan(b.number))));
}

PetscBool TableSameGroup(Table table, PetscInt row) {
  if (!row)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < table->groups; i++)
    if (!SameValue(TableCellAt(table, row, i), TableCellAt(table, row - 1, i)))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static void GroupTitle(Table table, PetscInt row, Escape *escape, FILE *file) {
  for (PetscInt i = 0; i < table->groups; i++) {
    if (i)
      fputs(", ", file);
    escape(file, TableCellAt(table, row, i).word);
  }
}

PetscBool TableRightAligned(Table table, PetscInt column) {
  const ColumnKind kind = table->kind[column];

  return (PetscBool)(kind == COLUMN_NUMBER || kind == COLUMN_ORDER || kind == COLUMN_DETAIL);
}

void TableCellText(Table table, PetscInt row, PetscInt column, char *text, size_t size) {
  if (table->kind[column] == COLUMN_ORDER)
    TextOrder(TableCellAt(table, row, column), text, size);
  else
    TextValue(TableCellAt(table, row, column), text, size);
}

static void FindShown(Table table) {
  for (PetscInt i = 0; i < table->columns; i++) {
    table->shown[i] = i >= table->groups && !TableRightAligned(table, i) ? PETSC_TRUE : PETSC_FALSE;
    for (PetscInt row = 0; row < table->rows && i >= table->groups && !table->shown[i]; row++)
      table->shown[i] =
          (PetscBool)(TableCellAt(table, row, i).word || !isnan(TableCellAt(table, row, i).number));
  }
}

PetscInt TableShown(Table table, PetscInt column) {
  while (column < table->columns && !table->shown[column])
    column++;
  return column;
}

static void MarkdownHead(Table table, FILE *file) {
  fputs("\n\n|", file);
  for (PetscInt i = TableShown(table, 0); i < table->columns; i = TableShown(table, i + 1))
    fprintf(file, " %s |", table->heading[i]);
  fputs("\n|", file);
  for (PetscInt i = TableShown(table, 0); i < table->columns; i = TableShown(table, i + 1))
    fputs(TableRightAligned(table, i) ? "---:|" : "---|", file);
  fputc('\n', file);
}

static void WriteMarkdown(Table table, FILE *file) {
  char text[TABLE_CELL];

  fprintf(file, "# %s\n", table->title);
  if (table->note)
    fprintf(file, "\n%s\n", table->note);
  if (!table->rows)
    fputs("\nNo records.\n", file);
  for (PetscInt row = 0; row < table->rows; row++) {
    if (!TableSameGroup(table, row) && (table->groups || !row)) {
      if (table->groups) {
        fputs("\n## ", file);
        GroupTitle(table, row, TextMarkdown, file);
      }
      MarkdownHead(table, file);
    }
    fputc('|', file);
    for (PetscInt i = TableShown(table, 0); i < table->columns; i = TableShown(table, i + 1)) {
      TableCellText(table, row, i, text, sizeof(text));
      fputc(' ', file);
      if (table->kind[i] == COLUMN_CODE && !strpbrk(text, "|`\n"))
        fprintf(file, "`%s`", text);
      else
        TextMarkdown(file, text);
      fputs(" |", file);
    }
    fputc('\n', file);
  }
}

static void WriteCsv(Table table, FILE *file) {
  char digits[DIGITS_ROOM];
  for (PetscInt i = 0; i < table->columns; i++) {
    if (i)
      fputc(',', file);
    TextCsv(file, table->heading[i]);
  }
  fputc('\n', file);
  for (PetscInt row = 0; row < table->rows; row++) {
    for (PetscInt i = 0; i < table->columns; i++) {
      NumberOrWord value = TableCellAt(table, row, i);
      if (i)
        fputc(',', file);
      if (value.word)
        TextCsv(file, value.word);
      else if (!isnan(value.number))
        fputs(DigitsShortest((double)value.number, digits), file);
    }
    fputc('\n', file);
  }
}

static PetscErrorCode WriteFile(Table table, const char *directory, const char *name,
                                const char *ending, void (*write)(Table, FILE *)) {
  char path[PETSC_MAX_PATH_LEN];
  WholeFile file;
  FILE *stream;

  PetscFunctionBeginUser;
  PetscCall(CheckFull(table));
  PetscCall(PetscSNPrintf(path, sizeof(path), "tables/%s.%s", name, ending));
  PetscCall(MadeOpen(directory, path, &file, &stream));
  write(table, stream);
  PetscCall(WholeFileClose(&file));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteMarkdown(Table table, const char *directory, const char *name) {
  PetscFunctionBeginUser;
  FindShown(table);
  PetscCall(WriteFile(table, directory, name, "md", WriteMarkdown));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteLatex(Table table, const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN];
  WholeFile file;
  FILE *stream;

  PetscFunctionBeginUser;
  FindShown(table);
  PetscCall(CheckFull(table));
  PetscCall(PetscSNPrintf(path, sizeof(path), "tables/%s.tex", name));
  PetscCall(MadeOpen(directory, path, &file, &stream));
  TableWriteTex(table, name, stream);
  PetscCall(WholeFileClose(&file));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteText(Table table, const char *directory, const char *name) {
  PetscFunctionBeginUser;
  PetscCall(TableWriteMarkdown(table, directory, name));
  PetscCall(TableWriteLatex(table, directory, name));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteCsv(Table table, const char *directory, const char *name) {
  PetscFunctionBeginUser;
  PetscCall(WriteFile(table, directory, name, "csv", WriteCsv));
  PetscFunctionReturn(0);
}
