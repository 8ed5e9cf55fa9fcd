/* u' = -u, u(0) = 1: one step of 0.1, and its last stage. */
#include <petscts.h>
static PetscErrorCode F(TS ts, PetscReal t, Vec u, Vec v, Vec r, void *c) { return VecWAXPY(r, 1, u, v); }
static PetscErrorCode J(TS ts, PetscReal t, Vec u, Vec v, PetscReal s, Mat A, Mat B, void *c) {
  return MatZeroEntries(B) || MatShift(B, s + 1);
}
static PetscReal last;
static PetscErrorCode Stage(TS ts, PetscReal t, PetscInt i, Vec *y) { return VecNorm(y[i], NORM_2, &last); }
int main(int n, char **options) {
  TS ts; Mat A; Vec u; PetscReal y;
  PetscInitialize(&n, &options, NULL, NULL);
  PetscOptionsInsertString(NULL, "-ts_type arkimex -ts_arkimex_type l2 -ts_adapt_type none -snes_rtol 1e-14");
  VecCreateSeq(PETSC_COMM_SELF, 1, &u); VecSet(u, 1); MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &A);
  TSCreate(PETSC_COMM_SELF, &ts); TSSetIFunction(ts, NULL, F, NULL); TSSetIJacobian(ts, A, A, J, NULL);
  TSSetTimeStep(ts, 0.1); TSSetMaxSteps(ts, 1); TSSetMaxTime(ts, 9); TSSetFromOptions(ts); TSSetPostStage(ts, Stage);
  TSSolve(ts, u);
  VecNorm(u, NORM_2, &y);
  printf("the step less its last stage: %.1e; 0 of a stiffly accurate method\n", y - last);
}
/* Prints with PETSc 3.18.5:
the step less its last stage: -2.8e-02; 0 of a stiffly accurate method
*/
