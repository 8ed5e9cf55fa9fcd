#include "base/word_list.h"
#include "base/nearest.h"

#include <string.h>

static const char blanks[] = " \t\n";

PetscBool WordsContain(const char *text, const char *word) {
  size_t length = strlen(word);
  while (text && *text) {
    text += strspn(text, blanks);
    size_t end = strcspn(text, blanks);
    if (end == length && !strncmp(text, word, length))
      return PETSC_TRUE;
    text += end;
  }
  return PETSC_FALSE;
}

PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                         const char *const words[]) {
  char known[256] = "";
  const char *nearest;
  PetscInt n = 0;
  for (; words[n]; n++) {
    size_t end = strlen(known);
    if (!strcmp(words[n], text))
      return 0;
    (void)snprintf(known + end, sizeof(known) - end, "%s%s", n ? ", " : "", words[n]);
  }
  nearest = NearestName(text, n, words);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: unknown %s \"%s\"%s%s%s (known: %s)", where,
          field, text, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
          nearest ? "\"?" : "", known);
}

PetscErrorCode WordsCheck(const char *where, const char *field, const char *text,
                          const char *const words[]) {
  while (text && *text) {
    char word[64];
    text += strspn(text, blanks);
    size_t end = strcspn(text, blanks), length = end < sizeof(word) ? end : sizeof(word) - 1;
    memcpy(word, text, length);
    word[length] = 0;
    if (length)
      PetscCall(WordCheck(where, field, word, words));
    text += end;
  }
  return 0;
}
