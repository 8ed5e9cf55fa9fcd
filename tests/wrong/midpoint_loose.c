/* Wrong: the implicit midpoint rule, iterated until the slope changes by less than 10⁻⁶. The claim that is
 * wrong: quadratic invariants exact. */
#include "../right/claim.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, n), *y = gimbal_scratch(g, n), *last = gimbal_scratch(g, n),
              change = 1;
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int iteration = 0; iteration < 100 && change > GIMBAL_C(1e-6); ++iteration) {
    change = 0;
    for (int d = 0; d < n; ++d) {
      y[d] = from->q[d] + h / 2 * k[d];
      last[d] = k[d];
    }
    if (gimbal_field(g, from->t + h / 2, y, k))
      return 1;
    for (int d = 0; d < n; ++d)
      change = gimbal_fmax(change, gimbal_fabs(k[d] - last[d]));
  }
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * k[d];
  return 0;
}

static const gimbal_claim claims[] = {LINEAR_EXACT, QUADRATIC_EXACT};
METHOD("wrong_midpoint_loose", "the implicit midpoint rule, loosely solved", "none", GIMBAL_ODE,
       .accepts = "unconstrained");
