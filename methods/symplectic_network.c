/* A symplectic network for the pendulum q̈ = −sin q: shears in turn,
 *     p ← p − (h/2) N(q),  q ← q + h p,  p ← p − (h/2) N(q),
 *     N(q) = Σ a_j (tanh(k_j q + b_j) + tanh(k_j q − b_j)),
 * layers of the form that SympFlow has [arXiv 2412.16787]. Two pairs of neurons are fitted to sin q for |q| ≤ 1.7 by
 * least squares, within 1.8e-3. Each layer is a shear, so the map is symplectic whatever the weights. It is the
 * Störmer–Verlet method of a Hamiltonian near that of the pendulum, to which its runs do not converge. */
#include "gimbal.h"

static gimbal_real hyperbolic_tangent(gimbal_real x) { return 1 - 2 / (gimbal_exp(2 * x) + 1); }

/* a, k and b of each pair. No coefficients of the method, since its claim holds with any. */
static const gimbal_real w[] = {GIMBAL_Q(1101, 1000), GIMBAL_Q(1, 2), 0, GIMBAL_Q(-748, 1000), 1, 2};

static gimbal_real network(gimbal_real q) {
  gimbal_real sum = 0;
  for (int j = 0; j < 6; j += 3)
    sum += w[j] * (hyperbolic_tangent(w[j + 1] * q + w[j + 2]) +
                   hyperbolic_tangent(w[j + 1] * q - w[j + 2]));
  return sum;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)g;
  to->dp[0] = -h / 2 * network(from->q[0]);
  to->dq[0] = h * (from->p[0] + to->dp[0]);
  to->dp[0] -= h / 2 * network(from->q[0] + to->dq[0]);
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}};

static const gimbal_method methods[] = {
    {.name = "symplectic_network",
     .title = "a symplectic network fitted to the pendulum",
     .citation = "Symplectic Neural Flows for Modeling and Discovery, arXiv 2412.16787",
     .citation_key = "SympFlow2024",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && n == 1 && autonomous && separable",
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
