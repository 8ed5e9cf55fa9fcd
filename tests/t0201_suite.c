/* Suites: what a file says arrives, and every slip is one line with file, line, key and the nearest
 * right word. */
#include "petsc_tap.h"
#include "plan/suite.h"
#include "record/file.h"

#include <string.h>
#include <unistd.h>

static char path[64];

static PetscErrorCode Read(const char *text, Suite *suite) {
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file))
    exit(2);
  return SuiteRead(path, suite);
}

/* The message must hold all three texts. */
static void Refused(const char *text, const char *where, const char *what, const char *right) {
  Suite suite;
  char place[128];
  PetscErrorCode error = ERROR_OF(Read(text, &suite));
  (void)snprintf(place, sizeof(place), "%s%s", path, where);
  ok(error == PETSC_ERR_USER_INPUT && strstr(failure_text, place) && strstr(failure_text, what) &&
         strstr(failure_text, right),
     "refused: %s %s", what, right);
  diag("%s",
       strncmp(failure_text, path, strlen(path)) ? failure_text : failure_text + strlen(path));
  ok(!suite && !strchr(failure_text, '\n'), "  in one line, and nothing is left");
}

static void Right(void) {
  Suite suite;
  REQUIRE(Read("title: A title\n"
               "methods: rk4\n"
               "models: [cvt, 'chaotic:J']\n"
               "precision: quad\n"
               "seed: 7\n"
               "plugin_claims: false\n"
               "exclude: [{methods: [a, b], why: c}]\n"
               "studies:\n"
               "  - {study: order, duration: 2*pi, sizes: [8, 12, 16]}\n"
               "  - &long {study: long, name: erratic, runs: [{h: pi/10, duration: 1e3}]}\n"
               "claims:\n"
               "  - methods: rk4\n"
               "    study: energy\n"
               "    quantity: energy\n"
               "    value: bounded\n"
               "    from: [erratic]\n"
               "    expect: refuted\n"
               "    why: it drifts\n",
               &suite));
  const SuiteStudy *study = SuiteStudies(suite);
  const SuiteClaim *claim = SuiteClaims(suite);
  const SuiteRun *run = study[1].runs.at;
  ok(!strcmp(suite->title, "A title") && !strcmp(suite->precision, "quad") && suite->seed == 7 &&
         !suite->plugin_claims,
     "scalars arrive");
  ok(suite->methods.count == 1 && !strcmp(suite->methods.at[0].text, "rk4") &&
         suite->methods.at[0].line == 2,
     "one name is a list of one, with its line");
  ok(suite->models.count == 2 && !strcmp(suite->models.at[1].text, "chaotic:J"), "a list arrives");
  ok(SuiteExclusions(suite)[0].methods.count == 2, "exclusions arrive");
  ok(suite->studies.count == 2 && study[0].sizes.count == 3 && study[0].sizes.at[1] == 12 &&
         !strcmp(study[0].duration.text, "2*pi") && !study[0].name,
     "an order study arrives");
  ok(!strcmp(study[1].name, "erratic") && study[1].runs.count == 1 &&
         !strcmp(run->h.text, "pi/10") && !strcmp(run->duration.text, "1e3") && run->h.line == 10 &&
         !strcmp(study[1].cases, "first"),
     "a long study arrives, with what is not said at its default");
  ok(!strcmp(claim->expect, "refuted") && !strcmp(claim->why, "it drifts") &&
         claim->from.count == 1 && !claim->when,
     "a claim arrives");
  SuiteDestroy(&suite);
}

#define ORDER "studies: [{study: order}]\n"

static void Wrong(void) {
  Refused(ORDER "modles: [cvt]\n", ":2:1", "unknown key 'modles'", "nearest is 'models'");
  Refused("studies:\n  - study: order\n    duraton: 1\n", ":3:5", "unknown key 'duraton'",
          "nearest is 'duration'");
  Refused("studies:\n  - study: long\n    runs: [{h: 1, stps: 5}]\n", ":3:19", "unknown key 'stps'",
          "nearest is 'steps'");
  Refused("studies: [{study: ordr}]\n", ":1:19", "'ordr' is not one of", "nearest is 'order'");
  Refused(ORDER "xyzzy: 1\n", ":2:1", "unknown key 'xyzzy'", "known here: title");
  Refused(ORDER "title: a\ntitle: b\n", ":3:1", "'title'", "twice");
  Refused("title: a\n", ":1:1", "'studies'", "missing");
  Refused("studies: []\n", "", "'studies'", "names no study");
  Refused("include: short\nclaims:\n- {methods: rk4, study: order, quantity: q, value: 4}\n",
          ":3:", "studies of their own file", "has none");
  Refused("include: short\nexclude:\n- {methods: rk4, why: slow}\n",
          ":3:", "studies of its own file", "has none");
  Refused("studies: order\n", ":1:10", "'studies'", "sequence of mappings");
  Refused("studies: [order]\n", ":1:11", "expected a mapping", "not a scalar");
  Refused(ORDER "seed: -1\n", ":2:7", "'seed'", "not a whole number");
  Refused(ORDER "seed: 1e99\n", ":2:7", "'seed'", "not a whole number");
  Refused(ORDER "plugin_claims: perhaps\n", ":2:16", "'plugin_claims'", "true or false");
  Refused(ORDER "title: [a]\n", ":2:8", "'title'", "not a sequence");
  Refused(ORDER "precision: dobule\n", ":2:12", "'dobule'", "nearest is 'double'");
  Refused("studies: [{study: long, h: 0, steps: 1}]\n", ":1:28", "'h'", "above zero");
  Refused("studies: [{study: long, h: 1/0, steps: 1}]\n", ":1:28", "'h'", "above zero");
  Refused("studies: [{study: long, h: 1//2, steps: 1}]\n", ":1:28", "'h'", "expected a number");
  Refused("studies: [{study: long, h: sine(1), steps: 1}]\n", ":1:28", "'h'", "unknown function");
  Refused("studies: [{study: long, h: 1}]\n", ":1", "'steps'", "'duration'");
  Refused("studies: [{study: long, runs: [{h: 1}]}]\n", ":1", "'steps'", "'duration'");
  Refused("studies: [{study: order, h: 1}]\n", ":1", "'h' has no meaning", "long ensemble");
  Refused("studies: [{study: order, sizes: [8, 10]}]\n", ":1", "10", "multiple of 4");
  Refused("studies: [{study: order, sizes: [16, 8]}]\n", ":1", "8 after 16", "grow");
  Refused(ORDER "claims: [{methods: a, study: order, quantity: q, value: 1, expect: refuted}]\n",
          ":2", "expect: refuted", "'why'");
  Refused(ORDER "claims: [{methods: a, study: order, quantity: q, value: 1, from: x}]\n", ":2",
          "'from'", "'x'");
  Refused(ORDER "claims: [{study: order, quantity: q}]\n", ":2", "'methods'", "missing");
  Refused(ORDER "exclude: [{why: x}]\n", ":2", "exclusion", "'methods'");
  Refused(ORDER "exclude: [{methods: a}]\n", ":2", "why", "missing");
  Refused(ORDER "exclude: [{methods: a, why: x, study: lung}]\n", ":2", "lung", "long");
  Refused("studies: [{study: long, steps: 0}]\n", ":1:32", "'steps'", "from 1 to");
  Refused("studies: [{study: long, steps: 1, duration: 1}]\n", ":1", "'duration'", "not both");
  Refused("studies: [{study: long, runs: [{steps: 1, duration: 1}]}]\n", ":1", "a run", "not both");
  Refused("studies: [{study: order, sizes: [0, 4, 8]}]\n", ":1:34", "'sizes'", "from 1 to");
  Refused("studies: [{study: order, sizes: []}]\n", ":1:33", "'sizes'", "leave the key out");
  Refused("studies: [{study: order, sizes: {a: 1}}]\n", ":1:33", "'sizes'", "not a mapping");
  Refused("studies: [{study: order, sizes: [8, 16], budget: 4}]\n", ":1", "'budget'", "8");
  Refused("studies: [{study: structure, step_sizes: [1/10, 0]}]\n", ":1:49", "'step_sizes'",
          "above zero");
  Refused("studies: [{study: structure, step_sizes: -1/10}]\n", ":1:42", "'step_sizes'",
          "above zero");
  Refused("studies: [{study: structure, step_sizes: [1 2]}]\n", ":1:43", "'step_sizes'",
          "at character 3");
  Refused("studies: [{study: structure, step_sizes: []}]\n", ":1:42", "'step_sizes'",
          "leave the key out");
  Refused("", "", "the file is empty", "");
  Refused(ORDER "title: 'a\n", ":", "not valid YAML", "scalar");
  Refused(ORDER "\tmethods: a\n", ":", "not valid YAML: a tab; YAML is indented by blanks", "");
  Refused("studies: [*nothing]\n", ":1", "not valid YAML", "alias");
}

/* Claims whose words no study has would be skipped, or refuted, for what they do not say. */
static void WrongClaims(void) {
  Refused(ORDER "claims:\n- {methods: a, study: structure, quantity: symplektic, value: no}\n",
          ":3", "\"symplektic\"", "\"symplectic\"");
  Refused(ORDER "claims:\n- {methods: a, study: structure, quantity: symplectic, value: maybe}\n",
          ":3", "\"maybe\"", "yes, no");
  Refused(ORDER "claims:\n- {methods: a, study: energy, quantity: energy, value: bound}\n", ":3",
          "\"bound\"", "\"bounded\"");
  Refused(ORDER "claims:\n- {methods: a, study: energy, quantity: momentum, value: drift}\n", ":3",
          "\"momentum\"", "energy");
  Refused(ORDER "claims:\n- {methods: a, study: invariant, quantity: linear, value: drifts}\n",
          ":3", "\"drifts\"", "\"drift\"");
  Refused(ORDER "claims:\n- {methods: a, study: order, quantity: x}\n", ":3", "\"x\"", "lambda");
}

static void FindingFiles(void) {
  Suite suite;
  char found[PETSC_MAX_PATH_LEN];
  ok(ERROR_OF(SuiteRead("/nonexistent/suite.yaml", &suite)) == PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "/nonexistent/suite.yaml"),
     "a file that is not there is named");
  ok(ERROR_OF(SuiteFind("nonsense", found, sizeof(found))) == PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "'nonsense'"),
     "a suite that does not exist is named");
  ok(!SuiteFind(path, found, sizeof(found)) && !strcmp(found, path), "a file is found as it is");
  ok(ERROR_OF(SuiteFind("tests", found, sizeof(found))) == PETSC_ERR_USER_INPUT,
     "a folder is no suite");
}

/* The example in the description of the schema is a suite. */
static void Schema(void) {
  static const char begin[] = "\nExample:\n\n";
  const char *example;
  Suite suite;
  size_t length;
  char *text;
  REQUIRE(WholeFileRead("ci/suites/schema.txt", &text, &length));
  example = text ? strstr(text, begin) : NULL;
  REQUIRE(Read(example ? example + strlen(begin) : "", &suite));
  free(text);
  ok(suite->studies.count == 2 && suite->claims.count == 1, "the schema's example can be read");
  SuiteDestroy(&suite);
}

static void WriteTo(const char *at, const char *text) {
  FILE *file = fopen(at, "w");
  if (!file || fputs(text, file) < 0 || fclose(file))
    exit(2);
}

/* What is wrong with an included file is said of that file; what is wrong with the name, of the
 * file and the line that name it. */
static void Including(void) {
  char inner[80], text[256], place[128];
  const char *base = strrchr(path, '/') + 1;
  Suite suite;
  (void)snprintf(inner, sizeof(inner), "%s-inner.yaml", path);
  WriteTo(inner, ORDER "title: inner\nprecision: quad\n");
  (void)snprintf(text, sizeof(text), "title: outer\ninclude: [%s-inner, %s]\n", base, inner);
  REQUIRE(Read(text, &suite));
  ok(suite->include.count == 2 && !suite->studies.count &&
         !strcmp(suite->included[0]->title, "inner") && suite->included[0]->studies.count == 1 &&
         !strcmp(suite->included[0]->precision, "quad") && !strcmp(suite->precision, "auto") &&
         !strcmp(suite->included[0]->path, inner),
     "a suite in its folder is included, under its own settings");
  ok(!strcmp(suite->included[1]->title, "inner"), "a suite is included by its path");
  SuiteDestroy(&suite);
  (void)snprintf(text, sizeof(text), "title: a\ninclude:\n  - %s\n  - shrt\n", inner);
  Refused(text, ":4", "'shrt'", "gimbal list suites");
  (void)snprintf(text, sizeof(text), "include: %s\n", base);
  Refused(text, ":1", "'include'", "includes itself");
  (void)snprintf(text, sizeof(text), "include: %s-inner\n", base);
  (void)snprintf(place, sizeof(place), "include: %s\n", base);
  WriteTo(inner, place);
  ok(ERROR_OF(Read(text, &suite)) == PETSC_ERR_USER_INPUT && strstr(failure_text, inner) &&
         strstr(failure_text, "includes itself"),
     "a circle of two is found where it closes");
  WriteTo(inner, "title: inner\nstudies: [{study: ordr}]\n");
  (void)snprintf(place, sizeof(place), "%s:2:19: ", inner);
  ok(ERROR_OF(Read(text, &suite)) == PETSC_ERR_USER_INPUT && strstr(failure_text, place) &&
         strstr(failure_text, "nearest is 'order'") && !suite,
     "a slip in an included file has that file's name and line");
  unlink(inner);
}

int main(void) {
  PetscInitializeNoArguments();
  (void)snprintf(path, sizeof(path), "/tmp/t0201-XXXXXX");
  if (mkstemp(path) < 0)
    return 2;
  Right();
  Wrong();
  WrongClaims();
  FindingFiles();
  Schema();
  Including();
  unlink(path);
  PetscFinalize();
  return done_testing();
}
