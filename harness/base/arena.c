#include "base/arena.h"
#include "base/sanitized.h"

/* The first block is small, for an arena may hold one record; later ones grow with what there is. */
enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20, ALIGNMENT = 16 };

/* Arrays of one size that touch, as those of a lattice's sites, share sets of the cache: steps took 6 % longer. */
enum { PAGE = 4096, CACHE_LINE = 64 };

/* Each piece is a block of its own then, so that a byte beyond it is one too many. */
enum { SEPARATE = SANITIZED };

typedef struct ArenaBlock {
  struct ArenaBlock *before;
  size_t used, room; /* of bytes */
  _Alignas(ALIGNMENT) char bytes[];
} ArenaBlock;

struct _p_Arena {
  ArenaBlock *last;
};

Arena ArenaCreate(void) { return MemoryZeroed(1, sizeof(struct _p_Arena)); }

void ArenaDestroy(Arena *arena) {
  const Arena gone = *arena;
  *arena = NULL; /* first: it may be in a block */
  for (ArenaBlock *block = gone ? gone->last : NULL, *before; block; block = before) {
    before = block->before;
    free(block);
  }
  free(gone);
}

static void AddBlock(Arena arena, size_t least) {
  const size_t wanted = arena->last ? PetscMin(2 * arena->last->room, LARGEST_BLOCK) : FIRST_BLOCK;
  const size_t room = SEPARATE ? least : PetscMax(least, wanted);
  ArenaBlock *block = MemoryTake(sizeof(*block) + room);
  *block = (ArenaBlock){.before = arena->last, .room = room};
  arena->last = block;
}

void *ArenaAllocate(Arena arena, size_t size) {
  if (size > SIZE_MAX / 2)
    MemoryEnd(size);
  const size_t spacing = size > PAGE ? CACHE_LINE : 0;
  const size_t whole = SEPARATE ? size : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + spacing;
  if (SEPARATE || !arena->last || arena->last->room - arena->last->used < whole)
    AddBlock(arena, whole);
  void *at = arena->last->bytes + arena->last->used;
  arena->last->used += whole;
  return memset(at, 0, size);
}

void *ArenaArray(Arena arena, PetscInt64 count, size_t size) {
  if (count < 0 || (size && (size_t)count > SIZE_MAX / size))
    MemoryEnd(SIZE_MAX);
  return ArenaAllocate(arena, (size_t)count * size);
}

const char *ArenaText(Arena arena, const char *text) {
  const size_t size = text ? strlen(text) + 1 : 0;
  return text ? memcpy(ArenaAllocate(arena, size), text, size) : NULL;
}

void TextsAdd(Arena arena, Texts *texts, const char *text) {
  ArenaAppend(arena, texts->count, &texts->at, ArenaText(arena, text));
}

const char *ArenaPrintList(Arena arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0)
    MemoryEnd(SIZE_MAX);
  char *text = ArenaAllocate(arena, (size_t)length + 1);
  (void)vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

const char *ArenaPrint(Arena arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = ArenaPrintList(arena, format, arguments);
  va_end(arguments);
  return text;
}

void ArenaGrow(Arena arena, PetscInt count, size_t size, void *pointer) {
  void *old;
  if (count & (count - 1)) /* room for the next power of two was made before */
    return;
  memcpy(&old, pointer, sizeof(old));
  void *fresh = ArenaArray(arena, count ? 2 * (PetscInt64)count : 1, size);
  if (count)
    memcpy(fresh, old, (size_t)count * size);
  memcpy(pointer, &fresh, sizeof(fresh));
}
