/* Where a member is in its file, for messages. */
#include "record/member_private.h"
#include "base/text_stream.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static void PutPlace(const Place *place, FILE *file) {
  if (place->above)
    PutPlace(place->above, file);
  if (place->key)
    fprintf(file, "%s%s", place->above ? "." : "", place->key);
  else
    fprintf(file, "[%zu]", place->index);
}

PetscErrorCode PassageRefuse(const Passage *passage, const char *key, const char *expected) {
  const Place below = {passage->place, key, 0};
  const Place *place = key ? &below : passage->place;
  TextStream text;
  PetscCall(TextStreamOpen(&text));
  if (place)
    PutPlace(place, text.file);
  PetscCall(TextStreamClose(&text, "an error"));
  const PetscErrorCode error =
      PetscError(PETSC_COMM_SELF, __LINE__, PETSC_FUNCTION_NAME, __FILE__, PETSC_ERR_USER_INPUT,
                 PETSC_ERROR_INITIAL, "%s: %s%s%s%s", passage->where, place ? "member '" : "",
                 text.text, place ? "': " : "", expected);
  free(text.text);
  return error;
}

PetscErrorCode PassageLimit(const Passage *passage, const char *key, size_t count, const char *what,
                            size_t most, const char *limit) {
  char expected[128];
  (void)snprintf(expected, sizeof(expected), "%zu %s; there may be %zu (%s)", count, what, most,
                 limit);
  if (count > most)
    PetscCall(PassageRefuse(passage, key, expected));
  return 0;
}

PetscErrorCode PassageText(Passage *passage, const char *text, const char **out) {
  if (text[Utf8Shown(text)])
    PetscCall(PassageRefuse(passage, NULL, "the text has a control character"));
  return ArenaText(passage->arena, text, out);
}
