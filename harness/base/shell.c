#include "base/shell.h"

#include <string.h>

void ShellPut(FILE *out, const char *word) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                              "@%+=:,./_-";
  if (*word && !word[strspn(word, plain)]) {
    fputs(word, out);
    return;
  }
  fputc('\'', out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputc('\'', out);
}
