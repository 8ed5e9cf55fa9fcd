/* Models whose cases are one motion in other units: natural ones, those of a molecule, of a planet,
 * and of a laboratory. Each has the same verdicts in all of its cases. */
#include "gimbal.h"

/* m mass, l length, e energy, s time: with s² = m l²/e the equations are the natural ones. */
enum { M, L0, E, S, CHARGE };

/* ---- A body in a plane, U = −e cos(x/l) cos(y/l) ---- */

static gimbal_real potential(const gimbal_real *p, const gimbal_real *q) {
  return -p[E] * gimbal_cos(q[0] / p[L0]) * gimbal_cos(q[1] / p[L0]);
}
static void slope(const gimbal_real *p, const gimbal_real *q, gimbal_real *out) {
  const gimbal_real x = q[0] / p[L0], y = q[1] / p[L0], f = p[E] / p[L0];
  out[0] = -f * gimbal_sin(x) * gimbal_cos(y);
  out[1] = -f * gimbal_cos(x) * gimbal_sin(y);
}
static gimbal_real body_L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v) {
  (void)t;
  return p[M] * (v[0] * v[0] + v[1] * v[1]) / 2 - potential(p, q);
}
static void body_D1L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)v;
  slope(p, q, out);
}
static void body_D2L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q;
  out[0] = p[M] * v[0], out[1] = p[M] * v[1];
}
static void body_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                         const gimbal_real *v, gimbal_real *out) {
  const gimbal_real l = p[L0], speed = gimbal_sqrt(p[E] / p[M]);
  (void)t, (void)q, (void)v;
  out[0] = l * GIMBAL_C(0.5), out[1] = l * GIMBAL_C(0.25);
  out[2] = speed * GIMBAL_C(0.75), out[3] = speed * GIMBAL_C(-0.5);
}
static const gimbal_lagrangian body = {GIMBAL_SIZE(gimbal_lagrangian), .L = body_L, .D1L = body_D1L,
                                       .D2L = body_D2L};

/* The same with p. */
static gimbal_real body_H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v) {
  (void)t;
  return (v[0] * v[0] + v[1] * v[1]) / (2 * p[M]) + potential(p, q);
}
static void body_D1H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)v;
  slope(p, q, out);
  out[0] = -out[0], out[1] = -out[1];
}
static void body_D2H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q;
  out[0] = v[0] / p[M], out[1] = v[1] / p[M];
}
static void momentum_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                             const gimbal_real *v, gimbal_real *out) {
  body_initial(p, t, q, v, out);
  out[2] *= p[M], out[3] *= p[M];
}
static void from_momenta(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                         const gimbal_real *v, gimbal_real *out) {
  (void)t;
  out[0] = q[0], out[1] = q[1];
  out[2] = v[0] / p[M], out[3] = v[1] / p[M];
}
static const gimbal_hamiltonian momenta = {GIMBAL_SIZE(gimbal_hamiltonian), .H = body_H,
                                           .D1H = body_D1H, .D2H = body_D2H};

/* In a frame that is no coordinate frame: ψ₁ = ∂x, ψ₂ = (1 + x/4l) ∂y. */
static void frame_psi(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)v;
  out[0] = 1, out[1] = out[2] = 0;
  out[3] = 1 + q[0] / (4 * p[L0]);
}
static gimbal_real frame_ell(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                             const gimbal_real *v) {
  const gimbal_real w = (1 + q[0] / (4 * p[L0])) * v[1];
  (void)t;
  return p[M] * (v[0] * v[0] + w * w) / 2 - potential(p, q);
}
static void frame_D1ell(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  (void)t;
  slope(p, q, out);
  out[0] += p[M] * (1 + q[0] / (4 * p[L0])) * v[1] * v[1] / (4 * p[L0]);
}
static void frame_D2ell(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  const gimbal_real a = 1 + q[0] / (4 * p[L0]);
  (void)t;
  out[0] = p[M] * v[0], out[1] = p[M] * a * a * v[1];
}
static void frame_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  body_initial(p, t, q, v, out);
  out[3] /= 1 + out[0] / (4 * p[L0]);
}
static void from_frame(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                       const gimbal_real *v, gimbal_real *out) {
  (void)t;
  out[0] = q[0], out[1] = q[1];
  out[2] = v[0], out[3] = (1 + q[0] / (4 * p[L0])) * v[1];
}
static const gimbal_frame frame = {GIMBAL_SIZE(gimbal_frame), .psi = frame_psi, .ell = frame_ell,
                                   .D1ell = frame_D1ell, .D2ell = frame_D2ell};

/* And as the field of (x, y, v_x, v_y). */
static void body_f(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                   gimbal_real *out) {
  (void)t, (void)v;
  out[0] = q[2], out[1] = q[3];
  slope(p, q, out + 2);
  out[2] /= p[M], out[3] /= p[M];
}
static gimbal_real field_energy(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                                const gimbal_real *v) {
  (void)t, (void)v;
  return p[M] * (q[2] * q[2] + q[3] * q[3]) / 2 + potential(p, q);
}
static void field_common(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                         const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)t, (void)v;
  for (int i = 0; i < 4; ++i)
    out[i] = q[i];
}
static void field_reverse(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)t, (void)v;
  out[0] = q[0], out[1] = q[1], out[2] = -q[2], out[3] = -q[3];
}
static const gimbal_ode field = {GIMBAL_SIZE(gimbal_ode), .f = body_f};

static const gimbal_realisation in_a_plane[] = {{.name = "lagrangian",
                                                 .configuration = "x y",
                                                 .velocity = "v_x v_y",
                                                 .n = "2",
                                                 .traits = "separable autonomous reversible",
                                                 .lagrangian = &body,
                                                 .initial = body_initial},
                                                {.name = "hamiltonian",
                                                 .configuration = "x y",
                                                 .velocity = "p_x p_y",
                                                 .n = "2",
                                                 .traits = "separable autonomous reversible",
                                                 .hamiltonian = &momenta,
                                                 .initial = momentum_initial,
                                                 .common = from_momenta},
                                                {.name = "frame",
                                                 .configuration = "x y",
                                                 .velocity = "xi_1 xi_2",
                                                 .n = "2",
                                                 .traits = "autonomous reversible",
                                                 .frame = &frame,
                                                 .initial = frame_initial,
                                                 .common = from_frame},
                                                {.name = "field",
                                                 .configuration = "x y v_x v_y",
                                                 .n = "4",
                                                 .traits = "autonomous reversible",
                                                 .ode = &field,
                                                 .initial = body_initial,
                                                 .reverse = field_reverse,
                                                 .common = field_common,
                                                 .energy = field_energy}};

/* ---- A skate on a slope: lengths and an angle, and a force across the blade ---- */

/* L = m/2 (ẋ² + ẏ² + l² θ̇²) + e x/l, ẋ sin θ = ẏ cos θ. */
static gimbal_real skate_L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                           const gimbal_real *v) {
  (void)t;
  return p[M] * (v[0] * v[0] + v[1] * v[1] + p[L0] * p[L0] * v[2] * v[2]) / 2 + p[E] * q[0] / p[L0];
}
static void skate_D1L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q, (void)v;
  out[0] = p[E] / p[L0], out[1] = out[2] = 0;
}
static void skate_D2L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q;
  out[0] = p[M] * v[0], out[1] = p[M] * v[1], out[2] = p[M] * p[L0] * p[L0] * v[2];
}
static void skate_Phi(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)t;
  out[0] = v[0] * gimbal_sin(q[2]) - v[1] * gimbal_cos(q[2]);
}
static void skate_D2Phi(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)t, (void)v;
  out[0] = gimbal_sin(q[2]), out[1] = -gimbal_cos(q[2]), out[2] = 0;
}
/* At the origin, where no size is known. */
static void skate_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  const gimbal_real rate = gimbal_sqrt(p[E] / p[M]) / p[L0];
  (void)t, (void)q, (void)v;
  out[0] = out[1] = out[2] = 0;
  out[3] = p[L0] * rate / 2, out[4] = 0, out[5] = rate;
}
static const gimbal_lagrangian skate = {GIMBAL_SIZE(gimbal_lagrangian),
                                        .L = skate_L,
                                        .D1L = skate_D1L,
                                        .D2L = skate_D2L,
                                        .Phi = skate_Phi,
                                        .D2Phi = skate_D2Phi};
static const gimbal_realisation on_a_slope[] = {
    {.name = "plane",
     .configuration = "x y theta",
     .velocity = "v_x v_y omega",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 0, 2*pi",
     .traits = "linear_constraints autonomous reversible",
     .lagrangian = &skate,
     .initial = skate_initial}};

/* ---- A pendulum on a rod that is a constraint ---- */

static gimbal_real rod_L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                         const gimbal_real *v) {
  (void)t;
  return p[M] * (v[0] * v[0] + v[1] * v[1]) / 2 - p[E] * q[1] / p[L0];
}
static void rod_D1L(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                    gimbal_real *out) {
  (void)t, (void)q, (void)v;
  out[0] = 0, out[1] = -p[E] / p[L0];
}
static void rod_g(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                  gimbal_real *out) {
  (void)t, (void)v;
  out[0] = (q[0] * q[0] + q[1] * q[1] - p[L0] * p[L0]) / 2;
}
static void rod_Dg(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                   gimbal_real *out) {
  (void)p, (void)t, (void)v;
  out[0] = q[0], out[1] = q[1];
}
/* At rest at the height of the pivot: y = 0 and nothing moves. */
static void rod_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q, (void)v;
  out[0] = p[L0], out[1] = out[2] = out[3] = 0;
}
static const gimbal_lagrangian rod = {GIMBAL_SIZE(gimbal_lagrangian),
                                      .L = rod_L,
                                      .D1L = rod_D1L,
                                      .D2L = body_D2L,
                                      .g = rod_g,
                                      .Dg = rod_Dg};
static const gimbal_realisation on_a_rod[] = {{.name = "plane",
                                               .configuration = "x y",
                                               .velocity = "v_x v_y",
                                               .n = "2",
                                               .holonomic = "1",
                                               .traits = "autonomous reversible",
                                               .lagrangian = &rod,
                                               .initial = rod_initial}};

/* ---- A loudspeaker: a charge and a length ---- */

/* x the membrane, Q the charge that has flowed: L = m/2 ẋ² + Λ/2 Q̇² − e/2 (x/l)² − e/2 (Q/c)²
 * + (e/4) s (x/l) (Q̇/c), Λ = e s²/c². */
static gimbal_real speaker_L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                             const gimbal_real *v) {
  const gimbal_real x = q[0] / p[L0], Q = q[1] / p[CHARGE], I = p[S] * v[1] / p[CHARGE];
  (void)t;
  return p[M] * v[0] * v[0] / 2 + p[E] * (I * I - x * x - Q * Q + x * I / 2 - x * x * x / 4) / 2;
}
static void speaker_D1L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  const gimbal_real x = q[0] / p[L0], Q = q[1] / p[CHARGE], I = p[S] * v[1] / p[CHARGE];
  (void)t;
  out[0] = p[E] / p[L0] * (-x + I / 4 - 3 * x * x / 8);
  out[1] = -p[E] / p[CHARGE] * Q;
}
static void speaker_D2L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                        const gimbal_real *v, gimbal_real *out) {
  const gimbal_real x = q[0] / p[L0], I = p[S] * v[1] / p[CHARGE];
  (void)t;
  out[0] = p[M] * v[0];
  out[1] = p[E] * p[S] / p[CHARGE] * (I + x / 4);
}
static void speaker_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                            const gimbal_real *v, gimbal_real *out) {
  (void)t, (void)q, (void)v;
  out[0] = p[L0] / 2, out[1] = 0;
  out[2] = 0, out[3] = GIMBAL_C(0.5) * p[CHARGE] / p[S];
}
static const gimbal_lagrangian speaker = {GIMBAL_SIZE(gimbal_lagrangian), .L = speaker_L,
                                          .D1L = speaker_D1L, .D2L = speaker_D2L};
static const gimbal_realisation of_a_speaker[] = {{.name = "charge",
                                                   .configuration = "x Q",
                                                   .velocity = "v I",
                                                   .n = "2",
                                                   .traits = "autonomous",
                                                   .lagrangian = &speaker,
                                                   .initial = speaker_initial}};

/* ---- The cases ---- */

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "l", .value = "1", .description = "length"},
    {.name = "e", .value = "1", .description = "energy"},
    {.name = "s", .value = "l*sqrt(m/e)", .description = "time"},
    {.name = "c", .value = "1", .description = "charge"}};
static const gimbal_case cases[] = {{.name = "natural", .duration = "s", .step = "s/10"},
                                    {.name = "molecule",
                                     .settings = "m=1e-26, l=1e-10, e=1e-20, c=1.6e-19",
                                     .duration = "s",
                                     .step = "s/10"},
                                    {.name = "planet",
                                     .settings = "m=6e24, l=1e11, e=6e34, c=1e9",
                                     .duration = "s",
                                     .step = "s/10"},
                                    {.name = "laboratory",
                                     .settings = "m=2e-6, l=3e-3, e=5e-9, c=7e-12",
                                     .duration = "s",
                                     .step = "s/10"}};

#define MODEL(name_, title_, realisations_)                                                        \
  {                                                                                                \
    .name = name_, .title = title_, .citation = "written for this test",                           \
    .parameters = GIMBAL_ARRAY(parameters), .cases = GIMBAL_ARRAY(cases),                          \
    .realisations = GIMBAL_ARRAY(realisations_)                                                    \
  }
static const gimbal_model models[] = {
    MODEL("units_plane", "A body in a periodic potential", in_a_plane),
    MODEL("units_skate", "A skate on a slope", on_a_slope),
    MODEL("units_rod", "A pendulum on a rod", on_a_rod),
    MODEL("units_speaker", "A loudspeaker with its circuit", of_a_speaker)};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
