/* Factors kept from step to step: they save Jacobians, and change nothing that can be seen. */
#include "solver/step_solver.h"
#include "tap.h"

#include <float.h>
#include <string.h>

/* A step of the implicit midpoint rule on q' = v, v' = −q − cubic q³: the slope is the unknown. */
typedef struct {
  PetscReal h, cubic, y[2], carry[2];
  long residuals;
} Oscillator;

static int residual(void *context, const PetscReal *K, PetscReal *r) {
  Oscillator *o = context;
  const PetscReal q = o->y[0] + 0.5 * o->h * K[0], v = o->y[1] + 0.5 * o->h * K[1];
  o->residuals++;
  r[0] = K[0] - v;
  r[1] = K[1] + q + o->cubic * q * q * q;
  return 0;
}

static PetscReal energy(const Oscillator *o) {
  const PetscReal q = o->y[0], v = o->y[1];
  return 0.5 * (v * v + q * q) + 0.25 * o->cubic * q * q * q * q;
}

static void step(StepSolver s, Oscillator *o, PetscReal *K) {
  SNESConvergedReason reason;
  PetscReal norm;
  if (StepSolverSolve(s, &(StepFunctions){residual, NULL, o, PETSC_FALSE}, K, &reason, &norm) ||
      reason < 0)
    exit(99);
  for (int i = 0; i < 2; i++) { /* summed with compensation, as the host does */
    const PetscReal add = o->h * K[i] + o->carry[i], sum = o->y[i] + add;
    o->carry[i] = add - (sum - o->y[i]);
    o->y[i] = sum;
  }
}

static StepSolver create(void) {
  StepSolver s;
  if (StepSolverCreate(2, &s))
    exit(99);
  return s;
}

/* Linear: the same factors would do for ever. */
static void drift(PetscReal h) {
  Oscillator o = {.h = h, .y = {1, 0}};
  PetscReal K[2] = {0, -1}, most = 0;
  StepSolver s = create();
  PetscInt64 jacobians;
  const PetscReal start = energy(&o);
  const long steps = 1000000;

  for (long i = 0; i < steps; i++) {
    step(s, &o, K);
    if (i % 1000 == 999)
      most = fmax(most, fabs(energy(&o) - start));
  }
  jacobians = StepSolverCounts(s).jacobians;
  ok(jacobians < steps / 10, "h = %g: %ld steps needed %ld Jacobians", h, steps, (long)jacobians);
  is_close(most, 0, 6e-14,
           "a million random roundings of 2e-17 make 2e-14; one Jacobian for ever makes 1e-13",
           "h = %g: a quadratic invariant", h);
  StepSolverDestroy(&s);
}

/* A pendulum-like motion: the same as with a Jacobian in every iteration, and cheaper. */
static void agreement(void) {
  Oscillator one = {.h = 0.05, .cubic = 0.5, .y = {1, 0}}, two = one;
  PetscReal K[2] = {0, -1.5}, L[2] = {0, -1.5}, most = 0;
  StepSolver kept = create(), fresh;

  PetscOptionsSetValue(NULL, "-step_snes_type", "newtonls");
  fresh = create();
  PetscOptionsClearValue(NULL, "-step_snes_type");
  for (int i = 0; i < 2000; i++) {
    step(kept, &one, K);
    step(fresh, &two, L);
    most = fmax(most, fabs(one.y[0] - two.y[0]) + fabs(one.y[1] - two.y[1]));
  }
  is_close(most, 0, 2000 * 2 * DBL_EPSILON, "one rounding a step, carried on by a shear",
           "2000 steps agree with newtonls");
  ok(one.residuals < two.residuals / 2, "with %ld residuals instead of %ld", one.residuals,
     two.residuals);
  StepSolverDestroy(&kept);
  StepSolverDestroy(&fresh);
}

/* Another problem between two solves: the old factors are found out. */
static void surprise(void) {
  StepSolver s = create(), other = create();
  Oscillator a = {.h = 0.05, .y = {1, 0}}, b = {.h = 40, .cubic = 3, .y = {-2, 3}};
  PetscReal K[2] = {0, -1}, L[2], M[2], r[2];
  SNESConvergedReason reason;
  PetscReal norm;

  for (int i = 0; i < 5; i++)
    step(s, &a, K);
  L[0] = M[0] = 0.1, L[1] = M[1] = 0.1;
  if (StepSolverSolve(s, &(StepFunctions){residual, NULL, &b, PETSC_FALSE}, L, &reason, &norm))
    exit(99);
  ok(reason > 0, "factors of another problem do not keep a solve from converging");
  residual(&b, L, r);
  const PetscReal q = b.y[0] + 20 * L[0];
  is_close(fabs(r[0]) + fabs(r[1]), 0, 40 * DBL_EPSILON * (fabs(q) + 9 * fabs(q * q * q) + 60),
           "rounding of 40 times the terms", "to a root");

  StepSolverForget(s);
  L[0] = L[1] = 0.1;
  if (StepSolverSolve(s, &(StepFunctions){residual, NULL, &b, PETSC_FALSE}, L, &reason, &norm) ||
      StepSolverSolve(other, &(StepFunctions){residual, NULL, &b, PETSC_FALSE}, M, &reason, &norm))
    exit(99);
  ok(!memcmp(L, M, sizeof L), "a solver that forgot is as good as new, bit for bit");

  /* Both begin where they end, at rest, and then go on: no factors come out of the first solve,
   * least of all those that were forgotten. */
  const PetscReal y[2] = {0.7, 0.1};
  PetscInt64 before, after;
  a.y[0] = a.y[1] = 0;
  StepSolverForget(s);
  L[0] = L[1] = 0;
  if (StepSolverSolve(s, &(StepFunctions){residual, NULL, &a, PETSC_FALSE}, L, &reason, &norm))
    exit(99);
  ok(reason > 0 && L[0] == 0 && L[1] == 0, "a solve may end where it begins");
  memcpy(a.y, y, sizeof y);
  before = StepSolverCounts(s).jacobians;
  StepSolverForget(other);
  M[0] = M[1] = L[0] = L[1] = 0.1;
  if (StepSolverSolve(s, &(StepFunctions){residual, NULL, &a, PETSC_FALSE}, L, &reason, &norm) ||
      StepSolverSolve(other, &(StepFunctions){residual, NULL, &a, PETSC_FALSE}, M, &reason, &norm))
    exit(99);
  after = StepSolverCounts(s).jacobians;
  ok(after > before && !memcmp(L, M, sizeof L), "  and the next one makes its own factors");
  StepSolverDestroy(&s);
  StepSolverDestroy(&other);
}

int main(int argc, char **argv) {
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  drift(0.09);
  drift(0.11);
  agreement();
  surprise();
  const int status = done_testing();
  return PetscFinalize() || status;
}
