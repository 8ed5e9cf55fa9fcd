/* The tables of PETSc's Rosenbrock methods, which its interface does not tell and the adapter reads off
 * a step, against those that its manual pages name, as they were published. */
#include "petsc_tap.h"
#include "registry/tableaux.h"
#include "studies/experiment.h"
#include "studies/study.h"

#include <string.h>
#include <unistd.h>

enum { MOST = 4 };

typedef struct {
  const char *name, *what;
  PetscInt s;
  PetscReal a[MOST * MOST], gamma[MOST * MOST], b[MOST];
} Table;

#define M (1 - 1 / sqrt(2))
#define P (1 + 1 / sqrt(2))
#define G 0.43586652150845899941601945119356 /* 1/6 − 3/2 γ + 3 γ² − γ³ = 0 */

/* [Rang, Angermann, BIT 45 (2005) 761; Sandu and others, Atmospheric Environment 31 (1997) 3459]; that
 * with another γ_ii in each stage, and none in the last, is read in the source of PETSc. */
static const Table *Tables(size_t *count) {
  static Table table[] = {
      {.name = "theta2", .what = "the linearly implicit midpoint rule", .s = 1, .b = {1}},
      {.name = "2m", .what = "two stages", .s = 2, .a = {0, 0, 1, 0}, .b = {1. / 2, 1. / 2}},
      {.name = "2p", .what = "two stages", .s = 2, .a = {0, 0, 1, 0}, .b = {1. / 2, 1. / 2}},
      {.name = "rodas3",
       .what = "RODAS3",
       .s = 4,
       .a = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3. / 4, -1. / 4, 1. / 2, 0},
       .gamma = {1. / 2, 0, 0, 0, 1, 1. / 2, 0, 0, -1. / 4, -1. / 4, 1. / 2, 0, 1. / 12, 1. / 12,
                 -2. / 3, 1. / 2},
       .b = {5. / 6, -1. / 6, -1. / 6, 1. / 2}},
      {.name = "sandu3",
       .what = "ROS3",
       .s = 3,
       .a = {0, 0, 0, G, 0, 0, G, 0, 0},
       .gamma = {G, 0, 0, -0.19294655696029095575, G, 0, 0, 1.7492714812579468517, G},
       .b = {-0.75457412385404315830, 1.9410040706196442029, -0.18642994676560104463}},
      {.name = "lassp3p4s2c",
       .what = "a table with a stage that is explicit",
       .s = 4,
       .a = {0, 0, 0, 0, 1. / 2, 0, 0, 0, 1. / 2, 1. / 2, 0, 0, 1. / 6, 1. / 6, 1. / 6, 0},
       .gamma = {1. / 2, 0, 0, 0, 0, 1. / 4, 0, 0, -2, -2. / 3, 2. / 3, 0, 1. / 2, 5. / 36, -2. / 9,
                 0},
       .b = {1. / 6, 1. / 6, 1. / 6, 1. / 2}}};
  const PetscReal gamma[][4] = {{1. / 2}, {M, 0, -2 * M, M}, {P, 0, -2 * P, P}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(gamma); ++i)
    memcpy(table[i].gamma, gamma[i], sizeof gamma[i]);
  *count = PETSC_STATIC_ARRAY_LENGTH(table);
  return table;
}

static Registry registry;

static void Read(const char *type, MethodTableau *t) {
  char name[64];
  Method method;
  PetscBool found;
  (void)snprintf(name, sizeof name, "petsc_rosw_%s", type);
  REQUIRE(RegistryFindMethod(registry, name, &method));
  REQUIRE(CoreOf(IN_DOUBLE)->method_tableau(method, 0, t, &found));
  if (!found || !t->gamma)
    printf("Bail out! %s has no table\n", name);
}

/* The farthest entry, in roundings of numbers up to 4: the library inverts Γ once. */
static PetscReal Off(const Table *known, const MethodTableau *t) {
  const PetscInt square = known->s * known->s;
  PetscReal off = 0;
  if (t->s != known->s)
    return INFINITY;
  for (PetscInt i = 0; i < square; ++i) {
    off = fmax(off, fabs((PetscReal)t->a[i] - known->a[i]));
    off = fmax(off, fabs((PetscReal)t->gamma[i] - known->gamma[i]));
  }
  for (PetscInt i = 0; i < known->s; ++i)
    off = fmax(off, fabs((PetscReal)t->b[i] - known->b[i]));
  return off / (4 * PETSC_MACHINE_EPSILON);
}

static void test_tables(void) {
  size_t count;
  const Table *table = Tables(&count);
  for (size_t i = 0; i < count; ++i) {
    MethodTableau t;
    Table wrong = table[i];
    Read(table[i].name, &t);
    ok(Off(&table[i], &t) <= 1, "%s is %s (%.2g roundings off)", table[i].name, table[i].what,
       Off(&table[i], &t));
    wrong.gamma[0] += 1e-14;
    ok(Off(&wrong, &t) > 1, "  and not a table that is 1e-14 off");
    MethodTableauDestroy(&t);
  }
}

/* Kaps and Rentrop's, Shampine's, van Veldhuizen's and the L-stable one have α_21 = 2γ [Hairer, Wanner,
 * Solving Ordinary Differential Equations II, IV.7, table 7.2]. PETSc 3.18 gives PETSC_DEFAULT there,
 * which is −2, and takes it for the number: methods with their γ and of their order, but others. */
static void test_others(void) {
  static const struct {
    const char *name;
    PetscReal gamma;
  } method[] = {
      {"grk4t", 0.231}, {"shamp4", 0.5}, {"veldd4", 0.22570811482256823}, {"4l", 0.57282}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(method); ++i) {
    const PetscReal gamma = method[i].gamma;
    PetscReal alpha, off = 0;
    MethodTableau t;
    Read(method[i].name, &t);
    for (PetscInt k = 0; k < 4; ++k)
      off = fmax(off, fabs((PetscReal)t.gamma[5 * k] - gamma));
    alpha = (PetscReal)t.a[4];
    ok(off <= 4 * PETSC_MACHINE_EPSILON &&
           fmin(fabs(alpha - 2 * gamma), fabs(alpha - PETSC_DEFAULT)) <= 8 * PETSC_MACHINE_EPSILON,
       "%s has its γ in each stage, and α_21 = %g (published: %g)", method[i].name, alpha,
       2 * gamma);
    MethodTableauDestroy(&t);
  }
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folder[1024], file[2048];
  (void)snprintf(folder, sizeof folder, "%s/methods/libraries", build);
  (void)snprintf(file, sizeof file, "%s/petsc_ts.so", folder);
  if (access(file, R_OK))
    return skip_all("PETSc's integrators: they were not built");
  setenv("GIMBAL_PLUGIN_PATH", folder, 1);
  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  test_tables();
  test_others();
  RegistryDestroy(&registry);
  REQUIRE(PetscFinalize());
  return done_testing();
}
