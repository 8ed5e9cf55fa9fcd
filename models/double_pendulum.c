/* The double pendulum of two unit masses on unit rods under unit gravity [Hairer, Lubich, Wanner
 * 2006, VII.1.4]: in the two angles from the vertical, and in the Cartesian coordinates of the bobs
 * under two holonomic constraints. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

/* In the angles: |θ̇₁ e(θ₁)|² + ½|θ̇₂ e(θ₂)|² + …, with e = (cos, sin). */
static real AnglesL(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] + v[1] * v[1] / 2 + v[0] * v[1] * gimbal_cos(q[0] - q[1]) +
         2 * gimbal_cos(q[0]) + gimbal_cos(q[1]);
}

static void AnglesD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real coupling = v[0] * v[1] * gimbal_sin(q[0] - q[1]);
  out[0] = -coupling - 2 * gimbal_sin(q[0]);
  out[1] = coupling - gimbal_sin(q[1]);
}

static void AnglesD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real c = gimbal_cos(q[0] - q[1]);
  out[0] = 2 * v[0] + c * v[1];
  out[1] = c * v[0] + v[1];
}

static void AnglesD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 2;
  out[1] = out[2] = gimbal_cos(q[0] - q[1]);
  out[3] = 1;
}

static void AnglesInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(-1, 2);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = GIMBAL_Q(1, 5);
}

/* In Cartesian coordinates (x₁, y₁, x₂, y₂), y upwards. */
static real BobsL(const real *parameter, real t, const real *q, const real *v) {
  real sum = 0;
  for (int i = 0; i < 4; i++)
    sum += v[i] * v[i];
  return sum / 2 - q[1] - q[3];
}

static void BobsD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = out[3] = -1;
}

static void BobsD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 4; i++)
    out[i] = v[i];
}

static void BobsD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 16; i++)
    out[i] = i % 5 == 0;
}

static void G(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real x = q[2] - q[0], y = q[3] - q[1];
  out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
  out[1] = (x * x + y * y - 1) / 2;
}

static void DG(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = q[1];
  out[2] = out[3] = 0;
  out[4] = -(out[6] = q[2] - q[0]);
  out[5] = -(out[7] = q[3] - q[1]);
}

static void BobsInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  real y[4];
  AnglesInitial(parameter, t, q, v, y);
  for (int i = 0; i < 2; i++) { /* the rods first, then the sums */
    out[2 * i] = gimbal_sin(y[i]);
    out[2 * i + 1] = -gimbal_cos(y[i]);
    out[2 * i + 4] = y[i + 2] * gimbal_cos(y[i]);
    out[2 * i + 5] = y[i + 2] * gimbal_sin(y[i]);
  }
  for (int i = 2; i < 8; i += 4) {
    out[i] += out[i - 2];
    out[i + 1] += out[i - 1];
  }
}

static void BobsToAngles(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real x = q[2] - q[0], y = q[3] - q[1];
  out[0] = gimbal_atan2(q[0], -q[1]);
  out[1] = gimbal_atan2(x, -y);
  out[2] = q[0] * v[1] - q[1] * v[0];
  out[3] = x * (v[3] - v[1]) - y * (v[2] - v[0]);
}

static const gimbal_lagrangian angles = {GIMBAL_SIZE(gimbal_lagrangian), .L = AnglesL,
                                         .D1L = AnglesD1L, .D2L = AnglesD2L, .D22L = AnglesD22L};
static const gimbal_lagrangian bobs = {GIMBAL_SIZE(gimbal_lagrangian),
                                       .L = BobsL,
                                       .D1L = BobsD1L,
                                       .D2L = BobsD2L,
                                       .D22L = BobsD22L,
                                       .g = G,
                                       .Dg = DG};

static const gimbal_case cases[] = {{.name = "A", .duration = "2", .step = "1/50"}};

static const gimbal_picture pictures[] = {{.name = "angles",
                                           .title = "The two angles",
                                           .of = "theta1, theta2",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_picture bobs_pictures[] = {{.name = "path",
                                                .title = "Path of the second bob",
                                                .of = "x2, y2",
                                                .duration = "20",
                                                .words = "equal"}};

static const gimbal_realisation realisations[] = {{.name = "angles",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "theta1 theta2",
                                                   .velocity = "omega1 omega2",
                                                   .n = "2",
                                                   .period = "2*pi, 2*pi",
                                                   .traits = "autonomous reversible",
                                                   .lagrangian = &angles,
                                                   .initial = AnglesInitial},
                                                  {.name = "bobs",
                                                   .pictures = GIMBAL_ARRAY(bobs_pictures),
                                                   .configuration = "x1 y1 x2 y2",
                                                   .velocity = "vx1 vy1 vx2 vy2",
                                                   .n = "4",
                                                   .holonomic = "2",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &bobs,
                                                   .initial = BobsInitial,
                                                   .common = BobsToAngles}};

static const gimbal_model models[] = {{.name = "double_pendulum",
                                       .title = "Double pendulum",
                                       .citation = "Hairer, Lubich, Wanner 2006, section VII.1.4",
                                       .citation_key = "HairerLubichWanner2006",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
