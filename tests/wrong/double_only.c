/* Wrong: the 3/8 rule, which in double precision adds 10⁻⁸ h² f to a step (a difference of the
 * coefficients would be refused at loading). The claim that is wrong: order 4 of q (in double it is
 * 1). */
#define STAGES 4
#include "../right/explicit_rk.h"

#ifdef GIMBAL_QUAD
#define SLIP 0
#else
#define SLIP 1e-8
#endif

static int step_with_slip(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *f = gimbal_scratch(g, g->n);
  if (step(g, from, h, to) || gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] += SLIP * h * h * f[d];
  return 0;
}

COEFFICIENTS("1/3, -1/3, 1, 1, -1, 1", "1/8, 3/8, 3/8, 1/8", "0, 1/3, 2/3, 1");
static const gimbal_claim claims[] = {ORDER_Q("4"), ENERGY("drift", "canonical && autonomous"),
                                      LINEAR_EXACT, SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
static const gimbal_method methods[] = {{.name = "wrong_double_only",
                                         .title = "the 3/8 rule, wrong in double precision",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .step = step_with_slip,
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
