/* The midpoint rule, whose double twin is the pilot of its quadruple one: a right one, and pilots that
 * mislead. The quadruple step must be the same behind all of them. */
#include "gimbal.h"

typedef enum { RIGHT, ASTRAY, FAILING, OTHER_SIZE, ONE_MORE } Way;

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} Stage;

/* x = h f(q + x/2); unknowns beyond those of the state vanish. */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Stage *stage = context;
  gimbal_real *const q = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    q[d] = stage->from->q[d] + x[d] / 2;
  if (gimbal_field(g, stage->from->t + stage->h / 2, q, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - stage->h * r[d];
  return 0;
}

static int residual_and_zero(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  r[g->n] = x[g->n];
  return residual(g, context, x, r);
}

static int solve(gimbal *g, Stage *stage, int more, gimbal_real *x) {
  for (int d = 0; d < g->n + more; ++d)
    x[d] = 0;
  return gimbal_solve(g, g->n + more, more ? residual_and_zero : residual, NULL, stage, x);
}

/* What the double twin does instead. */
static int step(gimbal *g, Way way, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  Stage stage = {from, h};
  gimbal_real *const x = gimbal_scratch(g, (size_t)g->n + 1);
#ifdef GIMBAL_QUAD
  way = RIGHT;
#endif
  if (way == ASTRAY)
    stage.h = -3 * h;
  if (way == FAILING)
    return gimbal_fail(g, "no double step", 0);
  if (way == ONE_MORE) {
    Stage other = {from, 5 * h};
    if (solve(g, &other, 0, x))
      return 1;
  }
  if (solve(g, &stage, way == OTHER_SIZE, x))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = x[d];
  return 0;
}

#define WAY(name, way)                                                                             \
  static int name(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {          \
    return step(g, way, from, h, to);                                                              \
  }
WAY(right, RIGHT)
WAY(astray, ASTRAY)
WAY(failing, FAILING)
WAY(other_size, OTHER_SIZE)
WAY(one_more, ONE_MORE)

/* Of a run with a handle there is no pilot. */
static int open_nothing(gimbal *g, gimbal_real h, const gimbal_state *state) {
  (void)g, (void)h, (void)state;
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};

#define METHOD                                                                                     \
  .title = "The midpoint rule", .citation = "none", .formulation = GIMBAL_ODE,                     \
  .claims = GIMBAL_ARRAY(claims)
static const gimbal_method methods[] = {
    {.name = "pilot_right", METHOD, .step = right},
    {.name = "pilot_astray", METHOD, .step = astray},
    {.name = "pilot_failing", METHOD, .step = failing},
    {.name = "pilot_other_size", METHOD, .step = other_size},
    {.name = "pilot_one_more", METHOD, .step = one_more},
    {.name = "pilot_none", METHOD, .step = right, .open = open_nothing}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
