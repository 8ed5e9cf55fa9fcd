#include "registry/formulation.h"
#include "base/word_list.h"

#include <stdio.h>
#include <string.h>

#define AT(type, member) offsetof(gimbal_##type, member)
#define MEMBER(type, member)                                                                       \
  { #member, AT(type, member) }
#define CONSTRAINT(type, value, derivative)                                                        \
  { MEMBER(type, value), MEMBER(type, derivative), 0 }
#define DERIVATIVE(type, of, what, count, along)                                                   \
  { MEMBER(type, of), MEMBER(type, what), COUNT_##count, along, PETSC_FALSE }
#define DIAGONAL(type, of, what, count, along)                                                     \
  { MEMBER(type, of), MEMBER(type, what), COUNT_##count, along, PETSC_TRUE }
#define SERVES(constant) (1u << GIMBAL_##constant)

static const FormulationData formulations[] = {
#define FORMULATION(constant, member, Name, ...)                                                   \
  [GIMBAL_##                                                                                       \
      constant] = {.name = #member, .table = offsetof(gimbal_realisation, member), __VA_ARGS__},
#include "registry/formulation_list.h"
};

enum { FORMULATIONS = sizeof(formulations) / sizeof(formulations[0]) };

const FormulationData *FormulationGetData(gimbal_formulation formulation) {
  return (int)formulation > 0 && (int)formulation < FORMULATIONS && formulations[formulation].name
             ? &formulations[formulation]
             : NULL;
}

/* A pointer that stands there, whatever it points to. */
static const void *PointerAt(const void *base, size_t at) {
  const void *pointer;
  memcpy(&pointer, (const char *)base + at, sizeof(pointer));
  return pointer;
}

PetscBool MemberIsGiven(const void *table, size_t at) {
  return (PetscBool)(at && PointerAt(table, at));
}

const char *MemberGetText(const void *table, size_t at) { return PointerAt(table, at); }

const char *MemberGetName(const FormulationMember *member) {
  const char *dot = strrchr(member->name, '.');
  return dot ? dot + 1 : member->name;
}

gimbal_formulation RealisationFormulation(const gimbal_realisation *r) {
  for (int i = 1; i < FORMULATIONS; i++)
    if (formulations[i].name && PointerAt(r, formulations[i].table))
      return (gimbal_formulation)i;
  return (gimbal_formulation)0;
}

PetscInt RealisationCountFormulations(const gimbal_realisation *r) {
  PetscInt count = 0;
  for (int i = 1; i < FORMULATIONS; i++)
    count += formulations[i].name && PointerAt(r, formulations[i].table);
  return count;
}

void FormulationListNames(size_t room, char *text) {
  PetscInt count = 0, last = 0;
  size_t end = 0;
  for (int i = 1; i < FORMULATIONS; i++)
    last += formulations[i].name != NULL;
  for (int i = 1; i < FORMULATIONS && end < room; i++)
    if (formulations[i].name) {
      const char *join = !count ? "" : count + 1 < last ? ", " : " and ";
      end += (size_t)snprintf(text + end, room - end, "%s%s", join, formulations[i].name);
      count++;
    }
}

const FormulationData *RealisationGetData(const gimbal_realisation *r) {
  return FormulationGetData(RealisationFormulation(r));
}

const void *RealisationGetTable(const gimbal_realisation *r) {
  const FormulationData *data = RealisationGetData(r);
  return data ? PointerAt(r, data->table) : NULL;
}

const gimbal_lagrangian *RealisationGetLagrangian(const gimbal_realisation *r) {
  const FormulationData *data = RealisationGetData(r);
  return data && data->has_lagrangian
             ? (const void *)((const char *)PointerAt(r, data->table) + data->lagrangian)
             : NULL;
}

PetscBool RealisationIsForced(const gimbal_realisation *r) {
  const FormulationData *data = RealisationGetData(r);
  return (PetscBool)(WordsContain(r->traits, "rheonomic") ||
                     (data && MemberIsGiven(PointerAt(r, data->table), data->force)));
}

PetscBool HasPhaseSpace(const Dimensions *d) {
  return (PetscBool)(d->n == d->m && !d->nonholonomic &&
                     FormulationGetData(d->formulation)->velocities);
}

PetscBool RealisationIsDerived(const gimbal_realisation *r) {
  const FormulationDerivative *const d = RealisationGetData(r)->derivative;
  const void *table = RealisationGetTable(r);
  PetscBool derived = PETSC_FALSE;
  for (int i = 0; i < FORMULATION_DERIVATIVES; i++)
    derived =
        (PetscBool)(derived || (FormulationDerives(&d[i]) && MemberIsGiven(table, d[i].what.at) &&
                                !MemberIsGiven(table, d[i].of.at)));
  return derived;
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
                                       const void *table, const FormulationConstraint *constraint) {
  const PetscBool given = MemberIsGiven(table, constraint->value.at);
  const char *function = constraint->value.at ? MemberGetName(&constraint->value) : NULL;
  if (constraint->implied)
    return 0;
  PetscCheck(!count || given, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s is %d but %s; leave %s out or give the function", where, field, (int)count,
             function ? "the function that gives them is missing" : "this formulation has none",
             field);
  PetscCheck(count || !given || !function, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s is given but %s is 0; say how many constraints there are", where, function,
             field);
  return 0;
}

PetscErrorCode RealisationCheckDimensions(const char *where, const gimbal_realisation *r,
                                          const Dimensions *d) {
  const FormulationData *data = RealisationGetData(r);
  const void *table = RealisationGetTable(r);
  PetscCall(CheckConstraints(where, "holonomic", d->holonomic, table, &data->holonomic));
  PetscCall(CheckConstraints(where, "nonholonomic", d->nonholonomic, table, &data->nonholonomic));
  PetscCheck(!data->structure || d->n == d->m || MemberIsGiven(table, data->structure),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: the frame is redundant (n = %d, m = %d) and structure is missing; it cannot be "
             "derived there, give it",
             where, (int)d->n, (int)d->m);
  return 0;
}
