/* Figures beside the order: of each the value as a defect's, and how far it may be off. */
#ifndef GIMBAL_HARNESS_STUDIES_ALGEBRA_ANSWERS_H
#define GIMBAL_HARNESS_STUDIES_ALGEBRA_ANSWERS_H

#include "numerics/scheme.h"
#include "record/measured.h"
#include "studies/algebra/algebra.h"

/* Of the conditions that were examined. */
extern PetscErrorCode AlgebraPutAnswers(Measured *, Point *, const Scheme *, PetscInt orders,
                                        const OrderConditions[], PetscBool symplectic);

#endif
