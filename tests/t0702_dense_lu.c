/* The LU of a step: backward stable at every size, exchanges rows, knows a singular matrix; and the
 * inverse that it gives. */
#include "solver/dense_lu.h"
#include "tap.h"

#include <float.h>
#include <string.h>

#define MOST 64

/* Numbers in (-1, 1), the same everywhere. */
static PetscReal number(void) {
  static unsigned long long state = 88172645463325252ULL;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (PetscReal)(state >> 11) / 4503599627370496.0 - 1;
}

int main(void) {
  static PetscReal a[MOST * MOST], f[MOST * MOST], inverse[MOST * MOST], b[MOST], x[MOST];
  PetscInt pivot[MOST];
  double worst = 0, worst_in_place = 0, worst_inverse = 0;
  int singular = 0;

  for (PetscInt n = 1; n <= MOST; n++) {
    double backward = 0;
    for (PetscInt i = 0; i < n * n; i++)
      a[i] = number();
    for (PetscInt i = 0; i < n; i++)
      b[i] = number();
    a[0] = n > 1 ? 0 : 1; /* without an exchange there is no first pivot */
    memcpy(f, a, sizeof f);
    singular += DenseLUFactor(n, f, pivot) == 0 || DenseLUIsSingular(n, a, f, pivot);
    DenseLUSolve(n, f, pivot, b, x);
    for (PetscInt i = 0; i < n; i++) {
      double sum = -b[i], terms = fabs(b[i]);
      for (PetscInt j = 0; j < n; j++) {
        sum += a[i * n + j] * x[j];
        terms += fabs(a[i * n + j] * x[j]);
      }
      backward = fmax(backward, fabs(sum) / terms);
    }
    worst = fmax(worst, backward / n);
    DenseLUSolve(n, f, pivot, b, b);
    for (PetscInt i = 0; i < n; i++)
      worst_in_place = fmax(worst_in_place, fabs(b[i] - x[i]));
    DenseLUInvert(n, f, pivot, inverse);
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < n; j++) {
        double sum = -(i == j), terms = i == j;
        for (PetscInt k = 0; k < n; k++) {
          sum += a[i * n + k] * inverse[k * n + j];
          terms += fabs(a[i * n + k] * inverse[k * n + j]);
        }
        worst_inverse = fmax(worst_inverse, fabs(sum) / terms / n);
      }
  }
  ok(!singular, "random matrices of 1 to %d unknowns have factors", MOST);
  ok(worst < 4 * DBL_EPSILON, "with a backward error below 4 n epsilon: %.1e n", worst);
  ok(worst_in_place == 0, "a solution may take the place of its right-hand side");

  ok(worst_inverse < 4 * DBL_EPSILON, "every column of the inverse is right: %.1e n",
     worst_inverse);

  /* rank n-1 but for rounding, in units from 1e-12 to 1e12 */
  int found = 0, wrong = 0;
  for (PetscInt n = 2; n <= 40; n++) {
    for (PetscInt i = 0; i < n * n; i++)
      a[i] = number();
    for (int pass = 0; pass < 2; pass++) {
      if (pass == 0)
        for (PetscInt j = 0; j < n; j++) { /* the last row: a mean of the others */
          PetscReal sum = 0;
          for (PetscInt i = 0; i + 1 < n; i++)
            sum += a[i * n + j] / 3;
          a[(n - 1) * n + j] = sum;
        }
      else
        for (PetscInt j = 0; j < n; j++)
          a[(n - 1) * n + j] += 0.1 * number();
      memcpy(f, a, sizeof f);
      for (PetscInt i = 0; i < n; i++)
        for (PetscInt j = 0; j < n; j++)
          f[i * n + j] *= pow(10, (double)(j % 5) * 6 - 12);
      PetscReal matrix[MOST * MOST];
      memcpy(matrix, f, sizeof f);
      const int is = DenseLUFactor(n, f, pivot) == 0 || DenseLUIsSingular(n, matrix, f, pivot);
      if (pass == 0)
        found += is;
      else
        wrong += is;
    }
  }
  ok(found == 39, "every matrix that is singular but for rounding is found: %d of 39", found);
  ok(wrong == 0, "no regular matrix counts as singular, whatever its units: %d of 39", wrong);

  memset(f, 0, sizeof f);
  ok(DenseLUFactor(3, f, pivot) == 0, "zero has no factors");
  f[0] = NAN;
  ok(DenseLUFactor(1, f, pivot) == 0, "NaN has no factors");
  f[0] = INFINITY;
  ok(DenseLUFactor(1, f, pivot) == 0, "infinity has no factors");
  return done_testing();
}
