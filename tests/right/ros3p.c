/* ROS3P [Lang, Verwer, BIT 41 (2001) 731], in the form without products of matrices:
 *   (I/(γh) − J) U_i = f(t + α_i h, y + Σ_j a_ij U_j) + Σ_j c_ij U_j/h + γ_i h ∂f/∂t,
 *   y₁ = y + Σ m_i U_i.
 * Order 3, which needs the true Jacobian and ∂f/∂t. */
#include "rosenbrock.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real gamma = gimbal_coefficients(g, "gamma")[0];
  const gimbal_real *a = gimbal_coefficients(g, "a"), *c = gimbal_coefficients(g, "c");
  const gimbal_real *alpha = gimbal_coefficients(g, "alpha");
  const gimbal_real *gammas = gimbal_coefficients(g, "gammas"), *m = gimbal_coefficients(g, "m");
  gimbal_real *J = gimbal_scratch(g, (size_t)n * n), *ft = gimbal_scratch(g, n);
  gimbal_real *y = gimbal_scratch(g, n), *U = gimbal_scratch(g, 3 * (size_t)n);
  if (jacobian_of_field(g, from->t, from->q, J) || time_derivative(g, from->t, from->q, ft))
    return 1;
  for (int i = 0; i < 3; ++i) {
    gimbal_real *u = U + i * n;
    for (int d = 0; d < n; ++d) {
      y[d] = from->q[d];
      for (int j = 0; j < i; ++j)
        y[d] += a[i * (i - 1) / 2 + j] * U[j * n + d];
    }
    if (gimbal_field(g, from->t + alpha[i] * h, y, u))
      return 1;
    for (int d = 0; d < n; ++d) {
      u[d] = gamma * h * (u[d] + gammas[i] * h * ft[d]);
      for (int j = 0; j < i; ++j)
        u[d] += gamma * c[i * (i - 1) / 2 + j] * U[j * n + d];
    }
    if (resolvent(g, gamma * h, J, u))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += m[i] * u[d];
  }
  return 0;
}

static const gimbal_value coefficients[] = {
    {.name = "gamma", .value = "1/2+sqrt(3)/6"},
    {.name = "a", .value = "3-sqrt(3), 3-sqrt(3), 0"},
    {.name = "c", .value = "-6*(2-sqrt(3)), -2*sqrt(3), -sqrt(3)"},
    {.name = "alpha", .value = "0, 1, 1"},
    {.name = "gammas", .value = "1/2+sqrt(3)/6, -1/2+sqrt(3)/6, -1/2-sqrt(3)/3"},
    {.name = "m", .value = "2, sqrt(3)/3, 1-sqrt(3)/3"}};
static const gimbal_claim claims[] = {ORDER_Q("3"), ORDER_V("3"),
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("ros3p", "the Rosenbrock method ROS3P", "Lang and Verwer, BIT 41 (2001) 731", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
