#include "base/sort.h"
#include "base/lists.h"
#include "base/memory.h"

/* Merges two sorted runs that lie side by side, of so many bytes each, through `out`. */
static void Merge(char *at, size_t first, size_t second, size_t size, SortOrder *order, char *out) {
  size_t i = 0, j = first;
  while (i < first && j < first + second) {
    const size_t from = order(at + i, at + j) <= 0 ? i : j;
    memcpy(out, at + from, size);
    out += size;
    *(from == i ? &i : &j) += size;
  }
  memcpy(out, at + i, first - i);
  memcpy(out + first - i, at + j, first + second - j);
}

void SortStably(PetscInt count, void *at, size_t size, SortOrder *order) {
  const size_t length = (size_t)PetscMax(count, 0) * size;
  if (count < 2)
    return;
  OWNED(MemoryFree) char *out = MemoryTake(length);
  for (size_t run = size; run < length; run *= 2)
    for (size_t from = 0; from + run < length; from += 2 * run) {
      const size_t second = PetscMin(run, length - from - run);
      Merge((char *)at + from, run, second, size, order, out);
      memcpy((char *)at + from, out, run + second);
    }
}

int SortByKey(const void *a, const void *b) {
  const char *one, *other;
  memcpy(&one, a, sizeof(one));
  memcpy(&other, b, sizeof(other));
  return strcmp(one, other);
}

int SortByKeyOf(const void *a, const void *b) {
  const void *one, *other;
  memcpy(&one, a, sizeof(one));
  memcpy(&other, b, sizeof(other));
  return SortByKey(one, other);
}

PetscInt SortKeepLast(PetscInt count, void *at, size_t size) {
  PetscInt kept = 0;
  SortStably(count, at, size, SortByKey);
  for (char *one = at; count-- > 0; one += size)
    if (!count || SortByKey(one, one + size))
      memmove((char *)at + (size_t)kept++ * size, one, size);
  return kept;
}

void *SortFindKey(const char *key, PetscInt count, const void *at, size_t size) {
  return count ? bsearch(&key, at, (size_t)count, size, SortByKey) : NULL;
}

void *FindKey(const char *key, PetscInt count, const void *at, size_t size) {
  for (const char *one = at; count-- > 0; one += size)
    if (TextIsSame(key, *(const char *const *)(const void *)one))
      return (void *)one;
  return NULL;
}
