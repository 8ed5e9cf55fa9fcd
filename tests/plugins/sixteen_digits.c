/* Tsitouras' method of order 5 with coefficients of 16 digits, as papers print them, and rk4 and Gauss's
 * method of two stages with such coefficients. Quadruple precision sees the terms of lower order that the missing digits cause; the order
 * holds to double precision only. An error of 1e-11 in one coefficient is more than that. */
#include "gimbal.h"
#include "gimbal_stages.h"

/* [Tsitouras, Computers & Mathematics with Applications 62 (2011), Table 1] */
static const gimbal_value coefficients[] = {
    {.name = "a",
     .value =
         "0, 0, 0, 0, 0, 0,"
         "0.161, 0, 0, 0, 0, 0,"
         "error - 0.008480655492356989, 0.335480655492357, 0, 0, 0, 0,"
         "2.897153057105493, -6.359448489975075, 4.362295432869581, 0, 0, 0,"
         "5.325864828439257, -11.74888356406283, 7.495539342889836, -0.09249506636175525, 0, 0,"
         "5.861455442946420, -12.92096931784711, 8.159367898576159, -0.0715849732814010,"
         "-0.02826905039406838, 0"},
    {.name = "b",
     .value = "0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742,"
              "-3.290069515436081, 2.324710524099774"},
    {.name = "c", .value = "0, 0.161, 0.327, 0.9, 0.9800255409045097, 1"}};

static const gimbal_value rk4_coefficients[] = {
    {.name = "a", .value = "0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0"},
    {.name = "b",
     .value = "0.1666666666666667, 0.3333333333333333, 0.3333333333333333, 0.1666666666666667"},
    {.name = "c", .value = "0, 0.5, 0.5, 1"}};

static int explicit_step(gimbal *g, int s, const gimbal_state *from, gimbal_real h,
                         gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c");
  gimbal_real *y = gimbal_scratch(g, n), *k = gimbal_scratch(g, s * n);
  for (int i = 0; i < s; ++i) {
    gimbal_stages_combine(n, i, from->q, h, a + i * s, k, y);
    if (gimbal_field(g, from->t + c[i] * h, y, k + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * b[i] * k[i * n + d];
  }
  return 0;
}

static const gimbal_value gauss_coefficients[] = {
    {.name = "a", .value = "0.25 + error, -0.03867513459481287, 0.5386751345948129, 0.25"},
    {.name = "c", .value = "0.2113248654051871, 0.7886751345948129"}};

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} collocation;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const collocation *s = context;
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *c = gimbal_coefficients(g, "c");
  gimbal_real *Y = gimbal_scratch(g, n);
  for (int i = 0; i < 2; ++i, r += n) {
    gimbal_stages_combine(n, 2, s->from->q, s->h, a + 2 * i, K, Y);
    if (gimbal_field(g, s->from->t + c[i] * s->h, Y, r))
      return 1;
    for (int d = 0; d < n; ++d)
      r[d] = K[i * n + d] - r[d];
  }
  return 0;
}

static int gauss_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real weights[2] = {GIMBAL_Q(1, 2), GIMBAL_Q(1, 2)};
  collocation context = {from, h};
  gimbal_real *K = gimbal_scratch(g, 2 * g->n);
  for (int d = 0; d < 2 * g->n; ++d)
    K[d] = 0;
  if (gimbal_solve(g, 2 * g->n, residual, NULL, &context, K))
    return 1;
  gimbal_stages_combine(g->n, 2, to->dq, h, weights, K, to->dq);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return explicit_step(g, 6, from, h, to);
}

static int rk4_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return explicit_step(g, 4, from, h, to);
}

static const gimbal_value parameters[] = {{.name = "error", .value = "0"}};
static const gimbal_member members[] = {{"digits_tsitouras", NULL, NULL},
                                        {"digits_tsitouras_wrong", "error=1e-11", NULL}};
static const gimbal_member double_members[] = {{"digits_double", NULL, NULL},
                                               {"digits_double_wrong", "error=1e-11", NULL}};
static const gimbal_member gauss_members[] = {{"digits_gauss", NULL, NULL},
                                              {"digits_gauss_wrong", "error=1e-11", NULL}};
static const gimbal_claim gauss_claims[] = {
    {.study = "order", .quantity = "q", .value = "4 to double precision"},
    {.study = "energy", .quantity = "energy", .value = "bounded"},
    {.study = "structure", .quantity = "symplectic", .value = "yes"},
    {.study = "structure", .quantity = "reversible", .value = "yes"}};
static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "5"}};
static const gimbal_claim double_claims[] = {
    {.study = "order", .quantity = "q", .value = "5 to double precision"}};

static const gimbal_method methods[] = {
    {.name = "digits_tsitouras",
     .title = "Tsitouras 5 with 16 digits",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .coefficients = GIMBAL_ARRAY(coefficients),
     .step = step,
     .claims = GIMBAL_ARRAY(claims)},
    {.name = "digits_double",
     .title = "Tsitouras 5 with 16 digits, of order 5 to double precision",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(double_members),
     .coefficients = GIMBAL_ARRAY(coefficients),
     .step = step,
     .claims = GIMBAL_ARRAY(double_claims)},
    {.name = "digits_gauss",
     .title = "Gauss with two stages and 16 digits",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(gauss_members),
     .coefficients = GIMBAL_ARRAY(gauss_coefficients),
     .step = gauss_step,
     .claims = GIMBAL_ARRAY(gauss_claims)},
    {.name = "digits_rk4",
     .title = "rk4 with 16 digits, which is not of order 5",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .coefficients = GIMBAL_ARRAY(rk4_coefficients),
     .step = rk4_step,
     .claims = GIMBAL_ARRAY(double_claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
