/* Isospectral methods for rigid bodies on SO(3), ℓ = ½ ω·Iω − V(R), μ = Iω. Without V the momentum obeys the
 * isospectral flow μ̇ = μ × ω of skew matrices. A free step, with the unknown m:
 *     μ₀ = m + (h/2) ω×m + (h²/4)(ω·m) ω,  μ₁ = m − (h/2) ω×m + (h²/4)(ω·m) ω,  ω = I⁻¹m,  R₁ = R₀ cay(hω),
 * which are the matrices (1 ∓ hB/2) m (1 ± hB/2), B = −ω [Viviani, BIT 60 (2020) 741; of Modin and Viviani, Found.
 * Comput. Math. 20 (2020) 889, the method of one stage]. |μ| and R μ are exact. With V the forces kick for h/2 on
 * either side.
 *
 * isospectral_midpoint: that, of order 2. isospectral_dirk: three such steps in turn, of sizes b_i h with
 * b₁ = b₃ = 1/(2 − ∛2), of order 4: a symplectic diagonally implicit method [da Silva and Lessig, arXiv
 * 2112.13721]. Symplectic and symmetric. */
#include "gimbal.h"

typedef struct {
  gimbal_real t, h;
  const gimbal_real *R, *mu;
} Free;

static void cross(const gimbal_real *a, const gimbal_real *b, gimbal_real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* ω of m, and m + (h/2) ω×m + (h²/4)(ω·m) ω for that h. */
static int end_of(gimbal *g, const Free *s, gimbal_real h, const gimbal_real *m, gimbal_real *omega,
                  gimbal_real *mu) {
  gimbal_real across[3];
  for (int k = 0; k < 3; ++k)
    omega[k] = 0;
  if (gimbal_velocity(g, s->t, s->R, m, omega))
    return 1;
  cross(omega, m, across);
  const gimbal_real along = omega[0] * m[0] + omega[1] * m[1] + omega[2] * m[2];
  for (int k = 0; k < 3; ++k)
    mu[k] = m[k] + h / 2 * across[k] + h * h / 4 * along * omega[k];
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *m, gimbal_real *r) {
  const Free *s = context;
  gimbal_real omega[3];
  if (end_of(g, s, s->h, m, omega, r))
    return 1;
  for (int k = 0; k < 3; ++k)
    r[k] -= s->mu[k];
  return 0;
}

/* A step of h/weight of its own: kick, free, kick. */
static int part(gimbal *g, gimbal_real t, gimbal_real h, gimbal_real *R, gimbal_real *mu) {
  gimbal_real m[3], omega[3], f[3], rest[3] = {0, 0, 0};
  gimbal_real *change = gimbal_scratch(g, 9);
  Free s = {t, h, R, mu};
  if (gimbal_force(g, t, R, rest, f))
    return 1;
  for (int k = 0; k < 3; ++k) {
    mu[k] += h / 2 * f[k];
    m[k] = mu[k];
  }
  if (gimbal_solve(g, 3, residual, NULL, &s, m) || end_of(g, &s, -h, m, omega, mu))
    return 1;
  for (int k = 0; k < 3; ++k)
    omega[k] *= h;
  if (gimbal_increment(g, GIMBAL_CAYLEY, R, omega, change))
    return 1;
  for (int k = 0; k < 9; ++k)
    R[k] += change[k];
  if (gimbal_force(g, t + h, R, rest, f))
    return 1;
  for (int k = 0; k < 3; ++k)
    mu[k] += h / 2 * f[k];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real outer = 1 / (2 - gimbal_cbrt(GIMBAL_C(2.0)));
  const gimbal_real weight[3] = {outer, 1 - 2 * outer, outer};
  const int parts = (int)g->parameters[0];
  gimbal_real *R = gimbal_scratch(g, 9), mu[3], t = from->t;
  for (int k = 0; k < 9; ++k)
    R[k] = from->q[k];
  for (int k = 0; k < 3; ++k)
    mu[k] = from->p[k];
  for (int i = 0; i < parts; ++i) {
    const gimbal_real size = parts == 1 ? h : weight[i] * h;
    if (part(g, t, size, R, mu))
      return 1;
    t += size;
  }
  for (int k = 0; k < 9; ++k)
    to->dq[k] = R[k] - from->q[k];
  for (int k = 0; k < 3; ++k)
    to->dp[k] = mu[k] - from->p[k];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "stages", .value = "1", .description = "1, of order 2, or 3, of order 4"}};

static const gimbal_member members[] = {{.name = "isospectral_midpoint", .settings = "stages=1"},
                                        {.name = "isospectral_dirk", .settings = "stages=3"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "stages + 1"},
    {.study = "order", .quantity = "p", .value = "stages + 1"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous"},
    {.study = "invariant", .quantity = "momentum_map", .value = "exact"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && autonomous"}};

static const gimbal_method methods[] = {
    {.name = "isospectral",
     .title = "isospectral symplectic Runge–Kutta method on SO(3)",
     .citation = "Viviani, BIT Numerical Mathematics 60 (2020) 741",
     .citation_key = "Viviani2020",
     .formulation = GIMBAL_GROUP,
     .accepts = "n == 9 && m == 3 && unconstrained && separable",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
