/* A contact Hamiltonian system: a particle in the plane with linear damping, and its action s,
 *     H = ½|p|² + V(q) + c s,    V = ½|q|² + ¼|q|⁴,
 *     q̇ = p,    ṗ = −∇V − c p,    ṡ = ½|p|² − V − c s.
 * The flow takes the contact form η = ds − p·dq to e^(−ct) η; H and the angular momentum decay like e^(−ct), too
 * [Vermeeren, Bravetti and Seri 2019]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { DAMPING };
enum { X, Y, PX, PY, S };

static real Potential(const real *y) {
  const real square = y[X] * y[X] + y[Y] * y[Y];
  return square / 2 + square * square / 4;
}

static real Kinetic(const real *y) { return (y[PX] * y[PX] + y[PY] * y[PY]) / 2; }

static void Field(const real *parameter, real t, const real *y, const real *v, real *out) {
  const real c = parameter[DAMPING], square = y[X] * y[X] + y[Y] * y[Y];
  out[X] = y[PX];
  out[Y] = y[PY];
  out[PX] = -(1 + square) * y[X] - c * y[PX];
  out[PY] = -(1 + square) * y[Y] - c * y[PY];
  out[S] = Kinetic(y) - Potential(y) - c * y[S];
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[X] = 1;
  out[Y] = out[PX] = 0;
  out[PY] = GIMBAL_Q(3, 4);
  out[S] = GIMBAL_Q(1, 4);
}

/* e^(ct) times H, and times the angular momentum: constant. */
static real Hamiltonian(const real *parameter, real t, const real *y, const real *v) {
  return gimbal_exp(parameter[DAMPING] * t) *
         (Kinetic(y) + Potential(y) + parameter[DAMPING] * y[S]);
}

static real Momentum(const real *parameter, real t, const real *y, const real *v) {
  return gimbal_exp(parameter[DAMPING] * t) * (y[X] * y[PY] - y[Y] * y[PX]);
}

static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = Field};

static const gimbal_value parameters[] = {
    {.name = "damping", .value = "1/5", .description = "c, the rate at which p and s decay"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "3"}};

static const gimbal_invariant invariants[] = {{.name = "hamiltonian", .value = Hamiltonian},
                                              {.name = "momentum", .value = Momentum}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y px py s",
                                                   .n = "5",
                                                   .m = "0",
                                                   .traits = "autonomous contact attracting",
                                                   .ode = &ode,
                                                   .initial = Initial,
                                                   .invariants = GIMBAL_ARRAY(invariants),
                                                   .contraction = "damping"}};

static const gimbal_model models[] = {
    {.name = "contact_particle",
     .title = "Particle with damping and its action, a contact system",
     .citation = "Vermeeren, Bravetti and Seri, J. Phys. A 52 (2019) 445206",
     .citation_key = "VermeerenBravettiSeri2019",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
