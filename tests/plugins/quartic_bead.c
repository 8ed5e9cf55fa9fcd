/* A bead on the curve x⁴ + y⁴ = 1 under gravity: a constraint whose differences of order two err. */
#include "gimbal.h"

#define ARGUMENTS                                                                                  \
  const gimbal_real *parameters, gimbal_real t, const gimbal_real *q, const gimbal_real *v
#define UNUSED (void)parameters, (void)t, (void)q, (void)v

static gimbal_real L(ARGUMENTS) {
  UNUSED;
  return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1];
}
static void D1L(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = 0;
  out[1] = -1;
}
static void D2L(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = v[0];
  out[1] = v[1];
}
static void g(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = q[0] * q[0] * q[0] * q[0] + q[1] * q[1] * q[1] * q[1] - 1;
}
static void Dg(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 2; ++i)
    out[i] = 4 * q[i] * q[i] * q[i];
}
/* (1,1)/2^(1/4), along the curve */
static void initial(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  const gimbal_real place = gimbal_pow(GIMBAL_Q(1, 2), GIMBAL_Q(1, 4));
  out[0] = place;
  out[1] = place;
  out[2] = GIMBAL_Q(1, 2);
  out[3] = -GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .g = g, .Dg = Dg};
static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .holonomic = "1",
                                                   .traits = "autonomous separable reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = initial}};
static const gimbal_model models[] = {{.name = "quartic_bead",
                                       .title = "A bead on a quartic curve",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
