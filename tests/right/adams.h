/* Adams–Bashforth methods of STEPS steps [Hairer, Nørsett, Wanner, Solving Ordinary Differential
 * Equations I, III.1]: y_{n+1} = y_n + h Σ_j b_j f_{n−j}; memory holds f_{n−1}, f_{n−2}, …, which
 * needs an error of no more than h^(STEPS−1) at the start. Neither symplectic nor symmetric; linear
 * invariants are exact. */
#include "multistep.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  const int n = g->n;
  gimbal_real *y = gimbal_scratch(g, n), t = state->t;
  for (int d = 0; d < n; ++d)
    y[d] = state->q[d];
  for (int j = 0; j < STEPS - 1; ++j, t -= h)
    if (runge_kutta(g, n, t, y, -h, y) || gimbal_field(g, t - h, y, state->memory + j * n))
      return 1;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *b = gimbal_coefficients(g, "b");
  gimbal_real *f = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = b[0] * f[d];
    for (int j = 1; j < STEPS; ++j)
      to->dq[d] += b[j] * from->memory[(j - 1) * n + d];
    to->dq[d] *= h;
    for (int j = STEPS - 2; j > 0; --j)
      to->memory[j * n + d] = from->memory[(j - 1) * n + d];
    to->memory[d] = f[d];
  }
  return 0;
}
