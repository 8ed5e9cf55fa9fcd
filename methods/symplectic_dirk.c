/* The symplectic diagonally implicit Runge–Kutta method of three stages: midpoint steps of sizes b_i h,
 * b₁ = b₃ = 1/(2 − ∛2), b₂ = 1 − 2b₁ [Sanz-Serna and Abia, SIAM J. Numer. Anal. 28 (1991) 1081]. Order 4,
 * symmetric; quadratic invariants are exact. */
#include "gimbal.h"

static const gimbal_own_tableau tableaux[] = {
    {.name = "dirk",
     .a = "1/(2-2^(1/3))/2, 0, 0, 1/(2-2^(1/3)), (1-2/(2-2^(1/3)))/2, 0, 1/(2-2^(1/3)), "
          "1-2/(2-2^(1/3)), "
          "1/(2-2^(1/3))/2",
     .b = "1/(2-2^(1/3)), 1-2/(2-2^(1/3)), 1/(2-2^(1/3))"}};

static const gimbal_scheme schemes[] = {{.kind = "runge_kutta", .first = "dirk"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "invariant", .quantity = "quadratic", .value = "exact", .when = "unconstrained"},
    {.study = "algebra", .quantity = "order", .value = "4"},
    {.study = "algebra", .quantity = "symplectic", .value = "yes"}};

static const gimbal_method methods[] = {
    {.name = "symplectic_dirk",
     .title = "the symplectic diagonally implicit Runge–Kutta method of three stages",
     .citation = "Sanz-Serna and Abia, SIAM Journal on Numerical Analysis 28 (1991) 1081",
     .citation_key = "SanzSernaAbia1991",
     .formulation = GIMBAL_ODE,
     .accepts =
         "m == 0", /* fields of their own: on (q,v) it is the triple jump of implicit_midpoint */
     .symmetric = "1",
     .tableaux = GIMBAL_ARRAY(tableaux),
     .schemes = GIMBAL_ARRAY(schemes),
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
