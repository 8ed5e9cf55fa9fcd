/* Initial data that are drawn near a case's own: on every model on a group they stay on it and on the
 * constraints, element and velocity are others than the case's, and a seed gives the same again. */
#include "core/core.h"
#include "numerics/group.h"
#include "petsc_tap.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <string.h>

enum { SEEDS = 5, ROOM = 64 };

/* Some roundings of quadruple precision; those of double where there is no other. */
static PetscReal Least(const Experiment *s) {
  return s->problem[IN_QUAD] ? 1e5 * (PetscReal)CoreQuad()->epsilon : 1e-13;
}

/* How far the rotations among the factors are from RᵀR = 1. */
static PetscReal OffGroup(const Group *group, const Quad *q) {
  Quad worst = 0;
  for (PetscInt f = 0; f < group->factors; q += group->factor[f++].n)
    for (int i = 0; i < 9 && group->factor[f].n >= 9; ++i) {
      Quad sum = i % 4 ? 0 : -1;
      for (int k = 0; k < 3; ++k)
        sum += q[3 * k + i / 3] * q[3 * k + i % 3];
      worst = LargerOrNaN(worst, fabsq(sum));
    }
  return (PetscReal)worst;
}

static PetscReal OffConstraints(const Experiment *s) {
  const Precision precision = s->problem[IN_QUAD] ? IN_QUAD : IN_DOUBLE;
  const PetscInt k = 2 * s->dimensions.holonomic + s->dimensions.nonholonomic;
  Quad r[ROOM] = {0}, worst = 0;
  REQUIRE(k > ROOM);
  CoreOf(precision)->problem_constraint(s->problem[precision], 0, s->y0, r);
  for (PetscInt a = 0; a < k; ++a)
    worst = LargerOrNaN(worst, fabsq(r[a]));
  return (PetscReal)worst;
}

static PetscReal Distance(PetscInt n, const Quad *a, const Quad *b) {
  Quad worst = 0;
  for (PetscInt i = 0; i < n; ++i)
    worst = LargerOrNaN(worst, fabsq(a[i] - b[i]));
  return (PetscReal)worst;
}

typedef struct {
  Registry registry;
  const char *model;
  PetscInt realisation;
} Place;

static Experiment Draw(const Place *place, PetscInt seed) {
  const Job job = {.method = "lie_euler",
                   .model = place->model,
                   .realisation = place->realisation,
                   .seed = seed,
                   .tolerance_factor = 1};
  Experiment s;
  REQUIRE(ExperimentCreate(place->registry, &job, 0, &s));
  return s;
}

/* The largest of what is off over the seeds, and the least that they move element and velocity by. */
typedef struct {
  PetscReal off_group, off_constraints, moved_q, moved_v, repeated;
} Drawn;

static Drawn TryPlace(const Place *place, const Group *group) {
  Drawn worst = {.moved_q = PETSC_INFINITY, .moved_v = PETSC_INFINITY};
  Experiment own = Draw(place, 0);
  const PetscInt n = own.dimensions.n, m = own.dimensions.m;
  for (PetscInt seed = 1; seed <= SEEDS; ++seed) {
    Experiment s = Draw(place, seed), again = Draw(place, seed);
    worst.off_group = fmax(worst.off_group, OffGroup(group, s.y0));
    worst.off_constraints = fmax(worst.off_constraints, OffConstraints(&s));
    worst.moved_q = fmin(worst.moved_q, Distance(n, s.y0, own.y0));
    worst.moved_v = fmin(worst.moved_v, Distance(m, s.y0 + n, own.y0 + n));
    worst.repeated = fmax(worst.repeated, Distance(n + m, s.y0, again.y0));
    REQUIRE(ExperimentDestroy(&s));
    REQUIRE(ExperimentDestroy(&again));
  }
  REQUIRE(ExperimentDestroy(&own));
  return worst;
}

static void TestPlace(const Place *place, const char *name) {
  Experiment own = Draw(place, 0);
  const PetscReal least = Least(&own);
  Group group;
  REQUIRE(GroupParse(name, &group));
  const Drawn d = TryPlace(place, &group);
  ok(d.off_group < least && d.off_constraints < least,
     "%s on %s: %d drawn states are %.1e off the group and %.1e off the constraints", place->model,
     name, SEEDS, d.off_group, d.off_constraints);
  /* Draws are of up to a thirtieth of the size; that all components are small is unlikely. */
  ok(d.moved_q > 1e-4 && d.moved_v > 1e-4 && d.repeated == 0,
     "%s on %s: they move the element by %.1e at least and the velocity by %.1e, again the same",
     place->model, name, d.moved_q, d.moved_v);
  /* What moves entries one by one is seen. */
  own.y0[0] += QUAD_C(1e-9);
  ok(OffGroup(&group, own.y0) > 100 * least || group.factor[0].n < 9,
     "%s on %s: an entry moved by itself is off the group", place->model, name);
  REQUIRE(ExperimentDestroy(&own));
}

int main(int argc, char **argv) {
  PetscInt places = 0;
  Registry registry;
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2 * PETSC_MAX_PATH_LEN];
  (void)snprintf(folders, sizeof folders, "%s/methods:%s/models", build, build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  for (PetscInt i = 0; i < registry->models; ++i)
    for (size_t r = 0; r < registry->model[i]->descriptor->realisations.count; ++r) {
      const gimbal_group *group =
          ListAt(registry->model[i]->descriptor->realisations, gimbal_realisation, r)->group;
      if (!group)
        continue;
      TestPlace(&(Place){registry, registry->model[i]->name, (PetscInt)r}, group->group);
      ++places;
    }
  ok(places >= 9, "%d realisations on groups", (int)places);
  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
