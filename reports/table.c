#include "reports/table.h"
#include "reports/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 24
#define TEX_ROWS 45      /* a page holds about so many; a longer tabular is split */
#define TEX_PROSE_ROWS 4 /* of rows with sentences in them */

struct _p_Table {
  const char *title, *note;
  PetscInt columns, groups;
  ColumnKind kind[COLUMNS];
  const char *heading[COLUMNS];
  PetscBool
      shown[COLUMNS]; /* in text: group columns are not, nor columns without a single number */
  json_t *rows;
};

typedef void Escape(FILE *, const char *);

PetscErrorCode TableCreate(const char *title, const char *note, Table *table) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(table));
  (*table)->title = title;
  (*table)->note = note;
  (*table)->rows = json_array();
  PetscFunctionReturn(0);
}

PetscErrorCode TableDestroy(Table *table) {
  PetscFunctionBeginUser;
  json_decref((*table)->rows);
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

json_t *TableRow(Table table) {
  json_t *row = json_array();
  json_array_append_new(table->rows, row);
  return row;
}

static PetscBool SameGroup(Table table, size_t row) {
  if (!row)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < table->groups; i++)
    if (!json_equal(json_array_get(json_array_get(table->rows, row), (size_t)i),
                    json_array_get(json_array_get(table->rows, row - 1), (size_t)i)))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static void GroupTitle(Table table, size_t row, Escape *escape, FILE *file) {
  for (PetscInt i = 0; i < table->groups; i++) {
    if (i)
      fputs(", ", file);
    escape(file, json_string_value(json_array_get(json_array_get(table->rows, row), (size_t)i)));
  }
}

static PetscBool RightAligned(Table table, PetscInt column) {
  return table->kind[column] == COLUMN_NUMBER || table->kind[column] == COLUMN_ORDER ? PETSC_TRUE
                                                                                     : PETSC_FALSE;
}

static void Cell(Table table, size_t row, PetscInt column, char *text, size_t size) {
  const json_t *value = json_array_get(json_array_get(table->rows, row), (size_t)column);
  if (table->kind[column] == COLUMN_ORDER)
    TextOrder(value, text, size);
  else
    TextValue(value, text, size);
}

static void FindShown(Table table) {
  json_t *row;
  size_t r;

  for (PetscInt i = 0; i < table->columns; i++) {
    table->shown[i] = i >= table->groups && !RightAligned(table, i) ? PETSC_TRUE : PETSC_FALSE;
    json_array_foreach(table->rows, r, row) {
      if (i >= table->groups && !json_is_null(json_array_get(row, (size_t)i)))
        table->shown[i] = PETSC_TRUE;
    }
  }
}

/* The next column that is shown, from this one on; the number of columns at the end. */
static PetscInt Shown(Table table, PetscInt column) {
  while (column < table->columns && !table->shown[column])
    column++;
  return column;
}

static void WriteMarkdown(Table table, FILE *file) {
  char text[4096];

  fprintf(file, "# %s\n", table->title);
  if (table->note)
    fprintf(file, "\n%s\n", table->note);
  if (!json_array_size(table->rows))
    fputs("\nNo records.\n", file);
  for (size_t row = 0; row < json_array_size(table->rows); row++) {
    if (!SameGroup(table, row) && (table->groups || !row)) {
      if (table->groups) {
        fputs("\n## ", file);
        GroupTitle(table, row, TextMarkdown, file);
      }
      fputs("\n\n|", file);
      for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1))
        fprintf(file, " %s |", table->heading[i]);
      fputs("\n|", file);
      for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1))
        fputs(RightAligned(table, i) ? "---:|" : "---|", file);
      fputc('\n', file);
    }
    fputc('|', file);
    for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
      Cell(table, row, i, text, sizeof(text));
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
    for (size_t row = 0; row < json_array_size(table->rows); row++) {
      char text[4096];
      Cell(table, row, i, text, sizeof(text));
      wide = PetscMax(wide, PetscMin(TextLength(text), 60));
    }
    all += wide;
    longest = i == column ? wide : longest;
  }
  fprintf(file, "p{%.2f\\textwidth}", 0.86 * (double)longest / (double)all);
}

static void WriteTex(Table table, FILE *file) {
  char text[4096];
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
  for (size_t row = 0; row < json_array_size(table->rows); row++) {
    PetscBool same = table->groups ? SameGroup(table, row) : row ? PETSC_TRUE : PETSC_FALSE;
    if (!same || used == most) {
      if (row)
        fputs("\\hline\n\\end{tabular}\\par\\bigskip\n", file);
      if (table->groups) {
        fputs("\\noindent\\textbf{", file);
        GroupTitle(table, row, TextTex, file);
        fputs(same ? " (continued)}\\par\\smallskip\n" : "}\\par\\smallskip\n", file);
      }
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
      used = 0;
    }
    used++;
    for (PetscInt i = Shown(table, 0); i < table->columns; i = Shown(table, i + 1)) {
      const json_t *value = json_array_get(json_array_get(table->rows, row), (size_t)i);
      Cell(table, row, i, text, sizeof(text));
      if (i > Shown(table, 0))
        fputs(" & ", file);
      if (json_is_number(value))
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
  if (json_array_size(table->rows))
    fputs("\\hline\n\\end{tabular}\\par\n", file);
  else
    fputs("\\noindent No records.\\par\n", file);
  fputs("\\endgroup\n", file);
}

PetscErrorCode TableWriteText(Table table, const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN];
  FILE *file;

  PetscFunctionBeginUser;
  FindShown(table);
  for (int tex = 0; tex < 2; tex++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "tables/%s.%s", name, tex ? "tex" : "md"));
    PetscCall(TextOpen(directory, path, &file));
    (tex ? WriteTex : WriteMarkdown)(table, file);
    PetscCall(TextClose(directory, path, &file));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode TableWriteCsv(Table table, const char *directory, const char *name) {
  char path[PETSC_MAX_PATH_LEN];
  FILE *file;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "tables/%s.csv", name));
  PetscCall(TextOpen(directory, path, &file));
  for (PetscInt i = 0; i < table->columns; i++) {
    if (i)
      fputc(',', file);
    TextCsv(file, table->heading[i]);
  }
  fputc('\n', file);
  for (size_t row = 0; row < json_array_size(table->rows); row++) {
    for (PetscInt i = 0; i < table->columns; i++) {
      const json_t *value = json_array_get(json_array_get(table->rows, row), (size_t)i);
      if (i)
        fputc(',', file);
      if (json_is_string(value))
        TextCsv(file, json_string_value(value));
      else if (json_is_integer(value))
        fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
      else if (json_is_real(value))
        fprintf(file, "%.17g", json_real_value(value));
    }
    fputc('\n', file);
  }
  PetscCall(TextClose(directory, path, &file));
  PetscFunctionReturn(0);
}
