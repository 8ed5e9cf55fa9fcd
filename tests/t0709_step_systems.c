/* The systems of a step: as many as a method likes, each with the guess that its own past gives,
 * found by a key or by the order of the calls; and memory that cannot be had is an error of the
 * program, never a step that failed. */
#include "core/integration.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "petsc_tap.h"

#include <float.h>
#include <string.h>

/* Every allocation of PETSc's comes through here; the one that `left` counts down to fails. */
static long left = -1;
static PetscErrorCode Allocate(size_t size, PetscBool clear, int line, const char *function,
                               const char *file, void **out) {
  *out = NULL;
  if (left > 0 && !--left)
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "no memory");
  *out = clear ? calloc(1, size) : malloc(size);
  return *out || !size ? 0 : PETSC_ERR_MEM;
}
static PetscErrorCode Free(void *at, int line, const char *function, const char *file) {
  (void)line, (void)function, (void)file;
  free(at);
  return 0;
}
static PetscErrorCode Reallocate(size_t size, int line, const char *function, const char *file,
                                 void **at) {
  if (left > 0 && !--left)
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "no memory");
  *at = realloc(*at, size);
  return *at || !size ? 0 : PETSC_ERR_MEM;
}

/* An integration without a problem: one unknown of state, and a method of this file's. */
static struct _n_Method method = {.name = "of_the_test", .file = __FILE__};
static Integration Create(const gimbal_method *family) {
  Integration it;
  REQUIRE(PetscNew(&it));
  it->arena = ArenaCreate();
  method.family = it->family = family;
  it->step = family->step;
  it->method = &method;
  it->tolerance_factor = 1;
  it->g.services = Services();
  it->g.n = it->nq = 1;
  it->h = 0.1;
  for (int i = 0; i < 2; i++)
    REQUIRE(PetscCalloc1(2, &it->state[i].q)); /* and what a step must not write */
  REQUIRE(PetscCalloc1(2, &it->before));
  REQUIRE(PetscCalloc1(2, &it->carry_q));
  it->dq = it->carry_q + 1;
  return it;
}

static void Destroy(Integration *integration) {
  Integration it = *integration;
  REQUIRE(SolverSlotsDestroy(it));
  for (ScratchBlock *block = it->scratch, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  ArenaDestroy(&it->arena);
  for (int i = 0; i < 2; i++)
    REQUIRE(PetscFree(it->state[i].q));
  REQUIRE(PetscFree(it->carry_q));
  REQUIRE(PetscFree(it->before));
  REQUIRE(PetscFree(*integration));
}

static PetscErrorCode Advance(Integration it, StepFailure *failure) {
  *failure = (StepFailure){.failed = PETSC_FALSE};
  return IntegrationAdvance(it, 1, failure);
}

/* ---- Guesses --------------------------------------------------------------------------------- */

enum { SYSTEMS = 20, STEPS = 6 };

/* The root of system k, which moves by its own velocity. */
static PetscReal RootOf(int k, PetscInt64 step) { return 1 + k + 0.01 * (k - 7) * (PetscReal)step; }

static struct {
  PetscBool keyed;
  PetscReal missed; /* by the first point of a solve, at most, in the last step */
  int size;         /* unknowns of the present system */
  PetscReal root;   /* of each of them */
  PetscBool first;  /* its first residual is to come */
} seen;

static int Linear(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  (void)g, (void)context;
  if (seen.first)
    seen.missed = fmax(seen.missed, fabs(x[0] - seen.root));
  seen.first = PETSC_FALSE;
  for (int i = 0; i < seen.size; i++)
    r[i] = 2 * (x[i] - seen.root);
  return 0;
}

/* Solves every system; with keys, in another order in every step. */
static int Guessing(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const Integration it = (Integration)g;
  (void)from, (void)h, (void)to;
  seen.missed = 0;
  for (int i = 0; i < SYSTEMS; i++) {
    const int k = seen.keyed ? (int)((7 * i + 3 * it->steps) % SYSTEMS) : i;
    gimbal_real x[3] = {0, 0, 0};
    seen.size = 1 + k % 3;
    seen.root = RootOf(k, it->steps);
    seen.first = PETSC_TRUE;
    const StepEquations equations = {seen.size, -1, -1, Linear, NULL, NULL};
    /* keys need not be small, nor without gaps */
    if (IntegrationSolve(it, seen.keyed ? 1000 * k : BY_CALL_ORDER, &equations, x))
      return 1;
    if (fabs(x[0] - seen.root) > 1e-12)
      return gimbal_fail(g, "another system's root", k);
  }
  return 0;
}

static PetscInt SlotsIn(const SlotList *list) {
  PetscInt count = 0;
  for (const SolverSlot *slot = list->first; slot; slot = slot->next)
    count++;
  return count;
}

static void Guesses(PetscBool keyed) {
  static const gimbal_method family = {.step = Guessing};
  Integration it = Create(&family);
  StepFailure failure;
  PetscErrorCode error = 0;
  Counts counts;
  seen.keyed = keyed;
  for (int step = 0; step < STEPS && !error; step++) {
    error = Advance(it, &failure);
    if (failure.failed)
      break;
  }
  ok(!error && !failure.failed, "%d systems a step %s%s", SYSTEMS,
     keyed ? "by keys, in changing order" : "by call order", failure.failed ? failure.text : "");
  /* lines through the roots of earlier steps: rounding of numbers up to 20, doubled by each degree */
  is_close(seen.missed, 0, 1e-12, "extrapolated rounding of roots up to 20",
           "each begins where its own past points");
  ok(SlotsIn(&it->slots[1]) == (keyed ? SYSTEMS : 0) &&
         SlotsIn(&it->slots[0]) == (keyed ? 0 : SYSTEMS),
     "there are as many solvers as systems");
  counts = IntegrationGetCounts(it);
  ok(counts.solves == SYSTEMS * STEPS && counts.iterations >= SYSTEMS && counts.jacobians > 0,
     "the iterations of all systems are counted: %d", (int)counts.iterations);
  Destroy(&it);
}

/* A key whose system has another size than before is reset, without loss of its counts. */
static int Growing(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real x[8] = {0};
  (void)from, (void)h, (void)to;
  seen.size = 1 + (int)((Integration)g)->steps;
  seen.root = 3;
  const StepEquations equations = {seen.size, -1, -1, Linear, NULL, NULL};
  return IntegrationSolve((Integration)g, 5, &equations, x);
}

static int Itself(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  gimbal_real y = 1;
  const StepEquations *const equations = context;
  r[0] = x[0];
  return IntegrationSolve((Integration)g, 5, equations, &y);
}
static int Nested(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  StepEquations equations = {1, -1, -1, Itself, NULL, NULL};
  gimbal_real x = 1;
  (void)from, (void)h, (void)to;
  equations.context = &equations;
  return IntegrationSolve((Integration)g, 5, &equations, &x);
}

static int Empty(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const StepEquations equations = {0, -1, -1, Linear, NULL, NULL};
  gimbal_real x;
  (void)from, (void)h, (void)to;
  return IntegrationSolve((Integration)g, 5, &equations, &x);
}

static void Keys(void) {
  static const gimbal_method growing = {.step = Growing}, nested = {.step = Nested},
                             empty = {.step = Empty};
  Integration it = Create(&growing);
  StepFailure failure;
  Counts before = {0}, after;
  PetscBool more = PETSC_TRUE, good = PETSC_TRUE;
  for (int step = 0; step < 5; step++) {
    good = (PetscBool)(good && !Advance(it, &failure) && !failure.failed);
    after = IntegrationGetCounts(it);
    more = (PetscBool)(more && after.residuals > before.residuals);
    before = after;
  }
  ok(good && SlotsIn(&it->slots[1]) == 1, "a key may name a system that grows");
  ok(more, "whose counts only grow as well");
  Destroy(&it);
  it = Create(&nested);
  REQUIRE(Advance(it, &failure));
  ok(failure.failed && strstr(failure.text, "inside its own residual"),
     "a key inside its own solve is refused: %s", failure.text);
  Destroy(&it);
  it = Create(&empty);
  REQUIRE(Advance(it, &failure));
  ok(failure.failed && strstr(failure.text, "no unknowns"),
     "what a method asks wrongly is its failure, not the program's: %s", failure.text);
  Destroy(&it);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static int Tangent(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const gimbal_real *const wide = gimbal_scratch(g, 5000);
  (void)context;
  r[0] = tan(x[0]) - 0.5 + 0 * (wide != NULL);
  return 0;
}

/* Asks for all that a host may fail to make, and says that it failed where a solve does. */
static int Demanding(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_tableau *gauss = gimbal_tableau_of(g, "gauss", 2);
  gimbal_real *const stages = gimbal_scratch(g, 3), x = 0.1;
  (void)from;
  if (!gauss)
    return 1;
  stages[0] = gauss->b[0];
  for (int k = 0; k < 6; k++) {
    const StepEquations equations = {1, -1, -1, Tangent, NULL, NULL};
    if (IntegrationSolve((Integration)g, k % 2 ? k : BY_CALL_ORDER, &equations, &x))
      return 1;
  }
  to->dq[0] = h * stages[0] * x;
  return 0;
}

static size_t wide_numbers = 1 << 20;

static int Measure(gimbal *g, const gimbal_state *from, gimbal_real h, const gimbal_state *to,
                   gimbal_real *residual, gimbal_real *scale) {
  const gimbal_real *const wide = gimbal_scratch(g, wide_numbers);
  (void)from, (void)h, (void)to;
  residual[0] = 0 * (wide != NULL), scale[0] = 1;
  return 0;
}

static void Memory(void) {
  static const gimbal_probe probe = {.name = "probe", .count = "1", .measure = Measure};
  gimbal_method family = {.step = Demanding};
  StepFailure failure;
  long failures = 0, wrong = 0;
  PetscErrorCode error = 1;
  PetscInt count;
  Quad value;
  family.probes = (gimbal_list){&probe, 1, sizeof probe};
  REQUIRE(PetscPushErrorHandler(KeepMessage, NULL)); /* which allocates */
  /* what fails is lost, and so is its job */
  for (long at = 1; error && at < 10000; at++) {
    Integration it = Create(&family);
    failure_text[0] = 0;
    left = at;
    error = Advance(it, &failure);
    left = -1;
    failures += error != 0;
    /* PETSc passes some of its own on as error 1 */
    wrong += failure.failed || (error && (it->steps || strcmp(failure_text, "no memory")));
  }
  ok(failures > 20 && !error, "each of %ld allocations of a step was refused in turn", failures);
  ok(!wrong, "a failed allocation is an error, not a failed step (%ld were not)", wrong);

  Integration it = Create(&family);
  REQUIRE(Advance(it, &failure));
  REQUIRE(PetscPopErrorHandler());
  const pid_t child = fork();
  int status = -1;
  if (!child) { /* storage that cannot be had ends the process, since no plugin expects that */
    wide_numbers = SIZE_MAX / 64;
    (void)IntegrationGet(it, QUANTITY_PROBE, &count, &value);
    _exit(0);
  }
  (void)waitpid(child, &status, 0);
  ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "without a probe's storage the process ends");
  REQUIRE(IntegrationGet(it, QUANTITY_PROBE, &count, &value));
  ok(count == 1 && value == 0, "a probe with storage is read");
  Destroy(&it);
}

int main(int argc, char **argv) {
  if (PetscMallocSet(Allocate, Free, Reallocate) || PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  Guesses(PETSC_FALSE);
  Guesses(PETSC_TRUE);
  Keys();
  Memory();
  const int status = done_testing();
  return PetscFinalize() || status;
}
