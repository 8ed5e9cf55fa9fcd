/* JSON as text, and text as JSON, also where memory is short: jansson (2.14) overlooks in places that
 * there is none, and leaves out a key that it prints, or a letter or digit that it reads; and it passes
 * over some null bytes. */
#ifndef GIMBAL_HARNESS_BASE_JSON_TEXT_H
#define GIMBAL_HARNESS_BASE_JSON_TEXT_H

#include <jansson.h>
#include <stdio.h>

/* From here on it is known whether values are whole: those who build them from many parts need not ask
 * after each, and what lacks a part is not made into text. For commands that print and end. */
extern void JsonWatch(void);
extern int JsonLacksSomething(void);

/* As json_dumps, with its flags; to be freed by free; NULL: no memory, or no value. */
extern char *JsonText(const json_t *value, size_t flags);

/* A compact line in which every number has as few digits as reading it back takes, 17 at most; to be
 * freed by free; NULL: no memory, or no value. */
extern char *JsonExactText(const json_t *value);

/* The first to a stream, whose own errors it keeps; not 0: no memory, or no value. */
extern int JsonPut(const json_t *value, FILE *stream, size_t flags);

/* As json_loadb, and a null byte is an error wherever it is; *no_memory tells that the value is NULL
 * for want of it, whatever the text is. */
extern json_t *JsonRead(const char *text, size_t length, size_t flags, json_error_t *error,
                        int *no_memory);

#endif
