/* JSON as text, and text as JSON: jansson (2.14) overlooks in places that there is no memory, and leaves out a
 * key that it prints, or a letter or digit that it reads; and it passes over some null bytes. */
#pragma once

#include <jansson.h>
#include <stdio.h>

/* From here on values are whole: without memory for one the program ends (base/memory.h), so that nobody who
 * makes a value asks whether it is there. */
extern void JsonNeedMemory(void);

/* A member of an object, or one more of an array, which has the value from then on. */
static inline void JsonSet(json_t *object, const char *key, json_t *value) {
  (void)json_object_set_new(object, key, value);
}
static inline void JsonAdd(json_t *array, json_t *value) {
  (void)json_array_append_new(array, value);
}

/* As json_dumps, with its flags; to be freed by free; NULL: no value, or no memory, which such a program
 * need not ask for. */
extern char *JsonText(const json_t *value, size_t flags);

/* The same as a compact line in which every number has as few digits as reading it back takes, 17 at
 * most. */
extern char *JsonExactText(const json_t *value);

/* The first to a stream, whose own errors it keeps; not 0: no memory, or no value. */
extern int JsonPut(const json_t *value, FILE *stream, size_t flags);

/* As json_loadb, and a null byte is an error wherever it is. */
extern json_t *JsonRead(const char *text, size_t length, size_t flags, json_error_t *error);
