#pragma once

#include "base/user_error.h"
#include "numerics/scheme.h"
#include "registry/registry.h"

/* A number as a fraction with that tolerance and so large a denominator at most, else in the format, of quadmath. */
enum { NUMBER_ROOM = 128 };
extern const char *NumberText(Quad, Quad tolerance, Quad most, const char *format,
                              char text[NUMBER_ROOM]);

/* Prints the table of a Runge-Kutta method in a format: text, csv, json, latex, python, octave, julia, c or fortran.
 * It is the first of an array or not. Entries are the descriptor's texts, else fractions, else decimals of 34 digits. PETSC_ERR_USER_INPUT: another
 * format, or another kind of method. */
extern PetscErrorCode TablePrint(Method, const Scheme *, const char *claims, const char *format,
                                 PetscBool first);
