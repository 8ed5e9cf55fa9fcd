/* A method's step as a Runge-Kutta scheme or as a Rosenbrock method, with exact numbers, as its descriptor
 * declares it. */
#pragma once

#include "numerics/expression.h"
#include "numerics/scheme.h"
#include "registry/tableaux.h"

/* What a row of numbers is. */
typedef enum {
  SCHEME_A,
  SCHEME_CONJUGATE,
  SCHEME_B,
  SCHEME_C,
  SCHEME_GAMMA,
  SCHEME_COEFFICIENTS
} SchemePart;

/* Where numbers come from that no text of the descriptor gives, and what is done to all of them. */
typedef struct {
  /* As core/core.h says of method_tableau; the numbers have the relative precision epsilon. */
  PetscErrorCode (*tableau)(Method, PetscInt index, MethodTableau *, PetscBool *found);
  PetscReal epsilon;
  /* Called for every row of `count` numbers, of which the first is number `first` of its kind: in a
   * tableau 0, in coefficients counted through all of the method's. NULL: nothing is done. */
  void (*touch)(const void *context, SchemePart, PetscInt first, PetscInt count, ExactField *,
                ExactNumber *);
  const void *context;
} SchemeSource;

/* The descriptor's first scheme whose condition holds there; NULL if not found. */
extern PetscErrorCode MethodFindScheme(const Pairing *, const gimbal_scheme **);
/* Its numbers, modulo the first primes below `below` in which they exist. What is wrong in the
 * descriptor is PETSC_ERR_USER_INPUT. To be freed by SchemeDestroy. */
extern PetscErrorCode MethodMakeScheme(const Pairing *, const gimbal_scheme *, const SchemeSource *,
                                       uint64_t below, Scheme *);
/* The same modulo the primes of the field, whether the numbers exist there or not: for their values. */
extern PetscErrorCode MethodMakeNumbers(const Pairing *, const gimbal_scheme *,
                                        const SchemeSource *, const ExactField *, Scheme *);
/* Kind, names and texts of all schemes, as far as they can be checked without a model. */
extern PetscErrorCode MethodCheckSchemes(const char *where, Method, Variables);
