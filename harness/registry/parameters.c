#include "registry/parameters.h"
#include "base/digits.h"
#include "registry/registry.h"

#include <ctype.h>

enum { COMPLAINT = 512 };

/* The text that gives each parameter its value: its default, until a setting replaces it. */
typedef struct {
  const char *name;
  char *text;
} Definition;

/* Applies one text "name=value, name=value". */
static PetscErrorCode Apply(const char *where, const char *text, gimbal_list parameters,
                            Definition definition[]) {
  for (const char *at = text, *comma;; at = comma + 1) {
    char name[64], what[COMPLAINT], *value;
    size_t length = 0, end;
    comma = at + strcspn(at, ",");
    while (isspace((unsigned char)*at))
      at++;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
      length++;
    end = length + strspn(at + length, " \t\n");
    UserCheck(length && length < sizeof(name) && at[end] == '=' && at[end + 1] != '=',
              "%s: settings \"%s\" are malformed at \"%.20s\"; write name=value, name=value", where,
              text, at);
    memcpy(name, at, length);
    name[length] = 0;
    const PetscInt i = ListFind(parameters, name);
    if (i < 0) {
      (void)snprintf(what, sizeof(what), "%s: unknown parameter", where);
      return ListRefuse(what, name, "parameters", parameters);
    }
    at += end + 1;
    value = MemoryZeroed((size_t)(comma - at) + 1, sizeof(*value));
    memcpy(value, at, (size_t)(comma - at));
    value[comma - at] = 0;
    free(definition[i].text);
    definition[i].text = value;
    if (!*comma)
      break;
  }
  return 0;
}

/* Definitions may stand in any order: evaluate those whose names are all known, until none is left
 * or nothing moves. `known` has room for the given variables and all parameters. */
static PetscErrorCode Resolve(const char *where, PetscInt definitions, Definition definition[],
                              PetscInt given, Variable known[], Quad values[]) {
  Variables variables = {given, known};
  char complaint[COMPLAINT];
  PetscInt left = definitions, before = -1, unclear = -1;
  while (left && left != before) {
    before = left;
    unclear = -1;
    for (PetscInt i = 0; i < definitions; i++) {
      char why[COMPLAINT];
      PetscInt one = 1;
      if (!definition[i].text)
        continue;
      if (!ExpressionTry(definition[i].text, variables, &one, &values[i], sizeof(why), why)) {
        if (unclear < 0) {
          unclear = i;
          memcpy(complaint, why, sizeof(why));
        }
        continue;
      }
      UserCheck(finiteq(values[i]), "%s: parameter %s = \"%s\" is not a finite number", where,
                definition[i].name, definition[i].text);
      known[variables.count++] = (Variable){definition[i].name, values[i]};
      free(definition[i].text);
      definition[i].text = NULL;
      left--;
    }
  }
  UserCheck(unclear < 0, "%s: parameter %s = %s", where, definition[unclear].name, complaint);
  return 0;
}

PetscErrorCode ParametersEvaluate(const char *where, gimbal_list parameters, PetscInt texts,
                                  const char *const text[], Variables variables, Quad values[]) {
  PetscInt count = (PetscInt)parameters.count;
  PetscErrorCode error = 0;
  UserCheck(count <= PARAMETERS_MOST, "%s: %d parameters are more than the %d there may be", where,
            (int)count, PARAMETERS_MOST);
  OWNED(MemoryFree) Definition *definition = MemoryZeroed((size_t)count, sizeof(*definition));
  OWNED(MemoryFree)
  Variable *known = MemoryZeroed((size_t)(count + variables.count), sizeof(*known));
  PetscCall(PetscArraycpy(known, variables.at, variables.count));
  for (PetscInt i = 0; i < count; i++) {
    const gimbal_value *value = ListAt(parameters, gimbal_value, i);
    definition[i].name = value->name;
    definition[i].text = MemoryText(value->value);
  }
  for (PetscInt i = 0; i < texts && !error; i++)
    if (text[i])
      error = Apply(where, text[i], parameters, definition);
  if (!error)
    error = Resolve(where, count, definition, variables.count, known, values);
  for (PetscInt i = 0; i < count; i++)
    free(definition[i].text);
  return error;
}

void ParameterVariables(gimbal_list parameters, const Quad values[], Arena arena,
                        Variables *variables) {
  Variable *at = ArenaArray(arena, parameters.count, sizeof(*at));
  for (size_t i = 0; i < parameters.count; i++)
    at[i] = (Variable){ListAt(parameters, gimbal_value, i)->name, values[i]};
  *variables = (Variables){(PetscInt)parameters.count, at};
}

PetscErrorCode FieldEvaluateList(const char *where, const char *field, const char *text,
                                 Variables variables, PetscInt *count, Quad values[]) {
  char complaint[COMPLAINT];
  UserCheck(ExpressionTry(text, variables, count, values, sizeof(complaint), complaint),
            "%s: %s = %s", where, field, complaint);
  return 0;
}

PetscErrorCode FieldCheck(const char *where, const char *field, const char *text,
                          Variables variables) {
  PetscInt one = 1;
  Quad value;
  if (text)
    PetscCall(FieldEvaluateList(where, field, text, variables, &one, &value));
  return 0;
}

PetscErrorCode FieldEvaluate(const char *where, const char *field, const char *text,
                             Variables variables, Quad *value) {
  PetscInt one = 1;
  if (!text)
    return 0;
  PetscCall(FieldEvaluateList(where, field, text, variables, &one, value));
  UserCheck(finiteq(*value), "%s: %s = \"%s\" is not a finite number", where, field, text);
  return 0;
}

PetscErrorCode FieldEvaluateCount(const char *where, const char *field, const char *text,
                                  PetscInt least, Variables variables, PetscInt *value) {
  char digits[DIGITS_ROOM];
  Quad number = (Quad)*value;
  PetscCall(FieldEvaluate(where, field, text, variables, &number));
  UserCheck(number == floorq(number) && number >= (Quad)least && number <= QUAD_C(1e9),
            "%s: %s = \"%s\" is %s; it must be a whole number from %d to 1e9", where, field,
            text ? text : "", DigitsShortest((double)number, digits), (int)least);
  *value = (PetscInt)number;
  return 0;
}
