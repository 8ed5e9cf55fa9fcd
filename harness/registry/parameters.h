/* Parameters of methods and of models' cases: defaults, and settings that replace them. */
#pragma once

#include "base/arena.h"
#include "gimbal.h"
#include "numerics/expression.h"

/* The values of the parameters (a normalised list of gimbal_value), in the declared order, under
 * texts of settings such as "alpha=3/5, beta=4/5" (later ones win; NULL entries are passed over).
 * Defaults and settings may use all other parameters, as long as they do not depend on one another
 * in a circle, and the given variables. Errors (PETSC_ERR_USER_INPUT) begin with `where`. */
extern PetscErrorCode ParametersEvaluate(const char *where, gimbal_list parameters, PetscInt texts,
                                         const char *const text[], Variables variables,
                                         Quad values[]);

enum { PARAMETERS_MOST = 256 };

/* The parameters as variables, which the arena keeps. */
extern void ParameterVariables(gimbal_list parameters, const Quad values[], Arena,
                               Variables *variables);

/* Evaluates a list of expressions; *count is at most how many, and becomes how many there are. Values:
 * NULL counts them. */
extern PetscErrorCode FieldEvaluateList(const char *where, const char *field, const char *text,
                                        Variables variables, PetscInt *count, Quad values[]);

/* Checks that a field's text is an expression in the variables, whatever its value; NULL is. */
extern PetscErrorCode FieldCheck(const char *where, const char *field, const char *text,
                                 Variables variables);

/* Evaluates one expression for a descriptor's field; a text that is NULL leaves *value as it is.
 * Errors say where, the field and the text; so does a value that is not finite. */
extern PetscErrorCode FieldEvaluate(const char *where, const char *field, const char *text,
                                    Variables variables, Quad *value);

/* The same, for a number that must be whole and from `least` to 1e9, be it written or left. */
extern PetscErrorCode FieldEvaluateCount(const char *where, const char *field, const char *text,
                                         PetscInt least, Variables variables, PetscInt *value);
