/* The generalised-α method [Chung, Hulbert, J. Appl. Mech. 60 (1993) 371], with HHT-α [Hilber,
 * Hughes, Taylor, Earthquake Eng. Struct. Dyn. 5 (1977) 283] for α_m = 0. With a carried along,
 *     (1 − α_m) M a₁ + α_m M a₀ = (1 − α_f) f(t₁,q₁) + α_f f(t₀,q₀),
 *     q₁ = q + h v + h² ((1/2 − β) a₀ + β a₁),  v₁ = v + h ((1 − γ) a₀ + γ a₁),
 *     γ = 1/2 − α_m + α_f,  β = (1 − α_m + α_f)²/4.
 * Order 2 of q and p. It starts with a₀ = M⁻¹f₀, while a_n is the acceleration at another time; that
 * costs h² once. Dissipates by design; neither symplectic nor symmetric. */
#include "lagrangian.h"

typedef struct {
  gimbal_real h, m, f, beta; /* f, m: α_f, α_m */
  const gimbal_state *from;
  const gimbal_real *v, *force;
} alpha;

/* Unknown: M a₁; memory holds M a₀. */
static int position(gimbal *g, const alpha *s, const gimbal_real *Ma1, gimbal_real *dq) {
  const int n = g->n;
  gimbal_real *mean = gimbal_scratch(g, n), *a = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    mean[d] = (GIMBAL_C(0.5) - s->beta) * s->from->memory[d] + s->beta * Ma1[d];
  if (inverse_mass(g, s->from->t, s->from->q, mean, a))
    return 1;
  for (int d = 0; d < n; ++d)
    dq[d] = s->h * (s->v[d] + s->h * a[d]);
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *Ma1, gimbal_real *r) {
  const alpha *s = context;
  gimbal_real *q = gimbal_scratch(g, g->n);
  if (position(g, s, Ma1, q))
    return 1;
  for (int d = 0; d < g->n; ++d)
    q[d] += s->from->q[d];
  if (force_at(g, s->from->t + s->h, q, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = (1 - s->m) * Ma1[d] + s->m * s->from->memory[d] - (1 - s->f) * r[d] - s->f * s->force[d];
  return 0;
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  return force_at(g, state->t, state->q, state->memory);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n), *Ma1 = gimbal_scratch(g, n);
  if (inverse_mass(g, from->t, from->q, from->p, v) || force_at(g, from->t, from->q, f))
    return 1;
  alpha context = {.h = h,
                   .m = gimbal_coefficients(g, "alpha_m")[0],
                   .f = gimbal_coefficients(g, "alpha_f")[0],
                   .from = from,
                   .v = v,
                   .force = f};
  const gimbal_real shift = context.f - context.m, gamma = GIMBAL_C(0.5) + shift;
  context.beta = (1 + shift) * (1 + shift) / 4;
  for (int d = 0; d < n; ++d)
    Ma1[d] = from->memory[d];
  if (gimbal_solve(g, n, residual, NULL, &context, Ma1) || position(g, &context, Ma1, to->dq))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] = h * ((1 - gamma) * from->memory[d] + gamma * Ma1[d]);
    to->memory[d] = Ma1[d];
  }
  return 0;
}

#define ALPHA(m, f)                                                                                \
  static const gimbal_value coefficients[] = {{.name = "alpha_m", .value = m},                     \
                                              {.name = "alpha_f", .value = f}}
#define ALPHA_METHOD                                                                               \
  .accepts = "unconstrained && separable && n < 8", .coefficients = GIMBAL_ARRAY(coefficients),    \
  .memory = "n", .start = start
#define ALPHA_CLAIMS                                                                               \
  static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2"),                                \
                                        ENERGY("drift", "canonical && autonomous"),                \
                                        SYMPLECTIC("no", "canonical"), REVERSIBLE("no")}
