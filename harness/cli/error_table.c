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
    (void)snprintf(r->wrong, sizeof(r->wrong), "line %d has %d cells, the first row has %d", line,
                   (int)r->in_row, (int)r->columns);
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

static unsigned char Separator(const char *text, size_t length) {
  static const char separators[] = "\t;,";
  const char *newline = memchr(text, '\n', length);
  const size_t first = newline ? (size_t)(newline - text) : length;
  for (const char *at = separators; *at; at++)
    if (memchr(text, *at, first))
      return (unsigned char)*at;
  return ' ';
}

/* Half a unit of the last digit that is written: of 1.23e-4, 5e-7. */
static PetscReal LastDigit(const char *text) {
  const char *exponent = strpbrk(text, "eEdD"), *point = strchr(text, '.');
  const size_t mantissa = exponent ? (size_t)(exponent - text) : strlen(text);
  const long power = exponent ? strtol(exponent + 1, NULL, 10) : 0;
  const long decimals =
      point && (size_t)(point - text) < mantissa ? (long)mantissa - (long)(point - text) - 1 : 0;
  return 0.5 * pow(10, (double)power - (double)decimals); /* any text may stand for the power */
}

/* Significant digits: three of 0.0123. */
static PetscInt Digits(const char *text) {
  PetscInt count = 0;
  for (; *text && *text != 'e' && *text != 'E'; text++)
    count += (*text >= '1' && *text <= '9') || (*text == '0' && count > 0);
  return count;
}

/* Fortran writes 1.2D-4; an empty cell, a dash and "nan" are no error that was measured. */
static void ReadCell(const char *text, TableCell *cell) {
  char copy[LIMIT_CELL + 1], *end;
  *cell = (TableCell){.text = text, .number = PETSC_TRUE, .value = NAN};
  if (!*text || !strcmp(text, "-") || !strcmp(text, "–") || !strcmp(text, "—") ||
      !strcasecmp(text, "nan"))
    return;
  cell->number = PETSC_FALSE;
  if (strlen(text) >= sizeof(copy))
    return;
  for (size_t i = 0; i <= strlen(text); i++)
    copy[i] = (char)(text[i] == 'D' || text[i] == 'd' ? 'e' : text[i]);
  cell->value = strtod(copy, &end);
  cell->digit = cell->value != 0 ? LastDigit(copy) : 0;
  cell->digits = Digits(copy);
  cell->exact = (PetscBool)(!copy[strspn(copy, "0123456789")]);
  cell->number = (PetscBool)(end != copy && !*end && isfinite(cell->value));
}

static PetscErrorCode Headings(const Reading *r, ErrorTable table) {
  TableCell cell;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(table->arena, r->columns, &table->heading));
  for (PetscInt c = 0; c < r->columns; c++) {
    ReadCell(r->text[c], &cell);
    table->headed = (PetscBool)(table->headed || !cell.number);
  }
  for (PetscInt c = 0; c < r->columns; c++)
    if (table->headed)
      table->heading[c] = r->text[c];
    else
      PetscCall(ArenaPrint(table->arena, &table->heading[c], "column %d", (int)c + 1));
  for (PetscInt c = 0; c < r->columns; c++)
    PetscCheck(strlen(table->heading[c]) < HEADING_MOST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: the heading of column %d is longer than %d characters", r->path, r->line[0],
               (int)c + 1, HEADING_MOST - 1);
  PetscFunctionReturn(0);
}

static PetscErrorCode Numbers(const Reading *r, ErrorTable table) {
  const PetscInt first = table->headed ? 1 : 0;
  PetscFunctionBeginUser;
  table->columns = r->columns;
  table->rows = r->rows - first;
  table->line = r->line + first;
  PetscCall(ArenaArray(table->arena, table->rows * table->columns, &table->cell));
  for (PetscInt i = 0; i < table->rows * table->columns; i++)
    ReadCell(r->text[first * r->columns + i], &table->cell[i]);
  PetscFunctionReturn(0);
}

static PetscErrorCode Parse(Reading *r, char *text, size_t length) {
  struct csv_parser parser;
  const unsigned char separator = Separator(text, length);
  int failed;
  PetscFunctionBeginUser;
  r->blanks = (PetscBool)(separator == ' ');
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

static PetscErrorCode ReadInto(ErrorTable table, const char *path, char *text, size_t length) {
  Reading r = {.arena = table->arena, .path = path};
  PetscInt lines = 2, cells = 2; /* at most: each but the first stands behind one of these */
  PetscFunctionBeginUser;
  length = EndLines(text, length);
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
  PetscCall(Headings(&r, table));
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
    error = ReadInto(*out, path, text, length);
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
