/* Text as the report formats want it: escaping, numbers, file names. */
#pragma once

#include "base/user_error.h"
#include "record/verdict.h"

/* A text by value, for names and numbers; what does not fit is cut. As an argument it lasts as long as the call. */
typedef struct {
  char at[512];
} Text;
extern Text TextPrint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Escaped output. TextXml serves HTML too, in text and in attributes; characters that XML 1.0
 * forbids become U+FFFD. TextLine puts any white space as one blank. Nothing is written of NULL. */
extern void TextXml(FILE *, const char *);
extern void TextTex(FILE *, const char *);
/* TextXml, with "h^2.5" as a superscript; for the text of a page, not for attributes. */
extern void TextHtml(FILE *, const char *);
/* Markup in which each @ stands for a text, and each ^ for one with superscripts; in Markdown each ` for one
 * in a code span, on one line and no longer than about LONGEST_TEXT bytes, so that nothing in it becomes a link, a
 * mention or markup. */
enum { LONGEST_TEXT = 600 };
extern void TextMarkup(FILE *, const char *markup, ...);
extern void TextMarkdown(FILE *, const char *);
extern void TextCsv(FILE *, const char *);
extern void TextTap(FILE *, const char *);
extern void TextLine(FILE *, const char *);
/* Whether there is a text, and something in it. */
extern PetscBool TextGiven(const char *);

/* A name that is safe as a part of a file's name: letters, digits, '.', '_' and '-' stay, and a
 * name that had to be changed carries a hash of the original, so that two names never meet. */
extern Text TextFileName(const char *name);

/* For people: four significant digits; an order with two decimals; words as they are; what is
 * missing as a dash. */
extern Text TextNumber(PetscReal);
extern Text TextFixed(PetscReal, int decimals);
extern Text TextValue(NumberOrWord);
extern Text TextOrder(NumberOrWord);

/* A quantity as people write it: λ for lambda; and what a verdict is about: "order of λ",
 * "constraint nodes", "energy". */
extern const char *TextQuantity(const char *);
/* "double", "quadruple" */
extern const char *TextPrecision(Precision);
extern Text TextClaim(const Verdict *);

/* Whether two texts are the same but for the numbers in them: the same reason on two models. NULL is
 * the empty text. */
extern PetscBool TextSameForm(const char *, const char *);

/* Adds to a list in a sentence: with a comma before it, unless it is the first. */
extern void TextAdd(Text *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
