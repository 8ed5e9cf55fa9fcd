/* A bob of unit mass on a rigid rod of unit length, z upwards, whose pivot is shaken up and down: seen
 * from the pivot its unit weight is joined by a force that depends on time [Landau and Lifshitz,
 * Mechanics, section 5, problem 3c, and section 30],
 *     ẍ = −(1 + a cos νt) e₃ + λx,   |x| = 1.
 *
 * bob    x in space under g = (|x|² − 1)/2;
 * body   the vertical Γ and the angular velocity Ω = (Ω¹,Ω²), both seen from the body whose third
 *        axis is the rod: Γ̇ = Γ×Ω, Ω̇ = (1 + a cos νt)(Γ²,−Γ¹). The turn about the vertical is lost, and
 *        both have the bob turned back over the x-axis in common (see models/spherical_pendulum.c).
 *
 * This model shows the time to methods under a holonomic constraint and on spheres: a force that is taken
 * too early or too late lowers their order here. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { AMPLITUDE, FREQUENCY };

/* The part of the weight that depends on time. */
static real Shaking(const real *parameter, real t) {
  return parameter[AMPLITUDE] * gimbal_cos(parameter[FREQUENCY] * t);
}

/* ---- The bob in space ---- */

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - q[2];
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = -1;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static void Force(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = -Shaking(parameter, t);
}

static void G(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1) / 2;
}

static void DG(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = q[i];
}

/* Over the x-axis; it rises with 3/10, and its momentum about the vertical is 21/50. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(3, 5);
  out[1] = 0;
  out[2] = GIMBAL_Q(-4, 5);
  out[3] = GIMBAL_Q(2, 5);
  out[4] = GIMBAL_Q(7, 10);
  out[5] = GIMBAL_Q(3, 10);
}

static real VerticalMomentum(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * v[1] - q[1] * v[0];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = q[0];
  out[2] = 0;
}

/* The bob, turned over the x-axis: distance from the vertical and height, and how they change. */
static void Common(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real radius = gimbal_hypot(q[0], q[1]);
  out[0] = radius;
  out[1] = 0;
  out[2] = q[2];
  out[3] = (q[0] * v[0] + q[1] * v[1]) / radius;
  out[4] = (q[0] * v[1] - q[1] * v[0]) / radius;
  out[5] = v[2];
}

/* ---- Seen from the body ---- */

static void BodyPsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -q[2];
  out[2] = q[2];
  out[3] = 0;
  out[4] = -q[1];
  out[5] = q[0];
}

static real BodyL(const real *parameter, real t, const real *q, const real *omega) {
  return (omega[0] * omega[0] + omega[1] * omega[1]) / 2 - q[2];
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  out[0] = omega[0];
  out[1] = omega[1];
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

/* [ψ₁,ψ₂] is the turn about the rod, on which ℓ and its momentum vanish. */
static void BodyStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
}

/* The third row of ψ, by which the height changes. */
static void BodyForce(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const real shaking = Shaking(parameter, t);
  out[0] = shaking * q[1];
  out[1] = -shaking * q[0];
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(3, 5);
  out[1] = 0;
  out[2] = GIMBAL_Q(-4, 5);
  out[3] = GIMBAL_Q(7, 10);
  out[4] = GIMBAL_Q(1, 2);
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const real radius = gimbal_hypot(q[0], q[1]), rise = q[0] * omega[1] - q[1] * omega[0];
  out[0] = radius;
  out[1] = 0;
  out[2] = q[2];
  out[3] = -q[2] * rise / radius;
  out[4] = (q[0] * omega[0] + q[1] * omega[1]) / radius;
  out[5] = rise;
}

static real BodyVerticalMomentum(const real *parameter, real t, const real *q, const real *omega) {
  return q[0] * omega[0] + q[1] * omega[1];
}

static real HalfSquare(const real *parameter, real t, const real *q, const real *omega) {
  return (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) / 2;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .force = Force,
                                             .g = G,
                                             .Dg = DG};

static const gimbal_frame body = {GIMBAL_SIZE(gimbal_frame),
                                  .psi = BodyPsi,
                                  .ell = BodyL,
                                  .D1ell = D1L, /* the same potential */
                                  .D2ell = BodyD2L,
                                  .D22ell = BodyD22L,
                                  .structure = BodyStructure,
                                  .force = BodyForce};

static const gimbal_value parameters[] = {
    {.name = "amplitude", .value = "3/5", .description = "of the force, in weights of the bob"},
    {.name = "frequency", .value = "3", .description = "angular, of the force"}};

static const gimbal_invariant invariants[] = {{.name = "vertical_momentum",
                                               .kind = "quadratic momentum_map",
                                               .value = VerticalMomentum,
                                               .generator = Rotation}};

static const gimbal_invariant body_invariants[] = {
    {.name = "vertical_momentum", .kind = "quadratic", .value = BodyVerticalMomentum},
    {.name = "half_square_of_vertical", .kind = "quadratic", .value = HalfSquare}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture bob_pictures[] = {{.name = "bob",
                                               .title = "The bob on the sphere",
                                               .of = "x, y, z",
                                               .sphere = "1",
                                               .duration = "100"}};

static const gimbal_picture body_pictures[] = {{.name = "vertical",
                                                .title = "The vertical, seen from the bob",
                                                .of = "Gamma1, Gamma2, Gamma3",
                                                .sphere = "1",
                                                .duration = "100"}};

static const gimbal_realisation realisations[] = {{.name = "bob",
                                                   .pictures = GIMBAL_ARRAY(bob_pictures),
                                                   .configuration = "x y z",
                                                   .velocity = "vx vy vz",
                                                   .n = "3",
                                                   .holonomic = "1",
                                                   .traits = "separable spheres",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .common = Common,
                                                   .invariants = GIMBAL_ARRAY(invariants)},
                                                  {.name = "body",
                                                   .pictures = GIMBAL_ARRAY(body_pictures),
                                                   .configuration = "Gamma1 Gamma2 Gamma3",
                                                   .velocity = "Omega1 Omega2",
                                                   .n = "3",
                                                   .m = "2",
                                                   .traits = "spheres",
                                                   .frame = &body,
                                                   .initial = BodyInitial,
                                                   .common = BodyCommon,
                                                   .invariants = GIMBAL_ARRAY(body_invariants)}};

static const gimbal_model models[] = {
    {.name = "driven_rod",
     .title = "Bob on a rod whose pivot is shaken, a force that depends on time",
     .citation = "Landau and Lifshitz, Mechanics, sections 5 and 30",
     .citation_key = "LandauLifshitz1976",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
