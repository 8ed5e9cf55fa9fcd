/* Codes that choose their own steps, for the study of tolerances: Bogacki and Shampine's pair of orders 3
 * and 2 [Applied Mathematics Letters 2, 1989, 321-325], with the error of each step held at the
 * tolerance. Their estimate is of order h^3: carried on with the weights of order 3, the error at the end
 * is proportional to the tolerance; with those of order 2 it goes like tolerance^(2/3). The wrong ones
 * have names that describe the error. */
#include "gimbal.h"

enum { STAGES = 4 };

/* How a code is wrong, by parameters of the family. */
enum { LEAST, FIXED, EXTRAPOLATES, QUITS, GIVEN };

static int pair_step(gimbal *g, gimbal_real t, gimbal_real h, const gimbal_real *q,
                     const gimbal_real *size, gimbal_real *next, gimbal_real *error) {
  const gimbal_tableau *T = gimbal_tableau_of(g, "bogacki_shampine", 0);
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, STAGES * n), *y = gimbal_scratch(g, n);
  if (!T)
    return 1;
  for (int i = 0; i < STAGES; ++i) {
    for (int d = 0; d < n; ++d) {
      y[d] = q[d];
      for (int j = 0; j < i; ++j)
        y[d] += h * T->a[i * STAGES + j] * k[j * n + d];
    }
    if (gimbal_field(g, t + T->c[i] * h, y, k + i * n))
      return 1;
  }
  *error = 0;
  for (int d = 0; d < n; ++d) {
    gimbal_real high = 0, low = 0;
    for (int i = 0; i < STAGES; ++i) {
      high += h * T->b[i] * k[i * n + d];
      low += h * T->embedded[i] * k[i * n + d];
    }
    next[d] = q[d] + (g->parameters[EXTRAPOLATES] != 0 ? high : low);
    *error = gimbal_fmax(*error, gimbal_fabs(high - low) / size[d]);
  }
  return 0;
}

static int go(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
              gimbal_real *q) {
  gimbal_real *next = gimbal_scratch(g, g->n), *size = gimbal_scratch(g, g->n);
  gimbal_real now = from->t, duration, h = (t - now) / 64, error;
  if (g->parameters[FIXED] > 0)
    tolerance = g->parameters[FIXED];
  if (tolerance < g->parameters[QUITS])
    return gimbal_fail(g, "the tolerance is too small", tolerance);
  tolerance = gimbal_fmax(tolerance, g->parameters[LEAST]);
  if (gimbal_sizes(g, size, NULL, &duration))
    return 1;
  while (now != t) {
    if (gimbal_fabs(h) > gimbal_fabs(t - now))
      h = t - now;
    if (pair_step(g, now, h, q, size, next, &error))
      return 1;
    if (error <= tolerance) {
      for (int d = 0; d < g->n; ++d)
        q[d] = next[d];
      now = h == t - now ? t : now + h;
    }
    h *= gimbal_fmin(2, gimbal_fmax(GIMBAL_C(0.2), GIMBAL_C(0.9) * gimbal_cbrt(tolerance / error)));
  }
  return 0;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
                   gimbal_state *to) {
  return go(g, from, t, tolerance, to->q);
}

/* The same as a step, to the tolerance that the parameter says. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return go(g, from, from->t + h, g->parameters[GIVEN], to->q);
}

static const gimbal_own_tableau tableaux[] = {
    {.name = "bogacki_shampine",
     .a = "0, 0, 0, 0, 1/2, 0, 0, 0, 0, 3/4, 0, 0, 2/9, 1/3, 4/9, 0",
     .b = "2/9, 1/3, 4/9, 0",
     .embedded = "7/24, 1/4, 1/3, 1/8"}};

static const gimbal_value parameters[] = {{.name = "least", .value = "0"},
                                          {.name = "fixed", .value = "0"},
                                          {.name = "extrapolates", .value = "1"},
                                          {.name = "quits", .value = "0"},
                                          {.name = "tolerance", .value = "1e-6"}};

static const gimbal_member members[] = {
    {.name = "tolerant"},
    {.name = "tolerant_saturates", .settings = "least=1e-8"},
    {.name = "tolerant_deaf", .settings = "fixed=1e-6"},
    {.name = "tolerant_unextrapolated", .settings = "extrapolates=0"},
    {.name = "tolerant_quits", .settings = "quits=1e-9"},
    {.name = "tolerant_refuses", .settings = "quits=1"},
    {.name = "tolerant_costly", .settings = "fixed=1e-15"}};

static const gimbal_member stepping[] = {
    {.name = "tolerant_parameter"}, {.name = "tolerant_parameter_deaf", .settings = "fixed=1e-6"}};

static const gimbal_claim claims[] = {
    {.study = "tolerance", .quantity = "exponent", .value = "1"},
    {.study = "tolerance", .quantity = "factor", .value = "100"},
    {.study = "tolerance", .quantity = "monotone", .value = "yes"}};

static const gimbal_method methods[] = {{.name = "tolerant_family",
                                         .title = "Bogacki and Shampine's pair",
                                         .citation = "Bogacki, Shampine 1989",
                                         .formulation = GIMBAL_ODE,
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .members = GIMBAL_ARRAY(members),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .tableaux = GIMBAL_ARRAY(tableaux),
                                         .advance = advance},
                                        {.name = "tolerant_parameter_family",
                                         .title = "Bogacki and Shampine's pair between nodes",
                                         .citation = "Bogacki, Shampine 1989",
                                         .formulation = GIMBAL_ODE,
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .members = GIMBAL_ARRAY(stepping),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .tableaux = GIMBAL_ARRAY(tableaux),
                                         .overwrites = "q",
                                         .step = step}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
