/* Text as the report formats want it: escaping, numbers, file names, files written whole. */
#ifndef GIMBAL_REPORTS_TEXT_H
#define GIMBAL_REPORTS_TEXT_H

#include <jansson.h>
#include <petscsys.h>
#include <stdio.h>

#define TEXT_NAME_LENGTH 128

/* Opens DIRECTORY/NAME for writing under a temporary name; TextClose checks that all was written
 * and puts the file in place, so that a reader never sees half a file. */
extern PetscErrorCode TextOpen(const char *directory, const char *name, FILE **);
extern PetscErrorCode TextClose(const char *directory, const char *name, FILE **);

/* Escaped output. TextXml serves HTML too, in text and in attributes; characters that XML 1.0
 * forbids become U+FFFD. TextLine puts any white space as one blank. */
extern void TextXml(FILE *, const char *);
extern void TextTex(FILE *, const char *);
extern void TextMarkdown(FILE *, const char *);
extern void TextCsv(FILE *, const char *);
extern void TextTap(FILE *, const char *);
extern void TextLine(FILE *, const char *);

/* A name that is safe as a part of a file's name: letters, digits, '.', '_' and '-' stay, and a
 * name that had to be changed carries a hash of the original, so that two names never meet. */
extern void TextFileName(const char *name, char result[TEXT_NAME_LENGTH]);

/* The member as text ("" if there is none) and as a number (NaN if there is none). */
extern const char *TextMember(const json_t *object, const char *key);
extern PetscReal NumberMember(const json_t *object, const char *key);

/* For people: four significant digits; an order with two decimals; words as they are; what is
 * missing as a dash. */
extern void TextNumber(PetscReal, char *result, size_t);
extern void TextFixed(PetscReal, int decimals, char *result, size_t);
extern void TextValue(const json_t *, char *result, size_t);
extern void TextOrder(const json_t *, char *result, size_t);

/* A quantity as people write it: λ for lambda; and what a verdict is about: "order of λ",
 * "constraint nodes", "energy". */
extern const char *TextQuantity(const char *);
extern void TextClaim(const json_t *verdict, char *result, size_t);

/* How many characters the UTF-8 text shows. */
extern PetscInt TextLength(const char *);

#endif
