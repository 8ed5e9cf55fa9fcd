/* A vertical disc (unicycle) tied to the origin by a spring, in the plane and its heading, and as a
 * motion of the plane with the velocity seen from the disc, η = (v₁, v₂, ω) with v₂ = 0 [Martín de
 * Diego and Sato Martín de Almagro 2018, 7.4]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, I };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (parameter[M] * (v[0] * v[0] + v[1] * v[1]) + parameter[I] * v[2] * v[2] - q[0] * q[0] -
          q[1] * q[1]) /
         2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = 0;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * v[1];
  out[2] = parameter[I] * v[2];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[4] = parameter[M];
  out[8] = parameter[I];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[1] * gimbal_cos(q[2]) - v[0] * gimbal_sin(q[2]);
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[2]);
  out[1] = gimbal_cos(q[2]);
  out[2] = 0;
}

/* Body velocity (4/5, 0, 7/10). */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = GIMBAL_Q(4, 5) * gimbal_cos(out[2]);
  out[4] = GIMBAL_Q(4, 5) * gimbal_sin(out[2]);
  out[5] = GIMBAL_Q(7, 10);
}

/* Seen from the body, the position (X, Y) and the speed u obey Ẋ = u + ωY, Ẏ = −ωX, m u̇ = −X with
 * constant ω, so that X oscillates with the frequency ν, ν² = ω² + 1/m. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real m = parameter[M], omega = v[2], nu = gimbal_sqrt(omega * omega + 1 / m);
  const real c0 = gimbal_cos(q[2]), s0 = gimbal_sin(q[2]), half = gimbal_sin(nu * t / 2);
  const real X = c0 * q[0] + s0 * q[1], Y = c0 * q[1] - s0 * q[0], u = c0 * v[0] + s0 * v[1];
  const real rate = u + omega * Y, s = gimbal_sin(nu * t) / nu;
  const real path = X * s + rate * 2 * half * half / (nu * nu); /* ∫X */
  const real Xt = X * gimbal_cos(nu * t) + rate * s, Yt = Y - omega * path, ut = u - path / m;
  const real theta = q[2] + omega * t, c = gimbal_cos(theta), sine = gimbal_sin(theta);
  out[0] = c * Xt - sine * Yt;
  out[1] = sine * Xt + c * Yt;
  out[2] = theta;
  out[3] = c * ut;
  out[4] = sine * ut;
  out[5] = omega;
  out[6] = m * omega * ut + Yt;
}

static real Turning(const real *parameter, real t, const real *q, const real *v) {
  return parameter[I] * v[2];
}

static void Turn(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = 1;
}

/* Of dq and the speeds along the disc and about the vertical: neither depends on itself. */
static real Density(const real *parameter, real t, const real *q, const real *v) { return 1; }

/* ---- On SE(2): ℓ and the functions above agree but for the frame of the velocity ---- */

/* d/dε of −½(x² + y²) along the disc and across. */
static void D1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  real sine, cosine;
  gimbal_sincos(q[2], &sine, &cosine);
  out[0] = -cosine * q[0] - sine * q[1];
  out[1] = sine * q[0] - cosine * q[1];
  out[2] = 0;
}

static void Across(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[1];
}

static void D2across(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = 1;
}

/* (q, η) of (q, q̇), and back. */
static void ToBody(const real *q, const real *v, real *out) {
  real sine, cosine;
  gimbal_sincos(q[2], &sine, &cosine);
  const real along = cosine * v[0] + sine * v[1], across = cosine * v[1] - sine * v[0];
  out[0] = along;
  out[1] = across;
  out[2] = v[2];
}

static void ToPlane(const real *q, const real *v, real *out) {
  real sine, cosine;
  gimbal_sincos(q[2], &sine, &cosine);
  const real x = cosine * v[0] - sine * v[1], y = sine * v[0] + cosine * v[1];
  out[0] = x;
  out[1] = y;
  out[2] = v[2];
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  Initial(parameter, t, q, v, out);
  out[3] = GIMBAL_Q(4, 5);
  out[4] = 0;
}

static void BodyExact(const real *parameter, real t, const real *q, const real *v, real *out) {
  real plane[3];
  ToPlane(q, v, plane);
  Exact(parameter, t, q, plane, out);
  ToBody(out, out + 3, out + 3);
  out[4] = 0; /* and no rounding of two terms that cancel */
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = q[i];
  ToPlane(q, v, out + 3);
}

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group),
                                   .group = "SE2",
                                   .ell = L,
                                   .D1ell = D1ell,
                                   .D2ell = D2L,
                                   .D22ell = D22L,
                                   .phi = Across,
                                   .D2phi = D2across};

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "3/2", .description = "mass"},
    {.name = "I", .value = "3/5", .description = "moment of inertia about the vertical"}};

static const gimbal_invariant invariants[] = {
    {.name = "turning", .kind = "linear momentum_map", .value = Turning, .generator = Turn}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y theta",
     .velocity = "vx vy omega",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 0, 2*pi",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density},
    {.name = "body",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y theta",
     .velocity = "v1 v2 omega",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 0, 2*pi",
     .traits = "linear_constraints autonomous reversible",
     .group = &group,
     .initial = BodyInitial,
     .exact = BodyExact,
     .common = BodyCommon,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "unicycle",
     .title = "Vertical disc with an elastic spring (unicycle)",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.4",
     .citation_key = "MartinDeDiegoSato2018",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
