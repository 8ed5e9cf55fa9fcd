/* The Lie groups: SO(3), SE(2), Rk, Sk and their products, with two retractions. */
#ifndef GIMBAL_HARNESS_NUMERICS_GROUP_H
#define GIMBAL_HARNESS_NUMERICS_GROUP_H

#include "gimbal.h"
#include <petscsys.h>

typedef enum { FACTOR_SO3, FACTOR_SE2, FACTOR_VECTOR } GroupFactor;

#define GROUP_FACTORS_MAX 8

typedef struct {
  PetscInt factors;
  struct {
    GroupFactor kind;
    PetscInt n, m; /* entries of an element, of an algebra element */
  } factor[GROUP_FACTORS_MAX];
  PetscInt n, m;
} Group;

/* "SO3*R2"; an unknown factor is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode GroupParse(const char *name, Group *);
extern void GroupCompose(const Group *, const gimbal_real *a, const gimbal_real *b,
                         gimbal_real *out);
extern void GroupInverse(const Group *, const gimbal_real *a, gimbal_real *out);
/* d/dt of g along η: the tangent vector gη in the entries of g. */
extern void GroupVelocity(const Group *, const gimbal_real *a, const gimbal_real *eta,
                          gimbal_real *out);
extern void GroupRetract(const Group *, gimbal_retraction, const gimbal_real *xi, gimbal_real *out);
extern void GroupTangent(const Group *, gimbal_retraction, const gimbal_real *xi, gimbal_real *out);
extern int GroupTangentInverse(const Group *, gimbal_retraction, const gimbal_real *xi,
                               gimbal_real *out);
extern void GroupTangentDerivative(const Group *, gimbal_retraction, const gimbal_real *xi,
                                   const gimbal_real *eta, gimbal_real *out);
extern void GroupAdjoint(const Group *, const gimbal_real *a, gimbal_real *out);
/* The matrix of ad_ξ, m×m. */
extern void GroupBracket(const Group *, const gimbal_real *xi, gimbal_real *out);

#endif
