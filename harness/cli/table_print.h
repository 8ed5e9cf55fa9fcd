#pragma once

#include "numerics/scheme.h"
#include "registry/registry.h"

/* Prints the table of a Runge-Kutta method in a format: text, csv, json, latex, python, octave, julia, c or fortran.
 * It is the first of an array or not. Entries are the descriptor's texts, else fractions, else decimals of 34 digits. PETSC_ERR_USER_INPUT: another
 * format, or another kind of method. */
extern PetscErrorCode TablePrint(Method, const Scheme *, const char *claims, const char *format,
                                 PetscBool first);
