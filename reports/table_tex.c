/* A table as LaTeX for \input, with booktabs' rules: a float as wide as a column at most, or, where it is
 * longer than a page, a longtable as wide as the text. Groups have a line of their own. */
#include "base/utf8.h"
#include "reports/table.h"
#include <ctype.h>

#define ROWS 40 /* a page holds about so many; a longer table is a longtable */
#define LINE 92 /* letters of a line over the whole text, about */
#define PART 8  /* so much of a share for a letter of what cannot be broken */

/* While a table is written. */
typedef struct {
  Table table;
  FILE *file;
  PetscBool wide;                 /* a longtable */
  PetscBool broken;               /* whose lines are broken: all columns have a width */
  PetscReal share[TABLE_COLUMNS]; /* of the text's width; of a longtable */
} Tex;

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
    const size_t n = strcspn(text, BREAKS), all = n + (text[n] != 0);
    char *part = strndup(text, all);
    TextTex(file, part);
    free(part);
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

/* ---- Parts ---- */

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
  PetscReal all = 0, line = 0;
  Text number;

  for (PetscInt k = 0; k < table->shown; k++) {
    const PetscInt i = table->show[k];
    PetscInt wide = PetscMax(PART * LongestPart(table->column[i].heading), 24), longest = 0;
    for (PetscInt row = 0; row < table->rows; row++) {
      const char *text = TableCellText(table, row, i, &number);
      const PetscInt letters = Utf8Letters(text, SIZE_MAX);
      longest = PetscMax(longest, letters);
      wide = PetscMax(wide, letters > 100 ? 100 : PetscMin(letters, 60));
      wide = PetscMax(wide, PetscMin(PART * LongestPart(text), 100));
    }
    line += 2 + (PetscReal)PetscMax(longest, Utf8Letters(table->column[i].heading, SIZE_MAX));
    all += (PetscReal)wide;
    tex->share[i] = (PetscReal)wide;
  }
  for (PetscInt k = 0; k < table->shown; k++)
    tex->share[table->show[k]] /= all;
  tex->broken = (PetscBool)(tex->broken || (tex->wide && line > LINE));
  tex->wide = (PetscBool)(tex->wide || tex->broken);
}

static void PutWidth(const Tex *tex, PetscInt column) {
  const double share = (double)tex->share[column] - 5e-4; /* so that rounding adds up to no more */

  fprintf(tex->file, "p{\\dimexpr%.3f\\textwidth-%.3f\\tabcolsep\\relax}", share,
          2 * (double)tex->table->shown * share);
}

static void PutColumns(const Tex *tex) {
  Table table = tex->table;

  for (PetscInt k = 0; k < table->shown; k++)
    if (tex->broken)
      PutWidth(tex, table->show[k]);
    else
      fputs(TableRightAligned(table, table->show[k]) ? "r" : "l", tex->file);
  fputs("}\n", tex->file);
}

/* The heading for row -1. */
static void PutCell(const Tex *tex, PetscInt row, PetscInt column) {
  const Column *of = &tex->table->column[column];
  const NumberOrWord value =
      row < 0 ? (NumberOrWord){of->heading, NAN} : TableAt(tex->table, row, column)->value;
  Text number;
  const char *text = row < 0 ? of->heading : TableCellText(tex->table, row, column, &number);

  if (!value.word && !isnan(value.number))
    PutNumber(tex->file, value.number, (PetscBool)(of->kind == COLUMN_ORDER),
              strcmp(of->heading, "h") ? 1e-2 : 1e-4);
  else if (row >= 0 && (IsName(of->heading) || (strchr(text, '_') && !strchr(text, ' '))))
    PutName(tex->file, text, tex->broken);
  else if (IsSymbol(text))
    fprintf(tex->file, "$%s$", text);
  else if (row >= 0 && tex->broken)
    PutBroken(tex->file, text);
  else
    TextTex(tex->file, text);
}

static void PutRow(const Tex *tex, PetscInt row) {
  for (PetscInt k = 0; k < tex->table->shown; k++) {
    fprintf(tex->file, "%s%s", k ? " & " : "", tex->broken ? "{\\raggedright " : "");
    PutCell(tex, row, tex->table->show[k]);
    fputs(tex->broken ? "\\par}" : "", tex->file);
  }
  fputs(" \\\\\n", tex->file);
}

static void PutHeadings(const Tex *tex) {
  fputs("\\toprule\n", tex->file);
  PutRow(tex, -1);
  fputs("\\midrule\n", tex->file);
}

static void PutGroup(const Tex *tex, PetscInt row) {
  fprintf(tex->file, "%s\\multicolumn{%d}{@{}p{%s}}{\\raggedright ", row ? "\\addlinespace\n" : "",
          (int)tex->table->shown,
          tex->wide ? "\\dimexpr\\linewidth-2\\tabcolsep\\relax" : "\\linewidth");
  for (PetscInt i = 0; i < tex->table->groups; i++) {
    const NumberOrWord value = tex->table->cell[row * tex->table->columns + i].value;
    if (tex->table->column[i].in && !(tex->table->column[i].in & TABLE_LATEX))
      continue;
    fputs(i ? ", " : "", tex->file);
    if (IsName(tex->table->column[i].heading))
      PutName(tex->file, value.word, PETSC_TRUE);
    else
      PutBroken(tex->file, value.word); /* it may have an address */
  }
  fputs("} \\\\\n", tex->file);
}

/* Of the parts of a table the first has the note, and the label without a number. */
static void PutCaption(const Tex *tex, const char *name, PetscInt part) {
  fputs("\\caption{", tex->file);
  TextTex(tex->file, tex->table->title);
  if (part)
    fprintf(tex->file, ", part %d}\n\\label{tab:%s-%d}", (int)part + 1, name, (int)part + 1);
  else {
    fputs(". ", tex->file);
    TextTex(tex->file, tex->table->note);
    fprintf(tex->file, "}\n\\label{tab:%s}", name);
  }
}

static void Begin(const Tex *tex, const char *name, PetscInt part) {
  if (tex->wide) {
    fputs("{\\scriptsize\n\\setlength\\tabcolsep{3pt}\n\\begin{longtable}{", tex->file);
    PutColumns(tex);
    PutCaption(tex, name, part);
    fputs("\\\\\n", tex->file);
    PutHeadings(tex);
    fputs("\\endfirsthead\n", tex->file);
    PutHeadings(tex);
    fputs("\\endhead\n\\bottomrule\n\\endfoot\n", tex->file);
  } else {
    fputs("\\begin{table}[htbp]\n\\centering\\scriptsize\n\\setlength\\belowcaptionskip{5pt}\n",
          tex->file);
    PutCaption(tex, name, part);
    /* What is too wide by nature is made to fit: graphicx. */
    fputs("\n\\setlength\\tabcolsep{4pt}\n\\resizebox{\\ifdim\\width>"
          "\\columnwidth\\columnwidth\\else\\width\\fi}{!}{%\n\\begin{tabular}{",
          tex->file);
    PutColumns(tex);
    PutHeadings(tex);
  }
}

static void End(const Tex *tex) {
  fputs(tex->wide ? "\\end{longtable}}\n" : "\\bottomrule\n\\end{tabular}}\n\\end{table}\n",
        tex->file);
}

void TableWriteTex(Table table, const char *name, FILE *file) {
  Tex tex = {
      .table = table, .file = file, .wide = (PetscBool)(table->rows > ROWS && !table->floats)};

  for (PetscInt k = 0; k < table->shown; k++)
    tex.broken = (PetscBool)(tex.broken || table->column[table->show[k]].kind == COLUMN_PROSE);
  FindShares(&tex);
  fputs("% ", file);
  TextLine(file, table->title);
  fprintf(file, ", made by gimbal; \\input this file. Packages: booktabs, graphicx%s.\n",
          tex.wide ? ", longtable" : "");
  if (!table->rows) {
    fputs("\\noindent No records.\\par\n", file);
    return;
  }
  for (PetscInt row = 0; row < table->rows; row++) {
    if (!row || (table->floats && row % ROWS == 0)) {
      if (row)
        End(&tex);
      Begin(&tex, name, row / ROWS);
    }
    if (table->groups && !TableSameGroup(table, row))
      PutGroup(&tex, row);
    PutRow(&tex, row);
  }
  End(&tex);
}
