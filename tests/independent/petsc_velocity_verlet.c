/* q' = p, p' = -q from (1, 0): one step of 0.1 and of 0.05. */
#include <petscts.h>
static PetscErrorCode P(TS ts, PetscReal t, Vec p, Vec f, void *c) { return VecCopy(p, f); }
static PetscErrorCode Q(TS ts, PetscReal t, Vec q, Vec f, void *c) { return VecCopy(q, f) || VecScale(f, -1); }
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
    TSSetMaxTime(ts, 9); TSSetTimeStep(ts, 0.1 / (1 << k)); TSSetMaxSteps(ts, 1); TSSolve(ts, u); VecGetArrayRead(u, &y);
    error[k] = y[1];
  }
  printf("p = %.6f and %.6f; of velocity Verlet -0.099750 and -0.049969\n", error[0], error[1]);
}
/* Prints with PETSc 3.18.5:
p = -0.100000 and -0.050000; of velocity Verlet -0.099750 and -0.049969
*/
