/* What the parts of the shadow study share. There is one point for each step size. Its defect
 * "hamiltonian" is the range of H_h over a run with the sharper differences; the error of the
 * defect is the rounding. */
#pragma once

#include "record/request.h"
#include "record/verdict.h"

struct Experiment;

#define SHADOW_DEFECT "hamiltonian"
/* The derivative of the step map's own, of the points where it was measured. */
#define SHADOW_SYMPLECTIC "symplectic"
/* Numbers of the defect. */
#define SHADOW_ENERGY "energy" /* the range of the energy itself */
#define SHADOW_COARSE "coarse" /* the range with the other differences */
#define SHADOW_DURATION "duration"
enum { SHADOW_COARSE_POWER = 8, SHADOW_POWER = 16 }; /* of h, of the differences: 2K */
/* Why there is no measurement. */
#define SHADOW_NO_ACTION "no_action"
#define SHADOW_OFFSET "offset"   /* q and p are scored at times that differ */
#define SHADOW_REFUSED "refused" /* with the action appended, the method does something else */
#define SHADOW_GROUP "group"     /* its momenta are no coordinates' */

extern PetscErrorCode ShadowMeasure(const struct Experiment *, Measured *);
/* REQUEST_FINER, or _COARSER, where another step size would decide; REQUEST_DENSER: no further step
 * size, but the derivative of the step map at those that there are. Pure. */
extern Request ShadowMore(const Job *, const Measured *);
extern ClaimJudge ShadowJudge;
