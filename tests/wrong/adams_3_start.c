/* Wrong: the Adams–Bashforth method of order 3 starts with f₋₁ = f₋₂ = f₀, which costs h² once. The claim
 * that is wrong: order 3 of q (it is 2). */
#include "../right/multistep.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  return gimbal_field(g, state->t, state->q, state->memory) ||
         gimbal_field(g, state->t, state->q, state->memory + g->n);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h / 12 * (23 * f[d] - 16 * from->memory[d] + 5 * from->memory[n + d]);
    to->memory[n + d] = from->memory[d];
    to->memory[d] = f[d];
  }
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("3"), ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_adams_3_start", "the Adams–Bashforth method of order 3, badly started", "none",
       GIMBAL_ODE, .memory = "2*(n+m)", .start = start);
