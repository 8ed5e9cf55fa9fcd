/* Wrong: methods whose order is lost only late in a run, after the orders have been measured. One of
 * order 3 that is Euler's method from t = 5 on; Heun's of order 2 that is Euler's after the first
 * component of q has changed its sign twice, which it counts in its memory; and one of order 2 whose
 * weight drifts away from the right one after t = 5. Euler's and Heun's methods that solve other equations
 * from t = 5 on, whose runs agree with one another as well as before. One that is symplectic until then.
 * And the one of order 3 as it should be. */
#include "heun.h"

/* Heun's method of order 3. */
static int order_3(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, 3 * (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d] + h / 3 * k[d];
  if (gimbal_field(g, from->t + h / 3, y, k + n))
    return 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d] + 2 * h / 3 * k[n + d];
  if (gimbal_field(g, from->t + 2 * h / 3, y, k + 2 * n))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h / 4 * (k[d] + 3 * k[2 * n + d]);
  return 0;
}

static int step_late_euler(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return from->t < 5 ? order_3(g, from, h, to) : weighted(g, from, h, to, 0);
}

static int step_switched(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real half = GIMBAL_C(0.5);
  if (weighted(g, from, h, to, from->memory[0] < 2 ? half : 0))
    return 1;
  to->memory[0] = from->memory[0] + ((from->q[0] + to->dq[0] > 0) != (from->q[0] > 0));
  return 0;
}

static int step_drifting(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real late = from->t > 5 ? from->t - 5 : 0;
  return weighted(g, from, h, to, GIMBAL_C(0.5) * (1 - late / 10));
}

/* A force that is weaker by a hundredth, say by a table that was read in single precision. */
static void weaken(const gimbal *g, const gimbal_state *from, gimbal_state *to) {
  for (int d = 0; d < g->n && from->t >= 5; ++d)
    to->dq[d] *= 1 - GIMBAL_C(0.01);
}

static int step_astray_1(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (weighted(g, from, h, to, 0))
    return 1;
  weaken(g, from, to);
  return 0;
}

static int step_astray_3(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (order_3(g, from, h, to))
    return 1;
  weaken(g, from, to);
  return 0;
}

/* The symplectic Euler method, which from t = 5 on takes the velocity of the old node and is Euler's. */
static int step_structure(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, (size_t)n), *p = gimbal_scratch(g, (size_t)n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_force(g, from->t, from->q, v, to->dp))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] *= h;
    p[d] = from->p[d] + (from->t < 5 ? to->dp[d] : 0);
  }
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * v[d];
  return 0;
}

static const gimbal_claim symplectic[] = {
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}};
static const gimbal_claim order_one[] = {{.study = "order", .quantity = "q", .value = "1"}},
                          order_two[] = {{.study = "order", .quantity = "q", .value = "2"}},
                          order_three[] = {{.study = "order", .quantity = "q", .value = "3"}};

#define LATE(name_, step_, claims_)                                                                \
  .name = name_, .title = "an order that is lost late", .citation = "none",                        \
  .formulation = GIMBAL_ODE, .accepts = "unconstrained", .step = step_,                            \
  .claims = GIMBAL_ARRAY(claims_)
static const gimbal_method methods[] = {
    {LATE("late_right", order_3, order_three)},
    {LATE("late_euler", step_late_euler, order_three)},
    {LATE("late_switched", step_switched, order_two), .memory = "1"},
    {LATE("late_drifting", step_drifting, order_two)},
    {LATE("late_astray_1", step_astray_1, order_one)},
    {LATE("late_astray_3", step_astray_3, order_three)},
    {.name = "late_structure",
     .title = "a structure that is lost late",
     .citation = "none",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .step = step_structure,
     .claims = GIMBAL_ARRAY(symplectic)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
