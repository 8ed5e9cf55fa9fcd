/* Weighted linear least squares with prior knowledge, for small problems. Plain C: no PETSc. */
#pragma once

enum { FIT_ROWS = 112, FIT_COLUMNS = 40, FIT_DEVIATIONS = 2 };

/* Rows are already divided by their standard deviations. What is known of a coefficient before the
 * data (it is zero within s) is one more row, with 1/s in its column. */
typedef struct {
  int rows, columns;
  long double a[FIT_ROWS][FIT_COLUMNS], b[FIT_ROWS];
  double x[FIT_COLUMNS];            /* solution */
  double deviation[FIT_DEVIATIONS]; /* of its first entries, for rows of unit variance */
  double residual[FIT_ROWS];        /* b − Ax */
  double square;                    /* Σ residual² */
  double log_determinant;           /* of AᵀA, halved */
  double log_width; /* for the caller: Σ log of the deviations the rows were divided by */
} Fit;

/* Solves; returns 0, or 1 if the columns are linearly dependent (or rows or columns do not fit). */
extern int FitSolve(Fit *);
