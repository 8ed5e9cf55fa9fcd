/* The simplified Takahashi–Imada method, Störmer–Verlet with the force taken at a shifted place
 * [Hairer, McLachlan, Skeel, ESAIM: M2AN 43 (2009) 631], for L = T(v) − U(t,q) and f = D₁L + F:
 *     p½ = p + (h/2) f̃(q),  q₁ = q + h v(p½),  p₁ = p½ + (h/2) f̃(q₁),
 *     f̃(q) = f(q + (h²/12) M⁻¹f(q)),
 * which saves the derivatives of the force that the method of Takahashi and Imada needs.
 *
 * Order 2 (4 after a processing, which is not done here). Kicks that depend on q and drifts that
 * depend on p keep volume, whatever the kicks are, and their palindrome is symmetric. But f̃ is no
 * gradient, except up to terms of h⁴: in several degrees of freedom the method is not symplectic. With
 * one, an area is the form, and it is.
 *
 * Not even there is the energy bounded on every orbit: the mean of f̃ over a turn of an angle is
 * −(h²/12)² ∮ f f'² dq and higher terms, which without a symmetry is a torque that turns the pendulum
 * faster or slower for ever (perturbed_pendulum). So the energy is said to drift, which needs one
 * witness; on integrable systems, on orbits that a reversing symmetry meets, it does not.
 *
 * Momentum maps: of translations they are exact, since f̃ has no component along them; of rotations
 * they are not, q × f̃(q) is −(h²/12) M⁻¹f × f̃ and vanishes for one body in a central field only. */
#include "gimbal.h"

/* f̃ at (t,q), and what U is at half the shift: the value that generates f̃ up to terms of h⁴. Zero is
 * the velocity of which neither depends. */
static int shifted_force(gimbal *g, gimbal_real t, gimbal_real shift, const gimbal_real *q,
                         const gimbal_real *zero, gimbal_real *f, gimbal_real *minus_U) {
  gimbal_real *a = gimbal_scratch(g, g->n), *moved = gimbal_scratch(g, g->n);
  if (gimbal_force(g, t, q, zero, f) || gimbal_velocity(g, t, q, f, a))
    return 1;
  for (int d = 0; d < g->n; ++d)
    moved[d] = q[d] + shift / 2 * a[d];
  if (minus_U && gimbal_lagrangian_value(g, t, moved, zero, minus_U))
    return 1;
  for (int d = 0; d < g->n; ++d)
    moved[d] = q[d] + shift * a[d];
  return gimbal_force(g, t, moved, zero, f);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *kick = gimbal_coefficients(g, "kick");
  const gimbal_real shift = gimbal_coefficients(g, "shift")[0] * h * h;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *zero = gimbal_scratch(g, n);
  gimbal_real minus_U[2] = {0, 0}, L, at_rest;
  for (int d = 0; d < n; ++d)
    zero[d] = 0;
  if (shifted_force(g, from->t, shift, from->q, zero, f, to->action ? &minus_U[0] : NULL))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] = kick[0] * h * f[d];
    p[d] = from->p[d] + to->dp[d];
  }
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (shifted_force(g, from->t + h, shift, q, zero, f, to->action ? &minus_U[1] : NULL))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] += kick[1] * h * f[d];
  if (!to->action)
    return 0;
  if (gimbal_lagrangian_value(g, from->t, from->q, v, &L) ||
      gimbal_lagrangian_value(g, from->t, from->q, zero, &at_rest))
    return 1;
  *to->action += h * (L - at_rest + kick[0] * minus_U[0] + kick[1] * minus_U[1]);
  return 0;
}

static const gimbal_value coefficients[] = {
    {.name = "kick", .value = "1/2, 1/2", .description = "before and after the drift"},
    {.name = "shift", .value = "1/12", .description = "of the place of the force, in h² M⁻¹f"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "structure", .quantity = "volume", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical && n == 1"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical && n > 1"},
    {.study = "shadow",
     .quantity = "hamiltonian",
     .value = "no",
     .when = "canonical && autonomous && n > 1"},
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "canonical && autonomous"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "canonical && linear"},
    {.study = "growth",
     .quantity = "q",
     .value = "1",
     .when = "canonical && integrable && reversible"},
    {.study = "growth",
     .quantity = "energy",
     .value = "0",
     .when = "canonical && integrable && reversible"}};

static const gimbal_method methods[] = {
    {.name = "simplified_takahashi_imada",
     .title = "the simplified Takahashi–Imada method",
     .citation = "Hairer, McLachlan and Skeel, ESAIM: M2AN 43 (2009) 631",
     .citation_key = "HairerMcLachlanSkeel2009",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .coefficients = GIMBAL_ARRAY(coefficients),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .action = "1"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
