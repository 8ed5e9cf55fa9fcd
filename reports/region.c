#include "reports/region.h"
#include "reports/figure.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, ROWS = 90 };

/* By Horner's rule. */
static void PutPolynomial(FILE *gnuplot, PetscInt degree, const PetscReal coefficient[]) {
  for (PetscInt k = 0; k < degree; ++k)
    fprintf(gnuplot, "%.17g + z * (", (double)coefficient[k]);
  fprintf(gnuplot, "%.17g", (double)coefficient[degree]);
  for (PetscInt k = 0; k < degree; ++k)
    fputc(')', gnuplot);
}

/* Dots where |R| ≤ 1, in pale blue, and the line |R| = 1. */
static void Put(FILE *gnuplot, const Region *region, PetscBool svg, const char *file) {
  const double across = region->right - region->left, up = 2 * region->height;
  const int height = (int)(WIDTH * PetscMax(0.3, PetscMin(2, up / across)));
  if (svg)
    fprintf(gnuplot,
            "set terminal svg size %d,%d fixed font 'sans-serif,12' background '#ffffff'\n", WIDTH,
            height);
  else
    fprintf(gnuplot, "set terminal pdfcairo size %g,%g font 'sans-serif,9'\n", WIDTH / 96.0,
            height / 96.0);
  fputs("set output ", gnuplot);
  FigureQuote(gnuplot, file);
  fputs("\nR(z) = (", gnuplot);
  PutPolynomial(gnuplot, region->degree[0], region->coefficient[0]);
  fputs(") / (", gnuplot);
  PutPolynomial(gnuplot, region->degree[1], region->coefficient[1]);
  fputs(")\nset title ", gnuplot);
  FigureQuote(gnuplot, region->title);
  fprintf(gnuplot,
          " noenhanced\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
          "set xlabel 'Re z'\nset ylabel 'Im z'\nunset key\nset zeroaxis lt -1 lw 0.5\n"
          "set table $edge\nset contour base\nset cntrparam levels discrete 1\nunset surface\n"
          "set isosamples 300,300\nsplot abs(R(x + {0,1} * y))\nunset table\n"
          "set samples %d\nset isosamples %d\n"
          "plot '++' using (abs(R($1 + {0,1} * $2)) <= 1 ? $1 : NaN):2 with points pt 7 ps 0.2 lc "
          "rgb '#9ecae1', $edge using 1:2 with lines lw 1.5 lc rgb '#08519c'\n",
          (double)region->left, (double)region->right, -(double)region->height,
          (double)region->height, ROWS, ROWS);
}

PetscErrorCode RegionDraw(const Region *region, const char *file) {
  const char *ending = strrchr(file, '.');
  const PetscBool svg = (PetscBool)(ending && !strcmp(ending, ".svg"));
  FILE *gnuplot, *out;
  PetscCheck(svg || (ending && !strcmp(ending, ".pdf")), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a region is drawn into a file .svg or .pdf", file);
  out = fopen(file, "w");
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be written", file);
  fclose(out);
  gnuplot = FigureGnuplot();
  PetscCheck(gnuplot, PETSC_COMM_SELF, PETSC_ERR_SYS, "gnuplot cannot be started");
  Put(gnuplot, region, svg, file);
  PetscCheck(!pclose(gnuplot), PETSC_COMM_SELF, PETSC_ERR_LIB,
             "%s was not drawn: gnuplot is missing, or failed", file);
  return 0;
}
