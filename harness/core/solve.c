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

#define UPDATES 24 /* of one Jacobian's factors */

static PetscErrorCode SlotClear(SolverSlot *slot) {
  PetscFunctionBeginUser;
  PetscCall(StepSolverDestroy(&slot->solver));
  PetscCall(PetscFree(slot->difference));
  PetscCall(PetscFree(slot->correction));
  PetscCall(PetscFree2(slot->u, slot->v));
  PetscFunctionReturn(0);
}

PetscErrorCode SolverSlotAddCounts(const SolverSlot *slot, StepCounts *counts) {
  PetscInt64 iterations, residuals, jacobians;
  PetscFunctionBeginUser;
  PetscCall(StepSolverGetCounts(slot->solver, &iterations, &residuals, &jacobians));
  counts->iterations += iterations;
  counts->residuals += residuals;
#ifndef GIMBAL_QUAD
  counts->jacobians += jacobians;
#endif
  PetscFunctionReturn(0);
}

/* A slot whose system has another size or shape than last time begins anew. */
static PetscErrorCode SlotPrepare(Integration it, SolverSlot *slot, PetscInt n, PetscInt lower,
                                  PetscInt upper) {
  PetscFunctionBeginUser;
  if (slot->solver && slot->n == n && slot->lower == lower && slot->upper == upper)
    PetscFunctionReturn(0);
  if (slot->solver)
    PetscCall(SolverSlotAddCounts(slot, &it->counts));
  PetscCall(SlotClear(slot));
  const int key = slot->key;
  *slot = (SolverSlot){.key = key, .n = n, .lower = lower, .upper = upper, .degree = -1};
  if (lower >= 0)
    PetscCall(StepSolverCreateBanded(n, lower, upper, (PetscBool)it->g.periodic, &slot->solver));
  else
    PetscCall(StepSolverCreate(n, &slot->solver));
  PetscCall(StepSolverSetLooser(slot->solver, it->looser));
  PetscCall(PetscMalloc1((DEGREES + 4) * n, &slot->difference));
  PetscCall(PetscMalloc1(2 * n, &slot->correction));
#ifdef GIMBAL_QUAD
  if (lower < 0)
    PetscCall(PetscMalloc2(UPDATES * n, &slot->u, UPDATES * n, &slot->v));
#endif
  slot->own = slot->difference + (DEGREES + 1) * n;
  slot->guess = slot->own + n;
  slot->residual = slot->guess + n;
  PetscFunctionReturn(0);
}

PetscErrorCode SolverSlotsDestroy(Integration it) {
  SlotList *const lists[] = {&it->ordered, &it->keyed};
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(lists); ++k) {
    for (PetscInt i = 0; i < lists[k]->count; ++i) {
      PetscCall(SlotClear(lists[k]->slot[i]));
      PetscCall(PetscFree(lists[k]->slot[i]));
    }
    PetscCall(PetscFree(lists[k]->slot));
    *lists[k] = (SlotList){0};
  }
  PetscFunctionReturn(0);
}

PetscErrorCode SolverSlotsForget(Integration it) {
  const SlotList *const lists[] = {&it->ordered, &it->keyed};
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(lists); ++k)
    for (PetscInt i = 0; i < lists[k]->count; ++i) {
      SolverSlot *const slot = lists[k]->slot[i];
      slot->count = 0, slot->degree = -1, slot->kept = slot->busy = PETSC_FALSE;
      if (slot->solver)
        PetscCall(StepSolverForget(slot->solver));
    }
  PetscFunctionReturn(0);
}

static PetscErrorCode AppendSlot(SlotList *list, int key) {
  PetscFunctionBeginUser;
  if (list->count == list->room) {
    const PetscInt room = list->room ? 2 * list->room : 4;
    PetscCall(PetscRealloc((size_t)room * sizeof(SolverSlot *), &list->slot));
    list->room = room;
  }
  PetscCall(PetscNew(&list->slot[list->count]));
  list->slot[list->count++]->key = key;
  PetscFunctionReturn(0);
}

/* The slot of a key, or of the next call of this step; a new one where there is none yet. */
static PetscErrorCode FindSlot(Integration it, int key, SolverSlot **slot) {
  SlotList *const list = key < 0 ? &it->ordered : &it->keyed;
  PetscInt at = list->next;
  PetscFunctionBeginUser;
  if (key >= 0) { /* most methods call in the same order in every step: it is the next one */
    PetscInt left = list->count;
    for (; left; --left, ++at) {
      if (at >= list->count)
        at = 0;
      if (list->slot[at]->key == key)
        break;
    }
    if (!left)
      at = list->count;
  }
  if (at == list->count)
    PetscCall(AppendSlot(list, key));
  *slot = list->slot[at];
  list->next = at + 1;
  PetscFunctionReturn(0);
}

/* The value at the next step of the polynomial through the last solutions, whose degree is the one
 * that did best at the last step: the sum of the backward differences up to it. */
static void Extrapolate(const SolverSlot *slot, Real *x) {
  const Real *difference = slot->difference;
  for (PetscInt i = 0; i < slot->n; ++i, difference += DEGREES + 1) {
    Real sum = difference[slot->degree]; /* the smallest first */
    for (PetscInt j = slot->degree - 1; j >= 0; --j)
      sum += difference[j];
    x[i] = sum;
  }
}

static inline Real Larger(Real a, Real b) { return a < b ? b : a; }

/* Takes in a solution. Its (j+1)st backward difference is the error that the extrapolation of
 * degree j made, or would have made. */
static void Remember(SolverSlot *slot, const Real *x) {
  const PetscInt count = slot->count;
  Real *difference = slot->difference, least = 0, error[DEGREES + 1] = {0};
  for (PetscInt i = 0; i < slot->n; ++i, difference += DEGREES + 1) {
    Real change = x[i];
    least = Larger(least, gimbal_fabs(slot->own[i] - change));
    for (PetscInt j = 0; j < count; ++j) {
      const Real before = difference[j];
      difference[j] = change;
      change -= before;
      error[j] = Larger(error[j], gimbal_fabs(change));
    }
    if (count <= DEGREES)
      difference[count] = change;
  }
  slot->degree = -1;
  for (PetscInt j = 0; j < count; ++j)
    if (error[j] < least)
      least = error[j], slot->degree = j;
  if (count <= DEGREES)
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
  if (call->jacobian) { /* the method's own */
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

static double Product(PetscInt n, const double *a, const double *b) {
  double sum = 0;
  for (PetscInt i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

/* The correction by the factors, and by Broyden's updates of them. */
static PetscErrorCode Correct(SolverSlot *slot, double *x) {
  const PetscInt n = slot->n;
  PetscFunctionBeginUser;
  PetscCall(StepSolverCorrect(slot->solver, x, x));
  for (PetscInt k = 0; k < slot->updates; ++k) {
    const double *const u = slot->u + k * n, along = Product(n, slot->v + k * n, x);
    for (PetscInt i = 0; i < n; ++i)
      x[i] += along * u[i];
  }
  PetscFunctionReturn(0);
}

/* Broyden's update: after the correction `last`, the residual asked for x, which the true inverse
 * would not have left. `x` becomes the correction by the updated factors. [Kelley, Iterative
 * Methods for Linear and Nonlinear Equations, SIAM 1995, section 7.3] */
static void Update(SolverSlot *slot, const double *last, double *x) {
  const PetscInt n = slot->n;
  const double square = Product(n, last, last), along = Product(n, last, x);
  double *const u = slot->u + slot->updates * n, *const v = slot->v + slot->updates * n;
  if (slot->updates == UPDATES || !(square > 0) || !(along < square / 2))
    return;
  const double length = sqrt(square), factor = length / (along - square);
  for (PetscInt i = 0; i < n; ++i) {
    u[i] = factor * x[i];
    v[i] = -last[i] / length;
    x[i] *= square / (square - along);
  }
  slot->updates++;
}

/* Newton's method with factors kept, and updated, as long as they contract well. On success the
 * iterate is at round-off: the last correction is at the size of rounding, or has stopped to shrink
 * near it. */
static PetscErrorCode SolveSystem(Integration it, SolverSlot *slot, Call *call, Real *x,
                                  SNESConvergedReason *reason, PetscReal *norm) {
  const PetscInt n = slot->n;
  const Real epsilon = PRECISION_EPSILON * (Real)it->looser;
  const PetscBool updated = (PetscBool)(slot->u != NULL);
  Real before = -1;
  PetscBool fresh = slot->kept, renewed = PETSC_FALSE, paired = PETSC_FALSE, singular;
  PetscFunctionBeginUser;
  *reason = SNES_DIVERGED_MAX_IT;
  slot->kept = PETSC_FALSE;
  slot->updates = 0; /* they would be of another solution, and fill the room */
  for (PetscInt iteration = 0; iteration < 60; ++iteration) {
    Real largest = 0, relative = 0;
    it->counts.residuals++;
    if (EvaluateResidual(call, x, slot->residual)) {
      *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
      break;
    }
    for (PetscInt i = 0; i < n; ++i)
      largest = Larger(largest, gimbal_fabs(slot->residual[i]));
    *norm = (PetscReal)largest;
    if (!AllFinite(n, slot->residual)) {
      *reason = SNES_DIVERGED_FNORM_NAN;
      break;
    }
    if (largest == 0) {
      *reason = SNES_CONVERGED_FNORM_ABS;
      slot->kept = fresh;
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
      slot->updates = 0;
      if (singular) {
        *reason = SNES_DIVERGED_LINEAR_SOLVE;
        break;
      }
      fresh = PETSC_TRUE;
    }
    double *const correction = slot->correction, *const last = correction + n;
    for (PetscInt i = 0; i < n; ++i)
      correction[i] = (double)(slot->residual[i] / largest);
    PetscCall(Correct(slot, correction));
    for (PetscInt i = 0; i < n; ++i)
      correction[i] *= (double)largest;
    if (updated && paired)
      Update(slot, last, correction);
    it->counts.iterations++;
    for (PetscInt i = 0; i < n; ++i) {
      const Real change = (Real)correction[i];
      x[i] -= change;
      last[i] = correction[i];
      relative = Larger(relative, gimbal_fabs(change) / Larger(1, gimbal_fabs(x[i])));
    }
    /* A correction that no longer shrinks is round-off of the residual, which the conditioning of
     * the equations (1/h² in those of a multiplier) makes larger: believed near round-off at once,
     * and far above it only if a Jacobian made on the spot does not help either. */
    if (relative <= epsilon ||
        (before >= 0 && relative >= before / 2 && relative <= (renewed ? 1e10 : 1e3) * epsilon)) {
      *reason = SNES_CONVERGED_SNORM_RELATIVE;
      slot->kept = PETSC_TRUE;
      break;
    }
    /* A new Jacobian costs n residuals: it is worth that once as many iterations lie ahead. With
     * updates there will be fewer than the contraction so far tells: 3 times was the best of some.
     */
    const double ahead = (updated ? 3. : 1.) * (double)n;
    if (before >= 0 && (relative >= before / 2 || log((double)(relative / epsilon)) >
                                                      ahead * log((double)(before / relative))))
      fresh = PETSC_FALSE;
    before = relative;
    paired = fresh; /* the last correction was by these factors */
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

/* As if the iteration had stopped too early: every unknown is missed by the tolerance, relative to
 * its size. (Missed on the side of the first guess, a method of order 1 would become its guess
 * where steps are small, which has order 1 as well; and what is missed would change its direction
 * where the guess happens to be right, which leaves errors without powers of h.) */
static void Loosen(PetscInt n, Real tolerance, Real *x) {
  for (PetscInt i = 0; i < n; ++i)
    x[i] += tolerance * gimbal_sqrt(1 + x[i] * x[i]);
}

/* Unknowns: matrices of an eighth of a gigabyte, and minutes per Jacobian. */
#define DENSE_MAX 4000

int IntegrationBreak(Integration it, PetscErrorCode error) {
  if (!it->broken)
    it->broken = error;
  return 1;
}

/* From the extrapolated guess, and where that misleads from the method's own. */
static PetscErrorCode SolveFromGuesses(Call *call, Real *x, SNESConvergedReason *reason,
                                       PetscReal *norm) {
  SolverSlot *const slot = call->slot;
  PetscFunctionBeginUser;
  memcpy(slot->own, x, (size_t)slot->n * sizeof *x);
  if (slot->degree >= 0)
    Extrapolate(slot, x);
  call->it->counts.solves++;
  PetscCall(SolveSystem(call->it, slot, call, x, reason, norm));
  if (*reason <= 0 && slot->degree >= 0) {
    call->it->failure.failed = PETSC_FALSE;
    memcpy(x, slot->own, (size_t)slot->n * sizeof *x);
    PetscCall(SolveSystem(call->it, slot, call, x, reason, norm));
  }
  PetscFunctionReturn(0);
}

int IntegrationSolve(Integration it, int key, const StepEquations *equations, Real *x) {
  const PetscInt n = equations->n;
  SNESConvergedReason reason = SNES_DIVERGED_MAX_IT;
  PetscReal norm = 0;
  SolverSlot *slot = NULL;
  if (it->broken)
    return 1;
  if (equations->lower < 0 && n > DENSE_MAX)
    return gimbal_fail(&it->g,
                       "too many unknowns for a dense Jacobian, and the method asks for one", n);
  PetscErrorCode error = FindSlot(it, key, &slot);
  if (error)
    return IntegrationBreak(it, error);
  if (slot->busy)
    return gimbal_fail(&it->g, "a system is solved inside its own residual, by its key", key);
  Call call = {it, equations->residual, equations->jacobian, equations->context, slot};
  error = SlotPrepare(it, slot, n, equations->lower, equations->upper);
  slot->busy = PETSC_TRUE;
  if (!error)
    error = SolveFromGuesses(&call, x, &reason, &norm);
  slot->busy = PETSC_FALSE;
  if (error)
    return IntegrationBreak(it, error);
  if (it->broken) /* inside a residual, which can only say that it has no value */
    return 1;
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
    Loosen(n, (Real)it->mutation.size, x);
  return 0;
}
