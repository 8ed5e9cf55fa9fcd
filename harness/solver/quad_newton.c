/* Compiled in quadruple precision only. */
#include "solver/quad_newton.h"
#include "numerics/difference.h"
#include "numerics/linear.h"
#include "solver/step_solver.h"

#define ITERATIONS 60 /* of one solve */

struct _p_QuadNewton {
  PetscInt n;
  StepSolver factors; /* its own */
  StepSolver active;  /* of which the corrections are: those, or the caller's */
  DifferenceSystem system;
  PetscReal tolerance_factor;
  QuadFunctions functions; /* of the present solve */
  PetscBool kept;          /* factors of an earlier solve are there */
  Quad *residual;          /* n, at the iterate */
  Quad *at;                /* n: where the Jacobian is made */
  double *correction, *unused;
  StepCounts counts;
};

PetscErrorCode QuadNewtonCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, QuadNewton *out) {
  QuadNewton s;
  PetscCall(PetscNew(&s));
  s->n = n;
  s->tolerance_factor = 1;
  s->system = (DifferenceSystem){.n = n, .lower = lower, .upper = upper, .periodic = periodic};
  PetscCall(PetscMalloc3(n, &s->residual, n, &s->at, 3 * n, &s->system.work));
  PetscCall(PetscCalloc2(n, &s->correction, n, &s->unused));
  PetscCall(StepSolverCreateBanded(n, lower, upper, periodic, &s->factors));
  *out = s;
  return 0;
}

PetscErrorCode QuadNewtonDestroy(QuadNewton *newton) {
  QuadNewton s = *newton;
  if (!s)
    return 0;
  PetscCall(StepSolverDestroy(&s->factors));
  PetscCall(PetscFree3(s->residual, s->at, s->system.work));
  PetscCall(PetscFree2(s->correction, s->unused));
  return PetscFree(*newton);
}

PetscErrorCode QuadNewtonSetToleranceFactor(QuadNewton s, PetscReal factor) {
  PetscCheck(factor >= 1, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a solver's tolerance cannot be %g times round-off; give a factor of 1 or more",
             (double)factor);
  s->tolerance_factor = factor;
  return 0;
}

void QuadNewtonForget(QuadNewton s) {
  s->kept = PETSC_FALSE;
  StepSolverForget(s->factors);
}

StepCounts QuadNewtonCounts(QuadNewton s) { return s->counts; }

static inline Quad Larger(Quad a, Quad b) { return a < b ? b : a; }

static int CannotEvaluate(void *context, const PetscReal *x, PetscReal *r) {
  (void)context, (void)x, (void)r;
  return 1; /* the Jacobian below is always given */
}

/* The Jacobian at s->at, where the residual is s->residual. */
static int ComputeJacobian(void *context, const PetscReal *unused, PetscReal *J) {
  QuadNewton s = context;
  (void)unused;
  if (s->functions.jacobian)
    return s->functions.jacobian(s->functions.context, s->at, J);
  s->system.function = s->functions.residual;
  s->system.context = s->functions.context;
  s->system.relative = s->functions.relative;
  return DifferenceJacobian(&s->system, s->at, s->residual, J, &s->counts.residuals);
}

static PetscErrorCode Factor(QuadNewton s, const Quad *x, PetscBool *singular) {
  const StepFunctions functions = {CannotEvaluate, ComputeJacobian, s, PETSC_FALSE};
  memcpy(s->at, x, (size_t)s->n * sizeof *x);
  PetscCall(StepSolverFactor(s->factors, &functions, s->unused, singular));
  s->counts.jacobians++;
  s->active = s->factors;
  return 0;
}

/* The residual at x and its largest entry; the reason where the iteration ends with it. */
static SNESConvergedReason Evaluate(QuadNewton s, const Quad *x, Quad *largest) {
  *largest = 0;
  s->counts.residuals++;
  if (s->functions.residual(s->functions.context, x, s->residual))
    return SNES_DIVERGED_FUNCTION_DOMAIN;
  for (PetscInt i = 0; i < s->n; ++i)
    *largest = Larger(*largest, fabsq(s->residual[i]));
  if (!AllFinite(s->n, s->residual))
    return SNES_DIVERGED_FUNCTION_NANORINF;
  return *largest == 0 ? SNES_CONVERGED_FNORM_ABS : SNES_CONVERGED_ITERATING;
}

/* x less the correction of the residual, whose largest entry scales it for the double factors;
 * the largest correction relative to an unknown, or to 1. */
static Quad Advance(QuadNewton s, Quad largest, Quad *x) {
  double *const correction = s->correction;
  Quad relative = 0;
  for (PetscInt i = 0; i < s->n; ++i)
    correction[i] = (double)(s->residual[i] / largest);
  StepSolverCorrect(s->active, correction, correction);
  s->counts.iterations++;
  for (PetscInt i = 0; i < s->n; ++i) {
    const Quad change = (Quad)(correction[i] * (double)largest);
    x[i] -= change;
    relative = Larger(relative, fabsq(change) / Larger(1, fabsq(x[i])));
  }
  return relative;
}

/* How the corrections of a solve shrink. */
typedef struct {
  Quad epsilon;          /* round-off, or a looser tolerance */
  Quad relative, before; /* the last correction and the one before; negative: no correction yet */
  double fastest;        /* the least rate at which they have shrunk, by the present factors */
  PetscBool paired;      /* the last two were by the same factors */
  PetscBool renewed;     /* the last one was by a Jacobian made on the spot */
} Progress;

static void Note(Progress *p, PetscBool renewed, Quad relative) {
  p->renewed = renewed;
  p->paired = (PetscBool)(!renewed && p->relative >= 0);
  p->before = p->relative;
  p->relative = relative;
  if (renewed)
    p->fastest = 1;
  else if (p->paired && p->before > 0)
    p->fastest = fmin(p->fastest, (double)(relative / p->before));
}

/* Whether the last correction has left nothing but round-off: it was of its size; or the next one,
 * shrinking at the same rate, would be far below it. */
static PetscBool Finished(const Progress *p) {
  if (p->relative <= p->epsilon)
    return PETSC_TRUE;
  if (!(p->before > 0))
    return PETSC_FALSE;
  const Quad rate = p->relative / p->before;
  const PetscBool contracted = (PetscBool)(p->fastest <= 1e-3);
  if (p->paired && p->relative * rate <= p->epsilon / 100)
    return PETSC_TRUE;
  /* A correction that no longer shrinks is round-off of the residual, which the conditioning of the
   * equations (1/h² in those of a multiplier) makes larger: believed near round-off at once, and
   * far above it only of factors that did contract, or where a Jacobian made on the spot does not
   * help either. Near it the rate says as much when it has become a hundred times worse. */
  if (rate >= 0.5)
    return (PetscBool)(p->relative <= (p->renewed || contracted ? 1e10 : 1e3) * p->epsilon);
  return (PetscBool)(contracted && rate > 100 * p->fastest && p->relative <= 1e3 * p->epsilon);
}

/* A new Jacobian costs n residuals, and a few iterations follow: it is worth that once more of them lie ahead. */
static PetscBool WorthKeeping(const struct _p_QuadNewton *s, const Progress *p) {
  enum { FOLLOWING = 4 };
  return (PetscBool)(p->relative < p->before / 2 &&
                     log((double)(p->relative / p->epsilon)) <=
                         (double)(s->n + FOLLOWING) * log((double)(p->before / p->relative)));
}

PetscErrorCode QuadNewtonSolve(QuadNewton s, const QuadFunctions *functions, Quad *x,
                               SNESConvergedReason *reason, PetscReal *norm) {
  Progress progress = {.epsilon = PRECISION_EPSILON * (Quad)s->tolerance_factor,
                       .relative = -1,
                       .before = -1,
                       .fastest = 1};
  PetscBool fresh = (PetscBool)(s->kept || functions->factors); /* factors are there */
  Quad largest, relative = 0;
  s->functions = *functions;
  *norm = 0;
  s->active = functions->factors ? functions->factors : s->factors;
  s->kept = PETSC_FALSE;
  for (PetscInt iteration = 0; iteration < ITERATIONS; ++iteration) {
    PetscBool singular = PETSC_FALSE;
    *reason = Evaluate(s, x, &largest);
    if (*reason != SNES_DIVERGED_FUNCTION_DOMAIN)
      *norm = (PetscReal)largest;
    s->kept = (PetscBool)(fresh && *reason > 0 && s->active == s->factors);
    if (*reason)
      return 0;
    if (!fresh)
      PetscCall(Factor(s, x, &singular));
    if (singular) {
      *reason = SNES_DIVERGED_LINEAR_SOLVE;
      return 0;
    }
    relative = Advance(s, largest, x);
    Note(&progress, (PetscBool)!fresh, relative);
    if (Finished(&progress)) {
      *reason = SNES_CONVERGED_SNORM_RELATIVE;
      s->kept = (PetscBool)(s->active == s->factors);
      return 0;
    }
    fresh = (PetscBool)(progress.before < 0 || WorthKeeping(s, &progress));
  }
  *reason = SNES_DIVERGED_MAX_IT;
  return 0;
}
