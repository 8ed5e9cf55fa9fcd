#include "numerics/stencil.h"
#include "reference/reference.h"
#include "reference/rate.h"
#include "reference/cache.h"
#include "reference/gauss.h"
#include "registry/formulation.h"

/* The problem and the sizes of a row (q, v, λ) of its solution. */
typedef struct {
  const Core *core;
  Problem problem;
  ModelCase instance;
  PetscBool quad;
  PetscInt n, m, k, row;
  PetscInt times;
  const Quad *time;
  const Quad *start;           /* y at 0 */
  Quad rounding;               /* of the field, in units of round-off */
  Quad rate;                   /* of the field's linearisation at the start */
  Quad target;                 /* relative distance of two integrations that agree */
  PetscBool numerical;         /* even where there is a closed form */
  const ReferenceWatch *watch; /* NULL: nobody */
  PetscInt nears;              /* what is continued */
  const ReferenceNear *near;
  Arena room; /* what is worked in */
} Task;

static Quad *Room(const Task *task, PetscInt count) {
  return ArenaArray(task->room, count, sizeof(Quad));
}

/* Refuses the case where the condition does not hold. */
#define CHECK(task, condition, format, ...)                                                        \
  UserCheck(condition, "model %s, case %s: " format, (task)->instance->model->name,                \
            (task)->instance->name, __VA_ARGS__)

/* In the model's unit. */
static double ReportedTime(const Task *task, Quad t) {
  return (double)scalbnq(t, task->instance->normal ? task->instance->normal->time : 0);
}

static ReferencePart Part(const Task *task, PetscInt entry) {
  return entry < task->n ? REFERENCE_Q : entry < task->n + task->m ? REFERENCE_V : REFERENCE_LAMBDA;
}

/* The largest difference of the entries of q, v and λ in rows, or, without other rows, their largest size. */
static void Distances(const Task *task, const Quad *one, const Quad *two,
                      Quad distance[REFERENCE_PARTS]) {
  distance[0] = distance[1] = distance[2] = 0;
  for (PetscInt i = 0; i < task->times * task->row; i++) {
    const Quad off = fabsq(one[i] - (two ? two[i] : 0));
    if (!(off <= distance[Part(task, i % task->row)]))
      distance[Part(task, i % task->row)] = off;
  }
}

static void Certify(ReferenceKind kind, const Quad uncertainty[REFERENCE_PARTS],
                    ReferenceCertificate *certificate) {
  *certificate = (ReferenceCertificate){.kind = kind};
  for (int part = 0; part < REFERENCE_PARTS; part++)
    certificate->uncertainty[part] = (PetscReal)uncertainty[part];
}

static PetscErrorCode Field(const Task *task, Quad t, const Quad *y, Quad *f, Quad *lambda) {
  CHECK(task, task->core->problem_field(task->problem, t, y, f, lambda),
        "no reference: the accelerations and multipliers cannot be computed at t = %g, where the "
        "model is singular or outside its domain",
        ReportedTime(task, t));
  return 0;
}

/* It sets the first step size. */
static PetscErrorCode EstimateRate(Task *task, Quad t) {
  PetscCall(Field(task, t, task->start, Room(task, task->n + task->m), NULL)); /* is it defined? */
  task->rate = FieldRate(task->core, task->problem, t, task->start);
  return 0;
}

/* ---- Closed forms ---------------------------------------------------------------------------- */

/* The closed form about time t. */
typedef struct {
  const Task *task;
  Quad t;
} ExactLine;

static int AlongExact(void *context, Quad distance, Quad *value) {
  const ExactLine *line = context;
  const Task *task = line->task;
  return !task->core->problem_exact(task->problem, line->t + distance, task->start, value);
}

typedef struct {
  Quad *f, *lambda;         /* n+m, k: of the equations */
  Quad *value, *derivative; /* a row, n+m: of the closed form */
} ExactWork;

/* Whether the closed form obeys the equations about time t: its derivative, by differences of order
 * 16 (order 6 in double), is the field, and its multipliers are the field's. *reach is as far as they
 * go, and `complaint` what is wrong, or empty. */
enum { BEYOND_ROUNDING = 1000 };
static PetscErrorCode CompareExact(const Task *task, Quad t, const Quad *row, ExactWork *work,
                                   Quad *reach, char complaint[256]) {
  const PetscInt size = task->n + task->m, width = task->quad ? 8 : 3;
  Quad *const f = work->f, *const lambda = work->lambda, *const derivative = work->derivative;
  const Quad tolerance = task->quad ? QUAD_C(1e-22) : QUAD_C(1e-8);
  const Quad epsilon = (Quad)task->core->epsilon;
  ExactLine line = {.task = task, .t = t};
  Quad scale = 1;
  Quad h = task->quad ? QUAD_C(1.) / 1024 : QUAD_C(1.) / 128;
  complaint[0] = 0;
  if (task->rate > 1)
    h /= task->rate;
  *reach = (Quad)width * h;
  PetscCall(Field(task, t, row, f, lambda));
  for (PetscInt i = 0; i < size; i++)
    scale = PetscMax(scale, PetscMax(fabsq(f[i]), fabsq(row[i])));
  if (QUAD_PRECISION(StencilDerivative)(width, h, size, AlongExact, &line, work->value, derivative))
    /* at the edge of where the closed form applies, nothing can be said */
    return 0;
  for (PetscInt i = 0; i < task->row; i++) {
    const Quad defect = i < size ? derivative[i] - f[i] : row[i] - lambda[i - size];
    const Quad size_of = i < size ? scale * (1 + task->rate) : scale + fabsq(row[i]);
    if (fabsq(defect) <= tolerance * size_of)
      continue;
    /* The time itself is rounded, and what is made of it more so: in a stiff equation by more than the
     * tolerance. What is far beyond that is no rounding. */
    const Quad rounding = 100 * epsilon * fabsq(t) * (1 + task->rate) / h;
    CHECK(task, rounding < tolerance || fabsq(defect) > BEYOND_ROUNDING * rounding * size_of,
          "no reference at t = %g, where round-off of its closed form hides whether it solves the "
          "equations; give a shorter duration",
          ReportedTime(task, t));
    (void)snprintf(complaint, 256, "at t = %g the %s of entry %d is off by %.3g",
                   ReportedTime(task, t), i < size ? "derivative" : "multiplier",
                   (int)(i < size ? i : i - size), (double)fabsq(defect));
    break;
  }
  return 0;
}

/* Where a force jumps, differences across it say nothing: those on one of its sides do. */
static PetscErrorCode CheckExact(const Task *task, Quad t, const Quad *row) {
  const PetscInt size = task->n + task->m;
  char complaint[256], other[256];
  OWNED(MemoryFree) Quad *nearby = MemoryZeroed((size_t)(3 * task->row + size), sizeof(*nearby));
  ExactWork work = {.value = nearby + task->row, .f = nearby + 2 * task->row};
  work.lambda = work.f + size; /* f and λ are as long as a row */
  work.derivative = nearby + 3 * task->row;
  Quad reach;
  PetscCall(CompareExact(task, t, row, &work, &reach, complaint));
  for (int side = -1; side <= 1 && complaint[0]; side += 2) {
    const Quad at = t + side * QUAD_C(1.125) * reach;
    if (!task->core->problem_exact(task->problem, at, task->start, nearby))
      continue;
    PetscCall(CompareExact(task, at, nearby, &work, &reach, other));
    if (!other[0])
      complaint[0] = 0;
  }
  CHECK(task, !complaint[0],
        "its closed form does not solve its equations: %s; correct the model's `exact`, or its "
        "equations",
        complaint);
  return 0;
}

/* The closed form, if these data have one. It must start from them, and satisfy the equations at
 * every requested time. */
static PetscErrorCode SolveExact(const Task *task, Quad *rows, ReferenceCertificate *certificate,
                                 PetscBool *exists) {
  const PetscInt size = task->n + task->m;
  Quad *const value = Room(task, task->row), *const f = Room(task, size);
  Quad sizes[REFERENCE_PARTS], speed[REFERENCE_PARTS] = {0, 0, 0}, reach;
  *exists = task->core->problem_exact(task->problem, 0, task->start, value);
  for (PetscInt i = 0; i < size && *exists; i++)
    CHECK(task,
          fabsq(value[i] - task->start[i]) <=
              1000 * (Quad)task->core->epsilon * (1 + fabsq(task->start[i])),
          "its closed form does not start from its initial data: entry %d at t = 0 is off by %.3g",
          (int)i, (double)fabsq(value[i] - task->start[i]));
  for (PetscInt i = 0; i < task->times && *exists; i++) {
    Quad *row = rows + i * task->row;
    *exists = task->core->problem_exact(task->problem, task->time[i], task->start, row);
    if (!*exists)
      break;
    PetscCall(CheckExact(task, task->time[i], row));
    PetscCall(Field(task, task->time[i], row, f, NULL));
    for (PetscInt d = 0; d < size; d++)
      speed[d >= task->n] = PetscMax(speed[d >= task->n], fabsq(f[d]));
  }
  if (!*exists)
    return 0;
  /* Round-off: of the value itself, and of a phase that runs with t. */
  Distances(task, rows, NULL, sizes);
  speed[2] = sizes[2] * (1 + task->rate);
  reach = task->times ? 1 + fabsq(task->time[task->times - 1]) : 1;
  for (PetscInt part = 0; part < REFERENCE_PARTS; part++)
    sizes[part] =
        256 * task->rounding * (Quad)task->core->epsilon * (sizes[part] + reach * speed[part]);
  Certify(REFERENCE_EXACT, sizes, certificate);
  (void)snprintf(certificate->method, sizeof(certificate->method), "closed form, in %s precision",
                 task->quad ? "quadruple" : "double");
  return 0;
}

/* ---- Numerical references -------------------------------------------------------------------- */

/* One integration through all times, in each interval with `finer` times the least number of steps
 * that are no longer than h, and always more for a larger `finer`; or with steps that adapt. */
typedef struct {
  Quad h, finer;
  PetscInt steps; /* requested, or taken */
  GaussFailure failure;
} Pass;

static PetscErrorCode Integrate(const Task *task, GaussMethod *method, Pass *pass, Quad *rows) {
  const PetscInt size = task->n + task->m;
  Quad *const y = Room(task, size), *const f = Room(task, size), t = 0, h = pass->h;
  pass->failure = (GaussFailure){.failed = PETSC_FALSE};
  pass->steps = 0;
  PetscCall(PetscMemcpy(y, task->start, (size_t)size * sizeof(Quad)));
  GaussReset(method);
  for (PetscInt i = 0; i < task->times && !pass->failure.failed; i++) {
    Quad *row = rows + i * task->row;
    if (method->tolerance > 0) {
      pass->failure = GaussAdapt(method, t, task->time[i], &h, &pass->steps, y);
    } else if (task->time[i] > t) {
      const PetscInt least = 1 + (PetscInt)((task->time[i] - t) / pass->h);
      const PetscInt count = (PetscInt)(pass->finer * (Quad)least + QUAD_C(0.5));
      pass->failure = GaussAdvance(method, t, task->time[i], count, y);
      pass->steps += count;
    }
    t = task->time[i];
    if (!pass->failure.failed) {
      PetscCall(PetscMemcpy(row, y, (size_t)size * sizeof(Quad)));
      PetscCall(Field(task, t, y, f, row + size));
    }
  }
  return 0;
}

/* How far two integrations are apart, for their sizes: q and v, in the unit of time of the rate, so that at
 * rest round-off of v is small. The multipliers follow from these, and may be 0 with nothing to compare. */
static Quad RelativeDistance(const Task *task, const Quad size[], const Quad distance[]) {
  const Quad rate = task->rate > 0 ? task->rate : 1;
  const Quad q = size[REFERENCE_Q], v = size[REFERENCE_V] / rate, larger = q > v ? q : v;
  const Quad off_q = distance[REFERENCE_Q], off_v = distance[REFERENCE_V] / rate;
  const Quad off = isnanq(off_q) || off_v <= off_q ? off_q : off_v;
  return off == 0 ? 0 : off / larger;
}

/* A field with a jump or a corner has no reference: the message names the place. */
static PetscErrorCode RefusePass(const Task *task, const Pass *pass) {
  const GaussFailure *failure = &pass->failure;
  CHECK(task, !failure->found.found,
        "no reference: along the motion the field has a %s at t = %.6g; give a shorter duration, "
        "smooth functions, or a closed form (`exact`)",
        failure->found.jump ? "jump" : "corner", ReportedTime(task, failure->found.time));
  CHECK(task, PETSC_FALSE, "no reference: %s near t = %.6g, after %d steps; give a shorter time",
        failure->outside ? "the model leaves its domain"
                         : "the 12-stage Gauss method does not resolve the motion",
        ReportedTime(task, failure->time), (int)pass->steps);
  return 0;
}

/* The second of two integrations is certified by its distance from the first. */
static void CertifyDistance(const Task *task, const GaussMethod *method, const Pass *pass,
                            const Quad sizes[], Quad distance[],
                            ReferenceCertificate *certificate) {
  for (PetscInt part = 0; part < REFERENCE_PARTS; part++)
    distance[part] =
        4 * distance[part] + 500 * task->rounding * (Quad)task->core->epsilon * sizes[part];
  Certify(task->quad ? REFERENCE_QUAD : REFERENCE_DOUBLE, distance, certificate);
  (void)snprintf(certificate->method, sizeof(certificate->method),
                 "12-stage Gauss, %d %ssteps, field in %s precision", (int)pass->steps,
                 method->tolerance > 0 ? "adapted " : "", task->quad ? "quadruple" : "double");
}

/* Two integrations with different steps, finer ones until they agree: to the target, or until finer
 * steps change nothing but round-off. The error of an order 24 method falls 16000-fold when its
 * steps shrink to two thirds, so their distance bounds the error of the second one safely. *hard: steps of one
 * size are not enough, or not found to be. */
static PetscErrorCode Refine(Task *task, GaussMethod *method, Quad *rows, Quad *other,
                             ReferenceCertificate *certificate, PetscBool *hard) {
  const Quad epsilon = (Quad)task->core->epsilon;
  const Quad span = task->times ? task->time[task->times - 1] : 0;
  const Quad good = PetscMin(QUAD_C(1e10) * epsilon, QUAD_C(1e-8));
  const Quad unresolved = QUAD_C(1e4) * sqrtq(epsilon); /* models of the tree: 0.2 √ε at most */
  Quad sizes[REFERENCE_PARTS], distance[REFERENCE_PARTS], relative, before = -1;
  Quad multiplier, multiplier_before = -1;
  Pass pass = {.h = task->rate > 0 ? QUAD_C(0.5) / task->rate : span, .finer = 1};
  /* Near a point where a constraint has no normal the field turns in a short time, as it does nowhere else. */
  const PetscInt patience = task->k ? 9 : 3;
  PetscInt slow = 0, agreed = 0;
  PetscBool have = PETSC_FALSE, done = PETSC_FALSE;
  if (!(pass.h < span))
    pass.h = span > 0 ? span : 1;
  for (*hard = PETSC_FALSE; !done;) {
    *hard = (PetscBool)(*hard || PetscMax(2, pass.finer) * span / pass.h > GAUSS_MOST_STEPS);
    if (*hard)
      return 0;
    method->pass++;
    PetscCall(Integrate(task, method, &pass, rows));
    /* Where two agreed, finer steps fail by round-off in the stages. */
    if (pass.failure.failed && before >= 0 && before <= good) {
      pass.steps = agreed;
      PetscCall(PetscArraycpy(rows, other, task->times * task->row));
      break;
    }
    if (pass.failure.failed) {
      *hard = (PetscBool)(++slow == patience);
      before = multiplier_before = -1;
      pass.finer *= 2;
      have = PETSC_FALSE;
      continue;
    }
    if (have) {
      Distances(task, rows, NULL, sizes);
      Distances(task, rows, other, distance);
      relative = RelativeDistance(task, sizes, distance);
      multiplier = distance[REFERENCE_LAMBDA];
      done = (PetscBool)((relative <= task->target ||
                          (before >= 0 && relative >= before / 4 && relative <= good)) &&
                         (multiplier <= task->target * sizes[REFERENCE_LAMBDA] ||
                          (multiplier_before >= 0 && multiplier >= multiplier_before / 4)));
      *hard = (PetscBool)(done ? method->mismatch > unresolved
                               : before >= 0 && relative >= before / 8 && ++slow == patience);
      done = (PetscBool)(done && !*hard);
      before = relative;
      multiplier_before = multiplier;
    }
    have = PETSC_TRUE;
    agreed = pass.steps;
    pass.finer = pass.finer < 2 ? pass.finer + 1 : pass.finer * 3 / 2;
    if (!done)
      PetscCall(PetscMemcpy(other, rows, (size_t)(task->times * task->row) * sizeof(Quad)));
  }
  CertifyDistance(task, method, &pass, sizes, distance, certificate);
  return 0;
}

/* Integrations with steps that adapt, to ever smaller tolerances, which are those of double precision and of
 * quadruple precision: 4e-8 and 1e-16 to 7e-12 and 1e-24. Where a field is smooth, errors are far
 * smaller; elsewhere the distance of two integrations is that of their tolerances. */
static PetscErrorCode RefineAdaptively(Task *task, GaussMethod *method, Quad *rows, Quad *other,
                                       ReferenceCertificate *certificate) {
  enum { PASSES = 3 };
  const PetscInt count = task->times * task->row;
  Quad sizes[REFERENCE_PARTS], distance[REFERENCE_PARTS], relative = 1;
  for (int k = 0; k < PASSES && relative > task->target; k++) {
    Pass pass = {.h = task->time[task->times - 1] / (64 << k)};
    method->longest = pass.h;
    method->tolerance = powq((Quad)task->core->epsilon, QUAD_C(0.47) + k * QUAD_C(0.12));
    pass.h /= 1 + task->rate * pass.h;
    method->pass++;
    PetscCall(PetscArraycpy(other, rows, count));
    PetscCall(Integrate(task, method, &pass, rows));
    if (pass.failure.failed && k == PASSES - 1 && !pass.failure.found.found)
      return PetscArraycpy(rows, other, count);
    if (pass.failure.failed)
      return RefusePass(task, &pass);
    Distances(task, rows, NULL, sizes);
    Distances(task, rows, other, distance);
    relative = k ? RelativeDistance(task, sizes, distance) : 1;
    CertifyDistance(task, method, &pass, sizes, distance, certificate);
  }
  return 0;
}

static PetscErrorCode SolveNumerically(Task *task, Quad *rows, ReferenceCertificate *certificate) {
  const Quad span = task->times ? task->time[task->times - 1] : 0;
  GaussMethod method = GaussCreate(task->core, task->problem, task->room);
  PetscBool hard;
  task->target = 20 * (Quad)task->core->epsilon * (1 + span * task->rate);
  method.watch = task->watch;
  method.end = span;
  Quad *const other = Room(task, task->times * task->row);
  PetscCall(Refine(task, &method, rows, other, certificate, &hard));
  return hard ? RefineAdaptively(task, &method, rows, other, certificate) : 0;
}

static PetscErrorCode Solve(void *context, Quad *rows, ReferenceCertificate *certificate,
                            PetscBool *complete) {
  Task *task = context;
  PetscBool exists = PETSC_FALSE;
  *complete = PETSC_TRUE;
  for (PetscInt i = 0; i < task->times; i++)
    PetscCheck(task->time[i] >= (i ? task->time[i - 1] : 0), PETSC_COMM_SELF,
               PETSC_ERR_ARG_OUTOFRANGE, "times of a reference must ascend from 0");
  PetscCall(EstimateRate(task, 0));
  if (!task->numerical)
    PetscCall(SolveExact(task, rows, certificate, &exists));
  if (!exists)
    PetscCall(SolveNumerically(task, rows, certificate));
  return 0;
}

/* Solved from the start that is given, or from the case's own initial data, unless the cache has it. */
static PetscErrorCode Run(const ReferenceProblem *given, const char *cache, const char *how,
                          CacheSolver solve, Task task, Quad *solution,
                          ReferenceCertificate *certificate) {
  const ModelCase instance = given->instance;
  const Dimensions d = ModelCaseDimensions(instance, given->realisation);
  task.instance = instance;
  task.quad = (PetscBool)(instance->model->descriptor_quad != NULL);
  const gimbal_realisation *r =
      ListAt(instance->model->descriptor->realisations, gimbal_realisation, given->realisation);
  task.rounding = RealisationIsDerived(r) ? 4096 : 1; /* differences over 1/1024 */
  task.core = task.quad ? CoreQuad() : CoreDouble();
  task.times = given->times;
  task.time = given->time;
  PetscCall(task.core->problem_create(instance, given->realisation, &task.problem));
  task.n = d.n;
  task.m = d.m;
  task.k = d.holonomic + d.nonholonomic;
  task.row = task.n + task.m + task.k;
  task.room = ArenaCreate();
  Quad *const start = Room(&task, task.n + task.m);
  if (given->start)
    memcpy(start, given->start, (size_t)(task.n + task.m) * sizeof *start);
  else
    task.core->problem_initial(task.problem, start);
  task.start = start;
  const CacheKey key = {.folder = cache,
                        .problem = {instance, given->realisation, start, given->times, given->time},
                        .how = how,
                        .entries = task.n + task.m,
                        .count = task.times * task.row};
  const PetscErrorCode error = CacheSolve(&key, solve, &task, solution, certificate);
  ArenaDestroy(&task.room);
  PetscCall(task.core->problem_destroy(&task.problem));
  return error;
}

PetscErrorCode ReferenceSolve(const ReferenceProblem *problem, const char *cache,
                              const ReferenceWatch *watch, Quad *solution,
                              ReferenceCertificate *certificate) {
  return Run(problem, cache, NULL, Solve, (Task){.watch = watch}, solution, certificate);
}

PetscErrorCode ReferenceSolveNumerically(const ReferenceProblem *problem, Quad *solution,
                                         ReferenceCertificate *certificate) {
  return Run(problem, NULL, NULL, Solve, (Task){.numerical = PETSC_TRUE}, solution, certificate);
}

/* ---- Near a known solution ------------------------------------------------------------------- */

/* Pieces a sixth as long as those that a whole reference begins with: it seldom ends with shorter
 * ones. */
static PetscErrorCode Advance(const Task *task, GaussMethod *method, Quad from, Quad to, Quad *y) {
  GaussFailure failure = {.failed = PETSC_TRUE};
  const PetscInt size = task->n + task->m;
  const Quad least = 12 * task->rate * fabsq(to - from);
  CHECK(task, least < QUAD_C(1e6),
        "no reference near t = %.6g: it is too far from where one is known",
        ReportedTime(task, to));
  PetscInt pieces = 1 + (PetscInt)least;
  OWNED(MemoryFree) Quad *tried = MemoryZeroed((size_t)size, sizeof(*tried));
  for (PetscInt attempt = 0; failure.failed && attempt < 6; attempt++, pieces *= 2) {
    PetscCall(PetscArraycpy(tried, y, size));
    if (attempt)
      GaussReset(method);
    failure = GaussAdvance(method, from, to, pieces, tried);
  }
  CHECK(task, !failure.failed, "no reference near t = %.6g", ReportedTime(task, failure.time));
  PetscCall(PetscArraycpy(y, tried, size));
  return 0;
}

/* From each time to the next: what a step has found is a good guess for the next one, and all of them
 * together are no longer than the way to the last. */
static PetscErrorCode ContinueOne(Task *task, GaussMethod *method, const ReferenceNear *near,
                                  Quad *out) {
  const PetscInt size = task->n + task->m;
  Quad *const y = Room(task, size), *const field = Room(task, size), t = near->from;
  PetscCall(PetscArraycpy(y, near->row, size));
  task->start = near->row;
  PetscCall(EstimateRate(task, t));
  GaussReset(method);
  for (PetscInt i = 0; i < near->times; t = near->time[i++]) {
    Quad *row = out + i * task->row;
    PetscCall(Advance(task, method, t, near->time[i], y));
    PetscCall(PetscArraycpy(row, y, size));
    PetscCall(Field(task, near->time[i], y, field, row + size));
  }
  return 0;
}

static PetscErrorCode Continue(void *context, Quad *out, ReferenceCertificate *unused,
                               PetscBool *complete) {
  Task *task = context;
  GaussMethod method = GaussCreate(task->core, task->problem, task->room);
  *complete = PETSC_TRUE;
  *unused = (ReferenceCertificate){.kind = REFERENCE_QUAD, .method = "continued"};
  for (PetscInt i = 0; i < task->nears; i++) {
    PetscCall(ContinueOne(task, &method, &task->near[i], out));
    out += task->near[i].times * task->row;
  }
  return 0;
}

/* All times in turn are those that the cache knows the problem by. */
PetscErrorCode ReferenceContinue(const ReferenceProblem *problem, PetscInt count,
                                 const ReferenceNear *near, const char *cache, Quad *out) {
  ReferenceProblem all = *problem;
  ReferenceCertificate unused;
  PetscInt times = 0;
  for (PetscInt i = 0; i < count; i++)
    times += near[i].times;
  OWNED(MemoryFree) Quad *time = MemoryZeroed((size_t)times, sizeof(*time));
  all.times = 0;
  all.time = time;
  for (PetscInt i = 0; i < count; i++)
    for (PetscInt j = 0; j < near[i].times; j++)
      time[all.times++] = near[i].time[j];
  return Run(&all, cache, "continued", Continue, (Task){.nears = count, .near = near}, out,
             &unused);
}
