/* One method for each part of the interface that minor version 1 added, small enough to be right by
 * inspection; the claims that are too high by one have names that say it. */
#include "gimbal.h"
#include <stdlib.h>

/* ---- Rosenbrock methods: df/dy and df/dt, and a tableau with its own Gamma ----
 *
 *   (I - h g_ii J) k_i = f(t + c_i h, y + h sum a_ij k_j) + h J sum_{j<i} g_ij k_j + h g_i f_t,
 *   g_i = sum_j g_ij;   y' = y + h sum b_i k_i.
 *
 * The method of [Calahan 1968; Hairer and Wanner, IV.7]: two stages, order 3. For the study algebra also
 * with an entry of Γ that is off in its last digit, and without f_t (rate = 0). */
enum { OVERSTATED, LATE, RATE };

static int rosenbrock_stage(gimbal *g, const gimbal_tableau *T, int i, gimbal_real h,
                            const gimbal_real *J, const gimbal_real *ft, const gimbal_real *f,
                            gimbal_real *k) {
  const int n = g->n, s = T->s;
  gimbal_real *A = gimbal_scratch(g, n * n), sum = 0;
  for (int j = 0; j <= i; ++j)
    sum += g->parameters[RATE] * T->gamma[i * s + j];
  for (int d = 0; d < n; ++d) {
    k[i * n + d] = f[d] + h * sum * ft[d];
    for (int e = 0; e < n; ++e) {
      A[d * n + e] = (d == e) - h * T->gamma[i * s + i] * J[d * n + e];
      for (int j = 0; j < i; ++j)
        k[i * n + d] += h * J[d * n + e] * T->gamma[i * s + j] * k[j * n + e];
    }
  }
  return gimbal_linear_solve(g, n, A, k + i * n);
}

static int rosenbrock(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_tableau *T = gimbal_tableau_of(g, "calahan", 0);
  gimbal_real *J, *ft, *f, *y, *k;
  if (!T)
    return 1;
  J = gimbal_scratch(g, n * n);
  ft = gimbal_scratch(g, n), f = gimbal_scratch(g, n), y = gimbal_scratch(g, n);
  k = gimbal_scratch(g, T->s * n);
  if (gimbal_field_jacobian(g, from->t, from->q, J) ||
      gimbal_field_time_derivative(g, from->t, from->q, ft))
    return 1;
  for (int i = 0; i < T->s; ++i) {
    for (int d = 0; d < n; ++d) {
      y[d] = from->q[d];
      for (int j = 0; j < i; ++j)
        y[d] += h * T->a[i * T->s + j] * k[j * n + d];
    }
    if (gimbal_field(g, from->t + T->c[i] * h, y, f) || rosenbrock_stage(g, T, i, h, J, ft, f, k))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * T->b[i] * k[i * n + d];
  }
  return 0;
}

#define GAMMA "(3+sqrt(3))/6"
static const gimbal_own_tableau calahan[] = {
    {.name = "calahan",
     .a = "0, 0, 2/3, 0",
     .b = "1/4, 3/4",
     .gamma = GAMMA ", 0, (4/3*(1/2 - " GAMMA ") - 2/3)*(1 + late/10^15), " GAMMA}};
static const gimbal_scheme rosenbrock_schemes[] = {
    {.kind = "rosenbrock", .first = "calahan", .when = "rate == 1 || autonomous"},
    {.kind = "rosenbrock_y", .first = "calahan"}};

/* ---- Radau IIA: one tableau as text, another at run time ---- */

typedef struct {
  const gimbal_state *from;
  const gimbal_tableau *T;
  gimbal_real h;
} radau_step;

static int radau_equations(gimbal *g, void *context, const gimbal_real *k, gimbal_real *r) {
  const radau_step *c = context;
  const int n = g->n, s = c->T->s;
  gimbal_real *y = gimbal_scratch(g, n);
  for (int i = 0; i < s; ++i) {
    for (int d = 0; d < n; ++d) {
      y[d] = c->from->q[d];
      for (int j = 0; j < s; ++j)
        y[d] += c->h * c->T->a[i * s + j] * k[j * n + d];
    }
    if (gimbal_field(g, c->from->t + c->T->c[i] * c->h, y, r + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      r[i * n + d] -= k[i * n + d];
  }
  return 0;
}

static int radau(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  radau_step c = {from, gimbal_tableau_of(g, "radau_IIA", (int)g->parameters[0]), h};
  const int n = g->n;
  gimbal_real *k;
  if (!c.T)
    return 1;
  k = gimbal_scratch(g, c.T->s * n);
  for (int i = 0; i < c.T->s; ++i)
    if (gimbal_field(g, from->t, from->q, k + i * n))
      return 1;
  if (gimbal_solve(g, c.T->s * n, radau_equations, NULL, &c, k))
    return 1;
  for (int i = 0; i < c.T->s; ++i)
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * c.T->b[i] * k[i * n + d];
  return 0;
}

static const gimbal_own_tableau radau_2[] = {
    {.name = "radau_IIA", .a = "5/12, -1/12, 3/4, 1/4", .b = "3/4, 1/4"}};

static int radau_3(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  static gimbal_real a[9];
  const gimbal_real root = gimbal_sqrt(6);
  (void)parameters;
  if (index > 0)
    return 1;
  a[0] = (88 - 7 * root) / 360, a[1] = (296 - 169 * root) / 1800, a[2] = (-2 + 3 * root) / 225;
  a[3] = (296 + 169 * root) / 1800, a[4] = (88 + 7 * root) / 360, a[5] = (-2 - 3 * root) / 225;
  a[6] = (16 - root) / 36, a[7] = (16 + root) / 36, a[8] = GIMBAL_Q(1, 9);
  tableau->name = "radau_IIA";
  tableau->s = 3;
  tableau->a = a;
  tableau->b = a + 6;
  return 0;
}

static int radau_members(int index, gimbal_member *member) {
  member->name = "contract_radau_3";
  member->settings = "s=3";
  return index;
}

/* ---- Twenty midpoint steps in one, each with a key, and every other time one more solve ---- */

typedef struct {
  gimbal_real t, h;
  const gimbal_real *y;
} midpoint_step;

static int midpoint_equations(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const midpoint_step *c = context;
  gimbal_real *middle = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    middle[d] = (c->y[d] + x[d]) / 2;
  if (gimbal_field(g, c->t + c->h / 2, middle, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - c->y[d] - c->h * r[d];
  return 0;
}

static int twenty(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  enum { STEPS = 20 };
  gimbal_real *y = gimbal_scratch(g, g->n), *x = gimbal_scratch(g, g->n);
  midpoint_step c = {from->t, h / STEPS, y};
  for (int d = 0; d < g->n; ++d)
    x[d] = y[d] = from->q[d];
  to->memory[0] = 1 - from->memory[0];
  if (to->memory[0] != 0) { /* by the order of the calls, all others would now be mistaken */
    if (gimbal_solve_keyed(g, STEPS, g->n, midpoint_equations, NULL, &c, x))
      return 1;
  }
  for (int i = 0; i < STEPS; ++i) {
    for (int d = 0; d < g->n; ++d)
      x[d] = y[d];
    if (gimbal_solve_keyed(g, STEPS - 1 - i, g->n, midpoint_equations, NULL, &c, x))
      return 1;
    for (int d = 0; d < g->n; ++d)
      y[d] = x[d];
    c.t += c.h;
  }
  for (int d = 0; d < g->n; ++d) {
    to->q[d] = y[d];
    to->dq[d] = 1; /* not read: it says that q is overwritten */
  }
  return 0;
}

/* ---- A start that moves q: leapfrog with q half a step on ---- */

static int staggered_start(gimbal *g, gimbal_real h, gimbal_state *state) {
  gimbal_real *v = gimbal_scratch(g, g->n), *f = gimbal_scratch(g, g->n);
  if (gimbal_velocity(g, state->t, state->q, state->p, v) ||
      gimbal_force(g, state->t, state->q, v, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    f[d] = state->p[d] + h / 4 * f[d];
  if (gimbal_velocity(g, state->t, state->q, f, v))
    return 1;
  for (int d = 0; d < g->n; ++d)
    state->q[d] += h / 2 * v[d];
  return 0;
}

static int staggered(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *v = gimbal_scratch(g, g->n), *f = gimbal_scratch(g, g->n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_force(g, from->t + h / 2, from->q, v, f))
    return 1;
  for (int d = 0; d < g->n; ++d) {
    to->dp[d] = h * f[d];
    f[d] = from->p[d] + to->dp[d];
  }
  if (gimbal_velocity(g, from->t + h, from->q, f, v))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * v[d];
  return 0;
}

/* ---- The field in (q,p): the classical method of order 4, on any formulation ---- */

static int momenta(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m, size = n + m;
  const gimbal_real c[4] = {0, GIMBAL_C(0.5), GIMBAL_C(0.5), 1};
  gimbal_real *y = gimbal_scratch(g, size), *k = gimbal_scratch(g, size);
  for (int d = 0; d < size; ++d)
    k[d] = 0;
  for (int i = 0; i < 4; ++i) {
    const gimbal_real b = GIMBAL_Q(1, i % 3 ? 3 : 6);
    for (int d = 0; d < size; ++d)
      y[d] = (d < n ? from->q[d] : from->p[d - n]) + c[i] * h * k[d];
    if (gimbal_momentum_field(g, from->t + c[i] * h, y, k))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * b * k[d];
    for (int d = 0; d < m; ++d)
      to->dp[d] += h * b * k[n + d];
  }
  for (int d = 0; d < n; ++d)
    to->q[d] = 7; /* not read: it says that nothing is overwritten */
  if (g->k) {
    gimbal_real *v = y, *a = k;
    for (int d = 0; d < n; ++d)
      to->q[d] = from->q[d] + to->dq[d];
    for (int d = 0; d < m; ++d)
      to->p[d] = from->p[d] + to->dp[d];
    return gimbal_velocity(g, to->t, to->q, to->p, v) ||
           gimbal_acceleration(g, to->t, to->q, v, a, to->lambda);
  }
  return 0;
}

/* ---- A handle per run: Adams and Bashforth's second method keeps the last field in it ---- */

typedef struct {
  gimbal_real *last; /* h f of the step before; NULL before the first */
  long steps;
} run;

static int adams_open(gimbal *g, gimbal_real h, const gimbal_state *state) {
  run *r = calloc(1, sizeof *r);
  (void)h, (void)state;
  g->handle = r;
  return r ? 0 : gimbal_fail(g, "no memory for a run", 0);
}

static void adams_close(gimbal *g) {
  run *r = g->handle;
  gimbal_count(g, GIMBAL_RESIDUALS, 0);
  free(r->last);
  free(r);
}

static int adams(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  run *r = g->handle;
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, n), *y = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  if (!r->last) { /* a step of Heun's method to begin with */
    r->last = calloc((size_t)n, sizeof *r->last);
    if (!r->last)
      return gimbal_fail(g, "no memory for a run", n);
    for (int d = 0; d < n; ++d)
      y[d] = from->q[d] + h * f[d];
    if (gimbal_field(g, from->t + h, y, f1))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] = h / 2 * (f[d] + f1[d]);
  } else
    for (int d = 0; d < n; ++d)
      to->dq[d] = GIMBAL_C(1.5) * h * f[d] - r->last[d] / 2;
  for (int d = 0; d < n; ++d)
    r->last[d] = h * f[d];
  r->steps++;
  gimbal_count(g, GIMBAL_JACOBIANS, 2); /* a library's, which the host cannot see */
  return 0;
}

/* ---- A run by tolerance: Heun and Euler, embedded ---- */

static int adaptive(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
                    gimbal_state *to) {
  const int n = g->n;
  const gimbal_tableau *T = gimbal_tableau_of(g, "heun_euler", 0);
  gimbal_real *k = gimbal_scratch(g, 2 * n), *y = gimbal_scratch(g, n),
              *size = gimbal_scratch(g, n);
  gimbal_real now = from->t, duration, h;
  if (!T || gimbal_sizes(g, size, NULL, &duration))
    return 1;
  h = (t - now) / 16;
  while (now != t) {
    gimbal_real error = 0;
    if (gimbal_fabs(h) > gimbal_fabs(t - now))
      h = t - now;
    if (gimbal_fabs(h) < duration * GIMBAL_C(1e-12))
      return gimbal_fail(g, "the step size vanishes", h);
    if (gimbal_field(g, now, to->q, k))
      return 1;
    for (int d = 0; d < n; ++d)
      y[d] = to->q[d] + h * T->a[2] * k[d];
    if (gimbal_field(g, now + T->c[1] * h, y, k + n))
      return 1;
    for (int d = 0; d < n; ++d) {
      const gimbal_real one = T->b[0] - T->embedded[0], two = T->b[1] - T->embedded[1];
      error = gimbal_fmax(error, gimbal_fabs(h * (one * k[d] + two * k[n + d])) / size[d]);
    }
    if (error <= tolerance) {
      for (int d = 0; d < n; ++d)
        to->q[d] += h * (T->b[0] * k[d] + T->b[1] * k[n + d]);
      now = h == t - now ? t : now + h;
    }
    h *= gimbal_fmin(4, gimbal_fmax(GIMBAL_C(0.2), GIMBAL_C(0.9) * gimbal_sqrt(tolerance / error)));
  }
  return 0;
}

static const gimbal_own_tableau heun_euler[] = {
    {.name = "heun_euler", .a = "0, 0, 1, 0", .b = "1/2, 1/2", .embedded = "1, 0"}};

/* ---- The discrete action: Stoermer and Verlet's ---- */

static int action(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *q = gimbal_scratch(g, n), L0, L1;
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] = h / 2 * f[d];
    p[d] = from->p[d] + to->dp[d];
  }
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (gimbal_force(g, to->t, q, v, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] += h / 2 * f[d];
  if (to->action) {
    if (gimbal_lagrangian_value(g, from->t, from->q, v, &L0) ||
        gimbal_lagrangian_value(g, to->t, q, v, &L1))
      return 1;
    *to->action += h / 2 * (L0 + L1);
  }
  return 0;
}

/* ---- A name that is not there ---- */

static int misnamed(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)from, (void)to;
  if (gimbal_coefficient_count(g, "beta") != 2)
    return gimbal_fail(g, "beta has two entries", h);
  return gimbal_coefficients(g, "gama") == NULL;
}

static const gimbal_value misnamed_coefficients[] = {{.name = "beta", .value = "1, 2"},
                                                     {.name = "gamma", .value = "3"}};

/* ---- The methods ---- */

#define ORDER(name, order, ...)                                                                    \
  static const gimbal_claim name[] = {                                                             \
      {.study = "order", .quantity = "q", .value = order},                                         \
      {.study = "order", .quantity = "v", .value = order, .when = "m > 0"},                        \
      __VA_ARGS__}
#define REVERSIBLE                                                                                 \
  { .study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible" }
#define NOT_REVERSIBLE                                                                             \
  { .study = "structure", .quantity = "reversible", .value = "no", .when = "reversible" }

ORDER(third, "3 + overstated", NOT_REVERSIBLE);
ORDER(of_radau, "2*s - 1", NOT_REVERSIBLE);
ORDER(second, "2", REVERSIBLE);
ORDER(of_adams, "2", NOT_REVERSIBLE);
static const gimbal_claim of_momenta[] = {{.study = "order", .quantity = "q", .value = "4"},
                                          {.study = "order", .quantity = "p", .value = "4"},
                                          {.study = "order", .quantity = "lambda", .value = "4"}};
static const gimbal_claim of_staggered[] = {{.study = "order", .quantity = "q", .value = "2"},
                                            {.study = "order", .quantity = "p", .value = "2"}};

static const gimbal_value overstated[] = {[OVERSTATED] = {.name = "overstated", .value = "0"},
                                          [LATE] = {.name = "late", .value = "0"},
                                          [RATE] = {.name = "rate", .value = "1"}};
static const gimbal_member rosenbrocks[] = {
    {.name = "contract_rosenbrock", .settings = "overstated=0"},
    {.name = "contract_overstated", .settings = "overstated=1"},
    {.name = "algebra_rosenbrock_late", .settings = "late=1"},
    {.name = "algebra_rosenbrock_y", .settings = "rate=0"}};
static const gimbal_value stages[] = {{.name = "s", .value = "2"}};
static const gimbal_member radaus[] = {{.name = "contract_radau_2", .settings = "s=2"}};

#define MOMENTA(formulation_, name_)                                                               \
  {                                                                                                \
    .name = name_, .title = "order 4 in (q,p)", .citation = "a test", .formulation = formulation_, \
    .step = momenta, .claims = GIMBAL_ARRAY(of_momenta), .overwrites = "none"                      \
  }

static const gimbal_method methods[] = {{.name = "contract_rosenbrock_family",
                                         .title = "Calahan's method",
                                         .citation = "Calahan 1968",
                                         .formulation = GIMBAL_ODE,
                                         .parameters = GIMBAL_ARRAY(overstated),
                                         .members = GIMBAL_ARRAY(rosenbrocks),
                                         .step = rosenbrock,
                                         .claims = GIMBAL_ARRAY(third),
                                         .overwrites = "none",
                                         .tableaux = GIMBAL_ARRAY(calahan),
                                         .schemes = GIMBAL_ARRAY(rosenbrock_schemes),
                                         .citation_key = "Calahan1968"},
                                        {.name = "contract_radau",
                                         .title = "Radau IIA",
                                         .citation = "Hairer and Wanner, IV.5",
                                         .formulation = GIMBAL_ODE,
                                         .parameters = GIMBAL_ARRAY(stages),
                                         .members = GIMBAL_ARRAY(radaus),
                                         .step = radau,
                                         .claims = GIMBAL_ARRAY(of_radau),
                                         .overwrites = "none",
                                         .tableaux = GIMBAL_ARRAY(radau_2),
                                         .further_tableaux = radau_3,
                                         .further_members = radau_members},
                                        {.name = "contract_twenty",
                                         .title = "twenty midpoint steps in one",
                                         .citation = "a test",
                                         .formulation = GIMBAL_ODE,
                                         .memory = "1",
                                         .symmetric = "1",
                                         .step = twenty,
                                         .claims = GIMBAL_ARRAY(second),
                                         .overwrites = "q"},
                                        {.name = "contract_staggered",
                                         .title = "leapfrog with q half a step on",
                                         .citation = "a test",
                                         .formulation = GIMBAL_LAGRANGIAN,
                                         .accepts = "unconstrained && separable",
                                         .time_of_q = "1/2",
                                         .start = staggered_start,
                                         .step = staggered,
                                         .claims = GIMBAL_ARRAY(of_staggered),
                                         .overwrites = "none"},
                                        MOMENTA(GIMBAL_LAGRANGIAN, "contract_momenta_lagrangian"),
                                        MOMENTA(GIMBAL_HAMILTONIAN, "contract_momenta_hamiltonian"),
                                        MOMENTA(GIMBAL_FRAME, "contract_momenta_frame"),
                                        MOMENTA(GIMBAL_GROUP, "contract_momenta_group"),
                                        {.name = "contract_adams",
                                         .title = "Adams and Bashforth's second method",
                                         .citation = "a test",
                                         .formulation = GIMBAL_ODE,
                                         .step = adams,
                                         .claims = GIMBAL_ARRAY(of_adams),
                                         .overwrites = "none",
                                         .open = adams_open,
                                         .close = adams_close,
                                         .uncopyable = "1",
                                         .library = "a handle",
                                         .library_version = "1.0"},
                                        {.name = "contract_adaptive",
                                         .title = "Heun and Euler, embedded",
                                         .citation = "a test",
                                         .formulation = GIMBAL_ODE,
                                         .claims = GIMBAL_ARRAY(of_adams),
                                         .tableaux = GIMBAL_ARRAY(heun_euler),
                                         .advance = adaptive},
                                        {.name = "contract_action",
                                         .title = "Verlet's method with its action",
                                         .citation = "a test",
                                         .formulation = GIMBAL_LAGRANGIAN,
                                         .accepts = "unconstrained && separable",
                                         .step = action,
                                         .claims = GIMBAL_ARRAY(of_staggered),
                                         .overwrites = "none",
                                         .action = "unconstrained"},
                                        {.name = "contract_misnamed",
                                         .title = "asks for a name that is not there",
                                         .citation = "a test",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(misnamed_coefficients),
                                         .step = misnamed,
                                         .claims = GIMBAL_ARRAY(of_adams)}};

/* ---- A chain of pendulums in the plane, whose constraints are banded ---- */

#define UNUSED (void)parameters, (void)t, (void)q, (void)v
#define LINKS 4

static gimbal_real chain_L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                           const gimbal_real *v) {
  gimbal_real L = 0;
  UNUSED;
  for (int i = 0; i < LINKS; ++i)
    L += (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]) / 2 - q[2 * i + 1];
  return L;
}
static void chain_D1L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < LINKS; ++i)
    out[2 * i] = 0, out[2 * i + 1] = -1;
}
static void chain_D2L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 2 * LINKS; ++i)
    out[i] = v[i];
}
/* The squared lengths of the links, the first from the origin. */
static void chain_g(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < LINKS; ++i) {
    const gimbal_real x = q[2 * i] - (i ? q[2 * i - 2] : 0);
    const gimbal_real y = q[2 * i + 1] - (i ? q[2 * i - 1] : 0);
    out[i] = (x * x + y * y - 1) / 2;
  }
}
/* Four columns a row, from that of the x of the link before. */
static void chain_Dg_band(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < LINKS; ++i)
    for (int d = 0; d < 2; ++d) {
      out[4 * i + 2 + d] = q[2 * i + d] - (i ? q[2 * i - 2 + d] : 0);
      out[4 * i + d] = i ? -out[4 * i + 2 + d] : 0;
    }
}
static void chain_Dg(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v, gimbal_real *out) {
  gimbal_real band[4 * LINKS];
  chain_Dg_band(parameters, t, q, v, band);
  for (int i = 0; i < 2 * LINKS * LINKS; ++i)
    out[i] = 0;
  for (int i = 0; i < LINKS; ++i)
    for (int j = i ? 0 : 2; j < 4; ++j)
      out[2 * LINKS * i + 2 * i - 2 + j] = band[4 * i + j];
}
static void chain_initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 4 * LINKS; ++i)
    out[i] = 0;
  for (int i = 0; i < LINKS; ++i) /* stretched out to the side, and let go */
    out[2 * i] = i + 1;
}

static const gimbal_lagrangian chain_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                                   .L = chain_L,
                                                   .D1L = chain_D1L,
                                                   .D2L = chain_D2L,
                                                   .g = chain_g,
                                                   .Dg = chain_Dg,
                                                   .band = "4, d, -2",
                                                   .Dg_band = chain_Dg_band};
static const gimbal_realisation chain_realisations[] = {{.name = "cartesian",
                                                         .configuration = "q[1..n]",
                                                         .velocity = "v[1..n]",
                                                         .n = "8",
                                                         .holonomic = "4",
                                                         .lagrangian = &chain_lagrangian,
                                                         .initial = chain_initial,
                                                         .size_of_q = "3",
                                                         .size_of_v = "d",
                                                         .size_of_p = "1, 2, 3, 4, 5, 6, 7, 8",
                                                         .size_of_t = "d/4"}};

/* ---- A heavy top, x = RX held as a constraint on SO(3) x R^3 ---- */

static const int top_inertia[] = {2, 3, 4}; /* about the centre of mass; X = e_2, m = g = 1 */

static gimbal_real top_ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                           const gimbal_real *v) {
  gimbal_real ell = -q[11];
  UNUSED;
  for (int i = 0; i < 3; ++i)
    ell += (top_inertia[i] * v[i] * v[i] + v[3 + i] * v[3 + i]) / 2;
  return ell;
}
static void top_D1ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 6; ++i)
    out[i] = -(i == 5);
}
static void top_D2ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 6; ++i)
    out[i] = i < 3 ? top_inertia[i] * v[i] : v[i];
}
static void top_g(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = q[9 + i] - q[3 * i + 1];
}
/* Along e_j the point RX moves by R(e_j x e_2): -e_1 of R for e_3, e_3 of R for e_1. */
static void top_Dg(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                   const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i) {
    out[6 * i] = -q[3 * i + 2];
    out[6 * i + 1] = 0;
    out[6 * i + 2] = q[3 * i];
    for (int j = 0; j < 3; ++j)
      out[6 * i + 3 + j] = i == j;
  }
}
static void top_initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 18; ++i)
    out[i] = 0;
  out[0] = out[4] = out[8] = out[10] = 1; /* R = I, x = e_2 */
  out[12] = 1, out[13] = 2, out[14] = GIMBAL_Q(1, 2);
  out[15] = -out[14], out[17] = out[12]; /* Omega x e_2 */
}

static const gimbal_group top_group = {
    GIMBAL_SIZE(gimbal_group), .group = "SO3*R3", .ell = top_ell, .D1ell = top_D1ell,
    .D2ell = top_D2ell,        .g = top_g,        .Dg = top_Dg};
static const gimbal_realisation top_realisations[] = {{.name = "redundant",
                                                       .configuration = "q[1..n]",
                                                       .velocity = "v[1..m]",
                                                       .n = "12",
                                                       .m = "6",
                                                       .holonomic = "3",
                                                       .traits = "autonomous",
                                                       .group = &top_group,
                                                       .initial = top_initial}};

/* ---- Hunters and hunted, whose flow keeps the measure dx dy / xy ---- */

static void hunt(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                 const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = q[0] * (1 - q[1]);
  out[1] = q[1] * (q[0] - 2);
}
static gimbal_real hunt_density(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                                const gimbal_real *v) {
  UNUSED;
  return 1 / (q[0] * q[1]);
}
static gimbal_real area(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v) {
  UNUSED;
  return 1;
}
static void hunt_initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                         const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = 3;
  out[1] = 2;
}
static const gimbal_ode hunt_ode = {GIMBAL_SIZE(gimbal_ode), .f = hunt};
#define HUNT(density_)                                                                             \
  {                                                                                                \
    .name = "plane", .configuration = "x y", .n = "2", .traits = "autonomous", .ode = &hunt_ode,   \
    .initial = hunt_initial, .density = density_                                                   \
  }
static const gimbal_realisation hunt_realisations[] = {HUNT(hunt_density)};
static const gimbal_realisation wrong_realisations[] = {HUNT(area)};

static const gimbal_value chain_parameters[] = {{.name = "d", .value = "2"}};
static const gimbal_case model_cases[] = {{.name = "A"}};
static const gimbal_model models[] = {{.name = "contract_chain",
                                       .title = "pendulums on one another, in the plane",
                                       .parameters = GIMBAL_ARRAY(chain_parameters),
                                       .cases = GIMBAL_ARRAY(model_cases),
                                       .realisations = GIMBAL_ARRAY(chain_realisations),
                                       .citation_key = "none"},
                                      {.name = "contract_top",
                                       .title = "a heavy top, held at a point by a constraint",
                                       .cases = GIMBAL_ARRAY(model_cases),
                                       .realisations = GIMBAL_ARRAY(top_realisations)},
                                      {.name = "contract_hunt",
                                       .title = "hunters and hunted",
                                       .cases = GIMBAL_ARRAY(model_cases),
                                       .realisations = GIMBAL_ARRAY(hunt_realisations)},
                                      {.name = "contract_wrong_density",
                                       .title = "the same, with a density that is not invariant",
                                       .cases = GIMBAL_ARRAY(model_cases),
                                       .realisations = GIMBAL_ARRAY(wrong_realisations)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
