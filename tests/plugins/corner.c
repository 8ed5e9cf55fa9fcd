/* A spring with the potential |q|³/3, whose second derivative has a corner at q = 0. Of a method of order 6
 * the errors at the corner do not fall regularly, at late times by less than h^6. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

static gimbal_real L(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  const gimbal_real length = gimbal_fabs(q[0]);
  return v[0] * v[0] / 2 - length * length * length / 3;
}

static void D1L(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  out[0] = -q[0] * gimbal_fabs(q[0]);
}

static void D2L(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  out[0] = v[0];
}

static void D22L(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                 const gimbal_real *v, gimbal_real *out) {
  out[0] = 1;
}

static void Initial(const gimbal_real *parameter, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  out[0] = 1;
  out[1] = 0;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};
static const gimbal_realisation realisations[] = {
    {.name = "line",
     .configuration = "x",
     .velocity = "u",
     .n = "1",
     .traits = "separable autonomous reversible integrable nonsmooth",
     .lagrangian = &lagrangian,
     .initial = Initial}};
static const gimbal_case cases[] = {{.name = "A", .duration = "1"}};
static const gimbal_model models[] = {{.name = "corner",
                                       .title = "cubic spring",
                                       .citation = "by hand",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
