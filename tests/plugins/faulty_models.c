/* Models with a fault that only one check sees, and right ones that look as if they had one. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;
#define ARGUMENTS const real *parameters, real t, const real *q, const real *v

/* A pendulum: θ̈ = −sin θ. */
static real L(ARGUMENTS) { return v[0] * v[0] / 2 + gimbal_cos(q[0]); }
static void D1L(ARGUMENTS, real *out) { out[0] = -gimbal_sin(q[0]); }
static void D2L(ARGUMENTS, real *out) { out[0] = v[0]; }
static void Hanging(ARGUMENTS, real *out) { out[0] = out[1] = 0; }
static real WrongSign(ARGUMENTS) { return L(parameters, t, q, v); }
static void Initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 4);
}
/* After a hundred thousand calls the force is another one. */
static void TiringD1L(ARGUMENTS, real *out) {
  static int calls;
  out[0] = -gimbal_sin(q[0]) * (++calls > 100000 ? 2 : 1);
}
static void LongD1L(ARGUMENTS, real *out) {
  out[0] = -gimbal_sin(q[0]);
  out[1] = 0;
}
static void EmptyInitial(ARGUMENTS, real *out) { out[0] = 1; }

/* ---- Equilibria of q̈ = −q̇ + q q̇²…: the line q̇ = 0, on which q̇ decays ---- */

static void Damping(ARGUMENTS, real *out) { out[0] = -v[0]; }
static void Switched(ARGUMENTS, real *out) { out[0] = t < 1 ? 1 : 2; }
static void Turned(ARGUMENTS, real *out) { out[0] = gimbal_sin(t); }
static real FreeL(ARGUMENTS) { return v[0] * v[0] / 2; }
static void Zero(ARGUMENTS, real *out) { out[0] = 0; }
static void AtRest(ARGUMENTS, real *out) {
  out[0] = 2;
  out[1] = 0;
}
static void Moving(ARGUMENTS, real *out) {
  out[0] = 2;
  out[1] = 1;
}
static void Faster(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = 1;
}
static real Speed(ARGUMENTS) { return v[0]; }
static real Faster_than_one(ARGUMENTS) { return v[0] - 1; }

/* ---- An affine constraint: a bead that is carried along, ẋ = 1 + y ẏ ---- */

static real PlaneL(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1] * q[1] / 2 - q[0]; }
static void PlaneD1L(ARGUMENTS, real *out) {
  out[0] = -1;
  out[1] = -q[1];
}
static void PlaneD2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
static void Phi(ARGUMENTS, real *out) { out[0] = v[0] - q[1] * v[1] - 1; }
static void D2Phi(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = -q[1];
}
static void Carried(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = out[3] = GIMBAL_Q(1, 2);
  out[2] = GIMBAL_Q(5, 4);
}

/* ---- An oscillator whose mass and spring grow alike: its field in (q,v) does not depend on time, p does ---- */

static real Growing(real t) { return gimbal_exp(GIMBAL_Q(3, 10) * t); }
static real GrowingL(ARGUMENTS) { return Growing(t) * (v[0] * v[0] - q[0] * q[0]) / 2; }
static void GrowingD1L(ARGUMENTS, real *out) { out[0] = -Growing(t) * q[0]; }
static void GrowingD2L(ARGUMENTS, real *out) { out[0] = Growing(t) * v[0]; }

/* ---- Two bodies on a spring in SI units, whose total momentum is zero ---- */

#define HEAVY GIMBAL_C(5.0e9)
#define LIGHT GIMBAL_C(3.0e9)
static real PairL(ARGUMENTS) {
  return (HEAVY * v[0] * v[0] + LIGHT * v[1] * v[1] - HEAVY * (q[0] - q[1]) * (q[0] - q[1])) / 2;
}
static void PairD1L(ARGUMENTS, real *out) {
  out[0] = HEAVY * (q[1] - q[0]);
  out[1] = -out[0];
}
static void PairD2L(ARGUMENTS, real *out) {
  out[0] = HEAVY * v[0];
  out[1] = LIGHT * v[1];
}
static void PairInitial(ARGUMENTS, real *out) {
  out[0] = 3;
  out[1] = -7;
  out[2] = GIMBAL_Q(1, 5);
  out[3] = -HEAVY * out[2] / LIGHT;
}
static real Total(ARGUMENTS) { return HEAVY * v[0] + LIGHT * v[1]; }

/* The same constraint again, times two. */
static void Twice(ARGUMENTS, real *out) {
  out[0] = v[0] - q[1] * v[1] - 1;
  out[1] = 2 * out[0];
}
static void D2Twice(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = -q[1];
  out[3] = 2;
  out[4] = -2 * q[1];
  out[2] = out[5] = 0;
}
static real SpaceL(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2; }
static void SpaceD1L(ARGUMENTS, real *out) { out[0] = out[1] = out[2] = 0; }
static void SpaceD2L(ARGUMENTS, real *out) {
  for (int i = 0; i < 3; ++i)
    out[i] = v[i];
}
static void Space(ARGUMENTS, real *out) {
  out[0] = out[2] = out[5] = 0;
  out[1] = out[4] = GIMBAL_Q(1, 2);
  out[3] = GIMBAL_Q(5, 4);
}

/* ---- q̈ = −sign q, whose closed form is made of parabolas: w is the speed at 0 ---- */

static real EdgeL(ARGUMENTS) { return v[0] * v[0] / 2 - gimbal_fabs(q[0]); }
static void EdgeD1L(ARGUMENTS, real *out) { out[0] = q[0] > 0 ? -1 : 1; }
static void EdgeInitial(ARGUMENTS, real *out) {
  out[0] = GIMBAL_Q(1, 2);
  out[1] = 0;
}
static void Parabolas(real longer, real t, const real *q, const real *v, real *out) {
  const real w = gimbal_sqrt(v[0] * v[0] + 2 * gimbal_fabs(q[0]));
  real tau = gimbal_fmod((q[0] >= 0 ? w - v[0] : 3 * w + v[0]) + t, 4 * w);
  const int below = tau >= 2 * w;
  tau -= below ? 2 * w * longer : 0;
  out[0] = (below ? -1 : 1) * (w * tau - tau * tau / 2);
  out[1] = (below ? -1 : 1) * (w - tau);
}
static void EdgeExact(ARGUMENTS, real *out) { Parabolas(1, t, q, v, out); }
/* The second parabola solves the equation too, but begins too late. */
static void EdgeLate(ARGUMENTS, real *out) { Parabolas(GIMBAL_Q(19, 20), t, q, v, out); }

/* ---- Closed forms of q̈ = −q̇ that are right for a while, or from one start ---- */

static void Decay(ARGUMENTS, real *out) {
  out[1] = v[0] * gimbal_exp(-t);
  out[0] = q[0] + v[0] - out[1];
}
static void ShortDecay(ARGUMENTS, real *out) {
  Decay(parameters, t, q, v, out);
  if (t > 3)
    out[0] += (t - 3) / 8;
}
/* Wrong early on, from other starts. */
static void EarlyDecay(ARGUMENTS, real *out) {
  Decay(parameters, t, q, v, out);
  out[0] += (v[0] - 1) * t * gimbal_exp(-200 * t);
}
static void OneDecay(ARGUMENTS, real *out) {
  const real start[] = {2, 1};
  Decay(parameters, t, start, start + 1, out);
}

/* ---- Constraints of degree two: a speed of 1, which works against the weight, and a homogeneous one,
 * which does no work ---- */

static real HeavyL(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1]; }
static void HeavyD1L(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = -1;
}
static void SameD2L(ARGUMENTS, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
static void UnitSpeed(ARGUMENTS, real *out) { out[0] = v[0] * v[0] + v[1] * v[1] - 1; }
static void D2UnitSpeed(ARGUMENTS, real *out) {
  out[0] = 2 * v[0];
  out[1] = 2 * v[1];
}
static void Cone(ARGUMENTS, real *out) { out[0] = v[0] * v[0] - (1 + q[1] * q[1]) * v[1] * v[1]; }
static void D2Cone(ARGUMENTS, real *out) {
  out[0] = 2 * v[0];
  out[1] = -2 * (1 + q[1] * q[1]) * v[1];
}
static void AtUnitSpeed(ARGUMENTS, real *out) {
  out[0] = out[1] = 0;
  out[2] = GIMBAL_Q(3, 5);
  out[3] = GIMBAL_Q(4, 5);
}
static void OnCone(ARGUMENTS, real *out) {
  out[0] = out[1] = 0;
  out[2] = out[3] = GIMBAL_Q(1, 2);
}
static real OffEnergy(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 + q[1] + q[0] / 100; }

/* ---- What cannot be checked ---- */

static real Rate(ARGUMENTS) { return v[0]; }
static real Angle(ARGUMENTS) { return q[0]; }
static real Advance(ARGUMENTS) { return 1; }
static const gimbal_apsides apsides[] = {
    {.name = "turns", .rate = Rate, .angle = Angle, .advance = Advance}};
static const gimbal_picture pictures[] = {{.name = "path", .title = "Path", .of = "q, v"}};

#define TABLE(name, L_, D1L_, D2L_, ...)                                                           \
  static const gimbal_lagrangian name = {GIMBAL_SIZE(gimbal_lagrangian), .L = L_, .D1L = D1L_,     \
                                         .D2L = D2L_, __VA_ARGS__}
TABLE(pendulum, L, D1L, D2L, .force = NULL);
TABLE(tiring, L, TiringD1L, D2L, .force = NULL);
TABLE(too_long, L, LongD1L, D2L, .force = NULL);
TABLE(damped, FreeL, Zero, D2L, .force = Damping);
TABLE(carried, PlaneL, PlaneD1L, PlaneD2L, .Phi = Phi, .D2Phi = D2Phi);
TABLE(switched, FreeL, Zero, D2L, .force = Switched);
TABLE(heavier, GrowingL, GrowingD1L, GrowingD2L, .force = NULL);
TABLE(turned, FreeL, Zero, D2L, .force = Turned);
TABLE(edge, EdgeL, EdgeD1L, D2L, .force = NULL);
TABLE(twice_in_space, SpaceL, SpaceD1L, SpaceD2L, .Phi = Twice, .D2Phi = D2Twice);
TABLE(pair, PairL, PairD1L, PairD2L, .force = NULL);
TABLE(speed_table, HeavyL, HeavyD1L, SameD2L, .Phi = UnitSpeed, .D2Phi = D2UnitSpeed);
TABLE(half_speed_table, HeavyL, HeavyD1L, SameD2L, .Phi = UnitSpeed, .D2Phi = SameD2L);
TABLE(cone_table, HeavyL, HeavyD1L, SameD2L, .Phi = Cone, .D2Phi = D2Cone);

static const gimbal_equilibrium resting[] = {{.name = "rest",
                                              .stability = "stable",
                                              .state = AtRest,
                                              .perturbation = Faster,
                                              .deviation = Speed}},
                                growing[] = {{.name = "rest",
                                              .stability = "unstable",
                                              .state = AtRest,
                                              .perturbation = Faster,
                                              .deviation = Speed}},
                                moving[] = {{.name = "moving",
                                             .stability = "stable",
                                             .state = Moving,
                                             .perturbation = Faster,
                                             .deviation = Faster_than_one}};
static const gimbal_invariant total[] = {{.name = "momentum", .kind = "linear", .value = Total}};

#define LINE(lagrangian_, initial_, ...)                                                           \
  {                                                                                                \
    .name = "line", .configuration = "q", .velocity = "v", .n = "1", .lagrangian = lagrangian_,    \
    .initial = initial_, __VA_ARGS__                                                               \
  }
#define PLANE(lagrangian_, initial_, ...)                                                          \
  {                                                                                                \
    .name = "plane", .configuration = "x y", .velocity = "vx vy", .n = "2",                        \
    .lagrangian = lagrangian_, .initial = initial_, __VA_ARGS__                                    \
  }
static const gimbal_realisation
    growing_mass[] = {LINE(&heavier, Initial, .exact = NULL)},
    growing_separable[] = {LINE(&heavier, Initial, .traits = "separable")},
    growing_autonomous[] = {LINE(&heavier, Initial, .traits = "autonomous")},
    right_period[] = {LINE(&pendulum, Initial, .period = "2*pi")},
    wrong_period[] = {LINE(&pendulum, Initial, .period = "pi")},
    late_state[] = {LINE(&tiring, Initial, .period = NULL)},
    beyond_out[] = {LINE(&too_long, Initial, .period = NULL)},
    left_out[] = {LINE(&pendulum, EmptyInitial, .period = NULL)},
    right_rest[] = {LINE(&damped, AtRest, .equilibria = GIMBAL_ARRAY(resting))},
    wrong_stability[] = {LINE(&damped, AtRest, .equilibria = GIMBAL_ARRAY(growing))},
    wrong_equilibrium[] = {LINE(&damped, AtRest, .equilibria = GIMBAL_ARRAY(moving))},
    affine[] = {PLANE(&carried, Carried, .traits = "separable autonomous", .nonholonomic = "1")},
    jumping[] = {LINE(&switched, AtRest, .exact = NULL)},
    driven[] = {LINE(&turned, AtRest, .exact = NULL)},
    not_smooth[] = {LINE(&edge, EdgeInitial, .exact = EdgeExact)},
    wrong_parabola[] = {LINE(&edge, EdgeInitial, .exact = EdgeLate)},
    right_decay[] = {LINE(&damped, Moving, .exact = Decay)},
    short_decay[] = {LINE(&damped, Moving, .exact = ShortDecay)},
    early_decay[] = {LINE(&damped, Moving, .exact = EarlyDecay)},
    hanging[] = {LINE(&pendulum, Hanging, .traits = "separable autonomous")},
    wrong_sign[] = {LINE(&pendulum, Hanging, .traits = "separable autonomous",
                         .energy = WrongSign)},
    one_decay[] = {LINE(&damped, Moving, .exact = OneDecay)},
    redundant[] = {{.name = "space",
                    .configuration = "x y z",
                    .velocity = "vx vy vz",
                    .n = "3",
                    .nonholonomic = "2",
                    .lagrangian = &twice_in_space,
                    .initial = Space}},
    speed[] = {PLANE(&speed_table, AtUnitSpeed, .traits = "separable autonomous",
                     .nonholonomic = "1")},
    half_speed[] = {PLANE(&half_speed_table, AtUnitSpeed, .traits = "separable autonomous",
                          .nonholonomic = "1")},
    cone[] = {PLANE(&cone_table, OnCone, .traits = "separable autonomous", .nonholonomic = "1")},
    off_cone[] = {PLANE(&cone_table, OnCone, .traits = "separable autonomous", .nonholonomic = "1",
                        .energy = OffEnergy)},
    many_words[] = {LINE(&pendulum, Initial,
                         .traits = "separable autonomous integrable attracting degenerate chaotic "
                                   "nonsmooth damped",
                         .size_of_q = "1", .apsides = GIMBAL_ARRAY(apsides),
                         .pictures = GIMBAL_ARRAY(pictures))},
    zero_momentum[] = {PLANE(&pair, PairInitial, .traits = "separable autonomous",
                             .invariants = GIMBAL_ARRAY(total))};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};
#define MODEL(name_)                                                                               \
  {                                                                                                \
    .name = "faulty_" #name_, .title = #name_, .citation = "made for this test",                   \
    .cases = GIMBAL_ARRAY(cases), .realisations = GIMBAL_ARRAY(name_)                              \
  }
static const gimbal_model models[] = {MODEL(right_period),
                                      MODEL(wrong_period),
                                      MODEL(late_state),
                                      MODEL(beyond_out),
                                      MODEL(left_out),
                                      MODEL(right_rest),
                                      MODEL(wrong_stability),
                                      MODEL(wrong_equilibrium),
                                      MODEL(affine),
                                      MODEL(zero_momentum),
                                      MODEL(jumping),
                                      MODEL(driven),
                                      MODEL(not_smooth),
                                      MODEL(wrong_parabola),
                                      MODEL(right_decay),
                                      MODEL(short_decay),
                                      MODEL(one_decay),
                                      MODEL(redundant),
                                      MODEL(speed),
                                      MODEL(half_speed),
                                      MODEL(cone),
                                      MODEL(off_cone),
                                      MODEL(many_words),
                                      MODEL(early_decay),
                                      MODEL(hanging),
                                      MODEL(wrong_sign),
                                      MODEL(growing_mass),
                                      MODEL(growing_separable),
                                      MODEL(growing_autonomous)};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
