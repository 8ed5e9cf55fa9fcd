/* The error that something given by the user is wrong: one line that says where, what, and what would be right. */
#pragma once

#include <petscsys.h>

#define UserError(...) SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, __VA_ARGS__)
#define UserCheck(right, ...) PetscCheck(right, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, __VA_ARGS__)
