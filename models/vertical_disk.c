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

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .configuration = "x y psi phi",
     .velocity = "vx vy vpsi vphi",
     .n = "4",
     .nonholonomic = "2",
     .period = "0, 0, 2*pi, 2*pi",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {
    {.name = "vertical_disk",
     .title = "Vertical rolling disk",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control, section 1.4; Ball 2013",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
