/* The words of a suite's claims that only the registry knows. */
#include "plan/selection.h"
#include "registry/check.h"
#include "registry/conditions.h"
#include "studies/study.h"

static void Add(NameList *names, const char *asked, const char *name) {
  NameListAdd(names, (PetscBool)!strcmp(asked, name), name);
}

/* An invariant of one of these models, or a kind of invariants. */
static PetscErrorCode CheckInvariant(const char *where, const char *quantity,
                                     const YamlTexts *named, Registry registry) {
  NameList names = {.count = 0};
  for (PetscInt i = 0; KindWords[i]; i++)
    Add(&names, quantity, KindWords[i]);
  for (PetscInt i = 0; i < registry->models; i++) {
    gimbal_list realisations = registry->model[i]->descriptor->realisations;
    for (size_t r = 0; r < realisations.count && NamesModel(named, registry->model[i]); r++) {
      gimbal_list invariants = ListAt(realisations, gimbal_realisation, r)->invariants;
      for (size_t j = 0; j < invariants.count; j++)
        Add(&names, quantity, ListAt(invariants, gimbal_invariant, j)->name);
    }
  }
  return NameListCheck(where, "invariant", quantity, &names);
}

/* A probe of a method that is named, or the constraints at the nodes. */
static PetscErrorCode CheckProbe(const char *where, const SuiteClaim *claim, Registry registry) {
  NameList names = {.count = 0};
  Add(&names, claim->quantity, "nodes");
  for (PetscInt i = 0; i < registry->methods; i++) {
    gimbal_list probes = registry->method[i]->family->probes;
    for (size_t j = 0; j < probes.count && NamesMethod(&claim->methods, registry->method[i]); j++)
      Add(&names, claim->quantity, ListAt(probes, gimbal_probe, j)->name);
  }
  return NameListCheck(where, "probe", claim->quantity, &names);
}

/* The other method, perhaps under settings of its own. */
static PetscErrorCode CheckOther(const char *where, const SuiteClaim *claim, Registry registry) {
  const Pattern other = PatternOfMethod(claim->quantity);
  NameList names = {.count = 0};
  Method method;
  for (PetscInt i = 0; i < registry->methods; i++) {
    Add(&names, other.name, registry->method[i]->name);
    if (strchr(claim->quantity, ':'))
      Add(&names, other.name, registry->method[i]->family->name);
  }
  PetscCall(NameListCheck(where, "method", other.name, &names));
  return RegistryFindMethod(registry, claim->quantity, &method);
}

/* By itself, or in the words of a study that judges what another one does. */
static PetscBool MakesClaim(Method method, const SuiteClaim *claim) {
  gimbal_list claims = method->family->claims;
  const Study *study = StudyFind(claim->study);
  for (size_t i = 0; i < claims.count; i++) {
    const gimbal_claim *own = ListAt(claims, gimbal_claim, i);
    gimbal_claim restated;
    if (!strcmp(own->study, claim->study) && !strcmp(own->quantity, claim->quantity))
      return PETSC_TRUE;
    if (study && study->restates && study->restates(own, &restated) &&
        !strcmp(restated.quantity, claim->quantity))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscErrorCode ClaimCheckOwnNames(Method method, Registry registry) {
  static const YamlTexts all = {.count = 0};
  const gimbal_list claims = method->family->claims;
  char where[PATH_MAX + 256];
  for (size_t i = 0; i < claims.count; i++) {
    const gimbal_claim *claim = ListAt(claims, gimbal_claim, i);
    if (ClaimWordsFind(StudyVocabulary, claim->study)->on != CLAIM_ON_INVARIANT)
      continue;
    (void)snprintf(where, sizeof(where), "%s: method \"%s\", claim \"%s %s\"", method->file,
                   method->name, claim->study, claim->quantity);
    PetscCall(CheckInvariant(where, claim->quantity, &all, registry));
  }
  return 0;
}

PetscErrorCode ClaimCheckNames(Suite suite, const SuiteClaim *claim, Registry registry,
                               const PlanOptions *options) {
  const gimbal_claim words = {claim->study, claim->quantity, claim->value, claim->when, NULL};
  char line[PATH_MAX + 16], where[PATH_MAX + 64];
  const char *left_out = suite->libraries ? options->left_out : NULL;
  PetscBool claimed = PETSC_FALSE;
  (void)snprintf(line, sizeof(line), "%s:%d", suite->path, claim->line);
  (void)snprintf(where, sizeof(where), "%s: key 'quantity'", line);
  switch (ClaimWordsFind(StudyVocabulary, claim->study)->on) {
  case CLAIM_ON_INVARIANT:
    PetscCall(CheckInvariant(where, claim->quantity, &claim->models, registry));
    break;
  case CLAIM_ON_PROBE:
    PetscCall(CheckProbe(where, claim, registry));
    break;
  case CLAIM_ON_METHOD:
    if (!MethodLeftOut(left_out, claim->quantity))
      PetscCall(CheckOther(where, claim, registry));
    break;
  default:
    break;
  }
  for (PetscInt i = 0; i < claim->methods.count; i++)
    claimed = (PetscBool)(claimed || MethodLeftOut(left_out, claim->methods.at[i].text));
  for (PetscInt i = 0; i < registry->methods; i++) {
    if (!NamesMethod(&claim->methods, registry->method[i]))
      continue;
    claimed = (PetscBool)(claimed || MakesClaim(registry->method[i], claim));
    (void)snprintf(where, sizeof(where), "%s: for method \"%s\"", line, registry->method[i]->name);
    PetscCall(ClaimCheckTexts(where, registry->method[i], &words));
  }
  UserCheck(
      claim->value || claimed,
      "%s: key 'value' is missing, and none of these methods claims %s of %s itself; give a value",
      line, claim->study, claim->quantity);
  return 0;
}

PetscErrorCode BlameSuite(const KeptError *kept, Suite suite, int line, PetscErrorCode error) {
  PetscCall(KeptErrorEnd());
  UserCheck(error != PETSC_ERR_USER_INPUT, "%s:%d: %s", suite->path, line, kept->text);
  PetscCheck(!error, PETSC_COMM_SELF, error, "%s", kept->text);
  return 0;
}
