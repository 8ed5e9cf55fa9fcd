/* petsc_ts_tableaux.h: the tableaux of PETSc's methods. For petsc_ts.c alone.
 *
* TSRK has functions that return them. Those of the others are read off one step from y = 0 with
 * h = 1, in which the slope of stage j is the j-th unit vector wherever it is evaluated, that of the
 * second part of a pair the (STAGES + j)-th: each stage is then a row of the tableaux, and the end of
 * the step their weights.
 *
 * Of TSROSW, too: F = y' - e_j has no derivative by y, so that k_j = e_j, F is evaluated at y = Σ α_ij k_j
 * first, the stage that is solved for is Σ γ_ij k_j, and the end is Σ b_i k_i. Where γ_ii = 0 the library
 * takes 1 in its place, solves no equation, and asks for the Jacobian with a shift of 0; by what it
 * multiplies that is not read. Its Jacobian is renewed in each stage: else all have the shift 1/γ_11 of
 * the first, and the stages are not those of the table where the γ_ii differ. */
#ifndef GIMBAL_PETSC_TS_TABLEAUX_H
#define GIMBAL_PETSC_TS_TABLEAUX_H

#include "petsc_ts_run.h"

enum { STAGES = 16 };
typedef struct {
  int stage, stages;
  double y[STAGES][2 * STAGES], end[2 * STAGES]; /* of the additive methods: row and row */
  double first[STAGES * STAGES], second[STAGES * STAGES];
  /* Of Rosenbrock methods: where F is first evaluated, and whether γ_ii = 0. */
  double at[STAGES][2 * STAGES];
  PetscBool asked[STAGES], unsolved[STAGES];
} Reading;

static PetscErrorCode BeginStage(TS ts, PetscReal t) {
  Reading *reading;
  PetscFunctionBeginUser;
  (void)t;
  PetscCall(TSGetApplicationContext(ts, &reading));
  reading->stage++;
  PetscCheck(reading->stage < STAGES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many stages");
  reading->asked[reading->stage] = reading->unsolved[reading->stage] = PETSC_FALSE;
  PetscFunctionReturn(0);
}
static PetscErrorCode EndStage(TS ts, PetscReal t, PetscInt stage, Vec *y) {
  Reading *reading;
  const PetscScalar *in;
  PetscFunctionBeginUser;
  (void)t;
  PetscCall(TSGetApplicationContext(ts, &reading));
  PetscCall(VecGetArrayRead(y[stage], &in));
  PetscCall(PetscArraycpy(reading->y[reading->stage], in, 2 * STAGES));
  PetscCall(VecRestoreArrayRead(y[stage], &in));
  PetscFunctionReturn(0);
}
static PetscErrorCode UnitF(TS ts, PetscReal t, Vec y, Vec rate, Vec F, void *context) {
  Reading *reading = context;
  const PetscScalar *in;
  PetscFunctionBeginUser;
  (void)ts, (void)t;
  if (reading->stage >= 0 && !reading->asked[reading->stage]) {
    PetscCall(VecGetArrayRead(y, &in));
    PetscCall(PetscArraycpy(reading->at[reading->stage], in, 2 * STAGES));
    PetscCall(VecRestoreArrayRead(y, &in));
    reading->asked[reading->stage] = PETSC_TRUE;
  }
  PetscCall(VecCopy(rate, F));
  PetscCall(VecSetValue(F, reading->stage, -1, ADD_VALUES));
  PetscCall(VecAssemblyBegin(F));
  PetscCall(VecAssemblyEnd(F));
  PetscFunctionReturn(0);
}
static PetscErrorCode UnitJacobian(TS ts, PetscReal t, Vec y, Vec rate, PetscReal shift, Mat A,
                                   Mat P, void *context) {
  Reading *reading = context;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y, (void)rate, (void)A;
  if (reading->stage >= 0)
    reading->unsolved[reading->stage] = (PetscBool)(shift == 0);
  PetscCall(MatZeroEntries(P));
  PetscCall(MatShift(P, shift));
  PetscFunctionReturn(0);
}
static PetscErrorCode Unit(PetscInt at, Vec f) {
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(f));
  PetscCall(VecSetValue(f, at, 1, INSERT_VALUES));
  PetscCall(VecAssemblyBegin(f));
  PetscCall(VecAssemblyEnd(f));
  PetscFunctionReturn(0);
}
static PetscErrorCode UnitG(TS ts, PetscReal t, Vec y, Vec f, void *context) {
  const Reading *reading = context;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y;
  PetscCall(Unit(STAGES + reading->stage, f));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadStep(TS ts, Vec solution, Reading *reading) {
  SNES snes;
  const PetscScalar *y;
  PetscFunctionBeginUser;
  reading->stage = -1;
  PetscCall(TSSetApplicationContext(ts, reading));
  PetscCall(TSSetPreStage(ts, BeginStage));
  PetscCall(TSSetPostStage(ts, EndStage));
  /* One iteration is enough, and the others take its rounding away. */
  PetscCall(TSGetSNES(ts, &snes));
  PetscCall(SNESSetTolerances(snes, 0, 0, 0, 4, 100));
  PetscCall(SNESSetConvergenceTest(snes, SNESConvergedSkip, NULL, NULL));
  PetscCall(TSSetTimeStep(ts, 1));
  PetscCall(TSRestartStep(ts));
  PetscCall(TSStep(ts));
  reading->stages = reading->stage + 1;
  PetscCall(VecGetArrayRead(solution, &y));
  PetscCall(PetscArraycpy(reading->end, y, 2 * STAGES));
  PetscCall(VecRestoreArrayRead(solution, &y));
  for (int i = 0; i < reading->stages; i++)
    for (int j = 0; j < reading->stages; j++) {
      reading->first[i * reading->stages + j] = reading->y[i][j];
      reading->second[i * reading->stages + j] = reading->y[i][STAGES + j];
    }
  PetscFunctionReturn(0);
}

/* TS as it is configured for runs, with other equations. */
static PetscErrorCode ReadTable(const Family *family, const gimbal_real *parameters,
                                Reading *reading) {
  gimbal g = {.parameters = parameters};
  Run run = {.host = {.g = &g}, .family = family, .entries = 2 * STAGES};
  PetscBool rosenbrock;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsCreate(&run.options));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, run.entries, &run.solution));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, run.entries, run.entries, NULL, &run.jacobian));
  PetscCall(Create(&run));
  PetscCall(TSSetIFunction(run.ts, NULL, UnitF, reading));
  PetscCall(TSSetIJacobian(run.ts, run.jacobian, run.jacobian, UnitJacobian, reading));
  PetscCall(PetscStrcmp(family->type, TSROSW, &rosenbrock));
  if (rosenbrock)
    PetscCall(TSRosWSetRecomputeJacobian(run.ts, PETSC_TRUE));
  if (family->form == ADDITIVE)
    PetscCall(TSSetRHSFunction(run.ts, NULL, UnitG, reading));
  error = ReadStep(run.ts, run.solution, reading);
  PetscCall(Free(&run));
  PetscFunctionReturn(error);
}

/* The first tableau is that of what is implicit, the second that of what is explicit. */
static int additive_tableaux(const Family *family, const gimbal_real *parameters, int index,
                             gimbal_tableau *tableau) {
  static Reading reading;
  PetscErrorCode error;
  if (index > 1 || PetscPushErrorHandler(PetscReturnErrorHandler, NULL))
    return 1;
  error = ReadTable(family, parameters, &reading);
  (void)PetscPopErrorHandler();
  *tableau = (gimbal_tableau){.name = index ? "explicit" : "implicit",
                              .s = reading.stages,
                              .a = index ? reading.second : reading.first,
                              .b = reading.end + (index ? STAGES : 0)};
  return error != 0;
}

/* α in `first` and Γ in `second`. */
static int rosenbrock_tableau(const Family *family, const gimbal_real *parameters, int index,
                              gimbal_tableau *tableau) {
  static Reading reading;
  PetscErrorCode error;
  if (index || PetscPushErrorHandler(PetscReturnErrorHandler, NULL))
    return 1;
  error = ReadTable(family, parameters, &reading);
  (void)PetscPopErrorHandler();
  for (int i = 0; i < reading.stages && !error; i++)
    for (int j = 0; j < reading.stages; j++) {
      const int at = i * reading.stages + j;
      reading.first[at] = reading.at[i][j];
      reading.second[at] = i == j && reading.unsolved[i] ? 0 : reading.y[i][j];
    }
  *tableau = (gimbal_tableau){.name = "rosw",
                              .s = reading.stages,
                              .a = reading.first,
                              .b = reading.end,
                              .gamma = reading.second};
  return error != 0;
}

static PetscErrorCode ReadRK(TSRKType type, gimbal_tableau *tableau) {
  TS ts;
  PetscInt stages;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, type));
  error =
      TSRKGetTableau(ts, &stages, &tableau->a, &tableau->b, &tableau->c, NULL, NULL, NULL, NULL);
  tableau->s = (int)stages;
  PetscCall(TSDestroy(&ts));
  PetscFunctionReturn(error);
}
/* What it points to belongs to the library, and stays. */
static int explicit_tableau(TSRKType type, int index, gimbal_tableau *tableau) {
  PetscErrorCode error;
  if (index || PetscPushErrorHandler(PetscReturnErrorHandler, NULL))
    return 1;
  error = ReadRK(type, tableau);
  (void)PetscPopErrorHandler();
  tableau->name = "rk";
  return error != 0;
}

#endif
