/* Störmer–Verlet methods on L = ½ vᵀMv − U(q) that differ in what they hand on: the force at the
 * node, in late_force that of the node before (wrong: it is of order 1, and claims to be symplectic
 * and reversible); p half a step before the node, in the state or in memory; the last difference
 * of q, with p one node before. tired counts its steps in memory, and loses some p in every
 * hundredth (wrong: it claims to be symplectic). drifting loses some of its p in every step (wrong: it claims a
 * bounded energy). astray says a wrong time of its q. */
#include "gimbal.h"

static int force(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *f) {
  gimbal_real *zero = gimbal_scratch(g, (size_t)g->n);
  for (int d = 0; d < g->n; ++d)
    zero[d] = 0;
  return gimbal_force(g, t, q, zero, f);
}

/* ---- The force in memory ---- */

static int start_with_force(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  return force(g, state->t, state->q, state->memory);
}

/* Half a kick by the force in memory, a drift, half a kick by the new one. */
static int kick_and_drift(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                          gimbal_real *f) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, (size_t)n), *q = gimbal_scratch(g, (size_t)n);
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d] + h / 2 * from->memory[d];
  if (gimbal_velocity(g, from->t, from->q, p, to->dq))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] *= h;
    q[d] = from->q[d] + to->dq[d];
  }
  if (force(g, from->t + h, q, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * (from->memory[d] + f[d]);
  return 0;
}

static int step_with_kept_force(gimbal *g, const gimbal_state *from, gimbal_real h,
                                gimbal_state *to) {
  return kick_and_drift(g, from, h, to, to->memory);
}

static int step_with_late_force(gimbal *g, const gimbal_state *from, gimbal_real h,
                                gimbal_state *to) {
  return force(g, from->t, from->q, to->memory) ||
         kick_and_drift(g, from, h, to, gimbal_scratch(g, (size_t)g->n));
}

static int step_tired(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  gimbal_state mine = *from;
  mine.memory = f;
  to->memory[0] = from->memory[0] + 1;
  if (force(g, from->t, from->q, f) ||
      kick_and_drift(g, &mine, h, to, gimbal_scratch(g, (size_t)g->n)))
    return 1;
  for (int d = 0; d < g->n && gimbal_fmod(to->memory[0], 100) == 0; ++d)
    to->dp[d] -= GIMBAL_C(1e-6) * from->p[d];
  return 0;
}

/* ---- p half a step before the node ---- */

/* p₀ − (h/2)f₀ */
static int half_back(gimbal *g, gimbal_real h, const gimbal_state *state, gimbal_real *p) {
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  if (force(g, state->t, state->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    p[d] = state->p[d] - h / 2 * f[d];
  return 0;
}

static int start_staggered(gimbal *g, gimbal_real h, gimbal_state *state) {
  return half_back(g, h, state, state->p);
}

static int start_in_memory(gimbal *g, gimbal_real h, gimbal_state *state) {
  return half_back(g, h, state, state->memory);
}

/* A kick by the part 1 − loss of hf, and a drift. */
static int leap(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_real loss,
                gimbal_state *to) {
  const gimbal_real *before = from->memory ? from->memory : from->p;
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  if (force(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->p[d] = before[d] * (1 - h * loss) + h * f[d];
  if (gimbal_velocity(g, from->t, from->q, to->p, to->dq))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] *= h;
  return 0;
}

static int step_staggered(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_state mine = *from;
  mine.memory = NULL;
  return leap(g, &mine, h, 0, to);
}

static int step_drifting(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_state mine = *from;
  mine.memory = NULL;
  return leap(g, &mine, h, GIMBAL_C(1e-4), to);
}

static int step_in_memory(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (leap(g, from, h, 0, to))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->memory[d] = to->p[d];
  return 0;
}

/* ---- The last difference in memory ---- */

/* q₀ − q₋₁ = hv(p₀ − (h/2)f₀) */
static int start_with_difference(gimbal *g, gimbal_real h, gimbal_state *state) {
  gimbal_real *p = gimbal_scratch(g, (size_t)g->n);
  if (half_back(g, h, state, p) || gimbal_velocity(g, state->t, state->q, p, state->memory))
    return 1;
  for (int d = 0; d < g->n; ++d)
    state->memory[d] *= h;
  return 0;
}

/* q₊ − 2q + q₋ = h²M⁻¹f(q); p is that of q, one node before. */
static int step_of_two(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, (size_t)n), *a = gimbal_scratch(g, (size_t)n);
  gimbal_real *v = gimbal_scratch(g, (size_t)n);
  if (force(g, from->t, from->q, f) || gimbal_velocity(g, from->t, from->q, f, a))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = to->memory[d] = from->memory[d] + h * h * a[d];
    v[d] = (from->memory[d] + to->memory[d]) / (2 * h);
  }
  return gimbal_momentum(g, from->t, from->q, v, to->p);
}

#define CLAIM(study_, quantity_, value_, when_)                                                    \
  { .study = study_, .quantity = quantity_, .value = value_, .when = when_ }
static const gimbal_claim claims[] = {
    CLAIM("order", "q", "2", NULL), CLAIM("structure", "symplectic", "yes", "canonical"),
    CLAIM("structure", "reversible", "yes", "reversible"),
    CLAIM("energy", "energy", "bounded", "canonical && autonomous"),
    CLAIM("invariant", "momentum_map", "exact", "canonical && quadratic")};
#define METHOD(name_, start_, step_, ...)                                                          \
  {                                                                                                \
    .name = name_, .title = "Störmer–Verlet", .citation = "made for a test",                       \
    .formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .start = start_,    \
    .step = step_, .claims = GIMBAL_ARRAY(claims), __VA_ARGS__                                     \
  }
static const gimbal_method methods[] = {
    METHOD("kept_force", start_with_force, step_with_kept_force, .memory = "n"),
    METHOD("late_force", start_with_force, step_with_late_force, .memory = "n"),
    METHOD("tired", NULL, step_tired, .memory = "1"),
    METHOD("staggered", start_staggered, step_staggered, .time_of_p = "-1/2"),
    METHOD("drifting", start_staggered, step_drifting, .time_of_p = "-1/2"),
    METHOD("staggered_in_memory", start_in_memory, step_in_memory, .memory = "n",
           .time_of_p = "-1/2"),
    METHOD("two_step", start_with_difference, step_of_two, .memory = "n", .time_of_p = "-1"),
    METHOD("astray", start_staggered, step_staggered, .time_of_q = "1/4", .time_of_p = "-1/2")};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
