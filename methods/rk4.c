/* The classical Runge–Kutta method of order four [Kutta 1901; Hairer, Nørsett, Wanner, Solving
 * Ordinary Differential Equations I, II.1]:
 *     k_i = f(t + c_i h, y + h Σ_{j<i} a_ij k_j),
 *     y₁ = y + h Σ_i b_i k_i.
 * A control: its order holds on every system and linear invariants are exact, but it is neither
 * symplectic nor reversible, and its energy drifts. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c");
  gimbal_real *y = gimbal_scratch(g, n), *k = gimbal_scratch(g, 4 * n);
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < n; ++d) {
      y[d] = from->q[d];
      for (int j = 0; j < i; ++j)
        y[d] += h * a[i * (i - 1) / 2 + j] * k[j * n + d];
    }
    if (gimbal_field(g, from->t + c[i] * h, y, k + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * b[i] * k[i * n + d];
  }
  return 0;
}

static const gimbal_value coefficients[] = {
    {.name = "a", .value = "1/2, 0, 1/2, 0, 0, 1", .description = "rows below the diagonal"},
    {.name = "b", .value = "1/6, 1/3, 1/3, 1/6", .description = "weights"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "order", .quantity = "v", .value = "4", .when = "m > 0"},
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "canonical && autonomous"},
    {.study = "invariant", .quantity = "linear", .value = "exact", .when = "unconstrained"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "no", .when = "reversible"},
    {.study = "growth", .quantity = "q", .value = "2", .when = "canonical && integrable"},
    {.study = "growth", .quantity = "energy", .value = "1", .when = "canonical && integrable"}};

static const gimbal_scheme schemes[] = {{.kind = "coefficients", .first = "a", .second = "b"}};

static const gimbal_method methods[] = {
    {.name = "rk4",
     .title = "the classical Runge–Kutta method of order 4",
     .citation = "Kutta, Zeitschrift für Mathematik und Physik 46 (1901)",
     .citation_key = "Kutta1901",
     .formulation = GIMBAL_ODE,
     .coefficients = GIMBAL_ARRAY(coefficients),
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
