/* A boat on the plane, driven, in the frame of its own velocities ξ = (u, ω, w) along its heading θ,
 * about the vertical and across,
 *     θ̇ = ω,   ẋ = u cos θ − w sin θ,   ẏ = u sin θ + w cos θ,   [ψ₂,ψ₁] = ψ₃,   [ψ₂,ψ₃] = −ψ₁,
 * which is Kirchhoff's way to the motion of a solid in a fluid: its mass along is not that across [Lamb,
 * Hydrodynamics, chapter VI]. It is moored to the origin by a spring, has a drag d, a periodic thrust
 * and a periodic torque. What it moves across has its centre a distance a ahead of (x, y):
 *     ℓ = ½(m₁u² + m₂(w + aω)² + Jω²) − ½k(x² + y²),   F = (b cos νt, b sin νt, 0) − dξ.
 * The iceboat is the same on blades, which do not slip: w = 0.
 *
 * These models show the time to methods in a frame: a force that is taken too early or too late lowers
 * their order here. models/driven_body.c does that on groups. With the drag, long runs of every method
 * stay near the mooring. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { ALONG, ACROSS, J, AHEAD, SPRING, DRAG, AMPLITUDE, FREQUENCY };

/* The momentum across. */
static real Across(const real *parameter, const real *xi) {
  return parameter[ACROSS] * (xi[2] + parameter[AHEAD] * xi[1]);
}

static void Psi(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real sine, cosine;
  gimbal_sincos(q[0], &sine, &cosine);
  out[0] = out[2] = out[4] = out[7] = 0;
  out[1] = 1;
  out[3] = out[8] = cosine;
  out[5] = -sine;
  out[6] = sine;
}

static real Ell(const real *parameter, real t, const real *q, const real *xi) {
  return (parameter[ALONG] * xi[0] * xi[0] +
          Across(parameter, xi) * (xi[2] + parameter[AHEAD] * xi[1]) +
          parameter[J] * xi[1] * xi[1] - parameter[SPRING] * (q[1] * q[1] + q[2] * q[2])) /
         2;
}

static void D1ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = 0;
  out[1] = -parameter[SPRING] * q[1];
  out[2] = -parameter[SPRING] * q[2];
}

static void D2ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = parameter[ALONG] * xi[0];
  out[2] = Across(parameter, xi);
  out[1] = parameter[J] * xi[1] + parameter[AHEAD] * out[2];
}

static void D22ell(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real m = parameter[ACROSS], a = parameter[AHEAD];
  out[0] = parameter[ALONG];
  out[1] = out[2] = out[3] = out[6] = 0;
  out[4] = parameter[J] + m * a * a;
  out[5] = out[7] = m * a;
  out[8] = m;
}

/* c^k_ij at 9k + 3i + j, from 0. */
static void Structure(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  out[21] = 1; /* [ψ₂,ψ₁] = ψ₃ */
  out[19] = -1;
  out[5] = -1; /* [ψ₂,ψ₃] = −ψ₁ */
  out[7] = 1;
}

static void Force(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real sine, cosine;
  gimbal_sincos(parameter[FREQUENCY] * t, &sine, &cosine);
  out[0] = parameter[AMPLITUDE] * cosine - parameter[DRAG] * xi[0];
  out[1] = parameter[AMPLITUDE] * sine - parameter[DRAG] * xi[1];
  out[2] = -parameter[DRAG] * xi[2];
}

/* Up to t = 1 the heading keeps away from π/2, where (θ, x) is no chart of the iceboat's velocities. */
static void Start(real across, real *out) {
  out[0] = GIMBAL_Q(-3, 10);
  out[1] = GIMBAL_Q(3, 5);
  out[2] = GIMBAL_Q(4, 5);
  out[3] = GIMBAL_Q(4, 5);
  out[4] = GIMBAL_Q(7, 10);
  out[5] = across;
}

static void Afloat(const real *parameter, real t, const real *q, const real *xi, real *out) {
  Start(GIMBAL_Q(-1, 5), out);
}

static void OnIce(const real *parameter, real t, const real *q, const real *xi, real *out) {
  Start(0, out);
}

static const gimbal_frame frame = {GIMBAL_SIZE(gimbal_frame),
                                   .psi = Psi,
                                   .ell = Ell,
                                   .D1ell = D1ell,
                                   .D2ell = D2ell,
                                   .D22ell = D22ell,
                                   .structure = Structure,
                                   .force = Force};

static const gimbal_value parameters[] = {
    {.name = "m1", .value = "1", .description = "mass along the heading"},
    {.name = "m2", .value = "3/2", .description = "mass across, that of the fluid included"},
    {.name = "J", .value = "1/2", .description = "moment of inertia about the centre"},
    {.name = "a", .value = "2/5", .description = "from (x, y) to the centre of what moves across"},
    {.name = "k", .value = "1", .description = "stiffness of the mooring"},
    {.name = "d", .value = "1/4", .description = "drag"},
    {.name = "amplitude", .value = "1/2", .description = "of thrust and torque"},
    {.name = "frequency", .value = "17/10", .description = "angular, of both"}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {
    {.name = "path", .title = "Path", .of = "x, y", .duration = "20", .words = "equal"}};

#define BOAT                                                                                       \
  .name = "frame", .pictures = GIMBAL_ARRAY(pictures), .configuration = "theta x y",               \
  .velocity = "u omega w", .n = "3", .period = "2*pi, 0, 0", .frame = &frame

static const gimbal_realisation afloat[] = {{BOAT, .initial = Afloat}};
static const gimbal_realisation on_ice[] = {
    {BOAT, .nonholonomic = "1", .traits = "linear_constraints", .initial = OnIce}};

#define MODEL                                                                                      \
  .citation = "Lamb, Hydrodynamics, chapter VI, with a mooring and driven here",                   \
  .citation_key = "Lamb1932", .parameters = GIMBAL_ARRAY(parameters), .cases = GIMBAL_ARRAY(cases)

static const gimbal_model models[] = {{.name = "driven_boat",
                                       .title = "Driven boat in the frame of its velocities",
                                       MODEL,
                                       .realisations = GIMBAL_ARRAY(afloat)},
                                      {.name = "driven_iceboat",
                                       .title = "Driven boat on blades, in the same frame",
                                       MODEL,
                                       .realisations = GIMBAL_ARRAY(on_ice)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
