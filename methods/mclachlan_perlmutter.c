/* The reversible method of McLachlan and Perlmutter [J. Nonlinear Sci. 16 (2006) 283, eq. 4.18] for
 * nonholonomic systems, α the directions of the reactions and H_q, H_p the derivatives of H:
 *     q½ = q + (h/2) H_p(q,p),
 *     p₁ = p − (h/2)[H_q(q½,p) + H_q(q½,p₁)] + hλ·α(q½),
 *     q₁ = q½ + (h/2) H_p(q₁,p₁),
 *     Φ(q₁, H_p(q₁,p₁)) = 0.
 * Written on the Lagrangian, with −H_q = D₁L + F at the velocity of the momentum. The unknowns are
 * v₁ = H_p(q₁,p₁), of which q₁ and p₁ follow, and hλ, which keeps the Jacobian of the order of one.
 *
 * λ belongs to t + h/2 and is scored there; its order, 2 too, is tested in the paper's suite, since a
 * reference at another time for each step size is expensive. Claims: order 2 of q and p; the constraint
 * exact at the nodes; symmetric. Of the energy no theorem says anything in general, and nothing is
 * claimed. */
#include "gimbal_stages.h"

typedef struct {
  const gimbal_state *from;
  const gimbal_real *q_half, *f; /* q½, and −H_q(q½,p) */
  const gimbal_real *reaction;   /* α(q½), k×n */
  gimbal_real h;
} half_way;

/* q₁ of v₁. */
static void position(gimbal *g, const half_way *step, const gimbal_real *v, gimbal_real *q) {
  for (int d = 0; d < g->n; ++d)
    q[d] = step->q_half[d] + step->h / 2 * v[d];
}

/* The increment of p that the forces make, −H_q(q½,p₁) taken at p. */
static int kick(gimbal *g, const half_way *step, const gimbal_real *p,
                const gimbal_real *multiplier, gimbal_real *dp) {
  gimbal_real *v = gimbal_scratch(g, g->n), *f = gimbal_scratch(g, g->n);
  const gimbal_real t = step->from->t + step->h / 2;
  if (gimbal_velocity(g, t, step->q_half, p, v) || gimbal_force(g, t, step->q_half, v, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    dp[d] = step->h / 2 * (step->f[d] + f[d]);
  gimbal_stages_push(g->n, g->k, dp, step->reaction, multiplier, dp);
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const half_way *step = context;
  const int n = g->n;
  const gimbal_real t = step->from->t + step->h;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  position(g, step, x, q);
  if (gimbal_momentum(g, t, q, x, p) || kick(g, step, p, x + n, r) ||
      gimbal_constraint(g, t, q, x, r + n))
    return 1;
  for (int d = 0; d < n; ++d)
    r[d] = p[d] - step->from->p[d] - r[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real half = from->t + h / 2;
  gimbal_real *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *reaction = gimbal_scratch(g, k * n);
  gimbal_real *x = gimbal_scratch(g, n + k), *v_half = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d] + h / 2 * v[d];
    x[d] = v[d];
  }
  for (int l = 0; l < k; ++l)
    x[n + l] = h * from->lambda[l];
  if (gimbal_velocity(g, half, q, from->p, v_half) || gimbal_force(g, half, q, v_half, f) ||
      gimbal_reaction(g, half, q, v_half, reaction))
    return 1;
  half_way context = {.from = from, .q_half = q, .f = f, .reaction = reaction, .h = h};
  if (gimbal_solve(g, n + k, residual, NULL, &context, x))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h / 2 * (v[d] + x[d]);
  position(g, &context, x, v_half); /* q₁ */
  if (gimbal_momentum(g, from->t + h, v_half, x, p) || kick(g, &context, p, x + n, to->dp))
    return 1;
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[n + l] / h;
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "mclachlan_perlmutter",
     .title = "the reversible method of McLachlan and Perlmutter",
     .citation = "McLachlan and Perlmutter, Journal of Nonlinear Science 16 (2006) 283, eq. 4.18",
     .citation_key = "McLachlanPerlmutter2006",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .time_of_lambda = "-1/2",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
