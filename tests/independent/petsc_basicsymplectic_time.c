/* q' = p, p' = cos t from (1, 0), to t = 1 with 64 and 128 steps. */
#include <petscts.h>
static PetscErrorCode P(TS ts, PetscReal t, Vec p, Vec f, void *c) { return VecCopy(p, f); }
static PetscErrorCode Q(TS ts, PetscReal t, Vec q, Vec f, void *c) { return VecSet(f, cos(t)); }
int main(int n, char **options) {
  double error[2];
  PetscInitialize(&n, &options, NULL, NULL);
  for (int k = 0; k < 2; k++) {
    TS ts; Vec u; IS q, p; const PetscReal *y;
    VecCreateSeq(PETSC_COMM_SELF, 2, &u); VecSetValue(u, 0, 1, INSERT_VALUES);
    ISCreateStride(PETSC_COMM_SELF, 1, 0, 1, &q); ISCreateStride(PETSC_COMM_SELF, 1, 1, 1, &p);
    TSCreate(PETSC_COMM_SELF, &ts); TSSetType(ts, TSBASICSYMPLECTIC); TSBasicSymplecticSetType(ts, "2");
    TSRHSSplitSetIS(ts, "position", q); TSRHSSplitSetIS(ts, "momentum", p);
    TSRHSSplitSetRHSFunction(ts, "position", NULL, P, NULL); TSRHSSplitSetRHSFunction(ts, "momentum", NULL, Q, NULL);
    TSSetMaxTime(ts, 9); TSSetTimeStep(ts, 1. / (64 << k)); TSSetMaxSteps(ts, 64 << k); TSSolve(ts, u); VecGetArrayRead(u, &y);
    error[k] = fabs(y[0] - 2 + cos(1.));
  }
  printf("error %.2g, with half the step %.2g: order %.1f, documented 2\n", error[0], error[1], log2(error[0] / error[1]));
}
/* Prints with PETSc 3.22.5:
error 0.00062, with half the step 0.00031: order 1.0, documented 2
*/
