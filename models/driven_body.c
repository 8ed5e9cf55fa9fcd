/* A body on the plane, driven, as motions of the plane with the velocity η = (v₁, v₂, ω) seen from the
 * body: Chaplygin's sleigh [Bloch 2003, 1.7] with its centre of mass c a distance a ahead of the contact
 * point (x, y), tied to the origin by a spring there, under a periodic thrust along it and a torque,
 *     ℓ = ½m(v₁² + (v₂ + aω)²) + ½Jω² − ½k|c|²,   F = (b cos νt, 0, b sin νt).
 * The sleigh slides along its heading, v₂ = 0. The body floats; on a rail its contact point stays on the
 * unit circle. The smallest group that does not commute, and models that show methods on groups the
 * time, and with it a wrong node c_i. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, J, AHEAD, SPRING, AMPLITUDE, FREQUENCY };

/* The velocity across the body at its centre of mass. */
static real Across(const real *parameter, const real *v) { return v[1] + parameter[AHEAD] * v[2]; }

/* (x, y) as seen from the body. */
static void Seen(const real *q, real *out) {
  real sine, cosine;
  gimbal_sincos(q[2], &sine, &cosine);
  out[0] = cosine * q[0] + sine * q[1];
  out[1] = cosine * q[1] - sine * q[0];
}

static real Ell(const real *parameter, real t, const real *q, const real *v) {
  const real across = Across(parameter, v);
  real seen[2];
  Seen(q, seen);
  seen[0] += parameter[AHEAD];
  return (parameter[M] * (v[0] * v[0] + across * across) + parameter[J] * v[2] * v[2] -
          parameter[SPRING] * (seen[0] * seen[0] + seen[1] * seen[1])) /
         2;
}

/* d/dε of −½k|c|² along the body, across, and about the contact point. */
static void D1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  real seen[2];
  Seen(q, seen);
  out[0] = -parameter[SPRING] * (seen[0] + parameter[AHEAD]);
  out[1] = -parameter[SPRING] * seen[1];
  out[2] = parameter[AHEAD] * out[1];
}

static void D2ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[M] * v[0];
  out[1] = parameter[M] * Across(parameter, v);
  out[2] = parameter[J] * v[2] + parameter[AHEAD] * out[1];
}

static void D22ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real m = parameter[M], a = parameter[AHEAD];
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[4] = m;
  out[5] = out[7] = m * a;
  out[8] = parameter[J] + m * a * a;
}

static void Force(const real *parameter, real t, const real *q, const real *v, real *out) {
  real sine, cosine;
  gimbal_sincos(parameter[FREQUENCY] * t, &sine, &cosine);
  out[0] = parameter[AMPLITUDE] * cosine;
  out[1] = 0;
  out[2] = parameter[AMPLITUDE] * sine;
}

static void Edge(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[1];
}

static void D2edge(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = 1;
}

static void Rail(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static void Drail(const real *parameter, real t, const real *q, const real *v, real *out) {
  Seen(q, out);
  out[2] = 0;
}

/* On the unit circle in any case. */
static void Start(real along, real across, real *out) {
  out[0] = GIMBAL_Q(3, 5);
  out[1] = GIMBAL_Q(4, 5);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = along;
  out[4] = across;
  out[5] = GIMBAL_Q(7, 10);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  Start(GIMBAL_Q(4, 5), GIMBAL_Q(-1, 5), out);
}

static void Sliding(const real *parameter, real t, const real *q, const real *v, real *out) {
  Start(GIMBAL_Q(4, 5), 0, out);
}

/* Along the circle. */
static void Railed(const real *parameter, real t, const real *q, const real *v, real *out) {
  real seen[2];
  Start(0, 0, out);
  Seen(out, seen);
  out[3] = -seen[1];
  out[4] = seen[0];
}

#define GROUP                                                                                      \
  GIMBAL_SIZE(gimbal_group), .group = "SE2", .ell = Ell, .D1ell = D1ell, .D2ell = D2ell,           \
                             .D22ell = D22ell, .force = Force

static const gimbal_group floating = {GROUP};
static const gimbal_group sliding = {GROUP, .phi = Edge, .D2phi = D2edge};
static const gimbal_group railed = {GROUP, .g = Rail, .Dg = Drail};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "J", .value = "1/2", .description = "moment of inertia about the centre of mass"},
    {.name = "a", .value = "2/5", .description = "from the contact point to the centre of mass"},
    {.name = "k", .value = "1", .description = "stiffness of the spring"},
    {.name = "amplitude", .value = "1/2", .description = "of thrust and torque"},
    {.name = "frequency", .value = "17/10", .description = "angular, of both"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

#define BODY                                                                                       \
  .name = "body", .pictures = GIMBAL_ARRAY(pictures), .configuration = "x y theta",                \
  .velocity = "v1 v2 omega", .n = "3", .period = "0, 0, 2*pi",                                     \
  .traits = "separable linear_constraints"

static const gimbal_realisation free_body[] = {{BODY, .group = &floating, .initial = Initial}};
static const gimbal_realisation sleigh[] = {
    {BODY, .nonholonomic = "1", .group = &sliding, .initial = Sliding}};
static const gimbal_realisation on_rail[] = {
    {BODY, .holonomic = "1", .group = &railed, .initial = Railed}};

#define MODEL                                                                                      \
  .citation = "Bloch 2003, section 1.7, with a spring and driven here",                            \
  .citation_key = "Bloch2003", .parameters = GIMBAL_ARRAY(parameters),                             \
  .cases = GIMBAL_ARRAY(cases)

static const gimbal_model models[] = {{.name = "driven_body",
                                       .title = "Driven body on the plane",
                                       MODEL,
                                       .realisations = GIMBAL_ARRAY(free_body)},
                                      {.name = "driven_sleigh",
                                       .title = "Driven sleigh",
                                       MODEL,
                                       .realisations = GIMBAL_ARRAY(sleigh)},
                                      {.name = "driven_body_on_rail",
                                       .title = "Driven body on a circular rail",
                                       MODEL,
                                       .realisations = GIMBAL_ARRAY(on_rail)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
