/* Wrong: the implicit midpoint rule with three fixed-point iterations. The claim that is wrong: symplectic. */
#include "../right/claim.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, n), *y = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int iteration = 0; iteration < 3; ++iteration) {
    for (int d = 0; d < n; ++d)
      y[d] = from->q[d] + h / 2 * k[d];
    if (gimbal_field(g, from->t + h / 2, y, k))
      return 1;
  }
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * k[d];
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_V("2"), LINEAR_EXACT,
                                      SYMPLECTIC("yes", CONSTANT_FORM)};
METHOD("wrong_midpoint_iterated", "the implicit midpoint rule, three iterations", "none",
       GIMBAL_ODE, .accepts = "unconstrained");
