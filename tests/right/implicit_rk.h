/* Implicit Runge–Kutta methods of STAGES stages, the slopes being the unknowns [Hairer, Wanner,
 * Solving Ordinary Differential Equations II, IV.5 and IV.8]; a is given by its rows. */
#include "claim.h"

typedef struct {
  const gimbal_real *a, *c, *y;
  gimbal_real h, t;
} stages;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const stages *s = context;
  const int n = g->n;
  gimbal_real *Y = gimbal_scratch(g, n);
  for (int i = 0; i < STAGES; ++i, r += n) {
    for (int d = 0; d < n; ++d) {
      gimbal_real sum = 0;
      for (int j = 0; j < STAGES; ++j)
        sum += s->a[i * STAGES + j] * K[j * n + d];
      Y[d] = s->y[d] + s->h * sum;
    }
    if (gimbal_field(g, s->t + s->c[i] * s->h, Y, r))
      return 1;
    for (int d = 0; d < n; ++d)
      r[d] = K[i * n + d] - r[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *b = gimbal_coefficients(g, "b");
  stages context = {.a = gimbal_coefficients(g, "a"),
                    .c = gimbal_coefficients(g, "c"),
                    .y = from->q,
                    .h = h,
                    .t = from->t};
  gimbal_real *K = gimbal_scratch(g, (size_t)STAGES * n);
  for (int d = 0; d < STAGES * n; ++d)
    K[d] = 0;
  if (gimbal_solve(g, STAGES * n, residual, NULL, &context, K))
    return 1;
  for (int d = 0; d < n; ++d) {
    gimbal_real sum = 0;
    for (int i = 0; i < STAGES; ++i)
      sum += b[i] * K[i * n + d];
    to->dq[d] = h * sum;
  }
  return 0;
}

#define COEFFICIENTS(a_, b_, c_)                                                                   \
  static const gimbal_value coefficients[] = {                                                     \
      {.name = "a", .value = a_, .description = "rows"},                                           \
      {.name = "b", .value = b_, .description = "weights"},                                        \
      {.name = "c", .value = c_, .description = "nodes"}}

/* Neither symplectic nor symmetric. */
#define DISSIPATIVE_CLAIMS(order)                                                                  \
  static const gimbal_claim claims[] = {ORDER_Q(order),                                            \
                                        ORDER_V(order),                                            \
                                        ENERGY("drift", "canonical && autonomous"),                \
                                        LINEAR_EXACT,                                              \
                                        SYMPLECTIC("no", "canonical"),                             \
                                        REVERSIBLE("no")}

/* b_i a_ij + b_j a_ji = b_i b_j, and symmetric. */
#define SYMPLECTIC_CLAIMS(order)                                                                   \
  static const gimbal_claim claims[] = {ORDER_Q(order),                                            \
                                        ORDER_V(order),                                            \
                                        LINEAR_EXACT,                                              \
                                        QUADRATIC_EXACT,                                           \
                                        ENERGY("bounded", CONSTANT_FORM " && autonomous"),         \
                                        SYMPLECTIC("yes", CONSTANT_FORM),                          \
                                        REVERSIBLE("yes")}
