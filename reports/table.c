#include "reports/table.h"
#include "reports/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode TableCreate(const char *title, const char *note, Table *table) {
  PetscCall(PetscNew(table));
  (*table)->title = title;
  (*table)->note = note;
  return ArenaCreate(&(*table)->texts);
}

PetscErrorCode TableDestroy(Table *table) {
  ArenaDestroy(&(*table)->texts);
  return PetscFree(*table);
}

PetscErrorCode TableColumns(Table table, ColumnKind kind, const char *headings, int in) {
  for (size_t n; *headings; headings += n + (headings[n] == '|')) {
    n = strcspn(headings, "|");
    PetscCheck(table->columns < TABLE_COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many columns");
    Column *column = &table->column[table->columns++];
    *column = (Column){.kind = kind, .in = in};
    PetscCall(ArenaPrint(table->texts, &column->heading, "%.*s", (int)n, headings));
    table->groups += kind == COLUMN_GROUP;
  }
  return 0;
}

PetscErrorCode TableCheckFull(Table table) {
  PetscCheck(table->cells == table->rows * table->columns, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "table '%s': row %" PetscInt_FMT " does not have a cell per column", table->title,
             table->rows);
  return 0;
}

PetscErrorCode TableValue(Table table, NumberOrWord value) {
  PetscCall(ArenaRoom(table->texts, table->cells, &table->cell));
  table->cell[table->cells].value.number = value.number;
  PetscCall(ArenaText(table->texts, value.word, &table->cell[table->cells].value.word));
  table->cells++;
  return 0;
}

PetscErrorCode TableFill(Table table, PetscInt cells, const NumberOrWord cell[]) {
  PetscCall(TableCheckFull(table));
  table->rows++;
  for (PetscInt i = 0; i < cells; i++)
    PetscCall(TableValue(table, cell[i]));
  return 0;
}

PetscErrorCode TableLook(Table table, const char *class, const char *address) {
  TableCell *cell = &table->cell[table->cells - 1];

  PetscCall(ArenaText(table->texts, class, &cell->class));
  return ArenaText(table->texts, address, &cell->address);
}

const TableCell *TableAt(Table table, PetscInt row, PetscInt column) {
  return &table->cell[row * table->columns + column];
}

PetscBool TableSameGroup(Table table, PetscInt row) {
  if (!row)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < table->groups; i++)
    if (!NumberOrWordIsSame(TableAt(table, row, i)->value, TableAt(table, row - 1, i)->value))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscBool TableRightAligned(Table table, PetscInt column) {
  const ColumnKind kind = table->column[column].kind;

  return (PetscBool)(kind == COLUMN_NUMBER || kind == COLUMN_ORDER);
}

void TableCellText(Table table, PetscInt row, PetscInt column, char *text, size_t size) {
  if (table->column[column].kind == COLUMN_ORDER)
    TextOrder(TableAt(table, row, column)->value, text, size);
  else
    TextValue(TableAt(table, row, column)->value, text, size);
}
