/* The classical method of order 4 with what a parasitic root i adds to it, h⁴ cos(πn/2): a right method of
 * order 4, whose errors are no sum of powers of h. Wrong: the same with 1e-7 h³ in each unit of time;
 * and with h³ cos(πn/2). And BDF of order 2 without the 1/3 of its last increment, which has a double root 1. */
#include "gimbal.h"

static int classical(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static const int quarters[] = {0, 2, 2, 4}, weight[] = {1, 2, 2, 1};
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  for (int d = 0; d < n; ++d)
    to->dq[d] = k[d] = 0;
  for (int i = 0; i < 4; ++i) {
    const gimbal_real c = h * quarters[i] / 4;
    for (int d = 0; d < n; ++d)
      y[d] = from->q[d] + c * k[d];
    if (gimbal_field(g, from->t + c, y, k))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * weight[i] * k[d] / 6;
  }
  return 0;
}

/* cos(πn/2) turns by this from n to n + 1. */
static int turn(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                gimbal_real parasitic, gimbal_real drift) {
  static const int change[] = {-1, -1, 1, 1};
  const int phase = (int)from->memory[0];
  if (classical(g, from, h, to))
    return 1;
  to->dq[0] += parasitic * change[phase] + h * drift;
  to->memory[0] = (phase + 1) % 4;
  return 0;
}

static int right(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return turn(g, from, h, to, h * h * h * h / 100, 0);
}

static int drifting(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return turn(g, from, h, to, h * h * h * h / 100, GIMBAL_C(1e-7) * h * h * h);
}

static int low(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return turn(g, from, h, to, h * h * h / 100, 0);
}

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} Context;

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Context *c = context;
  gimbal_real *y = gimbal_scratch(g, (size_t)g->n);
  for (int d = 0; d < g->n; ++d)
    y[d] = c->from->q[d] + x[d];
  if (gimbal_field(g, c->from->t + c->h, y, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - c->from->memory[d] - 2 * c->h * r[d] / 3;
  return 0;
}

static int diverging(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  Context c = {from, h};
  if (gimbal_solve(g, g->n, residual, NULL, &c, to->memory))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = to->memory[d];
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "4"}};
static const gimbal_claim of_velocities[] = {{.study = "order", .quantity = "v", .value = "2"}};
#define PARASITIC(name_, step_)                                                                    \
  {                                                                                                \
    .name = name_, .title = "the classical method and a parasitic root", .citation = "none",       \
    .formulation = GIMBAL_ODE, .accepts = "unconstrained", .memory = "1", .step = step_,           \
    .claims = GIMBAL_ARRAY(claims)                                                                 \
  }
static const gimbal_method methods[] = {PARASITIC("parasitic", right),
                                        PARASITIC("parasitic_drifting", drifting),
                                        PARASITIC("parasitic_low", low),
                                        {.name = "parasitic_diverging",
                                         .title = "BDF of order 2 with a double root",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .accepts = "unconstrained && m > 0",
                                         .memory = "n + m",
                                         .step = diverging,
                                         .claims = GIMBAL_ARRAY(of_velocities)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
