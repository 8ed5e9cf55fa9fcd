/* What the judge uses of PETSc: libgimbal_judge is compiled with this in place of PETSc's header. An error
 * is kept for the caller. */
#pragma once

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int PetscErrorCode;
typedef int PetscInt;
typedef int64_t PetscInt64;
typedef double PetscReal;
typedef enum { PETSC_FALSE, PETSC_TRUE } PetscBool;
enum { PETSC_ERR_MEM = 55, PETSC_ERR_PLIB = 77, PETSC_ERR_USER_INPUT = 94 };

#define PETSC_MAX_INT INT_MAX
#define PETSC_MIN_INT INT_MIN
#define PETSC_MAX_REAL DBL_MAX
#define PETSC_MACHINE_EPSILON DBL_EPSILON
#define PETSC_STATIC_ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define PetscAbsReal(x) fabs(x)
#define PetscMin(a, b) ((a) < (b) ? (a) : (b))
#define PetscMax(a, b) ((a) < (b) ? (b) : (a))

/* Keeps the words in this thread, and returns the code. */
extern PetscErrorCode LibraryError(PetscErrorCode, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline PetscErrorCode LibraryAllocate(size_t size, void *pointer) {
  void *at = calloc(size + 1, 1);
  memcpy(pointer, &at, sizeof(at));
  return at ? 0 : LibraryError(PETSC_ERR_MEM, "no memory for %zu bytes", size);
}

#define PetscIf_(condition, what)                                                                  \
  do {                                                                                             \
    if (condition)                                                                                 \
      what;                                                                                        \
  } while (0)
#define PetscError(comm, line, function, file, code, type, ...) LibraryError(code, __VA_ARGS__)
#define SETERRQ(comm, code, ...) return LibraryError(code, __VA_ARGS__)
#define PetscCheck(condition, comm, code, ...)                                                     \
  PetscIf_(!(condition), return LibraryError(code, __VA_ARGS__))
#define PetscCheckAbort(condition, comm, code, ...) PetscIf_(!(condition), abort())
#define PetscCall(call)                                                                            \
  do {                                                                                             \
    const PetscErrorCode error_of_call_ = (call);                                                  \
    PetscIf_(error_of_call_, return error_of_call_);                                               \
  } while (0)
#define PetscNew(to) LibraryAllocate(sizeof(**(to)), (to))
#define PetscMalloc1(count, to) LibraryAllocate((size_t)(count) * sizeof(**(to)), (to))
#define PetscMalloc2(count, to, others, other)                                                     \
  (PetscMalloc1(count, to) ? PETSC_ERR_MEM                                                         \
                           : (PetscMalloc1(others, other) ? (free(*(to)), PETSC_ERR_MEM) : 0))
#define PetscFree(from) (free(from), (from) = NULL, 0)
#define PetscFree2(from, other) (free(from), PetscFree(other))
