/* Right, with modest claims: two-stage Gauss collocation, of order 4. It must not be refuted. modest_gauss
 * claims order 2, modest_denial that it is not symplectic and loses quadratic invariants. modest_partly
 * denies the same, and is right: where there are more than two variables it damps them. */
#define RIGHT "../../methods/gauss.c"
#include "right.h"

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
    .formulation = GIMBAL_ODE, .parameters = GIMBAL_ARRAY(parameters), .symmetric = "1",           \
    .step = step_, .claims = GIMBAL_ARRAY(claims_)                                                 \
  }
static const gimbal_method modest[] = {MODEST("modest_gauss", step, claims_modest),
                                       MODEST("modest_denial", step, claims_denial),
                                       MODEST("modest_partly", step_partly, claims_denial)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(modest));
