/* gimbal list [methods|models|suites|claims] */
#include "base/kept_error.h"
#include "cli/command.h"
#include "cli/describe.h"
#include "cli/words.h"
#include "cli/lookup.h"
#include "plan/suite.h"
#include "base/nearest.h"
#include "studies/study.h"

const Usage UsageList = USAGE(LookupOptions, LookupWords, "methods|models|suites|claims", 0, 1);

enum { METHODS, MODELS, SUITES, CLAIMS, KINDS };
static const struct {
  const char *heading, *keys[6];
} tables[KINDS] = {
    {"methods: formulation, claimed orders, title", {"name", "formulation", "orders", "title"}},
    {"models: formulations, cases, title", {"name", "formulations", "cases", "title"}},
    {"suites", {"name", "title"}},
    {"published claims: suite and id, expected verdict, claim, place",
     {"name", "expect", "quantity", "value", "place"}}};

static void PrintTable(int kind, const json_t *array) {
  const size_t count = json_array_size(array);
  printf("%zu %s\n%s", count, tables[kind].heading, count ? "\n" : "");
  LookupTable(array, PETSC_FALSE, tables[kind].keys);
}

static void RemarkPrecision(json_t *object) {
  if (!json_is_true(json_object_get(object, "quad")))
    JsonSet(object, "title",
            json_sprintf("%s [double precision only]", LookupText(object, "title")));
}

/* Those of each library below a line of their own, behind those that wrap none. */
static void PrintMethods(const json_t *methods) {
  json_auto_t *libraries = json_pack("{s:[]}", "");
  json_t *of;
  const char *library;
  for (size_t i = 0; i < json_array_size(methods); i++) {
    json_t *method = json_array_get(methods, i);
    char orders[256];
    library = LookupText(method, "library");
    LookupOrders(method, orders, sizeof(orders));
    JsonSet(method, "orders", json_string(orders));
    RemarkPrecision(method);
    if (!json_object_get(libraries, library))
      JsonSet(libraries, library, json_array());
    (void)json_array_append(json_object_get(libraries, library), method);
  }
  json_object_foreach(libraries, library, of) {
    if (!*library) {
      PrintTable(METHODS, of);
      continue;
    }
    printf("\n%zu methods of %s %s\n\n", json_array_size(of), library,
           LookupText(json_array_get(of, 0), "library_version"));
    LookupTable(of, PETSC_FALSE, tables[METHODS].keys);
  }
}

/* The texts of a key of all objects, each once. */
static json_t *ValuesOfKey(const json_t *objects, const char *key) {
  json_auto_t *once = json_object();
  json_t *texts = json_array(), *value;
  const char *text;
  for (size_t i = 0; i < json_array_size(objects); i++)
    JsonSet(once, LookupText(json_array_get(objects, i), key), json_true());
  json_object_foreach(once, text, value) JsonAdd(texts, json_string(text));
  return texts;
}

static void PrintModels(const json_t *models) {
  for (size_t i = 0; i < json_array_size(models); i++) {
    json_t *model = json_array_get(models, i);
    JsonSet(model, "formulations",
            ValuesOfKey(json_object_get(model, "realisations"), "formulation"));
    JsonSet(model, "cases", ValuesOfKey(json_object_get(model, "cases"), "name"));
    RemarkPrecision(model);
  }
  PrintTable(MODELS, models);
}

static PetscErrorCode ListPlugins(Registry registry, PetscBool models, json_t *array) {
  for (PetscInt i = 0; i < (models ? registry->models : registry->methods); i++) {
    json_t *object;
    PetscCall(models ? LookupModel(registry->model[i], &object)
                     : LookupMethod(registry->method[i], &object));
    JsonAdd(array, object);
  }
  return 0;
}

/* The suites that SuiteFind knows by name, or their claims. A suite that cannot be read is listed all the
 * same: verify says what is wrong with it. */
static PetscErrorCode ListSuites(PetscBool claims, json_t *array) {
  glob_t found;
  PetscCall(SuitesOurs(&found));
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *file = found.gl_pathv[i], *name = strrchr(file, '/') + 1;
    Suite suite = NULL;
    KeptError kept;
    PetscCall(KeptErrorBegin(&kept));
    const PetscErrorCode error = SuiteRead(file, &suite);
    PetscCall(KeptErrorEnd());
    PetscCheck(!error || error == PETSC_ERR_USER_INPUT, PETSC_COMM_SELF, error, "%s: %s", file,
               kept.text);
    const char *title = suite ? suite->title : "cannot be read; gimbal verify says why";
    if (!claims)
      JsonAdd(array, json_pack("{s:s%, s:s, s:s}", "name", name, strlen(name) - strlen(".yaml"),
                               "title", title ? title : "", "file", file));
    else if (suite)
      PetscCall(DescribeClaims(suite, array));
    SuiteDestroy(&suite);
  }
  globfree(&found);
  return 0;
}

PetscErrorCode CommandList(CommandLine *line) {
  static const char *const kinds[KINDS] = {"methods", "models", "suites", "claims"};
  const LookupWords *w = line->words;
  const char *kind = line->count ? *line->operand : NULL;
  OWNED(RegistryDestroy) Registry registry = NULL;
  json_auto_t *json = json_object();
  UserCheck(
      !kind || OptionHasWord(UsageList.operands, kind),
      "list: there is no list of \"%s\"; did you mean \"%s\"? (methods, models, suites, claims)",
      kind, NearestName(kind, KINDS, kinds) ? NearestName(kind, KINDS, kinds) : "methods");
  PetscCall(RegistryCreate(w->plugins.count, w->plugins.at, StudyVocabulary, &registry));
  for (int i = 0; i < KINDS; i++)
    if (kind ? !strcmp(kind, kinds[i]) : i != CLAIMS) {
      json_t *array = json_array();
      JsonSet(json, kinds[i], array);
      PetscCall(i < SUITES ? ListPlugins(registry, (PetscBool)(i == MODELS), array)
                           : ListSuites((PetscBool)(i == CLAIMS), array));
      if (w->json)
        continue;
      if (json_object_size(json) > 1)
        putchar('\n');
      if (i == METHODS)
        PrintMethods(array);
      else if (i == MODELS)
        PrintModels(array);
      else
        PrintTable(i, array);
    }
  if (w->json)
    WordsPutJson(json);
  return 0;
}
