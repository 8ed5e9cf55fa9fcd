/* A table, and its writers of Markdown, CSV and HTML; table_tex.c has LaTeX. */
#include "reports/table.h"
#include "base/digits.h"
#include "reports/fragment.h"
#include "base/text_stream.h"
#include "reports/made.h"

Table TableCreate(const char *title, const char *note) {
  Table table = MemoryZeroed(1, sizeof(*table));
  table->title = title;
  table->note = note;
  table->texts = ArenaCreate();
  return table;
}

static void TableDestroy(Table *table) {
  ArenaDestroy(&(*table)->texts);
  free(*table);
  *table = NULL;
}

void TableColumns(Table table, ColumnKind kind, const char *headings, int in) {
  for (size_t n; *headings; headings += n + (headings[n] == '|')) {
    n = strcspn(headings, "|");
    PetscCheckAbort(table->columns < TABLE_COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                    "too many columns");
    Column *column = &table->column[table->columns++];
    *column = (Column){.kind = kind, .in = in};
    column->heading = ArenaPrint(table->texts, "%.*s", (int)n, headings);
    table->groups += kind == COLUMN_GROUP;
  }
}

/* The last row, too. */
static void CheckFull(Table table) {
  PetscCheckAbort(table->cells == table->rows * table->columns, PETSC_COMM_SELF, PETSC_ERR_PLIB,
                  "table '%s': row %d does not have a cell per column", table->title,
                  (int)table->rows);
}

void TableValue(Table table, NumberOrWord value) {
  value.word = ArenaText(table->texts, value.word);
  ArenaAppend(table->texts, table->cells, &table->cell, (TableCell){.value = value});
}

void TableFill(Table table, size_t cells, const NumberOrWord cell[]) {
  CheckFull(table);
  table->rows++;
  for (size_t i = 0; i < cells; i++)
    TableValue(table, cell[i]);
}

void TableLook(Table table, const char *class, const char *address) {
  TableCell *cell = &table->cell[table->cells - 1];

  cell->class = ArenaText(table->texts, class);
  cell->address = ArenaText(table->texts, address);
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

const char *TableCellText(Table table, PetscInt row, PetscInt column, Text *number) {
  const NumberOrWord value = TableAt(table, row, column)->value;

  if (value.word)
    return value.word;
  *number = table->column[column].kind == COLUMN_ORDER ? TextOrder(value) : TextValue(value);
  return number->at;
}

/* ---- Writers ---- */

typedef void Escape(FILE *, const char *);

/* Group columns that the writer shows. */
static void GroupTitle(Table table, PetscInt row, int writer, Escape *escape, FILE *file) {
  PetscInt put = 0;

  for (PetscInt i = 0; i < table->groups; i++)
    if (!table->column[i].in || table->column[i].in & writer) {
      fputs(put++ ? ", " : "", file);
      escape(file, TableAt(table, row, i)->value.word);
    }
}

/* CSV and data have all columns that are their own; others leave out groups, which are headings, and what is empty. */
static void FindShown(Table table, int writer) {
  const PetscBool all = (PetscBool)(writer == TABLE_CSV || writer == TABLE_DATA);

  table->shown = 0;
  for (PetscInt i = 0; i < table->columns; i++) {
    const int in = table->column[i].in;
    PetscBool some = all;
    for (PetscInt row = 0; row < table->rows && !some; row++) {
      const NumberOrWord value = TableAt(table, row, i)->value;
      some = (PetscBool)(TextGiven(value.word) || (!value.word && !isnan(value.number)));
    }
    if (some && (!in || in & writer) && (all || i >= table->groups))
      table->show[table->shown++] = i;
  }
}

static void MarkdownHead(Table table, FILE *file) {
  fputs("\n\n|", file);
  for (PetscInt k = 0; k < table->shown; k++)
    fprintf(file, " %s |", table->column[table->show[k]].heading);
  fputs("\n|", file);
  for (PetscInt k = 0; k < table->shown; k++)
    fputs(TableRightAligned(table, table->show[k]) ? "---:|" : "---|", file);
  fputc('\n', file);
}

static void WriteMarkdown(Table table, FILE *file) {
  Text number;

  fprintf(file, "# %s\n", table->title);
  if (table->note)
    fprintf(file, "\n%s\n", table->note);
  if (!table->rows)
    fputs("\nNo records.\n", file);
  for (PetscInt row = 0; row < table->rows; row++) {
    if (!TableSameGroup(table, row) && (table->groups || !row)) {
      if (table->groups) {
        fputs("\n## ", file);
        GroupTitle(table, row, TABLE_MARKDOWN, TextMarkdown, file);
      }
      MarkdownHead(table, file);
    }
    fputc('|', file);
    for (PetscInt k = 0; k < table->shown; k++) {
      const char *text = TableCellText(table, row, table->show[k], &number);
      fputc(' ', file);
      if (table->column[table->show[k]].kind == COLUMN_CODE && !strpbrk(text, "|`\n"))
        fprintf(file, "`%s`", text);
      else
        TextMarkdown(file, text);
      fputs(" |", file);
    }
    fputc('\n', file);
  }
}

static void WriteCsv(Table table, PetscBool data, FILE *file) {
  char digits[DIGITS_ROOM];

  for (PetscInt row = -1; row < table->rows; row++) {
    for (PetscInt k = 0; k < table->shown; k++) {
      const PetscInt i = table->show[k];
      const NumberOrWord value =
          row < 0 ? (NumberOrWord){table->column[i].heading, NAN} : TableAt(table, row, i)->value;
      fputs(!k ? "" : data ? " " : ",", file);
      if (value.word)
        TextCsv(file, value.word);
      else if (!isnan(value.number))
        fputs(DigitsShortest((double)value.number, digits), file);
      else if (data)
        fputs("nan", file);
    }
    fputc('\n', file);
  }
}

static void HtmlCell(Table table, PetscInt row, PetscInt column, PetscBool head, FILE *file) {
  const TableCell *cell = TableAt(table, row, column);
  const char *class = cell->class ? cell->class : "";
  Text number;

  fprintf(file, head ? "<th scope=\"row\" class=\"%s%s\">" : "<td class=\"%s%s\" data-label=\"",
          TableRightAligned(table, column) ? "n " : "", class);
  if (!head)
    TextMarkup(file, "@\">", table->column[column].heading);
  if (cell->address)
    TextMarkup(file, "<a href=\"@\">", cell->address);
  TextHtml(file, TableCellText(table, row, column, &number));
  fputs(cell->address ? "</a>" : "", file);
  fputs(head ? "</th>" : "</td>", file);
}

static void HtmlHead(Table table, PetscInt row, FILE *file) {
  TextStream title;

  TextStreamOpen(&title);
  if (table->groups)
    GroupTitle(table, row, TABLE_PAGE, TextLine, title.file);
  else
    TextLine(title.file, table->title);
  TextStreamClose(&title);
  FragmentPut(file, "table", "title", title.text, NULL);
  free(title.text);
  for (PetscInt k = 0; k < table->shown; k++) {
    const PetscInt i = table->show[k];
    fprintf(file, "<th scope=\"col\"%s>", TableRightAligned(table, i) ? " class=\"n\"" : "");
    TextMarkup(file, "^</th>", table->column[i].heading);
  }
  fputs("</tr></thead>\n<tbody>\n", file);
}

void TableHtml(Table given, FILE *file) {
  OWNED(TableDestroy) Table table = given;

  CheckFull(table);
  FindShown(table, TABLE_PAGE);
  for (PetscInt row = 0; row < table->rows; row++) {
    if (!row || (table->groups && !TableSameGroup(table, row))) {
      if (row)
        FragmentPut(file, "table-end", NULL);
      HtmlHead(table, row, file);
    }
    fputs("<tr>", file);
    for (PetscInt k = 0; k < table->shown; k++)
      HtmlCell(table, row, table->show[k], (PetscBool)!k, file);
    fputs("</tr>\n", file);
  }
  if (table->rows)
    FragmentPut(file, "table-end", NULL);
}

PetscErrorCode TableWrite(Table given, const char *directory, const char *name, int writers) {
  static const char *const ending[] = {"md", "tex", "csv", "dat"};
  OWNED(TableDestroy) Table table = given;
  WholeFile file;

  CheckFull(table);
  for (int k = 0; k < 4; k++) {
    if (!(writers & 1 << k))
      continue;
    FindShown(table, 1 << k);
    PetscCall(MadeOpen(directory, TextPrint("tables/%s.%s", name, ending[k]).at, &file));
    if (1 << k == TABLE_MARKDOWN)
      WriteMarkdown(table, file.stream);
    else if (1 << k == TABLE_LATEX)
      TableWriteTex(table, name, file.stream);
    else
      WriteCsv(table, (PetscBool)(1 << k == TABLE_DATA), file.stream);
    PetscCall(WholeFileClose(&file));
  }
  return 0;
}
