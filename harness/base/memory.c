#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*source)(size_t) = malloc;

void MemorySetSource(void *(*other)(size_t)) { source = other; }

void *MemoryTake(size_t size) {
  void *at = size > SIZE_MAX / 2 ? NULL : source(size + !size);
  if (!at)
    MemoryEnd(size);
  return at;
}

void *MemoryZeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size)
    MemoryEnd(SIZE_MAX);
  return memset(MemoryTake(count * size), 0, count * size);
}

void *MemoryGrow(void *at, size_t kept, size_t size) {
  void *more = MemoryTake(size);
  if (kept)
    memcpy(more, at, kept);
  free(at);
  return more;
}

char *MemoryText(const char *text) {
  const size_t size = text ? strlen(text) + 1 : 0;
  return text ? memcpy(MemoryTake(size), text, size) : NULL;
}

char *MemoryPrint(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0)
    MemoryEnd(SIZE_MAX);
  char *text = MemoryTake((size_t)length + 1);
  va_start(arguments, format);
  (void)vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}
