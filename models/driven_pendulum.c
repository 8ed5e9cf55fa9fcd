/* A pendulum under a periodic torque,
 *     q̈ = −sin q + a cos ωt.
 * The model that sees the time, and with it a wrong node c_i of a method. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { AMPLITUDE, FREQUENCY };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2 + gimbal_cos(q[0]);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[0]);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void Force(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[AMPLITUDE] * gimbal_cos(parameter[FREQUENCY] * t);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L, .force = Force};

static const gimbal_value parameters[] = {
    {.name = "amplitude", .value = "3/10", .description = "of the torque"},
    {.name = "frequency", .value = "17/10", .description = "angular, of the torque"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "phase", .title = "Phase portrait", .of = "q, v", .duration = "20"},
    {.name = "stroboscope",
     .title = "Stroboscope, once in a period",
     .of = "sin(q), v",
     .section = "sin(1.7*t)",
     .duration = "1000"}};

static const gimbal_realisation realisations[] = {{.name = "angle",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "q",
                                                   .velocity = "v",
                                                   .n = "1",
                                                   .period = "2*pi",
                                                   .traits = "separable",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {{.name = "driven_pendulum",
                                       .title = "Driven pendulum",
                                       .citation = "Guckenheimer and Holmes 1983, section 4.5",
                                       .citation_key = "GuckenheimerHolmes1983",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
