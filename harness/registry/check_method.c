#include "base/word_list.h"
#include "registry/check.h"
#include "registry/conditions.h"
#include "registry/formulation.h"
#include "registry/schemes.h"

/* Names that an expression could not tell apart. */
static PetscErrorCode CheckParameterNames(const char *where, const gimbal_method *family) {
  for (size_t i = 0; i < family->parameters.count; i++) {
    const char *name = ListAt(family->parameters, gimbal_value, i)->name;
    PetscBool taken = (PetscBool)!strcmp(name, "pi");
    for (PetscInt j = 0; ConditionWords[j] && !taken; j++)
      taken = (PetscBool)!strcmp(name, ConditionWords[j]);
    UserCheck(!taken,
              "%s: parameter \"%s\" has a name that conditions use otherwise; give it another",
              where, name);
  }
  return 0;
}

static PetscErrorCode CheckProbeName(const char *where, const gimbal_method *family,
                                     const char *quantity) {
  NameList words = {.count = 1, .at = {"nodes"}};
  for (size_t i = 0; i < family->probes.count; i++)
    NameListAdd(&words, PETSC_FALSE, ListAt(family->probes, gimbal_probe, i)->name);
  return WordCheck(where, "quantity", quantity, words.at);
}

static PetscErrorCode CheckClaimTexts(const char *where, const ClaimWords *words,
                                      const gimbal_claim *claim, Variables variables) {
  char path[512];
  PetscErrorCode error = 0;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s, claim \"%s %s\"", where, claim->study,
                          claim->quantity));
  OWNED(MemoryFree) char *expression = ClaimExpression(claim);
  if (!words->values)
    error = FieldCheck(path, "value", expression, variables);
  PetscCall(error);
  return FieldCheck(path, "when", claim->when, variables);
}

PetscErrorCode ClaimCheckTexts(const char *where, Method method, const gimbal_claim *claim) {
  Conditions conditions;
  PetscCall(ConditionsEvaluate(&(Pairing){.method = method}, NULL, &conditions));
  return CheckClaimTexts(where, ClaimWordsOf(method->vocabulary, claim), claim,
                         conditions.variables);
}

static PetscErrorCode CheckClaim(const char *where, Method method, const gimbal_claim *claim,
                                 Variables variables) {
  char path[512];
  PetscCall(ClaimCheckWords(where, method->vocabulary, claim));
  const ClaimWords *words = ClaimWordsOf(method->vocabulary, claim);
  const PetscBool momenta = FormulationGetData(method->family->formulation)->velocities;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s, claim \"%s %s\"", where, claim->study,
                          claim->quantity));
  if (words->on == CLAIM_ON_PROBE)
    PetscCall(CheckProbeName(path, method->family, claim->quantity));
  UserCheck(words->on != CLAIM_ON_STATE || momenta ||
                (strcmp(claim->quantity, "p") && strcmp(claim->quantity, "lambda")),
            "%s: a method on ODEs has only q (its y) and v", path);
  return CheckClaimTexts(where, words, claim, variables);
}

/* Every text under the words it may use; the numbers of the realisation do not exist yet and are
 * all taken as 1. */
static PetscErrorCode CheckTexts(const char *where, Method method, Variables variables) {
  const gimbal_method *family = method->family;
  const struct {
    const char *name, *text;
  } texts[] = {{"accepts", family->accepts},          {"memory", family->memory},
               {"time_of_q", family->time_of_q},      {"time_of_p", family->time_of_p},
               {"symmetric", family->symmetric},      {"time_of_lambda", family->time_of_lambda},
               {"uncopyable", family->uncopyable},    {"action", family->action},
               {"forward_only", family->forward_only}};
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
    PetscCall(FieldCheck(where, texts[i].name, texts[i].text, variables));
  for (size_t i = 0; i < family->probes.count; i++) {
    const gimbal_probe *probe = ListAt(family->probes, gimbal_probe, i);
    PetscCall(FieldCheck(where, probe->name, probe->count, variables));
  }
  PetscCall(MethodCheckSchemes(where, method, variables));
  for (size_t i = 0; i < family->claims.count; i++)
    PetscCall(CheckClaim(where, method, ListAt(family->claims, gimbal_claim, i), variables));
  return 0;
}

static PetscErrorCode CheckCoefficients(const char *where, Method method) {
  char complaint[512];
  for (size_t i = 0; i < method->family->coefficients.count; i++) {
    const gimbal_value *list = ListAt(method->family->coefficients, gimbal_value, i);
    PetscInt entries = 0;
    UserCheck(
        ExpressionTry(list->value, method->variables, &entries, NULL, sizeof(complaint), complaint),
        "%s: coefficients %s = %s", where, list->name, complaint);
  }
  return 0;
}

static PetscErrorCode CheckTableaux(Method method) {
  for (size_t i = 0; i < method->family->tableaux.count; i++) {
    MethodTableau tableau;
    PetscCall(MethodEvaluateTableau(method, (PetscInt)i, &tableau));
    MethodTableauDestroy(&tableau);
  }
  return 0;
}

/* What belongs together, and the words of `overwrites`. */
static PetscErrorCode CheckFunctions(const char *file, const gimbal_method *family) {
  const char *const words[] = {"q", "p", "none", NULL};
  char where[512];
  (void)snprintf(where, sizeof(where), "%s: method \"%s\"", file, family->name);
  UserCheck(family->step || family->advance || family->schemes.count,
            "%s: step is missing (NULL); every method needs it, or advance, or a scheme", where);
  UserCheck(!family->close || family->open, "%s: close is given without open; give both or neither",
            where);
  PetscCall(WordsCheck(where, "word of overwrites", family->overwrites, words));
  UserCheck(!WordsContain(family->overwrites, "none") || !strcmp(family->overwrites, "none"),
            "%s: overwrites = \"%s\"; expected none, q, p or q p", where, family->overwrites);
  return 0;
}

PetscErrorCode MethodCheck(Method method) {
  const gimbal_method *family = method->family;
  char where[512], known[256];
  Conditions conditions;
  (void)snprintf(where, sizeof(where), "%s: method \"%s\"", method->file, method->name);
  FormulationListNames(sizeof(known), known);
  UserCheck(FormulationGetData(family->formulation),
            "%s: formulation %d is unknown; it is one of %s (GIMBAL_LAGRANGIAN, …)", where,
            (int)family->formulation, known);
  PetscCall(CheckParameterNames(where, family));
  PetscCall(CheckFunctions(method->file, family));
  PetscCall(CheckCoefficients(where, method));
  PetscCall(CheckTableaux(method));
  PetscCall(ConditionsEvaluate(&(Pairing){.method = method}, NULL, &conditions));
  return CheckTexts(where, method, conditions.variables);
}
