/* A model's motion in its own units: names, the reference, and what depends on a state. */
#pragma once

#include "base/user_error.h"
#include "reference/reference.h"
#include "registry/pictures.h"
#include "studies/experiment.h"

enum { MOTION_NAME = ENTRY_NAME };

/* What there is of a state; v is the formulation's velocity, p its momentum. The first three are a row of a
 * reference. */
typedef enum {
  MOTION_Q,
  MOTION_V,
  MOTION_LAMBDA,
  MOTION_P,
  MOTION_ENERGY,
  MOTION_INVARIANT,
  MOTION_CONSTRAINT, /* g, Dg·v and Φ */
  MOTION_PARTS
} MotionPart;

typedef struct {
  ModelCase instance;
  PetscInt realisation;
  const gimbal_realisation *descriptor;
  Dimensions d;
  const Core *core;
  Problem problem;
  PetscInt count[MOTION_PARTS], state, row; /* entries; of (q,v) and of (q,v,λ) */
  int *unit[MOTION_PARTS];                  /* the exponents of their units */
} Motion;

/* "MODEL[@COORDINATES][:CASE]"; NULL where a part is not given. */
typedef struct {
  char model[512];
  const char *realisation, *instance; /* in the same memory */
} MotionWord;
extern void MotionWordRead(const char *, MotionWord *);
extern PetscErrorCode MotionCreate(Registry, const char *word, PetscInt member, Motion *);
extern PetscErrorCode MotionDestroy(Motion *);
/* Counts and units of all parts, for whoever has given the instance, the realisation with its descriptor, and the
 * dimensions: names and units are all that there is of such a motion. */
extern void MotionFindParts(Motion *);
/* A time since the beginning, which is in the host's units, in the model's. */
static inline Quad MotionDuration(const Motion *m, Quad host) {
  return scalbnq(host, m->instance->normal ? m->instance->normal->time : 0);
}
extern void MotionName(const Motion *, MotionPart, PetscInt i, char name[MOTION_NAME]);
/* Whether there is an entry: an invariant need not be one in this case. */
extern PetscErrorCode MotionHas(const Motion *, MotionPart, PetscInt i, PetscBool *);
/* A part from p on, of the state y = (q,v) at the model's time t. */
extern void MotionRead(const Motion *, MotionPart, Quad t, const Quad *y, Quad *out);
/* v of (q,p), in place; NaN outside the domain. */
extern void MotionFindVelocity(const Motion *, Quad t, Quad *y);
/* By how much each entry of a part changes at most, to first order, if those of y change by so much. */
extern void MotionSpread(const Motion *, MotionPart, Quad t, const Quad *y, const Quad *change,
                         Quad *out);
/* ReferenceSolve with the cache, and a line about how far it is where a person watches; `hint`: what to do
 * without a reference. */
extern PetscErrorCode ReferenceWatched(const ReferenceProblem *, const char *command,
                                       const char *hint, Quad *rows, ReferenceCertificate *);
/* The certified solution (q,v,λ) of the case at ascending times, and the error bars of its entries. */
extern PetscErrorCode MotionSolve(const Motion *, PetscInt times, const Quad *t, Quad *rows,
                                  Quad *bars, ReferenceCertificate *);
