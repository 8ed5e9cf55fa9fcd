/* Models that break, for the tests of references and of `gimbal check`. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

/* An oscillator: q̈ = −q. */
static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] - q[0] * q[0]) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = 0;
}

/* The frequency is wrong in its tenth digit. */
static void WrongFrequency(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real omega = 1 + GIMBAL_C(1e-10), c = gimbal_cos(omega * t), s = gimbal_sin(omega * t);
  out[0] = c * q[0] + s * v[0];
  out[1] = c * v[0] - s * q[0];
}

/* A solution, but not the one that starts from the initial data. */
static void WrongPhase(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real c = gimbal_cos(t + 1), s = gimbal_sin(t + 1);
  out[0] = c * q[0] + s * v[0];
  out[1] = c * v[0] - s * q[0];
}

/* A solution that goes on in another phase. */
static void LatePhase(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real late = t > 30 ? t + GIMBAL_C(1e-3) : t, c = gimbal_cos(late), s = gimbal_sin(late);
  out[0] = c * q[0] + s * v[0];
  out[1] = c * v[0] - s * q[0];
}

/* The force is wrong in its tenth digit. */
static void WrongD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -(1 + GIMBAL_C(1e-10)) * q[0];
}

/* The force is wrong where the motion leads only later. */
static void BranchD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0] < GIMBAL_C(-0.9) ? GIMBAL_C(-1.001) * q[0] : -q[0];
}

/* An "invariant" that moves. */
static real Moves(const real *parameter, real t, const real *q, const real *v) { return q[0]; }

/* Everything that its words say is wrong: L depends on t, q and v together, the constraint is
 * affine, and the "momentum map" belongs to no symmetry. */
static real WordsL(const real *parameter, real t, const real *q, const real *v) {
  return (1 + q[1] * q[1]) * (v[0] * v[0] + v[1] * v[1]) / 2 - gimbal_cos(t) * q[0];
}

static void WordsD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_cos(t);
  out[1] = q[1] * (v[0] * v[0] + v[1] * v[1]);
}

static void WordsD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (1 + q[1] * q[1]) * v[0];
  out[1] = (1 + q[1] * q[1]) * v[1];
}

static void WordsPhi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] - q[1] * v[1] - 1;
}

static void WordsD2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = -q[1];
}

static void WordsInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = out[3] = GIMBAL_Q(1, 2);
  out[2] = 1 + out[1] * out[3];
}

static void Inconsistent(const real *parameter, real t, const real *q, const real *v, real *out) {
  WordsInitial(parameter, t, q, v, out);
  out[2] += GIMBAL_C(1e-20);
}

static real Squares(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * q[0];
}

/* H = ½ p² (1 + q²) is not separable; H = ½ p⁴ + q² is. */
static real BoundH(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] * (1 + q[0] * q[0]) / 2;
}
static real SteepH(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * v[0] * v[0] * v[0] / 2 + q[0] * q[0];
}
static const gimbal_hamiltonian bound = {GIMBAL_SIZE(gimbal_hamiltonian), .H = BoundH};
static const gimbal_hamiltonian steep = {GIMBAL_SIZE(gimbal_hamiltonian), .H = SteepH};

/* In place of an energy, which this model does not conserve. */
static real Constant(const real *parameter, real t, const real *q, const real *v) { return 1; }

static real Pushed(const real *parameter, real t, const real *q, const real *v) { return v[0]; }

static void Push(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = 0;
}

/* q̈ = 2q³ from q = q̇ = 1 is q = 1/(1−t); beyond q = 1000 the model says that it ends. */
static real EscapeL(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + q[0] * q[0] * q[0] * q[0]) / 2;
}

static void EscapeD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0] < 1000 ? 2 * q[0] * q[0] * q[0] : GIMBAL_NAN;
}

static void EscapeInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 1;
}

static const gimbal_lagrangian oscillator = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L};
static const gimbal_lagrangian wrong = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = WrongD1L,
                                        .D2L = D2L};
static const gimbal_lagrangian branch = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = BranchD1L,
                                         .D2L = D2L};
static const gimbal_lagrangian escape = {GIMBAL_SIZE(gimbal_lagrangian), .L = EscapeL,
                                         .D1L = EscapeD1L, .D2L = D2L};

static const gimbal_lagrangian words = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = WordsL,
                                        .D1L = WordsD1L,
                                        .D2L = WordsD2L,
                                        .Phi = WordsPhi,
                                        .D2Phi = WordsD2Phi};

/* A force that depends on v is not separable, whatever L is. */
static void Drag(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                 const gimbal_real *v, gimbal_real *out) {
  out[0] = -v[0] / 5;
}
static const gimbal_lagrangian damped = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                         .D2L = D2L, .force = Drag};

static const gimbal_case cases[] = {{.name = "A"}};
static const gimbal_invariant moves[] = {{.name = "moves", .kind = "linear", .value = Moves}};

static const gimbal_invariant wrong_kinds[] = {
    {.name = "squares", .kind = "linear", .value = Squares},
    {.name = "pushed", .kind = "momentum_map", .value = Pushed, .generator = Push}};

#define REALISATION(traits_, lagrangian_, initial_, ...)                                           \
  {                                                                                                \
    .name = "line", .configuration = "q", .velocity = "v", .n = "1", .traits = traits_,            \
    .lagrangian = lagrangian_, .initial = initial_, __VA_ARGS__                                    \
  }

static const gimbal_realisation wrong_frequency[] = {
    REALISATION("separable autonomous", &oscillator, Initial, .exact = WrongFrequency)};
static const gimbal_realisation wrong_phase[] = {
    REALISATION("separable autonomous", &oscillator, Initial, .exact = WrongPhase)};
static const gimbal_realisation late_phase[] = {
    REALISATION("separable autonomous integrable", &oscillator, Initial, .exact = LatePhase)};
static const gimbal_realisation wrong_force[] = {
    REALISATION("separable autonomous", &wrong, Initial, .exact = NULL)};
static const gimbal_realisation wrong_branch[] = {
    REALISATION("separable autonomous", &branch, Initial, .exact = NULL)};
static const gimbal_realisation moving[] = {
    REALISATION("separable autonomous", &oscillator, Initial, .invariants = GIMBAL_ARRAY(moves))};
static const gimbal_realisation escaping[] = {
    REALISATION("separable autonomous", &escape, EscapeInitial, .exact = NULL)};

static const gimbal_realisation damped_separable[] = {
    REALISATION("separable autonomous", &damped, Initial, .exact = NULL)};

static const gimbal_realisation wrong_words[] = {
    {.name = "plane",
     .configuration = "x y",
     .velocity = "vx vy",
     .n = "2",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible spheres",
     .lagrangian = &words,
     .initial = WordsInitial,
     .energy = Constant,
     .invariants = GIMBAL_ARRAY(wrong_kinds)}};
static const gimbal_realisation inconsistent[] = {{.name = "plane",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .nonholonomic = "1",
                                                   .lagrangian = &words,
                                                   .initial = Inconsistent}};

/* ---- Two pendulums in the plane that do not meet, and a band that is not where it is said to be. */

static real PairL(const real *p, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]) / 2 - q[1] - q[3];
}
static void PairD1L(const real *p, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = out[3] = -1;
}
static void PairD2L(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 4; i++)
    out[i] = v[i];
}
static void PairG(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 2; i++)
    out[i] = (q[2 * i] * q[2 * i] + q[2 * i + 1] * q[2 * i + 1] - 1) / 2;
}
static void PairDG(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = i % 4 / 2 == i / 4 ? q[i % 4] : 0;
}
static void PairBand(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 4; i++)
    out[i] = q[i];
}
static void PairInitial(const real *p, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = i == 0 || i == 3;
}

static const gimbal_lagrangian pair = {GIMBAL_SIZE(gimbal_lagrangian),
                                       .L = PairL,
                                       .D1L = PairD1L,
                                       .D2L = PairD2L,
                                       .g = PairG,
                                       .Dg = PairDG,
                                       .band = "2, 1, 0",
                                       .Dg_band = PairBand};
static const gimbal_realisation wrong_band[] = {{.name = "plane",
                                                 .configuration = "x1 y1 x2 y2",
                                                 .velocity = "vx1 vy1 vx2 vy2",
                                                 .n = "4",
                                                 .holonomic = "2",
                                                 .lagrangian = &pair,
                                                 .initial = PairInitial}};

#define HAMILTONIAN(hamiltonian_)                                                                  \
  {                                                                                                \
    {                                                                                              \
      .name = "line", .configuration = "q", .velocity = "p", .n = "1",                             \
      .traits = "separable autonomous", .hamiltonian = hamiltonian_, .initial = EscapeInitial      \
    }                                                                                              \
  }
static const gimbal_realisation bound_separable[] = HAMILTONIAN(&bound);
static const gimbal_realisation steep_separable[] = HAMILTONIAN(&steep);

#define MODEL(name_, realisations_)                                                                \
  {                                                                                                \
    .name = name_, .title = "A broken model", .cases = GIMBAL_ARRAY(cases),                        \
    .realisations = GIMBAL_ARRAY(realisations_)                                                    \
  }

static const gimbal_model models[] = {MODEL("wrong_frequency", wrong_frequency),
                                      MODEL("wrong_phase", wrong_phase),
                                      MODEL("late_phase", late_phase),
                                      MODEL("wrong_force", wrong_force),
                                      MODEL("wrong_branch", wrong_branch),
                                      MODEL("moving_invariant", moving),
                                      MODEL("escape", escaping),
                                      MODEL("damped_separable", damped_separable),
                                      MODEL("bound_separable", bound_separable),
                                      MODEL("steep_separable", steep_separable),
                                      MODEL("wrong_words", wrong_words),
                                      MODEL("inconsistent", inconsistent),
                                      MODEL("wrong_band", wrong_band)};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
