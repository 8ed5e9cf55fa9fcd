/* The implicit equations of a step: first guesses by extrapolation, Newton's method, refinement.
 *
 * In double precision the step solver (an SNES) does it all. In quadruple precision the residual is
 * quadruple and the correction comes from the double factors of one Jacobian, differenced to 1e-12
 * in quadruple arithmetic: each iteration then gains as many digits as the guess had, or twelve. */
#include "core/integration.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  Integration it;
  gimbal_residual *residual;
  gimbal_jacobian *jacobian;
  void *context;
  SolverSlot *slot;
} Call;

static int EvaluateResidual(void *context, const Real *x, Real *r) {
  const Call *call = context;
  const ScratchMark mark = ScratchGetMark(call->it);
  const int status = call->residual(&call->it->g, call->context, x, r);
  ScratchRewind(call->it, mark);
  return status;
}

static PetscErrorCode SlotPrepare(Integration it, SolverSlot *slot, PetscInt n, PetscInt lower,
                                  PetscInt upper) {
  PetscFunctionBeginUser;
  if (slot->solver && slot->n == n && slot->lower == lower && slot->upper == upper)
    PetscFunctionReturn(0);
  PetscCall(StepSolverDestroy(&slot->solver));
  PetscCall(PetscFree(slot->storage));
  PetscCall(PetscFree(slot->correction));
  memset(slot, 0, sizeof *slot);
  slot->n = n, slot->lower = lower, slot->upper = upper, slot->order = -1;
  if (lower >= 0)
    PetscCall(StepSolverCreateBanded(n, lower, upper, (PetscBool)it->g.periodic, &slot->solver));
  else
    PetscCall(StepSolverCreate(n, &slot->solver));
  PetscCall(StepSolverSetLooser(slot->solver, it->looser));
  PetscCall(PetscMalloc1((PAST + 3) * n, &slot->past[0]));
  PetscCall(PetscMalloc1(n, &slot->correction));
  for (PetscInt i = 1; i < PAST; ++i)
    slot->past[i] = slot->past[0] + i * n;
  slot->own = slot->past[0] + PAST * n;
  slot->guess = slot->own + n;
  slot->residual = slot->guess + n;
  PetscFunctionReturn(0);
}

PetscErrorCode SolverSlotsDestroy(Integration it) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < SLOTS; ++i) {
    Real *first = it->slot[i].past[0];
    for (PetscInt j = 1; j < PAST; ++j) /* the ring has turned: find the allocation's start */
      if (it->slot[i].past[j] && it->slot[i].past[j] < first)
        first = it->slot[i].past[j];
    PetscCall(StepSolverDestroy(&it->slot[i].solver));
    PetscCall(PetscFree(first));
    PetscCall(PetscFree(it->slot[i].correction));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode SolverSlotsForget(Integration it) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < SLOTS; ++i) {
    it->slot[i].count = 0, it->slot[i].order = -1, it->slot[i].kept = PETSC_FALSE;
    if (it->slot[i].solver)
      PetscCall(StepSolverForget(it->slot[i].solver));
  }
  PetscFunctionReturn(0);
}

/* The polynomial of degree `order` through the last solutions, at the next step; entry i. */
static inline Real Extrapolate(const SolverSlot *slot, PetscInt order, PetscInt i) {
  Real *const *x = slot->past;
  switch (order) {
  case 0:
    return x[0][i];
  case 1:
    return 2 * x[0][i] - x[1][i];
  case 2:
    return 3 * (x[0][i] - x[1][i]) + x[2][i];
  default:
    return 4 * (x[0][i] + x[2][i]) - 6 * x[1][i] - x[3][i];
  }
}

/* Which guess would have been the best one for the solution x just found. */
static PetscInt BestOrder(const SolverSlot *slot, const Real *x) {
  Real error[PAST + 1] = {0}; /* of the method's own guess, and of each order */
  PetscInt best = 0;
  for (PetscInt i = 0; i < slot->n; ++i) {
    const Real d = gimbal_fabs(slot->own[i] - x[i]);
    error[0] = d > error[0] ? d : error[0];
  }
  for (PetscInt order = 0; order < slot->count; ++order)
    for (PetscInt i = 0; i < slot->n; ++i) {
      const Real d = gimbal_fabs(Extrapolate(slot, order, i) - x[i]);
      error[order + 1] = d > error[order + 1] ? d : error[order + 1];
    }
  for (PetscInt k = 1; k <= slot->count; ++k)
    if (error[k] < error[best])
      best = k;
  return best - 1;
}

static void Remember(SolverSlot *slot, const Real *x) {
  Real *oldest = slot->past[PAST - 1];
  slot->order = BestOrder(slot, x);
  for (PetscInt i = PAST - 1; i > 0; --i)
    slot->past[i] = slot->past[i - 1];
  slot->past[0] = oldest;
  memcpy(oldest, x, (size_t)slot->n * sizeof *x);
  if (slot->count < PAST)
    slot->count++;
}

#ifdef GIMBAL_QUAD

static int CannotEvaluate(void *context, const PetscReal *x, PetscReal *r) {
  (void)context, (void)x, (void)r;
  return 1; /* the Jacobian below is always given */
}

/* The Jacobian by forward differences of the quadruple residual. In the banded form, columns that
 * share no row are perturbed together: those of one remainder modulo the width, and round a ring
 * each of the last few by itself, since they are near the first. */
static int DifferenceJacobian(void *context, const PetscReal *unused, PetscReal *J) {
  const Call *call = context;
  SolverSlot *const slot = call->slot;
  const PetscBool banded = (PetscBool)(slot->lower >= 0);
  const PetscInt n = slot->n, width = banded ? slot->lower + 1 + slot->upper : 1;
  const PetscInt regular = !banded ? 0 : call->it->g.periodic ? n - n % width : n;
  const PetscInt colours = PetscMin(regular, width) + n - regular;
  Real *const x = slot->guess, *const at = slot->residual;
  Real *const base = gimbal_scratch(&call->it->g, (size_t)(3 * n)), *const moved = base + n,
              *const saved = moved + n;
  (void)unused;
  if (call->jacobian) { /* the method's own, at the double values of x */
    return call->jacobian(&call->it->g, call->context, x, J);
  }
  memcpy(base, at, (size_t)n * sizeof *base);
  for (PetscInt colour = 0; colour < colours; ++colour) {
    const PetscBool shared = (PetscBool)(colour < PetscMin(regular, width));
    const PetscInt first = shared ? colour : colour - colours + n,
                   last = shared ? regular : first + 1;
    for (PetscInt j = first; j < last; j += width) {
      saved[j] = x[j];
      x[j] += GIMBAL_C(1e-15) * gimbal_fmax(1, gimbal_fabs(x[j]));
    }
    const int status = EvaluateResidual(context, x, moved);
    call->it->counts.residuals++;
    for (PetscInt j = first; j < last; j += width) {
      const Real step = x[j] - saved[j];
      x[j] = saved[j];
      if (status)
        continue;
      if (!banded)
        for (PetscInt i = 0; i < n; ++i)
          J[i * n + j] = (double)((moved[i] - base[i]) / step);
      else
        for (PetscInt d = -slot->lower; d <= slot->upper; ++d) { /* j = i + d */
          PetscInt i = j - d;
          if (call->it->g.periodic)
            i = (i + n) % n;
          if (i < 0 || i >= n)
            continue;
          J[i * width + slot->lower + d] = (double)((moved[i] - base[i]) / step);
        }
    }
    if (status)
      return status;
  }
  return 0;
}

#define KEEP_FROM 12 /* unknowns from which a Jacobian costs more than the iterations it saves */

/* Newton's method with factors kept as long as they contract well. On success the iterate is at
 * round-off: the last correction is at the size of rounding, or has stopped to shrink near it. */
static PetscErrorCode SolveSystem(Integration it, SolverSlot *slot, Call *call, Real *x,
                                  SNESConvergedReason *reason, PetscReal *norm) {
  const PetscInt n = slot->n;
  const Real epsilon = (Real)CORE_EPSILON;
  Real before = -1;
  PetscBool fresh = slot->kept, renewed = PETSC_FALSE, singular;
  PetscFunctionBeginUser;
  *reason = SNES_DIVERGED_MAX_IT;
  slot->kept = PETSC_FALSE;
  for (PetscInt iteration = 0; iteration < 60; ++iteration) {
    Real largest = 0, relative = 0;
    it->counts.residuals++;
    if (EvaluateResidual(call, x, slot->residual)) {
      *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
      break;
    }
    for (PetscInt i = 0; i < n; ++i)
      largest = gimbal_fmax(largest, gimbal_fabs(slot->residual[i]));
    *norm = (PetscReal)largest;
    if (!AllFinite(n, slot->residual)) {
      *reason = SNES_DIVERGED_FNORM_NAN;
      break;
    }
    if (largest == 0) {
      *reason = SNES_CONVERGED_FNORM_ABS;
      break;
    }
    renewed = (PetscBool)!fresh;
    if (!fresh) {
      const ScratchMark mark = ScratchGetMark(it);
      memcpy(slot->guess, x, (size_t)n * sizeof *x);
      PetscCall(StepSolverFactor(slot->solver, CannotEvaluate, DifferenceJacobian, call,
                                 slot->correction, &singular));
      ScratchRewind(it, mark);
      it->counts.jacobians++;
      if (singular) {
        *reason = SNES_DIVERGED_LINEAR_SOLVE;
        break;
      }
      fresh = PETSC_TRUE;
    }
    for (PetscInt i = 0; i < n; ++i)
      slot->correction[i] = (double)(slot->residual[i] / largest);
    PetscCall(StepSolverCorrect(slot->solver, slot->correction, slot->correction));
    it->counts.iterations++;
    for (PetscInt i = 0; i < n; ++i) {
      const Real change = (Real)slot->correction[i] * largest;
      x[i] -= change;
      relative = gimbal_fmax(relative, gimbal_fabs(change) / gimbal_fmax(1, gimbal_fabs(x[i])));
    }
    /* A correction that no longer shrinks is round-off of the residual, which the conditioning of
     * the equations (1/h² in those of a multiplier) makes larger: believed near round-off at once,
     * and far above it only if a Jacobian made on the spot does not help either. */
    if (relative <= epsilon * (Real)it->looser ||
        (before >= 0 && relative >= before / 2 &&
         relative <= (renewed ? 1e10 : 1e3) * epsilon * (Real)it->looser)) {
      *reason = SNES_CONVERGED_SNORM_RELATIVE;
      slot->kept = (PetscBool)(n >= KEEP_FROM);
      break;
    }
    /* A new Jacobian costs n residuals: it is worth that once as many iterations lie ahead. */
    if (before >= 0 && (relative >= before / 2 ||
                        log((double)(relative / epsilon)) > n * log((double)(before / relative))))
      fresh = PETSC_FALSE;
    before = relative;
  }
  PetscFunctionReturn(0);
}

#else

static int EvaluateJacobian(void *context, const PetscReal *x, PetscReal *J) {
  const Call *call = context;
  const ScratchMark mark = ScratchGetMark(call->it);
  const int status = call->jacobian(&call->it->g, call->context, x, J);
  ScratchRewind(call->it, mark);
  return status;
}

static PetscErrorCode SolveSystem(Integration it, SolverSlot *slot, Call *call, Real *x,
                                  SNESConvergedReason *reason, PetscReal *norm) {
  (void)it;
  PetscFunctionBeginUser;
  PetscCall(StepSolverSolve(slot->solver, EvaluateResidual,
                            call->jacobian ? EvaluateJacobian : NULL, call, x, reason, norm));
  PetscFunctionReturn(0);
}

#endif

#define DENSE_MAX 4000 /* unknowns: an eighth of a gigabyte, and minutes per Jacobian */

int IntegrationSolve(Integration it, int n, int lower, int upper, gimbal_residual *residual,
                     gimbal_jacobian *jacobian, void *context, Real *x) {
  SNESConvergedReason reason = SNES_DIVERGED_MAX_IT;
  PetscReal norm = 0;
  SolverSlot *slot;
  if (lower < 0 && n > DENSE_MAX)
    return gimbal_fail(&it->g,
                       "too many unknowns for a dense Jacobian, and the method asks for one", n);
  if (it->ordinal >= SLOTS)
    return gimbal_fail(&it->g, "more systems in one step than the host allows", SLOTS);
  slot = &it->slot[it->ordinal++];
  Call call = {it, residual, jacobian, context, slot};
  if (SlotPrepare(it, slot, n, lower, upper))
    return gimbal_fail(&it->g, "the solver could not be set up", n);
  memcpy(slot->own, x, (size_t)n * sizeof *x);
  if (slot->order >= 0)
    for (PetscInt i = 0; i < n; ++i)
      x[i] = Extrapolate(slot, slot->order, i);
  it->counts.solves++;
  if (SolveSystem(it, slot, &call, x, &reason, &norm))
    return gimbal_fail(&it->g, "PETSc failed in the solve", n);
  if (reason <= 0 && slot->order >= 0) { /* an extrapolation can mislead: begin again without */
    it->failure.failed = PETSC_FALSE;
    memcpy(x, slot->own, (size_t)n * sizeof *x);
    if (SolveSystem(it, slot, &call, x, &reason, &norm))
      return gimbal_fail(&it->g, "PETSc failed in the solve", n);
  }
  if (reason <= 0) {
    it->failure.reason = reason;
    if (!it->failure.failed) {
      char text[96];
      snprintf(text, sizeof text, "the step's equations were not solved: %s",
               SNESConvergedReasons[reason]);
      gimbal_fail(&it->g, text, norm);
    }
    return 1;
  }
  it->failure.failed = PETSC_FALSE; /* of a trial point that Newton's method left again */
  Remember(slot, x);
  if (it->mutation.kind == MUTATION_SOLVER)
    for (PetscInt i = 0; i < n; ++i)
      x[i] += (Real)it->mutation.size * (slot->own[i] - x[i]);
  return 0;
}
