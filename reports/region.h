/* A plot of the region of stability of a method for ordinary differential equations. */
#pragma once

#include <petscsys.h>

/* Draws |N(z)/D(z)| ≤ 1 of such degrees and coefficients, that of z^k at k, with the part of the plane whose size
 * matters, into the file, .svg or .pdf. PETSC_ERR_USER_INPUT: another ending, or it cannot be written; PETSC_ERR_LIB:
 * gnuplot failed. */
extern PetscErrorCode RegionDraw(const char *title, const PetscInt degree[2],
                                 const PetscReal *const coefficient[2], PetscReal size,
                                 const char *file);
