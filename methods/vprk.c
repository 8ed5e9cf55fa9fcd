/* Variational partitioned Runge–Kutta methods [Martín de Diego and Sato Martín de Almagro 2018,
 * eq. 9; Marsden and West, Acta Numerica 2001, 2.6]: a collocation tableau (a,b,c) for q with its
 * symplectic conjugate â for p. With the stage velocities V_i as the unknowns,
 *     Q_i = q + h Σ_j a_ij V_j,   W_i = (D₁L + F)(Q_i,V_i),   D₂L(Q_i,V_i) = p + h Σ_j â_ij W_j,
 *     q₁ = q + h Σ_j b_j V_j,     p₁ = p + h Σ_j b_j W_j.
 *
 * vprk_gauss: Gauss nodes, â = a, order 2s; on separable systems it is Gauss collocation, so
 * quadratic invariants are exact; one stage is the midpoint discrete Euler–Lagrange map.
 * vprk_lobatto: Lobatto IIIA with IIIB, order 2s−2; two stages are Störmer–Verlet.
 * Both are variational, hence symplectic, with exact momentum maps of linear symmetries (of which
 * the host knows those that are linear or quadratic in (q,v)) and bounded energy; and symmetric. */
#include "gimbal.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
  gimbal_real *action; /* takes h Σ_i b_i L(Q_i,V_i), unless it is NULL */
} pair;

static int add_action(gimbal *g, const pair *step, int i, const gimbal_real *Q,
                      const gimbal_real *V) {
  gimbal_real L;
  if (!step->action)
    return 0;
  if (gimbal_lagrangian_value(g, step->from->t + step->tableau->c[i] * step->h, Q, V, &L))
    return 1;
  *step->action += step->h * step->tableau->b[i] * L;
  return 0;
}

/* W_i at the stage velocities V; with P, the stage momenta D₂L(Q_i,V_i) too. In all of them the
 * stages of one entry stand together, entry d of stage j at d*s + j, so that the equations of a
 * lattice are banded. */
static int stages(gimbal *g, const pair *step, const gimbal_real *V, gimbal_real *W,
                  gimbal_real *P) {
  const int n = g->n, s = step->tableau->s;
  gimbal_real *Q = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *w = gimbal_scratch(g, n);
  for (int i = 0; i < s; ++i) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    for (int d = 0; d < n; ++d) {
      gimbal_real sum = 0;
      for (int j = 0; j < s; ++j)
        sum += step->tableau->a[i * s + j] * V[d * s + j];
      Q[d] = step->from->q[d] + step->h * sum;
      v[d] = V[d * s + i];
    }
    if (gimbal_force(g, t, Q, v, w) || add_action(g, step, i, Q, v))
      return 1;
    for (int d = 0; d < n; ++d)
      W[d * s + i] = w[d];
    if (P && gimbal_momentum(g, t, Q, v, w))
      return 1;
    for (int d = 0; P && d < n; ++d)
      P[d * s + i] = w[d];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *V, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, s = step->tableau->s;
  gimbal_real *W = gimbal_scratch(g, (size_t)s * n);
  if (stages(g, step, V, W, r))
    return 1;
  for (int d = 0; d < n; ++d)
    for (int i = 0; i < s; ++i) {
      gimbal_real sum = 0;
      for (int j = 0; j < s; ++j)
        sum += step->tableau->conjugate[i * s + j] * W[d * s + j];
      r[d * s + i] -= step->from->p[d] + step->h * sum;
    }
  return 0;
}

/* The stage equations of a lattice are banded, unless it is so small that the band is all. */
static int solve(gimbal *g, pair *step, gimbal_real *V) {
  const int s = step->tableau->s, size = g->n * s, band = g->band * s + s - 1;
  if (g->band > 0 && 2 * band < size)
    return gimbal_solve_banded(g, size, band, band, residual, step, V);
  return gimbal_solve(g, size, residual, NULL, step, V);
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   const char *family) {
  const int n = g->n, s = (int)g->parameters[0];
  const gimbal_tableau *tableau = gimbal_tableau_of(g, family, s);
  if (!tableau)
    return gimbal_fail(g, "no tableau with this number of stages", g->parameters[0]);
  pair context = {.tableau = tableau, .from = from, .h = h};
  gimbal_real *V = gimbal_scratch(g, (size_t)s * n), *W = gimbal_scratch(g, (size_t)s * n);
  gimbal_real *v = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  for (int d = 0; d < n; ++d)
    for (int j = 0; j < s; ++j)
      V[d * s + j] = v[d];
  if (solve(g, &context, V))
    return 1;
  context.action = to->action; /* at the solution only */
  if (stages(g, &context, V, W, NULL))
    return 1;
  for (int d = 0; d < n; ++d) {
    gimbal_real velocity = 0, force = 0;
    for (int j = 0; j < s; ++j) {
      velocity += tableau->b[j] * V[d * s + j];
      force += tableau->b[j] * W[d * s + j];
    }
    to->dq[d] = h * velocity;
    to->dp[d] = h * force;
  }
  return 0;
}

static int step_gauss(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "gauss");
}
static int step_lobatto(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "lobatto_IIIA");
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "2", .description = "number of stages"}};

static const gimbal_member members_gauss[] = {{.name = "vprk_gauss_1", .settings = "s=1"},
                                              {.name = "vprk_gauss_2", .settings = "s=2"},
                                              {.name = "vprk_gauss_3", .settings = "s=3"},
                                              {.name = "vprk_gauss_4", .settings = "s=4"}};

static const gimbal_member members_lobatto[] = {{.name = "vprk_lobatto_2", .settings = "s=2"},
                                                {.name = "vprk_lobatto_3", .settings = "s=3"},
                                                {.name = "vprk_lobatto_4", .settings = "s=4"},
                                                {.name = "vprk_lobatto_5", .settings = "s=5"}};

#define VARIATIONAL(order)                                                                         \
  {.study = "order", .quantity = "q", .value = order},                                             \
      {.study = "order", .quantity = "p", .value = order},                                         \
      {.study = "energy",                                                                          \
       .quantity = "energy",                                                                       \
       .value = "bounded",                                                                         \
       .when = "canonical && autonomous"},                                                         \
      {.study = "invariant",                                                                       \
       .quantity = "momentum_map",                                                                 \
       .value = "exact",                                                                           \
       .when = "canonical && (linear || quadratic)"},                                              \
      {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}, {     \
    .study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"           \
  }

#define SHADOW_AND_GROWTH                                                                          \
  {.study = "shadow",                                                                              \
   .quantity = "hamiltonian",                                                                      \
   .value = "yes",                                                                                 \
   .when = "canonical && autonomous"},                                                             \
      {.study = "growth", .quantity = "q", .value = "1", .when = "canonical && integrable"}, {     \
    .study = "growth", .quantity = "energy", .value = "0", .when = "canonical && integrable"       \
  }

static const gimbal_claim claims_gauss[] = {VARIATIONAL("2*s"),
                                            {.study = "invariant",
                                             .quantity = "quadratic",
                                             .value = "exact",
                                             .when = "canonical && separable"},
                                            SHADOW_AND_GROWTH};

static const gimbal_claim claims_lobatto[] = {VARIATIONAL("2*s-2"), SHADOW_AND_GROWTH};

static const gimbal_scheme gauss[] = {{.kind = "partitioned", .first = "gauss", .stages = "s"}};
static const gimbal_scheme lobatto[] = {
    {.kind = "partitioned", .first = "lobatto_IIIA", .stages = "s"}};

static const gimbal_method methods[] = {
    {.name = "vprk_gauss",
     .title = "variational partitioned Runge–Kutta method on Gauss nodes",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), eq. 9",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "k == 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members_gauss),
     .symmetric = "1",
     .step = step_gauss,
     .claims = GIMBAL_ARRAY(claims_gauss),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(gauss)},
    {.name = "vprk_lobatto",
     .title = "variational partitioned Runge–Kutta method, Lobatto IIIA–IIIB",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), eq. 9",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "k == 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members_lobatto),
     .symmetric = "1",
     .step = step_lobatto,
     .claims = GIMBAL_ARRAY(claims_lobatto),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(lobatto)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
