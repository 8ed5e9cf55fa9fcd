#include "registry/formulation.h"
#include "base/word_list.h"

#define SERVES(constant) (1u << GIMBAL_##constant)

static const FormulationData formulations[] = {
#define FORMULATION(constant, member, Name, ...)                                                   \
  [GIMBAL_##                                                                                       \
      constant] = {.name = #member, .table = offsetof(gimbal_realisation, member), __VA_ARGS__},
#include "registry/formulation_list.h"
};

/* From 1 on: they are numbered without gaps. */
enum { FORMULATIONS = sizeof(formulations) / sizeof(formulations[0]) };

const FormulationData *FormulationGetData(gimbal_formulation formulation) {
  return (int)formulation > 0 && (int)formulation < FORMULATIONS ? &formulations[formulation]
                                                                 : NULL;
}

gimbal_formulation RealisationFormulation(const gimbal_realisation *r) {
  for (int i = 1; i < FORMULATIONS; i++)
    if (PointerAt(r, formulations[i].table))
      return (gimbal_formulation)i;
  return (gimbal_formulation)0;
}

PetscInt RealisationCountFormulations(const gimbal_realisation *r) {
  PetscInt count = 0;
  for (int i = 1; i < FORMULATIONS; i++)
    count += PointerAt(r, formulations[i].table) != NULL;
  return count;
}

void FormulationListNames(size_t room, char *text) {
  *text = 0;
  for (int i = 1; i < FORMULATIONS; i++)
    WordsAppend(text, room, i + 1 < FORMULATIONS ? ", " : " and ", formulations[i].name);
}

const FormulationData *RealisationGetData(const gimbal_realisation *r) {
  return FormulationGetData(RealisationFormulation(r));
}

static const void *FindFunction(const Layout *layout, const char *table, ModelFunction function,
                                const char **name) {
  for (int i = 0; i < layout->fields; i++) {
    const LayoutField *field = &layout->field[i];
    const void *at = table + field->offset;
    if (field->function == function)
      *name = field->name;
    else
      at = field->kind == FIELD_EMBEDDED ? FindFunction(field->of, at, function, name) : NULL;
    if (at)
      return at;
  }
  return NULL;
}

const void *RealisationMember(const gimbal_realisation *r, ModelFunction function,
                              const char **name) {
  const char *any;
  for (int i = 0; i < RealisationLayout.fields; i++) {
    const LayoutField *field = &RealisationLayout.field[i];
    const void *table = field->kind == FIELD_TABLE ? PointerAt(r, field->offset) : NULL;
    if (table)
      return FindFunction(field->of, table, function, name ? name : &any);
  }
  return NULL;
}

PetscBool RealisationGives(const gimbal_realisation *r, ModelFunction function) {
  const void *member = RealisationMember(r, function, NULL);
  return (PetscBool)(member && PointerAt(member, 0));
}

const gimbal_lagrangian *RealisationGetLagrangian(const gimbal_realisation *r) {
  return r->lattice ? &r->lattice->lagrangian : r->lagrangian;
}

PetscBool RealisationIsForced(const gimbal_realisation *r) {
  return (PetscBool)(WordsContain(r->traits, "rheonomic") || RealisationGives(r, MODEL_FORCE));
}

PetscBool HasPhaseSpace(const Dimensions *d) {
  return (PetscBool)(d->n == d->m && !d->nonholonomic &&
                     FormulationGetData(d->formulation)->velocities);
}

/* The directions of a hamiltonian's reactions are not those in which its constraints change. */
PetscBool RealisationDerivative(const gimbal_realisation *r, PetscInt i,
                                FormulationDerivative *out) {
  static const FormulationDerivative derivatives[FORMULATION_DERIVATIVES] = {
      {MODEL_GRADIENT, MODEL_VALUE, ALONG_Q},
      {MODEL_TRIVIALISED, MODEL_VALUE, ALONG_GROUP},
      {MODEL_MOMENTUM, MODEL_VALUE, ALONG_V},
      {MODEL_RATE, MODEL_VALUE, ALONG_V},
      {MODEL_MASS, MODEL_MOMENTUM, ALONG_V},
      {MODEL_REACTION, MODEL_CONSTRAINT, ALONG_V},
      {MODEL_HOLONOMIC_GRADIENT, MODEL_HOLONOMIC, ALONG_Q}};
  *out = derivatives[i];
  if (r->group && out->along == ALONG_Q)
    out->along = ALONG_GROUP;
  return (PetscBool)(RealisationMember(r, out->of, NULL) && RealisationMember(r, out->what, NULL) &&
                     !(r->hamiltonian && out->of == MODEL_REACTION));
}

PetscBool RealisationIsDerived(const gimbal_realisation *r) {
  FormulationDerivative d;
  for (PetscInt i = 0; i < FORMULATION_DERIVATIVES; i++)
    if (RealisationDerivative(r, i, &d) && FormulationDerives(&d) && RealisationGives(r, d.what) &&
        !RealisationGives(r, d.of))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool HasChart(const Dimensions *d) {
  const FormulationChart chart = FormulationGetData(d->formulation)->chart;
  return (PetscBool)(chart == CHART_ALWAYS || (chart == CHART_IF_SQUARE && d->n == d->m));
}

PetscBool FieldIsDerived(gimbal_formulation method, const Dimensions *d) {
  return (PetscBool)(!FormulationGetData(method)->velocities &&
                     FormulationGetData(d->formulation)->velocities);
}

/* The number of constraints of one sort against the function that gives them. */
static PetscErrorCode CheckConstraints(const char *where, const char *field, PetscInt count,
                                       const gimbal_realisation *r, ModelFunction of) {
  const PetscBool given = RealisationGives(r, of);
  const char *function = NULL;
  (void)RealisationMember(r, of, &function);
  UserCheck(!count || given, "%s: %s is %d but %s; leave %s out or give the function", where, field,
            (int)count,
            function ? "the function that gives them is missing" : "this formulation has none",
            field);
  UserCheck(count || !given, "%s: %s is given but %s is 0; say how many constraints there are",
            where, function, field);
  return 0;
}

PetscErrorCode RealisationCheckDimensions(const char *where, const gimbal_realisation *r,
                                          const Dimensions *d) {
  PetscCall(CheckConstraints(where, "holonomic", d->holonomic, r, MODEL_HOLONOMIC));
  if (!RealisationGetData(r)->implied)
    PetscCall(CheckConstraints(where, "nonholonomic", d->nonholonomic, r, MODEL_CONSTRAINT));
  UserCheck(!r->frame || d->n == d->m || r->frame->structure,
            "%s: the frame is redundant (n = %d, m = %d) and structure is missing; it cannot be "
            "derived there, give it",
            where, (int)d->n, (int)d->m);
  return 0;
}
