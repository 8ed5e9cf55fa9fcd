/* What is UTF-8 is what jansson takes, for all beginnings and random continuations. */
#include "tap.h"
#include "base/utf8.h"

#include <jansson.h>
#include <string.h>

static int wrong, right_ones;

static void Try(const char *text) {
  json_t *taken = json_string(text);
  const int valid = Utf8Valid(text) == strlen(text);
  wrong += valid != (taken != NULL);
  right_ones += valid;
  json_decref(taken);
}

static void Cuts(const char *text, size_t room, const char *expected) {
  char out[32] = "nothing";
  Utf8Cut(text, out, room);
  ok(!strcmp(out, expected), "of \"%s\" %d bytes are \"%s\"", text, (int)room - 1, out);
}

int main(void) {
  /* At the edges of what each byte may be, all four of them. */
  static const unsigned char edge[] = {0x01, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                       0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                       0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff};
  const int edges = (int)sizeof(edge);
  for (int n = 0; n < edges * edges * edges * edges; n++) {
    const char text[] = {(char)edge[n % edges], (char)edge[n / edges % edges],
                         (char)edge[n / edges / edges % edges],
                         (char)edge[n / edges / edges / edges], 0};
    Try(text);
  }
  for (int n = 1; n < 65536; n++) {
    const char text[] = {(char)(n & 255), (char)(n >> 8), 0};
    Try(text);
  }
  ok(!wrong && right_ones > 10000, "the same as jansson's, of %d texts that are", right_ones);
  ok(Utf8Valid("ab\xce\xbb") == 4 && Utf8Valid("ab\xce") == 2 && Utf8Valid("") == 0,
     "the position of a truncated character is where it begins");
  ok(Utf8Shown("a\n\tλ") == 5 && Utf8Shown("a\x1b[31m") == 1 && Utf8Shown("\x7f") == 0 &&
         Utf8Shown("ab\xc2\x9b") == 2 && Utf8Shown("\xc2\xa0") == 2 && Utf8Shown("a\xce") == 1,
     "what a terminal obeys is not shown");
  Cuts("\x1b[2J\r\xc2\x9b λ", 20, "?[2J?? λ");
  Cuts("abc", 4, "abc");
  Cuts("abc", 3, "ab");
  Cuts("aλ", 4, "aλ");
  Cuts("aλ", 3, "a");
  Cuts("∫", 3, "");
  Cuts("a\xce", 9, "a");
  Cuts("a\xce\xbb\xce", 9, "aλ");
  Cuts("a\xe2\x88", 9, "a");
  Cuts("\xce!\xff λ", 9, "?!? λ");
  return done_testing();
}
