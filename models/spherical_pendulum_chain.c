/* A chain of N spherical pendulums: N unit masses on N massless rods of unit length, each hinged to
 * the bob before it and the first to the origin, under unit gravity, z upwards [Lee, Leok,
 * McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147, on (S²)ⁿ; Zenkov, Leok, Bloch 2012,
 * section VI, which says that its integrator scales to such chains]. Three forms:
 *
 * bobs    the bobs x_k in Cartesian coordinates under |x_k − x_{k−1}| = 1: mass and constraints are
 *         banded, so that every function here costs O(N) and N may be large;
 * rods    the directions of the rods, a point of (S²)ᴺ, with T = ½ Σ M_ij q̇_i·q̇_j where
 *         M_ij = N − max(i,j) (from 0) is the number of bobs that both rods carry;
 * body    a body for each rod, whose third axis is the rod and which does not turn about it: the
 *         three vectors of space as they are seen from there (the rows of its attitude R), each of
 *         which obeys Γ̇ = Γ×Ω with Ω = (Ω¹,Ω²,0), as the vertical of the single pendulum does. Of a
 *         chain the vertical alone is not enough, since the rods see one another. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static int Links(const real *parameter) { return (int)parameter[0]; }

/* Bobs that the rods i and j both carry. */
static int Carried(int N, int i, int j) { return N - (i > j ? i : j); }

static real Dot(const real *a, const real *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void Cross(const real *a, const real *b, real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* ---- The initial data, and the one equilibrium that has no other near it ---- */

/* Attitude of a rod that leans by `lean` from below towards the azimuth, and its third column, the
 * direction of the rod. */
static void Attitude(real lean, real azimuth, real *R) {
  real s, c, sine, cosine;
  gimbal_sincos(lean, &s, &c);
  gimbal_sincos(azimuth, &sine, &cosine);
  const real row[9] = {-c * cosine, -sine, s * cosine, -c * sine, cosine, s * sine, -s, 0, -c};
  for (int i = 0; i < 9; i++)
    R[i] = row[i];
}

/* Attitude, direction and its rate of rod i at the start. The rods are bent and wound a little along
 * the chain, and each turns about an axis of its own, the slower the longer the chain is: the last bob is
 * about as fast in any. */
static void Start(const real *parameter, int i, real *R, real *q, real *rate) {
  const real place = (i + GIMBAL_Q(1, 2)) / Links(parameter);
  const real turn[3] = {GIMBAL_Q(2, 5), place / 2 - GIMBAL_Q(3, 10), GIMBAL_Q(1, 2) - place / 4};
  Attitude(GIMBAL_Q(9, 10) - place / 2, GIMBAL_Q(3, 10) + GIMBAL_Q(6, 5) * place, R);
  for (int a = 0; a < 3; a++)
    q[a] = R[3 * a + 2];
  Cross(turn, q, rate);
  for (int a = 0; a < 3; a++)
    rate[a] *= GIMBAL_Q(2, 1) / Links(parameter);
}

/* ---- The bobs ---- */

static real BobsL(const real *parameter, real t, const real *q, const real *v) {
  real sum = 0;
  for (int k = 0; k < Links(parameter); k++)
    sum += Dot(v + 3 * k, v + 3 * k) / 2 - q[3 * k + 2];
  return sum;
}

static void BobsD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3 * Links(parameter); i++)
    out[i] = i % 3 == 2 ? -1 : 0;
}

static void BobsD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3 * Links(parameter); i++)
    out[i] = v[i];
}

static void BobsD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3 * Links(parameter); i++)
    out[i] = 1;
}

static void BobsG(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Links(parameter); k++) {
    real rod[3];
    for (int a = 0; a < 3; a++)
      rod[a] = q[3 * k + a] - (k ? q[3 * k - 3 + a] : 0);
    out[k] = (Dot(rod, rod) - 1) / 2;
  }
}

/* Six columns a row, from the bob before. */
static void BobsBand(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Links(parameter); k++)
    for (int a = 0; a < 3; a++) {
      const real rod = q[3 * k + a] - (k ? q[3 * k - 3 + a] : 0);
      out[6 * k + a] = k ? -rod : 0;
      out[6 * k + 3 + a] = rod;
    }
}

static void BobsDG(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), n = 3 * N;
  for (int i = 0; i < N * n; i++)
    out[i] = 0;
  for (int k = 0; k < N; k++)
    for (int a = 0; a < 3; a++) {
      const real rod = q[3 * k + a] - (k ? q[3 * k - 3 + a] : 0);
      out[k * n + 3 * k + a] = rod;
      if (k)
        out[k * n + 3 * k - 3 + a] = -rod;
    }
}

/* Sums along the chain of what the rods are. */
static void Hang(int N, real *x) {
  for (int i = 3; i < 3 * N; i++)
    x[i] += x[i - 3];
}

static void BobsInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), n = 3 * N;
  real R[9];
  for (int i = 0; i < N; i++)
    Start(parameter, i, R, out + 3 * i, out + n + 3 * i);
  Hang(N, out);
  Hang(N, out + n);
}

static real BobsMomentum(const real *parameter, real t, const real *q, const real *v) {
  real sum = 0;
  for (int k = 0; k < Links(parameter); k++)
    sum += q[3 * k] * v[3 * k + 1] - q[3 * k + 1] * v[3 * k];
  return sum;
}

/* All about the vertical; of rods and bobs alike. */
static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < Links(parameter); i++) {
    out[3 * i] = -q[3 * i + 1];
    out[3 * i + 1] = q[3 * i];
    out[3 * i + 2] = 0;
  }
}

/* All rods upright, at rest. The chain hanging down is an equilibrium too, but deviations from it
 * go to and fro and have no rate of growth to compare. */
static void RodsUpright(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 6 * Links(parameter); i++)
    out[i] = i < 3 * Links(parameter) && i % 3 == 2;
}

static void BobsUpright(const real *parameter, real t, const real *q, const real *v, real *out) {
  RodsUpright(parameter, t, q, v, out);
  Hang(Links(parameter), out);
}

/* The first rod leans; those after it as it would have them where all lean alike, or stay. */
static void RodsLean(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 6 * Links(parameter); i++)
    out[i] = i == 0;
}

static void BobsLean(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 6 * Links(parameter); i++)
    out[i] = i < 3 * Links(parameter) && i % 3 == 0;
}

static real Deviation(const real *parameter, real t, const real *q, const real *v) { return q[0]; }

/* ---- The rods, on (S²)ᴺ ---- */

static real RodsL(const real *parameter, real t, const real *q, const real *v) {
  const int N = Links(parameter);
  real sum = 0;
  for (int i = 0; i < N; i++) {
    sum -= (N - i) * q[3 * i + 2];
    for (int j = 0; j < N; j++)
      sum += Carried(N, i, j) * Dot(v + 3 * i, v + 3 * j) / 2;
  }
  return sum;
}

static void RodsD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter);
  for (int i = 0; i < 3 * N; i++)
    out[i] = i % 3 == 2 ? (real)(i / 3 - N) : 0;
}

static void RodsD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter);
  for (int i = 0; i < 3 * N; i++) {
    out[i] = 0;
    for (int j = 0; j < N; j++)
      out[i] += Carried(N, i / 3, j) * v[3 * j + i % 3];
  }
}

static void RodsD22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), n = 3 * N;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i * n + j] = i % 3 == j % 3 ? Carried(N, i / 3, j / 3) : 0;
}

static void RodsG(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < Links(parameter); i++)
    out[i] = (Dot(q + 3 * i, q + 3 * i) - 1) / 2;
}

static void RodsDG(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), n = 3 * N;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < n; j++)
      out[i * n + j] = j / 3 == i ? q[j] : 0;
}

static void RodsInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  real R[9];
  for (int i = 0; i < Links(parameter); i++)
    Start(parameter, i, R, out + 3 * i, out + 3 * (Links(parameter) + i));
}

static void RodsToBobs(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), n = 3 * N;
  for (int i = 0; i < n; i++) {
    out[i] = q[i];
    out[n + i] = v[i];
  }
  Hang(N, out);
  Hang(N, out + n);
}

static real RodsMomentum(const real *parameter, real t, const real *q, const real *v) {
  const int N = Links(parameter);
  real sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += Carried(N, i, j) * (q[3 * i] * v[3 * j + 1] - q[3 * i + 1] * v[3 * j]);
  return sum;
}

/* ---- Seen from the bodies: of each rod the nine entries of R, row by row, and Ω = (Ω¹,Ω²) ---- */

/* The rate of rod i, RΩ̂e₃ = Ω²c₁ − Ω¹c₂ with the columns c of R. */
static void RodRate(const real *q, const real *omega, int i, real *rate) {
  for (int a = 0; a < 3; a++)
    rate[a] = q[9 * i + 3 * a] * omega[2 * i + 1] - q[9 * i + 3 * a + 1] * omega[2 * i];
}

/* Σ_j M_ij times the rate of rod j: what rod i carries moves with this momentum. */
static void Push(int N, const real *q, const real *omega, int i, real *push) {
  real rate[3];
  push[0] = push[1] = push[2] = 0;
  for (int j = 0; j < N; j++) {
    RodRate(q, omega, j, rate);
    for (int a = 0; a < 3; a++)
      push[a] += Carried(N, i, j) * rate[a];
  }
}

/* Each row of R moves as Γ̇ = Γ×Ω. */
static void BodyPsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter), m = 2 * N;
  for (int i = 0; i < 9 * N * m; i++)
    out[i] = 0;
  for (int i = 0; i < N; i++)
    for (int a = 0; a < 3; a++) {
      const real *Gamma = q + 9 * i + 3 * a;
      real *const psi = out + (9 * i + 3 * a) * m + 2 * i;
      psi[1] = -Gamma[2];
      psi[m] = Gamma[2];
      psi[2 * m] = -Gamma[1];
      psi[2 * m + 1] = Gamma[0];
    }
}

static real BodyL(const real *parameter, real t, const real *q, const real *omega) {
  const int N = Links(parameter);
  real sum = 0, rate[3], push[3];
  for (int i = 0; i < N; i++) {
    RodRate(q, omega, i, rate);
    Push(N, q, omega, i, push);
    sum += Dot(rate, push) / 2 - (N - i) * q[9 * i + 8];
  }
  return sum;
}

static void BodyD1L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const int N = Links(parameter);
  real push[3];
  for (int i = 0; i < N; i++) {
    Push(N, q, omega, i, push);
    for (int a = 0; a < 3; a++) {
      out[9 * i + 3 * a] = push[a] * omega[2 * i + 1];
      out[9 * i + 3 * a + 1] = -push[a] * omega[2 * i];
      out[9 * i + 3 * a + 2] = a == 2 ? (real)(i - N) : 0;
    }
  }
}

static void BodyD2L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const int N = Links(parameter);
  real push[3];
  for (int i = 0; i < N; i++) {
    Push(N, q, omega, i, push);
    out[2 * i] = out[2 * i + 1] = 0;
    for (int a = 0; a < 3; a++) {
      out[2 * i] -= q[9 * i + 3 * a + 1] * push[a];
      out[2 * i + 1] += q[9 * i + 3 * a] * push[a];
    }
  }
}

static void BodyD22L(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const int N = Links(parameter), m = 2 * N;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      const int one = i % 2 == 0, other = j % 2 == 0; /* which columns: −c₂ for Ω¹, c₁ for Ω² */
      real sum = 0;
      for (int a = 0; a < 3; a++)
        sum += q[9 * (i / 2) + 3 * a + one] * q[9 * (j / 2) + 3 * a + other];
      out[i * m + j] = Carried(N, i / 2, j / 2) * (one == other ? sum : -sum);
    }
}

/* The brackets turn about the rods, on which ℓ does not depend: their momenta vanish. */
static void BodyStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int m = 2 * Links(parameter);
  for (int i = 0; i < m * m * m; i++)
    out[i] = 0;
}

static void BodyInitial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int N = Links(parameter);
  real direction[3], rate[3], turn[3];
  for (int i = 0; i < N; i++) {
    real *const R = out + 9 * i;
    Start(parameter, i, R, direction, rate);
    Cross(direction, rate, turn); /* the part of the turn across the rod */
    for (int j = 0; j < 2; j++)
      out[9 * N + 2 * i + j] = R[j] * turn[0] + R[3 + j] * turn[1] + R[6 + j] * turn[2];
  }
}

static void BodyToBobs(const real *parameter, real t, const real *q, const real *omega, real *out) {
  const int N = Links(parameter), n = 3 * N;
  for (int i = 0; i < N; i++) {
    for (int a = 0; a < 3; a++)
      out[3 * i + a] = q[9 * i + 3 * a + 2];
    RodRate(q, omega, i, out + n + 3 * i);
  }
  Hang(N, out);
  Hang(N, out + n);
}

static real BodyMomentum(const real *parameter, real t, const real *q, const real *omega) {
  const int N = Links(parameter);
  real sum = 0, push[3];
  for (int i = 0; i < N; i++) {
    Push(N, q, omega, i, push);
    sum += q[9 * i + 2] * push[1] - q[9 * i + 5] * push[0];
  }
  return sum;
}

static void BodyRotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < Links(parameter); i++)
    for (int j = 0; j < 3; j++) {
      out[9 * i + j] = -q[9 * i + 3 + j];
      out[9 * i + 3 + j] = q[9 * i + j];
      out[9 * i + 6 + j] = 0;
    }
}

/* ½ Σ |R|²; and of the last rod two rows that stay at right angles. */
static real BodyLength(const real *parameter, real t, const real *q, const real *omega) {
  real sum = 0;
  for (int i = 0; i < 9 * Links(parameter); i++)
    sum += q[i] * q[i] / 2;
  return sum;
}

static real BodyAngle(const real *parameter, real t, const real *q, const real *omega) {
  const real *R = q + 9 * (Links(parameter) - 1);
  return Dot(R, R + 6);
}

static const gimbal_lattice bobs = {GIMBAL_SIZE(gimbal_lattice), .sites = "N", .components = "3",
                                    .lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = BobsL,
                                                   .D1L = BobsD1L, .D2L = BobsD2L, .D22L = BobsD22L,
                                                   .g = BobsG, .Dg = BobsDG, .band = "6, 3, -3",
                                                   .Dg_band = BobsBand}};

static const gimbal_lagrangian rods = {GIMBAL_SIZE(gimbal_lagrangian),
                                       .L = RodsL,
                                       .D1L = RodsD1L,
                                       .D2L = RodsD2L,
                                       .D22L = RodsD22L,
                                       .g = RodsG,
                                       .Dg = RodsDG};

static const gimbal_frame body = {GIMBAL_SIZE(gimbal_frame), .psi = BodyPsi,   .ell = BodyL,
                                  .D1ell = BodyD1L,          .D2ell = BodyD2L, .D22ell = BodyD22L,
                                  .structure = BodyStructure};

static const gimbal_value parameters[] = {
    {.name = "N", .value = "2", .description = "rods; of the bobs any number"}};

static const gimbal_invariant bobs_invariants[] = {{.name = "vertical_momentum",
                                                    .kind = "quadratic momentum_map",
                                                    .value = BobsMomentum,
                                                    .generator = Rotation}};

static const gimbal_invariant rods_invariants[] = {{.name = "vertical_momentum",
                                                    .kind = "quadratic momentum_map",
                                                    .value = RodsMomentum,
                                                    .generator = Rotation}};

static const gimbal_invariant body_invariants[] = {
    {.name = "vertical_momentum",
     .kind = "momentum_map",
     .value = BodyMomentum,
     .generator = BodyRotation},
    {.name = "half_square_of_attitudes", .kind = "quadratic", .value = BodyLength},
    {.name = "right_angle", .kind = "quadratic", .value = BodyAngle}};

static const gimbal_equilibrium bobs_equilibria[] = {{.name = "upright",
                                                      .stability = "unstable",
                                                      .state = BobsUpright,
                                                      .perturbation = BobsLean,
                                                      .deviation = Deviation}};

static const gimbal_equilibrium rods_equilibria[] = {{.name = "upright",
                                                      .stability = "unstable",
                                                      .state = RodsUpright,
                                                      .perturbation = RodsLean,
                                                      .deviation = Deviation}};

static const gimbal_case cases[] = {
    {.name = "swinging",
     .duration = "2",
     .description = "any number of rods, bent and wound a little, in motion; "
                    "spherical_pendulum_chain@bobs:swinging:N=1000 is a long chain"}};

#define PICTURES(first, second)                                                                    \
  {                                                                                                \
    {.name = "first",                                                                              \
     .title = "The first bob on its sphere",                                                       \
     .of = first,                                                                                  \
     .sphere = "1",                                                                                \
     .duration = "20"},                                                                            \
    {                                                                                              \
      .name = "second", .title = "Path of the second bob", .of = second, .duration = "20",         \
      .when = "N > 1"                                                                              \
    }                                                                                              \
  }
static const gimbal_picture bobs_pictures[] = PICTURES("q1, q2, q3", "q4, q5, q6");
static const gimbal_picture rods_pictures[] = PICTURES("q1, q2, q3", "q1 + q4, q2 + q5, q3 + q6");
static const gimbal_picture body_pictures[] =
    PICTURES("R3, R6, R9", "R3 + R12, R6 + R15, R9 + R18");

static const gimbal_realisation realisations[] = {
    {.name = "bobs",
     .pictures = GIMBAL_ARRAY(bobs_pictures),
     .configuration = "q[1..n]",
     .velocity = "v[1..n]",
     .n = "3*N",
     .holonomic = "N",
     .traits = "separable autonomous reversible",
     .lattice = &bobs,
     .initial = BobsInitial,
     .invariants = GIMBAL_ARRAY(bobs_invariants),
     .equilibria = GIMBAL_ARRAY(bobs_equilibria)},
    {.name = "rods",
     .pictures = GIMBAL_ARRAY(rods_pictures),
     .configuration = "q[1..n]",
     .velocity = "v[1..n]",
     .n = "3*N",
     .holonomic = "N",
     .traits = "separable autonomous reversible spheres",
     .lagrangian = &rods,
     .initial = RodsInitial,
     .common = RodsToBobs,
     .invariants = GIMBAL_ARRAY(rods_invariants),
     .equilibria = GIMBAL_ARRAY(rods_equilibria)},
    {.name = "body",
     .pictures = GIMBAL_ARRAY(body_pictures),
     .configuration = "R[1..n]",
     .velocity = "Omega[1..m]",
     .n = "9*N",
     .m = "2*N",
     .traits = "autonomous reversible spheres",
     .frame = &body,
     .initial = BodyInitial,
     .common = BodyToBobs,
     .invariants = GIMBAL_ARRAY(body_invariants)}};

static const gimbal_model models[] = {
    {.name = "spherical_pendulum_chain",
     .title = "Chain of spherical pendulums",
     .citation = "Lee, Leok and McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147",
     .citation_key = "LeeLeokMcClamroch2009",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
