#include "base/json_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  size_t length, room;
  int failed; /* which jansson may not notice */
} Buffer;

static int Append(const char *text, size_t length, void *context) {
  Buffer *buffer = context;
  if (buffer->room - buffer->length <= length) {
    const size_t room = 2 * buffer->room + length + 256;
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

char *JsonText(const json_t *value, size_t flags) {
  Buffer buffer = {.text = NULL};
  if (!json_dump_callback(value, Append, &buffer, flags) && !buffer.failed)
    return buffer.text;
  free(buffer.text);
  return NULL;
}
