/* Whether output of another program is of a model's motion: columns by name, initial data, parameters. */
#pragma once

#include "cli/motion.h"
#include "judge/trajectory.h"

/* Runs as states of a model: entries are those of q, and of v or p. */
typedef struct {
  const Motion *motion;
  const Trajectories *all;
  MotionPart second;         /* in addition to q; MOTION_PARTS: nothing */
  PetscInt entries, *column; /* of each file: the columns of the entries */
} Match;

/* Finds the columns, which are in the arena. What is not there is PETSC_ERR_USER_INPUT, as below. */
extern PetscErrorCode MatchCreate(const Motion *, const Trajectories *, Arena, Match *);
/* Compares parameters and initial data: what does not match is an error with what was found. */
extern PetscErrorCode MatchCompare(const Match *);
extern PetscInt MatchColumn(const Match *, const TrajectoryRun *, PetscInt entry);
/* A row: the entries, and how far they may be from what was computed (NULL: not needed). */
extern void MatchRead(const Match *, const TrajectoryRun *, PetscInt row, Quad *entry, Quad *noise);
/* The entries that a state (q,v) has. */
extern void MatchEntries(const Match *, Quad t, const Quad *y, Quad *entry);
/* given − expected, of an angle modulo its period. */
extern Quad MatchDifference(const Match *, PetscInt i, Quad given, Quad expected);
/* Refuses entries that are, at all of several times, those expected but for their order, a sign or a
 * factor; at the start also any others that are off by more than the tolerance. */
extern PetscErrorCode MatchExplain(const Match *, const TrajectoryRun *, PetscInt row,
                                   PetscInt times, const Quad *given, const Quad *expected,
                                   const Quad *tolerance, PetscBool start);
