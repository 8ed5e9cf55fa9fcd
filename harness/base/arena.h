/* Memory that is given back at once: what one record, one store or one descriptor occupies. */
#pragma once

#include "base/lists.h"
#include "base/memory.h"

typedef struct _p_Arena *Arena;

extern Arena ArenaCreate(void);
extern void ArenaDestroy(Arena *);
/* Zeroed storage that lives as long as the arena. A size of 0 gives a pointer that may not be read. */
extern void *ArenaAllocate(Arena, size_t size);
/* An array of count elements: p = ArenaArray(arena, n, sizeof(*p)). */
extern void *ArenaArray(Arena, PetscInt64 count, size_t size);
/* Makes room for one more element in an array that was filled one by one, by this function only: the
 * pointer changes where the number of elements is 0 or a power of two. */
extern void ArenaGrow(Arena, PetscInt count, size_t size, void *pointer);
#define ArenaRoom(arena, count, pointer)                                                           \
  ArenaGrow(arena, count, sizeof(**(pointer)), (void *)(pointer))
/* Where one more element behind them goes: x = ArenaNext(arena, n, &p); and one more with its value:
 * ArenaAppend(arena, n, &p, value). */
#define ArenaNext(arena, count, pointer)                                                           \
  (ArenaRoom(arena, count, pointer), &(*(pointer))[(count)++])
#define ArenaAppend(arena, count, pointer, ...) (*ArenaNext(arena, count, pointer) = (__VA_ARGS__))
/* A copy of a text; NULL stays NULL. */
extern const char *ArenaText(Arena, const char *text);
/* The same at the end of a list. */
extern void TextsAdd(Arena, Texts *, const char *text);
/* A text made by a printf format. */
extern const char *ArenaPrint(Arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
extern const char *ArenaPrintList(Arena, const char *format, va_list);
