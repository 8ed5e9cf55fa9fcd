/* The Lie groups: SO(3), SE(2), SE(3), Rk, Sk and their products, with two retractions. */
#pragma once

#include "numerics/precision.h"
#include "numerics/quad.h"
#include <petscsys.h>

typedef enum { FACTOR_SO3, FACTOR_SE2, FACTOR_SE3, FACTOR_VECTOR } GroupFactor;

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
/* Whether steps along it may be taken in any order: of vectors and angles alone. */
extern PetscBool GroupCommutes(const Group *);
extern void GroupCompose(const Group *, const Real *a, const Real *b, Real *out);
extern void GroupInverse(const Group *, const Real *a, Real *out);
/* d/dt of g along η: the tangent vector gη in the entries of g. */
extern void GroupVelocity(const Group *, const Real *a, const Real *eta, Real *out);
extern void GroupRetract(const Group *, gimbal_retraction, const Real *xi, Real *out);
/* aτ(ξ) − a, entry by entry, without the cancellation of that; with what leads a rotation back among
 * them that is off by roundings. */
extern void GroupIncrement(const Group *, gimbal_retraction, const Real *a, const Real *xi,
                           Real *out);
/* The inverse of the exponential, of the smallest angles (SE2 and Sk: of the angle that the element
 * has); non-zero where it does not exist, as after a whole turn in the plane. */
extern int GroupLogarithm(const Group *, const Real *a, Real *out);
extern void GroupTangent(const Group *, gimbal_retraction, const Real *xi, Real *out);
/* Non-zero where the tangent is singular to rounding: the exponential's after whole turns. */
extern int GroupTangentInverse(const Group *, gimbal_retraction, const Real *xi, Real *out);
extern void GroupTangentDerivative(const Group *, gimbal_retraction, const Real *xi,
                                   const Real *eta, Real *out);
extern void GroupAdjoint(const Group *, const Real *a, Real *out);
/* The matrix of ad_ξ, m×m. */
extern void GroupBracket(const Group *, const Real *xi, Real *out);
/* For those who are compiled once and compute in Quad. */
extern void QUAD_PRECISION(GroupInverse)(const Group *, const Quad *a, Quad *out);
extern int QUAD_PRECISION(GroupLogarithm)(const Group *, const Quad *a, Quad *out);
extern void QUAD_PRECISION(GroupBracket)(const Group *, const Quad *xi, Quad *out);
extern void QUAD_PRECISION(GroupCompose)(const Group *, const Quad *a, const Quad *b, Quad *out);
extern void QUAD_PRECISION(GroupRetract)(const Group *, gimbal_retraction, const Quad *xi,
                                         Quad *out);
