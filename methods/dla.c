/* Discrete Lagrange–d'Alembert integrators [Cortés and Martínez, Nonlinearity 14 (2001) 1365; Ball,
 * thesis (2013), 3.3.4], for constraints linear in the velocities, A(q)v = 0:
 *     D₁L_d(q_k,q_{k+1}) + D₂L_d(q_{k−1},q_k) = λ_a A^a(q_k),
 *     A(q_{k+τ})(q_{k+1} − q_k) = 0,
 * with L_d = h L(q_{k+τ},u), q_{k+τ} = (1−τ)q_k + τq_{k+1} and u = (q_{k+1}−q_k)/h. So
 *     −D₁L_d = D₂L − (1−τ)h D₁L,   D₂L_d = D₂L + τh D₁L,
 * all at (q_{k+τ},u); a force F is added to D₁L. The unknowns are u, λ and the μ below.
 *
 * Carried in memory: P_k = D₂L_d(q_{k−1},q_k); at the start P₀ = p₀, so that p₀ + D₁L_d(q₀,q₁)
 * vanishes on the distribution (q₁ = q₀ + hv₀ would cost an order). P_k is not on the distribution;
 * scored is p_{k+1} = P_{k+1} − μ_a A^a(q_{k+1}) with A v(p_{k+1}) = 0, which is no less accurate
 * than the method, where Δq/h taken at a node is of order 1. λ is about −h times the multiplier at
 * the node k, in the first step half of it: it is reported as −λ/h at its own time, one step before
 * the node, and carries no claim.
 *
 * Claims: order 2 at τ = ½, where the method is its own adjoint, else 1; the discrete constraint
 * exact; the energy drifts at τ = 0 and 1. (For a skate that turns at the rate ω with the speed s,
 * u_k is along e(φ_{k+τ}) and the equation along e(φ_k) says s_k cos(τωh) = s_{k−1} cos((1−τ)ωh):
 * at τ = 1 the speed grows by 1/cos(ωh) in every step, so that even a rounding error reaches any
 * size after some 75/(hω²); at τ = 0 it decays, at τ = ½ it is kept.) It is not claimed that
 * relative equilibria survive: Lynch and Zenkov have counterexamples [Ball, 3.3.4].
 *
 * craciun_opris: the discrete systems of Crăciun and Opriş [Discrete-Continuous Dynamical Systems
 * with Symmetry, section 7, eqs. 58 with L = L(k,q,q¹)], which are τ = 0 with forward differences.
 * Claimed in addition to order 1: the discrete momentum equation. Their general form (45) follows from the
 * discrete Lagrange–d'Alembert principle on the directions of the distribution, and the particle's
 * (10) is the component along (1,0,y_k) with the constraint inserted; so the probe measures
 * D₂L_d(q_{k−1},q_k) + D₁L_d(q_k,q_{k+1}) projected on the distribution at q_k. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, tau, t;
  const gimbal_real *q, *P; /* q_k and P_k */
  const gimbal_real *A;     /* A(q_k) */
} discrete;

/* At u: q_{k+τ}, and ∓ the derivatives of L_d: minus = −D₁L_d, plus = D₂L_d. */
static int discrete_momenta(gimbal *g, const discrete *step, const gimbal_real *u, gimbal_real *q,
                            gimbal_real *minus, gimbal_real *plus) {
  const gimbal_real h = step->h, tau = step->tau, t = step->t + tau * h;
  gimbal_real *f = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    q[d] = step->q[d] + tau * h * u[d];
  if (gimbal_force(g, t, q, u, f) || gimbal_momentum(g, t, q, u, plus))
    return 1;
  for (int d = 0; d < g->n; ++d) {
    minus[d] = plus[d] - (1 - tau) * h * f[d];
    plus[d] += tau * h * f[d];
  }
  return 0;
}

/* x = (u, λ, μ); p receives p_{k+1}, P receives P_{k+1}, r the residual. */
static int equations(gimbal *g, const discrete *step, const gimbal_real *x, gimbal_real *p,
                     gimbal_real *P, gimbal_real *r) {
  const int n = g->n, k = g->k;
  const gimbal_real *u = x, *lambda = x + n, *mu = x + n + k;
  gimbal_real *q = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *A = gimbal_scratch(g, k * n);
  if (discrete_momenta(g, step, u, q, r, P) ||
      gimbal_constraint(g, step->t + step->tau * step->h, q, u, r + n))
    return 1;
  for (int d = 0; d < n; ++d) {
    r[d] -= step->P[d];
    for (int l = 0; l < k; ++l)
      r[d] += lambda[l] * step->A[l * n + d];
    q[d] = step->q[d] + step->h * u[d];
    v[d] = u[d];
  }
  if (gimbal_reaction(g, step->t + step->h, q, u, A))
    return 1;
  for (int d = 0; d < n; ++d) {
    p[d] = P[d];
    for (int l = 0; l < k; ++l)
      p[d] -= mu[l] * A[l * n + d];
  }
  return gimbal_velocity(g, step->t + step->h, q, p, v) ||
         gimbal_constraint(g, step->t + step->h, q, v, r + n + k);
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  gimbal_real *p = gimbal_scratch(g, g->n), *P = gimbal_scratch(g, g->n);
  return equations(g, context, x, p, P, r);
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  for (int d = 0; d < g->n; ++d)
    state->memory[d] = state->p[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  gimbal_real *A = gimbal_scratch(g, k * n), *x = gimbal_scratch(g, n + 2 * k);
  gimbal_real *r = gimbal_scratch(g, n + 2 * k);
  discrete context = {
      .h = h, .tau = g->parameters[0], .t = from->t, .q = from->q, .P = from->memory, .A = A};
  for (int l = 0; l < 2 * k; ++l)
    x[n + l] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, x) ||
      gimbal_reaction(g, from->t, from->q, x, A) ||
      gimbal_solve(g, n + 2 * k, residual, NULL, &context, x) ||
      equations(g, &context, x, to->p, to->memory, r))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * x[d];
  for (int l = 0; l < k; ++l)
    to->lambda[l] = -x[n + l] / h;
  return 0;
}

/* A(q_{k+τ})(q_{k+1} − q_k), from the nodes themselves. */
static int discrete_constraint(gimbal *g, const gimbal_state *from, gimbal_real h,
                               const gimbal_state *to, gimbal_real *residual_, gimbal_real *scale) {
  const int n = g->n;
  const gimbal_real tau = g->parameters[0], t = from->t + tau * h;
  gimbal_real *q = gimbal_scratch(g, n), *delta = gimbal_scratch(g, n);
  gimbal_real *A = gimbal_scratch(g, g->k * n);
  for (int d = 0; d < n; ++d) {
    delta[d] = to->q[d] - from->q[d];
    q[d] = from->q[d] + tau * delta[d];
  }
  if (gimbal_reaction(g, t, q, delta, A))
    return 1;
  for (int l = 0; l < g->k; ++l) {
    residual_[l] = scale[l] = 0;
    for (int d = 0; d < n; ++d) {
      residual_[l] += A[l * n + d] * delta[d];
      scale[l] += gimbal_fabs(A[l * n + d]) * (gimbal_fabs(from->q[d]) + gimbal_fabs(to->q[d]));
    }
  }
  return 0;
}

/* D₂L_d(q_{k−1},q_k) + D₁L_d(q_k,q_{k+1}), orthogonally projected on the distribution at q_k. */
static int momentum_equation(gimbal *g, const gimbal_state *from, gimbal_real h,
                             const gimbal_state *to, gimbal_real *residual_, gimbal_real *scale) {
  const int n = g->n, k = g->k;
  const discrete step = {.h = h, .tau = g->parameters[0], .t = from->t, .q = from->q};
  gimbal_real *u = gimbal_scratch(g, n), *q = gimbal_scratch(g, n), *plus = gimbal_scratch(g, n);
  gimbal_real *A = gimbal_scratch(g, k * n), *G = gimbal_scratch(g, k * k);
  gimbal_real *y = gimbal_scratch(g, k), size = 0;
  for (int d = 0; d < n; ++d)
    u[d] = (to->q[d] - from->q[d]) / h;
  if (discrete_momenta(g, &step, u, q, residual_, plus) ||
      gimbal_reaction(g, from->t, from->q, u, A))
    return 1;
  for (int d = 0; d < n; ++d) {
    size += gimbal_fabs(residual_[d]) + (gimbal_fabs(from->q[d]) + gimbal_fabs(to->q[d])) / h;
    residual_[d] = from->memory[d] - residual_[d];
  }
  for (int l = 0; l < k; ++l) {
    y[l] = 0;
    for (int d = 0; d < n; ++d)
      y[l] += A[l * n + d] * residual_[d];
    for (int m = 0; m < k; ++m) {
      G[l * k + m] = 0;
      for (int d = 0; d < n; ++d)
        G[l * k + m] += A[l * n + d] * A[m * n + d];
    }
  }
  if (gimbal_linear_solve(g, k, G, y))
    return 1;
  for (int d = 0; d < n; ++d) {
    for (int l = 0; l < k; ++l)
      residual_[d] -= A[l * n + d] * y[l];
    scale[d] = size;
  }
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "tau", .value = "1/2", .description = "where L and the constraint are taken"}};
static const gimbal_value parameters_craciun_opris[] = {
    {.name = "tau", .value = "0", .description = "0: forward differences"}};

static const gimbal_member members[] = {{.name = "dla_0", .settings = "tau=0"},
                                        {.name = "dla_midpoint", .settings = "tau=1/2"},
                                        {.name = "dla_1", .settings = "tau=1"}};

static const gimbal_probe probes[] = {
    {.name = "discrete_constraint", .count = "nonholonomic", .measure = discrete_constraint}};
static const gimbal_probe probes_craciun_opris[] = {
    {.name = "discrete_constraint", .count = "nonholonomic", .measure = discrete_constraint},
    {.name = "momentum_equation", .count = "n", .measure = momentum_equation}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "1+(tau==1/2)"},
    {.study = "order", .quantity = "p", .value = "1+(tau==1/2)"},
    {.study = "constraint", .quantity = "discrete_constraint", .value = "exact"},
    {.study = "energy",
     .quantity = "energy",
     .value = "drift",
     .when = "(tau==0 || tau==1) && autonomous && !forced"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && tau==1/2"}};
static const gimbal_claim claims_craciun_opris[] = {
    {.study = "order", .quantity = "q", .value = "1"},
    {.study = "order", .quantity = "p", .value = "1"},
    {.study = "constraint", .quantity = "discrete_constraint", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "autonomous && !forced"},
    {.study = "constraint",
     .quantity = "momentum_equation",
     .value = "exact",
     .source = "Crăciun and Opriş 1996, eq. 45 and, in example 1, eq. 10"}};

static const gimbal_method methods[] = {
    {.name = "dla",
     .title = "discrete Lagrange–d'Alembert integrator",
     .citation = "Cortés and Martínez, Nonlinearity 14 (2001) 1365",
     .citation_key = "CortesMartinez2001",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .memory = "n",
     .time_of_lambda = "-1",
     .symmetric = "tau == 1/2",
     .start = start,
     .step = step,
     .probes = GIMBAL_ARRAY(probes),
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "p"},
    {.name = "craciun_opris",
     .title = "discrete Lagrange–d'Alembert equations with forward differences",
     .citation = "Crăciun and Opriş, Discrete-Continuous Dynamical Systems with Symmetry (1996)",
     .citation_key = "CraciunOpris1996",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .parameters = GIMBAL_ARRAY(parameters_craciun_opris),
     .memory = "n",
     .time_of_lambda = "-1",
     .start = start,
     .step = step,
     .probes = GIMBAL_ARRAY(probes_craciun_opris),
     .claims = GIMBAL_ARRAY(claims_craciun_opris),
     .overwrites = "p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
