/* Texts of words that are separated by blanks. */
#pragma once

#include <petscsys.h>

/* Whether a text of words separated by blanks (NULL: none) has the word. */
extern PetscBool WordsContain(const char *text, const char *word);
/* Appends a word to a list, behind `between` if it is not the first; what does not fit is cut off. */
extern void WordsAppend(char text[], size_t room, const char *between, const char *word);
/* The names among which one is looked for, and whether one of them matched. */
enum { NAMES_MOST = 4096 };
typedef struct {
  PetscBool found;
  PetscInt count;
  const char *at[NAMES_MOST + 1]; /* ends with NULL */
} NameList;
extern void NameListAdd(NameList *, PetscBool matches, const char *name);
/* Refuses a word that is not among n: "WHAT "word"; did you mean "NAME"? (LABEL: NAME, NAME)". */
extern PetscErrorCode WordRefuse(const char *what, const char *word, const char *label, PetscInt n,
                                 const char *const words[]);
/* Checks that all words of the text are in the list; the error offers the nearest one. */
extern PetscErrorCode WordsCheck(const char *where, const char *field, const char *text,
                                 const char *const words[]);
/* The same for a text that is one word. */
extern PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                                const char *const words[]);
