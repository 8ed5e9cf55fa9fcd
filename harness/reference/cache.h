/* References kept on disk: one file per problem, under a hash of everything that they depend on. */
#ifndef GIMBAL_HARNESS_REFERENCE_CACHE_H
#define GIMBAL_HARNESS_REFERENCE_CACHE_H

#include "reference/reference.h"

typedef struct {
  char path[PETSC_MAX_PATH_LEN]; /* empty: there is no cache */
} CacheEntry;

/* The entry of the problem, whose start (not NULL) has `size` entries, in the folder (NULL: no
 * cache). `how` it is solved is part of what it depends on; NULL: as references are. */
extern PetscErrorCode CacheLocate(const char *folder, const ReferenceProblem *, const char *how,
                                  PetscInt size, CacheEntry *);
/* *found is false, and nothing written, if there is no entry or it is not whole. */
extern PetscErrorCode CacheRead(const CacheEntry *, PetscInt count, Quad *solution,
                                ReferenceCertificate *, PetscBool *found);
/* A cache that cannot be written is no error: the next run computes again. */
extern PetscErrorCode CacheWrite(const CacheEntry *, PetscInt count, const Quad *solution,
                                 const ReferenceCertificate *);

#endif
