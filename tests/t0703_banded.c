/* The banded solver of large systems against the dense one, round a ring and without; its work per
 * unknown does not grow. */
#include "solver/banded_lu.h"
#include "solver/step_solver.h"
#include "petsc_tap.h"

#include <float.h>
#include <string.h>

typedef struct {
  PetscInt n, lower, upper;
  int ring;
  long calls;
} Chain;

/* r_i = 3 x_i + x_i³ + Σ_k w_k sin(x_{i+k}) − 1 − i mod 3 over the band. */
static int chain(void *context, const PetscReal *x, PetscReal *r) {
  Chain *c = context;
  c->calls++;
  for (PetscInt i = 0; i < c->n; i++) {
    r[i] = 3 * x[i] + x[i] * x[i] * x[i] - 1 - i % 3;
    for (PetscInt k = -c->lower; k <= c->upper; k++) {
      PetscInt j = i + k;
      if (c->ring)
        j = (j + c->n) % c->n;
      else if (j < 0 || j >= c->n)
        continue;
      if (k)
        r[i] += 0.2 / (1 + (k < 0 ? -2 * k : k)) * sin(x[j]);
    }
  }
  return 0;
}

static int chain_jacobian(void *context, const PetscReal *x, PetscReal *band) {
  const Chain *c = context;
  const PetscInt width = c->lower + c->upper + 1;
  for (PetscInt i = 0; i < c->n; i++)
    for (PetscInt k = -c->lower; k <= c->upper; k++) {
      const PetscInt j = (i + k + 4 * c->n) % c->n;
      band[i * width + c->lower + k] =
          k ? 0.2 / (1 + (k < 0 ? -2 * k : k)) * cos(x[j]) : 3 + 3 * x[i] * x[i];
    }
  return 0;
}

static int flat(void *context, const PetscReal *x, PetscReal *r) {
  const Chain *c = context;
  for (PetscInt i = 0; i < c->n; i++)
    r[i] = x[(i + 1) % c->n] - x[i] - 1; /* singular round a ring */
  return 0;
}

static void compare(Chain c) {
  PetscReal *x = calloc((size_t)c.n, sizeof *x), *y = calloc((size_t)c.n, sizeof *y), most = 0,
            given = 0, factors = 0, norm;
  StepSolver banded, dense;
  SNESConvergedReason one, two, three;
  PetscBool singular;
  char name[80];

  snprintf(name, sizeof name, "%s of %d, band %d + 1 + %d", c.ring ? "ring" : "line", (int)c.n,
           (int)c.lower, (int)c.upper);
  if (StepSolverCreateBanded(c.n, c.lower, c.upper, c.ring, &banded) ||
      StepSolverCreate(c.n, &dense) ||
      StepSolverSolve(banded, &(StepFunctions){chain, NULL, &c, PETSC_FALSE}, x, &one, &norm) ||
      StepSolverSolve(dense, &(StepFunctions){chain, NULL, &c, PETSC_FALSE}, y, &two, &norm))
    exit(99);
  for (PetscInt i = 0; i < c.n; i++)
    most = fmax(most, fabs(x[i] - y[i]));
  ok(one > 0 && two > 0, "%s: both converge", name);
  is_close(most, 0, 4 * DBL_EPSILON, "round-off of values below 1", "%s: to the same point", name);

  for (PetscInt i = 0; i < c.n; i++)
    x[i] = 0;
  if (StepSolverSolve(banded, &(StepFunctions){chain, chain_jacobian, &c, PETSC_FALSE}, x, &three,
                      &norm))
    exit(99);
  for (PetscInt i = 0; i < c.n; i++)
    given = fmax(given, fabs(x[i] - y[i]));
  ok(three > 0, "%s: converges with a Jacobian", name);
  is_close(given, 0, 4 * DBL_EPSILON, "as above", "%s: to the same point", name);

  PetscReal *r = calloc((size_t)c.n, sizeof *r), *d = calloc((size_t)c.n, sizeof *d),
            *e = calloc((size_t)c.n, sizeof *e);
  for (PetscInt i = 0; i < c.n; i++)
    r[i] = 1 + i % 4;
  if (StepSolverFactor(banded, &(StepFunctions){chain, NULL, &c, PETSC_FALSE}, x, &singular) ||
      singular ||
      StepSolverFactor(dense, &(StepFunctions){chain, NULL, &c, PETSC_FALSE}, x, &singular) ||
      singular)
    exit(99);
  StepSolverCorrect(banded, r, d);
  StepSolverCorrect(dense, r, e);
  for (PetscInt i = 0; i < c.n; i++)
    factors = fmax(factors, fabs(d[i] - e[i]));
  is_close(factors, 0, 1e-6, "forward differences have 1e-7", "%s: the same corrections", name);
  StepSolverDestroy(&banded);
  StepSolverDestroy(&dense);
  free(x), free(y), free(r), free(d), free(e);
}

/* The factors of a band without a diagonal, so that rows have to be exchanged, its rows and unknowns in
 * units of any size: the residual of Ax = b, row by row, over the terms of it. */
static void factors(PetscInt n, PetscInt lower, PetscInt upper, PetscBool ring) {
  const PetscInt width = lower + 1 + upper;
  PetscReal *band = calloc((size_t)(n * width), sizeof *band);
  PetscReal *x = calloc((size_t)n, sizeof *x), *b = calloc((size_t)n, sizeof *b), worst = 0;
  BandedLU lu;
  REQUIRE(BandedLUCreate(n, lower, upper, ring, &lu));
  for (PetscInt i = 0; i < n; i++) {
    b[i] = ldexp(1, (int)(100 * sin((double)i)));
    for (PetscInt k = 0; k < width; k++) {
      const PetscInt j =
          (i - lower + k + n) % n; /* as in chain_jacobian, outside nothing is read */
      band[i * width + k] = k == lower ? 0
                                       : sin(12.9898 * (double)(i * width + k)) *
                                             ldexp(b[i], (int)(100 * cos(3. * (double)j)));
    }
  }
  ok(BandedLUFactor(lu, band), "%d unknowns without a diagonal%s are regular", (int)n,
     ring ? ", round a ring," : "");
  BandedLUSolve(lu, b, x);
  for (PetscInt i = 0; i < n; i++) {
    PetscReal residual = -b[i], terms = fabs(b[i]);
    for (PetscInt k = 0; k < width; k++) {
      const PetscInt j = i - lower + k;
      if (!ring && (j < 0 || j >= n))
        continue;
      residual += band[i * width + k] * x[(j + n) % n];
      terms += fabs(band[i * width + k] * x[(j + n) % n]);
    }
    worst = fmax(worst, fabs(residual) / terms);
  }
  is_close(worst, 0, 1e-10, "roundings, and some growth of the pivots", "A x = b");
  for (PetscInt k = 0; k < width; k++) /* the last row a multiple of nothing at all */
    band[(n - 1) * width + k] = 0;
  ok(!BandedLUFactor(lu, band), "a row of zeros makes it singular");
  REQUIRE(BandedLUDestroy(&lu));
  free(band), free(x), free(b);
}

int main(int argc, char **argv) {
  static const Chain shapes[] = {
      {.n = 1},
      {.n = 3, .lower = 1, .upper = 1, .ring = 1},
      {.n = 7, .lower = 1, .upper = 1},
      {.n = 7, .lower = 1, .upper = 1, .ring = 1},
      {.n = 12, .lower = 1, .upper = 1, .ring = 1},
      {.n = 23, .lower = 2, .upper = 3},
      {.n = 23, .lower = 2, .upper = 3, .ring = 1},
      {.n = 24, .lower = 0, .upper = 2, .ring = 1},
      {.n = 4, .lower = 5, .upper = 7},
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    compare(shapes[i]);

  factors(40, 2, 3, PETSC_FALSE);
  factors(41, 2, 3, PETSC_TRUE);
  factors(30, 1, 4, PETSC_TRUE);
  factors(12, 3, 1, PETSC_FALSE);

  /* the number of residuals does not depend on n */
  long calls[2];
  for (int k = 0; k < 2; k++) {
    Chain c = {.n = k ? 10000 : 100, .lower = 1, .upper = 1};
    PetscReal *x = calloc((size_t)c.n, sizeof *x), norm;
    SNESConvergedReason reason;
    StepSolver s;
    if (StepSolverCreateBanded(c.n, 1, 1, PETSC_FALSE, &s) ||
        StepSolverSolve(s, &(StepFunctions){chain, NULL, &c, PETSC_FALSE}, x, &reason, &norm))
      return 99;
    calls[k] = c.calls;
    ok(reason > 0, "n = %d converges", (int)c.n);
    StepSolverDestroy(&s);
    free(x);
  }
  ok(calls[1] <= calls[0] + 10, "10000 unknowns need %ld residuals, 100 need %ld", calls[1],
     calls[0]);

  Chain c = {.n = 9};
  PetscReal x[9] = {0}, norm;
  SNESConvergedReason reason = 0;
  StepSolver s;
  PetscBool singular = PETSC_FALSE;
  if (StepSolverCreateBanded(9, 0, 1, PETSC_TRUE, &s) ||
      StepSolverSolve(s, &(StepFunctions){flat, NULL, &c, PETSC_FALSE}, x, &reason, &norm))
    return 99;
  ok(reason < 0, "a singular matrix is a reason, not an error (%d)", reason);
  if (StepSolverFactor(s, &(StepFunctions){flat, NULL, &c, PETSC_FALSE}, x, &singular))
    return 99;
  ok(singular, "a singular band is reported as singular");
  StepSolverDestroy(&s);
  const int status = done_testing();
  return PetscFinalize() || status;
}
