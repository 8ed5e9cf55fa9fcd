/* The implicit midpoint rule [Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1.2 and
 * VI.4]: with the slope K as the unknown,
 *     K = f(t + h/2, y + (h/2) K),
 *     y₁ = y + h K.
 *
 * Order 2 on every system; symmetric, so reversible; preserves the linear and quadratic invariants
 * of the whole space (those that hold only on a constraint are not of the kind: the stage is off
 * it). Symplectic where the form is constant in (q,v), which is where the mass matrix is. */
#include "gimbal.h"

static const gimbal_value coefficients[] = {
    {.name = "a", .value = "1/2", .description = "of the stage"},
    {.name = "c", .value = "1/2", .description = "node"},
    {.name = "b", .value = "1", .description = "weight"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"},
    {.study = "invariant", .quantity = "linear", .value = "exact", .when = "unconstrained"},
    {.study = "invariant", .quantity = "quadratic", .value = "exact", .when = "unconstrained"},
    {.study = "energy",
     .quantity = "energy",
     .value = "bounded",
     .when = "canonical && separable && autonomous"},
    {.study = "structure",
     .quantity = "symplectic",
     .value = "yes",
     .when = "canonical && separable"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"},
    {.study = "shadow",
     .quantity = "hamiltonian",
     .value = "yes",
     .when = "canonical && separable && autonomous"},
    {.study = "growth",
     .quantity = "q",
     .value = "1",
     .when = "canonical && separable && integrable"},
    {.study = "growth",
     .quantity = "energy",
     .value = "0",
     .when = "canonical && separable && integrable"}};

static const gimbal_scheme schemes[] = {{.kind = "coefficients", .first = "a", .second = "b"}};

static const gimbal_method methods[] = {
    {.name = "implicit_midpoint",
     .title = "the implicit midpoint rule",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.4",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_ODE,
     .coefficients = GIMBAL_ARRAY(coefficients),
     .symmetric = "1",
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
