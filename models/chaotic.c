/* The fully chaotic nonholonomic system [McLachlan and Perlmutter 2006; Martín de Diego and Sato
 * Martín de Almagro 2018, 7.3] in 2m+1 dimensions, with an ensemble of initial data on one sheet of
 * energy, 3.06. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, J, ALPHA, BETA };

/* In the functions below entry i of an array is the paper's i+1. */

static real L(const real *parameter, real t, const real *q, const real *v) {
  const int m = (int)parameter[M];
  real sum = -(q[m + 1] * q[m + 1] * q[m + 2] * q[m + 2]);
  for (int i = 0; i < 2 * m + 1; i++)
    sum += v[i] * v[i] - q[i] * q[i];
  for (int i = 1; i <= m; i++)
    sum -= q[i] * q[i] * q[m + i] * q[m + i];
  return sum / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int m = (int)parameter[M];
  for (int i = 0; i < 2 * m + 1; i++)
    out[i] = -q[i];
  out[m + 1] -= q[m + 1] * q[m + 2] * q[m + 2];
  out[m + 2] -= q[m + 1] * q[m + 1] * q[m + 2];
  for (int i = 1; i <= m; i++) {
    out[i] -= q[i] * q[m + i] * q[m + i];
    out[m + i] -= q[i] * q[i] * q[m + i];
  }
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = 2 * (int)parameter[M] + 1;
  for (int i = 0; i < n; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = 2 * (int)parameter[M] + 1;
  for (int i = 0; i < n * n; i++)
    out[i] = i % (n + 1) == 0;
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int m = (int)parameter[M];
  out[0] = 1;
  for (int i = 1; i <= m; i++)
    out[i] = 0;
  for (int i = m + 1; i < 2 * m + 1; i++)
    out[i] = q[i];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int m = (int)parameter[M];
  out[0] = v[0];
  for (int i = m + 1; i < 2 * m + 1; i++)
    out[0] += q[i] * v[i];
}

/* For m = 3 the paper's (α, .6, .4, .2, 1, 1, 1) and (0, β, 0, …). */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int m = (int)parameter[M];
  out[0] = parameter[ALPHA];
  for (int i = 1; i <= m; i++) {
    out[i] = GIMBAL_Q(m + 1 - i, 5);
    out[m + i] = 1;
  }
  for (int i = 2 * m + 1; i < 4 * m + 2; i++)
    out[i] = 0;
  out[2 * m + 2] = parameter[BETA];
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "3", .description = "at least 2; the dimension is 2m+1"},
    {.name = "J", .value = "100", .description = "the ensemble has J+1 members"},
    {.name = "alpha", .value = "3/5", .description = "first coordinate at the start"},
    {.name = "beta",
     .value = "4/5",
     .description = "second velocity at the start; alpha^2 + beta^2 = 1 is the energy sheet"}};

static const gimbal_case cases[] = {
    {.name = "a35", .description = "one member of the energy sheet"},
    {.name = "J",
     .settings = "alpha=cos(j*pi/(2*J)), beta=sin(j*pi/(2*J))",
     .members = "J+1",
     .description = "the ensemble of the paper's Figure 6"}};

static const gimbal_picture pictures[] = {{.name = "projection",
                                           .title = "Projection on two coordinates",
                                           .of = "q2, q5",
                                           .duration = "50",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q[1..n]",
     .velocity = "v[1..n]",
     .n = "2*m+1",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial}};

static const gimbal_model models[] = {
    {.name = "chaotic",
     .title = "Fully chaotic nonholonomic system",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.3",
     .citation_key = "MartinDeDiegoSato2018",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
