#include "registry/vocabulary.h"
#include "base/word_list.h"

/* Texts of words, each once, in the order in which they were first met. */
typedef struct {
  char studies[1024], quantities[1024], values[1024];
} Words;

static void AddWords(char all[1024], const char *text) {
  for (char word[64]; text && *text; text += strspn(text, " ")) {
    (void)snprintf(word, sizeof(word), "%.*s", (int)strcspn(text, " "), text);
    if (!WordsContain(all, word))
      WordsAppend(all, 1024, " ", word);
    text += strlen(word);
  }
}

static PetscErrorCode CheckWord(const char *where, const char *field, const char *word,
                                char all[1024]) {
  enum { MOST = 64 };
  const char *words[MOST + 1] = {NULL};
  char *rest = all;
  PetscInt count = 0;
  while (count < MOST && (words[count] = strtok_r(rest, " ", &rest)))
    count++;
  return count ? WordCheck(where, field, word, words) : 0;
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
  Words all = {.studies = ""};
  Entries entries = {.vocabulary = vocabulary};
  const ClaimWords *entry;
  char path[512];
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s, claim \"%s %s\"", where, claim->study,
                          claim->quantity));
  if (!ClaimWordsFind(vocabulary, claim->study)) {
    while ((entry = Next(&entries)) != NULL)
      AddWords(all.studies, entry->study);
    return CheckWord(path, "study", claim->study, all.studies);
  }
  while ((entry = Next(&entries)) != NULL)
    if (!strcmp(entry->study, claim->study)) {
      AddWords(all.quantities, entry->quantities);
      if (MayMean(entry, claim))
        AddWords(all.values, entry->values);
    }
  PetscCall(CheckWord(path, "quantity", claim->quantity, all.quantities));
  return claim->value ? CheckWord(path, "value", claim->value, all.values) : 0;
}
