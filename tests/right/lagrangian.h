/* For methods on L = ½ vᵀMv − U(t,q) with a constant M. */
#include "claim.h"

/* out = M⁻¹p, or M⁻¹f: the Legendre transform is linear. */
static inline int inverse_mass(gimbal *g, gimbal_real t, const gimbal_real *q, const gimbal_real *p,
                               gimbal_real *out) {
  for (int d = 0; d < g->n; ++d)
    out[d] = 0;
  return gimbal_velocity(g, t, q, p, out);
}

/* The force at (t,q), which does not depend on the velocity. */
static inline int force_at(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *f) {
  gimbal_real *zero = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    zero[d] = 0;
  return gimbal_force(g, t, q, zero, f);
}
