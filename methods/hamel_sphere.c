/* The variational integrator of Zenkov, Leok and Bloch for the spherical pendulum [Hamel's
 * formalism and variational integrators on a sphere, CDC 51 (2012), eqs. 20–24]. Γ is the vertical
 * seen from a body whose third axis is the bob, Ω = (Ω¹,Ω²,0) its angular velocity, I its inertia:
 *     I(Ω⁺ − Ω⁻)/h = ½(T(Γ⁺) + T(Γ⁻)),   (Γ⁺ − Γ⁻)/h = ½(Γ⁺ + Γ⁻) × ½(Ω⁺ + Ω⁻),
 * with Γ^± at k ± ½ and Ω^± on the intervals (k−1,k) and (k,k+1), whose middles are those times:
 * both are scored at the same time. T is taken from the model, as ψ_j[ℓ].
 *
 * Γ is turned by a Cayley transform, so |Γ| is exact; T and Γ are linear, so the energy and the
 * vertical momentum are too. For a linear T the map is the implicit midpoint rule on Γ̇ = Γ×Ω,
 * IΩ̇ = T(Γ), and hamel_midpoint in the redundant frame. That it is symplectic, or runs along the
 * exact trajectory, cannot be claimed: see methods/hamel_sphere_bob.c, the same method on the
 * sphere where the bob is.
 *
 * The paper says that it scales to chains of spheres (section VI). There each rod has a body, which
 * sees three vectors of space in place of the vertical alone, and the inertia depends on where the
 * rods are: with q̇ = ψ(q)ξ, linear in q, and the momenta μ of all rods,
 *     (μ⁺ − μ⁻)/h = ½(T(q⁺,ξ⁺) + T(q⁻,ξ⁻)),   (q⁺ − q⁻)/h = ψ(½(q⁺ + q⁻)) ½(ξ⁺ + ξ⁻),
 * eqs. (12) with the bracket terms zero, as they are in the continuous equations, where they turn
 * about the rods. Lengths are exact there too; energy and momentum are claimed of the one sphere
 * only. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, t;
  const gimbal_real *Gamma, *mu, *Omega, *T; /* at the start of the step */
} sphere;

/* rate = ψ(Γ)Ω, n entries */
static int rate_of(gimbal *g, gimbal_real t, const gimbal_real *Gamma, const gimbal_real *Omega,
                   gimbal_real *rate) {
  const int n = g->n, m = g->m;
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * m);
  if (gimbal_frame_vectors(g, t, Gamma, psi))
    return 1;
  for (int i = 0; i < n; ++i) {
    rate[i] = 0;
    for (int j = m - 1; j >= 0; --j)
      rate[i] += psi[i * m + j] * Omega[j];
  }
  return 0;
}

/* x = ((Γ⁺ − Γ⁻)/h, I(Ω⁺ − Ω⁻)/h). */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const sphere *step = context;
  const int n = g->n, m = g->m;
  gimbal_real *Gamma = gimbal_scratch(g, n), *middle = gimbal_scratch(g, n);
  gimbal_real *mu = gimbal_scratch(g, m), *Omega = gimbal_scratch(g, m);
  gimbal_real *T = gimbal_scratch(g, m), *turn = gimbal_scratch(g, m);
  for (int i = 0; i < n; ++i) {
    Gamma[i] = step->Gamma[i] + step->h * x[i];
    middle[i] = step->Gamma[i] + step->h * x[i] / 2;
  }
  for (int j = 0; j < m; ++j)
    mu[j] = step->mu[j] + step->h * x[n + j];
  if (gimbal_velocity(g, step->t + step->h, Gamma, mu, Omega) ||
      gimbal_force(g, step->t + step->h, Gamma, Omega, T))
    return 1;
  for (int j = 0; j < m; ++j) {
    turn[j] = (step->Omega[j] + Omega[j]) / 2;
    r[n + j] = x[n + j] - (step->T[j] + T[j]) / 2;
  }
  if (rate_of(g, step->t + step->h / 2, middle, turn, r))
    return 1;
  for (int i = 0; i < n; ++i)
    r[i] = x[i] - r[i];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  gimbal_real *Omega = gimbal_scratch(g, m), *T = gimbal_scratch(g, m);
  gimbal_real *x = gimbal_scratch(g, n + m);
  sphere context = {.h = h, .t = from->t, .Gamma = from->q, .mu = from->p, .Omega = Omega, .T = T};
  if (gimbal_velocity(g, from->t, from->q, from->p, Omega) ||
      gimbal_force(g, from->t, from->q, Omega, T) || rate_of(g, from->t, from->q, Omega, x))
    return 1;
  for (int j = 0; j < m; ++j)
    x[n + j] = T[j];
  if (gimbal_solve(g, n + m, residual, NULL, &context, x))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h * x[i];
  for (int j = 0; j < m; ++j)
    to->dp[j] = h * x[n + j];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy",
     .quantity = "energy",
     .value = "exact",
     .when = "autonomous && !forced && n == 3"},
    {.study = "invariant", .quantity = "quadratic", .value = "exact", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "hamel_sphere",
     .title = "variational integrator on the sphere, by Hamel's formalism",
     .citation = "Zenkov, Leok and Bloch, Proc. IEEE CDC 51 (2012) 7504, eqs. 20-24",
     .citation_key = "ZenkovLeokBloch2012",
     .formulation = GIMBAL_FRAME,
     .accepts = "spheres && n > m && nonholonomic == 0",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
