/* Kepler's problem in the plane, started at the eccentric anomaly E of an ellipse with semi-major
 * axis a whose pericentre lies on the positive x-axis [Hairer, Lubich, Wanner 2006, I.2.2]. In
 * Cartesian coordinates, and in polar ones (r, θ) with three frames: the orthonormal one, ∂_r and
 * ∂_θ/r; the same turned by the angle κ ln r; and the trivial one, ∂_r and ∂_θ. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { MU, AXIS, ECCENTRICITY, ANOMALY, KAPPA };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + parameter[MU] / gimbal_hypot(q[0], q[1]);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real r = gimbal_hypot(q[0], q[1]), factor = -parameter[MU] / (r * r * r);
  out[0] = factor * q[0];
  out[1] = factor * q[1];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real a = parameter[AXIS], e = parameter[ECCENTRICITY], E = parameter[ANOMALY];
  const real width = gimbal_sqrt((1 - e) * (1 + e));
  const real rate = gimbal_sqrt(parameter[MU] / a) / (1 - e * gimbal_cos(E));
  out[0] = a * (gimbal_cos(E) - e);
  out[1] = a * width * gimbal_sin(E);
  out[2] = -rate * gimbal_sin(E);
  out[3] = rate * width * gimbal_cos(E);
}

/* Lagrange's f and g functions of the advance D of the eccentric anomaly, which solves Kepler's
 * equation
 *     nt = D − (1 − r/a) sin D + σ/√a (1 − cos D),  σ = q·v/√μ,
 * for ellipses [Battin 1999, 4.3]. Returns D. */
static real Advance(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real mu = parameter[MU], r = gimbal_hypot(q[0], q[1]);
  const real reciprocal = 2 / r - (v[0] * v[0] + v[1] * v[1]) / mu;
  if (!(reciprocal > 0)) {
    for (int i = 0; i < 4; i++)
      out[i] = GIMBAL_NAN;
    return GIMBAL_NAN;
  }
  const real a = 1 / reciprocal, motion = gimbal_sqrt(mu / a) / a;
  const real sigma = (q[0] * v[0] + q[1] * v[1]) / gimbal_sqrt(mu * a), cosine = 1 - r / a;
  real D = motion * t;
  for (int iteration = 0; iteration < 100; iteration++) {
    const real value = D - cosine * gimbal_sin(D) + sigma * (1 - gimbal_cos(D)) - motion * t;
    const real slope = 1 - cosine * gimbal_cos(D) + sigma * gimbal_sin(D); /* r(t)/a > 0 */
    const real next = D - value / slope;
    const real change = gimbal_fabs(next - D);
    /* Near a pericentre Newton's method can jump far from D, which lies within 2 of motion·t. */
    D = gimbal_fabs(next - motion * t) > 2 ? motion * t + (next > D ? 2 : -2) : next;
    if (change <= GIMBAL_C(1e-40) + gimbal_fabs(D) * GIMBAL_C(1e-34))
      break;
  }
  const real s = gimbal_sin(D), half = gimbal_sin(D / 2), c = 2 * half * half; /* 1 − cos D */
  const real after = a * (1 - cosine * gimbal_cos(D) + sigma * s);
  const real f = 1 - a / r * c, g = (a * sigma * c + r * s) / (a * motion);
  const real df = -motion * a * a / (after * r) * s, dg = 1 - a / after * c;
  for (int i = 0; i < 2; i++) {
    out[i] = f * q[i] + g * v[i];
    out[i + 2] = df * q[i] + dg * v[i];
  }
  return D;
}

static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  (void)Advance(parameter, t, q, v, out);
}

static real AngularMomentum(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * v[1] - q[1] * v[0];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = q[0];
}

static real PericentreX(const real *parameter, real t, const real *q, const real *v) {
  return v[1] * AngularMomentum(parameter, t, q, v) / parameter[MU] -
         q[0] / gimbal_hypot(q[0], q[1]);
}

static real PericentreY(const real *parameter, real t, const real *q, const real *v) {
  return -v[0] * AngularMomentum(parameter, t, q, v) / parameter[MU] -
         q[1] / gimbal_hypot(q[0], q[1]);
}

/* ---- Polar coordinates (r, θ) ---- */

/* The frames have the same ℓ and ψ up to their turn by the angle κ ln r: (out) = R (in). */
static void Turn(real kappa, const real *q, const real *in, real *out) {
  const real angle = kappa * gimbal_log(q[0]), c = gimbal_cos(angle), s = gimbal_sin(angle);
  out[0] = c * in[0] - s * in[1];
  out[1] = s * in[0] + c * in[1];
}

/* The columns cos α ∂_r + sin α ∂_θ/r and −sin α ∂_r + cos α ∂_θ/r, α = κ ln r. */
static void TurnedFrame(real kappa, const real *q, real *out) {
  const real angle = kappa * gimbal_log(q[0]), c = gimbal_cos(angle), s = gimbal_sin(angle);
  out[0] = c;
  out[1] = -s;
  out[2] = s / q[0];
  out[3] = c / q[0];
}

static void OrthonormalFrame(const real *parameter, real t, const real *q, const real *v,
                             real *out) {
  TurnedFrame(0, q, out);
}

static void SpiralFrame(const real *parameter, real t, const real *q, const real *v, real *out) {
  TurnedFrame(parameter[KAPPA], q, out);
}

static real TurnedL(const real *parameter, real t, const real *q, const real *xi) {
  return (xi[0] * xi[0] + xi[1] * xi[1]) / 2 + parameter[MU] / q[0];
}

static void TurnedD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = -parameter[MU] / (q[0] * q[0]);
  out[1] = 0;
}

/* [ψ₁,ψ₂] = c¹ψ₁ + c²ψ₂ as c[k][i][j]. */
static void Bracket(real c1, real c2, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[1] = c1;
  out[2] = -c1;
  out[5] = c2;
  out[6] = -c2;
}

static void OrthonormalStructure(const real *parameter, real t, const real *q, const real *v,
                                 real *out) {
  Bracket(0, -1 / q[0], out);
}

static void SpiralStructure(const real *parameter, real t, const real *q, const real *v,
                            real *out) {
  const real kappa = parameter[KAPPA], angle = kappa * gimbal_log(q[0]);
  const real c = gimbal_cos(angle), s = gimbal_sin(angle);
  Bracket(-(s + kappa * c) / q[0], -(c - kappa * s) / q[0], out);
}

static void TrivialFrame(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static real TrivialL(const real *parameter, real t, const real *q, const real *xi) {
  return (xi[0] * xi[0] + q[0] * q[0] * xi[1] * xi[1]) / 2 + parameter[MU] / q[0];
}

static void TrivialD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = q[0] * xi[1] * xi[1] - parameter[MU] / (q[0] * q[0]);
  out[1] = 0;
}

static void TrivialD2L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = xi[0];
  out[1] = q[0] * q[0] * xi[1];
}

static void TrivialD22L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = 1;
  out[1] = out[2] = 0;
  out[3] = q[0] * q[0];
}

static void TrivialStructure(const real *parameter, real t, const real *q, const real *v,
                             real *out) {
  Bracket(0, 0, out);
}

/* Between (x, y, vx, vy) and (r, θ, ṙ, rθ̇). */
static void FromPolar(const real *q, const real *w, real *out) {
  const real c = gimbal_cos(q[1]), s = gimbal_sin(q[1]);
  out[0] = q[0] * c;
  out[1] = q[0] * s;
  out[2] = c * w[0] - s * w[1];
  out[3] = s * w[0] + c * w[1];
}

static void ToPolar(const real *y, real *q, real *w) {
  const real r = gimbal_hypot(y[0], y[1]);
  q[0] = r;
  q[1] = gimbal_atan2(y[1], y[0]);
  w[0] = (y[0] * y[2] + y[1] * y[3]) / r;
  w[1] = (y[0] * y[3] - y[1] * y[2]) / r;
}

/* By how much θ has grown: as often around as the eccentric anomaly. */
static real Turned(const real *y, const real *after, real D) {
  const real angle =
      gimbal_atan2(y[0] * after[1] - y[1] * after[0], y[0] * after[0] + y[1] * after[1]);
  const real way = y[0] * y[3] > y[1] * y[2] ? D : -D;
  return angle + 2 * GIMBAL_PI * gimbal_round((way - angle) / (2 * GIMBAL_PI));
}

/* For each frame, with ξ and (ṙ, rθ̇) converted into one another, what the Cartesian form says. */
static void OrthonormalTo(const real *parameter, const real *q, const real *xi, real *w) {
  w[0] = xi[0], w[1] = xi[1];
}
static void OrthonormalFrom(const real *parameter, const real *q, const real *w, real *xi) {
  xi[0] = w[0], xi[1] = w[1];
}
static void SpiralTo(const real *parameter, const real *q, const real *xi, real *w) {
  Turn(parameter[KAPPA], q, xi, w);
}
static void SpiralFrom(const real *parameter, const real *q, const real *w, real *xi) {
  Turn(-parameter[KAPPA], q, w, xi);
}
static void TrivialTo(const real *parameter, const real *q, const real *xi, real *w) {
  w[0] = xi[0], w[1] = q[0] * xi[1];
}
static void TrivialFrom(const real *parameter, const real *q, const real *w, real *xi) {
  xi[0] = w[0], xi[1] = w[1] / q[0];
}

#define POLAR(frame)                                                                               \
  static void frame##Common(const real *parameter, real t, const real *q, const real *xi,          \
                            real *out) {                                                           \
    real w[2];                                                                                     \
    frame##To(parameter, q, xi, w);                                                                \
    FromPolar(q, w, out);                                                                          \
  }                                                                                                \
  static void frame##Initial(const real *parameter, real t, const real *q, const real *xi,         \
                             real *out) {                                                          \
    real y[4], w[2];                                                                               \
    Initial(parameter, t, NULL, NULL, y);                                                          \
    ToPolar(y, out, w);                                                                            \
    frame##From(parameter, out, w, out + 2);                                                       \
  }                                                                                                \
  static void frame##Exact(const real *parameter, real t, const real *q, const real *xi,           \
                           real *out) {                                                            \
    real y[4], after[4], w[2];                                                                     \
    frame##Common(parameter, t, q, xi, y);                                                         \
    const real D = Advance(parameter, t, y, y + 2, after);                                         \
    ToPolar(after, out, w);                                                                        \
    out[1] = q[1] + Turned(y, after, D);                                                           \
    frame##From(parameter, out, w, out + 2);                                                       \
  }                                                                                                \
  static real frame##AngularMomentum(const real *parameter, real t, const real *q,                 \
                                     const real *xi) {                                             \
    real w[2];                                                                                     \
    frame##To(parameter, q, xi, w);                                                                \
    return q[0] * w[1];                                                                            \
  }                                                                                                \
  static real frame##PericentreX(const real *parameter, real t, const real *q, const real *xi) {   \
    real y[4];                                                                                     \
    frame##Common(parameter, t, q, xi, y);                                                         \
    return PericentreX(parameter, t, y, y + 2);                                                    \
  }                                                                                                \
  static real frame##PericentreY(const real *parameter, real t, const real *q, const real *xi) {   \
    real y[4];                                                                                     \
    frame##Common(parameter, t, q, xi, y);                                                         \
    return PericentreY(parameter, t, y, y + 2);                                                    \
  }

POLAR(Orthonormal)
POLAR(Spiral)
POLAR(Trivial)

static void PolarRotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = 1;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_frame orthonormal = {GIMBAL_SIZE(gimbal_frame),
                                         .psi = OrthonormalFrame,
                                         .ell = TurnedL,
                                         .D1ell = TurnedD1L,
                                         .D2ell = D2L,
                                         .D22ell = D22L,
                                         .structure = OrthonormalStructure};
static const gimbal_frame spiral = {GIMBAL_SIZE(gimbal_frame),   .psi = SpiralFrame, .ell = TurnedL,
                                    .D1ell = TurnedD1L,          .D2ell = D2L,       .D22ell = D22L,
                                    .structure = SpiralStructure};
static const gimbal_frame trivial = {
    GIMBAL_SIZE(gimbal_frame),    .psi = TrivialFrame, .ell = TrivialL,
    .D1ell = TrivialD1L,          .D2ell = TrivialD2L, .D22ell = TrivialD22L,
    .structure = TrivialStructure};

static const gimbal_value parameters[] = {
    {.name = "mu", .value = "1", .description = "gravitational parameter"},
    {.name = "a", .value = "1", .description = "semi-major axis"},
    {.name = "e", .value = "3/10", .description = "eccentricity, less than 1"},
    {.name = "anomaly", .value = "1/2", .description = "eccentric anomaly at the start"},
    {.name = "kappa", .value = "1", .description = "turn of the spiral frame per unit of ln r"}};

static const gimbal_invariant invariants[] = {
    {.name = "angular_momentum",
     .kind = "quadratic momentum_map",
     .value = AngularMomentum,
     .generator = Rotation},
    {.name = "laplace_runge_lenz_x", .kind = "", .value = PericentreX},
    {.name = "laplace_runge_lenz_y", .kind = "", .value = PericentreY}};

#define POLAR_INVARIANTS(frame, words)                                                             \
  static const gimbal_invariant invariants_##frame[] = {                                           \
      {.name = "angular_momentum",                                                                 \
       .kind = words,                                                                              \
       .value = frame##AngularMomentum,                                                            \
       .generator = PolarRotation},                                                                \
      {.name = "laplace_runge_lenz_x", .kind = "", .value = frame##PericentreX},                   \
      {.name = "laplace_runge_lenz_y", .kind = "", .value = frame##PericentreY}};

POLAR_INVARIANTS(Orthonormal, "quadratic momentum_map")
POLAR_INVARIANTS(Spiral, "momentum_map")
POLAR_INVARIANTS(Trivial, "momentum_map")

static const gimbal_case cases[] = {{.name = "e03", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "orbit", .title = "Orbit", .of = "x, y", .duration = "40", .words = "equal"}};

static const gimbal_picture polar_pictures[] = {{.name = "orbit",
                                                 .title = "Orbit",
                                                 .of = "r*cos(theta), r*sin(theta)",
                                                 .duration = "40",
                                                 .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y",
     .velocity = "vx vy",
     .n = "2",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants)},
    {.name = "polar_orthonormal",
     .pictures = GIMBAL_ARRAY(polar_pictures),
     .configuration = "r theta",
     .velocity = "vr vtheta",
     .n = "2",
     .period = "0, 2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &orthonormal,
     .initial = OrthonormalInitial,
     .exact = OrthonormalExact,
     .common = OrthonormalCommon,
     .invariants = GIMBAL_ARRAY(invariants_Orthonormal)},
    {.name = "polar_spiral",
     .pictures = GIMBAL_ARRAY(polar_pictures),
     .configuration = "r theta",
     .velocity = "xi1 xi2",
     .n = "2",
     .period = "0, 2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &spiral,
     .initial = SpiralInitial,
     .exact = SpiralExact,
     .common = SpiralCommon,
     .invariants = GIMBAL_ARRAY(invariants_Spiral)},
    {.name = "polar_trivial",
     .pictures = GIMBAL_ARRAY(polar_pictures),
     .configuration = "r theta",
     .velocity = "rdot thetadot",
     .n = "2",
     .period = "0, 2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &trivial,
     .initial = TrivialInitial,
     .exact = TrivialExact,
     .common = TrivialCommon,
     .invariants = GIMBAL_ARRAY(invariants_Trivial)}};

static const gimbal_model models[] = {{.name = "kepler",
                                       .title = "Kepler's problem",
                                       .citation = "Hairer, Lubich, Wanner 2006, section I.2",
                                       .citation_key = "HairerLubichWanner2006",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
