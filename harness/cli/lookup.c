#include "cli/lookup.h"
#include "plugin/butcher.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const Option LookupOptions[] = {OPTION(LookupWords, YES, 0, "json", NULL, json),
                                OPTION_PLUGINS(LookupWords, plugins),
                                {.kind = OPTION_END}};

/* The slash in "dla:tau=1/3" is one of a number. */
PetscBool LookupIsFile(const char *word) {
  const size_t length = strlen(word);
  return (PetscBool)(word[strcspn(word, ":/")] == '/' || ButcherIsFile(word) ||
                     (length > 3 && !strcmp(word + length - 3, ".so")));
}

PetscBool LookupIsSameFile(const char *one, const char *other) {
  char *first = realpath(one, NULL), *second = realpath(other, NULL);
  const PetscBool same = (PetscBool)(first && second && !strcmp(first, second));
  free(first);
  free(second);
  return same;
}

PetscErrorCode LookupFits(Method method, Model model, PetscBool *fits) {
  ModelCase instance;
  *fits = PETSC_FALSE;
  PetscCall(ModelCaseCreate(model, NULL, 0, &instance));
  for (size_t i = 0; i < model->descriptor->realisations.count && !*fits; i++)
    PetscCall(MethodAccepts(method, instance, (PetscInt)i, fits));
  return ModelCaseDestroy(&instance);
}

const Field *LookupField(const Layout *layout, const char *name) {
  const Field *field = layout->field;
  while (strcmp(field->name, name))
    field++;
  return field;
}

json_t *LookupTexts(const Layout *layout, const void *structure) {
  json_t *object = json_object();
  for (int i = 0; i < layout->fields; i++) {
    const Field *field = &layout->field[i];
    const char *text;
    if (field->kind > FIELD_TEXT)
      continue;
    memcpy(&text, (const char *)structure + field->offset, sizeof(text));
    (void)json_object_set_new(object, field->name, text ? json_string(text) : json_null());
  }
  return object;
}

json_t *LookupList(const Layout *layout, const void *structure, const char *list) {
  json_t *array = json_array();
  const Field *field = LookupField(layout, list);
  gimbal_list elements;
  memcpy(&elements, (const char *)structure + field->offset, sizeof(elements));
  for (size_t i = 0; i < elements.count; i++)
    (void)json_array_append_new(
        array, LookupTexts(field->of, (const char *)elements.at + i * elements.stride));
  return array;
}

const char *LookupText(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

int LookupNumber(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

void LookupJoin(const json_t *array, const char *key, const char *between, char text[],
                size_t room) {
  size_t end = 0;
  text[0] = 0;
  for (size_t i = 0; i < json_array_size(array) && end < room; i++) {
    const json_t *entry = json_array_get(array, i);
    end += (size_t)snprintf(text + end, room - end, "%s%s", i ? between : "",
                            key ? LookupText(entry, key) : json_string_value(entry));
  }
}

void LookupOrders(const json_t *method, char text[], size_t room) {
  static const char *const shown[][2] = {{"q", "q"}, {"v", "v"}, {"p", "p"}, {"lambda", "λ"}};
  const json_t *claims = json_object_get(method, "claims");
  size_t end = 0;
  text[0] = 0;
  for (size_t s = 0; s < sizeof(shown) / sizeof(shown[0]); s++)
    for (size_t i = 0; i < json_array_size(claims) && end < room; i++) {
      const json_t *claim = json_array_get(claims, i), *order = json_object_get(claim, "order");
      if (strcmp(LookupText(claim, "study"), "order") ||
          strcmp(LookupText(claim, "quantity"), shown[s][0]))
        continue;
      end += (size_t)snprintf(text + end, room - end, "%s%s ", end ? "  " : "", shown[s][1]);
      if (end >= room)
        return;
      if (json_is_number(order))
        end += (size_t)snprintf(text + end, room - end, "%g", json_number_value(order));
      else
        end += (size_t)snprintf(text + end, room - end, "%s", LookupText(claim, "value"));
      break;
    }
}

PetscErrorCode LookupRows(Columns columns, const json_t *object, const char *name, ...) {
  char text[4096];
  va_list rest;
  PetscErrorCode error = 0;
  va_start(rest, name);
  for (; name && !error; name = va_arg(rest, const char *)) {
    const json_t *value = json_object_get(object, va_arg(rest, const char *));
    if (json_is_array(value))
      LookupJoin(value, NULL, " ", text, sizeof(text));
    if (value && !json_is_null(value))
      error =
          ColumnsRow(columns, name, "%s", json_is_array(value) ? text : json_string_value(value));
  }
  va_end(rest);
  return error;
}

PetscErrorCode LookupTable(const json_t *array, PetscBool wrap, const char *const keys[]) {
  PetscInt count = 0;
  Columns columns;
  while (keys[count])
    count++;
  PetscCall(ColumnsCreate(count, 2, wrap, &columns));
  for (size_t i = 0; i < json_array_size(array); i++)
    for (PetscInt k = 0; k < count; k++) {
      const json_t *value = json_object_get(json_array_get(array, i), keys[k]);
      if (json_is_number(value))
        PetscCall(ColumnsAddFormat(columns, "%.10g", json_number_value(value)));
      else
        PetscCall(ColumnsAdd(columns, json_string_value(value)));
    }
  return ColumnsPrint(&columns);
}

PetscErrorCode LookupSection(const char *title, const json_t *array, const char *const keys[]) {
  if (json_array_size(array))
    printf("\n%s\n", title);
  return LookupTable(array, PETSC_TRUE, keys);
}
