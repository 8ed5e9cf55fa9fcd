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
 * sphere where the bob is. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, t;
  const gimbal_real *Gamma, *mu, *Omega, *T; /* at the start of the step */
} sphere;

/* x = ((Γ⁺ − Γ⁻)/h, I(Ω⁺ − Ω⁻)/h). */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const sphere *step = context;
  gimbal_real Gamma[3], mu[2], Omega[2], T[2], middle[3], turn[2];
  for (int i = 0; i < 3; ++i) {
    Gamma[i] = step->Gamma[i] + step->h * x[i];
    middle[i] = step->Gamma[i] + step->h * x[i] / 2;
  }
  for (int j = 0; j < 2; ++j)
    mu[j] = step->mu[j] + step->h * x[3 + j];
  if (gimbal_velocity(g, step->t + step->h, Gamma, mu, Omega) ||
      gimbal_force(g, step->t + step->h, Gamma, Omega, T))
    return 1;
  for (int j = 0; j < 2; ++j) {
    turn[j] = (step->Omega[j] + Omega[j]) / 2;
    r[3 + j] = x[3 + j] - (step->T[j] + T[j]) / 2;
  }
  r[0] = x[0] + middle[2] * turn[1];
  r[1] = x[1] - middle[2] * turn[0];
  r[2] = x[2] - middle[0] * turn[1] + middle[1] * turn[0];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real Omega[2], T[2], x[5];
  sphere context = {.h = h, .t = from->t, .Gamma = from->q, .mu = from->p, .Omega = Omega, .T = T};
  if (gimbal_velocity(g, from->t, from->q, from->p, Omega) ||
      gimbal_force(g, from->t, from->q, Omega, T))
    return 1;
  x[0] = -from->q[2] * Omega[1];
  x[1] = from->q[2] * Omega[0];
  x[2] = from->q[0] * Omega[1] - from->q[1] * Omega[0];
  x[3] = T[0];
  x[4] = T[1];
  if (gimbal_solve(g, 5, residual, NULL, &context, x))
    return 1;
  for (int i = 0; i < 3; ++i)
    to->dq[i] = h * x[i];
  for (int j = 0; j < 2; ++j)
    to->dp[j] = h * x[3 + j];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy", .quantity = "energy", .value = "exact", .when = "autonomous && !forced"},
    {.study = "invariant", .quantity = "quadratic", .value = "exact", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "hamel_sphere",
     .title = "variational integrator on the sphere, by Hamel's formalism",
     .citation = "Zenkov, Leok and Bloch, Proc. IEEE CDC 51 (2012) 7504, eqs. 20-24",
     .citation_key = "ZenkovLeokBloch2012",
     .formulation = GIMBAL_FRAME,
     .accepts = "n == 3 && m == 2 && nonholonomic == 0",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
