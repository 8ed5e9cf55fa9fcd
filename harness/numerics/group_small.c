/* The groups of three dimensions: SO(3), whose elements are 3×3 matrices, and SE(2), of (x,y,θ). The
 * exponential's tangent is (1 − e^{−ad}) / ad, which on so(3) and se(2), where ad³ = −θ² ad, is
 * I − a ad + b ad² with a = (1 − cos θ)/θ² and b = (θ − sin θ)/θ³. */
#include "numerics/group_private.h"

/* The 3×3 matrix of ad_ξ. */
void SmallBracket(GroupFactor kind, const Real *x, Real *ad) {
  if (kind == FACTOR_SO3)
    Hat(x, ad);
  else { /* [ξ,η] = (−w η₂ + v₂ η₃, w η₁ − v₁ η₃, 0) */
    const Real se2[9] = {0, -x[2], x[1], x[2], 0, -x[0], 0, 0, 0};
    memcpy(ad, se2, sizeof se2);
  }
}

/* By series as far as nothing cancels in them, and by the quotients beyond, where they lose no
 * digits any more: at θ² = 10 either is right to a few roundings. The series end where their terms
 * are below the precision at hand, soon after they begin where steps are small. */
Exponential GroupExponential(Real square) {
  Exponential e = {0};
  if (square < 10) {
    Real term = GIMBAL_C(0.5); /* (−1)^k θ^{2k} / (2k+2)! */
    for (int k = 0; gimbal_fabs(term) > PRECISION_EPSILON / 64; ++k) {
      const Real first = -term * (2 * k + 2) / ((2 * k + 3) * (2 * k + 4)),
                 second = term * (2 * k + 2) / ((2 * k + 3) * (2 * k + 5) * (2 * k + 6));
      e.a += term;
      e.b += term / (2 * k + 3);
      e.da += first;
      e.db += first / (2 * k + 5);
      e.dda += second;
      e.ddb += second / (2 * k + 7);
      term *= -square / ((2 * k + 3) * (2 * k + 4));
    }
  } else {
    /* By the half angle, so that a, which vanishes at 2π, is right relative to itself there. */
    const Real theta = gimbal_sqrt(square), half = gimbal_sin(theta / 2),
               sine = 2 * half * gimbal_cos(theta / 2);
    e.a = 2 * half * half / square;
    e.b = (theta - sine) / (square * theta);
    e.da = (sine / theta - 2 * e.a) / square;
    e.db = (e.a - 3 * e.b) / square;
    e.dda = (e.b - e.a - 4 * e.da) / square;
    e.ddb = (e.da - 5 * e.db) / square;
  }
  return e;
}

/* θ², the square of what turns. */
static Real Square(GroupFactor kind, const Real *xi) {
  return kind == FACTOR_SO3 ? Dot(xi, xi) : xi[2] * xi[2];
}

void SmallTangent(GroupFactor kind, gimbal_retraction tau, const Real *x, Real *out) {
  if (tau == GIMBAL_EXPONENTIAL) {
    const Exponential e = GroupExponential(Square(kind, x));
    Real ad[9], square[9];
    SmallBracket(kind, x, ad);
    Multiply3(ad, ad, square);
    for (int i = 0; i < 9; ++i)
      out[i] = (i % 4 == 0) - e.a * ad[i] + e.b * square[i];
  } else if (kind == FACTOR_SO3) {
    const Real c = 2 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    Real hat[9];
    Hat(x, hat);
    for (int i = 0; i < 9; ++i)
      out[i] = c * (2 * (i % 4 == 0) - hat[i]);
  } else {
    const Real c = 4 / (4 + x[2] * x[2]);
    const Real matrix[9] = {c, c * x[2] / 2, -c * x[1] / 2, -c * x[2] / 2, c, c * x[0] / 2, 0, 0,
                            c};
    memcpy(out, matrix, sizeof matrix);
  }
}

void SmallTangentDerivative(GroupFactor kind, gimbal_retraction tau, const Real *x, const Real *eta,
                            Real *out) {
  if (tau == GIMBAL_EXPONENTIAL) {
    /* δ ↦ −a [δ,η] + b([δ,[ξ,η]] + [ξ,[δ,η]]) + (ξ·δ)(−a'/θ [ξ,η] + b'/θ [ξ,[ξ,η]]); in se(2) the
     * angle depends on the last component alone. */
    const Exponential e = GroupExponential(Square(kind, x));
    Real ad[9], once[3], twice[3], of_eta[9], of_once[9], product[9];
    SmallBracket(kind, x, ad);
    Apply3(ad, eta, once);
    Apply3(ad, once, twice);
    SmallBracket(kind, eta, of_eta);
    SmallBracket(kind, once, of_once);
    Multiply3(ad, of_eta, product);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Real direction = kind == FACTOR_SO3 || j == 2 ? x[j] : 0;
        out[3 * i + j] = e.a * of_eta[3 * i + j] - e.b * (of_once[3 * i + j] + product[3 * i + j]) +
                         direction * (-e.da * once[i] + e.db * twice[i]);
      }
  } else if (kind == FACTOR_SO3) {
    const Real c = 2 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    Real cross[3], hat[9];
    Cross(x, eta, cross);
    SmallBracket(kind, eta, hat);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        out[3 * i + j] = -c * c * (2 * eta[i] - cross[i]) * x[j] + c * hat[3 * i + j];
  } else {
    const Real c = 4 / (4 + x[2] * x[2]);
    const Real matrix[9] = {
        0, -c * eta[2] / 2, c * eta[1] / 2, c * eta[2] / 2, 0, -c * eta[0] / 2, 0, 0, 0};
    Real tangent[9];
    SmallTangent(kind, tau, x, tangent);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        out[3 * i + j] = matrix[3 * i + j];
        if (j == 2)
          out[3 * i + j] -=
              c * x[2] / 2 *
              (tangent[3 * i] * eta[0] + tangent[3 * i + 1] * eta[1] + tangent[3 * i + 2] * eta[2]);
      }
  }
}

/* τ(ξ) − I in SO(3). */
static void Turn(gimbal_retraction tau, const Real *x, Real *out) {
  Real hat[9], square[9], first, second;
  Hat(x, hat);
  Multiply3(hat, hat, square);
  if (tau == GIMBAL_CAYLEY) { /* 4/(4+|ξ|²) (ξ̂ + ξ̂²/2) */
    first = 4 / (4 + x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    second = first / 2;
  } else {
    const Exponential e = GroupExponential(Dot(x, x));
    first = 1 - e.b * Dot(x, x); /* sin θ / θ */
    second = e.a;
  }
  for (int i = 0; i < 9; ++i)
    out[i] = first * hat[i] + second * square[i];
}

void SmallRetract(GroupFactor kind, gimbal_retraction tau, const Real *x, Real *out) {
  if (kind == FACTOR_SO3) {
    Turn(tau, x, out);
    for (int i = 0; i < 9; i += 4)
      out[i] += 1;
  } else if (tau == GIMBAL_CAYLEY) {
    const Real c = 4 / (4 + x[2] * x[2]);
    out[0] = c * (x[0] - x[2] * x[1] / 2);
    out[1] = c * (x[1] + x[2] * x[0] / 2);
    out[2] = 2 * gimbal_atan(x[2] / 2);
  } else {
    const Exponential e = GroupExponential(x[2] * x[2]);
    const Real s = 1 - e.b * x[2] * x[2], c = e.a * x[2]; /* sin w / w, (1 − cos w)/w */
    out[0] = s * x[0] - c * x[1];
    out[1] = c * x[0] + s * x[1];
    out[2] = x[2];
  }
}

void SmallAdjoint(GroupFactor kind, const Real *g, Real *out) {
  if (kind == FACTOR_SO3)
    memcpy(out, g, 9 * sizeof *out);
  else {
    const Real c = gimbal_cos(g[2]), s = gimbal_sin(g[2]);
    const Real matrix[9] = {c, -s, g[1], s, c, -g[0], 0, 0, 1};
    memcpy(out, matrix, sizeof matrix);
  }
}

/* By cofactors: the tangents are well conditioned near the identity. */
int RotationInvert(const Real *A, Real *out) {
  Real cofactor[9], determinant;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
      cofactor[3 * i + j] = A[3 * p + r] * A[3 * q + s] - A[3 * p + s] * A[3 * q + r];
    }
  determinant = A[0] * cofactor[0] + A[1] * cofactor[1] + A[2] * cofactor[2];
  if (!(gimbal_fabs(determinant) > 0))
    return 1;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out[3 * i + j] = cofactor[3 * j + i] / determinant;
  return 0;
}

/* The coefficient of ad² in ad/(1 − e^{−ad}) = 1 + ad/2 + c ad², (1 − (θ/2) cot(θ/2))/θ² = −a'/(2aθ).
 * Non-zero where θ is a whole turn to rounding: the exponential is singular there. */
int GroupInverseCoefficient(Real square, Real *c) {
  const Exponential e = GroupExponential(square);
  *c = -e.da / (2 * e.a);
  return !(e.a > 32 * PRECISION_EPSILON * PRECISION_EPSILON);
}

int SmallTangentInverse(GroupFactor kind, gimbal_retraction tau, const Real *xi, Real *out) {
  Real block[9];
  if (tau == GIMBAL_EXPONENTIAL) {
    Real square[9], c;
    if (GroupInverseCoefficient(Square(kind, xi), &c))
      return 1;
    SmallBracket(kind, xi, block);
    Multiply3(block, block, square);
    for (int i = 0; i < 9; ++i)
      out[i] = (i % 4 == 0) + block[i] / 2 + c * square[i];
    return 0;
  }
  SmallTangent(kind, tau, xi, block);
  return RotationInvert(block, out);
}

/* The unit quaternion (the scalar last) of a rotation, with its scalar ≥ 0: from the largest of its
 * entries, so that nothing cancels, near angles of π either. */
static void Quaternion(const Real *R, Real *out) {
  const Real trace = R[0] + R[4] + R[8];
  int k = 3;
  for (int i = 0; i < 3; ++i)
    if (R[4 * i] > (k == 3 ? trace : R[4 * k]))
      k = i;
  if (k == 3) {
    out[3] = gimbal_sqrt(1 + trace) / 2;
    out[0] = (R[7] - R[5]) / (4 * out[3]);
    out[1] = (R[2] - R[6]) / (4 * out[3]);
    out[2] = (R[3] - R[1]) / (4 * out[3]);
    return;
  }
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  out[k] = gimbal_sqrt(1 + R[4 * k] - R[4 * i] - R[4 * j]) / 2;
  out[i] = (R[3 * i + k] + R[3 * k + i]) / (4 * out[k]);
  out[j] = (R[3 * j + k] + R[3 * k + j]) / (4 * out[k]);
  out[3] = (R[3 * j + i] - R[3 * i + j]) / (4 * out[k]);
  for (int l = 0; out[3] < 0 && l < 4; ++l)
    out[l] = -out[l];
}

/* Of an angle of at most π; at π either of two vectors. */
void RotationLogarithm(const Real *R, Real *out) {
  Real q[4];
  Quaternion(R, q);
  const Real sine = gimbal_sqrt(Dot(q, q));
  for (int i = 0; i < 3; ++i)
    out[i] = (sine > 0 ? 2 * gimbal_atan2(sine, q[3]) / sine : 2) * q[i];
}

int PlaneLogarithm(const Real *g, Real *out) {
  Real c;
  if (GroupInverseCoefficient(g[2] * g[2], &c))
    return 1;
  const Real k = 1 - c * g[2] * g[2]; /* (w/2) cot(w/2) */
  out[2] = g[2];
  out[0] = k * g[0] + out[2] / 2 * g[1];
  out[1] = k * g[1] - out[2] / 2 * g[0];
  return 0;
}

void PlaneVelocity(const Real *a, const Real *eta, Real *out) {
  const Real c = gimbal_cos(a[2]), s = gimbal_sin(a[2]);
  out[0] = c * eta[0] - s * eta[1], out[1] = s * eta[0] + c * eta[1], out[2] = eta[2];
}

/* R(τ(ξ) − I) − R(RᵀR − I)/2: the second term takes R back among the rotations where rounding has
 * taken it off them. A matrix that is off by more is somebody's own, and stays so. */
void RotationIncrement(gimbal_retraction tau, const Real *R, const Real *xi, Real *out) {
  Real turn[9], off[9], largest = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      off[3 * i + j] = (i == j) - R[i] * R[j] - R[3 + i] * R[3 + j] - R[6 + i] * R[6 + j];
      largest = gimbal_fmax(largest, gimbal_fabs(off[3 * i + j]));
    }
  Turn(tau, xi, turn);
  for (int i = 0; i < 9 && largest < 64 * PRECISION_EPSILON; ++i)
    turn[i] += off[i] / 2;
  Multiply3(R, turn, out);
}
