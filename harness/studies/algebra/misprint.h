/* What became of one printed number, by its text. */
#pragma once

#include "numerics/expression.h"

/* The simplest first. */
typedef enum {
  MISPRINT_SIGN,
  MISPRINT_ENTRIES, /* two entries of a row exchanged */
  MISPRINT_DIGITS,  /* two digits exchanged */
  MISPRINT_DIGIT,
  MISPRINT_MISSING, /* a digit is missing */
  MISPRINT_EXTRA,   /* there is a digit too many */
  MISPRINT_SHIFTED, /* entries of a row moved by one place */
  MISPRINT_DENOMINATOR,
  MISPRINT_NUMERATOR,
  MISPRINT_FRACTION, /* another one */
  MISPRINT_NUMBER    /* no fraction */
} MisprintKind;

enum { MISPRINT_ROOM = 96 };

typedef struct {
  MisprintKind kind;
  PetscInt digit; /* which one of a decimal is wrong, from the first that is not 0; 0: of none */
  Quad distance;  /* from the value that it should have */
  char text[MISPRINT_ROOM]; /* as it should be */
} Misprint;

/* Calls the function for each change of a sign or a digit of the text: "-1/2" and "1/3" of "1/2". */
typedef void MisprintTry(void *context, const char *text, MisprintKind, PetscInt digit);
extern void MisprintEach(const char *text, MisprintTry *, void *context);
/* The simplest change of a sign or a digit of the text that gives it the value up to the tolerance; false: there is
 * none. */
extern PetscBool MisprintFind(const char *text, Variables, Quad value, Quad tolerance, Misprint *);
