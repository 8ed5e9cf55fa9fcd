#include "reports/region.h"
#include "reports/figure.h"
#include "reports/fragment.h"

/* By Horner's rule. */
static void PutPolynomial(FILE *gnuplot, PetscInt degree, const PetscReal coefficient[]) {
  for (PetscInt k = 0; k < degree; ++k)
    fprintf(gnuplot, "%.17g + z * (", (double)coefficient[k]);
  fprintf(gnuplot, "%.17g", (double)coefficient[degree]);
  for (PetscInt k = 0; k < degree; ++k)
    fputc(')', gnuplot);
}

PetscErrorCode RegionDraw(const char *title, const PetscInt degree[2],
                          const PetscReal *const coefficient[2], PetscReal size, const char *file) {
  const char *ending = strrchr(file, '.');
  char script[PATH_MAX];

  UserCheck(ending && (!strcmp(ending, ".svg") || !strcmp(ending, ".pdf")),
            "%s: a region is drawn into a file .svg or .pdf", file);
  FILE *out = fopen(file, "w");
  UserCheck(out, "%s cannot be written", file);
  fclose(out);
  PetscCall(FragmentFind("region.gp", script));
  FILE *gnuplot = FigureGnuplot();
  PetscCheck(gnuplot, PETSC_COMM_SELF, PETSC_ERR_SYS, "gnuplot cannot be started");
  fprintf(gnuplot, "left = %.9g; right = %.9g; height = %.9g\nregion_file = ", -1.2 * (double)size,
          (degree[1] ? 1.2 : 0.4) * (double)size, 1.2 * (double)size);
  FigureQuote(gnuplot, file);
  fputs("\nregion_title = ", gnuplot);
  FigureQuote(gnuplot, title);
  fputs("\nR(z) = (", gnuplot);
  PutPolynomial(gnuplot, degree[0], coefficient[0]);
  fputs(") / (", gnuplot);
  PutPolynomial(gnuplot, degree[1], coefficient[1]);
  fputs(")\nload ", gnuplot);
  FigureQuote(gnuplot, script);
  fputc('\n', gnuplot);
  PetscCheck(!pclose(gnuplot), PETSC_COMM_SELF, PETSC_ERR_LIB,
             "%s was not drawn: gnuplot is missing, or failed", file);
  return 0;
}
