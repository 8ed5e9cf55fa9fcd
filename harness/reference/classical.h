/* Runs of a known method over many durations, kept with the references: all methods on a case are
 * compared with the same ones. */
#pragma once

#include "reference/reference.h"

typedef struct {
  ModelCase instance;
  PetscInt realisation;
  Problem problem;   /* of these, in double precision */
  const Quad *start; /* n+m entries */
  Quad h;
  PetscInt64 every; /* steps from one sample to the next */
  PetscInt samples;
} ClassicalRun;

/* (q,v) at the samples, rows of n+m entries, by the classical method of order 4 on the index-reduced
 * field in double precision, with the sum compensated. *known: how many there are, fewer where the
 * field cannot be computed. Cached as references are (`cache` may be NULL), if it came to its end. */
extern PetscErrorCode ClassicalSolve(const ClassicalRun *, const char *cache, Quad *rows,
                                     PetscInt *known);
