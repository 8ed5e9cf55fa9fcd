#include "base/nearest.h"

enum { LONGEST = 128 };

static int Least(int a, int b) { return a < b ? a : b; }

/* Letters inserted, left out, exchanged, or swapped with their neighbour (the optimal string
 * alignment distance, Damerau 1964): what a typing error does. */
static int Distance(const char *a, const char *b) {
  int row[3][LONGEST + 1], length_a = (int)strlen(a), length_b = (int)strlen(b);
  if (length_a > LONGEST || length_b > LONGEST)
    return LONGEST;
  for (int j = 0; j <= length_b; j++)
    row[0][j] = j;
  for (int i = 1; i <= length_a; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= length_b; j++) {
      now[j] = Least(last[j - 1] + (a[i - 1] != b[j - 1]), Least(last[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = Least(now[j], before[j - 2] + 1);
    }
  }
  return row[length_a % 3][length_b];
}

const char *NearestName(const char *word, PetscInt n, const char *const names[]) {
  const char *nearest = NULL;
  size_t length = strlen(word);
  /* More than a third of the letters wrong is another word. */
  int least = (int)(length / 3 > 2 ? length / 3 : length > 3 ? 2 : 1) + 1;
  for (PetscInt i = 0; i < n; i++) {
    int distance = names[i] ? Distance(word, names[i]) : LONGEST;
    if (distance < least) {
      least = distance;
      nearest = names[i];
    }
  }
  if (length < 3)
    return nearest;
  for (PetscInt i = 0; i < n && !nearest; i++)
    if (names[i] && !strncmp(names[i], word, length))
      nearest = names[i];
  for (PetscInt i = 0; i < n && !nearest; i++)
    if (names[i] && strstr(names[i], word))
      nearest = names[i];
  return nearest;
}

const char *NearestHint(const char *word, PetscInt n, const char *const names[], const char *before,
                        const char *behind, char hint[NEAREST_HINT]) {
  const char *nearest = NearestName(word, n, names);
  (void)snprintf(hint, NEAREST_HINT, "%s%s%s", nearest ? before : "", nearest ? nearest : "",
                 nearest ? behind : "");
  return hint;
}
