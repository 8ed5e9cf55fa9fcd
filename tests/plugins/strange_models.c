/* Models on which what the host chooses by itself is wrong: its steps, for a fast spring, a stiff source
 * and SI units; the way of Newton's method from velocities of 0 to a momentum that is no linear function
 * of them; methods for the sphere on what looks like one. With a method that claims too much of one. */
#define RIGHT "../../methods/stormer_verlet.c"
#include "right.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

/* ---- Three beads: a spring of ω = 50, or 2000, between two, soft ones of the fourth power elsewhere ---- */

static real stiff_L(const real *parameter, real t, const real *q, const real *v) {
  const real fast = q[1] - q[0], soft = q[2] - q[1];
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - parameter[0] * parameter[0] / 4 * fast * fast -
         (soft * soft * soft * soft + q[0] * q[0] * q[0] * q[0] + q[2] * q[2] * q[2] * q[2]) / 4;
}
static void stiff_D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real fast = parameter[0] * parameter[0] / 2 * (q[1] - q[0]), apart = q[2] - q[1], soft = apart * apart * apart;
  out[0] = fast - q[0] * q[0] * q[0];
  out[1] = soft - fast;
  out[2] = -soft - q[2] * q[2] * q[2];
}
static void free_D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; ++i)
    out[i] = v[i];
}
static void free_D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; ++i)
    out[i] = i % 4 == 0;
}
static void stiff_initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = 1 + 1 / parameter[0];
  out[2] = out[4] = GIMBAL_Q(1, 2);
  out[5] = 0;
}
static const gimbal_lagrangian stiff = {GIMBAL_SIZE(gimbal_lagrangian), .L = stiff_L,
                                        .D1L = stiff_D1L, .D2L = free_D2L, .D22L = free_D22L};

/* ---- A relativistic particle, c = m = 1: |p| is larger than any |v| ---- */

static real relativistic_L(const real *parameter, real t, const real *q, const real *v) {
  return -gimbal_sqrt(1 - v[0] * v[0] - v[1] * v[1]) - q[0] * q[0] / 4 - q[1] * q[1];
}
static void relativistic_D1L(const real *parameter, real t, const real *q, const real *v,
                             real *out) {
  out[0] = -q[0] / 2;
  out[1] = -2 * q[1];
}
static void relativistic_D2L(const real *parameter, real t, const real *q, const real *v,
                             real *out) {
  const real gamma = 1 / gimbal_sqrt(1 - v[0] * v[0] - v[1] * v[1]);
  out[0] = gamma * v[0];
  out[1] = gamma * v[1];
}
static void relativistic_initial(const real *parameter, real t, const real *q, const real *v,
                                 real *out) {
  out[0] = 2;
  out[1] = GIMBAL_Q(1, 2);
  out[2] = GIMBAL_Q(-7, 10);
  out[3] = GIMBAL_Q(3, 5);
}
static const gimbal_lagrangian relativistic = {GIMBAL_SIZE(gimbal_lagrangian), .L = relativistic_L,
                                               .D1L = relativistic_D1L, .D2L = relativistic_D2L};

/* ---- Momenta that grow like v³: Newton's method overshoots from v = 0 ---- */

static real cubic_L(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2 + v[0] * v[0] * v[0] * v[0] / 4 - q[0] * q[0] / 2;
}
static void cubic_D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
}
static void cubic_D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] + v[0] * v[0] * v[0];
}
static void cubic_initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = 2;
}
static const gimbal_lagrangian cubic = {GIMBAL_SIZE(gimbal_lagrangian), .L = cubic_L,
                                        .D1L = cubic_D1L, .D2L = cubic_D2L};

/* ---- A pendulum with a length of 1e-10, in seconds: 1e-13 of them are its time ---- */

static real minute_L(const real *parameter, real t, const real *q, const real *v) {
  return GIMBAL_C(5e-27) * v[0] * v[0] - GIMBAL_C(1e-20) * (1 - gimbal_cos(q[0] / GIMBAL_C(1e-10)));
}
static void minute_D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -GIMBAL_C(1e-10) * gimbal_sin(q[0] / GIMBAL_C(1e-10));
}
static void minute_D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_C(1e-26) * v[0];
}
static void minute_D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_C(1e-26);
}
static void minute_initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_C(1e-10);
  out[1] = 0;
}
static const gimbal_lagrangian minute = {GIMBAL_SIZE(gimbal_lagrangian), .L = minute_L,
                                         .D1L = minute_D1L, .D2L = minute_D2L, .D22L = minute_D22L};

/* ---- A source that is followed within 1e-5: no step is small that is longer ---- */

static void source(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -100000 * (q[0] - gimbal_sin(t) - 2) * q[0] * q[0] + gimbal_cos(t);
}
static void source_exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = gimbal_sin(t) + 2;
}
static const gimbal_ode source_ode = {GIMBAL_SIZE(gimbal_ode), .f = source};
static const gimbal_realisation source_realisations[] = {{.name = "plain",
                                                          .configuration = "y",
                                                          .n = "1",
                                                          .ode = &source_ode,
                                                          .initial = source_exact,
                                                          .exact = source_exact}};

/* ---- A bead on an ellipsoid, which is no sphere ---- */

static real ellipsoid_L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - q[2];
}
static void ellipsoid_D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = -1;
}
static void ellipsoid_g(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] / 2 + q[2] * q[2] / 3 - 1) / 2;
}
static void ellipsoid_Dg(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = q[1] / 2;
  out[2] = q[2] / 3;
}
static void ellipsoid_initial(const real *parameter, real t, const real *q, const real *v,
                              real *out) {
  out[0] = 1;
  out[1] = out[2] = out[3] = 0;
  out[4] = 1;
  out[5] = GIMBAL_Q(1, 2);
}
static const gimbal_lagrangian ellipsoid = {GIMBAL_SIZE(gimbal_lagrangian),
                                            .L = ellipsoid_L,
                                            .D1L = ellipsoid_D1L,
                                            .D2L = free_D2L,
                                            .D22L = free_D22L,
                                            .g = ellipsoid_g,
                                            .Dg = ellipsoid_Dg};
static const gimbal_realisation ellipsoid_realisations[] = {
    {.name = "plain",
     .configuration = "q[1..3]",
     .velocity = "v[1..3]",
     .n = "3",
     .holonomic = "1",
     .traits = "autonomous reversible separable",
     .lagrangian = &ellipsoid,
     .initial = ellipsoid_initial}};

#define MODEL(name_, n_, traits_)                                                                  \
  static const gimbal_realisation name_##_realisations[] = {{.name = "plain",                      \
                                                             .configuration = "q[1..n]",           \
                                                             .velocity = "v[1..n]",                \
                                                             .n = n_,                              \
                                                             .traits = traits_,                    \
                                                             .lagrangian = &name_,                 \
                                                             .initial = name_##_initial}};
MODEL(stiff, "3", "autonomous reversible separable")
MODEL(relativistic, "2", "autonomous reversible")
MODEL(cubic, "1", "autonomous reversible")
MODEL(minute, "1", "autonomous reversible separable")

static const gimbal_value fast_or_faster[] = {{.name = "omega", .value = "50"}};
static const gimbal_case springs[] = {
    {.name = "A", .duration = "2"},
    {.name = "faster", .settings = "omega=2000", .duration = "2"},
    {.name = "coarse", .settings = "omega=20", .duration = "1"}};
static const gimbal_case usual[] = {{.name = "A", .duration = "2"}};
static const gimbal_case brief[] = {{.name = "A", .duration = "2*10^(-13)"}};
#define ENTRY(name_, title_, cases_)                                                               \
  {                                                                                                \
    .name = "strange_" #name_, .title = title_, .citation = "none", .cases = GIMBAL_ARRAY(cases_), \
    .realisations = GIMBAL_ARRAY(name_##_realisations)                                             \
  }
static const gimbal_model models[] = {
    {.name = "strange_stiff",
     .title = "a fast spring",
     .citation = "none",
     .parameters = GIMBAL_ARRAY(fast_or_faster),
     .cases = GIMBAL_ARRAY(springs),
     .realisations = GIMBAL_ARRAY(stiff_realisations)},
    ENTRY(relativistic, "a relativistic particle", usual),
    ENTRY(cubic, "momenta like v^3", usual), ENTRY(minute, "a pendulum in SI units", brief),
    ENTRY(source, "a stiff source", usual),  ENTRY(ellipsoid, "a bead on an ellipsoid", usual)};

/* Wrong: order 4, which the energy's error does not follow. */
static const gimbal_claim too_much[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "energy", .quantity = "energy", .value = "bounded"}};
static const gimbal_method overstated[] = {{.name = "strange_verlet",
                                            .title = "Stormer-Verlet, of order 4 by its claim",
                                            .citation = "none",
                                            .formulation = GIMBAL_LAGRANGIAN,
                                            .accepts = "unconstrained && separable",
                                            .coefficients = GIMBAL_ARRAY(coefficients_verlet),
                                            .step = step_verlet,
                                            .claims = GIMBAL_ARRAY(too_much)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models), .methods = GIMBAL_ARRAY(overstated));
