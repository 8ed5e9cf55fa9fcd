#include "base/word_list.h"
#include "base/nearest.h"
#include "base/user_error.h"

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

void WordsAppend(char text[], size_t room, const char *between, const char *word) {
  const size_t end = strlen(text);
  (void)snprintf(text + end, room - end, "%s%s", end ? between : "", word);
}

void NameListAdd(NameList *list, PetscBool matches, const char *name) {
  list->found = (PetscBool)(list->found || matches);
  if (list->count < NAMES_MOST)
    list->at[list->count++] = name;
}

PetscErrorCode WordRefuse(const char *what, const char *word, const char *label, PetscInt n,
                          const char *const words[]) {
  char known[512] = "", hint[NEAREST_HINT];
  for (PetscInt i = 0; i < n; i++)
    WordsAppend(known, sizeof(known), ", ", words[i]);
  UserError("%s \"%s\"%s (%s: %s)", what, word, NearestHint(word, n, words, NEAREST_GUESSED, hint),
            label, n ? known : "none");
}

PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                         const char *const words[]) {
  char what[640];
  PetscInt n = 0;
  for (; words[n]; n++)
    if (!strcmp(words[n], text))
      return 0;
  (void)snprintf(what, sizeof(what), "%s: unknown %s", where, field);
  return WordRefuse(what, text, "known", n, words);
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
