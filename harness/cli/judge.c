/* gimbal judge ERRORS.csv --order P: the order judge for errors from any program. */
#include "base/limits.h"
#include "cli/command.h"
#include "cli/error_table.h"
#include "judge/judge.h"
#include "judge/table.h"
#include "record/file.h"
#include "record/lines.h"
#include "record/store.h"
#include "reports/report.h"

#include <float.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step size of no more digits is meant as it stands: 0.1, 0.125. */
enum { SHORT = 3 };
/* Of an error without sign: where one component of a norm overtakes another, it bends. */
static const PetscReal bend = 0.01;

typedef struct {
  const char *path, *h, *steps, *errors, *floor, *directory;
  const char *order; /* as given: "2", "0.5", "2 log" */
  OptionList where;
  PetscReal power, dimension; /* 0: not given */
  PetscBool logarithm, together, symmetric, json;
} JudgeWords;

static const Option options[] = {
    {.kind = OPTION_TEXT,
     .name = "order",
     .value = "P",
     .to = offsetof(JudgeWords, order),
     .text = "the order that is claimed: 2, 0.5, or '2 log' of h^2 log(1/h) (needed)"},
    {.kind = OPTION_TEXT,
     .name = "h",
     .value = "NAME",
     .to = offsetof(JudgeWords, h),
     .text = "the column of step sizes (h, dt, step or tau, else --steps', else the first)"},
    {.kind = OPTION_TEXT,
     .name = "steps",
     .value = "NAME",
     .to = offsetof(JudgeWords, steps),
     .text = "the column of numbers of steps in its place (steps or N)"},
    {.kind = OPTION_NUMBER,
     .name = "dim",
     .value = "D",
     .to = offsetof(JudgeWords, dimension),
     .text = "that column has unknowns in D dimensions (dofs, cells): h = N^(-1/D)"},
    {.kind = OPTION_TEXT,
     .name = "errors",
     .value = "NAMES",
     .to = offsetof(JudgeWords, errors),
     .text = "the columns of errors, separated by commas (all others that hold numbers)"},
    {.kind = OPTION_TEXT,
     .name = "floor",
     .value = "NAME|X",
     .to = offsetof(JudgeWords, floor),
     .text = "the column, or one number, below which errors mean nothing (floor)"},
    {.kind = OPTION_LIST,
     .name = "where",
     .value = "NAME=TEXT",
     .to = offsetof(JudgeWords, where),
     .text = "only the rows with this text in that column (may be given again)"},
    {.kind = OPTION_NO,
     .name = "each",
     .to = offsetof(JudgeWords, together),
     .text = "each column has a verdict of its own (the default)"},
    {.kind = OPTION_YES,
     .name = "together",
     .to = offsetof(JudgeWords, together),
     .text = "the columns are components of one error, with one verdict"},
    {.kind = OPTION_YES,
     .name = "symmetric",
     .to = offsetof(JudgeWords, symmetric),
     .text = "the method is symmetric: its error has even powers of h only"},
    {.kind = OPTION_YES,
     .name = "json",
     .to = offsetof(JudgeWords, json),
     .text = "the verdicts as JSON lines, as in verdicts.jsonl"},
    {.kind = OPTION_TEXT,
     .letter = 'o',
     .name = "output",
     .value = "DIR",
     .to = offsetof(JudgeWords, directory),
     .text = "also write a report with the plot there"},
    {.kind = OPTION_END}};

const Usage UsageJudge = {
    .words = "ERRORS.csv --order P [OPTIONS]",
    .about =
        "Judges an order of convergence from a table of errors that any program has written: a row "
        "for each step size, a column of step sizes (or of numbers of steps) and one or more of "
        "errors. Cells are separated by commas, semicolons, tabs or blanks, or as Markdown and "
        "LaTeX have them; \"-\" is standard input. A column \"rate\" or \"eoc\" behind one of "
        "errors is checked against them; times, iterations and levels are passed over.\n",
    .options = options,
    .more =
        "A column is named by its heading or its number. Signed errors, component by component at "
        "one time, say more than norms: they show terms of lower order long before the slope does. "
        "Six rows are the least that confirm; of three to five the successive orders may refute. "
        "Twelve, with ratios of 1.2 to 1.5, are better; all h with numbers of steps of one parity. "
        "harness/judge/README.md explains which numbers to give and why.\n"
        "Exit status: 0 the order is confirmed; 1 it is refuted; 4 it is undecided, or no order "
        "can be seen; 2 usage, or the table cannot be read.\n",
    .operands = "ERRORS.csv",
    .least = 1,
    .most = 1,
    .expected = "one table of errors is expected: gimbal judge ERRORS.csv --order P"};

/* What of the table is judged. */
typedef struct {
  ErrorTable table;
  PetscInt size, floor;                  /* columns; −1: no floor */
  PetscBool counts;                      /* the column of sizes holds numbers of steps */
  PetscReal dimension;                   /* or of unknowns in so many dimensions; 0: no */
  PetscReal floor_value;                 /* for all rows; NaN: none */
  PetscReal power;                       /* that is claimed */
  PetscBool unsigned_errors;             /* no error is below zero: they are norms */
  PetscInt columns, *column, rows, *row; /* rows by decreasing step size */
} Choice;

/* ---- Words ---- */

static PetscErrorCode ReadPositive(const char *option, const char *text, PetscReal *value) {
  char *end;
  PetscFunctionBeginUser;
  *value = strtod(text, &end);
  PetscCheck(end != text && !*end && *value > 0 && isfinite(*value), PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "judge: %s '%s' is not a number above zero", option, text);
  PetscFunctionReturn(0);
}

/* "2", "0.5", or "2 log" of h² log(1/h). */
static PetscErrorCode ReadOrder(const char *text, JudgeWords *w) {
  char *end;
  PetscFunctionBeginUser;
  w->order = text;
  w->power = strtod(text, &end);
  w->logarithm = (PetscBool)!strcmp(end, " log");
  PetscCheck(end != text && (!*end || w->logarithm) && w->power > 0 && isfinite(w->power),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "judge: --order '%s' is not a number above zero, nor one with a logarithm (\"2 log\")",
             text);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadWords(int argc, char **argv, JudgeWords *w, PetscBool *done) {
  PetscFunctionBeginUser;
  *w = (JudgeWords){.path = NULL};
  PetscCall(OptionsRead(&UsageJudge, argc, argv, w, done));
  if (*done)
    PetscFunctionReturn(0);
  PetscCheck(w->order, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "judge: which order is claimed? Say --order P");
  PetscCall(ReadOrder(w->order, w));
  PetscCheck(w->where.count <= LIMIT_CONDITIONS, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "judge: %d conditions --where; there may be %d (LIMIT_CONDITIONS)",
             (int)w->where.count, LIMIT_CONDITIONS);
  for (PetscInt i = 0; i < w->where.count; i++)
    PetscCheck(strchr(w->where.at[i], '='), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "judge: --where '%s' is not of the form COLUMN=TEXT", w->where.at[i]);
  PetscCheck(!w->h || !w->steps, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "judge: either --h or --steps, not both");
  w->path = argv[optind];
  PetscFunctionReturn(0);
}

/* ---- Which columns and rows ---- */

static PetscErrorCode FindColumn(ErrorTable table, const char *name, PetscInt *column) {
  char headings[512] = "";
  PetscFunctionBeginUser;
  *column = ErrorTableColumn(table, name);
  for (PetscInt c = 0; c < table->columns && *column < 0; c++) {
    const size_t used = strlen(headings);
    (void)snprintf(headings + used, sizeof(headings) - used, "%s%s", c ? ", " : "",
                   table->heading[c]);
  }
  PetscCheck(*column >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: there is no column '%s'; its columns are: %s", table->path, name, headings);
  PetscFunctionReturn(0);
}

/* The first column of that role, or −1. */
static PetscInt ColumnOf(ErrorTable table, TableRole role) {
  for (PetscInt c = 0; c < table->columns; c++)
    if (TableRoleOf(table->heading[c]) == role)
      return c;
  return -1;
}

/* Whether the numbers can only be of steps or cells: whole, and above one. */
static PetscBool AreCounts(ErrorTable table, PetscInt column) {
  for (PetscInt i = 0; i < table->rows; i++) {
    const TableCell *cell = &table->cell[i * table->columns + column];
    if (!cell->exact || !(cell->value > 1))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscErrorCode ChooseSize(const JudgeWords *w, Choice *choice) {
  static const TableRole roles[] = {ROLE_SIZE, ROLE_STEPS, ROLE_UNKNOWNS},
                         many[] = {ROLE_UNKNOWNS, ROLE_STEPS, ROLE_SIZE};
  const ErrorTable table = choice->table;
  TableRole role = ROLE_SIZE;
  PetscFunctionBeginUser;
  choice->size = -1;
  choice->dimension = w->dimension;
  if (w->h || w->steps) {
    PetscCall(FindColumn(table, w->h ? w->h : w->steps, &choice->size));
    role = w->steps ? ROLE_STEPS : ROLE_SIZE;
  }
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(roles) && choice->size < 0; i++) {
    role = w->dimension > 0 ? many[i] : roles[i];
    choice->size = ColumnOf(table, role);
  }
  if (choice->size < 0) {
    choice->size = 0;
    PetscCheck(TableRoleOf(table->heading[0]) == ROLE_ERROR, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: no column has step sizes: and the first is '%s'; name one by --h or --steps",
               table->path, table->heading[0]);
    role = AreCounts(table, 0) ? ROLE_STEPS : ROLE_SIZE;
  }
  PetscCheck(role != ROLE_UNKNOWNS || w->dimension > 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: column '%s' has numbers of unknowns, and h follows from them with the dimension "
             "only: --dim D, for h = N^(-1/D)",
             table->path, table->heading[choice->size]);
  PetscCheck(role != ROLE_SIZE || !(w->dimension > 0), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: --dim goes with a column of numbers of unknowns; '%s' has step sizes",
             table->path, table->heading[choice->size]);
  choice->counts = (PetscBool)(role != ROLE_SIZE);
  PetscFunctionReturn(0);
}

static PetscErrorCode ChooseFloor(const JudgeWords *w, Choice *choice) {
  char *end;
  PetscFunctionBeginUser;
  choice->floor_value = NAN;
  choice->floor = ErrorTableColumn(choice->table, w->floor ? w->floor : "floor");
  if (!w->floor || choice->floor >= 0)
    PetscFunctionReturn(0);
  choice->floor_value = strtod(w->floor, &end);
  if (end == w->floor || *end)
    PetscCall(FindColumn(choice->table, w->floor, &choice->floor));
  else
    PetscCall(ReadPositive("--floor", w->floor, &choice->floor_value));
  PetscFunctionReturn(0);
}

/* Whether any row has a number there. */
static PetscBool HasNumbers(const Choice *choice, PetscInt column) {
  for (PetscInt i = 0; i < choice->rows; i++)
    if (isfinite(choice->table->cell[choice->row[i] * choice->table->columns + column].value))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* All with numbers that are called errors, or what could be one; or those that are named. */
static PetscErrorCode ChooseErrors(const JudgeWords *w, Choice *choice) {
  const ErrorTable table = choice->table;
  char *names, *rest, *name;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(table->arena, table->columns, &choice->column));
  if (w->errors) {
    PetscCall(ArenaText(table->arena, w->errors, (const char **)&names));
    for (name = strtok_r(names, ",", &rest); name && choice->columns < table->columns;
         name = strtok_r(NULL, ",", &rest))
      PetscCall(FindColumn(table, name, &choice->column[choice->columns++]));
  } else {
    for (PetscInt c = 0; c < table->columns; c++) {
      if (c != choice->size && c != choice->floor && HasNumbers(choice, c) &&
          TableRoleOf(table->heading[c]) == ROLE_ERROR)
        choice->column[choice->columns++] = c;
    }
  }
  PetscCheck(choice->columns, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: there is no column of errors beside '%s'", table->path,
             table->heading[choice->size]);
  PetscFunctionReturn(0);
}

/* The rows that --where leaves. */
static PetscErrorCode ChooseRows(const JudgeWords *w, Choice *choice) {
  const ErrorTable table = choice->table;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(table->arena, table->rows, &choice->row));
  for (PetscInt i = 0; i < table->rows; i++)
    choice->row[i] = i;
  choice->rows = table->rows;
  for (PetscInt k = 0; k < w->where.count; k++) {
    const char *equals = strchr(w->where.at[k], '=');
    PetscInt column, left = 0;
    char name[64];
    (void)snprintf(name, sizeof(name), "%.*s", (int)(equals - w->where.at[k]), w->where.at[k]);
    PetscCall(FindColumn(table, name, &column));
    for (PetscInt i = 0; i < choice->rows; i++)
      if (!strcmp(table->cell[choice->row[i] * table->columns + column].text, equals + 1))
        choice->row[left++] = choice->row[i];
    choice->rows = left;
  }
  PetscCheck(choice->rows, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: no row is left to judge",
             table->path);
  PetscCheck(choice->rows <= LIMIT_ROWS, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %d rows to judge; there may be %d (LIMIT_ROWS); --where chooses among them",
             table->path, (int)choice->rows, LIMIT_ROWS);
  PetscFunctionReturn(0);
}

/* From the largest step size to the smallest; two rows of one step size are an error. */
static PetscErrorCode SortRows(Choice *choice) {
  const ErrorTable table = choice->table;
  PetscReal size, other;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < choice->rows; i++) {
    const PetscInt row = choice->row[i];
    PetscInt k = i;
    PetscCall(ErrorTableNumber(table, row, choice->size, &size));
    PetscCheck(size > 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s:%d: column '%s': %g is no step size; expected a number above zero", table->path,
               table->line[row], table->heading[choice->size], (double)size);
    for (; k > 0; k--) {
      PetscCall(ErrorTableNumber(table, choice->row[k - 1], choice->size, &other));
      PetscCheck(other != size, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
                 "%s:%d: the step size of line %d again; --where chooses among rows", table->path,
                 table->line[row], table->line[choice->row[k - 1]]);
      if (choice->counts ? other < size : other > size)
        break;
      choice->row[k] = choice->row[k - 1];
    }
    choice->row[k] = row;
  }
  PetscFunctionReturn(0);
}

/* The step size that the number in its column stands for. */
static PetscReal SizeOf(const Choice *choice, PetscReal number) {
  if (choice->dimension > 0)
    return pow(number, -1 / choice->dimension);
  return choice->counts ? 1 / number : number;
}

static PetscErrorCode ChooseAll(const JudgeWords *w, Choice *choice) {
  PetscReal coarsest;
  PetscFunctionBeginUser;
  choice->power = w->power;
  PetscCall(ChooseSize(w, choice));
  PetscCall(ChooseFloor(w, choice));
  PetscCall(ChooseRows(w, choice));
  PetscCall(SortRows(choice));
  PetscCall(ErrorTableNumber(choice->table, choice->row[0], choice->size, &coarsest));
  PetscCheck(
      !w->logarithm || SizeOf(choice, coarsest) < 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
      "%s: with h = %g the logarithm of 1/h says nothing: an order with one needs step sizes "
      "below 1 (--where chooses among rows)",
      choice->table->path, (double)SizeOf(choice, coarsest));
  PetscCall(ChooseErrors(w, choice));
  PetscFunctionReturn(0);
}

/* ---- The measurement ---- */

static PetscReal LargestOf(const Choice *choice, PetscInt row, PetscInt first, PetscInt count) {
  PetscReal largest = 0;
  for (PetscInt c = first; c < first + count; c++)
    largest = fmax(
        largest,
        PetscAbsReal(choice->table->cell[row * choice->table->columns + choice->column[c]].value));
  return largest;
}

/* What was rounded away when the table was written, in the errors and (times the order, since they
 * stand for a power of it) in the step size; or the given floor, whichever is more. */
static PetscErrorCode FloorOf(const Choice *choice, PetscInt row, PetscInt first, PetscInt count,
                              PetscReal *floor) {
  const ErrorTable table = choice->table;
  const TableCell *size = &table->cell[row * table->columns + choice->size];
  PetscReal given = isfinite(choice->floor_value) ? choice->floor_value : 0;
  PetscFunctionBeginUser;
  if (choice->floor >= 0)
    PetscCall(ErrorTableNumber(table, row, choice->floor, &given));
  *floor = fmax(PetscAbsReal(given), DBL_MIN); /* an error of 0 is below any floor */
  if (choice->unsigned_errors)
    *floor = fmax(*floor, bend * LargestOf(choice, row, first, count));
  for (PetscInt c = first; c < first + count; c++) {
    const TableCell *error = &table->cell[row * table->columns + choice->column[c]];
    *floor = fmax(*floor, error->digit);
    if (!choice->counts && size->digits > SHORT)
      *floor = fmax(*floor, choice->power * PetscAbsReal(error->value) * size->digit / size->value);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode FillPoint(const Choice *choice, PetscInt i, PetscInt first, PetscInt count,
                                Series *series, Measured *measured) {
  const ErrorTable table = choice->table;
  const PetscInt row = choice->row[i];
  SeriesPoint *point = &series->point[i];
  PetscReal size;
  PetscFunctionBeginUser;
  PetscCall(ErrorTableNumber(table, row, choice->size, &size));
  point->h = SizeOf(choice, size);
  point->steps = choice->counts && !(choice->dimension > 0) ? (PetscInt64)llround(size) : 0;
  PetscCheck(!point->steps || (PetscReal)point->steps == size, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "%s:%d: column '%s': %g is not a whole number of steps",
             table->path, table->line[row], table->heading[choice->size], (double)size);
  point->ending = (Ending){.status = STATUS_DONE, .time = NAN, .step = -1, .residual = NAN};
  point->quantities = 1;
  PetscCall(ArenaArray(measured->arena, 1, &point->errors));
  point->errors[0] = (Errors){.name = series->quantity[0].name, .times = 1, .components = count};
  PetscCall(ArenaArray(measured->arena, count, &point->errors[0].at));
  for (PetscInt c = 0; c < count; c++)
    PetscCall(ErrorTableNumber(table, row, choice->column[first + c], &point->errors[0].at[c]));
  PetscCall(FloorOf(choice, row, first, count, &series->quantity[0].floor.at[i]));
  PetscFunctionReturn(0);
}

/* `count` of the chosen columns, as components of one error. */
static PetscErrorCode Fill(const Choice *choice, PetscInt first, PetscInt count, const char *name,
                           Measured *measured) {
  Series *series;
  PetscFunctionBeginUser;
  PetscCall(MeasuredAddSeries(measured, &series));
  series->precision = IN_DOUBLE;
  series->epsilon = PETSC_MACHINE_EPSILON;
  series->reference_kind = "given";
  series->duration = 1;
  series->quantities = 1;
  series->points = choice->rows;
  PetscCall(ArenaArray(measured->arena, 1, &series->quantity));
  PetscCall(ArenaArray(measured->arena, choice->rows, &series->point));
  series->quantity[0] = (SeriesQuantity){.name = name, .size = NAN, .bar = NAN};
  series->quantity[0].floor.count = choice->rows;
  PetscCall(ArenaArray(measured->arena, choice->rows, &series->quantity[0].floor.at));
  for (PetscInt i = 0; i < choice->rows; i++)
    PetscCall(FillPoint(choice, i, first, count, series, measured));
  PetscFunctionReturn(0);
}

/* ---- Verdicts ---- */

typedef struct {
  const JudgeWords *words;
  const Choice *choice;
  Records *records;
  Verdicts *verdicts;
} Judging;

/* Every parts-th row from the one of that number on, as a table of its own. */
static PetscErrorCode JudgePart(const Choice *choice, const Job *job, const Claim *claim,
                                PetscInt number, PetscInt parts, PetscInt first, PetscInt count,
                                Finding *finding) {
  Choice part = *choice;
  Measured *measured;
  PetscFunctionBeginUser;
  PetscCall(MeasuredCreate(&measured));
  PetscCall(ArenaArray(measured->arena, choice->rows / parts + 1, &part.row));
  part.rows = 0;
  for (PetscInt i = number; i < choice->rows; i += parts)
    part.row[part.rows++] = choice->row[i];
  PetscCall(Fill(&part, first, count, claim->quantity, measured));
  PetscCall(TableJudge(job, measured, claim,
                       (PetscBool)(choice->floor >= 0 || isfinite(choice->floor_value)), finding));
  PetscCall(MeasuredDestroy(&measured));
  PetscFunctionReturn(0);
}

/* Each part has rows from the coarsest to the finest, so that what is wrong shows in all of them: an
 * order is confirmed where every part confirms it, and refuted where most refute it. */
static PetscErrorCode JudgeTableParts(const Choice *choice, const Job *job, const Claim *claim,
                                      PetscInt parts, PetscInt first, PetscInt count,
                                      PetscInt found[VERDICT_WORDS], Finding *finding) {
  static const VerdictWord after[] = {FAILED, UNDECIDED, REFUTED, SKIPPED, CONFIRMED};
  Finding last[VERDICT_WORDS], part;
  PetscInt i = 0;
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < parts; k++) {
    PetscCall(JudgePart(choice, job, claim, k, parts, first, count, &part));
    last[part.verdict] = part;
    found[part.verdict]++;
  }
  while (!found[after[i]])
    i++;
  *finding = last[2 * found[REFUTED] > parts ? REFUTED : after[i]];
  if (finding->verdict == REFUTED && 2 * found[REFUTED] <= parts)
    finding->verdict = UNDECIDED;
  PetscFunctionReturn(0);
}

/* Its heading, with its number where another one has the same. */
static PetscErrorCode NameColumn(const Choice *choice, PetscInt which, Arena arena,
                                 const char **name) {
  const ErrorTable table = choice->table;
  const PetscInt column = choice->column[which];
  PetscFunctionBeginUser;
  *name = table->heading[column];
  for (PetscInt c = 0; c < choice->columns; c++)
    if (c != which && !strcmp(table->heading[choice->column[c]], table->heading[column]))
      PetscCall(ArenaPrint(arena, name, "%s, column %d", table->heading[column], (int)column + 1));
  PetscFunctionReturn(0);
}

/* The rows in which all of these columns have a number, and not all an exact zero if there are others.
 * `lost` are those at the fine end that have none. */
static PetscErrorCode ChooseNumbers(Choice *choice, PetscInt first, PetscInt count, Arena arena,
                                    PetscInt *without, PetscInt *lost) {
  const ErrorTable table = choice->table;
  const PetscInt *row = choice->row, rows = choice->rows;
  PetscReal value;
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(arena, rows, &choice->row));
  choice->rows = 0;
  choice->unsigned_errors = PETSC_TRUE;
  for (PetscInt zeros = 0; zeros < 2 && !choice->rows; zeros++) {
    *lost = 0;
    for (PetscInt i = 0; i < rows; i++) {
      PetscBool there = PETSC_TRUE, gone = PETSC_FALSE, zero = PETSC_TRUE;
      for (PetscInt c = first; c < first + count; c++) {
        const TableCell *cell = &table->cell[row[i] * table->columns + choice->column[c]];
        if (!cell->number) /* which says what is wrong */
          PetscCall(ErrorTableNumber(table, row[i], choice->column[c], &value));
        there = (PetscBool)(there && isfinite(cell->value));
        gone = (PetscBool)(gone || cell->lost);
        zero = (PetscBool)(zero && cell->value == 0 && cell->digit == 0);
        choice->unsigned_errors = (PetscBool)(choice->unsigned_errors && !(cell->value < 0));
      }
      if (there && (zeros || !zero))
        choice->row[choice->rows++] = row[i];
      *lost = there ? 0 : *lost + gone;
    }
  }
  *without = rows - choice->rows;
  PetscCheck(choice->rows, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: column '%s' has no number",
             table->path, table->heading[choice->column[first]]);
  PetscFunctionReturn(0);
}

/* The column of orders that belongs to one of errors: the next such one, before the next errors; −1. */
static PetscInt RatesOf(ErrorTable table, PetscInt column) {
  for (PetscInt c = column + 1; c < table->columns; c++) {
    const TableRole role = TableRoleOf(table->heading[c]);
    if (role == ROLE_RATE)
      return c;
    if (role == ROLE_ERROR)
      return -1;
  }
  return -1;
}

/* Orders that the table gives beside its errors. */
static PetscErrorCode CheckRates(const Choice *whole, const Choice *choice, PetscInt column,
                                 const Series *series, Arena arena, Finding *finding) {
  const ErrorTable table = choice->table;
  const PetscInt rates = RatesOf(table, column);
  PetscInt at = 0;
  GivenRates given = {.dimension = choice->dimension};
  PetscFunctionBeginUser;
  if (rates < 0 || table->headings < 1)
    PetscFunctionReturn(0);
  given.heading = table->heading[rates];
  PetscCall(ArenaArray(arena, choice->rows, &given.order));
  PetscCall(ArenaArray(arena, choice->rows, &given.digit));
  PetscCall(ArenaArray(arena, choice->rows, &given.rounding));
  for (PetscInt i = 0; i < choice->rows; i++) {
    const TableCell *row = table->cell + choice->row[i] * table->columns,
                    *size = &row[choice->size], *error = &row[column];
    while (whole->row[at] != choice->row[i])
      at++;
    /* of neighbours only */
    given.order[i] =
        row[rates].number && (i == 0 || (at > 0 && whole->row[at - 1] == choice->row[i - 1]))
            ? row[rates].value
            : NAN;
    given.digit[i] = row[rates].digit;
    given.rounding[i] = error->digit / PetscAbsReal(error->value);
    if (!choice->counts && size->digits > SHORT)
      given.rounding[i] += choice->power * size->digit / size->value;
  }
  TableCheckRates(series, &given, finding);
  PetscFunctionReturn(0);
}

static PetscErrorCode AddVerdict(Judging *j, PetscInt first, PetscInt count) {
  Choice choice = *j->choice;
  const Arena arena = j->records->arena;
  Record *record = &j->records->at[j->records->count++];
  Job *job = &record->job;
  Claim *claim;
  PetscInt parts, without = 0, lost = 0;
  PetscInt found[VERDICT_WORDS] = {0};
  Finding finding;
  Verdict *verdict;
  PetscFunctionBeginUser;
  JobInit(job);
  PetscCall(ChooseNumbers(&choice, first, count, arena, &without, &lost));
  parts = (choice.rows + LIMIT_POINTS - 1) / LIMIT_POINTS;
  PetscCall(ArenaArray(arena, 1, &claim));
  *claim = (Claim){.study = "order", .order = j->words->power, .origin = FROM_SUITE, .rank = -1};
  claim->quantity = "error";
  if (count == 1)
    PetscCall(NameColumn(&choice, first, arena, &claim->quantity));
  claim->source = choice.table->path;
  PetscCall(ArenaPrint(arena, &claim->value, "%g%s", (double)j->words->power,
                       j->words->logarithm ? " log" : ""));
  PetscCall(ArenaPrint(arena, &job->key, "order/table/%s", claim->quantity));
  job->kind = "order";
  job->method = "table";
  job->model = choice.table->path;
  job->instance = claim->quantity;
  job->symmetric = j->words->symmetric;
  job->claims = (Claims){1, claim};
  record->format = RECORD_FORMAT;
  record->key = job->key;
  record->status = STATUS_DONE;
  PetscCall(MeasuredCreate(&record->measured));
  PetscCall(Fill(&choice, first, count, claim->quantity, record->measured));
  PetscCall(JudgeTableParts(&choice, job, claim, parts, first, count, found, &finding));
  if (count == 1)
    PetscCall(CheckRates(j->choice, &choice, choice.column[first], record->measured->series, arena,
                         &finding));
  TableLeaveOut(without, lost, &finding);
  PetscCall(JudgeAdd(j->verdicts, job, claim, &finding));
  verdict = &j->verdicts->at[j->verdicts->count - 1];
  if (parts > 1)
    PetscCall(ArenaPrint(arena, &verdict->reason,
                         "%s; the %d rows were judged in %d parts, each of rows from the coarsest "
                         "to the finest: %d confirm the order, %d refute it",
                         verdict->reason, (int)choice.rows, (int)parts, (int)found[CONFIRMED],
                         (int)found[REFUTED]));
  PetscFunctionReturn(0);
}

static void PrintCounts(const Verdicts *verdicts) {
  PetscInt count[VERDICT_WORDS] = {0}, understated = 0;
  const char *comma = "";
  for (PetscInt i = 0; i < verdicts->count; i++) {
    count[verdicts->at[i].verdict]++;
    understated += VerdictHasFlag(&verdicts->at[i], "exceeds");
  }
  for (PetscInt word = 0; word < VERDICT_WORDS; word++) {
    if (!count[word])
      continue;
    printf("%s%d %s", comma, (int)count[word], VerdictNames[word]);
    if (word == CONFIRMED && understated)
      printf(" (%d understated)", (int)understated);
    comma = ", ";
  }
  puts("");
}

static PetscErrorCode Print(const Judging *j) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < j->verdicts->count; i++) {
    const Verdict *v = &j->verdicts->at[i];
    char *text;
    if (j->words->json) {
      PetscCall(VerdictToText(v, &text));
      puts(text);
      free(text);
    } else {
      printf("%s%s: %s of order %s: %s\n", VerdictNames[v->verdict],
             VerdictHasFlag(v, "exceeds") ? ", understated" : "", v->claim->quantity,
             j->words->order, v->reason);
      TablePrintRates(&j->records->at[i], stdout);
    }
  }
  if (!j->words->json && j->verdicts->count > 1)
    PrintCounts(j->verdicts);
  PetscFunctionReturn(0);
}

/* 0 only if every order was confirmed: one that could not be seen is no pass here. */
static int StatusOf(const Verdicts *verdicts) {
  int status = 0;
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const VerdictWord word = verdicts->at[i].verdict;
    if (word == REFUTED || word == FAILED)
      return 1;
    if (word != CONFIRMED)
      status = 4;
  }
  return status;
}

/* ---- A report ---- */

/* The verdicts become the store's. */
static PetscErrorCode PutVerdicts(Judging *j, Store store) {
  PetscFunctionBeginUser;
  Verdicts *verdicts = j->verdicts;
  j->verdicts = NULL;
  PetscCall(StoreSetVerdicts(store, verdicts));
  PetscCall(ReportWrite(store, "svg"));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutRecords(const Records *records, FILE *stream) {
  char *text;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < records->count; i++) {
    PetscCall(RecordToText(&records->at[i], NULL, &text));
    fprintf(stream, "%s\n", text);
    free(text);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteFolder(Judging *j) {
  const char *directory = j->words->directory;
  Manifest manifest = {.format = RECORD_FORMAT, .suite = {.name = "judge"}, .verdicts = -1};
  PetscErrorCode error;
  WholeFile file;
  FILE *stream;
  Store store;
  char *text;
  PetscFunctionBeginUser;
  PetscCall(FolderCheck(directory));
  PetscCall(WholeFileOpen(directory, "results.jsonl", &file, &stream));
  error = PutRecords(j->records, stream);
  if (error)
    (void)WholeFileAbandon(&file);
  PetscCall(error);
  PetscCall(WholeFileClose(&file));
  PetscCall(LinesRemoveParts(directory, "results", 0)); /* of a killed run */
  manifest.suite.title = j->choice->table->path;
  PetscCall(ManifestToText(&manifest, &text));
  error = WholeFileWrite(directory, "manifest.json", text);
  free(text);
  PetscCall(error);
  PetscCall(StoreReadUnjudged(directory, &store));
  error = PutVerdicts(j, store);
  PetscCall(StoreDestroy(&store));
  PetscCall(error);
  fprintf(stderr, "report: %s/index.html\n", directory);
  PetscFunctionReturn(0);
}

static PetscErrorCode JudgeColumns(Judging *j, int *status) {
  const JudgeWords *w = j->words;
  const PetscInt columns = j->choice->columns;
  const char *quote = w->logarithm ? "'" : "";
  const char *command;
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(columns, &j->records->at));
  j->records->room = columns;
  for (PetscInt c = 0; c < (w->together ? 1 : columns); c++)
    PetscCall(AddVerdict(j, c, w->together ? columns : 1));
  PetscCall(ArenaPrint(j->verdicts->arena, &command, "gimbal judge %s --order %s%s%s", w->path,
                       quote, w->order, quote));
  for (PetscInt i = 0; i < j->verdicts->count; i++)
    j->verdicts->at[i].command = command;
  PetscCall(Print(j));
  *status = StatusOf(j->verdicts);
  if (w->directory)
    PetscCall(WriteFolder(j));
  PetscFunctionReturn(0);
}

static PetscErrorCode JudgeTable(const JudgeWords *w, Choice *choice, int *status) {
  Judging j = {.words = w, .choice = choice};
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(ChooseAll(w, choice));
  error = RecordsCreate(&j.records);
  if (!error)
    error = VerdictsCreate(&j.verdicts);
  if (!error)
    error = JudgeColumns(&j, status);
  PetscCall(VerdictsDestroy(&j.verdicts));
  PetscCall(RecordsDestroy(&j.records));
  PetscFunctionReturn(error);
}

PetscErrorCode CommandJudge(int argc, char **argv, int *status) {
  Choice choice = {.size = -1, .floor = -1};
  PetscErrorCode error;
  JudgeWords words;
  PetscBool done;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(ReadWords(argc, argv, &words, &done));
  if (done)
    PetscFunctionReturn(0);
  PetscCall(ErrorTableRead(words.path, &choice.table));
  error = JudgeTable(&words, &choice, status);
  PetscCall(ErrorTableDestroy(&choice.table));
  PetscFunctionReturn(error);
}
