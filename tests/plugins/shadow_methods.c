/* Methods that conserve their energy well on reversible orbits, but have no Hamiltonian of their own
 * there, and one that has one and gives a wrong action. All claim a shadow Hamiltonian, wrongly or
 * not, and nothing else. They differ from others on models/perturbed_pendulum.c. */
#include "gimbal.h"

/* ---- Runge–Kutta methods of three stages ---- */

typedef struct {
  const gimbal_real *a, *c, *y;
  gimbal_real h, t;
} stages;

enum { STAGES = 3 };

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const stages *s = context;
  const int n = g->n;
  gimbal_real *Y = gimbal_scratch(g, n);
  for (int i = 0; i < STAGES; ++i, r += n) {
    for (int d = 0; d < n; ++d) {
      gimbal_real sum = 0;
      for (int j = 0; j < STAGES; ++j)
        sum += s->a[i * STAGES + j] * K[j * n + d];
      Y[d] = s->y[d] + s->h * sum;
    }
    if (gimbal_field(g, s->t + s->c[i] * s->h, Y, r))
      return 1;
    for (int d = 0; d < n; ++d)
      r[d] = K[i * n + d] - r[d];
  }
  return 0;
}

static int step_stages(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *b = gimbal_coefficients(g, "b");
  stages context = {.a = gimbal_coefficients(g, "a"),
                    .c = gimbal_coefficients(g, "c"),
                    .y = from->q,
                    .h = h,
                    .t = from->t};
  gimbal_real *K = gimbal_scratch(g, (size_t)STAGES * n);
  for (int d = 0; d < STAGES * n; ++d)
    K[d] = 0;
  if (gimbal_solve(g, STAGES * n, residual, NULL, &context, K))
    return 1;
  for (int d = 0; d < n; ++d)
    for (int i = 0; i < STAGES; ++i)
      to->dq[d] += h * b[i] * K[i * n + d];
  return 0;
}

#define COEFFICIENTS(list, a_, b_, c_)                                                             \
  static const gimbal_value list[] = {                                                             \
      {.name = "a", .value = a_}, {.name = "b", .value = b_}, {.name = "c", .value = c_}}

COEFFICIENTS(lobatto_iiib, "1/6, -1/6, 0, 1/6, 1/3, 0, 1/6, 5/6, 0", "1/6, 2/3, 1/6", "0, 1/2, 1");
/* The last stage only fills the tableau. */
COEFFICIENTS(trapezoidal, "0, 0, 0, 1/2, 1/2, 0, 0, 0, 0", "1/2, 1/2, 0", "0, 1, 0");

/* Symplectic Euler for odes of velocities that are the second half of the entries, and of no others. */
static int step_halves(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int half = (g->n + 1) / 2;
  gimbal_real *k = gimbal_scratch(g, g->n), *y = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    y[d] = from->q[d];
  if (gimbal_field(g, from->t, y, k))
    return 1;
  for (int d = half; d < g->n; ++d)
    y[d] += to->dq[d] = h * k[d];
  for (int d = half; d < g->n; ++d)
    to->dq[d - half] = h * y[d];
  return 0;
}

/* ---- Compositions of kicks and drifts ---- */

/* Störmer–Verlet, with F(q + c h² M⁻¹F(q)) for the force: c = 0 is the method itself, c = 1/12 the
 * simplified Takahashi–Imada method, whose kicks are no gradient. The action is that of kicks by a
 * potential, U(q + c h² M⁻¹F/2), which is what generates them to the order of the method; of
 * `share` times the potential, which for Störmer–Verlet is right if it is one. */
static int verlet(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                  gimbal_real c, gimbal_real share) {
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *moved = gimbal_scratch(g, n),
              *zero = gimbal_scratch(g, n);
  gimbal_real *a = gimbal_scratch(g, n), L[3];
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d], p[d] = from->p[d];
    zero[d] = 0;
  }
  for (int kick = 0; kick < 2; ++kick) {
    if (gimbal_force(g, from->t, q, zero, f) || gimbal_velocity(g, from->t, q, f, a))
      return 1;
    for (int d = 0; d < n; ++d)
      moved[d] = q[d] + c * h * h * a[d];
    if (gimbal_force(g, from->t, moved, zero, f))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dp[d] += h / 2 * f[d];
    for (int d = 0; d < n; ++d)
      moved[d] = q[d] + c * h * h / 2 * a[d];
    if (gimbal_lagrangian_value(g, from->t, moved, zero, &L[kick])) /* −U */
      return 1;
    if (kick)
      break;
    for (int d = 0; d < n; ++d)
      p[d] = from->p[d] + to->dp[d];
    if (gimbal_velocity(g, from->t, q, p, v) || gimbal_lagrangian_value(g, from->t, q, v, &L[2]) ||
        gimbal_lagrangian_value(g, from->t, q, zero, &L[1]))
      return 1;
    L[2] -= L[1]; /* T */
    for (int d = 0; d < n; ++d) {
      to->dq[d] = h * v[d];
      q[d] = from->q[d] + to->dq[d];
    }
  }
  if (to->action)
    *to->action = h * (L[2] + share * (L[0] + L[1]) / 2);
  return 0;
}

static int step_takahashi(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return verlet(g, from, h, to, GIMBAL_Q(1, 12), 1);
}
static int step_action(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return verlet(g, from, h, to, 0, 1 + h * h / 12);
}
static int step_silent(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return verlet(g, from, h, to, 0, 1);
}

#define CLAIMS(list, word)                                                                         \
  static const gimbal_claim list[] = {{.study = "shadow",                                          \
                                       .quantity = "hamiltonian",                                  \
                                       .value = word,                                              \
                                       .when = "canonical && autonomous"}}
CLAIMS(yes, "yes");
CLAIMS(no, "no");

#define METHOD(name_, formulation_, step_, claims_, ...)                                           \
  {                                                                                                \
    .name = name_, .title = "for a test", .citation = "", .formulation = formulation_,             \
    .accepts = "unconstrained && separable", .step = step_, .claims = GIMBAL_ARRAY(claims_),       \
    .overwrites = "none", __VA_ARGS__                                                              \
  }

static const gimbal_method methods[] = {
    METHOD("shadow_lobatto_iiib", GIMBAL_ODE, step_stages, yes,
           .coefficients = GIMBAL_ARRAY(lobatto_iiib)),
    METHOD("shadow_lobatto_iiib_denied", GIMBAL_ODE, step_stages, no,
           .coefficients = GIMBAL_ARRAY(lobatto_iiib)),
    METHOD("shadow_trapezoidal", GIMBAL_ODE, step_stages, yes,
           .coefficients = GIMBAL_ARRAY(trapezoidal)),
    METHOD("shadow_halves", GIMBAL_ODE, step_halves, yes, .symmetric = NULL),
    METHOD("shadow_takahashi_imada", GIMBAL_LAGRANGIAN, step_takahashi, yes, .action = "1"),
    METHOD("shadow_wrong_action", GIMBAL_LAGRANGIAN, step_action, yes, .action = "1"),
    METHOD("shadow_right_denied", GIMBAL_LAGRANGIAN, step_silent, no, .action = "1"),
    METHOD("shadow_no_action", GIMBAL_LAGRANGIAN, step_silent, yes, .action = NULL)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
