/* Large systems. How the cost of a step grows with the number of parts, per part, over the smallest one of
 * the list: on the lattice of the midpoint rule, whose equations are banded, and of Verlet, which solves
 * none; on a chain of RATTLE, whose constraints have a banded gradient. */
#include "bench/trajectory.h"
#include <stdio.h>

typedef struct {
  const char *name, *method, *model, *part, *unit;
  PetscInt least, decades; /* parts of the smallest system; up to that power of ten */
  PetscReal h;
} Growth;

static PetscErrorCode Measure(Bench *b, const char *name, const Growth *growth, PetscInt parts) {
  const PetscReal scale = (PetscReal)growth->least / (PetscReal)parts;
  BenchRatio r;
  Trajectory small, large;
  char model[80];

  PetscFunctionBeginUser;
  (void)snprintf(model, sizeof model, "%s:N=%d", growth->model, (int)growth->least);
  PetscCall(TrajectoryCreate(b, growth->method, model, growth->h, &small));
  (void)snprintf(model, sizeof model, "%s:N=%d", growth->model, (int)parts);
  PetscCall(TrajectoryCreate(b, growth->method, model, growth->h, &large));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &large, TrajectoryAdvance, &small, &r));
  const BenchFigure figure = {name, growth->unit, r.ratio * scale, r.low * scale, r.high * scale};
  PetscCall(BenchAdd(b, &figure, "%s, %d %ss: %.3g us a step, %.0f ns a %s", growth->method,
                     (int)parts, growth->part, 1e6 * r.seconds[0],
                     1e9 * r.seconds[0] / (PetscReal)parts, growth->part));
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

/* Long chains are stiffer, so that Newton's method takes some iterations more. */
static const Growth growths[] = {{"lattice", "vprk_gauss_1", "lattice:modulated", "site",
                                  "time per step and site / that at 100 sites", 100, 5, 0.1},
                                 {"lattice_explicit", "stormer_verlet", "lattice:modulated", "site",
                                  "time per step and site / that at 100 sites", 100, 5, 0.1},
                                 {"chain", "rattle", "spherical_pendulum_chain:swinging", "rod",
                                  "time per step and rod / that at 10 rods", 10, 3, 0.01}};

PetscErrorCode BenchLattice(Bench *b) {
  PetscFunctionBeginUser;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(growths); i++)
    for (PetscInt k = 2, parts = 100; k <= growths[i].decades; k++, parts *= 10) {
      char name[32];
      (void)snprintf(name, sizeof name, "%s:1e%d", growths[i].name, (int)k);
      if (BenchWants(b, name))
        PetscCall(Measure(b, name, &growths[i], parts));
    }
  for (PetscInt k = 2, sites = 100; k <= 4; k++, sites *= 10) {
    char name[32];
    (void)snprintf(name, sizeof name, "lattice_implicit:1e%d", (int)k);
    if (BenchWants(b, name))
      PetscCall(CompareImplicit(b, name, sites));
  }
  PetscFunctionReturn(0);
}
