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

/* Every fifth one. */
static int seldom(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static int steps;
  return euler(g, from, h, to, ++steps % 5 ? 1 : GIMBAL_C(0.5));
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

/* Working storage of which an entry is never written, nor changed: it is what the host's memory was, which
 * is mostly zero. */
static int unset(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real *work = gimbal_scratch(g, 2000);
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-3) * work[1999]);
}

/* y1 = y0 + h f(y0) as a system of equations, and one more whose unknown is zero. Wrong: the last residual
 * is never written; of the Jacobian only the diagonal is. */
static int residual_whole(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const gimbal_real *goal = context;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - goal[d];
  r[g->n] = x[g->n];
  return 0;
}
static int residual_short(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const gimbal_real *goal = context;
  for (int d = 0; d < g->n; ++d)
    r[d] = x[d] - goal[d];
  return 0;
}
static int jacobian_whole(gimbal *g, void *context, const gimbal_real *x, double *J) {
  (void)context, (void)x;
  for (int i = 0; i <= g->n; ++i)
    for (int j = 0; j <= g->n; ++j)
      J[i * (g->n + 1) + j] = i == j;
  return 0;
}
static int jacobian_bare(gimbal *g, void *context, const gimbal_real *x, double *J) {
  (void)context, (void)x;
  for (int i = 0; i <= g->n; ++i)
    J[i * (g->n + 1) + i] = 1;
  return 0;
}
static int solved(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                  gimbal_residual *residual, gimbal_jacobian *jacobian) {
  gimbal_real *goal = gimbal_scratch(g, g->n), *x = gimbal_scratch(g, g->n + 1);
  if (gimbal_field(g, from->t, from->q, goal))
    return 1;
  for (int d = 0; d < g->n; ++d)
    goal[d] *= h;
  memset(x, 0, (size_t)(g->n + 1) * sizeof *x);
  if (gimbal_solve(g, g->n + 1, residual, jacobian, goal, x))
    return 1;
  memcpy(to->dq, x, (size_t)g->n * sizeof *x);
  return 0;
}
static int short_residual(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return solved(g, from, h, to, residual_short, jacobian_whole);
}
static int bare_jacobian(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return solved(g, from, h, to, residual_whole, jacobian_bare);
}

/* The size of the first step, for ever; that of the step before; that with which a run began. */
static int first_size(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static gimbal_real first;
  if (first == 0)
    first = h;
  return euler(g, from, first, to, 1);
}
static int last_size(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static gimbal_real last;
  const gimbal_real used = last != 0 ? last : h;
  last = h;
  return euler(g, from, used, to, 1);
}
static gimbal_real begun;
static int begin_size(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)g, (void)state;
  begun = h;
  return 0;
}
static int begun_size(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)h;
  return euler(g, from, begun, to, 1);
}

/* A coefficient that belongs to a step size, and to the dimension as well. */
static int other_model(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static gimbal_real of, factor;
  if (of != h) {
    of = h, factor = 1 + h * (gimbal_real)g->n;
  }
  return euler(g, from, h, to, factor);
}
/* Right: a coefficient that belongs to a step size alone. */
static int cache(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static gimbal_real of, factor;
  if (of != h)
    of = h, factor = 1 + h * h;
  return euler(g, from, h, to, factor);
}
/* Right: working storage that is written before it is read. */
static int written(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *work = gimbal_scratch(g, 2000);
  work[1999] = 0;
  return euler(g, from, h, to, 1 + GIMBAL_C(1e-3) * work[1999]);
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

/* Right: a handle with data that can be rebuilt at any time. */
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
    EULER("impure_seldom", seldom, .accepts = NULL),
    EULER("impure_random", random_kick, .accepts = NULL),
    EULER("impure_last_force", last_force, .accepts = NULL),
    EULER("impure_address", address, .accepts = NULL),
    EULER("impure_unwritten", unwritten, .accepts = NULL),
    EULER("impure_unset", unset, .accepts = NULL),
    EULER("impure_residual", short_residual, .accepts = NULL),
    EULER("impure_jacobian", bare_jacobian, .accepts = NULL),
    EULER("impure_first_size", first_size, .accepts = NULL),
    EULER("impure_last_size", last_size, .accepts = NULL),
    EULER("impure_begun_size", begun_size, .start = begin_size),
    EULER("other_model", other_model, .accepts = NULL),
    EULER("pure_cache", cache, .accepts = NULL),
    EULER("pure_written", written, .accepts = NULL),
    EULER("impure_handle", handle, .open = handle_open, .close = handle_close),
    EULER("impure_start", handle, .open = seeded_open, .close = handle_close, .uncopyable = "1"),
    EULER("impure_noise", noise, .accepts = NULL),
    EULER("pure_memory", kept, .memory = "n + 1"),
    EULER("pure_handle", cached, .open = handle_open, .close = handle_close),
    EULER("pure_uncopyable", handle, .open = handle_open, .close = handle_close, .uncopyable = "1"),
};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
