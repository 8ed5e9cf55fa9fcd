/* A text stream holds what was printed, and says when it could not. */
#include "base/text_stream.h"
#include "petsc_tap.h"

#include <stdlib.h>
#include <string.h>

int main(void) {
  TextStream stream;

  REQUIRE(PetscInitializeNoArguments());
  REQUIRE(TextStreamOpen(&stream));
  REQUIRE(TextStreamClose(&stream, "nothing"));
  ok(stream.text && !*stream.text && stream.length == 0, "what nothing was printed to is empty");
  free(stream.text);
  REQUIRE(TextStreamOpen(&stream));
  for (int i = 0; i < 10000; i++)
    fprintf(stream.file, "%d ", i);
  ok(ftell(stream.file) == 48890, "the length so far counts what the stream keeps back");
  REQUIRE(TextStreamClose(&stream, "numbers"));
  ok(stream.length == 48890 && strlen(stream.text) == 48890 &&
         !strcmp(stream.text + 48880, "9998 9999 "),
     "a long text is whole");
  free(stream.text);
  /* No machine has room for a text of that length. */
  REQUIRE(TextStreamOpen(&stream));
  stream.length = stream.room = (size_t)1 << 60;
  fprintf(stream.file, "lost");
  ok(ERROR_OF(TextStreamClose(&stream, "a long text")) == PETSC_ERR_MEM && !stream.text,
     "what finds no memory is an error when it is closed, and there is no text");
  ok(!strcmp(failure_text, "no memory for a long text"),
     "the error names the text for which there is no memory");
  REQUIRE(PetscFinalize());
  return done_testing();
}
