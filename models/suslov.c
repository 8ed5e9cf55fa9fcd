/* Suslov's problem: a rigid body with a fixed point that cannot turn about its third axis, ω₃ = 0 in
 * the body, with inertia I, I₁₂ = 0 [Kozlov 2015, arXiv:1509.01089, and García-Naranjo and Jiménez
 * 2016, arXiv:1605.02666, have it with their references]. The velocities obey equations of their own,
 *     I₁₁ω̇₁ = −M ω₂,   I₂₂ω̇₂ = M ω₁,   M = I₁₃ω₁ + I₂₃ω₂,
 * with constant energy E = ½(I₁₁ω₁² + I₂₂ω₂²). On its ellipse, √I₁₁ω₁ = √2E cos θ and
 * √I₂₂ω₂ = √2E sin θ, the angle obeys θ̇ = C cos(θ−δ), so that sin(θ−δ) = tanh(Ct + c₀): every motion
 * comes from one steady rotation, M = 0, and goes to the opposite one, which attracts. So there is no
 * invariant measure with a smooth density. On SO(3) the rotation follows. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { I11, I22, I33, I13, I23 };

/* ---- The velocities alone ---- */

static real Transfer(const real *parameter, const real *omega) {
  return parameter[I13] * omega[0] + parameter[I23] * omega[1];
}

static void Field(const real *parameter, real t, const real *omega, const real *v, real *out) {
  const real M = Transfer(parameter, omega);
  out[0] = -M * omega[1] / parameter[I11];
  out[1] = M * omega[0] / parameter[I22];
}

static real Energy(const real *parameter, real t, const real *omega, const real *v) {
  return (parameter[I11] * omega[0] * omega[0] + parameter[I22] * omega[1] * omega[1]) / 2;
}

static void Velocities(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(6, 5);
  out[1] = -GIMBAL_Q(3, 5);
}

/* With x + iy = exp(i(θ−δ)): y = tanh(Ct + c₀) and x = ±1/cosh, whose sign stays; so, with T = tanh Ct,
 * y = (y₀ + T)/(1 + y₀T) and x = x₀ √(1 − T²)/(1 + y₀T). */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real a = gimbal_sqrt(parameter[I11]), b = gimbal_sqrt(parameter[I22]);
  const real size = gimbal_hypot(a * q[0], b * q[1]);
  const real c = parameter[I13] / a, s = parameter[I23] / b, length = gimbal_hypot(c, s);
  const real cosine = c / length, sine = s / length;
  const real x = (a * q[0] * cosine + b * q[1] * sine) / size;
  const real y = (b * q[1] * cosine - a * q[0] * sine) / size;
  const real Ct = size * length / (a * b) * t;
  const real T = gimbal_tanh(Ct), shrink = 1 / gimbal_cosh(Ct), later = 1 + y * T;
  const real xt = x * shrink / later, yt = (y + T) / later;
  out[0] = size / a * (xt * cosine - yt * sine);
  out[1] = size / b * (yt * cosine + xt * sine);
}

static void Backwards(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
}

/* The steady rotation that attracts: (−sin δ, cos δ) on the ellipse; and the one that repels. */
static void Steady(const real *parameter, int sign, real *out) {
  const real a = gimbal_sqrt(parameter[I11]), b = gimbal_sqrt(parameter[I22]);
  const real c = parameter[I13] / a, s = parameter[I23] / b, length = gimbal_hypot(c, s);
  out[0] = -sign * s / (length * a);
  out[1] = sign * c / (length * b);
}

static void Last(const real *parameter, real t, const real *q, const real *v, real *out) {
  Steady(parameter, 1, out);
}

static void First(const real *parameter, real t, const real *q, const real *v, real *out) {
  Steady(parameter, -1, out);
}

static void Along(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[I13];
  out[1] = parameter[I23];
}

static real Deviation(const real *parameter, real t, const real *q, const real *v) {
  return Transfer(parameter, q);
}

/* ---- On SO(3) ---- */

static void D2ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[I11] * v[0] + parameter[I13] * v[2];
  out[1] = parameter[I22] * v[1] + parameter[I23] * v[2];
  out[2] = Transfer(parameter, v) + parameter[I33] * v[2];
}

static real Ell(const real *parameter, real t, const real *q, const real *v) {
  real p[3];
  D2ell(parameter, t, q, v, p);
  return (p[0] * v[0] + p[1] * v[1] + p[2] * v[2]) / 2;
}

static void D1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = out[2] = 0;
}

static void D22ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[I11];
  out[4] = parameter[I22];
  out[8] = parameter[I33];
  out[1] = out[3] = 0;
  out[2] = out[6] = parameter[I13];
  out[5] = out[7] = parameter[I23];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[2];
}

static void D2phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = 1;
}

static void Unturned(real *R) {
  for (int i = 0; i < 9; i++)
    R[i] = i % 4 == 0;
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  Unturned(out);
  Velocities(parameter, t, q, v, out + 9);
  out[11] = 0;
}

static void Common(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void BodyLast(const real *parameter, real t, const real *q, const real *v, real *out) {
  Unturned(out);
  Steady(parameter, 1, out + 9);
  out[11] = 0;
}

static void BodyFirst(const real *parameter, real t, const real *q, const real *v, real *out) {
  Unturned(out);
  Steady(parameter, -1, out + 9);
  out[11] = 0;
}

static void BodyAlong(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 12; i++)
    out[i] = 0;
  Along(parameter, t, q, v, out + 9);
}

static real BodyDeviation(const real *parameter, real t, const real *q, const real *v) {
  return Transfer(parameter, v);
}

static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = Field};

static const gimbal_group group = {
    GIMBAL_SIZE(gimbal_group), .group = "SO3", .ell = Ell,    .D1ell = D1ell, .D2ell = D2ell,
    .D22ell = D22ell,          .phi = Phi,     .D2phi = D2phi};

static const gimbal_value parameters[] = {{.name = "I11", .value = "2", .description = "inertia"},
                                          {.name = "I22", .value = "3/2"},
                                          {.name = "I33", .value = "1"},
                                          {.name = "I13", .value = "3/10"},
                                          {.name = "I23", .value = "1/5"}};

static const gimbal_equilibrium equilibria[] = {{.name = "last",
                                                 .stability = "stable",
                                                 .state = Last,
                                                 .perturbation = Along,
                                                 .deviation = Deviation},
                                                {.name = "first",
                                                 .stability = "unstable",
                                                 .state = First,
                                                 .perturbation = Along,
                                                 .deviation = Deviation}};

static const gimbal_equilibrium body_equilibria[] = {{.name = "last",
                                                      .stability = "stable",
                                                      .state = BodyLast,
                                                      .perturbation = BodyAlong,
                                                      .deviation = BodyDeviation},
                                                     {.name = "first",
                                                      .stability = "unstable",
                                                      .state = BodyFirst,
                                                      .perturbation = BodyAlong,
                                                      .deviation = BodyDeviation}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_picture pictures[] = {{.name = "velocity",
                                           .title = "Angular velocity in the body",
                                           .of = "omega1, omega2",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "velocities",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "omega1 omega2",
     .velocity = "",
     .n = "2",
     .m = "0",
     .traits = "autonomous reversible attracting",
     .ode = &ode,
     .initial = Velocities,
     .exact = Exact,
     .reverse = Backwards,
     .energy = Energy,
     .equilibria = GIMBAL_ARRAY(equilibria)},
    {.name = "matrix",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "omega1 omega2 omega3",
     .n = "9",
     .m = "3",
     .nonholonomic = "1",
     .traits = "linear_constraints autonomous reversible attracting",
     .group = &group,
     .initial = BodyInitial,
     .common = Common,
     .equilibria = GIMBAL_ARRAY(body_equilibria)}};

static const gimbal_model models[] = {
    {.name = "suslov",
     .title = "Suslov's problem",
     .citation = "Kozlov, The phenomenon of reversal in the Euler–Poincaré–Suslov nonholonomic "
                 "systems, arXiv:1509.01089 (2015)",
     .citation_key = "Kozlov2015",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
