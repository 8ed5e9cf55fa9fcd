#include "base/mathematics.h"
#include "base/hash.h"

#include <dlfcn.h>
#include <petscsys.h>
#include <petscblaslapack.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

/* Codes for one function differ in the last bit of some arguments in a hundred. */
enum { ARGUMENTS = 512, FUNCTIONS = 20, ROWS = 64 };

static double CubeRoot(double x) { return pow(x, 1. / 3); }
static double Angle(double x) { return atan2(x, 0.7); }

static void Add(Hash *hash, double value) {
  char text[40];
  (void)snprintf(text, sizeof(text), "%a", value);
  HashText(hash, text);
}

/* A sum in another order is another number: LAPACK and BLAS may have codes of their own for each processor. */
static double Factor(void) {
  PetscBLASInt n = ROWS, info;
  PetscScalar matrix[ROWS * ROWS];
  for (int i = 0; i < ROWS * ROWS; i++)
    matrix[i] = 1. / (i / ROWS + i % ROWS + 3) + (i % (ROWS + 1) ? 0 : 1);
  LAPACKpotrf_("L", &n, matrix, &n, &info);
  return info ? 0 : PetscRealPart(matrix[ROWS * ROWS - 1]);
}

void MathematicsUseOneThread(void) {
  void (*set_number)(int);
  *(void **)&set_number = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
  if (set_number)
    set_number(1);
}

const char *MathematicsName(void) {
  static double (*const function[FUNCTIONS])(double) = {
      sin,  cos,  tan,  asin,  acos,  atan, Angle, exp,   exp2,     expm1,
      sinh, cosh, tanh, asinh, atanh, log,  log1p, log10, CubeRoot, cbrt};
  static char name[96]; /* a fact about the running program, found once */
  const char *library = "";
  Hash hash = HashBegin();
  if (*name)
    return name;
#ifdef __GLIBC__
  library = gnu_get_libc_version();
#endif
  for (int i = 0; i < ARGUMENTS; i++)
    for (int k = 0; k < FUNCTIONS; k++)
      Add(&hash, function[k]((i + 0.6180339887498949) / ARGUMENTS));
  Add(&hash, Factor());
  (void)snprintf(name, sizeof(name), "%s%s, values %016llx",
                 *library ? "glibc " : "another C library", library,
                 (unsigned long long)(hash ^ hash >> 64));
  return name;
}
