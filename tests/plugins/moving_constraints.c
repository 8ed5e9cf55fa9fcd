/* A holonomic constraint that moves, with its motion in closed form; what is declared wrongly; and a method
 * that does not know of it. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;
#define ARGUMENTS const real *parameters, real t, const real *q, const real *v

/* ---- A bead on a straight wire that turns: r̈ = r, and the reaction is that of Coriolis ---- */

static real wire_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2; }
static void wire_D1L(ARGUMENTS, real *out) { out[0] = out[1] = 0; }
static void wire_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
static void wire_g(ARGUMENTS, real *out) { out[0] = q[0] * gimbal_sin(t) - q[1] * gimbal_cos(t); }
static void wire_Dg(ARGUMENTS, real *out) {
  out[0] = gimbal_sin(t);
  out[1] = -gimbal_cos(t);
}
static void wire_initial(ARGUMENTS, real *out) {
  out[0] = out[3] = 1;
  out[1] = 0;
  out[2] = GIMBAL_Q(1, 4);
}
/* At rest on the wire it would have to be left behind. */
static void wire_left(ARGUMENTS, real *out) {
  wire_initial(parameters, t, q, v, out);
  out[3] = 0;
}
static void wire_exact(ARGUMENTS, real *out) {
  const real c = gimbal_cos(t), s = gimbal_sin(t), r0 = q[0], w0 = v[0];
  const real r = r0 * gimbal_cosh(t) + w0 * gimbal_sinh(t);
  const real w = r0 * gimbal_sinh(t) + w0 * gimbal_cosh(t);
  out[0] = r * c;
  out[1] = r * s;
  out[2] = w * c - r * s;
  out[3] = w * s + r * c;
  out[4] = -2 * w;
}
static const gimbal_lagrangian wire = {GIMBAL_SIZE(gimbal_lagrangian),
                                       .L = wire_L,
                                       .D1L = wire_D1L,
                                       .D2L = wire_D2L,
                                       .g = wire_g,
                                       .Dg = wire_Dg};

static void still_g(ARGUMENTS, real *out) { out[0] = q[0] - q[1]; }
static void still_Dg(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = -1;
}
static const gimbal_lagrangian still_wire = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = wire_L,
                                             .D1L = wire_D1L,
                                             .D2L = wire_D2L,
                                             .g = still_g,
                                             .Dg = still_Dg};

/* ---- A frame that turns, for which there are no equations here ---- */

static void turning_psi(ARGUMENTS, real *out) {
  out[0] = out[3] = gimbal_cos(t);
  out[1] = -gimbal_sin(t);
  out[2] = gimbal_sin(t);
}
static void turning_initial(ARGUMENTS, real *out) { out[0] = out[1] = out[2] = out[3] = 1; }
static const gimbal_frame turning = {GIMBAL_SIZE(gimbal_frame), .psi = turning_psi, .ell = wire_L,
                                     .D1ell = wire_D1L, .D2ell = wire_D2L};

#define PLANE .configuration = "x y", .velocity = "vx vy", .n = "2"
static const gimbal_realisation wires[] = {{.name = "plane",
                                            PLANE,
                                            .holonomic = "1",
                                            .traits = "separable rheonomic",
                                            .lagrangian = &wire,
                                            .initial = wire_initial,
                                            .exact = wire_exact}},
                                silent[] = {{.name = "plane",
                                             PLANE,
                                             .holonomic = "1",
                                             .traits = "separable",
                                             .lagrangian = &wire,
                                             .initial = wire_initial}},
                                still[] = {{.name = "plane",
                                            PLANE,
                                            .holonomic = "1",
                                            .traits = "separable rheonomic",
                                            .lagrangian = &still_wire,
                                            .initial = turning_initial}},
                                left[] = {{.name = "plane",
                                           PLANE,
                                           .holonomic = "1",
                                           .traits = "separable rheonomic",
                                           .lagrangian = &wire,
                                           .initial = wire_left}},
                                frames[] = {{.name = "plane",
                                             PLANE,
                                             .frame = &turning,
                                             .initial = turning_initial}};
static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

/* A pendulum on a pivot that flies at constant speed: by Galileo's principle it is one at rest. */
static real pivot_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - 2 * q[1]; }
static void pivot_D1L(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = -2;
}
static void pivot_g(ARGUMENTS, real *out) {
  out[0] = ((q[0] - 10 * t) * (q[0] - 10 * t) + q[1] * q[1] - 1) / 2;
}
static void pivot_Dg(ARGUMENTS, real *out) {
  out[0] = q[0] - 10 * t;
  out[1] = q[1];
}
static void pivot_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 10;
  out[3] = GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian pivot = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = pivot_L,
                                        .D1L = pivot_D1L,
                                        .D2L = wire_D2L,
                                        .g = pivot_g,
                                        .Dg = pivot_Dg};
static const gimbal_realisation pivots[] = {{.name = "plane",
                                             PLANE,
                                             .holonomic = "1",
                                             .traits = "separable rheonomic",
                                             .lagrangian = &pivot,
                                             .initial = pivot_initial}};

#define MODEL(name_, realisations_)                                                                \
  {                                                                                                \
    .name = name_, .title = name_, .citation = "made for this test", .cases = GIMBAL_ARRAY(cases), \
    .realisations = GIMBAL_ARRAY(realisations_)                                                    \
  }
static const gimbal_model models[] = {
    MODEL("turning_wire", wires), MODEL("silent_wire", silent),   MODEL("bead_left", left),
    MODEL("still_wire", still),   MODEL("turning_frame", frames), MODEL("flying_pivot", pivots)};

static int stay(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)g, (void)from, (void)h, (void)to;
  return 0;
}
static const gimbal_method methods[] = {{.name = "at_rest",
                                         .title = "takes Dg·v = 0 for tangency",
                                         .citation = "made for this test",
                                         .formulation = GIMBAL_LAGRANGIAN,
                                         .accepts = "holonomic > 0",
                                         .overwrites = "none",
                                         .step = stay}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
