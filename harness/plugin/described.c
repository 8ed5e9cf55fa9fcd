#include "plugin/described.h"
#include "base/json_text.h"
#include "base/nearest.h"
#include "base/word_list.h"
#include "numerics/quad.h"
#include "plugin/butcher.h"
#include "external/operations.h"
#include "plugin/layout.h"

/* Where we are, in messages: "python3 mine.py: method 2, claim 1". */
enum { WHERE = 512 };

/* A text, or what stands for one: a number, true and false (a condition), or an array of such, which
 * becomes a list with commas (the entries of a tableau). */
static PetscErrorCode ReadText(const char *where, const char *key, const json_t *value, Arena arena,
                               const char **text) {
  const json_t *entry;
  const char *part;
  size_t i;
  if (json_is_string(value))
    *text = ArenaText(arena, json_string_value(value));
  else if (json_is_boolean(value))
    *text = json_is_true(value) ? "1" : "0";
  else if (json_is_number(value))
    *text = ArenaPrint(arena, "%.17g", json_number_value(value));
  else {
    UserCheck(json_is_array(value), "%s: %s is neither a text nor a number", where, key);
    *text = "";
    json_array_foreach(value, i, entry) {
      UserCheck(!json_is_array(entry), "%s: %s is an array of arrays; write its entries in one",
                where, key);
      PetscCall(ReadText(where, key, entry, arena, &part));
      *text = ArenaPrint(arena, "%s%s%s", *text, i ? ", " : "", part);
    }
  }
  return 0;
}

static PetscErrorCode UnknownKey(const char *where, const Layout *layout, const char *key) {
  NameList known = {.count = 0};
  char hint[NEAREST_HINT];
  for (int i = 0; i < layout->fields; i++)
    if (layout->field[i].kind != FIELD_FUNCTION)
      NameListAdd(&known, PETSC_FALSE, layout->field[i].name);
  UserError("%s: a %s has no key \"%s\"%s", where, layout->name, key,
            NearestHint(key, known.count, known.at, NEAREST_GUESSED, hint));
}

static PetscErrorCode ReadElement(const char *where, const Layout *layout, const json_t *object,
                                  Arena arena, void *element);

static PetscErrorCode ReadList(const char *where, const Layout *layout, const json_t *array,
                               Arena arena, gimbal_list *list) {
  const size_t count = json_array_size(array);
  char path[WHERE];
  UserCheck(json_is_array(array), "%s: its list of %s entries is not an array", where,
            layout->name);
  char *elements = ArenaAllocate(arena, count * layout->size);
  for (size_t i = 0; i < count; i++) {
    (void)snprintf(path, sizeof(path), "%s%s%s %zu", where, strstr(where, ": ") ? ", " : ": ",
                   layout->name, i + 1);
    PetscCall(
        ReadElement(path, layout, json_array_get(array, i), arena, elements + i * layout->size));
  }
  *list = (gimbal_list){elements, count, layout->size};
  return 0;
}

/* The tables of a realisation are the formulations, in the order of gimbal_formulation. */
static PetscErrorCode ReadFormulation(const char *where, const json_t *value, int *formulation) {
  const char *word = json_string_value(value);
  const Layout *layout = &RealisationLayout;
  char names[256] = "";
  int next = GIMBAL_LAGRANGIAN;
  for (int i = 0; i < layout->fields; i++) {
    if (layout->field[i].kind != FIELD_TABLE)
      continue;
    if (word && !strcmp(word, layout->field[i].name)) {
      *formulation = next;
      return 0;
    }
    WordsAppend(names, sizeof(names), ", ", layout->field[i].name);
    next++;
  }
  UserError("%s: formulation is one of %s, not %s%s%s", where, names, word ? "\"" : "",
            word ? word : "a value that is not a text", word ? "\"" : "");
}

/* In place of a model's function stands how the program computes it: true, or its operations. Functions of a
 * method are calls of its steps: see ReadCalls. */
static PetscErrorCode ReadFunction(const char *where, const char *key, const json_t *value,
                                   Arena arena, void *at) {
  char why[EXTERNAL_WHY];
  if (json_is_false(value))
    return 0;
  ProgramFunction *f = ArenaAllocate(arena, sizeof(*f));
  memcpy(at, &f, sizeof(f));
  UserCheck(json_is_true(value) || !OperationsRead(value, arena, f, why, sizeof(why)), "%s: %s%s",
            where, key, why);
  return 0;
}

/* A structure that begins with its size. */
static PetscErrorCode ReadTable(const char *where, const LayoutField *field, const json_t *value,
                                Arena arena, void *at) {
  void *table = field->kind == FIELD_TABLE ? ArenaAllocate(arena, field->of->size) : at;
  memset(table, 0, field->of->size);
  memcpy(table, &field->of->size, sizeof(field->of->size));
  if (field->kind == FIELD_TABLE)
    memcpy(at, &table, sizeof(table));
  return ReadElement(where, field->of, value, arena, table);
}

/* Keys that are no member of the structure, and are read where it is complete. */
static PetscBool IsReadElsewhere(const Layout *layout, const char *key) {
  return (PetscBool)(strcmp(layout->name, "model")
                         ? !strcmp(layout->name, "method") && !strcmp(key, "calls")
                         : !strncmp(key, "precision", 9));
}

/* By the layout that compiled descriptors are copied with. */
static PetscErrorCode ReadElement(const char *where, const Layout *layout, const json_t *object,
                                  Arena arena, void *element) {
  const char *key;
  json_t *value;
  UserCheck(json_is_object(object), "%s: it is not a JSON object", where);
  const PetscBool steps =
      (PetscBool)(!strcmp(layout->name, "method") || !strcmp(layout->name, "probe"));
  json_object_foreach((json_t *)object, key, value) {
    const LayoutField *field = NULL;
    for (int i = 0; i < layout->fields; i++)
      if (!strcmp(layout->field[i].name, key) && layout->field[i].kind != FIELD_RESERVED &&
          !(steps && layout->field[i].kind == FIELD_FUNCTION))
        field = &layout->field[i];
    if (!field && IsReadElsewhere(layout, key))
      continue;
    if (!field)
      PetscCall(UnknownKey(where, layout, key));
    void *at = (char *)element + field->offset;
    if (json_is_null(value))
      continue;
    if (field->kind == FIELD_LIST)
      PetscCall(ReadList(where, field->of, value, arena, at));
    else if (field->kind == FIELD_FUNCTION)
      PetscCall(ReadFunction(where, key, value, arena, at));
    else if (field->kind == FIELD_TABLE || field->kind == FIELD_EMBEDDED)
      PetscCall(ReadTable(where, field, value, arena, at));
    else if (field->kind == FIELD_NUMBER)
      PetscCall(ReadFormulation(where, value, at));
    else
      PetscCall(ReadText(where, key, value, arena, at));
  }
  return 0;
}

/* Which functions it has: of the words start, step and advance. */
static PetscErrorCode ReadCalls(const char *where, const json_t *object, gimbal_method *method) {
  const json_t *calls = json_object_get(object, "calls"), *call;
  size_t i;
  method->open = ExternalFunctions.open;
  method->close = ExternalFunctions.close;
  if (!calls)
    method->step = ExternalFunctions.step;
  json_array_foreach(calls, i, call) {
    const char *word = json_string_value(call);
    if (word && !strcmp(word, "start"))
      method->start = ExternalFunctions.start;
    else if (word && !strcmp(word, "step"))
      method->step = ExternalFunctions.step;
    else {
      UserCheck(word && !strcmp(word, "advance"),
                "%s: calls is an array of the words start, step and advance", where);
      method->advance = ExternalFunctions.advance;
    }
  }
  return 0;
}

static PetscErrorCode Complete(const char *where, External *external, size_t index,
                               const json_t *object, Arena arena, gimbal_method *method) {
  gimbal_probe *const probe = (gimbal_probe *)method->probes.at; /* made above */
  ExternalMethod *context = ArenaAllocate(arena, sizeof(*context));
  *context = (ExternalMethod){.external = external,
                              .index = (int)index,
                              .formulation = method->formulation,
                              .parameters = method->parameters.count};
  UserCheck(method->probes.count <= EXTERNAL_PROBES, "%s: %zu probes; at most %d", where,
            method->probes.count, EXTERNAL_PROBES);
  for (size_t i = 0; i < method->probes.count; i++) {
    context->probe[i] = probe[i].name;
    probe[i].measure = ExternalFunctions.measure[i];
  }
  method->context = context;
  return ReadCalls(where, object, method);
}

static PetscErrorCode ReadMethods(const char *where, const json_t *methods, Arena arena,
                                  gimbal_plugin *plugin) {
  *plugin = (gimbal_plugin){
      .abi_major = GIMBAL_ABI_MAJOR, .abi_minor = GIMBAL_ABI_MINOR, .size = sizeof(*plugin)};
  return methods ? ReadList(where, PluginLayout.field[0].of, methods, arena, &plugin->methods) : 0;
}

/* Bit i of *quadruple becomes whether model i computes in quadruple precision. */
static PetscErrorCode ReadModels(const char *where, const json_t *models, Arena arena,
                                 gimbal_plugin *plugin, uint64_t *quadruple) {
  enum { MOST = 64 };
  *quadruple = 0;
  if (!models)
    return 0;
  UserCheck(json_array_size(models) <= MOST, "%s: %zu models; at most %d", where,
            json_array_size(models), MOST);
  PetscCall(ReadList(where, PluginLayout.field[1].of, models, arena, &plugin->models));
  for (size_t i = 0; i < plugin->models.count; i++) {
    const json_t *precision = json_object_get(json_array_get(models, i), "precision");
    const char *word = precision ? json_string_value(precision) : "double";
    UserCheck(word && (!strcmp(word, "double") || !strcmp(word, "quadruple")),
              "%s: model %zu: precision is double or quadruple", where, i + 1);
    if (!strcmp(word, "quadruple") && HAVE_QUAD)
      *quadruple |= (uint64_t)1 << i;
  }
  return 0;
}

static PetscErrorCode ReadAnswer(External *external, const char *where, const json_t *answer,
                                 Arena arena, gimbal_plugin *plugin, uint64_t *quadruple) {
  const json_t *methods = json_object_get(answer, "methods"),
               *models = json_object_get(answer, "models");
  const double protocol = json_number_value(json_object_get(answer, "protocol"));
  char spoken[32];
  (void)snprintf(spoken, sizeof(spoken), "%g", protocol); /* PETSc's own %g ends with a point */
  UserCheck(protocol >= 1 && protocol <= EXTERNAL_PROTOCOL && protocol == (int)protocol,
            "%s: its answer to \"describe\" has protocol %s instead of 1 or %d", where, spoken,
            EXTERNAL_PROTOCOL);
  UserCheck(json_array_size(methods) + json_array_size(models),
            "%s: its answer to \"describe\" has neither methods nor models; it is "
            "{\"protocol\": 1, \"methods\": [{...}, ...], \"models\": [{...}, ...]}",
            where);
  PetscCall(ReadMethods(where, methods, arena, plugin));
  PetscCall(ReadModels(where, models, arena, plugin, quadruple));
  for (size_t i = 0; i < plugin->methods.count; i++) {
    char path[WHERE];
    (void)snprintf(path, sizeof(path), "%s: method %zu", where, i + 1);
    PetscCall(Complete(path, external, i, json_array_get(methods, i), arena,
                       (gimbal_method *)plugin->methods.at + i));
  }
  return 0;
}

PetscErrorCode DescribedRead(External *external, const char *where, Arena arena,
                             gimbal_plugin *plugin, uint64_t *quadruple, const char **text) {
  char why[EXTERNAL_WHY];
  json_auto_t *answer = ExternalDescribe(external, why);
  UserCheck(answer, "%s: %s", where, why);
  OWNED(MemoryFree) char *words = JsonText(answer, JSON_COMPACT | JSON_SORT_KEYS);
  PetscCall(ReadAnswer(external, where, answer, arena, plugin, quadruple));
  *text = ArenaText(arena, words);
  return 0;
}

PetscErrorCode DescribedReadTables(const char *file, Arena arena, gimbal_plugin *plugin) {
  json_auto_t *methods = NULL;
  PetscCall(ButcherRead(file, &methods));
  return ReadMethods(file, methods, arena, plugin);
}
