/* A ball that rolls without slipping on a table that turns steadily, with the rotation R of the ball
 * and the point of contact (x,y) on SO(3)×R² [Martín de Diego and Sato Martín de Almagro 2018, 7.5]:
 *     ℓ = ½(v_x² + v_y²) + ½r²(a ω_ξ² + b ω_η² + c ω_ζ²),
 *     φ = (v_x + Ωy − r w_η, v_y − Ωx + r w_ξ).
 * The ball's mass is 1, and r²a is a moment of inertia. The paper has for w the angular velocity ω in
 * the ball (`spatial` = 0); that no point of the table slips under the ball is said by the one in
 * space, w = Rω (`spatial` = 1).
 *
 * Of a homogeneous ball, a = b = c, either way w and the centre obey the same equations: the centre
 * goes round a circle at the rate κ = aΩ/(1+a), and the paper's four first integrals hold. The
 * rotation itself is known in closed form only where the circle is about the table's axis. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { A, B, C, RADIUS, OMEGA, SPATIAL };
enum { X = 9, Y };           /* of q, after R */
enum { WX, WY, WZ, VX, VY }; /* of v */

static real Ell(const real *parameter, real t, const real *q, const real *v) {
  const real r = parameter[RADIUS];
  return (v[VX] * v[VX] + v[VY] * v[VY] +
          r * r *
              (parameter[A] * v[WX] * v[WX] + parameter[B] * v[WY] * v[WY] +
               parameter[C] * v[WZ] * v[WZ])) /
         2;
}

static void D1ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 5; i++)
    out[i] = 0;
}

static void D2ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = parameter[RADIUS] * parameter[RADIUS] * parameter[A + i] * v[i];
  out[VX] = v[VX];
  out[VY] = v[VY];
}

static void D22ell(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 25; i++)
    out[i] = 0;
  for (int i = 0; i < 3; i++)
    out[6 * i] = parameter[RADIUS] * parameter[RADIUS] * parameter[A + i];
  out[18] = out[24] = 1;
}

/* Row i of the matrix that makes w of ω. */
static void Row(const real *parameter, const real *q, int i, real *out) {
  for (int j = 0; j < 3; j++)
    out[j] = parameter[SPATIAL] > 0 ? q[3 * i + j] : i == j;
}

/* An entry of w. */
static real Turning(const real *parameter, const real *q, const real *v, int i) {
  real row[3];
  Row(parameter, q, i, row);
  return row[0] * v[WX] + row[1] * v[WY] + row[2] * v[WZ];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real r = parameter[RADIUS];
  out[0] = v[VX] + parameter[OMEGA] * q[Y] - r * Turning(parameter, q, v, 1);
  out[1] = v[VY] - parameter[OMEGA] * q[X] + r * Turning(parameter, q, v, 0);
}

static void D2phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  real row[3];
  for (int i = 0; i < 10; i++)
    out[i] = 0;
  Row(parameter, q, 1, row);
  for (int j = 0; j < 3; j++)
    out[j] = -parameter[RADIUS] * row[j];
  Row(parameter, q, 0, row);
  for (int j = 0; j < 3; j++)
    out[5 + j] = parameter[RADIUS] * row[j];
  out[VX] = out[5 + VY] = 1;
}

/* R = I, so that both kinds of angular velocity begin alike. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  real *velocity = out + 11;
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
  out[X] = 1;
  out[Y] = GIMBAL_Q(1, 2);
  velocity[WX] = GIMBAL_Q(3, 10);
  velocity[WY] = -GIMBAL_Q(1, 5);
  velocity[WZ] = GIMBAL_Q(1, 2);
  velocity[VX] = parameter[RADIUS] * velocity[WY] - parameter[OMEGA] * out[Y];
  velocity[VY] = parameter[OMEGA] * out[X] - parameter[RADIUS] * velocity[WX];
}

/* Backwards in time the table turns the other way, and so it does in a mirror: both leave it. With
 * S = diag(1,−1,1): R becomes SRS, ω becomes Sω. */
static void Reverse(const real *parameter, real t, const real *q, const real *v, real *out) {
  real *velocity = out + 11;
  for (int i = 0; i < 9; i++)
    out[i] = (i / 3 == 1) != (i % 3 == 1) ? -q[i] : q[i];
  out[X] = q[X];
  out[Y] = -q[Y];
  velocity[WX] = v[WX];
  velocity[WY] = -v[WY];
  velocity[WZ] = v[WZ];
  velocity[VX] = -v[VX];
  velocity[VY] = v[VY];
}

static real Spin(const real *parameter, real t, const real *q, const real *v) {
  return Turning(parameter, q, v, 2);
}

static real AboutX(const real *parameter, real t, const real *q, const real *v) {
  return parameter[RADIUS] * Turning(parameter, q, v, 0) -
         parameter[OMEGA] * q[X] / (1 + parameter[A]);
}

static real AboutY(const real *parameter, real t, const real *q, const real *v) {
  return parameter[RADIUS] * Turning(parameter, q, v, 1) -
         parameter[OMEGA] * q[Y] / (1 + parameter[A]);
}

/* The energy less Ω times the momentum of table and ball turning as one, which a rotating frame keeps
 * [Fassò and Sansonetto 2016, as cited in 7.5]: constant with the constraint in space, whatever the
 * moments of inertia. With the constraint in the ball none exists, unless it is homogeneous. */
static real MovingEnergy(const real *parameter, real t, const real *q, const real *v) {
  const real Omega = parameter[OMEGA], square = parameter[RADIUS] * parameter[RADIUS];
  real turn = q[X] * v[VY] - q[Y] * v[VX];
  if (parameter[SPATIAL] > 0)
    for (int i = 0; i < 3; i++)
      turn += square * q[6 + i] * parameter[A + i] * v[i];
  else if (parameter[A] != parameter[B] || parameter[B] != parameter[C])
    return GIMBAL_NAN;
  return Ell(parameter, t, q, v) - Omega * turn;
}

/* The paper's form of it, which is the same but for a constant, on the constraints. */
static real PrintedEnergy(const real *parameter, real t, const real *q, const real *v) {
  const real Omega = parameter[OMEGA];
  const real across = q[X] * Turning(parameter, q, v, 0) + q[Y] * Turning(parameter, q, v, 1);
  return Ell(parameter, t, q, v) + parameter[RADIUS] * Omega * across -
         Omega * Omega * (q[X] * q[X] + q[Y] * q[Y]);
}

static const gimbal_group group = {
    GIMBAL_SIZE(gimbal_group), .group = "SO3*R2", .ell = Ell,    .D1ell = D1ell, .D2ell = D2ell,
    .D22ell = D22ell,          .phi = Phi,        .D2phi = D2phi};

static const gimbal_value parameters[] = {
    {.name = "a", .value = "2/5", .description = "moment of inertia about xi, over r^2"},
    {.name = "b", .value = "2/5", .description = "about eta"},
    {.name = "c", .value = "2/5", .description = "about zeta"},
    {.name = "r", .value = "1", .description = "radius of the ball"},
    {.name = "Omega", .value = "3/2", .description = "angular velocity of the table"},
    {.name = "spatial",
     .value = "1",
     .description = "whether the constraint is in the angular velocity in space: 1 yes, 0 no"}};

#define HOMOGENEOUS "a == b && b == c"
#define IN_SPACE HOMOGENEOUS " && spatial == 1"
#define IN_BODY HOMOGENEOUS " && spatial == 0"

/* With ω in space, Rω, they are quadratic in (q,v), with ω in the ball linear. */
static const gimbal_invariant invariants[] = {
    {.name = "spin", .kind = "quadratic", .value = Spin, .when = IN_SPACE},
    {.name = "about_x", .kind = "quadratic", .value = AboutX, .when = IN_SPACE},
    {.name = "about_y", .kind = "quadratic", .value = AboutY, .when = IN_SPACE},
    {.name = "body_spin", .kind = "linear", .value = Spin, .when = IN_BODY},
    {.name = "body_about_x", .kind = "linear", .value = AboutX, .when = IN_BODY},
    {.name = "body_about_y", .kind = "linear", .value = AboutY, .when = IN_BODY},
    {.name = "moving_energy", .value = PrintedEnergy, .when = HOMOGENEOUS}};

static const gimbal_case cases[] = {
    {.name = "spatial", .step = "1/20", .description = "a homogeneous ball that does not slip"},
    {.name = "body",
     .settings = "spatial=0",
     .step = "1/20",
     .description = "the constraint in the ball's angular velocity, as printed in the paper"},
    {.name = "inhomogeneous_spatial", .settings = "b=1/2, c=3/10", .step = "1/20"},
    {.name = "inhomogeneous_body", .settings = "b=1/2, c=3/10, spatial=0", .step = "1/20"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the contact point",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {
    {.name = "matrix",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33 x y",
     .velocity = "omega_xi omega_eta omega_zeta vx vy",
     .n = "11",
     .m = "5",
     .nonholonomic = "2",
     .traits = "autonomous reversible",
     .group = &group,
     .initial = Initial,
     .reverse = Reverse,
     .energy = MovingEnergy,
     .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {
    {.name = "turntable_ball",
     .title = "Ball on a turntable",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.5",
     .citation_key = "MartinDeDiegoSato2018",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
