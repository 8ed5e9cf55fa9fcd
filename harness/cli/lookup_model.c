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
      JsonSet(parameters, ListAt(d->parameters, gimbal_value, j)->name,
              json_real((double)c->parameters[j]));
    JsonAdd(cases,
            json_pack("{s:s, s:s?, s:i, s:f, s:f, s:f, s:s?, s:o}", "name", c->name, "settings",
                      descriptor->settings, "members", (int)c->members, "duration",
                      (double)c->duration, "step", (double)c->step, "begin", (double)c->begin,
                      "description", descriptor->description, "parameters", parameters));
    ModelCaseDestroy(&c);
  }
  return 0;
}

/* The words of `words` that the text has. */
static json_t *Words(const char *text, const char *const words[]) {
  json_t *array = json_array();
  for (PetscInt i = 0; words[i]; i++)
    if (WordsContain(text, words[i]))
      JsonAdd(array, json_string(words[i]));
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
  const Layout *layout = LookupField(PluginLayout.field[1].of, "realisations")->of;
  OWNED(ModelCaseDestroy) ModelCase first = NULL;
  PetscCall(ModelCaseCreate(model, NULL, 0, &first));
  for (size_t i = 0; i < d->realisations.count; i++) {
    const gimbal_realisation *r = ListAt(d->realisations, gimbal_realisation, i);
    json_t *invariants = LookupList(layout, r, "invariants");
    const Dimensions size = ModelCaseDimensions(first, (PetscInt)i);
    for (size_t j = 0; j < r->invariants.count; j++)
      JsonSet(json_array_get(invariants, j), "kind",
              Words(ListAt(r->invariants, gimbal_invariant, j)->kind, KindWords));
    JsonAdd(realisations,
            json_pack("{s:s, s:s, s:s, s:s?, s:i, s:i, s:i, s:i, s:s?, s:o, s:s, s:o}", "name",
                      r->name, "formulation", FormulationGetData(size.formulation)->name,
                      "configuration", r->configuration, "velocity", r->velocity, "n", (int)size.n,
                      "m", (int)size.m, "holonomic", (int)size.holonomic, "nonholonomic",
                      (int)size.nonholonomic, "period", r->period, "traits",
                      Words(r->traits, TraitWords), "reference", Reference(model, r), "invariants",
                      invariants));
  }
  return 0;
}

PetscErrorCode LookupModel(Model model, json_t **out) {
  const gimbal_model *d = model->descriptor;
  json_t *parameters = LookupList(PluginLayout.field[1].of, d, "parameters");
  json_t *cases = json_array(), *realisations = json_array();
  PetscCall(Cases(model, cases));
  PetscCall(Realisations(model, realisations));
  *out = json_pack("{s:s, s:s, s:s?, s:b, s:s, s:s, s:o, s:o, s:o}", "name", model->name, "title",
                   d->title, "citation", d->citation, "quad", model->descriptor_quad != NULL,
                   "file", model->file, "hash", model->hash, "parameters", parameters, "cases",
                   cases, "realisations", realisations);
  JsonSet(*out, "precision", LookupPrecision(model->descriptor_quad));
  if (d->citation_key)
    JsonSet(*out, "citation_key", json_string(d->citation_key));
  return 0;
}
