/* Wrong: rk4 whose steps in double precision are off by 1e-8 h² f, so that it is of order 1 there
 * and of order 4 in quadruple precision; and rk4 with noise of 1e-11 in every step, in either. What a
 * run in one precision lacks is far above round-off and must not be taken for the floor. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

#ifdef GIMBAL_QUAD
#define SLIP 0
#else
#define SLIP 1e-8
#endif

static int step_slipping(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *f = gimbal_scratch(g, g->n);
  if (step(g, from, h, to) || gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] += SLIP * h * h * f[d];
  return 0;
}

/* The digits of q from the tenth on. */
static int step_noisy(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (step(g, from, h, to))
    return 1;
  for (int d = 0; d < g->n; ++d) {
    const gimbal_real digits = GIMBAL_C(1e12) * from->q[d];
    to->dq[d] += GIMBAL_C(1e-11) * (digits - gimbal_floor(digits) - GIMBAL_C(0.5));
  }
  return 0;
}

static const gimbal_method wrong[] = {{.name = "wrong_in_double",
                                       .title = "rk4, of order 1 in double precision",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_slipping,
                                       .claims = GIMBAL_ARRAY(claims)},
                                      {.name = "wrong_noisy",
                                       .title = "rk4 with noise",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_noisy,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
