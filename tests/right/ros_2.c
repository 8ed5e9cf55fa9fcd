/* ROS2 [Verwer, Spee, Blom, Hundsdorfer, SIAM J. Sci. Comput. 20 (1999) 1456], γ = 1 − 1/√2:
 *   (I − γhJ) k₁ = f(t,y),  (I − γhJ) k₂ = f(t + h, y + h k₁) − 2 k₁,  y₁ = y + (3/2) h k₁ + h k₂/2.
 * Order 2 whatever the matrix J. */
#include "rosenbrock.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real gamma = gimbal_coefficients(g, "gamma")[0];
  gimbal_real *J = gimbal_scratch(g, (size_t)n * n), *y = gimbal_scratch(g, n);
  gimbal_real *k = gimbal_scratch(g, n), *l = gimbal_scratch(g, n);
  if (jacobian_of_field(g, from->t, from->q, J) || gimbal_field(g, from->t, from->q, k) ||
      resolvent(g, gamma * h, J, k))
    return 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d] + h * k[d];
  if (gimbal_field(g, from->t + h, y, l))
    return 1;
  for (int d = 0; d < n; ++d)
    l[d] -= 2 * k[d];
  if (resolvent(g, gamma * h, J, l))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * (3 * k[d] + l[d]) / 2;
  return 0;
}

static const gimbal_value coefficients[] = {{.name = "gamma", .value = "1-1/sqrt(2)"}};
static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_V("2"),
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("ros_2", "the Rosenbrock method ROS2",
       "Verwer, Spee, Blom and Hundsdorfer, SIAM Journal on Scientific Computing 20 (1999) 1456",
       GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
