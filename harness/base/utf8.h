/* What is UTF-8. json_string tells too, but not whether it is the text that is wrong, or memory that is
 * short. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The bytes of the longest beginning that is UTF-8 as RFC 3629 has it; all of a text that is. */
extern size_t Utf8Valid(const char *text);

/* The same without letters that a terminal obeys: control characters other than a newline and a tab. */
extern size_t Utf8Shown(const char *text);

/* How many letters the first bytes of a text show, SIZE_MAX: all of it. */
extern int Utf8Letters(const char *text, size_t bytes);

/* The code of the letter at *text, which moves on; U+FFFD: of an invalid byte. The text is not at its end. */
extern uint32_t Utf8Next(const char **text);

/* As much of a text as fits, in whole letters: an invalid byte and a control character become a question
 * mark, and an incomplete letter at the end is dropped. `out` may be `text`. */
extern void Utf8Cut(const char *text, char out[], size_t room);
