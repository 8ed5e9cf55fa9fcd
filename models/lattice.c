/* A chain of particles in the plane with a rotation symmetry: discrete in space, continuous in time
 * [Crăciun and Opriş, Discrete-continuous dynamical systems with symmetry, sections 2 to 4]. With
 * the difference quotient q¹ = (q_{k+1} − q_k)/Δτ the equations (17) are those of L = Σ_k L_k,
 *     L_k = ½|q̇_k|² − (κ/2 s + β/4 s²) − (α/2 ρ + γ/4 ρ²),  s = |q¹|², ρ = |q_k|²,
 * on a ring, or between two walls (Dirichlet) q = 0 at the sites before the first and after the
 * last. N may be as large as the machine allows: every function here costs O(N).
 *
 * On the ring A(cos, sin)(pk − Ωt) solves the equations, with p = 2π mode/N,
 *     Ω² = α + γA² + (κ + βS) (2 sin(p/2)/Δτ)²,  S = (2A sin(p/2)/Δτ)².
 * It is a relative equilibrium, the same at every site and for all times; `modulated` is not.
 *
 * `noether_balance` is the left side of (34) with the difference J^{d1} of (35) divided by Δτ,
 * which the rotation symmetry makes zero at every site and time; `noether_balance_printed` has the
 * difference as (35) has it, which is the same for Δτ = 1 only.
 *
 * (40) of the paper says that E(k,t) is constant in time. On the plane wave everything is; on other
 * motions only the sum of the energies of all sites and bonds is. The invariant `local_energy` is
 * this E at the second site: claimed, for a suite to test, not believed. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { SITES, PERIODIC, SPACING, KAPPA, BETA, ALPHA, GAMMA, AMPLITUDE, MODE, MODULATION };

static int Sites(const real *parameter) { return (int)parameter[SITES]; }

/* The i-th of all bonds, 0 … Bonds − 1, joins the sites i − 1 and i; −1 and N are walls, or on a
 * ring the other end. */
static int Bonds(const real *parameter) {
  return Sites(parameter) + (parameter[PERIODIC] == 0 ? 1 : 0);
}

/* q¹ of a bond, and the potential κ/2 s + β/4 s² of it. */
static real Bond(const real *parameter, const real *q, int i, real out[2]) {
  const int n = Sites(parameter), ring = parameter[PERIODIC] != 0;
  const int before = i > 0 ? i - 1 : ring ? n - 1 : -1, after = i < n ? i : -1;
  for (int c = 0; c < 2; c++)
    out[c] = ((after < 0 ? 0 : q[2 * after + c]) - (before < 0 ? 0 : q[2 * before + c])) /
             parameter[SPACING];
  const real s = out[0] * out[0] + out[1] * out[1];
  return s * (parameter[KAPPA] / 2 + parameter[BETA] / 4 * s);
}

static real Site(const real *parameter, const real *q, int k) {
  const real rho = q[2 * k] * q[2 * k] + q[2 * k + 1] * q[2 * k + 1];
  return rho * (parameter[ALPHA] / 2 + parameter[GAMMA] / 4 * rho);
}

static real Kinetic(const real *v, int k) {
  return (v[2 * k] * v[2 * k] + v[2 * k + 1] * v[2 * k + 1]) / 2;
}

static real Potential(const real *parameter, const real *q) {
  real sum = 0, slope[2];
  for (int i = 0; i < Bonds(parameter); i++)
    sum += Bond(parameter, q, i, slope);
  for (int k = 0; k < Sites(parameter); k++)
    sum += Site(parameter, q, k);
  return sum;
}

static real KineticEnergy(const real *parameter, const real *v) {
  real sum = 0;
  for (int k = 0; k < Sites(parameter); k++)
    sum += Kinetic(v, k);
  return sum;
}

static real L(const real *parameter, real t, const real *q, const real *v) {
  return KineticEnergy(parameter, v) - Potential(parameter, q);
}

static real Energy(const real *parameter, real t, const real *q, const real *v) {
  return KineticEnergy(parameter, v) + Potential(parameter, q);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Sites(parameter);
  for (int k = 0; k < n; k++) {
    const real rho = q[2 * k] * q[2 * k] + q[2 * k + 1] * q[2 * k + 1];
    for (int c = 0; c < 2; c++)
      out[2 * k + c] = -(parameter[ALPHA] + parameter[GAMMA] * rho) * q[2 * k + c];
  }
  for (int i = 0; i < Bonds(parameter); i++) {
    const int before = i > 0 ? i - 1 : n - 1;
    real slope[2];
    Bond(parameter, q, i, slope);
    const real s = slope[0] * slope[0] + slope[1] * slope[1];
    const real tension = (parameter[KAPPA] + parameter[BETA] * s) / parameter[SPACING];
    for (int c = 0; c < 2; c++) {
      if (i > 0 || parameter[PERIODIC] != 0)
        out[2 * before + c] += tension * slope[c];
      if (i < n)
        out[2 * i + c] -= tension * slope[c];
    }
  }
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 2 * Sites(parameter); i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 2 * Sites(parameter); i++)
    out[i] = 1;
}

/* 2π/M times an integer, reduced first, so that the angle of the last site is as good as that of
 * the first. */
static real Angle(real turns, real of) { return 2 * GIMBAL_PI * (gimbal_fmod(turns, of) / of); }

/* Sites of a ring, or of the ring that continues a chain between walls oddly. */
static real Around(const real *parameter) {
  return parameter[PERIODIC] != 0 ? parameter[SITES] : parameter[SITES] + 1;
}

static real Frequency(const real *parameter, real amplitude) {
  const real p = 2 * GIMBAL_PI * (parameter[MODE] / Around(parameter));
  const real slope = 2 * gimbal_sin(p / 2) / parameter[SPACING];
  const real square = amplitude * amplitude;
  return gimbal_sqrt(parameter[ALPHA] + parameter[GAMMA] * square +
                     (parameter[KAPPA] + parameter[BETA] * square * slope * slope) * slope * slope);
}

/* The plane wave under an envelope: on a ring 1 + modulation × a wave around it, between walls half
 * a wave. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Sites(parameter), ring = parameter[PERIODIC] != 0;
  const real around = Around(parameter), A = parameter[AMPLITUDE], Omega = Frequency(parameter, A);
  for (int k = 0; k < n; k++) {
    const real place = (real)(ring ? k : k + 1), phase = Angle(parameter[MODE] * place, around);
    const real envelope = ring ? 1 + parameter[MODULATION] * gimbal_cos(Angle(place, around))
                               : gimbal_sin(Angle(place, around) / 2);
    const real speed =
        ring ? 1 + parameter[MODULATION] * gimbal_sin(Angle(place, around)) : envelope;
    out[2 * k] = envelope * A * gimbal_cos(phase);
    out[2 * k + 1] = envelope * A * gimbal_sin(phase);
    out[2 * n + 2 * k] = speed * Omega * A * gimbal_sin(phase);
    out[2 * n + 2 * k + 1] = -speed * Omega * A * gimbal_cos(phase);
  }
}

/* Whether (q,v) is a plane wave that turns by −Ωt, to round-off: each site the one before it,
 * turned by p, and its velocity at right angles. */
static int IsWave(const real *parameter, const real *q, const real *v, real Omega) {
  const int n = Sites(parameter);
  const real p = 2 * GIMBAL_PI * (parameter[MODE] / parameter[SITES]);
  const real c = gimbal_cos(p), s = gimbal_sin(p), size = gimbal_hypot(q[0], q[1]);
  const real rounding = sizeof(real) > sizeof(double) ? GIMBAL_C(1e-31) : GIMBAL_C(1e-13);
  for (int k = 0; k < n; k++) {
    const real *now = q + 2 * k, *next = q + 2 * ((k + 1) % n), *rate = v + 2 * k;
    if (!(gimbal_hypot(next[0] - c * now[0] + s * now[1], next[1] - s * now[0] - c * now[1]) <=
              rounding * size &&
          gimbal_hypot(rate[0] - Omega * now[1], rate[1] + Omega * now[0]) <=
              rounding * size * gimbal_fabs(Omega)))
      return 0;
  }
  return 1;
}

static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Sites(parameter);
  const real size = Frequency(parameter, gimbal_hypot(q[0], q[1]));
  const real Omega = q[1] * v[0] - q[0] * v[1] < 0 ? -size : size; /* either way round */
  const real c = gimbal_cos(Omega * t), s = gimbal_sin(Omega * t);
  const int wave = parameter[PERIODIC] != 0 && IsWave(parameter, q, v, Omega);
  for (int k = 0; k < n; k++) {
    const real x = wave ? c * q[2 * k] + s * q[2 * k + 1] : GIMBAL_NAN;
    const real y = wave ? c * q[2 * k + 1] - s * q[2 * k] : GIMBAL_NAN;
    out[2 * k] = x;
    out[2 * k + 1] = y;
    out[2 * n + 2 * k] = Omega * y;
    out[2 * n + 2 * k + 1] = -Omega * x;
  }
}

/* The sum of J^c of (33) over the sites: the momentum of the rotation of all of them. */
static real AngularMomentum(const real *parameter, real t, const real *q, const real *v) {
  real sum = 0;
  for (int k = 0; k < Sites(parameter); k++)
    sum += q[2 * k] * v[2 * k + 1] - q[2 * k + 1] * v[2 * k];
  return sum;
}
static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Sites(parameter); k++) {
    out[2 * k] = -q[2 * k + 1];
    out[2 * k + 1] = q[2 * k];
  }
}

/* E(k,t) of (40) with k the second site: q̇_k·∂(L_k + L_{k−1})/∂q̇_k − (L_k + L_{k−1}). */
static real LocalEnergy(const real *parameter, real t, const real *q, const real *v) {
  real slope[2];
  if (Sites(parameter) < 3)
    return GIMBAL_NAN;
  return Kinetic(v, 1) + Bond(parameter, q, 2, slope) + Site(parameter, q, 1) - Kinetic(v, 0) +
         Bond(parameter, q, 1, slope) + Site(parameter, q, 0);
}

/* The left side of (34) at the second site, J^d(k+1) − J^d(k) + dJ^c(k)/dt times the spacing, with
 * J^d of (32) read as in (41) and the acceleration of the equations of motion: zero. It stands over
 * 1, in the units of the terms that cancel, since the scale of an invariant is its size. */
static real Balance(const real *parameter, const real *q, real spacing) {
  real before[2], after[2], acceleration[2], flux = 0;
  if (Sites(parameter) < 3)
    return GIMBAL_NAN;
  Bond(parameter, q, 1, before);
  Bond(parameter, q, 2, after);
  const real site = parameter[ALPHA] + parameter[GAMMA] * (q[2] * q[2] + q[3] * q[3]);
  real *slope[2] = {before, after};
  for (int i = 0; i < 2; i++) {
    const real s = slope[i][0] * slope[i][0] + slope[i][1] * slope[i][1];
    for (int c = 0; c < 2; c++)
      slope[i][c] *= parameter[KAPPA] + parameter[BETA] * s; /* −∂L/∂q¹ */
  }
  for (int c = 0; c < 2; c++)
    acceleration[c] = (after[c] - before[c]) / parameter[SPACING] - site * q[2 + c];
  flux = (q[2] * before[1] - q[3] * before[0]) - (q[4] * after[1] - q[5] * after[0]);
  return 1 + flux + spacing * (q[2] * acceleration[1] - q[3] * acceleration[0]);
}

static real NoetherBalance(const real *parameter, real t, const real *q, const real *v) {
  return Balance(parameter, q, parameter[SPACING]);
}

static real NoetherBalancePrinted(const real *parameter, real t, const real *q, const real *v) {
  return Balance(parameter, q, 1);
}

static const gimbal_invariant invariants[] = {
    {.name = "angular_momentum",
     .kind = "quadratic momentum_map",
     .value = AngularMomentum,
     .generator = Rotation},
    {.name = "local_energy", .kind = "claimed", .value = LocalEnergy, .when = "N > 2"},
    {.name = "noether_balance", .kind = "claimed", .value = NoetherBalance, .when = "N > 2"},
    {.name = "noether_balance_printed",
     .kind = "claimed",
     .value = NoetherBalancePrinted,
     .when = "N > 2"}};

static const gimbal_lattice lattice = {
    GIMBAL_SIZE(gimbal_lattice), .sites = "N", .components = "2", .periodic = "periodic",
    .lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L}};

static const gimbal_value parameters[] = {
    {.name = "N", .value = "16", .description = "sites"},
    {.name = "periodic", .value = "1", .description = "1: a ring; 0: between walls where q = 0"},
    {.name = "spacing", .value = "1", .description = "Δτ, the distance of two sites"},
    {.name = "kappa", .value = "1.3", .description = "stiffness of the bonds"},
    {.name = "beta", .value = "0.4", .description = "their nonlinearity"},
    {.name = "alpha", .value = "0.7", .description = "stiffness of the sites"},
    {.name = "gamma", .value = "0.3", .description = "their nonlinearity"},
    {.name = "amplitude", .value = "0.8", .description = "of the wave at the start"},
    {.name = "mode", .value = "3", .description = "waves on the whole lattice, an integer"},
    {.name = "modulation", .value = "0", .description = "of the wave's envelope, relative"}};

/* First the one on which something can go wrong. */
static const gimbal_case cases[] = {
    {.name = "modulated",
     .settings = "modulation=1/4",
     .duration = "2",
     .description = "a ring where no site moves as the next one does"},
    {.name = "wave",
     .duration = "2",
     .description =
         "the plane wave on a ring, in closed form; lattice:wave:N=10000 is a large one"},
    {.name = "walls",
     .settings = "periodic=0",
     .duration = "2",
     .description = "half a wave between the walls"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the first site",
                                           .of = "q1, q2",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {{.name = "sites",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "q[1..n]",
                                                   .velocity = "v[1..n]",
                                                   .n = "2*N",
                                                   .traits = "separable autonomous reversible",
                                                   .lattice = &lattice,
                                                   .initial = Initial,
                                                   .exact = Exact,
                                                   .energy = Energy,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {
    {.name = "lattice",
     .title = "Chain of particles in the plane with a rotation symmetry",
     .citation = "Crăciun and Opriş, Discrete-continuous dynamical systems with symmetry (1996)",
     .citation_key = "CraciunOpris1996",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
