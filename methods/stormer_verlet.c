/* The Störmer–Verlet method and Yoshida's compositions of it, for L = T(v) − U(t,q). With the
 * weights w_i, one step is the product of the Verlet steps of size η = w_i h
 *     p ← p + (η/2) f(t,q),  q ← q + η v(p),  t ← t + η,  p ← p + (η/2) f(t,q),
 * f = D₁L + F [Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1.4, II.4 and V.3.2].
 *
 * stormer_verlet: w = 1, order 2. yoshida_4: the triple jump, w = 1/(2 − 2^(1/3)) outside.
 * yoshida_6: Yoshida's solution A with seven weights; the digits are the root of the order
 * conditions Σw = 1, Σw³ = Σw⁵ = 0 and that of [A₁,[A₁,A₃]], solved again in 50 digits, since the 15
 * printed ones would stop a study in quadruple precision.
 *
 * All are symplectic and symmetric; momentum maps of linear symmetries are exact because kicks and
 * drifts each preserve them; the energy is bounded by backward error analysis. */
#include "gimbal.h"

/* c L(q,v), added to the action of which the host may have none: for L = T − U, with v and the weight
 * of a kick, what a kick and its share of the drift add to it. */
static int add_action(gimbal *g, gimbal_real t, gimbal_real c, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *action) {
  gimbal_real L;
  if (!action)
    return 0;
  if (gimbal_lagrangian_value(g, t, q, v, &L))
    return 1;
  *action += c * L;
  return 0;
}

/* increment += c x; sum = origin + increment. What is added is kept apart from where it began, so
 * that the host's compensated summation sees it undiminished. */
static void add(int n, gimbal_real c, const gimbal_real *x, gimbal_real *increment,
                const gimbal_real *origin, gimbal_real *sum) {
  for (int d = 0; d < n; ++d) {
    increment[d] += c * x[d];
    sum[d] = origin[d] + increment[d];
  }
}

static int compose(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   int stages) {
  const int n = g->n;
  const gimbal_real *w = gimbal_coefficients(g, "w"), *kick = gimbal_coefficients(g, "kick");
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), t = from->t;
  for (int d = 0; d < n; ++d)
    q[d] = from->q[d];
  if (gimbal_velocity(g, t, from->q, from->p, v) || gimbal_force(g, t, from->q, v, f))
    return 1;
  for (int i = 0; i < stages; ++i) {
    const gimbal_real eta = w[i] * h;
    add(n, kick[0] * eta, f, to->dp, from->p, p);
    if (gimbal_velocity(g, t, q, p, v) || add_action(g, t, kick[0] * eta, q, v, to->action))
      return 1;
    add(n, eta, v, to->dq, from->q, q);
    t += eta;
    if (gimbal_force(g, t, q, v, f) || add_action(g, t, kick[1] * eta, q, v, to->action))
      return 1;
    add(n, kick[1] * eta, f, to->dp, from->p, p);
  }
  return 0;
}

static int step_verlet(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return compose(g, from, h, to, 1);
}
static int step_yoshida_4(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return compose(g, from, h, to, 3);
}
static int step_yoshida_6(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return compose(g, from, h, to, 7);
}

#define KICK                                                                                       \
  { .name = "kick", .value = "1/2, 1/2", .description = "before and after the drift" }
#define WEIGHT "weights of the Verlet steps"

static const gimbal_value coefficients_verlet[] = {
    {.name = "w", .value = "1", .description = WEIGHT}, KICK};
static const gimbal_value coefficients_yoshida_4[] = {
    {.name = "w", .value = "1/(2-2^(1/3)), 1-2/(2-2^(1/3)), 1/(2-2^(1/3))", .description = WEIGHT},
    KICK};
static const gimbal_value coefficients_yoshida_6[] = {
    {.name = "w",
     .value =
         "0.784513610477557263819497633866349875768, 0.235573213359358133684793182978534601686,"
         "-1.17767998417887100694641568096431573464, 1.31518632068391121888424972823886251435,"
         "-1.17767998417887100694641568096431573464, 0.235573213359358133684793182978534601686,"
         "0.784513610477557263819497633866349875768",
     .description = WEIGHT},
    KICK};

#define CLAIMS(name, order)                                                                        \
  static const gimbal_claim name[] = {                                                             \
      {.study = "order", .quantity = "q", .value = order},                                         \
      {.study = "order", .quantity = "p", .value = order},                                         \
      {.study = "energy",                                                                          \
       .quantity = "energy",                                                                       \
       .value = "bounded",                                                                         \
       .when = "canonical && autonomous"},                                                         \
      {.study = "invariant",                                                                       \
       .quantity = "momentum_map",                                                                 \
       .value = "exact",                                                                           \
       .when = "canonical && (linear || quadratic)"},                                              \
      {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},       \
      {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"},      \
      {.study = "shadow",                                                                          \
       .quantity = "hamiltonian",                                                                  \
       .value = "yes",                                                                             \
       .when = "canonical && autonomous"},                                                         \
      {.study = "growth", .quantity = "q", .value = "1", .when = "canonical && integrable"},       \
      {.study = "growth", .quantity = "energy", .value = "0", .when = "canonical && integrable"}}

CLAIMS(claims_verlet, "2");
CLAIMS(claims_yoshida_4, "4");
CLAIMS(claims_yoshida_6, "6");

static const gimbal_scheme schemes[] = {{.kind = "splitting", .first = "kick", .weights = "w"}};

static const gimbal_method methods[] = {
    {.name = "stormer_verlet",
     .title = "the Störmer–Verlet method",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), I.1.4",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .coefficients = GIMBAL_ARRAY(coefficients_verlet),
     .symmetric = "1",
     .step = step_verlet,
     .claims = GIMBAL_ARRAY(claims_verlet),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(schemes)},
    {.name = "yoshida_4",
     .title = "Yoshida's composition of order 4",
     .citation = "Yoshida, Physics Letters A 150 (1990) 262, eq. 2.11",
     .citation_key = "Yoshida1990",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .coefficients = GIMBAL_ARRAY(coefficients_yoshida_4),
     .symmetric = "1",
     .step = step_yoshida_4,
     .claims = GIMBAL_ARRAY(claims_yoshida_4),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(schemes)},
    {.name = "yoshida_6",
     .title = "Yoshida's composition of order 6, solution A",
     .citation = "Yoshida, Physics Letters A 150 (1990) 262, Table 1",
     .citation_key = "Yoshida1990",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .coefficients = GIMBAL_ARRAY(coefficients_yoshida_6),
     .symmetric = "1",
     .step = step_yoshida_6,
     .claims = GIMBAL_ARRAY(claims_yoshida_6),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
