/* The Lie groups: products, inverses, retractions, their tangents against differences, adjoints and
 * brackets, in both precisions, from angles of zero to π. */
#include "both.h"
#include "numerics/group_private.h"
#include "numerics/quad.h"
#include "numerics/stencil.h"
#include <string.h>

enum { LARGEST_N = 24, LARGEST_M = 12 };

static const char *const names[] = {"SO3", "SE2", "SE3", "R2", "SO3*R2", "SE3*SE2*S1"};
static const gimbal_retraction retractions[] = {GIMBAL_EXPONENTIAL, GIMBAL_CAYLEY};

/* A chord of the group: s ↦ τ(ξ + sη), or s ↦ dτ_{ξ+sη} ζ, or s ↦ Ad_{τ(sη)} ζ. */
typedef struct {
  const Group *group;
  gimbal_retraction tau;
  const Real *xi, *eta, *zeta;
} Chord;

static void Apply(int m, const Real *A, const Real *x, Real *y) {
  for (int i = 0; i < m; ++i) {
    y[i] = 0;
    for (int j = 0; j < m; ++j)
      y[i] += A[i * m + j] * x[j];
  }
}

static void Move(const Chord *c, Real s, Real *out) {
  for (int i = 0; i < c->group->m; ++i)
    out[i] = (c->xi ? c->xi[i] : 0) + s * c->eta[i];
}

static int OfRetraction(void *context, Real s, Real *value) {
  const Chord *c = context;
  Real at[LARGEST_M];
  Move(c, s, at);
  GroupRetract(c->group, c->tau, at, value);
  return 0;
}

static int OfTangent(void *context, Real s, Real *value) {
  const Chord *c = context;
  Real at[LARGEST_M], matrix[LARGEST_M * LARGEST_M];
  Move(c, s, at);
  GroupTangent(c->group, c->tau, at, matrix);
  Apply(c->group->m, matrix, c->zeta, value);
  return 0;
}

static int OfAdjoint(void *context, Real s, Real *value) {
  const Chord *c = context;
  Real at[LARGEST_M], element[LARGEST_N], matrix[LARGEST_M * LARGEST_M];
  Move(c, s, at);
  GroupRetract(c->group, c->tau, at, element);
  GroupAdjoint(c->group, element, matrix);
  Apply(c->group->m, matrix, c->zeta, value);
  return 0;
}

static void Derivative(StencilFunction *f, Chord *c, int size, Real *out) {
  Real value[LARGEST_N];
  StencilDerivative(8, STENCIL_STEP, size, f, c, value, out);
}

/* An algebra element whose angles are `size`. */
static void Draw(const Group *group, Real size, Real *xi) {
  Randomise(group->m, xi);
  for (int f = 0, at = 0; f < group->factors; at += group->factor[f++].m) {
    Real length = 1;
    if (group->factor[f].kind == FACTOR_SO3 || group->factor[f].kind == FACTOR_SE3)
      length = gimbal_sqrt(Dot(xi + at, xi + at));
    else if (group->factor[f].kind == FACTOR_SE2)
      length = gimbal_fabs(xi[at + 2]);
    for (int i = 0; i < group->factor[f].m; ++i)
      xi[at + i] *= size / length;
  }
}

static void Multiply(int m, const Real *A, const Real *B, Real *out) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      out[i * m + j] = 0;
      for (int k = 0; k < m; ++k)
        out[i * m + j] += A[i * m + k] * B[k * m + j];
    }
}

/* Everything at one ξ. The algebra's vectors have sizes up to about 10 there. */
static void TestAt(const char *name, const Group *g, gimbal_retraction tau, Real size,
                   const char *angle) {
  const char *which = tau == GIMBAL_CAYLEY ? "cay" : "exp";
  const double rounding = 2000 * (double)PRECISION_EPSILON,
               differences = 20 * (double)STENCIL_ERROR;
  const int n = g->n, m = g->m, square = m * m;
  Real xi[LARGEST_M], back[LARGEST_M], eta[LARGEST_M], delta[LARGEST_M], element[LARGEST_N],
      inverse[LARGEST_N], product[LARGEST_N], identity[LARGEST_N], found[LARGEST_N],
      expected[LARGEST_N], tangent[LARGEST_M * LARGEST_M], other[LARGEST_M * LARGEST_M],
      A[LARGEST_M * LARGEST_M], unit[LARGEST_M * LARGEST_M];
  Chord c = {g, tau, xi, eta, NULL};
  memset(back, 0, sizeof back);
  memset(unit, 0, sizeof unit);
  for (int i = 0; i < m; ++i)
    unit[i * m + i] = 1;
  Draw(g, size, xi);
  Randomise(m, eta);
  Randomise(m, delta);
  GroupRetract(g, tau, back, identity);
  for (int i = 0; i < m; ++i)
    back[i] = -xi[i];
  GroupRetract(g, tau, xi, element);
  GroupRetract(g, tau, back, inverse);
  GroupCompose(g, element, inverse, product);
  is_close(Apart(n, product, identity), 0, rounding, "roundings of entries up to 10",
           IN_PRECISION " %s %s at %s: the retraction of -xi is the inverse", name, which, angle);
  GroupInverse(g, element, inverse);
  GroupCompose(g, inverse, element, product);
  is_close(Apart(n, product, identity), 0, rounding, "roundings of entries up to 10",
           IN_PRECISION " %s %s at %s: the inverse", name, which, angle);

  GroupTangent(g, tau, xi, tangent);
  Derivative(OfRetraction, &c, n, found);
  Apply(m, tangent, eta, delta);
  GroupVelocity(g, element, delta, expected);
  is_close(Apart(n, found, expected), 0, differences, "rounding over the step of the stencil",
           IN_PRECISION " %s %s at %s: the tangent", name, which, angle);
  ok(!GroupTangentInverse(g, tau, xi, other), IN_PRECISION " %s %s at %s: the tangent is regular",
     name, which, angle);
  Multiply(m, tangent, other, A);
  is_close(Apart(square, A, unit), 0, rounding, "roundings, with conditions up to 10",
           IN_PRECISION " %s %s at %s: the inverse of the tangent", name, which, angle);

  Randomise(m, delta);
  c.eta = delta, c.zeta = eta;
  Derivative(OfTangent, &c, m, found);
  GroupTangentDerivative(g, tau, xi, eta, A);
  Apply(m, A, delta, expected);
  is_close(Apart(m, found, expected), 0, differences, "rounding over the step of the stencil",
           IN_PRECISION " %s %s at %s: the derivative of the tangent", name, which, angle);

  GroupAdjoint(g, element, A);
  Multiply(m, A, tangent, other);
  GroupTangent(g, tau, back, tangent);
  is_close(Apart(square, other, tangent), 0, rounding, "roundings of entries up to 10",
           IN_PRECISION " %s %s at %s: the adjoint turns the tangent at xi into that at -xi", name,
           which, angle);
  for (int i = 0; i < m && size > 1; ++i) /* Cayley's map has poles at 2i */
    xi[i] /= size;
  c = (Chord){g, tau, NULL, xi, eta};
  Derivative(OfAdjoint, &c, m, found);
  GroupBracket(g, xi, A);
  Apply(m, A, eta, expected);
  is_close(Apart(m, found, expected), 0, differences, "rounding over the step of the stencil",
           IN_PRECISION " %s %s at %s: the bracket", name, which, angle);
}

/* (−1)^k θ^{2k} / (2k+2+more)! times (2k) and (2k)(2k−2) in the derivatives over θ, summed in
 * quadruple precision far beyond its end. */
static Quad Series(Real square, int more, int derivatives) {
  Quad sum = 0, factorial = 1, power = 1;
  for (int i = 2; i <= 2 + more; ++i)
    factorial *= (Quad)i;
  for (int k = 0; k < 60; ++k) {
    if (k >= derivatives) {
      Quad term = power / factorial;
      for (int d = 0; d < derivatives; ++d)
        term *= (Quad)(2 * (k - d));
      sum += k % 2 ? -term : term;
      power *= (Quad)square;
    }
    factorial *= (Quad)(2 * k + 3 + more) * (Quad)(2 * k + 4 + more);
  }
  return sum;
}

/* The six coefficients, relative to the first term of their series: on both sides of the place where
 * the series end, and where the angle is so small that its square is zero. */
static void TestCoefficients(void) {
  const double angles[] = {0, 1e-300, 1e-16, 1e-8, 1e-4, 0.3, 1, 2, 3.14, 3.17, 4, 5};
  const double first[] = {1. / 2, 1. / 6, 1. / 12, 1. / 60, 1. / 90, 1. / 630};
  for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
    const Real square = (Real)angles[i] * (Real)angles[i];
    const Exponential e = GroupExponential(square);
    const Real found[] = {e.a, e.b, e.da, e.db, e.dda, e.ddb};
    double worst = 0;
    for (int j = 0; j < 6; ++j)
      worst = fmax(worst, fabs((double)((Quad)found[j] - Series(square, j % 2, j / 2))) / first[j]);
    is_close(worst, 0, 64 * (double)PRECISION_EPSILON, "some roundings of terms of that size",
             IN_PRECISION ": the exponential's coefficients at an angle of %g", angles[i]);
  }
}

/* exp(ξ)exp(ξ) = exp(2ξ); Cayley's of a rotation about an axis turns by 2 atan(θ/2). */
static void TestClosedForms(void) {
  const Real xi[6] = {0, 0, GIMBAL_C(0.5), 1, 2, 3}, twice[6] = {0, 0, 1, 2, 4, 6};
  Real one[12], two[12], product[12];
  Group g;
  ok(!GroupParse("SE3", &g) && g.n == 12 && g.m == 6, IN_PRECISION ": SE3 has 12 and 6 entries");
  GroupRetract(&g, GIMBAL_EXPONENTIAL, xi, one);
  GroupRetract(&g, GIMBAL_EXPONENTIAL, twice, two);
  GroupCompose(&g, one, one, product);
  is_close(Apart(12, product, two), 0, 100 * (double)PRECISION_EPSILON,
           "roundings of entries up to 6", IN_PRECISION ": the exponential of twice the vector");
  is_close((double)(one[0] - gimbal_cos(xi[2])), 0, 4 * (double)PRECISION_EPSILON,
           "a few roundings", IN_PRECISION ": a rotation about the last axis by 1/2");
  is_close((double)(one[11] - 3), 0, 8 * (double)PRECISION_EPSILON, "a few roundings",
           IN_PRECISION ": the screw's progress along its axis");
  GroupRetract(&g, GIMBAL_CAYLEY, xi, one);
  is_close((double)(one[3] - gimbal_sin(2 * gimbal_atan(GIMBAL_C(0.25)))), 0,
           4 * (double)PRECISION_EPSILON, "a few roundings", IN_PRECISION ": Cayley's angle");
  is_close((double)(one[11] - 3), 0, 8 * (double)PRECISION_EPSILON, "a few roundings",
           IN_PRECISION ": Cayley's progress along the axis");
}

void Test(void) {
  const struct {
    const char *name;
    Real angle;
  } angles[] = {{"0", 0},
                {"1e-300", GIMBAL_C(1e-300)},
                {"1e-16", GIMBAL_C(1e-16)},
                {"1e-8", GIMBAL_C(1e-8)},
                {"1e-4", GIMBAL_C(1e-4)},
                {"1", 1},
                {"pi - 1e-8", GIMBAL_PI - GIMBAL_C(1e-8)},
                {"pi", GIMBAL_PI}};
  TestCoefficients();
  TestClosedForms();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    Group g;
    if (!ok(!GroupParse(names[i], &g), IN_PRECISION ": %s is a group", names[i]))
      continue;
    for (size_t r = 0; r < 2; ++r)
      for (size_t a = 0; a < sizeof angles / sizeof angles[0]; ++a)
        TestAt(names[i], &g, retractions[r], angles[a].angle, angles[a].name);
  }
}
