/* A homogeneous ball on a plate that turns steadily, an affine constraint [Crăciun and Opriş,
 * example 2; Neimark and Fufaev 1972, III.4],
 *     ẋ − aω_y = −Ωy,   ẏ + aω_x = Ωx,
 * with the angular velocity in space. The ball's attitude is given by Euler angles about z, x', z''
 * (φ, θ, ψ), which are singular at θ = 0 and π. The ball's centre moves on a circle; the energy is
 * not conserved, the moving energy [Fassò and Sansonetto 2016] is. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, RADIUS, SQUARE, PLATE, THETA }; /* SQUARE: k² */

/* The rates (θ̇, φ̇, ψ̇) of an angular velocity in space, and back. */
static void EulerRates(const real *q, real x, real y, real z, real *rate) {
  const real s = gimbal_sin(q[3]), c = gimbal_cos(q[3]);
  rate[0] = x * c + y * s;
  rate[2] = (x * s - y * c) / gimbal_sin(q[2]);
  rate[1] = z - rate[2] * gimbal_cos(q[2]);
}

static real OmegaX(const real *parameter, real t, const real *q, const real *v) {
  return v[2] * gimbal_cos(q[3]) + v[4] * gimbal_sin(q[3]) * gimbal_sin(q[2]);
}

static real OmegaY(const real *parameter, real t, const real *q, const real *v) {
  return v[2] * gimbal_sin(q[3]) - v[4] * gimbal_cos(q[3]) * gimbal_sin(q[2]);
}

static real OmegaZ(const real *parameter, real t, const real *q, const real *v) {
  return v[3] + v[4] * gimbal_cos(q[2]);
}

static real Inertia(const real *parameter) { return parameter[M] * parameter[SQUARE]; }

static real L(const real *parameter, real t, const real *q, const real *v) {
  return parameter[M] * (v[0] * v[0] + v[1] * v[1]) / 2 +
         Inertia(parameter) *
             (v[2] * v[2] + v[3] * v[3] + v[4] * v[4] + 2 * v[3] * v[4] * gimbal_cos(q[2])) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 5; i++)
    out[i] = 0;
  out[2] = -Inertia(parameter) * v[3] * v[4] * gimbal_sin(q[2]);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real c = gimbal_cos(q[2]);
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * v[1];
  out[2] = Inertia(parameter) * v[2];
  out[3] = Inertia(parameter) * (v[3] + c * v[4]);
  out[4] = Inertia(parameter) * (v[4] + c * v[3]);
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 25; i++)
    out[i] = 0;
  out[0] = out[6] = parameter[M];
  out[12] = out[18] = out[24] = Inertia(parameter);
  out[19] = out[23] = Inertia(parameter) * gimbal_cos(q[2]);
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] - parameter[RADIUS] * OmegaY(parameter, t, q, v) + parameter[PLATE] * q[1];
  out[1] = v[1] + parameter[RADIUS] * OmegaX(parameter, t, q, v) - parameter[PLATE] * q[0];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real a = parameter[RADIUS], s = gimbal_sin(q[3]), c = gimbal_cos(q[3]);
  for (int i = 0; i < 10; i++)
    out[i] = 0;
  out[0] = out[6] = 1;
  out[2] = -a * s;
  out[4] = a * c * gimbal_sin(q[2]);
  out[7] = a * c;
  out[9] = a * s * gimbal_sin(q[2]);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(3, 10);
  out[1] = GIMBAL_Q(-1, 5);
  out[2] = parameter[THETA];
  out[3] = GIMBAL_Q(1, 5);
  out[4] = GIMBAL_Q(2, 5);
  out[5] = GIMBAL_Q(2, 5);
  out[6] = GIMBAL_Q(7, 10);
  EulerRates(out, (parameter[PLATE] * out[0] - out[6]) / parameter[RADIUS],
             (out[5] + parameter[PLATE] * out[1]) / parameter[RADIUS], GIMBAL_Q(1, 4), out + 7);
}

/* Time backwards, seen in a mirror: y changes sign, the attitude R becomes SRS′ with the
 * reflections S of y and S′ of the body's first axis. */
static void Reverse(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = -q[1];
  out[2] = q[2];
  out[3] = GIMBAL_PI - q[3];
  out[4] = -q[4];
  out[5] = -v[0];
  out[6] = v[1];
  out[7] = -v[2];
  out[8] = v[3];
  out[9] = v[4];
}

/* The energy less Ω times the momentum of the motion in which ball and plate turn as one. */
static real MovingEnergy(const real *parameter, real t, const real *q, const real *v) {
  return L(parameter, t, q, v) -
         parameter[PLATE] * (parameter[M] * (q[0] * v[1] - q[1] * v[0]) +
                             Inertia(parameter) * OmegaZ(parameter, t, q, v));
}

/* Angular momenta about the point of contact, and about the vertical. */
static real J1(const real *parameter, real t, const real *q, const real *v) {
  return parameter[M] * parameter[RADIUS] * v[0] + Inertia(parameter) * OmegaY(parameter, t, q, v);
}

static real J2(const real *parameter, real t, const real *q, const real *v) {
  return -parameter[M] * parameter[RADIUS] * v[1] + Inertia(parameter) * OmegaX(parameter, t, q, v);
}

static real J3(const real *parameter, real t, const real *q, const real *v) {
  return Inertia(parameter) * OmegaZ(parameter, t, q, v);
}

static void Generator1(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[RADIUS];
  out[1] = 0;
  EulerRates(q, 0, 1, 0, out + 2);
}

static void Generator2(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -parameter[RADIUS];
  EulerRates(q, 1, 0, 0, out + 2);
}

static void Generator3(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  EulerRates(q, 0, 0, 1, out + 2);
}

/* Invariant are dx dy, the volume of rotations, sin θ dθ dφ dψ, and that of angular velocities, which is
 * sin θ times that of the angles' rates. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_sin(q[2]) * gimbal_sin(q[2]);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "a", .value = "1/2", .description = "radius"},
    {.name = "k2", .value = "1/10", .description = "square of the radius of gyration"},
    {.name = "Omega", .value = "2", .description = "angular velocity of the plate"},
    {.name = "theta", .value = "6/5", .description = "nutation at the start"}};

static const gimbal_invariant invariants[] = {
    {.name = "J1", .kind = "momentum_map", .value = J1, .generator = Generator1},
    {.name = "J2", .kind = "momentum_map", .value = J2, .generator = Generator2},
    {.name = "J3", .kind = "momentum_map", .value = J3, .generator = Generator3}};

static const gimbal_case cases[] = {
    {.name = "A", .step = "1/100", .description = "the angles are singular near t = 233"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {{.name = "euler_angles",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "x y theta phi psi",
                                                   .velocity = "vx vy vtheta vphi vpsi",
                                                   .n = "5",
                                                   .nonholonomic = "2",
                                                   .period = "0, 0, 2*pi, 2*pi, 2*pi",
                                                   .traits = "autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .reverse = Reverse,
                                                   .energy = MovingEnergy,
                                                   .invariants = GIMBAL_ARRAY(invariants),
                                                   .density = Density}};

static const gimbal_model models[] = {
    {.name = "rotating_plate_ball",
     .title = "Homogeneous ball on a rotating plate",
     .citation = "Crăciun and Opriş, example 2; Neimark and Fufaev 1972, III.4",
     .citation_key = "CraciunOpris1996,NeimarkFufaev1972",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
