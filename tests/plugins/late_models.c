/* Models on which the order of a right method seems to be lost after the duration of the series, as h is
 * too large there, or the solution not smooth: chaos, relaxation, an end in finite time, a near
 * collision, a force with a kink, and a stiffness that comes later. */
#include "gimbal.h"

#define UNUSED (void)parameters, (void)t, (void)q, (void)v

typedef gimbal_real real;

static void lorenz(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = 10 * (q[1] - q[0]);
  out[1] = q[0] * (28 - q[2]) - q[1];
  out[2] = q[0] * q[1] - GIMBAL_Q(8, 3) * q[2];
}
static void lorenz_initial(const real *parameters, real t, const real *q, const real *v,
                           real *out) {
  UNUSED;
  out[0] = -8, out[1] = 7, out[2] = 27;
}

/* Van der Pol's oscillator, which creeps, and jumps. */
static void relaxation(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = q[1];
  out[1] = 20 * (1 - q[0] * q[0]) * q[1] - q[0];
}
static void relaxation_initial(const real *parameters, real t, const real *q, const real *v,
                               real *out) {
  UNUSED;
  out[0] = 2, out[1] = GIMBAL_Q(-1, 30);
}

/* 1/(10 − t). */
static void pole(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = q[0] * q[0];
}
static void pole_initial(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = GIMBAL_Q(1, 10);
}

/* Kepler's problem from the far end of an ellipse with e = 19/20; it is near the sun at t = π. */
static void collision(const real *parameters, real t, const real *q, const real *v, real *out) {
  const real r = gimbal_hypot(q[0], q[1]);
  UNUSED;
  out[0] = q[2], out[1] = q[3];
  out[2] = -q[0] / (r * r * r), out[3] = -q[1] / (r * r * r);
}
static void collision_initial(const real *parameters, real t, const real *q, const real *v,
                              real *out) {
  UNUSED;
  out[0] = GIMBAL_Q(-39, 20), out[1] = out[2] = 0;
  out[3] = -gimbal_sqrt(GIMBAL_Q(1, 39));
}

/* A spring whose stiffness is another one on either side. */
static void kink(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = q[1];
  out[1] = q[0] > 0 ? -q[0] : -3 * q[0];
}
static void kink_initial(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = 1, out[1] = 0;
}

/* cos t, towards which others tend at a rate that grows to 1e4 about t = 3. */
static void stiffer(const real *parameters, real t, const real *q, const real *v, real *out) {
  UNUSED;
  out[0] = -(1 + 5000 * (1 + gimbal_tanh(4 * (q[1] - 3)))) * (q[0] - gimbal_cos(q[1])) -
           gimbal_sin(q[1]);
  out[1] = 1;
}
static void stiffer_initial(const real *parameters, real t, const real *q, const real *v,
                            real *out) {
  UNUSED;
  out[0] = GIMBAL_Q(11, 10), out[1] = 0;
}

#define MODEL(name_, n_)                                                                           \
  static const gimbal_ode name_##_ode = {GIMBAL_SIZE(gimbal_ode), .f = name_};                     \
  static const gimbal_realisation name_##_realisations[] = {{.name = "plain",                      \
                                                             .configuration = "y[1..n]",           \
                                                             .n = n_,                              \
                                                             .traits = "autonomous",               \
                                                             .ode = &name_##_ode,                  \
                                                             .initial = name_##_initial}};
MODEL(lorenz, "3")
MODEL(relaxation, "2")
MODEL(pole, "1")
MODEL(collision, "4")
MODEL(kink, "2")
MODEL(stiffer, "2")

static const gimbal_case cases[] = {{.name = "A"}};
#define ENTRY(name_, title_)                                                                       \
  {                                                                                                \
    .name = "late_" #name_, .title = title_, .cases = GIMBAL_ARRAY(cases),                         \
    .realisations = GIMBAL_ARRAY(name_##_realisations)                                             \
  }
static const gimbal_model models[] = {
    ENTRY(lorenz, "Lorenz's equations"), ENTRY(relaxation, "Van der Pol's oscillator"),
    ENTRY(pole, "a solution that ends"), ENTRY(collision, "a comet"),
    ENTRY(kink, "a spring with a kink"), ENTRY(stiffer, "a rate that grows")};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
