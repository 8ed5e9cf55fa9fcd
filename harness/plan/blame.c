#include "plan/blame.h"

#include <stdio.h>

static PetscErrorCode Keep(MPI_Comm comm, int line, const char *function, const char *file,
                           PetscErrorCode code, PetscErrorType type, const char *message,
                           void *context) {
  Blame *blame = context;
  (void)comm, (void)line, (void)function, (void)file;
  if (type == PETSC_ERROR_INITIAL)
    (void)snprintf(blame->message, sizeof(blame->message), "%s", message ? message : "error");
  return code;
}

PetscErrorCode BlameBegin(Blame *blame) {
  PetscFunctionBeginUser;
  blame->message[0] = 0;
  PetscCall(PetscPushErrorHandler(Keep, blame));
  PetscFunctionReturn(0);
}

PetscErrorCode BlameEnd(Blame *blame, Suite suite, int line, PetscErrorCode error) {
  PetscFunctionBeginUser;
  PetscCall(PetscPopErrorHandler());
  PetscCheck(error != PETSC_ERR_USER_INPUT, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s:%d: %s",
             suite->path, line, blame->message);
  PetscCheck(!error, PETSC_COMM_SELF, error, "%s", blame->message);
  PetscFunctionReturn(0);
}
