/* Wrong where nobody looked. Heun's method, which is Euler's with steps below 0.004, and as it should be;
 * one of order 3 that is Euler's in its last component from t = 30 on; and Taylor's of order 8, whose loss
 * of energy is below round-off in double precision. */
#define RIGHT "late.c"
#include "right.h"

static int step_right(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return weighted(g, from, h, to, GIMBAL_C(0.5));
}
static int step_small(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return weighted(g, from, h, to, h < GIMBAL_C(0.004) ? 0 : GIMBAL_C(0.5));
}

/* Of y' = f(y), f linear. */
static int step_taylor(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, (size_t)n), *y = gimbal_scratch(g, (size_t)n), c = 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d], to->dq[d] = 0;
  for (int j = 1; j <= 8; ++j) {
    if (gimbal_field(g, from->t, y, k))
      return 1;
    c *= h / j;
    for (int d = 0; d < n; ++d) {
      to->dq[d] += c * k[d];
      y[d] = k[d];
    }
  }
  return 0;
}

/* Of order 3, but Euler's in the last component from t = 30 on. */
static int step_halfway(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, (size_t)n);
  if (order_3(g, from, h, to) || gimbal_field(g, from->t, from->q, k))
    return 1;
  if (from->t >= 30)
    to->dq[n - 1] = h * k[n - 1];
  return 0;
}

#define ENERGY(value_)                                                                             \
  { .study = "energy", .quantity = "energy", .value = value_ }
#define ORDER(quantity_, order_)                                                                   \
  { .study = "order", .quantity = quantity_, .value = order_ }
static const gimbal_claim both_two[] = {ORDER("q", "2"), ORDER("v", "2")},
                          both_three[] = {ORDER("q", "3"), ORDER("v", "3")},
                          bounded[] = {ENERGY("bounded")}, exact[] = {ENERGY("exact")};
#define HIDDEN(name_, step_, claims_)                                                              \
  {                                                                                                \
    .name = "hidden_" name_, .title = "wrong where nobody looked", .citation = "none",             \
    .formulation = GIMBAL_ODE, .accepts = "unconstrained", .step = step_,                          \
    .claims = GIMBAL_ARRAY(claims_)                                                                \
  }
static const gimbal_method hidden[] = {
    HIDDEN("right", step_right, both_two), HIDDEN("small", step_small, both_two),
    HIDDEN("halfway", step_halfway, both_three), HIDDEN("taylor_bounded", step_taylor, bounded),
    HIDDEN("taylor_exact", step_taylor, exact)};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hidden));
