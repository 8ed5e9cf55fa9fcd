/* Memory that is given back at once: what one record, one store or one descriptor occupies. */
#pragma once

#include "base/lists.h"

typedef struct _p_Arena *Arena;

extern PetscErrorCode ArenaCreate(Arena *);
extern void ArenaDestroy(Arena *);
/* Where arenas of this process get their memory from, instead of malloc; free gives it back. */
extern void ArenaSetAllocator(void *(*)(size_t));
/* Zeroed storage that lives as long as the arena; no memory is PETSC_ERR_MEM. A size of 0 gives a
 * pointer that may not be read. */
extern PetscErrorCode ArenaAllocate(Arena, size_t size, void *pointer);
/* An array of count elements: ArenaArray(arena, n, &p). */
#define ArenaArray(arena, count, pointer)                                                          \
  ArenaAllocate(arena, (size_t)(count) * sizeof(**(pointer)), (void *)(pointer))
/* Makes room for one more element in an array that was filled one by one, by this function only: the
 * pointer changes where the number of elements is 0 or a power of two. */
extern PetscErrorCode ArenaGrow(Arena, PetscInt count, size_t size, void *pointer);
#define ArenaRoom(arena, count, pointer)                                                           \
  ArenaGrow(arena, count, sizeof(**(pointer)), (void *)(pointer))
/* One more element behind them: ArenaAppend(arena, n, &p, value). */
#define ArenaAppend(arena, count, pointer, ...)                                                    \
  do {                                                                                             \
    PetscCall(ArenaRoom(arena, count, pointer));                                                   \
    (*(pointer))[(count)++] = (__VA_ARGS__);                                                       \
  } while (0)
/* A copy of a text; NULL stays NULL. */
extern PetscErrorCode ArenaText(Arena, const char *text, const char **copy);
/* The same at the end of a list. */
extern PetscErrorCode TextsAdd(Arena, Texts *, const char *text);
/* A text made by a printf format. */
extern PetscErrorCode ArenaPrint(Arena, const char **text, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
extern PetscErrorCode ArenaPrintList(Arena, const char **text, const char *format, va_list);
