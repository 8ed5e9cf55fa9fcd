/* What the harness adds to the arithmetic of a step: an implicit midpoint step of a cubic chain,
 * solved by the step solver, against the same Newton written out here: the same differences, the
 * same use of one Jacobian a step, the same first guess. The field is cheap on purpose: with a costly
 * one nothing of a solver would be seen. Then what a run really does, which keeps the factors from
 * step to step. */
#include "bench/bench.h"
#include "solver/step_solver.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

#define MOST 60

typedef struct {
  PetscInt n;
  PetscReal h;
  PetscReal y[MOST], before[MOST], x[MOST]; /* now, one step earlier, the unknowns */
  StepSolver solver;
  PetscInt64 steps, iterations;
  PetscBool forget; /* factors of earlier steps */
  PetscBool failed;
} Chain;

static void Begin(Chain *c, PetscInt n) {
  c->n = n;
  c->h = 0.05;
  c->failed = PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    c->y[i] = c->before[i] = 0.5 + 0.1 * (PetscReal)(i % 4);
}

/* x − y − h f((x + y)/2), f_i = z_{i+1} − z_{i−1} + (z_{i+1} − z_i)³ − (z_i − z_{i−1})³ on a ring:
 * a dispersive chain whose waves neither grow nor die. */
static inline void Residual(const Chain *c, const PetscReal *x, PetscReal *r) {
  const PetscInt n = c->n;
  PetscReal z[MOST + 2];
  for (PetscInt i = 0; i < n; i++)
    z[i + 1] = 0.5 * (x[i] + c->y[i]);
  z[0] = z[n];
  z[n + 1] = z[1];
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal right = z[i + 2] - z[i + 1], left = z[i + 1] - z[i];
    const PetscReal f = z[i + 2] - z[i] + (right * right * right - left * left * left);
    r[i] = x[i] - c->y[i] - c->h * f;
  }
}

static int StepResidualOfChain(void *context, const PetscReal *x, PetscReal *r) {
  Residual(context, x, r);
  return 0;
}

static void Guess(Chain *c) {
  for (PetscInt i = 0; i < c->n; i++)
    c->x[i] = 2 * c->y[i] - c->before[i];
}

static void Accept(Chain *c) {
  memcpy(c->before, c->y, sizeof c->y);
  memcpy(c->y, c->x, sizeof c->x);
  if (++c->steps % 2000 == 0) /* the same stretch again and again: the work does not change */
    Begin(c, c->n);
}

static PetscErrorCode ByGimbal(void *context, PetscInt64 count) {
  Chain *c = context;
  const StepFunctions functions = {.residual = StepResidualOfChain, .context = c};
  SNESConvergedReason reason;
  PetscReal norm;

  for (PetscInt64 i = 0; i < count; i++) {
    Guess(c);
    if (c->forget)
      PetscCall(StepSolverForget(c->solver));
    PetscCall(StepSolverSolve(c->solver, &functions, c->x, &reason, &norm));
    if (reason < 0)
      c->failed = PETSC_TRUE;
    Accept(c);
  }
  return 0;
}

static inline void Factor(PetscInt n, PetscReal a[], PetscInt pivot[]) {
  for (PetscInt k = 0; k < n; k++) {
    PetscInt p = k;
    for (PetscInt i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
        p = i;
    pivot[k] = p;
    if (p != k)
      for (PetscInt j = 0; j < n; j++) {
        const PetscReal keep = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = keep;
      }
    const PetscReal one = 1 / a[k * n + k];
    const PetscReal *restrict top = a + k * n;
    for (PetscInt i = k + 1; i < n; i++) {
      PetscReal *restrict row = a + i * n;
      const PetscReal l = row[k] * one;
      row[k] = l;
      for (PetscInt j = k + 1; j < n; j++)
        row[j] -= l * top[j];
    }
  }
}

/* The Jacobian by differences, where r is the residual at c->x. */
static void DifferenceResidual(Chain *c, const PetscReal *r, PetscReal *J) {
  const PetscInt n = c->n;
  PetscReal moved[MOST];
  for (PetscInt j = 0; j < n; j++) {
    const PetscReal keep = c->x[j], h = 1.5e-8 * fmax(fabs(keep), 0.01);
    c->x[j] = keep + h;
    const PetscReal one = 1 / (c->x[j] - keep);
    Residual(c, c->x, moved);
    c->x[j] = keep;
    for (PetscInt i = 0; i < n; i++)
      J[i * n + j] = (moved[i] - r[i]) * one;
  }
}

static inline void Solve(PetscInt n, const PetscReal a[], const PetscInt pivot[], PetscReal x[]) {
  for (PetscInt k = 0; k < n; k++) {
    const PetscReal keep = x[k];
    x[k] = x[pivot[k]];
    x[pivot[k]] = keep;
  }
  for (PetscInt i = 1; i < n; i++)
    for (PetscInt j = 0; j < i; j++)
      x[i] -= a[i * n + j] * x[j];
  for (PetscInt i = n - 1; i >= 0; i--) {
    for (PetscInt j = i + 1; j < n; j++)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
}

static PetscErrorCode ByHand(void *context, PetscInt64 count) {
  Chain *c = context;
  const PetscInt n = c->n;
  static PetscReal J[MOST * MOST];
  PetscReal r[MOST] = {0}, d[MOST];
  PetscInt pivot[MOST];

  for (PetscInt64 step = 0; step < count; step++) {
    PetscReal before = 0;
    PetscInt it = 0;
    Guess(c);
    for (; it < 50; it++) {
      PetscReal size = 0;
      Residual(c, c->x, r);
      if (it == 0) {
        DifferenceResidual(c, r, J);
        Factor(n, J, pivot);
      }
      memcpy(d, r, sizeof d);
      Solve(n, J, pivot, d);
      for (PetscInt i = 0; i < n; i++) {
        c->x[i] -= d[i];
        size = fmax(size, fabs(d[i]));
      }
      c->iterations++;
      /* at round-off of values near 1: now, or after this contraction once more */
      if (size < DBL_EPSILON || (it && size / before * size < DBL_EPSILON))
        break;
      before = size;
    }
    if (it == 50)
      c->failed = PETSC_TRUE;
    Accept(c);
  }
  return 0;
}

/* The largest difference of the two after a thousand steps. */
static PetscErrorCode Agree(Chain *one, Chain *other, PetscInt n, PetscReal *difference,
                            PetscReal *iterations) {
  const PetscInt64 before = StepSolverCounts(one->solver).iterations;

  Begin(one, n);
  Begin(other, n);
  one->steps = other->steps = other->iterations = 0;
  PetscCall(ByGimbal(one, 1000));
  PetscCall(ByHand(other, 1000));
  iterations[0] = 1e-3 * (PetscReal)(StepSolverCounts(one->solver).iterations - before);
  iterations[1] = 1e-3 * (PetscReal)other->iterations;
  *difference = 0;
  for (PetscInt i = 0; i < n; i++)
    *difference = PetscMax(*difference, fabs(one->y[i] - other->y[i]));
  return 0;
}

PetscErrorCode BenchNewton(Bench *b) {
  static const PetscInt sizes[] = {5, 15, 30, 60};
  static Chain ours, hand;

  for (int kept = 0; kept < 2; kept++) {
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(sizes); k++) {
      const PetscInt n = sizes[k];
      PetscReal difference, iterations[2] = {0, 0};
      char name[32];
      BenchFigure figure = {.name = name, .unit = "time / time by hand"};
      snprintf(name, sizeof name, "newton%s:n=%d", kept ? "_kept" : "", (int)n);
      if (!BenchWants(b, name))
        continue;
      ours.forget = (PetscBool)!kept;
      PetscCall(StepSolverCreate(n, &ours.solver));
      PetscCall(Agree(&ours, &hand, n, &difference, iterations));
      PetscCall(BenchCompare(b, ByGimbal, &ours, ByHand, &hand, &figure));
      PetscCheck(!ours.failed && !hand.failed && difference < 1e-11, PETSC_COMM_SELF,
                 PETSC_ERR_NOT_CONVERGED, "%s: the two Newtons differ by %.1e", name, difference);
      PetscCall(StepSolverDestroy(&ours.solver));
      PetscCall(BenchAdd(b, &figure,
                         "%.2f us a step; %.2f iterations, by hand %.2f; end states agree to "
                         "%.0e",
                         1e6 * figure.seconds[0], iterations[0], iterations[1], difference));
    }
  }
  return 0;
}
