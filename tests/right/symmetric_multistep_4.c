/* The explicit symmetric multistep method of order 4 [Hairer, Lubich, Wanner, Geometric Numerical
 * Integration, XV.1]:
 *   q_{n+4} − 2q_{n+3} + 2q_{n+2} − 2q_{n+1} + q_n = h² (7/6 a_{n+3} − 1/3 a_{n+2} + 7/6 a_{n+1}).
 * Memory: the last three differences of q and the last two accelerations. The velocity, a difference
 * of order 4, is that of two nodes before. Started by the classical Runge–Kutta method, backwards:
 * its h⁵ becomes an h⁴ by the double root. */
#include "multistep.h"

/* d₀ = q₀ − q₋₁, d₋₁, d₋₂, a₋₁, a₋₂ */
static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  const int n = g->n;
  gimbal_real *y = gimbal_scratch(g, 2 * (size_t)n), *past = gimbal_scratch(g, 2 * (size_t)n);
  gimbal_real t = state->t;
  for (int d = 0; d < n; ++d) {
    y[d] = state->q[d];
    y[n + d] = 0;
  }
  if (gimbal_velocity(g, t, state->q, state->p, y + n))
    return 1;
  for (int j = 0; j < 3; ++j, t -= h) {
    if (runge_kutta(g, 2 * n, t, y, -h, past))
      return 1;
    for (int d = 0; d < n; ++d)
      state->memory[j * n + d] = y[d] - past[d];
    for (int d = 0; d < 2 * n; ++d)
      y[d] = past[d];
    if (gimbal_field(g, t - h, y, past))
      return 1;
    for (int d = 0; j < 2 && d < n; ++d)
      state->memory[(3 + j) * n + d] = past[n + d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *m = from->memory;
  gimbal_real *y = gimbal_scratch(g, 2 * (size_t)n), *f = gimbal_scratch(g, 2 * (size_t)n);
  gimbal_real *v = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d) {
    y[d] = from->q[d];
    y[n + d] = 0;
  }
  if (gimbal_field(g, from->t, y, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    const gimbal_real a = (7 * (f[n + d] + m[4 * n + d]) - 2 * m[3 * n + d]) / 6;
    const gimbal_real last = m[d], before = m[n + d], first = m[2 * n + d];
    to->dq[d] = last - before + first + h * h * a;
    v[d] = (8 * (last + before) - (to->dq[d] + last + before + first)) / (12 * h);
    to->memory[d] = to->dq[d];
    to->memory[n + d] = last;
    to->memory[2 * n + d] = before;
    to->memory[3 * n + d] = f[n + d];
    to->memory[4 * n + d] = m[3 * n + d];
  }
  return gimbal_momentum(g, from->t, from->q, v, to->p);
}

static const gimbal_claim claims[] = {ORDER_Q("4"), ORDER_P("4")};
METHOD("symmetric_multistep_4", "the explicit symmetric multistep method of order 4",
       "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), XV.1",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .memory = "5*n",
       .time_of_p = "-2", .start = start);
