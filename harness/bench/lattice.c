/* Large systems. How the cost of a step grows with the number of parts, per part, over the smallest one of
 * the list: on the lattice of the midpoint rule, whose equations are banded, and of Verlet, which solves
 * none; on a chain of RATTLE, whose constraints have a banded gradient. */
#include "bench/trajectory.h"
#include <math.h>
#include <stdio.h>

enum { LARGER = 4 };

typedef struct {
  const char *name, *method, *model, *part, *unit;
  PetscReal h;
  PetscInt least, parts[LARGER]; /* of the smallest system, and of those that are held against it */
} Growth;

/* How often a step asked for its equations' residual, so far. */
static PetscErrorCode ResidualsPerStep(const Trajectory *t, PetscReal *residuals) {
  Counts counts;

  PetscCall(t->core->get_counts(t->integration, &counts));
  *residuals = (PetscReal)counts.residuals / (PetscReal)PetscMax(counts.steps, 1);
  return 0;
}

static PetscErrorCode Measure(Bench *b, const char *name, const Growth *growth, PetscInt parts) {
  const PetscReal scale = (PetscReal)growth->least / (PetscReal)parts;
  PetscReal residuals[2];
  BenchFigure figure = {.name = name, .unit = growth->unit};
  Trajectory small, large;
  char model[80];

  (void)snprintf(model, sizeof model, "%s:N=%d", growth->model, (int)growth->least);
  PetscCall(TrajectoryCreate(b, growth->method, model, growth->h, &small));
  (void)snprintf(model, sizeof model, "%s:N=%d", growth->model, (int)parts);
  PetscCall(TrajectoryCreate(b, growth->method, model, growth->h, &large));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &large, TrajectoryAdvance, &small, &figure));
  figure.ratio *= scale;
  figure.low *= scale;
  figure.high *= scale;
  PetscCall(ResidualsPerStep(&large, &residuals[0]));
  PetscCall(ResidualsPerStep(&small, &residuals[1]));
  PetscCall(BenchAdd(b, &figure,
                     "%s, h = %g, %d %ss: %.3g us a step, %.0f ns a %s, %.3g residuals a step; "
                     "%d: %.3g us, %.0f ns, %.3g",
                     growth->method, growth->h, (int)parts, growth->part, 1e6 * figure.seconds[0],
                     1e9 * figure.seconds[0] / (PetscReal)parts, growth->part, residuals[0],
                     (int)growth->least, 1e6 * figure.seconds[1],
                     1e9 * figure.seconds[1] / (PetscReal)growth->least, residuals[1]));
  PetscCall(TrajectoryDestroy(&large));
  return TrajectoryDestroy(&small);
}

/* A step that solves equations over one that solves none, on as many sites. */
static PetscErrorCode CompareImplicit(Bench *b, const char *name, PetscInt sites) {
  BenchFigure figure = {.name = name, .unit = "time per step / that of an explicit one"};
  Trajectory implicit, explicit;
  char model[64];

  (void)snprintf(model, sizeof model, "lattice:modulated:N=%d", (int)sites);
  PetscCall(TrajectoryCreate(b, "vprk_gauss_1", model, 0.1, &implicit));
  PetscCall(TrajectoryCreate(b, "stormer_verlet", model, 0.1, &explicit));
  PetscCall(BenchCompare(b, TrajectoryAdvance, &implicit, TrajectoryAdvance, &explicit, &figure));
  PetscCall(BenchAdd(
      b, &figure, "vprk_gauss_1 and stormer_verlet, %d sites: %.0f and %.0f ns a site", (int)sites,
      1e9 * figure.seconds[0] / (PetscReal)sites, 1e9 * figure.seconds[1] / (PetscReal)sites));
  PetscCall(TrajectoryDestroy(&implicit));
  return TrajectoryDestroy(&explicit);
}

/* An iteration on a chain costs O(N), and a step as many as Newton's method takes. Where steps are small
 * these are more, the longer the chain: a position constraint sees h² of its multiplier, and cannot tell
 * it from the rounding of the place of a bob that hangs on hundreds of rods, so that the solver makes new
 * Jacobians, of some fifteen residuals each, until it knows that what is left is rounding. So they are 7
 * residuals a step of 2 rods with h = 1/1000, 14 of 20, 60 of 100 and 61 of 1000; with h = 1/100, where
 * the rounding is felt later, 10 of 100 and 24 of 1000. */
static const Growth growths[] = {{"lattice",
                                  "vprk_gauss_1",
                                  "lattice:modulated",
                                  "site",
                                  "time per step and site / that at 100 sites",
                                  0.1,
                                  100,
                                  {100, 1000, 10000, 100000}},
                                 {"lattice_explicit",
                                  "stormer_verlet",
                                  "lattice:modulated",
                                  "site",
                                  "time per step and site / that at 100 sites",
                                  0.1,
                                  100,
                                  {100, 1000, 10000, 100000}},
                                 {"chain",
                                  "rattle",
                                  "spherical_pendulum_chain:swinging",
                                  "rod",
                                  "time per step and rod / that at 2 rods",
                                  0.001,
                                  2,
                                  {20, 100, 1000}}};

/* "lattice:1e3", "chain:20" */
static void Name(const char *of, PetscInt parts, size_t room, char *name) {
  const int decades = (int)lround(log10((double)parts));
  if (lround(pow(10, decades)) == parts)
    (void)snprintf(name, room, "%s:1e%d", of, decades);
  else
    (void)snprintf(name, room, "%s:%d", of, (int)parts);
}

PetscErrorCode BenchLattice(Bench *b) {
  char name[32];
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(growths); i++)
    for (PetscInt k = 0; k < LARGER && growths[i].parts[k]; k++) {
      Name(growths[i].name, growths[i].parts[k], sizeof name, name);
      if (BenchWants(b, name))
        PetscCall(Measure(b, name, &growths[i], growths[i].parts[k]));
    }
  for (PetscInt sites = 100; sites <= 10000; sites *= 10) {
    Name("lattice_implicit", sites, sizeof name, name);
    if (BenchWants(b, name))
      PetscCall(CompareImplicit(b, name, sites));
  }
  return 0;
}
