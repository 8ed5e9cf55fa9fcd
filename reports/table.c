#include "reports/table.h"
#include "record/file.h"
#include "reports/grow.h"
#include "reports/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 24
#define TEX_ROWS 45      /* a page holds about so many; a longer tabular is split */
#define TEX_PROSE_ROWS 4 /* of rows with sentences in them */

struct _p_Table {
  const char *title, *note;
  PetscInt columns, groups, rows, cells;
  ColumnKind kind[COLUMNS];
  const char *heading[COLUMNS];
  PetscBool
      shown[COLUMNS]; /* in text: group columns are not, nor columns without a single number */
  NumberOrWord *cell; /* row by row */
  Arena texts;
};

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
  PetscCheck(table->columns < COLUMNS, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many columns");
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

static NumberOrWord CellAt(Table table, PetscInt row, PetscInt column) {
  return table->cell[row * table->columns + column];
}

static PetscBool SameValue(NumberOrWord a, NumberOrWord b) {
  if (a.word && b.word)
    return (PetscBool)!strcmp(a.word, b.word);
  return (PetscBool)(a.word == b.word &&
                     (a.number == b.number || (isnan(a.number) && isnan(b.number))));
}

static PetscBool SameGroup(Table table, PetscInt row) {
  if (!row)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < table->groups; i++)
    if (!SameValue(CellAt(table, row, i), CellAt(table, row - 1, i)))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static void GroupTitle(Table table, PetscInt row, Escape *escape, FILE *file) {
  for (PetscInt i = 0; i < table->groups; i++) {
    if (i)
      fputs(", ", file);
    escape(file, CellAt(table, row, i).word);
  }
}

static PetscBool RightAligned(Table table, PetscInt column) {
  return table->kind[column] == COLUMN_NUMBER || table->kind[column] == COLUMN_ORDER ? PETSC_TRUE
                                                                                     : PETSC_FALSE;
}

static void CellText(Table table, PetscInt row, PetscInt column, char *text, size_t size) {
  if (table->kind[column] == COLUMN_ORDER)
    TextOrder(CellAt(table, row, column), text, size);
  else
    TextValue(CellAt(table, row, column), text, size);
}

static void FindShown(Table table) {
  for (PetscInt i = 0; i < table->columns; i++) {
    table->shown[i] = i >= table->groups && !RightAligned(table, i) ? PETSC_TRUE : PETSC_FALSE;
    for (PetscInt row = 0; row < table->rows && i >= table->groups && !table->shown[i]; row++)
      table->shown[i] =
          (PetscBool)(CellAt(table, row, i).word || !isnan(CellAt(table, row, i).number));
  }
}

/* The next column that is shown, from this one on; the number of columns at the end. */
static PetscInt Shown(Table table, PetscInt column) {
  while (column < table->columns && !table->shown[column])
    column++;
  return column;
}

static void MarkdownHead(Table table, FILE *file) {
  fputs("\n\n|", file);
  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1))
    fprintf(file, " %s |", table->heading[i]);
  fputs("\n|", file);
  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1))
    fputs(RightAligned(table, i) ? "---:|" : "---|", file);
  fputc('\n', file);
}

static void WriteMarkdown(Table table, FILE *file) {
  char text[4096];

  fprintf(file, "# %s\n", table->title);
  if (table->note)
    fprintf(file, "\n%s\n", table->note);
  if (!table->rows)
    fputs("\nNo records.\n", file);
  for (PetscInt row = 0; row < table->rows; row++) {
    if (!SameGroup(table, row) && (table->groups || !row)) {
      if (table->groups) {
        fputs("\n## ", file);
        GroupTitle(table, row, TextMarkdown, file);
      }
      MarkdownHead(table, file);
    }
    fputc('|', file);
    for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
      CellText(table, row, i, text, sizeof(text));
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

/* 1.234e-05 as a number is printed in a paper. */
static void TexNumber(FILE *file, const char *text) {
  const char *exponent = strchr(text, 'e');
  if (exponent)
    fprintf(file, "$%.*s\\cdot10^{%d}$", (int)(exponent - text), text, atoi(exponent + 1));
  else
    fprintf(file, "$%s$", text);
}

/* The width of a column of sentences, as a part of the text's: what a word or two needs, and for
 * the others the rest. */
static void TexWidth(Table table, PetscInt column, FILE *file) {
  PetscInt longest = 0, all = 0;
  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
    PetscInt wide = PetscMax(TextLength(table->heading[i]), 16);
    for (PetscInt row = 0; row < table->rows; row++) {
      char text[4096];
      CellText(table, row, i, text, sizeof(text));
      wide = PetscMax(wide, PetscMin(TextLength(text), 60));
    }
    all += wide;
    longest = i == column ? wide : longest;
  }
  fprintf(file, "p{%.2f\\textwidth}", 0.86 * (double)longest / (double)all);
}

/* What stands before the rows of one tabular. */
static void TexHead(Table table, PetscInt most, FILE *file) {
  fputs("\\noindent\\begin{tabular}{", file);
  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1))
    if (most == TEX_PROSE_ROWS && !RightAligned(table, i))
      TexWidth(table, i, file);
    else
      fputs(RightAligned(table, i)          ? "r"
            : table->kind[i] == COLUMN_CODE ? "p{0.3\\textwidth}"
                                            : "l",
            file);
  fputs("}\n\\hline\n", file);
  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
    if (i > Shown(table, 0))
      fputs(" & ", file);
    TextTex(file, table->heading[i]);
  }
  fputs(" \\\\\n\\hline\n", file);
}

static void TexRow(Table table, PetscInt row, FILE *file) {
  char text[4096];

  for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
    NumberOrWord value = CellAt(table, row, i);
    CellText(table, row, i, text, sizeof(text));
    if (i > Shown(table, 0))
      fputs(" & ", file);
    if (!value.word && !isnan(value.number))
      TexNumber(file, text);
    else if (table->kind[i] == COLUMN_CODE) {
      fputs("{\\raggedright\\texttt{", file);
      TextTex(file, text);
      fputs("}\\par}", file);
    } else if (table->kind[i] == COLUMN_PROSE) {
      fputs("{\\raggedright ", file);
      TextTex(file, text);
      fputs("\\par}", file);
    } else
      TextTex(file, text);
  }
  fputs(" \\\\\n", file);
}

static void WriteTex(Table table, FILE *file) {
  PetscInt used = 0, most = TEX_ROWS;

  fputs("% ", file);
  TextLine(file, table->title);
  fputs(", made by gimbal; \\input this file.\n", file);
  if (table->note) {
    fputs("% ", file);
    TextLine(file, table->note);
    fputc('\n', file);
  }
  for (PetscInt i = 0; i < table->columns; i++)
    if (table->kind[i] == COLUMN_PROSE)
      most = TEX_PROSE_ROWS;
  fputs(most == TEX_ROWS ? "\\begingroup\\footnotesize\n" : "\\begingroup\\scriptsize\n", file);
  for (PetscInt row = 0; row < table->rows; row++) {
    PetscBool same = table->groups ? SameGroup(table, row) : row ? PETSC_TRUE : PETSC_FALSE;
    if (!same || used == most) {
      if (row)
        fputs("\\hline\n\\end{tabular}\\par\\bigskip\n", file);
      if (table->groups) {
        fputs("\\noindent\\textbf{", file);
        GroupTitle(table, row, TextTex, file);
        fputs(same ? " (continued)}\\par\\smallskip\n" : "}\\par\\smallskip\n", file);
      }
      TexHead(table, most, file);
      used = 0;
    }
    used++;
    TexRow(table, row, file);
  }
  if (table->rows)
    fputs("\\hline\n\\end{tabular}\\par\n", file);
  else
    fputs("\\noindent No records.\\par\n", file);
  fputs("\\endgroup\n", file);
}

static void WriteCsv(Table table, FILE *file) {
  for (PetscInt i = 0; i < table->columns; i++) {
    if (i)
      fputc(',', file);
    TextCsv(file, table->heading[i]);
  }
  fputc('\n', file);
  for (PetscInt row = 0; row < table->rows; row++) {
    for (PetscInt i = 0; i < table->columns; i++) {
      NumberOrWord value = CellAt(table, row, i);
      if (i)
        fputc(',', file);
      if (value.word)
        TextCsv(file, value.word);
      else if (!isnan(value.number))
        fprintf(file, "%.17g", (double)value.number);
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
  PetscCall(WholeFileOpen(directory, path, &file, &stream));
  write(table, stream);
  PetscCall(WholeFileClose(&file));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteText(Table table, const char *directory, const char *name) {
  PetscFunctionBeginUser;
  FindShown(table);
  PetscCall(WriteFile(table, directory, name, "md", WriteMarkdown));
  PetscCall(WriteFile(table, directory, name, "tex", WriteTex));
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteCsv(Table table, const char *directory, const char *name) {
  PetscFunctionBeginUser;
  PetscCall(WriteFile(table, directory, name, "csv", WriteCsv));
  PetscFunctionReturn(0);
}
