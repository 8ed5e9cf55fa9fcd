/* Relaxation of the classical Runge–Kutta method, by the incremental direction technique: the increment d of the
 * step is shortened or stretched, y₁ = y + γd, so that the energy is exact; the step still counts as h. As γ is
 * 1 + O(h³) the order is 3 [Ranocha and Ketcheson, J. Sci. Comput. 84 (2020) 17: with the time moved on by γh it
 * is 4, and the points are the same in space]. Near a state with dᵀH''d = 0
 * no γ near 1 need exist; so nothing is claimed here of models in general. */
#include "gimbal.h"

typedef struct {
  gimbal_real t;
  const gimbal_real *z, *d;
} Line;

/* H(z + x d) − H(z), the integral of ∇H = (−ṗ, q̇) along d, whose rounding is one of d and not of H; and its slope. */
static int change(gimbal *g, const Line *line, gimbal_real x, gimbal_real *value,
                  gimbal_real *slope) {
  const int n = g->n;
  const gimbal_tableau *rule = gimbal_tableau_of(g, "gauss", 7);
  gimbal_real *z = gimbal_scratch(g, 4 * (size_t)n), *f = z + 2 * n;
  if (!rule)
    return 1;
  *value = 0;
  for (int node = 0; node <= rule->s; ++node) {
    const gimbal_real theta = node < rule->s ? x * rule->c[node] : x;
    *slope = 0;
    for (int i = 0; i < 2 * n; ++i)
      z[i] = line->z[i] + theta * line->d[i];
    if (gimbal_momentum_field(g, line->t, z, f))
      return 1;
    for (int i = 0; i < n; ++i)
      *slope += f[i] * line->d[n + i] - f[n + i] * line->d[i];
    if (node < rule->s)
      *value += x * rule->b[node] * *slope;
  }
  return 0;
}

/* γ near 1 at which the change vanishes. */
static int relax(gimbal *g, const Line *line, gimbal_real *gamma) {
  gimbal_real value, slope = 1, last = 1;
  *gamma = 1;
  for (int iteration = 0; iteration < 12; ++iteration) {
    if (change(g, line, *gamma, &value, &slope))
      return 1;
    if (value == 0)
      return 0; /* as on straight motions, where every γ does */
    const gimbal_real correction = value / slope;
    if (!(gimbal_fabs(correction) < GIMBAL_C(0.5)))
      break;
    *gamma -= correction;
    if (iteration && gimbal_fabs(correction) >= last / 2)
      return 0; /* as far as rounding lets it */
    last = gimbal_fabs(correction);
  }
  return gimbal_fail(g, "no relaxation near 1 keeps the energy", *gamma);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real c[4] = {0, GIMBAL_C(0.5), GIMBAL_C(0.5), 1},
                    b[4] = {GIMBAL_Q(1, 6), GIMBAL_Q(1, 3), GIMBAL_Q(1, 3), GIMBAL_Q(1, 6)};
  gimbal_real *z = gimbal_scratch(g, 8 * (size_t)n), *y = z + 2 * n, *k = y + 2 * n, *d = k + 2 * n;
  gimbal_real gamma;
  for (int i = 0; i < n; ++i)
    z[i] = from->q[i], z[n + i] = from->p[i];
  for (int i = 0; i < 2 * n; ++i)
    d[i] = k[i] = 0;
  for (int stage = 0; stage < 4; ++stage) {
    for (int i = 0; i < 2 * n; ++i)
      y[i] = z[i] + c[stage] * h * k[i];
    if (gimbal_momentum_field(g, from->t + c[stage] * h, y, k))
      return 1;
    for (int i = 0; i < 2 * n; ++i)
      d[i] += h * b[stage] * k[i];
  }
  Line line = {from->t, z, d};
  if (relax(g, &line, &gamma))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = gamma * d[i], to->dp[i] = gamma * d[n + i];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "structure", .quantity = "symplectic", .value = "no"}};

static const gimbal_method methods[] = {
    {.name = "relaxation_rk4",
     .title = "the classical Runge–Kutta method with relaxation of its increment",
     .citation = "Ranocha and Ketcheson, Journal of Scientific Computing 84 (2020) 17",
     .citation_key = "RanochaKetcheson2020",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "canonical && autonomous",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
