/* An explicit symmetric multistep method of order 8 [Quinlan and Tremaine, Astronomical Journal 100 (1990)
 * 1694; Hairer, Lubich, Wanner, Geometric Numerical Integration, XV.1],
 *   Σ ρ_j q_{n+j} = h² Σ σ_j a_{n+j},   ρ(ζ) = (ζ−1)²(ζ⁶ + 2ζ⁵ + 3ζ⁴ + 7/2 ζ³ + 3ζ² + 2ζ + 1),
 * with σ from the conditions of order 8. Its parasitic roots lie on the unit circle, and are no roots of
 * unity. Memory: the last seven differences of q and the last six accelerations. The velocity, a
 * difference of order 8, is that of four nodes before. Started backwards by extrapolation of order 8.
 *
 * Wrong: σ₂, σ₄ and σ₆ off by 1e-9 so that σ(1) stays, and one started by a method of order 2. */
#include "gimbal.h"

enum { LEVELS = 4, PAST = 7 };

/* The increment of one step of the midpoint rule with LEVELS extrapolations, or of its first level. */
static int extrapolated(gimbal *g, int levels, gimbal_real t, const gimbal_real *y, gimbal_real h,
                        gimbal_real *result) {
  const int n = 2 * g->n;
  gimbal_real *T = gimbal_scratch(g, (size_t)(LEVELS * n)), *a = gimbal_scratch(g, (size_t)n);
  gimbal_real *b = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n);
  gimbal_real *Y = gimbal_scratch(g, (size_t)n);
  for (int l = 0; l < levels; ++l) {
    const int steps = 2 * (l + 1);
    const gimbal_real s = h / steps;
    if (gimbal_field(g, t, y, f))
      return 1;
    for (int d = 0; d < n; ++d) {
      a[d] = 0;
      b[d] = s * f[d];
    }
    for (int k = 1; k < steps; ++k) {
      for (int d = 0; d < n; ++d)
        Y[d] = y[d] + b[d];
      if (gimbal_field(g, t + k * s, Y, f))
        return 1;
      for (int d = 0; d < n; ++d) {
        const gimbal_real next = a[d] + 2 * s * f[d];
        a[d] = b[d];
        b[d] = next;
      }
    }
    for (int d = 0; d < n; ++d)
      T[l * n + d] = b[d];
    for (int k = l - 1; k >= 0; --k) {
      const gimbal_real ratio = (gimbal_real)(l + 1) / (k + 1);
      for (int d = 0; d < n; ++d)
        T[k * n + d] =
            T[(k + 1) * n + d] + (T[(k + 1) * n + d] - T[k * n + d]) / (ratio * ratio - 1);
    }
  }
  for (int d = 0; d < n; ++d)
    result[d] = T[d];
  return 0;
}

static int begin(gimbal *g, gimbal_real h, gimbal_state *state, int levels) {
  const int n = g->n;
  gimbal_real *y = gimbal_scratch(g, 2 * (size_t)n), *z = gimbal_scratch(g, 2 * (size_t)n);
  gimbal_real *f = gimbal_scratch(g, 2 * (size_t)n);
  for (int d = 0; d < n; ++d)
    y[d] = state->q[d];
  if (gimbal_velocity(g, state->t, state->q, state->p, y + n))
    return 1;
  for (int j = 0; j < PAST; ++j) {
    if (extrapolated(g, levels, state->t - j * h, y, -h, z))
      return 1;
    for (int d = 0; d < n; ++d)
      state->memory[j * n + d] = -z[d];
    for (int d = 0; d < 2 * n; ++d)
      y[d] += z[d];
    if (gimbal_field(g, state->t - (j + 1) * h, y, f))
      return 1;
    for (int d = 0; j + 1 < PAST && d < n; ++d)
      state->memory[(PAST + j) * n + d] = f[n + d];
  }
  return 0;
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  return begin(g, h, state, LEVELS);
}

static int start_low(gimbal *g, gimbal_real h, gimbal_state *state) {
  return begin(g, h, state, 1);
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   gimbal_real off) {
  const int n = g->n;
  const gimbal_real *m = from->memory;
  const gimbal_real s1 = GIMBAL_Q(192481, 120960), s2 = GIMBAL_Q(1097, 20160) + off;
  const gimbal_real s3 = GIMBAL_Q(272261, 40320), s4 = -GIMBAL_Q(39203, 30240) - 2 * off;
  gimbal_real *y = gimbal_scratch(g, 2 * (size_t)n), *f = gimbal_scratch(g, 2 * (size_t)n);
  gimbal_real *v = gimbal_scratch(g, (size_t)n), *centre = gimbal_scratch(g, (size_t)n);
  for (int d = 0; d < n; ++d) {
    y[d] = from->q[d];
    y[n + d] = 0;
  }
  if (gimbal_field(g, from->t, y, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    const gimbal_real *a = m + PAST * n + d;
    gimbal_real x[PAST + 1] = {0}, next; /* back from q_n */
    for (int j = 0; j < PAST; ++j)
      x[j + 1] = x[j] - m[j * n + d];
    next = (x[2] + x[4]) / 2 + x[3] - x[7] +
           h * h *
               (s1 * (f[n + d] + a[5 * n]) + s2 * (a[0] + a[4 * n]) + s3 * (a[n] + a[3 * n]) +
                s4 * a[2 * n]);
    v[d] = (4 * (x[2] - x[4]) / 5 - (x[1] - x[5]) / 5 + 4 * (x[0] - x[6]) / 105 -
            (next - x[7]) / 280) /
           h;
    centre[d] = from->q[d] + x[3];
    to->dq[d] = to->memory[d] = next;
    for (int j = 1; j < PAST; ++j)
      to->memory[j * n + d] = m[(j - 1) * n + d];
    to->memory[PAST * n + d] = f[n + d];
    for (int j = 1; j + 1 < PAST; ++j)
      to->memory[(PAST + j) * n + d] = m[(PAST + j - 1) * n + d];
  }
  return gimbal_momentum(g, from->t - 3 * h, centre, v, to->p);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, 0);
}

static int step_off(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, GIMBAL_C(1e-9));
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "8"},
                                      {.study = "order", .quantity = "p", .value = "8"}};
#define MULTISTEP(name_, step_, start_)                                                            \
  {                                                                                                \
    .name = name_, .title = "the explicit symmetric multistep method of order 8",                  \
    .citation = "Quinlan and Tremaine, Astronomical Journal 100 (1990) 1694",                      \
    .formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .memory = "13*n",   \
    .time_of_p = "-4", .step = step_, .start = start_, .claims = GIMBAL_ARRAY(claims)              \
  }
static const gimbal_method methods[] = {MULTISTEP("multistep_8", step, start),
                                        MULTISTEP("multistep_8_off", step_off, start),
                                        MULTISTEP("multistep_8_started_low", step, start_low)};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
