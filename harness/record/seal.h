/* The checksum at the end of what is stored: a digit that was changed on a disk, or by hand, is
 * found before it becomes a verdict. It protects against accidents, not against forgery. */
#pragma once

#include <petscsys.h>

enum { SEAL_DIGITS = 16 };

typedef enum {
  SEAL_NONE, /* it was written before there were any */
  SEAL_WHOLE,
  SEAL_BROKEN
} Seal;

/* The checksum of a text, hexadecimal (64-bit FNV-1a): any one byte that is changed changes it. */
extern void SealOf(const char *text, size_t length, char digits[SEAL_DIGITS + 1]);

/* Puts the member "check" at the end of the text of a JSON object, on one line or indented, with the
 * checksum of what is before it. The text is malloc's. */
extern void SealAdd(char **text);
extern Seal SealRead(const char *text, size_t length);
