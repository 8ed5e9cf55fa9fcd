/* Plans: which jobs a suite makes of the plugins of the tree, with which keys and claims. */
#include "petsc_tap.h"
#include "plan/plan.h"

#include <string.h>
#include <unistd.h>

static char path[64];
static Registry registry;

static PetscErrorCode Make(const char *text, const PlanOptions *options, json_t **jobs,
                           json_t **skipped) {
  Suite suite;
  FILE *file = fopen(path, "w");
  PetscFunctionBeginUser;
  if (!file || fputs(text, file) < 0 || fclose(file))
    exit(2);
  PetscCall(SuiteRead(path, &suite));
  PetscErrorCode error = PlanCreate(suite, registry, options, jobs, skipped);
  PetscCall(SuiteDestroy(&suite));
  PetscFunctionReturn(error);
}

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* The keys, one after the other, with blanks between. */
static const char *Keys(const json_t *array) {
  static char keys[1 << 16];
  json_t *item;
  size_t i, end = 0;
  keys[0] = 0;
  json_array_foreach(array, i, item) end +=
      (size_t)snprintf(keys + end, sizeof(keys) - end, "%s%s", i ? " " : "", Text(item, "key"));
  return keys;
}

/* The study:quantity=value of a job's claims. */
static const char *Claims(const json_t *jobs, const char *key) {
  static char claims[4096];
  json_t *job, *claim;
  size_t i, j, end = 0;
  claims[0] = 0;
  json_array_foreach(jobs, i, job) {
    if (strcmp(Text(job, "key"), key))
      continue;
    json_array_foreach(json_object_get(job, "claims"), j, claim) end +=
        (size_t)snprintf(claims + end, sizeof(claims) - end, "%s%s:%s=%s", j ? " " : "",
                         Text(claim, "study"), Text(claim, "quantity"), Text(claim, "value"));
  }
  return claims;
}

static void Is(const char *got, const char *expected, const char *name) {
  if (!ok(!strcmp(got, expected), "%s", name))
    diag("got %s\n# expected %s", got, expected);
}

static const PlanOptions all = {.seed = -1};

static void Pairs(void) {
  json_t *jobs, *skipped, *job;
  REQUIRE(Make("methods: [lobatto_nonholonomic_2, rk4]\nmodels: ['cvt:*eps05', pendulum]\n"
               "studies: [{study: order}, {study: long, steps: 10}]\n",
               &all, &jobs, &skipped));
  Is(Keys(jobs),
     "long/lobatto_nonholonomic_2/cvt:low_eps05 long/rk4/pendulum:oscillation "
     "order/lobatto_nonholonomic_2/cvt:high_eps05 order/lobatto_nonholonomic_2/cvt:low_eps05 "
     "order/rk4/cvt:high_eps05 order/rk4/cvt:low_eps05 order/rk4/pendulum:oscillation "
     "order/rk4/pendulum:rotation",
     "methods meet models that fit; a long run is on the first case, and only for a claim");
  Is(Claims(jobs, "order/lobatto_nonholonomic_2/cvt:low_eps05"),
     "order:q=2*s-2 order:p=2*s-2 order:lambda=s - s%2", "an order job carries the order claims");
  Is(Claims(jobs, "long/lobatto_nonholonomic_2/cvt:low_eps05"), "constraint:nodes=exact",
     "a long one the others");
  job = json_array_get(jobs, 3);
  ok(json_number_value(
         json_object_get(json_array_get(json_object_get(job, "claims"), 2), "order")) == 2,
     "orders are evaluated: s - s%%2 is 2 for s = 2");
  ok(!strcmp(Text(job, "duration"), "1") && json_array_size(json_object_get(job, "steps")) == 12,
     "an order job has its duration and twelve sizes");
  int multiples = 1, growing = 1;
  for (size_t i = 0; i < 12; i++) {
    json_int_t size = json_integer_value(json_array_get(json_object_get(job, "steps"), i));
    multiples = multiples && size % 8 == 0;
    growing =
        growing &&
        (!i || size > json_integer_value(json_array_get(json_object_get(job, "steps"), i - 1)));
  }
  ok(multiples && growing, "which are multiples of 8 and grow: one parity, common quarters");
  ok(strstr(Keys(skipped), "skipped/rk4/structure/symplectic/") &&
         strstr(Keys(skipped), "skipped/lobatto_nonholonomic_2/structure/reversible/"),
     "claims that nothing judges are skipped records");
  ok(strstr(Text(json_array_get(skipped, 0), "reason"), "no structure study"),
     "  with the reason: %s", Text(json_array_get(skipped, 0), "reason"));
  json_decref(jobs);
  json_decref(skipped);
}

static void Settings(void) {
  static const char *const method[] = {"rk4"}, *const model[] = {"cvt:low_eps05:epsilon=1/4"};
  PlanOptions options = {.methods = 1,
                         .models = 1,
                         .method = method,
                         .model = model,
                         .precision = "double",
                         .suite = "some",
                         .seed = 5};
  json_t *jobs, *skipped, *job;
  REQUIRE(Make("seed: 3\nstudies: [{study: order, duration: 2, sizes: [8, 16, 32], budget: 30}]\n",
               &options, &jobs, &skipped));
  Is(Keys(jobs), "order/rk4/cvt:low_eps05:epsilon=1/4", "filters narrow, and may add settings");
  job = json_array_get(jobs, 0);
  ok(!strcmp(Text(job, "precision"), "double") && !strcmp(Text(job, "suite"), "some") &&
         json_integer_value(json_object_get(job, "seed")) == 5 &&
         !strcmp(Text(job, "case"), "low_eps05:epsilon=1/4") && !strcmp(Text(job, "duration"), "2"),
     "options reach the job");
  ok(json_array_size(json_object_get(job, "steps")) == 2, "the budget counts steps");
  json_decref(jobs);
  json_decref(skipped);
}

/* A family under settings of its own, as run and describe know it. */
static void Families(void) {
  static const char *const asked[] = {"dla:tau=1/3"};
  PlanOptions options = {.methods = 1, .method = asked, .seed = -1};
  json_t *jobs, *skipped;
  REQUIRE(Make("methods: ['dla:tau=1/3', dla_0]\nmodels: 'knife_edge'\nstudies: [{study: order}]\n"
               "claims: [{methods: 'dla:tau=1/3', study: order, quantity: q, value: 1}]\n",
               &all, &jobs, &skipped));
  Is(Keys(jobs), "order/dla:tau=1/3/knife_edge:A order/dla_0/knife_edge:A",
     "a family with settings is a method");
  json_decref(jobs);
  json_decref(skipped);
  REQUIRE(Make("methods: '*'\nmodels: 'knife_edge'\nstudies: [{study: order}]\n", &options, &jobs,
               &skipped));
  Is(Keys(jobs), "order/dla:tau=1/3/knife_edge:A", "  on the command line too");
  json_decref(jobs);
  json_decref(skipped);
}

static void Published(void) {
  json_t *jobs, *skipped, *claim;
  REQUIRE(Make("plugin_claims: false\nmethods: rk4\nmodels: [pendulum, cvt]\nsource: Paper\n"
               "exclude: [{models: 'pendulum:rotation', study: order},\n"
               "          {methods: rk4, models: pendulum, study: structure}]\n"
               "studies: [{study: order}, {study: long, name: far, steps: 5}]\n"
               "claims:\n"
               "  - {methods: rk4, models: pendulum, study: order, quantity: q, value: 5,\n"
               "     expect: refuted, why: it is 4, place: p. 1}\n"
               "  - {methods: 'rk*', study: energy, quantity: energy, from: far}\n"
               "  - {methods: rk4, study: order, quantity: lambda, value: 1}\n",
               &all, &jobs, &skipped));
  Is(Keys(jobs), "long/rk4/pendulum:oscillation/far order/rk4/pendulum:oscillation",
     "only published claims make jobs");
  claim = json_array_get(json_object_get(json_array_get(jobs, 1), "claims"), 0);
  ok(!strcmp(Text(claim, "expect"), "refuted") && !strcmp(Text(claim, "why"), "it is 4") &&
         !strcmp(Text(claim, "place"), "p. 1") && !strcmp(Text(claim, "source"), "Paper") &&
         !strcmp(Text(claim, "origin"), "suite"),
     "with what the suite says of them");
  Is(Claims(jobs, "long/rk4/pendulum:oscillation/far"), "energy:energy=drift",
     "a claim without a value is the method's own");
  Is(Keys(skipped), "skipped/rk4/order/lambda/suite-2", "one that no model has is skipped");
  json_decref(jobs);
  json_decref(skipped);
}

static void Ensembles(void) {
  json_t *jobs, *skipped, *job;
  REQUIRE(Make("methods: lobatto_nonholonomic_2\nmodels: chaotic\n"
               "studies: [{study: ensemble, h: 1/10, duration: 2, slice: 40, unclaimed: true}]\n",
               &all, &jobs, &skipped));
  Is(Keys(jobs),
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00000-00040 "
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00040-00080 "
     "ensemble/lobatto_nonholonomic_2/chaotic:J/00080-00101",
     "an ensemble is cut into slices; single cases are not ensembles");
  job = json_array_get(jobs, 0);
  ok(json_integer_value(json_object_get(job, "steps")) == 20 && !strcmp(Text(job, "h"), "1/10"),
     "a duration becomes steps");
  json_decref(jobs);
  json_decref(skipped);
}

/* The same text gives the same plan, byte for byte. */
static void Deterministic(void) {
  char *text[2];
  json_t *jobs, *skipped;
  for (int i = 0; i < 2; i++) {
    REQUIRE(Make("studies: [{study: order}, {study: long, steps: 9}, {study: structure}]\n", &all,
                 &jobs, &skipped));
    text[i] = json_dumps(jobs, 0);
    if (i)
      diag("%zu jobs, %zu claims without a model", json_array_size(jobs), json_array_size(skipped));
    json_decref(jobs);
    json_decref(skipped);
  }
  ok(!strcmp(text[0], text[1]), "twice the same");
  free(text[0]);
  free(text[1]);
}

/* Each included suite is planned as it would be alone; its name goes before its keys. */
static void Including(void) {
  static const char *const one[] = {"lobatto_nonholonomic_3"};
  PlanOptions options = {.methods = 1, .method = one, .seed = -1, .suite = "all"};
  char inner[2][80], text[512];
  json_t *jobs, *skipped;
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
  options.methods = 0;
  REQUIRE(Make(text, &options, &jobs, &skipped));
  ok(strstr(Keys(jobs), "-0.yaml/order/rk4/cvt:low_eps05") &&
         strstr(Keys(jobs), "-1.yaml/order/lobatto_nonholonomic_3/cvt:low_eps05"),
     "the jobs of every included suite, under its name");
  ok(!strstr(Keys(jobs), "-0.yaml/order/lobatto_nonholonomic_3"),
     "  each under its own settings: here plugin_claims");
  ok(!strcmp(Text(json_array_get(jobs, 0), "suite"), inner[0]), "  named by its file");
  json_decref(jobs);
  json_decref(skipped);
  (void)snprintf(text, sizeof(text), "include: [%s, %s]\n", inner[0], inner[1]);
  options.methods = 1;
  REQUIRE(Make(text, &options, &jobs, &skipped));
  ok(json_array_size(jobs) == 1 &&
         json_integer_value(json_object_get(json_array_get(jobs, 0), "seed")) == 4,
     "options that select nothing of one included suite select from the other");
  json_decref(jobs);
  json_decref(skipped);
  unlink(inner[0]);
  unlink(inner[1]);
}

static void Refused(const char *text, const char *what, const char *right) {
  json_t *jobs = NULL, *skipped = NULL;
  PetscErrorCode error = ERROR_OF(Make(text, &all, &jobs, &skipped));
  ok(error == PETSC_ERR_USER_INPUT && strstr(failure_text, what) && strstr(failure_text, right) &&
         !jobs && !skipped,
     "refused: %s %s", what, right);
  diag("%s", failure_text);
}

static void Wrong(void) {
  static const char *const unknown[] = {"rk5"}, *const known[] = {"gauss_2"};
  PlanOptions options = {.methods = 1, .method = unknown, .seed = -1};
  json_t *jobs, *skipped;
  Refused("methods: [rk4, lobato_nonholonomic_2]\nstudies: [{study: order}]\n",
          ":1: key 'methods': no method matches 'lobato_nonholonomic_2'", "lobatto_nonholonomic_2");
  Refused("methods: ['lobato_*']\nstudies: [{study: order}]\n", "no method matches 'lobato_*'", "");
  Refused("models: cvd\nstudies: [{study: order}]\n", "no model matches 'cvd'", "'cvt'");
  Refused("models: 'cvt:hihg_eps05'\nstudies: [{study: order}]\n", "no case matches 'hihg_eps05'",
          "'high_eps05'");
  Refused("models: 'cvt@cartesan'\nstudies: [{study: order}]\n",
          "no realisation matches 'cartesan'", "'cartesian'");
  Refused("studies: [{study: order, models: cvd}]\n", "no model matches 'cvd'", "'cvt'");
  Refused("exclude: [{methods: rk44}]\nstudies: [{study: order}]\n", "no method matches 'rk44'",
          "'rk4'");
  Refused("methods: rk4\nmodels: cvt\nstudies: [{study: order}, {study: order, duration: 2}]\n",
          "two studies make the same job", "'name'");
  Refused("models: 'cvt:low_eps05:epsilo=1'\nstudies: [{study: order}]\n", "epsilo", "epsilon");
  Refused("methods: dla\nstudies: [{study: order}]\n", "no method matches 'dla'", "");
  Refused("methods: 'rk4:t=1'\nstudies: [{study: order}]\n", "rk4", "");
  Refused("models: 'kepler@zz'\nstudies: [{study: order}]\n", "no realisation matches 'zz'",
          "cartesian, polar_orthonormal");
  Refused("models: 'cvt:zz'\nstudies: [{study: order}]\n", "no case matches 'zz'", "low_eps05");
  Refused("methods: rk4\nmodels: pendulum\nstudies: [{study: order, budget: 4}]\n",
          ":3: key 'budget'", "4 steps");
  ok(ERROR_OF(Make("studies: [{study: order}]\n", &options, &jobs, &skipped)) ==
             PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "option -m: no method matches 'rk5'"),
     "an unknown method on the command line: %s", failure_text);
  options.method = known;
  ok(ERROR_OF(Make("methods: rk4\nstudies: [{study: order}]\n", &options, &jobs, &skipped)) ==
             PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "no method of the suite is selected"),
     "one that the suite does not have: %s", failure_text);
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
  Refused(CLAIM "study: order, quantity: v, expect: refuted, why: a slip}\n", ":3: a claim",
          "'value'");
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
  REQUIRE(RegistryCreate(0, NULL, &registry));
  Pairs();
  Settings();
  Families();
  Published();
  Ensembles();
  Deterministic();
  Including();
  Wrong();
  WrongClaims();
  REQUIRE(RegistryDestroy(&registry));
  unlink(path);
  PetscFinalize();
  return done_testing();
}
