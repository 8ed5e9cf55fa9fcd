/* Fuzz target: the expression language of descriptors and suites. The input is one text. */
#include "fuzz.h"
#include "numerics/expression.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 4 };

static const Variable known[] = {{"s", 3}, {"tau", 0.5}, {"n", 4}, {"x1", -1}, {"pi", 3}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const Variables variables = {sizeof(known) / sizeof(known[0]), known};
  char complaint[512], narrow[16];
  Quad value[ROOM];
  PetscInt all = 0, some = ROOM, few = ROOM;
  FuzzStart();
  char *text = FuzzText(data, size);
  const PetscBool valid = ExpressionTry(text, variables, &all, NULL, sizeof(complaint), complaint);
  if (valid == (*complaint != 0))
    FuzzFail("a text is right or wrong, and complained about: %s", complaint);
  (void)ExpressionTry(text, variables, &some, value, sizeof(complaint), complaint);
  if (!*complaint != (valid && all <= ROOM) || some > ROOM)
    FuzzFail("%d entries counted, %d read: %s", (int)all, (int)some, complaint);
  (void)ExpressionTry(text, variables, &few, value, sizeof(narrow), narrow);
  if (!*narrow != !*complaint || few != some)
    FuzzFail("the room for words changes what is read");
  if (FuzzGood(ExpressionEvaluate(text, variables, value)) != (valid && all == 1))
    FuzzFail("one entry out of %d", (int)all);
  /* What uses no names means the same without them. */
  if (valid && all <= ROOM && !ExpressionHasNames(text)) {
    few = ROOM;
    (void)ExpressionTry(text, (Variables){0, NULL}, &few, value, sizeof(complaint), complaint);
    if (*complaint || few != all)
      FuzzFail("a text without names uses one: %s", complaint);
  }
  free(text);
  return 0;
}
