/* A model in other units: a descriptor whose functions scale what they are given and what they
 * return by powers of two, and call the model's own in between. */
#ifndef GIMBAL_HARNESS_UNITS_SCALED_MODEL_H
#define GIMBAL_HARNESS_UNITS_SCALED_MODEL_H

#include "base/arena.h"
#include "numerics/precision.h"
#include "registry/registry.h"

/* As many invariants, relative equilibria or kinds of apsides of a realisation can be scaled. */
#define SCALED_MODEL_MOST 64

/* All realisations of a case's model in the given units. The descriptor is the model's with other
 * functions, and arguments[r] is what those of realisation r take for their parameters (numbers of
 * the precision that it was made in): the values of the case, in front of which the functions find
 * what they need. */
typedef struct {
  Arena arena; /* of all of it */
  gimbal_model *descriptor;
  const void **arguments;
} ScaledModel;

/* Of the model in that precision, which must exist. */
extern PetscErrorCode PRECISION(ScaledModelCreate)(ModelCase, const CaseUnits *, ScaledModel *);
#if !defined(GIMBAL_QUAD) && !defined(GIMBAL_WITHOUT_QUAD)
extern PetscErrorCode ScaledModelCreate_quad(ModelCase, const CaseUnits *, ScaledModel *);
#endif

#endif
