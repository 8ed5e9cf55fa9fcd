/* The Sun and the five outer planets of old, Jupiter to Pluto [Hairer, Lubich, Wanner 2006, I.2.4
 * and Table 2.2]. Distances in astronomical units, times in days, masses relative to the Sun, whose
 * own is increased by those of the inner planets; September 5, 1994. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { BODIES = 6, N = 3 * BODIES };

static const real G = GIMBAL_C(2.95912208286e-4);

static const real mass[BODIES] = {GIMBAL_C(1.00000597682),      GIMBAL_C(0.000954786104043),
                                  GIMBAL_C(0.000285583733151),  GIMBAL_C(0.0000437273164546),
                                  GIMBAL_C(0.0000517759138449), 1 / GIMBAL_C(1.3e8)};

static const real start[2 * N] = {0,
                                  0,
                                  0,
                                  GIMBAL_C(-3.5023653),
                                  GIMBAL_C(-3.8169847),
                                  GIMBAL_C(-1.5507963),
                                  GIMBAL_C(9.0755314),
                                  GIMBAL_C(-3.0458353),
                                  GIMBAL_C(-1.6483708),
                                  GIMBAL_C(8.3101420),
                                  GIMBAL_C(-16.2901086),
                                  GIMBAL_C(-7.2521278),
                                  GIMBAL_C(11.4707666),
                                  GIMBAL_C(-25.7294829),
                                  GIMBAL_C(-10.8169456),
                                  GIMBAL_C(-15.5387357),
                                  GIMBAL_C(-25.2225594),
                                  GIMBAL_C(-3.1902382),
                                  0,
                                  0,
                                  0,
                                  GIMBAL_C(0.00565429),
                                  GIMBAL_C(-0.00412490),
                                  GIMBAL_C(-0.00190589),
                                  GIMBAL_C(0.00168318),
                                  GIMBAL_C(0.00483525),
                                  GIMBAL_C(0.00192462),
                                  GIMBAL_C(0.00354178),
                                  GIMBAL_C(0.00137102),
                                  GIMBAL_C(0.00055029),
                                  GIMBAL_C(0.00288930),
                                  GIMBAL_C(0.00114527),
                                  GIMBAL_C(0.00039677),
                                  GIMBAL_C(0.00276725),
                                  GIMBAL_C(-0.00170702),
                                  GIMBAL_C(-0.00136504)};

static real Distance(const real *q, int i, int j) {
  real square = 0;
  for (int k = 0; k < 3; k++)
    square += (q[3 * i + k] - q[3 * j + k]) * (q[3 * i + k] - q[3 * j + k]);
  return gimbal_sqrt(square);
}

static real L(const real *parameter, real t, const real *q, const real *v) {
  real sum = 0;
  for (int i = 0; i < N; i++)
    sum += mass[i / 3] * v[i] * v[i] / 2;
  for (int i = 0; i < BODIES; i++)
    for (int j = 0; j < i; j++)
      sum += G * mass[i] * mass[j] / Distance(q, i, j);
  return sum;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < N; i++)
    out[i] = 0;
  for (int i = 0; i < BODIES; i++)
    for (int j = 0; j < i; j++) {
      const real r = Distance(q, i, j), factor = G * mass[i] * mass[j] / (r * r * r);
      for (int k = 0; k < 3; k++) {
        const real pull = factor * (q[3 * j + k] - q[3 * i + k]);
        out[3 * i + k] += pull;
        out[3 * j + k] -= pull;
      }
    }
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < N; i++)
    out[i] = mass[i / 3] * v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < N * N; i++)
    out[i] = i % (N + 1) == 0 ? mass[i / (N + 1) / 3] : 0;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 2 * N; i++)
    out[i] = start[i];
}

static real Momentum(const real *v, int k) {
  real sum = 0;
  for (int i = 0; i < BODIES; i++)
    sum += mass[i] * v[3 * i + k];
  return sum;
}

static void Translation(int k, real *out) {
  for (int i = 0; i < N; i++)
    out[i] = i % 3 == k;
}

static real MomentumX(const real *parameter, real t, const real *q, const real *v) {
  return Momentum(v, 0);
}
static real MomentumY(const real *parameter, real t, const real *q, const real *v) {
  return Momentum(v, 1);
}
static real MomentumZ(const real *parameter, real t, const real *q, const real *v) {
  return Momentum(v, 2);
}
static void TranslationX(const real *parameter, real t, const real *q, const real *v, real *out) {
  Translation(0, out);
}
static void TranslationY(const real *parameter, real t, const real *q, const real *v, real *out) {
  Translation(1, out);
}
static void TranslationZ(const real *parameter, real t, const real *q, const real *v, real *out) {
  Translation(2, out);
}

/* About the axis k, with i and j the next two. */
static real AngularMomentum(const real *q, const real *v, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  real sum = 0;
  for (int b = 0; b < BODIES; b++)
    sum += mass[b] * (q[3 * b + i] * v[3 * b + j] - q[3 * b + j] * v[3 * b + i]);
  return sum;
}

static void Rotation(const real *q, int k, real *out) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  for (int b = 0; b < BODIES; b++) {
    out[3 * b + k] = 0;
    out[3 * b + i] = -q[3 * b + j];
    out[3 * b + j] = q[3 * b + i];
  }
}

static real AngularMomentumX(const real *parameter, real t, const real *q, const real *v) {
  return AngularMomentum(q, v, 0);
}
static real AngularMomentumY(const real *parameter, real t, const real *q, const real *v) {
  return AngularMomentum(q, v, 1);
}
static real AngularMomentumZ(const real *parameter, real t, const real *q, const real *v) {
  return AngularMomentum(q, v, 2);
}
static void RotationX(const real *parameter, real t, const real *q, const real *v, real *out) {
  Rotation(q, 0, out);
}
static void RotationY(const real *parameter, real t, const real *q, const real *v, real *out) {
  Rotation(q, 1, out);
}
static void RotationZ(const real *parameter, real t, const real *q, const real *v, real *out) {
  Rotation(q, 2, out);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

#define MOMENTUM_MAP(name_, kind_, value_, generator_)                                             \
  { .name = name_, .kind = kind_ " momentum_map", .value = value_, .generator = generator_ }

static const gimbal_invariant invariants[] = {
    MOMENTUM_MAP("momentum_x", "linear", MomentumX, TranslationX),
    MOMENTUM_MAP("momentum_y", "linear", MomentumY, TranslationY),
    MOMENTUM_MAP("momentum_z", "linear", MomentumZ, TranslationZ),
    MOMENTUM_MAP("angular_momentum_x", "quadratic", AngularMomentumX, RotationX),
    MOMENTUM_MAP("angular_momentum_y", "quadratic", AngularMomentumY, RotationY),
    MOMENTUM_MAP("angular_momentum_z", "quadratic", AngularMomentumZ, RotationZ)};

static const gimbal_case cases[] = {
    {.name = "A", .duration = "2000", .step = "100", .description = "times in days"}};

static const gimbal_picture pictures[] = {{.name = "jupiter",
                                           .title = "Jupiter seen from the Sun",
                                           .of = "q4 - q1, q5 - q2",
                                           .duration = "100000",
                                           .words = "equal"},
                                          {.name = "saturn",
                                           .title = "Saturn seen from the Sun",
                                           .of = "q7 - q1, q8 - q2",
                                           .duration = "100000",
                                           .words = "equal"},
                                          {.name = "pluto",
                                           .title = "Pluto seen from the Sun",
                                           .of = "q16 - q1, q17 - q2",
                                           .duration = "100000",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "q[1..n]",
                                                   .velocity = "v[1..n]",
                                                   .n = "18",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {{.name = "outer_solar_system",
                                       .title = "Outer solar system",
                                       .citation = "Hairer, Lubich, Wanner 2006, section I.2.4",
                                       .citation_key = "HairerLubichWanner2006",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
