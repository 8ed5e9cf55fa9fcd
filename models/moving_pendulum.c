/* A pendulum of unit length and mass whose pivot goes up and down, Y(t) = sin(3t)/4, under unit gravity
 * [Landau and Lifshitz, Mechanics, section 5, problem 3c].
 *
 * angle   x = sin θ, y = Y − cos θ, and θ̈ = −(1 + Ÿ) sin θ;
 * plane   the bob in Cartesian coordinates under g = (x² + (y − Y)² − 1)/2, which depends on time. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

/* Y and Ẏ. */
static real Height(real t) { return gimbal_sin(3 * t) / 4; }
static real Ascent(real t) { return 3 * gimbal_cos(3 * t) / 4; }

/* ---- The bob in the plane ---- */

static real PlaneL(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1];
}

static void PlaneD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -1;
}

static void PlaneD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void PlaneD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static void PlaneG(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real y = q[1] - Height(t);
  out[0] = (q[0] * q[0] + y * y - 1) / 2;
}

static void PlaneDG(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = q[1] - Height(t);
}

/* cos θ = 3/5, sin θ = 4/5, θ̇ = 1/2. */
static void PlaneInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(4, 5);
  out[1] = -GIMBAL_Q(3, 5);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = GIMBAL_Q(3, 4) + GIMBAL_Q(2, 5);
}

/* What both know at any time: x and its velocity. */
static void PlaneCommon(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = v[0];
}

/* ---- The angle ---- */

static real AngleL(const real *parameter, real t, const real *q, const real *v) {
  const real s = gimbal_sin(q[0]), Y = Ascent(t);
  return (v[0] * v[0] + 2 * v[0] * s * Y + Y * Y) / 2 - Height(t) + gimbal_cos(q[0]);
}

static void AngleD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] * gimbal_cos(q[0]) * Ascent(t) - gimbal_sin(q[0]);
}

static void AngleD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] + gimbal_sin(q[0]) * Ascent(t);
}

static void AngleD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void AngleInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = gimbal_asin(GIMBAL_Q(4, 5));
  out[1] = GIMBAL_Q(1, 2);
}

static void AngleCommon(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = gimbal_sin(q[0]);
  out[1] = gimbal_cos(q[0]) * v[0];
}

static const gimbal_lagrangian plane = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = PlaneL,
                                        .D1L = PlaneD1L,
                                        .D2L = PlaneD2L,
                                        .D22L = PlaneD22L,
                                        .g = PlaneG,
                                        .Dg = PlaneDG};

static const gimbal_lagrangian angle = {GIMBAL_SIZE(gimbal_lagrangian), .L = AngleL,
                                        .D1L = AngleD1L, .D2L = AngleD2L, .D22L = AngleD22L};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "angle",
                                                   .configuration = "theta",
                                                   .velocity = "omega",
                                                   .n = "1",
                                                   .lagrangian = &angle,
                                                   .initial = AngleInitial,
                                                   .common = AngleCommon},
                                                  {.name = "plane",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .holonomic = "1",
                                                   .traits = "separable rheonomic",
                                                   .lagrangian = &plane,
                                                   .initial = PlaneInitial,
                                                   .common = PlaneCommon}};

static const gimbal_model models[] = {
    {.name = "moving_pendulum",
     .title = "Pendulum on a moving pivot, a constraint that depends on time",
     .citation = "Landau and Lifshitz, Mechanics, section 5",
     .citation_key = "LandauLifshitz1976",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
