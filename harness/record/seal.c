#include "record/seal.h"
#include "base/hash.h"
#include "base/memory.h"

#include <inttypes.h>

/* The member, as it ends a line and as it ends an indented file. */
static const struct {
  const char *before, *after, *end; /* the checksum stands between the first two */
} styles[] = {
    {",\"check\":\"", "\"}", "}"},
    {",\n  \"check\": \"", "\"\n}", "\n}"},
};

enum { STYLES = 2 };

/* Each byte is taken in by a bijection of the state, so one changed byte always shows. */
void SealOf(const char *text, size_t length, char digits[SEAL_DIGITS + 1]) {
  (void)snprintf(digits, SEAL_DIGITS + 1, "%016" PRIx64, HashShort(text, length));
}

static PetscBool EndsWith(const char *text, size_t length, const char *end) {
  const size_t more = strlen(end);
  return (PetscBool)(length >= more && !memcmp(text + length - more, end, more));
}

void SealAdd(char **text) {
  const size_t length = strlen(*text);
  const int style = EndsWith(*text, length, styles[1].end);
  const size_t kept = length - strlen(styles[style].end), room = length + 64;
  char digits[SEAL_DIGITS + 1];
  SealOf(*text, kept, digits);
  *text = MemoryGrow(*text, kept, room);
  (void)snprintf(*text + kept, room - kept, "%s%s%s", styles[style].before, digits,
                 styles[style].after);
}

static Seal ReadStyle(const char *text, size_t length, int style) {
  const size_t before = strlen(styles[style].before), after = strlen(styles[style].after),
               member = before + SEAL_DIGITS + after;
  char digits[SEAL_DIGITS + 1];
  if (length < member || !EndsWith(text, length, styles[style].after) ||
      memcmp(text + length - member, styles[style].before, before) != 0)
    return SEAL_NONE;
  SealOf(text, length - member, digits);
  return memcmp(text + length - after - SEAL_DIGITS, digits, SEAL_DIGITS) ? SEAL_BROKEN
                                                                          : SEAL_WHOLE;
}

Seal SealRead(const char *text, size_t length) {
  Seal seal = SEAL_NONE;
  while (length && strchr(" \t\r\n", text[length - 1]) && text[length - 1])
    length--;
  for (int style = 0; style < STYLES && seal == SEAL_NONE; style++)
    seal = ReadStyle(text, length, style);
  return seal;
}
