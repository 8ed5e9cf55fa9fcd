/* The source of plugin_1_2.so, which was built once, with the header of interface 1.2, and must load
 * for ever. An anharmonic oscillator and the implicit midpoint rule on it, with nothing of the C
 * library in them, and something of all that 1.2 added. Never build it again: see README.md. */
#include "gimbal.h"

#define UNUSED (void)parameters, (void)t, (void)q, (void)v

static gimbal_real L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  UNUSED;
  return v[0] * v[0] / 2 - q[0] * q[0] / 2 - parameters[0] * q[0] * q[0] * q[0] * q[0] / 4;
}
static void D1L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = -q[0] - parameters[0] * q[0] * q[0] * q[0];
}
static void D2L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = v[0];
}
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L};
static const gimbal_value parameters[] = {{.name = "stiffness", .value = "1"}};
static const gimbal_case cases[] = {{.name = "A", .begin = "3", .longest = "10000"}};
static const gimbal_realisation realisations[] = {{.name = "line",
                                                   .configuration = "x",
                                                   .velocity = "v",
                                                   .n = "1",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = initial,
                                                   .size_of_q = "1"}};
static const gimbal_model models[] = {{.name = "binary_1_2_oscillator",
                                       .title = "an oscillator with a cubic force",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

typedef struct {
  const gimbal_state *from;
  gimbal_real h, half;
} midpoint;

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const midpoint *c = context;
  gimbal_real *y = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    y[d] = c->from->q[d] + c->h * c->half * x[d];
  if (gimbal_field(g, c->from->t + c->h * c->half, y, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - r[d];
  return 0;
}

/* The handle is the number of runs that are open. */
static int open_runs;

static int open_run(gimbal *g, gimbal_real h, const gimbal_state *state) {
  (void)h, (void)state;
  open_runs++;
  g->handle = &open_runs;
  return 0;
}
static void close_run(gimbal *g) { --*(int *)g->handle; }

/* To where it already is: a start that moves q by nothing. */
static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  gimbal_real size;
  (void)h;
  if (gimbal_sizes(g, NULL, NULL, &size) || !(size > 0))
    return gimbal_fail(g, "time has no size", 0);
  state->q[0] += 0;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "midpoint", 0);
  gimbal_real *x = gimbal_scratch(g, g->n), *J = gimbal_scratch(g, (size_t)g->n * g->n);
  midpoint c = {from, h, 0};
  if (!tableau || gimbal_coefficient_count(g, "half") != 1 || *(int *)g->handle < 1 ||
      gimbal_field_jacobian(g, from->t, from->q, J) ||
      gimbal_field_time_derivative(g, from->t, from->q, x))
    return 1;
  c.half = tableau->a[0];
  gimbal_count(g, GIMBAL_JACOBIANS, 1);
  for (int d = 0; d < g->n; ++d)
    x[d] = 0;
  if (gimbal_solve_keyed(g, 7, g->n, residual, NULL, &c, x))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * x[d];
  return 0;
}

static const gimbal_value coefficients[] = {{.name = "half", .value = "1/2"}};
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};
static const gimbal_own_tableau tableaux[] = {{.name = "midpoint", .a = "1/2", .b = "1"}};

static int further_members(int index, gimbal_member *member) {
  member->name = "binary_1_2_midpoint";
  return index;
}

static const gimbal_method methods[] = {{.name = "binary_1_2_family",
                                         .title = "the implicit midpoint rule",
                                         .citation = "Hairer, Lubich and Wanner, VI.4",
                                         .formulation = GIMBAL_ODE,
                                         .accepts = "n <= 18",
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .symmetric = "1",
                                         .start = start,
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims),
                                         .overwrites = "none",
                                         .tableaux = GIMBAL_ARRAY(tableaux),
                                         .further_members = further_members,
                                         .open = open_run,
                                         .close = close_run,
                                         .citation_key = "HairerLubichWanner2006",
                                         .forward_only = "0"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
