/* A disk that stands upright and rolls on a plane, with ψ the angle of rolling and φ the heading,
 * in closed form [Bloch 2003, 1.4]: ẋ = Rψ̇ cos φ, ẏ = Rψ̇ sin φ; both rates are constant. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, R, I, J };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (parameter[M] * (v[0] * v[0] + v[1] * v[1]) + parameter[I] * v[2] * v[2] +
          parameter[J] * v[3] * v[3]) /
         2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 4; i++)
    out[i] = 0;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * v[1];
  out[2] = parameter[I] * v[2];
  out[3] = parameter[J] * v[3];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 16; i++)
    out[i] = 0;
  out[0] = out[5] = parameter[M];
  out[10] = parameter[I];
  out[15] = parameter[J];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] - parameter[R] * gimbal_cos(q[3]) * v[2];
  out[1] = v[1] - parameter[R] * gimbal_sin(q[3]) * v[2];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[0] = out[5] = 1;
  out[2] = -parameter[R] * gimbal_cos(q[3]);
  out[6] = -parameter[R] * gimbal_sin(q[3]);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[6] = GIMBAL_Q(13, 10);
  out[7] = GIMBAL_Q(9, 10);
  out[4] = parameter[R] * out[6];
}

/* With u = Rψ̇ the speed: a circle of radius u/φ̇, or a straight line. The chord of the arc is
 * (u t) sin(α)/α in the direction of its middle, α = φ̇t/2. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real u = parameter[R] * v[2], alpha = v[3] * t / 2, phi = q[3] + v[3] * t;
  const real chord = u * t * (alpha == 0 ? 1 : gimbal_sin(alpha) / alpha);
  const real force = parameter[M] * u * v[3];
  out[0] = q[0] + chord * gimbal_cos(q[3] + alpha);
  out[1] = q[1] + chord * gimbal_sin(q[3] + alpha);
  out[2] = q[2] + v[2] * t;
  out[3] = phi;
  out[4] = u * gimbal_cos(phi);
  out[5] = u * gimbal_sin(phi);
  out[6] = v[2];
  out[7] = v[3];
  out[8] = -force * gimbal_sin(phi);
  out[9] = force * gimbal_cos(phi);
}

static real Turning(const real *parameter, real t, const real *q, const real *v) {
  return parameter[J] * v[3];
}

static void Turn(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = out[2] = 0;
  out[3] = 1;
}

static real Rolling(const real *parameter, real t, const real *q, const real *v) { return v[2]; }

/* Every motion is a relative equilibrium, a circle at constant rates: the manifold has as many
 * dimensions as there are velocities. So the rate of rolling stays what it was, and a deviation of
 * it neither grows nor shrinks; this is what a method may lose. */
static void Circle(const real *parameter, real t, const real *q, const real *v, real *out) {
  Initial(parameter, t, q, v, out);
}

static void Faster(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[6] = 1;
  out[4] = parameter[R];
}

static real Gain(const real *parameter, real t, const real *q, const real *v) {
  return v[2] - GIMBAL_Q(13, 10);
}

/* ---- On (ψ, φ, x, y), in the frame ∂_ψ + R cos φ ∂_x + R sin φ ∂_y, ∂_φ, ∂_x, ∂_y ---- */

static void FramePsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 16; i++)
    out[i] = 0;
  out[0] = out[5] = out[10] = out[15] = 1;
  out[8] = parameter[R] * gimbal_cos(q[1]);
  out[12] = parameter[R] * gimbal_sin(q[1]);
}

static void FrameCommon(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real rolling = parameter[R] * xi[0];
  out[0] = q[2];
  out[1] = q[3];
  out[2] = q[0];
  out[3] = q[1];
  out[4] = rolling * gimbal_cos(q[1]) + xi[2];
  out[5] = rolling * gimbal_sin(q[1]) + xi[3];
  out[6] = xi[0];
  out[7] = xi[1];
}

static real FrameL(const real *parameter, real t, const real *q, const real *xi) {
  real y[8];
  FrameCommon(parameter, t, q, xi, y);
  return L(parameter, t, y, y + 4);
}

static void FrameD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real y[8];
  FrameCommon(parameter, t, q, xi, y);
  out[0] = out[2] = out[3] = 0;
  out[1] =
      parameter[M] * parameter[R] * xi[0] * (y[5] * gimbal_cos(q[1]) - y[4] * gimbal_sin(q[1]));
}

static void FrameD2L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real y[8];
  FrameCommon(parameter, t, q, xi, y);
  out[0] = parameter[M] * parameter[R] * (y[4] * gimbal_cos(q[1]) + y[5] * gimbal_sin(q[1])) +
           parameter[I] * xi[0];
  out[1] = parameter[J] * xi[1];
  out[2] = parameter[M] * y[4];
  out[3] = parameter[M] * y[5];
}

static void FrameD22L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real m = parameter[M], radius = parameter[R];
  for (int i = 0; i < 16; i++)
    out[i] = 0;
  out[0] = parameter[I] + m * radius * radius;
  out[2] = out[8] = m * radius * gimbal_cos(q[1]);
  out[3] = out[12] = m * radius * gimbal_sin(q[1]);
  out[5] = parameter[J];
  out[10] = out[15] = m;
}

static void FrameStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real s = parameter[R] * gimbal_sin(q[1]), c = parameter[R] * gimbal_cos(q[1]);
  for (int i = 0; i < 64; i++)
    out[i] = 0;
  out[33] = s;
  out[36] = -s;
  out[52] = c;
  out[49] = -c;
}

static void ToFrame(const real *y, real *out) {
  out[0] = y[2];
  out[1] = y[3];
  out[2] = y[0];
  out[3] = y[1];
  out[4] = y[6];
  out[5] = y[7];
  out[6] = out[7] = 0;
}

static void FrameInitial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real y[8];
  Initial(parameter, t, NULL, NULL, y);
  ToFrame(y, out);
}

static void FrameExact(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real before[8], y[10];
  FrameCommon(parameter, t, q, xi, before);
  Exact(parameter, t, before, before + 4, y);
  ToFrame(y, out);
  out[8] = y[8];
  out[9] = y[9];
}

static real FrameTurning(const real *parameter, real t, const real *q, const real *xi) {
  return parameter[J] * xi[1];
}

static void FrameTurn(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = out[3] = 0;
  out[1] = 1;
}

static real FrameRolling(const real *parameter, real t, const real *q, const real *xi) {
  return xi[0];
}

static void FrameFaster(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = i == 4;
}

static real FrameGain(const real *parameter, real t, const real *q, const real *xi) {
  return xi[0] - GIMBAL_Q(13, 10);
}

/* Of dq and the two rates, which are constant. */
static real Density(const real *parameter, real t, const real *q, const real *v) { return 1; }

/* ---- On SE(2)×S¹: q = (x, y, φ, ψ), η = (v₁, v₂, φ̇, ψ̇), v seen from the disk, v₁ = Rψ̇, v₂ = 0 ---- */

static real BodyL(const real *parameter, real t, const real *q, const real *v) {
  return (parameter[M] * (v[0] * v[0] + v[1] * v[1]) + parameter[J] * v[2] * v[2] +
          parameter[I] * v[3] * v[3]) /
         2;
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * v[1];
  out[2] = parameter[J] * v[2];
  out[3] = parameter[I] * v[3];
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 16; i++)
    out[i] = 0;
  out[0] = out[5] = parameter[M];
  out[10] = parameter[J];
  out[15] = parameter[I];
}

static void BodyPhi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] - parameter[R] * v[3];
  out[1] = v[1];
}

static void BodyD2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[0] = out[5] = 1;
  out[3] = -parameter[R];
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *v, real *out) {
  real sine, cosine;
  gimbal_sincos(q[2], &sine, &cosine);
  out[0] = q[0];
  out[1] = q[1];
  out[2] = q[3];
  out[3] = q[2];
  out[4] = cosine * v[0] - sine * v[1];
  out[5] = sine * v[0] + cosine * v[1];
  out[6] = v[3];
  out[7] = v[2];
}

/* Of states that roll. */
static void ToBody(const real *parameter, const real *y, real *out) {
  out[0] = y[0];
  out[1] = y[1];
  out[2] = y[3];
  out[3] = y[2];
  out[4] = parameter[R] * y[6];
  out[5] = 0;
  out[6] = y[7];
  out[7] = y[6];
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  real y[8];
  Initial(parameter, t, NULL, NULL, y);
  ToBody(parameter, y, out);
}

static void BodyExact(const real *parameter, real t, const real *q, const real *v, real *out) {
  real before[8], y[10];
  BodyCommon(parameter, t, q, v, before);
  Exact(parameter, t, before, before + 4, y);
  ToBody(parameter, y, out);
  out[8] = 0;
  out[9] = parameter[M] * parameter[R] * v[3] * v[2];
}

static real BodyTurning(const real *parameter, real t, const real *q, const real *v) {
  return parameter[J] * v[2];
}

static real BodyRolling(const real *parameter, real t, const real *q, const real *v) {
  return v[3];
}

static void BodyFaster(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
  out[4] = parameter[R];
  out[7] = 1;
}

static real BodyGain(const real *parameter, real t, const real *q, const real *v) {
  return v[3] - GIMBAL_Q(13, 10);
}

static const gimbal_group group = {
    GIMBAL_SIZE(gimbal_group), .group = "SE2*S1",  .ell = BodyL,   .D1ell = D1L,
    .D2ell = BodyD2L,          .D22ell = BodyD22L, .phi = BodyPhi, .D2phi = BodyD2Phi};

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "R", .value = "1", .description = "radius"},
    {.name = "I", .value = "1/2", .description = "moment of inertia about the axle"},
    {.name = "J", .value = "1/4", .description = "moment of inertia about a diameter"}};

static const gimbal_invariant invariants[] = {
    {.name = "turning", .kind = "linear momentum_map", .value = Turning, .generator = Turn},
    {.name = "rolling", .kind = "linear", .value = Rolling}};

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame),  .psi = FramePsi,   .ell = FrameL,
    .D1ell = FrameD1L,          .D2ell = FrameD2L, .D22ell = FrameD22L,
    .structure = FrameStructure};

static const gimbal_invariant frame_invariants[] = {
    {.name = "turning",
     .kind = "linear momentum_map",
     .value = FrameTurning,
     .generator = FrameTurn},
    {.name = "rolling", .kind = "linear", .value = FrameRolling}};

static const gimbal_invariant body_invariants[] = {
    {.name = "turning", .kind = "linear momentum_map", .value = BodyTurning},
    {.name = "rolling", .kind = "linear", .value = BodyRolling}};

static const gimbal_equilibrium equilibria[] = {{.name = "circle",
                                                 .stability = "neutral",
                                                 .state = Circle,
                                                 .perturbation = Faster,
                                                 .deviation = Gain}};
static const gimbal_equilibrium frame_equilibria[] = {{.name = "circle",
                                                       .stability = "neutral",
                                                       .state = FrameInitial,
                                                       .perturbation = FrameFaster,
                                                       .deviation = FrameGain}};

static const gimbal_equilibrium body_equilibria[] = {{.name = "circle",
                                                      .stability = "neutral",
                                                      .state = BodyInitial,
                                                      .perturbation = BodyFaster,
                                                      .deviation = BodyGain}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y psi phi",
     .velocity = "vx vy vpsi vphi",
     .n = "4",
     .nonholonomic = "2",
     .period = "0, 0, 2*pi, 2*pi",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants),
     .equilibria = GIMBAL_ARRAY(equilibria),
     .density = Density},
    {.name = "chaplygin",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "psi phi x y",
     .velocity = "vpsi vphi xi3 xi4",
     .n = "4",
     .nonholonomic = "2",
     .period = "2*pi, 2*pi, 0, 0",
     .traits = "linear_constraints autonomous reversible",
     .frame = &frame,
     .initial = FrameInitial,
     .exact = FrameExact,
     .common = FrameCommon,
     .invariants = GIMBAL_ARRAY(frame_invariants),
     .equilibria = GIMBAL_ARRAY(frame_equilibria),
     .density = Density},
    {.name = "body",
     .configuration = "x y phi psi",
     .velocity = "v1 v2 vphi vpsi",
     .n = "4",
     .nonholonomic = "2",
     .period = "0, 0, 2*pi, 2*pi",
     .traits = "linear_constraints autonomous reversible",
     .group = &group,
     .initial = BodyInitial,
     .exact = BodyExact,
     .common = BodyCommon,
     .invariants = GIMBAL_ARRAY(body_invariants),
     .equilibria = GIMBAL_ARRAY(body_equilibria),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "vertical_disk",
     .title = "Vertical rolling disk",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control, section 1.4; Ball 2013",
     .citation_key = "Bloch2003,Ball2013",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
