/* Deuflhard's trigonometric method [Hairer, Lubich, Wanner, Geometric Numerical Integration, XIII.1.2]
 * with one frequency ω, which splits M q̈ = f into the oscillators M q̈ = −ω²Mq, solved exactly, and
 * the kick f + ω²Mq, half of it on either side. Order 2 for every ω, symplectic and symmetric; both
 * parts preserve the momentum maps of rotations, but neither those of translations. The energy is
 * bounded as long as q is, of which a rotation of an angle takes no care: nothing is said of it. */
#include "lagrangian.h"

static int kick(gimbal *g, gimbal_real t, gimbal_real omega, gimbal_real weight,
                const gimbal_real *q, gimbal_real *p) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, n), *Mq = gimbal_scratch(g, n);
  if (force_at(g, t, q, f) || gimbal_momentum(g, t, q, q, Mq))
    return 1;
  for (int d = 0; d < n; ++d)
    p[d] += weight * (f[d] + omega * omega * Mq[d]);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real omega = gimbal_coefficients(g, "omega")[0];
  const gimbal_real turn = gimbal_coefficients(g, "rotation")[0];
  const gimbal_real cosine = gimbal_cos(h * turn), sine = gimbal_sin(h * turn);
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *v = gimbal_scratch(g, n), *Mq = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d];
  if (kick(g, from->t, omega, h / 2, from->q, p) || inverse_mass(g, from->t, from->q, p, v) ||
      gimbal_momentum(g, from->t, from->q, from->q, Mq))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = cosine * from->q[d] + sine / turn * v[d];
    p[d] = cosine * p[d] - turn * sine * Mq[d];
  }
  if (kick(g, from->t + h, omega, h / 2, q, p))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = q[d] - from->q[d];
    to->dp[d] = p[d] - from->p[d];
  }
  return 0;
}
