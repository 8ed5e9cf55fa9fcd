/* A particle on the vector group R³, and the same on a vector space: what a method on groups does
 * there is what its twin does. L = ½|v|² − ¼(x⁴ + y⁴ + z⁴), and the same with the constraint v_z = y v_x,
 * and on the sphere |q|² = 5/4. */
#include "gimbal.h"

#define UNUSED (void)parameters, (void)t, (void)q, (void)v
#define ARGUMENTS                                                                                  \
  const gimbal_real *parameters, gimbal_real t, const gimbal_real *q, const gimbal_real *v

static gimbal_real L(ARGUMENTS) {
  UNUSED;
  gimbal_real value = 0;
  for (int i = 0; i < 3; ++i)
    value += (v[i] * v[i] - q[i] * q[i] * q[i] * q[i] / 2) / 2;
  return value;
}

static void D1L(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = -q[i] * q[i] * q[i];
}

static void D2L(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = v[i];
}

static void Phi(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = v[2] - q[1] * v[0];
}

static void D2Phi(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = -q[1], out[1] = 0, out[2] = 1;
}

static void g(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  out[0] = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - GIMBAL_Q(5, 4)) / 2;
}

static void Dg(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = q[i];
}

static void initial_on_sphere(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  const gimbal_real begin[6] = {1, GIMBAL_Q(1, 2), 0, GIMBAL_Q(1, 2), -1, GIMBAL_Q(1, 4)};
  for (int i = 0; i < 6; ++i)
    out[i] = begin[i];
}

static void initial(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  const gimbal_real begin[6] = {1, GIMBAL_Q(1, 2), 0, GIMBAL_Q(1, 2), 1, GIMBAL_Q(1, 4)};
  for (int i = 0; i < 6; ++i)
    out[i] = begin[i];
}

static void common(ARGUMENTS, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = q[i], out[3 + i] = v[i];
}

static const gimbal_lagrangian space = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                        .D2L = D2L};
static const gimbal_group group = {GIMBAL_SIZE(gimbal_group), .group = "R3", .ell = L, .D1ell = D1L,
                                   .D2ell = D2L};
static const gimbal_lagrangian space_constrained = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .Phi = Phi, .D2Phi = D2Phi};
static const gimbal_group group_constrained = {GIMBAL_SIZE(gimbal_group),
                                               .group = "R3",
                                               .ell = L,
                                               .D1ell = D1L,
                                               .D2ell = D2L,
                                               .phi = Phi,
                                               .D2phi = D2Phi};

static const gimbal_lagrangian space_sphere = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .g = g, .Dg = Dg};
static const gimbal_group group_sphere = {GIMBAL_SIZE(gimbal_group),
                                          .group = "R3",
                                          .ell = L,
                                          .D1ell = D1L,
                                          .D2ell = D2L,
                                          .g = g,
                                          .Dg = Dg};

#define COORDINATES(of, number)                                                                    \
  .name = of, .configuration = "x y z", .velocity = "vx vy vz", .n = "3", .nonholonomic = number,  \
  .traits = "autonomous reversible", .initial = initial, .common = common

static const gimbal_case cases[] = {{.name = "A"}};
static const gimbal_realisation free_particle[] = {
    {COORDINATES("space", NULL), .lagrangian = &space},
    {COORDINATES("group", NULL), .group = &group}};
static const gimbal_realisation bound_particle[] = {
    {COORDINATES("space", "1"), .lagrangian = &space_constrained},
    {COORDINATES("group", "1"), .group = &group_constrained}};

#define SPHERE(of)                                                                                 \
  .name = of, .configuration = "x y z", .velocity = "vx vy vz", .n = "3", .holonomic = "1",        \
  .traits = "autonomous reversible", .initial = initial_on_sphere, .common = common
static const gimbal_realisation particle_on_sphere[] = {
    {SPHERE("space"), .lagrangian = &space_sphere}, {SPHERE("group"), .group = &group_sphere}};

static const gimbal_model models[] = {{.name = "vector_group",
                                       .title = "a particle",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(free_particle)},
                                      {.name = "vector_group_bound",
                                       .title = "a particle with a constraint",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(bound_particle)},
                                      {.name = "vector_group_sphere",
                                       .title = "a particle on a sphere",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(particle_on_sphere)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
