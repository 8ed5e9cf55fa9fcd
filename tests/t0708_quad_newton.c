/* Newton's method in quadruple precision alone: ends at round-off with given and with differenced
 * Jacobians, dense and banded; stagnates above it where the residual rounds; says why it failed;
 * keeps its factors, and takes those of others for what they are worth. */
#include "petsc_tap.h"
#include "solver/quad_newton.h"

#include <string.h>

#ifdef GIMBAL_WITHOUT_QUAD
int main(void) {
  return skip_all("the quadruple Newton's method: gimbal was built without quadruple precision");
}
#else

#define MOST 30

/* Of quadruple precision: 2^-112. */
static const double epsilon = 1.925929944387236e-34;

/* The known root: numbers of size 1 that are no rounded doubles. */
static Quad RootOf(PetscInt i) { return QUAD_C(1.) / (Quad)(3 + i % 5) + QUAD_PI / 7; }

typedef struct {
  PetscInt n;
  Quad shift;        /* moves the root */
  PetscBool ring;    /* couples the last unknown and the first */
  Quad noise;        /* size of what is not a function of x */
  long calls, given; /* of the residual, of the Jacobian */
} Chain;

static Quad Value(const Chain *c, const Quad *x, PetscInt i) {
  const PetscInt n = c->n;
  const Quad left = i         ? x[i - 1]
                    : c->ring ? x[n - 1]
                              : 0,
             right = i + 1 < n ? x[i + 1]
                     : c->ring ? x[0]
                               : 0;
  return 3 * x[i] + x[i] * x[i] * x[i] - left * right / 4;
}

/* f(x) − f(root): smooth, diagonally dominant near the root. */
static int residual(void *context, const Quad *x, Quad *r) {
  Chain *c = context;
  Quad root[MOST];
  for (PetscInt i = 0; i < c->n; i++)
    root[i] = RootOf(i) + c->shift;
  c->calls++;
  for (PetscInt i = 0; i < c->n; i++) {
    r[i] = Value(c, x, i) - Value(c, root, i);
    r[i] += (c->calls + i) % 2 ? c->noise : -c->noise;
  }
  return 0;
}

static int jacobian(void *context, const Quad *x, PetscReal *J) {
  Chain *c = context;
  const PetscInt n = c->n;
  c->given++;
  memset(J, 0, (size_t)(n * n) * sizeof *J);
  for (PetscInt i = 0; i < n; i++) {
    J[i * n + i] = (double)(3 + 3 * x[i] * x[i]);
    if (i && i + 1 < n) {
      J[i * n + i - 1] = -(double)x[i + 1] / 4;
      J[i * n + i + 1] = -(double)x[i - 1] / 4;
    }
  }
  return 0;
}

static int singular(void *context, const Quad *x, Quad *r) {
  (void)context;
  r[0] = x[0] + 2 * x[1] - 1;
  r[1] = 3 * x[0] + 6 * x[1] - 1;
  return 0;
}
static int outside(void *context, const Quad *x, Quad *r) {
  (void)context, (void)x, (void)r;
  return 1;
}
static int root_of_negative(void *context, const Quad *x, Quad *r) {
  (void)context;
  r[0] = sqrtq(x[0]) - 2;
  return 0;
}
static int rootless(void *context, const Quad *x, Quad *r) {
  (void)context;
  r[0] = x[0] * x[0] + 1;
  return 0;
}

static void Begin(PetscInt n, Quad *x) {
  for (PetscInt i = 0; i < n; i++)
    x[i] = QUAD_C(0.5) + QUAD_C(0.1) * (Quad)(i % 3);
}

static double Error(const Chain *c, const Quad *x) {
  Quad most = 0;
  for (PetscInt i = 0; i < c->n; i++) {
    const Quad error = fabsq(x[i] - RootOf(i) - c->shift);
    most = error > most ? error : most;
  }
  return (double)most;
}

static SNESConvergedReason Solve(QuadNewton s, QuadResidual *f, QuadJacobian *J, void *context,
                                 Quad *x) {
  const QuadFunctions functions = {.residual = f, .jacobian = J, .context = context};
  SNESConvergedReason reason;
  PetscReal norm;
  REQUIRE(QuadNewtonSolve(s, &functions, x, &reason, &norm));
  return reason;
}

static void Accuracy(void) {
  static const PetscInt sizes[] = {1, 2, 5, 15, 30};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    Chain c = {.n = sizes[k]};
    QuadNewton s;
    Quad x[MOST];
    PetscInt64 residuals, jacobians;
    REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
    Begin(c.n, x);
    ok(Solve(s, residual, NULL, &c, x) > 0, "n = %d converges with differences", (int)c.n);
    is_close(Error(&c, x), 0, 4 * epsilon, "well-conditioned: a rounding or two of the residual",
             "n = %d: at round-off", (int)c.n);
    residuals = QuadNewtonCounts(s).residuals;
    jacobians = QuadNewtonCounts(s).jacobians;
    ok(residuals == c.calls && jacobians > 0, "n = %d: counts its %d residuals", (int)c.n,
       (int)residuals);
    QuadNewtonForget(s);
    Begin(c.n, x);
    ok(Solve(s, residual, jacobian, &c, x) > 0 && c.given > 0,
       "n = %d converges with the Jacobian that is given", (int)c.n);
    is_close(Error(&c, x), 0, 4 * epsilon, "as above", "n = %d: at round-off", (int)c.n);
    REQUIRE(QuadNewtonDestroy(&s));
  }
}

static void Banded(PetscBool ring) {
  Chain c = {.n = 29, .ring = ring};
  QuadNewton s;
  Quad x[MOST];
  PetscInt64 residuals, jacobians, iterations;
  REQUIRE(QuadNewtonCreateBanded(c.n, 1, 1, ring, &s));
  Begin(c.n, x);
  ok(Solve(s, residual, NULL, &c, x) > 0, "a %s converges", ring ? "ring" : "line");
  is_close(Error(&c, x), 0, 4 * epsilon, "as above", "at round-off");
  iterations = QuadNewtonCounts(s).iterations;
  residuals = QuadNewtonCounts(s).residuals;
  jacobians = QuadNewtonCounts(s).jacobians;
  /* 3 colours; round a ring of 29 the last two columns have colours of their own */
  ok(residuals == iterations + jacobians * (ring ? 5 : 3) ||
         residuals == iterations + 1 + jacobians * (ring ? 5 : 3),
     "%d residuals for %d iterations and %d Jacobians by colours", (int)residuals, (int)iterations,
     (int)jacobians);
  REQUIRE(QuadNewtonDestroy(&s));
}

static void Stagnation(void) {
  Chain c = {.n = 5, .noise = QUAD_C(1e-29)};
  QuadNewton s;
  Quad x[MOST];
  PetscInt64 before, after;
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  Begin(c.n, x);
  ok(Solve(s, residual, NULL, &c, x) == SNES_CONVERGED_SNORM_RELATIVE,
     "a residual that rounds at 1e-29 ends where corrections no longer shrink");
  is_close(Error(&c, x), 0, 1e-29, "the noise over a slope of 3 or more", "as near as it can be");
  REQUIRE(QuadNewtonDestroy(&s));

  c = (Chain){.n = 5, .noise = QUAD_C(1e-20)};
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  Begin(c.n, x);
  ok(Solve(s, residual, jacobian, &c, x) == SNES_DIVERGED_MAX_IT,
     "one that rounds at 1e-20, which is no rounding, does not converge");
  REQUIRE(QuadNewtonDestroy(&s));

  c = (Chain){.n = 5};
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  Begin(c.n, x);
  (void)Solve(s, residual, NULL, &c, x);
  before = QuadNewtonCounts(s).residuals;
  REQUIRE(QuadNewtonDestroy(&s));
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  REQUIRE(QuadNewtonSetToleranceFactor(s, 1e20));
  Begin(c.n, x);
  ok(Solve(s, residual, NULL, &c, x) > 0, "1e20 times looser converges");
  after = QuadNewtonCounts(s).residuals;
  ok(after < before, "with %d residuals instead of %d", (int)after, (int)before);
  is_close(Error(&c, x), 0, 1e20 * epsilon, "the last correction, which is larger than the error",
           "as near as it was asked");
  ok(ERROR_OF(QuadNewtonSetToleranceFactor(s, 0)) == PETSC_ERR_ARG_OUTOFRANGE, "0 is no factor");
  REQUIRE(QuadNewtonDestroy(&s));
}

static void Failures(void) {
  QuadNewton s;
  Quad x[2] = {0, 0};
  SNESConvergedReason reason;
  REQUIRE(QuadNewtonCreateBanded(2, -1, -1, PETSC_FALSE, &s));
  reason = Solve(s, singular, NULL, NULL, x);
  ok(reason == SNES_DIVERGED_LINEAR_SOLVE, "a singular Jacobian (%d)", reason);
  reason = Solve(s, outside, NULL, NULL, x);
  ok(reason == SNES_DIVERGED_FUNCTION_DOMAIN, "no residual at the guess (%d)", reason);
  Chain c = {.n = 2};
  Begin(2, x);
  ok(Solve(s, residual, NULL, &c, x) > 0, "a solver survives a failure");
  is_close(Error(&c, x), 0, 4 * epsilon, "round-off", "after a failure the next solution is right");
  REQUIRE(QuadNewtonDestroy(&s));
  REQUIRE(QuadNewtonCreateBanded(1, -1, -1, PETSC_FALSE, &s));
  x[0] = -1;
  reason = Solve(s, root_of_negative, NULL, NULL, x);
  ok(reason == SNES_DIVERGED_FUNCTION_NANORINF, "not a number (%d)", reason);
  x[0] = QUAD_C(0.3);
  reason = Solve(s, rootless, NULL, NULL, x);
  ok(reason < 0, "no root, no convergence (%d)", reason);
  REQUIRE(QuadNewtonDestroy(&s));
}

static void Kept(void) {
  Chain c = {.n = 10};
  QuadNewton s, fresh;
  Quad x[MOST], y[MOST];
  PetscInt64 first, all;
  double most = 0;
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  Begin(c.n, x);
  (void)Solve(s, residual, NULL, &c, x);
  first = QuadNewtonCounts(s).jacobians;
  for (int step = 1; step <= 20; step++) {
    c.shift = (Quad)step / 1000;
    if (Solve(s, residual, NULL, &c, x) <= 0)
      most = 1;
    most = fmax(most, Error(&c, x));
  }
  all = QuadNewtonCounts(s).jacobians;
  ok(all - first <= 2, "20 near systems need %d new Jacobians", (int)(all - first));
  is_close(most, 0, 4 * epsilon, "the factors change the way, not the end", "all at round-off");
  QuadNewtonForget(s);
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &fresh));
  Begin(c.n, x);
  Begin(c.n, y);
  (void)Solve(s, residual, NULL, &c, x);
  (void)Solve(fresh, residual, NULL, &c, y);
  ok(!memcmp(x, y, (size_t)c.n * sizeof *x), "forgotten, they change no bit");
  REQUIRE(QuadNewtonDestroy(&s));
  REQUIRE(QuadNewtonDestroy(&fresh));
}

/* The double solver of another: of the same system, or of one that is `factor` times it. */
typedef struct {
  Chain *chain;
  double factor;
} Lender;

static int Rounded(void *context, const PetscReal *x, PetscReal *r) {
  const Lender *lender = context;
  const PetscInt n = lender->chain->n;
  Quad at[MOST] = {0}, value[MOST];
  for (PetscInt i = 0; i < n; i++)
    at[i] = (Quad)x[i];
  (void)residual(lender->chain, at, value);
  for (PetscInt i = 0; i < n; i++)
    r[i] = lender->factor * (double)value[i];
  return 0;
}

/* Factors of the true Jacobian to eight digits, and wrong ones: those of 1.2 and of 3 times the
 * system contract to a sixth and to two thirds, those of its negative not at all. */
static void Lent(double factor, PetscInt most_residuals) {
  Chain c = {.n = 10};
  const StepFunctions functions = {.residual = Rounded, .context = &(Lender){&c, factor}};
  StepSolver lent;
  QuadNewton s;
  PetscReal rounded[MOST], norm;
  Quad x[MOST];
  PetscBool singular_;
  PetscInt64 residuals, jacobians;
  SNESConvergedReason reason;
  for (PetscInt i = 0; i < c.n; i++)
    x[i] = (Quad)(rounded[i] = (double)RootOf(i));
  REQUIRE(StepSolverCreate(c.n, &lent));
  REQUIRE(StepSolverFactor(lent, &functions, rounded, &singular_));
  REQUIRE(QuadNewtonCreateBanded(c.n, -1, -1, PETSC_FALSE, &s));
  REQUIRE(QuadNewtonSolve(s, &(QuadFunctions){.residual = residual, .context = &c, .factors = lent},
                          x, &reason, &norm));
  residuals = QuadNewtonCounts(s).residuals;
  jacobians = QuadNewtonCounts(s).jacobians;
  ok(reason > 0, "with the factors of %g times the system it converges", factor);
  is_close(Error(&c, x), 0, 4 * epsilon, "the way, not the end", "at round-off");
  ok(residuals <= most_residuals && (factor != 1 || !jacobians), "by %d residuals, %d Jacobians",
     (int)residuals, (int)jacobians);
  REQUIRE(QuadNewtonDestroy(&s));
  REQUIRE(StepSolverDestroy(&lent));
}

int main(int argc, char **argv) {
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 99;
  Accuracy();
  Banded(PETSC_FALSE);
  Banded(PETSC_TRUE);
  Stagnation();
  Failures();
  Kept();
  Lent(1, 3); /* from 1e-16 by eight digits each time: 1e-24, 1e-32 and below */
  Lent(1.2, 40);
  Lent(3, 40);
  Lent(-1, 40);
  const int status = done_testing();
  return PetscFinalize() || status;
}
#endif
