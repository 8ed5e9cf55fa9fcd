/* Digits of numbers, for people and files. */
#pragma once

#include <stdio.h>

enum { DIGITS_ROOM = 32 };

/* The fewest digits that strtod reads as this number, so that 0.1 is "0.1"; returns text. */
extern const char *DigitsShortest(double value, char text[DIGITS_ROOM]);

/* The number with so many significant digits. */
extern double DigitsRound(double value, int digits);
/* The number without the digits that are worth less than `least`; 0 if none is left. */
extern double DigitsDownTo(double value, double least);
