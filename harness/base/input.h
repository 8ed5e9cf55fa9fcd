/* What a user gave and cannot be: PETSC_ERR_USER_INPUT with a message in printf's manner. */
#pragma once

#include <petscsys.h>

#define InputCheck(condition, ...)                                                                 \
  PetscCheck(condition, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, __VA_ARGS__)
#define InputRefuse(...) SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, __VA_ARGS__)
