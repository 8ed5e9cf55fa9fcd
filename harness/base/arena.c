#include "base/arena.h"
#include "base/sanitized.h"

/* The first block is small, for an arena may hold one record; later ones grow with what there is. */
enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20, ALIGNMENT = 16 };

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

static void *(*allocate)(size_t) = malloc;

void ArenaSetAllocator(void *(*other)(size_t)) { allocate = other; }

PetscErrorCode ArenaCreate(Arena *arena) {
  *arena = allocate(sizeof(**arena));
  PetscCheck(*arena, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for an arena");
  (*arena)->last = NULL;
  return 0;
}

void ArenaDestroy(Arena *arena) {
  if (*arena)
    for (ArenaBlock *block = (*arena)->last, *before; block; block = before) {
      before = block->before;
      free(block);
    }
  free(*arena);
  *arena = NULL;
}

static PetscErrorCode AddBlock(Arena arena, size_t least) {
  const size_t wanted = arena->last ? PetscMin(2 * arena->last->room, LARGEST_BLOCK) : FIRST_BLOCK;
  const size_t room = SEPARATE ? least : PetscMax(least, wanted);
  ArenaBlock *block = least > SIZE_MAX / 2 ? NULL : allocate(sizeof(*block) + room);
  PetscCheck(block, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %zu bytes", least);
  *block = (ArenaBlock){.before = arena->last, .room = room};
  arena->last = block;
  return 0;
}

PetscErrorCode ArenaAllocate(Arena arena, size_t size, void *pointer) {
  PetscCheck(size <= SIZE_MAX - ALIGNMENT, PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for %zu bytes", size);
  const size_t whole = SEPARATE ? size : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (SEPARATE || !arena->last || arena->last->room - arena->last->used < whole)
    PetscCall(AddBlock(arena, whole));
  void *at = arena->last->bytes + arena->last->used;
  arena->last->used += whole;
  memset(at, 0, size);
  memcpy(pointer, &at, sizeof(at));
  return 0;
}

PetscErrorCode ArenaText(Arena arena, const char *text, const char **copy) {
  char *to;
  *copy = NULL;
  if (!text)
    return 0;
  const size_t size = strlen(text) + 1;
  PetscCall(ArenaAllocate(arena, size, &to));
  memcpy(to, text, size);
  *copy = to;
  return 0;
}

PetscErrorCode TextsAdd(Arena arena, Texts *texts, const char *text) {
  PetscCall(ArenaRoom(arena, texts->count, &texts->at));
  return ArenaText(arena, text, &texts->at[texts->count++]);
}

PetscErrorCode ArenaPrintList(Arena arena, const char **text, const char *format,
                              va_list arguments) {
  va_list again;
  char *to;
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  PetscCall(length < 0 ? PETSC_ERR_PLIB : ArenaAllocate(arena, (size_t)length + 1, &to));
  (void)vsnprintf(to, (size_t)length + 1, format, arguments);
  *text = to;
  return 0;
}

PetscErrorCode ArenaPrint(Arena arena, const char **text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const PetscErrorCode error = ArenaPrintList(arena, text, format, arguments);
  va_end(arguments);
  return error;
}

PetscErrorCode ArenaGrow(Arena arena, PetscInt count, size_t size, void *pointer) {
  void *old, *fresh;
  if (count & (count - 1)) /* room for the next power of two was made before */
    return 0;
  memcpy(&old, pointer, sizeof(old));
  PetscCall(ArenaAllocate(arena, (count ? 2 * (size_t)count : 1) * size, &fresh));
  if (count)
    memcpy(fresh, old, (size_t)count * size);
  memcpy(pointer, &fresh, sizeof(fresh));
  return 0;
}
