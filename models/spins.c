/* Three spins, unit vectors s_i in space, on a ring, ṡ_i = ∂H/∂s_i × s_i with
 *     H = −J Σ s_i·s_(i+1) − D Σ z_i² − E Σ x_i² − B Σ z_i.
 * The coordinates are the angle φ_i of s_i about the z-axis and its height z_i, which are canonical on the
 * product of spheres: φ̇_i = ∂H/∂z_i, ż_i = −∂H/∂φ_i. Case isotropic: J alone, the total spin is constant. anisotropic: with D, E and B. free_bodies:
 * without J, three free rigid bodies whose angular momenta have length 1, with the inverse moments
 * −2E, 0 and −2D up to a constant [McLachlan, Modin, Verdier, Phys. Rev. E 89 (2014) 061301]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { N = 3 };
enum { COUPLING, AXIAL, RHOMBIC, FIELD };

static real Radius(real z) { return gimbal_sqrt((1 - z) * (1 + z)); }

static real H(const real *parameter, real t, const real *q, const real *p) {
  real sum = 0;
  for (int i = 0; i < N; i++) {
    const int j = (i + 1) % N;
    const real x = Radius(p[i]) * gimbal_cos(q[i]);
    sum -=
        parameter[COUPLING] * (p[i] * p[j] + Radius(p[i]) * Radius(p[j]) * gimbal_cos(q[i] - q[j]));
    sum -= parameter[AXIAL] * p[i] * p[i] + parameter[RHOMBIC] * x * x + parameter[FIELD] * p[i];
  }
  return sum;
}

static void D1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  for (int i = 0; i < N; i++) {
    const real square = (1 - p[i]) * (1 + p[i]);
    out[i] = 2 * parameter[RHOMBIC] * square * gimbal_sin(q[i]) * gimbal_cos(q[i]);
    for (int k = 1; k < N; k += N - 2) {
      const int j = (i + k) % N;
      out[i] += parameter[COUPLING] * Radius(p[i]) * Radius(p[j]) * gimbal_sin(q[i] - q[j]);
    }
  }
}

static void D2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  for (int i = 0; i < N; i++) {
    const real cosine = gimbal_cos(q[i]);
    out[i] =
        2 * p[i] * (parameter[RHOMBIC] * cosine * cosine - parameter[AXIAL]) - parameter[FIELD];
    for (int k = 1; k < N; k += N - 2) {
      const int j = (i + k) % N;
      out[i] += parameter[COUPLING] *
                (p[i] / Radius(p[i]) * Radius(p[j]) * gimbal_cos(q[i] - q[j]) - p[j]);
    }
  }
}

static void Initial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = GIMBAL_Q(1, 5);
  out[1] = GIMBAL_Q(6, 5);
  out[2] = -GIMBAL_Q(9, 10);
  out[3] = GIMBAL_Q(1, 4);
  out[4] = -GIMBAL_Q(1, 5);
  out[5] = GIMBAL_Q(2, 5);
}

/* H is even in φ. */
static void Reverse(const real *parameter, real t, const real *q, const real *p, real *out) {
  for (int i = 0; i < N; i++) {
    out[i] = -q[i];
    out[N + i] = p[i];
  }
}

static real SpinX(const real *parameter, real t, const real *q, const real *p) {
  real sum = 0;
  for (int i = 0; i < N; i++)
    sum += Radius(p[i]) * gimbal_cos(q[i]);
  return sum;
}

static real SpinY(const real *parameter, real t, const real *q, const real *p) {
  real sum = 0;
  for (int i = 0; i < N; i++)
    sum += Radius(p[i]) * gimbal_sin(q[i]);
  return sum;
}

static real SpinZ(const real *parameter, real t, const real *q, const real *p) {
  return p[0] + p[1] + p[2];
}

static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = H, .D1H = D1H,
                                               .D2H = D2H};

static const gimbal_value parameters[] = {
    {.name = "J", .value = "1", .description = "coupling of neighbours"},
    {.name = "D", .value = "0", .description = "anisotropy along z"},
    {.name = "E", .value = "0", .description = "anisotropy along x"},
    {.name = "B", .value = "0", .description = "field along z"}};

static const gimbal_case cases[] = {
    {.name = "isotropic", .duration = "1", .step = "1/10"},
    {.name = "anisotropic", .settings = "D=3/10, E=1/5, B=1/10", .duration = "1", .step = "1/10"},
    {.name = "free_bodies", .settings = "J=0, D=1/2, E=-3/10", .duration = "2", .step = "1/5"}};

static const gimbal_invariant invariants[] = {
    {.name = "spin_x", .value = SpinX, .when = "D==0 && E==0 && B==0"},
    {.name = "spin_y", .value = SpinY, .when = "D==0 && E==0 && B==0"},
    {.name = "spin_z", .kind = "linear", .value = SpinZ, .when = "E==0"}};

static const gimbal_realisation realisations[] = {{.name = "angles",
                                                   .configuration = "phi1 phi2 phi3",
                                                   .velocity = "z1 z2 z3",
                                                   .n = "3",
                                                   .period = "2*pi, 2*pi, 2*pi",
                                                   .traits = "autonomous reversible spheres",
                                                   .hamiltonian = &hamiltonian,
                                                   .initial = Initial,
                                                   .reverse = Reverse,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {
    {.name = "spins",
     .title = "Three spins on a ring",
     .citation = "McLachlan, Modin, Verdier, Phys. Rev. E 89 (2014) 061301",
     .citation_key = "McLachlanModinVerdier2014",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
