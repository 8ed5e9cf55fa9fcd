#include "base/word_list.h"
#include "cli/lookup.h"
#include "registry/conditions.h"
#include "registry/formulation.h"

static PetscErrorCode Cases(Model model, json_t *cases) {
  const gimbal_model *d = model->descriptor;
  for (size_t i = 0; i < d->cases.count; i++) {
    const gimbal_case *descriptor = ListAt(d->cases, gimbal_case, i);
    json_t *parameters = json_object();
    ModelCase c;
    PetscCall(ModelCaseCreate(model, descriptor->name, 0, &c));
    for (size_t j = 0; j < d->parameters.count; j++)
      (void)json_object_set_new(parameters, ListAt(d->parameters, gimbal_value, j)->name,
                                json_real((double)c->parameters[j]));
    (void)json_array_append_new(
        cases, json_pack("{s:s, s:s?, s:i, s:f, s:f, s:f, s:s?, s:o}", "name", c->name, "settings",
                         descriptor->settings, "members", (int)c->members, "duration",
                         (double)c->duration, "step", (double)c->step, "begin", (double)c->begin,
                         "description", descriptor->description, "parameters", parameters));
    PetscCall(ModelCaseDestroy(&c));
  }
  return 0;
}

/* The words of `words` that the text has. */
static json_t *Words(const char *text, const char *const words[]) {
  json_t *array = json_array();
  for (PetscInt i = 0; words[i]; i++)
    if (WordsContain(text, words[i]))
      (void)json_array_append_new(array, json_string(words[i]));
  return array;
}

/* What the reference of a realisation rests on (gimbal run and verify say which it
 * was in a case). */
static const char *Reference(Model model, const gimbal_realisation *r) {
  if (r->exact)
    return "closed form";
  return model->descriptor_quad ? "quadruple precision" : "double precision";
}

static PetscErrorCode Realisations(Model model, json_t *realisations) {
  const gimbal_model *d = model->descriptor;
  ModelCase first;
  PetscCall(ModelCaseCreate(model, NULL, 0, &first));
  for (size_t i = 0; i < d->realisations.count; i++) {
    const gimbal_realisation *r = ListAt(d->realisations, gimbal_realisation, i);
    json_t *invariants = json_array();
    Dimensions size;
    PetscCall(ModelCaseGetDimensions(first, (PetscInt)i, &size));
    for (size_t j = 0; j < r->invariants.count; j++) {
      const gimbal_invariant *invariant = ListAt(r->invariants, gimbal_invariant, j);
      (void)json_array_append_new(invariants, json_pack("{s:s, s:o, s:s?}", "name", invariant->name,
                                                        "kind", Words(invariant->kind, KindWords),
                                                        "when", invariant->when));
    }
    (void)json_array_append_new(
        realisations,
        json_pack("{s:s, s:s, s:s, s:s?, s:i, s:i, s:i, s:i, s:s?, s:o, s:s, s:o}", "name", r->name,
                  "formulation", FormulationGetData(size.formulation)->name, "configuration",
                  r->configuration, "velocity", r->velocity, "n", (int)size.n, "m", (int)size.m,
                  "holonomic", (int)size.holonomic, "nonholonomic", (int)size.nonholonomic,
                  "period", r->period, "traits", Words(r->traits, TraitWords), "reference",
                  Reference(model, r), "invariants", invariants));
  }
  return ModelCaseDestroy(&first);
}

PetscErrorCode LookupModel(Model model, json_t **out) {
  const gimbal_model *d = model->descriptor;
  json_t *parameters = json_array(), *cases = json_array(), *realisations = json_array();
  for (size_t i = 0; i < d->parameters.count; i++) {
    const gimbal_value *value = ListAt(d->parameters, gimbal_value, i);
    (void)json_array_append_new(parameters,
                                json_pack("{s:s, s:s, s:s?}", "name", value->name, "value",
                                          value->value, "description", value->description));
  }
  PetscCall(Cases(model, cases));
  PetscCall(Realisations(model, realisations));
  *out = json_pack("{s:s, s:s, s:s?, s:b, s:s, s:s, s:o, s:o, s:o}", "name", model->name, "title",
                   d->title, "citation", d->citation, "quad", model->descriptor_quad != NULL,
                   "file", model->file, "hash", model->hash, "parameters", parameters, "cases",
                   cases, "realisations", realisations);
  PetscCheck(*out, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: model \"%s\": its texts are not all UTF-8; save the source as UTF-8", model->file,
             model->name);
  if (d->citation_key)
    (void)json_object_set_new(*out, "citation_key", json_string(d->citation_key));
  return 0;
}
