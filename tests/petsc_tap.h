/* For tests of functions that return PETSc error codes. */
#ifndef GIMBAL_TESTS_PETSC_TAP_H
#define GIMBAL_TESTS_PETSC_TAP_H

#include "tap.h"
#include <petscsys.h>

/* A call that must succeed for the rest of the test to mean anything. */
#define REQUIRE(call)                                                                              \
  do {                                                                                             \
    if (call) {                                                                                    \
      printf("Bail out! %s:%d: %s\n", __FILE__, __LINE__, #call);                                  \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

static char failure_text[1024];

__attribute__((unused)) static PetscErrorCode KeepMessage(MPI_Comm comm, int line,
                                                          const char *function, const char *file,
                                                          PetscErrorCode code, PetscErrorType type,
                                                          const char *message, void *context) {
  (void)comm, (void)line, (void)function, (void)file, (void)context;
  if (type == PETSC_ERROR_INITIAL)
    (void)snprintf(failure_text, sizeof(failure_text), "%s", message ? message : "");
  return code;
}

/* The error code of a call; its message goes to failure_text. */
#define ERROR_OF(call)                                                                             \
  (failure_text[0] = 0, PetscPushErrorHandler(KeepMessage, NULL), failure_code = (call),           \
   PetscPopErrorHandler(), failure_code)
static PetscErrorCode failure_code __attribute__((unused));

#endif
