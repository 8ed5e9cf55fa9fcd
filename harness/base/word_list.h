/* Texts of words that are separated by blanks. */
#ifndef GIMBAL_HARNESS_BASE_WORD_LIST_H
#define GIMBAL_HARNESS_BASE_WORD_LIST_H

#include <petscsys.h>

/* Whether a text of words separated by blanks (NULL: none) has the word. */
extern PetscBool WordsContain(const char *text, const char *word);
/* Checks that all words of the text are in the list; the error offers the nearest one. */
extern PetscErrorCode WordsCheck(const char *where, const char *field, const char *text,
                                 const char *const words[]);
/* The same for a text that is one word. */
extern PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                                const char *const words[]);

#endif
