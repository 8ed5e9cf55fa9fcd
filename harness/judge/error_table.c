#include "judge/error_table.h"
#include "base/limits.h"
#include "base/regular_file.h"

#include <ctype.h>
#include <float.h>
#include <strings.h>

enum { LARGEST_FILE = 1 << 24, HEADING_MOST = 64 };

typedef struct {
  Arena arena;
  const char *path;
  const char **text; /* of all cells */
  PetscInt cells, columns, rows;
  int *line;      /* of each row, in the file */
  int number;     /* of the line that is being read */
  char separator; /* ' ': any number of blanks */
} Reading;

/* The whole file; regular files and standard input only. */
static PetscErrorCode ReadAll(const char *path, size_t most, char **text, size_t *length) {
  if (strcmp(path, "-"))
    PetscCall(RegularFileRead(path, most, text, length));
  else
    *text = StreamReadAll(stdin, most, length);
  UserCheck(*text, "%s cannot be read: there is no such file", path);
  if (*length > most) {
    free(*text);
    UserError("%s is longer than %d megabytes; expected a table of %s", path, (int)(most >> 20),
              most > LARGEST_FILE ? "states: one row every few steps is enough" : "errors");
  }
  return 0;
}

/* Makes every end of a line a new line, in place. */
static size_t EndLines(char *text, size_t length) {
  size_t to = 0;
  for (size_t from = 0; from < length; from++)
    if (text[from] != '\r')
      text[to++] = text[from];
    else if (from + 1 == length || text[from + 1] != '\n')
      text[to++] = '\n';
  return to;
}

/* Whether the blanks of a line separate its cells, and its commas are decimal: "0,1 2,5e-3". With a point as
 * well, "4 096,1.2e-3", they are not. */
static PetscBool HasDecimalCommas(const char *text, size_t length) {
  PetscBool blank = PETSC_FALSE;
  while (length && isspace((unsigned char)text[length - 1]))
    length--;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '.' ||
        (text[i] == ',' && !(i && i + 1 < length && isdigit((unsigned char)text[i - 1]) &&
                             isdigit((unsigned char)text[i + 1]))))
      return PETSC_FALSE;
    blank = (PetscBool)(blank || text[i] == ' ');
  }
  return blank;
}

/* A line of dashes or equals signs, around the headings and the rows of reStructuredText. */
static PetscBool IsRule(const char *line) {
  const size_t length = strspn(line, "-=+ \t");
  return (PetscBool)((line[length] == '\n' || !line[length]) &&
                     (memmem(line, length, "---", 3) || memmem(line, length, "===", 3)));
}

/* The next line that is no blank, comment or rule; `end` after the last one. */
static char *NextRow(char *at, char *end, int *number) {
  while (at < end) {
    char *first = at;
    while (first < end && *first != '\n' && isspace((unsigned char)*first))
      first++;
    if (first < end && !strchr("\n#%", *first) && !IsRule(first))
      return at;
    while (first < end && *first != '\n')
      first++;
    at = first + 1;
    ++*number;
  }
  return end;
}

static char Separator(const char *row, const char *end) {
  static const char separators[] = "\t;,";
  const char *newline = memchr(row, '\n', (size_t)(end - row));
  const size_t length = (size_t)((newline ? newline : end) - row);
  for (const char *at = separators; *at; at++)
    if (memchr(row, *at, length) && !(*at == ',' && HasDecimalCommas(row, length)))
      return *at;
  return ' ';
}

/* So many cells has a line with that separator. */
static PetscInt CellsIn(const char *row, const char *end, char separator) {
  PetscInt cells = separator != ' ';
  PetscBool blank = PETSC_TRUE;
  for (; row < end && *row != '\n'; row++) {
    const PetscBool before = blank;
    blank = (PetscBool)(isspace((unsigned char)*row) != 0);
    cells += separator == ' ' ? before && !blank : *row == separator;
  }
  return cells;
}

static PetscBool BeginsInWords(const char *line) {
  return (PetscBool)!strchr("0123456789+-.\n", line[strspn(line, " \t")]);
}

/* Behind a caption: a line in words above headings, which have as many cells as the row below them, and
 * others than it. */
static char *SkipCaption(char *at, char *end, int *number) {
  int line = *number + 1, below;
  char *newline = memchr(at, '\n', (size_t)(end - at));
  char *const row = newline ? NextRow(newline + 1, end, &line) : end;
  newline = row < end ? memchr(row, '\n', (size_t)(end - row)) : NULL;
  below = line + 1;
  char *const other = newline ? NextRow(newline + 1, end, &below) : end;
  const char separator = row < end ? Separator(row, end) : ' ';
  const PetscInt cells = other < end ? CellsIn(row, end, separator) : 0,
                 mine = CellsIn(at, end, separator);
  if (cells < 2 || mine == cells || (separator != ' ' && mine > 1) ||
      CellsIn(other, end, separator) != cells || !BeginsInWords(at) || !BeginsInWords(row))
    return at;
  *number = line;
  return row;
}

/* All comments, which begin with "#" or "%"; `line` is the number of the first line. */
static void TakeComments(const char *text, const char *end, int line, ErrorTable table) {
  for (const char *at = text, *next; at < end; at = next, line++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
    next = stop + 1;
    while (at < stop && isspace((unsigned char)*at))
      at++;
    if (at == stop || !strchr("#%", *at))
      continue;
    ArenaRoom(table->arena, table->comments, &table->comment_line);
    table->comment_line[table->comments] = line;
    ArenaAppend(table->arena, table->comments, &table->comment,
                ArenaPrint(table->arena, "%.*s", (int)(stop - at - 1), at + 1));
  }
}

/* The last comment before rows without headings, if it has as many words as they have cells: "# t q p". */
static void HeadingsFromComment(const Reading *r, ErrorTable table) {
  const char *comment = NULL;
  char *words, *rest, *word;
  PetscInt count = 0;
  for (PetscInt i = 0; i < table->comments && table->comment_line[i] < r->line[0]; i++)
    comment = table->comment[i];
  words = (char *)ArenaText(table->arena, comment ? comment : "");
  for (word = strtok_r(words, " \t,;", &rest); word && !strpbrk(word, "=:");
       word = strtok_r(NULL, " \t,;", &rest))
    if (count++ < r->columns)
      table->heading[count - 1] = word;
  for (PetscInt c = 0; c < r->columns && (word || count != r->columns); c++)
    table->heading[c] = ArenaPrint(table->arena, "column %d", (int)c + 1);
}

/* ---- Cells ---- */

static PetscBool IsBlank(const Reading *r, char c) {
  return (PetscBool)((c == ' ' || c == '\t') && c != r->separator);
}

/* What stands between quotation marks, of which two are one; separators and ends of lines are part of
 * it. *at is behind the first one, and then behind the last. */
static PetscErrorCode TakeQuoted(Reading *r, char **at, const char *end, char **to) {
  char *from = *at;
  for (; from < end && (*from != '"' || (from + 1 < end && from[1] == '"')); from++) {
    from += *from == '"';
    r->number += *from == '\n';
    *(*to)++ = *from;
  }
  UserCheck(from < end, "%s:%d: a quotation mark opens a cell and none closes it", r->path,
            r->number);
  for (from++; from < end && IsBlank(r, *from);)
    from++;
  UserCheck(from == end || *from == r->separator || *from == '\n',
            "%s:%d: text behind a cell in quotation marks", r->path, r->number);
  *at = from;
  return 0;
}

/* A cell, in place, up to its separator or the end of its line, behind which *at is then. */
static PetscErrorCode TakeCell(Reading *r, char **at, const char *end, PetscBool *last) {
  char *from = *at, *to, *cell;
  while (from < end && IsBlank(r, *from))
    from++;
  cell = to = from + (from < end && *from == '"');
  if (to > from) {
    from = to;
    PetscCall(TakeQuoted(r, &from, end, &to));
  } else {
    while (from < end && *from != r->separator && *from != '\n')
      from++;
    for (to = from; to > cell && IsBlank(r, to[-1]);)
      to--;
  }
  *last = (PetscBool)(from >= end || *from == '\n');
  *at = from + 1;
  *to = 0; /* in place of the separator, or before it */
  if (*cell || r->separator != ' ')
    r->text[r->cells++] = cell;
  return 0;
}

static PetscErrorCode TakeRow(Reading *r, char **at, const char *end) {
  const PetscInt before = r->cells;
  PetscInt count;
  r->line[r->rows] = r->number;
  for (PetscBool last = PETSC_FALSE; !last;)
    PetscCall(TakeCell(r, at, end, &last));
  r->number++;
  count = r->cells - before;
  r->columns = r->rows ? r->columns : count;
  UserCheck(count == r->columns, "%s: line %d has %d cells, the first row has %d%s", r->path,
            r->line[r->rows], (int)count, (int)r->columns,
            r->separator == ',' && count > r->columns
                ? " (with decimal commas, cells are to be separated by semicolons)"
            : r->separator == ' ' ? " (cells end at blanks; headings with blanks need commas)"
                                  : "");
  r->rows++;
  return 0;
}

/* Whether a row has texts, and no number. */
static PetscBool IsWords(const Reading *r, PetscInt row) {
  PetscBool words = PETSC_FALSE;
  TableCell cell;
  for (PetscInt c = 0; c < r->columns; c++) {
    TableCellRead(r->text[row * r->columns + c], 0, &cell);
    if (cell.number && isfinite(cell.value))
      return PETSC_FALSE;
    words = (PetscBool)(words || !cell.number);
  }
  return words;
}

/* Whether each row is a quantity: a word, and only numbers behind it, more than there are rows. */
static PetscBool IsLyingDown(const Reading *r) {
  TableCell cell;
  if (r->rows < 2 || r->columns <= r->rows)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < r->cells; i++) {
    TableCellRead(r->text[i], 0, &cell);
    if (i % r->columns ? !cell.number : cell.number || !*r->text[i])
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Its columns become rows, all in the line of the first. */
static void Transpose(Reading *r) {
  const char **text = ArenaArray(r->arena, r->cells, sizeof(*text));
  for (PetscInt i = 0; i < r->cells; i++)
    text[i % r->columns * r->rows + i / r->columns] = r->text[i];
  const PetscInt rows = r->columns;
  const int line = r->line[0];
  r->line = ArenaArray(r->arena, rows, sizeof(*r->line));
  for (PetscInt i = 0; i < rows; i++)
    r->line[i] = line;
  r->columns = r->rows;
  r->rows = rows;
  r->text = text;
}

/* Without the signs that set it in a formula, or bold. */
static const char *CleanHeading(Arena arena, const char *heading) {
  char *const clean = (char *)ArenaText(arena, heading), *to = clean;
  for (const char *from = clean; *from; from++)
    if (!strchr("${}*`", *from))
      *to++ = *from;
  *to = 0;
  return clean;
}

/* The first row, unless it has numbers only; and the second with it, if both have no number. */
static PetscErrorCode ReadHeadings(const Reading *r, PetscBool markup, ErrorTable table) {
  TableCell cell;
  table->heading = ArenaArray(table->arena, r->columns, sizeof(*table->heading));
  for (PetscInt c = 0; c < r->columns; c++) {
    TableCellRead(r->text[c], 0, &cell);
    table->headings = table->headings || !cell.number;
  }
  if (table->headings && r->rows > 2 && IsWords(r, 0) && IsWords(r, 1))
    table->headings = 2;
  for (PetscInt c = 0; c < r->columns; c++) {
    table->heading[c] = r->text[c];
    if (table->headings == 2)
      table->heading[c] =
          ArenaPrint(table->arena, "%s%s%s", r->text[c],
                     *r->text[c] && *r->text[r->columns + c] ? " " : "", r->text[r->columns + c]);
    if (markup)
      table->heading[c] = CleanHeading(table->arena, table->heading[c]);
    UserCheck(strlen(table->heading[c]) < HEADING_MOST,
              "%s:%d: the heading of column %d is longer than %d characters", r->path, r->line[0],
              (int)c + 1, HEADING_MOST - 1);
  }
  if (!table->headings)
    HeadingsFromComment(r, table);
  return 0;
}

/* Groups of digits: where a whole column has whole numbers, some with that separator between three and
 * three. */
static PetscBool HasGroups(const Reading *r, PetscInt first, PetscInt column, char separator) {
  PetscBool groups = PETSC_FALSE;
  for (PetscInt i = first; i < r->rows; i++) {
    const char *text = r->text[i * r->columns + column];
    if (TableCellGrouped(text, separator))
      groups = PETSC_TRUE;
    else if (text[strspn(text, "0123456789")])
      return PETSC_FALSE;
  }
  return groups;
}

/* Whether commas are decimal: then points separate groups. Cells that might have groups do not count. */
static PetscBool CommasAreDecimal(const Reading *r, PetscInt first) {
  PetscBool commas = PETSC_FALSE;
  for (PetscInt i = first * r->columns; i < r->cells; i++) {
    const char *comma = strchr(r->text[i], ','), *point = strchr(r->text[i], '.');
    if (comma && point && comma < point)
      return PETSC_FALSE;
    commas =
        (PetscBool)(commas || (comma && point) || (comma && !TableCellGrouped(r->text[i], ',')));
  }
  return commas;
}

/* Of numbers in their shortest form, such as 0.01 and 0.00015625, zeros at the end are left out: no number ends in one,
 * and the numbers of digits differ by more than they do where people round. They have as many digits, or as many
 * decimals, as any of the column. */
static void FillDigits(ErrorTable table, PetscInt column) {
  enum { DIFFERENCE = 3 };
  PetscInt most = 0, least = PETSC_MAX_INT;
  PetscReal place = DBL_MAX;
  for (PetscInt i = 0; i < table->rows; i++) {
    const TableCell *cell = ErrorTableCell(table, i, column);
    if (!(cell->digit > 0))
      continue;
    if (cell->filled)
      return;
    most = PetscMax(most, cell->digits);
    least = PetscMin(least, cell->digits);
    place = fmin(place, cell->digit);
  }
  for (PetscInt i = 0; i < table->rows && most - least >= DIFFERENCE; i++) {
    TableCell *cell = &table->cell[i * table->columns + column];
    cell->digit = fmin(cell->digit, fmax(place, 5 * pow(10, -most) * fabs(cell->value)));
  }
}

static void ReadNumbers(const Reading *r, ErrorTable table) {
  const PetscInt first = table->headings;
  const char separator = CommasAreDecimal(r, first) ? '.' : ',';
  table->columns = r->columns;
  table->rows = r->rows - first;
  table->line = r->line + first;
  table->cell = ArenaArray(table->arena, table->rows * table->columns, sizeof(*table->cell));
  for (PetscInt c = 0; c < r->columns; c++) {
    const char groups = HasGroups(r, first, c, separator) ? separator : 0;
    for (PetscInt i = 0; i < table->rows; i++)
      TableCellRead(r->text[(first + i) * r->columns + c], groups,
                    &table->cell[i * r->columns + c]);
    FillDigits(table, c);
  }
}

static PetscErrorCode ReadInto(ErrorTable table, const char *whole, size_t length) {
  Reading r = {.arena = table->arena, .path = table->path, .number = 1};
  PetscInt lines = 2, cells = 2; /* at most: each but the first stands behind one of these */
  char *text = ArenaAllocate(r.arena, length + 1);
  memcpy(text, whole, length);
  length = EndLines(text, length);
  UserCheck(!memchr(text, 0, length), "%s has bytes of 0; expected text in UTF-8, not in UTF-16",
            r.path);
  char *at = text + strspn(text, " \t\n");
  UserCheck(
      (*at != '{' && *at != '[') || !strchr("{\"", at[1 + strspn(at + 1, " \t\n")]),
      "%s is JSON; expected a table in CSV, Markdown or LaTeX (python3 -m gimbal.trajectories "
      "FILE writes CSV)",
      r.path);
  UserCheck(*at != '<',
            "%s is HTML; expected a table in CSV, Markdown or LaTeX (pandoc -t gfm FILE writes "
            "Markdown)",
            r.path);
  TakeComments(text, text + length, r.number, table);
  if (!strncmp(text, "sep=", 4)) /* a spreadsheet names its separator, which the next line shows */
    *text = '#';
  const PetscBool markup = TableFromMarkup(r.arena, &text, &length);
  char *const end = text + length;
  for (size_t i = 0; i < length; i++) {
    lines += text[i] == '\n';
    cells += strchr("\n\t;, ", text[i]) != NULL;
  }
  r.text = ArenaArray(r.arena, cells, sizeof(*r.text));
  r.line = ArenaArray(r.arena, lines, sizeof(*r.line));
  at = NextRow(text, end, &r.number);
  at = markup ? at : SkipCaption(at, end, &r.number);
  r.separator = Separator(at, end);
  for (; at < end; at = NextRow(at, end, &r.number))
    PetscCall(TakeRow(&r, &at, end));
  UserCheck(r.rows && r.columns, "%s is empty; expected a row of headings and rows of numbers",
            r.path);
  if (IsLyingDown(&r))
    Transpose(&r);
  PetscCall(ReadHeadings(&r, markup, table));
  ReadNumbers(&r, table);
  return 0;
}

PetscErrorCode ErrorTableFromText(const char *name, const char *text, size_t length,
                                  ErrorTable *out) {
  UserCheck(length < PETSC_MAX_INT, "%s is longer than 2 gigabytes; expected a table of errors",
            name);
  *out = MemoryZeroed(1, sizeof(**out));
  (*out)->arena = ArenaCreate();
  (*out)->path = ArenaText((*out)->arena, name);
  const PetscErrorCode error = ReadInto(*out, text, length);
  if (error)
    ErrorTableDestroy(out);
  return error;
}

PetscErrorCode ErrorTableRead(const char *path, PetscBool states, ErrorTable *out) {
  char *text;
  size_t length = 0;
  *out = NULL;
  PetscCall(ReadAll(path, (size_t)(states ? 16 : 1) * LARGEST_FILE, &text, &length));
  const PetscErrorCode error = ErrorTableFromText(path, text, length, out);
  free(text);
  return error;
}

void ErrorTableDestroy(ErrorTable *table) {
  if (*table)
    ArenaDestroy(&(*table)->arena);
  free(*table);
  *table = NULL;
}

PetscErrorCode ErrorTableNumber(ErrorTable table, PetscInt row, PetscInt column, PetscReal *value) {
  const TableCell *cell = ErrorTableCell(table, row, column);
  UserCheck(strlen(cell->text) <= LIMIT_CELL,
            "%s:%d: column '%s': %zu letters; a number may have %d (LIMIT_CELL)", table->path,
            table->line[row], table->heading[column], strlen(cell->text), LIMIT_CELL);
  UserCheck(cell->number && isfinite(cell->value),
            "%s:%d: column '%s': '%s' is not a number; '-' or 'nan' stands for a missing one",
            table->path, table->line[row], table->heading[column], cell->text);
  *value = cell->value;
  return 0;
}

PetscInt ErrorTableColumn(ErrorTable table, const char *heading) {
  char *end;
  const long number = strtol(heading, &end, 10);
  for (PetscInt c = 0; c < table->columns; c++)
    if (!strcasecmp(table->heading[c], heading))
      return c;
  return *heading && !*end && number >= 1 && number <= table->columns ? (PetscInt)number - 1 : -1;
}
