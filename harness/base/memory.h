/* Memory that is there: who asks for some goes on with it, or the program ends with a line and status 3. */
#pragma once

#include <stdlib.h>

/* To be freed by free. */
extern void *MemoryTake(size_t);
/* The same, zeroed, for count elements of that size; of a size of 0 a pointer that may not be read. */
extern void *MemoryZeroed(size_t count, size_t size);
/* More room for so many bytes that are kept. */
extern void *MemoryGrow(void *at, size_t kept, size_t size);
/* A copy of a text; NULL stays NULL. */
extern char *MemoryText(const char *text);
/* A text made by a printf format. */
extern char *MemoryPrint(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Where this process gets it from, instead of malloc; free gives it back. */
extern void MemorySetSource(void *(*)(size_t));
/* There was none for so many bytes. libgimbal_judge has one of its own, for it ends nobody's program. */
extern _Noreturn void MemoryEnd(size_t);

/* What a variable has is given back where its block ends, also by an error: OWNED(MemoryFree) char *text = NULL; of
 * jansson's values json_auto_t does it. */
#define OWNED(destroy) __attribute__((cleanup(destroy)))
/* Of what is to be freed by free: the address of the pointer. */
static inline void MemoryFree(void *pointer) { free(*(void **)pointer); }
