#include "plan/claims.h"
#include "registry/conditions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct _n_ClaimBook {
  Suite suite;
  Selection selection;
  PetscBool **plugin; /* [method][claim]: has met a model */
  PetscBool **own;    /* [method][claim of the suite] */
};

PetscErrorCode ClaimBookCreate(Suite suite, Selection selection, ClaimBook *out) {
  ClaimBook book;
  PetscFunctionBeginUser;
  PetscCall(PetscNew(&book));
  book->suite = suite;
  book->selection = selection;
  PetscCall(PetscMalloc2(selection->methods, &book->plugin, selection->methods, &book->own));
  for (PetscInt i = 0; i < selection->methods; i++) {
    PetscCall(PetscCalloc1(selection->method[i]->family->claims.count, &book->plugin[i]));
    PetscCall(PetscCalloc1(suite->claims.count, &book->own[i]));
  }
  *out = book;
  PetscFunctionReturn(0);
}

PetscErrorCode ClaimBookDestroy(ClaimBook *book) {
  PetscFunctionBeginUser;
  if (*book) {
    for (PetscInt i = 0; i < (*book)->selection->methods; i++) {
      PetscCall(PetscFree((*book)->plugin[i]));
      PetscCall(PetscFree((*book)->own[i]));
    }
    PetscCall(PetscFree2((*book)->plugin, (*book)->own));
    PetscCall(PetscFree(*book));
  }
  PetscFunctionReturn(0);
}

/* A random walk is seen over an ensemble only; everything else that lasts, in a long run. */
static const char *StudyThatJudges(const char *study, const char *value) {
  if (!strcmp(study, "order"))
    return "order";
  if (!strcmp(study, "energy") && !strcmp(value, "random_walk"))
    return "ensemble";
  if (!strcmp(study, "constraint") || !strcmp(study, "energy") || !strcmp(study, "invariant"))
    return "long";
  if (!strcmp(study, "structure") || !strcmp(study, "equilibrium") || !strcmp(study, "curve") ||
      !strcmp(study, "equality") || !strcmp(study, "scaling"))
    return study;
  return "";
}

static PetscBool Judges(const SuiteStudy *study, const YamlTexts *from, const char *claim,
                        const char *value) {
  if (!from || !from->count)
    return (PetscBool)!strcmp(study->study, StudyThatJudges(claim, value));
  for (PetscInt i = 0; i < from->count; i++)
    if (study->name && !strcmp(study->name, from->at[i].text))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* What the suite expects of the plugin's own claim; NULL: that it is confirmed. */
static const SuiteClaim *Expectation(Suite suite, Method method, const SelectedCase *selected,
                                     PetscInt realisation, const gimbal_claim *claim) {
  for (PetscInt i = 0; i < suite->claims.count; i++) {
    const SuiteClaim *own = &SuiteClaims(suite)[i];
    if (!own->value && !strcmp(own->study, claim->study) &&
        !strcmp(own->quantity, claim->quantity) && MatchesMethod(&own->methods, method) &&
        (!selected || MatchesCase(&own->models, selected, realisation)))
      return own;
  }
  return NULL;
}

/* `published` is NULL for a plugin's own claim of which nothing particular is expected. */
static PetscErrorCode ClaimObject(const gimbal_claim *claim, const char *quantity, PetscReal order,
                                  const char *source, const SuiteClaim *published,
                                  const char *origin, json_t **out) {
  PetscFunctionBeginUser;
  *out = json_pack("{s:s, s:s, s:s, s:o, s:s?, s:s, s:s?, s:s, s:s?}", "study", claim->study,
                   "quantity", quantity, "value", claim->value, "order",
                   isfinite(order) ? json_real(order) : json_null(), "source", source, "expect",
                   published ? published->expect : "confirmed", "why",
                   published ? published->why : NULL, "origin", origin, "place",
                   published ? published->place : NULL);
  PetscCheck(*out, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "claim on %s, %s, of value %s: a text is not valid UTF-8", claim->study, quantity,
             claim->value);
  if (strcmp(quantity, claim->quantity))
    json_object_set_new(*out, "claimed_as", json_string(claim->quantity));
  if (published && published->text)
    json_object_set_new(*out, "text", json_string(published->text));
  PetscFunctionReturn(0);
}

typedef struct {
  Method method;
  const SelectedCase *selected;
  PetscInt realisation;
  json_t *claims;
  PetscReal order;
} Collection;

/* Two kinds of invariants may both hold of one. */
static PetscBool IsThere(const json_t *claims, const json_t *object) {
  static const char *const same[] = {"study", "quantity", "value", "origin", "place"};
  json_t *claim;
  size_t i;
  json_array_foreach(claims, i, claim) {
    size_t j = 0;
    while (j < 5 && json_equal(json_object_get(claim, same[j]), json_object_get(object, same[j])))
      j++;
    if (j == 5)
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* By the first of the claim's patterns of models that the case matches, then by that of methods: a
 * suite names the simplest first, and a report of a refutation shows that one. */
static json_t *RankOf(const SuiteClaim *own, Method method, const SelectedCase *selected,
                      PetscInt realisation) {
  PetscInt model = 0, name = 0;
  for (; model < own->models.count; model++) {
    const YamlTexts one = {1, &own->models.at[model]};
    if (MatchesCase(&one, selected, realisation))
      break;
  }
  for (; name < own->methods.count; name++) {
    const YamlTexts one = {1, &own->methods.at[name]};
    if (MatchesMethod(&one, method))
      break;
  }
  return json_integer(model * (own->methods.count + 1) + name);
}

/* Adds the claim where it holds; one on a kind of invariants becomes one on each of them. */
static PetscErrorCode Add(Collection *to, const gimbal_claim *claim, const char *source,
                          const SuiteClaim *published, const char *origin, PetscInt number,
                          PetscBool *met) {
  const gimbal_model *model = to->selected->instance->model->descriptor;
  const gimbal_realisation *realisation =
      ListAt(model->realisations, gimbal_realisation, to->realisation);
  PetscBool each = (PetscBool)!strcmp(claim->study, "invariant");
  size_t count = each ? realisation->invariants.count : 1;
  PetscFunctionBeginUser;
  for (size_t i = 0; i < count; i++) {
    const gimbal_invariant *invariant =
        each ? ListAt(realisation->invariants, gimbal_invariant, i) : NULL;
    PetscBool applies;
    PetscReal order;
    json_t *object;
    PetscCall(ClaimApplies(to->method, to->selected->instance, to->realisation, claim, invariant,
                           &applies, &order));
    if (!applies)
      continue;
    PetscCall(ClaimObject(claim, invariant ? invariant->name : claim->quantity, order, source,
                          published, origin, &object));
    json_object_set_new(object, "number", json_integer(number));
    if (published)
      json_object_set_new(object, "rank",
                          RankOf(published, to->method, to->selected, to->realisation));
    if (IsThere(to->claims, object))
      json_decref(object);
    else
      json_array_append_new(to->claims, object);
    if (order > to->order)
      to->order = order;
    *met = PETSC_TRUE;
  }
  PetscFunctionReturn(0);
}

static PetscInt IndexOf(Selection selection, Method method) {
  PetscInt i = 0;
  while (selection->method[i] != method)
    i++;
  return i;
}

PetscErrorCode ClaimBookCollect(ClaimBook book, const SuiteStudy *study, Method method,
                                const SelectedCase *selected, PetscInt realisation, json_t **claims,
                                PetscReal *order) {
  Suite suite = book->suite;
  const gimbal_method *family = method->family;
  PetscInt m = IndexOf(book->selection, method);
  Collection to = {method, selected, realisation, json_array(), 0};
  PetscFunctionBeginUser;
  for (size_t i = 0; i < family->claims.count; i++) {
    const gimbal_claim *claim = ListAt(family->claims, gimbal_claim, i);
    const SuiteClaim *expected = Expectation(suite, method, selected, realisation, claim);
    if ((suite->plugin_claims || expected) &&
        Judges(study, expected ? &expected->from : NULL, claim->study, claim->value))
      PetscCall(Add(&to, claim, claim->source ? claim->source : family->citation, expected,
                    "plugin", (PetscInt)i, &book->plugin[m][i]));
  }
  for (PetscInt i = 0; i < suite->claims.count; i++) {
    const SuiteClaim *own = &SuiteClaims(suite)[i];
    gimbal_claim claim = {own->study, own->quantity, own->value, own->when, own->source};
    if (own->value && MatchesMethod(&own->methods, method) &&
        MatchesCase(&own->models, selected, realisation) &&
        Judges(study, &own->from, own->study, own->value))
      PetscCall(Add(&to, &claim, own->source ? own->source : suite->source, own, "suite", i,
                    &book->own[m][i]));
  }
  *claims = to.claims;
  *order = to.order;
  PetscFunctionReturn(0);
}

static void ReasonFor(Suite suite, Method method, const gimbal_claim *claim, const YamlTexts *from,
                      char reason[], size_t room) {
  PetscBool studied = PETSC_FALSE;
  for (PetscInt i = 0; i < suite->studies.count; i++)
    studied =
        (PetscBool)(studied || Judges(&SuiteStudies(suite)[i], from, claim->study, claim->value));
  if (!method->family->step)
    (void)snprintf(reason, room, "the method takes no steps of a fixed size, it chooses its own");
  else if (!studied)
    (void)snprintf(reason, room, "the suite has no %s study, which would judge it",
                   StudyThatJudges(claim->study, claim->value));
  else if (!strcmp(claim->study, "invariant"))
    (void)snprintf(reason, room, "no selected model that fits has such an invariant%s%s",
                   claim->when ? " under the condition " : "", claim->when ? claim->when : "");
  else if (!strcmp(claim->study, "structure") && method->family->uncopyable)
    (void)snprintf(reason, room,
                   "the method says that its state cannot be copied (uncopyable = %s), and this "
                   "study goes back to earlier states",
                   method->family->uncopyable);
  else if (!strcmp(claim->study, "structure"))
    (void)snprintf(reason, room, "no selected model that fits has a canonical phase space%s%s",
                   claim->when ? " under the condition " : "", claim->when ? claim->when : "");
  else if (!strcmp(claim->study, "equilibrium"))
    (void)snprintf(reason, room, "no selected model that fits has relative equilibria%s%s",
                   claim->when ? " under the condition " : "", claim->when ? claim->when : "");
  else if (!strcmp(claim->quantity, "apsidal_advance"))
    (void)snprintf(reason, room, "no selected model that fits says what its apsides are");
  else if (claim->when)
    (void)snprintf(reason, room, "no selected model that fits meets the condition %s", claim->when);
  else
    (void)snprintf(reason, room, "no selected model fits");
}

static PetscErrorCode AddSkipped(Suite suite, Method method, const gimbal_claim *claim,
                                 const char *source, const SuiteClaim *published,
                                 const char *origin, PetscInt number, json_t *records) {
  char key[512], reason[512];
  json_t *object, *record;
  PetscFunctionBeginUser;
  ReasonFor(suite, method, claim, published ? &published->from : NULL, reason, sizeof(reason));
  (void)snprintf(key, sizeof(key), "skipped/%s/%s/%s/%s-%d", method->name, claim->study,
                 claim->quantity, origin, (int)number);
  PetscCall(ClaimObject(claim, claim->quantity, NAN, source, published, origin, &object));
  json_object_set_new(object, "number", json_integer(number));
  record = json_pack("{s:s, s:n, s:{s:s, s:s, s:s, s:s, s:s, s:[o]}, s:s, s:s, s:n}", "key", key,
                     "fingerprint", "job", "key", key, "kind", "none", "method", method->name,
                     "model", "*", "case", "*", "claims", object, "status", "skipped", "reason",
                     reason, "measured");
  PetscCheck(record, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: a text is not valid UTF-8", key);
  json_array_append_new(records, record);
  PetscFunctionReturn(0);
}

PetscErrorCode ClaimBookSkipped(ClaimBook book, const PlanOptions *options, json_t *records) {
  size_t first = json_array_size(records);
  json_t *record;
  size_t index;
  Suite suite = book->suite;
  PetscFunctionBeginUser;
  for (PetscInt m = 0; m < book->selection->methods; m++) {
    Method method = book->selection->method[m];
    const gimbal_method *family = method->family;
    if (options->named && !method->named)
      continue;
    for (size_t i = 0; i < family->claims.count; i++) {
      const gimbal_claim *claim = ListAt(family->claims, gimbal_claim, i);
      const SuiteClaim *expected = Expectation(suite, method, NULL, 0, claim);
      if (!book->plugin[m][i] && (suite->plugin_claims || expected))
        PetscCall(AddSkipped(suite, method, claim, claim->source ? claim->source : family->citation,
                             expected, "plugin", (PetscInt)i, records));
    }
    for (PetscInt i = 0; i < suite->claims.count; i++) {
      const SuiteClaim *own = &SuiteClaims(suite)[i];
      gimbal_claim claim = {own->study, own->quantity, own->value, own->when, own->source};
      if (own->value && !book->own[m][i] && MatchesMethod(&own->methods, method))
        PetscCall(AddSkipped(suite, method, &claim, own->source ? own->source : suite->source, own,
                             "suite", i, records));
    }
  }
  json_array_foreach(records, index, record) if (options->suite && index >= first)
      json_object_set_new(json_object_get(record, "job"), "suite", json_string(options->suite));
  PetscFunctionReturn(0);
}
