/* A rigid body that floats, tied to the origin by a spring, with a weight: on SE(3). */
#include "gimbal.h"
#define ARGUMENTS                                                                                  \
  const gimbal_real *parameters, gimbal_real t, const gimbal_real *q, const gimbal_real *v
#define UNUSED (void)parameters, (void)t, (void)q, (void)v
static const int J[3] = {1, 2, 3};
static gimbal_real ell(ARGUMENTS) {
  UNUSED;
  gimbal_real value = -(q[6] * GIMBAL_Q(1, 2) + q[7] * GIMBAL_Q(1, 4) + q[8]);
  for (int i = 0; i < 3; ++i)
    value += (J[i] * v[i] * v[i] + 2 * v[3 + i] * v[3 + i] - q[9 + i] * q[9 + i]) / 2;
  value += v[0] * v[4] / 4;
  return value;
}
static void D1ell(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  const gimbal_real b[3] = {GIMBAL_Q(1, 2), GIMBAL_Q(1, 4), 1}, *gamma = q + 6;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = b[k] * gamma[j] - b[j] * gamma[k];
    out[3 + i] = -(q[i] * q[9] + q[3 + i] * q[10] + q[6 + i] * q[11]);
  }
}
static void D2ell(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i) {
    out[i] = J[i] * v[i];
    out[3 + i] = 2 * v[3 + i];
  }
  out[0] += v[4] / 4;
  out[4] += v[0] / 4;
}
static void initial(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 18; ++i)
    out[i] = 0;
  out[0] = out[4] = out[8] = 1;
  out[9] = GIMBAL_Q(1, 2);
  out[10] = 1;
  out[12] = GIMBAL_Q(3, 10);
  out[13] = -GIMBAL_Q(1, 5);
  out[14] = GIMBAL_Q(1, 2);
  out[16] = GIMBAL_Q(1, 3);
}
static const gimbal_group group = {GIMBAL_SIZE(gimbal_group), .group = "SE3", .ell = ell,
                                   .D1ell = D1ell, .D2ell = D2ell};
static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation realisations[] = {
    {.name = "motion",
     .n = "12",
     .m = "6",
     .traits = "autonomous reversible",
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33 x y z",
     .velocity = "w1 w2 w3 v1 v2 v3",
     .group = &group,
     .initial = initial}};
static const gimbal_model models[] = {{.name = "floating_body",
                                       .title = "a floating body",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
