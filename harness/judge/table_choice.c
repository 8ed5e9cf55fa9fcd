/* Which columns and rows of a table of errors are judged. */
#include "base/limits.h"
#include "judge/table.h"

#include <ctype.h>
#include <strings.h>

PetscErrorCode TableQuestionRead(TableQuestion *q) {
  char *end;
  UserCheck(q->order, "judge: --order is missing; give the claimed order, as in --order 2");
  q->power = strtod(q->order, &end);
  q->logarithm = (PetscBool)!strcmp(end, " log"); /* "2 log" is h² log(1/h) */
  UserCheck(end != q->order && (!*end || q->logarithm) && q->power > 0 && isfinite(q->power),
            "judge: --order '%s' is not a number above zero, nor one with a logarithm (\"2 log\")",
            q->order);
  UserCheck(q->where.count <= LIMIT_CONDITIONS,
            "judge: %d options --where; at most %d (LIMIT_CONDITIONS)", (int)q->where.count,
            LIMIT_CONDITIONS);
  for (PetscInt i = 0; i < q->where.count; i++)
    UserCheck(strchr(q->where.at[i], '='), "judge: --where '%s' is not of the form COLUMN=TEXT",
              q->where.at[i]);
  UserCheck(!q->h || !q->steps, "judge: give --h or --steps, not both");
  UserCheck(q->dimension >= 0 && isfinite(q->dimension),
            "judge: --dim %g is not a number above zero", q->dimension);
  return 0;
}

static PetscErrorCode FindColumn(ErrorTable table, const char *name, PetscInt *column) {
  const char *headings = "";
  *column = ErrorTableColumn(table, name);
  for (PetscInt c = 0; c < table->columns && *column < 0; c++)
    headings = ArenaPrint(table->arena, "%s%s%s", headings, c ? ", " : "", table->heading[c]);
  UserCheck(*column >= 0, "%s: there is no column '%s'; its columns are: %s", table->path, name,
            headings);
  return 0;
}

/* The first column of that role, or −1. */
static PetscInt ColumnOf(ErrorTable table, TableRole role) {
  for (PetscInt c = 0; c < table->columns; c++)
    if (TableRoleOf(table->heading[c]) == role)
      return c;
  return -1;
}

/* Whether a word, or nothing, stands in place of the step size and numbers in all others, as in a last row
 * of orders. */
static PetscBool HasNoSize(ErrorTable table, PetscInt row, PetscInt column) {
  const TableCell *cell = &table->cell[row * table->columns];
  for (PetscInt c = 0; c < table->columns; c++)
    if (c != column && !cell[c].number)
      return PETSC_FALSE;
  return (PetscBool)(!isfinite(cell[column].value) && !cell[column].lost &&
                     !strpbrk(cell[column].text, "0123456789"));
}

/* Whether the numbers can only be of steps or cells: whole, and above one. */
static PetscBool AreCounts(ErrorTable table, PetscInt column) {
  for (PetscInt i = 0; i < table->rows; i++) {
    const TableCell *cell = ErrorTableCell(table, i, column);
    if (!HasNoSize(table, i, column) && (!cell->exact || !(cell->value > 1)))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Whether the numbers are 1, 2, 3, … or the like, as levels of refinement are, or one whole number, as a parameter
 * is. 0 and 1 may be errors, of a code that is exact or gives nothing. */
static PetscBool AreLevels(ErrorTable table, PetscInt column) {
  if (table->rows < 3)
    return PETSC_FALSE;
  const PetscReal first = ErrorTableCell(table, 0, column)->value,
                  step = ErrorTableCell(table, 1, column)->value - first;
  for (PetscInt i = 0; i < table->rows; i++) {
    const TableCell *cell = ErrorTableCell(table, i, column);
    if (!cell->number || cell->value != first + (PetscReal)i * step || (step == 0 && !cell->exact))
      return PETSC_FALSE;
  }
  return (PetscBool)(first == rint(first) && (step == 1 || (step == 0 && first > 1)));
}

/* As "log10(error)". */
static PetscBool IsLogarithm(const char *heading) {
  const size_t length = !strncasecmp(heading, "log", 3)  ? 3
                        : !strncasecmp(heading, "ln", 2) ? 2
                                                         : 0;
  return (PetscBool)(length && !isalpha((unsigned char)heading[length]));
}

static PetscErrorCode ChooseSize(const TableQuestion *w, TableChoice *choice) {
  static const TableRole roles[] = {ROLE_SIZE, ROLE_STEPS, ROLE_UNKNOWNS},
                         many[] = {ROLE_UNKNOWNS, ROLE_STEPS, ROLE_SIZE};
  const ErrorTable table = choice->table;
  TableRole role = ROLE_SIZE;
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
    UserCheck(TableRoleOf(table->heading[0]) == ROLE_ERROR,
              "%s: no column of step sizes (the first is '%s'); add one, or name one with --h or "
              "--steps",
              table->path, table->heading[0]);
    UserCheck(!IsLogarithm(table->heading[0]),
              "%s: column '%s' has logarithms; expected step sizes or numbers of steps",
              table->path, table->heading[0]);
    UserCheck(!AreLevels(table, 0),
              "%s: no column of step sizes, and '%s' has levels of refinement or a parameter; name "
              "the column of step sizes or of numbers of steps with --h or --steps",
              table->path, table->heading[0]);
    role = AreCounts(table, 0) ? ROLE_STEPS : ROLE_SIZE;
  }
  UserCheck(role != ROLE_UNKNOWNS || w->dimension > 0,
            "%s: column '%s' has numbers of unknowns; give the dimension: --dim D, for h = "
            "N^(-1/D)",
            table->path, table->heading[choice->size]);
  UserCheck(role != ROLE_SIZE || !(w->dimension > 0),
            "%s: --dim needs a column of numbers of unknowns; '%s' has step sizes", table->path,
            table->heading[choice->size]);
  choice->counts = (PetscBool)(role != ROLE_SIZE);
  return 0;
}

static PetscErrorCode ChooseFloor(const TableQuestion *w, TableChoice *choice) {
  char *end;
  choice->floor_value = NAN;
  choice->floor = ErrorTableColumn(choice->table, w->floor ? w->floor : "floor");
  if (!w->floor || choice->floor >= 0)
    return 0;
  choice->floor_value = strtod(w->floor, &end);
  if (end == w->floor || *end)
    PetscCall(FindColumn(choice->table, w->floor, &choice->floor));
  else
    UserCheck(choice->floor_value > 0 && isfinite(choice->floor_value),
              "judge: --floor '%s' is not a number above zero", w->floor);
  return 0;
}

/* Whether any row has a number there. */
static PetscBool HasNumbers(const TableChoice *choice, PetscInt column) {
  for (PetscInt i = 0; i < choice->rows; i++)
    if (isfinite(ErrorTableCell(choice->table, choice->row[i], column)->value))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* A cell that might be an error, if no other one is: it says what is wrong. */
static PetscErrorCode ComplainOfErrors(const TableChoice *choice) {
  const ErrorTable table = choice->table;
  PetscReal value;
  for (PetscInt c = 0; c < table->columns; c++)
    if (c != choice->size && c != choice->floor && TableRoleOf(table->heading[c]) == ROLE_ERROR)
      PetscCall(ErrorTableNumber(table, choice->row[0], c, &value));
  return 0;
}

/* All with numbers that are called errors, or what could be one; or those that are named. */
static PetscErrorCode ChooseErrors(const TableQuestion *w, TableChoice *choice) {
  const ErrorTable table = choice->table;
  char *names, *rest, *name;
  choice->column = ArenaArray(table->arena, table->columns, sizeof(*choice->column));
  if (w->errors) {
    names = (char *)ArenaText(table->arena, w->errors);
    for (name = strtok_r(names, ",", &rest); name && choice->columns < table->columns;
         name = strtok_r(NULL, ",", &rest)) {
      PetscCall(FindColumn(table, name, &choice->column[choice->columns]));
      UserCheck(choice->column[choice->columns++] != choice->size,
                "%s: --errors names '%s', the column of step sizes", table->path,
                table->heading[choice->size]);
    }
  } else {
    for (PetscInt c = 0; c < table->columns; c++)
      if (c != choice->size && c != choice->floor && HasNumbers(choice, c) &&
          TableRoleOf(table->heading[c]) == ROLE_ERROR && !AreLevels(table, c))
        choice->column[choice->columns++] = c;
  }
  if (!choice->columns)
    PetscCall(ComplainOfErrors(choice));
  UserCheck(choice->columns, "%s: there is no column of errors, only '%s'", table->path,
            table->heading[choice->size]);
  for (PetscInt k = 0; k < choice->columns; k++)
    UserCheck(!IsLogarithm(table->heading[choice->column[k]]),
              "%s: column '%s' has logarithms; expected the errors themselves", table->path,
              table->heading[choice->column[k]]);
  return 0;
}

/* The rows that --where leaves, but for those without a step size. */
static PetscErrorCode ChooseRows(const TableQuestion *w, TableChoice *choice) {
  const ErrorTable table = choice->table;
  choice->row = ArenaArray(table->arena, table->rows, sizeof(*choice->row));
  for (PetscInt i = 0; i < table->rows; i++)
    if (!HasNoSize(table, i, choice->size))
      choice->row[choice->rows++] = i;
  choice->without_size = table->rows - choice->rows;
  for (PetscInt k = 0; k < w->where.count; k++) {
    const char *condition = w->where.at[k], *equals = strchr(condition, '=');
    PetscInt column, left = 0;
    const char *name;
    name = ArenaPrint(table->arena, "%.*s", (int)(equals - condition), condition);
    PetscCall(FindColumn(table, name, &column));
    for (PetscInt i = 0; i < choice->rows; i++)
      if (!strcmp(ErrorTableCell(table, choice->row[i], column)->text, equals + 1))
        choice->row[left++] = choice->row[i];
    choice->rows = left;
  }
  UserCheck(choice->rows, "%s: there is no row to judge", table->path);
  UserCheck(choice->rows <= LIMIT_ROWS,
            "%s: %d rows to judge; at most %d (LIMIT_ROWS); --where chooses among them",
            table->path, (int)choice->rows, LIMIT_ROWS);
  return 0;
}

/* From the largest step size to the smallest; two rows of one step size are an error. */
static PetscErrorCode SortRows(TableChoice *choice) {
  const ErrorTable table = choice->table;
  PetscReal size, other;
  for (PetscInt i = 0; i < choice->rows; i++) {
    const PetscInt row = choice->row[i];
    PetscInt k = i;
    PetscCall(ErrorTableNumber(table, row, choice->size, &size));
    UserCheck(size > 0, "%s:%d: column '%s': %g is not a step size; expected a number above zero",
              table->path, table->line[row], table->heading[choice->size], (double)size);
    for (; k > 0; k--) {
      PetscCall(ErrorTableNumber(table, choice->row[k - 1], choice->size, &other));
      UserCheck(other != size,
                "%s:%d: the step size of line %d is repeated; choose rows with --where",
                table->path, table->line[row], table->line[choice->row[k - 1]]);
      if (choice->counts ? other < size : other > size)
        break;
      choice->row[k] = choice->row[k - 1];
    }
    choice->row[k] = row;
  }
  return 0;
}

/* Where neither column is named. Two rows with one product of step size and number of steps show a third. */
static PetscErrorCode CompareSizes(const TableQuestion *w, const TableChoice *c) {
  const PetscInt size = ColumnOf(c->table, ROLE_SIZE), steps = ColumnOf(c->table, ROLE_STEPS);
  for (PetscInt i = 0; i < c->rows && size >= 0 && steps >= 0 && !w->h && !w->steps; i++) {
    const TableCell *row[3];
    PetscReal product[3];
    for (int k = 0; k < 3; k++) {
      row[k] = ErrorTableCell(c->table, c->row[(i + k * (c->rows - 1)) % c->rows], 0);
      product[k] = row[k][size].value * row[k][steps].value;
    }
    UserCheck(!(PetscAbsReal(product[1] / product[2] - 1) < 0.01 &&
                PetscAbsReal(product[0] / product[1] - 1) >
                    0.01 + 2 * row[0][size].digit / row[0][size].value),
              "%s:%d: %s = %s contradicts %s = %s, as its neighbours show; --h or --steps names "
              "the column to use",
              c->table->path, c->table->line[c->row[i]], c->table->heading[size], row[0][size].text,
              c->table->heading[steps], row[0][steps].text);
  }
  return 0;
}

PetscReal TableSizeOf(const TableChoice *choice, PetscReal number) {
  if (choice->dimension > 0)
    return pow(number, -1 / choice->dimension);
  return choice->counts ? 1 / number : number;
}

PetscErrorCode TableChoose(const TableQuestion *w, TableChoice *choice) {
  PetscReal coarsest;
  choice->power = w->power;
  PetscCall(ChooseSize(w, choice));
  PetscCall(ChooseFloor(w, choice));
  PetscCall(ChooseRows(w, choice));
  PetscCall(SortRows(choice));
  PetscCall(CompareSizes(w, choice));
  PetscCall(ErrorTableNumber(choice->table, choice->row[0], choice->size, &coarsest));
  UserCheck(
      !w->logarithm || TableSizeOf(choice, coarsest) < 1,
      "%s: with h = %g the logarithm of 1/h is not positive: an order with \"log\" needs step "
      "sizes below 1 (--where chooses among rows)",
      choice->table->path, (double)TableSizeOf(choice, coarsest));
  return ChooseErrors(w, choice);
}
