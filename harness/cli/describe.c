/* gimbal describe NAME */
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/words.h"
#include "cli/describe.h"
#include "cli/lookup.h"
#include "plan/suite.h"
#include "plugin/plugin.h"
#include "studies/study.h"

#include <string.h>

const Usage UsageDescribe = {
    .options = LookupOptions,
    .size = sizeof(LookupWords),
    .operands = "NAME",
    .least = 1,
    .most = 1,
    .expected = "one name is expected, of a method, a model or a suite, or the word \"suite\" or "
                "\"claims\"; see gimbal list"};

static PetscErrorCode RowsOfOrigin(Columns columns, const json_t *object) {
  PetscCall(LookupRows(columns, object, "citation", "citation", "key", "citation_key", NULL));
  PetscCall(ColumnsRow(columns, "precision",
                       json_is_true(json_object_get(object, "quad"))
                           ? "double and quadruple"
                           : "double only (no quadruple-precision build)"));
  return ColumnsRow(columns, "plugin", "%s (content %s)", LookupText(object, "file"),
                    LookupText(object, "hash"));
}

static PetscErrorCode PrintClaims(const json_t *claims, const char *citation) {
  Columns columns;
  printf("\nclaims%s\n", json_array_size(claims) ? "" : ": none, so nothing can be judged");
  PetscCall(ColumnsCreate(5, 2, PETSC_TRUE, &columns));
  for (size_t i = 0; i < json_array_size(claims); i++) {
    const json_t *claim = json_array_get(claims, i), *order = json_object_get(claim, "order");
    const char *value = LookupText(claim, "value"), *when = LookupText(claim, "when");
    const char *source = LookupText(claim, "source");
    char number[64] = "";
    if (json_is_number(order))
      (void)snprintf(number, sizeof(number), "%.10g", json_number_value(order));
    PetscCall(ColumnsAdd(columns, LookupText(claim, "study")));
    PetscCall(ColumnsAdd(columns, LookupText(claim, "quantity")));
    if (number[0] && strcmp(number, value))
      PetscCall(ColumnsAddFormat(columns, "%s = %s", value, number));
    else
      PetscCall(ColumnsAdd(columns, value));
    PetscCall(ColumnsAddFormat(columns, "%s%s", when[0] ? "when " : "always", when));
    PetscCall(ColumnsAdd(columns, strcmp(source, citation) ? source : ""));
  }
  return ColumnsPrint(&columns);
}

static PetscErrorCode PrintMethod(const json_t *method) {
  static const char *const times[][2] = {{"q", "q"}, {"p", "p"}, {"lambda", "λ"}};
  const json_t *time = json_object_get(method, "times");
  char scored[256] = "", members[4096];
  Columns columns;
  for (int i = 0; i < 3; i++) {
    size_t end = strlen(scored);
    const char *text = LookupText(time, times[i][0]);
    if (!strcmp(text, "0"))
      continue;
    (void)snprintf(scored + end, sizeof(scored) - end, "%s%s at the node + (%s) h", end ? ", " : "",
                   times[i][1], text);
  }
  printf("%s: %s\n\n", LookupText(method, "name"), LookupText(method, "title"));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(ColumnsRow(columns, "kind", "method"));
  LookupJoin(json_object_get(method, "members"), NULL, " ", members, sizeof(members));
  if (members[0])
    PetscCall(ColumnsRow(columns, "family", "%s: %s", LookupText(method, "family"), members));
  PetscCall(LookupRows(columns, method, "formulation", "formulation", "accepts", "accepts",
                       "symmetric", "symmetric", "memory", "memory", NULL));
  PetscCall(ColumnsRow(columns, "scored", "%s", scored));
  if (!json_is_true(json_object_get(method, "steps")))
    PetscCall(ColumnsRow(columns, "steps", "%s",
                         json_is_true(json_object_get(method, "chooses_steps"))
                             ? "of its own choice, to a tolerance"
                             : "none: gimbal algebra judges its table, without a run"));
  PetscCall(LookupRows(columns, method, "uncopyable", "uncopyable", "forward only", "forward_only",
                       "action", "action", NULL));
  if (LookupText(method, "library")[0])
    PetscCall(ColumnsRow(columns, "library", "%s %s", LookupText(method, "library"),
                         LookupText(method, "library_version")));
  PetscCall(RowsOfOrigin(columns, method));
  PetscCall(LookupRows(columns, method, "models", "models", NULL));
  PetscCall(ColumnsPrint(&columns));
  PetscCall(LookupSection("members, with their settings and claimed orders",
                          json_object_get(method, "members_in_full"),
                          (const char *const[]){"name", "settings", "orders", "title", NULL}));
  PetscCall(LookupSection("parameters", json_object_get(method, "parameters"),
                          (const char *const[]){"name", "value", "description", NULL}));
  PetscCall(LookupSection("coefficients", json_object_get(method, "coefficients"),
                          (const char *const[]){"name", "description", "value", NULL}));
  PetscCall(LookupSection("tableaux", json_object_get(method, "tableaux"),
                          (const char *const[]){"name", "a", "b", NULL}));
  PetscCall(LookupSection(
      "a step as a Runge–Kutta or Rosenbrock method", json_object_get(method, "schemes"),
      (const char *const[]){"kind", "first", "second", "stages", "weights", "when", NULL}));
  PetscCall(LookupSection("probes, with their number of entries", json_object_get(method, "probes"),
                          (const char *const[]){"name", "count", NULL}));
  return PrintClaims(json_object_get(method, "claims"), LookupText(method, "citation"));
}

static PetscErrorCode PrintRealisation(const json_t *r) {
  const json_t *invariants = json_object_get(r, "invariants");
  Columns columns;
  printf("\nrealisation %s\n", LookupText(r, "name"));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(LookupRows(columns, r, "formulation", "formulation", NULL));
  PetscCall(ColumnsRow(columns, "dimensions",
                       "n = %d, m = %d; constraints: %d holonomic, %d nonholonomic",
                       LookupNumber(r, "n"), LookupNumber(r, "m"), LookupNumber(r, "holonomic"),
                       LookupNumber(r, "nonholonomic")));
  PetscCall(LookupRows(columns, r, "q", "configuration", "v", "velocity", "periods", "period",
                       "traits", "traits", "reference", "reference", NULL));
  for (size_t i = 0; i < json_array_size(invariants); i++) {
    const json_t *invariant = json_array_get(invariants, i);
    const char *when = LookupText(invariant, "when");
    char kind[128];
    LookupJoin(json_object_get(invariant, "kind"), NULL, ", ", kind, sizeof(kind));
    PetscCall(ColumnsRow(columns, i ? " " : "invariants", "%s%s%s%s%s%s",
                         LookupText(invariant, "name"), kind[0] ? " (" : "", kind,
                         kind[0] ? ")" : "", when[0] ? " when " : "", when));
  }
  return ColumnsPrint(&columns);
}

static PetscErrorCode RowsOfLibraries(Columns columns, const json_t *libraries) {
  for (size_t i = 0; i < json_array_size(libraries); i++) {
    const json_t *library = json_array_get(libraries, i);
    const size_t count = json_array_size(json_object_get(library, "methods"));
    PetscCall(ColumnsRow(columns, i ? " " : "libraries", "%s %s: %zu method%s",
                         LookupText(library, "library"), LookupText(library, "library_version"),
                         count, count > 1 ? "s" : ""));
  }
  return 0;
}

static PetscErrorCode PrintModel(const json_t *model) {
  const json_t *cases = json_object_get(model, "cases");
  const json_t *realisations = json_object_get(model, "realisations");
  Columns columns;
  printf("%s: %s\n\n", LookupText(model, "name"), LookupText(model, "title"));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(ColumnsRow(columns, "kind", "model"));
  PetscCall(RowsOfOrigin(columns, model));
  PetscCall(LookupRows(columns, model, "methods", "methods", NULL));
  PetscCall(RowsOfLibraries(columns, json_object_get(model, "libraries")));
  PetscCall(ColumnsPrint(&columns));
  PetscCall(LookupSection("parameters", json_object_get(model, "parameters"),
                          (const char *const[]){"name", "value", "description", NULL}));
  printf("\ncases\n");
  PetscCall(ColumnsCreate(5, 2, PETSC_TRUE, &columns));
  for (size_t i = 0; i < json_array_size(cases); i++) {
    const json_t *c = json_array_get(cases, i);
    const int members = LookupNumber(c, "members");
    PetscCall(ColumnsAdd(columns, LookupText(c, "name")));
    PetscCall(
        ColumnsAddFormat(columns, "T = %.10g", json_number_value(json_object_get(c, "duration"))));
    PetscCall(
        ColumnsAddFormat(columns, "h = %.10g", json_number_value(json_object_get(c, "step"))));
    if (members > 1)
      PetscCall(ColumnsAddFormat(columns, "%d members", members));
    else
      PetscCall(ColumnsAdd(columns, ""));
    PetscCall(ColumnsAddFormat(
        columns, "%s%s%s", LookupText(c, "settings"),
        LookupText(c, "settings")[0] && LookupText(c, "description")[0] ? "; " : "",
        LookupText(c, "description")));
  }
  PetscCall(ColumnsPrint(&columns));
  for (size_t i = 0; i < json_array_size(realisations); i++)
    PetscCall(PrintRealisation(json_array_get(realisations, i)));
  return 0;
}

static PetscErrorCode DescribeMethod(Registry registry, Method method, json_t **out) {
  json_t *names = json_array();
  const Model *model;
  PetscCall(LookupMethod(method, out));
  const PetscInt models = RegistryGetModels(registry, &model);
  for (PetscInt i = 0; i < models; i++) {
    PetscBool fits;
    PetscCall(LookupFits(method, model[i], &fits));
    if (fits)
      (void)json_array_append_new(names, json_string(model[i]->name));
  }
  (void)json_object_set_new(*out, "models", names);
  return 0;
}

/* The names of the methods of the library, which is that of this one. */
static json_t *NamesOf(json_t *libraries, const gimbal_method *family) {
  json_t *names = json_array();
  for (size_t i = 0; i < json_array_size(libraries); i++) {
    const json_t *library = json_array_get(libraries, i);
    if (!strcmp(LookupText(library, "library"), family->library)) {
      json_decref(names);
      return json_object_get(library, "methods");
    }
  }
  (void)json_array_append_new(libraries, json_pack("{s:s, s:s?, s:O}", "library", family->library,
                                                   "library_version", family->library_version,
                                                   "methods", names));
  json_decref(names); /* the list has it */
  return names;
}

static PetscErrorCode DescribeModel(Registry registry, Model model, json_t **out) {
  json_t *names = json_array(), *libraries = json_array();
  const Method *method;
  PetscCall(LookupModel(model, out));
  const PetscInt methods = RegistryGetMethods(registry, &method);
  for (PetscInt i = 0; i < methods; i++) {
    const gimbal_method *family = method[i]->family;
    PetscBool fits;
    PetscCall(LookupFits(method[i], model, &fits));
    if (fits)
      (void)json_array_append_new(family->library ? NamesOf(libraries, family) : names,
                                  json_string(method[i]->name));
  }
  (void)json_object_set_new(*out, "methods", names);
  (void)json_object_set_new(*out, "libraries", libraries);
  return 0;
}

/* ---- Families of methods ---- */

/* A family that has members: what they share, without what depends on their settings, and each of them. */
static PetscErrorCode DescribeFamily(Registry registry, const char *name, json_t **out) {
  json_t *members = json_array();
  const Method *method;
  *out = NULL;
  const PetscInt count = RegistryGetMethods(registry, &method);
  for (PetscInt i = 0; i < count; i++) {
    const gimbal_member *member = MethodMember(method[i]->family, method[i]->name);
    const char *settings = member && member->settings ? member->settings : "";
    char orders[256];
    json_t *one;
    if (strcmp(method[i]->family->name, name))
      continue;
    PetscCall(LookupMethod(method[i], &one));
    LookupOrders(one, orders, sizeof(orders));
    (void)json_array_append_new(members, json_pack("{s:s, s:s, s:s, s:s}", "name", method[i]->name,
                                                   "settings", settings, "orders", orders, "title",
                                                   LookupText(one, "title")));
    if (*out)
      json_decref(one);
    else
      *out = one;
  }
  for (size_t i = 0; i < json_array_size(json_object_get(*out, "parameters")); i++)
    (void)json_object_del(json_array_get(json_object_get(*out, "parameters"), i), "value");
  for (size_t i = 0; i < json_array_size(json_object_get(*out, "claims")); i++)
    (void)json_object_del(json_array_get(json_object_get(*out, "claims"), i), "order");
  (void)json_object_set_new(*out, "name", json_string(name));
  (void)json_object_set_new(*out, "title",
                            json_sprintf("a family of %zu methods", json_array_size(members)));
  (void)json_object_set_new(*out, "members_in_full", members);
  return 0;
}

/* ---- Whatever has the name ---- */

typedef PetscErrorCode Print(const json_t *);

/* The model, method, family, suite or claim of that name, in this order, and what prints it; else what
 * claims are near. */
static PetscErrorCode FindNamed(Registry registry, const char *name, json_t **out, Print **print,
                                char claims[SUITE_HINT]) {
  const Model model = strchr(name, ':') ? NULL : RegistryLookModel(registry, name);
  Method method = RegistryLookMethod(registry, name);
  char path[PETSC_MAX_PATH_LEN];
  PetscBool found = PETSC_FALSE;
  *out = NULL;
  *claims = 0;
  *print = model ? PrintModel : PrintMethod;
  if (model)
    PetscCall(DescribeModel(registry, model, out));
  else if (method && strchr(name, ':')) { /* as requested, with its settings */
    PetscCall(RegistryFindMethod(registry, name, &method));
    PetscCall(DescribeMethod(registry, method, out));
  } else if (method && !strcmp(method->name, name))
    PetscCall(DescribeMethod(registry, method, out));
  else if (method)
    PetscCall(DescribeFamily(registry, name, out));
  if (*out)
    return 0;
  PetscCall(SuiteFindOurs(name, path, sizeof(path), &found));
  /* A file in the working folder is meant where it looks like one. */
  if (!found && (strchr(name, '/') || strstr(name, ".yaml") || SuiteReadable(name))) {
    PetscCall(SuiteFind(name, path, sizeof(path)));
    found = PETSC_TRUE;
  }
  if (!found)
    PetscCall(SuiteFindClaim(name, path, sizeof(path), &found, claims));
  if (found)
    PetscCall(DescribeSuite(registry, path, out));
  *print = DescribePrintSuite;
  return 0;
}

static PetscErrorCode DescribeName(const LookupWords *words, const char *name) {
  char suites[SUITE_HINT], claims[SUITE_HINT], hint[NEAREST_HINT], here[PLUGIN_HINT];
  Registry registry;
  json_t *json;
  Print *print;
  PetscCall(RegistryCreate(words->plugins.count, words->plugins.at, StudyVocabulary, &registry));
  PetscCall(FindNamed(registry, name, &json, &print, claims));
  if (!json) {
    PetscCall(RegistryHint(registry, NAMES_OF_ALL, name, hint));
    PetscCall(SuiteNearest(name, suites));
    const PetscBool suite = (PetscBool)(!*hint && strchr(suites, '\''));
    SETERRQ(
        PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
        "describe: there is no method, model, suite or claim \"%s\"%s%s%s%s%s%s; see gimbal list",
        name, hint, suite ? "; of suites " : "", suite ? suites : "", *claims ? "; " : "", claims,
        PluginHint(name, here));
  }
  if (words->json)
    WordsPutJson(json);
  else
    PetscCall(print(json));
  json_decref(json);
  return RegistryDestroy(&registry);
}

/* ---- What a method, or a suite, can say, in the words of the studies ---- */

static const char *QuantityOf(const ClaimWords *words) {
  switch (words->on) {
  case CLAIM_ON_INVARIANT:
    return "an invariant, or linear quadratic momentum_map: all of a kind";
  case CLAIM_ON_PROBE:
    return "nodes, or a probe of the method";
  case CLAIM_ON_METHOD:
    return "another method";
  default:
    return words->quantities;
  }
}

static PetscErrorCode PrintClaim(const json_t *claim) {
  Columns columns;
  printf("\n%s: %s.\n", LookupText(claim, "study"), LookupText(claim, "meaning"));
  PetscCall(ColumnsCreate(2, 2, PETSC_TRUE, &columns));
  PetscCall(LookupRows(columns, claim, "quantity", "quantity", "value", "value", "judged by",
                       "judged_by", NULL));
  return ColumnsPrint(&columns);
}

static PetscErrorCode DescribeClaimWords(PetscBool json) {
  json_t *all = json_array();
  if (!json)
    puts("A claim is {study, quantity, value, when, source}: in a plugin's array .claims, or as "
         "keys "
         "of a suite's\n`claims` (gimbal describe suite). `when` is a condition on the model "
         "(\"holonomic == 0\", \"canonical\"),\n`source` the paper and the place in it. It is "
         "judged on every selected model that meets the condition.");
  for (PetscInt i = 0; Studies[i]; i++)
    for (const ClaimWords *words = Studies[i]->claims; words->study; words++)
      (void)json_array_append_new(
          all, json_pack("{s:s, s:s, s:s, s:s, s:s}", "study", words->study, "quantity",
                         QuantityOf(words), "value",
                         words->values ? words->values : "a number, an expression", "meaning",
                         words->meaning, "judged_by", Studies[i]->name));
  if (json)
    WordsPutJson(all);
  for (size_t i = 0; !json && i < json_array_size(all); i++)
    PetscCall(PrintClaim(json_array_get(all, i)));
  json_decref(all);
  return 0;
}

PetscErrorCode CommandDescribe(CommandLine *line) {
  static const char *const folders[] = {"ci/suites", "share/gimbal/suites", NULL};
  const LookupWords *w = line->words;
  const char *name = *line->operand;
  const PetscBool suite = (PetscBool)!strcmp(name, "suite");
  PetscCheck(!suite || !w->json, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "describe: the description of suites is plain text; leave out --json");
  if (suite)
    return WordsPutFile("describe", folders, "schema.txt");
  return strcmp(name, "claims") ? DescribeName(w, name) : DescribeClaimWords(w->json);
}
