/* ---- SUNDIALS: the paths that its adapter does not go ----
 * Needs: lib:sundials_cvodes libsundials-dev
 * Flags: $(pkg-config --cflags --libs ompi-c) -lsundials_arkode -lsundials_cvodes -lsundials_nvecserial -lsundials_sunnonlinsolfixedpoint $(find /usr/lib -name libsundials_core.so)
 * Dense output and its derivatives, roots, multirate steps, interpolated output and adjoints. */
#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <arkode/arkode_mristep.h>
#include <cvodes/cvodes.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#ifndef SUN_COMM_NULL /* before SUNDIALS 7 */
#define SUN_COMM_NULL NULL
#endif

static SUNContext context;

static N_Vector vector_of(int dim, real *at) {
  if (!context)
    SUNContext_Create(SUN_COMM_NULL, &context);
  return N_VMake_Serial(dim, at, context);
}

static int rhs_of(sunrealtype t, N_Vector y, N_Vector dy, void *data) {
  f(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  return 0;
}

/* A velocity passes its value at T/3; further away a multiple of the time hides other such places. */
static int root_of(sunrealtype t, N_Vector y, sunrealtype *g, void *data) {
  const real late = t - now->T / 3, far = fmax(0, fabs(late) - 0.05);
  real exact[MOST], dy[MOST];
  for (int i = 0; i < now->dim; i++)
    exact[i] = now->third[i];
  now->f(now->T / 3, exact, dy);
  g[0] = N_VGetArrayPointer(y)[now->dim / 2] - exact[now->dim / 2] + (dy[now->dim / 2] * late > 0 ? 1e3 : -1e3) * far;
  return 0;
}

/* The error of a time of a root in the place of the error at T. */
static void root_at(real t, real T, real *y) {
  for (int i = 0; i < now->dim; i++)
    y[i] = (real)now->end[i] + (i ? 0 : t - T / 3);
}

/* Where the steps end, and at T/3 a derivative of dense output. The error of the first derivative is that in f. */
#define DENSE_OF(module, create, set_table)                                                                            \
static int module##_dense(const char *table, int type, int degree, int derivative, int roots, int dim, real T, int n,  \
                          real *y, real *third) {                                                                      \
  N_Vector u = vector_of(dim, y), at_third = vector_of(dim, third);                                                    \
  void *memory = create;                                                                                               \
  real t = 0, root = NAN, g[MOST], exact[MOST];                                                                        \
  int error = set_table | module##SetInterpolantType(memory, type) | module##SetInterpolantDegree(memory, degree) |    \
              module##SetFixedStep(memory, T / n) | module##SetStopTime(memory, T) |                                   \
              module##RootInit(memory, roots, root_of);                                                                \
  for (int i = 0; i < n && error >= 0; i++) {                                                                          \
    error = module##Evolve(memory, T, u, &t, ARK_ONE_STEP);                                                            \
    if (error == ARK_ROOT_RETURN) {                                                                                    \
      root = t;                                                                                                        \
      error = module##Evolve(memory, T, u, &t, ARK_ONE_STEP);                                                          \
    }                                                                                                                  \
    if (i == n / 3 && !roots && error >= 0)                                                                            \
      error = module##GetDky(memory, T / 3, derivative, at_third);                                                     \
  }                                                                                                                    \
  module##Free(&memory);                                                                                               \
  N_VDestroy(u);                                                                                                       \
  N_VDestroy(at_third);                                                                                                \
  for (int i = 0; i < dim; i++)                                                                                        \
    exact[i] = now->third[i];                                                                                          \
  f(T / 3, exact, g);                                                                                                  \
  for (int i = 0; i < dim && derivative; i++)                                                                          \
    third[i] += exact[i] - g[i];                                                                                       \
  if (roots)                                                                                                           \
    root_at(root, T, y);                                                                                               \
  return error < 0 ? error : fabs(t - T) > 1e-9;                                                                       \
}
DENSE_OF(ERKStep, ERKStepCreate(rhs_of, 0, u, context), ERKStepSetTableName(memory, table))
DENSE_OF(ARKStep, ARKStepCreate(rhs_of, NULL, 0, u, context),
         ARKStepSetTableName(memory, "ARKODE_DIRK_NONE", table))

#define DENSE(name, module, table, type, degree, derivative, roots)                                                    \
  static int name(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {                          \
    return module##_dense(table, type, degree, derivative, roots, dim, T, n, y, third);                                \
  }
#define FIFTH "ARKODE_DORMAND_PRINCE_7_4_5"
#define EIGHTH "ARKODE_FEHLBERG_13_7_8"
DENSE(hermite_1, ERKStep, FIFTH, ARK_INTERP_HERMITE, 1, 0, 0)
DENSE(hermite_2, ERKStep, FIFTH, ARK_INTERP_HERMITE, 2, 0, 0)
DENSE(hermite_3, ERKStep, FIFTH, ARK_INTERP_HERMITE, 3, 0, 0)
DENSE(hermite_4, ERKStep, FIFTH, ARK_INTERP_HERMITE, 4, 0, 0)
DENSE(ark_hermite_4, ARKStep, FIFTH, ARK_INTERP_HERMITE, 4, 0, 0)
DENSE(ark_hermite_5, ARKStep, EIGHTH, ARK_INTERP_HERMITE, 5, 0, 0)
DENSE(hermite_3_derivative, ERKStep, FIFTH, ARK_INTERP_HERMITE, 3, 1, 0)
DENSE(hermite_4_derivative, ERKStep, FIFTH, ARK_INTERP_HERMITE, 4, 1, 0)
DENSE(ark_hermite_5_derivative, ARKStep, EIGHTH, ARK_INTERP_HERMITE, 5, 1, 0)
DENSE(lagrange_1, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 1, 0, 0)
DENSE(lagrange_2, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 2, 0, 0)
DENSE(lagrange_3, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 3, 0, 0)
DENSE(lagrange_4, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 4, 0, 0)
DENSE(ark_lagrange_5, ARKStep, EIGHTH, ARK_INTERP_LAGRANGE, 5, 0, 0)
DENSE(lagrange_3_derivative, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 3, 1, 0)
DENSE(root_hermite_2, ERKStep, FIFTH, ARK_INTERP_HERMITE, 2, 0, 1)
DENSE(root_hermite_3, ERKStep, FIFTH, ARK_INTERP_HERMITE, 3, 0, 1)
DENSE(root_lagrange_3, ERKStep, FIFTH, ARK_INTERP_LAGRANGE, 3, 0, 1)
DENSE(ark_root_hermite_3, ARKStep, FIFTH, ARK_INTERP_HERMITE, 3, 0, 1)

/* Multirate steps: the field in equal parts, of which one is fast, in 5 steps of order 8 for each slow one. */
static int parts;
static int part_of(sunrealtype t, N_Vector y, N_Vector dy, void *data) {
  rhs_of(t, y, dy, data);
  N_VScale(1. / parts, dy, dy);
  return 0;
}

static int multirate(ARKODE_MRITableID table, int explicit, int implicit, int dim, real T, int n, real *y) {
  N_Vector u = vector_of(dim, y);
  MRIStepInnerStepper inner = NULL;
  void *fast = ARKStepCreate(part_of, NULL, 0, u, context), *slow;
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(u, 0, context);
  MRIStepCoupling coupling = MRIStepCoupling_LoadTable(table);
  real t = 0;
  int error = ARKStepSetTableNum(fast, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8) | ARKStepSetFixedStep(fast, T / n / 5) |
              ARKStepCreateMRIStepInnerStepper(fast, &inner);
  parts = 1 + explicit + implicit;
  slow = MRIStepCreate(explicit ? part_of : NULL, implicit ? part_of : NULL, 0, u, inner, context);
  error |= MRIStepSetCoupling(slow, coupling) | MRIStepSetFixedStep(slow, T / n) | MRIStepSetMaxNumSteps(slow, 2 * n) |
           MRIStepSStolerances(slow, 1e-14, 1e-14) | MRIStepSetStopTime(slow, T);
  if (implicit)
    error |= MRIStepSetNonlinearSolver(slow, solver) | MRIStepSetMaxNonlinIters(slow, 100) |
             MRIStepSetNonlinConvCoef(slow, 0.1);
  if (!error)
    error = MRIStepEvolve(slow, T, u, &t, ARK_NORMAL);
  MRIStepFree(&slow);
  MRIStepCoupling_Free(coupling);
  MRIStepInnerStepper_Free(&inner);
  ARKStepFree(&fast);
  SUNNonlinSolFree(solver);
  N_VDestroy(u);
  return error < 0 ? error : 0;
}

#define MULTIRATE(name, table, explicit, implicit)                                                                     \
  static int name(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {                          \
    return multirate(table, explicit, implicit, dim, T, n, y);                                                         \
  }
MULTIRATE(mis_kw3, ARKODE_MIS_KW3, 1, 0)
MULTIRATE(mri_gark_erk33a, ARKODE_MRI_GARK_ERK33a, 1, 0)
MULTIRATE(mri_gark_erk45a, ARKODE_MRI_GARK_ERK45a, 1, 0)
MULTIRATE(mri_gark_irk21a, ARKODE_MRI_GARK_IRK21a, 0, 1)
MULTIRATE(mri_gark_esdirk34a, ARKODE_MRI_GARK_ESDIRK34a, 0, 1)
MULTIRATE(mri_gark_esdirk46a, ARKODE_MRI_GARK_ESDIRK46a, 0, 1)
MULTIRATE(imex_mri_gark3a, ARKODE_IMEX_MRI_GARK3a, 1, 1)
MULTIRATE(imex_mri_gark3b, ARKODE_IMEX_MRI_GARK3b, 1, 1)
MULTIRATE(imex_mri_gark4, ARKODE_IMEX_MRI_GARK4, 1, 1)

/* CVODE: output at T by interpolation, or by a step that ends there; or the time of a root. */
static int cvode(int method, int stop, int roots, int dim, real T, real tolerance, real *y) {
  N_Vector u = vector_of(dim, y);
  void *memory = CVodeCreate(method, context);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(u, 0, context);
  real t = 0, root = NAN;
  int error = CVodeInit(memory, rhs_of, 0, u) | CVodeSStolerances(memory, tolerance, tolerance) |
              CVodeSetNonlinearSolver(memory, solver) | CVodeSetMaxNumSteps(memory, 1000000);
  if (stop)
    error |= CVodeSetStopTime(memory, T);
  if (roots) {
    error |= CVodeRootInit(memory, 1, root_of);
    error = error < 0 ? error : CVode(memory, T, u, &root, CV_NORMAL);
    error = error < 0 || error == CV_ROOT_RETURN ? error : -100;
    root_at(root, T, y);
  } else if (!error)
    error = CVode(memory, T, u, &t, CV_NORMAL);
  CVodeFree(&memory);
  SUNNonlinSolFree(solver);
  N_VDestroy(u);
  return error < 0 ? error : 0;
}

/* The adjoint equation. The derivative of the force by positions is symmetric, and is that along the adjoint. */
static int adjoint_of(sunrealtype t, N_Vector y, N_Vector m, N_Vector dm, void *data) {
  static const real weight[] = {4 / 5., -1 / 5., 4 / 105., -1 / 280.};
  const int half = now->dim / 2;
  const real *mu = N_VGetArrayPointer(m);
  real *d = N_VGetArrayPointer(dm), z[MOST], dz[MOST];
  for (int i = 0; i < half; i++)
    d[i] = 0, d[half + i] = -mu[i];
  for (int k = -4; k <= 4; k++) {
    if (!k)
      continue;
    for (int i = 0; i < now->dim; i++)
      z[i] = N_VGetArrayPointer(y)[i] + (i < half ? 0.005 * k * mu[half + i] : 0);
    f(t, z, dz);
    for (int i = 0; i < half; i++)
      d[i] -= (k < 0 ? -1 : 1) * weight[abs(k) - 1] * dz[half + i] / 0.005;
  }
  return 0;
}

/* The gradient of the energy at T, taken back to 0, is that at 0. Its error, in the place of that at T. */
static int adjoint(int interpolation, int dim, real T, real tolerance, real *y) {
  real start[MOST], mu[MOST], dy[MOST], t = 0;
  int which, points, error;
  memcpy(start, y, sizeof(start));
  N_Vector u = vector_of(dim, y), m = vector_of(dim, mu);
  void *memory = CVodeCreate(CV_ADAMS, context);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(u, 0, context), back = SUNNonlinSol_FixedPoint(m, 0, context);
  error = CVodeInit(memory, rhs_of, 0, u) | CVodeSStolerances(memory, tolerance, tolerance) |
          CVodeSetNonlinearSolver(memory, solver) | CVodeSetMaxNumSteps(memory, 1000000) |
          CVodeSetStopTime(memory, T) | CVodeAdjInit(memory, 50, interpolation);
  error = error ? error : CVodeF(memory, T, u, &t, CV_NORMAL, &points);
  f(T, y, dy);
  for (int i = 0; i < dim / 2; i++)
    mu[i] = -dy[dim / 2 + i], mu[dim / 2 + i] = dy[i];
  if (error >= 0)
    error = CVodeCreateB(memory, CV_ADAMS, &which) | CVodeInitB(memory, which, adjoint_of, T, m) |
            CVodeSStolerancesB(memory, which, tolerance, tolerance) | CVodeSetNonlinearSolverB(memory, which, back) |
            CVodeSetMaxNumStepsB(memory, which, 1000000);
  error = error < 0 ? error : CVodeB(memory, 0, CV_NORMAL);
  error = error < 0 ? error : CVodeGetB(memory, which, &t, m);
  f(0, start, dy);
  for (int i = 0; i < dim; i++)
    y[i] = (real)now->end[i] + mu[i] - (i < dim / 2 ? -dy[dim / 2 + i] : dy[i - dim / 2]);
  CVodeFree(&memory);
  SUNNonlinSolFree(solver);
  SUNNonlinSolFree(back);
  N_VDestroy(u);
  N_VDestroy(m);
  return error < 0 ? error : 0;
}

#define CVODE(name, call)                                                                                              \
  static int name(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) { return call; }
CVODE(adams_interpolated, cvode(CV_ADAMS, 0, 0, dim, T, tolerance, y))
CVODE(adams_stopped, cvode(CV_ADAMS, 1, 0, dim, T, tolerance, y))
CVODE(adams_root, cvode(CV_ADAMS, 0, 1, dim, T, tolerance, y))
CVODE(bdf_interpolated, cvode(CV_BDF, 0, 0, dim, T, tolerance, y))
CVODE(bdf_stopped, cvode(CV_BDF, 1, 0, dim, T, tolerance, y))
CVODE(bdf_root, cvode(CV_BDF, 0, 1, dim, T, tolerance, y))
CVODE(adjoint_hermite, adjoint(CV_HERMITE, dim, T, tolerance, y))
CVODE(adjoint_polynomial, adjoint(CV_POLYNOMIAL, dim, T, tolerance, y))

enum { STEPS = 1, TOLERANCES = 2 }; /* what a method can be run with; 3: both */
#define BY_STEPS(name) {#name, name, STEPS}
#define BY_TOLERANCE(name) {#name, name, TOLERANCES}
static const struct {
  const char *name;
  int (*solve)(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third), runs;
} methods[] = {
    BY_STEPS(hermite_1), BY_STEPS(hermite_2), BY_STEPS(hermite_3), BY_STEPS(hermite_4), BY_STEPS(ark_hermite_4),
    BY_STEPS(ark_hermite_5), BY_STEPS(hermite_3_derivative), BY_STEPS(hermite_4_derivative),
    BY_STEPS(ark_hermite_5_derivative), BY_STEPS(lagrange_1), BY_STEPS(lagrange_2), BY_STEPS(lagrange_3),
    BY_STEPS(lagrange_4), BY_STEPS(ark_lagrange_5), BY_STEPS(lagrange_3_derivative), BY_STEPS(root_hermite_2),
    BY_STEPS(root_hermite_3), BY_STEPS(root_lagrange_3), BY_STEPS(ark_root_hermite_3), BY_STEPS(mis_kw3),
    BY_STEPS(mri_gark_erk33a), BY_STEPS(mri_gark_erk45a), BY_STEPS(mri_gark_irk21a), BY_STEPS(mri_gark_esdirk34a),
    BY_STEPS(mri_gark_esdirk46a), BY_STEPS(imex_mri_gark3a), BY_STEPS(imex_mri_gark3b), BY_STEPS(imex_mri_gark4),
    BY_TOLERANCE(adams_interpolated), BY_TOLERANCE(adams_stopped), BY_TOLERANCE(adams_root),
    BY_TOLERANCE(bdf_interpolated), BY_TOLERANCE(bdf_stopped), BY_TOLERANCE(bdf_root), BY_TOLERANCE(adjoint_hermite),
    BY_TOLERANCE(adjoint_polynomial)};
