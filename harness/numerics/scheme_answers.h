/* What follows from one tableau in addition to its order: figures by which methods are compared. */
#pragma once

#include "numerics/scheme.h"

/* A figure and how far it may be off; infinite: there is no bound; NaN: it is not known. */
typedef struct {
  PetscReal value, error;
} SchemeFigure;

/* Even terms of log |R| that vanish to there all do: R(z) R(−z) − 1 has a numerator of degree 2s. */
#define STABILITY_TERMS(s) (2 * (s) + 4)

/* N and D of the stability function (numerics/scheme.h), coefficients of z^k, k ≤ s, and as a power series. */
typedef struct {
  PetscInt s, degree[2]; /* of N and of D */
  ExactField field;
  ExactNumber numerator[STABILITY_STAGES + 1], denominator[STABILITY_STAGES + 1],
      series[STABILITY_TERMS(STABILITY_STAGES) + 1];
} StabilityPolynomials;
/* *known is false with two colours, or more than STABILITY_STAGES stages. */
extern PetscErrorCode SchemeStabilityPolynomials(const Scheme *, StabilityPolynomials *,
                                                 PetscBool *known);

/* R(z) − e^z = O(z^(p+1)): the order for linear problems with constant coefficients. With log R(iy) − iy = Σ e_k (iy)^k
 * the dispersion order is the even number before the first odd k, and the dissipation order the odd number before
 * the first even k, where e_k is not 0 [van der Houwen, Sommeijer, SIAM Journal on Numerical Analysis 24 (1987) 595];
 * infinite where |R(iy)| = 1. */
typedef struct {
  SchemeFigure linear, dispersion, dissipation;
} SchemeLinear;
extern void SchemeLinearOrders(const StabilityPolynomials *, SchemeLinear *);

/* The largest x with |R(−t)| ≤ 1, or |R(it)| ≤ 1, for all t from 0 to x. */
extern SchemeFigure SchemeRealInterval(const StabilityPolynomials *);
extern SchemeFigure SchemeImaginaryInterval(const StabilityPolynomials *);

/* The radius of absolute monotonicity, which is the SSP coefficient, of a scheme of one colour [Kraaijevanger, BIT 31
 * (1991) 482; Ferracina, Spijker, SIAM Journal on Numerical Analysis 42 (2004) 1073]. */
extern PetscErrorCode SchemeMonotonicity(const Scheme *, SchemeFigure *);
