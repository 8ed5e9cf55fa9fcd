/* Kepler's problem with μ = 1 in fictitious times s, in which a step of constant size is short near the centre.
 * Both begin at the pericentre of an ellipse with semi-major axis 1.
 *
 * logarithmic_kepler: H = ln(½|p|² + B) + ln|q| with B = ½, which is less than zero, zero or more as the energy
 * is less than −B, −B or more. Where it is zero, dt = |q| ds. On any level H = ln ν the motion is that of Kepler's
 * problem with μ = ν and the energy −B, and the eccentric anomaly grows like s/√(νa), a = ν/2B [Preto and
 * Tremaine 1999; Mikkola and Tanikawa 1999].
 *
 * adaptive_kepler: steps of the density ρ, dt = ds/ρ, that follows |q|^(−3/2):
 *     q' = p/ρ,  t' = 1/ρ,  p' = −q/(|q|³ρ),  ρ' = −(3/2) q·p/|q|²
 * [Hairer and Söderlind 2005]. The energy and ρ|q|^(3/2) are constant. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { ECCENTRICITY };
#define BINDING GIMBAL_C(0.5)

static real Square(const real *x) { return x[0] * x[0] + x[1] * x[1]; }

static real H(const real *parameter, real t, const real *q, const real *p) {
  return gimbal_log(Square(p) / 2 + BINDING) + gimbal_log(Square(q)) / 2;
}

static void D1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = q[0] / Square(q);
  out[1] = q[1] / Square(q);
}

static void D2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = p[0] / (Square(p) / 2 + BINDING);
  out[1] = p[1] / (Square(p) / 2 + BINDING);
}

static void Initial(const real *parameter, real t, const real *q, const real *p, real *out) {
  const real e = parameter[ECCENTRICITY];
  out[0] = 1 - e;
  out[1] = out[2] = 0;
  out[3] = gimbal_sqrt((1 + e) / (1 - e));
}

/* Lagrange's f and g functions of the advance D of the eccentric anomaly [Battin 1999, 4.3]. */
static void Exact(const real *parameter, real t, const real *q, const real *p, real *out) {
  const real r = gimbal_sqrt(Square(q)), mu = r * (Square(p) / 2 + BINDING);
  const real a = mu / (2 * BINDING), motion = gimbal_sqrt(mu / a) / a;
  const real sigma = (q[0] * p[0] + q[1] * p[1]) / gimbal_sqrt(mu * a), cosine = 1 - r / a;
  const real D = t / gimbal_sqrt(mu * a), s = gimbal_sin(D), half = gimbal_sin(D / 2);
  const real c = 2 * half * half; /* 1 − cos D */
  const real after = a * (1 - cosine * gimbal_cos(D) + sigma * s);
  const real f = 1 - a / r * c, g = (a * sigma * c + r * s) / (a * motion);
  const real df = -motion * a * a / (after * r) * s, dg = 1 - a / after * c;
  for (int i = 0; i < 2; i++) {
    out[i] = f * q[i] + g * p[i];
    out[i + 2] = df * q[i] + dg * p[i];
  }
}

static real AngularMomentum(const real *parameter, real t, const real *q, const real *p) {
  return q[0] * p[1] - q[1] * p[0];
}

/* ---- With the density of the steps in the state ---- */

enum { X, Y, T, PX, PY, RHO };

static void Field(const real *parameter, real t, const real *y, const real *v, real *out) {
  const real square = Square(y), cube = square * gimbal_sqrt(square);
  out[X] = y[PX] / y[RHO];
  out[Y] = y[PY] / y[RHO];
  out[T] = 1 / y[RHO];
  out[PX] = -y[X] / (cube * y[RHO]);
  out[PY] = -y[Y] / (cube * y[RHO]);
  out[RHO] = -GIMBAL_C(1.5) * (y[X] * y[PX] + y[Y] * y[PY]) / square;
}

static void AdaptiveInitial(const real *parameter, real t, const real *q, const real *v,
                            real *out) {
  const real r = 1 - parameter[ECCENTRICITY];
  out[X] = r;
  out[Y] = out[PX] = out[T] = 0;
  out[PY] = gimbal_sqrt((1 + parameter[ECCENTRICITY]) / r);
  out[RHO] = 1 / (r * gimbal_sqrt(r));
}

static void AdaptiveReverse(const real *parameter, real t, const real *y, const real *v,
                            real *out) {
  for (int i = 0; i < 6; i++)
    out[i] = i == T || i == PX || i == PY ? -y[i] : y[i];
}

static real Energy(const real *parameter, real t, const real *y, const real *v) {
  return Square(y + PX) / 2 - 1 / gimbal_sqrt(Square(y));
}

static real AdaptiveMomentum(const real *parameter, real t, const real *y, const real *v) {
  return y[X] * y[PY] - y[Y] * y[PX];
}

static real Density(const real *parameter, real t, const real *y, const real *v) {
  return y[RHO] * gimbal_sqrt(Square(y) * gimbal_sqrt(Square(y)));
}

static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = H, .D1H = D1H,
                                               .D2H = D2H};
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = Field};

static const gimbal_value parameters[] = {
    {.name = "e", .value = "3/10", .description = "eccentricity"}};

static const gimbal_case logarithmic_cases[] = {
    {.name = "e03", .duration = "4", .step = "1/5"},
    {.name = "e06", .settings = "e=3/5", .duration = "4", .step = "1/5"}};

static const gimbal_case adaptive_cases[] = {
    {.name = "e03", .duration = "4", .step = "1/20"},
    {.name = "e06", .settings = "e=3/5", .duration = "4", .step = "1/20"}};

static const gimbal_invariant logarithmic_invariants[] = {
    {.name = "angular_momentum", .kind = "momentum_map quadratic", .value = AngularMomentum}};

static const gimbal_invariant adaptive_invariants[] = {
    {.name = "angular_momentum", .kind = "quadratic", .value = AdaptiveMomentum},
    {.name = "density", .value = Density}};

static const gimbal_realisation logarithmic[] = {
    {.name = "cartesian",
     .configuration = "x y",
     .velocity = "px py",
     .n = "2",
     .traits = "autonomous reversible integrable",
     .hamiltonian = &hamiltonian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(logarithmic_invariants)}};

static const gimbal_realisation adaptive[] = {{.name = "cartesian",
                                               .configuration = "x y t px py rho",
                                               .n = "6",
                                               .m = "0",
                                               .traits = "autonomous reversible",
                                               .ode = &ode,
                                               .initial = AdaptiveInitial,
                                               .reverse = AdaptiveReverse,
                                               .energy = Energy,
                                               .invariants = GIMBAL_ARRAY(adaptive_invariants)}};

static const gimbal_model models[] = {
    {.name = "logarithmic_kepler",
     .title = "Kepler's problem as the logarithmic Hamiltonian",
     .citation = "Preto and Tremaine, Astronomical Journal 118 (1999) 2532",
     .citation_key = "PretoTremaine1999",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(logarithmic_cases),
     .realisations = GIMBAL_ARRAY(logarithmic)},
    {.name = "adaptive_kepler",
     .title = "Kepler's problem with the density of the steps in the state",
     .citation = "Hairer and Söderlind, SIAM J. Sci. Comput. 26 (2005) 1838",
     .citation_key = "HairerSoderlind2005",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(adaptive_cases),
     .realisations = GIMBAL_ARRAY(adaptive)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
