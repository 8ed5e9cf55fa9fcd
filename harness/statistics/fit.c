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
      size[i] = fmaxl(size[i], fabsl(fit->a[i][j]));
    for (; k > 0 && size[order[k - 1]] < size[i]; k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
}

/* Takes column k to a multiple of the unit vector, and the columns after it, up to n, along; returns 0
 * if nothing is left of it. */
static int ReflectColumn(int m, int n, int k, long double a[][FIT_ROWS]) {
  long double *const v = a[k], norm = 0, scale;

  for (int i = k; i < m; i++)
    norm += v[i] * v[i];
  norm = sqrtl(norm);
  if (!(norm > 0) || !isfinite(norm))
    return 0;
  scale = norm * (norm + fabsl(v[k])); /* half the square of the Householder vector */
  v[k] += v[k] > 0 ? norm : -norm;
  for (int j = k + 1; j <= n; j++) {
    long double dot = 0;

    for (int i = k; i < m; i++)
      dot += v[i] * a[j][i];
    dot /= scale;
    for (int i = k; i < m; i++)
      a[j][i] -= v[i] * dot;
  }
  v[k] = v[k] > 0 ? -norm : norm;
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
