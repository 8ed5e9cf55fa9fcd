/* The variational integrator on S² through rotations, for a particle of unit mass on the unit
 * sphere [Lee, Leok, McClamroch, Int. J. Numer. Meth. Engng 79 (2009) 1147]: with the angular
 * velocity ω = q×v and the torque M = q×F,
 *     u = hω + ½h²M,          q⁺ = u×q + √(1−|u|²) q,
 *     ω⁺ = ω + ½h(M + M⁺),    v⁺ = ω⁺×q⁺.
 * |q| and q·v are exact, the map is symplectic on the tangent bundle of the sphere and its own
 * adjoint, and the momentum about an axis of symmetry is exact. λ⁺ is the multiplier at (q⁺,v⁺).
 *
 * On a product of spheres, with a constant mass matrix that may couple them (section 4 there, a
 * chain of rods), the discrete Lagrangian ½h⟨M Δq/h, Δq/h⟩ − ½h(U + U⁺) gives
 *     q_i × (M Δq/h − p − ½hF)_i = 0,   q_i⁺ = u_i×q_i + √(1−|u_i|²) q_i,   u_i ⟂ q_i,
 * which is to be solved for all u_i together, and then p⁺ = Mv⁺ with v_i⁺ ⟂ q_i⁺ and
 *     q_i⁺ × (p⁺ − M Δq/h − ½hF⁺)_i = 0. */
#include "gimbal.h"

static void cross(const gimbal_real *a, const gimbal_real *b, gimbal_real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static gimbal_real dot(const gimbal_real *a, const gimbal_real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int step_one(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
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

typedef struct {
  gimbal_real h, t;
  const gimbal_real *q, *push; /* at the node: q, and what must be met across the spheres */
} spheres;

/* Δq of the turns u = h x: back to the sphere, too, from where rounding has left it. Non-zero where a
 * sphere turns by a right angle or more. */
static int turned(gimbal *g, const spheres *step, const gimbal_real *x, gimbal_real *dq) {
  for (int i = 0; i < g->n; i += 3) {
    const gimbal_real *q = step->q + i;
    const gimbal_real u[3] = {step->h * x[i], step->h * x[i + 1], step->h * x[i + 2]};
    const gimbal_real square = dot(u, u);
    if (!(square < 1))
      return gimbal_fail(g, "the step turns by a right angle or more: |u|² is", square);
    const gimbal_real along = -square / (1 + gimbal_sqrt(1 - square)) + (1 - dot(q, q)) / 2;
    cross(u, q, dq + i);
    for (int a = 0; a < 3; ++a)
      dq[i + a] += along * q[a];
  }
  return 0;
}

/* r_i = q_i × (M rate − push)_i + (q_i·along_i) q_i, whose second part closes the system. */
static int across(gimbal *g, const spheres *step, const gimbal_real *rate, const gimbal_real *along,
                  gimbal_real *r) {
  gimbal_real *momentum = gimbal_scratch(g, g->n);
  if (gimbal_momentum(g, step->t, step->q, rate, momentum))
    return 1;
  for (int i = 0; i < g->n; i += 3) {
    const gimbal_real *q = step->q + i, off = dot(q, along + i);
    for (int a = 0; a < 3; ++a)
      momentum[i + a] -= step->push[i + a];
    cross(q, momentum + i, r + i);
    for (int a = 0; a < 3; ++a)
      r[i + a] += off * q[a];
  }
  return 0;
}

static int position(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const spheres *step = context;
  gimbal_real *rate = gimbal_scratch(g, g->n);
  if (turned(g, step, x, rate))
    return 1;
  for (int i = 0; i < g->n; ++i)
    rate[i] /= step->h;
  return across(g, step, rate, x, r);
}

static int velocity(gimbal *g, void *context, const gimbal_real *v, gimbal_real *r) {
  return across(g, context, v, v, r);
}

static int step_many(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *x = gimbal_scratch(g, n), *push = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *F = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  const spheres node = {.h = h, .t = from->t, .q = from->q, .push = push};
  const spheres next = {.h = h, .t = from->t + h, .q = q, .push = push};
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, F))
    return 1;
  for (int i = 0; i < n; ++i)
    push[i] = from->p[i] + h / 2 * F[i];
  for (int i = 0; i < n; i += 3)
    cross(from->q + i, v + i, x + i);
  if (gimbal_solve(g, n, position, NULL, (void *)&node, x) || turned(g, &node, x, to->dq))
    return 1;
  for (int i = 0; i < n; ++i) {
    q[i] = from->q[i] + to->dq[i];
    v[i] = to->dq[i] / h;
  }
  if (gimbal_momentum(g, from->t, q, v, push) || gimbal_force(g, from->t + h, q, v, F))
    return 1;
  for (int i = 0; i < n; ++i)
    push[i] += h / 2 * F[i];
  if (gimbal_solve(g, n, velocity, NULL, (void *)&next, v) ||
      gimbal_momentum(g, from->t + h, q, v, to->dp))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dp[i] -= from->p[i];
  return gimbal_acceleration(g, from->t + h, q, v, F, to->lambda);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return g->n == 3 ? step_one(g, from, h, to) : step_many(g, from, h, to);
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
     .accepts = "spheres && holonomic > 0 && nonholonomic == 0 && separable",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
