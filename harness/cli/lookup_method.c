#include "cli/lookup.h"
#include "registry/formulation.h"

#include <string.h>

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
  PetscCall(
      ExpressionTry(claim->value, method->variables, &one, &value, sizeof(complaint), complaint));
  if (!complaint[0])
    *order = json_real((double)value);
  return 0;
}

static PetscErrorCode Claims(Method method, json_t *claims) {
  for (size_t i = 0; i < method->family->claims.count; i++) {
    const gimbal_claim *claim = ListAt(method->family->claims, gimbal_claim, i);
    json_t *order;
    PetscCall(Order(method, claim, &order));
    (void)json_array_append_new(
        claims,
        json_pack("{s:s, s:s, s:s, s:o, s:s?, s:s}", "study", claim->study, "quantity",
                  claim->quantity, "value", claim->value, "order", order, "when", claim->when,
                  "source", claim->source ? claim->source : method->family->citation));
  }
  return 0;
}

/* What a method may say since version 1.1 of the interface, or 1.2; a text that is not UTF-8 is left out. */
static void AddSince11(const gimbal_method *family, json_t *method) {
  const struct {
    const char *key, *text;
  } text[] = {{"citation_key", family->citation_key},       {"library", family->library},
              {"library_version", family->library_version}, {"overwrites", family->overwrites},
              {"uncopyable", family->uncopyable},           {"action", family->action},
              {"forward_only", family->forward_only}};
  json_t *tableaux = json_array(), *schemes = json_array();
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(text); i++)
    if (text[i].text)
      (void)json_object_set_new(method, text[i].key, json_string(text[i].text));
  for (size_t i = 0; i < family->tableaux.count; i++) {
    const gimbal_own_tableau *own = ListAt(family->tableaux, gimbal_own_tableau, i);
    (void)json_array_append_new(
        tableaux, json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s?, s:s?}", "name", own->name, "a",
                            own->a, "b", own->b, "c", own->c, "conjugate", own->conjugate,
                            "embedded", own->embedded, "gamma", own->gamma));
  }
  (void)json_object_set_new(method, "tableaux", tableaux);
  for (size_t i = 0; i < family->schemes.count; i++) {
    const gimbal_scheme *scheme = ListAt(family->schemes, gimbal_scheme, i);
    (void)json_array_append_new(
        schemes, json_pack("{s:s, s:s?, s:s?, s:s?, s:s?, s:s?}", "kind", scheme->kind, "first",
                           scheme->first, "second", scheme->second, "stages", scheme->stages,
                           "weights", scheme->weights, "when", scheme->when));
  }
  (void)json_object_set_new(method, "schemes", schemes);
  (void)json_object_set_new(method, "steps", json_boolean(MethodTakesSteps(family)));
  (void)json_object_set_new(method, "chooses_steps", json_boolean(family->advance));
}

PetscErrorCode LookupMethod(Method method, json_t **out) {
  const gimbal_method *family = method->family;
  json_t *parameters = json_array(), *coefficients = json_array(), *probes = json_array();
  json_t *claims = json_array(), *members = json_array();
  for (size_t i = 0; i < family->parameters.count; i++) {
    const gimbal_value *value = ListAt(family->parameters, gimbal_value, i);
    (void)json_array_append_new(parameters, json_pack("{s:s, s:f, s:s?}", "name", value->name,
                                                      "value", (double)method->parameters[i],
                                                      "description", value->description));
  }
  for (size_t i = 0; i < family->coefficients.count; i++) {
    const gimbal_value *value = ListAt(family->coefficients, gimbal_value, i);
    (void)json_array_append_new(coefficients,
                                json_pack("{s:s, s:s, s:s?}", "name", value->name, "value",
                                          value->value, "description", value->description));
  }
  for (size_t i = 0; i < family->probes.count; i++) {
    const gimbal_probe *probe = ListAt(family->probes, gimbal_probe, i);
    (void)json_array_append_new(
        probes, json_pack("{s:s, s:s}", "name", probe->name, "count", probe->count));
  }
  for (size_t i = 0; i < family->members.count; i++)
    (void)json_array_append_new(members,
                                json_string(ListAt(family->members, gimbal_member, i)->name));
  PetscCall(Claims(method, claims));
  *out = json_pack(
      "{s:s, s:s, s:o, s:s, s:s, s:s?, s:s?, s:s?, s:{s:s, s:s, s:s}, s:b, s:s, s:s, "
      "s:o, s:o, s:o, s:o, s:o}",
      "name", method->name, "family", family->name, "title", Title(method), "citation",
      family->citation, "formulation", FormulationGetData(family->formulation)->name, "accepts",
      family->accepts, "symmetric", family->symmetric, "memory", family->memory, "times", "q",
      family->time_of_q ? family->time_of_q : "0", "p", family->time_of_p ? family->time_of_p : "0",
      "lambda", family->time_of_lambda ? family->time_of_lambda : "0", "quad",
      method->family_quad != NULL, "file", method->file, "hash", method->hash, "members", members,
      "parameters", parameters, "coefficients", coefficients, "probes", probes, "claims", claims);
  PetscCheck(*out, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: method \"%s\": its texts are not all UTF-8; save the source as UTF-8",
             method->file, method->name);
  AddSince11(family, *out);
  return 0;
}
