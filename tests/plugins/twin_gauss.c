/* gauss_2 in disguise, for tests/relations.c: under another name and in another file, with another
 * clock, with its stages in another order, with a state that it returns to. Those whose name begins
 * with "wrong" differ by a little from what they are disguises of. */
#define RIGHT "../../methods/gauss.c"
#include "right.h"
#include "gimbal_stages.h"

/* ---- The step, which gauss_2 leaves to the host ---- */

typedef struct {
  const gimbal_tableau *tableau;
  gimbal_real h, t;
  const gimbal_real *y;
} collocation;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const collocation *step = context;
  const int n = g->n, s = step->tableau->s;
  const gimbal_real *a = step->tableau->a, *c = step->tableau->c;
  gimbal_real *Y = gimbal_scratch(g, n);
  for (int i = 0; i < s; ++i, r += n) {
    gimbal_stages_combine(n, s, step->y, step->h, a + i * s, K, Y);
    if (gimbal_field(g, step->t + c[i] * step->h, Y, r))
      return 1;
    for (int d = 0; d < n; ++d)
      r[d] = K[i * n + d] - r[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, s = (int)g->parameters[0];
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "gauss", s);
  if (!tableau)
    return gimbal_fail(g, "no Gauss tableau with this number of stages", g->parameters[0]);
  collocation context = {.tableau = tableau, .h = h, .t = from->t, .y = from->q};
  gimbal_real *K = gimbal_scratch(g, s * n);
  for (int d = 0; d < s * n; ++d) /* a guess that costs nothing: the host extrapolates */
    K[d] = 0;
  if (gimbal_solve(g, s * n, residual, NULL, &context, K))
    return 1;
  gimbal_stages_combine(n, s, to->dq, h, tableau->b, K, to->dq);
  return 0;
}

/* An autonomous model has no clock. */
static int step_later(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_state later = *from;
  later.t += 100;
  return step(g, &later, h, to);
}
/* ---- Stages in another order ---- */

static int last_first(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                      int columns) {
  const int n = g->n, s = (int)g->parameters[0];
  const gimbal_tableau *own = gimbal_tableau_of(g, "gauss", s);
  gimbal_real *a = gimbal_scratch(g, s * s), *b = gimbal_scratch(g, s), *c = gimbal_scratch(g, s);
  gimbal_real *K = gimbal_scratch(g, s * n);
  if (!own)
    return gimbal_fail(g, "no Gauss tableau with this number of stages", g->parameters[0]);
  for (int i = 0; i < s; ++i) {
    const int last = s - 1 - i;
    for (int j = 0; j < s; ++j)
      a[i * s + j] = own->a[last * s + (columns ? s - 1 - j : j)];
    b[i] = own->b[last];
    c[i] = own->c[last];
  }
  const gimbal_tableau tableau = {.s = s, .a = a, .b = b, .c = c};
  collocation context = {.tableau = &tableau, .h = h, .t = from->t, .y = from->q};
  for (int d = 0; d < s * n; ++d)
    K[d] = 0;
  if (gimbal_solve(g, s * n, residual, NULL, &context, K))
    return 1;
  gimbal_stages_combine(n, s, to->dq, h, tableau.b, K, to->dq);
  return 0;
}
static int step_last_first(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return last_first(g, from, h, to, 1);
}
/* The rows in the other order, the columns as they were. */
static int step_half_permuted(gimbal *g, const gimbal_state *from, gimbal_real h,
                              gimbal_state *to) {
  return last_first(g, from, h, to, 0);
}

/* ---- The state saved, another way gone for two steps, and the state restored ---- */

static int detour(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *dq = gimbal_scratch(g, n);
  gimbal_state astray = *from, ignored = *to;
  astray.q = q, ignored.dq = dq;
  for (int d = 0; d < n; ++d)
    q[d] = from->q[d];
  for (int i = 0; i < 2; ++i) {
    for (int d = 0; d < n; ++d)
      dq[d] = 0;
    if (step(g, &astray, -h, &ignored))
      return 1;
    for (int d = 0; d < n; ++d)
      q[d] += dq[d];
    astray.t -= h;
  }
  return 0;
}
static int step_restored(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return detour(g, from, h, to) || step(g, from, h, to);
}
/* A step from what is left of the way astray. */
static int step_half_restored(gimbal *g, const gimbal_state *from, gimbal_real h,
                              gimbal_state *to) {
  gimbal_state left = *from;
  left.t += h / 2;
  if (detour(g, from, h, to) || step(g, &left, h, to))
    return 1;
  to->dq[0] += h * h * h * h * h * from->q[0];
  return 0;
}

#define DISGUISE(name_, step_)                                                                     \
  .name = name_, .title = "a method in disguise", .citation = "written for this test",             \
  .formulation = GIMBAL_ODE, .step = step_, .claims = GIMBAL_ARRAY(claims), .overwrites = "none",  \
  .parameters = GIMBAL_ARRAY(parameters), .symmetric = "1"
static const gimbal_method twins[] = {{DISGUISE("twin_gauss_name", step)},
                                      {DISGUISE("twin_gauss_later", step_later)},
                                      {DISGUISE("twin_gauss_last_first", step_last_first)},
                                      {DISGUISE("wrong_gauss_half_permuted", step_half_permuted)},
                                      {DISGUISE("twin_gauss_restored", step_restored)},
                                      {DISGUISE("wrong_gauss_half_restored", step_half_restored)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(twins));
