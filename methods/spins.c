/* Methods for spins, unit vectors s_i in space with ṡ_i = ∂H/∂s_i × s_i, given by their angles and heights
 * (a hamiltonian with the trait `spheres`).
 *
 * spherical_midpoint: with u_i = (s_i + s_i')/|s_i + s_i'|,  s_i' = s_i + h ṡ_i(u), where ṡ(u) is the field at u.
 * Symplectic on the product of spheres for any H, symmetric, of order 2, and it moves with rotations, so that the
 * total spin is exact where H does not see them [McLachlan, Modin, Verdier, Phys. Rev. E 89 (2014) 061301].
 *
 * spin_rotations: a step is four sweeps, each of h/4, over the spins forwards, backwards, forwards and backwards;
 * one spin turns about the field of the others by Cayley's rotation, which keeps the energy. This is for an H
 * that is linear in each spin: of the field only what does not depend on the spin itself is taken [LAMMPS,
 * src/SPIN/fix_nve_spin.cpp]. */
#include "gimbal.h"

/* The unit vectors of angles and heights. */
static void vectors(int n, const gimbal_real *q, const gimbal_real *p, gimbal_real *s) {
  for (int i = 0; i < n; ++i) {
    const gimbal_real radius = gimbal_sqrt((1 - p[i]) * (1 + p[i]));
    s[3 * i] = radius * gimbal_cos(q[i]);
    s[3 * i + 1] = radius * gimbal_sin(q[i]);
    s[3 * i + 2] = p[i];
  }
}

/* ṡ at the directions of u, which need not be unit vectors. */
static int field_at(gimbal *g, gimbal_real t, const gimbal_real *u, gimbal_real *rate) {
  const int n = g->n;
  gimbal_real *z = gimbal_scratch(g, 2 * (size_t)n), *f = gimbal_scratch(g, 2 * (size_t)n);
  for (int i = 0; i < n; ++i) {
    const gimbal_real *x = u + 3 * i;
    z[i] = gimbal_atan2(x[1], x[0]);
    z[n + i] = x[2] / gimbal_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  if (gimbal_momentum_field(g, t, z, f))
    return 1;
  for (int i = 0; i < n; ++i) {
    const gimbal_real height = z[n + i], radius = gimbal_sqrt((1 - height) * (1 + height));
    const gimbal_real outward = -height * f[n + i] / radius, around = radius * f[i];
    const gimbal_real c = gimbal_cos(z[i]), s = gimbal_sin(z[i]);
    rate[3 * i] = outward * c - around * s;
    rate[3 * i + 1] = outward * s + around * c;
    rate[3 * i + 2] = f[n + i];
  }
  return 0;
}

/* The increments of angles and heights when s becomes s + d. */
static void increments(int n, const gimbal_real *s, const gimbal_real *d, gimbal_state *to) {
  for (int i = 0; i < n; ++i) {
    const gimbal_real x = s[3 * i], y = s[3 * i + 1], dx = d[3 * i], dy = d[3 * i + 1];
    to->dq[i] = gimbal_atan2(x * dy - y * dx, x * (x + dx) + y * (y + dy));
    to->dp[i] = d[3 * i + 2];
  }
}

typedef struct {
  gimbal_real t, h;
  const gimbal_real *s;
} Step;

/* d − h ṡ(2s + d), in the increments d of s. */
static int residual(gimbal *g, void *context, const gimbal_real *d, gimbal_real *r) {
  const Step *step = context;
  gimbal_real *u = gimbal_scratch(g, 3 * (size_t)g->n);
  for (int i = 0; i < 3 * g->n; ++i)
    u[i] = 2 * step->s[i] + d[i];
  if (field_at(g, step->t, u, r))
    return 1;
  for (int i = 0; i < 3 * g->n; ++i)
    r[i] = d[i] - step->h * r[i];
  return 0;
}

static int step_midpoint(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *s = gimbal_scratch(g, 3 * (size_t)n), *d = gimbal_scratch(g, 3 * (size_t)n);
  Step step = {from->t + h / 2, h, s};
  vectors(n, from->q, from->p, s);
  if (field_at(g, from->t, s, d))
    return 1;
  for (int i = 0; i < 3 * n; ++i)
    d[i] *= h;
  if (gimbal_solve(g, 3 * n, residual, NULL, &step, d))
    return 1;
  increments(n, s, d, to);
  return 0;
}

/* The field b of the spin i, ṡ_i = b × s_i, from ṡ_i where s_i is along the first and the second axis. */
static int field_of(gimbal *g, gimbal_real t, const gimbal_real *s, int i, gimbal_real *b) {
  const int n = g->n;
  gimbal_real *moved = gimbal_scratch(g, 3 * (size_t)n), *rate = gimbal_scratch(g, 3 * (size_t)n);
  for (int k = 0; k < 3 * n; ++k)
    moved[k] = s[k];
  for (int axis = 0; axis < 2; ++axis) {
    for (int k = 0; k < 3; ++k)
      moved[3 * i + k] = k == axis;
    if (field_at(g, t, moved, rate))
      return 1;
    if (axis == 0)
      b[1] = -rate[3 * i + 2], b[2] = rate[3 * i + 1];
    else
      b[0] = rate[3 * i + 2];
  }
  return 0;
}

/* Cayley's rotation of x about b by 2 arctan(τ|b|/2). */
static void turn(const gimbal_real *b, gimbal_real tau, gimbal_real *x) {
  const gimbal_real a[3] = {tau / 2 * b[0], tau / 2 * b[1], tau / 2 * b[2]};
  const gimbal_real square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
  const gimbal_real across[3] = {a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2],
                                 a[0] * x[1] - a[1] * x[0]};
  const gimbal_real along = a[0] * x[0] + a[1] * x[1] + a[2] * x[2];
  for (int k = 0; k < 3; ++k)
    x[k] += 2 / (1 + square) * (across[k] + along * a[k] - square * x[k]);
}

static int step_rotations(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *s = gimbal_scratch(g, 3 * (size_t)n), *d = gimbal_scratch(g, 3 * (size_t)n), b[3];
  vectors(n, from->q, from->p, d);
  for (int k = 0; k < 3 * n; ++k)
    s[k] = d[k];
  for (int sweep = 0; sweep < 4; ++sweep)
    for (int k = 0; k < n; ++k) {
      const int i = sweep % 2 ? n - 1 - k : k;
      if (field_of(g, from->t, d, i, b))
        return 1;
      turn(b, h / 4, d + 3 * i);
    }
  for (int k = 0; k < 3 * n; ++k)
    d[k] -= s[k];
  increments(n, s, d, to);
  return 0;
}

static const gimbal_claim midpoint_claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy", .quantity = "energy", .value = "bounded"},
    {.study = "invariant", .quantity = "linear", .value = "exact"},
    {.study = "invariant", .quantity = "spin_x", .value = "exact"},
    {.study = "invariant", .quantity = "spin_y", .value = "exact"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "spherical_midpoint",
     .title = "the spherical midpoint method",
     .citation = "McLachlan, Modin, Verdier, Physical Review E 89 (2014) 061301",
     .citation_key = "McLachlanModinVerdier2014",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "spheres && autonomous",
     .symmetric = "1",
     .step = step_midpoint,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(midpoint_claims)},
    {.name = "spin_rotations",
     .title = "rotations of one spin after the other",
     .citation = "LAMMPS, documentation of fix nve/spin and src/SPIN/fix_nve_spin.cpp",
     .citation_key = "Lammps",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "spheres && autonomous",
     .step = step_rotations,
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
