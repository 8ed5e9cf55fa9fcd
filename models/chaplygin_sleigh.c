/* The Chaplygin sleigh: a body that slides on a knife edge at (x, y) along its heading θ, with the
 * centre of mass a distance a ahead of the contact [Bloch 2003, 1.7]. Along and about the edge,
 *     m v̇ = m a ω²,   (J + ma²) ω̇ = −m a v ω.
 * Running straight it is stable forwards, unstable backwards. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { M, A, J, SPEED };

static real L(const real *parameter, real t, const real *q, const real *v) {
  const real side = v[2] * gimbal_cos(q[0]) - v[1] * gimbal_sin(q[0]);
  return parameter[M] * ((v[1] * v[1] + v[2] * v[2]) / 2 + parameter[A] * v[0] * side) +
         (parameter[J] + parameter[M] * parameter[A] * parameter[A]) * v[0] * v[0] / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real ahead = v[1] * gimbal_cos(q[0]) + v[2] * gimbal_sin(q[0]);
  out[0] = -parameter[M] * parameter[A] * v[0] * ahead;
  out[1] = out[2] = 0;
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real m = parameter[M], a = parameter[A];
  out[0] = parameter[J] + m * a * a;
  out[1] = out[3] = -m * a * gimbal_sin(q[0]);
  out[2] = out[6] = m * a * gimbal_cos(q[0]);
  out[4] = out[8] = m;
  out[5] = out[7] = 0;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  real matrix[9];
  D22L(parameter, t, q, v, matrix);
  for (int i = 0; i < 3; i++)
    out[i] = matrix[3 * i] * v[0] + matrix[3 * i + 1] * v[1] + matrix[3 * i + 2] * v[2];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[2] * gimbal_cos(q[0]) - v[1] * gimbal_sin(q[0]);
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -gimbal_sin(q[0]);
  out[2] = gimbal_cos(q[0]);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = out[2] = out[5] = 0;
  out[3] = GIMBAL_Q(11, 10);
  out[4] = GIMBAL_Q(-2, 5);
}

/* The relative equilibria: straight motion, here along a heading of 3/10. */
static void Straight(const real *parameter, real direction, real *out) {
  out[0] = GIMBAL_Q(3, 10);
  out[1] = out[2] = out[3] = 0;
  out[4] = direction * parameter[SPEED] * gimbal_cos(out[0]);
  out[5] = direction * parameter[SPEED] * gimbal_sin(out[0]);
}

static void Forward(const real *parameter, real t, const real *q, const real *v, real *out) {
  Straight(parameter, 1, out);
}

static void Backward(const real *parameter, real t, const real *q, const real *v, real *out) {
  Straight(parameter, -1, out);
}

/* A turn: the constraint does not see ω. */
static void Turn(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 6; i++)
    out[i] = i == 3;
}

static real Turning(const real *parameter, real t, const real *q, const real *v) { return v[0]; }

static const gimbal_equilibrium equilibria[] = {{.name = "forward",
                                                 .stability = "stable",
                                                 .state = Forward,
                                                 .perturbation = Turn,
                                                 .deviation = Turning},
                                                {.name = "backward",
                                                 .stability = "unstable",
                                                 .state = Backward,
                                                 .perturbation = Turn,
                                                 .deviation = Turning}};

/* Of dq and the speeds along and about the edge: ω shrinks at the rate m a v / (J + ma²), and nothing
 * else does. The measure is infinite where the sleigh runs straight, as all of them do in the end. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  return 1 / gimbal_fabs(v[0]);
}

/* ---- In the frame of the body: turning, along the edge, across it ---- */

static void BodyPsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = 1;
  out[4] = out[8] = gimbal_cos(q[0]);
  out[7] = gimbal_sin(q[0]);
  out[5] = -out[7];
}

static real BodyL(const real *parameter, real t, const real *q, const real *xi) {
  const real m = parameter[M], a = parameter[A];
  return m * (xi[1] * xi[1] + xi[2] * xi[2]) / 2 + m * a * xi[0] * xi[2] +
         (parameter[J] + m * a * a) * xi[0] * xi[0] / 2;
}

static void BodyD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = out[1] = out[2] = 0;
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = parameter[J] + parameter[M] * parameter[A] * parameter[A];
  out[2] = out[6] = parameter[M] * parameter[A];
  out[4] = out[8] = parameter[M];
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real matrix[9];
  BodyD22L(parameter, t, q, xi, matrix);
  for (int i = 0; i < 3; i++)
    out[i] = matrix[3 * i] * xi[0] + matrix[3 * i + 1] * xi[1] + matrix[3 * i + 2] * xi[2];
}

static void BodyStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  out[19] = 1;
  out[21] = -1;
  out[11] = -1;
  out[15] = 1;
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  Initial(parameter, t, q, xi, out);
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *xi, real *out) {
  const real c = gimbal_cos(q[0]), s = gimbal_sin(q[0]);
  for (int i = 0; i < 3; i++)
    out[i] = q[i];
  out[3] = xi[0];
  out[4] = c * xi[1] - s * xi[2];
  out[5] = s * xi[1] + c * xi[2];
}

static void BodyStraight(const real *parameter, real direction, real *out) {
  for (int i = 0; i < 6; i++)
    out[i] = 0;
  out[0] = GIMBAL_Q(3, 10);
  out[4] = direction * parameter[SPEED];
}

static void BodyForward(const real *parameter, real t, const real *q, const real *xi, real *out) {
  BodyStraight(parameter, 1, out);
}

static void BodyBackward(const real *parameter, real t, const real *q, const real *xi, real *out) {
  BodyStraight(parameter, -1, out);
}

static const gimbal_equilibrium body_equilibria[] = {{.name = "forward",
                                                      .stability = "stable",
                                                      .state = BodyForward,
                                                      .perturbation = Turn,
                                                      .deviation = Turning},
                                                     {.name = "backward",
                                                      .stability = "unstable",
                                                      .state = BodyBackward,
                                                      .perturbation = Turn,
                                                      .deviation = Turning}};

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "m", .value = "1", .description = "mass"},
    {.name = "a", .value = "1/2", .description = "from the contact to the centre of mass"},
    {.name = "J", .value = "1/4", .description = "moment of inertia about the centre of mass"},
    {.name = "speed", .value = "1", .description = "of the relative equilibria"}};

static const gimbal_frame body = {GIMBAL_SIZE(gimbal_frame), .psi = BodyPsi,   .ell = BodyL,
                                  .D1ell = BodyD1L,          .D2ell = BodyD2L, .D22ell = BodyD22L,
                                  .structure = BodyStructure};

static const gimbal_case cases[] = {
    {.name = "A", .description = "starts backwards, and turns round"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "theta x y",
     .velocity = "omega vx vy",
     .n = "3",
     .nonholonomic = "1",
     .period = "2*pi, 0, 0",
     .traits = "linear_constraints autonomous reversible attracting",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .equilibria = GIMBAL_ARRAY(equilibria),
     .density = Density},
    {.name = "body",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "theta x y",
     .velocity = "omega v u",
     .n = "3",
     .nonholonomic = "1",
     .period = "2*pi, 0, 0",
     .traits = "linear_constraints autonomous reversible attracting",
     .frame = &body,
     .initial = BodyInitial,
     .common = BodyCommon,
     .equilibria = GIMBAL_ARRAY(body_equilibria),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "chaplygin_sleigh",
     .title = "Chaplygin sleigh",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control, section 1.7; Ball 2013",
     .citation_key = "Bloch2003,Ball2013",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
