/* A table as LaTeX for \input: floats of booktabs' rules, each with its caption and label, none
 * longer than a page or wider than the text. */
#include "reports/table_impl.h"
#include "reports/text.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 40 /* a page holds about so many; a longer table is split */
/* Of rows with sentences in them so many lines, each of so many letters over the whole width. */
#define PROSE_LINES 66
#define PROSE_LINE 110
#define PART 6   /* so much of a share for a letter of what cannot be broken */
#define FLOATS 8 /* LaTeX holds back 18 at most */

/* While a table is written. */
typedef struct {
  Table table;
  FILE *file;
  const char *name;
  PetscBool prose;                /* some column is: all have a width then */
  PetscInt columns;               /* that are shown */
  PetscReal share[TABLE_COLUMNS]; /* of the text's width; of tables with sentences */
  PetscInt floats;
} Tex;

/* Columns that a paper has no room for are in the other formats. */
static PetscInt Shown(const Tex *tex, PetscInt column) {
  Table table = tex->table;

  column = TableShown(table, column);
  while (column < table->columns &&
         (table->kind[column] == COLUMN_DETAIL || table->kind[column] == COLUMN_REMARK ||
          table->kind[column] == COLUMN_CODE))
    column = TableShown(table, column + 1);
  return column;
}

/* Names of methods and models are set as what is typed. */
static PetscBool IsName(const char *heading) {
  static const char *const names[] = {"method", "model:case", "coordinates"};

  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (!strcmp(heading, names[i]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* A single letter is a symbol: $q$. */
static PetscBool IsSymbol(const char *text) {
  return (PetscBool)(isalpha((unsigned char)text[0]) && !text[1]);
}

#define BREAKS "_:@/=,("

/* Long names may be broken where they are made of parts. */
static void PutBroken(FILE *file, const char *text) {
  while (*text) {
    char part[TABLE_CELL];
    const size_t n = strcspn(text, BREAKS);
    const size_t all = n + (text[n] != 0);
    snprintf(part, sizeof(part), "%.*s", (int)PetscMin(all, sizeof(part) - 1), text);
    TextTex(file, part);
    if (text[n])
      fputs("\\allowbreak{}", file);
    text += all;
  }
}

static void PutName(FILE *file, const char *text, PetscBool broken) {
  fputs("\\texttt{", file);
  if (broken)
    PutBroken(file, text);
  else
    TextTex(file, text);
  fputs("}", file);
}

/* 1.20e-05 as a number is printed in a paper, and so all below this size; a count with all its
 * digits. */
static void PutNumber(FILE *file, PetscReal number, PetscBool order, PetscReal least) {
  char text[64];

  if (!order && fabs(number) < 1e6 && number == floor(number))
    snprintf(text, sizeof(text), "%.0f", (double)number);
  else
    snprintf(text, sizeof(text), order ? "%.2f" : "%.3g", (double)number);
  if (!order && number != 0 &&
      (strchr(text, 'e') ||
       fabs(number) < least)) /* with as many digits as those above and below it */
    snprintf(text, sizeof(text), "%.2e", (double)number);
  const char *exponent = strchr(text, 'e');
  if (!exponent)
    fprintf(file, isdigit((unsigned char)*text) || *text == '-' ? "$%s$" : "%s", text);
  else
    fprintf(file, "$%.*s\\cdot10^{%d}$", (int)(exponent - text), text, atoi(exponent + 1));
}

/* ---- Head ---- */

/* The letters of the longest part of a text that cannot be broken. */
static PetscInt LongestPart(const char *text) {
  PetscInt longest = 0;

  while (*text) {
    const size_t n = strcspn(text, BREAKS " ");
    longest = PetscMax(longest, (PetscInt)n + (text[n] && text[n] != ' '));
    text += n + (text[n] != 0);
  }
  return longest;
}

/* The widths of columns of sentences, as parts of the text's: what a word or two needs, and for the
 * others the rest. */
static void FindShares(Tex *tex) {
  Table table = tex->table;
  PetscReal all = 0;
  char text[TABLE_CELL];

  for (PetscInt i = Shown(tex, 0); i < table->columns; i = Shown(tex, i + 1)) {
    PetscInt wide = PetscMax(TextLength(table->heading[i]), 24);
    for (PetscInt row = 0; row < table->rows; row++) {
      TableCellText(table, row, i, text, sizeof(text));
      wide = PetscMax(wide, TextLength(text) > 100 ? 100 : PetscMin(TextLength(text), 60));
      wide = PetscMax(wide, PetscMin(PART * LongestPart(text), 100));
    }
    all += (PetscReal)wide;
    tex->columns++;
    tex->share[i] = (PetscReal)wide;
  }
  for (PetscInt i = Shown(tex, 0); i < table->columns; i = Shown(tex, i + 1))
    tex->share[i] /= all;
}

static void PutWidth(const Tex *tex, PetscInt column) {
  const double share = (double)tex->share[column];

  fprintf(tex->file, "p{\\dimexpr%.3f\\textwidth-%.3f\\tabcolsep\\relax}", share,
          2 * (double)tex->columns * share);
}

/* About how many lines a row of sentences takes, and what is between rows. */
static PetscInt Lines(const Tex *tex, PetscInt row) {
  PetscInt most = 1;
  char text[TABLE_CELL];

  for (PetscInt i = Shown(tex, 0); i < tex->table->columns; i = Shown(tex, i + 1)) {
    TableCellText(tex->table, row, i, text, sizeof(text));
    most =
        PetscMax(most, 1 + (PetscInt)((PetscReal)TextLength(text) / (PROSE_LINE * tex->share[i])));
  }
  return most + 1;
}

static void PutColumns(const Tex *tex) {
  Table table = tex->table;

  for (PetscInt i = Shown(tex, 0); i < table->columns; i = Shown(tex, i + 1))
    if (tex->prose)
      PutWidth(tex, i);
    else
      fputs(TableRightAligned(table, i) ? "r" : "l", tex->file);
  fputs("}\n\\toprule\n", tex->file);
  for (PetscInt i = Shown(tex, 0); i < table->columns; i = Shown(tex, i + 1)) {
    const char *heading = table->heading[i];
    if (i > Shown(tex, 0))
      fputs(" & ", tex->file);
    fputs(tex->prose ? "{\\raggedright " : "", tex->file);
    if (IsSymbol(heading))
      fprintf(tex->file, "$%s$", heading);
    else
      TextTex(tex->file, heading);
    fputs(tex->prose ? "\\par}" : "", tex->file);
  }
  fputs(" \\\\\n\\midrule\n", tex->file);
}

static void PutGroup(const Tex *tex, PetscInt row) {
  for (PetscInt i = 0; i < tex->table->groups; i++) {
    fputs(i ? ", " : ": ", tex->file);
    if (IsName(tex->table->heading[i]))
      PutName(tex->file, TableCellAt(tex->table, row, i).word, PETSC_TRUE);
    else
      PutBroken(tex->file, TableCellAt(tex->table, row, i).word); /* it may have an address */
  }
}

/* A float begins. Its label has the file's name and, from the second on, a number. */
static void Begin(Tex *tex, PetscInt row, PetscBool continued) {
  FILE *file = tex->file;

  if (tex->floats && tex->floats % FLOATS == 0)
    fputs("\\clearpage\n", file);
  tex->floats++;
  fputs("\\begin{table}[htbp]\n\\centering\\scriptsize\n\\setlength\\belowcaptionskip{5pt}\n"
        "\\caption{",
        file);
  TextTex(file, tex->table->title);
  PutGroup(tex, row);
  fputs(continued ? " (continued).}\n" : ".", file);
  if (!continued && tex->floats == 1 && tex->table->note) {
    fputc(' ', file);
    TextTex(file, tex->table->note);
  }
  fputs(continued ? "" : "}\n", file);
  fprintf(file, "\\label{tab:%s", tex->name);
  if (tex->floats > 1)
    fprintf(file, "-%" PetscInt_FMT, tex->floats);
  /* What is too wide by nature is made to fit: graphicx. */
  fputs(tex->prose ? "}\n\\setlength\\tabcolsep{3pt}\n\\begin{tabular}{"
                   : "}\n\\setlength\\tabcolsep{4pt}\n\\resizebox{\\ifdim\\width>"
                     "\\textwidth\\textwidth\\else\\width\\fi}{!}{%\n"
                     "\\begin{tabular}{",
        file);
  PutColumns(tex);
}

static void End(const Tex *tex) {
  fputs(tex->prose ? "\\bottomrule\n\\end{tabular}\n\\end{table}\n"
                   : "\\bottomrule\n\\end{tabular}}\n\\end{table}\n",
        tex->file);
}

/* ---- Rows ---- */

static void PutCell(const Tex *tex, PetscInt row, PetscInt column) {
  const NumberOrWord value = TableCellAt(tex->table, row, column);
  const ColumnKind kind = tex->table->kind[column];
  char text[TABLE_CELL];

  TableCellText(tex->table, row, column, text, sizeof(text));
  if (!value.word && !isnan(value.number))
    PutNumber(tex->file, value.number, (PetscBool)(kind == COLUMN_ORDER),
              strcmp(tex->table->heading[column], "h") ? 1e-2 : 1e-4);
  else if (IsName(tex->table->heading[column]) || (strchr(text, '_') && !strchr(text, ' ')))
    PutName(tex->file, text, tex->prose);
  else if (IsSymbol(text))
    fprintf(tex->file, "$%s$", text);
  else if (tex->prose)
    PutBroken(tex->file, text);
  else
    TextTex(tex->file, text);
}

static void PutRow(const Tex *tex, PetscInt row) {
  for (PetscInt i = Shown(tex, 0); i < tex->table->columns; i = Shown(tex, i + 1)) {
    if (i > Shown(tex, 0))
      fputs(" & ", tex->file);
    if (tex->prose)
      fputs("{\\raggedright ", tex->file);
    PutCell(tex, row, i);
    if (tex->prose)
      fputs("\\par}", tex->file);
  }
  fputs(" \\\\\n", tex->file);
}

void TableWriteTex(Table table, const char *name, FILE *file) {
  Tex tex = {.table = table, .file = file, .name = name};
  PetscInt used = 0;

  fputs("% ", file);
  TextLine(file, table->title);
  fputs(", made by gimbal; \\input this file. Packages: booktabs, graphicx.\n", file);
  for (PetscInt i = 0; i < table->columns; i++)
    tex.prose = (PetscBool)(tex.prose || table->kind[i] == COLUMN_PROSE);
  if (tex.prose)
    FindShares(&tex);
  const PetscInt most = tex.prose ? PROSE_LINES : ROWS;
  for (PetscInt row = 0; row < table->rows; row++) {
    const PetscBool same = table->groups ? TableSameGroup(table, row)
                           : row         ? PETSC_TRUE
                                         : PETSC_FALSE;
    const PetscInt needed = tex.prose ? Lines(&tex, row) : 1;
    if (!same || used + needed > most) {
      if (row)
        End(&tex);
      Begin(&tex, row, same);
      used = tex.prose && !row && table->note ? TextLength(table->note) / PROSE_LINE + 1 : 0;
    }
    used += needed;
    PutRow(&tex, row);
  }
  if (table->rows)
    End(&tex);
  else
    fputs("\\noindent No records.\\par\n", file);
}
