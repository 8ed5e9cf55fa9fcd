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
#include "solver/kept_newton.h"
#include "solver/dense_lu.h"
/* The one place that needs it; ./configure --stock-snes builds stock_newton.c instead of this. */
#include <petsc/private/snesimpl.h>

#define SNESDENSENEWTON "densenewton"
#define SNESBANDEDNEWTON "bandednewton"

/* Below this backward error a residual that does not shrink is rounding, if the Jacobian is of this
 * solve. An older one may be good for some unknowns and not for others: there it is rounding up to
 * a few times what it was seen to be with a Jacobian of its own. */
#define STAGNATION_BELOW 1e-9
#define ROUNDINGS 4
/* A row whose own terms are small beside what cancels in it (a position constraint as a function of
 * its multiplier, of which it sees h²) rounds far above that: so it is after as many iterations
 * with a Jacobian of the solve that gained nothing, since Newton's method so near to a solution
 * gains. */
#define STALLS 3
/* The same where the solution is zero, in the model's own units, so that nothing gives a scale. */
#define STAGNATION_CORRECTION 1e-14
/* The backward error that may be left after the last correction, as the contraction predicts it,
 * over ε: what is left is systematic, and would add up over many steps where rounding does not. */
#define PREDICTED 0.01
/* Solves with the same factors. */
#define KEPT_AT_MOST 16
/* Stands for the size of a row without terms; its reciprocal does not overflow. */
#define NO_TERMS 1e-150

typedef struct {
  NewtonSystem system;
} SNES_KeptNewton;

/* The reciprocal size of the terms of each row, where an unknown is as large as before or after the
 * correction; a row without terms has none to compare with, and counts as not converged. */
static inline void MeasureRows(NewtonSystem s) {
  const PetscInt n = s->head.n;
  for (PetscInt j = 0; j < n; j++)
    s->work[j] = PetscMax(PetscAbsReal(s->x[j]), PetscAbsReal(s->x[j] - s->delta[j]));
  s->newton->terms(s);
  for (PetscInt i = 0; i < n; i++)
    s->size[i] = 1 / PetscMax(s->size[i], NO_TERMS);
}

static inline PetscReal BackwardError(const struct _p_NewtonSystem *s) {
  PetscReal most = 0, other = 0;
  PetscInt i = 0;
  for (; i + 1 < s->head.n; i += 2) {
    const PetscReal one = PetscAbsReal(s->r[i]) * s->size[i],
                    two = PetscAbsReal(s->r[i + 1]) * s->size[i + 1];
    most = one > most ? one : most;
    other = two > other ? two : other;
  }
  if (i < s->head.n && PetscAbsReal(s->r[i]) * s->size[i] > most)
    most = PetscAbsReal(s->r[i]) * s->size[i];
  return PetscMax(most, other);
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
static inline PetscBool Renew(const struct _p_NewtonSystem *s, PetscReal omega,
                              PetscReal contraction, PetscReal target) {
  if (omega < 1e3 * target)
    return PETSC_FALSE; /* so near to rounding it tells nothing */
  if (contraction > 0.2)
    return PETSC_TRUE;
  const PetscInt allowed = 2 + (PetscInt)s->newton->cost(s);
  for (PetscInt i = 0; i < allowed; i++) {
    omega *= contraction;
    if (omega <= target)
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Shows the iterate to monitors; x and r are copied, so that they may look at the vectors. */
static PetscErrorCode Show(SNES snes, const struct _p_NewtonSystem *s) {
  PetscScalar *array;

  PetscFunctionBegin;
  PetscCall(VecGetArrayWrite(snes->vec_sol, &array));
  PetscCall(PetscArraycpy(array, s->x, s->head.n));
  PetscCall(VecRestoreArrayWrite(snes->vec_sol, &array));
  PetscCall(VecGetArrayWrite(snes->vec_func, &array));
  PetscCall(PetscArraycpy(array, s->r, s->head.n));
  PetscCall(VecRestoreArrayWrite(snes->vec_func, &array));
  PetscCall(SNESLogConvergenceHistory(snes, snes->norm, 0));
  PetscCall(SNESMonitor(snes, snes->iter, snes->norm));
  PetscFunctionReturn(0);
}

/* The tests on the residual at the iterate that SNES users can set. */
static SNESConvergedReason TestResidual(const SNES snes, PetscReal omega) {
  const PetscReal f = snes->norm;
  if (!(f <= PETSC_MAX_REAL))
    return SNES_DIVERGED_FNORM_NAN;
  if (f < snes->abstol || f == 0)
    return SNES_CONVERGED_FNORM_ABS;
  if (snes->iter == 0)
    return SNES_CONVERGED_ITERATING;
  if (f <= snes->rtol * snes->rnorm0)
    return SNES_CONVERGED_FNORM_RELATIVE;
  if (snes->divtol > 0 && f > snes->divtol * snes->rnorm0 && omega > STAGNATION_BELOW)
    return SNES_DIVERGED_DTOL;
  if (snes->iter >= snes->max_its)
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
  PetscBool fresh;         /* there is a Jacobian of this solve */
  PetscBool rounding;      /* what is left of the residual is taken for rounding */
} Progress;

/* After the residual of a later iterate: whether it is rounding, and whether it calls for a new
 * Jacobian. */
static inline PetscBool Assess(NewtonSystem s, Progress *p) {
  const PetscBool stagnates = (PetscBool)(p->omega > 0.5 * p->before);
  PetscBool renew = PETSC_FALSE;

  p->stalls += stagnates && p->fresh;
  p->rounding =
      (PetscBool)(stagnates &&
                  (p->fresh || p->omega <= ROUNDINGS * PetscMax(p->target, s->rounding)) &&
                  (p->omega < (p->stalls < STALLS ? 1 : 1e4) * STAGNATION_BELOW *
                                  PetscMax(s->head.looser, 1) ||
                   Largest(s->head.n, s->delta) < STAGNATION_CORRECTION));
  if (p->rounding) {
    if (p->fresh)
      s->rounding = p->omega;
  } else {
    renew = (PetscBool)((stagnates && !p->fresh) ||
                        Renew(s, p->omega, p->omega / p->before, p->target));
  }
  p->fresh = (PetscBool)(p->fresh || renew);
  if (p->omega > 100 * p->target) /* below, rounding has a part in it */
    p->slowest = PetscMax(p->slowest, p->omega / p->before);
  s->renewed = (PetscBool)(s->renewed || renew);
  return renew;
}

/* Whether the correction that was just applied was the last: these speak of the new iterate. */
static inline SNESConvergedReason TestCorrection(const SNES snes, const struct _p_NewtonSystem *s,
                                                 const Progress *p) {
  const PetscInt n = s->head.n;
  if (p->rounding)
    return SNES_CONVERGED_FNORM_RELATIVE;
  if (p->omega <= p->target)
    return SNES_CONVERGED_SNORM_RELATIVE;
  if (p->since >= 2 && p->omega < p->before &&
      PetscMax(PetscMax(p->omega / p->before, p->slowest), s->contraction) * p->omega <=
          PREDICTED * p->target)
    return SNES_CONVERGED_SNORM_RELATIVE;
  if (snes->stol > 0 && Norm(n, s->delta) < snes->stol * Norm(n, s->x))
    return SNES_CONVERGED_SNORM_RELATIVE;
  return SNES_CONVERGED_ITERATING;
}

/* From s->x, with the factors at hand where `old`. */
static PetscErrorCode Iterate(SNES snes, NewtonSystem s, PetscBool show, PetscBool old) {
  const PetscInt n = s->head.n;
  const StepFunctions f = s->head.functions;
  Progress p = {.target = PETSC_MACHINE_EPSILON * s->head.looser,
                .omega = 1,
                .before = 1,
                .fresh = (PetscBool)!old};
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;

  PetscFunctionBegin;
  s->renewed = PETSC_FALSE;
  for (snes->iter = 0;; snes->iter++) {
    s->head.residuals++;
    snes->nfuncs++;
    if (f.residual(f.context, s->x, s->r)) {
      reason = SNES_DIVERGED_FUNCTION_DOMAIN;
      snes->norm = PETSC_INFINITY;
      break;
    }
    snes->norm = Norm(n, s->r);
    if (snes->iter == 0)
      snes->rnorm0 = snes->norm;
    else
      p.omega = BackwardError(s);
    if (show)
      PetscCall(Show(snes, s));
    reason = TestResidual(snes, p.omega);
    if (reason)
      break;

    const PetscBool renew = snes->iter ? Assess(s, &p) : (PetscBool)!old;
    if (renew) {
      PetscCall(s->newton->factor(s, &reason));
      if (reason)
        break;
      s->contraction = p.slowest = 0;
      p.since = 0;
    }
    s->newton->correct(s);
    if (renew || snes->iter == 0) {
      MeasureRows(s);
      p.omega = BackwardError(s);
    }
    for (PetscInt i = 0; i < n; i++)
      s->x[i] -= s->delta[i];
    s->head.iterations++;
    reason = TestCorrection(snes, s, &p);
    if (reason) {
      snes->iter++;
      break;
    }
    p.before = p.omega;
    p.since++;
  }
  s->contraction = p.slowest;
  snes->reason = reason;
  PetscFunctionReturn(0);
}

/* Whether the factors of an earlier solve are still worth it: while the last solve with them took
 * no more than the mean of all their solves, with their own cost shared out, the mean still falls.
 * Their number is bounded, since the error of one Jacobian acts the same way in every step: on a
 * linear oscillator, whose factors would stay for ever, the energy then drifts (by up to 4e-19 a
 * step) instead of walking at random. */
static inline PetscBool WorthKeeping(const struct _p_NewtonSystem *s) {
  return (PetscBool)(s->kept && s->wait == 0 && s->solves < KEPT_AT_MOST &&
                     (PetscReal)(s->last * s->solves) <= s->newton->cost(s) + (PetscReal)s->spent);
}

/* A step's Jacobian is nearly that of the step before, whose factors contract well enough wherever
 * the step size resolves the motion. Where they do not, or fail, a Jacobian of this step's is used,
 * and for the next solves, ever more of them, from the beginning. */
static PetscErrorCode SolveFrom(SNES snes, NewtonSystem s, const PetscReal *start, PetscBool show) {
  const PetscBool old = WorthKeeping(s);
  const PetscInt64 jacobians = s->head.jacobians;

  PetscFunctionBegin;
  if (!old) {
    s->spent = s->solves = 0;
  } else if (s->newton->reuse) {
    s->newton->reuse(s);
  }
  s->kept = PETSC_FALSE;
  for (PetscInt i = 0; i < s->head.n; i++)
    s->x[i] = start[i];
  PetscCall(Iterate(snes, s, show, old));
  if (old && (snes->reason < 0 || s->renewed)) {
    s->pause = PetscMin(2 * s->pause + 1, 63);
    s->wait = s->pause;
    s->spent = s->solves = 0;
    if (snes->reason < 0) {
      for (PetscInt i = 0; i < s->head.n; i++)
        s->x[i] = start[i];
      PetscCall(Iterate(snes, s, show, PETSC_FALSE));
    }
  } else if (old) {
    s->pause = 0;
  } else if (s->wait > 0) {
    s->wait--;
  }
  /* A guess that solves the equations leaves no factors behind. */
  s->kept = (PetscBool)(snes->reason > 0 && (old || s->head.jacobians > jacobians));
  s->last = snes->iter;
  s->spent += snes->iter;
  s->solves++;
  PetscFunctionReturn(0);
}

/* SNESSolve copies, looks up options and asks for viewers in every call, which is 28 times the work
 * of an iteration at n = 5. Where nobody could see the difference, the arrays are used directly. */
static PetscErrorCode StepSolverSolve_KeptNewton(StepSolver s, PetscReal *x,
                                                 SNESConvergedReason *reason, PetscReal *norm) {
  NewtonSystem d = (NewtonSystem)s;
  const SNES snes = s->snes;

  PetscFunctionBegin;
  if (!s->plain || snes->numbermonitors || snes->numberreasonviews || snes->conv_hist ||
      snes->errorifnotconverged || snes->ops->converged != StepSolverTestConvergence) {
    PetscCall(StepSolverCallSNES(s, x, reason, norm));
    PetscFunctionReturn(0);
  }
  if (snes->counters_reset)
    snes->nfuncs = snes->linear_its = 0;
  PetscCall(PetscLogEventBegin(SNES_Solve, snes, 0, 0, 0));
  PetscCall(SolveFrom(snes, d, x, PETSC_FALSE));
  PetscCall(PetscLogEventEnd(SNES_Solve, snes, 0, 0, 0));
  for (PetscInt i = 0; i < s->n; i++)
    x[i] = d->x[i];
  *reason = snes->reason;
  *norm = snes->norm;
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESSolve_KeptNewton(SNES snes) {
  NewtonSystem s = ((SNES_KeptNewton *)snes->data)->system;
  PetscScalar *array;

  PetscFunctionBegin;
  PetscCheck(s, PETSC_COMM_SELF, PETSC_ERR_ORDER, "a solver of steps has no system to solve");
  /* the vector shows each iterate to monitors, so the beginning needs a place of its own */
  PetscCall(VecGetArray(snes->vec_sol, &array));
  PetscCall(PetscArraycpy(s->start, array, s->head.n));
  PetscCall(VecRestoreArray(snes->vec_sol, &array));
  PetscCall(SolveFrom(snes, s, s->start, PETSC_TRUE));
  PetscCall(VecGetArrayWrite(snes->vec_sol, &array));
  PetscCall(PetscArraycpy(array, s->x, s->head.n));
  PetscCall(VecRestoreArrayWrite(snes->vec_sol, &array));
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESSetUp_KeptNewton(SNES snes) {
  PetscFunctionBegin;
  (void)snes; /* the system brings its own storage */
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESReset_KeptNewton(SNES snes) {
  PetscFunctionBegin;
  (void)snes;
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESDestroy_KeptNewton(SNES snes) {
  PetscFunctionBegin;
  PetscCall(PetscFree(snes->data));
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESView_KeptNewton(SNES snes, PetscViewer viewer) {
  const struct _p_NewtonSystem *s = ((SNES_KeptNewton *)snes->data)->system;
  PetscBool ascii;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  if (ascii && s)
    PetscCall(PetscViewerASCIIPrintf(
        viewer, "  %" PetscInt_FMT " unknowns, %s, Jacobian %s, down to %g times round-off\n",
        s->head.n, s->kind, s->head.functions.jacobian ? "given" : "differenced",
        (double)s->head.looser));
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESCreate_KeptNewton(SNES snes) {
  SNES_KeptNewton *data;

  PetscFunctionBegin;
  PetscCall(PetscNew(&data));
  snes->data = data;
  snes->ops->setup = SNESSetUp_KeptNewton;
  snes->ops->solve = SNESSolve_KeptNewton;
  snes->ops->destroy = SNESDestroy_KeptNewton;
  snes->ops->reset = SNESReset_KeptNewton;
  snes->ops->view = SNESView_KeptNewton;
  snes->ops->setfromoptions = NULL;
  snes->usesksp = PETSC_FALSE;
  snes->usesnpc = PETSC_FALSE;
  snes->alwayscomputesfinalresidual = PETSC_FALSE;
  PetscFunctionReturn(0);
}

const char *StepSolverDefaultType(void) { return SNESDENSENEWTON; }

const char *KeptNewtonBandedType(void) { return SNESBANDEDNEWTON; }

PetscErrorCode KeptNewtonRegister(void) {
  PetscFunctionBegin;
  PetscCall(SNESRegister(SNESDENSENEWTON, SNESCreate_KeptNewton));
  PetscCall(SNESRegister(SNESBANDEDNEWTON, SNESCreate_KeptNewton));
  PetscFunctionReturn(0);
}

PetscErrorCode KeptNewtonAttach(NewtonSystem s) {
  const SNES snes = s->head.snes;
  PetscBool chosen;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)snes, &chosen, SNESDENSENEWTON, SNESBANDEDNEWTON,
                                      NULL));
  if (chosen) {
    ((SNES_KeptNewton *)snes->data)->system = s;
    s->head.solve = StepSolverSolve_KeptNewton;
  }
  PetscFunctionReturn(0);
}
