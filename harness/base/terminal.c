#include "base/terminal.h"
#include "base/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_UNKNOWN = 80, WIDTH_LEAST = 20 };

static int shown = 0; /* whether there is a line to be taken away: a fact about the terminal */

int TerminalWidth(void) {
  const char *term = getenv("TERM");
  struct winsize size = {0};
  if (term && !strcmp(term, "dumb"))
    return 0;
  if (!isatty(STDERR_FILENO))
    return 0;
  const int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
  return width >= WIDTH_LEAST ? width : WIDTH_UNKNOWN;
}

/* The bytes of the first `columns` letters; names of methods may be in UTF-8. */
static int Fit(const char *text, int columns) {
  int i = 0;
  for (; text[i] && columns > 0; columns--)
    do
      i++;
    while (((unsigned char)text[i] & 0xc0) == 0x80);
  return i;
}

void TerminalLine(const char *text) {
  const int width = TerminalWidth();
  if (!width)
    return;
  /* The last column stays empty: a letter there makes some terminals go on to the next row. */
  fprintf(stderr, "\r%.*s\033[K", Fit(text, width - 1), text);
  fflush(stderr);
  shown = 1;
}

void TerminalNote(const char *format, ...) {
  static double last = -1;
  const double now = ClockNow();
  va_list arguments;
  char text[512];
  if (now - last < 0.2 && last >= 0)
    return;
  last = now;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  TerminalLine(text);
}

void TerminalClear(void) {
  if (shown)
    fputs("\r\033[K", stderr);
  shown = 0;
  fflush(stderr);
}
