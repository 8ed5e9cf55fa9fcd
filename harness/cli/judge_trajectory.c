/* gimbal judge-trajectory: output of any program at several step sizes, judged against a model's certified
 * solution, or by the energies in it. */
#include "cli/command.h"
#include "cli/trajectory_match.h"
#include "base/digits.h"
#include "judge/judge.h"
#include "studies/study.h"

typedef struct {
  const char *model, *order, *energy, *invariants, *constraint, *reversible, *sizes, *columns;
  PetscReal floor;
  PetscBool json;
  Texts back, plugins;
} TrajectoryWords;

static const Option options[] = {
    OPTION(TrajectoryWords, ONCE, 'M', "model", "MODEL[:CASE]", model),
    OPTION(TrajectoryWords, TEXT, 0, "order", "P", order),
    OPTION(TrajectoryWords, TEXT, 0, "energy", "bounded|drift|exact", energy),
    OPTION(TrajectoryWords, TEXT, 0, "invariants", "bounded|drift|exact", invariants),
    OPTION(TrajectoryWords, TEXT, 0, "constraint", "exact", constraint),
    OPTION(TrajectoryWords, TEXT, 0, "reversible", "yes|no", reversible),
    OPTION(TrajectoryWords, LIST, 0, "back", "FILE", back),
    OPTION(TrajectoryWords, TEXT, 0, "step-sizes", "H,...", sizes),
    OPTION_IN(TrajectoryWords, NUMBER, 0, "floor", "X", floor, 0, 0),
    OPTION(TrajectoryWords, TEXT, 0, "columns", "NAMES", columns),
    OPTION(TrajectoryWords, YES, 0, "json", NULL, json),
    OPTION_PLUGINS(TrajectoryWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageJudgeTrajectory = USAGE(options, TrajectoryWords, "FILE", 1, -1);

/* Errors are taken at four times, if possible within so many durations of the case: the reference of a
 * chaotic motion takes minutes later, and claims on an energy need none. */
enum { TIMES = 4, HORIZON = 4 };

typedef struct {
  const TrajectoryWords *words;
  Motion motion;
  Trajectories all, back;
  Match match, match_back;
  Arena arena;
  Records *records;
  Verdicts *verdicts;
  PetscInt times, n, entries;
  PetscInt places; /* of errors: the times, and perhaps the row before the last of them */
  Quad time[TIMES], *expected; /* runs × places × entries */
  PetscBool mixed;          /* times at an even step of some runs and an odd one of others, too */
  PetscReal *error, *floor; /* runs × places × entries; runs × 2: of q and of its second part */
  PetscReal size[2];
  PetscReal square[2][3]; /* of the finest run's errors, times the changes in a step, of these */
} Judging;

/* ---- Errors ---- */

/* The time that is meant: 2 where t = 1.9999999999999998. */
static Quad RoundedTime(PetscReal t) {
  const PetscReal rounded = DigitsRound(t, 10);
  return (Quad)(fabs(rounded - t) <= 1e-12 * fabs(t) ? rounded : t);
}

/* The last time in each quarter, up to `end`, at which all runs have a row. Errors of some methods depend on
 * whether the number of steps is even: but at the end, it is so in all runs or in none. */
static void FindTimesUpTo(PetscReal end, Judging *j) {
  const TrajectoryRun *run = j->all.run;
  for (PetscInt k = 0; k < j->all.runs; k++)
    end = fmin(end, j->all.run[k].t[j->all.run[k].rows - 1]);
  for (PetscInt i = 1, part = 0; i < run->rows; i++) {
    const PetscReal share = (run->t[i] - run->t[0]) / (end - run->t[0]) * TIMES - 1e-6;
    PetscBool common = (PetscBool)(share > 0 && share < TIMES);
    PetscInt even = 0;
    for (PetscInt k = 0; k < j->all.runs && common; k++) {
      const TrajectoryRun *other = &j->all.run[k];
      common = (PetscBool)(TrajectoryRowAt(other, (PetscReal)RoundedTime(run->t[i])) >= 0);
      even += llround((run->t[i] - run->t[0]) / other->h) % 2 == 0;
    }
    if (!common || (!j->mixed && share < TIMES - 1 && even && even < j->all.runs))
      continue;
    j->times += !j->times || part < (PetscInt)share;
    part = (PetscInt)share;
    j->time[j->times - 1] = RoundedTime(run->t[i]);
  }
}

static PetscErrorCode FindTimes(Judging *j) {
  const ModelCase instance = j->motion.instance;
  const int unit = instance->normal ? instance->normal->time : 0;
  FindTimesUpTo((PetscReal)(instance->begin + HORIZON * scalbnq(instance->duration, unit)), j);
  if (!j->times)
    FindTimesUpTo(INFINITY, j);
  UserCheck(j->times,
            "judge-trajectory: there is no time t, but for the beginning, at which all runs have "
            "a row");
  return 0;
}

/* How far printing, rounding in each step, the reference's bar, and a time with few digits may change an
 * entry. */
static PetscReal NoiseOf(const Judging *j, const TrajectoryRun *run, PetscInt row, PetscInt at,
                         PetscInt i, PetscReal change) {
  const PetscInt time = run->file->time, column = MatchColumn(&j->match, run, i);
  char text[DIGITS_ROOM];
  const PetscBool exact = (PetscBool)((PetscInt)strlen(DigitsShortest((double)j->time[at], text)) <
                                      PetscMax(5, run->file->digits[time].digits - 1));
  return TrajectoryNoise(run, row, column) +
         (exact ? 0
                : fabs(change / (run->t[row] - run->t[PetscMax(row - 1, 0)])) *
                      TrajectoryCell(run, row, time)->digit) +
         fabs(run->t[row] - run->t[0]) / run->h * run->file->digits[column].epsilon *
             j->size[i >= j->n];
}

/* Of every step, with the last common time at an even or odd one in all runs: errors at the step before show what
 * a method does at every other step. */
static PetscBool HasOddRows(const Judging *j) {
  const Quad end = j->time[j->times - 1];
  PetscInt even = 0;
  for (PetscInt k = 0; k < j->all.runs; k++) {
    const TrajectoryRun *run = &j->all.run[k];
    const PetscInt row = TrajectoryRowAt(run, (PetscReal)end);
    if (isnan(run->spacing) || run->every != 1 || row < 2 ||
        (j->times > 1 && run->t[row - 1] <= (PetscReal)j->time[j->times - 2]))
      return PETSC_FALSE;
    even += row % 2 == 0;
  }
  return (PetscBool)(!even || even == j->all.runs);
}

static PetscInt RowOf(const Judging *j, const TrajectoryRun *run, PetscInt place) {
  return place < j->times ? TrajectoryRowAt(run, (PetscReal)j->time[place])
                          : TrajectoryRowAt(run, (PetscReal)j->time[j->times - 1]) - 1;
}

/* The reference where errors are taken; *rows are those of all times, which ascend: runs are from the largest step
 * to the smallest. */
static PetscErrorCode SolveRuns(Judging *j, Quad **rows, Quad *bars,
                                ReferenceCertificate *certificate) {
  const Motion *m = &j->motion;
  const PetscInt runs = j->all.runs, last = j->times - 1,
                 all = j->places > j->times ? j->times + runs : j->times;
  Quad *time = ArenaArray(j->arena, all, sizeof(*time));
  *rows = ArenaArray(j->arena, m->row * all, sizeof(**rows));
  j->expected = ArenaArray(j->arena, runs * j->places * j->entries, sizeof(*j->expected));
  PetscCall(PetscArraycpy(time, j->time, last));
  for (PetscInt k = 0; k < all - j->times; k++) {
    const PetscInt row = RowOf(j, &j->all.run[k], j->times); /* of equally spaced ones */
    const Quad begin = RoundedTime(j->all.run[k].t[0]);
    time[last + k] = begin + (j->time[last] - begin) * row / (row + 1);
  }
  time[all - 1] = j->time[last];
  PetscCall(MotionSolve(m, all, time, *rows, bars, certificate));
  for (PetscInt k = 0; k < runs; k++)
    for (PetscInt at = 0; at < j->places; at++) {
      const PetscInt i = at < last ? at : at == last ? all - 1 : last + k;
      MatchEntries(&j->match, time[i], *rows + i * m->row,
                   j->expected + (k * j->places + at) * j->entries);
    }
  return 0;
}

/* Also refuses a mistake that the first row does not show, as the sign of a velocity that begins at 0. */
static PetscErrorCode FindErrors(Judging *j, PetscInt k, const Quad *bars) {
  const TrajectoryRun *run = &j->all.run[k];
  const PetscInt entries = j->entries;
  const Quad *const expected = j->expected + k * j->places * entries;
  PetscReal *const error = j->error + k * j->places * entries;
  PetscBool large = PETSC_FALSE;
  Quad *given, *before, *tolerance;
  PetscCall(PetscArrayzero(&j->square[0][0], 6));
  PetscCall(PetscMalloc3(j->places * entries, &given, entries, &before, entries, &tolerance));
  for (PetscInt at = 0; at < j->places; at++) {
    const PetscInt row = RowOf(j, run, at);
    Quad *const now = given + at * entries;
    MatchRead(&j->match, run, PetscMax(row - 1, 0), before, NULL);
    MatchRead(&j->match, run, row, now, NULL);
    for (PetscInt i = 0; i < entries; i++) {
      const PetscReal change = (PetscReal)MatchDifference(&j->match, i, now[i], before[i]);
      const PetscReal step = change / (run->t[row] - run->t[row - 1]) * run->h,
                      off = (PetscReal)MatchDifference(&j->match, i, now[i],
                                                       expected[at * entries + i]);
      const int part = i >= j->n;
      PetscReal *floor = &j->floor[2 * k + part];
      *floor = fmax(*floor, (PetscReal)bars[i] + NoiseOf(j, run, row, at, i, change));
      error[at * entries + i] = off;
      j->square[part][0] += off * off;
      j->square[part][1] += off * step;
      j->square[part][2] += step * step;
      tolerance[i] = (Quad)j->size[part] / 50;
      large = (PetscBool)(large || !(fabs(off) < 5 * (PetscReal)tolerance[i]));
    }
  }
  if (large && k == j->all.runs - 1)
    PetscCall(MatchExplain(&j->match, run, TrajectoryRowAt(run, (PetscReal)j->time[j->times - 1]),
                           j->times, given, expected, tolerance, PETSC_FALSE));
  return PetscFree3(given, before, tolerance);
}

/* The largest error of a run, over the size of q or its second part; part 2: of both. */
static PetscReal LargestError(const Judging *j, PetscInt k, int part) {
  Quad largest = 0;
  for (PetscInt i = 0; i < j->places * j->entries; i++)
    if (part == 2 || part == (i % j->entries >= j->n))
      largest = LargerOrNaN(largest, (Quad)(fabs(j->error[k * j->places * j->entries + i]) /
                                            j->size[i % j->entries >= j->n]));
  return (PetscReal)largest;
}

/* Whether the two finest runs are near each other, and far from the model. Errors of order 1 change by the part by
 * which the step does. */
static PetscBool SolveOtherProblem(const Judging *j) {
  const PetscInt last = j->all.runs - 1, count = j->places * j->entries;
  PetscReal noise = 0, change = 0, error = LargestError(j, last, 2);
  for (PetscInt i = 0; i < count && last > 0; i++) {
    const PetscInt part = i % j->entries >= j->n;
    const PetscReal *const off = &j->error[last * count + i], floor = j->floor[2 * last + part];
    noise = fmax(noise, floor / j->size[part]);
    change = fmax(change, (fabs(off[0] - off[-count]) - floor) / j->size[part]);
  }
  return (PetscBool)(last > 0 && error > fmax(1e-6, 20 * noise) &&
                     change <= (j->all.run[last - 1].h / j->all.run[last].h - 1) / 4 * error);
}

/* By how many steps, or halves of one, the finest values are later than they should be; 0: by none. One or two
 * values always seem to be. */
static PetscReal ShiftOf(const Judging *j, int part) {
  const PetscReal *square = j->square[part], shift = square[1] / square[2],
                  halves = round(2 * shift) / 2;
  const PetscBool is = (PetscBool)(j->places * (part ? j->entries - j->n : j->n) > 2 &&
                                   square[1] * shift > 0.999 * square[0]);
  return is && fabs(shift - halves) < 0.05 ? halves : 0;
}

static PetscErrorCode CompareRuns(Judging *j) {
  const Motion *m = &j->motion;
  PetscReal noise[2] = {0, 0};
  PetscInt digits = PETSC_MAX_INT;
  ReferenceCertificate certificate;
  Quad *rows;
  PetscCall(FindTimes(j));
  j->places = j->times + HasOddRows(j);
  j->error = ArenaArray(j->arena, j->all.runs * j->places * j->entries, sizeof(*j->error));
  j->floor = ArenaArray(j->arena, 2 * j->all.runs, sizeof(*j->floor));
  Quad *bars = ArenaArray(j->arena, m->row, sizeof(*bars));
  PetscCall(SolveRuns(j, &rows, bars, &certificate));
  if (j->match.second == MOTION_P)
    MotionSpread(m, MOTION_P, j->time[0], rows, bars, bars + j->n);
  for (PetscInt i = 0; i < j->times * j->entries; i++)
    j->size[i % j->entries >= j->n] =
        fmax(j->size[i % j->entries >= j->n], fabs((double)j->expected[i]));
  for (PetscInt k = 0; k < j->all.runs; k++) {
    PetscCall(FindErrors(j, k, bars));
    for (PetscInt i = 0; i < j->entries; i++) {
      const TrajectoryRun *run = &j->all.run[k];
      digits = PetscMin(digits, run->file->digits[MatchColumn(&j->match, run, i)].digits);
      noise[i >= j->n] = fmax(noise[i >= j->n], j->floor[2 * k + (i >= j->n)]);
    }
  }
  if (j->words->json || j->mixed)
    return 0;
  printf("%s:%s (%s): %s\n%d run%s, h = %g…%g, compared up to t = %g, with %d digits; errors below "
         "%.1g (q)",
         m->instance->model->name, m->instance->name, m->descriptor->name, certificate.method,
         (int)j->all.runs, j->all.runs == 1 ? "" : "s", j->all.run[0].h,
         j->all.run[j->all.runs - 1].h, (PetscReal)j->time[j->times - 1], (int)digits, noise[0]);
  if (j->match.second != MOTION_PARTS)
    printf(", %.1g (v, p)", noise[1]);
  puts(j->match.second == MOTION_PARTS
           ? " are noise; there are no columns of velocities (v1, vx) or momenta (p1)"
           : " are noise");
  return 0;
}

static PetscErrorCode JudgeOrders(Judging *j) {
  static const char *const names[] = {[MOTION_V] = "v", [MOTION_P] = "p"};
  const PetscInt runs = j->all.runs;
  for (int second = 0; second < (j->match.second == MOTION_PARTS ? 1 : 2); second++) {
    const PetscInt from = second ? j->n : 0, count = second ? j->entries - j->n : j->n;
    const TableQuestion question = {.order = j->words->order,
                                    .name = second ? names[j->match.second] : "q",
                                    .solver = j->words->floor > 0 ? 0 : j->size[second],
                                    .shift = ShiftOf(j, second),
                                    .other = SolveOtherProblem(j) ? j->motion.instance->model->name
                                                                  : NULL};
    const ErrorTable table = TrajectoryTable(j->arena, runs, j->places * count);
    for (PetscInt k = 0; k < runs; k++) {
      TrajectoryPut(table, k, 0, j->all.run[k].h);
      TrajectoryPut(table, k, 1, fmax(j->floor[2 * k + second], j->words->floor));
      for (PetscInt i = 0; i < j->places * count; i++)
        TrajectoryPut(table, k, 2 + i,
                      j->error[(k * j->places + i / count) * j->entries + from + i % count]);
    }
    PetscCall(TrajectoryJudgeOrder(&question, table, j->records, j->verdicts));
  }
  return 0;
}

/* Where errors show no clean power of h, the mixed times may. */
static PetscErrorCode JudgeMixed(Judging *j) {
  const PetscInt count = j->verdicts->count;
  PetscInt open = 0;
  while (open < count && !VerdictHasFlag(&j->verdicts->at[open], "slope_open"))
    open++;
  if (open == count)
    return 0;
  j->mixed = PETSC_TRUE;
  j->times = 0;
  PetscCall(CompareRuns(j));
  PetscCall(JudgeOrders(j));
  for (Verdict *v = &j->verdicts->at[open]; v < &j->verdicts->at[count]; v++)
    if (VerdictHasFlag(v, "slope_open") && v[count].verdict == CONFIRMED)
      *v = v[count];
  j->verdicts->count = count;
  return 0;
}

/* ---- Along the runs ---- */

static PetscReal Largest(const Quad *value, PetscInt count) {
  Quad largest = 0;
  for (PetscInt i = 0; i < count; i++)
    largest = LargerOrNaN(largest, fabsq(value[i]));
  return (PetscReal)largest;
}

/* The energy or an invariant (`which`) less its first value, or the largest residual. */
static void ReadAlong(const Judging *j, MotionPart part, PetscInt which, TrajectoryValues *v) {
  const PetscBool residuals = (PetscBool)(part == MOTION_CONSTRAINT);
  const Motion *m = &j->motion;
  const PetscInt count = m->count[part], of = residuals ? count : 1;
  OWNED(MemoryFree) Quad *y = MemoryZeroed(2 * m->state + count, sizeof(*y));
  Quad *const noise = y + m->state, *const value = noise + m->state, first = 0;
  for (PetscInt i = 0; i < v->run->rows; i++) {
    const Quad t = RoundedTime(v->run->t[i]);
    MatchRead(&j->match, v->run, i, y, noise);
    if (j->match.second == MOTION_P)
      MotionFindVelocity(m, t, y);
    MotionRead(m, part, t, y, value);
    first = i ? first : value[which];
    v->value[i] = residuals ? Largest(value, count) : (PetscReal)(value[which] - first);
    if (i && i < v->run->rows - 1)
      continue;
    v->scale = fmax(v->scale, residuals ? 0 : fabs((double)value[which]));
    MotionSpread(m, part, t, y, noise, value);
    v->noise = fmax(v->noise, Largest(value + which, of));
    for (PetscInt e = 0; e < m->state; e++)
      noise[e] = fabsq(y[e]);
    MotionSpread(m, part, t, y, noise, value);
    v->scale = fmax(v->scale, Largest(value + which, of));
  }
}

/* The same of a column, in files without a model. */
static PetscErrorCode ReadColumn(const char *heading, TrajectoryValues *v) {
  const TrajectoryFile *file = v->run->file;
  const PetscInt column = TrajectoryColumn(file, heading);
  PetscReal range = 0;
  UserCheck(column >= 0, "%s: there is no column '%s'", file->table->path, heading);
  for (PetscInt i = 0; i < v->run->rows; i++) {
    const PetscReal value = TrajectoryCell(v->run, i, column)->value;
    v->value[i] = value - TrajectoryCell(v->run, 0, column)->value;
    v->scale = fmax(v->scale, fabs(value));
    v->noise = fmax(v->noise, TrajectoryNoise(v->run, i, column));
    range = fmax(range, fabs(v->value[i]));
  }
  v->scale = v->scale > 0 ? v->scale : 1;
  for (PetscInt c = 0; c < file->table->columns; c++)
    if (c != file->time && (c != column || range > 100 * v->noise)) /* what is no noise */
      v->turns = PetscMax(v->turns, TrajectoryTurns(v->run, c));
  return 0;
}

/* All runs whose rows are equally spaced, as statistics over time need them. */
static PetscErrorCode JudgeAlong(Judging *j, MotionPart part, PetscInt which, const char *heading,
                                 TrajectoryValues *values, PetscInt *used) {
  const TrajectoryWords *w = j->words;
  const char *const studies[] = {"energy", "invariant", "constraint"},
                    *const claims[] = {w->energy, w->invariants, w->constraint}, *quantity;
  *used = 0;
  for (PetscInt k = 0; k < j->all.runs; k++) {
    TrajectoryValues *v = &values[*used];
    *v = (TrajectoryValues){.run = &j->all.run[k], .own_error = NAN};
    if (isnan(v->run->spacing))
      continue;
    ++*used;
    v->value = ArenaArray(j->arena, v->run->rows, sizeof(*v->value));
    if (!w->model) {
      PetscCall(ReadColumn(heading, v));
      continue;
    }
    ReadAlong(j, part, which, v);
    v->own_error =
        LargestError(j, k, 2) * v->run->h / fabs((double)j->time[j->times - 1] - v->run->t[0]);
    for (PetscInt i = 0; i < j->entries; i++)
      v->turns = PetscMax(v->turns, TrajectoryTurns(v->run, MatchColumn(&j->match, v->run, i)));
  }
  quantity = ArenaText(j->verdicts->arena, heading);
  return *used ? TrajectoryJudgeLong(studies[part - MOTION_ENERGY], quantity,
                                     claims[part - MOTION_ENERGY], *used, values, j->records,
                                     j->verdicts)
               : 0;
}

/* ---- Runs back ---- */

/* Each against the run with the same step: from its end to its beginning, with v or −v. */
static PetscErrorCode JudgeBack(Judging *j) {
  PetscInt count = 0;
  Quad *start, *end;
  TrajectoryDefect *defects = ArenaArray(j->arena, j->back.runs * j->all.runs, sizeof(*defects));
  PetscCall(PetscMalloc2(j->entries, &start, j->entries, &end));
  for (PetscInt b = 0; b < j->back.runs * j->all.runs; b++) {
    const TrajectoryRun *back = &j->back.run[b / j->all.runs];
    const PetscInt k = b % j->all.runs, last = back->rows - 1;
    const TrajectoryRun *run = &j->all.run[k];
    Quad off[3] = {0, 0, 0}; /* q, v, −v */
    if (fabs(run->h - back->h) > 1e-6 * run->h)
      continue;
    UserCheck(fabs(fabs(back->t[last] - back->t[0]) - fabs(run->t[run->rows - 1] - run->t[0])) <
                  run->h / 2,
              "%s: the run back with h = %g is not as long as the run", back->file->table->path,
              back->h);
    MatchRead(&j->match, run, 0, start, NULL);
    MatchRead(&j->match_back, back, last, end, NULL);
    for (PetscInt i = 0; i < j->entries; i++) {
      const PetscInt part = i >= j->n;
      const Quad size = (Quad)j->size[part];
      off[part] =
          LargerOrNaN(off[part], fabsq(MatchDifference(&j->match, i, end[i], start[i])) / size);
      off[2] = part ? LargerOrNaN(off[2], fabsq(end[i] + start[i]) / size) : off[2];
    }
    defects[count++] = (TrajectoryDefect){
        .h = run->h,
        .defect = (PetscReal)LargerOrNaN(off[0], off[1] < off[2] ? off[1] : off[2]),
        .error = 8 * fmax(j->floor[2 * k] / j->size[0],
                          j->size[1] > 0 ? j->floor[2 * k + 1] / j->size[1] : 0),
        .absent = LargestError(j, k, 2)};
  }
  UserCheck(count, "judge-trajectory: no run back has the step size of a run");
  PetscCall(PetscFree2(start, end));
  return TrajectoryJudgeBack(j->words->reversible, count, defects, j->records, j->verdicts);
}

/* ---- All ---- */

static PetscErrorCode JudgeModel(Judging *j) {
  PetscInt used;
  PetscCall(MatchCreate(&j->motion, &j->all, j->arena, &j->match));
  PetscCall(MatchCompare(&j->match));
  j->n = j->motion.d.n;
  j->entries = j->match.entries;
  PetscCall(CompareRuns(j));
  PetscCall(JudgeOrders(j));
  PetscCall(JudgeMixed(j));
  TrajectoryValues *values = ArenaArray(j->arena, j->all.runs, sizeof(*values));
  for (MotionPart part = MOTION_ENERGY; part < MOTION_PARTS; part++)
    for (PetscInt i = 0; i < j->motion.count[part] && j->match.second != MOTION_PARTS; i++) {
      char name[MOTION_NAME];
      PetscBool has;
      PetscCall(MotionHas(&j->motion, part, i, &has));
      MotionName(&j->motion, part, i, name);
      if (has && (part != MOTION_CONSTRAINT || !i)) /* all residuals together */
        PetscCall(JudgeAlong(j, part, i, name, values, &used));
    }
  if (!j->back.runs)
    return 0;
  PetscCall(MatchCreate(&j->motion, &j->back, j->arena, &j->match_back));
  return JudgeBack(j);
}

static const char *const energies[] = {"energy", "E", "H", NULL};

/* Over time, and the largest deviation against h. */
static PetscErrorCode JudgeColumn(Judging *j, const char *heading, TrajectoryValues *values) {
  TableQuestion question = {.order = j->words->order};
  PetscInt used;
  question.name = ArenaText(j->verdicts->arena, heading);
  PetscCall(JudgeAlong(j, TableWordIn(heading, energies) ? MOTION_ENERGY : MOTION_INVARIANT, 0,
                       heading, values, &used));
  const ErrorTable table = TrajectoryTable(j->arena, used, 1);
  for (PetscInt k = 0; k < used; k++) {
    Quad largest = 0;
    for (PetscInt i = 0; i < values[k].run->rows; i++)
      largest = LargerOrNaN(largest, fabsq((Quad)values[k].value[i]));
    TrajectoryPut(table, k, 0, values[k].run->h);
    TrajectoryPut(table, k, 1, fmax(j->words->floor, 2 * values[k].noise));
    TrajectoryPut(table, k, 2, (PetscReal)largest);
  }
  return used ? TrajectoryJudgeOrder(&question, table, j->records, j->verdicts) : 0;
}

/* Conserved columns: the named ones, or the energies. A coordinate is not conserved, so an order of it would be
 * refuted. */
static PetscErrorCode JudgeColumns(Judging *j) {
  const ErrorTable table = j->all.file[0].table;
  char *rest;
  TrajectoryValues *values = ArenaArray(j->arena, j->all.runs, sizeof(*values));
  char *names = (char *)ArenaText(j->arena, j->words->columns);
  char *name = names ? strtok_r(names, ",", &rest) : NULL;
  for (; name; name = strtok_r(NULL, ",", &rest))
    PetscCall(JudgeColumn(j, name, values));
  for (PetscInt c = 0; c < table->columns && !j->words->columns; c++)
    if (TableWordIn(table->heading[c], energies))
      PetscCall(JudgeColumn(j, table->heading[c], values));
  UserCheck(j->verdicts->count,
            "%s: nothing can be judged: give the model (--model) or the conserved columns "
            "(--columns); these need rows equally spaced in t",
            table->path);
  return 0;
}

/* ---- The output ---- */

static void PrintVerdict(const Verdict *v) {
  const char *quantity = v->claim->quantity, *value = v->claim->value;
  const PetscBool found = VerdictHasFlag(v, JudgeFound),
                  order = (PetscBool)!strcmp(v->claim->study, "order"),
                  open = (PetscBool)(v->verdict != CONFIRMED && (order || v->verdict != REFUTED));
  const PetscBool lost = (PetscBool)(found && v->verdict == REFUTED &&
                                     (!v->observed.word || !strcmp(v->observed.word, value)));
  value = found && v->observed.word ? v->observed.word : value;
  printf("%s: ", !found  ? VerdictShown(v->verdict)
                 : lost  ? "not seen"
                 : !open ? "found"
                 : order ? "not seen"
                         : "not classified");
  if (order)
    printf("order %s of %s: %s\n", value, quantity, v->reason);
  else
    printf("%s %s: %s\n", quantity, found && open ? "over time" : value, v->reason);
}

/* Errors and what they cost, run by run. */
static void PrintRuns(const Judging *j) {
  static const char *const costs[][4] = {{"evaluations", "nfev", "evals", NULL},
                                         {"seconds", "cpu", "wall", NULL}};
  printf("  %12s  %10s  %10s  %12s  %10s\n", "h", "error q",
         j->match.second == MOTION_P ? "error p" : "error v", costs[0][0], costs[1][0]);
  for (PetscInt k = 0; k < j->all.runs; k++) {
    const TrajectoryRun *run = &j->all.run[k];
    printf("  %12.6g  %10.3g", run->h, LargestError(j, k, 0) * j->size[0]);
    if (j->match.second == MOTION_PARTS)
      printf("  %10s", "-");
    else
      printf("  %10.3g", LargestError(j, k, 1) * j->size[1]);
    for (int c = 0; c < 2; c++) {
      const PetscInt column = TrajectoryColumnOf(run->file, costs[c]);
      printf("  %*s", c ? 10 : 12,
             column < 0 ? "-" : TrajectoryCell(run, run->rows - 1, column)->text);
    }
    puts("");
  }
}

/* No claim may pass because there was nothing to judge. */
static PetscErrorCode CheckClaims(const Judging *j) {
  const TrajectoryWords *w = j->words;
  const char *const claims[][3] = {{"energy", w->energy, "velocities or momenta"},
                                   {"invariant", w->invariants, "invariants, and velocities"},
                                   {"constraint", w->constraint, "constraints, and velocities"},
                                   {"structure", w->reversible, "runs back (--back)"}};
  for (size_t c = 0; c < PETSC_STATIC_ARRAY_LENGTH(claims); c++) {
    PetscBool judged = (PetscBool)!claims[c][1];
    for (PetscInt i = 0; i < j->verdicts->count; i++)
      judged = (PetscBool)(judged || !strcmp(j->verdicts->at[i].claim->study, claims[c][0]));
    UserCheck(judged,
              "judge-trajectory: the claim \"%s\" cannot be judged: there are no %s, or no runs "
              "with equally spaced rows",
              claims[c][1], claims[c][2]);
  }
  return 0;
}

static PetscErrorCode JudgeFiles(Judging *j, Registry registry, CommandLine *line) {
  const TrajectoryWords *w = j->words;
  j->records = RecordsCreate();
  j->verdicts = VerdictsCreate();
  PetscCall(TrajectoriesRead(line->count, (const char *const *)line->operand, w->sizes, &j->all));
  if (w->back.count)
    PetscCall(TrajectoriesRead(w->back.count, w->back.at, NULL, &j->back));
  if (w->model)
    PetscCall(MotionCreate(registry, w->model, 0, &j->motion));
  PetscCall(w->model ? JudgeModel(j) : JudgeColumns(j));
  PetscCall(CheckClaims(j));
  line->status = JudgeStatus(j->verdicts);
  if (w->json)
    return VerdictsPut(j->verdicts, stdout);
  for (PetscInt i = 0; i < j->verdicts->count; i++)
    PrintVerdict(&j->verdicts->at[i]);
  if (w->model)
    PrintRuns(j);
  return 0;
}

PetscErrorCode CommandJudgeTrajectory(CommandLine *line) {
  const TrajectoryWords *w = line->words;
  Judging j = {.words = w};
  OWNED(RegistryDestroy) Registry registry = NULL;
  PetscCall(RegistryCreate(w->plugins.count, w->plugins.at, StudyVocabulary, &registry));
  j.arena = ArenaCreate();
  PetscCall(JudgeFiles(&j, registry, line));
  VerdictsDestroy(&j.verdicts);
  RecordsDestroy(&j.records);
  TrajectoriesDestroy(&j.all);
  TrajectoriesDestroy(&j.back);
  PetscCall(MotionDestroy(&j.motion));
  ArenaDestroy(&j.arena);
  return 0;
}
