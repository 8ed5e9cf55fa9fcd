/* The mathematical pendulum q̈ = −sin q, in closed form by Jacobi's elliptic functions [Abramowitz
 * and Stegun 1964, chapters 16 and 17]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { ANGLE, SPEED };

enum { STEPS = 12 }; /* of the mean, which doubles its digits: enough for b = 1e-34 */

static real L(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2 + gimbal_cos(q[0]);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[0]);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[ANGLE];
  out[1] = parameter[SPEED];
}

/* The arithmetic-geometric mean of 1 and b. */
static real Mean(real b) {
  real a = 1;
  for (int i = 0; i < STEPS && gimbal_fabs(a - b) > GIMBAL_C(1e-34) * a; i++) {
    const real mean = (a + b) / 2;
    b = gimbal_sqrt(a * b);
    a = mean;
  }
  return a;
}

/* The incomplete integral F(φ) of modulus √(1−b²) for |φ| ≤ π, by Landen's transformation with
 * tan(φ' − φ) = (b/a) tan φ [A&S 17.6.8]. Beyond π/2, by the symmetry of the integrand. */
static real EllipticF(real phi, real b) {
  const real K = GIMBAL_PI / (2 * Mean(b));
  if (phi < 0)
    return -EllipticF(-phi, b);
  if (phi > GIMBAL_PI / 2)
    return 2 * K - EllipticF(GIMBAL_PI - phi, b);
  real a = 1, power = 1;
  for (int i = 0; i < STEPS && gimbal_fabs(a - b) > GIMBAL_C(1e-34) * a; i++) {
    /* φ' − φ is the angle that winds with φ: its tangent is (b/a) tan φ, its half-turns are φ's. */
    const real turns = gimbal_round(phi / GIMBAL_PI), mean = (a + b) / 2;
    phi += turns * GIMBAL_PI + gimbal_atan2(b * gimbal_sin(phi - turns * GIMBAL_PI),
                                            a * gimbal_cos(phi - turns * GIMBAL_PI));
    b = gimbal_sqrt(a * b);
    a = mean;
    power *= 2;
  }
  return phi / (power * a);
}

/* Its inverse, the amplitude of u, from the descending sequence [A&S 16.4]. */
static real Amplitude(real u, real modulus, real b) {
  real a[STEPS + 1], c[STEPS + 1];
  int last = 0;
  a[0] = 1;
  c[0] = modulus;
  while (last < STEPS && gimbal_fabs(a[last] - b) > GIMBAL_C(1e-34) * a[last]) {
    a[last + 1] = (a[last] + b) / 2;
    c[last + 1] = (a[last] - b) / 2;
    b = gimbal_sqrt(a[last] * b);
    last++;
  }
  real phi = a[last] * u;
  for (int i = 0; i < last; i++)
    phi *= 2;
  for (int i = last; i > 0; i--)
    phi = (phi + gimbal_asin(c[i] / a[i] * gimbal_sin(phi))) / 2;
  return phi;
}

static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real turns = 2 * GIMBAL_PI * gimbal_round(q[0] / (2 * GIMBAL_PI));
  const real sine = gimbal_sin((q[0] - turns) / 2), cosine = gimbal_cos((q[0] - turns) / 2);
  const real half = v[0] / 2;
  const real k = gimbal_hypot(sine, half); /* (E+1)/2 = k²; the separatrix has k = 1 */
  const real complement = (cosine - half) * (cosine + half); /* 1 − k² without cancellation */
  if (complement > 0) { /* sin q/2 = k sn u, q̇ = 2k cn u, cos q/2 = dn u, u = u0 + t */
    const real b = gimbal_sqrt(complement);
    const real phi = Amplitude(EllipticF(gimbal_atan2(sine, half), b) + t, k, b);
    const real sn = gimbal_sin(phi), cn = gimbal_cos(phi);
    out[0] = turns + 2 * gimbal_atan2(k * sn, gimbal_sqrt(complement + k * k * cn * cn));
    out[1] = 2 * k * cn;
  } else if (complement < 0) { /* q/2 = am(ku), |q̇| = 2k dn(ku), of modulus 1/k */
    const real sign = half > 0 ? 1 : -1, b = gimbal_sqrt(-complement) / k;
    const real start = EllipticF((q[0] - turns) / 2, b);
    const real phi = Amplitude(start + sign * k * t, 1 / k, b), cn = gimbal_cos(phi);
    out[0] = turns + 2 * phi;
    out[1] = 2 * sign * gimbal_sqrt(k * k * b * b + cn * cn);
  } else if (half == 0) {
    out[0] = q[0];
    out[1] = 0;
  } else { /* the separatrix: sin q/2 = tanh u */
    const real sign = half > 0 ? 1 : -1, u = gimbal_atanh(sine) + sign * t;
    out[0] = turns + 2 * gimbal_atan(gimbal_sinh(u));
    out[1] = 2 * sign / gimbal_cosh(u);
  }
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_value parameters[] = {
    {.name = "angle", .value = "1", .description = "at the start, from the bottom"},
    {.name = "speed", .value = "1", .description = "at the start"}};

static const gimbal_case cases[] = {{.name = "oscillation", .duration = "2"},
                                    {.name = "rotation", .settings = "speed=5/2", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "phase", .title = "Phase portrait", .of = "q, v", .duration = "20"}};

static const gimbal_realisation realisations[] = {
    {.name = "angle",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .period = "2*pi",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact}};

static const gimbal_model models[] = {
    {.name = "pendulum",
     .title = "Mathematical pendulum",
     .citation = "Hairer, Lubich, Wanner 2006, section I.1; Abramowitz and Stegun 1964, 16 and 17",
     .citation_key = "HairerLubichWanner2006,AbramowitzStegun1964",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
