/* Methods of order 1 that a small term keeps from order 2, for the test t0310: the slope of their errors
 * lies between the two. */
#include "gimbal.h"

static const gimbal_own_tableau midpoint[] = {{"own", .a = "501/1000", .b = "1"}},
                                trapezoid[] = {{"own", .a = "0, 0, 499/1000, 501/1000",
                                                .b = "499/1000, 501/1000"}},
                                right[] = {{"own", .a = "1/2", .b = "1"}};
static const gimbal_scheme tableau[] = {{.kind = "runge_kutta", .first = "own"}},
                           splitting[] = {{.kind = "splitting", .first = "kick"}};
static const gimbal_value kick[] = {{.name = "kick", .value = "501/1000, 499/1000"}};
static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};

static const gimbal_method methods[] = {{.name = "small_midpoint",
                                         .title = "the implicit midpoint rule off the middle",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .tableaux = GIMBAL_ARRAY(midpoint),
                                         .schemes = GIMBAL_ARRAY(tableau),
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "small_trapezoid",
                                         .title = "the trapezoidal rule with unequal weights",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .tableaux = GIMBAL_ARRAY(trapezoid),
                                         .schemes = GIMBAL_ARRAY(tableau),
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "small_splitting",
                                         .title = "the Störmer–Verlet method with unequal kicks",
                                         .citation = "none",
                                         .formulation = GIMBAL_LAGRANGIAN,
                                         .accepts = "unconstrained && separable",
                                         .coefficients = GIMBAL_ARRAY(kick),
                                         .schemes = GIMBAL_ARRAY(splitting),
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "small_nothing",
                                         .title = "the implicit midpoint rule",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .tableaux = GIMBAL_ARRAY(right),
                                         .schemes = GIMBAL_ARRAY(tableau),
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
