/* Elimination and stencils in both precisions. */
#include "both.h"
#include "numerics/linear.h"
#include "numerics/stencil.h"
#include <string.h>

enum { MOST = 40 };

/* The residual of Ax = b by the factors' backward error: growth of the pivots is small for random
 * matrices, and n roundings of each entry add up. */
static void TestRandom(PetscInt n) {
  Real A[MOST * MOST], factors[MOST * MOST], other[MOST * MOST], b[MOST], x[MOST], y[MOST],
      residual[MOST], zero[MOST] = {0};
  PetscInt pivot[MOST];
  Randomise(n * n, A);
  Randomise(n, b);
  memcpy(factors, A, sizeof A), memcpy(other, A, sizeof A);
  memcpy(x, b, sizeof b), memcpy(y, b, sizeof b);
  ok(!LinearFactor(n, factors, pivot) && !LinearCorrect(n, factors, pivot, x) &&
         !LinearSolve(n, other, y),
     IN_PRECISION ": a random matrix of %d rows is regular", (int)n);
  ok(!memcmp(x, y, (size_t)n * sizeof *x),
     IN_PRECISION ": %d unknowns: the factors kept and the factors used at once are the same bits",
     (int)n);
  Real largest = 1;
  for (PetscInt i = 0; i < n; ++i) {
    residual[i] = -b[i];
    largest = gimbal_fmax(largest, gimbal_fabs(x[i]));
    for (PetscInt j = 0; j < n; ++j)
      residual[i] += A[i * n + j] * x[j];
  }
  is_close(Apart(n, residual, zero) / (double)largest, 0, 8 * n * (double)PRECISION_EPSILON,
           "n roundings of every row, and a small growth of the pivots",
           IN_PRECISION ": %d unknowns: the residual", (int)n);
}

/* A zero where the first pivot would be; a matrix that is singular; one that is not a number. */
static void TestPivots(void) {
  Real exchange[4] = {0, 2, 4, 0}, b[2] = {2, 4};
  Real singular[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, c[3] = {1, 1, 1};
  Real nothing[4] = {GIMBAL_NAN, 1, 1, GIMBAL_NAN}, d[2] = {1, 1};
  ok(!LinearSolve(2, exchange, b) && b[0] == 1 && b[1] == 1, IN_PRECISION ": rows are exchanged");
  ok(LinearSolve(3, singular, c), IN_PRECISION ": dependent rows are seen");
  ok(LinearSolve(2, nothing, d), IN_PRECISION ": what is not a number has no solution");
  ok(!LinearSolve(0, NULL, NULL), IN_PRECISION ": no equations have a solution");
  ok(AllFinite(2, (Real[]){1, -1}) && !AllFinite(2, (Real[]){1, GIMBAL_NAN}) &&
         !AllFinite(1, (Real[]){1 / GIMBAL_C(0.)}),
     IN_PRECISION ": what is finite");
}

/* A positive definite band AᵀA against elimination of the whole of it; one that is not definite. */
static void TestSymmetricBand(PetscInt n, PetscInt reach) {
  Real band[MOST * MOST], whole[MOST * MOST] = {0}, factor[MOST * MOST] = {0}, b[MOST], x[MOST];
  Randomise(n * n, factor);
  Randomise(n, b);
  memcpy(x, b, sizeof b);
  for (PetscInt i = 0; i < n; ++i)
    factor[i * n + i] += 3;
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < n; ++j)
      for (PetscInt k = 0; k < n;
           ++k) /* row k of the factor ends reach entries after its diagonal */
        if (k <= i && k <= j && i - k <= reach && j - k <= reach)
          whole[i * n + j] += factor[k * n + i] * factor[k * n + j];
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt e = 0; e <= reach; ++e)
      band[i * (reach + 1) + e] = i - reach + e < 0 ? GIMBAL_NAN : whole[i * n + i - reach + e];
  ok(!LinearSolveSymmetricBand(n, reach, band, x) && !LinearSolve(n, whole, b),
     IN_PRECISION ": a positive definite band of %d rows that reaches %d is solved", (int)n,
     (int)reach);
  is_close(Apart(n, x, b), 0, 1e3 * (double)PRECISION_EPSILON, "the condition of the matrix, and n",
           IN_PRECISION ": ... as the whole of it is");
  Real bad[4] = {0, 1, 2, 1}, c[2] = {1, 1};
  ok(LinearSolveSymmetricBand(2, 1, bad, c), IN_PRECISION ": one that is not definite is refused");
}

/* Scales by powers of two change no bit but the scale. */
static void TestScales(void) {
  Real A[36], B[36], b[6], c[6];
  PetscBool same = PETSC_TRUE;
  Randomise(36, A);
  Randomise(6, b);
  for (int i = 0; i < 36; ++i)
    B[i] = A[i] * 1024;
  memcpy(c, b, sizeof b);
  ok(!LinearSolve(6, A, b) && !LinearSolve(6, B, c), IN_PRECISION ": scaled and not");
  for (int i = 0; i < 6; ++i)
    same = (PetscBool)(same && b[i] == c[i] * 1024);
  ok(same, IN_PRECISION ": a matrix scaled by 1024 has the same bits in its solution");
}

static int Power(void *context, Real s, Real *value) {
  const int degree = *(const int *)context;
  Real power = 1;
  for (int i = 0; i < degree; ++i)
    power *= 1 + s;
  value[0] = power, value[1] = -2 * power;
  return 0;
}

static int Sine(void *context, Real s, Real *value) {
  (void)context;
  *value = gimbal_sin(1 + s);
  return 0;
}

/* Only to the right of -h. */
static int HalfLine(void *context, Real s, Real *value) {
  (void)context;
  *value = s;
  return s < 0;
}

static void TestStencils(void) {
  Real value[2], derivative[2];
  for (PetscInt width = 1; width <= 8; ++width) {
    int degree = (int)(2 * width);
    StencilDerivative(width, GIMBAL_Q(1, 8), 2, Power, &degree, value, derivative);
    is_close((double)(derivative[0] - degree), 0, 4e4 * (double)PRECISION_EPSILON,
             "roundings of 2^16, the largest value, over 16 points and 1/8",
             IN_PRECISION ": %d points differentiate a polynomial of degree %d exactly",
             2 * (int)width, degree);
    is_close((double)(derivative[1] + 2 * derivative[0]), 0, 0, "doubling is exact",
             IN_PRECISION ": both entries, %d points", 2 * (int)width);
  }
  /* Of order 2w: halving the step divides the error by 4^w. */
  for (PetscInt width = 1; width <= 2; ++width) {
    double error[2];
    for (int half = 0; half < 2; ++half) {
      StencilDerivative(width, GIMBAL_Q(1, 8 << half), 1, Sine, NULL, value, derivative);
      error[half] = (double)(derivative[0] - gimbal_cos(1));
    }
    is_close(log2(error[0] / error[1]), 2. * (double)width, 0.02, "the next term is 2 h^2 of it",
             IN_PRECISION ": %d points are of order %d", 2 * (int)width, 2 * (int)width);
  }
  StencilDerivative(8, STENCIL_STEP, 1, Sine, NULL, value, derivative);
  is_close((double)(derivative[0] - gimbal_cos(1)), 0, (double)STENCIL_ERROR,
           "rounding over the step", IN_PRECISION ": 16 points");
  ok(StencilDerivative(3, GIMBAL_Q(1, 8), 1, HalfLine, NULL, value, derivative),
     IN_PRECISION ": a missing value is reported");
}

void Test(void) {
  TestRandom(1);
  TestRandom(2);
  TestRandom(5);
  TestRandom(MOST);
  TestSymmetricBand(1, 0);
  TestSymmetricBand(12, 1);
  TestSymmetricBand(17, 4);
  TestPivots();
  TestScales();
  TestStencils();
}
