/* The harmonic oscillator. Being linear it makes many methods better than they are (a phase error
 * alone remains, and some even vanish), so that it cannot confirm an order. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { OMEGA };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] - parameter[OMEGA] * parameter[OMEGA] * q[0] * q[0]) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -parameter[OMEGA] * parameter[OMEGA] * q[0];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}

static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real omega = parameter[OMEGA], c = gimbal_cos(omega * t), s = gimbal_sin(omega * t);
  out[0] = c * q[0] + s * v[0] / omega;
  out[1] = c * v[0] - s * q[0] * omega;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_value parameters[] = {
    {.name = "omega", .value = "1", .description = "angular frequency, not zero"}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {
    {.name = "phase", .title = "Phase portrait", .of = "q, v", .duration = "20"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .traits = "separable autonomous reversible degenerate integrable",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact}};

static const gimbal_model models[] = {{.name = "harmonic_oscillator",
                                       .title = "Harmonic oscillator",
                                       .citation = "Hairer, Lubich, Wanner 2006, section I.2",
                                       .citation_key = "HairerLubichWanner2006",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
