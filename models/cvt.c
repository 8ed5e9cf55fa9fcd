/* A continuously variable transmission driven by a pendulum [Martín de Diego and Sato Martín de
 * Almagro 2018, 7.2]: the driver y swings by itself, and sets the ratio −sin y at which the
 * passenger (x,z) moves. Each of the two keeps its own energy. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { EPSILON, SPEED };

static real DriverEnergy(const real *parameter, real t, const real *q, const real *v) {
  return v[1] * v[1] / 2 - gimbal_cos(q[1]) + parameter[EPSILON] * gimbal_sin(2 * q[1]) / 2;
}

static real PassengerEnergy(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[2] * v[2] + q[0] * q[0] + q[2] * q[2]) / 2;
}

static real L(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - DriverEnergy(parameter, t, q, v) -
         PassengerEnergy(parameter, t, q, v);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -gimbal_sin(q[1]) - parameter[EPSILON] * gimbal_cos(2 * q[1]);
  out[2] = -q[2];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[2] + gimbal_sin(q[1]) * v[0];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = gimbal_sin(q[1]);
  out[1] = 0;
  out[2] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 1;
  out[1] = out[3] = out[5] = 0;
  out[4] = parameter[SPEED];
}

/* Of dx dy dz dẋ dẏ: ẍ (1 + sin²y) loses sin y cos y ẏ ẋ. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  const real s = gimbal_sin(q[1]);
  return gimbal_sqrt(1 + s * s);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "epsilon", .value = "0", .description = "asymmetry of the driver's potential"},
    {.name = "speed",
     .value = "3*sqrt(10)/5",
     .description = "of the driver at the start, through the bottom"}};

static const gimbal_invariant invariants[] = {
    {.name = "driver", .kind = "energy", .value = DriverEnergy},
    {.name = "passenger", .kind = "quadratic energy", .value = PassengerEnergy}};

static const gimbal_case cases[] = {
    {.name = "low_eps0", .description = "the driver swings in a symmetric potential"},
    {.name = "low_eps05", .settings = "epsilon=1/2", .description = "the driver swings"},
    {.name = "high_eps0",
     .settings = "speed=sqrt(8)",
     .description = "the driver rotates in a symmetric potential"},
    {.name = "high_eps05",
     .settings = "epsilon=1/2, speed=sqrt(8)",
     .description = "the driver rotates"}};

static const gimbal_picture pictures[] = {
    {.name = "passenger", .title = "Passenger", .of = "x, z", .duration = "40", .words = "equal"},
    {.name = "driver", .title = "Driver", .of = "y, vy", .duration = "40"},
    {.name = "energies",
     .title = "Energies of driver and passenger",
     .of = "vy*vy/2 - cos(y) + epsilon*sin(2*y)/2, (vx*vx + vz*vz + x*x + z*z)/2",
     .duration = "40"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 2*pi, 0",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "cvt",
     .title = "Pendulum-driven continuously variable transmission",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.2",
     .citation_key = "MartinDeDiegoSato2018",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
