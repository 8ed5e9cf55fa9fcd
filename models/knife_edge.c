/* A knife edge (skate) on an inclined plane that falls towards growing x, in closed form [Bloch
 * 2003, Nonholonomic Mechanics and Control, 1.6]. It turns steadily, and drifts sideways. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, J, GAMMA, OMEGA };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return parameter[M] * (v[0] * v[0] + v[1] * v[1]) / 2 + parameter[J] * v[2] * v[2] / 2 +
         parameter[M] * parameter[GAMMA] * q[0];
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * parameter[GAMMA];
  out[1] = out[2] = 0;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * v[1];
  out[2] = parameter[J] * v[2];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[4] = parameter[M];
  out[8] = parameter[J];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[1] * gimbal_cos(q[2]) - v[0] * gimbal_sin(q[2]);
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[2]);
  out[1] = gimbal_cos(q[2]);
  out[2] = 0;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 5; i++)
    out[i] = 0;
  out[5] = parameter[OMEGA];
}

/* The speed along the edge obeys u̇ = γ cos φ, φ = φ₀ + ωt; x and y are quadratures of u. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real gamma = parameter[GAMMA], omega = v[2], phi = q[2] + omega * t;
  const real s = gimbal_sin(phi), c = gimbal_cos(phi), s0 = gimbal_sin(q[2]), c0 = gimbal_cos(q[2]);
  const real u0 = v[0] * c0 + v[1] * s0;
  real u;
  if (omega == 0) {
    const real path = u0 * t + gamma * c0 * t * t / 2;
    u = u0 + gamma * c0 * t;
    out[0] = q[0] + path * c0;
    out[1] = q[1] + path * s0;
  } else {
    const real A = u0 - gamma / omega * s0, B = gamma / (2 * omega * omega);
    u = A + gamma / omega * s;
    out[0] = q[0] + A / omega * (s - s0) + B * (s * s - s0 * s0);
    out[1] = q[1] - A / omega * (c - c0) + B * (omega * t - (s * c - s0 * c0));
  }
  out[2] = phi;
  out[3] = u * c;
  out[4] = u * s;
  out[5] = omega;
  out[6] = parameter[M] * (u * omega + gamma * s);
}

static real AngularMomentum(const real *parameter, real t, const real *q, const real *v) {
  return parameter[J] * v[2];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = 1;
}

/* ---- On (x, φ, y), in the frame of the edge: along it, turning, across it ---- */

static void BodyPsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[8] = gimbal_cos(q[1]);
  out[6] = gimbal_sin(q[1]);
  out[2] = -out[6];
  out[4] = 1;
}

static real BodyL(const real *parameter, real t, const real *q, const real *xi) {
  return parameter[M] * (xi[0] * xi[0] + xi[2] * xi[2]) / 2 + parameter[J] * xi[1] * xi[1] / 2 +
         parameter[M] * parameter[GAMMA] * q[0];
}

static void BodyD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = parameter[M] * parameter[GAMMA];
  out[1] = out[2] = 0;
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = parameter[M] * xi[0];
  out[1] = parameter[J] * xi[1];
  out[2] = parameter[M] * xi[2];
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[8] = parameter[M];
  out[4] = parameter[J];
}

static void BodyStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  out[21] = 1;
  out[19] = -1;
  out[7] = 1;
  out[5] = -1;
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real c = gimbal_cos(q[1]), s = gimbal_sin(q[1]);
  out[0] = q[0];
  out[1] = q[2];
  out[2] = q[1];
  out[3] = c * xi[0] - s * xi[2];
  out[4] = s * xi[0] + c * xi[2];
  out[5] = xi[1];
}

static void ToBody(const real *y, real *out) {
  out[0] = y[0];
  out[1] = y[2];
  out[2] = y[1];
  out[3] = gimbal_cos(y[2]) * y[3] + gimbal_sin(y[2]) * y[4];
  out[4] = y[5];
  out[5] = 0;
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real y[6];
  Initial(parameter, t, NULL, NULL, y);
  ToBody(y, out);
}

static void BodyExact(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real before[6], y[7];
  BodyCommon(parameter, t, q, xi, before);
  Exact(parameter, t, before, before + 3, y);
  ToBody(y, out);
  out[6] = y[6];
}

static real BodyAngularMomentum(const real *parameter, real t, const real *q, const real *xi) {
  return parameter[J] * xi[1];
}

static void BodyRotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = 1;
}

/* Of dq and the speeds along the edge and about it: neither depends on itself. */
static real Density(const real *parameter, real t, const real *q, const real *v) { return 1; }

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "J", .value = "1/2", .description = "moment of inertia"},
    {.name = "gamma", .value = "1", .description = "acceleration down the plane"},
    {.name = "omega", .value = "13/10", .description = "angular velocity"}};

static const gimbal_invariant invariants[] = {{.name = "angular_momentum",
                                               .kind = "linear momentum_map",
                                               .value = AngularMomentum,
                                               .generator = Rotation}};

static const gimbal_frame body = {GIMBAL_SIZE(gimbal_frame), .psi = BodyPsi,   .ell = BodyL,
                                  .D1ell = BodyD1L,          .D2ell = BodyD2L, .D22ell = BodyD22L,
                                  .structure = BodyStructure};

static const gimbal_invariant body_invariants[] = {{.name = "angular_momentum",
                                                    .kind = "linear momentum_map",
                                                    .value = BodyAngularMomentum,
                                                    .generator = BodyRotation}};

static const gimbal_case cases[] = {{.name = "A", .description = "from rest, turning"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "y, x",
                                           .duration = "10",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y phi",
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
     .configuration = "x phi y",
     .velocity = "u omega w",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 2*pi, 0",
     .traits = "linear_constraints autonomous reversible",
     .frame = &body,
     .initial = BodyInitial,
     .exact = BodyExact,
     .common = BodyCommon,
     .invariants = GIMBAL_ARRAY(body_invariants),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "knife_edge",
     .title = "Knife edge on an inclined plane",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control, section 1.6",
     .citation_key = "Bloch2003",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
