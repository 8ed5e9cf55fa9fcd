/* A text stream holds what was printed, or the program ends. */
#include "base/text_stream.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  TextStream stream;
  int ends[2], status = 0;
  char message[64] = "";

  TextStreamOpen(&stream);
  TextStreamClose(&stream);
  ok(stream.text && !*stream.text && stream.length == 0, "what nothing was printed to is empty");
  free(stream.text);
  TextStreamOpen(&stream);
  for (int i = 0; i < 10000; i++)
    fprintf(stream.file, "%d ", i);
  ok(ftell(stream.file) == 48890, "the length so far counts what the stream keeps back");
  TextStreamClose(&stream);
  ok(stream.length == 48890 && strlen(stream.text) == 48890 &&
         !strcmp(stream.text + 48880, "9998 9999 "),
     "a long text is whole");
  free(stream.text);
  /* No machine has room for a text of that length. */
  if (pipe(ends))
    return 1;
  const pid_t child = fork();
  if (!child) {
    (void)dup2(ends[1], STDERR_FILENO);
    TextStreamOpen(&stream);
    stream.length = stream.room = (size_t)1 << 60;
    fprintf(stream.file, "lost");
    _exit(0);
  }
  (void)waitpid(child, &status, 0);
  ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "what finds no memory is the end");
  (void)!read(ends[0], message, sizeof(message) - 1);
  ok(!strncmp(message, "gimbal: no memory for ", 22), "  with a line on standard error: %s",
     message);
  return done_testing();
}
