/* Leapfrogs by the derivatives of any H(t,q,p), all explicit.
 *
 * explicit_leapfrog: p½ = p − (h/2) H_q(t, q, p),  q₁ = q + h H_p(t + h/2, q, p½),  p₁ = p½ − (h/2) H_q(t + h, q₁, p½).
 * explicit_leapfrog_drift: q½ = q + (h/2) H_p(t, q, p),  p₁ = p − h H_q(t + h/2, q½, p),
 *     q₁ = q½ + (h/2) H_p(t + h, q½, p₁).
 *
 * Where H = A(p) + B(q) they are the Störmer–Verlet methods: of order 2, symplectic, symmetric. Where H is no sum they
 * are of order 1 and neither symplectic nor symmetric, since the Störmer–Verlet methods are implicit there. With
 * H = ln(½|p|² + B) + ln|q| the points of the second lie on the exact orbit of Kepler's problem [Preto and Tremaine,
 * Astronomical Journal 118 (1999) 2532; Wang and Nitadori, arXiv 2007.15352]; those of the first do not. */
#include "gimbal.h"

enum { POSITIONS, MOMENTA };

/* Half a step of one part, a step of the other one, and half a step of the first again. */
static int leap(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to, int first) {
  const int n = g->n;
  gimbal_real *const z = gimbal_scratch(g, 2 * (size_t)n), *f = gimbal_scratch(g, 2 * (size_t)n);
  gimbal_real *const change[] = {[POSITIONS] = to->dq, [MOMENTA] = to->dp};
  for (int i = 0; i < n; ++i) {
    z[i] = from->q[i], z[n + i] = from->p[i];
    to->dq[i] = to->dp[i] = 0;
  }
  for (int substep = 0; substep < 3; ++substep) {
    const int part = substep == 1 ? !first : first;
    if (gimbal_momentum_field(g, from->t + substep * h / 2, z, f))
      return 1;
    for (int i = 0; i < n; ++i) {
      const gimbal_real moved = (substep == 1 ? h : h / 2) * f[part * n + i];
      change[part][i] += moved;
      z[part * n + i] += moved;
    }
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return leap(g, from, h, to, MOMENTA);
}

static int step_drift(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return leap(g, from, h, to, POSITIONS);
}

static const gimbal_method methods[] = {
    {.name = "explicit_leapfrog",
     .title = "leapfrog by the derivatives of any Hamiltonian, explicit",
     .citation = "scirs2-integrate 0.4.1, src/symplectic/leapfrog.rs",
     .citation_key = "Scirs2Integrate",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0",
     .step = step,
     .overwrites = "none"},
    {.name = "explicit_leapfrog_drift",
     .title = "the same, with half a drift first",
     .citation = "Preto and Tremaine, Astronomical Journal 118 (1999) 2532",
     .citation_key = "PretoTremaine1999",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0",
     .step = step_drift,
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
