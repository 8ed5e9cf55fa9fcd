/* Holonomic constraints that move: two right models, each with its motion in coordinates that need no
 * constraint, or in closed form; what is declared wrongly; and a method that does not know of them. */
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

/* ---- A pendulum whose pivot goes up and down ---- */

static real height(real t) { return gimbal_sin(3 * t) / 4; }
static real ascent(real t) { return 3 * gimbal_cos(3 * t) / 4; }

static real pivot_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1]; }
static void pivot_D1L(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = -1;
}
static void pivot_g(ARGUMENTS, real *out) {
  const real y = q[1] - height(t);
  out[0] = (q[0] * q[0] + y * y - 1) / 2;
}
static void pivot_Dg(ARGUMENTS, real *out) {
  out[0] = q[0];
  out[1] = q[1] - height(t);
}
static void pivot_initial(ARGUMENTS, real *out) { /* cos = 3/5, sin = 4/5, θ̇ = 1/2 */
  out[0] = GIMBAL_Q(4, 5);
  out[1] = -GIMBAL_Q(3, 5);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = GIMBAL_Q(3, 4) + GIMBAL_Q(2, 5);
}
static const gimbal_lagrangian pivot = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = pivot_L,
                                        .D1L = pivot_D1L,
                                        .D2L = wire_D2L,
                                        .g = pivot_g,
                                        .Dg = pivot_Dg};

/* x = sin θ, y = Y − cos θ, and θ̈ = −(1 + Ÿ) sin θ. The angle at time t and the angular velocity; ẏ
 * has the pivot's. */
static real angle_L(ARGUMENTS) {
  const real s = gimbal_sin(q[0]), Y = ascent(t);
  return (v[0] * v[0] + 2 * v[0] * s * Y + Y * Y) / 2 - height(t) + gimbal_cos(q[0]);
}
static void angle_D1L(ARGUMENTS, real *out) {
  out[0] = v[0] * gimbal_cos(q[0]) * ascent(t) - gimbal_sin(q[0]);
}
static void angle_D2L(ARGUMENTS, real *out) { out[0] = v[0] + gimbal_sin(q[0]) * ascent(t); }
static void angle_initial(ARGUMENTS, real *out) {
  out[0] = gimbal_asin(GIMBAL_Q(4, 5));
  out[1] = GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian angle = {GIMBAL_SIZE(gimbal_lagrangian), .L = angle_L,
                                        .D1L = angle_D1L, .D2L = angle_D2L};

/* What both know at any time: x, and its velocity. */
static void of_angle(ARGUMENTS, real *out) {
  out[0] = gimbal_sin(q[0]);
  out[1] = gimbal_cos(q[0]) * v[0];
}
static void of_place(ARGUMENTS, real *out) {
  out[0] = q[0];
  out[1] = v[0];
}

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
#define LINE .configuration = "theta", .velocity = "omega", .n = "1"
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
                                pivots[] = {{.name = "angle",
                                             LINE,
                                             .lagrangian = &angle,
                                             .initial = angle_initial,
                                             .common = of_angle},
                                            {.name = "plane",
                                             PLANE,
                                             .holonomic = "1",
                                             .traits = "separable rheonomic",
                                             .lagrangian = &pivot,
                                             .initial = pivot_initial,
                                             .common = of_place}},
                                frames[] = {{.name = "plane",
                                             PLANE,
                                             .frame = &turning,
                                             .initial = turning_initial}};
static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

#define MODEL(name_, realisations_)                                                                \
  {                                                                                                \
    .name = name_, .title = name_, .citation = "made for this test", .cases = GIMBAL_ARRAY(cases), \
    .realisations = GIMBAL_ARRAY(realisations_)                                                    \
  }
static const gimbal_model models[] = {
    MODEL("turning_wire", wires), MODEL("silent_wire", silent),  MODEL("bead_left", left),
    MODEL("still_wire", still),   MODEL("moving_pivot", pivots), MODEL("turning_frame", frames)};

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
