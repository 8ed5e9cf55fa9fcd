/* Models of further kinds, a few lines each: magnetic fields and a rotating frame, hard and stiff
 * potentials, friction, a mass that changes, polar coordinates, a constraint of degree four, an affine
 * one. Right methods pass on all of them. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;
#define ARGUMENTS const real *parameter, real t, const real *q, const real *v
#define Q GIMBAL_Q

/* ---- magnetic ---- */

static real magnetic_L(ARGUMENTS) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + (q[0] + q[0] * q[0] * q[0] / 3) * v[1] -
         (q[0] * q[0] + 2 * q[1] * q[1]) / 2;
}
static void magnetic_D1L(ARGUMENTS, real *out) {
  out[0] = (1 + q[0] * q[0]) * v[1] - q[0];
  out[1] = -2 * q[1];
}
static void magnetic_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1] + q[0] + q[0] * q[0] * q[0] / 3;
}
static void magnetic_D22L(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
}
static void magnetic_initial(ARGUMENTS, real *out) {
  out[0] = Q(3, 5);
  out[1] = 0;
  out[2] = Q(1, 5);
  out[3] = Q(7, 10);
}
static const gimbal_lagrangian magnetic = {GIMBAL_SIZE(gimbal_lagrangian), .L = magnetic_L,
                                           .D1L = magnetic_D1L, .D2L = magnetic_D2L,
                                           .D22L = magnetic_D22L};
static const gimbal_case magnetic_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation magnetic_forms[] = {{.name = "plain",
                                                     .configuration = "x y",
                                                     .velocity = "vx vy",
                                                     .n = "2",
                                                     .traits = "autonomous",
                                                     .lagrangian = &magnetic,
                                                     .initial = magnetic_initial}};

/* ---- magnetic at rest ---- */

static real magnetic_at_rest_L(ARGUMENTS) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + (q[0] + q[0] * q[0] * q[0] / 3) * v[1] -
         (q[0] * q[0] + 2 * q[1] * q[1]) / 2;
}
static void magnetic_at_rest_D1L(ARGUMENTS, real *out) {
  out[0] = (1 + q[0] * q[0]) * v[1] - q[0];
  out[1] = -2 * q[1];
}
static void magnetic_at_rest_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1] + q[0] + q[0] * q[0] * q[0] / 3;
}
static void magnetic_at_rest_D22L(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
}
static void magnetic_at_rest_initial(ARGUMENTS, real *out) {
  out[0] = Q(3, 5);
  out[1] = Q(1, 2);
  out[2] = 0;
  out[3] = 0;
}
static const gimbal_lagrangian magnetic_at_rest = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = magnetic_at_rest_L, .D1L = magnetic_at_rest_D1L,
    .D2L = magnetic_at_rest_D2L, .D22L = magnetic_at_rest_D22L};
static const gimbal_case magnetic_at_rest_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation magnetic_at_rest_forms[] = {{.name = "plain",
                                                             .configuration = "x y",
                                                             .velocity = "vx vy",
                                                             .n = "2",
                                                             .traits = "autonomous",
                                                             .lagrangian = &magnetic_at_rest,
                                                             .initial = magnetic_at_rest_initial}};

/* ---- restricted three bodies ---- */

static real restricted_three_bodies_L(ARGUMENTS) {
  const real a = q[0] + Q(1, 10), b = q[0] - Q(9, 10), r = gimbal_sqrt(a * a + q[1] * q[1]),
             s = gimbal_sqrt(b * b + q[1] * q[1]), A = Q(9, 10) / (r * r * r),
             B = Q(1, 10) / (s * s * s);
  (void)A;
  (void)B;
  return ((v[0] - q[1]) * (v[0] - q[1]) + (v[1] + q[0]) * (v[1] + q[0])) / 2 + Q(9, 10) / r +
         Q(1, 10) / s;
}
static void restricted_three_bodies_D1L(ARGUMENTS, real *out) {
  const real a = q[0] + Q(1, 10), b = q[0] - Q(9, 10), r = gimbal_sqrt(a * a + q[1] * q[1]),
             s = gimbal_sqrt(b * b + q[1] * q[1]), A = Q(9, 10) / (r * r * r),
             B = Q(1, 10) / (s * s * s);
  (void)A;
  (void)B;
  out[0] = v[1] + q[0] - A * a - B * b;
  out[1] = q[1] - v[0] - A * q[1] - B * q[1];
}
static void restricted_three_bodies_D2L(ARGUMENTS, real *out) {
  const real a = q[0] + Q(1, 10), b = q[0] - Q(9, 10), r = gimbal_sqrt(a * a + q[1] * q[1]),
             s = gimbal_sqrt(b * b + q[1] * q[1]), A = Q(9, 10) / (r * r * r),
             B = Q(1, 10) / (s * s * s);
  (void)A;
  (void)B;
  out[0] = v[0] - q[1];
  out[1] = v[1] + q[0];
}
static void restricted_three_bodies_D22L(ARGUMENTS, real *out) {
  const real a = q[0] + Q(1, 10), b = q[0] - Q(9, 10), r = gimbal_sqrt(a * a + q[1] * q[1]),
             s = gimbal_sqrt(b * b + q[1] * q[1]), A = Q(9, 10) / (r * r * r),
             B = Q(1, 10) / (s * s * s);
  (void)A;
  (void)B;
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
}
static void restricted_three_bodies_initial(ARGUMENTS, real *out) {
  out[0] = Q(3, 20);
  out[1] = 0;
  out[2] = 0;
  out[3] = Q(7, 4);
}
static const gimbal_lagrangian restricted_three_bodies = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = restricted_three_bodies_L,
    .D1L = restricted_three_bodies_D1L, .D2L = restricted_three_bodies_D2L,
    .D22L = restricted_three_bodies_D22L};
static const gimbal_case restricted_three_bodies_cases[] = {
    {.name = "A", .duration = "1", .step = "1/100"}};
static const gimbal_realisation restricted_three_bodies_forms[] = {
    {.name = "plain",
     .configuration = "x y",
     .velocity = "vx vy",
     .n = "2",
     .traits = "autonomous",
     .lagrangian = &restricted_three_bodies,
     .initial = restricted_three_bodies_initial}};

/* ---- quartic ---- */

static real quartic_L(ARGUMENTS) { return v[0] * v[0] / 2 - q[0] * q[0] * q[0] * q[0] / 4; }
static void quartic_D1L(ARGUMENTS, real *out) { out[0] = -q[0] * q[0] * q[0]; }
static void quartic_D2L(ARGUMENTS, real *out) { out[0] = v[0]; }
static void quartic_D22L(ARGUMENTS, real *out) { out[0] = 1; }
static void quartic_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
}
static const gimbal_lagrangian quartic = {GIMBAL_SIZE(gimbal_lagrangian), .L = quartic_L,
                                          .D1L = quartic_D1L, .D2L = quartic_D2L,
                                          .D22L = quartic_D22L};
static const gimbal_case quartic_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation quartic_forms[] = {
    {.name = "plain",
     .configuration = "x",
     .velocity = "vx",
     .n = "1",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &quartic,
     .initial = quartic_initial}};

/* ---- lennard jones ---- */

static real lennard_jones_L(ARGUMENTS) {
  const real r = q[0] * q[0] * q[0], s = 1 / (r * r);
  (void)s;
  return v[0] * v[0] / 2 - 4 * (s * s - s);
}
static void lennard_jones_D1L(ARGUMENTS, real *out) {
  const real r = q[0] * q[0] * q[0], s = 1 / (r * r);
  (void)s;
  out[0] = 24 * (2 * s * s - s) / q[0];
}
static void lennard_jones_D2L(ARGUMENTS, real *out) {
  const real r = q[0] * q[0] * q[0], s = 1 / (r * r);
  (void)s;
  out[0] = v[0];
}
static void lennard_jones_D22L(ARGUMENTS, real *out) {
  const real r = q[0] * q[0] * q[0], s = 1 / (r * r);
  (void)s;
  out[0] = 1;
}
static void lennard_jones_initial(ARGUMENTS, real *out) {
  out[0] = Q(13, 10);
  out[1] = 0;
}
static const gimbal_lagrangian lennard_jones = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = lennard_jones_L, .D1L = lennard_jones_D1L,
    .D2L = lennard_jones_D2L, .D22L = lennard_jones_D22L};
static const gimbal_case lennard_jones_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation lennard_jones_forms[] = {
    {.name = "plain",
     .configuration = "x",
     .velocity = "vx",
     .n = "1",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &lennard_jones,
     .initial = lennard_jones_initial}};

/* ---- damped ---- */

static real damped_L(ARGUMENTS) { return v[0] * v[0] / 2 - q[0] * q[0] / 2; }
static void damped_D1L(ARGUMENTS, real *out) { out[0] = -q[0]; }
static void damped_D2L(ARGUMENTS, real *out) { out[0] = v[0]; }
static void damped_D22L(ARGUMENTS, real *out) { out[0] = 1; }
static void damped_force(ARGUMENTS, real *out) { out[0] = -v[0] / 10; }
static void damped_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = Q(1, 3);
}
static const gimbal_lagrangian damped = {GIMBAL_SIZE(gimbal_lagrangian),
                                         .L = damped_L,
                                         .D1L = damped_D1L,
                                         .D2L = damped_D2L,
                                         .D22L = damped_D22L,
                                         .force = damped_force};
static const gimbal_case damped_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation damped_forms[] = {{.name = "plain",
                                                   .configuration = "x",
                                                   .velocity = "vx",
                                                   .n = "1",
                                                   .traits = "autonomous attracting",
                                                   .lagrangian = &damped,
                                                   .initial = damped_initial}};

/* ---- growing mass ---- */

static real growing_mass_L(ARGUMENTS) { return (1 + t / 10) * v[0] * v[0] / 2 - q[0] * q[0] / 2; }
static void growing_mass_D1L(ARGUMENTS, real *out) { out[0] = -q[0]; }
static void growing_mass_D2L(ARGUMENTS, real *out) { out[0] = (1 + t / 10) * v[0]; }
static void growing_mass_D22L(ARGUMENTS, real *out) { out[0] = 1 + t / 10; }
static void growing_mass_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = Q(1, 3);
}
static const gimbal_lagrangian growing_mass = {GIMBAL_SIZE(gimbal_lagrangian), .L = growing_mass_L,
                                               .D1L = growing_mass_D1L, .D2L = growing_mass_D2L,
                                               .D22L = growing_mass_D22L};
static const gimbal_case growing_mass_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation growing_mass_forms[] = {{.name = "plain",
                                                         .configuration = "x",
                                                         .velocity = "vx",
                                                         .n = "1",
                                                         .traits = "",
                                                         .lagrangian = &growing_mass,
                                                         .initial = growing_mass_initial}};

/* ---- polar kepler ---- */

static real polar_kepler_L(ARGUMENTS) {
  return (v[0] * v[0] + q[0] * q[0] * v[1] * v[1]) / 2 + 1 / q[0];
}
static void polar_kepler_D1L(ARGUMENTS, real *out) {
  out[0] = q[0] * v[1] * v[1] - 1 / (q[0] * q[0]);
  out[1] = 0;
}
static void polar_kepler_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = q[0] * q[0] * v[1];
}
static void polar_kepler_D22L(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = q[0] * q[0];
}
static void polar_kepler_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = Q(1, 5);
  out[3] = Q(11, 10);
}
static const gimbal_lagrangian polar_kepler = {GIMBAL_SIZE(gimbal_lagrangian), .L = polar_kepler_L,
                                               .D1L = polar_kepler_D1L, .D2L = polar_kepler_D2L,
                                               .D22L = polar_kepler_D22L};
static const gimbal_case polar_kepler_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation polar_kepler_forms[] = {{.name = "plain",
                                                         .configuration = "x y",
                                                         .velocity = "vx vy",
                                                         .n = "2",
                                                         .traits = "autonomous reversible",
                                                         .lagrangian = &polar_kepler,
                                                         .initial = polar_kepler_initial}};

/* ---- stiff spring ---- */

static real stiff_spring_L(ARGUMENTS) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 1;
  (void)d;
  return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1] - 500 * d * d;
}
static void stiff_spring_D1L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 1;
  (void)d;
  out[0] = -1000 * d * q[0] / r;
  out[1] = -1 - 1000 * d * q[1] / r;
}
static void stiff_spring_D2L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 1;
  (void)d;
  out[0] = v[0];
  out[1] = v[1];
}
static void stiff_spring_D22L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 1;
  (void)d;
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 1;
}
static void stiff_spring_initial(ARGUMENTS, real *out) {
  out[0] = Q(3, 5);
  out[1] = -Q(4, 5);
  out[2] = Q(2, 5);
  out[3] = Q(3, 10);
}
static const gimbal_lagrangian stiff_spring = {GIMBAL_SIZE(gimbal_lagrangian), .L = stiff_spring_L,
                                               .D1L = stiff_spring_D1L, .D2L = stiff_spring_D2L,
                                               .D22L = stiff_spring_D22L};
static const gimbal_case stiff_spring_cases[] = {{.name = "A", .duration = "1/2"}};
static const gimbal_realisation stiff_spring_forms[] = {
    {.name = "plain",
     .configuration = "x y",
     .velocity = "vx vy",
     .n = "2",
     .traits = "separable autonomous reversible",
     .lagrangian = &stiff_spring,
     .initial = stiff_spring_initial}};

/* ---- torus ---- */

static real torus_L(ARGUMENTS) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - q[2];
}
static void torus_D1L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  out[0] = 0;
  out[1] = 0;
  out[2] = -1;
}
static void torus_D2L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  out[0] = v[0];
  out[1] = v[1];
  out[2] = v[2];
}
static void torus_D22L(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 0;
  out[4] = 1;
  out[5] = 0;
  out[6] = 0;
  out[7] = 0;
  out[8] = 1;
}
static void torus_g(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  out[0] = (d * d + q[2] * q[2] - 1) / 2;
}
static void torus_Dg(ARGUMENTS, real *out) {
  const real r = gimbal_sqrt(q[0] * q[0] + q[1] * q[1]), d = r - 2;
  (void)d;
  out[0] = d * q[0] / r;
  out[1] = d * q[1] / r;
  out[2] = q[2];
}
static void torus_initial(ARGUMENTS, real *out) {
  out[0] = Q(13, 5);
  out[1] = 0;
  out[2] = Q(4, 5);
  out[3] = Q(2, 5);
  out[4] = Q(1, 2);
  out[5] = -Q(3, 10);
}
static const gimbal_lagrangian torus = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = torus_L,
                                        .D1L = torus_D1L,
                                        .D2L = torus_D2L,
                                        .D22L = torus_D22L,
                                        .g = torus_g,
                                        .Dg = torus_Dg};
static const gimbal_case torus_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation torus_forms[] = {{.name = "plain",
                                                  .configuration = "x y z",
                                                  .velocity = "vx vy vz",
                                                  .n = "3",
                                                  .traits = "separable autonomous reversible",
                                                  .holonomic = "1",
                                                  .lagrangian = &torus,
                                                  .initial = torus_initial}};

/* ---- affine ---- */

static real affine_L(ARGUMENTS) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 -
         (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) / 2;
}
static void affine_D1L(ARGUMENTS, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = -q[2];
}
static void affine_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
  out[2] = v[2];
}
static void affine_D22L(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 0;
  out[4] = 1;
  out[5] = 0;
  out[6] = 0;
  out[7] = 0;
  out[8] = 1;
}
static void affine_Phi(ARGUMENTS, real *out) { out[0] = v[2] - q[1] * v[0] - Q(3, 10); }
static void affine_D2Phi(ARGUMENTS, real *out) {
  out[0] = -q[1];
  out[1] = 0;
  out[2] = 1;
}
static void affine_initial(ARGUMENTS, real *out) {
  out[0] = Q(1, 2);
  out[1] = Q(1, 4);
  out[2] = 0;
  out[3] = Q(2, 5);
  out[4] = Q(1, 5);
  out[5] = Q(2, 5);
}
static const gimbal_lagrangian affine = {GIMBAL_SIZE(gimbal_lagrangian),
                                         .L = affine_L,
                                         .D1L = affine_D1L,
                                         .D2L = affine_D2L,
                                         .D22L = affine_D22L,
                                         .Phi = affine_Phi,
                                         .D2Phi = affine_D2Phi};
static const gimbal_case affine_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation affine_forms[] = {{.name = "plain",
                                                   .configuration = "x y z",
                                                   .velocity = "vx vy vz",
                                                   .n = "3",
                                                   .traits = "separable autonomous",
                                                   .nonholonomic = "1",
                                                   .lagrangian = &affine,
                                                   .initial = affine_initial}};

/* ---- toda ---- */

static real toda_L(ARGUMENTS) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - gimbal_exp(q[0] - q[1]) -
         gimbal_exp(q[1] - q[2]) - gimbal_exp(q[2] - q[0]);
}
static void toda_D1L(ARGUMENTS, real *out) {
  out[0] = -gimbal_exp(q[0] - q[1]) + gimbal_exp(q[2] - q[0]);
  out[1] = gimbal_exp(q[0] - q[1]) - gimbal_exp(q[1] - q[2]);
  out[2] = gimbal_exp(q[1] - q[2]) - gimbal_exp(q[2] - q[0]);
}
static void toda_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
  out[2] = v[2];
}
static void toda_D22L(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = 0;
  out[3] = 0;
  out[4] = 1;
  out[5] = 0;
  out[6] = 0;
  out[7] = 0;
  out[8] = 1;
}
static void toda_initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = 0;
  out[2] = -Q(1, 2);
  out[3] = Q(1, 5);
  out[4] = 0;
  out[5] = Q(3, 10);
}
static const gimbal_lagrangian toda = {GIMBAL_SIZE(gimbal_lagrangian), .L = toda_L, .D1L = toda_D1L,
                                       .D2L = toda_D2L, .D22L = toda_D22L};
static const gimbal_case toda_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation toda_forms[] = {
    {.name = "plain",
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &toda,
     .initial = toda_initial}};

/* ---- a rail along which all forces act: the multiplier is 0, and computed it is round-off ---- */

static real rail_along(const real *q) { return (4 * q[0] - 3 * q[1]) / 5; }
static real rail_L(ARGUMENTS) {
  const real s = rail_along(q);
  return (v[0] * v[0] + v[1] * v[1]) / 2 - s * s / 2 - s * s * s * s / 4;
}
static void rail_D1L(ARGUMENTS, real *out) {
  const real s = rail_along(q), f = -s - s * s * s;
  out[0] = 4 * f / 5;
  out[1] = -3 * f / 5;
}
static void rail_D2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
static void rail_D22L(ARGUMENTS, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}
static void rail_g(ARGUMENTS, real *out) { out[0] = (3 * q[0] + 4 * q[1]) / 5; }
static void rail_Dg(ARGUMENTS, real *out) {
  out[0] = Q(3, 5);
  out[1] = Q(4, 5);
}
static void rail_initial(ARGUMENTS, real *out) {
  out[0] = Q(28, 25); /* s = 7/5 */
  out[1] = -Q(21, 25);
  out[2] = Q(4, 25); /* ds/dt = 1/5 */
  out[3] = -Q(3, 25);
}
static const gimbal_lagrangian rail = {GIMBAL_SIZE(gimbal_lagrangian),
                                       .L = rail_L,
                                       .D1L = rail_D1L,
                                       .D2L = rail_D2L,
                                       .D22L = rail_D22L,
                                       .g = rail_g,
                                       .Dg = rail_Dg};
static const gimbal_case rail_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation rail_forms[] = {{.name = "plain",
                                                 .configuration = "x y",
                                                 .velocity = "vx vy",
                                                 .n = "2",
                                                 .holonomic = "1",
                                                 .traits = "separable autonomous reversible",
                                                 .lagrangian = &rail,
                                                 .initial = rail_initial}};

/* ---- a pendulum that hangs at rest, with the rounding of its reaction ---- */

static real hanging_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 + 3 * q[0] + 4 * q[1]; }
static void hanging_D1L(ARGUMENTS, real *out) {
  out[0] = 3;
  out[1] = 4;
}
static void hanging_g(ARGUMENTS, real *out) { out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2; }
static void hanging_Dg(ARGUMENTS, real *out) {
  out[0] = q[0];
  out[1] = q[1];
}
static void hanging_initial(ARGUMENTS, real *out) {
  out[0] = Q(3, 5);
  out[1] = Q(4, 5);
  out[2] = 0;
  out[3] = 0;
}
static const gimbal_lagrangian hanging = {GIMBAL_SIZE(gimbal_lagrangian),
                                          .L = hanging_L,
                                          .D1L = hanging_D1L,
                                          .D2L = rail_D2L,
                                          .D22L = rail_D22L,
                                          .g = hanging_g,
                                          .Dg = hanging_Dg};
static const gimbal_case hanging_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation hanging_forms[] = {{.name = "plain",
                                                    .configuration = "x y",
                                                    .velocity = "vx vy",
                                                    .n = "2",
                                                    .holonomic = "1",
                                                    .traits = "separable autonomous reversible",
                                                    .lagrangian = &hanging,
                                                    .initial = hanging_initial}};

/* ---- far from the origin: rounding of q moves the energy, and hides small multipliers ---- */

static real far_L(ARGUMENTS) { return v[0] * v[0] / 2 + gimbal_cos(q[0] - 5000); }
static void far_D1L(ARGUMENTS, real *out) { out[0] = -gimbal_sin(q[0] - 5000); }
static void far_D2L(ARGUMENTS, real *out) { out[0] = v[0]; }
static void far_D22L(ARGUMENTS, real *out) { out[0] = 1; }
static void far_initial(ARGUMENTS, real *out) {
  out[0] = 5001;
  out[1] = Q(1, 5);
}
static const gimbal_lagrangian far_away = {GIMBAL_SIZE(gimbal_lagrangian), .L = far_L,
                                           .D1L = far_D1L, .D2L = far_D2L, .D22L = far_D22L};
static const gimbal_case far_away_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation far_away_forms[] = {{.name = "plain",
                                                     .configuration = "x",
                                                     .velocity = "vx",
                                                     .n = "1",
                                                     .traits = "separable autonomous reversible",
                                                     .lagrangian = &far_away,
                                                     .initial = far_initial}};

static real far_circle_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - 2 * q[1]; }
static void far_circle_D1L(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = -2;
}
static void far_circle_g(ARGUMENTS, real *out) {
  out[0] = ((q[0] - 500) * (q[0] - 500) + q[1] * q[1] - 1) / 2;
}
static void far_circle_Dg(ARGUMENTS, real *out) {
  out[0] = q[0] - 500;
  out[1] = q[1];
}
static void far_circle_initial(ARGUMENTS, real *out) {
  out[0] = 501;
  out[1] = 0;
  out[2] = 0;
  out[3] = Q(1, 2);
}
static const gimbal_lagrangian far_circle = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = far_circle_L,
                                             .D1L = far_circle_D1L,
                                             .D2L = rail_D2L,
                                             .D22L = rail_D22L,
                                             .g = far_circle_g,
                                             .Dg = far_circle_Dg};
static const gimbal_case far_circle_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_realisation far_circle_forms[] = {{.name = "plain",
                                                       .configuration = "x y",
                                                       .velocity = "vx vy",
                                                       .n = "2",
                                                       .holonomic = "1",
                                                       .traits = "separable autonomous reversible",
                                                       .lagrangian = &far_circle,
                                                       .initial = far_circle_initial}};

#define MODEL(name_)                                                                               \
  {                                                                                                \
    .name = "further_" #name_, .title = "further: " #name_, .citation = "none",                    \
    .cases = GIMBAL_ARRAY(name_##_cases), .realisations = GIMBAL_ARRAY(name_##_forms)              \
  }
static const gimbal_model models[] = {
    MODEL(magnetic),     MODEL(magnetic_at_rest), MODEL(restricted_three_bodies),
    MODEL(quartic),      MODEL(lennard_jones),    MODEL(damped),
    MODEL(growing_mass), MODEL(polar_kepler),     MODEL(stiff_spring),
    MODEL(torus),        MODEL(affine),           MODEL(toda),
    MODEL(rail),         MODEL(hanging),          MODEL(far_away),
    MODEL(far_circle)};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
