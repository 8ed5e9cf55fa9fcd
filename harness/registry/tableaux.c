#include "registry/tableaux.h"
#include "numerics/tableau.h"
#include "registry/parameters.h"

void MethodTableauCreate(const char *name, PetscInt s, MethodTableau *tableau) {
  const PetscInt square = s * s;
  Quad *values = MemoryZeroed(3 * square + 3 * s, sizeof(*values));
  *tableau = (MethodTableau){.s = s,
                             .a = values,
                             .conjugate = values + square,
                             .gamma = values + 2 * square,
                             .b = values + 3 * square,
                             .c = values + 3 * square + s,
                             .embedded = values + 3 * square + 2 * s,
                             .values = values};
  (void)snprintf(tableau->name, sizeof(tableau->name), "%s", name);
}

void MethodTableauDestroy(MethodTableau *tableau) {
  free(tableau->values);
  tableau->values = NULL;
  memset(tableau, 0, sizeof(*tableau));
}

void MethodTableauComplete(MethodTableau *tableau, PetscBool has_c, PetscBool has_conjugate) {
  const PetscInt s = tableau->s;
  for (PetscInt i = 0; i < s && !has_c; i++) {
    tableau->c[i] = 0;
    for (PetscInt j = 0; j < s; j++)
      tableau->c[i] += tableau->a[i * s + j];
  }
  for (PetscInt i = 0; i < s && !has_conjugate; i++)
    if (tableau->b[i] == 0) {
      tableau->conjugate = NULL;
      return;
    }
  if (!has_conjugate)
    TableauConjugate(s, tableau->a, tableau->b, tableau->conjugate);
}

/* One text of exactly so many entries, and where they go. */
typedef struct {
  const char *field, *text;
  PetscInt entries;
  Quad *values;
} Part;

static PetscErrorCode Evaluate(const char *where, const Part *part, Variables variables) {
  PetscInt count = part->entries;
  PetscCall(FieldEvaluateList(where, part->field, part->text, variables, &count, NULL));
  UserCheck(count == part->entries, "%s: %s has %d entries; it must have %d, as b says", where,
            part->field, (int)count, (int)part->entries);
  PetscCall(FieldEvaluateList(where, part->field, part->text, variables, &count, part->values));
  for (PetscInt i = 0; i < count; i++)
    UserCheck(finiteq(part->values[i]), "%s: entry %d of %s is not a finite number", where,
              (int)i + 1, part->field);
  return 0;
}

static PetscErrorCode EvaluateAll(const char *where, const gimbal_own_tableau *own,
                                  Variables variables, MethodTableau *tableau) {
  PetscInt s = 0;
  PetscCall(FieldEvaluateList(where, "b", own->b, variables, &s, NULL));
  UserCheck(s <= TABLEAU_STAGES_MAX, "%s: b has %d entries; at most %d stages", where, (int)s,
            TABLEAU_STAGES_MAX);
  MethodTableauCreate(own->name, s, tableau);
  const Part part[] = {{"a", own->a, s * s, tableau->a},
                       {"b", own->b, s, tableau->b},
                       {"c", own->c, s, tableau->c},
                       {"conjugate", own->conjugate, s * s, tableau->conjugate},
                       {"embedded", own->embedded, s, tableau->embedded},
                       {"gamma", own->gamma, s * s, tableau->gamma}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(part); i++)
    if (part[i].text)
      PetscCall(Evaluate(where, &part[i], variables));
  if (!own->embedded)
    tableau->embedded = NULL;
  if (!own->gamma)
    tableau->gamma = NULL;
  MethodTableauComplete(tableau, (PetscBool)(own->c != NULL), (PetscBool)(own->conjugate != NULL));
  return 0;
}

PetscErrorCode MethodEvaluateTableau(Method method, PetscInt index, MethodTableau *tableau) {
  const gimbal_own_tableau *own = ListAt(method->family->tableaux, gimbal_own_tableau, index);
  char where[512];
  memset(tableau, 0, sizeof(*tableau));
  (void)snprintf(where, sizeof(where), "%s: method \"%s\", tableau \"%s\"", method->file,
                 method->name, own->name);
  PetscErrorCode error = EvaluateAll(where, own, method->variables, tableau);
  if (error)
    MethodTableauDestroy(tableau);
  return error;
}
