/* The numerical checks of plugins: what their author should know before anything is judged. */
#pragma once

#include "registry/registry.h"

/* What is to be checked, in this order. */
typedef struct {
  PetscInt models, methods;
  Model *model;
  Method *method;
  PetscReal timeout; /* of each, in seconds of processor time, and of doing nothing */
} CheckList;

/* Checks each in a process of its own, so that one that crashes or hangs fails alone, and prints
 * TAP on standard output. *failures is the number of points that failed. Errors: PETSC_ERR_SYS if
 * there is no process or no pipe. */
extern PetscErrorCode CheckAll(Registry, const CheckList *, int *failures);
/* What is wrong with the functions of a model's equations, their derivatives, or the invariants: the first
 * failure; empty: nothing. Mostly below a second, at most 60 s, in a process of its own. Errors: as above. */
extern PetscErrorCode CheckModelEquations(Model, size_t room, char *why);
