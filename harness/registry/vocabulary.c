#include "registry/vocabulary.h"
#include "base/word_list.h"

#include <string.h>

enum { MANY_WORDS = 64 };

/* Words in the order in which they were first met; ends with NULL. The texts are cut out of `room`. */
typedef struct {
  PetscInt count;
  size_t used;
  const char *at[MANY_WORDS + 1];
  char room[2048];
} Words;

static void AddWord(Words *words, const char *text, size_t length) {
  for (PetscInt i = 0; i < words->count; i++)
    if (strlen(words->at[i]) == length && !strncmp(words->at[i], text, length))
      return;
  PetscCheckAbort(words->count < MANY_WORDS && words->used + length < sizeof(words->room),
                  PETSC_COMM_SELF, PETSC_ERR_PLIB, "the studies have too many words for claims");
  words->at[words->count++] = memcpy(words->room + words->used, text, length);
  words->used += length + 1; /* the room is zero */
}

static void AddWords(Words *words, const char *text) {
  while (text && *text) {
    const size_t length = strcspn(text, " ");
    if (length)
      AddWord(words, text, length);
    text += length + strspn(text + length, " ");
  }
}

/* The entries of all lists, one after the other. */
typedef struct {
  ClaimVocabulary *vocabulary;
  PetscInt list;
  const ClaimWords *at;
} Entries;

static const ClaimWords *Next(Entries *entries) {
  while (!entries->at || !entries->at->study) {
    entries->at = entries->vocabulary(entries->list++);
    if (!entries->at)
      return NULL;
  }
  return entries->at++;
}

const ClaimWords *ClaimWordsFind(ClaimVocabulary *vocabulary, const char *study) {
  Entries entries = {.vocabulary = vocabulary};
  const ClaimWords *entry;
  while ((entry = Next(&entries)) && strcmp(entry->study, study))
    ;
  return entry;
}

static PetscBool MayMean(const ClaimWords *entry, const gimbal_claim *claim) {
  return (PetscBool)(!strcmp(entry->study, claim->study) &&
                     (!entry->quantities || WordsContain(entry->quantities, claim->quantity)));
}

const ClaimWords *ClaimWordsOf(ClaimVocabulary *vocabulary, const gimbal_claim *claim) {
  Entries entries = {.vocabulary = vocabulary};
  const ClaimWords *entry;
  while ((entry = Next(&entries)) && !MayMean(entry, claim))
    ;
  return entry ? entry : ClaimWordsFind(vocabulary, claim->study);
}

PetscErrorCode ClaimCheckWords(const char *where, ClaimVocabulary *vocabulary,
                               const gimbal_claim *claim) {
  Words studies = {0}, quantities = {0}, values = {0};
  Entries entries = {.vocabulary = vocabulary};
  const ClaimWords *entry;
  char path[512];
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s, claim on %s of %s", where, claim->study,
                          claim->quantity));
  while ((entry = Next(&entries)) != NULL) {
    AddWords(&studies, entry->study);
    if (strcmp(entry->study, claim->study))
      continue;
    AddWords(&quantities, entry->quantities);
    if (MayMean(entry, claim))
      AddWords(&values, entry->values);
  }
  PetscCall(WordCheck(path, "study", claim->study, studies.at));
  if (quantities.count)
    PetscCall(WordCheck(path, "quantity", claim->quantity, quantities.at));
  if (values.count && claim->value)
    PetscCall(WordCheck(path, "value", claim->value, values.at));
  return 0;
}
