/* The discrete rigid body of Moser and Veselov (1991), with half kicks of the forces before and after:
 * with the inertia J, J_d = ½tr(J)I − J and ω = RᵀR₁ in SO(3),
 *     h hat(Π) = ωJ_d − J_dωᵀ,   Π₁ = ωᵀΠ,   R₁ = Rω,
 * where Π is p + (h/2)τ(R), and p₁ is Π₁ + (h/2)τ(R₁). With the unit quaternion (q₀,q) of ω, of which
 * q₀ = √(1−|q|²), this is
 *     2q₀Jq + 2q×Jq = hΠ,   ω = I + 2q₀q̂ + 2q̂²,
 * which Newton's method solves from q = hJ⁻¹Π/2. With ξ = 2q/q₀, ω is cay(ξ).
 *
 * Claims: order 2; variational, hence symplectic, with momentum maps of rotations of space exact and
 * bounded energies; symmetric, since the equation for ωᵀ from Π₁ is that for ω from Π. About a principal
 * axis 2q₀|q| = h|ω|, so that there is no step beyond h|ω| = 1, where ω is a quarter turn; solutions
 * that turn by more are refused. */
#include "gimbal.h"

typedef struct {
  const gimbal_real *J, *Pi; /* 3×3, 3 */
  gimbal_real h;
} rotation;

static void cross(const gimbal_real *a, const gimbal_real *b, gimbal_real *out) {
  for (int i = 0; i < 3; ++i)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static int residual(gimbal *g, void *context, const gimbal_real *q, gimbal_real *r) {
  const rotation *at = context;
  const gimbal_real square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  gimbal_real Jq[3], turned[3];
  if (!(square <= 1))
    return gimbal_fail(g, "no rotation has a quaternion with this square", square);
  for (int i = 0; i < 3; ++i)
    Jq[i] = at->J[3 * i] * q[0] + at->J[3 * i + 1] * q[1] + at->J[3 * i + 2] * q[2];
  cross(q, Jq, turned);
  for (int i = 0; i < 3; ++i)
    r[i] = 2 * (gimbal_sqrt(1 - square) * Jq[i] + turned[i]) - at->h * at->Pi[i];
  return 0;
}

/* p += (h/2) τ(R) */
static int kick(gimbal *g, gimbal_real t, const gimbal_real *R, gimbal_real h, gimbal_real *p) {
  const gimbal_real rest[3] = {0, 0, 0};
  gimbal_real torque[3];
  if (gimbal_force(g, t, R, rest, torque))
    return 1;
  for (int i = 0; i < 3; ++i)
    p[i] += h / 2 * torque[i];
  return 0;
}

/* The inertia, and Π from p, dp becoming the first kick. */
static int begin(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_real *dp,
                 gimbal_real *J, gimbal_real *Pi) {
  for (int j = 0; j < 3; ++j) {
    const gimbal_real unit[3] = {j == 0, j == 1, j == 2};
    gimbal_real column[3];
    if (gimbal_momentum(g, from->t, from->q, unit, column))
      return 1;
    for (int i = 0; i < 3; ++i)
      J[3 * i + j] = column[i];
    dp[j] = 0;
  }
  if (kick(g, from->t, from->q, h, dp))
    return 1;
  for (int i = 0; i < 3; ++i)
    Pi[i] = from->p[i] + dp[i];
  return 0;
}

/* The increments of R and p, of which Π₁ − Π = 2q×(q×Π) − 2q₀ q×Π. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real J[9], Pi[3], q[3], xi[3], end[9], once[3], twice[3];
  rotation at = {.J = J, .Pi = Pi, .h = h};
  if (begin(g, from, h, to->dp, J, Pi) || gimbal_velocity(g, from->t, from->q, Pi, q))
    return 1;
  for (int i = 0; i < 3; ++i)
    q[i] *= h / 2;
  if (gimbal_solve(g, 3, residual, NULL, &at, q))
    return 1;
  const gimbal_real square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  if (square > GIMBAL_Q(1, 2))
    return gimbal_fail(g, "beyond a quarter turn in a step; |q|^2 of its quaternion", square);
  const gimbal_real scalar = gimbal_sqrt(1 - square);
  cross(q, Pi, once);
  cross(q, once, twice);
  for (int i = 0; i < 3; ++i) {
    xi[i] = 2 / scalar * q[i];
    to->dp[i] += 2 * (twice[i] - scalar * once[i]);
  }
  if (gimbal_increment(g, GIMBAL_CAYLEY, from->q, xi, to->dq))
    return 1;
  for (int i = 0; i < 9; ++i)
    end[i] = from->q[i] + to->dq[i];
  return kick(g, to->t, end, h, to->dp);
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "!forced"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "moser_veselov",
     .title = "the discrete rigid body of Moser and Veselov",
     .citation = "Moser, Veselov, Discrete versions of some classical integrable systems and "
                 "factorization of matrix polynomials (1991)",
     .citation_key = "MoserVeselov1991",
     .formulation = GIMBAL_GROUP,
     .accepts = "unconstrained && n == 9 && m == 3", /* SO3 */
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
