/* u' = -1e13 u, u(0) = 1: what one step of 0.1 leaves. */
#include <petscts.h>
static PetscErrorCode F(TS ts, PetscReal t, Vec u, Vec v, Vec r, void *c) { return VecWAXPY(r, 1e13, u, v); }
static PetscErrorCode J(TS ts, PetscReal t, Vec u, Vec v, PetscReal s, Mat A, Mat B, void *c) {
  return MatZeroEntries(B) || MatShift(B, s + 1e13);
}
int main(int n, char **options) {
  TS ts; Mat A; Vec u; PetscReal y;
  PetscInitialize(&n, &options, NULL, NULL);
  PetscOptionsInsertString(NULL, "-ts_type rosw -ts_rosw_type 4l -ts_adapt_type none");
  VecCreateSeq(PETSC_COMM_SELF, 1, &u); VecSet(u, 1); MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &A);
  TSCreate(PETSC_COMM_SELF, &ts); TSSetIFunction(ts, NULL, F, NULL); TSSetIJacobian(ts, A, A, J, NULL);
  TSSetTimeStep(ts, 0.1); TSSetMaxSteps(ts, 1); TSSetMaxTime(ts, 9); TSSetFromOptions(ts); TSSolve(ts, u);
  VecNorm(u, NORM_2, &y);
  printf("|R| = %.2e at -1e12; an L-stable method has 0 at infinity\n", y);
}
/* Prints with PETSc 3.18.5:
|R| = 1.52e-05 at -1e12; an L-stable method has 0 at infinity
*/
