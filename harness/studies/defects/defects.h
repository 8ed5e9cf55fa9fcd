/* What the studies share that measure defects: numbers that are 0 if a claim holds, each with how
 * far its measurement may be off. */
#pragma once

#include "record/verdict.h"

/* Numbers of a defect. `absent` is the defect that would be there if what is claimed were not so: a
 * measurement that would not have distinguished it from its error has no power. The others say why
 * there is no measurement, whatever the defect. */
#define DEFECT_ABSENT "absent"
#define DEFECT_OF_MEMORY                                                                           \
  "memory" /* what is handed on from step to step, only the method can reverse */
#define DEFECT_OF_OFFSET                                                                           \
  "offset"                   /* quantities are scored at times that make no pair when reversed */
#define DEFECT_APART "apart" /* two methods give q and v at different times */
#define DEFECT_OF_COORDINATES                                                                      \
  "coordinates" /* the other method takes none of the model's coordinates */
#define DEFECT_OF_LEAVING                                                                          \
  "off_constraints" /* so far are the nodes from the manifold of which a measure is */

#define DEFECT_OF_FORWARD "forward" /* a step of −h would show it, and the method takes none */

/* 1: it is that of steps of −h. */
#define DEFECT_BACKWARD "backward"

/* The time of the point, where it is not the initial one. */
#define DEFECT_LATER "later"

/* Whether all that was measured of that defect knows what would be there, and would not have seen
 * it, though round-off would let it. Pure. */
extern PetscBool DefectsLackPower(const Measured *, const char *quantity);
/* On the defect that has the name of the claim's quantity, at all points: "yes" claims that it is
 * 0, "no" that it is not. */
extern ClaimJudge DefectsJudge;
/* What would change a verdict on a defect. */
extern const char DefectsChange[];
