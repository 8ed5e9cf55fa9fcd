/* Numbers in messages. A finite one is a JSON number of 17 digits, which is read back to the same
 * bits; the others are texts: "NaN", "Infinity", "-Infinity". A client may write any number as a text
 * that C's strtod reads, so that "0x1.8p+1" is exact too where a language prints fewer digits. */
#pragma once

#include <jansson.h>

/* An array of them, or one. Without memory for JSON the process ends (base/json_text.h). */
extern json_t *MessageNumbers(size_t count, const double *);
extern json_t *MessageNumber(double);

/* Reads one; non-zero unless it is a number. */
extern int MessageReadNumber(const json_t *, double *);

/* Reads an array of so many numbers. Not 0, with what is wrong, if it is something else. */
extern int MessageReadNumbers(const json_t *, size_t count, double *, char *why, size_t room);

/* One line, without its newline, to be freed; NULL: no memory. */
extern char *MessageText(const json_t *);

/* An object, of a line; NULL: `why` says what is wrong. */
extern json_t *MessageRead(const char *line, size_t length, char *why, size_t room);
