/* A stream into a text. That of open_memstream says nothing where memory is short: the text is gone, or
 * ends early, and fclose returns 0. */
#pragma once

#include <petscsys.h>

typedef struct {
  FILE *file;
  char *text; /* complete once it is closed, with a 0 at its end; to be freed by free */
  size_t length, room;
} TextStream;

/* The structure stays where it is until it is closed. `file` can be printed to, and ftell says how long the
 * text is so far. */
extern void TextStreamOpen(TextStream *);
extern void TextStreamClose(TextStream *);
/* To such a text directly, as jansson wants it: always 0. */
extern int TextStreamAppend(const char *bytes, size_t count, void *stream);
