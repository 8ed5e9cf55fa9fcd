/* Which methods fit which realisations, and which claims hold there. */
#include "base/digits.h"
#include "base/order_value.h"
#include "base/word_list.h"
#include "registry/check.h"
#include "registry/conditions.h"
#include "registry/formulation.h"

enum { PLACE = 256 };

/* What errors begin with. */
static void PlaceOfMethod(const Pairing *pairing, char where[PLACE]) {
  const ModelCase on = pairing->modelcase;
  (void)snprintf(where, PLACE, "%s: method \"%s\"%s%s%s%s%s", pairing->method->file,
                 pairing->method->name, on ? " on \"" : "", on ? on->model->name : "",
                 on ? ":" : "", on ? on->name : "", on ? "\"" : "");
}

/* Evaluates a text of the method in the words of conditions; NULL leaves *value as it is. */
static PetscErrorCode Evaluate(const Pairing *pairing, const gimbal_invariant *invariant,
                               const char *field, const char *text, Quad *value) {
  Conditions conditions;
  char where[PLACE];
  PlaceOfMethod(pairing, where);
  PetscCall(ConditionsEvaluate(pairing, invariant, &conditions));
  return FieldEvaluate(where, field, text, conditions.variables, value);
}

PetscErrorCode MethodEvaluate(Method method, ModelCase modelcase, PetscInt realisation,
                              const char *text, Quad missing, Quad *value) {
  const Pairing pairing = {method, modelcase, realisation};
  *value = missing;
  return Evaluate(&pairing, NULL, "expression", text, value);
}

PetscErrorCode MethodEvaluateCount(Method method, ModelCase modelcase, PetscInt realisation,
                                   const char *field, const char *text, PetscInt *value) {
  const Pairing pairing = {method, modelcase, realisation};
  Conditions conditions;
  char where[PLACE];
  PlaceOfMethod(&pairing, where);
  PetscCall(ConditionsEvaluate(&pairing, NULL, &conditions));
  *value = 0;
  return FieldEvaluateCount(where, field, text, 0, conditions.variables, value);
}

/* What is scored far from its node would need as many steps more, and a reference there. */
PetscErrorCode MethodEvaluateTime(Method method, ModelCase modelcase, PetscInt realisation,
                                  MethodTime which, Quad *steps) {
  static const char *const names[] = {"time_of_q", "time_of_p", "time_of_lambda"};
  const gimbal_method *family = method->family;
  const char *const texts[] = {family->time_of_q, family->time_of_p, family->time_of_lambda};
  const Pairing pairing = {method, modelcase, realisation};
  char where[PLACE], digits[DIGITS_ROOM];
  *steps = 0;
  PlaceOfMethod(&pairing, where);
  PetscCall(Evaluate(&pairing, NULL, names[which], texts[which], steps));
  UserCheck(fabsq(*steps) <= TIMES_MOST, "%s: %s = \"%s\" is %s; it must be from -%d to %d steps",
            where, names[which], texts[which], DigitsShortest((double)*steps, digits), TIMES_MOST,
            TIMES_MOST);
  return 0;
}

/* A method that takes Dg·v = 0 for tangency is wrong where g depends on t, and says nothing of it. */
static PetscBool KnowsItsConstraints(Method method, ModelCase modelcase, PetscInt realisation) {
  const char *traits = ModelRealisation(modelcase->model, realisation)->traits;
  const char *accepts = method->family->accepts;
  return (PetscBool)(!WordsContain(traits, "rheonomic") ||
                     method->family->formulation == GIMBAL_ODE ||
                     (accepts && strstr(accepts, "rheonomic")));
}

PetscErrorCode MethodAccepts(Method method, ModelCase modelcase, PetscInt realisation,
                             PetscBool *accepts) {
  const Pairing pairing = {method, modelcase, realisation};
  const Dimensions d = ModelCaseDimensions(modelcase, realisation);
  Quad condition = 1;
  *accepts =
      (PetscBool)(d.formulation == method->family->formulation ||
                  FormulationGetData(d.formulation)->serves >> method->family->formulation & 1);
  if (MethodIsTable(method->family) && method->family->formulation != GIMBAL_ODE)
    *accepts = (PetscBool)(*accepts && d.holonomic + d.nonholonomic == 0); /* it has no λ */
  if (!*accepts)
    return 0;
  PetscCall(Evaluate(&pairing, NULL, "accepts", method->family->accepts, &condition));
  *accepts = (PetscBool)(condition != 0 && KnowsItsConstraints(method, modelcase, realisation));
  return 0;
}

/* Whether the thing that the claim is about is there at all. */
static PetscBool IsPresent(Method method, const ClaimWords *words, const Dimensions *d,
                           const gimbal_claim *claim, const gimbal_invariant *invariant) {
  PetscBool momenta = FormulationGetData(method->family->formulation)->velocities;
  PetscInt constraints = d->holonomic + d->nonholonomic;
  switch (words->on) {
  case CLAIM_ON_STATE:
    if (!strcmp(claim->quantity, "lambda"))
      return (PetscBool)(constraints > 0 && momenta);
    if (!strcmp(claim->quantity, "p"))
      return (PetscBool)(d->m > 0 && momenta);
    return (PetscBool)(strcmp(claim->quantity, "v") || d->m > 0);
  case CLAIM_ON_PROBE:
    return (PetscBool)(strcmp(claim->quantity, "nodes") || constraints > 0);
  case CLAIM_ON_INVARIANT:
    return (PetscBool)(!invariant || !strcmp(claim->quantity, invariant->name) ||
                       WordsContain(invariant->kind, claim->quantity));
  default:
    return PETSC_TRUE;
  }
}

PetscErrorCode InvariantHolds(ModelCase modelcase, const gimbal_invariant *invariant,
                              PetscBool *holds) {
  Quad value = 1;
  char where[256];
  (void)snprintf(where, sizeof(where), "%s: model \"%s\", invariant \"%s\"", modelcase->model->file,
                 modelcase->model->name, invariant->name);
  PetscCall(FieldEvaluate(where, "when", invariant->when, modelcase->variables, &value));
  *holds = (PetscBool)(value != 0);
  return 0;
}

char *ClaimExpression(const gimbal_claim *claim) {
  char *expression = MemoryText(claim->value);
  if (expression && !strcmp(claim->study, "order"))
    expression[OrderValueLength(claim->value)] = '\0';
  return expression;
}

PetscErrorCode ClaimApplies(const Pairing *pairing, const gimbal_claim *claim,
                            const gimbal_invariant *invariant, PetscBool *applies,
                            PetscReal *value) {
  const ClaimWords *words = ClaimWordsOf(pairing->method->vocabulary, claim);
  const Dimensions d = ModelCaseDimensions(pairing->modelcase, pairing->realisation);
  Quad holds = 1, order = 0;
  *value = NAN;
  *applies = IsPresent(pairing->method, words, &d, claim, invariant);
  if (*applies && invariant)
    PetscCall(InvariantHolds(pairing->modelcase, invariant, applies));
  if (!*applies)
    return 0;
  PetscCall(Evaluate(pairing, invariant, "when", claim->when, &holds));
  *applies = (PetscBool)(holds != 0);
  if (!words->values) {
    OWNED(MemoryFree) char *expression = ClaimExpression(claim);
    PetscCall(Evaluate(pairing, invariant, "value", expression, &order));
    *value = (PetscReal)order;
  }
  return 0;
}

PetscErrorCode MethodClaimedOrders(const Pairing *pairing, PetscReal *least, PetscReal *highest) {
  const gimbal_list claims = pairing->method->family->claims;
  PetscReal low = NAN, high = NAN;
  for (size_t i = 0; i < claims.count; i++) {
    const gimbal_claim *claim = ListAt(claims, gimbal_claim, i);
    PetscBool applies;
    PetscReal order;
    if (strcmp(claim->study, "order") || !strchr("qpv", claim->quantity[0]) || claim->quantity[1])
      continue;
    PetscCall(ClaimApplies(pairing, claim, NULL, &applies, &order));
    if (!applies || !(order > 0))
      continue;
    low = fmin(low, order);
    high = fmax(high, order);
  }
  if (least)
    *least = low;
  if (highest)
    *highest = high;
  return 0;
}
