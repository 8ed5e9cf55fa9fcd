/* Wrong: the projection on the energy surface stops at an excess of 10⁻¹⁰. The claim that is wrong: exact
 * energy. */
#include "../right/lagrangian.h"

typedef struct {
  gimbal_real t, energy;
  const gimbal_real *q, *p, *f, *v; /* the result of the step, and (−∂H/∂q, ∂H/∂p) there */
} surface;

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const surface *s = context;
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d) {
    q[d] = s->q[d] - x[0] * s->f[d];
    p[d] = s->p[d] + x[0] * s->v[d];
  }
  if (inverse_mass(g, s->t, q, p, v) || gimbal_energy(g, s->t, q, v, r))
    return 1;
  r[0] -= s->energy;
  return 0;
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  gimbal_real *v = gimbal_scratch(g, g->n);
  (void)h;
  return inverse_mass(g, state->t, state->q, state->p, v) ||
         gimbal_energy(g, state->t, state->q, v, state->memory);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *v1 = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  gimbal_real x = 0, excess, square = 0;
  if (inverse_mass(g, from->t, from->q, from->p, v) || force_at(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d] + h * v[d];
    p[d] = from->p[d] + h * f[d];
  }
  if (inverse_mass(g, to->t, q, p, v1) || force_at(g, to->t, q, f1))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d] + h / 2 * (v[d] + v1[d]);
    p[d] = from->p[d] + h / 2 * (f[d] + f1[d]);
  }
  if (inverse_mass(g, to->t, q, p, v1) || force_at(g, to->t, q, f1))
    return 1;
  surface context = {.t = to->t, .energy = from->memory[0], .q = q, .p = p, .f = f1, .v = v1};
  for (int d = 0; d < n; ++d)
    square += f1[d] * f1[d] + v1[d] * v1[d];
  for (int iteration = 0; iteration < 50; ++iteration, x -= excess / square) {
    if (residual(g, &context, &x, &excess))
      return 1;
    if (gimbal_fabs(excess) < GIMBAL_C(1e-10))
      break;
  }
  for (int d = 0; d < n; ++d) {
    to->dq[d] = q[d] - from->q[d] - x * f1[d];
    to->dp[d] = p[d] - from->p[d] + x * v1[d];
  }
  return 0;
}

static const gimbal_claim claims[] = {ENERGY("exact", "canonical"), SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_energy_tolerance", "Heun's method, loosely projected", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && autonomous && !forced", .memory = "1",
       .start = start);
