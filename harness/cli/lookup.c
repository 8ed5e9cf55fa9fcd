#include "cli/lookup.h"
#include "base/word_list.h"

const Option LookupOptions[] = {OPTION(LookupWords, YES, 0, "json", NULL, json),
                                OPTION_PLUGINS(LookupWords, plugins),
                                {.kind = OPTION_END}};

/* The slash in "dla:tau=1/3" is one of a number, and no name has a dot. */
PetscBool LookupIsFile(const char *word) {
  const char sign = word[strcspn(word, ":/.")];
  return (PetscBool)(sign == '/' || sign == '.');
}

PetscBool LookupIsSameFile(const char *one, const char *other) {
  OWNED(MemoryFree) char *first = realpath(one, NULL);
  OWNED(MemoryFree) char *second = realpath(other, NULL);
  return (PetscBool)(first && second && !strcmp(first, second));
}

PetscErrorCode LookupFits(Method method, Model model, PetscBool *fits) {
  OWNED(ModelCaseDestroy) ModelCase instance = NULL;
  *fits = PETSC_FALSE;
  PetscCall(ModelCaseCreate(model, NULL, 0, &instance));
  for (size_t i = 0; i < model->descriptor->realisations.count && !*fits; i++)
    PetscCall(MethodAccepts(method, instance, (PetscInt)i, fits));
  return 0;
}

json_t *LookupPrecision(const void *quad) {
  return json_string(quad ? "double and quadruple" : "double only (no quadruple-precision build)");
}

const LayoutField *LookupField(const Layout *layout, const char *name) {
  const LayoutField *field = layout->field;
  while (strcmp(field->name, name))
    field++;
  return field;
}

json_t *LookupTexts(const Layout *layout, const void *structure) {
  json_t *object = json_object();
  for (int i = 0; i < layout->fields; i++) {
    const LayoutField *field = &layout->field[i];
    const char *text;
    if (field->kind > FIELD_TEXT)
      continue;
    memcpy(&text, (const char *)structure + field->offset, sizeof(text));
    JsonSet(object, field->name, text ? json_string(text) : json_null());
  }
  return object;
}

json_t *LookupList(const Layout *layout, const void *structure, const char *list) {
  json_t *array = json_array();
  const LayoutField *field = LookupField(layout, list);
  gimbal_list elements;
  memcpy(&elements, (const char *)structure + field->offset, sizeof(elements));
  for (size_t i = 0; i < elements.count; i++)
    JsonAdd(array, LookupTexts(field->of, (const char *)elements.at + i * elements.stride));
  return array;
}

const char *LookupText(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

int LookupNumber(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

/* ---- For people ---- */

enum { SHOWN = 12, KEYS = 16, WIDE = 100 };

static PetscBool IsList(const json_t *value) {
  return (PetscBool)(json_is_array(value) && json_is_object(json_array_get(value, 0)));
}

/* A text, a number, or texts, of which no more than `most` are shown; of anything else "". */
static void ValueText(const json_t *value, size_t most, char text[], size_t room) {
  const size_t all = json_array_size(value);
  *text = 0;
  if (json_is_string(value))
    (void)snprintf(text, room, "%s", json_string_value(value));
  else if (json_is_number(value))
    (void)snprintf(text, room, "%.6g", json_number_value(value));
  for (size_t i = 0; i < PetscMin(all, most) && !IsList(value); i++)
    WordsAppend(text, room, " ", json_string_value(json_array_get(value, i)));
  if (all > most && !IsList(value))
    (void)snprintf(text + strlen(text), room - strlen(text), " and %zu more", all - most);
}

void LookupOrders(const json_t *method, char text[], size_t room) {
  static const char *const shown[][2] = {{"q", "q"}, {"v", "v"}, {"p", "p"}, {"lambda", "λ"}};
  const json_t *claims = json_object_get(method, "claims");
  text[0] = 0;
  for (size_t s = 0; s < sizeof(shown) / sizeof(shown[0]); s++)
    for (size_t i = 0; i < json_array_size(claims); i++) {
      const json_t *claim = json_array_get(claims, i), *order = json_object_get(claim, "order");
      char value[128];
      if (strcmp(LookupText(claim, "study"), "order") ||
          strcmp(LookupText(claim, "quantity"), shown[s][0]))
        continue;
      ValueText(json_is_number(order) ? order : json_object_get(claim, "value"), 1, value,
                sizeof(value));
      WordsAppend(text, room, "  ", shown[s][1]);
      WordsAppend(text, room, " ", value);
      break;
    }
}

void LookupTable(const json_t *array, PetscBool heading, const char *const keys[]) {
  char text[4096];
  PetscInt count = 0;
  while (keys[count])
    count++;
  Columns columns = ColumnsCreate(count, 2, heading);
  for (PetscInt k = 0; heading && k < count; k++)
    ColumnsAdd(columns, keys[k]);
  for (size_t i = 0; i < json_array_size(array); i++)
    for (PetscInt k = 0; k < count; k++) {
      ValueText(json_object_get(json_array_get(array, i), keys[k]), heading ? SHOWN : SIZE_MAX,
                text, sizeof(text));
      ColumnsAdd(columns, text);
    }
  ColumnsPrint(&columns);
}

/* The keys under which some of the objects have a text or a number; and how wide their columns are but for the last,
 * whose lines are broken. */
static size_t FindKeys(const json_t *array, const char *keys[KEYS + 1]) {
  const json_t *value;
  const char *key;
  char text[4096];
  PetscInt count = 0;
  size_t all = 0, last = 0;
  json_object_foreach((json_t *)(uintptr_t)json_array_get(array, 0), key, value) {
    size_t longest = 0;
    for (size_t i = 0; i < json_array_size(array); i++) {
      ValueText(json_object_get(json_array_get(array, i), key), SHOWN, text, sizeof(text));
      longest = PetscMax(longest, strlen(text));
    }
    if (!longest || count == KEYS)
      continue;
    keys[count++] = key;
    all += last;
    last = 2 + PetscMax(longest, strlen(key));
  }
  keys[count] = NULL;
  return all;
}

static void PrintObject(const json_t *object, size_t most);

static void PrintPart(const char *title, const json_t *value) {
  const char *keys[KEYS + 1];
  if (!json_object_size(value) && !IsList(value))
    return;
  const PetscBool table = (PetscBool)(json_is_array(value) && FindKeys(value, keys) <= WIDE);
  if (json_is_object(value) || table)
    printf("\n%s\n", title);
  if (json_is_object(value))
    PrintObject(value, SHOWN);
  else if (table)
    LookupTable(value, PETSC_TRUE, keys);
  for (size_t i = 0; i < json_array_size(value) && !table; i++) { /* too wide for one */
    printf("\n%s, %zu of %zu\n", title, i + 1, json_array_size(value));
    PrintObject(json_array_get(value, i), SHOWN);
  }
}

static void PrintObject(const json_t *object, size_t most) {
  json_t *const whole = (json_t *)(uintptr_t)object, *value;
  char text[8192];
  const char *key;
  Columns columns = ColumnsCreate(2, 2, PETSC_TRUE);
  json_object_foreach(whole, key, value) {
    ValueText(value, most, text, sizeof(text));
    ColumnsRow(columns, key, "%s", text);
  }
  ColumnsPrint(&columns);
  json_object_foreach(whole, key, value) PrintPart(key, value);
}

void LookupPrint(const json_t *object) { PrintObject(object, SIZE_MAX); }
