/* Gauss collocation with s stages [Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1.3
 * and IV.2]: with the slopes as the unknowns,
 *     K_i = f(t + c_i h, y + h Σ_j a_ij K_j),
 *     y₁ = y + h Σ_i b_i K_i.
 *
 * Order 2s on every system; symmetric, so reversible; preserves the linear and quadratic invariants
 * of the whole space (those that hold only on a constraint are not of the kind: the stages are off
 * it). Symplectic where the form is constant in (q,v), which is where the mass matrix is; there the
 * energy stays bounded, by backward error analysis [ibidem, IX.8]. */
#include "gimbal.h"

static const gimbal_value parameters[] = {
    {.name = "s", .value = "2", .description = "number of stages"}};

static const gimbal_member members[] = {{.name = "gauss_2", .settings = "s=2"},
                                        {.name = "gauss_3", .settings = "s=3"},
                                        {.name = "gauss_4", .settings = "s=4"},
                                        {.name = "gauss_5", .settings = "s=5"},
                                        {.name = "gauss_6", .settings = "s=6"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2*s"},
    {.study = "order", .quantity = "v", .value = "2*s", .when = "m > 0"},
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

static const gimbal_scheme schemes[] = {{.kind = "runge_kutta", .first = "gauss", .stages = "s"}};

static const gimbal_method methods[] = {
    {.name = "gauss",
     .title = "Gauss collocation",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), II.1.3",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
