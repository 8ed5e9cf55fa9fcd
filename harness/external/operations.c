#include "external/operations.h"
#include "external/message.h"

#define LEAF_NAME(name) #name,
#define NAME_OF(name, value) #name,
static const char *const names[] = {OPERATIONS(LEAF_NAME, NAME_OF, NAME_OF)};

enum { OPERATIONS_MOST = 1 << 20 }; /* and leaves */

int OperationIndex(const json_t *value, int end) {
  const double x = json_is_number(value) ? json_number_value(value) : -1;
  return x >= 0 && x < end && x == (int)x ? (int)x : -1;
}

/* Operation i. Not 0: it cannot be. */
static int ReadOperation(const json_t *array, int i, ProgramFunction *f, Operation *o) {
  const char *word = json_string_value(json_array_get(array, 0));
  const char *text = json_string_value(json_array_get(array, 1));
  int *const count[] = {
      [OPERATION_q] = &f->q, [OPERATION_v] = &f->v, [OPERATION_parameter] = &f->parameters};
  char *end = "";
  *o = (Operation){0};
  while (word && o->kind < OPERATION_KINDS && strcmp(word, names[o->kind]))
    o->kind++;
  if (!word || o->kind == OPERATION_KINDS ||
      json_array_size(array) != (o->kind == OPERATION_t    ? 1
                                 : o->kind < OPERATION_add ? 2
                                                           : 3))
    return 1;
  if (o->kind == OPERATION_t)
    return 0;
  if (o->kind == OPERATION_number) {
    o->number = text ? strtoflt128(text, &end) : 0;
    o->rounded = (double)o->number;
    return !text || !*text || *end || o->number != o->number;
  }
  o->a = OperationIndex(json_array_get(array, 1), o->kind < OPERATION_neg ? OPERATIONS_MOST : i);
  if (o->kind < OPERATION_neg && o->a >= *count[o->kind])
    *count[o->kind] = o->a + 1;
  o->b = o->kind < OPERATION_add ? 0 : OperationIndex(json_array_get(array, 2), i);
  return o->a < 0 || o->b < 0;
}

int OperationsRead(const json_t *value, Arena arena, ProgramFunction *f, char *why, size_t room) {
  const json_t *operations = json_object_get(value, "operations"),
               *values = json_object_get(value, "values");
  Operation *operation;
  int *results;
  *f = (ProgramFunction){.operations = (int)json_array_size(operations),
                         .values = (int)json_array_size(values)};
  (void)snprintf(why, room,
                 " is a function: true, or {\"operations\": [[...], ...], \"values\": [...]}");
  if (!f->operations || !f->values)
    return 1;
  (void)snprintf(why, room, ": there are %d operations; at most %d", f->operations,
                 OPERATIONS_MOST);
  if (f->operations > OPERATIONS_MOST)
    return 1;
  f->operation = operation = ArenaArray(arena, f->operations, sizeof(*operation));
  f->value = results = ArenaArray(arena, f->values, sizeof(*results));
  for (int i = 0; i < f->operations; i++)
    if (ReadOperation(json_array_get(operations, (size_t)i), i, f, &operation[i])) {
      char *text = MessageText(json_array_get(operations, (size_t)i));
      (void)snprintf(why, room,
                     ": operation %d, %.64s, is wrong; it is a name and the index of a leaf, a "
                     "number as text, or the indices of one or two earlier operations, from 0",
                     i, text ? text : "");
      free(text);
      return 1;
    }
  for (int i = 0; i < f->values; i++)
    if ((results[i] = OperationIndex(json_array_get(values, (size_t)i), f->operations)) < 0) {
      (void)snprintf(why, room, ": value %d is not the index of an operation", i);
      return 1;
    }
  return 0;
}
