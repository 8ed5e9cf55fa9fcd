/* What the files of the groups share: the groups of three dimensions, of which motions of space are made,
 * and those. */
#pragma once

#include "numerics/group.h"

static inline void Cross(const Real *a, const Real *b, Real *out) {
  const Real x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2],
             z = a[0] * b[1] - a[1] * b[0];
  out[0] = x, out[1] = y, out[2] = z;
}

static inline Real Dot(const Real *a, const Real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void Multiply3(const Real *A, const Real *B, Real *out) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

static inline void Apply3(const Real *A, const Real *x, Real *out) {
  const Real y[3] = {Dot(A, x), Dot(A + 3, x), Dot(A + 6, x)};
  out[0] = y[0], out[1] = y[1], out[2] = y[2];
}

/* The matrix of ω×. */
static inline void Hat(const Real *x, Real *out) {
  out[0] = out[4] = out[8] = 0;
  out[1] = -x[2], out[2] = x[1], out[3] = x[2], out[5] = -x[0], out[6] = -x[1], out[7] = x[0];
}

/* a = (1 − cos θ)/θ², b = (θ − sin θ)/θ³; their derivatives over θ; and those once more. */
typedef struct {
  Real a, b, da, db, dda, ddb;
} Exponential;

extern Exponential GroupExponential(Real square);
/* The coefficient of ad² in ad/(1 − e^{−ad}); non-zero where the exponential is singular. */
extern int GroupInverseCoefficient(Real square, Real *c);

/* SO(3): an element 3×3, an algebra element 3; SE(2): 3 and 3; matrices 3×3. */
extern void SmallBracket(GroupFactor, const Real *x, Real *ad);
extern void SmallAdjoint(GroupFactor, const Real *g, Real *out);
extern void SmallRetract(GroupFactor, gimbal_retraction, const Real *x, Real *out);
extern void SmallTangent(GroupFactor, gimbal_retraction, const Real *x, Real *out);
extern void SmallTangentDerivative(GroupFactor, gimbal_retraction, const Real *x, const Real *eta,
                                   Real *out);
extern int SmallTangentInverse(GroupFactor, gimbal_retraction, const Real *x, Real *out);
/* Of SO(3): R τ(ξ) − R, and log R. */
extern void RotationIncrement(gimbal_retraction, const Real *R, const Real *xi, Real *out);
extern void RotationLogarithm(const Real *R, Real *out);
/* The inverse of a 3×3 matrix; non-zero if it is singular. */
extern int RotationInvert(const Real *A, Real *out);
/* Of SE(2). */
extern void PlaneVelocity(const Real *a, const Real *eta, Real *out);
extern int PlaneLogarithm(const Real *g, Real *out);

/* SE(3): an element is a rotation (9) and a translation (3), an algebra element ω (3) and v (3);
 * matrices 6×6. */
extern void MotionCompose(const Real *a, const Real *b, Real *out);
extern void MotionInverse(const Real *a, Real *out);
extern void MotionVelocity(const Real *a, const Real *eta, Real *out);
extern void MotionRetract(gimbal_retraction, const Real *xi, Real *out);
extern void MotionTangent(gimbal_retraction, const Real *xi, Real *out);
extern int MotionTangentInverse(gimbal_retraction, const Real *xi, Real *out);
extern void MotionTangentDerivative(gimbal_retraction, const Real *xi, const Real *eta, Real *out);
extern int MotionLogarithm(const Real *g, Real *out);
extern void MotionAdjoint(const Real *a, Real *out);
extern void MotionBracket(const Real *xi, Real *out);
