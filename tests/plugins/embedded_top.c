/* The slow heavy top on SO(3), and its matrix in R⁹ under the constraints RᵀR = I: L = ½tr(Ṙ J_d Ṙᵀ) −
 * m g e₃·RX, J_d = ½tr(J)I − J. What RATTLE does there is to be compared with methods on the group. */
#define RIGHT "../../models/heavy_top.c"
#include "right.h"

static real Weight(const real *parameter, int j) {
  return (parameter[J1] + parameter[J2] + parameter[J3]) / 2 - parameter[J1 + j];
}

static real L(const real *parameter, real t, const real *q, const real *v) {
  real twice = 0;
  for (int i = 0; i < 9; i++)
    twice += Weight(parameter, i % 3) * v[i] * v[i];
  return twice / 2 - parameter[MASS] * parameter[GRAVITY] * Height(parameter, q, 2);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[7] = -parameter[MASS] * parameter[GRAVITY] * parameter[X2];
  out[8] = -parameter[MASS] * parameter[GRAVITY] * parameter[X3];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = Weight(parameter, i % 3) * v[i];
}

static void Orthogonal(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++, out++)
      *out = q[a] * q[b] + q[3 + a] * q[3 + b] + q[6 + a] * q[6 + b] - (a == b);
}

static void DOrthogonal(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 54; i++)
    out[i] = 0;
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++, out += 9)
      for (int i = 0; i < 3; i++) {
        out[3 * i + a] += q[3 * i + b];
        out[3 * i + b] += q[3 * i + a];
      }
}

static void EmbeddedInitial(const real *parameter, real t, const real *q, const real *v,
                            real *out) {
  real y[12];
  Initial(parameter, t, q, v, y);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = y[3 * i + j];
    Cross(y + 3 * i, y + 9, out + 9 + 3 * i);
  }
}

/* Entry (a,b) of RᵀṘ. */
static real Spin(const real *q, const real *v, int a, int b) {
  return q[a] * v[b] + q[3 + a] * v[3 + b] + q[6 + a] * v[6 + b];
}

static void EmbeddedCommon(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = q[i];
  for (int i = 0; i < 3; i++)
    out[9 + i] = Spin(q, v, (i + 2) % 3, (i + 1) % 3);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .g = Orthogonal,
                                             .Dg = DOrthogonal};

static const gimbal_case one_case[] = {
    {.name = "slow",
     .settings =
         "m=1, g=5, J1=2, J2=5/2, J3=1, X2=3/5, X3=4/5, tilt=1, Omega1=1, Omega2=1/2, Omega3=2"}};

static const gimbal_realisation both[] = {{.name = "matrix",
                                           .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
                                           .velocity = "omega1 omega2 omega3",
                                           .n = "9",
                                           .m = "3",
                                           .traits = "separable autonomous reversible",
                                           .group = &group,
                                           .initial = Initial},
                                          {.name = "embedded",
                                           .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
                                           .velocity = "v11 v12 v13 v21 v22 v23 v31 v32 v33",
                                           .n = "9",
                                           .holonomic = "6",
                                           .traits = "separable autonomous reversible",
                                           .lagrangian = &lagrangian,
                                           .initial = EmbeddedInitial,
                                           .common = EmbeddedCommon}};

static const gimbal_model embedded[] = {{.name = "embedded_top",
                                         .title = "a heavy top as a group and under constraints",
                                         .citation = "made for a test",
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .cases = GIMBAL_ARRAY(one_case),
                                         .realisations = GIMBAL_ARRAY(both)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(embedded));
