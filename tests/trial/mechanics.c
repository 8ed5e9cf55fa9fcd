/* Methods on Lagrangians, Hamiltonians and groups: discrete gradients, projections, constraints. */
#include "trial.h"

static int potential(gimbal *g, real t, const real *q, real *U) {
  real *v = gimbal_scratch(g, (size_t)g->m);
  for (int i = 0; i < g->m; i++)
    v[i] = 0;
  return gimbal_energy(g, t, q, v, U);
}
typedef struct problem {
  const gimbal_state *from;
  real h, *a, *b;
  int mode;
} problem;

/* Discrete gradients for L = v M v/2 - U: d = h M^-1 (p + h G/2). mode 0: Gonzalez; 1: without his
 * correction; 2: Itoh and Abe. */
static int gradient_residual(gimbal *g, void *context, const real *d, real *r) {
  const problem *x = context;
  const real *q = x->from->q, t = x->from->t;
  const int n = g->n;
  real *z = gimbal_scratch(g, (size_t)(2 * n)), *p = z + n, U0, U1, *G = x->a;
  if (x->mode == 2) {
    real *F = gimbal_scratch(g, (size_t)(2 * n)), *v = F + n;
    for (int i = 0; i < n; i++)
      z[i] = q[i], v[i] = 0;
    if (potential(g, t, z, &U0))
      return 1;
    for (int i = 0; i < n; i++) {
      if (d[i] == 0 && gimbal_force(g, t, z, v, F))
        return 1;
      z[i] += d[i];
      if (potential(g, t, z, &U1))
        return 1;
      G[i] = d[i] == 0 ? F[i] : (U0 - U1) / d[i];
      U0 = U1;
    }
  } else {
    real *v = gimbal_scratch(g, (size_t)n), dd = 0, e;
    for (int i = 0; i < n; i++)
      z[i] = q[i] + d[i] / 2, v[i] = 0;
    if (gimbal_force(g, t, z, v, G) || potential(g, t, q, &U0))
      return 1;
    for (int i = 0; i < n; i++)
      z[i] = q[i] + d[i];
    if (potential(g, t, z, &U1))
      return 1;
    e = U1 - U0;
    for (int i = 0; i < n; i++)
      e += G[i] * d[i], dd += d[i] * d[i];
    for (int i = 0; i < n && dd > 0 && x->mode == 0; i++)
      G[i] -= e / dd * d[i];
  }
  for (int i = 0; i < n; i++)
    p[i] = x->from->p[i] + x->h / 2 * G[i];
  if (gimbal_velocity(g, t, q, p, r))
    return 1;
  for (int i = 0; i < n; i++)
    r[i] = d[i] - x->h * r[i];
  return 0;
}
static int discrete_gradient(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  problem x = {from, h, gimbal_scratch(g, (size_t)g->n), NULL, (int)g->parameters[0]};
  real *r = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_velocity(g, from->t, from->q, from->p, to->dq))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] *= h;
  if (gimbal_solve(g, g->n, gradient_residual, NULL, &x, to->dq) ||
      gradient_residual(g, &x, to->dq, r))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dp[i] = h * x.a[i];
  return 0;
}

/* The classical Runge-Kutta method in (q,p), then along the gradient of H back to the first energy;
 * slip 1: only if it is 1e-9 off. (Where momenta depend on q, six steps may not suffice.) */
static int energy_of(gimbal *g, real t, const real *y, real *E, real *v) {
  return gimbal_velocity(g, t, y, y + g->n, v) || gimbal_energy(g, t, y, v, E);
}
static int projected_start(gimbal *g, real h, gimbal_state *x) {
  real *v = gimbal_scratch(g, (size_t)g->n);
  return gimbal_velocity(g, x->t, x->q, x->p, v) || gimbal_energy(g, x->t, x->q, v, x->memory);
}
static int projected(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *y = gimbal_scratch(g, (size_t)(9 * n)), *k = y + 2 * n, *z = k + 2 * n, *v = z + 2 * n;
  real *F = v + n, E, t = from->t;
  for (int i = 0; i < n; i++)
    z[i] = y[i] = from->q[i], z[n + i] = y[n + i] = from->p[i];
  for (int s = 0; s < 4; s++) {
    if (gimbal_momentum_field(g, t + (s + 1) / 2 * h / 2, z, k))
      return 1;
    for (int i = 0; i < 2 * n; i++) {
      const real old = i < n ? from->q[i] : from->p[i - n];
      y[i] += h * k[i] / (s % 3 ? 3 : 6);
      z[i] = old + h * k[i] / (s == 2 ? 1 : 2);
    }
  }
  for (int it = 0; it < 6; it++) {
    real square = 0;
    if (energy_of(g, t + h, y, &E, v) || gimbal_force(g, t + h, y, v, F))
      return 1;
    if (g->parameters[0] == 1 && gimbal_fabs(E - from->memory[0]) < GIMBAL_C(1e-9) * gimbal_fabs(E))
      break;
    for (int i = 0; i < n; i++)
      square += F[i] * F[i] + v[i] * v[i];
    for (int i = 0; i < n; i++) {
      y[i] += (E - from->memory[0]) / square * F[i];
      y[n + i] -= (E - from->memory[0]) / square * v[i];
    }
  }
  for (int i = 0; i < n; i++)
    to->dq[i] = y[i] - from->q[i], to->dp[i] = y[n + i] - from->p[i];
  return 0;
}

/* RATTLE; slip 1: the momentum is not led back; slip 2: lambda of the wrong end of the step. */
static int push(gimbal *g, real t, const real *q, const real *p, const real *lambda, real h,
                const real *F, real *out) {
  real *D = gimbal_scratch(g, (size_t)(g->holonomic * g->n));
  if (gimbal_holonomic_gradient(g, t, q, D))
    return 1;
  for (int i = 0; i < g->n; i++) {
    out[i] = p[i] + h / 2 * F[i];
    for (int l = 0; l < g->holonomic; l++)
      out[i] += h / 2 * lambda[l] * D[l * g->n + i];
  }
  return 0;
}
static int position_residual(gimbal *g, void *context, const real *lambda, real *r) {
  const problem *x = context;
  real *q = gimbal_scratch(g, (size_t)(3 * g->n)), *p = q + g->n, *v = p + g->n;
  if (push(g, x->from->t, x->from->q, x->from->p, lambda, x->h, x->a, p) ||
      gimbal_velocity(g, x->from->t, x->from->q, p, v))
    return 1;
  for (int i = 0; i < g->n; i++)
    q[i] = x->from->q[i] + x->h * v[i], x->b[i] = p[i], x->b[g->n + i] = x->h * v[i];
  return gimbal_holonomic(g, x->from->t + x->h, q, r);
}
static int tangent_residual(gimbal *g, void *context, const real *mu, real *r) {
  const problem *x = context;
  const real t = x->from->t + x->h;
  real *D = gimbal_scratch(g, (size_t)(g->holonomic * g->n)), *v = gimbal_scratch(g, (size_t)g->n);
  if (push(g, t, x->b + 2 * g->n, x->b, mu, x->h, x->a, x->b + 3 * g->n) ||
      gimbal_velocity(g, t, x->b + 2 * g->n, x->b + 3 * g->n, v) ||
      gimbal_holonomic_gradient(g, t, x->b + 2 * g->n, D))
    return 1;
  for (int l = 0; l < g->holonomic; l++) {
    r[l] = 0;
    for (int i = 0; i < g->n; i++)
      r[l] += D[l * g->n + i] * v[i];
  }
  return 0;
}
static int rattle(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n, k = g->holonomic, slip = (int)g->parameters[0];
  real *F = gimbal_scratch(g, (size_t)(7 * n)), *b = F + n, *v = b + 4 * n, *a = v + n,
       *q = b + 2 * n;
  real *lambda = gimbal_scratch(g, (size_t)(2 * k)), *mu = lambda + k;
  for (int l = 0; l < k; l++)
    lambda[l] = mu[l] = from->lambda[l];
  problem x = {from, h, F, b, 0};
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, F) ||
      gimbal_solve_keyed(g, 0, k, position_residual, NULL, &x, lambda) ||
      position_residual(g, &x, lambda, a))
    return 1;
  for (int i = 0; i < n; i++)
    to->dq[i] = b[n + i], q[i] = from->q[i] + b[n + i];
  if (gimbal_force(g, from->t + h, q, v, F) ||
      gimbal_solve_keyed(g, 1, k, tangent_residual, NULL, &x, mu) || tangent_residual(g, &x, mu, a))
    return 1;
  for (int i = 0; i < n; i++) {
    if (slip == 1)
      b[3 * n + i] = b[i] + h / 2 * F[i];
    to->dp[i] = b[3 * n + i] - from->p[i];
  }
  if (gimbal_velocity(g, from->t + h, q, b + 3 * n, v) ||
      gimbal_acceleration(g, from->t + h, q, v, a, to->lambda))
    return 1;
  for (int l = 0; l < k && slip == 2; l++)
    to->lambda[l] = lambda[l];
  return 0;
}

/* The geometric nonholonomic integrator: half a drift, a kick with a reflection, half a drift;
 * slip: directions of the reaction from where the step begins. */
static int gni_residual(gimbal *g, void *context, const real *x_, real *r) {
  const problem *x = context; /* x_ = (p1, lambda); a: q at the middle; b: v0 */
  const int n = g->n, k = g->nonholonomic;
  const real t = x->from->t + x->h / 2;
  real *v = gimbal_scratch(g, (size_t)(2 * n)), *F = v + n, *D = gimbal_scratch(g, (size_t)(k * n));
  if (gimbal_velocity(g, t, x->a, x_, v))
    return 1;
  for (int i = 0; i < n; i++)
    v[i] = (v[i] + x->b[i]) / 2;
  if (gimbal_force(g, t, x->a, v, F) || gimbal_constraint(g, t, x->a, v, r + n) ||
      gimbal_reaction(g, t, x->mode ? x->from->q : x->a, v, D))
    return 1;
  for (int i = 0; i < n; i++) {
    r[i] = x_[i] - x->from->p[i] - x->h * F[i];
    for (int l = 0; l < k; l++)
      r[i] -= x->h * x_[n + l] * D[l * n + i];
  }
  return 0;
}
static int gni(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *q = gimbal_scratch(g, (size_t)(3 * n)), *v = q + n, *w = v + n;
  real *x_ = gimbal_scratch(g, (size_t)(n + g->k));
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  for (int i = 0; i < n; i++)
    q[i] = from->q[i] + h / 2 * v[i], x_[i] = from->p[i];
  for (int l = 0; l < g->k; l++)
    x_[n + l] = from->lambda[l];
  problem x = {from, h, q, v, (int)g->parameters[0]};
  if (gimbal_solve(g, n + g->k, gni_residual, NULL, &x, x_) ||
      gimbal_velocity(g, from->t + h, q, x_, w))
    return 1;
  for (int i = 0; i < n; i++)
    to->dq[i] = h / 2 * (v[i] + w[i]), to->dp[i] = x_[i] - from->p[i];
  for (int l = 0; l < g->k; l++)
    to->lambda[l] = x_[n + l];
  return 0;
}

/* Boris: half a drift, a kick with the mean of both velocities, half a drift; slip: with the old. */
static int boris_residual(gimbal *g, void *context, const real *w, real *r) {
  const problem *x = context;
  real *v = gimbal_scratch(g, (size_t)g->n), none;
  for (int i = 0; i < g->n; i++)
    v[i] = x->mode ? x->b[i] : (w[i] + x->b[i]) / 2;
  if (gimbal_acceleration(g, x->from->t + x->h / 2, x->a, v, r, &none))
    return 1;
  for (int i = 0; i < g->n; i++)
    r[i] = w[i] - x->b[i] - x->h * r[i];
  return 0;
}
static int boris(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *q = gimbal_scratch(g, (size_t)(3 * n)), *v = q + n, *w = v + n;
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  for (int i = 0; i < n; i++)
    q[i] = from->q[i] + h / 2 * v[i], w[i] = v[i];
  problem x = {from, h, q, v, (int)g->parameters[0]};
  if (gimbal_solve(g, n, boris_residual, NULL, &x, w))
    return 1;
  for (int i = 0; i < n; i++)
    to->q[i] = q[i] + h / 2 * w[i];
  return gimbal_momentum(g, from->t + h, to->q, w, to->p);
}

/* Symplectic Euler in (q,p) for any H; slip: the drift with the old p. */
static int rate(gimbal *g, const problem *x, const real *p, real *out) {
  real *y = gimbal_scratch(g, (size_t)(2 * g->n));
  for (int i = 0; i < g->n; i++)
    y[i] = x->from->q[i], y[g->n + i] = p[i];
  return gimbal_momentum_field(g, x->from->t, y, out);
}
static int euler_residual(gimbal *g, void *context, const real *p, real *r) {
  const problem *x = context;
  if (rate(g, x, p, x->a))
    return 1;
  for (int i = 0; i < g->n; i++)
    r[i] = p[i] - x->from->p[i] - x->h * x->a[g->n + i];
  return 0;
}
static int euler(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  real *p = gimbal_scratch(g, (size_t)(3 * g->n));
  problem x = {from, h, p + g->n, NULL, 0};
  for (int i = 0; i < g->n; i++)
    p[i] = from->p[i];
  if (gimbal_solve(g, g->n, euler_residual, NULL, &x, p) ||
      rate(g, &x, g->parameters[0] != 0 ? from->p : p, x.a))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * x.a[i], to->dp[i] = p[i] - from->p[i];
  return 0;
}

/* The explicit midpoint rule on a group; slip: the increment from the wrong side. */
static int lie_midpoint(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  real *q = gimbal_scratch(g, (size_t)(2 * n)), *d = q + n,
       *lambda = gimbal_scratch(g, (size_t)(g->k + 1));
  real *v = gimbal_scratch(g, (size_t)(4 * m)), *a = v + m, *w = a + m, *xi = w + m;
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_acceleration(g, from->t, from->q, v, a, lambda))
    return 1;
  for (int i = 0; i < m; i++)
    xi[i] = h / 2 * v[i], w[i] = v[i] + h / 2 * a[i];
  if (gimbal_retract(g, GIMBAL_EXPONENTIAL, xi, d) || gimbal_compose(g, from->q, d, q) ||
      gimbal_acceleration(g, from->t + h / 2, q, w, a, lambda))
    return 1;
  for (int i = 0; i < m; i++)
    xi[i] = h * w[i], v[i] += h * a[i];
  if (gimbal_retract(g, GIMBAL_EXPONENTIAL, xi, d) ||
      (g->parameters[0] != 0 ? gimbal_compose(g, d, from->q, to->q)
                             : gimbal_compose(g, from->q, d, to->q)))
    return 1;
  return gimbal_momentum(g, from->t + h, to->q, v, to->p);
}

#define METHOD(name_, title_, formulation_, accepts_, step_, ...)                                  \
  {                                                                                                \
    .name = name_, .title = title_, .citation = "the trial", .formulation = formulation_,          \
    .accepts = accepts_, .step = step_, __VA_ARGS__                                                \
  }
#define CONSERVATIVE "unconstrained && autonomous && forced==0"
#define QP(value_) ORDER("q", value_), ORDER("p", value_)
#define REVERSIBLE STRUCTURE("reversible", "yes", "reversible")

static const gimbal_method methods[] = {
    METHOD("t_discrete_gradient", "discrete gradients", GIMBAL_LAGRANGIAN,
           "separable && " CONSERVATIVE, discrete_gradient,
           PARAMETERS({"mode", "0"}, {"order", "2"}),
           MEMBERS({"t_gonzalez", "mode=0"}, {"t_gonzalez_slip", "mode=1"},
                   {"t_itoh_abe", "mode=2, order=1"}, {"t_itoh_abe_slip", "mode=2"}),
           CLAIMS(QP("order"), ENERGY("exact", NULL),
                  STRUCTURE("symplectic", "no", "canonical && mode!=1"))),
    METHOD("t_projected", "RK4 with its energy led back", GIMBAL_LAGRANGIAN,
           "separable && " CONSERVATIVE, projected, .start = projected_start, .memory = "1",
           PARAMETERS(SLIP),
           MEMBERS({"t_projected", "slip=0"}, {"t_projected_loosely", "slip=1"},
                   {"t_projected_slip", "slip=2"}),
           CLAIMS(QP("4"), ENERGY("exact", NULL),
                  STRUCTURE("symplectic", "yes", "canonical && slip==2"),
                  STRUCTURE("symplectic", "no", "canonical && slip==0"))),
    METHOD(
        "t_rattle", "RATTLE", GIMBAL_LAGRANGIAN, "holonomic > 0 && nonholonomic==0 && separable",
        rattle, PARAMETERS(SLIP),
        MEMBERS({"t_rattle", "slip=0"}, {"t_rattle_half", "slip=1"}, {"t_rattle_lambda", "slip=2"}),
        CLAIMS(QP("2"), ORDER("lambda", "2"),
               {.study = "constraint", .quantity = "nodes", .value = "exact"})),
    METHOD("t_gni", "the geometric nonholonomic integrator", GIMBAL_LAGRANGIAN,
           "nonholonomic > 0 && holonomic==0 && linear_constraints && separable", gni,
           PARAMETERS(SLIP), TWINS("t_gni"), CLAIMS(QP("2"))),
    METHOD("t_boris", "Boris", GIMBAL_LAGRANGIAN, "unconstrained", boris, .overwrites = "q p",
           PARAMETERS(SLIP), TWINS("t_boris"),
           CLAIMS(QP("2"), STRUCTURE("reversible", "yes", "reversible && slip==0"))),
    METHOD("t_euler", "symplectic Euler on a Hamiltonian", GIMBAL_HAMILTONIAN, "unconstrained",
           euler, PARAMETERS(SLIP), TWINS("t_euler"), CLAIMS(QP("1"), SYMPLECTIC)),
    METHOD("t_lie_midpoint", "the explicit midpoint rule on a group", GIMBAL_GROUP, "holonomic==0",
           lie_midpoint, .overwrites = "q p", PARAMETERS(SLIP), TWINS("t_lie_midpoint"),
           CLAIMS(QP("2"))),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
