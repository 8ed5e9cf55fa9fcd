/* Methods of libraries in plans: a suite takes them with `libraries: true`, where they are named, and
 * nowhere else, so that what is installed on a machine changes no other plan. */
#include "petsc_tap.h"
#include "plan/plan.h"
#include "plan/suite.h"
#include "studies/study.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], file[128];

/* What a plan comes to: its jobs with their claims, and what it skips. */
typedef struct {
  PetscErrorCode error;
  PetscInt jobs, of_library;
  char *text;
} Made;

static void Print(FILE *to, const Jobs *jobs, const Records *skipped, Made *made) {
  made->jobs = jobs->count;
  for (PetscInt i = 0; i < jobs->count; i++) {
    fprintf(to, "%s", jobs->at[i]->key);
    for (PetscInt c = 0; c < jobs->at[i]->claims.count; c++)
      fprintf(to, " %s:%s", jobs->at[i]->claims.at[c].study, jobs->at[i]->claims.at[c].quantity);
    fputc('\n', to);
    made->of_library += !strcmp(jobs->at[i]->method, "wrapper_euler");
  }
  for (PetscInt i = 0; i < skipped->count; i++)
    fprintf(to, "%s: %s\n", skipped->at[i].key, skipped->at[i].reason);
}

static Made Plan(Registry registry, const char *suite_file, const PlanOptions *options) {
  Made made = {.text = NULL};
  size_t size;
  FILE *to = open_memstream(&made.text, &size);
  Jobs jobs = {0};
  Records *skipped;
  Suite suite;
  Arena arena;
  arena = ArenaCreate();
  skipped = RecordsCreate();
  REQUIRE(SuiteRead(suite_file, &suite));
  REQUIRE(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  made.error = PlanCreate(suite, registry, options, arena, &jobs, skipped);
  REQUIRE(PetscPopErrorHandler());
  if (!made.error)
    Print(to, &jobs, skipped, &made);
  if (!to || fclose(to))
    exit(2);
  SuiteDestroy(&suite);
  RecordsDestroy(&skipped);
  ArenaDestroy(&arena);
  return made;
}

static Made PlanText(Registry registry, const char *text, const PlanOptions *options) {
  FILE *to = fopen(file, "w");
  if (!to || fputs(text, to) < 0 || fclose(to))
    exit(2);
  return Plan(registry, file, options);
}

/* With `more`, a folder of plugins in addition to those of the tree. */
static Registry Registered(const char *build, const char *more) {
  char folders[3 * PETSC_MAX_PATH_LEN];
  Registry registry;
  (void)snprintf(folders, sizeof(folders), "%s/methods:%s/models%s%s", build, build,
                 more ? ":" : "", more ? more : "");
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  return registry;
}

/* Every suite that comes with gimbal but those of libraries. */
static void OtherPlans(Registry without, Registry with) {
  static const char *const names[] = {"default", "short", "full", "published_claims"};
  const char *asked[] = {"w*"};
  const PlanOptions all = {.seed = -1}, w = {.seed = -1, .methods = {1, asked}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    char path[PETSC_MAX_PATH_LEN];
    (void)snprintf(path, sizeof(path), "ci/suites/%s.yaml", names[i]);
    Made before = Plan(without, path, &all), after = Plan(with, path, &all);
    ok(!before.error && before.jobs > 0 && !strcmp(before.text, after.text),
       "%s plans the same %d jobs where there is another library", names[i], (int)before.jobs);
    free(before.text), free(after.text);
  }
  Made explicit = Plan(with, "ci/suites/default.yaml", &w);
  ok(explicit.of_library > 0, "-m 'w*', which matches nothing else, means the library's");
  free(explicit.text);
}

#define STUDY "models: [pendulum]\nstudies: [{study: order}]\n"

static void Taken(Registry with) {
  static const struct {
    const char *name, *suite, *asked;
    PetscBool taken;
  } all[] = {
      {"a suite takes none by itself", STUDY, NULL, PETSC_FALSE},
      {"nor by a glob that matches others too", "methods: ['*e*']\n" STUDY, NULL, PETSC_FALSE},
      {"but one that it names", "methods: [wrapper_euler, rk4]\n" STUDY, NULL, PETSC_TRUE},
      {"and those of a glob for them alone", "methods: ['wrapper_*']\n" STUDY, NULL, PETSC_TRUE},
      {"with 'libraries' it takes them", "libraries: true\n" STUDY, NULL, PETSC_TRUE},
      {"with the glob, too", "libraries: true\nmethods: ['*e*']\n" STUDY, NULL, PETSC_TRUE},
      {"'libraries: false' is what it is without", "libraries: false\n" STUDY, NULL, PETSC_FALSE},
      {"-m NAME takes it from any suite", STUDY, "wrapper_euler", PETSC_TRUE},
      {"-m GLOB does not, where it matches others", STUDY, "*euler*", PETSC_FALSE},
      {"in a suite with 'libraries: true' it does", "libraries: true\n" STUDY, "*euler*",
       PETSC_TRUE},
  };
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
    const char *asked[] = {all[i].asked};
    const PlanOptions options = {.seed = -1, .methods = {all[i].asked ? 1 : 0, asked}};
    Made made = PlanText(with, all[i].suite, &options);
    ok(!made.error && (made.of_library > 0) == all[i].taken, "%s", all[i].name);
    free(made.text);
  }
}

static void LeftOut(Registry with) {
#define LEFT                                                                                       \
  "libraries: true\nmethods: [rk4, 'absent_*']\nmodels: [pendulum]\n"                              \
  "studies: [{study: order}, {study: equality}]\n"                                                 \
  "claims:\n"                                                                                      \
  "  - {methods: absent_rk4, study: order, quantity: q, expect: refuted, why: so it is}\n"         \
  "  - {methods: rk4, study: equality, quantity: absent_rk4, value: yes}\n"
  const PlanOptions out = {.seed = -1, .left_out = "wrapper absent"}, here = {.seed = -1};
  const PlanOptions other = {.seed = -1, .left_out = "abs sent"};
  Made made = PlanText(with, LEFT, &out);
  ok(!made.error && made.jobs > 0 && strncmp(made.text, "equality/", 9),
     "methods of a library that was left out are no slips");
  ok(made.text && strstr(made.text, "the library of absent_rk4 is not installed"),
     "claims on a method of a missing library are skipped, with the reason");
  free(made.text);
  made = PlanText(with, LEFT, &here);
  ok(made.error != 0, "of one that is nowhere they are");
  free(made.text);
  made = PlanText(with, LEFT, &other);
  ok(made.error != 0,
     "an unknown method whose name has the library's in another place is an error");
  free(made.text);
  made = PlanText(with, "methods: [rk4, 'absent_*']\n" STUDY, &out);
  ok(made.error != 0, "an unknown method is an error in a suite without libraries");
  free(made.text);
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char plugin[PATH_MAX], whole[PATH_MAX], link[128];
  Registry without, with;
  PetscInitializeNoArguments();
  (void)snprintf(folder, sizeof(folder), "/tmp/t0205-XXXXXX");
  if (!mkdtemp(folder))
    return 2;
  (void)snprintf(file, sizeof(file), "%s/suite.yaml", folder);
  (void)snprintf(link, sizeof(link), "%s/wrapper.so", folder);
  (void)snprintf(plugin, sizeof(plugin), "%s/tests/plugins/wrapper.so", build);
  if (!realpath(plugin, whole))
    return 2;
  if (symlink(whole, link))
    return 2;
  without = Registered(build, NULL);
  with = Registered(build, folder);
  OtherPlans(without, with);
  Taken(with);
  LeftOut(with);
  RegistryDestroy(&without);
  RegistryDestroy(&with);
  unlink(file);
  unlink(link);
  rmdir(folder);
  PetscFinalize();
  return done_testing();
}
