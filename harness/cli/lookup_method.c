#include "cli/lookup.h"
#include "plugin/layout.h"
#include "registry/formulation.h"

/* "title (s=3)", unless the member has a title of its own. */
static json_t *Title(Method method) {
  const gimbal_member *member = MethodMember(method->family, method->name);
  const char *colon = strchr(method->name, ':'), *settings = NULL;
  if (colon)
    settings = colon + 1;
  else if (member && !member->title)
    settings = member->settings;
  return settings ? json_sprintf("%s (%s)", method->title, settings) : json_string(method->title);
}

/* The order that a claim states, or null where it does not follow from the parameters alone. */
static PetscErrorCode Order(Method method, const gimbal_claim *claim, json_t **order) {
  char complaint[512];
  PetscInt one = 1;
  Quad value;
  *order = json_null();
  if (strcmp(claim->study, "order"))
    return 0;
  if (ExpressionTry(claim->value, method->variables, &one, &value, sizeof(complaint), complaint))
    *order = json_real((double)value);
  return 0;
}

/* Its claims with their orders, and the source of the method's where they name none. */
static PetscErrorCode CompleteClaims(Method method, json_t *claims) {
  for (size_t i = 0; i < json_array_size(claims); i++) {
    const gimbal_claim *claim = ListAt(method->family->claims, gimbal_claim, i);
    json_t *object = json_array_get(claims, i), *order;
    PetscCall(Order(method, claim, &order));
    JsonSet(object, "order", order);
    if (!claim->source)
      JsonSet(object, "source", json_string(method->family->citation));
  }
  return 0;
}

PetscErrorCode LookupMethod(Method method, json_t **out) {
  static const char *const optional[] = {"citation_key", "library", "library_version", "overwrites",
                                         "uncopyable",   "action",  "forward_only"},
                           *const lists[] = {"parameters", "coefficients", "probes",
                                             "claims",     "tableaux",     "schemes"};
  const gimbal_method *family = method->family;
  const Layout *layout = PluginLayout.field[0].of;
  json_auto_t *texts = LookupTexts(layout, family);
  json_t *members = json_array();
  for (size_t i = 0; i < family->members.count; i++)
    JsonAdd(members, json_string(ListAt(family->members, gimbal_member, i)->name));
  *out = json_pack(
      "{s:s, s:s, s:o, s:s, s:s, s:s?, s:s?, s:s?, s:{s:s, s:s, s:s}, s:b, s:s, s:s, s:o}", "name",
      method->name, "family", family->name, "title", Title(method), "citation", family->citation,
      "formulation", FormulationGetData(family->formulation)->name, "accepts", family->accepts,
      "symmetric", family->symmetric, "memory", family->memory, "times", "q",
      family->time_of_q ? family->time_of_q : "0", "p", family->time_of_p ? family->time_of_p : "0",
      "lambda", family->time_of_lambda ? family->time_of_lambda : "0", "quad",
      method->family_quad != NULL, "file", method->file, "hash", method->hash, "members", members);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(lists); i++)
    JsonSet(*out, lists[i], LookupList(layout, family, lists[i]));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(optional); i++)
    if (!json_is_null(json_object_get(texts, optional[i])))
      (void)json_object_set(*out, optional[i], json_object_get(texts, optional[i]));
  for (size_t i = 0; i < family->parameters.count; i++)
    JsonSet(json_array_get(json_object_get(*out, "parameters"), i), "value",
            json_real((double)method->parameters[i]));
  JsonSet(*out, "precision", LookupPrecision(method->family_quad));
  JsonSet(*out, "steps", json_boolean(MethodTakesSteps(family)));
  JsonSet(*out, "chooses_steps", json_boolean(family->advance));
  return CompleteClaims(method, json_object_get(*out, "claims"));
}
