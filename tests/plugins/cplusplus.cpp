// Heun's method with the standard library's containers: a plugin of the tree in C++.
#include "gimbal_stages.h"
#include <cstdint>
#include <vector>

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real weights[] = {GIMBAL_C(0.5), GIMBAL_Q(1, 2)};
  std::vector<gimbal_real> k(2 * g->n), y(from->q, from->q + g->n);
  if (gimbal_field(g, from->t, y.data(), k.data()))
    return 1;
  for (int d = 0; d < g->n; ++d)
    y[d] += h * k[d];
  if (gimbal_field(g, from->t + h, y.data(), k.data() + g->n))
    return 1;
  const std::vector<gimbal_real> zero(g->n);
  gimbal_stages_combine(g->n, 2, zero.data(), h, weights, k.data(), to->dq);
  return 0;
}

// The host has no storage of that size, and what it then does must leave this frame alone.
static int greedy(gimbal *g, const gimbal_state *, gimbal_real, gimbal_state *) {
  const std::vector<gimbal_real> y(g->n);
  gimbal_scratch(g, SIZE_MAX / 64)[0] = y[0];
  return 0;
}

static const gimbal_claim claims[] = {{"order", "q", "2", nullptr, nullptr}};
static const gimbal_method methods[] = {{.name = "cplusplus",
                                         .title = "Heun's method in C++",
                                         .citation = "Heun 1900",
                                         .formulation = GIMBAL_ODE,
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "cplusplus_greedy",
                                         .title = "working storage without end",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = greedy}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
