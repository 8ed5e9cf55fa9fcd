/* The variational integrator on S² through rotations, for a particle of unit mass on the unit
 * sphere [Lee, Leok, McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147]: with the angular
 * velocity ω = q×v and the torque M = q×F,
 *     u = hω + ½h²M,          q⁺ = u×q + √(1−|u|²) q,
 *     ω⁺ = ω + ½h(M + M⁺),    v⁺ = ω⁺×q⁺.
 * |q| and q·v are exact, the map is symplectic on the tangent bundle of the sphere and its own
 * adjoint, and the momentum about an axis of symmetry is exact. λ⁺ is the multiplier at (q⁺,v⁺). */
#include "gimbal.h"

static void cross(const gimbal_real *a, const gimbal_real *b, gimbal_real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static gimbal_real dot(const gimbal_real *a, const gimbal_real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real F[3], omega[3], M[3], u[3], kick[3], moved[3], q[3], v[3], along;
  if (gimbal_force(g, from->t, from->q, from->p, F))
    return 1;
  cross(from->q, from->p, omega);
  cross(from->q, F, M);
  for (int i = 0; i < 3; ++i)
    u[i] = h * omega[i] + h * h / 2 * M[i];
  const gimbal_real square = dot(u, u), off = (1 - dot(from->q, from->q)) / 2;
  const gimbal_real radial = dot(from->q, from->p);
  if (!(square < 1))
    return gimbal_fail(g, "the step turns by a right angle or more: |u|² is", square);
  /* √(1−|u|²) − 1, and back to the sphere from where rounding has left it */
  along = -square / (1 + gimbal_sqrt(1 - square)) + off;
  cross(u, from->q, moved);
  for (int i = 0; i < 3; ++i) {
    to->dq[i] = moved[i] + along * from->q[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (gimbal_force(g, from->t + h, q, from->p, F))
    return 1;
  cross(q, F, u);
  for (int i = 0; i < 3; ++i)
    kick[i] = h / 2 * (M[i] + u[i]);
  /* v⁺ − v = (ω⁺ − ω)×q⁺ + ω×(q⁺ − q) + ω×q − v, as a sum of small terms */
  cross(kick, q, moved);
  cross(omega, to->dq, u);
  for (int i = 0; i < 3; ++i) {
    to->dp[i] = moved[i] + u[i] - 2 * off * from->p[i] - radial * from->q[i];
    v[i] = from->p[i] + to->dp[i];
  }
  to->lambda[0] = -(dot(F, q) + dot(v, v));
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
    {.name = "sphere_homogeneous",
     .title = "variational integrator on the sphere through rotations",
     .citation = "Lee, Leok and McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147",
     .citation_key = "LeeLeokMcClamroch2009",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "n == 3 && holonomic == 1 && nonholonomic == 0 && separable",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
