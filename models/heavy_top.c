/* A heavy top: a rigid body with a fixed point, X the centre of mass seen from it in the body, and
 * weight along −e₃. On SO(3), with the inertia about the fixed point,
 *     ℓ = ½ΩᵀJΩ − m g e₃·RX,
 * and on SO(3)×R³, with the centre of mass x as a coordinate of its own and the constraint x = RX,
 *     ℓ = ½m|ẋ|² + ½ΩᵀJ'Ω − m g x₃,   J' = J − m(|X|²I − XXᵀ).
 * The energy and the momentum about the vertical are constant; of a symmetric top the momentum about
 * its axis too.
 *
 * Two benchmarks: that of Brüls, Cardona and Arnold (2012), with the data as they stand in the
 * repository StHante/heavy_top (test/config.lua), a fast top whose axis passes the lower vertical
 * within 1e-6; and that of Simo and Wong (1991), as cited in later papers, a top that is nearly
 * asleep. Of the latter's M = 20, l = g = 1 only the weight's moment 20 acts on SO(3); with a mass of
 * 20 the inertia about the centre of mass would be negative, so it is here m = 4, g = 5. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { MASS, GRAVITY, J1, J2, J3, X2, X3, TILT, OMEGA1, OMEGA2, OMEGA3 };

static void Cross(const real *a, const real *b, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void Centre(const real *parameter, real *X) {
  X[0] = 0;
  X[1] = parameter[X2];
  X[2] = parameter[X3];
}

/* An entry of RX. */
static real Height(const real *parameter, const real *R, int i) {
  return R[3 * i + 1] * parameter[X2] + R[3 * i + 2] * parameter[X3];
}

/* ---- On SO(3) ---- */

static real Ell(const real *parameter, real t, const real *q, const real *v) {
  real kinetic = 0;
  for (int i = 0; i < 3; i++)
    kinetic += parameter[J1 + i] * v[i] * v[i];
  return kinetic / 2 - parameter[MASS] * parameter[GRAVITY] * Height(parameter, q, 2);
}

/* −m g X × Rᵀe₃ */
static void D1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  real X[3];
  Centre(parameter, X);
  Cross(X, q + 6, out);
  for (int i = 0; i < 3; i++)
    out[i] *= -parameter[MASS] * parameter[GRAVITY];
}

static void D2ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = parameter[J1 + i] * v[i];
}

static void D22ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 ? 0 : parameter[J1 + i / 4];
}

/* R = exp(tilt e₁) */
static void Tilted(real angle, real *R) {
  real sine, cosine;
  gimbal_sincos(angle, &sine, &cosine);
  for (int i = 0; i < 9; i++)
    R[i] = i == 0;
  R[4] = R[8] = cosine;
  R[5] = -sine;
  R[7] = sine;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  Tilted(parameter[TILT], out);
  for (int i = 0; i < 3; i++)
    out[9 + i] = parameter[OMEGA1 + i];
}

/* e₃·RJΩ */
static real Vertical(const real *parameter, real t, const real *q, const real *v) {
  return q[6] * parameter[J1] * v[0] + q[7] * parameter[J2] * v[1] + q[8] * parameter[J3] * v[2];
}

static real AlongY(const real *parameter, real t, const real *q, const real *v) {
  return parameter[J2] * v[1];
}

static real AlongZ(const real *parameter, real t, const real *q, const real *v) {
  return parameter[J3] * v[2];
}

/* Upright, the centre of mass above the fixed point. */
static void Upright(const real *parameter, real t, const real *q, const real *v, real *out) {
  Tilted(gimbal_atan2(parameter[X2], parameter[X3]), out);
  out[9] = out[10] = out[11] = 0;
}

/* ... and turning about the vertical. */
static void Asleep(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real length = gimbal_hypot(parameter[X2], parameter[X3]);
  Upright(parameter, t, q, v, out);
  out[10] = 7 * parameter[X2] / length;
  out[11] = 7 * parameter[X3] / length;
}

static void Falls(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 12; i++)
    out[i] = i == 9;
}

static real Fallen(const real *parameter, real t, const real *q, const real *v) { return v[0]; }

static void Faster(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real length = gimbal_hypot(parameter[X2], parameter[X3]);
  for (int i = 0; i < 10; i++)
    out[i] = 0;
  out[10] = parameter[X2] / length;
  out[11] = parameter[X3] / length;
}

static real Gain(const real *parameter, real t, const real *q, const real *v) {
  return (parameter[X2] * v[1] + parameter[X3] * v[2]) /
             gimbal_hypot(parameter[X2], parameter[X3]) -
         7;
}

/* ---- On SO(3)×R³: q = (R,x), v = (Ω,ẋ) ---- */

/* Entry (i,j) of J − m(|X|²I − XXᵀ). */
static real Central(const real *parameter, int i, int j) {
  real X[3];
  Centre(parameter, X);
  const real square = X[1] * X[1] + X[2] * X[2];
  return (i == j ? parameter[J1 + i] - parameter[MASS] * square : 0) +
         parameter[MASS] * X[i] * X[j];
}

static void FreeD2ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (int j = 0; j < 3; j++)
      out[i] += Central(parameter, i, j) * v[j];
    out[3 + i] = parameter[MASS] * v[3 + i];
  }
}

static real FreeEll(const real *parameter, real t, const real *q, const real *v) {
  real p[6], twice = 0;
  FreeD2ell(parameter, t, q, v, p);
  for (int i = 0; i < 6; i++)
    twice += p[i] * v[i];
  return twice / 2 - parameter[MASS] * parameter[GRAVITY] * q[11];
}

static void FreeD1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 5; i++)
    out[i] = 0;
  out[5] = -parameter[MASS] * parameter[GRAVITY];
}

static void FreeD22ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 36; i++)
    out[i] = 0;
  for (int i = 0; i < 3; i++) {
    out[21 + 7 * i] = parameter[MASS];
    for (int j = 0; j < 3; j++)
      out[6 * i + j] = Central(parameter, i, j);
  }
}

static void Apart(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = q[9 + i] - Height(parameter, q, i);
}

/* d/dε of −R exp(εe_j)X = −R(e_j × X) */
static void DApart(const real *parameter, real t, const real *q, const real *v, real *out) {
  real X[3], moved[3];
  Centre(parameter, X);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const real unit[3] = {j == 0, j == 1, j == 2};
      Cross(unit, X, moved);
      out[6 * i + j] = 0;
      for (int k = 0; k < 3; k++)
        out[6 * i + j] -= q[3 * i + k] * moved[k];
      out[6 * i + 3 + j] = i == j;
    }
}

/* x = RX and ẋ = R(Ω × X) of (R,Ω), into a state whose first entries are R. */
static void Attach(const real *parameter, const real *omega, real *out) {
  real X[3], moved[3];
  Centre(parameter, X);
  Cross(omega, X, moved);
  for (int i = 0; i < 3; i++) {
    out[9 + i] = Height(parameter, out, i);
    out[12 + i] = omega[i];
    out[15 + i] = 0;
    for (int k = 0; k < 3; k++)
      out[15 + i] += out[3 * i + k] * moved[k];
  }
}

static void FreeInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  Tilted(parameter[TILT], out);
  Attach(parameter, parameter + OMEGA1, out);
}

static void Common(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = q[i];
  for (int i = 0; i < 3; i++)
    out[9 + i] = v[i];
}

/* e₃·(RJ'Ω + m x × ẋ) */
static real FreeVertical(const real *parameter, real t, const real *q, const real *v) {
  real p[6];
  FreeD2ell(parameter, t, q, v, p);
  return q[6] * p[0] + q[7] * p[1] + q[8] * p[2] + q[9] * p[4] - q[10] * p[3];
}

static const gimbal_group group = {
    GIMBAL_SIZE(gimbal_group), .group = "SO3", .ell = Ell, .D1ell = D1ell, .D2ell = D2ell,
    .D22ell = D22ell};

static const gimbal_group free_group = {
    GIMBAL_SIZE(gimbal_group), .group = "SO3*R3",    .ell = FreeEll, .D1ell = FreeD1ell,
    .D2ell = FreeD2ell,        .D22ell = FreeD22ell, .g = Apart,     .Dg = DApart};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "15", .description = "mass"},
    {.name = "g", .value = "9.81", .description = "gravity"},
    {.name = "J1", .value = "15.234375", .description = "inertia about the fixed point"},
    {.name = "J2", .value = "0.46875", .description = "likewise, second axis"},
    {.name = "J3", .value = "15.234375", .description = "likewise, third axis"},
    {.name = "X2", .value = "1", .description = "centre of mass, second axis"},
    {.name = "X3", .value = "0", .description = "centre of mass, third axis"},
    {.name = "tilt", .value = "0", .description = "angle of the first rotation, about e1"},
    {.name = "Omega1", .value = "0", .description = "first angular velocity, in the body"},
    {.name = "Omega2", .value = "150"},
    {.name = "Omega3", .value = "-4.61538"}};

#define SYMMETRIC_Y "J1 == J3 && X3 == 0"
#define SYMMETRIC_Z "J1 == J2 && X2 == 0"

#define MOMENTA(vertical)                                                                          \
  {.name = "vertical_momentum", .kind = "momentum_map quadratic", .value = vertical},              \
      {.name = "axial_momentum_y",                                                                 \
       .kind = "momentum_map linear",                                                              \
       .value = AlongY,                                                                            \
       .when = SYMMETRIC_Y},                                                                       \
  {                                                                                                \
    .name = "axial_momentum_z", .kind = "momentum_map linear", .value = AlongZ,                    \
    .when = SYMMETRIC_Z                                                                            \
  }
static const gimbal_invariant invariants[] = {MOMENTA(Vertical)};
static const gimbal_invariant free_invariants[] = {MOMENTA(FreeVertical)};

static const gimbal_equilibrium equilibria[] = {{.name = "asleep",
                                                 .stability = "neutral",
                                                 .state = Asleep,
                                                 .perturbation = Faster,
                                                 .deviation = Gain},
                                                {.name = "upright",
                                                 .stability = "unstable",
                                                 .state = Upright,
                                                 .perturbation = Falls,
                                                 .deviation = Fallen}};

/* A radian takes 1/150 and 1/50: a few of them test an order. */
static const gimbal_case cases[] = {
    {.name = "bruels_cardona_arnold",
     .duration = "1/25",
     .step = "1/2000",
     .description = "Brüls, Cardona and Arnold 2012; their runs end at T = 2"},
    {.name = "simo_wong",
     .settings = "m=4, g=5, J1=5, J2=5, J3=1, X2=0, X3=1, tilt=1/20, Omega2=0, Omega3=50",
     .duration = "1/10",
     .step = "1/1000",
     .description = "Simo and Wong 1991; their runs end at T = 10, with h = 0.001 to 0.009"},
    {.name = "slow",
     .settings = "m=1, g=5, J1=2, J2=2, J3=1, X2=0, X3=1, tilt=1, Omega1=1, Omega2=1/2, Omega3=2",
     .description = "weight and spin of one size, where every term of a method counts"}};

static const gimbal_picture pictures[] = {
    {.name = "centre",
     .title = "The centre of mass on its sphere",
     .of = "X2*R12 + X3*R13, X2*R22 + X3*R23, X2*R32 + X3*R33",
     .sphere = "sqrt(X2*X2 + X3*X3)",
     .duration = "2"}};

static const gimbal_realisation realisations[] = {
    {.name = "matrix",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "omega1 omega2 omega3",
     .n = "9",
     .m = "3",
     .traits = "separable autonomous reversible integrable",
     .group = &group,
     .initial = Initial,
     .invariants = GIMBAL_ARRAY(invariants),
     .equilibria = GIMBAL_ARRAY(equilibria)},
    {.name = "constrained",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33 x y z",
     .velocity = "omega1 omega2 omega3 vx vy vz",
     .n = "12",
     .m = "6",
     .holonomic = "3",
     .traits = "separable autonomous reversible integrable",
     .group = &free_group,
     .initial = FreeInitial,
     .common = Common,
     .invariants = GIMBAL_ARRAY(free_invariants)}};

static const gimbal_model models[] = {
    {.name = "heavy_top",
     .title = "Heavy top",
     .citation = "Brüls, Cardona, Arnold, Mechanism and Machine Theory 48 (2012) 121; Simo, Wong, "
                 "Int. J. Numer. Methods Eng. 31 (1991) 19",
     .citation_key = "BruelsCardonaArnold2012,SimoWong1991",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
