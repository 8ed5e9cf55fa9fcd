#include "cli/trajectory_match.h"
#include "base/digits.h"
#include "base/word_list.h"

/* ---- Columns ---- */

/* The columns of a part: under the model's names, or q1 (q0 if counting begins there), q, vx. */
static PetscBool FindPart(const Motion *m, const TrajectoryFile *file, MotionPart part,
                          PetscInt *column) {
  const char letter = part == MOTION_Q ? 'q' : part == MOTION_V ? 'v' : 'p';
  char name[3][MOTION_NAME + 1], coordinate[MOTION_NAME], zero[] = {letter, '0', 0};
  const int first = TrajectoryColumn(file, zero) < 0;
  for (PetscInt i = 0; i < m->count[part]; i++) {
    MotionName(m, part, i, name[0]);
    MotionName(m, MOTION_Q, i < m->d.n ? i : 0, coordinate);
    (void)snprintf(name[1], sizeof(name[1]), "%c%d", letter, (int)i + first);
    (void)snprintf(name[2], sizeof(name[2]), "%c%s", letter,
                   part == MOTION_Q || m->d.m == 1 ? "" : coordinate);
    column[i] = -1;
    for (int k = part == MOTION_P && !first; k < 3 && column[i] < 0; k++)
      column[i] = TrajectoryColumn(file, name[k]);
    if (column[i] < 0)
      return PETSC_FALSE;
  }
  return (PetscBool)(m->count[part] > 0);
}

static PetscErrorCode RefuseColumns(const Motion *m, const TrajectoryFile *file) {
  char headings[256] = "";
  for (PetscInt c = 0; c < file->table->columns; c++)
    WordsAppend(headings, sizeof(headings), ", ", file->table->heading[c]);
  UserError("%s: %s has the coordinates %s, and not all of them are columns, which are %s; give "
            "them these names, or q1, q2 …",
            file->table->path, m->instance->model->name, m->descriptor->configuration, headings);
}

PetscErrorCode MatchCreate(const Motion *m, const Trajectories *all, Arena arena, Match *match) {
  *match = (Match){.motion = m, .all = all, .second = MOTION_PARTS};
  match->column = ArenaArray(arena, all->files * (m->state + 1), sizeof(*match->column));
  for (PetscInt k = 0; k < all->files; k++) {
    const TrajectoryFile *file = &all->file[k];
    PetscInt *const column = match->column + k * m->state;
    MotionPart second = MOTION_V;
    if (!FindPart(m, file, MOTION_Q, column))
      PetscCall(RefuseColumns(m, file));
    if (!FindPart(m, file, MOTION_V, column + m->d.n))
      second = FindPart(m, file, MOTION_P, column + m->d.n) ? MOTION_P : MOTION_PARTS;
    UserCheck(!k || second == match->second,
              "%s and %s have different columns of velocities or momenta", all->file[0].table->path,
              file->table->path);
    match->second = second;
  }
  match->entries = match->second == MOTION_PARTS ? m->d.n : m->state;
  return 0;
}

PetscInt MatchColumn(const Match *match, const TrajectoryRun *run, PetscInt entry) {
  return match->column[(run->file - match->all->file) * match->motion->state + entry];
}

void MatchRead(const Match *match, const TrajectoryRun *run, PetscInt row, Quad *entry,
               Quad *noise) {
  for (PetscInt i = 0; i < match->entries; i++) {
    const PetscInt column = MatchColumn(match, run, i);
    const TableCell *cell = TrajectoryCell(run, row, column);
    char *end;
    entry[i] = strtoflt128(cell->text, &end); /* more digits than doubles have */
    if (end == cell->text || *end)
      entry[i] = (Quad)cell->value;
    if (noise)
      noise[i] = (Quad)TrajectoryNoise(run, row, column);
  }
}

void MatchEntries(const Match *match, Quad t, const Quad *y, Quad *entry) {
  (void)PetscArraycpy(entry, y, match->entries);
  if (match->second == MOTION_P)
    MotionRead(match->motion, MOTION_P, t, y, entry + match->motion->d.n);
}

Quad MatchDifference(const Match *match, PetscInt i, Quad given, Quad expected) {
  const Motion *m = match->motion;
  const Quad period = ModelCasePeriod(m->instance, m->realisation, i);
  return PeriodicDifference(given - expected, scalbnq(period, m->unit[MOTION_Q][i]));
}

/* ---- What may have been meant ---- */

/* Entries at several times, and what they should be. */
typedef struct {
  const Match *match;
  PetscInt times;
  const Quad *given, *expected, *tolerance; /* times × entries; entries */
} Pair;

/* Whether entry i is `factor` times what entry j should be, at all times. */
static PetscBool IsMultiple(const Pair *p, PetscInt i, Quad factor, PetscInt j) {
  const Quad allowed = p->tolerance[i] * (fabsq(factor) > 1 ? fabsq(factor) : 1);
  for (PetscInt k = 0; k < p->times * p->match->entries; k += p->match->entries)
    if (!(fabsq(MatchDifference(p->match, i, p->given[k + i], factor * p->expected[k + j])) <=
          allowed))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The quotient of entry i and what it should be, where that is largest; 0: it is nowhere above noise. */
static Quad FactorOf(const Pair *p, PetscInt i) {
  PetscInt largest = i;
  for (PetscInt k = i; k < p->times * p->match->entries; k += p->match->entries)
    largest = fabsq(p->expected[k]) > fabsq(p->expected[largest]) ? k : largest;
  return fabsq(p->expected[largest]) > p->tolerance[i] ? p->given[largest] / p->expected[largest]
                                                       : 0;
}

static void NameEntry(const Match *match, PetscInt i, char name[MOTION_NAME]) {
  const PetscInt n = match->motion->d.n;
  MotionName(match->motion, i < n ? MOTION_Q : match->second, i < n ? i : i - n, name);
}

/* Whether the second part is the other one: p under the heading of v, or v under that of p. */
static PetscBool IsOther(const Pair *p, Quad t) {
  const Motion *m = p->match->motion;
  Match other = *p->match;
  Pair swapped = *p;
  if (other.second == MOTION_PARTS || !m->count[MOTION_P] || p->times != 1)
    return PETSC_FALSE;
  other.second = other.second == MOTION_V ? MOTION_P : MOTION_V;
  OWNED(MemoryFree) Quad *y = MemoryZeroed(2 * m->state, sizeof(*y));
  Quad *const entry = y + m->state;
  (void)PetscArraycpy(y, p->expected, m->state);
  if (other.second == MOTION_V)
    MotionFindVelocity(m, t, y);
  MatchEntries(&other, t, y, entry);
  swapped.expected = entry;
  for (PetscInt i = 0; i < m->state; i++)
    if (!IsMultiple(&swapped, i, 1, i))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode MatchExplain(const Match *match, const TrajectoryRun *run, PetscInt row,
                            PetscInt times, const Quad *given, const Quad *expected,
                            const Quad *tolerance, PetscBool start) {
  const Pair pair = {match, times, given, expected, tolerance};
  const ModelCase instance = match->motion->instance;
  char text[256] = "", one[MOTION_NAME], other[2 * MOTION_NAME] = "", last_name[MOTION_NAME],
       has[DIGITS_ROOM], should[DIGITS_ROOM], time[DIGITS_ROOM];
  PetscInt off = 0, first = 0, last = 0, signs = 0, factors = 0, moved = 0;
  for (PetscInt i = match->entries - 1; i >= 0; i--)
    if (!IsMultiple(&pair, i, 1, i)) {
      first = i;
      last = off++ ? last : i;
    }
  if (!off)
    return 0;
  const Quad factor = FactorOf(&pair, first);
  for (PetscInt i = first; i <= last; i++) {
    const PetscBool is_off = (PetscBool)!IsMultiple(&pair, i, 1, i);
    signs += is_off && IsMultiple(&pair, i, -1, i);
    factors += is_off && factor != 0 && IsMultiple(&pair, i, factor, i);
    for (PetscInt k = first; k <= last && is_off; k++)
      if (k != i && IsMultiple(&pair, i, 1, k) && IsMultiple(&pair, k, 1, i)) {
        moved++;
        break;
      }
  }
  NameEntry(match, first, one);
  NameEntry(match, last, last_name);
  if (off > 1)
    (void)snprintf(other, sizeof(other), " to %s", last_name);
  if (IsOther(&pair, (Quad)run->t[row]))
    (void)snprintf(text, sizeof(text), "%s%s: the values are those of %s; ", one, other,
                   match->second == MOTION_V ? "the momenta p" : "the velocities v");
  else if (moved == off)
    (void)snprintf(text, sizeof(text), "%s%s%s seem to be exchanged%s; ", one,
                   off == 2 ? " and " : " to ", last_name, off == 2 ? "" : ", two by two");
  else if (signs == off)
    (void)snprintf(text, sizeof(text), "%s%s: the sign seems to be the opposite; ", one, other);
  else if (factors == off && (off > 1 || times > 1 || match->motion->d.n == 1))
    (void)snprintf(text, sizeof(text), "%s%s: %.6g times what it should be, as in another unit%s; ",
                   one, other, (double)factor,
                   fabs((double)factor - 180 / M_PI) < 1e-3 ? " (degrees)" : "");
  UserCheck(!*text && !start,
            "%s:%d: not judged against %s:%s: %sat t = %s the row has %s = %s, the %s %s",
            run->file->table->path, run->file->table->line[run->row[row]], instance->model->name,
            instance->name, text, DigitsShortest(run->t[row], time), one,
            DigitsShortest((double)given[(times - 1) * match->entries + first], has),
            start ? "model starts at" : "solution is near",
            DigitsShortest((double)expected[(times - 1) * match->entries + first], should));
  return 0;
}

/* ---- Parameters and initial data ---- */

static PetscErrorCode CompareParameters(const ModelCase instance, const TrajectoryFile *file) {
  char value[DIGITS_ROOM];
  for (PetscInt k = 0; k < file->notes * instance->variables.count; k++) {
    const TrajectoryNote *note = &file->note[k % file->notes];
    const Variable *mine = &instance->variables.at[k / file->notes];
    const PetscReal own = (PetscReal)mine->value, off = fabs(own - note->value.value);
    UserCheck(strcmp(mine->name, note->name) || off <= 1e-14 * fabs(own) ||
                  off <= fmin(2 * note->value.digit, 1e-3 * fabs(own)),
              "%s:%d: not judged against %s:%s: the file has %s = %s, the case %s; judge it with "
              "--model %s:%s:%s=%s",
              file->table->path, note->line, instance->model->name, instance->name, note->name,
              note->value.text, DigitsShortest(own, value), instance->model->name, instance->name,
              note->name, note->value.text);
  }
  return 0;
}

/* Velocities or momenta of a staggered grid: they are off by half a step of what they change by at first. */
static PetscErrorCode CompareHalfStep(const Match *match, const TrajectoryRun *run, PetscInt row,
                                      const Quad *given, const Quad *expected, const Quad *noise,
                                      const Quad *rate) {
  const PetscInt n = match->motion->d.n;
  Quad shift = 0;                             /* a time, then in steps */
  Quad rates = 0, differences = 0, rests = 0; /* sums of squares */
  for (PetscInt i = 0; i < match->entries; i++) {
    const Quad off = MatchDifference(match, i, given[i], expected[i]);
    if (i < n && fabsq(off) > noise[i])
      return 0;
    shift += i < n ? 0 : off * rate[i];
    rates += i < n ? 0 : rate[i] * rate[i];
    differences += i < n ? 0 : off * off;
  }
  shift /= rates;
  for (PetscInt i = n; i < match->entries; i++) {
    const Quad rest = MatchDifference(match, i, given[i], expected[i] + shift * rate[i]);
    rests += rest * rest;
  }
  shift /= (Quad)run->h;
  UserCheck(
      !(fabsq(fabsq(shift) - QUAD_C(0.5)) < QUAD_C(0.05) && rests < QUAD_C(0.01) * differences),
      "%s:%d: not judged against %s:%s: %s is that of half a step %s (a staggered grid); "
      "give it at the times of q, or leave it out",
      run->file->table->path, run->file->table->line[run->row[row]],
      match->motion->instance->model->name, match->motion->instance->name,
      match->second == MOTION_V ? "v" : "p", shift < 0 ? "earlier" : "later");
  return 0;
}

static PetscErrorCode CompareStart(const Match *match, const TrajectoryRun *run, const Quad *start,
                                   Quad soon) {
  const Motion *m = match->motion;
  const PetscInt row = TrajectoryRowAt(run, (PetscReal)m->instance->begin);
  Quad *given, *expected, *noise, *rate, most[2] = {0, 0};
  char first[DIGITS_ROOM], begin[DIGITS_ROOM];
  UserCheck(
      run->t[run->rows - 1] >= run->t[0],
      "%s:%d: the times of this run fall; a run begins with the initial data (--back names runs "
      "back)",
      run->file->table->path, run->file->table->line[run->row[0]]);
  UserCheck(row >= 0,
            "%s:%d: the rows begin at t = %s, the model at t = %s; print the initial data too, "
            "so that they can be compared",
            run->file->table->path, run->file->table->line[run->row[0]],
            DigitsShortest(run->t[0], first), DigitsShortest((double)m->instance->begin, begin));
  PetscCall(PetscMalloc4(m->state, &given, m->state, &expected, m->state, &noise, m->state, &rate));
  MatchRead(match, run, row, given, noise);
  MatchEntries(match, m->instance->begin, start, expected);
  MatchEntries(match, m->instance->begin + soon, start + m->row, rate);
  for (PetscInt i = 0; i < match->entries; i++) /* and what the program rounds */
    most[i >= m->d.n] =
        LargerOrNaN(most[i >= m->d.n], 4 * noise[i] + QUAD_C(1e-13) * fabsq(expected[i]));
  for (PetscInt i = 0; i < match->entries; i++)
    rate[i] = (rate[i] - expected[i]) / soon, noise[i] = most[i >= m->d.n];
  PetscCall(CompareHalfStep(match, run, row, given, expected, noise, rate));
  PetscCall(MatchExplain(match, run, row, 1, given, expected, noise, PETSC_TRUE));
  return PetscFree4(given, expected, noise, rate);
}

/* Refuses times in another unit. The coordinate that moves fastest at first is compared, by differences of three rows
 * that show one speed within a fifth. If they do not by chance, all coordinates agree after the time that it takes. */
static PetscErrorCode CompareTime(const Match *match, const TrajectoryRun *run, const Quad *speed) {
  const Motion *m = match->motion;
  const PetscInt n = m->row;
  char name[MOTION_NAME];
  PetscInt fastest = 0;
  ReferenceCertificate certificate;
  Quad *row, *bars;
  if (run->rows < 3 || isnan(run->spacing))
    return 0;
  PetscCall(PetscMalloc2(4 * n, &row, n, &bars));
  for (PetscInt i = 0; i < 3; i++)
    MatchRead(match, run, i, row + i * n, NULL);
  for (PetscInt i = 0; i < m->d.n; i++)
    fastest = fabsq(speed[i]) > fabsq(speed[fastest]) ? i : fastest;
  const Quad h = (Quad)(run->t[1] - run->t[0]),
             way = MatchDifference(match, fastest, row[n + fastest], row[fastest]),
             both = MatchDifference(match, fastest, row[2 * n + fastest], row[fastest]),
             seen = (2 * way - both / 2) / h;
  const double factor = (double)(speed[fastest] / seen);
  PetscBool other = (PetscBool)(fabsq(seen - way / h) < fabsq(seen) / 5 && factor > 0 &&
                                !(factor < 1.5 && factor > 1 / 1.5));
  if (other)
    PetscCall(MotionSolve(m, 1, (const Quad[]){m->instance->begin + way / speed[fastest]},
                          row + 3 * n, bars, &certificate));
  for (PetscInt i = 0; i < m->d.n && other; i++)
    other =
        (PetscBool)(fabsq(MatchDifference(match, i, row[3 * n + i], row[n + i])) < fabsq(way) / 5);
  NameEntry(match, fastest, name);
  UserCheck(!other,
            "%s:%d: not judged against %s:%s: at first %s changes by %.3g per unit of t, and the "
            "model's by %.3g; t seems to be in another unit (a factor of about %.3g)",
            run->file->table->path, run->file->table->line[run->row[0]], m->instance->model->name,
            m->instance->name, name, (double)seen, (double)speed[fastest], factor);
  return PetscFree2(row, bars);
}

PetscErrorCode MatchCompare(const Match *match) {
  const Motion *m = match->motion;
  const TrajectoryRun *finest = &match->all->run[match->all->runs - 1];
  const Quad begin = m->instance->begin, soon = fabsq((Quad)finest->h) / 1024;
  ReferenceCertificate certificate;
  Quad *start, *bars;
  for (PetscInt k = 0; k < match->all->files; k++)
    PetscCall(CompareParameters(m->instance, &match->all->file[k]));
  PetscCall(PetscMalloc2(2 * m->row, &start, m->row, &bars));
  PetscCall(MotionSolve(m, 2, (const Quad[]){begin, begin + soon}, start, bars, &certificate));
  for (PetscInt k = 0; k < match->all->runs; k++)
    PetscCall(CompareStart(match, &match->all->run[k], start, soon));
  for (PetscInt i = 0; i < m->d.n; i++)
    start[i] = MatchDifference(match, i, start[m->row + i], start[i]) / soon;
  PetscCall(CompareTime(match, finest, start));
  return PetscFree2(start, bars);
}
