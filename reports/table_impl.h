/* What a table holds until it is written. */
#ifndef GIMBAL_REPORTS_TABLE_IMPL_H
#define GIMBAL_REPORTS_TABLE_IMPL_H

#include "reports/table.h"
#include <stdio.h>

enum { TABLE_COLUMNS = 24, TABLE_CELL = 4096 };

struct _p_Table {
  const char *title, *note;
  PetscInt columns, groups, rows, cells;
  ColumnKind kind[TABLE_COLUMNS];
  const char *heading[TABLE_COLUMNS];
  /* in text: group columns are not, nor columns without a single number */
  PetscBool shown[TABLE_COLUMNS];
  NumberOrWord *cell; /* row by row */
  Arena texts;
};

extern NumberOrWord TableCellAt(Table, PetscInt row, PetscInt column);
extern void TableCellText(Table, PetscInt row, PetscInt column, char *text, size_t);
extern PetscBool TableRightAligned(Table, PetscInt column);
/* Whether the row belongs to the same group as the one before it. */
extern PetscBool TableSameGroup(Table, PetscInt row);
/* The next column that is shown, from this one on; the number of columns at the end. */
extern PetscInt TableShown(Table, PetscInt column);
/* `name` is the file's, of which labels are made. */
extern void TableWriteTex(Table, const char *name, FILE *);

#endif
