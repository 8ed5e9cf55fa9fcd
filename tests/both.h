/* For tests of what is compiled in both precisions, t0410 to t0419, which are so themselves. Such a
 * test writes `void Test(void)` once, and the numbers below say what can be expected. */
#ifndef GIMBAL_TESTS_BOTH_H
#define GIMBAL_TESTS_BOTH_H

#include "numerics/precision.h"
#ifdef GIMBAL_QUAD
#define TAP_STATE extern
#define Test Test_quad
#define IN_PRECISION "quad"
#else
#define TAP_STATE
#define IN_PRECISION "double"
#endif
#include "tap.h"
#include "petsc_tap.h"

extern void Test(void);

/* The step of a stencil of order 16 at functions whose scale is 1, and what rounding leaves of the
 * derivative: a few roundings of each of 16 values, over the step. What the series leaves out,
 * 5e-6 h¹⁶ of the 17th derivative, is below that. */
#ifdef GIMBAL_QUAD
#define STENCIL_STEP GIMBAL_Q(1, 1024)
#else
#define STENCIL_STEP GIMBAL_Q(1, 16)
#endif
#define STENCIL_ERROR (64 * PRECISION_EPSILON / STENCIL_STEP)

/* Numbers in [-1, 1), always the same. */
#include "numerics/random.h"
static uint64_t both_random = RANDOM_BEGIN;
__attribute__((unused)) static void Randomise(int n, Real *x) {
  for (int i = 0; i < n; ++i)
    x[i] = (Real)RandomUniform(&both_random);
}

/* The largest difference of two vectors; NaN where one is. */
__attribute__((unused)) static double Apart(int n, const Real *x, const Real *y) {
  Real largest = 0;
  for (int i = 0; i < n; ++i)
    if (!(gimbal_fabs(x[i] - y[i]) <= largest))
      largest = gimbal_fabs(x[i] - y[i]);
  return (double)largest;
}

#ifndef GIMBAL_QUAD
#ifdef GIMBAL_WITHOUT_QUAD
#define TEST_QUAD() skip("quadruple precision: built without one")
#else
extern void Test_quad(void);
#define TEST_QUAD() Test_quad()
#endif
int main(int argc, char **argv) {
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 2;
  Test();
  TEST_QUAD();
  if (PetscFinalize())
    return 2;
  return done_testing();
}
#endif

#endif
