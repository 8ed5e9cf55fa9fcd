/* Hamiltonian boundary value methods HBVM(k,s): y(c) = y₀ + h Σ_{j<s} ∫₀ᶜP_j γ_j with Legendre's orthonormal
 * polynomials P_j on [0,1] and
 *     γ_j = Σ_{i≤k} b_i P_j(c_i) f(t + c_i h, y(c_i)),   y₁ = y₀ + h γ₀,
 * by Gauss's quadrature with k points. HBVM(s,s) is the Gauss method. Of order 2s and symmetric; the
 * energy is exact if H is a polynomial of degree ν ≤ 2k/s [Brugnano, Iavernaro, Trigiante, arXiv 1010.4538]. */
#include "gimbal.h"

enum { K, S, MOST = 8 };

typedef struct {
  const gimbal_tableau *rule;
  const gimbal_real *z; /* (q,p) where the step begins */
  gimbal_real t;
  gimbal_real h;
  int s;
} Step;

/* P_j(c) and ∫₀ᶜP_j for j < s: (2j+1) ∫P = (L_{j+1} − L_{j−1})/2 of the shifted Legendre polynomials L. */
static void legendre(gimbal_real c, int s, gimbal_real *P, gimbal_real *integral) {
  gimbal_real L[MOST + 2] = {1, 2 * c - 1};
  for (int j = 1; j <= s; ++j)
    L[j + 1] = ((2 * j + 1) * (2 * c - 1) * L[j] - j * L[j - 1]) / (j + 1);
  for (int j = 0; j < s; ++j) {
    const gimbal_real root = gimbal_sqrt((gimbal_real)(2 * j + 1));
    P[j] = root * L[j];
    integral[j] = j ? (L[j + 1] - L[j - 1]) / (2 * root) : c;
  }
}

static int residual(gimbal *g, void *context, const gimbal_real *gamma, gimbal_real *r) {
  const Step *step = context;
  const int n = 2 * g->n, s = step->s;
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n);
  for (int d = 0; d < s * n; ++d)
    r[d] = gamma[d];
  for (int i = 0; i < step->rule->s; ++i) {
    gimbal_real P[MOST], integral[MOST];
    legendre(step->rule->c[i], s, P, integral);
    for (int d = 0; d < n; ++d) {
      y[d] = step->z[d];
      for (int j = 0; j < s; ++j)
        y[d] += step->h * integral[j] * gamma[j * n + d];
    }
    if (gimbal_momentum_field(g, step->t + step->rule->c[i] * step->h, y, f))
      return 1;
    for (int j = 0; j < s; ++j)
      for (int d = 0; d < n; ++d)
        r[j * n + d] -= step->rule->b[i] * P[j] * f[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = 2 * g->n, s = (int)g->parameters[S];
  const gimbal_tableau *rule = gimbal_tableau_of(g, "gauss", (int)g->parameters[K]);
  if (!rule || s > MOST)
    return gimbal_fail(g, "no method with this number of points", g->parameters[K]);
  gimbal_real *gamma = gimbal_scratch(g, (size_t)(s * n)), *z = gimbal_scratch(g, (size_t)n);
  Step context = {rule, z, from->t, h, s};
  for (int d = 0; d < n; ++d)
    z[d] = d < g->n ? from->q[d] : from->p[d - g->n];
  for (int d = n; d < s * n; ++d)
    gamma[d] = 0;
  if (gimbal_momentum_field(g, from->t, z, gamma) ||
      gimbal_solve(g, s * n, residual, NULL, &context, gamma))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * gamma[d], to->dp[d] = h * gamma[g->n + d];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "points", .value = "2", .description = "points of the quadrature"},
    {.name = "degree", .value = "1", .description = "degree of the polynomial"}};

static const gimbal_member members[] = {{.name = "hbvm_2_1", .settings = "points=2, degree=1"},
                                        {.name = "hbvm_3_2", .settings = "points=3, degree=2"},
                                        {.name = "hbvm_4_2", .settings = "points=4, degree=2"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2*degree"},
    {.study = "order", .quantity = "p", .value = "2*degree"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "hbvm",
     .title = "Hamiltonian boundary value method",
     .citation = "Brugnano, Iavernaro and Trigiante, arXiv 1010.4538",
     .citation_key = "BrugnanoIavernaroTrigiante2010",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0 && autonomous",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
