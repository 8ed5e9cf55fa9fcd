/* The steps of drawn methods: a Runge–Kutta method, a partitioned pair, a splitting and Nyström's
 * method, each for any number of stages. The numbers are the coefficients of the descriptor; `sweeps`
 * of a fixed-point iteration stand in for the solver where there is such a coefficient. */
#include "gimbal_stages.h"

typedef struct {
  gimbal *g;
  const gimbal_state *from;
  gimbal_real h;
  int s;
  const gimbal_real *a, *b, *c, *hat;
} drawn;

static drawn drawn_step(gimbal *g, const gimbal_state *from, gimbal_real h) {
  return (drawn){.g = g,
                 .from = from,
                 .h = h,
                 .s = gimbal_coefficient_count(g, "b"),
                 .a = gimbal_coefficients(g, "a"),
                 .b = gimbal_coefficients(g, "b"),
                 .c = gimbal_coefficients(g, "c")};
}

static int is_explicit(int s, const gimbal_real *a) {
  for (int i = 0; i < s; ++i)
    for (int j = i; j < s; ++j)
      if (a[i * s + j] != 0)
        return 0;
  return 1;
}

/* f at stage i of y' = f(t,y), of the slopes K. */
static int slope(const drawn *x, int i, const gimbal_real *K, gimbal_real *f) {
  const int n = x->g->n;
  gimbal_real *Y = gimbal_scratch(x->g, n);
  gimbal_stages_combine(n, x->s, x->from->q, x->h, x->a + i * x->s, K, Y);
  return gimbal_field(x->g, x->from->t + x->c[i] * x->h, Y, f);
}

static int slopes_left(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const drawn *x = context;
  for (int i = 0; i < x->s; ++i)
    if (slope(x, i, K, r + i * g->n))
      return 1;
  for (int d = 0; d < x->s * g->n; ++d)
    r[d] = K[d] - r[d];
  return 0;
}

static int step_rk(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  drawn x = drawn_step(g, from, h);
  const int n = g->n, s = x.s, sweeps = (int)gimbal_coefficients(g, "sweeps")[0];
  gimbal_real *K = gimbal_scratch(g, s * n), *old = gimbal_scratch(g, s * n);
  for (int d = 0; d < s * n; ++d)
    K[d] = 0;
  if (is_explicit(s, x.a)) {
    for (int i = 0; i < s; ++i)
      if (slope(&x, i, K, K + i * n))
        return 1;
  } else if (!sweeps && gimbal_solve(g, s * n, slopes_left, NULL, &x, K)) {
    return 1;
  }
  for (int k = 0; k < sweeps; ++k) {
    for (int d = 0; d < s * n; ++d)
      old[d] = K[d];
    for (int i = 0; i < s; ++i)
      if (slope(&x, i, old, K + i * n))
        return 1;
  }
  gimbal_stages_combine(n, s, to->dq, h, x.b, K, to->dq);
  return 0;
}

/* The stage velocities V of the stage forces F of a pair; where `to` is given, the end of the step. */
static int velocities(const drawn *x, const gimbal_real *F, gimbal_real *V) {
  const int n = x->g->n;
  gimbal_real *P = gimbal_scratch(x->g, n);
  for (int i = 0; i < x->s; ++i) {
    gimbal_stages_combine(n, x->s, x->from->p, x->h, x->hat + i * x->s, F, P);
    if (gimbal_velocity(x->g, x->from->t, x->from->q, P, V + i * n))
      return 1;
  }
  return 0;
}

static int forces_left(gimbal *g, void *context, const gimbal_real *F, gimbal_real *r) {
  const drawn *x = context;
  const int n = g->n;
  gimbal_real *V = gimbal_scratch(g, x->s * n), *Q = gimbal_scratch(g, n);
  if (velocities(x, F, V))
    return 1;
  for (int i = 0; i < x->s; ++i) {
    gimbal_stages_combine(n, x->s, x->from->q, x->h, x->a + i * x->s, V, Q);
    if (gimbal_force(g, x->from->t + x->c[i] * x->h, Q, V + i * n, r + i * n))
      return 1;
  }
  for (int d = 0; d < x->s * n; ++d)
    r[d] = F[d] - r[d];
  return 0;
}

static int step_pair(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  drawn x = drawn_step(g, from, h);
  const int n = g->n, s = x.s;
  gimbal_real *F = gimbal_scratch(g, s * n), *V = gimbal_scratch(g, s * n);
  x.hat = gimbal_coefficients(g, "hat");
  for (int d = 0; d < s * n; ++d)
    F[d] = 0;
  if (gimbal_solve(g, s * n, forces_left, NULL, &x, F) || velocities(&x, F, V))
    return 1;
  gimbal_stages_combine(n, s, to->dq, h, x.b, V, to->dq);
  gimbal_stages_combine(n, s, to->dp, h, x.b, F, to->dp);
  return 0;
}

/* p ← p + k_i h f(q), q ← q + d_i h v(p), in turn. */
static int step_splitting(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, s = gimbal_coefficient_count(g, "kick");
  const gimbal_real *kick = gimbal_coefficients(g, "kick");
  const gimbal_real *drift = gimbal_coefficients(g, "drift");
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *x = gimbal_scratch(g, n);
  gimbal_real t = from->t;
  for (int i = 0; i < s; ++i, t += drift[i - 1] * h) {
    gimbal_stages_combine(n, 1, from->q, 1, &(gimbal_real){1}, to->dq, q);
    if (gimbal_force(g, t, q, from->p, x))
      return 1;
    gimbal_stages_combine(n, 1, to->dp, h, kick + i, x, to->dp);
    gimbal_stages_combine(n, 1, from->p, 1, &(gimbal_real){1}, to->dp, p);
    if (gimbal_velocity(g, t, q, p, x))
      return 1;
    gimbal_stages_combine(n, 1, to->dq, h, drift + i, x, to->dq);
  }
  return 0;
}

/* Q_i = q + c_i h v + h² Σ a_ij F_j, q₁ = q + h v + h² Σ β_i F_i and p₁ = p + h M Σ b_i F_i, where the
 * F_i are accelerations. */
static int step_nystrom(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const drawn x = drawn_step(g, from, h);
  const int n = g->n, s = x.s;
  const gimbal_real *beta = gimbal_coefficients(g, "beta");
  gimbal_real *v = gimbal_scratch(g, n), *Q = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  gimbal_real *F = gimbal_scratch(g, s * n);
  for (int d = 0; d < s * n; ++d)
    F[d] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  gimbal_stages_combine(n, 1, to->dq, h, &(gimbal_real){1}, v, to->dq);
  for (int i = 0; i < s; ++i) {
    const gimbal_real t = from->t + x.c[i] * h;
    gimbal_stages_combine(n, 1, from->q, h, x.c + i, v, Q);
    gimbal_stages_combine(n, s, Q, h * h, x.a + i * s, F, Q);
    if (gimbal_force(g, t, Q, v, f) || gimbal_velocity(g, t, Q, f, F + i * n))
      return 1;
    gimbal_stages_combine(n, 1, to->dp, h, x.b + i, f, to->dp);
  }
  gimbal_stages_combine(n, s, to->dq, h * h, beta, F, to->dq);
  return 0;
}
