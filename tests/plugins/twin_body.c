/* Bodies on the plane in many guises, for tests/relations.c: models/driven_body.c after a motion of the
 * plane, with other axes in the body, or with a mass s on a spring in addition, before or behind in the
 * product. With q' = l q c and η' = Ad(c⁻¹) η every function of (q',η') is that of (q,η), and what has a
 * component for each direction of the body is turned by Ad(c)ᵀ; c is a rotation. Guises whose name
 * begins with "wrong" are guises of a body that is 1e-5 away. */
#define RIGHT "../../models/driven_body.c"
#include "right.h"

enum { LEFT = FREQUENCY + 1, TURNED, ADDED, COUPLING, OFF };

/* The body as models/driven_body.c has it. */
typedef struct {
  real q[3], v[3], s, rate; /* s: of the added mass */
  real cosine, sine;        /* of Ad(c) */
  int at, added;            /* where body and mass begin */
} view;

static void Turn(real cosine, real sine, const real *x, real *out) {
  const real first = x[0];
  out[0] = cosine * first - sine * x[1];
  out[1] = sine * first + cosine * x[1];
}

/* A motion of the plane: where the origin goes, and the angle. */
static const real there[2] = {GIMBAL_C(0.75), GIMBAL_C(-0.5)};
static const real angle = 1, axes = 2;

static view ViewOf(const real *p, const real *q, const real *v) {
  view out = {.cosine = 1, .at = p[ADDED] == 2, .added = p[ADDED] == 2 ? 0 : 3};
  const real *body = q + out.at;
  real cosine = 1, sine = 0;
  if (p[LEFT] != 0)
    gimbal_sincos(angle, &sine, &cosine);
  if (p[TURNED] != 0)
    gimbal_sincos(axes, &out.sine, &out.cosine);
  for (int i = 0; i < 2; ++i)
    out.q[i] = body[i] - p[LEFT] * there[i];
  Turn(cosine, -sine, out.q, out.q);
  out.q[0] += p[OFF];
  out.q[2] = body[2] - p[LEFT] * angle - p[TURNED] * axes;
  if (p[ADDED] != 0)
    out.s = q[out.added];
  if (v) {
    Turn(out.cosine, out.sine, v + out.at, out.v);
    out.v[2] = v[out.at + 2];
    if (p[ADDED] != 0)
      out.rate = v[out.added];
  }
  return out;
}

/* A covector of the body. */
static void Pull(const view *w, const real *of_body, real *out) {
  Turn(w->cosine, -w->sine, of_body, out + w->at);
  out[w->at + 2] = of_body[2];
}

/* The mass: ½ṡ² − s² − ½κ s|x|². */
static real GuiseEll(const real *p, real t, const real *q, const real *v) {
  const view w = ViewOf(p, q, v);
  const real far = w.q[0] * w.q[0] + w.q[1] * w.q[1];
  return Ell(p, t, w.q, w.v) + w.rate * w.rate / 2 - w.s * w.s - p[COUPLING] * w.s * far / 2;
}

static void GuiseD1ell(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3], seen[2];
  D1ell(p, t, w.q, w.v, of_body);
  Seen(w.q, seen);
  for (int i = 0; i < 2; ++i)
    of_body[i] -= p[COUPLING] * w.s * seen[i];
  Pull(&w, of_body, out);
  if (p[ADDED] != 0)
    out[w.added] = -2 * w.s - p[COUPLING] * (seen[0] * seen[0] + seen[1] * seen[1]) / 2;
}

static void GuiseD2ell(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  D2ell(p, t, w.q, w.v, of_body);
  Pull(&w, of_body, out);
  if (p[ADDED] != 0)
    out[w.added] = w.rate;
}

static void GuiseD22ell(const real *p, real t, const real *q, const real *v, real *out) {
  const int m = p[ADDED] != 0 ? 4 : 3;
  (void)v; /* ℓ is quadratic in η */
  for (int i = 0; i < m; ++i) {
    real unit[4] = {0}, row[4] = {0};
    unit[i] = 1;
    GuiseD2ell(p, t, q, unit, row);
    for (int j = 0; j < m; ++j)
      out[m * i + j] = row[j];
  }
}

static void GuiseForce(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  Force(p, t, w.q, w.v, of_body);
  Pull(&w, of_body, out);
  if (p[ADDED] != 0)
    out[w.added] = 0;
}

static void GuiseEdge(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  Edge(p, t, w.q, w.v, out);
}
static void GuiseD2edge(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  D2edge(p, t, w.q, w.v, of_body);
  Pull(&w, of_body, out);
}

static void GuiseRail(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  Rail(p, t, w.q, w.v, out);
}
static void GuiseDrail(const real *p, real t, const real *q, const real *v, real *out) {
  const view w = ViewOf(p, q, v);
  real of_body[3];
  Drail(p, t, w.q, w.v, of_body);
  Pull(&w, of_body, out);
}

/* From the data (q,η) of the body as it is, those of the guise. */
static void Dress(const real *p, const real *own, real *out) {
  const int m = p[ADDED] != 0 ? 4 : 3, at = p[ADDED] == 2;
  real cosine = 1, sine = 0, *body = out + at, *velocity = out + m + at;
  if (p[LEFT] != 0)
    gimbal_sincos(angle, &sine, &cosine);
  Turn(cosine, sine, own, body);
  for (int i = 0; i < 2; ++i)
    body[i] += p[LEFT] * there[i];
  body[2] = own[2] + p[LEFT] * angle + p[TURNED] * axes;
  cosine = 1, sine = 0;
  if (p[TURNED] != 0)
    gimbal_sincos(axes, &sine, &cosine);
  Turn(cosine, -sine, own + 3, velocity);
  velocity[2] = own[5];
  if (p[ADDED] != 0)
    out[at ? 0 : 3] = GIMBAL_Q(1, 2), out[m + (at ? 0 : 3)] = GIMBAL_Q(1, 4);
}
#define INITIAL(name, of)                                                                          \
  static void name(const real *p, real t, const real *q, const real *v, real *out) {               \
    real own[6];                                                                                   \
    of(p, t, q, v, own);                                                                           \
    Dress(p, own, out);                                                                            \
  }
INITIAL(GuiseInitial, Initial)
INITIAL(GuiseSliding, Sliding)
INITIAL(GuiseRailed, Railed)

/* ---- Not invariant under other axes: Euler's method by two exponentials ---- */

static int wrong_step(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  real *v = gimbal_scratch(g, (size_t)m), *a = gimbal_scratch(g, (size_t)m);
  real *x = gimbal_scratch(g, (size_t)m), *jump = gimbal_scratch(g, (size_t)n);
  real *half = gimbal_scratch(g, (size_t)n), *lambda = gimbal_scratch(g, (size_t)g->k + 1);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_acceleration(g, from->t, from->q, v, a, lambda))
    return 1;
  for (int i = 0; i < m; ++i)
    x[i] = i == 0 ? h * v[i] : 0;
  if (gimbal_retract(g, GIMBAL_EXPONENTIAL, x, jump) || gimbal_compose(g, from->q, jump, half))
    return 1;
  for (int i = 0; i < m; ++i)
    x[i] = i == 0 ? 0 : h * v[i];
  if (gimbal_retract(g, GIMBAL_EXPONENTIAL, x, jump) || gimbal_compose(g, half, jump, to->q))
    return 1;
  for (int i = 0; i < m; ++i)
    v[i] += h * a[i];
  return gimbal_momentum(g, to->t, to->q, v, to->p);
}
static const gimbal_claim wrong_claims[] = {{.study = "order", .quantity = "q", .value = "1"},
                                            {.study = "order", .quantity = "v", .value = "1"}};
static const gimbal_method wrong_methods[] = {{.name = "wrong_axes",
                                               .title = "Euler's method, one axis first",
                                               .citation = "none",
                                               .formulation = GIMBAL_GROUP,
                                               .accepts = "unconstrained",
                                               .overwrites = "q p",
                                               .step = wrong_step,
                                               .claims = GIMBAL_ARRAY(wrong_claims)}};

/* ---- The guises ---- */

static const gimbal_value guise_parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "J", .value = "1/2", .description = "moment of inertia"},
    {.name = "a", .value = "2/5", .description = "from the contact point to the centre of mass"},
    {.name = "k", .value = "1", .description = "stiffness of the spring"},
    {.name = "amplitude", .value = "1/2", .description = "of thrust and torque"},
    {.name = "frequency", .value = "17/10", .description = "angular, of both"},
    {.name = "left", .value = "0", .description = "the plane was moved"},
    {.name = "turned", .value = "0", .description = "other axes in the body"},
    {.name = "added", .value = "0", .description = "a mass: 1 behind, 2 before"},
    {.name = "coupling", .value = "0", .description = "of the mass"},
    {.name = "off", .value = "0", .description = "how far the body is from where it should be"}};

static const gimbal_case guises[] = {{.name = "plain", .duration = "2"},
                                     {.name = "left", .settings = "left=1", .duration = "2"},
                                     {.name = "axes", .settings = "turned=1", .duration = "2"}};
static const gimbal_case guises_and_wrong[] = {
    {.name = "plain", .duration = "2"},
    {.name = "left", .settings = "left=1", .duration = "2"},
    {.name = "axes", .settings = "turned=1", .duration = "2"},
    {.name = "wrong_left", .settings = "left=1, off=1e-5", .duration = "2"},
    {.name = "wrong_axes", .settings = "turned=1, off=1e-5", .duration = "2"}};
static const gimbal_case behind[] = {
    {.name = "plain", .settings = "added=1, coupling=1", .duration = "2"},
    {.name = "apart", .settings = "added=1", .duration = "2"}};
static const gimbal_case before[] = {
    {.name = "plain", .settings = "added=2, coupling=1", .duration = "2"},
    {.name = "wrong", .settings = "added=2, coupling=1, off=1e-5", .duration = "2"}};

#define FUNCTIONS                                                                                  \
  GIMBAL_SIZE(gimbal_group), .ell = GuiseEll, .D1ell = GuiseD1ell, .D2ell = GuiseD2ell,            \
                             .D22ell = GuiseD22ell, .force = GuiseForce
static const gimbal_group of_body = {FUNCTIONS, .group = "SE2"};
static const gimbal_group of_sleigh = {FUNCTIONS, .group = "SE2", .phi = GuiseEdge,
                                       .D2phi = GuiseD2edge};
static const gimbal_group of_rail = {FUNCTIONS, .group = "SE2", .g = GuiseRail, .Dg = GuiseDrail};
static const gimbal_group of_behind = {FUNCTIONS, .group = "SE2*R1"};
static const gimbal_group of_before = {FUNCTIONS, .group = "R1*SE2"};

#define SMALL                                                                                      \
  .name = "group", .configuration = "x y theta", .velocity = "v1 v2 omega", .n = "3",              \
  .traits = "separable linear_constraints"
#define LARGE .name = "group", .n = "4", .traits = "separable", .initial = GuiseInitial
static const gimbal_realisation body[] = {{SMALL, .group = &of_body, .initial = GuiseInitial}};
static const gimbal_realisation guised_sleigh[] = {
    {SMALL, .nonholonomic = "1", .group = &of_sleigh, .initial = GuiseSliding}};
static const gimbal_realisation rail[] = {
    {SMALL, .holonomic = "1", .group = &of_rail, .initial = GuiseRailed}};
static const gimbal_realisation with_behind[] = {
    {LARGE, .configuration = "x y theta s", .velocity = "v1 v2 omega rate", .group = &of_behind}};
static const gimbal_realisation with_before[] = {
    {LARGE, .configuration = "s x y theta", .velocity = "rate v1 v2 omega", .group = &of_before}};

#define GUISE(name_, cases_, realisations_)                                                        \
  {                                                                                                \
    .name = name_, .title = "A body on the plane in many guises",                                  \
    .citation = "written for this test", .parameters = GIMBAL_ARRAY(guise_parameters),             \
    .cases = GIMBAL_ARRAY(cases_), .realisations = GIMBAL_ARRAY(realisations_)                     \
  }
static const gimbal_model guise_models[] = {
    GUISE("group_body", guises_and_wrong, body),
    GUISE("group_sleigh", guises_and_wrong, guised_sleigh), GUISE("group_rail", guises, rail),
    GUISE("group_behind", behind, with_behind), GUISE("group_before", before, with_before)};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(guise_models), .methods = GIMBAL_ARRAY(wrong_methods));
