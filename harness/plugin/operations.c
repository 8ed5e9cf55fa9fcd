#include "plugin/operations.h"

#include <string.h>

#define LEAF_NAME(name) #name,
#define NAME_OF(name, value) #name,
static const char *const names[] = {OPERATIONS(LEAF_NAME, NAME_OF, NAME_OF)};

/* A whole number from 0 to below `end`; −1: it is something else. */
static int Index(const json_t *value, int end) {
  const double x = json_is_number(value) ? json_number_value(value) : -1;
  return x >= 0 && x < end && x == (int)x ? (int)x : -1;
}

/* Operation i. Not 0: it cannot be. */
static int ReadOperation(const json_t *array, int i, ProgramFunction *f, Operation *o) {
  enum { MOST = 1 << 20 };
  const char *word = json_string_value(json_array_get(array, 0));
  const char *text = json_string_value(json_array_get(array, 1));
  int *const count[] = {[OPERATION_q] = &f->q, [OPERATION_v] = &f->v,
                        [OPERATION_parameter] = &f->parameters};
  char *end = "";
  *o = (Operation){0};
  while (word && o->kind < OPERATION_KINDS && strcmp(word, names[o->kind]))
    o->kind++;
  if (!word || o->kind == OPERATION_KINDS)
    return 1;
  if (o->kind == OPERATION_t)
    return 0;
  if (o->kind == OPERATION_number) {
    o->number = text ? strtoflt128(text, &end) : 0;
    o->rounded = (double)o->number;
    return !text || !*text || *end;
  }
  o->a = Index(json_array_get(array, 1), o->kind < OPERATION_neg ? MOST : i);
  if (o->kind < OPERATION_neg)
    *count[o->kind] = PetscMax(*count[o->kind], o->a + 1);
  o->b = o->kind < OPERATION_add ? 0 : Index(json_array_get(array, 2), i);
  return o->a < 0 || o->b < 0;
}

PetscErrorCode OperationsRead(const char *where, const char *key, const json_t *value, Arena arena,
                              const ProgramFunction **out) {
  const json_t *operations = json_object_get(value, "operations"),
               *values = json_object_get(value, "values");
  const int count = (int)json_array_size(operations);
  ProgramFunction *f;
  Operation *operation;
  int *results;
  *out = NULL;
  if (json_is_false(value))
    return 0;
  PetscCall(ArenaAllocate(arena, sizeof(*f), &f));
  *f = (ProgramFunction){0};
  *out = f;
  if (json_is_true(value))
    return 0;
  PetscCheck(count && json_array_size(values), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: %s is a function: true, or {\"operations\": [[...], ...], \"values\": [...]}",
             where, key);
  PetscCall(ArenaAllocate(arena, (size_t)count * sizeof(*operation), &operation));
  PetscCall(ArenaAllocate(arena, json_array_size(values) * sizeof(*results), &results));
  *f = (ProgramFunction){.operations = count,
                         .operation = operation,
                         .values = (int)json_array_size(values),
                         .value = results};
  for (int i = 0; i < count; i++)
    PetscCheck(!ReadOperation(json_array_get(operations, (size_t)i), i, f, &operation[i]),
               PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: %s: operation %d is none; it is a name and the indices of earlier ones, from 0",
               where, key, i);
  for (int i = 0; i < f->values; i++) {
    results[i] = Index(json_array_get(values, (size_t)i), count);
    PetscCheck(results[i] >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: %s: value %d is no operation", where, key, i);
  }
  return 0;
}
