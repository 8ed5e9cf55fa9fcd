/* Wrong: velocity Verlet with kicks of 10⁻⁶ that depend on the bits of the state. The claim that is wrong:
 * bounded energy (it is a random walk). */
#include <string.h>
#include "../right/lagrangian.h"

/* In (-1, 1). */
static gimbal_real noise(const gimbal_real *y, int n) {
  uint64_t hash = 14695981039346656037u;
  for (int d = 0; d < n; ++d) {
    const double value = (double)y[d];
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 6364136223846793005u;
    hash ^= hash >> 29;
  }
  return 2 * (gimbal_real)(double)(hash >> 11) / GIMBAL_C(9007199254740992.0) - 1;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  if (force_at(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d] + h / 2 * f[d];
  if (inverse_mass(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (force_at(g, from->t + h, q, f1))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * (f[d] + f1[d]) + GIMBAL_C(1e-6) * noise(q, d + 1);
  return 0;
}

static const gimbal_claim claims[] = {ENERGY("bounded", "canonical && autonomous")};
METHOD("wrong_noisy_verlet", "velocity Verlet with noise", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable");
