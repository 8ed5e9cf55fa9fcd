#include "base/json_text.h"
#include "base/digits.h"
#include "base/memory.h"
#include "base/text_stream.h"

void JsonNeedMemory(void) { json_set_alloc_funcs(MemoryTake, free); }

char *JsonText(const json_t *value, size_t flags) {
  TextStream buffer = {.room = 0};
  if (!json_dump_callback(value, TextStreamAppend, &buffer, flags))
    return buffer.text;
  free(buffer.text);
  return NULL;
}

static void Append(TextStream *buffer, const char *text) {
  (void)TextStreamAppend(text, strlen(text), buffer);
}

/* jansson's precision is one for all numbers of a text. */
static void AppendReal(double value, TextStream *buffer) {
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
  Append(buffer, text);
}

static void AppendValue(const json_t *value, TextStream *buffer) {
  const char *key, *before = "{";
  json_t *member;
  if (json_is_object(value)) {
    json_object_foreach((json_t *)value, key, member) {
      json_auto_t *name = json_string(key);
      Append(buffer, before);
      AppendValue(name, buffer);
      Append(buffer, ":");
      AppendValue(member, buffer);
      before = ",";
    }
    Append(buffer, *before == '{' ? "{}" : "}");
  } else if (json_is_array(value)) {
    Append(buffer, "[");
    for (size_t i = 0; i < json_array_size(value); i++) {
      Append(buffer, i ? "," : "");
      AppendValue(json_array_get(value, i), buffer);
    }
    Append(buffer, "]");
  } else if (json_is_real(value))
    AppendReal(json_real_value(value), buffer);
  else
    (void)json_dump_callback(value, TextStreamAppend, buffer, JSON_ENCODE_ANY);
}

char *JsonExactText(const json_t *value) {
  TextStream buffer = {.room = 0};
  AppendValue(value, &buffer);
  return buffer.text;
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
