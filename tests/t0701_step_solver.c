/* The dense Newton as an SNES: ends at round-off, says why it failed, shows itself to monitors,
 * agrees with stock newtonls, and allocates nothing once it runs. */
#include "solver/step_solver.h"
#include "tap.h"

#include <float.h>
#include <string.h>

/* ---- Problems ------------------------------------------------------------------------------- */

typedef struct {
  PetscInt n;
  PetscReal shift;
  long calls, fail_at; /* fail_at: the call that cannot be evaluated */
} Problem;

/* x_i³ + 2 x_i − coupling to the neighbours = i + 1; smooth, with one root. */
static int cubic(void *context, const PetscReal *x, PetscReal *r) {
  Problem *p = context;
  p->calls++;
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscReal left = i ? x[i - 1] : 0, right = i + 1 < p->n ? x[i + 1] : 0;
    r[i] =
        x[i] * x[i] * x[i] + 2 * x[i] - 0.3 * left * right - 0.1 * right - (1 + i % 7) * p->shift;
  }
  return p->fail_at && p->calls >= p->fail_at;
}

static int cubic_jacobian(void *context, const PetscReal *x, PetscReal *J) {
  const Problem *p = context;
  const PetscInt n = p->n;
  for (PetscInt i = 0; i < n * n; i++)
    J[i] = 0;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal left = i ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0;
    J[i * n + i] = 3 * x[i] * x[i] + 2;
    if (i)
      J[i * n + i - 1] = -0.3 * right;
    if (i + 1 < n)
      J[i * n + i + 1] = -0.3 * left - 0.1;
  }
  return 0;
}

/* Rows and unknowns in wild units: x = (1e-6 a, 1e5 b), rows times 1e8 and 1e-9. */
static int units(void *context, const PetscReal *x, PetscReal *r) {
  const PetscReal a = x[0] * 1e6, b = x[1] * 1e-5;
  (void)context;
  r[0] = 1e8 * (a * a + b - 3);
  r[1] = 1e-9 * (a + b * b * b - 2.5);
  return 0;
}

/* An increment seen through the rounding of a coordinate, with a solution that is zero. */
static int hidden(void *context, const PetscReal *x, PetscReal *r) {
  const PetscReal q = 3.14159265358979312 + x[0];
  (void)context;
  r[0] = sin(q) + 0.5 * x[1];
  r[1] = x[1] + 1e-3 * x[0];
  return 0;
}

static int nan_residual(void *context, const PetscReal *x, PetscReal *r) {
  (void)context;
  r[0] = sqrt(x[0]) - 2; /* not a number below zero */
  r[1] = x[1] - 1;
  return 0;
}

static int singular(void *context, const PetscReal *x, PetscReal *r) {
  (void)context;
  r[0] = x[0] + 2 * x[1] - 1;
  r[1] = 0.3 * x[0] + 0.6 * x[1] - 1;
  return 0;
}
static int singular_jacobian(void *context, const PetscReal *x, PetscReal *J) {
  (void)context;
  (void)x;
  J[0] = 1, J[1] = 2, J[2] = 2, J[3] = 4;
  return 0;
}
static int nearly_singular_jacobian(void *context, const PetscReal *x, PetscReal *J) {
  (void)context;
  (void)x;
  J[0] = 0.1, J[1] = 0.7, J[2] = 0.1 * 3, J[3] = 0.7 * 3; /* singular but for rounding */
  return 0;
}

/* No root: x² + 1 = 0. */
static int rootless(void *context, const PetscReal *x, PetscReal *r) {
  (void)context;
  r[0] = x[0] * x[0] + 1;
  return 0;
}
/* Newton's method leaves the root at zero for ever larger values. */
static int runaway(void *context, const PetscReal *x, PetscReal *r) {
  (void)context;
  r[0] = cbrt(x[0]);
  return 0;
}
static int wrong_jacobian(void *context, const PetscReal *x, PetscReal *J) {
  const int status = cubic_jacobian(context, x, J);
  J[0] *= 1.3;
  return status;
}

/* ---- Helpers -------------------------------------------------------------------------------- */

#define MOST 60

static StepSolver create(PetscInt n) {
  StepSolver s = NULL;
  if (StepSolverCreate(n, &s))
    exit(99);
  return s;
}

static SNESConvergedReason solve(StepSolver s, StepResidual *f, StepJacobian *J, void *context,
                                 PetscReal *x) {
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  PetscReal norm;
  if (StepSolverSolve(s, &(StepFunctions){f, J, context, PETSC_FALSE}, x, &reason, &norm))
    exit(99);
  return reason;
}

static SNESConvergedReason once(PetscInt n, StepResidual *f, StepJacobian *J, void *context,
                                PetscReal *x) {
  StepSolver s = create(n);
  const SNESConvergedReason reason = solve(s, f, J, context, x);
  StepSolverDestroy(&s);
  return reason;
}

static void option(const char *name, const char *value) {
  if (PetscOptionsSetValue(NULL, name, value))
    exit(99);
}
static void no_option(const char *name) {
  if (PetscOptionsClearValue(NULL, name))
    exit(99);
}

/* The largest difference, relative to the largest entry. */
static PetscReal difference(PetscInt n, const PetscReal *x, const PetscReal *y) {
  PetscReal most = 0, size = 0;
  for (PetscInt i = 0; i < n; i++) {
    most = fmax(most, fabs(x[i] - y[i]));
    size = fmax(size, fabs(y[i]));
  }
  return most / size;
}

static long monitored;
static PetscReal first_norm;
static PetscErrorCode monitor(SNES snes, PetscInt it, PetscReal norm, void *context) {
  PetscReal *last = context;
  (void)snes;
  (void)it;
  if (!monitored++)
    first_norm = norm;
  *last = norm;
  return 0;
}

/* ---- Tests ---------------------------------------------------------------------------------- */

/* The root to the last digits, by Newton's method in long double. */
static void cubic_root(const Problem *p, const PetscReal *start, PetscReal *x) {
  const PetscInt n = p->n;
  static long double a[MOST][MOST + 1], y[MOST];
  for (PetscInt i = 0; i < n; i++)
    y[i] = start[i];
  for (int it = 0; it < 12; it++) {
    memset(a, 0, sizeof a);
    for (PetscInt i = 0; i < n; i++) {
      const long double left = i ? y[i - 1] : 0, right = i + 1 < n ? y[i + 1] : 0;
      a[i][i] = 3 * y[i] * y[i] + 2;
      if (i)
        a[i][i - 1] = -(long double)0.3 * right;
      if (i + 1 < n)
        a[i][i + 1] = -(long double)0.3 * left - (long double)0.1;
      a[i][n] = y[i] * y[i] * y[i] + 2 * y[i] - (long double)0.3 * left * right -
                (long double)0.1 * right - (1 + i % 7) * (long double)p->shift;
    }
    for (PetscInt k = 0; k < n; k++) /* diagonally dominant: no pivots needed */
      for (PetscInt i = k + 1; i < n; i++)
        for (PetscInt j = n; j >= k; j--)
          a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    for (PetscInt i = n - 1; i >= 0; i--) {
      for (PetscInt j = i + 1; j < n; j++)
        a[i][n] -= a[i][j] * a[j][n];
      a[i][n] /= a[i][i];
      y[i] -= a[i][n];
    }
  }
  for (PetscInt i = 0; i < n; i++)
    x[i] = (PetscReal)y[i];
}

static void accuracy(void) {
  static const PetscInt sizes[] = {1, 2, 3, 5, 8, 15, 30, 60};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    Problem p = {.n = sizes[k], .shift = 1};
    PetscReal start[MOST], x[MOST], root[MOST];
    for (PetscInt i = 0; i < p.n; i++)
      start[i] = 0.6 + 0.1 * (i % 3);
    cubic_root(&p, start, root);

    memcpy(x, start, sizeof x);
    ok(once(p.n, cubic, NULL, &p, x) > 0, "n = %d converges with differences", (int)p.n);
    is_close(difference(p.n, x, root), 0, 4 * DBL_EPSILON,
             "well-conditioned: a rounding or two of the residual", "n = %d at round-off",
             (int)p.n);
    memcpy(x, start, sizeof x);
    ok(once(p.n, cubic, cubic_jacobian, &p, x) > 0, "n = %d converges with its Jacobian", (int)p.n);
    is_close(difference(p.n, x, root), 0, 4 * DBL_EPSILON, "as above", "n = %d at round-off",
             (int)p.n);

    memcpy(x, start, sizeof x);
    option("-step_snes_type", "newtonls");
    ok(once(p.n, cubic, NULL, &p, x) > 0, "n = %d converges under newtonls", (int)p.n);
    no_option("-step_snes_type");
    is_close(difference(p.n, x, root), 0, 4 * DBL_EPSILON, "as above",
             "n = %d: newtonls ends at the same point", (int)p.n);
  }
}

static void scaling(void) {
  /* a² + b = 3, a + b³ = 2.5 has a root near (1.36, 1.15) */
  PetscReal x[2] = {1e-6, 1e5}, a, b;
  long double u = 1.3L, v = 1.1L;
  for (int i = 0; i < 20; i++) {
    const long double f = u * u + v - 3, g = u + v * v * v - 2.5L, d = 6 * u * v * v - 1;
    u -= (3 * v * v * f - g) / d;
    v -= (2 * u * g - f) / d;
  }
  no_option("-step_snes_monitor");
  ok(once(2, units, NULL, NULL, x) > 0, "unknowns and rows in different units converge");
  a = (PetscReal)u * 1e-6, b = (PetscReal)v * 1e5;
  is_close(x[0] / a, 1, 8 * DBL_EPSILON, "each unknown by its own size", "the small unknown");
  is_close(x[1] / b, 1, 8 * DBL_EPSILON, "each unknown by its own size", "the large unknown");

  PetscReal y[2] = {1e-3, 1e-3}, z[2] = {0, 0};
  ok(once(2, hidden, NULL, NULL, y) > 0, "a solution of zero is found");
  is_close(y[0], 0, 1e-15, "the rounding of the coordinate that it is added to", "zero");
  ok(once(2, hidden, NULL, NULL, z) > 0, "even from itself");
  is_close(z[0], 0, 1e-15, "as above", "zero again");
}

static void failures(const char *type) {
  PetscReal x[MOST];
  Problem p = {.n = 3, .shift = 1, .fail_at = 1};
  SNESConvergedReason reason;
  option("-step_snes_type", type);

  x[0] = x[1] = x[2] = 1;
  reason = once(3, cubic, NULL, &p, x);
  ok(reason == SNES_DIVERGED_FUNCTION_DOMAIN, "%s: no residual at the guess (%d)", type, reason);
  p.calls = 0, p.fail_at = 5; /* the guess, maybe again for differences, those, and then no more */
  x[0] = x[1] = x[2] = 1;
  reason = once(3, cubic, cubic_jacobian, &p, x);
  ok(reason > 0 || reason == SNES_DIVERGED_FUNCTION_DOMAIN, "%s: no residual later on (%d)", type,
     reason);
  p.calls = 0, p.fail_at = 2;
  x[0] = x[1] = x[2] = 1;
  reason = once(3, cubic, NULL, &p, x);
  ok(reason == SNES_DIVERGED_JACOBIAN_DOMAIN, "%s: no differences (%d)", type, reason);

  x[0] = -1, x[1] = 0;
  reason = once(2, nan_residual, NULL, NULL, x);
  ok(reason == SNES_DIVERGED_FUNCTION_NANORINF, "%s: NaN (%d)", type, reason);
  x[0] = x[1] = 0;
  reason = once(2, singular, singular_jacobian, NULL, x);
  ok(reason == SNES_DIVERGED_LINEAR_SOLVE, "%s: a singular Jacobian (%d)", type, reason);
  x[0] = 0.3;
  reason = once(1, rootless, NULL, NULL, x);
  ok(reason < 0, "%s: no root, no convergence (%d)", type, reason);
  x[0] = 0.1;
  reason = once(1, runaway, NULL, NULL, x);
  ok(reason == SNES_DIVERGED_DTOL || reason == SNES_DIVERGED_MAX_IT, "%s: running away (%d)", type,
     reason);

  option("-step_snes_max_it", "2");
  p.fail_at = 0;
  x[0] = x[1] = x[2] = 30;
  reason = once(3, cubic, NULL, &p, x);
  ok(reason == SNES_DIVERGED_MAX_IT, "%s: max_it (%d)", type, reason);
  no_option("-step_snes_max_it");
  option("-step_snes_atol", "1e-2");
  x[0] = x[1] = x[2] = 1;
  reason = once(3, cubic, NULL, &p, x);
  ok(reason == SNES_CONVERGED_FNORM_ABS, "%s: a user's atol (%d)", type, reason);
  no_option("-step_snes_atol");
  option("-step_snes_rtol", "1e-1");
  x[0] = x[1] = x[2] = 3;
  reason = once(3, cubic, NULL, &p, x);
  ok(reason == SNES_CONVERGED_FNORM_RELATIVE, "%s: a user's rtol (%d)", type, reason);
  no_option("-step_snes_rtol");

  /* a solver survives a failure */
  StepSolver s = create(2);
  x[0] = x[1] = 0;
  reason = solve(s, singular, singular_jacobian, NULL, x);
  x[0] = 3, x[1] = 0;
  ok(reason < 0 && solve(s, nan_residual, NULL, NULL, x) > 0, "%s: works again after a failure",
     type);
  is_close(x[0], 4, 16 * DBL_EPSILON, "round-off", "%s: and is right", type);
  StepSolverDestroy(&s);
  no_option("-step_snes_type");
}

static void trust(void) {
  PetscReal x[MOST], y[MOST];
  Problem p = {.n = 5, .shift = 1};
  SNESConvergedReason reason;

  x[0] = x[1] = 0;
  reason = once(2, singular, nearly_singular_jacobian, NULL, x);
  ok(reason == SNES_DIVERGED_LINEAR_SOLVE, "singular but for rounding (%d)", reason);

  /* a Jacobian with a wrong entry converges slowly, but to the end */
  for (int i = 0; i < 5; i++)
    x[i] = y[i] = 0.7;
  cubic_root(&p, y, y);
  ok(once(5, cubic, wrong_jacobian, &p, x) > 0, "a wrong Jacobian converges");
  is_close(difference(5, x, y), 0, 4 * DBL_EPSILON, "the end does not depend on the way",
           "with a wrong Jacobian the end is at round-off");

  /* looser: worse, and by no more than it says */
  StepSolver s = create(5);
  StepSolverSetToleranceFactor(s, 1e6);
  PetscInt64 before, after;
  for (int i = 0; i < 5; i++)
    x[i] = 0.7;
  ok(solve(s, cubic, wrong_jacobian, &p, x) > 0, "1e6 times looser converges");
  before = StepSolverCounts(s).iterations;
  const PetscReal e = difference(5, x, y);
  ok(e > 4 * DBL_EPSILON && e < 1e6 * 10 * DBL_EPSILON, "with an error that shows: %.1e", e);
  StepSolverSetToleranceFactor(s, 1);
  for (int i = 0; i < 5; i++)
    x[i] = 0.7;
  solve(s, cubic, wrong_jacobian, &p, x);
  after = StepSolverCounts(s).iterations;
  ok(after > 2 * before, "in fewer iterations: %d, not %d", (int)before, (int)(after - before));
  StepSolverDestroy(&s);
}

static void monitors(void) {
  PetscReal x[3] = {1, 1, 1}, last = -1;
  Problem p = {.n = 3, .shift = 1};
  StepSolver s = create(3);
  SNES snes;
  SNESConvergedReason reason;
  PetscInt iterate;
  PetscReal norm;
  PetscInt64 iterations;

  snes = StepSolverGetSNES(s);
  SNESMonitorSet(snes, monitor, &last, NULL);
  ok(solve(s, cubic, NULL, &p, x) > 0, "converges with a monitor");
  iterations = StepSolverCounts(s).iterations;
  ok(monitored >= iterations && iterations > 0, "the monitor saw every iterate: %ld", monitored);
  ok(last >= 0 && last < 1e-6, "a monitor gets the norms: %g", last);
  ok(first_norm > last, "from large to small");
  SNESGetConvergedReason(snes, &reason);
  SNESGetIterationNumber(snes, &iterate);
  SNESGetFunctionNorm(snes, &norm);
  ok(reason > 0 && iterate == iterations && norm == last,
     "SNES knows the reason, the iterations and the norm");

  PetscReal y[3] = {1, 1, 1};
  StepSolver plain = create(3);
  solve(plain, cubic, NULL, &p, y);
  ok(!memcmp(x, y, sizeof x), "the result is the same without one, bit for bit");
  snes = StepSolverGetSNES(plain);
  SNESGetConvergedReason(snes, &reason);
  SNESGetIterationNumber(snes, &iterate);
  SNESGetFunctionNorm(snes, &norm);
  ok(reason > 0 && iterate == iterations && norm == last,
     "the SNES has the reason, iterations and norm of the result");
  StepSolverDestroy(&plain);
  StepSolverDestroy(&s);
}

static void factors(void) {
  Problem p = {.n = 5, .shift = 1};
  PetscReal x[5], J[25], r[5] = {1, -2, 3, 0.5, 7}, d[5];
  StepSolver s = create(5);
  PetscBool is_singular;
  PetscReal most = 0;

  for (int i = 0; i < 5; i++)
    x[i] = 0.5 + 0.2 * i;
  cubic_jacobian(&p, x, J);
  StepSolverFactor(s, &(StepFunctions){cubic, cubic_jacobian, &p, PETSC_FALSE}, x, &is_singular);
  StepSolverCorrect(s, r, d);
  for (int i = 0; i < 5; i++) {
    PetscReal sum = -r[i];
    for (int j = 0; j < 5; j++)
      sum += J[5 * i + j] * d[j];
    most = fmax(most, fabs(sum));
  }
  ok(!is_singular, "the matrix has factors");
  is_close(most, 0, 1e-14, "rounding of a 5×5 elimination", "J delta = r");
  StepSolverFactor(s, &(StepFunctions){cubic, NULL, &p, PETSC_FALSE}, x, &is_singular);
  StepSolverCorrect(s, r, r);
  is_close(difference(5, r, d), 0, 1e-6, "forward differences have 1e-7", "with differences");
  StepSolverDestroy(&s);
  s = create(2);
  StepSolverFactor(s, &(StepFunctions){singular, singular_jacobian, NULL, PETSC_FALSE}, x,
                   &is_singular);
  ok(is_singular, "a singular matrix is said to be");
  StepSolverDestroy(&s);
}

/* Every allocation of PETSc's comes through here (and the solver has no others). */
static long allocations;
static PetscErrorCode counted_malloc(size_t size, PetscBool clear, int line, const char *function,
                                     const char *file, void **out) {
  (void)line, (void)function, (void)file;
  allocations++;
  *out = clear ? calloc(1, size) : malloc(size);
  return *out || !size ? 0 : PETSC_ERR_MEM;
}
static PetscErrorCode counted_free(void *at, int line, const char *function, const char *file) {
  (void)line, (void)function, (void)file;
  free(at);
  return 0;
}
static PetscErrorCode counted_realloc(size_t size, int line, const char *function, const char *file,
                                      void **at) {
  (void)line, (void)function, (void)file;
  allocations++;
  *at = realloc(*at, size);
  return *at || !size ? 0 : PETSC_ERR_MEM;
}

static void allocation(StepJacobian *jacobian) {
  Problem p = {.n = 15, .shift = 1};
  PetscReal x[MOST];
  StepSolver s = create(15);
  int converged = 1;

  for (int i = 0; i < 15; i++)
    x[i] = 0.7;
  solve(s, cubic, jacobian, &p, x);
  const long before = allocations;
  for (int step = 0; step < 1000; step++) {
    p.shift = 1 + 1e-3 * step;
    converged &= solve(s, cubic, jacobian, &p, x) > 0;
  }
  const long after = allocations;
  ok(converged, "1000 solves converge");
  ok(after == before && before > 0, "1000 solves allocate nothing (%ld)", after - before);
  StepSolverDestroy(&s);
}

int main(int argc, char **argv) {
  if (PetscMallocSet(counted_malloc, counted_free, counted_realloc) ||
      PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  accuracy();
  scaling();
  failures("densenewton");
  failures("newtonls");
  trust();
  monitors();
  factors();
  allocation(NULL);
  allocation(cubic_jacobian);
  const int status = done_testing();
  return PetscFinalize() || status;
}
