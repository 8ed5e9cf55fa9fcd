/* One interface: the dense solver, stock newtonls on the same dense matrix and the banded solver
 * find one root, factor one matrix, forget alike and survive a failure. */
#include "petsc_tap.h"
#include "solver/step_solver.h"

#include <float.h>
#include <string.h>

#define N 12

typedef struct {
  PetscReal shift;
  PetscBool broken; /* no residual */
} Chain;

/* 3 x_i + x_i³ − (x_{i−1} + x_{i+1})/4 = shift (1 + i mod 3): diagonally dominant, one root. */
static int residual(void *context, const PetscReal *x, PetscReal *r) {
  const Chain *c = context;
  for (PetscInt i = 0; i < N; i++) {
    const PetscReal left = i ? x[i - 1] : 0, right = i + 1 < N ? x[i + 1] : 0;
    r[i] = 3 * x[i] + x[i] * x[i] * x[i] - 0.25 * (left + right) - c->shift * (1 + i % 3);
  }
  return c->broken;
}

static void Multiply(const PetscReal *x, const PetscReal *v, PetscReal *out) {
  for (PetscInt i = 0; i < N; i++)
    out[i] =
        (3 + 3 * x[i] * x[i]) * v[i] - 0.25 * ((i ? v[i - 1] : 0) + (i + 1 < N ? v[i + 1] : 0));
}

typedef struct {
  const char *name, *type; /* of the SNES; NULL: the default */
  PetscBool banded;
} Kind;

static StepSolver Create(const Kind *kind) {
  StepSolver s;
  if (kind->type)
    REQUIRE(PetscOptionsSetValue(NULL, "-step_snes_type", kind->type));
  if (kind->banded)
    REQUIRE(StepSolverCreateBanded(N, 1, 1, PETSC_FALSE, &s));
  else
    REQUIRE(StepSolverCreate(N, &s));
  if (kind->type)
    REQUIRE(PetscOptionsClearValue(NULL, "-step_snes_type"));
  return s;
}

static SNESConvergedReason Solve(StepSolver s, Chain *c, PetscReal *x) {
  const StepFunctions functions = {.residual = residual, .context = c};
  SNESConvergedReason reason;
  PetscReal norm;
  REQUIRE(StepSolverSolve(s, &functions, x, &reason, &norm));
  return reason;
}

static PetscReal Distance(const PetscReal *x, const PetscReal *y) {
  PetscReal most = 0;
  for (PetscInt i = 0; i < N; i++)
    most = fmax(most, fabs(x[i] - y[i]));
  return most;
}

static void TryKind(const Kind *kind, PetscReal *root) {
  StepSolver s = Create(kind), fresh;
  Chain c = {.shift = 1};
  const StepFunctions functions = {.residual = residual, .context = &c};
  PetscReal x[N] = {0}, y[N], r[N], d[N];
  PetscInt64 iterations, residuals, jacobians;
  PetscBool singular;

  ok(Solve(s, &c, x) > 0, "%s: solves", kind->name);
  if (root[0] == 0)
    memcpy(root, x, sizeof x);
  is_close(Distance(x, root), 0, 4 * DBL_EPSILON, "a rounding or two of values below 1",
           "%s: finds the root of the others", kind->name);
  iterations = StepSolverCounts(s).iterations;
  residuals = StepSolverCounts(s).residuals;
  jacobians = StepSolverCounts(s).jacobians;
  ok(iterations > 1 && residuals > iterations && jacobians > 0,
     "%s: counts %d iterations, %d residuals, %d Jacobians", kind->name, (int)iterations,
     (int)residuals, (int)jacobians);

  for (PetscInt i = 0; i < N; i++)
    d[i] = 1 + i % 4;
  Multiply(root, d, r);
  REQUIRE(StepSolverFactor(s, &functions, root, &singular));
  StepSolverCorrect(s, r, r);
  ok(!singular, "%s: has factors", kind->name);
  is_close(Distance(r, d), 0, 1e-6, "forward differences have 1e-7 of values up to 4",
           "%s: which undo the matrix, in place", kind->name);

  /* what was learnt before does not show after it is forgotten */
  for (int step = 0; step < 5; step++) {
    c.shift = 1 + 0.01 * step;
    (void)Solve(s, &c, x);
  }
  StepSolverForget(s);
  fresh = Create(kind);
  memset(x, 0, sizeof x);
  memset(y, 0, sizeof y);
  ok(Solve(s, &c, x) == Solve(fresh, &c, y) && !memcmp(x, y, sizeof x), "%s: forgets, to the bit",
     kind->name);

  c.broken = PETSC_TRUE;
  ok(Solve(s, &c, x) < 0, "%s: a residual that cannot be evaluated is a reason", kind->name);
  REQUIRE(StepSolverFactor(s, &functions, root, &singular));
  ok(singular, "%s: and leaves no factors", kind->name);
  c = (Chain){.shift = 1};
  memset(x, 0, sizeof x);
  ok(Solve(s, &c, x) > 0, "%s: solves again", kind->name);
  is_close(Distance(x, root), 0, 4 * DBL_EPSILON, "as above", "%s: as before", kind->name);
  ok(ERROR_OF(StepSolverSetToleranceFactor(s, 0.5)) == PETSC_ERR_ARG_OUTOFRANGE,
     "%s: a tolerance below round-off is refused", kind->name);
  REQUIRE(StepSolverDestroy(&s));
  REQUIRE(StepSolverDestroy(&fresh));
  ok(!s, "%s: is gone", kind->name);
}

int main(int argc, char **argv) {
  static const Kind kinds[] = {{.name = "dense"},
                               {.name = "newtonls", .type = "newtonls"},
                               {.name = "banded", .banded = PETSC_TRUE}};
  PetscReal root[N] = {0};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    TryKind(&kinds[i], root);
  const int status = done_testing();
  return PetscFinalize() || status;
}
