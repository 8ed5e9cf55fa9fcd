/* Wrong: methods/projected_rk4.c, but λ is that of the last stage, which is off by h³. The claim that is wrong:
 * order 4 of λ (it is 3). */
#include "../right/claim.h"

typedef struct {
  gimbal_real t;                            /* at the end of the step */
  const gimbal_real *q, *v;                 /* before the projection */
  const gimbal_real *gradient, *directions; /* Dg(q̃), and the rows of Dg and D₂Φ for v */
} projection;

/* y = start + Σ_l x_l row_l */
static void push(int n, int rows, const gimbal_real *start, const gimbal_real *row,
                 const gimbal_real *x, gimbal_real *y) {
  for (int d = 0; d < n; ++d) {
    y[d] = start[d];
    for (int l = 0; l < rows; ++l)
      y[d] += x[l] * row[l * n + d];
  }
}

static int residual_q(gimbal *g, void *context, const gimbal_real *sigma, gimbal_real *r) {
  const projection *point = context;
  gimbal_real *q = gimbal_scratch(g, g->n);
  push(g->n, g->holonomic, point->q, point->gradient, sigma, q);
  return gimbal_holonomic(g, point->t, q, r);
}

static int residual_v(gimbal *g, void *context, const gimbal_real *rho, gimbal_real *r) {
  const projection *point = context;
  gimbal_real *v = gimbal_scratch(g, g->n);
  push(g->n, g->k, point->v, point->directions, rho, v);
  for (int l = 0; l < g->holonomic; ++l) {
    r[l] = 0;
    for (int d = 0; d < g->n; ++d)
      r[l] += point->directions[l * g->n + d] * v[d];
  }
  return g->nonholonomic > 0 && gimbal_constraint(g, point->t, point->q, v, r + g->holonomic);
}

/* The Runge–Kutta increments of (q,v). */
static int increments(gimbal *g, gimbal_real t, gimbal_real h, const gimbal_real *q0,
                      const gimbal_real *v0, gimbal_real *dq, gimbal_real *dv, gimbal_real *last) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c");
  gimbal_real *q = gimbal_scratch(g, n), *lambda = last;
  gimbal_real *v = gimbal_scratch(g, 4 * n), *w = gimbal_scratch(g, 4 * n); /* q̇ and v̇ */
  for (int d = 0; d < n; ++d)
    dq[d] = dv[d] = 0;
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < n; ++d) {
      q[d] = q0[d];
      v[i * n + d] = v0[d];
      for (int j = 0; j < i; ++j) {
        q[d] += h * a[i * (i - 1) / 2 + j] * v[j * n + d];
        v[i * n + d] += h * a[i * (i - 1) / 2 + j] * w[j * n + d];
      }
    }
    if (gimbal_acceleration(g, t + c[i] * h, q, v + i * n, w + i * n, lambda))
      return 1;
    for (int d = 0; d < n; ++d) {
      dq[d] += h * b[i] * v[i * n + d];
      dv[d] += h * b[i] * w[i * n + d];
    }
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real t = from->t + h;
  gimbal_real *v0 = gimbal_scratch(g, n), *dv = gimbal_scratch(g, n);
  gimbal_real *q = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *x = gimbal_scratch(g, k);
  gimbal_real *gradient = gimbal_scratch(g, k * n), *directions = gimbal_scratch(g, k * n);
  projection point = {.t = t, .q = q, .v = v, .gradient = gradient, .directions = directions};
  for (int d = 0; d < n; ++d)
    v0[d] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, v0) ||
      increments(g, from->t, h, from->q, v0, to->dq, dv, to->lambda))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d] + to->dq[d];
    v[d] = v0[d] + dv[d];
  }
  for (int l = 0; l < k; ++l)
    x[l] = 0;
  if (g->holonomic > 0) {
    if (gimbal_holonomic_gradient(g, t, q, gradient) ||
        gimbal_solve(g, g->holonomic, residual_q, NULL, &point, x))
      return 1;
    push(n, g->holonomic, to->dq, gradient, x, to->dq);
    push(n, g->holonomic, q, gradient, x, q);
    if (gimbal_holonomic_gradient(g, t, q, directions))
      return 1;
  }
  if (g->nonholonomic > 0 && gimbal_reaction(g, t, q, v, directions + g->holonomic * n))
    return 1;
  for (int l = 0; l < k; ++l)
    x[l] = 0;
  if (gimbal_solve(g, k, residual_v, NULL, &point, x))
    return 1;
  push(n, k, v, directions, x, v);
  return gimbal_momentum(g, t, q, v, to->p);
}

static const gimbal_value coefficients[] = {
    {.name = "a", .value = "1/2, 0, 1/2, 0, 0, 1", .description = "rows below the diagonal"},
    {.name = "b", .value = "1/6, 1/3, 1/3, 1/6", .description = "weights"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"}};

static const gimbal_claim claims[] = {ORDER_Q("4"), ORDER_P("4"), CLAIM("order", "lambda", "4"),
                                      CLAIM("constraint", "nodes", "exact")};
METHOD("wrong_lambda_of_stage", "projected Runge–Kutta with the multiplier of a stage", "none",
       GIMBAL_LAGRANGIAN, .accepts = "k > 0", .coefficients = GIMBAL_ARRAY(coefficients));
