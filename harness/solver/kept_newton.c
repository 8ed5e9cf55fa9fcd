/* Newton's method down to round-off.
 *
 * A step must end at round-off: what is left of a residual looks like a defect of the method. Since
 * nothing is known of the units, convergence is measured by the backward error
 *     ω = max_i |r_i| / Σ_j |J_ij| |x_j|
 * [Oettli and Prager, Numer. Math. 6 (1964) 405], which no scaling of rows or of unknowns changes:
 * ω = ε is a residual that rounding x alone would cause. The iteration ends when ω, or what the
 * observed contraction predicts of ω after the correction at hand, is below that (the contraction
 * of the last solve with the same factors too: what is seen once may be good luck); or when ω is
 * small and no longer shrinks, since a residual may have larger rounding of its own: an increment
 * that is added to a coordinate, say, is seen through the rounding of the coordinate.
 *
 * The Jacobian is kept, from one solve to the next as well, while the iterations that are left at
 * the observed contraction cost less than a new one. That changes the way to the
 * end, not the end. */
#include "solver/dense_lu.h"
#include "solver/step_solver_private.h"

/* Below this backward error a residual that does not shrink is rounding, if the Jacobian is of this
 * solve. An older one may be good for some unknowns and not for others: there it is rounding up to
 * a few times what it was seen to be with a Jacobian of its own. */
#define STAGNATION_BELOW 1e-9
#define ROUNDINGS 4
/* A row whose own terms are small compared with what cancels in it (a position constraint as a function of
 * its multiplier, of which it sees h²) rounds far above that: so it is after as many iterations
 * with a Jacobian of the solve that gained nothing, since Newton's method so near to a solution
 * gains. Near a pole, where the Jacobian is huge, it gains nothing either: the residual must have fallen to
 * this share of the first one, or of a unit. */
#define STALLS 3
#define STALLED 1e4
#define STALLED_RESIDUAL 1e-8
/* The same where the solution is zero, as a multiplier may be, in the model's own units, so that nothing
 * gives a scale. */
#define STAGNATION_CORRECTION 1e-14
/* The backward error that may be left after the last correction, as the contraction predicts it,
 * over ε: what is left is systematic, and would add up over many steps where rounding does not. */
#define PREDICTED 0.01
/* Solves with the same factors. */
#define KEPT_AT_MOST 16
/* Stands for the size of a row without terms; its reciprocal does not overflow. */
#define NO_TERMS 1e-150

/* The reciprocal size of the terms of each row, where an unknown is as large as before or after the
 * correction; a row without terms has none to compare with, and counts as not converged. */
static inline void MeasureRows(StepSolver s) {
  const PetscInt n = s->n;
  for (PetscInt j = 0; j < n; j++)
    s->system.work[j] = PetscMax(PetscAbsReal(s->x[j]), PetscAbsReal(s->x[j] - s->delta[j]));
  StepFactorsTerms(s);
  for (PetscInt i = 0; i < n; i++)
    s->size[i] = 1 / PetscMax(s->size[i], NO_TERMS);
}

static inline PetscReal BackwardError(const struct _p_StepSolver *s) {
  PetscReal most = 0;
  for (PetscInt i = 0; i < s->n; i++)
    most = PetscMax(most, PetscAbsReal(s->r[i]) * s->size[i]);
  return most;
}

static inline PetscReal Largest(PetscInt n, const PetscReal *x) {
  PetscReal most = 0;
  for (PetscInt i = 0; i < n; i++)
    most = PetscMax(most, PetscAbsReal(x[i]));
  return most;
}

static inline PetscReal Norm(PetscInt n, const PetscReal *x) {
  return PetscSqrtReal(DenseDot(n, x, x));
}

/* Whether a new Jacobian pays in this solve: at the present contraction the old one needs more
 * iterations than that. */
static inline PetscBool NeedsNewJacobian(const struct _p_StepSolver *s, PetscReal omega,
                                         PetscReal contraction, PetscReal target) {
  if (omega < 1e3 * target)
    return PETSC_FALSE; /* so near to rounding it tells nothing */
  if (contraction > 0.2)
    return PETSC_TRUE;
  const PetscInt allowed = 2 + (PetscInt)StepFactorsCost(s);
  for (PetscInt i = 0; i < allowed; i++) {
    omega *= contraction;
    if (omega <= target)
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* The tests on the residual at the iterate that SNES users can set. */
static SNESConvergedReason TestResidual(const NewtonLimits *limits, const NewtonOutcome *now,
                                        PetscReal first, PetscReal omega) {
  const PetscReal f = now->norm;
  if (!(f <= PETSC_MAX_REAL))
    return SNES_DIVERGED_FUNCTION_NANORINF;
  if (f < limits->atol || f == 0)
    return SNES_CONVERGED_FNORM_ABS;
  if (now->iterations == 0)
    return SNES_CONVERGED_ITERATING;
  if (f <= limits->rtol * first)
    return SNES_CONVERGED_FNORM_RELATIVE;
  if (limits->divergence > 0 && f > limits->divergence * first && omega > STAGNATION_BELOW)
    return SNES_DIVERGED_DTOL;
  if (now->iterations >= limits->iterations)
    return SNES_DIVERGED_MAX_IT;
  return SNES_CONVERGED_ITERATING;
}

/* How far an iteration has come. */
typedef struct {
  PetscReal target;        /* the backward error that rounding x alone would cause */
  PetscReal omega, before; /* the backward error, and that of the iterate before */
  PetscReal slowest;       /* contraction with these factors */
  PetscInt since;          /* iterations with these factors */
  PetscInt stalls;         /* iterations with a Jacobian of this solve that gained nothing */
  PetscReal first;         /* the norm of the first residual */
  PetscBool fresh;         /* there is a Jacobian of this solve */
  PetscBool rounding;      /* what is left of the residual is taken for rounding */
} Progress;

/* After the residual of a later iterate: whether it is rounding, and whether it calls for a new
 * Jacobian. */
static inline PetscBool Assess(StepSolver s, PetscReal norm, Progress *p) {
  const PetscBool stagnates = (PetscBool)(p->omega > 0.5 * p->before);
  const PetscBool small = (PetscBool)(norm <= STALLED_RESIDUAL * PetscMax(p->first, 1));
  PetscBool renew = PETSC_FALSE;

  p->stalls += stagnates && p->fresh;
  const PetscReal factor = small && p->stalls >= STALLS ? STALLED : 1;
  p->rounding =
      (PetscBool)(stagnates &&
                  (p->fresh || p->omega <= ROUNDINGS * PetscMax(p->target, s->rounding)) &&
                  (p->omega < factor * STAGNATION_BELOW * PetscMax(s->tolerance_factor, 1) ||
                   (small && Largest(s->n, s->delta) < factor * STAGNATION_CORRECTION)));
  if (p->rounding) {
    if (p->fresh)
      s->rounding = p->omega;
  } else {
    renew = (PetscBool)((stagnates && !p->fresh) ||
                        NeedsNewJacobian(s, p->omega, p->omega / p->before, p->target));
  }
  p->fresh = (PetscBool)(p->fresh || renew);
  if (p->omega > 100 * p->target) /* below, rounding has a part in it */
    p->slowest = PetscMax(p->slowest, p->omega / p->before);
  s->renewed = (PetscBool)(s->renewed || renew);
  return renew;
}

/* Whether the correction that was just applied was the last: these speak of the new iterate. */
static inline SNESConvergedReason TestCorrection(const NewtonLimits *limits,
                                                 const struct _p_StepSolver *s, const Progress *p) {
  const PetscInt n = s->n;
  if (p->rounding)
    return SNES_CONVERGED_FNORM_RELATIVE;
  if (p->omega <= p->target)
    return SNES_CONVERGED_SNORM_RELATIVE;
  if (p->since >= 2 && p->omega < p->before &&
      PetscMax(PetscMax(p->omega / p->before, p->slowest), s->contraction) * p->omega <=
          PREDICTED * p->target)
    return SNES_CONVERGED_SNORM_RELATIVE;
  if (limits->stol > 0 && Norm(n, s->delta) < limits->stol * Norm(n, s->x))
    return SNES_CONVERGED_SNORM_RELATIVE;
  return SNES_CONVERGED_ITERATING;
}

static inline void Correct(StepSolver s) {
  if (!s->inverted) {
    StepFactorsApply(s, s->r, s->delta);
    return;
  }
  for (PetscInt i = 0; i < s->n; i++)
    s->delta[i] = DenseDot(s->n, s->inverse + i * s->n, s->r);
}

/* From s->x, with the factors at hand where `old`. */
static PetscErrorCode Iterate(StepSolver s, const NewtonLimits *limits, PetscBool old,
                              NewtonOutcome *now) {
  const PetscInt n = s->n;
  const StepFunctions f = s->functions;
  Progress p = {.target = PETSC_MACHINE_EPSILON * s->tolerance_factor,
                .omega = 1,
                .before = 1,
                .fresh = (PetscBool)!old};
  s->renewed = PETSC_FALSE;
  now->reason = SNES_CONVERGED_ITERATING;
  for (now->iterations = 0;; now->iterations++) {
    s->counts.residuals++;
    if (f.residual(f.context, s->x, s->r)) {
      now->reason = SNES_DIVERGED_FUNCTION_DOMAIN;
      now->norm = PETSC_INFINITY;
      break;
    }
    now->norm = Norm(n, s->r);
    if (now->iterations == 0)
      p.first = now->norm;
    else
      p.omega = BackwardError(s);
    if (limits->show)
      PetscCall(limits->show(s, now));
    now->reason = TestResidual(limits, now, p.first, p.omega);
    if (now->reason)
      break;

    const PetscBool renew = now->iterations ? Assess(s, now->norm, &p) : (PetscBool)!old;
    if (renew) {
      now->reason = StepSolverRenewFactors(s);
      if (now->reason)
        break;
      s->contraction = p.slowest = 0;
      p.since = 0;
    }
    Correct(s);
    if (renew || now->iterations == 0) {
      MeasureRows(s);
      p.omega = BackwardError(s);
    }
    for (PetscInt i = 0; i < n; i++)
      s->x[i] -= s->delta[i];
    s->counts.iterations++;
    now->reason = TestCorrection(limits, s, &p);
    if (now->reason) {
      now->iterations++;
      break;
    }
    p.before = p.omega;
    p.since++;
  }
  s->contraction = p.slowest;
  return 0;
}

/* Whether the factors of an earlier solve are still worth it: while the last solve with them took
 * no more than the mean of all their solves, with their own cost shared out, the mean still falls.
 * Their number is bounded, since the error of one Jacobian acts the same way in every step: on a
 * linear oscillator, whose factors would stay for ever, the energy then drifts (by up to 4e-19 a
 * step) instead of walking at random. */
static inline PetscBool WorthKeeping(const struct _p_StepSolver *s) {
  return (PetscBool)(s->kept && s->wait == 0 && s->solves < KEPT_AT_MOST &&
                     (PetscReal)(s->last * s->solves) <= StepFactorsCost(s) + (PetscReal)s->spent);
}

/* A step's Jacobian is nearly that of the step before, whose factors contract well enough wherever
 * the step size resolves the motion. Where they do not, or fail, a Jacobian of this step's is used,
 * and for the next solves, ever more of them, from the beginning. */
PetscErrorCode KeptNewtonSolve(StepSolver s, const NewtonLimits *limits, const PetscReal *start,
                               NewtonOutcome *end) {
  const PetscBool old = WorthKeeping(s);
  const PetscInt64 jacobians = s->counts.jacobians;
  if (old)
    StepFactorsReuse(s);
  else
    s->spent = s->solves = 0;
  s->kept = PETSC_FALSE;
  for (PetscInt i = 0; i < s->n; i++)
    s->x[i] = start[i];
  PetscCall(Iterate(s, limits, old, end));
  if (old && (end->reason < 0 || s->renewed)) {
    s->pause = PetscMin(2 * s->pause + 1, 63);
    s->wait = s->pause;
    s->spent = s->solves = 0;
    if (end->reason < 0) {
      for (PetscInt i = 0; i < s->n; i++)
        s->x[i] = start[i];
      PetscCall(Iterate(s, limits, PETSC_FALSE, end));
    }
  } else if (old) {
    s->pause = 0;
  } else if (s->wait > 0) {
    s->wait--;
  }
  /* A guess that solves the equations leaves no factors behind. */
  s->kept = (PetscBool)(end->reason > 0 && (old || s->counts.jacobians > jacobians));
  s->last = end->iterations;
  s->spent += end->iterations;
  s->solves++;
  return 0;
}
