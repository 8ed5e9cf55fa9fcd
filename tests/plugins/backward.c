/* The leapfrog method, kick, drift, kick. Wrong: with the size of h where it goes back; with its square root,
 * which a step of −h does not have. Right: as it should be, and the one with the root where it says that h
 * is never negative. And the leapfrog of two steps, whose memory only steps of −h would try. */
#include "gimbal.h"
#include <string.h>

static int kicks(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_real drift,
                 gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, (size_t)n), *p = gimbal_scratch(g, (size_t)n),
              *q = gimbal_scratch(g, (size_t)n);
  if (gimbal_velocity(g, from->t, from->q, from->p, q) || gimbal_force(g, from->t, from->q, q, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * f[d], p[d] = from->p[d] + to->dp[d];
  if (gimbal_velocity(g, from->t, from->q, p, to->dq))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] *= drift, q[d] = from->q[d] + to->dq[d];
  if (gimbal_velocity(g, to->t, q, p, p) || gimbal_force(g, to->t, q, p, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] += h / 2 * f[d];
  return 0;
}

static int right(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return kicks(g, from, h, h, to);
}
static int size(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return kicks(g, from, h, gimbal_fabs(h), to);
}
static int root(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real r = gimbal_sqrt(h);
  return kicks(g, from, h, r * r, to);
}

/* y_{n+1} = y_{n-1} + 2h f(y_n); the first step is one of Heun's. */
static int two_steps(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  memcpy(to->memory, from->q, (size_t)n * sizeof *f);
  to->memory[n] = 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = from->memory[n] != 0 ? from->memory[d] - from->q[d] + 2 * h * f[d] : h / 2 * f[d];
    y[d] = from->q[d] + h * f[d];
  }
  if (from->memory[n] != 0)
    return 0;
  if (gimbal_field(g, to->t, y, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] += h / 2 * f[d];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};
static const gimbal_claim reversible[] = {
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

#define LEAPFROG(name_, step_, ...)                                                                \
  {                                                                                                \
    .name = name_, .title = "leapfrog", .citation = "a test", .formulation = GIMBAL_LAGRANGIAN,    \
    .accepts = "unconstrained && separable", .symmetric = "1", .step = step_,                      \
    .claims = GIMBAL_ARRAY(claims), __VA_ARGS__                                                    \
  }
/* With one claim, of symmetry or of symplecticity; or with none that is of steps back. */
#define ALONE(name_, step_, claim_, ...)                                                           \
  {                                                                                                \
    .name = name_, .title = "leapfrog", .citation = "a test", .formulation = GIMBAL_LAGRANGIAN,    \
    .accepts = "unconstrained && separable", .step = step_, .overwrites = "none",                  \
    .claims = {claim_, 1, sizeof(gimbal_claim)}, __VA_ARGS__                                       \
  }
static const gimbal_method methods[] = {
    LEAPFROG("back_right", right, .overwrites = "none"),
    LEAPFROG("back_size", size, .overwrites = "none"),
    LEAPFROG("back_root", root, .overwrites = "none"),
    LEAPFROG("back_forward", root, .overwrites = "none", .forward_only = "1"),
    {.name = "back_two_steps",
     .title = "leapfrog of two steps",
     .citation = "a test",
     .formulation = GIMBAL_ODE,
     .accepts = "unconstrained",
     .memory = "n + 1",
     .step = two_steps,
     .claims = GIMBAL_ARRAY(reversible),
     .forward_only = "1"},
    ALONE("back_size_symmetric", size, &claims[0], .symmetric = "1"),
    ALONE("back_size_symplectic", size, &claims[1], .symmetric = NULL),
    ALONE("back_size_nothing", size, &claims[0], .symmetric = NULL),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
