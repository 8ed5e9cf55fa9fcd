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

/* Takes column k to a multiple of the unit vector; returns 0 if nothing is left of it. Rows of what is
 * known beforehand are zero but for one entry, until its column has been: those are passed over. */
static int Reflect(int m, int n, int k, long double a[][FIT_ROWS], long double b[]) {
  long double vector[FIT_ROWS], norm = 0, pivot, scale;
  int row[FIT_ROWS], rows = 0;

  for (int i = k; i < m; i++)
    norm += a[k][i] * a[k][i];
  norm = sqrtl(norm);
  if (!(norm > 0) || !isfinite(norm))
    return 0;
  pivot = a[k][k] > 0 ? a[k][k] + norm : a[k][k] - norm;
  scale = norm * (norm + fabsl(a[k][k])); /* half the square of the Householder vector */
  a[k][k] = pivot;
  for (int i = k; i < m; i++)
    if (a[k][i] != 0) {
      vector[rows] = a[k][i];
      row[rows++] = i;
    }
  for (int j = k + 1; j <= n; j++) {
    long double *const column = j < n ? a[j] : b, dot = 0;

    for (int r = 0; r < rows; r++)
      dot += vector[r] * column[row[r]];
    dot /= scale;
    for (int r = 0; r < rows; r++)
      column[row[r]] -= vector[r] * dot;
  }
  a[k][k] = pivot > 0 ? -norm : norm;
  return 1;
}

int FitSolve(Fit *fit) {
  const int m = fit->rows, n = fit->columns;
  /* Column by column, since all sums are along columns. */
  long double a[FIT_COLUMNS][FIT_ROWS], b[FIT_ROWS], x[FIT_COLUMNS];
  int order[FIT_ROWS];

  if (m > FIT_ROWS || n > FIT_COLUMNS || m < n)
    return 1;
  fit->log_determinant = fit->square = 0;
  SortRows(fit, order);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      a[j][i] = fit->a[order[i]][j];
    b[i] = fit->b[order[i]];
  }
  for (int k = 0; k < n; k++) {
    if (!Reflect(m, n, k, a, b))
      return 1;
    fit->log_determinant += (double)logl(fabsl(a[k][k]));
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] = b[k];
    for (int j = k + 1; j < n; j++)
      x[k] -= a[j][k] * x[j];
    x[k] /= a[k][k];
    fit->x[k] = (double)x[k];
    fit->deviation[k] = 0;
  }
  /* Column by column of the inverse of R: its rows' norms are the deviations. */
  for (int c = 0; c < n; c++) {
    long double column[FIT_COLUMNS];

    for (int k = c; k >= 0; k--) {
      column[k] = k == c ? 1 : 0;
      for (int j = k + 1; j <= c; j++)
        column[k] -= a[j][k] * column[j];
      column[k] /= a[k][k];
      fit->deviation[k] += (double)(column[k] * column[k]);
    }
  }
  for (int k = 0; k < n; k++)
    fit->deviation[k] = sqrt(fit->deviation[k]);
  for (int i = 0; i < m; i++) {
    long double sum = fit->b[i];

    for (int j = 0; j < n; j++)
      sum -= fit->a[i][j] * x[j];
    fit->residual[i] = (double)sum;
    fit->square += (double)(sum * sum);
  }
  return 0;
}
