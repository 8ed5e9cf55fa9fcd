/* The Lie groups: products, inverses, retractions, their tangents against differences, adjoints and
 * brackets, in both precisions, from angles of zero to π. */
#include "both.h"
#include "group_values.h"
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

/* An entry of the table; in quadruple precision all its digits count. */
static void Parse(int n, const char *const *text, Real *out) {
  for (int i = 0; i < n; ++i)
#ifdef GIMBAL_QUAD
    out[i] = strtoflt128(text[i], NULL);
#else
    out[i] = strtod(text[i], NULL);
#endif
}

static const char *const text_eta[] = {"0.5", "-0.75", "1.5", "0.125", "1.75", "-0.5"},
                         *const text_delta[] = {"-0.25", "0.875", "0.375", "1.25", "-0.625", "0.5"};

/* The group's functions at one line of the table. Rounding of xi itself moves the values by up to 20
 * times as much, the inverse's near angles of a turn. */
static void TestLine(const char *name, size_t line, double *worst) {
  const gimbal_retraction tau = group_values[line].tau;
  Real xi[6], eta[6], delta[6], expected[12], found[12], matrix[36];
  Group g;
  (void)GroupParse(name, &g);
  const int n = g.n, m = g.m;
  Parse(m, group_values[line].xi, xi);
  Parse(m, text_eta, eta);
  Parse(m, text_delta, delta);
  Parse(n, group_values[line].element, expected);
  GroupRetract(&g, tau, xi, found);
  worst[0] = Apart(n, found, expected);
  Parse(m, group_values[line].tangent, expected);
  GroupTangent(&g, tau, xi, matrix);
  Apply(m, matrix, eta, found);
  worst[1] = Apart(m, found, expected);
  Parse(m, group_values[line].derivative, expected);
  GroupTangentDerivative(&g, tau, xi, eta, matrix);
  Apply(m, matrix, delta, found);
  worst[2] = Apart(m, found, expected);
  const int singular = GroupTangentInverse(&g, tau, xi, matrix);
  if (!group_values[line].inverse[0]) {
    worst[3] = singular ? 0 : 1;
    return;
  }
  Parse(m, group_values[line].inverse, expected);
  Apply(m, matrix, eta, found);
  worst[3] = singular ? 1 : Apart(m, found, expected);
}

static void TestValues(void) {
  static const char *const what[] = {"retraction", "tangent", "derivative of the tangent",
                                     "inverse of the tangent"};
  for (size_t i = 0; i < sizeof group_values / sizeof group_values[0]; ++i)
    for (int turned = strcmp(group_values[i].group, "SE2") != 0; turned >= 0; --turned) {
      const char *name = turned ? "SO3" : group_values[i].group;
      double worst[4];
      TestLine(name, i, worst);
      for (int j = 0; j < 4; ++j)
        is_close(worst[j], 0, 64 * (double)PRECISION_EPSILON, "some roundings of entries up to 10",
                 IN_PRECISION " %s %s at %s, 40 digits: the %s", name,
                 group_values[i].tau == GIMBAL_CAYLEY ? "cay" : "exp", group_values[i].angle,
                 what[j]);
    }
}

/* Near the end of the series, a rounding of the angle squared to either side. */
static void TestSwitch(void) {
  const Real up = 1 + PRECISION_EPSILON, places[] = {10 / up, 10, 10 * up};
  for (size_t i = 0; i < 3; ++i) {
    const Exponential e = GroupExponential(places[i]);
    const Real found[] = {e.a, e.b, e.da, e.db, e.dda, e.ddb};
    double worst = 0;
    for (int j = 0; j < 6; ++j) {
      const double value = (double)Series(places[i], j % 2, j / 2);
      worst =
          fmax(worst, fabs(((double)((Quad)found[j] - Series(places[i], j % 2, j / 2))) / value));
    }
    is_close(worst, 0, 64 * (double)PRECISION_EPSILON, "some roundings, relative to each",
             IN_PRECISION ": the exponential's coefficients %s",
             i == 0   ? "before the switch"
             : i == 1 ? "at the switch"
                      : "behind the switch");
  }
}

/* The logarithm leads back to the element, and for small angles to ξ itself, relative to it. */
static void TestLogarithm(const char *name, const Group *g, Real size, const char *angle) {
  Real xi[LARGEST_M], found[LARGEST_M], element[LARGEST_N], back[LARGEST_N], turns = 0;
  Draw(g, size, xi);
  GroupRetract(g, GIMBAL_EXPONENTIAL, xi, element);
  ok(!GroupLogarithm(g, element, found), IN_PRECISION " %s at %s: there is a logarithm", name,
     angle);
  GroupRetract(g, GIMBAL_EXPONENTIAL, found, back);
  is_close(Apart(g->n, element, back), 0, 500 * (double)PRECISION_EPSILON,
           "roundings of entries up to 10, and of a condition of about 10",
           IN_PRECISION " %s at %s: the logarithm leads back", name, angle);
  for (int i = 0; i < g->m; ++i)
    turns = gimbal_fmax(turns, gimbal_fabs(xi[i]));
  if (size <= 1)
    is_close(Apart(g->m, xi, found) / (turns > 0 ? (double)turns : 1), 0,
             64 * (double)PRECISION_EPSILON, "some roundings",
             IN_PRECISION " %s at %s: the logarithm is xi, to its own size", name, angle);
}

/* Rotations whose entries are exact. */
static void QuarterTurns(const Group *g, Real *element) {
  static const Real turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  for (int f = 0; f < g->factors; element += g->factor[f++].n)
    if (g->factor[f].kind == FACTOR_SO3 || g->factor[f].kind == FACTOR_SE3)
      memcpy(element, turn, sizeof turn);
}

/* A matrix that is no rotation by ten roundings becomes one; what is off by more is left as it is. */
static void TestLedBack(void) {
  const Real still[3] = {0, 0, 0};
  Group g;
  (void)GroupParse("SO3", &g);
  for (int far = 0; far < 2; ++far) {
    const double off = (far ? 1000 : 10) * (double)PRECISION_EPSILON;
    Real R[9], change[9];
    QuarterTurns(&g, R);
    R[1] -= (Real)off, R[3] -= (Real)off / 2;
    GroupIncrement(&g, GIMBAL_CAYLEY, R, still, change);
    is_close((double)change[1], far ? 0 : off, far ? 0 : off / 100, "the square of what it is off",
             IN_PRECISION ": a rotation that is off by %s",
             far ? "much stays" : "roundings does not");
    is_close((double)change[3], far ? 0 : off / 2, far ? 0 : off / 100, "the square, too",
             IN_PRECISION ":   nor in the other column");
  }
}

/* The increment is what a product adds, and it keeps its digits where the difference of a product has
 * lost them: of a step of 1e-12 it is the velocity's, to rounding and a correction of that size. */
static void TestIncrement(const char *name, const Group *g, gimbal_retraction tau, Real size,
                          const char *angle) {
  const char *which = tau == GIMBAL_CAYLEY ? "cay" : "exp";
  const double small = 1e-12;
  const int n = g->n, m = g->m;
  Real xi[LARGEST_M], from[LARGEST_N], jump[LARGEST_N], product[LARGEST_N], found[LARGEST_N];
  Draw(g, 1, xi);
  GroupRetract(g, tau, xi, from);
  Draw(g, size, xi);
  GroupRetract(g, tau, xi, jump);
  GroupCompose(g, from, jump, product);
  GroupIncrement(g, tau, from, xi, found);
  for (int i = 0; i < n; ++i)
    found[i] += from[i];
  is_close(Apart(n, product, found), 0, 200 * (double)PRECISION_EPSILON,
           "some roundings of entries up to 10",
           IN_PRECISION " %s %s at %s: the increment leads to the product", name, which, angle);
  QuarterTurns(g, from);
  Draw(g, 1, xi);
  GroupVelocity(g, from, xi, product);
  for (int i = 0; i < m; ++i)
    xi[i] *= (Real)small;
  GroupIncrement(g, tau, from, xi, found);
  for (int i = 0; i < n; ++i)
    found[i] /= (Real)small;
  is_close(Apart(n, product, found), 0, 100 * small + 200 * (double)PRECISION_EPSILON,
           "its square, of entries up to 10",
           IN_PRECISION " %s %s: a small increment has all its digits", name, which);
}

/* Half a turn: two vectors; a whole one in the plane: none. */
static void TestNoLogarithm(void) {
  const Real half[9] = {-1, 0, 0, 0, -1, 0, 0, 0, 1}, plane[3] = {1, 2, 2 * GIMBAL_PI};
  Real xi[3];
  Group g;
  (void)GroupParse("SO3", &g);
  ok(!GroupLogarithm(&g, half, xi) && xi[0] == 0 && xi[1] == 0,
     IN_PRECISION ": the exponential does, about the last axis");
  is_close((double)(gimbal_fabs(xi[2]) - GIMBAL_PI), 0, 4 * (double)PRECISION_EPSILON,
           "a few roundings", IN_PRECISION ": by pi");
  (void)GroupParse("SE2", &g);
  ok(GroupLogarithm(&g, plane, xi),
     IN_PRECISION ": no motion of the plane by a whole turn goes elsewhere");
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
                {"pi", GIMBAL_PI},
                {"pi + 1e-8", GIMBAL_PI + GIMBAL_C(1e-8)}};
  TestCoefficients();
  TestSwitch();
  TestValues();
  TestNoLogarithm();
  TestLedBack();
  TestClosedForms();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    Group g;
    if (!ok(!GroupParse(names[i], &g), IN_PRECISION ": %s is a group", names[i]))
      continue;
    for (size_t a = 0; a < sizeof angles / sizeof angles[0]; ++a)
      TestLogarithm(names[i], &g, angles[a].angle, angles[a].name);
    for (size_t r = 0; r < 2; ++r)
      for (size_t a = 0; a < sizeof angles / sizeof angles[0]; ++a) {
        TestAt(names[i], &g, retractions[r], angles[a].angle, angles[a].name);
        TestIncrement(names[i], &g, retractions[r], angles[a].angle, angles[a].name);
      }
  }
}
