/* What the parts of the algebra study share: one point, without a step size, whose defects are
 * equations between the numbers of a Runge-Kutta scheme or a Rosenbrock method. */
#pragma once

#include "record/verdict.h"
#include "statistics/thresholds.h"

/* Defects: order_1, order_2, … with the tree that is off most, and those that have a claim's name. */
#define ALGEBRA_ORDER "order"
#define ALGEBRA_ORDER_NYSTROM "order_nystrom" /* where the kinetic energy is quadratic */
#define ALGEBRA_ORDER_W "order_w"             /* of a Rosenbrock method with any J */
#define ALGEBRA_ORDER_STIFF "order_stiff"     /* of an exponential method with unbounded L */
#define ALGEBRA_ORDER_WEAK "order_weak"       /* of a stochastic method, of expectations */
#define ALGEBRA_ZERO_STABLE "zero_stable"     /* of a linear multistep method */
#define ALGEBRA_SCHEME "scheme"               /* no defect, but what the scheme is */
#define ALGEBRA_STABILITY "stability"         /* likewise */
#define ALGEBRA_WHERE "where"                 /* likewise; its text is the scheme's condition */
/* Numbers of the conditions of an order, and of other equations. */
#define ALGEBRA_EXACT "exact"     /* 1: they hold modulo both primes */
#define ALGEBRA_TREES "trees"     /* how many conditions there are */
#define ALGEBRA_LARGEST "largest" /* the largest of their residuals */
/* Numbers of the scheme; its text has the primes. */
#define ALGEBRA_STAGES "stages"
#define ALGEBRA_COLOURS "colours"     /* 1: one tableau; 2: a partitioned pair */
#define ALGEBRA_SEPARABLE "separable" /* 1: it is a splitting */
#define ALGEBRA_CERTAIN                                                                            \
  "certain" /* 1: exact numbers; 0: decimals; 1/2: exact up to signs of roots */
#define ALGEBRA_ROUNDED "rounded" /* 1: the second reading, whose decimals are rounded */
#define ALGEBRA_NODES "nodes"     /* 1: the nodes are the sums of rows */
#define ALGEBRA_DIGITS "digits"   /* after the decimal point, of the least certain of decimals */
#define ALGEBRA_DEPTH "depth"     /* trees of more vertices were not examined */
#define ALGEBRA_ROSENBROCK "rosenbrock"         /* 1: a Rosenbrock method, with a tableau Γ */
#define ALGEBRA_WITHOUT_RATE "without_rate"     /* 1: one without ∂f/∂t */
#define ALGEBRA_NYSTROM "nystrom"               /* 1: a Nyström method */
#define ALGEBRA_ADDITIVE "additive"             /* 1: two tableaux of an additive method */
#define ALGEBRA_MULTISTEP "multistep"           /* 1: a linear multistep method */
#define ALGEBRA_GENERAL "general_linear"        /* 1: a general linear method */
#define ALGEBRA_EXPONENTIAL "exponential"       /* 1: an exponential Runge-Kutta method */
#define ALGEBRA_STOCHASTIC "stochastic"         /* 1: a stochastic one; order_k belongs to k/2 */
#define ALGEBRA_ERROR_CONSTANT "error_constant" /* of one */
#define ALGEBRA_LARGEST_ROOT "largest_root"     /* of ρ */
#define ALGEBRA_REPEATED "repeated"             /* 1: one on the unit circle is repeated */
#define ALGEBRA_LEAST "least"                   /* Re σ/ρ on the unit circle, scaled */
#define ALGEBRA_GROWTH "growth"                 /* the least growth parameter of a root on it */
/* The largest k of B(k), C(k) and D(k). */
#define ALGEBRA_B "B"
#define ALGEBRA_C "C"
#define ALGEBRA_D "D"
/* Of the stability function. */
#define ALGEBRA_NUMERATOR "numerator" /* degrees */
#define ALGEBRA_DENOMINATOR "denominator"
#define ALGEBRA_INFINITY "at_infinity"
#define ALGEBRA_AXIS "axis"   /* the largest |R(iy)| − 1 */
#define ALGEBRA_POLES "poles" /* 1: there are poles with a real part that is not above 0 */

/* Defects whose value is a figure; infinite: it has no bound. */
#define ALGEBRA_LINEAR "linear_order" /* for linear problems with constant coefficients */
#define ALGEBRA_STAGE_ORDER "stage_order"
#define ALGEBRA_AUTONOMOUS "autonomous_order"   /* where nodes are not the sums of rows */
#define ALGEBRA_RUNGE_KUTTA "runge_kutta_order" /* of what is left where L, or the noise, is 0 */
#define ALGEBRA_DISPERSION "dispersion_order"
#define ALGEBRA_DISSIPATION "dissipation_order"
#define ALGEBRA_PSEUDO "pseudo_symplectic_order"
#define ALGEBRA_PRINCIPAL "principal_error" /* the 2-norm; the number `largest` is the other one */
#define ALGEBRA_REAL "real_interval"
#define ALGEBRA_IMAGINARY "imaginary_interval"
#define ALGEBRA_SSP "ssp"

/* A- or L-stable: the largest |R(iy)| − 1, |R(∞)|, whether there are poles on the left, and the error of R. */
static inline PetscBool AlgebraIsStable(PetscReal axis, PetscReal infinity, PetscBool poles,
                                        PetscReal error, PetscBool l_stable) {
  const PetscReal slack = STABILITY_ROUNDING + STABILITY_ERRORS * error;
  return (PetscBool)(axis <= slack && infinity <= (l_stable ? 0 : 1) + slack && !poles);
}

extern ClaimJudge AlgebraJudge;
