#include "base/kept_error.h"

static char cause[2048]; /* of this process */

void ErrorCauseSet(const char *text) {
  if (!*cause)
    Utf8Cut(text, cause, sizeof(cause));
}

const char *ErrorCause(void) { return *cause ? cause : NULL; }

char *CrashCause;

static PetscErrorCode Keep(MPI_Comm comm, int line, const char *function, const char *file,
                           PetscErrorCode code, PetscErrorType type, const char *message,
                           void *context) {
  KeptError *kept = context;
  (void)comm, (void)line, (void)function, (void)file;
  if (type != PETSC_ERROR_INITIAL)
    return code;
  if (ErrorCause())
    message = ErrorCause();
  if (!message || !*message || !strcmp(message, " ")) /* PETSc's text for an empty message */
    (void)PetscErrorMessage(code, &message, NULL);
  Utf8Cut(message ? message : "error", kept->text, sizeof(kept->text));
  for (char *at = kept->text; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  return code;
}

PetscErrorCode KeptErrorBegin(KeptError *kept) {
  kept->text[0] = 0;
  return PetscPushErrorHandler(Keep, kept);
}

PetscErrorCode KeptErrorEnd(void) { return PetscPopErrorHandler(); }
