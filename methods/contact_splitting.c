/* The Strang splitting of a contact Hamiltonian H = T(p) + V(t,q) + c s into contact flows that are known:
 *     of c s:    p ← e^(−cτ) p,  s ← e^(−cτ) s,
 *     of V:      p ← p − τ ∇V,   s ← s − τ V,
 *     of T:      q ← q + τ p,    s ← s + τ T,    for T = ½|p|²,
 * in the order ½cs, ½V, T, ½V, ½cs. Its steps are contact maps, and the contact form contracts exactly at the
 * rate c, the model's `contraction` [Vermeeren, Bravetti and Seri 2019; Bravetti, Seri, Vermeeren and Zadra
 * 2020]. V and ∇V are the field at p = 0, s = 0; T is what p adds to ṡ there. */
#include "gimbal.h"

/* The field at (q, p or 0, 0). */
static int field_without_action(gimbal *g, gimbal_real t, const gimbal_real *y, int with_momentum,
                                gimbal_real *f) {
  const int k = g->n / 2;
  gimbal_real *at = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < k; ++i) {
    at[i] = y[i];
    at[k + i] = with_momentum ? y[k + i] : 0;
  }
  at[2 * k] = 0;
  return gimbal_field(g, t, at, f);
}

static int kick(gimbal *g, gimbal_real t, gimbal_real tau, gimbal_real *y, gimbal_real *f) {
  const int k = g->n / 2;
  if (field_without_action(g, t, y, 0, f))
    return 1;
  for (int i = k; i <= 2 * k; ++i)
    y[i] += tau * f[i];
  return 0;
}

static int drift(gimbal *g, gimbal_real t, gimbal_real tau, gimbal_real *y, gimbal_real *f) {
  const int k = g->n / 2;
  gimbal_real *rest = gimbal_scratch(g, (size_t)g->n);
  if (field_without_action(g, t, y, 0, rest) || field_without_action(g, t, y, 1, f))
    return 1;
  y[2 * k] += tau * (f[2 * k] - rest[2 * k]);
  for (int i = 0; i < k; ++i)
    y[i] += tau * f[i];
  return 0;
}

static void decay(const gimbal *g, gimbal_real tau, gimbal_real *y) {
  const int k = g->n / 2;
  const gimbal_real e = gimbal_exp(-g->contraction * tau);
  for (int i = k; i <= 2 * k; ++i)
    y[i] *= e;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n);
  for (int i = 0; i < n; ++i)
    y[i] = from->q[i];
  decay(g, h / 2, y);
  if (kick(g, from->t, h / 2, y, f) || drift(g, from->t, h, y, f) ||
      kick(g, from->t + h, h / 2, y, f))
    return 1;
  decay(g, h / 2, y);
  for (int i = 0; i < n; ++i)
    to->dq[i] = y[i] - from->q[i];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "structure", .quantity = "contact", .value = "yes"},
    {.study = "structure", .quantity = "conformal", .value = "yes", .when = "conformal"},
    {.study = "invariant", .quantity = "momentum", .value = "exact"},
    {.study = "invariant", .quantity = "hamiltonian", .value = "bounded"}};

static const gimbal_method methods[] = {
    {.name = "contact_splitting",
     .title = "the Strang splitting of a contact Hamiltonian",
     .citation = "Vermeeren, Bravetti and Seri, J. Phys. A 52 (2019) 445206",
     .citation_key = "VermeerenBravettiSeri2019",
     .formulation = GIMBAL_ODE,
     .accepts = "contact && conformal",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
