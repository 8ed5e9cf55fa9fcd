/* Every number that a method of the tree, or a Rosenbrock method, declares for its scheme, off by a relative 1e-15 or, where it
 * is 0, by that: the study algebra refutes the claimed order. None is below what it sees, since the
 * numbers are exact. */
#include "petsc_tap.h"
#include "studies/experiment.h"
#include "studies/study.h"

#include <string.h>

static Registry registry;

/* The verdict on an order, with one number wrong; NULL: none is. */
static VerdictWord judge(const char *method, PetscReal order, const Mutation *mutation) {
  const Study *algebra = StudyFind("algebra");
  Job job;
  const Job *jobs[] = {&job};
  Claim claim = {.study = "algebra", .quantity = "order", .value = "", .order = order};
  Measured *measured;
  const Measured *all[1];
  Finding f;
  JobInit(&job);
  job.key = "algebra";
  job.kind = "algebra";
  job.method = method;
  job.model = "harmonic_oscillator";
  job.instance = "A";
  job.realisation = 0;
  job.precision = "double";
  ExperimentsMutate(mutation);
  REQUIRE(StudyMeasure(registry, &job, &measured));
  all[0] = measured;
  FindingInit(&f);
  REQUIRE(algebra->judge(&(Evidence){1, jobs, all, &claim}, &f));
  MeasuredDestroy(&measured);
  return f.verdict;
}

/* How many of the numbers of a kind, made wrong one by one, are not found. */
static PetscInt survivors(const char *method, PetscReal order, MutationKind kind, PetscInt count) {
  PetscInt alive = 0;
  for (PetscInt i = 0; i < count; ++i) {
    const Mutation mutation = {.kind = kind, .index = i, .size = 1e-15, .with = -1};
    alive += judge(method, order, &mutation) != REFUTED;
  }
  return alive;
}

static void test_tableaux(void) {
  static const struct {
    const char *name;
    PetscInt s;
    PetscReal order;
    PetscBool pair;
  } method[] = {{"gauss_2", 2, 4, PETSC_FALSE},          {"gauss_4", 4, 8, PETSC_FALSE},
                {"vprk_gauss_2", 2, 4, PETSC_TRUE},      {"vprk_lobatto_2", 2, 2, PETSC_TRUE},
                {"vprk_lobatto_3", 3, 4, PETSC_TRUE},    {"trapezoidal_rule", 2, 2, PETSC_FALSE},
                {"lobatto_iiib_both", 3, 4, PETSC_FALSE}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(method); ++i) {
    const char *name = method[i].name;
    const PetscInt s = method[i].s;
    PetscInt alive = survivors(name, method[i].order, MUTATION_TABLEAU_A, s * s) +
                     survivors(name, method[i].order, MUTATION_TABLEAU_B, s) +
                     survivors(name, method[i].order, MUTATION_TABLEAU_C, s);
    if (method[i].pair)
      alive += survivors(name, method[i].order, MUTATION_TABLEAU_CONJUGATE, s * s);
    ok(judge(name, method[i].order, NULL) == CONFIRMED, "%s has order %.0f", name, method[i].order);
    ok(!alive, "  and each number that is off by 1e-15 breaks it (%d do not)", (int)alive);
  }
}

/* Calahan's method, of order 3, with a Γ. */
static void test_rosenbrock(void) {
  static const struct {
    MutationKind kind;
    const char *name;
    PetscInt count;
  } of[] = {{MUTATION_TABLEAU_A, "matrix", 4},
            {MUTATION_TABLEAU_GAMMA, "Gamma", 4},
            {MUTATION_TABLEAU_B, "weights", 2},
            {MUTATION_TABLEAU_C, "nodes", 2}};
  const char *name = "contract_rosenbrock";
  ok(judge(name, 3, NULL) == CONFIRMED && judge(name, 4, NULL) == REFUTED,
     "a Rosenbrock method has order 3");
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(of); ++i) {
    const PetscInt alive = survivors(name, 3, of[i].kind, of[i].count);
    ok(!alive, "  and each number of its %s that is off by 1e-15 breaks it (%d do not)", of[i].name,
       (int)alive);
  }
}

static void test_coefficients(void) {
  static const struct {
    const char *name;
    PetscInt count; /* of all coefficients */
    PetscReal order;
  } method[] = {
      {"rk4", 14, 4}, {"implicit_midpoint", 3, 2}, {"stormer_verlet", 3, 2}, {"yoshida_4", 5, 4}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(method); ++i) {
    const PetscInt alive =
        survivors(method[i].name, method[i].order, MUTATION_COEFFICIENT, method[i].count);
    ok(judge(method[i].name, method[i].order, NULL) == CONFIRMED, "%s has order %.0f",
       method[i].name, method[i].order);
    ok(!alive, "  and each number that is off by 1e-15 breaks it (%d do not)", (int)alive);
  }
}

static void test_decimals(void) {
  const Mutation early = {.kind = MUTATION_COEFFICIENT, .index = 0, .size = 1e-30, .with = -1},
                 exchanged = {.kind = MUTATION_TABLEAU_B, .index = 0, .with = 1};
  ok(judge("yoshida_6", 6, NULL) == CONFIRMED && judge("yoshida_6", 6, &early) == REFUTED,
     "39 digits hold to round-off, and one that is off by 1e-30 does not");
  ok(judge("lobatto_iiib_both", 4, &exchanged) == REFUTED, "weights that are exchanged are seen");
  ok(judge("gauss_3", 7, NULL) == REFUTED, "an order that is claimed too high is refuted");
  ok(judge("vprk_lobatto_5", 9, NULL) == SKIPPED, "one beyond the trees is not judged");
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2048], file[1024];
  const char *plugin = file;
  if (!HAVE_QUAD)
    return skip_all("numbers to 32 digits: gimbal was built without quadruple precision");
  (void)snprintf(folders, sizeof folders, "%s/methods:%s/models", build, build);
  (void)snprintf(file, sizeof file, "%s/tests/plugins/contract.so", build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(RegistryCreate(1, &plugin, StudyVocabulary, &registry));
  test_tableaux();
  test_rosenbrock();
  test_coefficients();
  test_decimals();
  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
