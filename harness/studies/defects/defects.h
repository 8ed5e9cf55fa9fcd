/* What the studies share that measure defects: numbers that are 0 if a claim holds, each with how
 * far its measurement may be off. */
#ifndef GIMBAL_HARNESS_STUDIES_DEFECTS_DEFECTS_H
#define GIMBAL_HARNESS_STUDIES_DEFECTS_DEFECTS_H

#include "record/measured.h"
#include "record/verdict.h"

typedef struct {
  PetscBool power;   /* the power of h of the defect is told */
  PetscReal telling; /* measurements that are all off by more confirm nothing; 0: they do */
} DefectsRule;

/* On the defect that has the name of the claim's quantity, at all points: "yes" claims that it is
 * 0, "no" that it is not. */
extern PetscErrorCode DefectsJudge(const DefectsRule *, const Measured *, const Claim *, Finding *);

#endif
