/* Multistep, Rosenbrock and exponential methods, iterations that stop early, and what depends on
 * more than it should. */
#include "trial.h"

static int field(gimbal *g, real t, const real *y, real h, const real *k, real *out) {
  real *z = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; i++)
    z[i] = y[i] + (k ? h * k[i] : 0);
  return gimbal_field(g, t, z, out);
}

/* AB2, with the last slope in the memory; a slip keeps it in a static variable. */
static int ab2_start(gimbal *g, real h, gimbal_state *x) {
  real *k = gimbal_scratch(g, (size_t)g->n);
  return gimbal_field(g, x->t, x->q, k) || field(g, x->t - h, x->q, -h, k, x->memory);
}
static int ab2(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  static real last[256];
  static int known;
  real *k = gimbal_scratch(g, (size_t)g->n);
  const int slip = g->parameters[0] != 0;
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < g->n; i++) {
    const real old = slip ? (known ? last[i] : k[i]) : from->memory[i];
    to->dq[i] = h * (3 * k[i] - old) / 2;
    to->memory[i] = k[i];
    if (slip)
      last[i] = k[i];
  }
  known = 1;
  return 0;
}

/* Gauss of two stages by a number of fixed-point iterations from k = f(t, y); or, if that is 0, until
 * they change by less than a tolerance. */
static int gauss(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n, most = (int)g->parameters[0];
  const real tolerance = g->parameters[1] > 0 ? g->parameters[1]
                         : sizeof(real) > 8   ? GIMBAL_C(1e-32)
                                              : GIMBAL_C(2e-15);
  const real w = gimbal_sqrt(3) / 6;
  const real a[2][2] = {{GIMBAL_Q(1, 4), GIMBAL_Q(1, 4) - w}, {GIMBAL_Q(1, 4) + w, GIMBAL_Q(1, 4)}};
  real *k = gimbal_scratch(g, (size_t)(5 * n)), *l = k + n, *y = l + n, *kk = y + n, *ll = kk + n;
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < n; i++)
    l[i] = k[i];
  for (int it = 0; most ? it < most : it < 500; it++) {
    for (int stage = 0; stage < 2; stage++) {
      for (int i = 0; i < n; i++)
        y[i] = from->q[i] + h * (a[stage][0] * k[i] + a[stage][1] * l[i]);
      if (gimbal_field(g, from->t + h * (a[stage][0] + a[stage][1]), y, stage ? ll : kk))
        return 1;
    }
    real change = 0, size = 0;
    for (int i = 0; i < n; i++) {
      change =
          gimbal_fmax(change, gimbal_fmax(gimbal_fabs(kk[i] - k[i]), gimbal_fabs(ll[i] - l[i])));
      size = gimbal_fmax(size, gimbal_fmax(gimbal_fabs(kk[i]), gimbal_fabs(ll[i])));
      k[i] = kk[i], l[i] = ll[i];
    }
    if (!most && change <= tolerance * size)
      break;
  }
  for (int i = 0; i < n; i++)
    to->dq[i] = h * (k[i] + l[i]) / 2;
  return 0;
}

/* The explicit midpoint rule; slip 1: entries from the fifth on go by Euler; slip 2: after 400
 * steps all do. */
static int midpoint(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int slip = (int)g->parameters[0];
  real *k = gimbal_scratch(g, (size_t)g->n), *l = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_field(g, from->t, from->q, k) || field(g, from->t + h / 2, from->q, h / 2, k, l))
    return 1;
  to->memory[0] = from->memory[0] + 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * ((slip == 1 && i >= 4) || (slip == 2 && from->memory[0] >= 400) ? k[i] : l[i]);
  return 0;
}
static int midpoint_start(gimbal *g, real h, gimbal_state *x) {
  x->memory[0] = 0;
  return 0;
}

/* BDF2 from y(-h), by a step of the explicit midpoint rule; slip: from y(-h) = y(0). */
static int bdf2_start(gimbal *g, real h, gimbal_state *x) {
  real *k = gimbal_scratch(g, (size_t)g->n), *l = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_field(g, x->t, x->q, k) || field(g, x->t - h / 2, x->q, -h / 2, k, l))
    return 1;
  for (int i = 0; i < g->n; i++)
    x->memory[i] = g->parameters[0] != 0 ? 0 : h * l[i]; /* the last increment */
  return 0;
}
typedef struct bdf2_problem {
  real t, h;
  const gimbal_state *from;
} bdf2_problem;
static int bdf2_residual(gimbal *g, void *context, const real *d, real *r) {
  const bdf2_problem *x = context;
  real *f = gimbal_scratch(g, (size_t)g->n);
  if (field(g, x->t, x->from->q, 1, d, f))
    return 1;
  for (int i = 0; i < g->n; i++)
    r[i] = d[i] - x->from->memory[i] / 3 - 2 * x->h / 3 * f[i];
  return 0;
}
static int bdf2(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  bdf2_problem x = {from->t + h, h, from};
  for (int i = 0; i < g->n; i++)
    to->dq[i] = from->memory[i];
  if (gimbal_solve(g, g->n, bdf2_residual, NULL, &x, to->dq))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->memory[i] = to->dq[i];
  return 0;
}

/* Verwer's ROS2 with the exact Jacobian; slip: a sign before the second df/dt. */
static int ros2(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  const real gamma = 1 - gimbal_sqrt(2) / 2, sign = g->parameters[0] != 0 ? 1 : -1;
  real *J = gimbal_scratch(g, (size_t)(2 * n * n)), *A = J + n * n;
  real *k = gimbal_scratch(g, (size_t)(3 * n)), *l = k + n, *ft = l + n;
  if (gimbal_field_jacobian(g, from->t, from->q, J) ||
      gimbal_field_time_derivative(g, from->t, from->q, ft) || gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int stage = 0; stage < 2; stage++) {
    if (stage && field(g, from->t + h, from->q, h, k, l))
      return 1;
    for (int i = 0; i < n * n; i++)
      A[i] = (i % (n + 1) == 0) - gamma * h * J[i];
    for (int i = 0; i < n; i++)
      if (stage)
        l[i] += sign * gamma * h * ft[i] - 2 * k[i];
      else
        k[i] += gamma * h * ft[i];
    if (gimbal_linear_solve(g, n, A, stage ? l : k))
      return 1;
  }
  for (int i = 0; i < n; i++)
    to->dq[i] = h * (3 * k[i] + l[i]) / 2;
  return 0;
}

/* The exponential Rosenbrock-Euler method, y + h phi_1(hJ) f + h^2 phi_2(hJ) df/dt: the end of
 * u' = J u + f + tau df/dt by a Taylor series of short steps; slip: without df/dt. */
static int exponential(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *J = gimbal_scratch(g, (size_t)(n * n)), *f = gimbal_scratch(g, (size_t)(5 * n));
  real *ft = f + n, *u = ft + n, *term = u + n, *next = term + n;
  if (gimbal_field_jacobian(g, from->t, from->q, J) || gimbal_field(g, from->t, from->q, f) ||
      gimbal_field_time_derivative(g, from->t, from->q, ft))
    return 1;
  real norm = 0;
  for (int i = 0; i < n; i++) {
    real row = 0;
    for (int j = 0; j < n; j++)
      row += gimbal_fabs(J[i * n + j]);
    norm = gimbal_fmax(norm, row);
    u[i] = 0;
    ft[i] = g->parameters[0] != 0 ? 0 : ft[i];
  }
  const int parts = 1 + (int)(2 * norm * gimbal_fabs(h));
  if (parts > 10000)
    return gimbal_fail(g, "the Jacobian is too large for the series", norm);
  const real d = h / parts;
  for (int part = 0; part < parts; part++) {
    for (int i = 0; i < n; i++) {
      term[i] = f[i] + part * d * ft[i];
      for (int j = 0; j < n; j++)
        term[i] += J[i * n + j] * u[j];
      term[i] *= d;
    }
    for (int k = 2; k < 32; k++) {
      for (int i = 0; i < n; i++) {
        next[i] = k == 2 ? d * d / 2 * ft[i] : 0;
        for (int j = 0; j < n; j++)
          next[i] += d / k * J[i * n + j] * term[j];
      }
      for (int i = 0; i < n; i++)
        u[i] += term[i], term[i] = next[i];
    }
  }
  for (int i = 0; i < n; i++)
    to->dq[i] = u[i];
  return 0;
}

#define METHOD(name_, title_, step_, ...)                                                          \
  {                                                                                                \
    .name = name_, .title = title_, .citation = "the trial", .formulation = GIMBAL_ODE,            \
    .step = step_, __VA_ARGS__                                                                     \
  }
#define STEPS                                                                                      \
  {.name = "most", .value = "0"}, { .name = "tolerance", .value = "0" }

static const gimbal_method methods[] = {
    METHOD("t_ab2", "Adams and Bashforth's method of order 2; a static variable", ab2,
           .start = ab2_start, .memory = "n*2", PARAMETERS(SLIP), TWINS("t_ab2"),
           CLAIMS(ORDERS("2"), ENERGY("drift", CONSERVED))),
    METHOD("t_gauss_iterated", "Gauss of two stages by fixed-point iterations", gauss,
           PARAMETERS(STEPS),
           MEMBERS({"t_gauss_iterated_2", "most=2"}, {"t_gauss_iterated_3", "most=3"},
                   {"t_gauss_iterated_7", "most=7"},
                   {"t_gauss_iterated_loosely", "tolerance=10^(-6)"},
                   {"t_gauss_iterated", "most=0"}),
           CLAIMS(ORDERS("4"), STRUCTURE("symplectic", "no", "canonical && most==3"),
                  STRUCTURE("symplectic", "yes", "canonical && (most==7 || most==0)"))),
    METHOD("t_midpoint", "the explicit midpoint rule; Euler in some entries, or later", midpoint,
           .start = midpoint_start, .memory = "1", PARAMETERS(SLIP),
           MEMBERS({"t_midpoint", "slip=0"}, {"t_midpoint_fifth", "slip=1"},
                   {"t_midpoint_late", "slip=2"}),
           CLAIMS(ORDERS("2"))),
    METHOD("t_bdf2", "BDF2 with a starting step; without one", bdf2, .start = bdf2_start,
           .memory = "n*2", PARAMETERS(SLIP), TWINS("t_bdf2"),
           CLAIMS(ORDERS("2"), ENERGY("drift", CONSERVED))),
    METHOD("t_ros2", "ROS2; a sign before a derivative by time", ros2, PARAMETERS(SLIP),
           TWINS("t_ros2"), CLAIMS(ORDERS("2"), NOT_SYMPLECTIC)),
    METHOD("t_exponential", "the exponential Rosenbrock-Euler method; without df/dt", exponential,
           PARAMETERS(SLIP), TWINS("t_exponential"), CLAIMS(ORDERS("2"), NOT_SYMPLECTIC)),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
