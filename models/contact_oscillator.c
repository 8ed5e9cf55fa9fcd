/* The contact oscillator, a harmonic oscillator in space under the constraint of the contact
 * structure [McLachlan and Perlmutter, J. Nonlinear Sci. 16 (2006) 283, 5.1 and 5.2]:
 *     L = ½|v|² − ½(|q|² + ε x²z²),   v_x + y v_z = 0.
 * The motion along y is free of the constraint, so the energies of y and of (x,z) are each constant.
 *
 * gauge: the same motion of q from L + d/dt(−cos z) = L + v_z sin z, of which the momenta are
 * p = v + (0, 0, sin z). What reverses the motion is no longer p → −p: a method that is not aware of
 * v is not led back on its steps, which is what Modin and Verdier [Numer. Math. 145 (2020) 405] ask
 * of test problems. So this realisation is not called reversible. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { EPSILON, HEIGHT };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - q[0] * q[0] - q[1] * q[1] - q[2] * q[2] -
          parameter[EPSILON] * q[0] * q[0] * q[2] * q[2]) /
         2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0] - parameter[EPSILON] * q[0] * q[2] * q[2];
  out[1] = -q[1];
  out[2] = -q[2] - parameter[EPSILON] * q[0] * q[0] * q[2];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static real GaugeL(const real *parameter, real t, const real *q, const real *v) {
  return L(parameter, t, q, v) + v[2] * gimbal_sin(q[2]);
}

static void GaugeD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  D1L(parameter, t, q, v, out);
  out[2] += v[2] * gimbal_cos(q[2]);
}

static void GaugeD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  D2L(parameter, t, q, v, out);
  out[2] += gimbal_sin(q[2]);
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] + q[1] * v[2];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = q[1];
}

/* On the energy 3/2 where ε = 0, of which the motion along y has a third. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real z = parameter[HEIGHT];
  out[0] = gimbal_sqrt(2 - z * z);
  out[1] = 0;
  out[2] = z;
  out[3] = out[5] = 0;
  out[4] = 1;
}

static void Common(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++) {
    out[i] = q[i];
    out[3 + i] = v[i];
  }
}

static real EnergyAlongY(const real *parameter, real t, const real *q, const real *v) {
  return (v[1] * v[1] + q[1] * q[1]) / 2;
}

static real EnergyAcross(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[2] * v[2] + q[0] * q[0] + q[2] * q[2] +
          parameter[EPSILON] * q[0] * q[0] * q[2] * q[2]) /
         2;
}

/* Of dx dy dz dẏ dż: z̈ (1+y²) loses y ẏ ż. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_sqrt(1 + q[1] * q[1]);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};
static const gimbal_lagrangian gauge = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = GaugeL,
                                        .D1L = GaugeD1L,
                                        .D2L = GaugeD2L,
                                        .D22L = D22L,
                                        .Phi = Phi,
                                        .D2Phi = D2Phi};

static const gimbal_invariant invariants[] = {
    {.name = "energy_along_y", .kind = "quadratic energy", .value = EnergyAlongY},
    {.name = "energy_across", .kind = "energy", .value = EnergyAcross}};

static const gimbal_value parameters[] = {
    {.name = "epsilon", .value = "0", .description = "of the quartic term"},
    {.name = "z0", .value = "3/10", .description = "z at the start"}};

static const gimbal_case cases[] = {
    {.name = "harmonic", .description = "integrable; epsilon=1/10 is the papers' other choice"}};

static const gimbal_picture pictures[] = {
    {.name = "passenger", .title = "Passenger", .of = "x, z", .duration = "40", .words = "equal"},
    {.name = "driver", .title = "Driver", .of = "y, vy", .duration = "40", .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density},
    {.name = "gauge",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "linear_constraints autonomous",
     .lagrangian = &gauge,
     .initial = Initial,
     .common = Common,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "contact_oscillator",
     .title = "Contact oscillator",
     .citation = "McLachlan and Perlmutter, J. Nonlinear Sci. 16 (2006) 283, sections 5.1 and 5.2; "
                 "Modin and Verdier, Numerische Mathematik 145 (2020) 405",
     .citation_key = "McLachlanPerlmutter2006,ModinVerdier2020",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
