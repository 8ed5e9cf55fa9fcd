/* The Hénon–Heiles system [Hénon and Heiles 1964; Hairer, Lubich, Wanner 2006, I.3]. Orbits of
 * energy below 1/6 that start inside the triangle stay there. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] - q[0] * q[0] - q[1] * q[1]) / 2 - q[0] * q[0] * q[1] +
         q[1] * q[1] * q[1] / 3;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0] - 2 * q[0] * q[1];
  out[1] = -q[1] - q[0] * q[0] + q[1] * q[1];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

/* Energy 0.1257, where chaos has set in. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(1, 10);
  out[1] = GIMBAL_Q(-1, 5);
  out[2] = GIMBAL_Q(2, 5);
  out[3] = GIMBAL_Q(1, 5);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "path", .title = "Path", .of = "x, y", .duration = "60", .words = "equal"},
    {.name = "section",
     .title = "Poincaré section x = 0, vx > 0",
     .of = "y, vy",
     .section = "x",
     .duration = "1000"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {
    {.name = "henon_heiles",
     .title = "Hénon–Heiles system",
     .citation = "Hénon and Heiles 1964; Hairer, Lubich, Wanner 2006, section I.3",
     .citation_key = "HenonHeiles1964,HairerLubichWanner2006",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
