/* ---- PETSc TS: the paths that its adapter does not go ----
 * Needs: pkg:PETSc petsc-dev
 * Flags: $(pkg-config --cflags --libs PETSc) $(pkg-config --cflags --libs ompi-c)
 * Interpolation, events and adjoints, in steps of one size. */
#include <petscts.h>

typedef struct {
  const char *type, *of;                 /* of TS, and of its family */
  PetscBool implicit, adjoint, dense, event; /* implicit: as F(t, u, u') = u' - f(t, u) */
} Run;

static PetscErrorCode rhs_of(TS ts, PetscReal t, Vec u, Vec du, void *run) {
  const PetscReal *y;
  PetscReal *dy;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(u, &y));
  PetscCall(VecGetArray(du, &dy));
  f(t, y, dy);
  PetscCall(VecRestoreArray(du, &dy));
  PetscCall(VecRestoreArrayRead(u, &y));
  PetscFunctionReturn(0);
}

/* shift I - scale df/dy, by differences of order 8. */
static PetscErrorCode jacobian(PetscReal t, Vec u, PetscReal shift, PetscReal scale, Mat J) {
  static const PetscReal weight[] = {4 / 5., -1 / 5., 4 / 105., -1 / 280.};
  const PetscReal *y, delta = 0.005;
  PetscReal z[MOST], dz[MOST], column[MOST];
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(u, &y));
  for (PetscInt c = 0; c < now->dim; c++) {
    memset(column, 0, sizeof(column));
    column[c] = shift;
    for (int k = -4; k <= 4; k++) {
      memcpy(z, y, (size_t)now->dim * sizeof(*z));
      z[c] += k * delta;
      now->f(t, z, dz);
      for (int i = 0; k && i < now->dim; i++)
        column[i] -= scale * (k < 0 ? -1 : 1) * weight[abs(k) - 1] * dz[i] / delta;
    }
    for (PetscInt i = 0; i < now->dim; i++)
      PetscCall(MatSetValue(J, i, c, column[i], INSERT_VALUES));
  }
  PetscCall(VecRestoreArrayRead(u, &y));
  PetscCall(MatAssemblyBegin(J, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(J, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode rhs_jacobian(TS ts, PetscReal t, Vec u, Mat J, Mat P, void *run) {
  return jacobian(t, u, 0, -1, P);
}

static PetscErrorCode residual_of(TS ts, PetscReal t, Vec u, Vec du, Vec F, void *run) {
  PetscFunctionBeginUser;
  PetscCall(rhs_of(ts, t, u, F, run));
  PetscCall(VecAYPX(F, -1, du));
  PetscFunctionReturn(0);
}

static PetscErrorCode residual_jacobian(TS ts, PetscReal t, Vec u, Vec du, PetscReal shift, Mat J, Mat P, void *run) {
  return jacobian(t, u, shift, 1, P);
}

/* A velocity passes its value at T/3; further away a multiple of the time hides other such places. */
static PetscErrorCode event_of(TS ts, PetscReal t, Vec u, PetscScalar *g, void *run) {
  const PetscReal late = t - now->T / 3, far = PetscMax(0, PetscAbsReal(late) - 0.05), *y;
  PetscReal exact[MOST], dy[MOST];
  PetscFunctionBeginUser;
  for (int i = 0; i < now->dim; i++)
    exact[i] = now->third[i];
  now->f(now->T / 3, exact, dy);
  PetscCall(VecGetArrayRead(u, &y));
  g[0] = y[now->dim / 2] - exact[now->dim / 2] + (dy[now->dim / 2] * late > 0 ? 1e3 : -1e3) * far;
  PetscCall(VecRestoreArrayRead(u, &y));
  PetscFunctionReturn(0);
}

static PetscErrorCode choose(TS ts, const Run *run, Mat J, int n) {
  SNES snes;
  KSP ksp;
  PC pc;
  TSAdapt adapt;
  TSTrajectory trajectory;
  PetscInt direction = 0;
  PetscBool terminate = PETSC_TRUE;
  PetscFunctionBeginUser;
  PetscCall(TSSetType(ts, run->type));
  if (!strcmp(run->type, TSRK))
    PetscCall(TSRKSetType(ts, run->of));
  else if (!strcmp(run->type, TSROSW))
    PetscCall(TSRosWSetType(ts, run->of));
  else if (!strcmp(run->type, TSARKIMEX))
    PetscCall(TSARKIMEXSetType(ts, run->of));
  else if (!strcmp(run->type, TSBDF))
    PetscCall(TSBDFSetOrder(ts, atoi(run->of)));
  if (run->implicit) {
    PetscCall(TSSetIFunction(ts, NULL, residual_of, NULL));
    PetscCall(TSSetIJacobian(ts, J, J, residual_jacobian, NULL));
  } else {
    PetscCall(TSSetRHSFunction(ts, NULL, rhs_of, NULL));
    PetscCall(TSSetRHSJacobian(ts, J, J, rhs_jacobian, NULL));
  }
  PetscCall(TSGetAdapt(ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  PetscCall(TSSetTimeStep(ts, now->T / n));
  PetscCall(TSSetMaxTime(ts, now->T));
  PetscCall(TSSetMaxSteps(ts, n));
  PetscCall(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSGetSNES(ts, &snes));
  PetscCall(SNESSetTolerances(snes, 1e-14, 1e-15, 1e-15, 20, 1000));
  PetscCall(SNESSetForceIteration(snes, PETSC_TRUE));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  if (run->event) {
    PetscCall(TSSetEventHandler(ts, 1, &direction, &terminate, event_of, NULL, NULL));
    PetscCall(TSSetEventTolerances(ts, 1e-12, NULL));
    PetscCall(TSSetMaxSteps(ts, 10 * n));
  }
  if (run->adjoint) {
    PetscCall(TSSetSaveTrajectory(ts));
    PetscCall(TSGetTrajectory(ts, &trajectory));
    PetscCall(TSTrajectorySetType(trajectory, ts, TSTRAJECTORYMEMORY)); /* others write files */
  }
  PetscFunctionReturn(0);
}

/* The gradient of the energy at T, taken back to 0, is that at 0. Its error, in the place of that at T. */
static PetscErrorCode go_back(TS ts, const PetscReal *start, Vec u, PetscReal *y) {
  const PetscInt half = now->dim / 2;
  PetscReal dy[MOST], *mu;
  Vec gradient;
  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(u, &gradient));
  PetscCall(VecGetArray(gradient, &mu));
  now->f(now->T, y, dy);
  for (PetscInt i = 0; i < half; i++)
    mu[i] = -dy[half + i], mu[half + i] = dy[i];
  PetscCall(VecRestoreArray(gradient, &mu));
  PetscCall(TSSetCostGradients(ts, 1, &gradient, NULL));
  PetscCall(TSAdjointSolve(ts));
  now->f(0, start, dy);
  PetscCall(VecGetArray(gradient, &mu));
  for (PetscInt i = 0; i < now->dim; i++)
    y[i] = (PetscReal)now->end[i] + mu[i] - (i < half ? -dy[half + i] : dy[i - half]);
  PetscCall(VecRestoreArray(gradient, &mu));
  PetscCall(VecDestroy(&gradient));
  PetscFunctionReturn(0);
}

static PetscErrorCode go(const Run *run, int n, PetscReal *y, PetscReal *third) {
  const PetscInt dim = now->dim;
  PetscReal start[MOST], t;
  TS ts;
  Vec u, at_third;
  Mat J;
  PetscFunctionBeginUser;
  memcpy(start, y, sizeof(start));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, dim, y, &u));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, dim, third, &at_third));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, dim, dim, NULL, &J));
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(choose(ts, run, J, n));
  PetscCall(TSSetSolution(ts, u));
  PetscCall(TSSetUp(ts));
  if (run->adjoint || run->event)
    PetscCall(TSSolve(ts, u));
  for (int i = 0; i < n && !run->adjoint && !run->event; i++) {
    PetscCall(TSStep(ts));
    if (i == n / 3 && run->dense)
      PetscCall(TSInterpolate(ts, now->T / 3, at_third));
  }
  PetscCall(TSGetTime(ts, &t));
  if (run->adjoint)
    PetscCall(go_back(ts, start, u, y));
  for (PetscInt i = 0; i < dim && run->event; i++)
    y[i] = (PetscReal)now->end[i] + (i ? 0 : t - now->T / 3);
  PetscCall(TSDestroy(&ts));
  PetscCall(MatDestroy(&J));
  PetscCall(VecDestroy(&at_third));
  PetscCall(VecDestroy(&u));
  PetscFunctionReturn(0);
}

static int petsc(const Run *run, int n, real *y, real *third) {
  static PetscBool begun;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0); /* without a daemon of MPI */
  setenv("OMPI_MCA_btl", "self", 0);
  if (!begun && PetscInitialize(NULL, NULL, NULL, NULL))
    return 1;
  begun = PETSC_TRUE;
  if (!getenv("TALK")) PetscPushErrorHandler(PetscIgnoreErrorHandler, NULL);
  const PetscErrorCode error = go(run, n, y, third);
  PetscPopErrorHandler();
  return error;
}

#define METHODS(X)                                                                                                     \
  X(rk2a, RK, "2a", 0, 0, 1, 0) X(rk3bs, RK, "3bs", 0, 0, 1, 0) X(rk4, RK, "4", 0, 0, 1, 0)                            \
  X(rk5f, RK, "5f", 0, 0, 1, 0) X(rk5dp, RK, "5dp", 0, 0, 1, 0) X(arkimex_1bee, ARKIMEX, "1bee", 0, 0, 1, 0)           \
  X(arkimex_ars122, ARKIMEX, "ars122", 0, 0, 1, 0) X(arkimex_a2, ARKIMEX, "a2", 0, 0, 1, 0)                            \
  X(arkimex_l2, ARKIMEX, "l2", 0, 0, 1, 0) X(arkimex_2c, ARKIMEX, "2c", 0, 0, 1, 0)                                    \
  X(arkimex_2d, ARKIMEX, "2d", 0, 0, 1, 0) X(arkimex_2e, ARKIMEX, "2e", 0, 0, 1, 0)                                    \
  X(arkimex_3, ARKIMEX, "3", 0, 0, 1, 0) X(arkimex_4, ARKIMEX, "4", 0, 0, 1, 0) X(arkimex_5, ARKIMEX, "5", 0, 0, 1, 0) \
  X(arkimex_1bee_implicit, ARKIMEX, "1bee", 1, 0, 1, 0) X(arkimex_a2_implicit, ARKIMEX, "a2", 1, 0, 1, 0)              \
  X(arkimex_l2_implicit, ARKIMEX, "l2", 1, 0, 1, 0) X(arkimex_2c_implicit, ARKIMEX, "2c", 1, 0, 1, 0)                  \
  X(arkimex_2d_implicit, ARKIMEX, "2d", 1, 0, 1, 0) X(arkimex_2e_implicit, ARKIMEX, "2e", 1, 0, 1, 0)                  \
  X(arkimex_3_implicit, ARKIMEX, "3", 1, 0, 1, 0) X(arkimex_4_implicit, ARKIMEX, "4", 1, 0, 1, 0)                      \
  X(arkimex_5_implicit, ARKIMEX, "5", 1, 0, 1, 0) X(rosw_theta1, ROSW, "theta1", 1, 0, 1, 0)                           \
  X(rosw_theta2, ROSW, "theta2", 1, 0, 1, 0) X(rosw_2m, ROSW, "2m", 1, 0, 1, 0) X(rosw_2p, ROSW, "2p", 1, 0, 1, 0)     \
  X(rosw_ra3pw, ROSW, "ra3pw", 1, 0, 1, 0) X(rosw_ra34pw2, ROSW, "ra34pw2", 1, 0, 1, 0)                                \
  X(rosw_sandu3, ROSW, "sandu3", 1, 0, 1, 0) X(rosw_assp3p3s1c, ROSW, "assp3p3s1c", 1, 0, 1, 0)                        \
  X(bdf_1, BDF, "1", 1, 0, 1, 0) X(bdf_2, BDF, "2", 1, 0, 1, 0) X(theta_cn, CN, "", 1, 0, 1, 0)                        \
  X(theta_beuler, BEULER, "", 1, 0, 1, 0) X(rk2a_adjoint, RK, "2a", 0, 1, 0, 0) X(rk4_adjoint, RK, "4", 0, 1, 0, 0)    \
  X(rk5dp_adjoint, RK, "5dp", 0, 1, 0, 0) X(theta_cn_adjoint, CN, "", 1, 1, 0, 0)                                      \
  X(theta_beuler_adjoint, BEULER, "", 1, 1, 0, 0) X(rk2a_event, RK, "2a", 0, 0, 0, 1)                                  \
  X(rk4_event, RK, "4", 0, 0, 0, 1) X(rk5dp_event, RK, "5dp", 0, 0, 0, 1) X(theta_cn_event, CN, "", 1, 0, 0, 1)

#define FUNCTION(name, type, of, implicit, adjoint, dense, event)                                                      \
  static int name(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third) {                          \
    return petsc(&(Run){TS##type, of, implicit, adjoint, dense, event}, n, y, third);                                  \
  }
METHODS(FUNCTION)

enum { STEPS = 1, TOLERANCES = 2 }; /* what a method can be run with; 3: both */
#define ENTRY(name, ...) {#name, name, STEPS},
static const struct {
  const char *name;
  int (*solve)(field *rhs, int dim, real T, int n, real tolerance, real *y, real *third), runs;
} methods[] = {METHODS(ENTRY)};
