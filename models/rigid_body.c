/* The free rigid body with the principal moments of inertia J₁, J₂, J₃, on Euler's angles,
 *     R = R_z(φ)R_x(θ)R_z(ψ),
 * and on the rotations R themselves. The frame's quasivelocities, and the velocities on the group, are
 * the angular velocities about the body's axes [Ball 2013, 2.2.3, whose coefficients are corrected
 * here; Goldstein 1980, 4-9].
 *
 * The motion is known in closed form: ω by Jacobi's elliptic functions, the attitude by an elliptic
 * integral of the third kind [Landau and Lifshitz, Mechanics, 37]. Below, the body's axes are taken
 * in an order in which ω₃ never changes its sign:
 *     ω₁ = α cn u, ω₂ = β sn u, ω₃ = ±γ dn u,  u = u₀ ± λt,
 * and about the constant angular momentum M the line of nodes between M and the third axis turns at
 * the rate |M| (J₁ω₁² + J₂ω₂²)/(J₁²ω₁² + J₂²ω₂²). */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { THETA, PHI, PSI };
enum { SPIN = 3 }; /* of the parameters, after the moments of inertia */

/* θ̇ = ω₁cosψ − ω₂sinψ, φ̇ = (ω₁sinψ + ω₂cosψ)/sinθ, ψ̇ = ω₃ − φ̇cosθ. */
static void Psi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real s = gimbal_sin(q[PSI]), c = gimbal_cos(q[PSI]);
  const real sine = gimbal_sin(q[THETA]), cosine = gimbal_cos(q[THETA]);
  out[0] = c;
  out[1] = -s;
  out[2] = 0;
  out[3] = s / sine;
  out[4] = c / sine;
  out[5] = 0;
  out[6] = -cosine * out[3];
  out[7] = -cosine * out[4];
  out[8] = 1;
}

static real L(const real *J, real t, const real *q, const real *omega) {
  return (J[0] * omega[0] * omega[0] + J[1] * omega[1] * omega[1] + J[2] * omega[2] * omega[2]) / 2;
}

static void D1L(const real *J, real t, const real *q, const real *omega, real *out) {
  out[0] = out[1] = out[2] = 0;
}

static void D2L(const real *J, real t, const real *q, const real *omega, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = J[i] * omega[i];
}

static void D22L(const real *J, real t, const real *q, const real *omega, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0 ? J[i / 4] : 0;
}

/* Left-invariant fields: [ψ_i,ψ_j] = ε_ijk ψ_k. */
static void Structure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[(k * 3 + i) * 3 + j] = 1;
    out[(k * 3 + j) * 3 + i] = -1;
  }
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[THETA] = GIMBAL_Q(7, 10);
  out[PHI] = GIMBAL_Q(1, 5);
  out[PSI] = GIMBAL_Q(2, 5);
  out[3] = GIMBAL_C(0.476305275775);
  out[4] = GIMBAL_C(0.395022837521);
  out[5] = GIMBAL_C(0.402421093642);
  if (parameter[SPIN] > 0) {
    out[3] = out[4] = 0;
    out[5] = parameter[SPIN];
  }
}

/* The angular momentum in space, RJω; component by component from ψ outwards. */
static void Momentum(const real *J, const real *q, const real *omega, real *out) {
  const real c = gimbal_cos(q[PSI]), s = gimbal_sin(q[PSI]);
  const real x = c * J[0] * omega[0] - s * J[1] * omega[1];
  const real y = s * J[0] * omega[0] + c * J[1] * omega[1], z = J[2] * omega[2];
  const real cosine = gimbal_cos(q[THETA]), sine = gimbal_sin(q[THETA]);
  const real level = cosine * y - sine * z;
  out[0] = gimbal_cos(q[PHI]) * x - gimbal_sin(q[PHI]) * level;
  out[1] = gimbal_sin(q[PHI]) * x + gimbal_cos(q[PHI]) * level;
  out[2] = sine * y + cosine * z;
}

static real MomentumX(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[0];
}

static real MomentumY(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[1];
}

static real MomentumZ(const real *J, real t, const real *q, const real *omega) {
  real m[3];
  Momentum(J, q, omega, m);
  return m[2];
}

/* Rotations of space about its axes. */
static void AboutX(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real sine = gimbal_sin(q[THETA]);
  out[THETA] = gimbal_cos(q[PHI]);
  out[PHI] = -gimbal_sin(q[PHI]) * gimbal_cos(q[THETA]) / sine;
  out[PSI] = gimbal_sin(q[PHI]) / sine;
}

static void AboutY(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real sine = gimbal_sin(q[THETA]);
  out[THETA] = gimbal_sin(q[PHI]);
  out[PHI] = gimbal_cos(q[PHI]) * gimbal_cos(q[THETA]) / sine;
  out[PSI] = -gimbal_cos(q[PHI]) / sine;
}

static void AboutZ(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[THETA] = out[PSI] = 0;
  out[PHI] = 1;
}

static real Casimir(const real *J, real t, const real *q, const real *omega) {
  real sum = 0;
  for (int i = 0; i < 3; i++)
    sum += J[i] * omega[i] * J[i] * omega[i];
  return sum;
}

/* ---- The closed form ---- */

enum { LANDEN = 12 }; /* means converge quadratically; 8 do in quadruple precision */

/* Arithmetic and geometric means of 1 and √(1−m), and √(a²−b²), until they are one; how many. */
static int Means(real m, real *a, real *c) {
  real b = gimbal_sqrt(1 - m);
  int n = 0;
  a[0] = 1;
  c[0] = gimbal_sqrt(m);
  while (n + 1 < LANDEN && gimbal_fabs(c[n]) > GIMBAL_C(1e-40)) {
    const real next = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = gimbal_sqrt(a[n] * b);
    a[++n] = next;
  }
  return n;
}

/* am(u|m), by Landen's transformation: it grows with u, without jumps. */
static real Amplitude(real u, real m) {
  real a[LANDEN], c[LANDEN];
  int n = Means(m, a, c);
  real phi = u * a[n];
  for (int i = 0; i < n; i++)
    phi *= 2;
  for (; n > 0; n--)
    phi = (phi + gimbal_asin(c[n] / a[n] * gimbal_sin(phi))) / 2;
  return phi;
}

/* F(φ|m), its inverse, for |φ| ≤ π, by Newton's method: dφ/du = dn = √(1 − m sin²φ). */
static real FirstKind(real phi, real m) {
  real a[LANDEN], c[LANDEN];
  real u = phi / a[Means(m, a, c)];
  for (int i = 0; i < 60; i++) {
    const real now = Amplitude(u, m), sine = gimbal_sin(now);
    const real change = (phi - now) / gimbal_sqrt(1 - m * sine * sine);
    u += change;
    if (gimbal_fabs(change) < (sizeof(real) > sizeof(double) ? GIMBAL_C(1e-31) : GIMBAL_C(1e-15)))
      break;
  }
  return u;
}

/* The three axes in order, and the constants of the motion in it. */
typedef struct {
  int axis[3];
  real J[3], alpha, beta, gamma, lambda, m, M;
} motion;

/* The rate at which the line of nodes turns, per unit of the amplitude φ, times λ. */
static real Rate(const motion *at, real phi) {
  const real x = at->alpha * gimbal_cos(phi), y = at->beta * gimbal_sin(phi);
  const real sine = gimbal_sin(phi);
  return at->M * (at->J[0] * x * x + at->J[1] * y * y) /
         (at->J[0] * at->J[0] * x * x + at->J[1] * at->J[1] * y * y) /
         gimbal_sqrt(1 - at->m * sine * sine);
}

/* ∫ Rate from one amplitude to another: whole periods of π by the midpoint sum, which converges
 * faster than any power on them; the rest by the tanh-sinh rule [Takahasi and Mori 1974]. */
static real Turned(const motion *at, real from, real to) {
  const real periods = gimbal_floor((to - from) / GIMBAL_PI),
             half = (to - from - periods * GIMBAL_PI) / 2;
  const real middle = to - half;
  real period = 0, rest = 0, last;
  for (int points = 32; points <= 4096; points *= 2) {
    last = period;
    period = 0;
    for (int i = 0; i < points; i++)
      period += Rate(at, (i + GIMBAL_Q(1, 2)) * GIMBAL_PI / points) * GIMBAL_PI / points;
    if (gimbal_fabs(period - last) < GIMBAL_C(1e-16) * gimbal_fabs(period))
      break; /* the next would be as good as the square of this */
  }
  for (int i = -240; i <= 240; i++) {
    const real t = i * GIMBAL_Q(1, 56), inner = GIMBAL_PI / 2 * gimbal_sinh(t);
    const real grow = gimbal_exp(gimbal_fabs(inner)), cosh = (grow + 1 / grow) / 2;
    const real weight =
        GIMBAL_PI / 2 * gimbal_sqrt(1 + gimbal_sinh(t) * gimbal_sinh(t)) / (cosh * cosh);
    if (weight > GIMBAL_C(1e-38))
      rest += weight * Rate(at, middle + half * gimbal_tanh(inner)) * GIMBAL_Q(1, 56);
  }
  return periods * period + half * rest;
}

/* False where ω is a rotation about an axis, or tends to one. */
static int Order(const real *J, const real *omega, motion *at) {
  real twice = 0, square = 0;
  at->axis[0] = 0;
  at->axis[1] = 1;
  at->axis[2] = 2;
  for (int i = 0; i < 3; i++) {
    twice += J[i] * omega[i] * omega[i];
    square += J[i] * omega[i] * J[i] * omega[i];
    for (int j = 0; j < 2; j++)
      if (J[at->axis[j]] > J[at->axis[j + 1]]) {
        const int swap = at->axis[j];
        at->axis[j] = at->axis[j + 1];
        at->axis[j + 1] = swap;
      }
  }
  if (square < twice * J[at->axis[1]]) {
    const int swap = at->axis[0];
    at->axis[0] = at->axis[2];
    at->axis[2] = swap;
  }
  for (int i = 0; i < 3; i++)
    at->J[i] = J[at->axis[i]];
  const real *I = at->J;
  const real low = (twice * I[2] - square) / (I[2] - I[0]),
             high = (square - twice * I[0]) / (I[2] - I[0]);
  at->M = gimbal_sqrt(square);
  at->alpha = gimbal_sqrt(low / I[0]);
  at->beta = gimbal_sqrt(low * (I[2] - I[0]) / (I[1] * (I[2] - I[1])));
  at->gamma = gimbal_sqrt(high / I[2]);
  at->lambda = gimbal_sqrt((I[2] - I[1]) * high * (I[2] - I[0]) / (I[0] * I[1] * I[2]));
  at->m = (I[1] - I[0]) * low / ((I[2] - I[1]) * high);
  return I[0] != I[1] && I[1] != I[2] && low > 0 && high > 0 && at->m < GIMBAL_C(0.9999);
}

static void Cross(const real *a, const real *b, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The rows are the line of nodes, what is at right angles to it, and the direction of Jω, all in
 * the body. */
static void Nodes(const real *J, const motion *at, const real *omega, real rows[3][3]) {
  real third[3] = {0, 0, 0}, length = 0;
  third[at->axis[2]] = 1;
  for (int i = 0; i < 3; i++)
    rows[2][i] = J[i] * omega[i] / at->M;
  Cross(third, rows[2], rows[0]);
  for (int i = 0; i < 3; i++)
    length += rows[0][i] * rows[0][i];
  for (int i = 0; i < 3; i++)
    rows[0][i] /= gimbal_sqrt(length);
  Cross(rows[2], rows[0], rows[1]);
}

/* R of Euler's angles, row by row. */
static void Attitude(const real *q, real R[3][3]) {
  const real c[3] = {gimbal_cos(q[THETA]), gimbal_cos(q[PHI]), gimbal_cos(q[PSI])};
  const real s[3] = {gimbal_sin(q[THETA]), gimbal_sin(q[PHI]), gimbal_sin(q[PSI])};
  R[0][0] = c[PHI] * c[PSI] - s[PHI] * c[THETA] * s[PSI];
  R[0][1] = -c[PHI] * s[PSI] - s[PHI] * c[THETA] * c[PSI];
  R[0][2] = s[PHI] * s[THETA];
  R[1][0] = s[PHI] * c[PSI] + c[PHI] * c[THETA] * s[PSI];
  R[1][1] = -s[PHI] * s[PSI] + c[PHI] * c[THETA] * c[PSI];
  R[1][2] = -c[PHI] * s[THETA];
  R[2][0] = s[THETA] * s[PSI];
  R[2][1] = s[THETA] * c[PSI];
  R[2][2] = c[THETA];
}

/* (R,ω) at time t of (R,ω) at time 0; false where there is no closed form. */
static int Turn(const real *J, real t, const real *omega, real R[3][3], real *v) {
  motion at;
  real start[3][3], now[3][3], fixed[3][3];
  if (!Order(J, omega, &at))
    return 0;
  const int a = at.axis[0], b = at.axis[1], d = at.axis[2];
  const real sign = (omega[d] < 0 ? -1 : 1) * ((b - a + 3) % 3 == 1 ? 1 : -1);
  const real from = gimbal_atan2(omega[b] / at.beta, omega[a] / at.alpha);
  /* For J₁ > J₂ > J₃ the axes run the other way round, and so does u. */
  const real forward = at.J[2] > at.J[0] ? sign : -sign;
  const real to = Amplitude(FirstKind(from, at.m) + forward * at.lambda * t, at.m);
  const real sine = gimbal_sin(to);
  v[a] = at.alpha * gimbal_cos(to);
  v[b] = at.beta * sine;
  v[d] = (omega[d] < 0 ? -1 : 1) * at.gamma * gimbal_sqrt(1 - at.m * sine * sine);
  const real turned = forward * Turned(&at, from, to) / at.lambda;
  const real cosine = gimbal_cos(turned), turn = gimbal_sin(turned);
  Nodes(J, &at, omega, start);
  Nodes(J, &at, v, now);
  for (int i = 0; i < 3; i++) {
    real held[3];
    for (int k = 0; k < 3; k++)
      held[k] = R[i][0] * start[k][0] + R[i][1] * start[k][1] + R[i][2] * start[k][2];
    fixed[i][0] = cosine * held[0] + turn * held[1];
    fixed[i][1] = -turn * held[0] + cosine * held[1];
    fixed[i][2] = held[2];
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      R[i][j] = fixed[i][0] * now[0][j] + fixed[i][1] * now[1][j] + fixed[i][2] * now[2][j];
  return 1;
}

static void Angles(real R[3][3], real *q) {
  q[THETA] = gimbal_atan2(gimbal_hypot(R[2][0], R[2][1]), R[2][2]);
  q[PHI] = gimbal_atan2(R[0][2], -R[1][2]);
  q[PSI] = gimbal_atan2(R[2][0], R[2][1]);
}

static void Exact(const real *J, real t, const real *q, const real *omega, real *out) {
  real R[3][3];
  for (int i = 0; i < 6; i++)
    out[i] = GIMBAL_NAN;
  Attitude(q, R);
  if (Turn(J, t, omega, R, out + 3))
    Angles(R, out);
}

/* ---- On SO(3) ---- */

static void Rows(const real *q, real R[3][3]) {
  for (int i = 0; i < 9; i++)
    R[i / 3][i % 3] = q[i];
}

static void MatrixInitial(const real *J, real t, const real *q, const real *v, real *out) {
  real angles[6], R[3][3];
  Initial(J, t, q, v, angles);
  Attitude(angles, R);
  for (int i = 0; i < 9; i++)
    out[i] = R[i / 3][i % 3];
  for (int i = 0; i < 3; i++)
    out[9 + i] = angles[3 + i];
}

static void MatrixExact(const real *J, real t, const real *q, const real *omega, real *out) {
  real R[3][3];
  Rows(q, R);
  const int known = Turn(J, t, omega, R, out + 9);
  for (int i = 0; i < 9; i++)
    out[i] = known ? R[i / 3][i % 3] : GIMBAL_NAN;
}

static void Common(const real *J, real t, const real *q, const real *omega, real *out) {
  real R[3][3];
  Rows(q, R);
  Angles(R, out);
  for (int i = 0; i < 3; i++)
    out[3 + i] = omega[i];
}

static real MatrixMomentum(const real *J, const real *row, const real *omega) {
  return row[0] * J[0] * omega[0] + row[1] * J[1] * omega[1] + row[2] * J[2] * omega[2];
}

static real MatrixX(const real *J, real t, const real *q, const real *omega) {
  return MatrixMomentum(J, q, omega);
}

static real MatrixY(const real *J, real t, const real *q, const real *omega) {
  return MatrixMomentum(J, q + 3, omega);
}

static real MatrixZ(const real *J, real t, const real *q, const real *omega) {
  return MatrixMomentum(J, q + 6, omega);
}

/* Of the third row of R: 1 on the group. */
static real RowLength(const real *J, real t, const real *q, const real *omega) {
  return gimbal_sqrt(q[6] * q[6] + q[7] * q[7] + q[8] * q[8]);
}

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group),
                                   .group = "SO3",
                                   .ell = L,
                                   .D1ell = D1L,
                                   .D2ell = D2L,
                                   .D22ell = D22L};

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame), .psi = Psi, .ell = L, .D1ell = D1L, .D2ell = D2L, .D22ell = D22L,
    .structure = Structure};

static const gimbal_value parameters[] = {
    {.name = "J1", .value = "1", .description = "moment of inertia about the first axis"},
    {.name = "J2", .value = "2", .description = "about the second axis"},
    {.name = "J3", .value = "3", .description = "about the third axis"},
    {.name = "spin",
     .value = "0",
     .description = "rate of a rotation about the third axis, in place of the motion; 0: none"}};

static const gimbal_invariant invariants[] = {
    {.name = "momentum_x", .kind = "momentum_map", .value = MomentumX, .generator = AboutX},
    {.name = "momentum_y", .kind = "momentum_map", .value = MomentumY, .generator = AboutY},
    {.name = "momentum_z", .kind = "momentum_map", .value = MomentumZ, .generator = AboutZ},
    {.name = "casimir", .kind = "quadratic", .value = Casimir}};

static const gimbal_invariant matrix_invariants[] = {
    {.name = "momentum_x", .kind = "momentum_map quadratic", .value = MatrixX},
    {.name = "momentum_y", .kind = "momentum_map quadratic", .value = MatrixY},
    {.name = "momentum_z", .kind = "momentum_map quadratic", .value = MatrixZ},
    {.name = "casimir", .kind = "quadratic", .value = Casimir},
    {.name = "row_length", .value = RowLength}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_picture pictures[] = {
    {.name = "polhode", .title = "Polhode", .of = "omega1, omega2, omega3", .duration = "20"}};

static const gimbal_realisation realisations[] = {
    {.name = "euler_angles",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "theta phi psi",
     .velocity = "omega1 omega2 omega3",
     .n = "3",
     .period = "0, 2*pi, 2*pi",
     .traits = "autonomous reversible integrable",
     .frame = &frame,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants)},
    {.name = "matrix",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "omega1 omega2 omega3",
     .n = "9",
     .m = "3",
     .traits = "separable autonomous reversible integrable",
     .group = &group,
     .initial = MatrixInitial,
     .exact = MatrixExact,
     .common = Common,
     .invariants = GIMBAL_ARRAY(matrix_invariants)}};

static const gimbal_model models[] = {{.name = "rigid_body",
                                       .title = "Free rigid body",
                                       .citation = "Ball 2013, section 2.2.3; Goldstein 1980, 4-9",
                                       .citation_key = "Ball2013,Goldstein1980",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
