#include "plan/blame.h"

PetscErrorCode BlameSuite(const KeptError *kept, Suite suite, int line, PetscErrorCode error) {
  PetscFunctionBeginUser;
  PetscCall(KeptErrorEnd());
  PetscCheck(error != PETSC_ERR_USER_INPUT, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s:%d: %s",
             suite->path, line, kept->text);
  PetscCheck(!error, PETSC_COMM_SELF, error, "%s", kept->text);
  PetscFunctionReturn(0);
}
