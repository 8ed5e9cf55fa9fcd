/* How the cost of a step grows with the number of sites of the lattice, per site, over the smallest
 * one of the list: the midpoint rule, whose banded equations are solved by PETSc, and Verlet, which
 * solves none. */
#include "bench/trajectory.h"
#include <stdio.h>

static PetscErrorCode Measure(Bench *b, const char *name, const char *method, PetscInt sites) {
  const PetscInt least = 100;
  const PetscReal scale = (PetscReal)least / (PetscReal)sites;
  BenchRatio r;
  Trajectory small, large;
  char model[64];

  PetscFunctionBeginUser;
  (void)snprintf(model, sizeof model, "lattice:modulated:N=%d", (int)least);
  PetscCall(TrajectoryCreate(b, method, model, 0.1, &small));
  (void)snprintf(model, sizeof model, "lattice:modulated:N=%d", (int)sites);
  PetscCall(TrajectoryCreate(b, method, model, 0.1, &large));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &large, TrajectoryAdvance, &small, &r));
  const BenchFigure figure = {name, "time per step and site / that at 100 sites", r.ratio * scale,
                              r.low * scale, r.high * scale};
  PetscCall(BenchAdd(b, &figure, "%s, %d sites of two entries: %.3g us a step, %.0f ns a site",
                     method, (int)sites, 1e6 * r.seconds[0],
                     1e9 * r.seconds[0] / (PetscReal)sites));
  PetscCall(TrajectoryDestroy(&large));
  PetscCall(TrajectoryDestroy(&small));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchLattice(Bench *b) {
  static const struct {
    const char *name, *method;
  } rows[] = {{"lattice", "vprk_gauss_1"}, {"lattice_explicit", "stormer_verlet"}};

  PetscFunctionBeginUser;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(rows); i++)
    for (PetscInt k = 2, sites = 100; k <= 5; k++, sites *= 10) {
      char name[32];
      (void)snprintf(name, sizeof name, "%s:1e%d", rows[i].name, (int)k);
      if (BenchWants(b, name))
        PetscCall(Measure(b, name, rows[i].method, sites));
    }
  PetscFunctionReturn(0);
}
