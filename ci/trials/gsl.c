/* ---- GSL: the paths that its adapter does not go ----
 * Needs: lib:gsl libgsl-dev
 * Flags: -lgsl -lgslcblas
 * Its drivers, backward integration, restarts and error estimates; steps of one size. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

static int rhs_of(double t, const double y[], double dy[], void *field_of) {
  (*(field **)field_of)(t, y, dy);
  return GSL_SUCCESS;
}

/* z(s) = y(-s) from 0 to -T has the end state y(T). */
static int backward_of(double s, const double z[], double dz[], void *field_of) {
  (*(field **)field_of)(-s, z, dz);
  for (int i = 0; i < now->dim; i++)
    dz[i] = -dz[i];
  return GSL_SUCCESS;
}

static int driven(const gsl_odeiv2_step_type *type, field *rhs, int dim, real T, int n, real *y, int back, int restart) {
  gsl_odeiv2_system system = {back ? backward_of : rhs_of, NULL, (size_t)dim, &rhs};
  const real h = (back ? -T : T) / n;
  gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, type, h, 1e99, 0);
  double t = 0;
  int error = gsl_odeiv2_driver_apply_fixed_step(driver, &t, h, restart ? (unsigned long)n / 2 : (unsigned long)n, y);
  if (restart) {
    gsl_odeiv2_driver_reset(driver);
    error |= gsl_odeiv2_driver_apply_fixed_step(driver, &t, h, (unsigned long)n - (unsigned long)n / 2, y);
  }
  gsl_odeiv2_driver_free(driver);
  return error != GSL_SUCCESS;
}

static int by_tolerance(const gsl_odeiv2_step_type *type, field *rhs, int dim, real T, real tolerance, real *y) {
  gsl_odeiv2_system system = {rhs_of, NULL, (size_t)dim, &rhs};
  gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, type, 1e-3, tolerance, 0);
  double t = 0;
  const int error = gsl_odeiv2_driver_apply(driver, &t, T, y);
  gsl_odeiv2_driver_free(driver);
  return error != GSL_SUCCESS;
}

/* The error estimate of the first step in the place of the error at T. */
static int estimate(const gsl_odeiv2_step_type *type, field *rhs, int dim, real T, int n, real *y) {
  gsl_odeiv2_system system = {rhs_of, NULL, (size_t)dim, &rhs};
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(type, (size_t)dim);
  double error[MOST];
  const int status = gsl_odeiv2_step_apply(step, 0, T / n, y, error, NULL, NULL, &system);
  gsl_odeiv2_step_free(step);
  for (int i = 0; i < dim; i++)
    y[i] = (real)now->end[i] + error[i];
  return status != GSL_SUCCESS;
}

#define TYPE(type)                                                                                                     \
  static int type(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {                          \
    return n ? driven(gsl_odeiv2_step_##type, rhs, dim, T, n, y, 0, 0)                                                 \
             : by_tolerance(gsl_odeiv2_step_##type, rhs, dim, T, tolerance, y);                                        \
  }                                                                                                                    \
  static int type##_backward(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {               \
    return driven(gsl_odeiv2_step_##type, rhs, dim, T, n, y, 1, 0);                                                    \
  }                                                                                                                    \
  static int type##_restart(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {                \
    return driven(gsl_odeiv2_step_##type, rhs, dim, T, n, y, 0, 1);                                                    \
  }                                                                                                                    \
  static int type##_estimate(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {               \
    return estimate(gsl_odeiv2_step_##type, rhs, dim, T, n, y);                                                        \
  }
TYPE(rk2) TYPE(rk4) TYPE(rkf45) TYPE(rkck) TYPE(rk8pd) TYPE(msadams)

enum { STEPS = 1, TOLERANCES = 2 }; /* what a method can be run with; 3: both */
#define RUN(type) {#type, type, STEPS}, {#type "_backward", type##_backward, STEPS}, \
  {#type "_restart", type##_restart, STEPS}, {#type "_estimate", type##_estimate, STEPS}
static const struct {
  const char *name;
  int (*solve)(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third), runs;
} methods[] = {RUN(rk2), RUN(rk4), RUN(rkf45), RUN(rkck), RUN(rk8pd), {"msadams", msadams, TOLERANCES}};
