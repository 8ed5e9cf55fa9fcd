/* The generalised Störmer–Verlet scheme on the index-reduced equations of a particle of unit mass
 * on the unit sphere, ẋ = p, ṗ = f(x,p) = F − (F·x + |p|²)x [Zenkov, Leok, Bloch 2012, eqs. 25–26,
 * with F = −g e₃; Hairer, Lubich, Wanner, Acta Numerica (2003) 399, eq. 3.4]:
 *     p½ = p + (h/2) f(x, p½),   x₁ = x + h p½,   p₁ = p½ + (h/2) f(x₁, p½).
 * f is taken without a division by |x|², as the paper has it: off the sphere it differs from the
 * host's field. The first stage is p½ = a − (h/2)s x with s = |p½|² the smaller root of a
 * quadratic, so the scheme is explicit. λ₁ is the multiplier at (x₁,p₁).
 *
 * Started on the sphere and tangent to it, it stays so exactly: x·p½ = −hs/2, so that
 *     |x₁|² = |x|² − h²s + h²s,
 * and x₁·p₁ = 0 alike. There it is RATTLE, and sphere_homogeneous, by other formulas, and
 * shares their properties: it is symplectic, with bounded energy and exact momentum about an axis
 * of symmetry.
 *
 * What rounding takes off the sphere does not come back: the deviations |x|² − 1 and x·p obey, to first
 * order, this scheme for δ̈ = 2λδ, as those of the index-reduced equations themselves do, whatever the
 * step. Where the multiplier is positive they grow, and under one that changes its sign as Hill's
 * equation may. The pendulum that swings through above the equator multiplies them by e in a time of
 * about 2.5: with h = 1/5 the sphere is left, and the run stops, at t = 86 in double precision, at 181 in
 * quadruple. */
#include "gimbal.h"

static gimbal_real dot(const gimbal_real *a, const gimbal_real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real F[3], a[3], half[3], x[3], p[3], Fx;
  if (gimbal_force(g, from->t, from->q, from->p, F))
    return 1;
  Fx = dot(F, from->q);
  for (int i = 0; i < 3; ++i)
    a[i] = from->p[i] + h / 2 * (F[i] - Fx * from->q[i]);
  /* (h²|x|²/4)s² − bs + |a|² = 0 */
  const gimbal_real b = 1 + h * dot(a, from->q), square = dot(a, a);
  const gimbal_real discriminant = b * b - h * h * dot(from->q, from->q) * square;
  if (!(discriminant >= 0) || !(b > 0))
    return gimbal_fail(g, "the first stage has no solution: the discriminant is negative",
                       discriminant);
  const gimbal_real s = 2 * square / (b + gimbal_sqrt(discriminant));
  for (int i = 0; i < 3; ++i) {
    half[i] = a[i] - h / 2 * s * from->q[i];
    to->dq[i] = h * half[i];
    x[i] = from->q[i] + to->dq[i];
    to->dp[i] = h / 2 * (F[i] - (Fx + s) * from->q[i]);
  }
  if (gimbal_force(g, from->t + h, x, half, F))
    return 1;
  Fx = dot(F, x);
  for (int i = 0; i < 3; ++i) {
    to->dp[i] += h / 2 * (F[i] - (Fx + dot(half, half)) * x[i]);
    p[i] = from->p[i] + to->dp[i];
  }
  to->lambda[0] = -(Fx + dot(p, p));
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "lambda", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "!forced"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "stormer_verlet_sphere",
     .title = "generalised Störmer–Verlet on the unit sphere, index-reduced",
     .citation = "Zenkov, Leok and Bloch, Proc. IEEE CDC 51 (2012) 7504, eqs. 25-26",
     .citation_key = "ZenkovLeokBloch2012",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "spheres && n == 3 && holonomic == 1 && nonholonomic == 0 && separable",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
