/* A plot of the region of stability of a method for ordinary differential equations. */
#pragma once

#include <petscsys.h>

/* |N(z)/D(z)| ≤ 1. */
typedef struct {
  const char *title;
  PetscInt degree[2];
  const PetscReal *coefficient[2]; /* of N and of D, that of z^k at k */
  PetscReal left, right, height;   /* the plot: left ≤ Re z ≤ right, |Im z| ≤ height */
} Region;

/* Draws it into the file, .svg or .pdf. PETSC_ERR_USER_INPUT: another ending, or it cannot be written;
 * PETSC_ERR_LIB: gnuplot failed. */
extern PetscErrorCode RegionDraw(const Region *, const char *file);
