#include "registry/conditions.h"
#include "base/word_list.h"
#include "numerics/group.h"
#include "registry/formulation.h"

#define TRAITS                                                                                     \
  "separable", "linear_constraints", "autonomous", "reversible", "degenerate", "attracting",       \
      "integrable", "spheres", "rheonomic", "chaotic", "nonsmooth", "damped", "contact"
#define KINDS "linear", "quadratic", "momentum_map", "energy", "claimed"

const char *const TraitWords[] = {TRAITS, NULL};
const char *const KindWords[] = {KINDS, NULL};
const char *const ConditionWords[] = {
    "n",         "m",      "k",         "holonomic",   "nonholonomic", "unconstrained",
    "canonical", "forced", "conformal", "commutative", TRAITS,         KINDS,
    NULL};

enum { CONDITION_WORDS = sizeof(ConditionWords) / sizeof(ConditionWords[0]) - 1 };

/* Whether the method sees a canonical Hamiltonian system: neither constrained, forced nor written
 * in redundant coordinates; on a group, (g,μ) without any. An ode that is derived from a Lagrangian lives
 * in (q,v), where the symplectic form is constant if p is the same multiple of v everywhere; from a frame
 * or a group, in (q,ξ), where it is not. Of a given ode nothing is known. */
static PetscBool IsCanonical(gimbal_formulation formulation, const Dimensions *d,
                             const gimbal_realisation *r) {
  const FormulationData *data = FormulationGetData(d->formulation);
  if (d->holonomic + d->nonholonomic > 0 || RealisationIsForced(r))
    return PETSC_FALSE;
  if (d->formulation == GIMBAL_GROUP)
    return (PetscBool)(formulation == GIMBAL_GROUP);
  if (d->n != d->m)
    return PETSC_FALSE;
  if (formulation == GIMBAL_ODE && d->formulation == GIMBAL_LAGRANGIAN)
    return WordsContain(r->traits, "separable");
  return (PetscBool)(data->vector_space ||
                     (data->velocities && FormulationGetData(formulation)->velocities));
}

/* Whether steps along a group may be taken in any order, as on a vector space. */
static PetscErrorCode Commutes(const Dimensions *d, const gimbal_realisation *r, Quad *value) {
  Group group;
  *value = FormulationGetData(d->formulation)->vector_space;
  if (d->formulation != GIMBAL_GROUP)
    return 0;
  PetscCall(GroupParse(r->group->group, &group));
  *value = GroupCommutes(&group);
  return 0;
}

static void SetWord(Variable words[], const char *name, Quad value) {
  for (PetscInt i = 0; i < CONDITION_WORDS; i++)
    if (!strcmp(words[i].name, name))
      words[i].value = value;
}

static PetscErrorCode EvaluateWords(const Pairing *pairing, const gimbal_invariant *invariant,
                                    Variable words[]) {
  const gimbal_realisation *r = ModelRealisation(pairing->modelcase->model, pairing->realisation);
  const Dimensions d = ModelCaseDimensions(pairing->modelcase, pairing->realisation);
  Quad commutes;
  PetscCall(Commutes(&d, r, &commutes));
  SetWord(words, "n", d.n);
  SetWord(words, "m", d.m);
  SetWord(words, "k", d.holonomic + d.nonholonomic);
  SetWord(words, "holonomic", d.holonomic);
  SetWord(words, "nonholonomic", d.nonholonomic);
  SetWord(words, "unconstrained", d.holonomic + d.nonholonomic == 0);
  SetWord(words, "canonical", IsCanonical(pairing->method->family->formulation, &d, r));
  SetWord(words, "forced", RealisationIsForced(r));
  SetWord(words, "conformal",
          r->contraction && (WordsContain(r->traits, "contact") ||
                             FormulationGetData(pairing->method->family->formulation)->velocities));
  SetWord(words, "commutative", commutes);
  for (PetscInt i = 0; TraitWords[i]; i++)
    SetWord(words, TraitWords[i], WordsContain(r->traits, TraitWords[i]));
  if (!d.nonholonomic)
    SetWord(words, "linear_constraints", 1); /* no constraints are linear ones */
  for (PetscInt i = 0; KindWords[i]; i++)
    SetWord(words, KindWords[i], invariant && WordsContain(invariant->kind, KindWords[i]));
  return 0;
}

_Static_assert(PARAMETERS_MOST + CONDITION_WORDS <= CONDITION_VARIABLES, "room for all words");

PetscErrorCode ConditionsEvaluate(const Pairing *pairing, const gimbal_invariant *invariant,
                                  Conditions *out) {
  const Variables own = pairing->method->variables;
  for (PetscInt i = 0; i < own.count; i++)
    out->at[i] = own.at[i];
  for (PetscInt i = 0; i < CONDITION_WORDS; i++)
    out->at[own.count + i] = (Variable){ConditionWords[i], 1};
  out->variables = (Variables){own.count + CONDITION_WORDS, out->at};
  return pairing->modelcase ? EvaluateWords(pairing, invariant, out->at + own.count) : 0;
}
