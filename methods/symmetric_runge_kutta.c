/* Two symmetric Runge–Kutta methods that are not symplectic [Hairer, Lubich, Wanner, Geometric
 * Numerical Integration, II.1.4 (Lobatto IIIB), VI.8 (conjugate symplecticity)], both of
 *     K_i = f(t + c_i h, y + h Σ_j a_ij K_j),   y₁ = y + h Σ_i b_i K_i:
 *
 * lobatto_iiib_both: the three-stage Lobatto IIIB tableau on positions and velocities alike, where
 * its symplectic use is together with IIIA. Order 4.
 * trapezoidal_rule: the mean of the slopes at both ends. Order 2. A half step of explicit Euler, then
 * the implicit midpoint rule, then half a step of Euler back make the same map, so it is conjugate to
 * a symplectic one: its energy is bounded and its errors on integrable systems grow like t, as the
 * midpoint rule's do, but it keeps the form, and quadratic invariants, only up to that conjugation.
 *
 * Nothing is claimed of the energy of lobatto_iiib_both: a symmetric method may keep it on orbits that
 * a reversing symmetry leads back on themselves, and need not elsewhere. */
#include "gimbal_stages.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_real *y;
  gimbal_real h, t;
} stages;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const stages *step = context;
  const gimbal_tableau *tableau = step->tableau;
  gimbal_real *Y = gimbal_scratch(g, g->n);
  for (int i = 0; i < tableau->s; ++i, r += g->n) {
    gimbal_stages_combine(g->n, tableau->s, step->y, step->h, tableau->a + i * tableau->s, K, Y);
    if (gimbal_field(g, step->t + tableau->c[i] * step->h, Y, r))
      return 1;
    for (int d = 0; d < g->n; ++d)
      r[d] = K[i * g->n + d] - r[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "own", 0);
  if (!tableau)
    return 1;
  stages context = {.tableau = tableau, .y = from->q, .h = h, .t = from->t};
  const int unknowns = tableau->s * g->n;
  gimbal_real *K = gimbal_scratch(g, unknowns);
  for (int d = 0; d < unknowns; ++d) /* a guess that costs nothing: the host extrapolates */
    K[d] = 0;
  if (gimbal_solve(g, unknowns, residual, NULL, &context, K))
    return 1;
  gimbal_stages_combine(g->n, tableau->s, to->dq, h, tableau->b, K, to->dq);
  return 0;
}

static const gimbal_own_tableau tableau_lobatto[] = {{.name = "own",
                                                      .a = "1/6, -1/6, 0, 1/6, 1/3, 0, 1/6, 5/6, 0",
                                                      .b = "1/6, 2/3, 1/6",
                                                      .c = "0, 1/2, 1"}};
static const gimbal_own_tableau tableau_trapezoidal[] = {
    {.name = "own", .a = "0, 0, 1/2, 1/2", .b = "1/2, 1/2", .c = "0, 1"}};

#define CLAIMS(order)                                                                              \
  {.study = "order", .quantity = "q", .value = order},                                             \
      {.study = "order", .quantity = "v", .value = order, .when = "m > 0"},                        \
      {.study = "invariant", .quantity = "linear", .value = "exact"},                              \
      {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},        \
      {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}, {    \
    .study = "shadow", .quantity = "hamiltonian", .value = "no",                                   \
    .when = "canonical && separable && autonomous"                                                 \
  }

static const gimbal_claim claims_lobatto[] = {CLAIMS("4")};
static const gimbal_claim claims_trapezoidal[] = {CLAIMS("2"),
                                                  {.study = "energy",
                                                   .quantity = "energy",
                                                   .value = "bounded",
                                                   .when = "canonical && separable && autonomous"},
                                                  {.study = "growth",
                                                   .quantity = "q",
                                                   .value = "1",
                                                   .when = "canonical && separable && integrable"},
                                                  {.study = "growth",
                                                   .quantity = "energy",
                                                   .value = "0",
                                                   .when = "canonical && separable && integrable"}};

static const gimbal_scheme schemes[] = {{.kind = "runge_kutta", .first = "own"}};

static const gimbal_method methods[] = {
    {.name = "lobatto_iiib_both",
     .title = "Lobatto IIIB of three stages, on positions and velocities alike",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), II.1.4",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_ODE,
     .accepts = "unconstrained",
     .tableaux = GIMBAL_ARRAY(tableau_lobatto),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims_lobatto),
     .overwrites = "none",
     .schemes = GIMBAL_ARRAY(schemes)},
    {.name = "trapezoidal_rule",
     .title = "the trapezoidal rule",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.8",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_ODE,
     .accepts = "unconstrained",
     .tableaux = GIMBAL_ARRAY(tableau_trapezoidal),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims_trapezoidal),
     .overwrites = "none",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
