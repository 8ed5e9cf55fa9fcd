/* u' + u = 0, u(0) = 1: TSInterpolate at the begin and at the end of a step of 0.1. */
#include <petscts.h>
static PetscErrorCode F(TS ts, PetscReal t, Vec u, Vec v, Vec r, void *c) { return VecWAXPY(r, 1, u, v); }
static PetscErrorCode J(TS ts, PetscReal t, Vec u, Vec v, PetscReal s, Mat A, Mat B, void *c) {
  return MatZeroEntries(B) || MatShift(B, s + 1);
}
static void step(const char *type) {
  TS ts; Mat A; Vec u, w; TSAdapt adapt; PetscReal y, first, last;
  VecCreateSeq(PETSC_COMM_SELF, 1, &u); VecSet(u, 1); VecDuplicate(u, &w); MatCreateSeqDense(PETSC_COMM_SELF, 1, 1, NULL, &A);
  TSCreate(PETSC_COMM_SELF, &ts); TSSetIFunction(ts, NULL, F, NULL); TSSetIJacobian(ts, A, A, J, NULL);
  TSSetType(ts, TSARKIMEX); TSARKIMEXSetType(ts, type); TSSetTimeStep(ts, 0.1); TSSetMaxTime(ts, 9); TSSetSolution(ts, u);
  TSGetAdapt(ts, &adapt); TSAdaptSetType(adapt, TSADAPTNONE); TSStep(ts); VecNorm(u, NORM_2, &y);
  TSInterpolate(ts, 0, w); VecNorm(w, NORM_2, &first); TSInterpolate(ts, 0.1, w); VecNorm(w, NORM_2, &last);
  printf("%s: %.4f at 0, is %.4f; %.4f at 0.1, is %.4f\n", type, first, 1., last, y);
}
int main(int n, char **options) {
  PetscInitialize(&n, &options, NULL, NULL);
  step("l2"); step("2c"); step("1bee");
}
/* Prints with PETSc 3.18.5:
l2: 0.9715 at 0, is 1.0000; 1.1015 at 0.1, is 0.9048
2c: 1.0000 at 0, is 1.0000; 0.9048 at 0.1, is 0.9048
1bee: 0.9091 at 0, is 1.0000; 0.8161 at 0.1, is 0.9070
*/
