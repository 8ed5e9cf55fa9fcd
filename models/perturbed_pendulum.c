/* Pendulums without the symmetry q → −q, on whose rotations no reversing symmetry acts: after those on
 * which Faou, Hairer and Pham [BIT 44 (2004) 699] look for drifts of the energy.
 *
 * perturbed_pendulum: U = −cos q + .2 sin 2q, of one degree of freedom.
 * perturbed_pendulum_2: two that are coupled,
 *     U = −cos q₁ + .2 sin 2q₁ − .5 cos q₂ + .3 sin(q₁−q₂) + .1 cos(2q₁+q₂),
 * for methods that keep areas and are no more than that. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { SPEED };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2 + gimbal_cos(q[0]) - gimbal_sin(2 * q[0]) / 5;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[0]) - 2 * gimbal_cos(2 * q[0]) / 5;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = parameter[SPEED];
}

static real L2(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + gimbal_cos(q[0]) - gimbal_sin(2 * q[0]) / 5 +
         gimbal_cos(q[1]) / 2 - 3 * gimbal_sin(q[0] - q[1]) / 10 - gimbal_cos(2 * q[0] + q[1]) / 10;
}

static void D1L2(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real apart = 3 * gimbal_cos(q[0] - q[1]) / 10, sum = gimbal_sin(2 * q[0] + q[1]) / 10;
  out[0] = -gimbal_sin(q[0]) - 2 * gimbal_cos(2 * q[0]) / 5 - apart + 2 * sum;
  out[1] = -gimbal_sin(q[1]) / 2 + apart + sum;
}

static void D2L2(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L2(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static void Initial2(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = GIMBAL_Q(2, 5);
  out[2] = GIMBAL_Q(5, 2);
  out[3] = GIMBAL_Q(17, 10);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};
static const gimbal_lagrangian lagrangian_2 = {GIMBAL_SIZE(gimbal_lagrangian), .L = L2, .D1L = D1L2,
                                               .D2L = D2L2, .D22L = D22L2};

static const gimbal_value parameters[] = {
    {.name = "speed", .value = "5/2", .description = "at the start"}};

static const gimbal_case cases[] = {
    {.name = "rotation", .duration = "2", .description = "no reversing symmetry meets the orbit"},
    {.name = "oscillation", .settings = "speed=6/5", .duration = "2"}};
static const gimbal_case cases_2[] = {{.name = "A", .step = "1/20"}};

static const gimbal_picture pictures[] = {
    {.name = "phase", .title = "Phase portrait", .of = "sin(q), v", .duration = "20"}};

static const gimbal_picture pictures_2[] = {{.name = "section",
                                             .title = "Section at each turn of q1",
                                             .of = "sin(q2), v2",
                                             .section = "sin(q1)",
                                             .duration = "1000"}};

static const gimbal_realisation realisations[] = {
    {.name = "angle",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .period = "2*pi",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &lagrangian,
     .initial = Initial}};
static const gimbal_realisation realisations_2[] = {{.name = "angles",
                                                     .pictures = GIMBAL_ARRAY(pictures_2),
                                                     .configuration = "q1 q2",
                                                     .velocity = "v1 v2",
                                                     .n = "2",
                                                     .period = "2*pi, 2*pi",
                                                     .traits = "separable autonomous reversible",
                                                     .lagrangian = &lagrangian_2,
                                                     .initial = Initial2}};

static const gimbal_model models[] = {
    {.name = "perturbed_pendulum",
     .title = "Pendulum without a symmetry",
     .citation = "after Faou, Hairer and Pham, BIT Numerical Mathematics 44 (2004) 699",
     .citation_key = "FaouHairerPham2004",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)},
    {.name = "perturbed_pendulum_2",
     .title = "Two coupled pendulums without a symmetry",
     .citation = "after Faou, Hairer and Pham, BIT Numerical Mathematics 44 (2004) 699",
     .citation_key = "FaouHairerPham2004",
     .cases = GIMBAL_ARRAY(cases_2),
     .realisations = GIMBAL_ARRAY(realisations_2)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
