/* Reference solutions with their uncertainty, from a closed form, or from two runs of a 12-stage Gauss
 * method in quadruple precision. */
#pragma once

#include "core/core.h"

typedef enum { REFERENCE_EXACT, REFERENCE_QUAD, REFERENCE_DOUBLE } ReferenceKind;

/* The parts of a row: q, v and λ. */
typedef enum { REFERENCE_Q, REFERENCE_V, REFERENCE_LAMBDA, REFERENCE_PARTS } ReferencePart;

typedef struct {
  ReferenceKind kind;
  PetscReal uncertainty[REFERENCE_PARTS]; /* the largest absolute error believed */
  char method[80];                        /* how it was made, for people */
} ReferenceCertificate;

/* What is to be solved: from (q,v) = start at time 0, through the ascending times. */
typedef struct {
  ModelCase instance;
  PetscInt realisation;
  const Quad *start; /* n+m entries; NULL: the case's own */
  PetscInt times;
  const Quad *time;
} ReferenceProblem;

/* Progress of a reference, which may take minutes: the number of the pass (the last two agree; seldom more
 * than four are needed), and the part of it that is done. */
typedef struct {
  void (*tell)(void *context, PetscInt pass, PetscReal part);
  void *context;
} ReferenceWatch;

/* The solution (q,v,λ) at the times, rows of n+m+k entries, as accurate as possible. Results
 * are cached in `cache` (a folder; NULL: no cache) under the content of the model, case, data and
 * times. A model whose reference cannot be computed is PETSC_ERR_USER_INPUT with the time and the
 * reason. The watch may be NULL. */
extern PetscErrorCode ReferenceSolve(const ReferenceProblem *, const char *cache,
                                     const ReferenceWatch *, Quad *solution,
                                     ReferenceCertificate *);

/* Times near one at which the solution is known, on one side of it, from the nearest to the farthest. */
typedef struct {
  Quad from;
  const Quad *row; /* (q,v,λ) there */
  PetscInt times;
  const Quad *time;
} ReferenceNear;

/* The solution (q,v,λ) of the problem at such times, of all `count` in turn, in rows as those given. The
 * problem's own times are not used. Meant for distances like a step, over which no error grows: the
 * uncertainty of the given row holds. Cached as references are. */
extern PetscErrorCode ReferenceContinue(const ReferenceProblem *, PetscInt count,
                                        const ReferenceNear *, const char *cache, Quad *out);

/* As ReferenceSolve, by integration even where there is a closed form, to check the one by the
 * other; never cached. */
extern PetscErrorCode ReferenceSolveNumerically(const ReferenceProblem *, Quad *solution,
                                                ReferenceCertificate *);

/* The folder in which references are kept: what GIMBAL_CACHE names, else `reference-cache` next to the
 * program in a build folder, or of an installed program `gimbal` in the user's own cache
 * (XDG_CACHE_HOME, ~/.cache); NULL if it cannot be written. */
extern const char *ReferenceCache(void);
