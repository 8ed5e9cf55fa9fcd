#include "cli/error_table.h"
#include "base/limits.h"

#include <csv.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { LARGEST_FILE = 1 << 24, HEADING_MOST = 64 };

/* What the CSV reader hands over, cell by cell. */
typedef struct {
  Arena arena;
  const char *path;
  const char **text; /* of all cells */
  PetscInt cells, columns, in_row, rows;
  int *line, *lines; /* of each row; of each line that the reader sees, in the file */
  PetscInt ended;    /* lines that it has seen the end of */
  PetscBool commas;  /* cells are separated by them */
  PetscBool blanks;  /* cells are separated by any number of blanks */
  char wrong[256];
  PetscErrorCode error;
} Reading;

static void TakeCell(void *cell, size_t length, void *context) {
  Reading *r = context;
  char *text;
  if (r->error || *r->wrong || (r->blanks && !length))
    return;
  r->error = ArenaAllocate(r->arena, length + 1, &text);
  if (r->error)
    return;
  memcpy(text, cell ? cell : "", length);
  r->text[r->cells++] = text;
  r->in_row++;
}

static void EndRow(int end, void *context) {
  Reading *r = context;
  const int line = r->lines[r->ended];
  (void)end;
  r->ended++;
  if (r->error || *r->wrong || !r->in_row)
    return;
  if (!r->rows)
    r->columns = r->in_row;
  if (r->in_row != r->columns)
    (void)snprintf(r->wrong, sizeof(r->wrong), "line %d has %d cells, the first row has %d%s", line,
                   (int)r->in_row, (int)r->columns,
                   r->commas && r->in_row > r->columns
                       ? " (with decimal commas, cells are to be separated by semicolons)"
                       : "");
  r->line[r->rows++] = line;
  r->in_row = 0;
}

/* All that comes, or one byte more than is allowed; NULL: no memory. */
static char *ReadStream(FILE *file, size_t *length) {
  char *text = NULL;
  size_t room = 0, got = 1;
  for (*length = 0; got && *length <= LARGEST_FILE; *length += got) {
    if (*length == room) {
      room = PetscMin(2 * room + 65536, LARGEST_FILE + 1);
      char *longer = realloc(text, room);
      if (!longer) {
        free(text);
        return NULL;
      }
      text = longer;
    }
    got = fread(text + *length, 1, room - *length, file);
  }
  return text;
}

/* The whole file; regular files and standard input only. */
static PetscErrorCode ReadAll(const char *path, char **text, size_t *length) {
  const PetscBool standard = (PetscBool)!strcmp(path, "-");
  FILE *file = standard ? stdin : fopen(path, "r");
  struct stat status;
  PetscFunctionBeginUser;
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be read: %s", path,
             strerror(errno));
  if (!standard && (fstat(fileno(file), &status) || !S_ISREG(status.st_mode))) {
    fclose(file);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s is no file; expected a table of errors",
            path);
  }
  *text = ReadStream(file, length);
  if (!standard)
    fclose(file);
  PetscCheck(*text, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %s", path);
  if (*length > LARGEST_FILE) {
    free(*text);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "%s is longer than 16 megabytes; expected a table of errors", path);
  }
  PetscFunctionReturn(0);
}

/* Makes every end of a line a new line, in place: the CSV reader takes a carriage return for one, too. */
static size_t EndLines(char *text, size_t length) {
  size_t to = 0;
  for (size_t from = 0; from < length; from++)
    if (text[from] != '\r')
      text[to++] = text[from];
    else if (from + 1 == length || text[from + 1] != '\n')
      text[to++] = '\n';
  return to;
}

/* Takes comments and blank lines out, in place, and notes where each line that stays stood. */
static size_t Strip(char *text, size_t length, int lines[]) {
  size_t to = 0, from = 0;
  PetscInt count = 0;
  for (int number = 1; from < length; number++) {
    const char *newline = memchr(text + from, '\n', length - from);
    const size_t end = newline ? (size_t)(newline - text) + 1 : length;
    size_t first = from;
    while (first < end && isspace((unsigned char)text[first]))
      first++;
    if (first < end && text[first] != '#') {
      memmove(text + to, text + from, end - from);
      to += end - from;
      lines[count++] = number;
    }
    from = end;
  }
  return to;
}

/* Whether the blanks of a line separate its cells, and its commas are decimal: "0,1 2,5e-3". */
static PetscBool HasDecimalCommas(const char *text, size_t length) {
  PetscBool blank = PETSC_FALSE;
  while (length && isspace((unsigned char)text[length - 1]))
    length--;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == ',' && !(i && i + 1 < length && isdigit((unsigned char)text[i - 1]) &&
                            isdigit((unsigned char)text[i + 1])))
      return PETSC_FALSE;
    blank = (PetscBool)(blank || text[i] == ' ');
  }
  return blank;
}

static unsigned char Separator(const char *text, size_t length) {
  static const char separators[] = "\t;,";
  const char *newline = memchr(text, '\n', length);
  const size_t first = newline ? (size_t)(newline - text) : length;
  for (const char *at = separators; *at; at++)
    if (memchr(text, *at, first) && !(*at == ',' && HasDecimalCommas(text, first)))
      return (unsigned char)*at;
  return ' ';
}

/* Whether a row has texts, and no number. */
static PetscBool IsWords(const Reading *r, PetscInt row) {
  PetscBool words = PETSC_FALSE;
  TableCell cell;
  for (PetscInt c = 0; c < r->columns; c++) {
    TableCellRead(r->text[row * r->columns + c], PETSC_FALSE, &cell);
    if (cell.number && isfinite(cell.value))
      return PETSC_FALSE;
    words = (PetscBool)(words || !cell.number);
  }
  return words;
}

/* Without the signs that set it in a formula, or bold. */
static PetscErrorCode CleanHeading(Arena arena, const char **heading) {
  char *to;
  PetscFunctionBeginUser;
  PetscCall(ArenaText(arena, *heading, heading));
  to = (char *)*heading;
  for (const char *from = *heading; *from; from++)
    if (!strchr("${}*`", *from))
      *to++ = *from;
  *to = 0;
  PetscFunctionReturn(0);
}

/* The first row, unless it has numbers only; and the second with it, if both have no number. */
static PetscErrorCode Headings(const Reading *r, PetscBool markup, ErrorTable table) {
  TableCell cell;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(table->arena, r->columns, &table->heading));
  for (PetscInt c = 0; c < r->columns; c++) {
    TableCellRead(r->text[c], PETSC_FALSE, &cell);
    table->headings = table->headings || !cell.number;
  }
  if (table->headings && r->rows > 2 && IsWords(r, 0) && IsWords(r, 1))
    table->headings = 2;
  for (PetscInt c = 0; c < r->columns; c++) {
    table->heading[c] = r->text[c];
    if (table->headings == 2)
      PetscCall(ArenaPrint(table->arena, &table->heading[c], "%s%s%s", r->text[c],
                           *r->text[c] && *r->text[r->columns + c] ? " " : "",
                           r->text[r->columns + c]));
    else if (!table->headings)
      PetscCall(ArenaPrint(table->arena, &table->heading[c], "column %d", (int)c + 1));
    if (markup)
      PetscCall(CleanHeading(table->arena, &table->heading[c]));
    PetscCheck(strlen(table->heading[c]) < HEADING_MOST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: the heading of column %d is longer than %d characters", r->path, r->line[0],
               (int)c + 1, HEADING_MOST - 1);
  }
  PetscFunctionReturn(0);
}

/* Groups of digits: where a whole column has whole numbers, some with commas between three and three. */
static PetscBool HasGroups(const Reading *r, PetscInt first, PetscInt column) {
  PetscBool groups = PETSC_FALSE;
  for (PetscInt i = first; i < r->rows; i++) {
    const char *text = r->text[i * r->columns + column];
    if (TableCellGrouped(text))
      groups = PETSC_TRUE;
    else if (text[strspn(text, "0123456789")])
      return PETSC_FALSE;
  }
  return groups;
}

static PetscErrorCode Numbers(const Reading *r, ErrorTable table) {
  const PetscInt first = table->headings;
  PetscFunctionBeginUser;
  table->columns = r->columns;
  table->rows = r->rows - first;
  table->line = r->line + first;
  PetscCall(ArenaArray(table->arena, table->rows * table->columns, &table->cell));
  for (PetscInt c = 0; c < r->columns; c++) {
    const PetscBool groups = HasGroups(r, first, c);
    for (PetscInt i = 0; i < table->rows; i++)
      TableCellRead(r->text[(first + i) * r->columns + c], groups,
                    &table->cell[i * r->columns + c]);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Parse(Reading *r, char *text, size_t length) {
  struct csv_parser parser;
  const unsigned char separator = Separator(text, length);
  int failed;
  PetscFunctionBeginUser;
  r->blanks = (PetscBool)(separator == ' ');
  r->commas = (PetscBool)(separator == ',');
  PetscCheck(!csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for %s", r->path);
  csv_set_delim(&parser, separator);
  failed = csv_parse(&parser, text, length, TakeCell, EndRow, r) != length ||
           csv_fini(&parser, TakeCell, EndRow, r);
  if (failed && !*r->wrong)
    (void)snprintf(r->wrong, sizeof(r->wrong), "line %d: %s", r->lines[r->ended],
                   csv_strerror(csv_error(&parser)));
  csv_free(&parser);
  PetscCall(r->error);
  PetscCheck(!*r->wrong, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: %s", r->path, r->wrong);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadInto(ErrorTable table, const char *path, char **whole, size_t length) {
  Reading r = {.arena = table->arena, .path = path};
  PetscBool markup;
  char *text;
  PetscInt lines = 2, cells = 2; /* at most: each but the first stands behind one of these */
  PetscFunctionBeginUser;
  length = EndLines(*whole, length);
  PetscCall(TableFromMarkup(whole, &length, &markup));
  text = *whole;
  for (size_t i = 0; i < length; i++) {
    lines += text[i] == '\n';
    cells += strchr("\n\t;, ", text[i]) != NULL;
  }
  PetscCall(ArenaArray(table->arena, cells, &r.text));
  PetscCall(ArenaArray(table->arena, lines, &r.line));
  PetscCall(ArenaArray(table->arena, lines, &r.lines));
  length = Strip(text, length, r.lines);
  PetscCall(Parse(&r, text, length));
  PetscCheck(r.rows, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s is empty; expected rows of a step size and errors", path);
  PetscCall(Headings(&r, markup, table));
  PetscCall(Numbers(&r, table));
  PetscFunctionReturn(0);
}

PetscErrorCode ErrorTableRead(const char *path, ErrorTable *out) {
  char *text;
  size_t length;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  *out = NULL;
  PetscCall(ReadAll(path, &text, &length));
  PetscCall(PetscNew(out));
  (*out)->path = path;
  error = ArenaCreate(&(*out)->arena);
  if (!error)
    error = ReadInto(*out, path, &text, length);
  free(text);
  if (error)
    PetscCall(ErrorTableDestroy(out));
  PetscFunctionReturn(error);
}

PetscErrorCode ErrorTableDestroy(ErrorTable *table) {
  PetscFunctionBeginUser;
  if (*table) {
    PetscCall(ArenaDestroy(&(*table)->arena));
    PetscCall(PetscFree(*table));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode ErrorTableNumber(ErrorTable table, PetscInt row, PetscInt column, PetscReal *value) {
  const TableCell *cell = &table->cell[row * table->columns + column];
  PetscFunctionBeginUser;
  PetscCheck(strlen(cell->text) <= LIMIT_CELL, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s:%d: column '%s': %zu letters; a number may have %d (LIMIT_CELL)", table->path,
             table->line[row], table->heading[column], strlen(cell->text), LIMIT_CELL);
  PetscCheck(cell->number && isfinite(cell->value), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s:%d: column '%s': '%.40s' is not a number", table->path, table->line[row],
             table->heading[column], cell->text);
  *value = cell->value;
  PetscFunctionReturn(0);
}

PetscInt ErrorTableColumn(ErrorTable table, const char *heading) {
  char *end;
  const long number = strtol(heading, &end, 10);
  for (PetscInt c = 0; c < table->columns; c++)
    if (!strcasecmp(table->heading[c], heading))
      return c;
  return *heading && !*end && number >= 1 && number <= table->columns ? (PetscInt)number - 1 : -1;
}
