#include "external/message.h"
#include "base/memory.h"
#include "base/json_text.h"
#include "external/client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *MessageNumber(double x) {
  if (isfinite(x))
    return json_real(x);
  return json_string(isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity");
}

json_t *MessageNumbers(size_t count, const double *x) {
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++)
    JsonAdd(array, MessageNumber(x[i]));
  return array;
}

int MessageReadNumber(const json_t *value, double *x) {
  const char *text = json_string_value(value);
  char *end;
  if (json_is_number(value)) {
    *x = json_number_value(value);
    return 0;
  }
  if (!text || !*text)
    return 1;
  *x = strtod(text, &end);
  return *end != 0;
}

/* The beginning of a value, on one line of ASCII. */
static void Quote(const json_t *value, char *quoted, size_t room) {
  const size_t flags = JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII;
  OWNED(MemoryFree) char *text = JsonText(value, flags);
  (void)snprintf(quoted, room, "%s", text ? text : "?");
}

int MessageReadNumbers(const json_t *array, size_t count, double *x, char *why, size_t room) {
  char quoted[32];
  if (!json_is_array(array)) {
    Quote(array, quoted, sizeof(quoted));
    (void)snprintf(why, room, "%s instead of an array of %zu numbers", array ? quoted : "nothing",
                   count);
    return 1;
  }
  if (json_array_size(array) != count) {
    (void)snprintf(why, room, "%zu entries instead of %zu", json_array_size(array), count);
    return 1;
  }
  for (size_t i = 0; i < count; i++)
    if (MessageReadNumber(json_array_get(array, i), &x[i])) {
      Quote(json_array_get(array, i), quoted, sizeof(quoted));
      (void)snprintf(why, room, "entry %zu is no number: %s", i + 1, quoted);
      return 1;
    }
  return 0;
}

char *MessageText(const json_t *value) {
  return JsonText(value, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17));
}

json_t *MessageRead(const char *line, size_t length, char *why, size_t room) {
  json_error_t error;
  json_t *value = JsonRead(line, length, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &error);
  char quoted[41];
  if (json_is_object(value))
    return value;
  (void)snprintf(quoted, sizeof(quoted), "%.*s", (int)length, line);
  MakePlain(quoted);
  (void)snprintf(why, room, "wrote a line that is not a JSON object: \"%s\"; %s", quoted,
                 *quoted == '{' ? error.text : "other output belongs on standard error");
  json_decref(value);
  return NULL;
}
