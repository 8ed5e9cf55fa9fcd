/* The smallest systems on which a frame method can be judged: one degree of freedom, L = v²/2 − U,
 * in the frame
 *     ψ(q) = e^{f(q)} ∂_q,   q̇ = e^f ξ,   ℓ = e^{2f}ξ²/2 − U.
 * All structure functions vanish, so that what a method loses here it loses to the frame alone.
 *     free_particle_1d   f = aq,                     U = 0
 *     free_rotor         f = ε(sin q + ½ sin 2q),    U = 0
 *     rotor              f = ε(sin q + ½ sin 2q),    U = −cos 2q
 * The f of the rotors has no symmetry of reflection. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { SHAPE, START, SPEED }; /* the parameters of all three */

/* ---- In q itself ---- */

static real FreeL(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2;
}

static void FreeD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
}

static real RotorL(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] / 2 + gimbal_cos(2 * q[0]);
}

static void RotorD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -2 * gimbal_sin(2 * q[0]);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[START];
  out[1] = parameter[SPEED];
}

static void FreeExact(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0] + v[0] * t;
  out[1] = v[0];
}

static real Momentum(const real *parameter, real t, const real *q, const real *v) { return v[0]; }

static void Translation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
}

/* ---- In a frame ---- */

static real ParticleFrame(const real *parameter, real q, real *slope) {
  *slope = parameter[SHAPE];
  return gimbal_exp(parameter[SHAPE] * q);
}

static real RotorFrame(const real *parameter, real q, real *slope) {
  *slope = parameter[SHAPE] * (gimbal_cos(q) + gimbal_cos(2 * q));
  return gimbal_exp(parameter[SHAPE] * (gimbal_sin(q) + gimbal_sin(2 * q) / 2));
}

static void Structure(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
}

/* What a frame ψ = Frame makes of L and D₁L; Frame also gives the slope f' of its logarithm. */
#define FRAME(prefix, Frame, U, DU)                                                                \
  static void prefix##Psi(const real *parameter, real t, const real *q, const real *xi,            \
                          real *out) {                                                             \
    real slope;                                                                                    \
    out[0] = Frame(parameter, q[0], &slope);                                                       \
  }                                                                                                \
  static void prefix##Velocity(const real *parameter, real t, const real *q, const real *xi,       \
                               real *out) {                                                        \
    real slope;                                                                                    \
    out[0] = q[0];                                                                                 \
    out[1] = Frame(parameter, q[0], &slope) * xi[0];                                               \
  }                                                                                                \
  static real prefix##FrameL(const real *parameter, real t, const real *q, const real *xi) {       \
    real y[2];                                                                                     \
    prefix##Velocity(parameter, t, q, xi, y);                                                      \
    return U(parameter, t, y, y + 1);                                                              \
  }                                                                                                \
  static void prefix##FrameD1L(const real *parameter, real t, const real *q, const real *xi,       \
                               real *out) {                                                        \
    real slope;                                                                                    \
    const real v = Frame(parameter, q[0], &slope) * xi[0];                                         \
    DU(parameter, t, q, &v, out);                                                                  \
    out[0] += slope * v * v;                                                                       \
  }                                                                                                \
  static void prefix##FrameD2L(const real *parameter, real t, const real *q, const real *xi,       \
                               real *out) {                                                        \
    real slope;                                                                                    \
    const real psi = Frame(parameter, q[0], &slope);                                               \
    out[0] = psi * psi * xi[0];                                                                    \
  }                                                                                                \
  static void prefix##FrameD22L(const real *parameter, real t, const real *q, const real *xi,      \
                                real *out) {                                                       \
    real slope;                                                                                    \
    const real psi = Frame(parameter, q[0], &slope);                                               \
    out[0] = psi * psi;                                                                            \
  }                                                                                                \
  static void prefix##FrameInitial(const real *parameter, real t, const real *q, const real *xi,   \
                                   real *out) {                                                    \
    real slope;                                                                                    \
    out[0] = parameter[START];                                                                     \
    out[1] = parameter[SPEED] / Frame(parameter, out[0], &slope);                                  \
  }                                                                                                \
  static const gimbal_frame prefix##_frame = {                                                     \
      GIMBAL_SIZE(gimbal_frame), .psi = prefix##Psi,        .ell = prefix##FrameL,                 \
      .D1ell = prefix##FrameD1L, .D2ell = prefix##FrameD2L, .D22ell = prefix##FrameD22L,           \
      .structure = Structure};

/* The closed form and the momentum of a free one. */
#define FREE(prefix, Frame)                                                                        \
  static void prefix##FrameExact(const real *parameter, real t, const real *q, const real *xi,     \
                                 real *out) {                                                      \
    real slope;                                                                                    \
    const real v = Frame(parameter, q[0], &slope) * xi[0];                                         \
    out[0] = q[0] + v * t;                                                                         \
    out[1] = v / Frame(parameter, out[0], &slope);                                                 \
  }                                                                                                \
  static real prefix##Momentum(const real *parameter, real t, const real *q, const real *xi) {     \
    real slope;                                                                                    \
    return Frame(parameter, q[0], &slope) * xi[0];                                                 \
  }                                                                                                \
  static const gimbal_invariant prefix##_invariants[] = {{.name = "momentum",                      \
                                                          .kind = "momentum_map",                  \
                                                          .value = prefix##Momentum,               \
                                                          .generator = Translation}};

FRAME(Particle, ParticleFrame, FreeL, FreeD1L)
FREE(Particle, ParticleFrame)
FRAME(FreeRotor, RotorFrame, FreeL, FreeD1L)
FREE(FreeRotor, RotorFrame)
FRAME(Rotor, RotorFrame, RotorL, RotorD1L)

static const gimbal_lagrangian free_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = FreeL,
                                                  .D1L = FreeD1L, .D2L = D2L, .D22L = D22L};
static const gimbal_lagrangian rotor_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = RotorL,
                                                   .D1L = RotorD1L, .D2L = D2L, .D22L = D22L};

static const gimbal_invariant free_invariants[] = {{.name = "momentum",
                                                    .kind = "linear momentum_map",
                                                    .value = Momentum,
                                                    .generator = Translation}};

static const gimbal_value particle_parameters[] = {
    {.name = "a", .value = "1", .description = "the frame is exp(aq)"},
    {.name = "q0", .value = "0", .description = "at the start"},
    {.name = "v0", .value = "1", .description = "speed at the start"}};
static const gimbal_value rotor_parameters[] = {
    {.name = "epsilon",
     .value = "1",
     .description = "the frame is exp(epsilon(sin q + sin(2q)/2))"},
    {.name = "q0", .value = "3/10", .description = "at the start"},
    {.name = "v0", .value = "1", .description = "speed at the start"}};

static const gimbal_case particle_cases[] = {{.name = "A"}};
static const gimbal_case free_rotor_cases[] = {{.name = "A", .duration = "2"}};
static const gimbal_case rotor_cases[] = {
    {.name = "rotation", .settings = "v0=5/2", .duration = "2"},
    {.name = "oscillation", .settings = "v0=1", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "motion", .title = "Position against time", .of = "t, q", .duration = "10"}};

static const gimbal_realisation particle_realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .traits = "separable autonomous reversible degenerate integrable",
     .lagrangian = &free_lagrangian,
     .initial = Initial,
     .exact = FreeExact,
     .invariants = GIMBAL_ARRAY(free_invariants)},
    {.name = "frame",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "xi",
     .n = "1",
     .traits = "autonomous reversible integrable",
     .frame = &Particle_frame,
     .initial = ParticleFrameInitial,
     .exact = ParticleFrameExact,
     .common = ParticleVelocity,
     .invariants = GIMBAL_ARRAY(Particle_invariants)}};
static const gimbal_realisation free_rotor_realisations[] = {
    {.name = "angle",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .period = "2*pi",
     .traits = "separable autonomous reversible degenerate integrable",
     .lagrangian = &free_lagrangian,
     .initial = Initial,
     .exact = FreeExact,
     .invariants = GIMBAL_ARRAY(free_invariants)},
    {.name = "frame",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "xi",
     .n = "1",
     .period = "2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &FreeRotor_frame,
     .initial = FreeRotorFrameInitial,
     .exact = FreeRotorFrameExact,
     .common = FreeRotorVelocity,
     .invariants = GIMBAL_ARRAY(FreeRotor_invariants)}};
static const gimbal_realisation rotor_realisations[] = {
    {.name = "angle",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "v",
     .n = "1",
     .period = "2*pi",
     .traits = "separable autonomous reversible integrable",
     .lagrangian = &rotor_lagrangian,
     .initial = Initial},
    {.name = "frame",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "q",
     .velocity = "xi",
     .n = "1",
     .period = "2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &Rotor_frame,
     .initial = RotorFrameInitial,
     .common = RotorVelocity}};

static const gimbal_model models[] = {{.name = "free_particle_1d",
                                       .title = "Free particle on a line",
                                       .citation = "elementary; the frame is chosen to test",
                                       .citation_key = "gimbal",
                                       .parameters = GIMBAL_ARRAY(particle_parameters),
                                       .cases = GIMBAL_ARRAY(particle_cases),
                                       .realisations = GIMBAL_ARRAY(particle_realisations)},
                                      {.name = "free_rotor",
                                       .title = "Free rotor",
                                       .citation = "elementary; the frame is chosen to test",
                                       .citation_key = "gimbal",
                                       .parameters = GIMBAL_ARRAY(rotor_parameters),
                                       .cases = GIMBAL_ARRAY(free_rotor_cases),
                                       .realisations = GIMBAL_ARRAY(free_rotor_realisations)},
                                      {.name = "rotor",
                                       .title = "Rotor in the potential -cos 2q",
                                       .citation = "elementary; the frame is chosen to test",
                                       .citation_key = "gimbal",
                                       .parameters = GIMBAL_ARRAY(rotor_parameters),
                                       .cases = GIMBAL_ARRAY(rotor_cases),
                                       .realisations = GIMBAL_ARRAY(rotor_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
