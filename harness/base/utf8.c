#include "base/utf8.h"

#include <string.h>

/* The bytes that follow the first of a letter; -1: it is the first of none. */
static int ContinuationBytes(unsigned char first) {
  if (first < 0x80)
    return 0;
  return (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : (first & 0xf8) == 0xf0 ? 3 : -1;
}

/* The length in bytes of the character that begins here, and its code; 0 if the bytes are invalid. */
static size_t Character(const unsigned char *at, uint32_t *found) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* below it a shorter one would do */
  const int following = ContinuationBytes(*at);
  uint32_t code = following < 0 ? 0 : *at & (following ? 0x3fu >> following : 0x7fu);
  if (following < 0)
    return 0;
  for (int i = 1; i <= following; i++) {
    if ((at[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (at[i] & 0x3f);
  }
  const int surrogate = code >= 0xd800 && code <= 0xdfff;
  *found = code;
  return code < least[following] || surrogate || code > 0x10ffff ? 0 : (size_t)following + 1;
}

static size_t CharacterLength(const unsigned char *at) { return Character(at, &(uint32_t){0}); }

uint32_t Utf8Next(const char **text) {
  uint32_t code = 0;
  const size_t letter = Character((const unsigned char *)*text, &code);
  *text += letter ? letter : 1;
  return letter ? code : 0xfffd;
}

/* Those of ASCII, and the second set, U+0080 to U+009F. */
static int IsControl(const unsigned char *at) {
  return (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f ||
         (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0);
}

static size_t Length(const char *text, int shown) {
  const unsigned char *at = (const unsigned char *)text;
  for (size_t letter; *at && (letter = CharacterLength(at)) && !(shown && IsControl(at));
       at += letter)
    ;
  return (size_t)(at - (const unsigned char *)text);
}

size_t Utf8Shown(const char *text) { return Length(text, 1); }

size_t Utf8Valid(const char *text) { return Length(text, 0); }

int Utf8Letters(const char *text, size_t bytes) {
  int letters = 0;
  for (size_t i = 0; i < bytes && text[i]; i++)
    letters += ((unsigned char)text[i] & 0xc0) != 0x80;
  return letters;
}

void Utf8Cut(const char *text, char out[], size_t room) {
  size_t used = 0;
  while (*text) {
    const size_t letter = CharacterLength((const unsigned char *)text), bytes = letter ? letter : 1;
    const int cut = !letter && (int)strnlen(text, 4) <= ContinuationBytes((unsigned char)*text);
    if (cut || used + bytes >= room)
      break;
    if (letter && !IsControl((const unsigned char *)text)) {
      memmove(out + used, text, bytes);
      used += bytes;
    } else
      out[used++] = '?';
    text += bytes;
  }
  out[used] = 0;
}
