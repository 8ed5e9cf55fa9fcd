/* Which methods fit which realisations, and which claims hold there. */
#include "registry/conditions.h"
#include "registry/formulation.h"
#include "registry/parameters.h"

#include <math.h>
#include <string.h>

/* Evaluates a text of the method in the words of conditions. */
static PetscErrorCode Evaluate(Method method, ModelCase modelcase, PetscInt realisation,
                               const gimbal_invariant *invariant, const char *field,
                               const char *text, Quad missing, Quad *value) {
  Variable *variables;
  PetscInt count;
  char where[256];
  PetscErrorCode error;
  PetscFunctionBeginUser;
  (void)snprintf(where, sizeof(where), "%s: method \"%s\" on \"%s:%s\"", method->file, method->name,
                 modelcase->model->name, modelcase->name);
  PetscCall(ConditionVariables(method->family->parameters, method->parameters,
                               method->family->formulation, modelcase, realisation, invariant,
                               &count, &variables));
  error = FieldEvaluate(where, field, text, missing, count, variables, value);
  PetscCall(PetscFree(variables));
  PetscCall(error);
  PetscFunctionReturn(0);
}

PetscErrorCode MethodEvaluate(Method method, ModelCase modelcase, PetscInt realisation,
                              const char *text, Quad missing, Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(Evaluate(method, modelcase, realisation, NULL, "expression", text, missing, value));
  PetscFunctionReturn(0);
}

PetscErrorCode MethodAccepts(Method method, ModelCase modelcase, PetscInt realisation,
                             PetscBool *accepts) {
  Dimensions d;
  Quad condition = 0;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(modelcase, realisation, &d));
  *accepts =
      (PetscBool)(d.formulation == method->family->formulation ||
                  FormulationGetData(d.formulation)->serves >> method->family->formulation & 1);
  if (!*accepts)
    PetscFunctionReturn(0);
  PetscCall(Evaluate(method, modelcase, realisation, NULL, "accepts", method->family->accepts, 1,
                     &condition));
  *accepts = (PetscBool)(condition != 0);
  PetscFunctionReturn(0);
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

/* Whether the invariant is one in this case. */
static PetscErrorCode Holds(ModelCase modelcase, const gimbal_invariant *invariant,
                            PetscBool *holds) {
  Variable *variables;
  PetscInt count;
  Quad value;
  char where[256];
  PetscErrorCode error;
  PetscFunctionBeginUser;
  (void)snprintf(where, sizeof(where), "%s: model \"%s\", invariant \"%s\"", modelcase->model->file,
                 modelcase->model->name, invariant->name);
  PetscCall(ParameterVariables(modelcase->model->descriptor->parameters, modelcase->parameters,
                               &count, &variables));
  error = FieldEvaluate(where, "when", invariant->when, 1, count, variables, &value);
  PetscCall(PetscFree(variables));
  PetscCall(error);
  *holds = (PetscBool)(value != 0);
  PetscFunctionReturn(0);
}

PetscErrorCode ClaimApplies(Method method, ModelCase modelcase, PetscInt realisation,
                            const gimbal_claim *claim, const gimbal_invariant *invariant,
                            PetscBool *applies, PetscReal *value) {
  const ClaimWords *words = ClaimWordsFind(method->vocabulary, claim->study);
  Dimensions d;
  Quad result;
  PetscFunctionBeginUser;
  *value = NAN;
  PetscCall(ModelCaseGetDimensions(modelcase, realisation, &d));
  *applies = IsPresent(method, words, &d, claim, invariant);
  if (*applies && invariant)
    PetscCall(Holds(modelcase, invariant, applies));
  if (!*applies)
    PetscFunctionReturn(0);
  PetscCall(Evaluate(method, modelcase, realisation, invariant, "when", claim->when, 1, &result));
  *applies = (PetscBool)(result != 0);
  if (!words->values) {
    PetscCall(
        Evaluate(method, modelcase, realisation, invariant, "value", claim->value, 0, &result));
    *value = (PetscReal)result;
  }
  PetscFunctionReturn(0);
}
