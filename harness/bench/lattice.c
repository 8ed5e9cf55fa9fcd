/* Large systems. How the cost of a step grows with the number of sites of the lattice, per site, over the smallest
 * one of the list: the midpoint rule, whose equations are banded, and Verlet, which
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

/* A step that solves equations over one that solves none, on as many sites. */
static PetscErrorCode CompareImplicit(Bench *b, const char *name, PetscInt sites) {
  BenchRatio r;
  Trajectory implicit, explicit;
  char model[64];

  PetscFunctionBeginUser;
  (void)snprintf(model, sizeof model, "lattice:modulated:N=%d", (int)sites);
  PetscCall(TrajectoryCreate(b, "vprk_gauss_1", model, 0.1, &implicit));
  PetscCall(TrajectoryCreate(b, "stormer_verlet", model, 0.1, &explicit));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &implicit, TrajectoryAdvance, &explicit, &r));
  const BenchFigure figure = {name, "time per step / that of an explicit one", r.ratio, r.low,
                              r.high};
  PetscCall(BenchAdd(
      b, &figure, "vprk_gauss_1 and stormer_verlet, %d sites: %.0f and %.0f ns a site", (int)sites,
      1e9 * r.seconds[0] / (PetscReal)sites, 1e9 * r.seconds[1] / (PetscReal)sites));
  PetscCall(TrajectoryDestroy(&implicit));
  PetscCall(TrajectoryDestroy(&explicit));
  PetscFunctionReturn(0);
}

/* How the cost of a step of RATTLE, whose constraints have a banded gradient, grows with the rods of a
 * chain. Long ones are stiffer, so that Newton's method takes some iterations more. (Steps ten times
 * as small would lose the smallest multipliers of a long chain in the rounding of its coordinates.) */
static PetscErrorCode MeasureChain(Bench *b, const char *name, PetscInt rods) {
  const PetscInt least = 10;
  const PetscReal scale = (PetscReal)least / (PetscReal)rods;
  BenchRatio r;
  Trajectory small, large;
  char model[80];

  PetscFunctionBeginUser;
  (void)snprintf(model, sizeof model, "spherical_pendulum_chain:swinging:N=%d", (int)least);
  PetscCall(TrajectoryCreate(b, "rattle", model, 0.01, &small));
  (void)snprintf(model, sizeof model, "spherical_pendulum_chain:swinging:N=%d", (int)rods);
  PetscCall(TrajectoryCreate(b, "rattle", model, 0.01, &large));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &large, TrajectoryAdvance, &small, &r));
  const BenchFigure figure = {name, "time per step and rod / that at 10 rods", r.ratio * scale,
                              r.low * scale, r.high * scale};
  PetscCall(BenchAdd(b, &figure, "rattle, %d rods: %.3g us a step, %.0f ns a rod", (int)rods,
                     1e6 * r.seconds[0], 1e9 * r.seconds[0] / (PetscReal)rods));
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
  for (PetscInt k = 2, sites = 100; k <= 4; k++, sites *= 10) {
    char name[32];
    (void)snprintf(name, sizeof name, "lattice_implicit:1e%d", (int)k);
    if (BenchWants(b, name))
      PetscCall(CompareImplicit(b, name, sites));
  }
  for (PetscInt k = 2, rods = 100; k <= 3; k++, rods *= 10) {
    char name[32];
    (void)snprintf(name, sizeof name, "chain:1e%d", (int)k);
    if (BenchWants(b, name))
      PetscCall(MeasureChain(b, name, rods));
  }
  PetscFunctionReturn(0);
}
