/* Wrong: lobatto_nonholonomic_3 with the inner constraint imposed at the stage momentum P^i, which
 * is accurate to order s−2 only, in place of p^i = p + h Σ_j a_ij W^j: Ψ(Q^i,P^i) = Φ(Q^i,V^i).
 * Then q and p are of order 2 and λ of order 0, where the right method has 4, 4 and 2. The last
 * constraint, at p^s = p₁, is as it should be, so the nodes do satisfy it. */
#include "gimbal.h"

static int solve_wrong(gimbal *g, int n, gimbal_residual *residual, gimbal_jacobian *jacobian,
                       void *context, gimbal_real *x);

#define gimbal_solve solve_wrong
#define RIGHT "../../methods/lobatto_nonholonomic.c"
#include "right.h"
#undef gimbal_solve

static int residual_wrong(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, s = step->tableau->s;
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  if (residual(g, context, x, r) || stages(g, step, x, Q, W))
    return 1;
  for (int i = 1; i < s - 1; ++i) {
    gimbal_real *psi = r + s * n + (i - 1) * g->k;
    if (gimbal_constraint(g, step->from->t + step->tableau->c[i] * step->h, Q + i * n, x + i * n,
                          psi))
      return 1;
    for (int l = 0; l < g->k; ++l)
      psi[l] /= step->h;
  }
  return 0;
}

static int solve_wrong(gimbal *g, int n, gimbal_residual *right, gimbal_jacobian *jacobian,
                       void *context, gimbal_real *x) {
  (void)right;
  return gimbal_solve(g, n, residual_wrong, jacobian, context, x);
}

static const gimbal_method wrong[] = {{.name = "wrong_stages",
                                       .title = "inner stages constrained at the stage momenta",
                                       .citation = "none",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .accepts = "holonomic == 0 && nonholonomic > 0",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .symmetric = "1",
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
