/* u' = -u, u(0) = 1: ten steps of 0.1. */
#include <petscts.h>
static PetscErrorCode F(TS ts, PetscReal t, Vec u, Vec v, Vec r, void *c) { return VecWAXPY(r, 1, u, v); }
static PetscErrorCode J(TS ts, PetscReal t, Vec u, Vec v, PetscReal s, Mat A, Mat B, void *c) {
  return MatZeroEntries(B) || MatShift(B, s + 1);
}
int main(int n, char **options) {
  TS ts; Mat A; Vec u; PetscReal y; TSConvergedReason reason;
  PetscInitialize(&n, &options, NULL, NULL);
  PetscOptionsInsertString(NULL, "-ts_type rosw -ts_rosw_type lassp3p4s2c -ts_adapt_type none");
  VecCreateSeq(PETSC_COMM_SELF, 1, &u); VecSet(u, 1); MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &A);
  TSCreate(PETSC_COMM_SELF, &ts); TSSetIFunction(ts, NULL, F, NULL); TSSetIJacobian(ts, A, A, J, NULL);
  TSSetTimeStep(ts, 0.1); TSSetMaxSteps(ts, 10); TSSetMaxTime(ts, 9); TSSetFromOptions(ts); TSSolve(ts, u);
  VecNorm(u, NORM_2, &y); TSGetConvergedReason(ts, &reason);
  printf("u(1) = %.1e, exact %.4f; reason %s\n", y, exp(-1.), TSConvergedReasons[reason]);
}
/* Prints with PETSc 3.18.5:
u(1) = 3.2e+10, exact 0.3679; reason CONVERGED_ITS
*/
