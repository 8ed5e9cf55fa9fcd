/* How the cost of a step grows with the size of a banded system: the implicit midpoint rule on a
 * sine-Gordon ring by the banded step solver, per site, over the smallest ring of the list. */
#include "bench/bench.h"
#include "solver/step_solver.h"
#include <stdio.h>

typedef struct {
  PetscInt n;
  PetscReal h, *q, *p, *x;
  StepSolver solver;
} Ring;

/* With p eliminated, x = q + h p + h²/2 F((q + x)/2), F_i = z_{i+1} − 2 z_i + z_{i−1} − sin z_i. */
static int Residual(void *context, const PetscReal *x, PetscReal *r) {
  const Ring *c = context;
  const PetscInt n = c->n;
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt left = i ? i - 1 : n - 1, right = i + 1 < n ? i + 1 : 0;
    const PetscReal z = 0.5 * (x[i] + c->q[i]);
    const PetscReal f = 0.5 * (x[left] + c->q[left] + x[right] + c->q[right]) - 2 * z - sin(z);
    r[i] = x[i] - c->q[i] - c->h * (c->p[i] + 0.5 * c->h * f);
  }
  return 0;
}

static PetscErrorCode Advance(void *context, PetscInt64 steps) {
  Ring *c = context;
  SNESConvergedReason reason;
  PetscReal norm;
  PetscFunctionBeginUser;
  for (PetscInt64 s = 0; s < steps; s++) {
    for (PetscInt i = 0; i < c->n; i++)
      c->x[i] = c->q[i] + c->h * c->p[i];
    PetscCall(StepSolverSolve(c->solver, Residual, NULL, c, c->x, &reason, &norm));
    PetscCheck(reason > 0, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "a ring of %d sites: %s",
               (int)c->n, SNESConvergedReasons[reason]);
    for (PetscInt i = 0; i < c->n; i++) {
      c->p[i] = 2 * (c->x[i] - c->q[i]) / c->h - c->p[i];
      c->q[i] = c->x[i];
    }
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode RingCreate(PetscInt n, Ring *c) {
  PetscFunctionBeginUser;
  *c = (Ring){.n = n, .h = 0.1};
  PetscCall(PetscCalloc3(n, &c->q, n, &c->p, n, &c->x));
  for (PetscInt i = 0; i < n; i++)
    c->q[i] = sin(2 * PETSC_PI * (PetscReal)i / 50);
  PetscCall(StepSolverCreateBanded(n, 1, 1, PETSC_TRUE, &c->solver));
  PetscFunctionReturn(0);
}
static PetscErrorCode RingDestroy(Ring *c) {
  PetscFunctionBeginUser;
  PetscCall(StepSolverDestroy(&c->solver));
  PetscCall(PetscFree3(c->q, c->p, c->x));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchLattice(Bench *b) {
  static const PetscInt sizes[] = {100, 1000, 10000, 100000};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(sizes); k++) {
    const PetscInt n = sizes[k];
    const PetscReal scale = 100.0 / (PetscReal)n;
    BenchRatio r;
    Ring small, ring;
    char name[32];
    snprintf(name, sizeof name, "lattice:1e%d", (int)k + 2);
    if (!BenchWants(b, name))
      continue;
    PetscCall(RingCreate(100, &small));
    PetscCall(RingCreate(n, &ring));
    PetscCall(BenchCompare(b, Advance, &ring, Advance, &small, &r));
    PetscCall(BenchAdd(b, name, r.ratio * scale, r.low * scale, r.high * scale,
                       "time per step and site / that at 100 sites",
                       "sine-Gordon ring of %d sites, implicit midpoint, differenced by colours: "
                       "%.3g us a step, %.0f ns a site",
                       (int)n, 1e6 * r.seconds[0], 1e9 * r.seconds[0] / (PetscReal)n));
    PetscCall(RingDestroy(&ring));
    PetscCall(RingDestroy(&small));
  }
  PetscFunctionReturn(0);
}
