#include "reports/region.h"
#include "reports/figure.h"
#include "reports/fragment.h"

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

static void Put(FILE *gnuplot, const Region *region, PetscBool svg, const char *file,
                const char *script) {
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
  fprintf(gnuplot, ")\nleft = %.9g; right = %.9g; height = %.9g; rows = %d\nregion_title = ",
          (double)region->left, (double)region->right, (double)region->height, ROWS);
  FigureQuote(gnuplot, region->title);
  fputs("\nload ", gnuplot);
  FigureQuote(gnuplot, script);
  fputc('\n', gnuplot);
}

PetscErrorCode RegionDraw(const Region *region, const char *file) {
  const char *ending = strrchr(file, '.');
  const PetscBool svg = (PetscBool)(ending && !strcmp(ending, ".svg"));
  char script[PETSC_MAX_PATH_LEN];
  FILE *gnuplot, *out;

  PetscCheck(svg || (ending && !strcmp(ending, ".pdf")), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: a region is drawn into a file .svg or .pdf", file);
  out = fopen(file, "w");
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be written", file);
  fclose(out);
  PetscCall(FragmentFind("region.gp", script, sizeof(script)));
  gnuplot = FigureGnuplot();
  PetscCheck(gnuplot, PETSC_COMM_SELF, PETSC_ERR_SYS, "gnuplot cannot be started");
  Put(gnuplot, region, svg, file, script);
  PetscCheck(!pclose(gnuplot), PETSC_COMM_SELF, PETSC_ERR_LIB,
             "%s was not drawn: gnuplot is missing, or failed", file);
  return 0;
}
