/* Householder QR in extended precision. LAPACK is not used here: the weights of the rows of one
 * problem differ by up to 1e16, and residuals must be right to a fraction of the smallest weight's
 * deviation, which takes more digits than double has. Rows are sorted by size first, which makes
 * Householder's method stable row by row [Cox & Higham, BIT 38 (1998) 34]. */
#include "statistics/fit.h"

#include <math.h>
#include <string.h>

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

int FitSolve(Fit *fit) {
  const int m = fit->rows, n = fit->columns;
  long double a[FIT_ROWS][FIT_COLUMNS], b[FIT_ROWS], x[FIT_COLUMNS];
  int order[FIT_ROWS];

  if (m > FIT_ROWS || n > FIT_COLUMNS || m < n)
    return 1;
  fit->log_determinant = fit->square = 0;
  SortRows(fit, order);
  for (int i = 0; i < m; i++) {
    memcpy(a[i], fit->a[order[i]], sizeof(a[i][0]) * (size_t)n);
    b[i] = fit->b[order[i]];
  }
  for (int k = 0; k < n; k++) {
    long double norm = 0, dot[FIT_COLUMNS] = {0}, dot_b = 0, pivot, scale;

    for (int i = k; i < m; i++)
      norm += a[i][k] * a[i][k];
    norm = sqrtl(norm);
    if (!(norm > 0) || !isfinite(norm))
      return 1;
    pivot = a[k][k] > 0 ? a[k][k] + norm : a[k][k] - norm;
    scale = norm * (norm + fabsl(a[k][k])); /* half the square of the Householder vector */
    a[k][k] = pivot;
    /* Rows of what is known beforehand are zero but for one entry, until its column has been. */
    for (int i = k; i < m; i++) {
      if (a[i][k] == 0)
        continue;
      for (int j = k + 1; j < n; j++)
        dot[j] += a[i][k] * a[i][j];
      dot_b += a[i][k] * b[i];
    }
    for (int j = k + 1; j < n; j++)
      dot[j] /= scale;
    dot_b /= scale;
    for (int i = k; i < m; i++) {
      if (a[i][k] == 0)
        continue;
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * dot[j];
      b[i] -= a[i][k] * dot_b;
    }
    a[k][k] = pivot > 0 ? -norm : norm;
    fit->log_determinant += (double)logl(norm);
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] = b[k];
    for (int j = k + 1; j < n; j++)
      x[k] -= a[k][j] * x[j];
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
        column[k] -= a[k][j] * column[j];
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
