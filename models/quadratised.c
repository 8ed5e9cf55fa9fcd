/* Oscillators with an auxiliary variable that makes their energy quadratic.
 *
 * quadratised_quartic: ½p² + ½q² + ¼q⁴ with w = q²: q' = p, p' = −q − wq, w' = 2qp. Both ½p² + ½q² + ¼w² and w − q²
 * are quadratic invariants, so that methods that keep those keep the energy itself [Tapley, arXiv 2108.06548].
 *
 * quadratised_pendulum: ½p² + 1 − cos q with w = √(2 − cos q): q' = p, p' = −sin q, where sin q is written as
 * w sin q/√(2 − cos q), w' = p sin q/(2√(2 − cos q)). The modified energy ½p² + w² is quadratic; w² + cos q, which is
 * 2, is not [Zhang, Qian, Song, Appl. Math. Lett. 102 (2020) 106091]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { Q, P, W };

static void QuarticField(const real *parameter, real t, const real *y, const real *v, real *out) {
  out[Q] = y[P];
  out[P] = -y[Q] - y[W] * y[Q];
  out[W] = 2 * y[Q] * y[P];
}

static real QuarticEnergy(const real *parameter, real t, const real *y, const real *v) {
  const real square = y[Q] * y[Q];
  return (y[P] * y[P] + square) / 2 + square * square / 4;
}

static real QuarticModified(const real *parameter, real t, const real *y, const real *v) {
  return (y[P] * y[P] + y[Q] * y[Q]) / 2 + y[W] * y[W] / 4;
}

static real QuarticAuxiliary(const real *parameter, real t, const real *y, const real *v) {
  return y[W] - y[Q] * y[Q];
}

static void QuarticInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[Q] = out[W] = 1;
  out[P] = GIMBAL_Q(1, 2);
}

static void PendulumField(const real *parameter, real t, const real *y, const real *v, real *out) {
  const real slope = gimbal_sin(y[Q]) / gimbal_sqrt(2 - gimbal_cos(y[Q]));
  out[Q] = y[P];
  out[P] = -y[W] * slope;
  out[W] = y[P] * slope / 2;
}

static real PendulumEnergy(const real *parameter, real t, const real *y, const real *v) {
  return y[P] * y[P] / 2 + 1 - gimbal_cos(y[Q]);
}

static real PendulumModified(const real *parameter, real t, const real *y, const real *v) {
  return y[P] * y[P] / 2 + y[W] * y[W];
}

static void PendulumInitial(const real *parameter, real t, const real *q, const real *v,
                            real *out) {
  out[Q] = 1;
  out[P] = GIMBAL_Q(1, 2);
  out[W] = gimbal_sqrt(2 - gimbal_cos(out[Q]));
}

static void Reverse(const real *parameter, real t, const real *y, const real *v, real *out) {
  out[Q] = y[Q];
  out[P] = -y[P];
  out[W] = y[W];
}

static const gimbal_ode quartic = {GIMBAL_SIZE(gimbal_ode), .f = QuarticField};
static const gimbal_ode pendulum = {GIMBAL_SIZE(gimbal_ode), .f = PendulumField};

static const gimbal_case cases[] = {{.name = "A", .duration = "2", .step = "1/10"}};

static const gimbal_invariant quartic_invariants[] = {
    {.name = "modified_energy", .kind = "quadratic", .value = QuarticModified},
    {.name = "auxiliary", .kind = "quadratic", .value = QuarticAuxiliary}};
static const gimbal_invariant pendulum_invariants[] = {
    {.name = "modified_energy", .kind = "quadratic", .value = PendulumModified}};

#define COMMON                                                                                     \
  .name = "canonical", .configuration = "q p w", .n = "3", .m = "0",                               \
  .traits = "autonomous reversible", .reverse = Reverse

static const gimbal_realisation quartic_realisations[] = {
    {COMMON, .ode = &quartic, .initial = QuarticInitial, .energy = QuarticEnergy,
     .invariants = GIMBAL_ARRAY(quartic_invariants)}};
static const gimbal_realisation pendulum_realisations[] = {
    {COMMON, .ode = &pendulum, .initial = PendulumInitial, .energy = PendulumEnergy,
     .invariants = GIMBAL_ARRAY(pendulum_invariants)}};

static const gimbal_model models[] = {
    {.name = "quadratised_quartic",
     .title = "Quartic oscillator with its square as a variable",
     .citation = "Tapley, arXiv 2108.06548 (2021)",
     .citation_key = "Tapley2021",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(quartic_realisations)},
    {.name = "quadratised_pendulum",
     .title = "Pendulum with the root of its potential as a variable",
     .citation = "Zhang, Qian and Song, Applied Mathematics Letters 102 (2020) 106091",
     .citation_key = "ZhangQianSong2020",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(pendulum_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
