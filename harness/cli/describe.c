/* gimbal describe NAME */
#include "cli/command.h"
#include "cli/words.h"
#include "cli/describe.h"
#include "cli/lookup.h"
#include "farm/progress.h"
#include "plan/suite.h"
#include "plugin/plugin.h"
#include "studies/study.h"

const Usage UsageDescribe = USAGE(LookupOptions, LookupWords, "NAME", 1, 1);

static PetscErrorCode DescribeMethod(Registry registry, Method method, json_t **out) {
  json_t *names = json_array();
  PetscCall(LookupMethod(method, out));
  for (PetscInt i = 0; i < registry->models; i++) {
    PetscBool fits;
    PetscCall(LookupFits(method, registry->model[i], &fits));
    if (fits)
      JsonAdd(names, json_string(registry->model[i]->name));
  }
  JsonSet(*out, "models", names);
  return 0;
}

/* The names of the methods of the library, which is that of this one. */
static json_t *NamesOf(json_t *libraries, const gimbal_method *family) {
  for (size_t i = 0; i < json_array_size(libraries); i++) {
    const json_t *library = json_array_get(libraries, i);
    if (!strcmp(LookupText(library, "library"), family->library))
      return json_object_get(library, "methods");
  }
  json_t *names = json_array();
  JsonAdd(libraries, json_pack("{s:s, s:s?, s:O}", "library", family->library, "library_version",
                               family->library_version, "methods", names));
  json_decref(names); /* the list has it */
  return names;
}

static PetscErrorCode DescribeModel(Registry registry, Model model, json_t **out) {
  json_t *names = json_array(), *libraries = json_array();
  PetscCall(LookupModel(model, out));
  for (PetscInt i = 0; i < registry->methods; i++) {
    const gimbal_method *family = registry->method[i]->family;
    PetscBool fits;
    PetscCall(LookupFits(registry->method[i], model, &fits));
    if (fits)
      JsonAdd(family->library ? NamesOf(libraries, family) : names,
              json_string(registry->method[i]->name));
  }
  JsonSet(*out, "methods", names);
  JsonSet(*out, "libraries", libraries);
  return 0;
}

/* ---- Families of methods ---- */

/* A family that has members: what they share, without what depends on their settings, and each of them. */
static PetscErrorCode DescribeFamily(Registry registry, const char *name, json_t **out) {
  json_t *members = json_array();
  *out = NULL;
  for (PetscInt i = 0; i < registry->methods; i++) {
    const gimbal_member *member =
        MethodMember(registry->method[i]->family, registry->method[i]->name);
    const char *settings = member && member->settings ? member->settings : "";
    char orders[256];
    json_t *one;
    if (strcmp(registry->method[i]->family->name, name))
      continue;
    PetscCall(LookupMethod(registry->method[i], &one));
    LookupOrders(one, orders, sizeof(orders));
    JsonAdd(members,
            json_pack("{s:s, s:s, s:s, s:s}", "name", registry->method[i]->name, "settings",
                      settings, "orders", orders, "title", LookupText(one, "title")));
    if (*out)
      json_decref(one);
    else
      *out = one;
  }
  for (size_t i = 0; i < json_array_size(json_object_get(*out, "parameters")); i++)
    (void)json_object_del(json_array_get(json_object_get(*out, "parameters"), i), "value");
  for (size_t i = 0; i < json_array_size(json_object_get(*out, "claims")); i++)
    (void)json_object_del(json_array_get(json_object_get(*out, "claims"), i), "order");
  JsonSet(*out, "name", json_string(name));
  JsonSet(*out, "title", json_sprintf("a family of %zu methods", json_array_size(members)));
  JsonSet(*out, "members_in_full", members);
  return 0;
}

/* ---- Whatever has the name ---- */

/* The model, method, family, suite or claim of that name, in this order; else what claims are near. */
static PetscErrorCode FindNamed(Registry registry, const char *name, json_t **out,
                                char claims[SUITE_HINT]) {
  const Model model = strchr(name, ':') ? NULL : RegistryLookModel(registry, name);
  Method method = RegistryLookMethod(registry, name);
  char path[PETSC_MAX_PATH_LEN];
  PetscBool found = PETSC_FALSE;
  *out = NULL;
  *claims = 0;
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
  return 0;
}

static const char *TimeOf(const json_t *object, char time[32]) {
  return ProgressTime(json_number_value(json_object_get(object, "seconds")), time);
}

/* Goes without what is for programs; costs and steps are put into words. Of a claim its own object is enough. */
static json_t *ForPeople(json_t *json) {
  const char *citation = LookupText(json, "citation");
  json_t *const claims = json_object_get(json, "claims"), *shown = json_object_get(json, "claim");
  static const char *const counted[] = {"published", "jobs", "claims", "seconds"};
  const json_t *studies = json_object_get(json, "studies");
  const int jobs = LookupNumber(json, "jobs"), judged = LookupNumber(json, "claims");
  json_t *const times = json_object_get(json, "times"), *time_of;
  const char *quantity;
  void *next;
  char time[32];
  if (!shown)
    shown = json;
  json_object_foreach_safe(times, next, quantity, time_of) {
    if (!strcmp(json_string_value(time_of), "0"))
      (void)json_object_del(times, quantity);
  }
  for (size_t i = 0; i < json_array_size(claims); i++) {
    json_t *claim = json_array_get(claims, i),
           *source = json_incref(json_object_get(claim, "source"));
    (void)json_object_del(claim, "source");
    if (source && strcmp(json_string_value(source), citation))
      (void)json_object_set(claim, "source", source); /* the last column, whose lines are broken */
    json_decref(source);
  }
  if (json_is_false(json_object_get(json, "steps")))
    JsonSet(json, "steps",
            json_string(json_is_true(json_object_get(json, "chooses_steps"))
                            ? "of its own choice, to a tolerance"
                            : "none: gimbal algebra judges its table, without a run"));
  if (!json_object_get(json, "published"))
    return shown;
  JsonSet(shown, "would run",
          json_sprintf("%d job%s, %d claim%s; about %s of processor time", jobs,
                       jobs == 1 ? "" : "s", judged, judged == 1 ? "" : "s", TimeOf(json, time)));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(counted); i++)
    (void)json_object_del(json, counted[i]);
  for (size_t i = 0; i < json_array_size(studies); i++) {
    json_t *study = json_array_get(studies, i);
    JsonSet(study, "time", json_string(TimeOf(study, time)));
    (void)json_object_del(study, "seconds");
  }
  return shown;
}

static PetscErrorCode DescribeName(const LookupWords *words, const char *name) {
  char suites[SUITE_HINT], claims[SUITE_HINT], hint[NEAREST_HINT], here[PLUGIN_HINT];
  OWNED(RegistryDestroy) Registry registry = NULL;
  json_auto_t *json = NULL;
  PetscCall(RegistryCreate(words->plugins.count, words->plugins.at, StudyVocabulary, &registry));
  PetscCall(FindNamed(registry, name, &json, claims));
  if (!json) {
    (void)RegistryHint(registry, NAMES_OF_ALL, name, hint);
    PetscCall(SuiteNearest(name, suites));
    const PetscBool suite = (PetscBool)(!*hint && strchr(suites, '\''));
    UserError(
        "describe: there is no method, model, suite or claim \"%s\"%s%s%s%s%s%s (gimbal list)",
        name, hint, suite ? "; of suites " : "", suite ? suites : "", *claims && !*hint ? "; " : "",
        *hint ? "" : claims, PluginHint(name, here));
  }
  if (words->json)
    WordsPutJson(json);
  else
    LookupPrint(ForPeople(json));
  return 0;
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

static void DescribeClaimWords(PetscBool json) {
  json_auto_t *all = json_array();
  if (!json)
    puts(
        "A claim has study, quantity, value, when and source: members of a plugin's array .claims, "
        "or keys of a\nsuite's `claims` (gimbal describe suite). `when` is a condition on the "
        "model (\"holonomic == 0\",\n\"canonical\"), `source` the paper and the place in it. A "
        "claim is judged on every selected model that\nmeets its condition.");
  for (PetscInt i = 0; Studies[i]; i++)
    for (const ClaimWords *words = Studies[i]->claims; words->study; words++)
      JsonAdd(all, json_pack("{s:s, s:s, s:s, s:s, s:s}", "study", words->study, "quantity",
                             QuantityOf(words), "value",
                             words->values ? words->values : "a number, an expression", "meaning",
                             words->meaning, "judged_by", Studies[i]->name));
  if (json)
    WordsPutJson(all);
  for (size_t i = 0; !json && i < json_array_size(all); i++) {
    puts("");
    LookupPrint(json_array_get(all, i));
  }
}

PetscErrorCode CommandDescribe(CommandLine *line) {
  static const char *const folders[] = {"ci/suites", "share/gimbal/suites", NULL};
  const LookupWords *w = line->words;
  const char *name = *line->operand;
  const PetscBool suite = (PetscBool)!strcmp(name, "suite");
  UserCheck(!suite || !w->json,
            "describe: the description of suites is plain text; leave out --json");
  if (suite)
    return WordsPutFile("describe", folders, "schema.txt");
  if (strcmp(name, "claims"))
    return DescribeName(w, name);
  DescribeClaimWords(w->json);
  return 0;
}
