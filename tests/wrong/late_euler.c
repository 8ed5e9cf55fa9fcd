/* Wrong: a method of order 3 that becomes Euler's after t = 5. The claim that is wrong: order 3 of q (it is
 * 1 on every interval that reaches beyond). */
#include "../right/claim.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, 3 * (size_t)n), *y = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * k[d];
    y[d] = from->q[d] + h / 3 * k[d];
  }
  if (from->t >= 5)
    return 0;
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

static const gimbal_claim claims[] = {ORDER_Q("3"), ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_late_euler", "Heun's method of order 3, and Euler's from t = 5", "none", GIMBAL_ODE,
       .accepts = "unconstrained");
