#include "base/json_text.h"
#include "base/digits.h"
#include "base/memory.h"
#include "base/text_stream.h"

void JsonNeedMemory(void) { json_set_alloc_funcs(MemoryTake, free); }

/* What was written; NULL: not all of it. */
static char *End(TextStream *buffer, int failed) {
  if (!failed)
    return buffer->text;
  free(buffer->text);
  return NULL;
}

char *JsonText(const json_t *value, size_t flags) {
  TextStream buffer = {.room = 0};
  return End(&buffer, json_dump_callback(value, TextStreamAppend, &buffer, flags));
}

/* jansson's precision is one for all numbers of a text. */
static int AppendReal(double value, TextStream *buffer) {
  char text[DIGITS_ROOM];
  (void)DigitsShortest(value, text);
  if (!text[strcspn(text, ".e")])
    (void)strcat(text, ".0"); /* a number that is not whole by its kind, as jansson has it */
  char *exponent = strchr(text, 'e');
  if (exponent) { /* e-05 and e+20 are e-5 and e20 */
    char *to = exponent + 1 + (exponent[1] == '-');
    const char *from = exponent + 2 + strspn(exponent + 2, "0");
    memmove(to, from, strlen(from) + 1);
  }
  return TextStreamAppend(text, strlen(text), buffer);
}

static int AppendValue(const json_t *value, TextStream *buffer);

static int AppendArray(const json_t *array, TextStream *buffer) {
  int failed = TextStreamAppend("[", 1, buffer);
  for (size_t i = 0; i < json_array_size(array) && !failed; i++)
    failed =
        (i && TextStreamAppend(",", 1, buffer)) || AppendValue(json_array_get(array, i), buffer);
  return failed || TextStreamAppend("]", 1, buffer);
}

static int AppendObject(const json_t *object, TextStream *buffer) {
  int failed = TextStreamAppend("{", 1, buffer), first = 1;
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)object, key, value) {
    json_t *name = json_string(key);
    failed = failed || !name || (!first && TextStreamAppend(",", 1, buffer)) ||
             AppendValue(name, buffer) || TextStreamAppend(":", 1, buffer) ||
             AppendValue(value, buffer);
    json_decref(name);
    first = 0;
  }
  return failed || TextStreamAppend("}", 1, buffer);
}

static int AppendValue(const json_t *value, TextStream *buffer) {
  if (json_is_object(value))
    return AppendObject(value, buffer);
  if (json_is_array(value))
    return AppendArray(value, buffer);
  if (json_is_real(value))
    return AppendReal(json_real_value(value), buffer);
  return json_dump_callback(value, TextStreamAppend, buffer, JSON_ENCODE_ANY);
}

char *JsonExactText(const json_t *value) {
  TextStream buffer = {.room = 0};
  return End(&buffer, !value || AppendValue(value, &buffer));
}

int JsonPut(const json_t *value, FILE *stream, size_t flags) {
  OWNED(MemoryFree) char *text = JsonText(value, flags);
  if (!text)
    return 1;
  (void)fputs(text, stream);
  return 0;
}

/* jansson (2.14) passes over a null after a number; those who take the text for a string end there. */
static int HasNull(const char *text, size_t length, json_error_t *error) {
  const char *null = memchr(text, 0, length);
  if (!null)
    return 0;
  if (error) {
    *error = (json_error_t){.line = 1, .column = -1, .position = (int)(null - text)};
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(null - at))); at++)
      error->line++;
    (void)snprintf(error->text, sizeof(error->text), "a null byte");
  }
  return 1;
}

json_t *JsonRead(const char *text, size_t length, size_t flags, json_error_t *error) {
  return HasNull(text, length, error) ? NULL : json_loadb(text, length, flags, error);
}
