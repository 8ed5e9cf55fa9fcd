/* The spherical pendulum of unit mass, the bob on the unit sphere, z upwards [Zenkov, Leok, Bloch
 * 2012]. The paper gives the vertical Γ₀ = (.3, .2, ∓√.87) and the angular velocity Ω₀ = (.6, 0),
 * both seen from the body whose third axis is the bob; here the bob starts over the x-axis. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { GRAVITY, SIDE };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - parameter[GRAVITY] * q[2];
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = -parameter[GRAVITY];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static void G(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1) / 2;
}

static void DG(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = q[i];
}

/* ẋ₃ = Γ·(Ω×e₃) = −.12; the momentum about the vertical is Γ·Ω = .18; and v ⟂ q. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real height = parameter[SIDE] * gimbal_sqrt(GIMBAL_Q(87, 100)),
             radius = gimbal_sqrt(GIMBAL_Q(13, 100));
  out[0] = radius;
  out[1] = 0;
  out[2] = height;
  out[5] = GIMBAL_Q(-3, 25);
  out[3] = -height * out[5] / radius;
  out[4] = GIMBAL_Q(9, 50) / radius;
}

static real VerticalMomentum(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * v[1] - q[1] * v[0];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = q[0];
  out[2] = 0;
}

static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L, .g = G, .Dg = DG};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "g/r"},
    {.name = "side", .value = "-1", .description = "-1 starts below the equator, 1 above"}};

static const gimbal_invariant invariants[] = {{.name = "vertical_momentum",
                                               .kind = "quadratic momentum_map",
                                               .value = VerticalMomentum,
                                               .generator = Rotation}};

static const gimbal_case cases[] = {
    {.name = "below", .duration = "2", .description = "starts below the equator"},
    {.name = "above",
     .settings = "side=1",
     .duration = "2",
     .description = "starts above the equator"}};

static const gimbal_realisation realisations[] = {{.name = "bob",
                                                   .configuration = "x y z",
                                                   .velocity = "vx vy vz",
                                                   .n = "3",
                                                   .holonomic = "1",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {{.name = "spherical_pendulum",
                                       .title = "Spherical pendulum",
                                       .citation = "Zenkov, Leok, Bloch 2012",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
