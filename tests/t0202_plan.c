/* Plans: which jobs a suite makes of the plugins of the tree, with which keys and claims. */
#include "petsc_tap.h"
#include "plan/plan.h"
#include "studies/study.h"

#include <string.h>
#include <unistd.h>

static char path[64];
static Registry registry;

/* What a suite makes. */
typedef struct {
  Arena arena;
  Jobs jobs;
  Records *skipped;
} Made;

static PetscErrorCode Make(const char *text, const PlanOptions *options, Made *made) {
  Suite suite;
  FILE *file = fopen(path, "w");
  PetscFunctionBeginUser;
  *made = (Made){.arena = NULL};
  if (!file || fputs(text, file) < 0 || fclose(file))
    exit(2);
  made->arena = ArenaCreate();
  made->skipped = RecordsCreate();
  PetscCall(SuiteRead(path, &suite));
  PetscErrorCode error =
      PlanCreate(suite, registry, options, made->arena, &made->jobs, made->skipped);
  SuiteDestroy(&suite);
  PetscFunctionReturn(error);
}

static void Free(Made *made) {
  ArenaDestroy(&made->arena);
  RecordsDestroy(&made->skipped);
}

static const char *Text(const char *text) { return text ? text : ""; }

/* The keys, one after the other, with blanks between. */
static const char *Keys(const Jobs *jobs) {
  static char keys[1 << 16];
  size_t end = 0;
  keys[0] = 0;
  for (PetscInt i = 0; i < jobs->count; i++)
    end += (size_t)snprintf(keys + end, sizeof(keys) - end, "%s%s", i ? " " : "", jobs->at[i]->key);
  return keys;
}

static const char *SkippedKeys(const Records *records) {
  static char keys[1 << 16];
  size_t end = 0;
  keys[0] = 0;
  for (PetscInt i = 0; i < records->count; i++)
    end +=
        (size_t)snprintf(keys + end, sizeof(keys) - end, "%s%s", i ? " " : "", records->at[i].key);
  return keys;
}

/* The study:quantity=value of a job's claims. */
static const char *ClaimsOf(const Jobs *jobs, const char *key) {
  static char claims[4096];
  size_t end = 0;
  claims[0] = 0;
  for (PetscInt i = 0; i < jobs->count; i++) {
    const Job *job = jobs->at[i];
    for (PetscInt j = 0; !strcmp(job->key, key) && j < job->claims.count; j++)
      end += (size_t)snprintf(claims + end, sizeof(claims) - end, "%s%s:%s=%s", j ? " " : "",
                              job->claims.at[j].study, job->claims.at[j].quantity,
                              job->claims.at[j].value);
  }
  return claims;
}

static void Is(const char *got, const char *expected, const char *name) {
  if (!ok(!strcmp(got, expected), "%s", name))
    diag("got %s\n# expected %s", got, expected);
}

static const PlanOptions all = {.seed = -1};

static void Pairs(void) {
  Made made;
  const Job *job;
  REQUIRE(Make("methods: [lobatto_nonholonomic_2, rk4]\nmodels: ['cvt:*eps05', pendulum]\n"
               "studies: [{study: order}, {study: long, steps: 10}]\n",
               &all, &made));
  Is(Keys(&made.jobs),
     "long/lobatto_nonholonomic_2/cvt:low_eps05 long/rk4/pendulum:oscillation "
     "order/lobatto_nonholonomic_2/cvt:high_eps05 order/lobatto_nonholonomic_2/cvt:low_eps05 "
     "order/rk4/cvt:high_eps05 order/rk4/cvt:low_eps05 order/rk4/pendulum:oscillation "
     "order/rk4/pendulum:rotation",
     "methods meet models that fit; a long run is on the first case, and only for a claim");
  Is(ClaimsOf(&made.jobs, "order/lobatto_nonholonomic_2/cvt:low_eps05"),
     "order:q=2*s-2 order:p=2*s-2 order:lambda=s - s%2", "an order job carries the order claims");
  Is(ClaimsOf(&made.jobs, "long/lobatto_nonholonomic_2/cvt:low_eps05"), "constraint:nodes=exact",
     "a long one the others");
  job = made.jobs.at[3];
  ok(job->claims.at[2].order == 2, "orders are evaluated: s - s%%2 is 2 for s = 2");
  ok(!strcmp(Text(job->duration), "1") && job->steps.count == 12,
     "an order job has its duration and twelve sizes");
  int multiples = 1, growing = 1;
  for (int i = 0; i < 12; i++) {
    multiples = multiples && job->steps.at[i] % 8 == 0;
    growing = growing && (!i || job->steps.at[i] > job->steps.at[i - 1]);
  }
  ok(multiples && growing,
     "numbers of steps are multiples of 8 and grow: one parity, common quarters");
  ok(strstr(SkippedKeys(made.skipped), "skipped/rk4/structure/symplectic/") &&
         strstr(SkippedKeys(made.skipped), "skipped/lobatto_nonholonomic_2/structure/reversible/"),
     "claims that nothing judges are skipped records");
  PetscInt structure = 0;
  while (structure + 1 < made.skipped->count &&
         !strstr(made.skipped->at[structure].key, "/structure/"))
    structure++;
  ok(strstr(Text(made.skipped->at[structure].reason), "has no entry `study: structure`"),
     "  with the reason: %s", Text(made.skipped->at[structure].reason));
  Free(&made);
}

static void Settings(void) {
  const char *method[] = {"rk4"}, *model[] = {"cvt:low_eps05:epsilon=1/4"};
  PlanOptions options = {.methods = {1, method},
                         .models = {1, model},
                         .precision = "double",
                         .suite = "some",
                         .seed = 5};
  Made made;
  const Job *job;
  REQUIRE(Make("seed: 3\nstudies: [{study: order, duration: 2, sizes: [8, 16, 32], budget: 30}]\n",
               &options, &made));
  Is(Keys(&made.jobs), "order/rk4/cvt:low_eps05:epsilon=1/4",
     "filters narrow, and may add settings");
  job = made.jobs.at[0];
  ok(!strcmp(Text(job->precision), "double") && !strcmp(Text(job->suite), "some") &&
         job->seed == 5 && !strcmp(Text(job->instance), "low_eps05:epsilon=1/4") &&
         !strcmp(Text(job->duration), "2"),
     "options reach the job");
  ok(job->steps.count == 2, "the budget counts steps");
  Free(&made);
}

/* A family under settings of its own, as run and describe know it. */
static void Families(void) {
  const char *asked[] = {"dla:tau=1/3"};
  PlanOptions options = {.methods = {1, asked}, .seed = -1};
  Made made;
  REQUIRE(Make("methods: ['dla:tau=1/3', dla_0]\nmodels: 'knife_edge'\nstudies: [{study: order}]\n"
               "claims: [{methods: 'dla:tau=1/3', study: order, quantity: q, value: 1}]\n",
               &all, &made));
  Is(Keys(&made.jobs), "order/dla:tau=1/3/knife_edge:A order/dla_0/knife_edge:A",
     "a family with settings is a method");
  Free(&made);
  REQUIRE(Make("methods: '*'\nmodels: 'knife_edge'\nstudies: [{study: order}]\n", &options, &made));
  Is(Keys(&made.jobs), "order/dla:tau=1/3/knife_edge:A", "  on the command line too");
  Free(&made);
}

static int LeftOutForCost(const Records *skipped) {
  int count = 0;
  for (PetscInt i = 0; i < skipped->count; i++)
    count += skipped->at[i].reason && strstr(skipped->at[i].reason, "not run: cost");
  return count;
}

static void Published(void) {
  Made made;
  const Claim *claim;
  REQUIRE(Make("plugin_claims: false\nmethods: rk4\nmodels: [pendulum, cvt]\nsource: Paper\n"
               "exclude: [{models: 'pendulum:rotation', study: order, why: it turns},\n"
               "          {methods: rk4, models: pendulum, study: structure, why: x}]\n"
               "studies: [{study: order}, {study: long, name: far, steps: 5}]\n"
               "claims:\n"
               "  - {methods: rk4, models: pendulum, study: order, quantity: q, value: 5,\n"
               "     expect: refuted, why: it is 4, place: p. 1}\n"
               "  - {methods: 'rk*', study: energy, quantity: energy, from: far}\n"
               "  - {methods: rk4, study: order, quantity: lambda, value: 1}\n",
               &all, &made));
  Is(Keys(&made.jobs), "long/rk4/pendulum:oscillation/far order/rk4/pendulum:oscillation",
     "only published claims make jobs");
  claim = &made.jobs.at[1]->claims.at[0];
  ok(claim->expect == EXPECT_REFUTED && !strcmp(Text(claim->why), "it is 4") &&
         !strcmp(Text(claim->place), "p. 1") &&
         !strcmp(Text(JobSource(made.jobs.at[1], claim)), "Paper") && !claim->source &&
         claim->origin == FROM_SUITE,
     "with what the suite says of them");
  Is(ClaimsOf(&made.jobs, "long/rk4/pendulum:oscillation/far"), "energy:energy=drift",
     "a claim without a value is the method's own");
  Is(SkippedKeys(made.skipped), "order/rk4/pendulum:rotation skipped/rk4/order/lambda/suite-2",
     "one that no model has is skipped, and so is one on a case that the suite leaves out");
  Is(Text(made.skipped->at[0].reason), "not run: excluded by the suite (it turns)",
     "  with its reason");
  ok(!strcmp(Text(made.skipped->at[0].job.model), "pendulum") &&
         made.skipped->at[0].job.claims.at[0].expect == EXPECT_CONFIRMED,
     "  on that model, where it is no surprise");
  Free(&made);
  REQUIRE(Make("methods: rk4\nmodels: pendulum:oscillation\n"
               "studies: [{study: order, work: 10}, {study: long, steps: 5}]\n",
               &all, &made));
  Is(Keys(&made.jobs), "long/rk4/pendulum:oscillation", "what exceeds the limit of work is no job");
  ok(made.skipped->count && !strcmp(made.skipped->at[0].key, "order/rk4/pendulum:oscillation") &&
         strstr(Text(made.skipped->at[0].reason), "not run: cost"),
     "  but skipped: %s", made.skipped->count ? Text(made.skipped->at[0].reason) : "nothing");
  Free(&made);
  REQUIRE(Make("methods: rk4\nmodels: [pendulum, henon_heiles]\n"
               "studies: [{study: long, steps: 5, work: 10, cheapest: 1}]\n",
               &all, &made));
  Is(Keys(&made.jobs), "long/rk4/pendulum:oscillation",
     "but for the cheapest of a method, where it has no other");
  ok(LeftOutForCost(made.skipped) == 2,
     "  and the other case of that model and the other model are skipped");
  Free(&made);
  REQUIRE(Make("methods: rk4\nmodels: [pendulum:oscillation, kepler]\n"
               "studies: [{study: order, work: 100000000, cheapest: 1}]\n",
               &all, &made));
  ok(!LeftOutForCost(made.skipped), "below the limit nothing is left out for that");
  Free(&made);
}

static void Ensembles(void) {
  Made made;
  const Job *job;
  REQUIRE(Make("methods: lobatto_nonholonomic_2\nmodels: chaotic\n"
               "studies: [{study: ensemble, h: 1/10, duration: 2, slice: 40, unclaimed: true}]\n",
               &all, &made));
  Is(Keys(&made.jobs),
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00000-00040 "
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00040-00080 "
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00080-00101",
     "an ensemble is cut into slices; single cases are not ensembles");
  job = made.jobs.at[0];
  ok(job->steps.count == 1 && job->steps.at[0] == 20 && job->h.count == 1 &&
         !strcmp(job->h.at[0], "1/10"),
     "a duration becomes steps");
  Free(&made);
}

static PetscInt SkippedOf(const Records *records, const char *method) {
  PetscInt count = 0;
  for (PetscInt i = 0; i < records->count; i++)
    count += !strcmp(records->at[i].job.method, method);
  return count;
}

/* Claims that no selected model can test are skipped, whoever narrowed the models. */
static void Narrowed(void) {
  const char *model[] = {"nonholonomic_particle", "pendulum"}, *method[] = {"stormer_verlet"};
  const char *const suite = "studies: [{study: order}, {study: long, steps: 9}, "
                            "{study: structure}]\n"
                            "claims: [{methods: rk4, models: cvt, study: order, quantity: q, "
                            "value: 3}]\n";
  PlanOptions options = {.models = {1, model}, .seed = -1};
  Made made;
  REQUIRE(Make(suite, &options, &made));
  ok(strstr(SkippedKeys(made.skipped), "skipped/rk4/structure/symplectic/plugin-") &&
         strstr(SkippedKeys(made.skipped), "skipped/rk4/energy/energy/plugin-"),
     "what rk4 claims of canonical systems is skipped where only a nonholonomic one is selected");
  Is(Text(made.skipped->count ? made.skipped->at[0].job.model : NULL), "*", "  on no model");
  ok(!strstr(SkippedKeys(made.skipped), "suite-"),
     "a suite's claim that is meant for another model is not");
  ok(!SkippedOf(made.skipped, "stormer_verlet"),
     "nor are claims of an unselected method that fits no selected model");
  Free(&made);
  options.methods = (Texts){1, method};
  REQUIRE(Make(suite, &options, &made));
  ok(!made.jobs.count && SkippedOf(made.skipped, "stormer_verlet") > 4,
     "a selected method without any job has a record for each of its claims");
  Free(&made);
}

/* The same text gives the same plan, byte for byte. */
static void Deterministic(void) {
  char *text[2];
  Made made;
  for (int i = 0; i < 2; i++) {
    REQUIRE(Make("studies: [{study: order}, {study: long, steps: 9}, {study: structure}]\n", &all,
                 &made));
    REQUIRE(JobsToText(&made.jobs, &text[i]));
    if (i)
      diag("%d jobs, %d claims without a model", (int)made.jobs.count, (int)made.skipped->count);
    Free(&made);
  }
  ok(!strcmp(text[0], text[1]), "twice the same");
  free(text[0]);
  free(text[1]);
}

/* Each included suite is planned as it would be alone; its name goes before its keys. */
static void Including(void) {
  const char *one[] = {"lobatto_nonholonomic_3"};
  PlanOptions options = {.methods = {1, one}, .seed = -1, .suite = "all"};
  char inner[2][80], text[512];
  Made made;
  for (int i = 0; i < 2; i++) {
    (void)snprintf(inner[i], sizeof(inner[i]), "%s-%d.yaml", path, i);
    FILE *file = fopen(inner[i], "w");
    if (!file ||
        fputs(i ? "methods: lobatto_nonholonomic_3\nmodels: cvt:low_eps05\nseed: 4\n"
                  "studies: [{study: order}]\n"
                : "methods: [rk4, lobatto_nonholonomic_3]\nmodels: cvt:low_eps05\n"
                  "plugin_claims: false\nstudies: [{study: order}]\n"
                  "claims: [{methods: 'rk*', study: order, quantity: q, value: 4}]\n",
              file) < 0 ||
        fclose(file))
      exit(2);
  }
  (void)snprintf(text, sizeof(text), "include: [%s, %s]\n", inner[0], inner[1]);
  options.methods.count = 0;
  REQUIRE(Make(text, &options, &made));
  ok(strstr(Keys(&made.jobs), "-0.yaml/order/rk4/cvt:low_eps05") &&
         strstr(Keys(&made.jobs), "-1.yaml/order/lobatto_nonholonomic_3/cvt:low_eps05"),
     "the jobs of every included suite, under its name");
  ok(!strstr(Keys(&made.jobs), "-0.yaml/order/lobatto_nonholonomic_3"),
     "  each under its own settings: here plugin_claims");
  ok(!strcmp(Text(made.jobs.at[0]->suite), inner[0]), "  named by its file");
  Free(&made);
  (void)snprintf(text, sizeof(text), "include: [%s, %s]\n", inner[0], inner[1]);
  options.methods.count = 1;
  REQUIRE(Make(text, &options, &made));
  ok(made.jobs.count == 1 && made.jobs.at[0]->seed == 4,
     "options that select nothing of one included suite select from the other");
  Free(&made);
  unlink(inner[0]);
  unlink(inner[1]);
}

static void Refused(const char *text, const char *what, const char *right) {
  Made made;
  PetscErrorCode error = ERROR_OF(Make(text, &all, &made));
  ok(error == PETSC_ERR_USER_INPUT && strstr(failure_text, what) && strstr(failure_text, right),
     "refused: %s %s", what, right);
  diag("%s", failure_text);
  Free(&made);
}

static void Wrong(void) {
  const char *unknown[] = {"rk5"}, *known[] = {"gauss_2"};
  PlanOptions options = {.methods = {1, unknown}, .seed = -1};
  Made made;
  Refused("methods: [rk4, lobato_nonholonomic_2]\nstudies: [{study: order}]\n",
          ":1: key 'methods': no method matches 'lobato_nonholonomic_2'", "lobatto_nonholonomic_2");
  Refused("methods: ['lobato_*']\nstudies: [{study: order}]\n", "no method matches 'lobato_*'", "");
  Refused("models: cvd\nstudies: [{study: order}]\n", "no model matches 'cvd'", "'cvt'");
  Refused("models: 'cvt:hihg_eps05'\nstudies: [{study: order}]\n", "no case matches 'hihg_eps05'",
          "'high_eps05'");
  Refused("models: 'cvt@cartesan'\nstudies: [{study: order}]\n",
          "no realisation matches 'cartesan'", "'cartesian'");
  Refused("studies: [{study: order, models: cvd}]\n", "no model matches 'cvd'", "'cvt'");
  Refused("exclude: [{methods: rk44, why: x}]\nstudies: [{study: order}]\n",
          "no method matches 'rk44'", "'rk4'");
  Refused("methods: rk4\nmodels: cvt\nstudies: [{study: order}, {study: order, duration: 2}]\n",
          "two studies make the same job", "'name'");
  Refused("models: 'cvt:low_eps05:epsilo=1'\nstudies: [{study: order}]\n", "epsilo", "epsilon");
  Refused("methods: my_own_scheme\nstudies: [{study: order}]\n",
          "no method matches 'my_own_scheme' (gimbal list methods)", "needs --plugin FILE");
  Refused("methods: dla\nstudies: [{study: order}]\n", "no method matches 'dla'", "");
  Refused("methods: 'rk4:t=1'\nstudies: [{study: order}]\n", "rk4", "");
  Refused("models: 'kepler@zz'\nstudies: [{study: order}]\n", "no realisation matches 'zz'",
          "cartesian, polar_orthonormal");
  Refused("models: 'cvt:zz'\nstudies: [{study: order}]\n", "no case matches 'zz'", "low_eps05");
  Refused("methods: rk4\nmodels: pendulum\nstudies: [{study: order, budget: 4}]\n",
          ":3: key 'budget'", "4 steps");
  ok(ERROR_OF(Make("studies: [{study: order}]\n", &options, &made)) == PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "option -m: no method matches 'rk5'"),
     "an unknown method on the command line: %s", failure_text);
  Free(&made);
  options.methods.at = known;
  ok(ERROR_OF(Make("methods: rk4\nstudies: [{study: order}]\n", &options, &made)) ==
             PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "no method of the suite is selected"),
     "one that the suite does not have: %s", failure_text);
  Free(&made);
}

/* Numbers of a suite know the parameters of the model, as those of `gimbal run` do; a name that a
 * model does not have is refused with those that it has. */
static void Parameters(void) {
  Made made;
  const Job *job;
  REQUIRE(Make("methods: rk4\nmodels: pendulum\nstudies:\n"
               "  - {study: long, h: pi/50/speed, duration: 20*pi/speed, unclaimed: true}\n"
               "  - {study: order, duration: 2*pi/speed}\n",
               &all, &made));
  job = made.jobs.at[0];
  ok(job->runs.count == 1 && !strcmp(job->runs.at[0].h, "pi/50/speed") &&
         job->runs.at[0].steps == 1000,
     "a step and a duration in a model's parameters: %d steps", (int)job->runs.at[0].steps);
  ok(!strcmp(Text(made.jobs.at[1]->duration), "2*pi/speed"), "  and the text stays as given");
  Free(&made);
  Refused("methods: rk4\nmodels: pendulum\nstudies: [{study: long, h: fast, steps: 1}]\n",
          ":3: key 'h': on model \"pendulum\": \"fast\": unknown name \"fast\"", "known here: pi");
  Refused("methods: rk4\nmodels: pendulum\nstudies:\n- {study: long,\n   duration: 2*omega}\n",
          ":5: key 'duration'", "unknown name \"omega\"");
  Refused("methods: gauss_2\nmodels: pendulum\nstudies: [{study: structure, step_sizes: [1, x]}]\n",
          ":3: key 'step_sizes'", "unknown name \"x\"");
  Refused("methods: rk4\nmodels: pendulum\nstudies:\n- study: long\n  runs:\n"
          "  - {h: 1/10, steps: 5}\n  - {h: angle - angle, steps: 5}\n",
          ":7: key 'h'", "must be a number above zero");
}

/* What a claim is on, and the words of its value, whether it would apply or not. */
static void WrongClaims(void) {
#define CLAIM "studies: [{study: order}]\nclaims:\n  - {methods: lobatto_nonholonomic_2, "
  Refused(CLAIM "study: constraint, quantity: node, value: exact}\n", ":3: key 'quantity'",
          "the nearest is 'nodes'");
  Refused(CLAIM "study: invariant, quantity: nosuch, value: exact}\n", ":3: key 'quantity'",
          "there are: linear");
  Refused(CLAIM "study: invariant, models: cvt, quantity: C, value: exact}\n",
          ":3: key 'quantity': no invariant matches 'C'", "driver, passenger");
  Refused(CLAIM "study: equality, quantity: rk5, value: yes}\n", ":3: key 'quantity'",
          "the nearest is 'rk4'");
  Refused(CLAIM "study: equality, quantity: 'dla:tua=1/3', value: yes}\n", "tua", "tau");
  Refused(CLAIM "study: order, quantity: q, value: four}\n", ":3: for method",
          "unknown name \"four\"");
  Refused(CLAIM "study: order, quantity: q, value: 2*t}\n", ":3: for method", "unknown name \"t\"");
  Refused(CLAIM "study: order, quantity: q, value: 2, when: foo > 0}\n", ":3: for method",
          "unknown name \"foo\"");
  Refused(CLAIM "study: order, quantity: v, expect: refuted, why: a slip}\n",
          ":3: key 'value' is missing", "'value'");
}

int main(void) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char folders[2 * PETSC_MAX_PATH_LEN];
  PetscInitializeNoArguments();
  (void)snprintf(folders, sizeof(folders), "%s/methods:%s/models", build, build);
  setenv("GIMBAL_PLUGIN_PATH", folders, 1);
  (void)snprintf(path, sizeof(path), "/tmp/t0202-XXXXXX");
  if (mkstemp(path) < 0)
    return 2;
  REQUIRE(RegistryCreate(0, NULL, StudyVocabulary, &registry));
  Pairs();
  Settings();
  Families();
  Published();
  Ensembles();
  Narrowed();
  Deterministic();
  Including();
  Wrong();
  Parameters();
  WrongClaims();
  RegistryDestroy(&registry);
  unlink(path);
  PetscFinalize();
  return done_testing();
}
