/* A driven oscillator, q̈ = −q + cos 2t, whose runs begin at t = 0 or at t = 3. Right, and wrong: `late_clock`
 * counts the time of its closed form from where the run begins. */
#include "gimbal.h"

static gimbal_real L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  (void)parameters, (void)t;
  return (v[0] * v[0] - q[0] * q[0]) / 2;
}
static void D1L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  (void)parameters, (void)t, (void)v;
  out[0] = -q[0];
}
static void D2L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  (void)parameters, (void)t, (void)q;
  out[0] = v[0];
}
static void force(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  (void)parameters, (void)q, (void)v;
  out[0] = gimbal_cos(2 * t);
}
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  (void)parameters, (void)t, (void)q, (void)v;
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

/* q = A cos(t − t₀) + B sin(t − t₀) − cos(2t)/3, from (q, v) at t₀; `shift` is an error of the clock. */
static void motion(gimbal_real begin, gimbal_real t, gimbal_real shift, const gimbal_real *q,
                   const gimbal_real *v, gimbal_real *out) {
  const gimbal_real A = q[0] + gimbal_cos(2 * (begin - shift)) / 3,
                    B = v[0] - 2 * gimbal_sin(2 * (begin - shift)) / 3, s = t - begin;
  out[0] = A * gimbal_cos(s) + B * gimbal_sin(s) - gimbal_cos(2 * (t - shift)) / 3;
  out[1] = -A * gimbal_sin(s) + B * gimbal_cos(s) + 2 * gimbal_sin(2 * (t - shift)) / 3;
}
static void exact(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  motion(parameters[0], t, 0, q, v, out);
}
static void exact_late(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                       const gimbal_real *v, gimbal_real *out) {
  motion(parameters[0], t, parameters[0], q, v, out);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .force = force};
static const gimbal_value parameters[] = {{.name = "t0", .value = "0"}};
static const gimbal_case cases[] = {
    {.name = "zero", .duration = "4"},
    {.name = "three", .settings = "t0=3", .duration = "4", .begin = "t0", .longest = "40"}};
#define LINE(name_, exact_)                                                                        \
  static const gimbal_realisation name_[] = {{.name = "line",                                      \
                                              .configuration = "x",                                \
                                              .velocity = "v",                                     \
                                              .n = "1",                                            \
                                              .lagrangian = &lagrangian,                           \
                                              .initial = initial,                                  \
                                              .exact = exact_}}
LINE(right, exact);
LINE(late, exact_late);
static const gimbal_model models[] = {{.name = "begins",
                                       .title = "a driven oscillator, from t = 0 or 3",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(right)},
                                      {.name = "late_clock",
                                       .title = "the same with a wrong closed form",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(late)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
