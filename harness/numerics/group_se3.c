/* The motions of space, SE(3), as rotations R and translations x; ξ = (ω,v).
 *
 * All 6×6 matrices here are block triangular. A function f of ad_ξ is [f(ω̂) 0; Df(ω̂)v̂ f(ω̂)], and so
 * the exponential's tangent has the derivative of the rotation's along v as its lower block. Cayley's
 * map is that of 4×4 matrices, (1 − ξ/2)⁻¹(1 + ξ/2), and its tangent (1 + ξ/2)⁻¹ η (1 − ξ/2)⁻¹.
 * Checked against differences in the tests. */
#include "numerics/group_private.h"

/* Block (row, column) of a 6×6 matrix. */
static void PutBlock(int row, int column, const Real *block, Real *out) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out[6 * (3 * row + i) + 3 * column + j] = block[3 * i + j];
}

static void GetBlock(int row, int column, const Real *in, Real *block) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      block[3 * i + j] = in[6 * (3 * row + i) + 3 * column + j];
}

void MotionCompose(const Real *a, const Real *b, Real *out) {
  Real product[9], moved[3];
  Multiply3(a, b, product);
  Apply3(a, b + 9, moved);
  for (int i = 0; i < 3; ++i)
    moved[i] += a[9 + i];
  memcpy(out, product, sizeof product);
  memcpy(out + 9, moved, sizeof moved);
}

void MotionInverse(const Real *a, Real *out) {
  Real transposed[9], moved[3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      transposed[3 * i + j] = a[3 * j + i];
  Apply3(transposed, a + 9, moved);
  for (int i = 0; i < 3; ++i)
    out[9 + i] = -moved[i];
  memcpy(out, transposed, sizeof transposed);
}

void MotionVelocity(const Real *a, const Real *eta, Real *out) {
  Real hat[9];
  Hat(eta, hat);
  Multiply3(a, hat, out);
  Apply3(a, eta + 3, out + 9);
}

void MotionBracket(const Real *xi, Real *out) {
  Real hat[9];
  memset(out, 0, 36 * sizeof *out);
  Hat(xi, hat);
  PutBlock(0, 0, hat, out);
  PutBlock(1, 1, hat, out);
  Hat(xi + 3, hat);
  PutBlock(1, 0, hat, out);
}

void MotionAdjoint(const Real *a, Real *out) {
  Real hat[9], block[9];
  memset(out, 0, 36 * sizeof *out);
  Hat(a + 9, hat);
  Multiply3(hat, a, block);
  PutBlock(0, 0, a, out);
  PutBlock(1, 1, a, out);
  PutBlock(1, 0, block, out);
}

/* x + first ω×x + second ω×(ω×x). */
static void Polynomial(const Real *w, Real first, Real second, const Real *x, Real *out) {
  Real once[3], twice[3];
  Cross(w, x, once);
  Cross(w, once, twice);
  for (int i = 0; i < 3; ++i)
    out[i] = x[i] + first * once[i] + second * twice[i];
}

void MotionRetract(gimbal_retraction tau, const Real *xi, Real *out) {
  const Real square = Dot(xi, xi);
  SmallRetract(FACTOR_SO3, tau, xi, out);
  if (tau == GIMBAL_CAYLEY) { /* (1 − ω̂/2)⁻¹ v */
    const Real c = 2 / (4 + square);
    Polynomial(xi, c, c / 2, xi + 3, out + 9);
  } else {
    const Exponential e = GroupExponential(square);
    Polynomial(xi, e.a, e.b, xi + 3, out + 9);
  }
}

void MotionTangent(gimbal_retraction tau, const Real *xi, Real *out) {
  const Real *w = xi, *v = xi + 3;
  Real rotation[9], hat[9], lower[9];
  memset(out, 0, 36 * sizeof *out);
  SmallTangent(FACTOR_SO3, tau, w, rotation);
  PutBlock(0, 0, rotation, out);
  if (tau == GIMBAL_CAYLEY) {
    const Real c = 2 / (4 + Dot(w, w));
    Real square[9];
    Hat(v, hat);
    Multiply3(hat, rotation, lower);
    for (int i = 0; i < 9; ++i)
      lower[i] /= -2;
    PutBlock(1, 0, lower, out);
    Hat(w, hat);
    Multiply3(hat, hat, square);
    for (int i = 0; i < 9; ++i) /* (1 + ω̂/2)⁻¹ */
      lower[i] = (i % 4 == 0) + c * (square[i] / 2 - hat[i]);
    PutBlock(1, 1, lower, out);
  } else { /* column j of the lower block is the rotation's derivative of Je_j, along v */
    PutBlock(1, 1, rotation, out);
    for (int j = 0; j < 3; ++j) {
      const Real unit[3] = {j == 0, j == 1, j == 2};
      Real along[3];
      SmallTangentDerivative(FACTOR_SO3, tau, w, unit, hat);
      Apply3(hat, v, along);
      for (int i = 0; i < 3; ++i)
        lower[3 * i + j] = along[i];
    }
    PutBlock(1, 0, lower, out);
  }
}

int MotionTangentInverse(gimbal_retraction tau, const Real *xi, Real *out) {
  Real tangent[36], block[9], upper[9], right[9], product[9], lower[9];
  MotionTangent(tau, xi, tangent);
  memset(out, 0, 36 * sizeof *out);
  if (SmallTangentInverse(FACTOR_SO3, tau, xi, upper))
    return 1;
  GetBlock(1, 1, tangent, block);
  if (tau == GIMBAL_EXPONENTIAL)
    memcpy(right, upper, sizeof right);
  else if (RotationInvert(block, right))
    return 1;
  GetBlock(1, 0, tangent, block);
  Multiply3(block, upper, product);
  Multiply3(right, product, lower);
  for (int i = 0; i < 9; ++i)
    lower[i] = -lower[i];
  PutBlock(0, 0, upper, out);
  PutBlock(1, 1, right, out);
  PutBlock(1, 0, lower, out);
  return 0;
}

/* The second derivative of the rotation's exponential tangent: ∂_ω(DJ(ω)[v] α) δ for the three unit
 * vectors δ. */
static void SecondDerivative(const Real *w, const Real *v, const Real *alpha, Real *out) {
  const Exponential e = GroupExponential(Dot(w, w));
  const Real wv = Dot(w, v);
  Real wa[3], wwa[3], va[3], wva[3], vwa[3];
  Cross(w, alpha, wa);
  Cross(w, wa, wwa);
  Cross(v, alpha, va);
  Cross(w, va, wva);
  Cross(v, wa, vwa);
  for (int j = 0; j < 3; ++j) {
    const Real d[3] = {j == 0, j == 1, j == 2};
    Real da[3], vda[3], dva[3], dwa[3], wda[3];
    Cross(d, alpha, da);
    Cross(v, da, vda);
    Cross(d, va, dva);
    Cross(d, wa, dwa);
    Cross(w, da, wda);
    for (int i = 0; i < 3; ++i)
      out[3 * i + j] =
          w[j] * (e.db * (vwa[i] + wva[i]) - e.da * va[i]) + e.b * (vda[i] + dva[i]) +
          v[j] * (e.db * wwa[i] - e.da * wa[i]) +
          wv * (w[j] * (e.ddb * wwa[i] - e.dda * wa[i]) - e.da * da[i] + e.db * (dwa[i] + wda[i]));
  }
}

/* ∂_ω((1 + ω̂/2)⁻¹ β) δ for the three unit vectors δ. */
static void InverseDerivative(const Real *w, const Real *beta, Real *out) {
  const Real c = 2 / (4 + Dot(w, w));
  Real once[3], twice[3];
  Cross(w, beta, once);
  Cross(w, once, twice);
  for (int j = 0; j < 3; ++j) {
    const Real d[3] = {j == 0, j == 1, j == 2};
    Real db[3], dwb[3], wdb[3];
    Cross(d, beta, db);
    Cross(d, once, dwb);
    Cross(w, db, wdb);
    for (int i = 0; i < 3; ++i)
      out[3 * i + j] =
          c * ((dwb[i] + wdb[i]) / 2 - db[i]) - c * c * w[j] * (twice[i] / 2 - once[i]);
  }
}

void MotionTangentDerivative(gimbal_retraction tau, const Real *xi, const Real *eta, Real *out) {
  const Real *w = xi, *v = xi + 3, *alpha = eta, *beta = eta + 3;
  Real upper[9], lower[9], more[9], block[9];
  memset(out, 0, 36 * sizeof *out);
  SmallTangentDerivative(FACTOR_SO3, tau, w, alpha, upper);
  PutBlock(0, 0, upper, out);
  if (tau == GIMBAL_CAYLEY) {
    Real rotation[9], turned[3];
    SmallTangent(FACTOR_SO3, tau, w, rotation);
    Apply3(rotation, alpha, turned);
    Hat(v, block);
    Multiply3(block, upper, lower);
    InverseDerivative(w, beta, more);
    for (int i = 0; i < 9; ++i)
      lower[i] = more[i] - lower[i] / 2;
    Hat(turned, block);
    for (int i = 0; i < 9; ++i)
      block[i] /= 2;
    PutBlock(1, 1, block, out);
  } else {
    SecondDerivative(w, v, alpha, lower);
    SmallTangentDerivative(FACTOR_SO3, tau, w, beta, more);
    for (int i = 0; i < 9; ++i)
      lower[i] += more[i];
    PutBlock(1, 1, upper, out);
  }
  PutBlock(1, 0, lower, out);
}

/* x = (1 + a ω̂ + b ω̂²)v is solved by v = (1 − ω̂/2 + c ω̂²)x. */
int MotionLogarithm(const Real *g, Real *out) {
  Real once[3], twice[3], c;
  RotationLogarithm(g, out);
  if (GroupInverseCoefficient(Dot(out, out), &c))
    return 1;
  Cross(out, g + 9, once);
  Cross(out, once, twice);
  for (int i = 0; i < 3; ++i)
    out[3 + i] = g[9 + i] - once[i] / 2 + c * twice[i];
  return 0;
}
