/* Methods and models for the study of conformal and contact structure. Right, though of order 1: the decay
 * before the step alone. Wrong: a decay by the (1,1) Padé approximation of the exponential function, damping as
 * one more force in the kicks, and an action that misses the potential's second half of a step. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef gimbal_real real;

/* ---- Methods for L = ½|v|² − U and forces −c p ---- */

static int force_at_rest(gimbal *g, real t, const real *q, real *f) {
  real *rest = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    rest[i] = 0;
  return gimbal_force(g, t, q, rest, f);
}

/* A Verlet step whose momentum is multiplied by these before and after it. */
static int damped_verlet(gimbal *g, const gimbal_state *from, real h, real before, real after,
                         gimbal_state *to) {
  const int n = g->n;
  real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  if (force_at_rest(g, from->t, from->q, f))
    return 1;
  for (int i = 0; i < n; ++i) {
    p[i] = before * from->p[i] + h / 2 * f[i];
    to->dq[i] = h * p[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (force_at_rest(g, from->t + h, q, f))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dp[i] = after * (p[i] + h / 2 * f[i]) - from->p[i];
  return 0;
}

static int step_first(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  return damped_verlet(g, from, h, gimbal_exp(-g->contraction * h), 1, to);
}

static int step_rational(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const real x = g->contraction * h / 4;
  return damped_verlet(g, from, h, (1 - x) / (1 + x), (1 - x) / (1 + x), to);
}

static int step_naive(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  if (gimbal_force(g, from->t, from->q, from->p, f))
    return 1;
  for (int i = 0; i < n; ++i) {
    p[i] = from->p[i] + h / 2 * f[i];
    to->dq[i] = h * p[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (gimbal_force(g, from->t + h, q, p, f))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dp[i] = p[i] + h / 2 * f[i] - from->p[i];
  return 0;
}

/* ---- A contact step with s kicked by twice the first half only, and one that is a Runge-Kutta step ---- */

static int step_contact(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n, k = n / 2;
  real *y = gimbal_scratch(g, n), *f = gimbal_scratch(g, n), *r = gimbal_scratch(g, n);
  const real e = gimbal_exp(-g->contraction * h / 2);
  for (int i = 0; i < n; ++i)
    y[i] = i < k ? from->q[i] : i < 2 * k ? e * from->q[i] : 0;
  const real s = e * from->q[2 * k];
  real *rest = gimbal_scratch(g, n);
  for (int i = 0; i < n; ++i)
    rest[i] = i < k ? y[i] : 0;
  if (gimbal_field(g, from->t, rest, r))
    return 1;
  for (int i = k; i < 2 * k; ++i)
    y[i] += h / 2 * r[i];
  if (gimbal_field(g, from->t, y, f))
    return 1;
  const real action = s + h * r[2 * k] + h * (f[2 * k] - r[2 * k]);
  for (int i = 0; i < k; ++i)
    y[i] += h * f[i];
  for (int i = 0; i < k; ++i)
    rest[i] = y[i];
  if (gimbal_field(g, from->t + h, rest, r))
    return 1;
  for (int i = k; i < 2 * k; ++i)
    y[i] = e * (y[i] + h / 2 * r[i]);
  y[2 * k] = e * action;
  for (int i = 0; i < n; ++i)
    to->dq[i] = y[i] - from->q[i];
  return 0;
}

static int step_heun(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *k = gimbal_scratch(g, n), *l = gimbal_scratch(g, n), *y = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < n; ++i)
    y[i] = from->q[i] + h * k[i];
  if (gimbal_field(g, from->t + h, y, l))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h / 2 * (k[i] + l[i]);
  return 0;
}

#define CONFORMAL                                                                                  \
  { .study = "structure", .quantity = "conformal", .value = "yes", .when = "conformal" }
#define CONTACT                                                                                    \
  { .study = "structure", .quantity = "contact", .value = "yes", .when = "contact" }
#define ORDER(p)                                                                                   \
  { .study = "order", .quantity = "q", .value = p }
static const gimbal_claim conformal_1[] = {ORDER("1"), CONFORMAL};
static const gimbal_claim conformal_2[] = {ORDER("2"), CONFORMAL};
static const gimbal_claim contact_1[] = {ORDER("1"), CONTACT};
static const gimbal_claim contact_2[] = {ORDER("2"), CONTACT};

#define METHOD(name_, formulation_, step_, claims_)                                                \
  {                                                                                                \
    .name = name_, .title = name_, .citation = "a test", .formulation = formulation_,              \
    .accepts = "conformal", .step = step_, .overwrites = "none", .claims = GIMBAL_ARRAY(claims_)   \
  }
static const gimbal_method methods[] = {
    METHOD("conformal_first", GIMBAL_LAGRANGIAN, step_first, conformal_1),
    METHOD("conformal_rational", GIMBAL_LAGRANGIAN, step_rational, conformal_2),
    METHOD("conformal_naive", GIMBAL_LAGRANGIAN, step_naive, conformal_1),
    METHOD("contact_unpaired", GIMBAL_ODE, step_contact, contact_1),
    METHOD("contact_heun", GIMBAL_ODE, step_heun, contact_2)};

/* ---- Models that say what is not so ---- */

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] - q[0] * q[0] - q[1] * q[1]) / 2;
}
static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
}
static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
/* Each direction has a damping of its own; or it depends on the place; or a force is no gradient. */
static void Uneven(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -v[0] / 5;
  out[1] = -v[1] / 4;
}
static void Placed(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -v[0] / 5 * (1 + q[0] * q[0]);
  out[1] = -v[1] / 5 * (1 + q[0] * q[0]);
}
static void Turning(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -v[0] / 5 - q[1] / 10;
  out[1] = -v[1] / 5 + q[0] / 10;
}
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = GIMBAL_Q(1, 3);
  out[2] = GIMBAL_Q(1, 2);
}
static void NoContact(const real *parameter, real t, const real *y, const real *v, real *out) {
  out[0] = y[1];
  out[1] = -y[0] - y[1] / 5;
  out[2] = (y[1] * y[1] - y[0] * y[0]) / 2 - y[2] / 4; /* another rate than that of p */
}
static void Start(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};
#define FORCED(name_, force_)                                                                      \
  static const gimbal_lagrangian name_##_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L,     \
                                                       .D1L = D1L, .D2L = D2L, .force = force_};   \
  static const gimbal_realisation name_##_realisations[] = {{.name = "plane",                      \
                                                             .configuration = "x y",               \
                                                             .velocity = "vx vy",                  \
                                                             .n = "2",                             \
                                                             .traits = "autonomous damped",        \
                                                             .lagrangian = &name_##_lagrangian,    \
                                                             .initial = Initial,                   \
                                                             .contraction = "1/5"}}
FORCED(uneven, Uneven);
FORCED(placed, Placed);
FORCED(turning, Turning);
static const gimbal_ode no_contact = {GIMBAL_SIZE(gimbal_ode), .f = NoContact};
static const gimbal_realisation no_contact_realisations[] = {{.name = "line",
                                                              .configuration = "q p s",
                                                              .n = "3",
                                                              .m = "0",
                                                              .traits = "autonomous contact",
                                                              .ode = &no_contact,
                                                              .initial = Start}};
#define MODEL(name_)                                                                               \
  {                                                                                                \
    .name = #name_ "_damping", .title = #name_, .citation = "a test",                              \
    .cases = GIMBAL_ARRAY(cases), .realisations = GIMBAL_ARRAY(name_##_realisations)               \
  }
static const gimbal_model models[] = {MODEL(uneven), MODEL(placed), MODEL(turning),
                                      MODEL(no_contact)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
