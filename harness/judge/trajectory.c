#include "judge/trajectory.h"
#include "base/digits.h"
#include "numerics/expression.h"
#include "statistics/thresholds.h"

#include <ctype.h>
#include <float.h>

/* Times, or a step size and the spacing of rows, are one if they differ by that part of the step. */
#define SAME_TIME 1e-6
/* Numbers of more digits are of quadruple, and of single precision if all of them fit. */
enum { DOUBLE_DIGITS = 17, SINGLE_DIGITS = 9 };

static const char *const times[] = {"t", "time", "Time", "T", NULL},
                         *const sizes_of_steps[] = {"h", "dt", "step", "stepsize", "tau", NULL},
                         *const runs_of_file[] = {"run", "runid", NULL};

/* Without brackets, blanks and underscores, and without a unit in brackets behind a blank. */
static const char *LettersOf(const char *name, char plain[64]) {
  size_t used = 0;
  for (const char *begin = name;
       *name && used < 63 && !(name > begin && name[-1] == ' ' && strchr("[(", *name)); name++)
    if (!strchr("[]()_ ", *name))
      plain[used++] = *name;
  plain[used] = 0;
  return plain;
}

PetscInt TrajectoryColumn(const TrajectoryFile *file, const char *heading) {
  char wanted[64], plain[64];
  PetscInt c = file->table->columns - 1;
  for (LettersOf(heading, wanted);
       c >= 0 && strcmp(LettersOf(file->table->heading[c], plain), wanted);)
    c--;
  return c;
}

PetscInt TrajectoryColumnOf(const TrajectoryFile *file, const char *const names[]) {
  PetscInt column = -1;
  for (; *names && column < 0; names++)
    column = TrajectoryColumn(file, *names);
  return column;
}

const TableCell *TrajectoryCell(const TrajectoryRun *run, PetscInt row, PetscInt column) {
  return ErrorTableCell(run->file->table, run->row[row], column);
}

PetscReal TrajectoryNoise(const TrajectoryRun *run, PetscInt row, PetscInt column) {
  const TrajectoryDigits *d = &run->file->digits[column];
  const TableCell *cell = TrajectoryCell(run, row, column);
  const PetscReal size = fabs(cell->value), /* zeros at the end may have been left out */
      noise = fmax(d->place, 5 * pow(10, -d->digits) * size);
  return (cell->digit > 0 ? fmin(noise, cell->digit) : noise) + d->epsilon * size;
}

PetscInt TrajectoryRowAt(const TrajectoryRun *run, PetscReal t) {
  const PetscReal away = fabs(t - run->t[0]) / run->spacing; /* NaN: any row may be it */
  const PetscInt first = away < (PetscReal)run->rows ? (PetscInt)round(away) : 0,
                 last = isnan(away) ? run->rows : PetscMin(first + 1, run->rows);
  for (PetscInt i = first; i < last; i++)
    if (fabs(run->t[i] - t) <= SAME_TIME * run->h + TrajectoryNoise(run, i, run->file->time))
      return i;
  return -1;
}

PetscInt TrajectoryTurns(const TrajectoryRun *run, PetscInt column) {
  PetscReal least = INFINITY, most = -INFINITY, extreme = TrajectoryCell(run, 0, column)->value;
  PetscInt turns = 0, way = 0; /* 0: not known yet */
  for (PetscInt i = 0; i < run->rows; i++) {
    least = fmin(least, TrajectoryCell(run, i, column)->value);
    most = fmax(most, TrajectoryCell(run, i, column)->value);
  }
  for (PetscInt i = 1; i < run->rows; i++) {
    const PetscReal by = TrajectoryCell(run, i, column)->value - extreme;
    if (by * way > 0)
      extreme += by;
    else if (fabs(by) > LONG_TURN_PART * (most - least)) {
      extreme += by;
      way = by > 0 ? 1 : -1;
      turns++;
    }
  }
  return turns;
}

/* ---- What a file says ---- */

/* Whether the number is one of single precision, printed with so many digits or with all of a double. */
static PetscBool IsSingle(const TableCell *cell, PetscInt digits) {
  char text[64];
  (void)snprintf(text, sizeof(text), "%.*e", (int)digits - 1, (double)(float)cell->value);
  return (PetscBool)((PetscReal)(float)cell->value == cell->value ||
                     (digits <= SINGLE_DIGITS && strtod(text, NULL) == cell->value));
}

/* Of a column, and of all others together. Of all numbers of nine digits one in thirty is that of one in
 * single precision, of eight digits one in three: several show it. */
static TrajectoryDigits DigitsOf(const TrajectoryFile *file, PetscInt column, PetscBool *constant) {
  TrajectoryDigits d = {.place = DBL_MAX};
  PetscInt whole = 0, few;
  PetscBool single = PETSC_TRUE;
  *constant = PETSC_TRUE;
  for (PetscInt i = 0; i < file->table->rows; i++) {
    const TableCell *cell = ErrorTableCell(file->table, i, column);
    *constant =
        (PetscBool)(*constant && !strcmp(cell->text, ErrorTableCell(file->table, 0, column)->text));
    d.digits = PetscMax(d.digits, cell->digits);
    d.place = cell->digit > 0 ? fmin(d.place, cell->digit) : d.place;
  }
  for (PetscInt i = 0; i < file->table->rows; i++) {
    const TableCell *cell = ErrorTableCell(file->table, i, column);
    single = (PetscBool)(single && IsSingle(cell, d.digits));
    whole += cell->digits >= SINGLE_DIGITS - 1;
  }
  few = d.digits >= SINGLE_DIGITS ? 3 : 8;
  d.epsilon = d.digits > DOUBLE_DIGITS ? pow(10, 1 - d.digits)
              : single && whole >= few ? FLT_EPSILON
                                       : DBL_EPSILON;
  return d;
}

/* A column whose numbers are all the same may have fewer digits than its format: it has those of others. */
static void CountDigits(TrajectoryFile *file) {
  const PetscInt columns = file->table->columns;
  TrajectoryDigits all = {.place = DBL_MAX, .epsilon = DBL_EPSILON};
  PetscBool constant;
  file->digits = ArenaArray(file->table->arena, columns, sizeof(*file->digits));
  for (PetscInt c = 0; c < 2 * columns; c++) {
    TrajectoryDigits *d = &file->digits[c % columns];
    *d = DigitsOf(file, c % columns, &constant);
    if (c < columns && c != file->time) {
      all.digits = PetscMax(all.digits, d->digits);
      all.place = fmin(all.place, d->place);
    }
    *d = constant ? all : *d;
    d->place = d->place == DBL_MAX ? 0 : d->place;
  }
}

/* What stands on both sides of "=" or ":". */
static void ReadNotes(TrajectoryFile *file) {
  static const char blanks[] = " \t", ends[] = " \t,;=:";
  const ErrorTable table = file->table;
  for (PetscInt i = 0; i < table->comments; i++)
    for (const char *begin = table->comment[i], *sign = begin; (sign = strpbrk(sign, "=:"));) {
      const char *end = sign, *name, *value = sign + 1 + strspn(sign + 1, blanks);
      const int length = (int)strcspn(value, ends);
      while (end > begin && strchr(blanks, end[-1]))
        end--;
      for (name = end; name > begin && (isalnum((unsigned char)name[-1]) || name[-1] == '_');)
        name--;
      name += strspn(name, "0123456789"); /* which begin no name */
      begin = sign = length && name < end ? value + length : sign + 1;
      if (!length || name == end)
        continue;
      TrajectoryNote *note = ArenaNext(table->arena, file->notes, &file->note);
      note->line = table->comment_line[i];
      note->name = ArenaPrint(table->arena, "%.*s", (int)(end - name), name);
      TableCellRead(ArenaPrint(table->arena, "%.*s", length, value), 0, &note->value);
    }
}

/* The step size that the file's name has: run_h0.01.csv; n100.txt is a number of steps. NaN: none. */
static PetscReal SizeInName(const char *path, PetscBool *counts) {
  static const char *const words[] = {"n", "N", "steps", "h", "dt"};
  for (const char *at = strrchr(path, '/') ? strrchr(path, '/') : path; *at; at++)
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(words); k++) {
      const char *value = at + strlen(words[k]);
      if ((at > path && isalnum((unsigned char)at[-1])) || strncmp(at, words[k], strlen(words[k])))
        continue;
      value += strspn(value, "=_");
      *counts = (PetscBool)(k < 3);
      if (isdigit((unsigned char)*value) && strtod(value, NULL) > 0)
        return strtod(value, NULL);
    }
  return NAN;
}

/* That of the last comment on it before a row. */
static PetscReal SizeInNotes(const TrajectoryFile *file, PetscInt row) {
  PetscReal size = NAN;
  char plain[64];
  for (PetscInt i = 0; i < file->notes && file->note[i].line < file->table->line[row]; i++)
    if (TableWordIn(LettersOf(file->note[i].name, plain), sizes_of_steps))
      size = file->note[i].value.value;
  return size;
}

/* ---- Runs ---- */

/* Whether a row goes on with the run: the same text in the columns that tell runs apart, or without these the
 * same comment, and a time that goes on. */
static PetscBool GoesOn(const TrajectoryRun *run, PetscInt row, const PetscInt key[2]) {
  const TrajectoryFile *file = run->file;
  const PetscInt last = run->row[run->rows - 1];
  const PetscReal size = SizeInNotes(file, row),
                  way = ErrorTableCell(file->table, row, file->time)->value - run->t[run->rows - 1];
  for (int k = 0; k < 2; k++)
    if (key[k] >= 0 && strcmp(ErrorTableCell(file->table, row, key[k])->text,
                              ErrorTableCell(file->table, last, key[k])->text))
      return PETSC_FALSE;
  return (PetscBool)(key[0] >= 0 || key[1] >= 0 ||
                     ((isnan(size) || size == SizeInNotes(file, last)) &&
                      (run->rows < 2 || way * (run->t[1] - run->t[0]) > 0)));
}

/* A program that is restarted writes its last row again. */
static PetscBool IsRepeated(const TrajectoryFile *file, PetscInt row) {
  for (PetscInt c = 0; c < file->table->columns; c++)
    if (row == 0 || strcmp(ErrorTableCell(file->table, row, c)->text,
                           ErrorTableCell(file->table, row - 1, c)->text))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* One that differs from row to row counts them; −1. */
static PetscInt SizeColumn(const TrajectoryFile *file) {
  const PetscInt column = TrajectoryColumnOf(file, sizes_of_steps);
  return column >= 0 && file->table->rows > 1 &&
                 ErrorTableCell(file->table, 0, column)->value !=
                     ErrorTableCell(file->table, 1, column)->value
             ? -1
             : column;
}

static PetscErrorCode SplitFile(Trajectories *all, const TrajectoryFile *file) {
  const PetscInt key[2] = {SizeColumn(file), TrajectoryColumnOf(file, runs_of_file)};
  TrajectoryRun *run = NULL;
  for (PetscInt i = 0; i < file->table->rows; i++) {
    if (IsRepeated(file, i))
      continue;
    if (!run || !GoesOn(run, i, key)) {
      run = ArenaNext(all->arena, all->runs, &all->run);
      *run = (TrajectoryRun){.file = file, .h = SizeInNotes(file, i)};
      if (key[0] >= 0)
        PetscCall(ErrorTableNumber(file->table, i, key[0], &run->h));
    }
    ArenaRoom(all->arena, run->rows, &run->row);
    ArenaRoom(all->arena, run->rows, &run->t);
    PetscCall(ErrorTableNumber(file->table, i, file->time, &run->t[run->rows]));
    run->row[run->rows++] = i;
  }
  return 0;
}

/* The spacing of the rows, if it is one; the step size, if nothing else gave it; how these go together. */
static PetscErrorCode FindSteps(TrajectoryRun *run, PetscBool only) {
  const char *path = run->file->table->path;
  const int line = run->file->table->line[run->row[0]];
  const PetscReal span = fabs(run->t[run->rows - 1] - run->t[0]),
                  spacing = span / (PetscReal)(run->rows - 1);
  PetscReal rounding = SAME_TIME * spacing;
  PetscBool counts = PETSC_FALSE;
  const PetscReal named = only ? SizeInName(path, &counts) : NAN;
  char h[DIGITS_ROOM], apart[DIGITS_ROOM];
  run->spacing = spacing;
  for (PetscInt i = 1; i < run->rows; i++) {
    rounding = fmax(rounding, SAME_TIME * spacing + 2 * TrajectoryNoise(run, i, run->file->time));
    if (fabs(fabs(run->t[i] - run->t[0]) - (PetscReal)i * spacing) > rounding)
      run->spacing = NAN;
  }
  const PetscBool late = (PetscBool)(fabs(run->t[0]) > spacing / 2 && /* its first row lacks */
                                     fabs(fabs(run->t[0]) - spacing) <= rounding);
  const PetscBool by_name = (PetscBool)(isnan(run->h) && !isnan(named));
  if (by_name)
    run->h = counts ? (span + (late ? spacing : 0)) / named : named;
  if (isnan(run->h))
    run->h = run->spacing;
  UserCheck(run->h > 0,
            "%s:%d: a run without a step size, and with rows that are not equally spaced in t: "
            "give a column h, a comment \"# h = 0.01\", a file name like h0.01.csv, or "
            "--step-sizes",
            path, line);
  if (isnan(run->spacing))
    return 0;
  run->every = (PetscInt)fmax(1, round(spacing / run->h));
  UserCheck(fabs(spacing / (PetscReal)run->every - run->h) <= fmax(rounding, 1e-3 * run->h),
            "%s:%d: the rows are %s apart in t, which is not a multiple of the step size %s%s",
            path, line, DigitsShortest(spacing, apart), DigitsShortest(run->h, h),
            by_name ? ", which the file's name gives (a comment \"# h = 0.01\" or --step-sizes "
                      "replaces it)"
                    : "");
  if (rounding < 10 * SAME_TIME * spacing)
    run->h = spacing / (PetscReal)run->every;
  return 0;
}

/* Numbers such as 0.01 or 1/100. */
static PetscErrorCode GiveSizes(const char *sizes, Trajectories *all) {
  char complaint[256];
  PetscInt count = all->runs;
  OWNED(MemoryFree) Quad *h = MemoryZeroed(count, sizeof(*h));
  PetscBool right =
      (PetscBool)(ExpressionTry(sizes, (Variables){0}, &count, h, sizeof(complaint), complaint) &&
                  count == all->runs);
  for (PetscInt k = 0; k < all->runs && right; k++) {
    all->run[k].h = (PetscReal)h[k];
    right = (PetscBool)(all->run[k].h > 0);
  }
  UserCheck(right,
            "judge-trajectory: --step-sizes %s: expected %d numbers above zero, one for each run, "
            "separated by commas%s%s",
            sizes, (int)all->runs, *complaint ? ": " : "", complaint);
  return 0;
}

static PetscErrorCode SortRuns(Trajectories *all) {
  char h[DIGITS_ROOM];
  for (PetscInt i = 1; i < all->runs; i++)
    for (PetscInt k = i; k > 0 && all->run[k - 1].h <= all->run[k].h; k--) {
      const TrajectoryRun run = all->run[k], before = all->run[k - 1];
      UserCheck(before.h < run.h,
                "two runs have the step size %s, in %s and %s; if their rows are not at every "
                "step, give the sizes by a column h, comments \"# h = 0.01\" or --step-sizes",
                DigitsShortest(run.h, h), before.file->table->path, run.file->table->path);
      all->run[k] = before;
      all->run[k - 1] = run;
    }
  return 0;
}

PetscErrorCode TrajectoriesRead(PetscInt files, const char *const path[], const char *sizes,
                                Trajectories *all) {
  all->arena = ArenaCreate();
  all->file = ArenaArray(all->arena, files, sizeof(*all->file));
  PetscInt *first = ArenaArray(all->arena, files + 1, sizeof(*first));
  for (; all->files < files; first[all->files] = all->runs) {
    TrajectoryFile *file = &all->file[all->files];
    PetscCall(ErrorTableRead(path[all->files++], PETSC_TRUE, &file->table));
    file->time = TrajectoryColumnOf(file, times);
    UserCheck(file->time >= 0,
              "%s: there is no column with the heading t or time; the first column is '%s'",
              file->table->path, file->table->heading[0]);
    UserCheck(file->table->rows > 0, "%s has no rows", file->table->path);
    CountDigits(file);
    ReadNotes(file);
    PetscCall(SplitFile(all, file));
  }
  if (sizes)
    PetscCall(GiveSizes(sizes, all));
  for (PetscInt k = 0; k < all->runs; k++) {
    const PetscInt file = (PetscInt)(all->run[k].file - all->file);
    PetscCall(FindSteps(&all->run[k], (PetscBool)(first[file + 1] - first[file] == 1)));
  }
  return SortRuns(all);
}

void TrajectoriesDestroy(Trajectories *all) {
  for (PetscInt i = 0; i < all->files; i++)
    ErrorTableDestroy(&all->file[i].table);
  ArenaDestroy(&all->arena);
}
