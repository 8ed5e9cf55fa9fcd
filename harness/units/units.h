/* The units in which the host works. A model may be written in metres or in light years, and its
 * numbers may be 1e-26 or 1e34; the host looks at the sizes of its initial data, its duration and
 * its functions, and takes for each coordinate, for the time and for the action a unit that is a
 * power of 1024 (as one chooses between metre, kilometre and megametre), such that numbers are near
 * 1. In models of natural units that changes nothing. All that follows, solvers, references,
 * studies and rules, sees such numbers only.
 *
 * Sizes are found by products, quotients, roots and comparisons, or by looking for a power of 1024,
 * so that a model in units larger by 1024^k has exactly the same form: no result can depend on them.
 */
#pragma once

#include "base/arena.h"
#include "registry/registry.h"

/* Other units for a case, by one rule for all its realisations: those of time and action, and those
 * of the coordinates of vector spaces that are no angles. */
typedef struct {
  int time, action, q;
  PetscInt entry; /* only this one of q (of a lattice: of each site), from 1; 0: each */
} UnitsRule;

/* Brings the case to its normal form, where it is not in it already; to that of another case of its
 * model, if one is given: the members of an ensemble have one form. */
extern PetscErrorCode ModelCaseNormalise(ModelCase, ModelCase like);
/* Brings the case to units that are smaller by the given powers of two: its numbers become larger.
 * For tests of what must not depend on units. */
extern void ModelCaseRescale(ModelCase, const UnitsRule *);

/* Brings the case to these units, which are counted from those that it has. */
extern void CaseUnitsApply(ModelCase, const CaseUnits *);
/* Units with all exponents 0, and the exponents that follow from the others. */
extern CaseUnits *CaseUnitsCreate(ModelCase, Arena);
extern void CaseUnitsComplete(ModelCase, CaseUnits *);
