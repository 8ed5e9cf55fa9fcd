#include "base/json_text.h"
#include "base/digits.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char *text;
  size_t length, room;
  int failed; /* which jansson may not notice */
} Buffer;

static int Append(const char *text, size_t length, void *context) {
  Buffer *buffer = context;
  if (buffer->room - buffer->length <= length) {
    size_t room =
        buffer->room; /* of few sizes, whatever the texts are: what is freed is taken again */
    while (room - buffer->length <= length)
      room = 2 * room + 256;
    json_malloc_t allocate; /* who has given jansson memory of its own means its texts too */
    json_free_t release;
    json_get_alloc_funcs(&allocate, &release);
    char *longer = buffer->failed ? NULL : allocate(room);
    if (!longer) {
      buffer->failed = 1;
      return -1;
    }
    if (buffer->length)
      memcpy(longer, buffer->text, buffer->length);
    release(buffer->text);
    buffer->text = longer;
    buffer->room = room;
  }
  memcpy(buffer->text + buffer->length, text, length);
  buffer->length += length;
  buffer->text[buffer->length] = 0;
  return 0;
}

static void *NeededMemory(size_t size) {
  static const char message[] = "gimbal: no memory for a text of JSON\n";
  enum { STATUS_BROKEN = 3 };
  void *at = malloc(size);
  if (at)
    return at;
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(STATUS_BROKEN);
}

void JsonNeedMemory(void) { json_set_alloc_funcs(NeededMemory, free); }

char *JsonText(const json_t *value, size_t flags) {
  Buffer buffer = {.text = NULL};
  if (!json_dump_callback(value, Append, &buffer, flags) && !buffer.failed)
    return buffer.text;
  free(buffer.text);
  return NULL;
}

/* jansson's precision is one for all numbers of a text. */
static int AppendReal(double value, Buffer *buffer) {
  char text[DIGITS_ROOM], *exponent;
  (void)DigitsShortest(value, text);
  if (!text[strcspn(text, ".e")])
    (void)strcat(text, ".0"); /* a number that is not whole by its kind, as jansson has it */
  exponent = strchr(text, 'e');
  if (exponent) { /* e-05 and e+20 are e-5 and e20 */
    char *to = exponent + 1 + (exponent[1] == '-');
    const char *from = exponent + 2 + strspn(exponent + 2, "0");
    memmove(to, from, strlen(from) + 1);
  }
  return Append(text, strlen(text), buffer);
}

static int AppendValue(const json_t *value, Buffer *buffer);

static int AppendArray(const json_t *array, Buffer *buffer) {
  int failed = Append("[", 1, buffer);
  for (size_t i = 0; i < json_array_size(array) && !failed; i++)
    failed = (i && Append(",", 1, buffer)) || AppendValue(json_array_get(array, i), buffer);
  return failed || Append("]", 1, buffer);
}

static int AppendObject(const json_t *object, Buffer *buffer) {
  int failed = Append("{", 1, buffer), first = 1;
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)object, key, value) {
    json_t *name = json_string(key);
    failed = failed || !name || (!first && Append(",", 1, buffer)) || AppendValue(name, buffer) ||
             Append(":", 1, buffer) || AppendValue(value, buffer);
    json_decref(name);
    first = 0;
  }
  return failed || Append("}", 1, buffer);
}

static int AppendValue(const json_t *value, Buffer *buffer) {
  if (json_is_object(value))
    return AppendObject(value, buffer);
  if (json_is_array(value))
    return AppendArray(value, buffer);
  if (json_is_real(value))
    return AppendReal(json_real_value(value), buffer);
  return json_dump_callback(value, Append, buffer, JSON_ENCODE_ANY);
}

char *JsonExactText(const json_t *value) {
  Buffer buffer = {.text = NULL};
  if (value && !AppendValue(value, &buffer) && !buffer.failed)
    return buffer.text;
  free(buffer.text);
  return NULL;
}

int JsonPut(const json_t *value, FILE *stream, size_t flags) {
  char *text = JsonText(value, flags);
  if (!text)
    return 1;
  (void)fputs(text, stream);
  free(text);
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
