#include "base/complaints.h"

#include <unistd.h>

enum { MOST = 65536 };

/* A terminal obeys what begins with an escape. */
static char PrintableLetter(char letter) {
  const unsigned char code = (unsigned char)letter;
  return (code < ' ' && letter != '\n' && letter != '\t') || code == 127 ? '?' : letter;
}

ssize_t ComplaintsPass(int from, char *text, size_t room) {
  static const char too_much[] =
      "\ngimbal: further messages of plugins and of other programs are left out\n";
  static size_t passed; /* by this process */
  const ssize_t got = read(from, text, room);
  if (got <= 0)
    return got;
  for (ssize_t i = 0; i < got; i++)
    text[i] = PrintableLetter(text[i]);
  if (passed < MOST) {
    (void)!write(STDERR_FILENO, text, (size_t)got);
    if (passed + (size_t)got >= MOST)
      (void)!write(STDERR_FILENO, too_much, sizeof(too_much) - 1);
  }
  passed += (size_t)got;
  return got;
}
