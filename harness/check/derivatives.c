/* Every derivative that a model gives, against differences of what it is the derivative of. */
#include "check/subject.h"
#include "reference/classical.h"

enum { POINTS = 5, MOST_COLUMNS = 40 };

/* Where a long run leads, which may be far from the start: at most so many states, with few entries in
 * all, of so many steps. */
enum { STATES = 35, ENTRIES = 400, SAMPLES = 500, EVERY = 4 };
typedef struct {
  PetscInt count;
  PetscInt chosen[STATES];
  Quad *rows, step; /* SAMPLES×(q,v), and the time between them */
} Route;

/* Differences lose this many units of round-off of the values: some roundings over a step of 1/1024 of
 * the size of q or v. Each entry is judged by its own size, since entries have units of their own:
 * ∂²L/∂v² of two coordinates may differ by 2²⁰. */
enum { ROUNDINGS = 8192 };

/* A derivative: entry (a, i) of `of` is ∂`what`_a along column i. */
typedef struct {
  Function of, what;
  PetscInt first, columns; /* of (q,v) */
  PetscBool along_group;   /* column i is the motion with body velocity e_i instead */
  PetscBool diagonal;      /* only the entries (i,i) are given */
} Derivative;

static void ColumnDirection(Subject *s, const Derivative *d, const Quad *y, PetscInt column,
                            Quad *direction) {
  memset(direction, 0, (size_t)s->size * sizeof(Quad));
  if (d->along_group) {
    Quad *at = s->work + 2 * s->size, *f = s->work + 3 * s->size;
    for (PetscInt i = 0; i < s->size; i++)
      at[i] = i < s->d.n ? y[i] : i - s->d.n == column;
    (void)s->core->problem_field(s->problem, 0, at, f, NULL);
    for (PetscInt i = 0; i < s->d.n; i++)
      direction[i] = f[i];
  } else
    direction[d->first + column] = 1;
}

/* Samples up to the first that is far away: a run whose steps are too large leaves the model's domain. */
static PetscInt SamplesNear(const Subject *s, const Route *route, PetscInt known) {
  PetscInt samples = 0;
  for (; samples < known; samples++)
    for (PetscInt i = 0; i < s->size; i++)
      if (!(fabsq(route->rows[samples * s->size + i]) <= 1000 * s->scale[i >= s->d.n]))
        return samples;
  return samples;
}

/* The extremes of each coordinate and velocity, then some at equal distances. */
static void ChooseStates(const Subject *s, PetscInt samples, Route *route) {
  const PetscInt size = s->size, most = PetscMin(STATES, ENTRIES / size);
  for (route->count = 0; route->count < most && samples; route->count++) {
    const PetscInt i = route->count, sign = i % 2 ? 1 : -1;
    PetscInt *chosen = &route->chosen[i];
    *chosen = i < 2 * size ? 0 : (i - 2 * size) * samples / (most - 2 * size);
    for (PetscInt k = 1; k < samples && i < 2 * size; k++)
      if (sign * (route->rows[k * size + i / 2] - route->rows[*chosen * size + i / 2]) > 0)
        *chosen = k;
  }
}

/* route->rows are to be freed with PetscFree. */
static PetscErrorCode FindRoute(Subject *s, Route *route) {
  PetscInt known = 0;
  Problem problem;
  *route = (Route){.step = EVERY * s->instance->step};
  PetscCall(PetscMalloc1(SAMPLES * s->size + 1, &route->rows));
  if (s->size > ENTRIES / 2)
    return 0;
  PetscCall(CoreDouble()->problem_create(s->instance, s->realisation, &problem));
  const ClassicalRun run = {s->instance,       s->realisation, problem, s->start,
                            s->instance->step, EVERY,          SAMPLES};
  PetscCall(ClassicalSolve(&run, NULL, route->rows, &known));
  PetscCall(CoreDouble()->problem_destroy(&problem));
  ChooseStates(s, SamplesNear(s, route, known), route);
  return 0;
}

/* Points near the start, then those of the route; false after the last. */
static PetscBool PointAt(Subject *s, const Route *route, PetscInt point, Quad *t, Quad *y) {
  if (point < POINTS)
    return SubjectPoint(s, t, y);
  if (point >= POINTS + route->count)
    return PETSC_FALSE;
  const PetscInt k = route->chosen[point - POINTS];
  *t = (Quad)(k + 1) * route->step;
  for (PetscInt i = 0; i < s->size; i++) /* a little off edges, onto which simple numbers lead */
    y[i] = route->rows[k * s->size + i] + s->scale[i >= s->d.n] / 300;
  return PETSC_TRUE;
}

/* Over a sixteenth of the distance. In the second half of `out`, the values at the end of the whole. */
static void FinerDifference(Subject *s, const Function *f, Quad t, const Quad *y,
                            const Quad *direction, Quad *out) {
  SubjectDifference(s, f, t, y, direction, QUAD_C(1.) / 16, out);
  for (PetscInt i = 0; i < s->size; i++)
    s->work[i] = y[i] + direction[i] * s->scale[i >= s->d.n] / 128;
  SubjectCall(s, f->member, t, s->work, out + f->count);
}

static void CompareDerivative(Subject *s, const Route *route, const Derivative *d) {
  const PetscInt given_count = d->diagonal ? d->columns : d->what.count * d->columns;
  const PetscInt step = 1 + (d->columns - 1) / MOST_COLUMNS; /* of large systems, a sample */
  const Quad scale = s->scale[d->first >= s->d.n];
  Quad t, worst = 0, bad_given = 0, bad_found = 0;
  PetscInt points = 0, bad_row = 0, bad_column = 0;
  char wrong[128] = "";
  Quad *given = SubjectRoom(s, given_count), *found = SubjectRoom(s, 2 * d->what.count),
       *finer = SubjectRoom(s, 2 * d->what.count), *value = SubjectRoom(s, d->what.count),
       *y = SubjectRoom(s, s->size), *direction = SubjectRoom(s, s->size);
  for (PetscInt point = 0; PointAt(s, route, point, &t, y); point++, points++) {
    SubjectCall(s, d->of.member, t, y, given);
    SubjectCall(s, d->what.member, t, y, value);
    for (PetscInt i = 0; i < d->columns; i += step) {
      ColumnDirection(s, d, y, i, direction);
      SubjectDifference(s, &d->what, t, y, direction, 1, found);
      PetscBool doubted = PETSC_FALSE;
      for (PetscInt a = 0; a < d->what.count; a++) {
        const Quad entry = !d->diagonal ? given[a * d->columns + i] : a == i ? given[i] : 0;
        const Quad rounding = ROUNDINGS * s->epsilon * fabsq(value[a]) / scale;
        Quad defect = fabsq(entry - found[a]) - rounding;
        const Quad size = WorseOf(fabsq(entry), fabsq(found[a]));
        if (defect <= worst * size)
          continue;
        if (!doubted) /* the model may be steep there, for the size of q, and its terms larger */
          FinerDifference(s, &d->what, t, y, direction, finer);
        doubted = PETSC_TRUE;
        defect -= 10 * fabsq(found[a] - finer[a]) +
                  16 * ROUNDINGS * s->epsilon * fabsq(finer[d->what.count + a]) / scale;
        if (!(defect > worst * size))
          continue;
        worst = defect / size;
        bad_row = a;
        bad_column = i;
        bad_given = entry;
        bad_found = found[a];
        if (!finiteq(worst))
          worst = QUAD_C(1e300);
      }
    }
  }
  if (!(worst <= s->tolerance))
    (void)snprintf(wrong, sizeof(wrong), ": entry (%d,%d) is %.17g, differences say %.17g",
                   (int)bad_row, (int)bad_column, (double)bad_given, (double)bad_found);
  CheckResult((PetscBool)(points > 0 && !*wrong),
              "%s: %s is the derivative of %s at %d points (relative defect %.1e)%s", s->name,
              d->of.name, d->what.name, (int)points, (double)worst, wrong);
}

static PetscInt EntriesOf(const Subject *s, ModelFunction what) {
  return what == MODEL_MOMENTUM     ? s->d.m
         : what == MODEL_HOLONOMIC  ? s->d.holonomic
         : what == MODEL_CONSTRAINT ? s->d.nonholonomic
                                    : 1;
}

/* One that the host derives, and how accurate it is: differences over distances that are four times as long
 * have a larger error. */
static void ReportDerived(Subject *s, const Derivative *d) {
  Quad worst = 0, size = 0;
  const PetscInt count = d->what.count;
  Quad *derived = SubjectRoom(s, count * d->columns), *other = SubjectRoom(s, 2 * count),
       *direction = SubjectRoom(s, s->size);
  SubjectCall(s, d->of.member, 0, s->start, derived);
  for (PetscInt j = 0; j < d->columns; j++) {
    ColumnDirection(s, d, s->start, j, direction);
    SubjectDifference(s, &d->what, 0, s->start, direction, 4, other);
    for (PetscInt i = 0; i < count; i++) {
      worst = WorseOf(worst, fabsq(derived[i * d->columns + j] - other[i]));
      size = WorseOf(size, fabsq(other[i]));
    }
  }
  CheckResult((PetscBool)(worst <= QUAD_C(1e4) * s->tolerance * (1 + size)),
              "%s: %s is derived from %s, to %.0e at the start", s->name, d->of.name, d->what.name,
              (double)(worst / (1 + size)));
}

/* One derivative of the formulation, if the model gives it. */
static void CheckDerivative(Subject *s, const Route *route, const FormulationDerivative *data) {
  const gimbal_realisation *const r = s->descriptor;
  Derivative d = {.what = {.count = EntriesOf(s, data->what)},
                  .first = data->along == ALONG_V ? s->d.n : 0,
                  .columns = data->along == ALONG_Q ? s->d.n : s->d.m,
                  .along_group = (PetscBool)(data->along == ALONG_GROUP),
                  .diagonal = (PetscBool)(s->formulation->diagonal_mass && data->of == MODEL_MASS)};
  d.of.member = RealisationMember(r, data->of, &d.of.name);
  d.what.member = RealisationMember(r, data->what, &d.what.name);
  if (RealisationGives(r, data->of))
    CompareDerivative(s, route, &d);
  else if (FormulationDerives(data) && RealisationGives(r, data->what))
    ReportDerived(s, &d);
}

/* A frame at a point: its vectors, their derivatives along one another, its structure functions. */
typedef struct {
  const Quad *value, *along, *c;
} Frame;

/* By how much entry a of [ψ_i,ψ_j] − c^k_ij ψ_k is off. */
static Quad BracketDefect(const Subject *s, const Frame *at, PetscInt i, PetscInt j, PetscInt a) {
  const PetscInt n = s->d.n, m = s->d.m;
  Quad defect = at->along[(i * n + a) * m + j] - at->along[(j * n + a) * m + i];
  for (PetscInt k = 0; k < m; k++)
    defect -= at->c[(k * m + i) * m + j] * at->value[a * m + k];
  return fabsq(defect);
}

/* [ψ_i,ψ_j] = c^k_ij ψ_k; a redundant frame cannot be checked, since its brackets may leave it. */
static void CheckStructure(Subject *s) {
  const PetscInt n = s->d.n, m = s->d.m;
  const gimbal_frame *const frame = s->descriptor->frame;
  const Function psi = {.member = &frame->psi, .count = n * m};
  Quad t, worst = 0;
  Quad *value = SubjectRoom(s, n * m), *c = SubjectRoom(s, m * m * m),
       *along = SubjectRoom(s, (m + 1) * n * m), *y = SubjectRoom(s, s->size),
       *direction = SubjectRoom(s, s->size);
  const Frame at = {value, along, c};
  for (PetscInt point = 0; point < POINTS && SubjectPoint(s, &t, y); point++) {
    SubjectCall(s, psi.member, t, y, value);
    SubjectCall(s, &frame->structure, t, y, c);
    for (PetscInt i = 0; i < m; i++) {
      for (PetscInt a = 0; a < s->size; a++)
        direction[a] = a < n ? value[a * m + i] : 0;
      SubjectDifference(s, &psi, t, y, direction, 1, along + i * n * m);
    }
    const Quad size = LargestOf(m * n * m, along);
    for (PetscInt i = 0; i < m; i++)
      for (PetscInt j = 0; j < m; j++)
        for (PetscInt a = 0; a < n; a++)
          worst = WorseOf(worst, BracketDefect(s, &at, i, j, a) / (1 + size));
  }
  CheckResult((PetscBool)(worst <= s->tolerance),
              "%s: the structure functions are those of the frame (relative defect %.1e)", s->name,
              (double)worst);
}

/* What the band of Dg holds, and nothing else of Dg is other than zero. */
static void CheckBand(Subject *s) {
  const gimbal_lagrangian *l = RealisationGetLagrangian(s->descriptor);
  const PetscInt k = s->d.holonomic,
                 n = s->d.n, *const band = s->instance->realisation[s->realisation].band;
  PetscInt points = 0;
  Quad t, worst = 0;
  if (!l || !l->Dg_band)
    return;
  Quad *whole = SubjectRoom(s, k * n), *part = SubjectRoom(s, k * band[0]),
       *y = SubjectRoom(s, s->size);
  for (; points < POINTS && SubjectPoint(s, &t, y); points++) {
    SubjectCall(s, &l->Dg, t, y, whole);
    SubjectCall(s, &l->Dg_band, t, y, part);
    for (PetscInt i = 0; i < k; i++)
      for (PetscInt j = 0; j < n; j++) {
        const PetscInt e = j - band[1] * i - band[2];
        const Quad entry = e >= 0 && e < band[0] ? part[i * band[0] + e] : 0;
        worst = WorseOf(worst, fabsq(whole[i * n + j] - entry));
      }
  }
  CheckResult((PetscBool)(points > 0 && worst <= s->epsilon * s->scale[0]),
              "%s: Dg_band has all of Dg at %d points (%.1e)", s->name, (int)points, (double)worst);
}

PetscErrorCode CheckDerivatives(Subject *s) {
  const gimbal_frame *const frame = s->descriptor->frame;
  FormulationDerivative d;
  Route route;
  PetscCall(FindRoute(s, &route));
  for (PetscInt i = 0; i < FORMULATION_DERIVATIVES; i++)
    if (RealisationDerivative(s->descriptor, i, &d))
      CheckDerivative(s, &route, &d);
  PetscCall(PetscFree(route.rows));
  CheckBand(s);
  if (!frame || !frame->structure)
    return 0;
  if (s->d.n == s->d.m)
    CheckStructure(s);
  else
    CheckSkip("the frame is redundant", "%s: structure functions", s->name);
  return 0;
}
