/* Right, with modest claims: two-stage Gauss collocation, of order 4. It must not be refuted. modest_gauss
 * claims order 2, modest_denial that it is not symplectic and loses quadratic invariants. modest_partly
 * denies the same, and is right: where there are more than two variables it damps them. */
#include "gimbal.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} collocation;

/* k_i = f(t + c_i h, y + h Σ a_ij k_j). */
static int residual(gimbal *g, void *context, const gimbal_real *k, gimbal_real *r) {
  const collocation *c = context;
  const gimbal_real root = gimbal_sqrt(GIMBAL_C(3.0)) / 6;
  const gimbal_real a[2][2] = {{GIMBAL_Q(1, 4), GIMBAL_Q(1, 4) - root},
                               {GIMBAL_Q(1, 4) + root, GIMBAL_Q(1, 4)}};
  gimbal_real *y = gimbal_scratch(g, (size_t)g->n);

  for (int i = 0; i < 2; i++) {
    for (int d = 0; d < g->n; d++)
      y[d] = c->from->q[d] + c->h * (a[i][0] * k[d] + a[i][1] * k[g->n + d]);
    if (gimbal_field(g, c->from->t + (a[i][0] + a[i][1]) * c->h, y, r + i * g->n))
      return 1;
    for (int d = 0; d < g->n; d++)
      r[i * g->n + d] = k[i * g->n + d] - r[i * g->n + d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  collocation c = {from, h};
  gimbal_real *k = gimbal_scratch(g, 2 * (size_t)g->n);

  for (int d = 0; d < 2 * g->n; d++)
    k[d] = 0;
  if (gimbal_solve(g, 2 * g->n, residual, NULL, &c, k))
    return 1;
  for (int d = 0; d < g->n; d++)
    to->dq[d] = h / 2 * (k[d] + k[g->n + d]);
  return 0;
}

static int step_partly(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (step(g, from, h, to))
    return 1;
  for (int i = 0; i < g->n && g->n > 2; i++)
    to->dq[i] -= GIMBAL_C(1e-3) * h * h * h * h * h * from->q[i];
  return 0;
}

static const gimbal_claim claims_modest[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"}};
static const gimbal_claim claims_denial[] = {
    {.study = "structure",
     .quantity = "symplectic",
     .value = "no",
     .when = "canonical && separable"},
    {.study = "invariant", .quantity = "quadratic", .value = "drift", .when = "unconstrained"}};

#define MODEST(name_, step_, claims_)                                                              \
  {                                                                                                \
    .name = name_, .title = "gauss_2 with modest claims", .citation = "none",                      \
    .formulation = GIMBAL_ODE, .symmetric = "1", .step = step_, .claims = GIMBAL_ARRAY(claims_)    \
  }
static const gimbal_method modest[] = {MODEST("modest_gauss", step, claims_modest),
                                       MODEST("modest_denial", step, claims_denial),
                                       MODEST("modest_partly", step_partly, claims_denial)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(modest));
