/* From the chosen cells of a table of errors to a verdict. */
#include "base/limits.h"
#include "judge/judge.h"
#include "judge/table.h"
#include "statistics/thresholds.h"

#include <float.h>

/* A step size of no more digits is meant as it stands: 0.1, 0.125. */
enum { SHORT = 3 };

static PetscReal LargestOf(const TableChoice *choice, PetscInt row) {
  PetscReal largest = 0;
  for (PetscInt c = 0; c < choice->columns; c++)
    largest =
        fmax(largest, PetscAbsReal(ErrorTableCell(choice->table, row, choice->column[c])->value));
  return largest;
}

/* A whole part of 1, or of the coarsest step size, is meant as it stands, too: 0.03125, or 0.01875 of 0.3. */
static PetscReal RoundingOfSize(const TableChoice *choice, PetscInt row) {
  const TableCell *size = ErrorTableCell(choice->table, row, choice->size),
                  *coarsest = ErrorTableCell(choice->table, choice->row[0], choice->size);
  const PetscReal parts = 1 / size->value, parts_of_coarsest = coarsest->value / size->value;
  if (choice->counts || size->digits <= SHORT ||
      PetscAbsReal(parts - round(parts)) < TABLE_WHOLE * parts ||
      PetscAbsReal(parts_of_coarsest - round(parts_of_coarsest)) < TABLE_WHOLE * parts_of_coarsest)
    return 0;
  return choice->power * size->digit / size->value;
}

/* What was rounded away when the table was written, in the errors and (times the order, since they
 * stand for a power of it) in the step size; or the given floor, whichever is more. */
static PetscErrorCode FloorOf(const TableChoice *choice, PetscInt row, PetscReal *floor) {
  const ErrorTable table = choice->table;
  PetscReal given = isfinite(choice->floor_value) ? choice->floor_value : 0;
  if (choice->floor >= 0)
    PetscCall(ErrorTableNumber(table, row, choice->floor, &given));
  *floor = fmax(PetscAbsReal(given), choice->least);
  *floor = fmax(*floor, DBL_MIN); /* an error of 0 is below any floor */
  if (choice->unsigned_errors)
    *floor = fmax(*floor, TABLE_BEND * LargestOf(choice, row));
  for (PetscInt c = 0; c < choice->columns; c++) {
    const TableCell *error = ErrorTableCell(table, row, choice->column[c]);
    *floor = fmax(*floor, fmax(error->digit, TABLE_ROUNDING * PetscAbsReal(error->value)));
    *floor = fmax(*floor, RoundingOfSize(choice, row) * PetscAbsReal(error->value));
  }
  return 0;
}

static PetscErrorCode FillPoint(const TableChoice *choice, PetscInt i, Series *series,
                                Measured *measured) {
  const ErrorTable table = choice->table;
  const PetscInt row = choice->row[i], count = choice->columns;
  SeriesPoint *point = &series->point[i];
  PetscReal size;
  PetscCall(ErrorTableNumber(table, row, choice->size, &size));
  point->h = TableSizeOf(choice, size);
  point->steps = choice->counts && !(choice->dimension > 0) ? (PetscInt64)llround(size) : 0;
  UserCheck(!point->steps || (PetscReal)point->steps == size,
            "%s:%d: column '%s': %g is not a whole number of steps", table->path, table->line[row],
            table->heading[choice->size], (double)size);
  point->ending = (Ending){.status = STATUS_DONE, .time = NAN, .step = -1, .residual = NAN};
  point->quantities = 1;
  point->errors = ArenaArray(measured->arena, 1, sizeof(*point->errors));
  point->errors[0] = (Errors){.name = series->quantity[0].name, .times = 1, .components = count};
  point->errors[0].at = ArenaArray(measured->arena, count, sizeof(*point->errors[0].at));
  for (PetscInt c = 0; c < count; c++)
    PetscCall(ErrorTableNumber(table, row, choice->column[c], &point->errors[0].at[c]));
  return FloorOf(choice, row, &series->quantity[0].floor.at[i]);
}

/* The columns as components of one error. */
static PetscErrorCode FillSeries(const TableChoice *choice, const char *name, Measured *measured) {
  Series *const series = MeasuredAddSeries(measured);
  series->precision = IN_DOUBLE;
  series->epsilon = PETSC_MACHINE_EPSILON;
  series->reference_kind = "given";
  series->duration = 1;
  series->quantities = 1;
  series->points = choice->rows;
  series->quantity = ArenaArray(measured->arena, 1, sizeof(*series->quantity));
  series->point = ArenaArray(measured->arena, choice->rows, sizeof(*series->point));
  series->quantity[0] = (SeriesQuantity){.name = name, .size = NAN, .bar = NAN};
  series->quantity[0].floor.count = choice->rows;
  series->quantity[0].floor.at =
      ArenaArray(measured->arena, choice->rows, sizeof(*series->quantity[0].floor.at));
  for (PetscInt i = 0; i < choice->rows; i++)
    PetscCall(FillPoint(choice, i, series, measured));
  return 0;
}

static PetscErrorCode JudgeRows(const TableChoice *choice, const Job *job, Finding *finding) {
  const Claim *claim = &job->claims.at[0];
  Measured *measured = MeasuredCreate();
  PetscCall(FillSeries(choice, claim->quantity, measured));
  PetscCall(TableJudge(&(Evidence){1, &job, (const Measured *[]){measured}, claim},
                       (PetscBool)(choice->floor >= 0 || isfinite(choice->floor_value)), finding));
  MeasuredDestroy(&measured);
  return 0;
}

/* Every parts-th row from the one of that number on, as a table of its own. No bend of a norm looks like
 * a lower-order term that explains the rows to their last digits: such a term refutes. */
static PetscErrorCode JudgePart(const TableChoice *choice, const Job *job, PetscInt number,
                                PetscInt parts, Arena arena, Finding *finding) {
  TableChoice part = *choice;
  Finding exact;
  part.row = ArenaArray(arena, choice->rows / parts + 1, sizeof(*part.row));
  part.rows = 0;
  for (PetscInt i = number; i < choice->rows; i += parts)
    part.row[part.rows++] = choice->row[i];
  PetscCall(JudgeRows(&part, job, finding));
  if (!part.unsigned_errors || finding->verdict == REFUTED)
    return 0;
  part.unsigned_errors = PETSC_FALSE;
  PetscCall(JudgeRows(&part, job, &exact));
  if (FindingIsOfTerm(&exact) &&
      (exact.verdict == REFUTED ||
       (finding->verdict == CONFIRMED &&
        (FindingHasFlag(&exact, "one_row") || FindingHasFlag(&exact, "finest_rows")))))
    *finding = exact;
  return 0;
}

/* Each part has rows from the coarsest to the finest, so that what is wrong shows in all of them: an
 * order is confirmed where every part confirms it, and refuted where most refute it. */
static PetscErrorCode JudgeTableParts(const TableChoice *choice, const Job *job, PetscInt parts,
                                      Arena arena, PetscInt found[VERDICT_WORDS],
                                      Finding *finding) {
  static const VerdictWord after[] = {FAILED, UNDECIDED, REFUTED, SKIPPED, CONFIRMED};
  Finding last[VERDICT_WORDS], part;
  PetscInt i = 0;
  for (PetscInt k = 0; k < parts; k++) {
    PetscCall(JudgePart(choice, job, k, parts, arena, &part));
    last[part.verdict] = part;
    found[part.verdict]++;
  }
  while (!found[after[i]])
    i++;
  *finding = last[2 * found[REFUTED] > parts ? REFUTED : after[i]];
  if (finding->verdict == REFUTED && 2 * found[REFUTED] <= parts)
    finding->verdict = UNDECIDED;
  return 0;
}

/* Its heading, with its number where another one has the same. */
static const char *NameColumn(const TableChoice *choice, PetscInt which, Arena arena) {
  const ErrorTable table = choice->table;
  const PetscInt column = choice->column[which];
  for (PetscInt c = 0; c < choice->columns; c++)
    if (c != which && !strcmp(table->heading[choice->column[c]], table->heading[column]))
      return ArenaPrint(arena, "%s, column %d", table->heading[column], (int)column + 1);
  return table->heading[column];
}

/* The rows in which all of these columns have a number, and not all an exact zero if there are others.
 * `lost` are those at the fine end that have none. */
static PetscErrorCode ChooseNumbers(TableChoice *choice, Arena arena, PetscInt *without,
                                    PetscInt *lost) {
  const ErrorTable table = choice->table;
  const PetscInt *row = choice->row, rows = choice->rows;
  PetscReal value;
  choice->row = ArenaArray(arena, rows, sizeof(*choice->row));
  choice->rows = 0;
  choice->unsigned_errors = PETSC_TRUE;
  for (PetscInt zeros = 0; zeros < 2 && !choice->rows; zeros++) {
    *lost = 0;
    for (PetscInt i = 0; i < rows; i++) {
      PetscBool there = PETSC_TRUE, gone = PETSC_FALSE, zero = PETSC_TRUE;
      for (PetscInt c = 0; c < choice->columns; c++) {
        const TableCell *cell = ErrorTableCell(table, row[i], choice->column[c]);
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
  UserCheck(choice->rows, "%s: column '%s' has no number", table->path,
            table->heading[choice->column[0]]);
  return 0;
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

/* An order that the table gives besides its errors, of a row and the one before, or the next. */
typedef struct {
  PetscReal order;    /* NaN: none */
  PetscReal digit;    /* half a unit of its last digit */
  PetscReal rounding; /* what rounding may change in the row's error and step size, relative */
} GivenRate;

static GivenRate *ReadRates(const TableChoice *whole, const TableChoice *choice, PetscInt rates,
                            Arena arena) {
  PetscInt at = 0;
  GivenRate *given = ArenaArray(arena, choice->rows, sizeof(*given));
  for (PetscInt i = 0; i < choice->rows; i++) {
    const TableCell *row = ErrorTableCell(choice->table, choice->row[i], 0),
                    *error = &row[choice->column[0]];
    while (whole->row[at] != choice->row[i])
      at++;
    /* of neighbours only */
    given[i].order =
        row[rates].number && (i == 0 || (at > 0 && whole->row[at - 1] == choice->row[i - 1]))
            ? row[rates].value
            : NAN;
    given[i].digit = row[rates].digit;
    given[i].rounding =
        error->digit / PetscAbsReal(error->value) + RoundingOfSize(choice, choice->row[i]);
  }
  return given;
}

/* How many of the orders given do not follow from the errors if each belongs to its row and the one `back`
 * before, and is divided by that; and the first such one. */
static int Differing(const Series *series, const GivenRate given[], int back, PetscReal divisor,
                     int *first, PetscReal *observed) {
  const char *name = series->quantity[0].name;
  int count = 0;
  for (int i = 1; i < (int)series->points; i++) {
    const GivenRate *rate = &given[i + 1 - back];
    const PetscReal ratio = log(series->point[i - 1].h / series->point[i].h) * divisor;
    const PetscReal coarse = SeriesPointError(&series->point[i - 1], name),
                    fine = SeriesPointError(&series->point[i], name);
    const PetscReal order = log(coarse / fine) / ratio;
    /* One unit of the last digit, since some cut digits off. */
    if (!(PetscAbsReal(rate->order - order) >
          2 * rate->digit + (given[i].rounding + given[i - 1].rounding) / ratio))
      continue;
    if (!count++) {
      *first = i;
      *observed = order;
    }
  }
  return count;
}

/* Says which orders of the table do not follow from the errors. Those in numbers of unknowns are as many times smaller
 * as there are dimensions. */
static void CheckRates(const TableChoice *whole, const TableChoice *choice, const Series *series,
                       Arena arena, Finding *f) {
  const PetscInt rates = RatesOf(choice->table, choice->column[0]);
  int least = INT_MAX, at = 0, orders = 0;
  PetscReal order = NAN;
  if (rates < 0 || choice->table->headings < 1)
    return;
  const GivenRate *given = ReadRates(whole, choice, rates, arena);
  for (PetscInt i = 0; i < choice->rows; i++)
    orders += isfinite(given[i].order);
  for (int back = 1; back <= 2; back++)
    for (int unknowns = 0; unknowns <= (choice->dimension > 0); unknowns++) {
      PetscReal observed = NAN;
      int first = 0;
      const int count =
          Differing(series, given, back, unknowns ? choice->dimension : 1, &first, &observed);
      if (count >= least || (back == 2 && isfinite(given[choice->rows - 1].order)))
        continue;
      least = count;
      at = first + 1 - back;
      order = observed;
    }
  if (!orders || !least)
    return;
  FindingAdd(f, CAUSE_RATES_DIFFER,
             FACTS(TEXT(SUBJECT, choice->table->heading[rates]), NUMBER(COUNT, least),
                   NUMBER(POINTS, orders), NUMBER(CLAIMED, given[at].order), NUMBER(ORDER, order),
                   NUMBER(H, series->point[at].h)));
  FindingFlag(f, "rates_differ");
}

/* What refutes may be the error of a solver, if it does not refute above that. */
static PetscErrorCode DoubtBelow(PetscReal solver, const TableChoice *choice, const Job *job,
                                 PetscInt parts, Arena arena, Finding *finding) {
  TableChoice above = *choice;
  PetscInt found[VERDICT_WORDS] = {0};
  Finding still;
  above.least = solver;
  if (finding->verdict != REFUTED || !(solver > 0) ||
      (finding->statement[0].cause == CAUSE_ORDER_TOO_LOW &&
       StatementNumber(finding->statement, QUANTITY_ERROR) >
           TABLE_CLEAN * StatementNumber(finding->statement, QUANTITY_FINER_ERROR)))
    return 0;
  PetscCall(JudgeTableParts(&above, job, parts, arena, found, &still));
  if (still.verdict != REFUTED)
    FindingDoubt(finding, CAUSE_MAY_BE_A_SOLVER, FACTS(NUMBER(DETECTABLE, 10 * solver)));
  return 0;
}

PetscErrorCode TableAddVerdict(const TableQuestion *question, const TableChoice *whole,
                               PetscInt first, PetscInt count, Records *records,
                               Verdicts *verdicts) {
  TableChoice choice = *whole;
  const Arena arena = records->arena;
  Claim claim = {.study = "order", .quantity = question->name, .order = question->power};
  PetscInt without = 0, lost = 0, found[VERDICT_WORDS] = {0};
  Finding finding;
  choice.column += first;
  choice.columns = count;
  PetscCall(ChooseNumbers(&choice, arena, &without, &lost));
  const PetscInt parts = (choice.rows + LIMIT_POINTS - 1) / LIMIT_POINTS;
  if (!question->name && count > 1)
    claim.quantity = "error";
  else if (!question->name)
    claim.quantity = NameColumn(whole, first, arena);
  claim.source = choice.table->path;
  claim.value =
      ArenaPrint(arena, "%g%s", (double)question->power, question->logarithm ? " log" : "");
  Record *record = JudgeNewRecord(records, "order", "table", choice.table->path, &claim);
  record->job.symmetric = question->symmetric;
  record->measured = MeasuredCreate();
  PetscCall(FillSeries(&choice, claim.quantity, record->measured));
  PetscCall(JudgeTableParts(&choice, &record->job, parts, arena, found, &finding));
  if (count == 1)
    CheckRates(whole, &choice, record->measured->series, arena, &finding);
  if (finding.verdict == REFUTED && !question->name &&
      fabs(1 / finding.observed - question->power) < ORDER_TOO_LOW_FRACTION)
    FindingAdd(&finding, CAUSE_COLUMNS_EXCHANGED, FACTS(NUMBER(POWER, 1 / finding.observed)));
  TableLeaveOut(without + whole->without_size, lost, &finding);
  if (parts > 1)
    FindingAdd(&finding, CAUSE_ROWS_IN_PARTS,
               FACTS(NUMBER(POINTS, choice.rows), NUMBER(COUNT, parts),
                     NUMBER(CONFIRMING, found[CONFIRMED]), NUMBER(REFUTING, found[REFUTED])));
  PetscCall(DoubtBelow(question->solver, &choice, &record->job, parts, arena, &finding));
  if (finding.verdict != CONFIRMED && question->shift != 0)
    FindingPrefix(
        &finding, CAUSE_OTHER_TIME,
        FACTS(TEXT(SUBJECT, claim.quantity), NUMBER(RATIO, fabs(question->shift)),
              TEXT(WORD, question->shift == -0.5  ? "earlier, as on a staggered grid (leapfrog)"
                         : question->shift == 0.5 ? "later, as on a staggered grid (leapfrog)"
                         : question->shift < 0    ? "earlier"
                                                  : "later")));
  else if (finding.verdict != CONFIRMED && question->other)
    FindingPrefix(&finding, CAUSE_OTHER_SOLUTION, FACTS(TEXT(SUBJECT, question->other)));
  if (question->flag)
    FindingFlag(&finding, question->flag);
  JudgeAdd(verdicts, &record->job, record->job.claims.at, &finding);
  return 0;
}

PetscErrorCode TableJudgeAll(const TableQuestion *question, TableJudgement *j) {
  const TableChoice *choice = &j->choice;
  PetscCall(TableChoose(question, &j->choice));
  j->records = RecordsCreate();
  j->verdicts = VerdictsCreate();
  const PetscInt columns = choice->columns, count = question->together ? columns : 1;
  for (PetscInt c = 0; c < columns; c += count)
    PetscCall(TableAddVerdict(question, choice, c, count, j->records, j->verdicts));
  return 0;
}

void TableJudgementDestroy(TableJudgement *j) {
  VerdictsDestroy(&j->verdicts);
  RecordsDestroy(&j->records);
  ErrorTableDestroy(&j->choice.table);
  *j = (TableJudgement){.records = NULL};
}
