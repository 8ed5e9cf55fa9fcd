/* Wrong: Heun's method, with a counter that is not in the state: every hundredth step is one of Euler. The
 * claim that is wrong: order 2 of q (it is 1). */
#include "../right/claim.h"

static int heun_or_euler(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                         int euler) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, n), *l = gimbal_scratch(g, n), *y = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * k[d];
    y[d] = from->q[d] + h * k[d];
  }
  if (euler)
    return 0;
  if (gimbal_field(g, from->t + h, y, l))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h / 2 * (k[d] + l[d]);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static int counter;
  return heun_or_euler(g, from, h, to, ++counter % 100 == 0);
}

static const gimbal_claim claims[] = {ORDER_Q("2"), ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_static_counter", "Heun's method with a hidden counter", "none", GIMBAL_ODE,
       .accepts = NULL);
