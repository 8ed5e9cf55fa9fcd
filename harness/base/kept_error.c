#include "base/kept_error.h"

#include <stdio.h>
#include <string.h>

/* Bytes after the first of a letter are 10xxxxxx. */
static PetscBool Continues(char byte) { return (PetscBool)(((unsigned char)byte & 0xc0) == 0x80); }

void KeptErrorCut(const char *text, char out[], size_t room) {
  size_t length = strlen(text);
  if (length >= room)
    for (length = room - 1; length && Continues(text[length]);)
      length--;
  memmove(out, text, length);
  out[length] = 0;
}

static PetscErrorCode Keep(MPI_Comm comm, int line, const char *function, const char *file,
                           PetscErrorCode code, PetscErrorType type, const char *message,
                           void *context) {
  KeptError *kept = context;
  (void)comm, (void)line, (void)function, (void)file;
  if (type != PETSC_ERROR_INITIAL)
    return code;
  if (!message || !*message || !strcmp(message, " ")) /* which is what PETSc says for nothing */
    (void)PetscErrorMessage(code, &message, NULL);
  KeptErrorCut(message ? message : "error", kept->text, sizeof(kept->text));
  for (char *at = kept->text; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  return code;
}

PetscErrorCode KeptErrorBegin(KeptError *kept) {
  PetscFunctionBeginUser;
  kept->text[0] = 0;
  PetscCall(PetscPushErrorHandler(Keep, kept));
  PetscFunctionReturn(0);
}

PetscErrorCode KeptErrorEnd(void) {
  PetscFunctionBeginUser;
  PetscCall(PetscPopErrorHandler());
  PetscFunctionReturn(0);
}
