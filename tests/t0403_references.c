/* How references are made: closed forms against the integration, the fallback in double precision,
 * models without a reference, the cache, and what is kept with them. */
#include "petsc_tap.h"
#include "record/file.h"
#include "record/seal.h"
#include "reference/classical.h"
#include "studies/study.h"
#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMES = 3, ROOM = 64, WRITERS = 8 };

static const char *build;
static const Quad times[TIMES] = {QUAD_C(0.4), 1, QUAD_C(1.5)};

/* The case of a model of a plugin, given relative to the build folder. */
static void Open(const char *plugin, const char *model, const char *name, Registry *registry,
                 ModelCase *instance) {
  char path[PETSC_MAX_PATH_LEN];
  const char *list = path;
  Model found;
  (void)snprintf(path, sizeof(path), "%s/%s.so", build, plugin);
  REQUIRE(RegistryCreate(1, &list, StudyVocabulary, registry));
  REQUIRE(RegistryFindModel(*registry, model, &found));
  REQUIRE(ModelCaseCreate(found, name, 0, instance));
}

static void Close(Registry *registry, ModelCase *instance) {
  ModelCaseDestroy(instance);
  RegistryDestroy(registry);
}

static double Distance(PetscInt count, const Quad *one, const Quad *two) {
  double distance = 0;
  for (PetscInt i = 0; i < count; i++)
    if (!((double)fabsq(one[i] - two[i]) <= distance))
      distance = (double)fabsq(one[i] - two[i]);
  return distance;
}

static double Largest(const ReferenceCertificate *c) {
  return fmax(c->uncertainty[REFERENCE_Q],
              fmax(c->uncertainty[REFERENCE_V], c->uncertainty[REFERENCE_LAMBDA]));
}

/* Two independent roads: the closed form, and the integration of the equations. */
static void TestClosedForms(void) {
  static const struct {
    const char *model, *name;
  } list[] = {{"kepler", "e03"},
              {"kepler", "e03:e=9/10,anomaly=-1"},
              {"harmonic_oscillator", "A"},
              {"pendulum", "oscillation"},
              {"pendulum", "rotation"},
              {"pendulum", "rotation:speed=-3,angle=-2"},
              {"pendulum", "oscillation:angle=0,speed=2"},
              {"free_nonholonomic_particle", "A"},
              {"unicycle", "A"},
              {"knife_edge", "A"},
              {"vertical_disk", "A"},
              {"appell_hamel", "A:stiffness=0"}};
  for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
    char plugin[64];
    Registry registry;
    ModelCase instance;
    Quad one[TIMES * ROOM] = {0}, two[TIMES * ROOM] = {0};
    ReferenceCertificate closed, computed;
    double bar, distance;
    (void)snprintf(plugin, sizeof(plugin), "models/%s", list[i].model);
    Open(plugin, list[i].model, list[i].name, &registry, &instance);
    REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, NULL, NULL, one,
                           &closed));
    REQUIRE(ReferenceSolveNumerically(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, two,
                                      &computed));
    bar = Largest(&closed) + Largest(&computed);
    distance = Distance(TIMES * ROOM, one, two);
    ok(closed.kind == REFERENCE_EXACT && computed.kind == REFERENCE_QUAD && distance <= bar &&
           bar < 1e-27,
       "%s %s: the closed form and %s differ by %.1e, within their bars %.1e", list[i].model,
       list[i].name, computed.method, distance, bar);
    Close(&registry, &instance);
  }
}

/* A model with no quadruple twin has the same reference within its larger bar. */
static void TestFallback(void) {
  static const struct {
    const char *model, *twin, *name;
  } list[] = {{"kepler_in_double", "kepler", "e03:anomaly=0"},
              {"particle_in_double", "nonholonomic_particle", "A"}};
  for (size_t i = 0; i < 2; i++) {
    char plugin[64];
    Registry registry;
    ModelCase instance;
    Quad one[TIMES * ROOM] = {0}, two[TIMES * ROOM] = {0};
    ReferenceCertificate rough, fine;
    double distance;
    Open("tests/plugins/double_only", list[i].model, "A", &registry, &instance);
    REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, NULL, NULL, one,
                           &rough));
    Close(&registry, &instance);
    (void)snprintf(plugin, sizeof(plugin), "models/%s", list[i].twin);
    Open(plugin, list[i].twin, list[i].name, &registry, &instance);
    REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, NULL, NULL, two,
                           &fine));
    Close(&registry, &instance);
    distance = Distance(TIMES * ROOM, one, two);
    ok(rough.kind == REFERENCE_DOUBLE && distance <= Largest(&rough) && Largest(&rough) < 1e-11,
       "%s (%s): off by %.1e, within its bar %.1e", list[i].model, rough.method, distance,
       Largest(&rough));
  }
}

static void TestFailures(void) {
  static const struct {
    const char *model, *says;
  } list[] = {{"wrong_frequency", "does not solve its equations"},
              {"wrong_phase", "does not start from its initial data"},
              {"escape", "near t = 0.9"}};
  for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
    Registry registry;
    ModelCase instance;
    Quad row[TIMES * ROOM];
    ReferenceCertificate certificate;
    PetscErrorCode code;
    Open("tests/plugins/broken_models", list[i].model, "A", &registry, &instance);
    code = ERROR_OF(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, NULL, NULL,
                                   row, &certificate));
    ok(code == PETSC_ERR_USER_INPUT && strstr(failure_text, list[i].says) &&
           strstr(failure_text, list[i].model),
       "%s has no reference, and the message says why", list[i].model);
    diag("%s", failure_text);
    Close(&registry, &instance);
  }
}

static int Files(const char *folder) {
  DIR *directory = opendir(folder);
  int count = 0;
  if (!directory)
    return -1;
  for (struct dirent *entry; (entry = readdir(directory));)
    count += entry->d_name[0] != '.';
  (void)closedir(directory);
  return count;
}

/* The single file of a folder. */
static void FirstFile(const char *folder, char path[PETSC_MAX_PATH_LEN]) {
  DIR *directory = opendir(folder);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    if (entry->d_name[0] != '.')
      (void)snprintf(path, PETSC_MAX_PATH_LEN, "%s/%s", folder, entry->d_name);
  if (directory)
    (void)closedir(directory);
}

static char *Content(const char *path) {
  size_t length;
  char *text;
  REQUIRE(WholeFileRead(path, &text, &length));
  return text;
}

/* Another line of that number, from 0, with the checksum that goes with it or the old one. */
static void Rewrite(const char *path, const char *whole, int number, const char *line,
                    PetscBool sealed) {
  const char *from = whole, *end = strstr(whole, "\nend ") + 1;
  char *text, seal[SEAL_DIGITS + 1];
  size_t length;
  FILE *stream = open_memstream(&text, &length), *file = fopen(path, "w");
  if (!stream || !file)
    exit(2);
  for (int i = 0; i < number; i++)
    from = strchr(from, '\n') + 1;
  (void)fprintf(stream, "%.*s%s", (int)(from - whole), whole, line);
  (void)fwrite(strchr(from, '\n'), 1, (size_t)(end - strchr(from, '\n')), stream);
  (void)fclose(stream);
  SealOf(text, length, seal);
  if (sealed)
    (void)fprintf(file, "%send %s\n", text, seal);
  else
    (void)fprintf(file, "%s%s", text, end);
  (void)fclose(file);
  free(text);
}

static void TestCache(void) {
  char top[] = "/tmp/gimbal-t0403-XXXXXX", folder[64], path[PETSC_MAX_PATH_LEN] = "";
  Registry registry;
  ModelCase instance;
  Quad one[TIMES * ROOM] = {0}, two[TIMES * ROOM] = {0}, moved[6];
  ReferenceCertificate first, second;
  char *whole;
  int status, good = 1;
  pid_t child[WRITERS];
  REQUIRE(mkdtemp(top) == NULL);
  (void)snprintf(folder, sizeof(folder), "%s/a/cache", top);
  Open("models/nonholonomic_particle", "nonholonomic_particle", "A", &registry, &instance);
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, folder, NULL, one,
                         &first));
  ok(Files(folder) == 1, "a reference is kept in a folder made for it");
  FirstFile(folder, path);
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, folder, NULL, two,
                         &second));
  ok(Distance(TIMES * ROOM, one, two) == 0 && !strcmp(first.method, second.method) &&
         first.uncertainty[REFERENCE_V] == second.uncertainty[REFERENCE_V] && Files(folder) == 1,
     "a cached reference is read to the last bit, with its certificate");

  /* That it is read, and not computed again, shows in an entry with another first number. */
  const ReferenceProblem problem = {instance, 0, NULL, TIMES, times};
  whole = Content(path);
  Rewrite(path, whole, 3, "9.00000000000000000000000000000000000e+00", PETSC_TRUE);
  REQUIRE(ReferenceSolve(&problem, folder, NULL, two, &second));
  ok(two[0] == 9, "it is read");
  /* A changed digit without the right checksum, and what no reference holds with a right one. */
  const struct {
    int line;
    const char *text;
    PetscBool sealed;
  } wrong[] = {{3, "9", PETSC_FALSE},
               {3, "nan", PETSC_TRUE},
               {3, "inf", PETSC_TRUE},
               {3, "1x", PETSC_TRUE},
               {3, "1\n2", PETSC_TRUE},
               {2, "another method", PETSC_FALSE},
               {1, "1 -1e-20 0 0 21", PETSC_TRUE},
               {1, "1 nan 0 0 21", PETSC_TRUE},
               {1, "1 0 inf 0 21", PETSC_TRUE},
               {1, "7 0 0 0 21", PETSC_TRUE},
               {1, "1 0 0 0 20", PETSC_TRUE},
               {0, "gimbal reference 1", PETSC_TRUE}};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    Rewrite(path, whole, wrong[i].line, wrong[i].text, wrong[i].sealed);
    REQUIRE(ReferenceSolve(&problem, folder, NULL, two, &second));
    char *again = Content(path);
    ok(Distance(TIMES * ROOM, one, two) == 0 && !strcmp(again, whole),
       "line %d '%.*s'%s: computed again and rewritten", wrong[i].line,
       (int)strcspn(wrong[i].text, "\n"), wrong[i].text,
       wrong[i].sealed ? ", with a checksum" : "");
    free(again);
  }
  free(whole);
  ok(!truncate(path, 200), "an entry that was cut short ...");
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times}, folder, NULL, two,
                         &second));
  ok(Distance(TIMES * ROOM, one, two) == 0, "an entry that was cut short is computed again");

  for (PetscInt i = 0; i < 6; i++)
    moved[i] = i == 0 ? 1 + QUAD_C(1e-30) : i == 4 ? 1 : i == 2 ? 0 : QUAD_C(0.5);
  moved[5] = QUAD_C(0.25);
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, moved, TIMES, times}, folder, NULL, two,
                         &second));
  ok(Files(folder) == 2, "initial data that differ by 1e-30 have an entry of their own");
  Close(&registry, &instance);
  Open("models/nonholonomic_particle", "nonholonomic_particle", "A", &registry, &instance);
  REQUIRE(
      ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, 1, times}, folder, NULL, two, &second));
  ok(Files(folder) == 3, "other times have an entry of their own");

  /* Several processes at once: every one gets the whole solution, and nothing is left behind. */
  for (int i = 0; i < WRITERS; i++)
    if ((child[i] = fork()) == 0) {
      PetscBool same = PETSC_TRUE;
      for (int j = 0; j < 5 && same; j++) {
        (void)remove(path);
        same = (PetscBool)(!ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, TIMES, times},
                                           folder, NULL, two, &second) &&
                           Distance(TIMES * 7, one, two) == 0);
      }
      _exit(same ? 0 : 1);
    }
  for (int i = 0; i < WRITERS; i++)
    good = good && waitpid(child[i], &status, 0) == child[i] && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
  ok(good && Files(folder) == 3, "eight processes that write and remove one entry stay right");
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, 1, times}, "/proc/nowhere", NULL,
                         two, &second));
  ok(1, "a folder that cannot be made costs the cache, not the reference");
  Close(&registry, &instance);
  (void)snprintf(path, sizeof(path), "rm -r %s", top);
  ok(!system(path), "the folder is gone");
}

/* Times near one at which the solution is known, before and after it, from the nearest on: as the whole
 * reference has them, which goes there from the start. */
static void TestContinued(void) {
  static const struct {
    const char *model, *name;
  } list[] = {{"kepler", "e03"}, {"nonholonomic_particle", "A"}, {"double_pendulum", "A"}};
  static const Quad at[] = {QUAD_C(0.7),  QUAD_C(0.95), QUAD_C(0.99), 1,
                            QUAD_C(1.01), QUAD_C(1.05), QUAD_C(1.3)};
  enum { ALL = 7, NODE = 3 };
  char folder[] = "/tmp/gimbal-t0403-XXXXXX", path[PETSC_MAX_PATH_LEN];
  REQUIRE(mkdtemp(folder) == NULL);
  for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
    const Quad before[] = {at[2], at[1], at[0]}, after[] = {at[4], at[5], at[6]};
    Quad whole[ALL * ROOM] = {0}, found[2 * NODE * ROOM] = {0}, kept[2 * NODE * ROOM] = {0};
    ReferenceCertificate certificate;
    Registry registry;
    ModelCase instance;
    Dimensions d;
    double distance = 0;
    (void)snprintf(path, sizeof(path), "models/%s", list[i].model);
    Open(path, list[i].model, list[i].name, &registry, &instance);
    d = ModelCaseDimensions(instance, 0);
    const PetscInt row = d.n + d.m + d.holonomic + d.nonholonomic;
    const ReferenceProblem problem = {instance, 0, NULL, ALL, at};
    REQUIRE(ReferenceSolve(&problem, NULL, NULL, whole, &certificate));
    const ReferenceNear near[] = {{1, whole + NODE * row, NODE, before},
                                  {1, whole + NODE * row, NODE, after}};
    REQUIRE(ReferenceContinue(&problem, 2, near, folder, found));
    for (PetscInt k = 0; k < NODE; k++)
      distance =
          fmax(distance, fmax(Distance(row, found + k * row, whole + (2 - k) * row),
                              Distance(row, found + (NODE + k) * row, whole + (4 + k) * row)));
    ok(distance <= Largest(&certificate) && Largest(&certificate) < 1e-26,
       "%s %s: continued by up to 0.3, the solution is off by %.1e, within its bar %.1e",
       list[i].model, list[i].name, distance, Largest(&certificate));
    REQUIRE(ReferenceContinue(&problem, 2, near, folder, kept));
    ok(Distance(2 * NODE * row, found, kept) == 0 && Files(folder) == (int)i + 1,
       "a reference of a node is read from the cache to the last bit");
    Close(&registry, &instance);
  }
  (void)snprintf(path, sizeof(path), "rm -r %s", folder);
  ok(!system(path), "the folder is gone");
}

/* The known method that others are held against: of order 4, the same from the cache, and with as many
 * samples as the model lets it have. */
static void TestClassical(void) {
  enum { SAMPLES = 4, STEPS = 64 };
  const Quad at[SAMPLES] = {QUAD_C(0.25), QUAD_C(0.5), QUAD_C(0.75), 1};
  Quad rows[2][SAMPLES * ROOM], again[SAMPLES * ROOM], whole[SAMPLES * ROOM], start[ROOM];
  char folder[] = "/tmp/gimbal-t0403-XXXXXX", path[PETSC_MAX_PATH_LEN];
  ReferenceCertificate certificate;
  double error[2] = {0, 0};
  PetscInt known, row, entries;
  Registry registry;
  ModelCase instance;
  Problem problem;
  Dimensions d;
  REQUIRE(mkdtemp(folder) == NULL);
  Open("models/double_pendulum", "double_pendulum", "A", &registry, &instance);
  d = ModelCaseDimensions(instance, 0);
  REQUIRE(CoreDouble()->problem_create(instance, 0, &problem));
  CoreDouble()->problem_initial(problem, start);
  row = d.n + d.m + d.holonomic + d.nonholonomic;
  entries = d.n + d.m;
  REQUIRE(ReferenceSolve(&(ReferenceProblem){instance, 0, NULL, SAMPLES, at}, NULL, NULL, whole,
                         &certificate));
  for (int k = 0; k < 2; k++) {
    const PetscInt64 every = STEPS << k;
    const ClassicalRun run = {instance, 0, problem, start, at[0] / (Quad)every, every, SAMPLES};
    REQUIRE(ClassicalSolve(&run, folder, rows[k], &known));
    ok(known == SAMPLES, "all samples are known");
    for (PetscInt i = 0; i < SAMPLES; i++)
      error[k] = fmax(error[k], Distance(entries, rows[k] + i * entries, whole + i * row));
    REQUIRE(ClassicalSolve(&run, folder, again, &known));
    ok(known == SAMPLES && Distance(SAMPLES * entries, rows[k], again) == 0 &&
           Files(folder) == k + 1,
       "samples are read from the cache to the last bit");
  }
  /* half a power: the next term is a 64th of the first */
  ok(error[1] > 1e-13 && fabs(log2(error[0] / error[1]) - 4) < 0.5,
     "errors of %.1e and %.1e fall like h^4", error[0], error[1]);
  start[0] = NAN;
  REQUIRE(ClassicalSolve(&(ClassicalRun){instance, 0, problem, start, at[0], 1, SAMPLES}, folder,
                         again, &known));
  ok(known == 0 && Files(folder) == 2, "what cannot be computed has no samples and no entry");
  REQUIRE(CoreDouble()->problem_destroy(&problem));
  Close(&registry, &instance);
  (void)snprintf(path, sizeof(path), "rm -r %s", folder);
  ok(!system(path), "the folder is gone");
}

int main(void) {
  if (!HAVE_QUAD)
    return skip_all("references with 28 digits: gimbal was built without quadruple precision");
  build = getenv("BUILD") ? getenv("BUILD") : "build";
  REQUIRE(PetscInitializeNoArguments());
  TestClosedForms();
  TestFallback();
  TestFailures();
  TestCache();
  TestContinued();
  TestClassical();
  REQUIRE(PetscFinalize());
  return done_testing();
}
