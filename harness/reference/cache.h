/* References kept on disk: one file per problem, under a hash of everything that they depend on. */
#pragma once

#include "reference/reference.h"

/* What a solution is known by. */
typedef struct {
  const char *folder; /* NULL: no cache */
  ReferenceProblem problem;
  const char *how;         /* it is solved; NULL: as references are */
  PetscInt entries, count; /* of the start, which is not NULL, and of the solution */
} CacheKey;

/* A solution that is not *complete is not kept. */
typedef PetscErrorCode (*CacheSolver)(void *context, Quad *solution, ReferenceCertificate *,
                                      PetscBool *complete);

/* What is kept, or else what is solved now, which is kept. It is an error if the model's functions have
 * changed how numbers are rounded. */
extern PetscErrorCode CacheSolve(const CacheKey *, CacheSolver, void *context, Quad *solution,
                                 ReferenceCertificate *);

/* *found is false if there is no entry or it is not whole. The path may be empty: there is no cache. */
extern PetscErrorCode CacheRead(const char *path, PetscInt count, Quad *solution,
                                ReferenceCertificate *, PetscBool *found);
/* A cache that cannot be written is no error: the next run computes again. */
extern PetscErrorCode CacheWrite(const char *path, PetscInt count, const Quad *solution,
                                 const ReferenceCertificate *);
