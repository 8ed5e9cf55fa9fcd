/* A hidden counter, random numbers, a static array, or scratch memory that was never written are
 * invisible in a single run: the numbers are there, and only they cannot be had again. What is not
 * seen: what repeats itself only after more than about twice the examined steps, and what differs
 * between two machines or two starts of the program. */
#include "studies/purity.h"
#include "base/arena.h"
#include "numerics/random.h"
#include "registry/formulation.h"
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Every how many-th step is taken a third time; how many are taken from nearby states, of which so
 * many must arrive; and numbers that are kept at most. */
enum { THIRD = 8, NEARBY = 6, NEARBY_LEAST = 4, FEWEST = 8, ROOM = 200000 };

/* Steps in between, which leave no trace in a right method. */
typedef enum { OF_ANOTHER_SIZE, ON_ANOTHER_MODEL, DISTURBANCES } Disturbance;

/* Not a simple fraction, so that no multiple of one step is a multiple of the other. */
#define OTHER_SIZE QUAD_C(0.7)

typedef struct {
  const PurityTrial *trial;
  Dimensions dimensions;  /* of its problem */
  char *text;             /* what was found, PURITY_TEXT; empty: nothing */
  Purity *impure;         /* and where */
  Integration run, other; /* the second one never takes two steps of the run in their order */
  Integration between[DISTURBANCES];
  PetscInt count; /* numbers in a state: the steps taken, q, p, λ, memory */
  PetscInt moved; /* of which, after the first, q and p */
  PetscBool momenta;
  PetscInt steps;       /* that the run has made */
  Quad *path;           /* its states, from the start: steps + 1 */
  Quad *again;          /* the state after each step, taken once more */
  PetscBool *failed;    /* whether that failed */
  Quad *one, *two;      /* states */
  Quad *bound;          /* of chance, for each number; and room for a state near another */
  Arena room;           /* of all these */
  PetscErrorCode error; /* the first */
  Quad *in_new_process; /* the state after the first step in another process; NULL: not taken */
  Quad far, near; /* far enough apart to tell proportion from chance, and near enough for squares
                        not to matter: relative moves of a state */
} Examination;

static Quad *StateAt(const Examination *e, Quad *states, PetscInt i) {
  return states + (size_t)i * (size_t)e->count;
}

/* ---- What differs ---- */

/* Says what entry i > 0 of a state is. */
static void LocateEntry(const Examination *e, PetscInt i, PetscInt step, Quad defect) {
  const Dimensions *d = &e->dimensions;
  const PetscInt multipliers = e->momenta ? d->holonomic + d->nonholonomic : 0;
  const PetscInt ends[] = {d->n, e->moved, e->moved + multipliers, e->count};
  const char *const names[] = {"q", e->momenta ? "p" : "v", "lambda", "memory"};
  PetscInt kind = 0, first;
  while (i > ends[kind])
    ++kind;
  first = kind ? ends[kind - 1] : 0;
  e->impure->time = (PetscReal)((Quad)step * e->trial->h);
  e->impure->quantity = names[kind];
  e->impure->component = i - first;
  e->impure->defect = (PetscReal)fabsq(defect);
}

/* The entry in which two states differ most for its size, by more than the tolerance; 0: none. */
static PetscInt DifferingEntry(const Examination *e, const Quad *from, const Quad *a, const Quad *b,
                               Quad tolerance) {
  PetscInt worst = 0;
  Quad most = 0;
  for (PetscInt i = 1; i < e->count; ++i) {
    const Quad size = fabsq(from[i]) + fabsq(a[i]) + fabsq(b[i]), off = fabsq(a[i] - b[i]);
    if (off > tolerance * size && off / size > most)
      most = off / size, worst = i;
  }
  return worst;
}

/* A time in the units of sentences. */
static double ReportedTime(const Examination *e, Quad time) {
  return (double)scalbnq(time, e->trial->time_unit);
}

#define NO_FUNCTION "the method is not a function of its state"

/* The step from the path's state number k has given a and b. */
static void CompareStep(const Examination *e, const char *cause, PetscInt k, const Quad *a,
                        const Quad *b, Quad tolerance) {
  Purity *const out = e->impure;
  const PetscInt i = DifferingEntry(e, StateAt(e, e->path, k), a, b, tolerance);
  if (!i)
    return;
  LocateEntry(e, i, k, a[i] - b[i]);
  (void)snprintf(e->text, PURITY_TEXT,
                 "%s: the step from t = %.6g with h = %.6g, taken again from the same state, "
                 "differs by %.2g in component %d of %s",
                 cause, ReportedTime(e, (Quad)out->time), ReportedTime(e, e->trial->h),
                 (double)out->defect, (int)out->component, out->quantity);
}

/* That step failed once, and once it did not. */
static void ReportFailure(const Examination *e, const char *cause, PetscInt k) {
  Purity *const out = e->impure;
  out->time = (PetscReal)((Quad)k * e->trial->h);
  (void)snprintf(e->text, PURITY_TEXT,
                 "%s: the step from t = %.6g with h = %.6g, taken twice from the same state, fails "
                 "only once",
                 cause, ReportedTime(e, (Quad)out->time), ReportedTime(e, e->trial->h));
}

/* ---- Steps ---- */

/* After an error no step is taken; PurityExamine returns it. */
static PetscBool Begin(Examination *e, Integration it, Quad h, const Quad *y,
                       StepFailure *failure) {
  *failure = (StepFailure){.failed = PETSC_TRUE};
  if (!e->error)
    e->error = e->trial->core->begin(it, h, y, failure);
  return (PetscBool)(!e->error && !failure->failed);
}

static PetscBool Advance(Examination *e, Integration it, StepFailure *failure) {
  *failure = (StepFailure){.failed = PETSC_TRUE};
  if (!e->error)
    e->error = e->trial->core->advance(it, 1, failure);
  return (PetscBool)(!e->error && !failure->failed);
}

/* Whether it could be taken. set_state clears what the solvers remember. */
static PetscBool StepFrom(Examination *e, Integration it, const Quad *from, Quad *to) {
  StepFailure failure;
  e->trial->core->set_state(it, from);
  if (!Advance(e, it, &failure))
    return PETSC_FALSE;
  e->trial->core->get_state(it, to);
  return PETSC_TRUE;
}

/* The run, from the start, as far as it goes. */
static void WalkPath(Examination *e, PetscInt steps) {
  const PurityTrial *trial = e->trial;
  StepFailure failure;
  e->steps = -1;
  PetscBool going = Begin(e, e->run, trial->h, trial->y0, &failure);
  while (going) {
    trial->core->get_state(e->run, StateAt(e, e->path, ++e->steps));
    if (e->steps == steps)
      break;
    trial->core->forget(e->run);
    going = Advance(e, e->run, &failure);
  }
}

static void DisturbWith(Examination *e, Disturbance how) {
  const PurityTrial *trial = e->trial;
  const PetscBool size = (PetscBool)(how == OF_ANOTHER_SIZE);
  StepFailure failure;
  if (e->between[how] && Begin(e, e->between[how], size ? OTHER_SIZE * trial->h : trial->h,
                               size ? trial->y0 : NULL, &failure))
    (void)Advance(e, e->between[how], &failure);
}

/* First of another size, so that data kept by size are rebuilt on the other model. */
static void DisturbAll(Examination *e) {
  DisturbWith(e, OF_ANOTHER_SIZE);
  DisturbWith(e, ON_ANOTHER_MODEL);
}

/* The step k in the second instance. */
static PetscBool TakeStep(Examination *e, PetscInt k, Quad *to) {
  const PetscBool taken = StepFrom(e, e->other, StateAt(e, e->path, k), to);
  if (!taken)
    memset(to, 0, (size_t)e->count * sizeof *to);
  return taken;
}

/* Whether the step k gives the same as `one`, now. */
static PetscBool GivesSame(Examination *e, PetscInt k, PetscBool taken) {
  return (PetscBool)(TakeStep(e, k, e->two) == taken &&
                     !DifferingEntry(e, e->one, e->one, e->two, 0));
}

/* Whether the step k gives something else each time, now and then, or after any other step. */
static PetscBool IsUnsteady(Examination *e, PetscInt k) {
  enum { REPEATS = 16 };
  (void)TakeStep(e, k, e->one);
  const PetscBool taken = TakeStep(e, k, e->one);
  for (PetscInt i = 0; i < REPEATS; ++i)
    if (!GivesSame(e, k, taken))
      return PETSC_TRUE;
  (void)TakeStep(e, k ? 0 : e->steps - 1, e->two);
  return (PetscBool)!GivesSame(e, k, taken);
}

/* Whether the filling changes the step k: from what is in `one`, or from success to failure in the first
 * instance, whose storage has not been filled yet. */
static PetscBool DependsOnFilling(Examination *e, PetscInt k) {
  const Core *core = e->trial->core;
  core->fill(e->other, FILLED_WITH_NUMBERS);
  const PetscBool same = GivesSame(e, k, (PetscBool)!e->failed[k]);
  core->fill(e->other, FILLED_WITH_NAN);
  if (!same || !e->failed[k])
    return (PetscBool)!same;
  if (!StepFrom(e, e->run, StateAt(e, e->path, k), e->two))
    return PETSC_FALSE;
  core->fill(e->run, FILLED_WITH_NUMBERS);
  const PetscBool taken = StepFrom(e, e->run, StateAt(e, e->path, k), e->two);
  core->fill(e->run, FILLED_BY_CHANCE);
  return (PetscBool)!taken;
}

/* Why the step k gives something else in the second instance: what changes it now. */
static const char *FindCause(Examination *e, PetscInt k) {
  StepFailure failure;
  if (IsUnsteady(e, k))
    return NO_FUNCTION;
  if (DependsOnFilling(e, k))
    return "the method reads storage before writing it (gimbal_scratch, or the residual or "
           "Jacobian of a solve)";
  DisturbWith(e, OF_ANOTHER_SIZE);
  const PetscBool taken = TakeStep(e, k, e->one);
  (void)Begin(e, e->other, e->trial->h, e->trial->y0, &failure);
  if (!GivesSame(e, k, taken))
    return "the method has hidden state: a step depends on the size of other steps";
  DisturbAll(e);
  return GivesSame(e, k, taken)
             ? NO_FUNCTION
             : "the method has hidden state: a step depends on steps on another model";
}

/* The run and the second instance, begun again, after k steps of both. */
static void CompareRuns(const Examination *e, PetscInt k, const StepFailure *failure) {
  Purity *const out = e->impure;
  if (failure->failed) {
    (void)snprintf(e->text, PURITY_TEXT,
                   "the method is not a function of its start: begun again from the same one, it "
                   "fails at t = %.6g: %s",
                   ReportedTime(e, (Quad)failure->time), failure->text);
    return;
  }
  e->trial->core->get_state(e->other, e->one);
  const PetscInt i = DifferingEntry(e, e->one, StateAt(e, e->path, k), e->one, 0);
  if (!i)
    return;
  LocateEntry(e, i, k, StateAt(e, e->path, k)[i] - e->one[i]);
  (void)snprintf(e->text, PURITY_TEXT,
                 "the method is not a function of its start: begun again from the same one with "
                 "h = %.6g, it differs by %.2g in component %d of %s at t = %.6g",
                 ReportedTime(e, e->trial->h), (double)out->defect, (int)out->component,
                 out->quantity, ReportedTime(e, (Quad)out->time));
}

/* Every step once more, backwards, in an instance that has not been there. What the run itself
 * carries along beyond the numbers of a state are the last bits of its compensated sums. */
static void RepeatSteps(Examination *e) {
  const Quad tolerance = 8 * (Quad)CoreQuad()->epsilon;
  for (PetscInt k = e->steps - 1; k >= 0 && !e->text[0]; --k) {
    const Quad *const from = StateAt(e, e->path, k), *const to = StateAt(e, e->path, k + 1);
    Quad *const again = StateAt(e, e->again, k);
    if (k == e->steps / 2)
      DisturbWith(e, OF_ANOTHER_SIZE);
    e->failed[k] = (PetscBool)!StepFrom(e, e->other, from, again);
    if (!e->failed[k] && !DifferingEntry(e, from, to, again, tolerance))
      continue;
    const char *const cause = FindCause(e, k);
    if (!e->failed[k])
      CompareStep(e, cause, k, to, again, tolerance);
    else if (strcmp(cause, NO_FUNCTION))
      ReportFailure(e, cause, k);
  }
}

/* Some of them a third time, in yet another order: both were clean now, so that every bit agrees,
 * and one that failed fails again. */
static void RepeatSome(Examination *e) {
  e->trial->core->fill(e->run, FILLED_WITH_NUMBERS);
  for (PetscInt k = 0; k < e->steps && !e->text[0]; k += THIRD) {
    const PetscBool failed = (PetscBool)!StepFrom(e, e->run, StateAt(e, e->path, k), e->one);
    if (!failed && !e->failed[k])
      CompareStep(e, NO_FUNCTION, k, StateAt(e, e->again, k), e->one, 0);
    else if (failed != e->failed[k])
      ReportFailure(e, NO_FUNCTION, k);
  }
}

/* ---- Another process ---- */

/* In a process that takes other steps before: what it keeps of its first step for ever is the same in
 * all later ones, and shows only there. */
static PetscErrorCode StepInAnotherProcess(Examination *e) {
  const size_t size = (size_t)(e->count + 1) * sizeof(Quad);
  const pid_t parent = getpid();
  Quad *const shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  PetscCheck(shared != MAP_FAILED, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory to share: %s",
             strerror(errno));
  (void)fflush(NULL); /* or the child would write what waits in our buffers once more */
  const pid_t child = fork();
  PetscCheck(child >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process for a step: %s",
             strerror(errno));
  if (!child) {
    /* It stays in the group of this process, with which it is ended, and what a step starts with it. */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(0);
    DisturbAll(e);
    WalkPath(e, 1);
    if (!e->error && e->steps == 1) {
      memcpy(shared, StateAt(e, e->path, 1), size - sizeof(Quad));
      shared[e->count] = 1;
    }
    _exit(0);
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
  if (shared[e->count] != 0)
    e->in_new_process = shared;
  else
    (void)munmap(shared, size);
  return 0;
}

/* ---- Continuity ---- */

/* How many epsilons of a number's size a right method's step may leave to chance. */
#define CHANCE 1e5
#define ROUNDINGS_AT_REST 16

/* A state near another one: each entry of q and p by a part of itself. */
static void MoveNearby(const Examination *e, const Quad *state, Quad part, uint64_t random,
                       Quad *out) {
  memcpy(out, state, (size_t)e->count * sizeof *out);
  for (PetscInt i = 1; i <= e->moved; ++i)
    out[i] += part * (Quad)RandomUniform(&random) * state[i];
}

/* Bounds on what chance may do to q and p: by the sizes along the run, and by what a number's
 * rounding does to the others. An entry that is small relative to all others of its kind is itself
 * rounding, and is left out. Of a system at rest all momenta are rounding: no more is seen of them than
 * the coordinates' roundings, in the units of the host. */
static void BoundsOfChance(const Examination *e, const Quad *response, Quad part, Quad *bound) {
  const PetscInt ends[] = {0, PetscMin(e->dimensions.n, e->moved), e->moved};
  const Quad epsilon = (Quad)e->trial->core->epsilon;
  const Quad tolerance_factor = (Quad)PetscMax(1, e->trial->setup.tolerance_factor);
  Quad overall = 0;
  for (PetscInt kind = 0; kind < 2; ++kind) {
    Quad largest = 0;
    for (PetscInt i = ends[kind] + 1; i <= ends[kind + 1]; ++i) {
      bound[i] = fabsq(response[i]) / part;
      for (PetscInt k = 0; k <= e->steps; ++k)
        bound[i] = PetscMax(fabsq(StateAt(e, e->path, k)[i]), bound[i]);
      largest = PetscMax(bound[i], largest);
    }
    overall = PetscMax(largest, overall);
    for (PetscInt i = ends[kind] + 1; i <= ends[kind + 1]; ++i)
      bound[i] = bound[i] * bound[i] > epsilon * largest * largest
                     ? epsilon * tolerance_factor *
                           PetscMax(ROUNDINGS_AT_REST * overall, (Quad)CHANCE * bound[i])
                     : (Quad)HUGE_VAL;
  }
}

/* From the path's state number k, and from two near it in one direction: what a step makes of the
 * nearer one follows from the other, by proportion. Entry that does not, with its defect; 0: none.
 * False if a step failed. */
static PetscBool StepFromNearby(Examination *e, PetscInt k, PetscInt *worst, Quad *defect) {
  const Quad *const from = StateAt(e, e->path, k), *const to = StateAt(e, e->again, k);
  const uint64_t random = RANDOM_BEGIN + (uint64_t)k;
  Quad *const bound = e->bound;
  *worst = 0, *defect = 0;
  MoveNearby(e, from, e->far, random, bound);
  const PetscBool far = StepFrom(e, e->other, bound, e->one);
  MoveNearby(e, from, e->near, random, bound);
  if (!StepFrom(e, e->other, bound, e->two) || !far)
    return PETSC_FALSE;
  for (PetscInt i = 1; i <= e->moved; ++i) {
    e->one[i] -= to[i];
    e->two[i] -= to[i] + e->near / e->far * e->one[i];
  }
  BoundsOfChance(e, e->one, e->far, bound);
  for (PetscInt i = 1; i <= e->moved; ++i)
    if (fabsq(e->two[i]) > bound[i] && fabsq(e->two[i]) > fabsq(*defect))
      *worst = i, *defect = e->two[i];
  return PETSC_TRUE;
}

/* A kink or a jump is somewhere; noise is everywhere: more than half of the steps must show it. */
static void TestContinuity(Examination *e) {
  const PetscReal epsilon = e->trial->core->epsilon;
  const PetscInt tried = PetscMin(NEARBY, e->steps);
  Purity *const out = e->impure;
  PetscInt arrived = 0, noisy = 0;
  e->far = (Quad)pow(2, round(0.46 * log2(epsilon)));
  e->near = (Quad)pow(2, round(0.77 * log2(epsilon)));
  for (PetscInt j = 0; j < tried; ++j) {
    const PetscInt k = j * e->steps / tried;
    PetscInt worst;
    Quad defect;
    if (e->failed[k] || !StepFromNearby(e, k, &worst, &defect))
      continue;
    arrived++;
    noisy += worst != 0;
    if (worst && !(fabsq(defect) <= (Quad)out->defect))
      LocateEntry(e, worst, k, defect);
  }
  if (arrived >= NEARBY_LEAST && 2 * noisy > arrived)
    (void)snprintf(e->text, PURITY_TEXT,
                   "the step is not a continuous function of the state: at t = %.6g with h = %.6g, "
                   "states that agree to %.2g of each number differ by %.2g after a step in "
                   "component %d of %s, more than they should",
                   ReportedTime(e, (Quad)out->time), ReportedTime(e, e->trial->h), (double)e->near,
                   (double)out->defect, (int)out->component, out->quantity);
  else
    *out = (Purity){.time = NAN, .defect = NAN};
}

/* ---- All of it ---- */

/* Another run from the start, compared with the path. */
static void RepeatRun(Examination *e) {
  StepFailure failure;
  for (PetscInt k = 1; k <= e->steps && !e->text[0]; ++k) {
    if (k == (e->steps + 1) / 2)
      DisturbWith(e, OF_ANOTHER_SIZE);
    e->trial->core->forget(e->other);
    (void)Advance(e, e->other, &failure);
    CompareRuns(e, k, &failure);
  }
}

static PetscErrorCode ExamineSteps(Examination *e) {
  const PurityTrial *trial = e->trial;
  StepFailure failure;
  if (trial->new_process)
    PetscCall(StepInAnotherProcess(e));
  WalkPath(e, trial->steps);
  if (e->steps < 0)
    return e->error; /* 0: it cannot begin, which the study will report */
  (void)Begin(e, e->other, trial->h, trial->y0, &failure);
  CompareRuns(e, 0, &failure);
  if (!e->text[0])
    DisturbAll(e);
  if (trial->beginnings) {
    RepeatRun(e);
    return e->error;
  }
  if (!e->text[0])
    RepeatSteps(e);
  if (!e->text[0])
    RepeatSome(e);
  if (!e->text[0] && e->in_new_process && e->steps)
    CompareStep(e, "the method has hidden state: a step depends on the first steps of its process",
                0, StateAt(e, e->path, 1), e->in_new_process, 0);
  if (!e->text[0])
    TestContinuity(e);
  return e->error;
}

static PetscErrorCode ExaminationCreate(Examination *e) {
  const PurityTrial *trial = e->trial;
  const Core *core = trial->core;
  PetscCall(core->create(&trial->setup, &e->run));
  PetscCall(core->create(&trial->setup, &e->other));
  core->fill(e->other, FILLED_WITH_NAN);
  PetscCall(core->create(&trial->setup, &e->between[OF_ANOTHER_SIZE]));
  if (trial->elsewhere) {
    IntegrationSetup setup = trial->setup;
    setup.problem = trial->elsewhere;
    PetscCall(core->create(&setup, &e->between[ON_ANOTHER_MODEL]));
  }
  e->count = core->get_state(e->run, NULL);
  return 0;
}

static PetscErrorCode ExaminationDestroy(Examination *e) {
  const Core *core = e->trial->core;
  if (e->in_new_process)
    (void)munmap(e->in_new_process, (size_t)(e->count + 1) * sizeof(Quad));
  ArenaDestroy(&e->room);
  PetscCall(core->destroy(&e->run));
  PetscCall(core->destroy(&e->other));
  for (int how = 0; how < DISTURBANCES; ++how)
    PetscCall(core->destroy(&e->between[how]));
  return 0;
}

PetscErrorCode PurityExamine(const PurityTrial *given, char text[PURITY_TEXT], Purity *impure) {
  const Dimensions d = given->core->problem_dimensions(given->setup.problem);
  const gimbal_method *family = given->setup.method->family;
  PurityTrial trial = *given;
  Examination e = {
      .trial = &trial, .dimensions = d, .text = text, .impure = impure, .moved = d.n + d.m};
  *impure = (Purity){.time = NAN, .defect = NAN};
  text[0] = 0;
  if (!MethodTakesSteps(family) || given->steps < 1)
    return 0;
  e.momenta = FormulationGetData(family->formulation)->velocities;
  if (family->open) /* its handle is of this process */
    trial.new_process = PETSC_FALSE;
  PetscCall(ExaminationCreate(&e));
  trial.steps = PetscMin(trial.steps, PetscMax(FEWEST, ROOM / e.count));
  const PetscInt64 path = (PetscInt64)(trial.steps + 1) * e.count;
  e.room = ArenaCreate();
  e.path = ArenaArray(e.room, path, sizeof(*e.path));
  e.again = ArenaArray(e.room, path, sizeof(*e.again));
  e.failed = ArenaArray(e.room, trial.steps + 1, sizeof(*e.failed));
  e.one = ArenaArray(e.room, e.count, sizeof(*e.one));
  e.two = ArenaArray(e.room, e.count, sizeof(*e.two));
  e.bound = ArenaArray(e.room, e.count, sizeof(*e.bound));
  PetscCall(ExamineSteps(&e));
  return ExaminationDestroy(&e);
}
