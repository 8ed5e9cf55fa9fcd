/* A hidden counter, random numbers, a static array, or scratch memory that was never written are
 * invisible in a single run: the numbers are there, and only they cannot be had again. What is not
 * seen: what repeats itself only after more than about twice the examined steps, and what differs
 * between two machines or two starts of the program. */
#include "studies/purity.h"
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

/* set_state clears what the solvers remember. */
static PetscErrorCode StepFrom(const Examination *e, Integration it, const Quad *from, Quad *to,
                               PetscBool *failed) {
  const Core *core = e->trial->core;
  StepFailure failure;
  core->set_state(it, from);
  PetscCall(core->advance(it, 1, &failure));
  *failed = failure.failed;
  if (!failure.failed)
    core->get_state(it, to);
  return 0;
}

/* The run, from the start, as far as it goes. */
static PetscErrorCode WalkPath(Examination *e, PetscInt steps) {
  const PurityTrial *trial = e->trial;
  const Core *core = trial->core;
  StepFailure failure;
  e->steps = -1;
  PetscCall(core->begin(e->run, trial->h, trial->y0, &failure));
  while (!failure.failed) {
    core->get_state(e->run, StateAt(e, e->path, ++e->steps));
    if (e->steps == steps)
      break;
    core->forget(e->run);
    PetscCall(core->advance(e->run, 1, &failure));
  }
  return 0;
}

static PetscErrorCode DisturbWith(const Examination *e, Disturbance how) {
  const PurityTrial *trial = e->trial;
  const PetscBool size = (PetscBool)(how == OF_ANOTHER_SIZE);
  StepFailure failure;
  if (!e->between[how])
    return 0;
  PetscCall(trial->core->begin(e->between[how], size ? OTHER_SIZE * trial->h : trial->h,
                               size ? trial->y0 : NULL, &failure));
  if (!failure.failed)
    PetscCall(trial->core->advance(e->between[how], 1, &failure));
  return 0;
}

/* First of another size, so that data kept by size are rebuilt on the other model. */
static PetscErrorCode DisturbAll(const Examination *e) {
  PetscCall(DisturbWith(e, OF_ANOTHER_SIZE));
  return DisturbWith(e, ON_ANOTHER_MODEL);
}

/* The step k in the second instance. */
static PetscErrorCode TakeStep(const Examination *e, PetscInt k, Quad *to, PetscBool *failed) {
  PetscCall(StepFrom(e, e->other, StateAt(e, e->path, k), to, failed));
  if (*failed)
    memset(to, 0, (size_t)e->count * sizeof *to);
  return 0;
}

/* Whether the step k gives the same as `one`, now. */
static PetscErrorCode GivesSame(const Examination *e, PetscInt k, PetscBool failed,
                                PetscBool *same) {
  PetscBool fails;
  PetscCall(TakeStep(e, k, e->two, &fails));
  *same = (PetscBool)(fails == failed && !DifferingEntry(e, e->one, e->one, e->two, 0));
  return 0;
}

/* Whether the step k gives something else each time, now and then, or after any other step. */
static PetscErrorCode IsUnsteady(const Examination *e, PetscInt k, PetscBool *unsteady) {
  enum { REPEATS = 16 };
  PetscBool failed, same = PETSC_TRUE;
  PetscCall(TakeStep(e, k, e->one, &failed));
  PetscCall(TakeStep(e, k, e->one, &failed));
  for (PetscInt i = 0; i < REPEATS && same; ++i)
    PetscCall(GivesSame(e, k, failed, &same));
  if (same) {
    PetscCall(TakeStep(e, k ? 0 : e->steps - 1, e->two, &same));
    PetscCall(GivesSame(e, k, failed, &same));
  }
  *unsteady = (PetscBool)!same;
  return 0;
}

/* Whether the filling changes the step k: from what is in `one`, or from success to failure in the first
 * instance, whose storage has not been filled yet. */
static PetscErrorCode DependsOnFilling(const Examination *e, PetscInt k, PetscBool *depends) {
  const Core *core = e->trial->core;
  PetscBool same, failed;
  core->fill(e->other, FILLED_WITH_NUMBERS);
  PetscCall(GivesSame(e, k, e->failed[k], &same));
  core->fill(e->other, FILLED_WITH_NAN);
  *depends = (PetscBool)!same;
  if (*depends || !e->failed[k])
    return 0;
  PetscCall(StepFrom(e, e->run, StateAt(e, e->path, k), e->two, &failed));
  if (failed)
    return 0;
  core->fill(e->run, FILLED_WITH_NUMBERS);
  PetscCall(StepFrom(e, e->run, StateAt(e, e->path, k), e->two, depends));
  core->fill(e->run, FILLED_BY_CHANCE);
  return 0;
}

/* Why the step k gives something else in the second instance: what changes it now. */
static PetscErrorCode FindCause(const Examination *e, PetscInt k, const char **cause) {
  const PurityTrial *trial = e->trial;
  StepFailure failure;
  PetscBool failed, same, found = PETSC_FALSE;
  *cause = NO_FUNCTION;
  PetscCall(IsUnsteady(e, k, &found));
  if (found)
    return 0;
  PetscCall(DependsOnFilling(e, k, &found));
  if (found) {
    *cause = "the method reads storage before writing it (gimbal_scratch, or the residual or "
             "Jacobian of a solve)";
    return 0;
  }
  PetscCall(DisturbWith(e, OF_ANOTHER_SIZE));
  PetscCall(TakeStep(e, k, e->one, &failed));
  PetscCall(trial->core->begin(e->other, trial->h, trial->y0, &failure));
  PetscCall(GivesSame(e, k, failed, &same));
  if (!same) {
    *cause = "the method has hidden state: a step depends on the size of other steps";
    return 0;
  }
  PetscCall(DisturbAll(e));
  PetscCall(GivesSame(e, k, failed, &same));
  if (!same)
    *cause = "the method has hidden state: a step depends on steps on another model";
  return 0;
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
static PetscErrorCode RepeatSteps(Examination *e) {
  const Quad tolerance = 8 * (Quad)CoreQuad()->epsilon;
  const char *cause;
  for (PetscInt k = e->steps - 1; k >= 0 && !e->text[0]; --k) {
    const Quad *const from = StateAt(e, e->path, k), *const to = StateAt(e, e->path, k + 1);
    Quad *const again = StateAt(e, e->again, k);
    if (k == e->steps / 2)
      PetscCall(DisturbWith(e, OF_ANOTHER_SIZE));
    PetscCall(StepFrom(e, e->other, from, again, &e->failed[k]));
    if (!e->failed[k] && !DifferingEntry(e, from, to, again, tolerance))
      continue;
    PetscCall(FindCause(e, k, &cause));
    if (!e->failed[k])
      CompareStep(e, cause, k, to, again, tolerance);
    else if (strcmp(cause, NO_FUNCTION))
      ReportFailure(e, cause, k);
  }
  return 0;
}

/* Some of them a third time, in yet another order: both were clean now, so that every bit agrees,
 * and one that failed fails again. */
static PetscErrorCode RepeatSome(Examination *e) {
  e->trial->core->fill(e->run, FILLED_WITH_NUMBERS);
  for (PetscInt k = 0; k < e->steps && !e->text[0]; k += THIRD) {
    PetscBool failed;
    PetscCall(StepFrom(e, e->run, StateAt(e, e->path, k), e->one, &failed));
    if (!failed && !e->failed[k])
      CompareStep(e, NO_FUNCTION, k, StateAt(e, e->again, k), e->one, 0);
    else if (failed != e->failed[k])
      ReportFailure(e, NO_FUNCTION, k);
  }
  return 0;
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
    if (getppid() == parent && !DisturbAll(e) && !WalkPath(e, 1) && e->steps == 1) {
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
 * *arrived is false if a step failed. */
static PetscErrorCode StepFromNearby(Examination *e, PetscInt k, PetscInt *worst, Quad *defect,
                                     PetscBool *arrived) {
  const Quad *const from = StateAt(e, e->path, k), *const to = StateAt(e, e->again, k);
  const uint64_t random = RANDOM_BEGIN + (uint64_t)k;
  Quad *bound;
  PetscBool failed[2];
  *worst = 0, *defect = 0;
  PetscCall(PetscMalloc1(e->count, &bound));
  MoveNearby(e, from, e->far, random, bound);
  PetscCall(StepFrom(e, e->other, bound, e->one, &failed[0]));
  MoveNearby(e, from, e->near, random, bound);
  PetscCall(StepFrom(e, e->other, bound, e->two, &failed[1]));
  *arrived = (PetscBool)(!failed[0] && !failed[1]);
  for (PetscInt i = 1; i <= e->moved && *arrived; ++i) {
    e->one[i] -= to[i];
    e->two[i] -= to[i] + e->near / e->far * e->one[i];
  }
  if (*arrived)
    BoundsOfChance(e, e->one, e->far, bound);
  for (PetscInt i = 1; i <= e->moved && *arrived; ++i)
    if (fabsq(e->two[i]) > bound[i] && fabsq(e->two[i]) > fabsq(*defect))
      *worst = i, *defect = e->two[i];
  return PetscFree(bound);
}

/* A kink or a jump is somewhere; noise is everywhere: more than half of the steps must show it. */
static PetscErrorCode TestContinuity(Examination *e) {
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
    PetscBool there = PETSC_FALSE;
    if (e->failed[k])
      continue;
    PetscCall(StepFromNearby(e, k, &worst, &defect, &there));
    arrived += there;
    noisy += there && worst;
    if (there && worst && !(fabsq(defect) <= (Quad)out->defect))
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
  return 0;
}

/* ---- All of it ---- */

/* Another run from the start, compared with the path. */
static PetscErrorCode RepeatRun(Examination *e) {
  const Core *core = e->trial->core;
  StepFailure failure;
  for (PetscInt k = 1; k <= e->steps && !e->text[0]; ++k) {
    if (k == (e->steps + 1) / 2)
      PetscCall(DisturbWith(e, OF_ANOTHER_SIZE));
    core->forget(e->other);
    PetscCall(core->advance(e->other, 1, &failure));
    CompareRuns(e, k, &failure);
  }
  return 0;
}

static PetscErrorCode ExamineSteps(Examination *e) {
  const PurityTrial *trial = e->trial;
  StepFailure failure;
  if (trial->new_process)
    PetscCall(StepInAnotherProcess(e));
  PetscCall(WalkPath(e, trial->steps));
  if (e->steps < 0)
    return 0; /* it cannot begin, which the study will report */
  PetscCall(trial->core->begin(e->other, trial->h, trial->y0, &failure));
  CompareRuns(e, 0, &failure);
  if (!e->text[0])
    PetscCall(DisturbAll(e));
  if (trial->beginnings)
    return RepeatRun(e);
  if (!e->text[0])
    PetscCall(RepeatSteps(e));
  if (!e->text[0])
    PetscCall(RepeatSome(e));
  if (!e->text[0] && e->in_new_process && e->steps)
    CompareStep(e, "the method has hidden state: a step depends on the first steps of its process",
                0, StateAt(e, e->path, 1), e->in_new_process, 0);
  if (!e->text[0])
    PetscCall(TestContinuity(e));
  return 0;
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
  PetscCall(PetscFree5(e->path, e->again, e->failed, e->one, e->two));
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
  const size_t room = (size_t)(trial.steps + 1) * (size_t)e.count;
  PetscCall(PetscMalloc5(room, &e.path, room, &e.again, trial.steps + 1, &e.failed, e.count, &e.one,
                         e.count, &e.two));
  PetscCall(ExamineSteps(&e));
  return ExaminationDestroy(&e);
}
