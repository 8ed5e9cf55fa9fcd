/* Householder QR in extended precision. LAPACK is not used here: the weights of the rows of one
 * problem differ by up to 1e16, and residuals must be right to a fraction of the smallest weight's
 * deviation, which takes more digits than double has. Rows are sorted by size first, which makes
 * Householder's method stable row by row [Cox & Higham, BIT 38 (1998) 34]. */
#include "statistics/fit.h"

#include <math.h>

static void SortRows(const Fit *fit, int order[]) {
  long double size[FIT_ROWS];

  for (int i = 0; i < fit->rows; i++) {
    int k = i;

    size[i] = fabsl(fit->b[i]);
    for (int j = 0; j < fit->columns; j++)
      if (fabsl(fit->a[i][j]) > size[i])
        size[i] = fabsl(fit->a[i][j]);
    for (; k > 0 && size[order[k - 1]] < size[i]; k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
}

/* The rows of a column from k on that are not zero. Rows of what is known beforehand are zero but for
 * one entry, until its column has been: those are passed over. */
typedef struct {
  int rows, row[FIT_ROWS];
  long double entry[FIT_ROWS];
} Vector;

/* Takes the reflection to four columns at once: one after the other, each sum waits for itself. */
static void ReflectFour(const Vector *v, long double scale, long double column[][FIT_ROWS]) {
  long double *const c0 = column[0], *const c1 = column[1], *const c2 = column[2],
                     *const c3 = column[3];
  long double d0 = 0, d1 = 0, d2 = 0, d3 = 0;

  for (int r = 0; r < v->rows; r++) {
    const long double x = v->entry[r];
    const int i = v->row[r];

    d0 += x * c0[i];
    d1 += x * c1[i];
    d2 += x * c2[i];
    d3 += x * c3[i];
  }
  d0 /= scale, d1 /= scale, d2 /= scale, d3 /= scale;
  for (int r = 0; r < v->rows; r++) {
    const long double x = v->entry[r];
    const int i = v->row[r];

    c0[i] -= x * d0;
    c1[i] -= x * d1;
    c2[i] -= x * d2;
    c3[i] -= x * d3;
  }
}

static void ReflectOne(const Vector *v, long double scale, long double column[]) {
  long double dot = 0;

  for (int r = 0; r < v->rows; r++)
    dot += v->entry[r] * column[v->row[r]];
  dot /= scale;
  for (int r = 0; r < v->rows; r++)
    column[v->row[r]] -= v->entry[r] * dot;
}

/* Takes column k to a multiple of the unit vector, and the columns after it, up to n, along; returns 0
 * if nothing is left of it. */
static int ReflectColumn(int m, int n, int k, long double a[][FIT_ROWS]) {
  long double norm, pivot, scale;
  int j = k + 1;
  Vector v;

  /* The pivot is part of the vector, whatever it was. */
  v.row[0] = k;
  v.rows = 1;
  norm = a[k][k] * a[k][k];
  for (int i = k + 1; i < m; i++)
    if (a[k][i] != 0) {
      norm += a[k][i] * a[k][i];
      v.entry[v.rows] = a[k][i];
      v.row[v.rows++] = i;
    }
  norm = sqrtl(norm);
  if (!(norm > 0) || !isfinite(norm))
    return 0;
  pivot = a[k][k] > 0 ? a[k][k] + norm : a[k][k] - norm;
  scale = norm * (norm + fabsl(a[k][k])); /* half the square of the Householder vector */
  v.entry[0] = pivot;
  for (; j + 4 <= n + 1; j += 4)
    ReflectFour(&v, scale, a + j);
  for (; j <= n; j++)
    ReflectOne(&v, scale, a[j]);
  a[k][k] = pivot > 0 ? -norm : norm;
  return 1;
}

/* The deviation of x_k is the norm of row k of the inverse of R. */
static double CoefficientDeviation(int n, int k, long double r[][FIT_ROWS]) {
  long double row[FIT_COLUMNS], square = 0;

  for (int c = k; c < n; c++) {
    long double sum = c == k ? 1 : 0;

    for (int j = k; j < c; j++)
      sum -= row[j] * r[c][j];
    row[c] = sum / r[c][c];
    square += row[c] * row[c];
  }
  return (double)sqrtl(square);
}

int FitSolve(Fit *fit) {
  const int m = fit->rows, n = fit->columns;
  /* Column by column, since all sums are along columns; b is the last one. */
  long double a[FIT_COLUMNS + 1][FIT_ROWS], x[FIT_COLUMNS];
  int order[FIT_ROWS];

  if (m > FIT_ROWS || n > FIT_COLUMNS || m < n)
    return 1;
  fit->log_determinant = fit->square = 0;
  SortRows(fit, order);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      a[j][i] = fit->a[order[i]][j];
    a[n][i] = fit->b[order[i]];
  }
  for (int k = 0; k < n; k++) {
    if (!ReflectColumn(m, n, k, a))
      return 1;
    fit->log_determinant += (double)logl(fabsl(a[k][k]));
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] = a[n][k];
    for (int j = k + 1; j < n; j++)
      x[k] -= a[j][k] * x[j];
    x[k] /= a[k][k];
    fit->x[k] = (double)x[k];
  }
  for (int k = 0; k < n && k < FIT_DEVIATIONS; k++)
    fit->deviation[k] = CoefficientDeviation(n, k, a);
  for (int i = 0; i < m; i++) {
    long double sum = fit->b[i];

    for (int j = 0; j < n; j++)
      sum -= fit->a[i][j] * x[j];
    fit->residual[i] = (double)sum;
    fit->square += (double)(sum * sum);
  }
  return 0;
}
