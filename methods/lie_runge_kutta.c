/* Runge–Kutta methods on Lie groups, for models that live on one: with y = (g,v) and the body velocity
 * η = η(v), the equations are ġ = gη, v̇ = a(t,g,v), which is a field f on the product of the group and
 * the vector space of v, a group itself: an element (g,v), algebra elements (η,a), products gg', v + v'.
 * In left trivialisation, with e^{(ξ,w)} = (exp ξ, w):
 *
 * lie_euler: y₁ = y e^{hf(y)}. Order 1.
 *
 * runge_kutta_munthe_kaas_4 [Munthe-Kaas 1998, as cited by Martín de Diego and Sato Martín de Almagro
 * 2018, reference 47]: the classical method of order 4 with the commutators that its order needs,
 *     k₁ = hf(y), k₂ = hf(y e^{k₁/2}), k₃ = hf(y e^{k₂/2 + [k₁,k₂]/8}), k₄ = hf(y e^{k₃}),
 *     y₁ = y exp((k₁ + 2k₂ + 2k₃ + k₄ + ½[k₁,k₄])/6).
 * In right trivialisation both brackets change their sign.
 *
 * commutator_free_4 [Celledoni, Marthinsen and Owren 2003]: the same stages by two exponentials each,
 *     k₂ = f(y e^{hk₁/2}), k₃ = f(y e^{hk₂/2}), k₄ = f(y e^{hk₁/2} e^{h(k₃−k₁/2)}),
 *     y₁ = y e^{h(3k₁+2k₂+2k₃−k₄)/12} e^{h(−k₁+2k₂+2k₃+3k₄)/12}.
 *
 * crouch_grossman_3 [Crouch and Grossman 1993]: one exponential for each earlier stage,
 *     Y₂ = y e^{3hk₁/4}, Y₃ = y e^{119hk₁/216} e^{17hk₂/108}, y₁ = y e^{13hk₁/51} e^{−2hk₂/3} e^{24hk₃/17}.
 *
 * All stay on the group. None is symplectic, and energies drift. Constraints are kept by the field
 * only, to the order of the method. */
#include "gimbal.h"

/* A point of the product: the element, n entries, then v, m entries. */
static void copy(size_t count, const gimbal_real *from, gimbal_real *to) {
  for (size_t i = 0; i < count; ++i)
    to[i] = from[i];
}

/* f(t,y): η = v and v̇, 2m entries. */
static int slope(gimbal *g, gimbal_real t, const gimbal_real *y, gimbal_real *k) {
  copy((size_t)g->m, y + g->n, k);
  return gimbal_acceleration(g, t, y, y + g->n, k + g->m, gimbal_scratch(g, (size_t)g->k + 1));
}

/* y e^x in place. */
static int move(gimbal *g, const gimbal_real *x, gimbal_real *y) {
  const size_t n = (size_t)g->n;
  gimbal_real *jump = gimbal_scratch(g, 2 * n), *product = jump + n;
  if (gimbal_retract(g, GIMBAL_EXPONENTIAL, x, jump) || gimbal_compose(g, y, jump, product))
    return 1;
  copy(n, product, y);
  for (int d = 0; d < g->m; ++d)
    y[n + d] += x[g->m + d];
  return 0;
}

static int begin(gimbal *g, const gimbal_state *from, gimbal_real *y) {
  copy((size_t)g->n, from->q, y);
  return gimbal_velocity(g, from->t, from->q, from->p, y + g->n);
}

/* The multiplier is the exact one of the new state. */
static int end(gimbal *g, const gimbal_real *y, gimbal_state *to) {
  gimbal_real *a = gimbal_scratch(g, (size_t)g->m);
  copy((size_t)g->n, y, to->q);
  return gimbal_momentum(g, to->t, y, y + g->n, to->p) ||
         (g->k > 0 && gimbal_acceleration(g, to->t, y, y + g->n, a, to->lambda));
}

/* Products of exponentials: the i-th of `factors` is their number for stage i, the last that for the
 * end; each has a row of `a`. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int s = gimbal_coefficient_count(g, "c"), m = g->m;
  const gimbal_real *factors = gimbal_coefficients(g, "factors");
  const gimbal_real *row = gimbal_coefficients(g, "a"), *c = gimbal_coefficients(g, "c");
  gimbal_real *k = gimbal_scratch(g, 2 * (size_t)(s * m)), *x = gimbal_scratch(g, 2 * (size_t)m);
  gimbal_real *y0 = gimbal_scratch(g, 2 * (size_t)(g->n + m)), *y = y0 + g->n + m;
  if (!factors || !row || !c || begin(g, from, y0))
    return 1;
  for (int i = 0; i <= s; ++i) {
    copy((size_t)(g->n + m), y0, y);
    for (int factor = 0; factor < (int)factors[i]; ++factor, row += s) {
      for (int d = 0; d < 2 * m; ++d) {
        x[d] = 0;
        for (int j = 0; j < s && j < i; ++j)
          x[d] += h * row[j] * k[2 * j * m + d];
      }
      if (move(g, x, y))
        return 1;
    }
    if (i < s && slope(g, from->t + c[i] * h, y, k + 2 * i * m))
      return 1;
  }
  return end(g, y, to);
}

/* x += factor [a,b], which on the vector space of v is zero. */
static int add_commutator(gimbal *g, gimbal_real factor, const gimbal_real *a, const gimbal_real *b,
                          gimbal_real *x) {
  const int m = g->m;
  gimbal_real *A = gimbal_scratch(g, (size_t)(m * m));
  if (gimbal_bracket(g, a, A))
    return 1;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      x[i] += factor * A[i * m + j] * b[j];
  return 0;
}

static int step_munthe_kaas(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int m = g->m;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c"), *bracket = gimbal_coefficients(g, "brackets");
  gimbal_real *k = gimbal_scratch(g, 8 * (size_t)m), *x = gimbal_scratch(g, 2 * (size_t)m);
  gimbal_real *y0 = gimbal_scratch(g, 2 * (size_t)(g->n + m)), *y = y0 + g->n + m;
  if (!a || !b || !c || !bracket || begin(g, from, y0))
    return 1;
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < 2 * m; ++d)
      x[d] = i > 0 ? a[i - 1] * k[2 * (i - 1) * m + d] : 0;
    copy((size_t)(g->n + m), y0, y);
    if ((i == 2 && add_commutator(g, bracket[0], k, k + 2 * m, x)) || move(g, x, y) ||
        slope(g, from->t + c[i] * h, y, k + 2 * i * m))
      return 1;
    for (int d = 0; d < 2 * m; ++d)
      k[2 * i * m + d] *= h;
  }
  for (int d = 0; d < 2 * m; ++d) {
    x[d] = 0;
    for (int i = 0; i < 4; ++i)
      x[d] += b[i] * k[2 * i * m + d];
  }
  return add_commutator(g, bracket[1], k, k + 6 * m, x) || move(g, x, y0) || end(g, y0, to);
}

static const gimbal_value euler[] = {
    {.name = "factors", .value = "0, 1"}, {.name = "a", .value = "1"}, {.name = "c", .value = "0"}};

static const gimbal_value commutator_free[] = {
    {.name = "factors",
     .value = "0, 1, 1, 2, 2",
     .description = "exponentials of each stage and of the end"},
    {.name = "a",
     .value = "1/2, 0, 0, 0,  0, 1/2, 0, 0,  1/2, 0, 0, 0,  -1/2, 0, 1, 0,"
              "1/4, 1/6, 1/6, -1/12,  -1/12, 1/6, 1/6, 1/4",
     .description = "a row for each exponential"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"}};

static const gimbal_value crouch_grossman[] = {
    {.name = "factors",
     .value = "0, 1, 2, 3",
     .description = "exponentials of each stage and of the end"},
    {.name = "a",
     .value = "3/4, 0, 0,  119/216, 0, 0,  0, 17/108, 0,"
              "13/51, 0, 0,  0, -2/3, 0,  0, 0, 24/17",
     .description = "a row for each exponential"},
    {.name = "c", .value = "0, 3/4, 17/24", .description = "nodes"}};

static const gimbal_value munthe_kaas[] = {
    {.name = "a", .value = "1/2, 1/2, 1", .description = "below the diagonal"},
    {.name = "b", .value = "1/6, 1/3, 1/3, 1/6", .description = "weights"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"},
    {.name = "brackets",
     .value = "1/8, 1/12",
     .description = "of the commutators of the third stage and of the end"}};

#define CLAIMS(order)                                                                              \
  {                                                                                                \
    {.study = "order", .quantity = "q", .value = order},                                           \
        {.study = "order", .quantity = "p", .value = order},                                       \
        {.study = "order", .quantity = "v", .value = order},                                       \
        {.study = "order", .quantity = "lambda", .value = order, .when = "k > 0"},                 \
        {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"}, {    \
      .study = "energy", .quantity = "energy", .value = "drift",                                   \
      .when = "unconstrained && autonomous"                                                        \
    }                                                                                              \
  }

static const gimbal_claim first[] = CLAIMS("1");
static const gimbal_claim third[] = CLAIMS("3");
static const gimbal_claim fourth[] = CLAIMS("4");

#define METHOD .formulation = GIMBAL_GROUP, .accepts = "holonomic == 0", .overwrites = "q p"

static const gimbal_method methods[] = {
    {.name = "lie_euler",
     .title = "Euler's method on a Lie group",
     .citation = "Iserles, Munthe-Kaas, Nørsett, Zanna, Lie-group methods (2000)",
     .citation_key = "IserlesMuntheKaasNorsettZanna2000",
     METHOD,
     .coefficients = GIMBAL_ARRAY(euler),
     .step = step,
     .claims = GIMBAL_ARRAY(first)},
    {.name = "crouch_grossman_3",
     .title = "Crouch and Grossman's method of order 3",
     .citation = "Crouch, Grossman, Numerical integration of ordinary differential equations on "
                 "manifolds (1993)",
     .citation_key = "CrouchGrossman1993",
     METHOD,
     .coefficients = GIMBAL_ARRAY(crouch_grossman),
     .step = step,
     .claims = GIMBAL_ARRAY(third)},
    {.name = "commutator_free_4",
     .title = "commutator-free method of order 4",
     .citation = "Celledoni, Marthinsen, Owren, Commutator-free Lie group methods (2003)",
     .citation_key = "CelledoniMarthinsenOwren2003",
     METHOD,
     .coefficients = GIMBAL_ARRAY(commutator_free),
     .step = step,
     .claims = GIMBAL_ARRAY(fourth)},
    {.name = "runge_kutta_munthe_kaas_4",
     .title = "Runge–Kutta–Munthe-Kaas method of order 4",
     .citation = "Munthe-Kaas, Runge–Kutta methods on Lie groups (1998)",
     .citation_key = "MuntheKaas1998",
     METHOD,
     .coefficients = GIMBAL_ARRAY(munthe_kaas),
     .step = step_munthe_kaas,
     .claims = GIMBAL_ARRAY(fourth)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
