/* Words quoted for a shell: whatever the word, a shell reads it back byte for byte. */
#include "tap.h"
#include "base/shell.h"

#include <string.h>

/* What printf %s says of the quoted word in a shell. */
static void ReadBack(const char *word) {
  char command[1024] = "printf %s ", answer[512] = "";
  FILE *text = fmemopen(command + strlen(command), sizeof(command) - strlen(command), "w"), *shell;
  ShellPut(text, word);
  fputc('\0', text);
  fclose(text);
  shell = popen(command, "r");
  answer[fread(answer, 1, sizeof(answer) - 1, shell)] = '\0';
  pclose(shell);
  if (!ok(!strcmp(answer, word), "a shell reads \"%s\" back", word))
    diag("from: %s", command);
}

static void Quoted(const char *word, const char *expected) {
  char text[256] = "";
  FILE *out = fmemopen(text, sizeof(text), "w");
  ShellPut(out, word);
  fclose(out);
  if (!ok(!strcmp(text, expected), "%s", expected))
    diag("got: %s", text);
}

int main(void) {
  static const char *const words[] = {"plain",     "",
                                      "two words", "it's",
                                      "'",         "''",
                                      "$HOME",     "`id`",
                                      "a\\b",      "\"x\"",
                                      "*",         "~",
                                      "#",         "a;b&c|d",
                                      "(x)",       "{a,b}",
                                      "!",         "new\nline",
                                      "tab\tx",    "-n",
                                      "τ=½",       "a=b:c/d@e%f,g+h",
                                      "<>",        "?[a]"};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
    ReadBack(words[i]);
  Quoted("dla:tau=1/3", "dla:tau=1/3");
  Quoted("a b", "'a b'");
  Quoted("it's", "'it'\\''s'");
  Quoted("", "''");
  return done_testing();
}
