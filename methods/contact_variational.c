/* The variational integrator of Herglotz' principle with L_d = ½|Δq|²/h² − (V(q₀) + V(q₁))/2 − c (s₀ + s₁)/2, which
 * is explicit. With u = hc/2:
 *     (1 − u) p₀ = Δq/h + (h/2) ∇V(q₀),   (1 + u) p₁ = Δq/h − (h/2) ∇V(q₁),
 *     (1 + u) s₁ = (1 − u) s₀ + |Δq|²/2h − (h/2)(V(q₀) + V(q₁))
 * [Vermeeren, Bravetti, Seri, J. Phys. A 52 (2019) 445206]. A step takes η = ds − p·dq to (1 − u)/(1 + u) η: it is
 * a contact map, whose factor is e^(−ch) up to h³. Of order 2 and symmetric. V and ∇V are the field at p = 0, s = 0. */
#include "gimbal.h"

/* −V and −∇V at q: the last entries of the field. */
static int potential(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *f) {
  const int k = g->n / 2;
  gimbal_real *y = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    y[i] = i < k ? q[i] : 0;
  return gimbal_field(g, t, y, f);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int k = g->n / 2;
  const gimbal_real u = h * g->contraction / 2;
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n), *q = gimbal_scratch(g, (size_t)k), s;
  if (potential(g, from->t, from->q, f))
    return 1;
  s = (1 - u) * from->q[2 * k] + h / 2 * f[2 * k];
  for (int i = 0; i < k; ++i) {
    to->dq[i] = h * ((1 - u) * from->q[k + i] + h / 2 * f[k + i]);
    q[i] = from->q[i] + to->dq[i];
    s += to->dq[i] * to->dq[i] / (2 * h);
  }
  if (potential(g, from->t + h, q, f))
    return 1;
  for (int i = 0; i < k; ++i)
    to->dq[k + i] = (to->dq[i] / h + h / 2 * f[k + i]) / (1 + u) - from->q[k + i];
  to->dq[2 * k] = (s + h / 2 * f[2 * k]) / (1 + u) - from->q[2 * k];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "structure", .quantity = "contact", .value = "yes"}};

static const gimbal_method methods[] = {
    {.name = "contact_variational",
     .title = "the contact variational integrator with the trapezoidal rule",
     .citation = "Vermeeren, Bravetti and Seri, J. Phys. A 52 (2019) 445206",
     .citation_key = "VermeerenBravettiSeri2019",
     .formulation = GIMBAL_ODE,
     .accepts = "contact && conformal",
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
