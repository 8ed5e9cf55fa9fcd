/* For models on which two runs are soon two different motions. Right: kicks and drifts, and p half a step
 * behind. Wrong: what they claim of the energy is false, since they lose 1e-9 of the momentum in each
 * step, or are Heun's and the classical method; or an order is one too high. */
#define RIGHT "../../methods/stormer_verlet.c"
#include "right.h"

/* Loses 1e-9 of the energy in each step. */
static int step_leaking(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (step_verlet(g, from, h, to))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dp[d] -= GIMBAL_C(5e-10) * from->p[d];
  return 0;
}

/* A kick over the first time, then a drift over h. */
static int kick_and_drift(gimbal *g, const gimbal_state *from, gimbal_real kick, gimbal_real h,
                          gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_force(g, from->t, from->q, v, to->dp))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] *= kick;
    p[d] = from->p[d] + to->dp[d];
  }
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * v[d];
  return 0;
}

/* Momenta of half a step before: p(t − h/2). */
static int step_behind(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return kick_and_drift(g, from, from->t > 0 ? h : h / 2, h, to);
}

/* Explicit methods of two stages on (q,p), which keep no structure. */
static int step_heun(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, 2 * n), *f = gimbal_scratch(g, 2 * n);
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  for (int s = 0; s < 2; ++s) {
    for (int d = 0; d < n; ++d) {
      q[d] = from->q[d] + (s ? h * v[d] : 0);
      p[d] = from->p[d] + (s ? h * f[d] : 0);
    }
    if (gimbal_velocity(g, from->t + s * h, q, p, v + s * n) ||
        gimbal_force(g, from->t + s * h, q, v + s * n, f + s * n))
      return 1;
  }
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h / 2 * (v[d] + v[n + d]);
    to->dp[d] = h / 2 * (f[d] + f[n + d]);
  }
  return 0;
}

static int step_kick(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return kick_and_drift(g, from, h, h, to);
}

#define ENERGY                                                                                     \
  { .study = "energy", .quantity = "energy", .value = "bounded" }
#define SYMPLECTIC                                                                                 \
  { .study = "structure", .quantity = "symplectic", .value = "yes" }
static const gimbal_claim two[] = {{.study = "order", .quantity = "q", .value = "2"}, ENERGY},
                          four[] = {{.study = "order", .quantity = "q", .value = "4"}, ENERGY},
                          structured[] = {{.study = "order", .quantity = "q", .value = "2"},
                                          ENERGY,
                                          SYMPLECTIC};

#define METHOD(name_, step_, claims_)                                                              \
  .name = "sensitive_" name_, .title = "for tests", .citation = "written for this test",           \
  .formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .step = step_,        \
  .claims = GIMBAL_ARRAY(claims_)
static const gimbal_method sensitive[] = {
    {METHOD("verlet", step_verlet, structured), .coefficients = GIMBAL_ARRAY(coefficients_verlet),
     .symmetric = "1"},
    {METHOD("verlet_4", step_verlet, four), .coefficients = GIMBAL_ARRAY(coefficients_verlet),
     .symmetric = "1"},
    {METHOD("behind", step_behind, two)},
    {METHOD("leaking", step_leaking, structured),
     .coefficients = GIMBAL_ARRAY(coefficients_verlet)},
    {METHOD("heun", step_heun, structured)},
    {METHOD("kick", step_kick, structured)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(sensitive));
