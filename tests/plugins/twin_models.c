/* One system in many guises, for tests/relations.c: what is written otherwise must be judged alike.
 *
 *     L = (ẋ² + ẏ²)/2 + B (x ẏ − y ẋ)/2 − U,  U = x²/2 + y² + x y²/2 + x⁴/4,
 *
 * with each guise a case. Those whose name begins with "wrong" are guises of another system. */
#include "gimbal.h"

enum { B, FACTOR, SWAP, ANGLE, SHEAR, GAUGE_2, GAUGE_3, BODIES, OSCILLATOR, BACK, CLOCK, WRONG };

/* The derivatives of one body's Lagrangian by x, y, ẋ, ẏ, and its value. */
typedef struct {
  gimbal_real L, by[4];
} body_terms;

static gimbal_real potential(const gimbal_real *p, gimbal_real t, const gimbal_real *x) {
  const gimbal_real late = t > 50 ? p[CLOCK] : 0;
  return x[0] * x[0] / 2 + x[1] * x[1] + x[0] * x[1] * x[1] / 2 + x[0] * x[0] * x[0] * x[0] / 4 +
         p[WRONG] * x[0] * x[1] + late * x[0];
}
static void slope(const gimbal_real *p, gimbal_real t, const gimbal_real *x, gimbal_real *out) {
  const gimbal_real late = t > 50 ? p[CLOCK] : 0;
  out[0] = x[0] + x[1] * x[1] / 2 + x[0] * x[0] * x[0] + p[WRONG] * x[1] + late;
  out[1] = 2 * x[1] + x[0] * x[1] + p[WRONG] * x[0];
}

/* With the gauge d/dt (α (x²/2 + 3xy/2) + β x³/3). */
static void body(const gimbal_real *p, gimbal_real t, const gimbal_real *x, const gimbal_real *v,
                 body_terms *out) {
  const gimbal_real b = (p[BACK] != 0 ? -p[B] : p[B]) / 2, alpha = p[GAUGE_2], beta = p[GAUGE_3];
  const gimbal_real cross = GIMBAL_C(1.5) * alpha;
  gimbal_real U[2];
  slope(p, t, x, U);
  out->L = (v[0] * v[0] + v[1] * v[1]) / 2 + b * (x[0] * v[1] - x[1] * v[0]) - potential(p, t, x) +
           alpha * x[0] * v[0] + cross * (x[0] * v[1] + x[1] * v[0]) + beta * x[0] * x[0] * v[0];
  out->by[0] = b * v[1] - U[0] + alpha * v[0] + cross * v[1] + 2 * beta * x[0] * v[0];
  out->by[1] = -b * v[0] - U[1] + cross * v[0];
  out->by[2] = v[0] - b * x[1] + alpha * x[0] + cross * x[1] + beta * x[0] * x[0];
  out->by[3] = v[1] + b * x[0] + cross * x[0];
}

/* The coordinates a, b: x = a cos − b sin + s b², y = a sin + b cos, the two exchanged if so asked
 * for. */
typedef struct {
  int a, b;
  gimbal_real cosine, sine, shear;
} guise;

static guise guise_of(const gimbal_real *p) {
  guise out = {.a = p[SWAP] != 0, .b = p[SWAP] == 0, .cosine = 1, .sine = 0, .shear = p[SHEAR]};
  if (p[ANGLE] != 0)
    gimbal_sincos(p[ANGLE], &out.sine, &out.cosine);
  return out;
}
static body_terms body_of(const gimbal_real *p, gimbal_real t, const guise *c, const gimbal_real *q,
                          const gimbal_real *v) {
  const gimbal_real a = q[c->a], b = q[c->b], va = v[c->a], vb = v[c->b];
  const gimbal_real x[2] = {c->cosine * a - c->sine * b + c->shear * b * b,
                            c->sine * a + c->cosine * b};
  const gimbal_real w[2] = {c->cosine * va - c->sine * vb + 2 * c->shear * b * vb,
                            c->sine * va + c->cosine * vb};
  body_terms out;
  body(p, t, x, w, &out);
  return out;
}

static gimbal_real L(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  const int n = 2 * (int)p[BODIES];
  const guise c = guise_of(p);
  gimbal_real sum = 0;
  for (int i = 0; i < n; i += 2)
    sum += body_of(p, t, &c, q + i, v + i).L;
  if (p[OSCILLATOR] != 0)
    sum += v[n] * v[n] / 2 - 2 * q[n] * q[n];
  return p[FACTOR] * sum;
}
static void D1L(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                gimbal_real *out) {
  const int n = 2 * (int)p[BODIES];
  const guise c = guise_of(p);
  for (int i = 0; i < n; i += 2) {
    const body_terms d = body_of(p, t, &c, q + i, v + i);
    const gimbal_real bend = 2 * c.shear * q[i + c.b] - c.sine;
    out[i + c.a] = p[FACTOR] * (c.cosine * d.by[0] + c.sine * d.by[1]);
    out[i + c.b] =
        p[FACTOR] * (bend * d.by[0] + c.cosine * d.by[1] + 2 * c.shear * v[i + c.b] * d.by[2]);
  }
  if (p[OSCILLATOR] != 0)
    out[n] = -4 * p[FACTOR] * q[n];
}
static void D2L(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                gimbal_real *out) {
  const int n = 2 * (int)p[BODIES];
  const guise c = guise_of(p);
  for (int i = 0; i < n; i += 2) {
    const body_terms d = body_of(p, t, &c, q + i, v + i);
    const gimbal_real bend = 2 * c.shear * q[i + c.b] - c.sine;
    out[i + c.a] = p[FACTOR] * (c.cosine * d.by[2] + c.sine * d.by[3]);
    out[i + c.b] = p[FACTOR] * (bend * d.by[2] + c.cosine * d.by[3]);
  }
  if (p[OSCILLATOR] != 0)
    out[n] = p[FACTOR] * v[n];
}

/* Where the motion with B = 1/2 is at t = 1, and goes back from; any point near it would do. */
static void start_of(const gimbal_real *p, int i, gimbal_real *q, gimbal_real *v) {
  const gimbal_real x[2] = {GIMBAL_C(0.5), GIMBAL_C(-0.25)},
                    w[2] = {GIMBAL_C(0.25), GIMBAL_C(0.75)};
  const gimbal_real end[2] = {GIMBAL_C(0.567361196090225), GIMBAL_C(0.448266936239596)},
                    speed[2] = {GIMBAL_C(0.187040386989901), GIMBAL_C(-0.371367579251795)};
  for (int d = 0; d < 2; ++d) {
    q[d] = i ? -x[1 - d] : p[BACK] != 0 ? end[d] : x[d];
    v[d] = i ? w[1 - d] : p[BACK] != 0 ? speed[d] : w[d];
  }
}
static void initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                    gimbal_real *out) {
  const int bodies = (int)p[BODIES], n = 2 * bodies + (p[OSCILLATOR] != 0);
  const guise c = guise_of(p);
  (void)t, (void)q, (void)v;
  for (int i = 0; i < bodies; ++i) {
    gimbal_real x[2], w[2];
    start_of(p, i, x, w);
    /* Either the angle or the shear is 0. */
    const gimbal_real a = c.cosine * x[0] + c.sine * x[1] - c.shear * x[1] * x[1];
    const gimbal_real va = c.cosine * w[0] + c.sine * w[1] - 2 * c.shear * x[1] * w[1];
    out[2 * i + c.a] = a, out[n + 2 * i + c.a] = va;
    out[2 * i + c.b] = c.cosine * x[1] - c.sine * x[0];
    out[n + 2 * i + c.b] = c.cosine * w[1] - c.sine * w[0];
  }
  if (p[OSCILLATOR] != 0)
    out[n - 1] = GIMBAL_C(0.5), out[2 * n - 1] = GIMBAL_C(0.25);
}
static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L};

/* ---- The same as a Hamiltonian system, and as a field: of one body, as it is ---- */

static void kinetic(const gimbal_real *p, const gimbal_real *q, const gimbal_real *momentum,
                    gimbal_real *v) {
  v[0] = momentum[0] + p[B] / 2 * q[1];
  v[1] = momentum[1] - p[B] / 2 * q[0];
}
static gimbal_real H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *momentum) {
  gimbal_real v[2];
  kinetic(p, q, momentum, v);
  return (v[0] * v[0] + v[1] * v[1]) / 2 + potential(p, t, q);
}
static void D1H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                const gimbal_real *momentum, gimbal_real *out) {
  gimbal_real v[2];
  kinetic(p, q, momentum, v);
  slope(p, t, q, out);
  out[0] -= p[B] / 2 * v[1];
  out[1] += p[B] / 2 * v[0];
}
static void D2H(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                const gimbal_real *momentum, gimbal_real *out) {
  (void)t;
  kinetic(p, q, momentum, out);
}
static void momentum_initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                             const gimbal_real *v, gimbal_real *out) {
  initial(p, t, q, v, out);
  out[2] -= p[B] / 2 * out[1];
  out[3] += p[B] / 2 * out[0];
}
static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = H, .D1H = D1H,
                                               .D2H = D2H};

static void f(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
              gimbal_real *out) {
  gimbal_real U[2];
  (void)v;
  slope(p, t, q, U);
  out[0] = q[2], out[1] = q[3];
  out[2] = p[B] * q[3] - U[0], out[3] = -p[B] * q[2] - U[1];
}
static gimbal_real field_energy(const gimbal_real *p, gimbal_real t, const gimbal_real *q,
                                const gimbal_real *v) {
  (void)v;
  return (q[2] * q[2] + q[3] * q[3]) / 2 + potential(p, t, q);
}
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = f};

/* ---- The guises ---- */

static const gimbal_value parameters[] = {
    {.name = "B", .value = "0", .description = "magnetic field"},
    {.name = "factor", .value = "1", .description = "of L"},
    {.name = "swap", .value = "0", .description = "the coordinates in the other order"},
    {.name = "angle", .value = "0", .description = "between the axes and those of U"},
    {.name = "shear", .value = "0", .description = "of coordinates that are bent"},
    {.name = "alpha", .value = "0", .description = "size of a quadratic gauge"},
    {.name = "beta", .value = "0", .description = "size of a cubic gauge"},
    {.name = "bodies", .value = "1", .description = "that do not feel each other"},
    {.name = "oscillator", .value = "0", .description = "one more, uncoupled"},
    {.name = "back", .value = "0", .description = "from the end to the beginning"},
    {.name = "clock", .value = "0", .description = "a force after t = 50"},
    {.name = "wrong", .value = "0", .description = "a term of U that should not be there"}};

#define DIMENSION "2*bodies + oscillator"
#define COMMON_CASES                                                                               \
  {.name = "plain"}, {.name = "permuted", .settings = "swap=1"},                                   \
      {.name = "scaled", .settings = "factor=3"}, {.name = "pair", .settings = "bodies=2"},        \
      {.name = "oscillator", .settings = "oscillator=1"},                                          \
      {.name = "wrong_permuted", .settings = "swap=1, wrong=1e-5"},                                \
      {.name = "wrong_scaled", .settings = "factor=3, wrong=1e-5"},                                \
      {.name = "wrong_pair", .settings = "bodies=2, wrong=1e-5"}, {                                \
    .name = "wrong_oscillator", .settings = "oscillator=1, wrong=1e-5"                             \
  }

static const gimbal_case separable[] = {COMMON_CASES};
static const gimbal_case guises[] = {COMMON_CASES,
                                     {.name = "turned", .settings = "angle=1"},
                                     {.name = "bent", .settings = "shear=1/4"},
                                     {.name = "gauge_quadratic", .settings = "alpha=1/2"},
                                     {.name = "gauge_cubic", .settings = "beta=1/2"},
                                     {.name = "field", .settings = "B=1/2"},
                                     {.name = "field_back", .settings = "B=1/2, back=1"},
                                     {.name = "clock", .settings = "clock=1"},
                                     {.name = "wrong_turned", .settings = "angle=1, wrong=1e-5"},
                                     {.name = "wrong_gauge", .settings = "alpha=1/2, B=1e-5"}};
static const gimbal_case as_it_is[] = {{.name = "plain"},
                                       {.name = "field", .settings = "B=1/2"},
                                       {.name = "wrong_field", .settings = "B=1/2, wrong=1e-5"}};

static const gimbal_realisation of_separable[] = {{.name = "lagrangian",
                                                   .configuration = "q[1..n]",
                                                   .velocity = "v[1..n]",
                                                   .n = DIMENSION,
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = initial}};
static const gimbal_realisation of_guises[] = {{.name = "lagrangian",
                                                .configuration = "q[1..n]",
                                                .velocity = "v[1..n]",
                                                .n = DIMENSION,
                                                .traits = "autonomous",
                                                .lagrangian = &lagrangian,
                                                .initial = initial}};
static const gimbal_realisation of_hamiltonian[] = {{.name = "hamiltonian",
                                                     .configuration = "x y",
                                                     .velocity = "p_x p_y",
                                                     .n = "2",
                                                     .traits = "autonomous",
                                                     .hamiltonian = &hamiltonian,
                                                     .initial = momentum_initial}};
static const gimbal_realisation of_field[] = {{.name = "field",
                                               .configuration = "x y v_x v_y",
                                               .n = "4",
                                               .traits = "autonomous",
                                               .ode = &ode,
                                               .initial = initial,
                                               .energy = field_energy}};

#define MODEL(name_, cases_, realisations_)                                                        \
  {                                                                                                \
    .name = name_, .title = "One system in many guises", .citation = "written for this test",      \
    .parameters = GIMBAL_ARRAY(parameters), .cases = GIMBAL_ARRAY(cases_),                         \
    .realisations = GIMBAL_ARRAY(realisations_)                                                    \
  }
static const gimbal_model models[] = {
    MODEL("twin_separable", separable, of_separable), MODEL("twin", guises, of_guises),
    MODEL("twin_hamiltonian", as_it_is, of_hamiltonian), MODEL("twin_field", as_it_is, of_field)};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
