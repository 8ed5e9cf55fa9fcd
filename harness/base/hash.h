/* The hash of this program: 128-bit FNV-1a [Fowler, Noll, Vo]. It tells things apart, and protects
 * against nothing. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { HASH_DIGITS = 32 };

__extension__ typedef unsigned __int128 Hash;

extern Hash HashBegin(void);
/* With the null at its end, so that ("ab", "c") is not ("a", "bc"). */
extern void HashText(Hash *, const char *text);
/* The content of a file, eight bytes at once, since each start reads all plugins. Not 0: it cannot be
 * read. */
extern int HashFile(Hash *, const char *path);
extern void HashPrint(Hash, char digits[HASH_DIGITS + 1]);
/* Of texts, in order; the last is NULL. */
extern void HashTexts(const char *const texts[], char digits[HASH_DIGITS + 1]);

/* The 64-bit kind, which the seals of stored lines have. */
extern uint64_t HashShort(const char *text, size_t length);
