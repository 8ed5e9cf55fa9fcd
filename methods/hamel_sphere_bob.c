/* The integrator of Zenkov, Leok and Bloch for the spherical pendulum, followed by the bob. Its own
 * unknowns Γ and Ω (methods/hamel_sphere.c) are the vertical and the angular velocity as seen from
 * a body that turns by R⁺ = R cay(½h(Ω⁺ + Ω⁻)); the bob is x = R e₃. In space, with the angular
 * velocity ω = x×v = RΩ and the torque N = x×F, a step of size h from (x,v) is
 *     ŵ = ω + (h/2)(N(x) + SᵀN(Sx)),   S = cay(½h(ω + ŵ)),
 *     x⁺ = Sx,   ω⁺ = Sŵ,   v⁺ = ω⁺×x⁺,
 * where ŵ is the new angular velocity turned back. R itself is gone, so that this is a map of the
 * tangent bundle of the sphere, where one can ask whether it is symplectic and what curve it draws.
 * For a particle of unit mass on the unit sphere.
 *
 * |x|, x·v, the energy and the momentum about the vertical are exact where F is constant. λ⁺ is the
 * multiplier at (x⁺,v⁺). */
#include "gimbal.h"

typedef struct {
  gimbal_real h, t;
  const gimbal_real *x, *omega, *N; /* at the start of the step */
} sphere;

static void cross(const gimbal_real *a, const gimbal_real *b, gimbal_real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static gimbal_real dot(const gimbal_real *a, const gimbal_real *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* cay(2u)y − y = (2/(1+|u|²)) (u×y + u×(u×y)): the turn by the angle 2 arctan|u| about u. */
static void turn(const gimbal_real *u, const gimbal_real *y, gimbal_real *change) {
  gimbal_real once[3], twice[3];
  const gimbal_real factor = 2 / (1 + dot(u, u));
  cross(u, y, once);
  cross(u, once, twice);
  for (int i = 0; i < 3; ++i)
    change[i] = factor * (once[i] + twice[i]);
}

/* u = ¼h(ω + ŵ), the rotation vector of S; −u that of Sᵀ. */
static void rotation(const sphere *step, const gimbal_real *change, gimbal_real *u) {
  for (int i = 0; i < 3; ++i)
    u[i] = step->h * (2 * step->omega[i] + step->h * change[i]) / 4;
}

/* change = (ŵ − ω)/h. */
static int residual(gimbal *g, void *context, const gimbal_real *change, gimbal_real *r) {
  const sphere *step = context;
  gimbal_real u[3], back[3], x[3], moved[3], F[3], N[3];
  rotation(step, change, u);
  turn(u, step->x, moved);
  for (int i = 0; i < 3; ++i) {
    x[i] = step->x[i] + moved[i];
    back[i] = -u[i];
  }
  if (gimbal_force(g, step->t + step->h, x, step->omega, F))
    return 1;
  cross(x, F, N);
  turn(back, N, moved);
  for (int i = 0; i < 3; ++i)
    r[i] = change[i] - (step->N[i] + N[i] + moved[i]) / 2;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real F[3], N[3], omega[3], change[3], u[3], x[3], v[3], moved[3], turned[3];
  sphere context = {.h = h, .t = from->t, .x = from->q, .omega = omega, .N = N};
  if (gimbal_force(g, from->t, from->q, from->p, F))
    return 1;
  cross(from->q, from->p, omega);
  cross(from->q, F, N);
  for (int i = 0; i < 3; ++i)
    change[i] = N[i];
  if (gimbal_solve(g, 3, residual, NULL, &context, change))
    return 1;
  rotation(&context, change, u);
  turn(u, from->q, to->dq);
  /* v⁺ = S(ŵ×x) = S(v + h change×x), on the sphere ω×x = v. */
  cross(change, from->q, moved);
  for (int i = 0; i < 3; ++i)
    v[i] = from->p[i] + h * moved[i];
  turn(u, v, turned);
  for (int i = 0; i < 3; ++i) {
    to->dp[i] = h * moved[i] + turned[i];
    x[i] = from->q[i] + to->dq[i];
    v[i] = from->p[i] + to->dp[i];
  }
  if (gimbal_force(g, from->t + h, x, v, F))
    return 1;
  to->lambda[0] = -(dot(F, x) + dot(v, v));
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "lambda", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "!forced"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "hamel_sphere_bob",
     .title = "variational integrator on the sphere, by Hamel's formalism, followed by the bob",
     .citation = "Zenkov, Leok and Bloch, Proc. IEEE CDC 51 (2012) 7504, eqs. 20-24",
     .citation_key = "ZenkovLeokBloch2012",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "spheres && n == 3 && holonomic == 1 && nonholonomic == 0 && separable",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
