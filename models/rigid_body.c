/* The free rigid body with the principal moments of inertia J₁, J₂, J₃, on Euler's angles R =
 * R_z(φ)R_x(θ)R_z(ψ); the frame's quasivelocities are the angular velocities about the body's axes
 * [Ball 2013, 2.2.3, whose coefficients are corrected here; Goldstein 1980, 4-9]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { THETA, PHI, PSI };

/* θ̇ = ω₁cosψ − ω₂sinψ, φ̇ = (ω₁sinψ + ω₂cosψ)/sinθ, ψ̇ = ω₃ − φ̇cosθ. */
static void Psi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real s = gimbal_sin(q[PSI]), c = gimbal_cos(q[PSI]);
  const real sine = gimbal_sin(q[THETA]), cosine = gimbal_cos(q[THETA]);
  out[0] = c;
  out[1] = -s;
  out[2] = 0;
  out[3] = s / sine;
  out[4] = c / sine;
  out[5] = 0;
  out[6] = -cosine * out[3];
  out[7] = -cosine * out[4];
  out[8] = 1;
}

static real L(const real *J, real t, const real *q, const real *omega) {
  return (J[0] * omega[0] * omega[0] + J[1] * omega[1] * omega[1] + J[2] * omega[2] * omega[2]) / 2;
}

static void D1L(const real *J, real t, const real *q, const real *omega, real *out) {
  out[0] = out[1] = out[2] = 0;
}

static void D2L(const real *J, real t, const real *q, const real *omega, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = J[i] * omega[i];
}

static void D22L(const real *J, real t, const real *q, const real *omega, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0 ? J[i / 4] : 0;
}

/* Left-invariant fields: [ψ_i,ψ_j] = ε_ijk ψ_k. */
static void Structure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[(k * 3 + i) * 3 + j] = 1;
    out[(k * 3 + j) * 3 + i] = -1;
  }
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[THETA] = GIMBAL_Q(7, 10);
  out[PHI] = GIMBAL_Q(1, 5);
  out[PSI] = GIMBAL_Q(2, 5);
  out[3] = GIMBAL_C(0.476305275775);
  out[4] = GIMBAL_C(0.395022837521);
  out[5] = GIMBAL_C(0.402421093642);
}

/* The angular momentum in space, RJω; component by component from ψ outwards. */
static void Momentum(const real *J, const real *q, const real *omega, real *out) {
  const real c = gimbal_cos(q[PSI]), s = gimbal_sin(q[PSI]);
  const real x = c * J[0] * omega[0] - s * J[1] * omega[1];
  const real y = s * J[0] * omega[0] + c * J[1] * omega[1], z = J[2] * omega[2];
  const real cosine = gimbal_cos(q[THETA]), sine = gimbal_sin(q[THETA]);
  const real level = cosine * y - sine * z;
  out[0] = gimbal_cos(q[PHI]) * x - gimbal_sin(q[PHI]) * level;
  out[1] = gimbal_sin(q[PHI]) * x + gimbal_cos(q[PHI]) * level;
  out[2] = sine * y + cosine * z;
}

static real MomentumX(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[0];
}

static real MomentumY(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[1];
}

static real MomentumZ(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[2];
}

/* Rotations of space about its axes. */
static void AboutX(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real sine = gimbal_sin(q[THETA]);
  out[THETA] = gimbal_cos(q[PHI]);
  out[PHI] = -gimbal_sin(q[PHI]) * gimbal_cos(q[THETA]) / sine;
  out[PSI] = gimbal_sin(q[PHI]) / sine;
}

static void AboutY(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real sine = gimbal_sin(q[THETA]);
  out[THETA] = gimbal_sin(q[PHI]);
  out[PHI] = gimbal_cos(q[PHI]) * gimbal_cos(q[THETA]) / sine;
  out[PSI] = -gimbal_cos(q[PHI]) / sine;
}

static void AboutZ(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[THETA] = out[PSI] = 0;
  out[PHI] = 1;
}

static real Casimir(const real *J, real t, const real *q, const real *omega) {
  real sum = 0;
  for (int i = 0; i < 3; i++)
    sum += J[i] * omega[i] * J[i] * omega[i];
  return sum;
}

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame), .psi = Psi, .ell = L, .D1ell = D1L, .D2ell = D2L, .D22ell = D22L,
    .structure = Structure};

static const gimbal_value parameters[] = {
    {.name = "J1", .value = "1", .description = "moment of inertia about the first axis"},
    {.name = "J2", .value = "2", .description = "about the second axis"},
    {.name = "J3", .value = "3", .description = "about the third axis"}};

static const gimbal_invariant invariants[] = {
    {.name = "momentum_x", .kind = "momentum_map", .value = MomentumX, .generator = AboutX},
    {.name = "momentum_y", .kind = "momentum_map", .value = MomentumY, .generator = AboutY},
    {.name = "momentum_z", .kind = "momentum_map", .value = MomentumZ, .generator = AboutZ},
    {.name = "casimir", .kind = "quadratic", .value = Casimir}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "euler_angles",
                                                   .configuration = "theta phi psi",
                                                   .velocity = "omega1 omega2 omega3",
                                                   .n = "3",
                                                   .period = "0, 2*pi, 2*pi",
                                                   .traits = "autonomous reversible",
                                                   .frame = &frame,
                                                   .initial = Initial,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {{.name = "rigid_body",
                                       .title = "Free rigid body",
                                       .citation = "Ball 2013, section 2.2.3; Goldstein 1980, 4-9",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
