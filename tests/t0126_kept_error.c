/* What an error said, kept: the words of where it arose, the last of several, on one line, in whole
 * letters. */
#include "base/kept_error.h"
#include "petsc_tap.h"

#include <string.h>

static PetscErrorCode Raise(const char *text) {
  PetscFunctionBeginUser;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s", text);
}

/* On its way up an error is reported again at each place that it passes. */
static PetscErrorCode Pass(const char *text) {
  PetscFunctionBeginUser;
  PetscCall(Raise(text));
  PetscFunctionReturn(0);
}

static KeptError kept;

static const char *KeptOf(const char *text) {
  REQUIRE(KeptErrorBegin(&kept));
  const PetscErrorCode error = Pass(text);
  REQUIRE(KeptErrorEnd());
  ok(error == PETSC_ERR_USER_INPUT, "the error itself goes on");
  return kept.text;
}

int main(void) {
  char longer[4096];
  PetscInitializeNoArguments();
  REQUIRE(KeptErrorBegin(&kept));
  REQUIRE(KeptErrorEnd());
  ok(!kept.text[0], "where there was none nothing is kept");
  const char *text = KeptOf("no such\nmethod");
  ok(!strcmp(text, "no such method"), "  with its words where it arose, on one line: %s", text);

  REQUIRE(KeptErrorBegin(&kept));
  (void)Pass("one that is got over");
  (void)Pass("the one that counts");
  REQUIRE(KeptErrorEnd());
  ok(!strcmp(kept.text, "the one that counts"), "of two the last: %s", kept.text);
  text = KeptOf("");
  ok(strlen(text) > 3, "  one without words has those of its code: %s", text);

  /* λ is two bytes; at one of the two lengths it stands across the end. */
  for (size_t length = 4000; length < 4002; length++) {
    memset(longer, 'x', length);
    for (size_t i = length % 2; i + 1 < length; i += 2)
      memcpy(longer + i, "λ", 2);
    longer[length] = 0;
    text = KeptOf(longer);
    const size_t end = strlen(text);
    ok(end >= sizeof(kept.text) - 2 && !memcmp(text + end - 2, "λ", 2),
       "  a text that does not fit ends in a whole letter, after %d bytes", (int)end);
  }

  ok(ERROR_OF(Raise("elsewhere")) == PETSC_ERR_USER_INPUT && !strcmp(failure_text, "elsewhere") &&
         strcmp(kept.text, "elsewhere"),
     "what is raised after the end goes where it went before");
  PetscFinalize();
  return done_testing();
}
