/* Wrong: the classical Runge–Kutta method with noise of 10⁻⁹ in every step, a function of the state's bits.
 * The claim that is wrong: order 4 of q. */
#include <string.h>
#include "../right/multistep.h"

/* In (−1, 1). */
static gimbal_real noise(const gimbal_real *y, int n) {
  uint64_t hash = 14695981039346656037u;
  for (int d = 0; d < n; ++d) {
    const double value = (double)y[d];
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 6364136223846793005u;
    hash ^= hash >> 29;
  }
  return 2 * (gimbal_real)(double)(hash >> 11) / GIMBAL_C(9007199254740992.0) - 1;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *y = gimbal_scratch(g, g->n);
  if (runge_kutta(g, g->n, from->t, from->q, h, y))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = y[d] - from->q[d] + GIMBAL_C(1e-9) * noise(y, d + 1);
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("4"), ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_noise", "the classical Runge–Kutta method with noise", "none", GIMBAL_ODE,
       .accepts = NULL);
