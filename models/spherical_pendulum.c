/* The spherical pendulum of unit mass, the bob on the unit sphere, z upwards [Zenkov, Leok, Bloch
 * 2012]. The paper gives the vertical Γ₀ = (.3, .2, ∓√.87) and the angular velocity Ω₀ = (.6, 0),
 * both seen from the body whose third axis is the bob; here the bob starts over the x-axis.
 *
 * Seen from the body, Γ̇ = Γ×Ω and Ω̇ = (g/r)(Γ²,−Γ¹): three coordinates on a sphere that is never
 * written as a constraint, in a frame of two. The turn of the bob about the vertical is lost there,
 * and what both have in common is the bob turned back over the x-axis. Energies are those of the
 * paper divided by mr² = 96.04 kg m². The Γ₀ that the paper prints, with |Γ₀| − 1 = 8.8e-8, is a
 * pendulum with gravity |Γ₀|g/r. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { GRAVITY, SIDE, HEIGHT, LENGTH };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 -
         parameter[GRAVITY] * parameter[LENGTH] * q[2];
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = -parameter[GRAVITY] * parameter[LENGTH];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static void G(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1) / 2;
}

static void DG(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = q[i];
}

/* ẋ₃ = Γ·(Ω×e₃) = −.12; the momentum about the vertical is Γ·Ω = .18; and v ⟂ q. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real length = parameter[LENGTH], height = parameter[SIDE] * parameter[HEIGHT] / length,
             radius = gimbal_sqrt(GIMBAL_Q(13, 100)) / length;
  out[0] = radius;
  out[1] = 0;
  out[2] = height;
  out[5] = GIMBAL_Q(-3, 25) / length;
  out[3] = -height * out[5] / radius;
  out[4] = GIMBAL_Q(9, 50) / length / radius;
}

static real VerticalMomentum(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * v[1] - q[1] * v[0];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = q[0];
  out[2] = 0;
}

/* The bob, turned over the x-axis: distance from the vertical and height, and how they change. */
static void Common(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real radius = gimbal_hypot(q[0], q[1]);
  out[0] = radius;
  out[1] = 0;
  out[2] = q[2];
  out[3] = (q[0] * v[0] + q[1] * v[1]) / radius;
  out[4] = (q[0] * v[1] - q[1] * v[0]) / radius;
  out[5] = v[2];
}

/* ---- Seen from the body: Γ and Ω = (Ω¹,Ω²,0) ---- */

static void BodyPsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -q[2];
  out[2] = q[2];
  out[3] = 0;
  out[4] = -q[1];
  out[5] = q[0];
}

static real BodyL(const real *parameter, real t, const real *q, const real *omega) {
  return (omega[0] * omega[0] + omega[1] * omega[1]) / 2 - parameter[GRAVITY] * q[2];
}

static void BodyD1L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  out[0] = out[1] = 0;
  out[2] = -parameter[GRAVITY];
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  out[0] = omega[0];
  out[1] = omega[1];
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

/* [ψ₁,ψ₂] is the turn about the bob, on which ℓ and its momentum vanish. */
static void BodyStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 8; i++)
    out[i] = 0;
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(3, 10);
  out[1] = GIMBAL_Q(1, 5);
  out[2] = parameter[SIDE] * parameter[HEIGHT];
  out[3] = GIMBAL_Q(3, 5);
  out[4] = 0;
}

static void BodyCommon(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const real length = parameter[LENGTH], radius = gimbal_hypot(q[0], q[1]);
  const real rise = (q[0] * omega[1] - q[1] * omega[0]) / length;
  out[0] = radius / length;
  out[1] = 0;
  out[2] = q[2] / length;
  out[3] = -q[2] * rise / radius;
  out[4] = (q[0] * omega[0] + q[1] * omega[1]) / radius;
  out[5] = rise;
}

static real BodyVerticalMomentum(const real *parameter, real t, const real *q, const real *omega) {
  return q[0] * omega[0] + q[1] * omega[1];
}

static real BodyLength(const real *parameter, real t, const real *q, const real *omega) {
  return (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) / 2;
}

/* ---- From one lowest point to the next ---- */

/* With the height z of Γ = (·,·,z), |Γ| = l, the energy E and the momentum J,
 *     ż² = f(z) = 2(E − gz)(l² − z²) − J²,
 * a cubic with the roots z₁ ≤ z₂ between −l and l, and z₃ above. */
static void Turning(real g, real l, real E, real J, real z[3]) {
  /* Vieta: z = shift + 2√(p) cos((arccos(r) − 2πk)/3) of z³ − (E/g)z² − l²z + (El² − J²/2)/g. */
  const real a = -E / g, b = -l * l, c = (E * l * l - J * J / 2) / g;
  const real p = (a * a - 3 * b) / 9, q = (2 * a * a * a - 9 * a * b + 27 * c) / 54;
  const real angle = gimbal_acos(gimbal_fmax(-1, gimbal_fmin(1, -q / (p * gimbal_sqrt(p)))));
  for (int k = 0; k < 3; k++)
    z[k] = 2 * gimbal_sqrt(p) * gimbal_cos((angle - 2 * GIMBAL_PI * k) / 3) - a / 3;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      if (z[i] < z[j]) {
        const real swap = z[i];
        z[i] = z[j];
        z[j] = swap;
      }
  for (int k = 0; k < 3; k++) /* round-off of the formula */
    for (int i = 0; i < 3; i++) {
      const real slope = (3 * z[k] + 2 * a) * z[k] + b;
      if (slope != 0)
        z[k] -= (((z[k] + a) * z[k] + b) * z[k] + c) / slope;
    }
}

/* Complete elliptic integrals of the third kind,
 *     2∫ w(z)J/(l² − z²) dz/√f  from z₁ to z₂.
 * With z = ½(z₁ + z₂) − ½(z₂ − z₁)cos θ the integrand is smooth and periodic in θ, and the midpoint
 * sum converges faster than any power. The azimuth of the bob has w = 1, that of the vertical in
 * the body w = z. */
static real Turned(real g, real l, real E, real J, int body) {
  real z[3], sum = 0, last;
  int points = 16;
  Turning(g, l, E, J, z);
  do {
    last = sum;
    points *= 2;
    sum = 0;
    for (int k = 0; k < points; k++) {
      const real x = (z[0] + z[1]) / 2 -
                     (z[1] - z[0]) / 2 * gimbal_cos((k + GIMBAL_Q(1, 2)) * GIMBAL_PI / points);
      sum += (body ? x : 1) * J / ((l * l - x * x) * gimbal_sqrt(2 * g * (z[2] - x)));
    }
    sum *= 2 * GIMBAL_PI / points;
  } while (points < 8192 && !(gimbal_fabs(sum - last) <= GIMBAL_C(1e-14) * gimbal_fabs(sum)));
  return sum; /* to the square of that, by the rate of convergence */
}

static real Azimuth(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_atan2(q[1], q[0]);
}

static real Rise(const real *parameter, real t, const real *q, const real *v) { return v[2]; }

static real Advance(const real *parameter, real t, const real *q, const real *v) {
  const real g = parameter[GRAVITY] * parameter[LENGTH];
  const real E = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + g * q[2];
  return Turned(g, 1, E, q[0] * v[1] - q[1] * v[0], 0);
}

static real BodyRise(const real *parameter, real t, const real *q, const real *omega) {
  return q[0] * omega[1] - q[1] * omega[0];
}

static real BodyAdvance(const real *parameter, real t, const real *q, const real *omega) {
  const real E = (omega[0] * omega[0] + omega[1] * omega[1]) / 2 + parameter[GRAVITY] * q[2];
  return Turned(parameter[GRAVITY], parameter[LENGTH], E, q[0] * omega[0] + q[1] * omega[1], 1);
}

static const gimbal_apsides bob_apsides[] = {
    {.name = "lowest", .rate = Rise, .angle = Azimuth, .advance = Advance}};

static const gimbal_apsides body_apsides[] = {
    {.name = "lowest", .rate = BodyRise, .angle = Azimuth, .advance = BodyAdvance}};

static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L, .g = G, .Dg = DG};

static const gimbal_frame body = {GIMBAL_SIZE(gimbal_frame), .psi = BodyPsi,   .ell = BodyL,
                                  .D1ell = BodyD1L,          .D2ell = BodyD2L, .D22ell = BodyD22L,
                                  .structure = BodyStructure};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "g/r"},
    {.name = "side", .value = "-1", .description = "-1 starts below the equator, 1 above"},
    {.name = "height", .value = "sqrt(87/100)", .description = "of the start, |Γ³|"},
    {.name = "length", .value = "1", .description = "of the vertical that is given, |Γ|"}};

static const gimbal_invariant invariants[] = {{.name = "vertical_momentum",
                                               .kind = "quadratic momentum_map",
                                               .value = VerticalMomentum,
                                               .generator = Rotation}};

static const gimbal_invariant body_invariants[] = {
    {.name = "vertical_momentum", .kind = "quadratic", .value = BodyVerticalMomentum},
    {.name = "half_square_of_vertical", .kind = "quadratic", .value = BodyLength}};

static const gimbal_case cases[] = {
    {.name = "below", .duration = "2", .description = "starts below the equator"},
    {.name = "above",
     .settings = "side=1",
     .duration = "2",
     .description = "starts above the equator"},
    {.name = "printed",
     .settings = "height=932738/1000000, length=sqrt(13/100+(932738/1000000)*(932738/1000000))",
     .duration = "2",
     .description = "the vertical as the paper prints it, not of unit length"}};

static const gimbal_picture bob_pictures[] = {{.name = "bob",
                                               .title = "The bob on the sphere",
                                               .of = "x, y, z",
                                               .sphere = "1",
                                               .duration = "100"}};

static const gimbal_picture body_pictures[] = {{.name = "vertical",
                                                .title = "The vertical, seen from the bob",
                                                .of = "Gamma1, Gamma2, Gamma3",
                                                .sphere = "length",
                                                .duration = "100"}};

static const gimbal_realisation realisations[] = {
    {.name = "bob",
     .pictures = GIMBAL_ARRAY(bob_pictures),
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .holonomic = "1",
     .traits = "separable autonomous reversible integrable spheres",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .common = Common,
     .invariants = GIMBAL_ARRAY(invariants),
     .apsides = GIMBAL_ARRAY(bob_apsides)},
    {.name = "body",
     .pictures = GIMBAL_ARRAY(body_pictures),
     .configuration = "Gamma1 Gamma2 Gamma3",
     .velocity = "Omega1 Omega2",
     .n = "3",
     .m = "2",
     .traits = "autonomous reversible integrable spheres",
     .frame = &body,
     .initial = BodyInitial,
     .common = BodyCommon,
     .invariants = GIMBAL_ARRAY(body_invariants),
     .apsides = GIMBAL_ARRAY(body_apsides)}};

static const gimbal_model models[] = {{.name = "spherical_pendulum",
                                       .title = "Spherical pendulum",
                                       .citation = "Zenkov, Leok, Bloch 2012",
                                       .citation_key = "ZenkovLeokBloch2012",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
