/* How fast a field moves. */
#pragma once

#include "core/core.h"

/* The spectral radius of the field's linearisation at (t,y), y = (q,v), per unit of time: by a few steps
 * of the power method, which is within a factor of two or so. 0 where the field has no values. */
extern Quad FieldRate(const Core *, Problem, Quad t, const Quad *y);

/* The largest h/2^k, h itself if it may be, over which the forces are resolved that the motion meets:
 * on the straight line along the velocity at y, over that time and all shorter ones, the second
 * difference of the accelerations is at most half of them. A body that passes a periodic force quickly
 * has no other sign of that time. On groups, and of first-order systems, h. */
extern Quad FieldResolution(const Core *, Problem, Quad t, const Quad *y, Quad h);

/* Where the accelerations grow a hundredfold on the motion over that duration, as near a collision or at the
 * pericentre of a long ellipse: a quarter of the shortest time over which they are resolved there, in the same
 * sense. Elsewhere infinite. *passage is when, after t. The motion is followed by the classical method, at
 * most a thousand steps of at most h. */
extern Quad FieldShortestTime(const Core *, Problem, Quad t, const Quad *y, Quad h, Quad duration,
                              Quad *passage);

/* A time at which the field is not smooth along the motion. */
typedef struct {
  PetscBool found, jump; /* jump: else a corner, or a root's singularity */
  Quad time;
} FieldBreak;

/* Looks for a jump or a corner of the field on the motion from y in the time from t to t + h, which is short.
 * That is halved towards the larger second difference of the field: where it is smooth, the difference shrinks
 * fourfold each time, at a corner twofold, at a jump it stays. */
extern FieldBreak FieldFindBreak(const Core *, Problem, Quad t, const Quad *y, Quad h);
