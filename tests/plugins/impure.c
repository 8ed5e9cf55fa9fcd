/* Euler's method, with something that is not in the state, and twice with everything in it. */
#include "gimbal.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static int euler(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                 gimbal_real factor) {
  if (gimbal_field(g, from->t, from->q, to->dq))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] *= h * factor;
  return 0;
}

/* In [0, 1). */
static gimbal_real fraction(uint64_t bits) {
  return (gimbal_real)(double)((bits * UINT64_C(6364136223846793005)) >> 11) /
         GIMBAL_C(9007199254740992.0);
}

/* Every hundredth step is half as long. */
static int counter(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static int steps;
  return euler(g, from, h, to, ++steps % 100 ? 1 : GIMBAL_C(0.5));
}

static int random_kick(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-12) * (gimbal_real)rand() / (gimbal_real)RAND_MAX);
}

/* The field of the step before, in the second method of Adams and Bashforth. */
static int last_force(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static gimbal_real last[MOST];
  gimbal_real *f = gimbal_scratch(g, g->n);
  if (g->n > MOST || gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d) {
    to->dq[d] = h / 2 * (3 * f[d] - last[d]);
    last[d] = f[d];
  }
  return 0;
}

static int address(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-12) * fraction((uint64_t)(uintptr_t)from->q));
}

/* What an earlier step has left behind in working storage. */
static int unwritten(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *work = gimbal_scratch(g, g->n);
  const gimbal_real found = work[0] > 0 && work[0] < 10 ? work[0] : 0;
  work[0] = 1 + from->t;
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-12) * found);
}

/* A run of the random numbers' own, which the host cannot take back. */
static int handle_open(gimbal *g, gimbal_real h, const gimbal_state *state) {
  (void)h, (void)state;
  g->handle = calloc(1, sizeof(uint64_t));
  return !g->handle;
}
static void handle_close(gimbal *g) { free(g->handle); }
static int handle(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-12) * fraction(++*(uint64_t *)g->handle));
}
/* The same, from a seed that is another one each time. */
static int seeded_open(gimbal *g, gimbal_real h, const gimbal_state *state) {
  static uint64_t seed;
  if (handle_open(g, h, state))
    return 1;
  *(uint64_t *)g->handle = ++seed;
  return 0;
}

/* A function of the state, and a jagged one. */
static int noise(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const double value = (double)from->q[0];
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits ^= bits << 13, bits ^= bits >> 7;
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-6) * fraction(bits));
}

/* Right: Adams and Bashforth's method with the field in the memory, and the number of its steps. */
static int kept(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int first = from->memory[g->n] == 0;
  if (gimbal_field(g, from->t, from->q, to->memory))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = first ? h * to->memory[d] : h / 2 * (3 * to->memory[d] - from->memory[d]);
  to->memory[g->n] = from->memory[g->n] + 1;
  return 0;
}

/* Right: a handle with what can be made anew at any time. */
static int cached(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  ++*(uint64_t *)g->handle;
  return euler(g, from, h, to, 1);
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "1"},
    {.study = "energy", .quantity = "energy", .value = "drift"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"}};

#define EULER(name_, step_, ...)                                                                   \
  {                                                                                                \
    .name = name_, .title = "Euler's method", .citation = "a test", .formulation = GIMBAL_ODE,     \
    .step = step_, .claims = GIMBAL_ARRAY(claims), __VA_ARGS__                                     \
  }
static const gimbal_method methods[] = {
    EULER("impure_counter", counter, .accepts = NULL),
    EULER("impure_random", random_kick, .accepts = NULL),
    EULER("impure_last_force", last_force, .accepts = NULL),
    EULER("impure_address", address, .accepts = NULL),
    EULER("impure_unwritten", unwritten, .accepts = NULL),
    EULER("impure_handle", handle, .open = handle_open, .close = handle_close),
    EULER("impure_start", handle, .open = seeded_open, .close = handle_close, .uncopyable = "1"),
    EULER("impure_noise", noise, .accepts = NULL),
    EULER("pure_memory", kept, .memory = "n + 1"),
    EULER("pure_handle", cached, .open = handle_open, .close = handle_close),
    EULER("pure_uncopyable", handle, .open = handle_open, .close = handle_close, .uncopyable = "1"),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
