/* A model's motion in its own units, for commands that run no method: names, the reference, and what
 * depends on a state. */
#ifndef GIMBAL_HARNESS_CLI_MOTION_H
#define GIMBAL_HARNESS_CLI_MOTION_H

#include "reference/reference.h"
#include "studies/experiment.h"

enum { MOTION_NAME = 64 };

/* What there is of a state; v is the formulation's velocity, p its momentum. */
typedef enum {
  MOTION_Q,
  MOTION_V,
  MOTION_P,
  MOTION_LAMBDA,
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
  PetscInt count[MOTION_PARTS], state; /* entries; of (q,v) */
  Quad *period;                        /* of q; 0: none */
} Motion;

/* "MODEL[@COORDINATES][:CASE]"; NULL is a usage error. */
extern PetscErrorCode MotionCreate(Registry, const char *word, PetscInt member, Motion *);
extern PetscErrorCode MotionDestroy(Motion *);
extern void MotionName(const Motion *, MotionPart, PetscInt i, char name[MOTION_NAME]);
/* Whether the model's invariant of that index is one in this case. */
extern PetscErrorCode MotionConserves(const Motion *, PetscInt i, PetscBool *);
/* A part of the state y = (q,v) at the model's time t. What has no value is NaN. */
extern PetscErrorCode MotionRead(const Motion *, MotionPart, Quad t, const Quad *y, Quad *out);
/* v of (q,p). */
extern PetscErrorCode MotionVelocityOf(const Motion *, Quad t, const Quad *q, const Quad *p,
                                       Quad *v);
/* By how much each entry of a part changes at most, to first order, if those of y change by so much. */
extern PetscErrorCode MotionSpread(const Motion *, MotionPart, Quad t, const Quad *y,
                                   const Quad *change, Quad *out);
/* The certified solution (q,v,λ) at ascending times, and the error bars of its entries; from the case's
 * own (q,v) at the beginning, or those given. */
extern PetscErrorCode MotionSolve(const Motion *, const Quad *start, PetscInt times, const Quad *t,
                                  Quad *rows, Quad *bars, ReferenceCertificate *);

#endif
