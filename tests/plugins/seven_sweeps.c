/* The Gauss method of two stages whose equations are solved by seven sweeps of a fixed-point iteration. What
 * they leave is of order 8 in a step: the energy of an oscillator drifts like h^9, by 9e-14 per unit of
 * time at h = 0.1, and below round-off at a quarter of that. It is not bounded. */
#include "gimbal.h"

enum { STAGES = 2, SWEEPS = 7 };

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real shift = gimbal_sqrt(GIMBAL_C(3.0)) / 6;
  const gimbal_real a[STAGES][STAGES] = {{GIMBAL_Q(1, 4), GIMBAL_Q(1, 4) - shift},
                                         {GIMBAL_Q(1, 4) + shift, GIMBAL_Q(1, 4)}};
  const gimbal_real c[STAGES] = {GIMBAL_Q(1, 2) - shift, GIMBAL_Q(1, 2) + shift};
  gimbal_real *k = gimbal_scratch(g, STAGES * n), *next = gimbal_scratch(g, STAGES * n);
  gimbal_real *y = gimbal_scratch(g, n);

  if (gimbal_field(g, from->t, from->q, k) || gimbal_field(g, from->t, from->q, k + n))
    return 1;
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    for (int i = 0; i < STAGES; ++i) {
      for (int d = 0; d < n; ++d)
        y[d] = from->q[d] + h * (a[i][0] * k[d] + a[i][1] * k[n + d]);
      if (gimbal_field(g, from->t + c[i] * h, y, next + i * n))
        return 1;
    }
    for (int d = 0; d < STAGES * n; ++d)
      k[d] = next[d];
  }
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * (k[d] + k[n + d]) / 2;
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "energy", .quantity = "energy", .value = "bounded"}};
static const gimbal_method methods[] = {{.name = "seven_sweeps",
                                         .title = "Gauss method with seven sweeps",
                                         .citation = "by hand",
                                         .formulation = GIMBAL_ODE,
                                         .overwrites = "none",
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
