/* Fermi, Pasta, Ulam and Tsingou's chain with stiff linear and soft quartic springs in turn, between
 * walls [Hairer, Lubich, Wanner 2006, I.5.1]: 2m unit masses,
 *     U = ω²/4 Σ_{i=1..m} (q_{2i} − q_{2i−1})² + Σ_{i=0..m} (q_{2i+1} − q_{2i})⁴,  q_0 = q_{2m+1} = 0.
 * The stiff springs oscillate with frequency ω, and exchange their energies over times of size ω. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static int Masses(const real *parameter) { return 2 * (int)parameter[0]; }

/* The extension of the spring before mass i of n, i = 0 … n; those with an even number are soft. */
static real Extension(int n, const real *q, int i) {
  return (i < n ? q[i] : 0) - (i ? q[i - 1] : 0);
}

static real L(const real *parameter, real t, const real *q, const real *v) {
  const int n = Masses(parameter);
  const real omega = parameter[1];
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i] / 2;
  for (int i = 0; i <= n; i++) {
    const real x = Extension(n, q, i);
    sum -= i % 2 ? omega * omega / 4 * x * x : x * x * x * x;
  }
  return sum;
}

/* The tension of the spring before mass i. */
static real Tension(const real *parameter, const real *q, int i) {
  const real x = Extension(Masses(parameter), q, i), omega = parameter[1];
  return i % 2 ? omega * omega / 2 * x : 4 * x * x * x;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < Masses(parameter); i++)
    out[i] = Tension(parameter, q, i + 1) - Tension(parameter, q, i);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < Masses(parameter); i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Masses(parameter);
  for (int i = 0; i < n * n; i++)
    out[i] = i % (n + 1) ? 0 : 1;
}

/* As in the source: of the first pair x_1 = 1, y_1 = 1, and of its stiff spring x = 1/ω, y = 1, where
 * q_{2,1} = (x_1 ± x)/√2. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Masses(parameter);
  const real half = gimbal_sqrt(GIMBAL_Q(1, 2)), stiff = 1 / parameter[1];
  for (int i = 0; i < 2 * n; i++)
    out[i] = 0;
  out[0] = (1 - stiff) * half;
  out[1] = (1 + stiff) * half;
  out[n + 1] = 2 * half;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_value parameters[] = {
    {.name = "pairs", .value = "3", .description = "stiff springs, half the number of masses"},
    {.name = "omega", .value = "50", .description = "frequency of the stiff springs"}};

static const gimbal_case cases[] = {
    {.name = "long_chain",
     .settings = "pairs=12, omega=4",
     .duration = "1",
     .description = "24 masses, with springs that are not stiff"},
    {.name = "hairer",
     .duration = "1/4",
     .step = "1/100",
     .description = "6 masses and stiff springs, as in Hairer, Lubich, Wanner 2006, I.5.1"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "q[1..n]",
                                                   .velocity = "v[1..n]",
                                                   .n = "2*pairs",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {
    {.name = "fermi_pasta_ulam_tsingou",
     .title = "Chain of Fermi, Pasta, Ulam and Tsingou with stiff springs",
     .citation = "Hairer, Lubich, Wanner 2006, section I.5.1",
     .citation_key = "HairerLubichWanner2006",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
