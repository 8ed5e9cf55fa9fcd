/* PETSc TS: the implicit midpoint rule (theta) and two-stage Gauss (irk). Each gets the analytic Jacobian,
 * a dense or small LU, and no adaptivity. Of basicsymplectic the order of kicks and drifts changed
 * between versions, so that it is no peer. */
#include "bench/peers.h"
#include <petscts.h>

typedef struct {
  TS ts;
  Vec y;
  Mat J;
} Stepper;

static PetscErrorCode Field(TS ts, PetscReal t, Vec y, Vec f, void *context) {
  const PetscScalar *in;
  PetscScalar *out;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)context;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  PeerField(in, out);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

static PetscErrorCode FieldJacobian(TS ts, PetscReal t, Vec y, Mat A, Mat P, void *context) {
  const PetscInt all[PEER_SIZE] = {0, 1, 2, 3};
  const PetscScalar *in;
  PetscReal J[PEER_SIZE * PEER_SIZE];
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)A, (void)context;
  PetscCall(VecGetArrayRead(y, &in));
  PeerFieldJacobian(in, J);
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscCall(MatSetValues(P, PEER_SIZE, all, PEER_SIZE, all, J, INSERT_VALUES));
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode Advance(void *context, PetscInt64 steps) {
  Stepper *s = context;
  PetscInt taken;
  TSConvergedReason reason;
  PetscFunctionBeginUser;
  PetscCall(TSGetStepNumber(s->ts, &taken));
  PetscCall(TSSetMaxSteps(s->ts, taken + (PetscInt)steps));
  PetscCall(TSSolve(s->ts, s->y));
  PetscCall(TSGetConvergedReason(s->ts, &reason));
  PetscCheck(reason > 0, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "TS stopped: %s",
             TSConvergedReasons[reason]);
  PetscFunctionReturn(0);
}

static PetscErrorCode State(void *context, PetscReal *y) {
  Stepper *s = context;
  const PetscScalar *array;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->y, &array));
  PetscCall(PetscArraycpy(y, array, PEER_SIZE));
  PetscCall(VecRestoreArrayRead(s->y, &array));
  PetscFunctionReturn(0);
}

/* A TS with the options of its prefix; `options` are pairs, ended by NULL. */
static PetscErrorCode StepperCreate(const char *type, const char *prefix,
                                    const char *const *options, Stepper *s) {
  const PetscReal initial[PEER_SIZE] = PEER_INITIAL;
  const PetscInt all[PEER_SIZE] = {0, 1, 2, 3};
  TSAdapt adapt;

  PetscFunctionBeginUser;
  *s = (Stepper){.ts = NULL};
  for (int i = 0; options[i]; i += 2)
    PetscCall(PetscOptionsSetValue(NULL, options[i], options[i + 1]));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, PEER_SIZE, &s->y));
  PetscCall(VecSetValues(s->y, PEER_SIZE, all, initial, INSERT_VALUES));
  PetscCall(VecAssemblyBegin(s->y));
  PetscCall(VecAssemblyEnd(s->y));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, PEER_SIZE, PEER_SIZE, PEER_SIZE, NULL, &s->J));
  PetscCall(TSCreate(PETSC_COMM_SELF, &s->ts));
  PetscCall(TSSetOptionsPrefix(s->ts, prefix));
  PetscCall(TSSetType(s->ts, type));
  PetscCall(TSSetRHSFunction(s->ts, NULL, Field, NULL));
  PetscCall(TSSetRHSJacobian(s->ts, s->J, s->J, FieldJacobian, NULL));
  PetscCall(TSSetTimeStep(s->ts, PEER_STEP));
  PetscCall(TSSetMaxTime(s->ts, PETSC_MAX_REAL));
  PetscCall(TSSetExactFinalTime(s->ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSGetAdapt(s->ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  PetscCall(TSSetFromOptions(s->ts));
  PetscCall(TSSetSolution(s->ts, s->y));
  PetscFunctionReturn(0);
}

static PetscErrorCode StepperDestroy(Stepper *s) {
  PetscFunctionBeginUser;
  PetscCall(TSDestroy(&s->ts));
  PetscCall(VecDestroy(&s->y));
  PetscCall(MatDestroy(&s->J));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchPeersPETSc(Bench *b) {
  /* The residuals of theta and irk are slopes, whose rounding is that of y over h: 1e-14. */
  static const char *const theta[] = {"-theta_ts_theta_theta",
                                      "0.5",
                                      "-theta_snes_atol",
                                      "1e-12",
                                      "-theta_snes_rtol",
                                      "0",
                                      "-theta_snes_stol",
                                      "0",
                                      "-theta_ksp_type",
                                      "preonly",
                                      "-theta_pc_type",
                                      "lu",
                                      NULL};
  /* The number of stages must be an option: set by a call, the tableau of three stays. */
  static const char *const irk[] = {"-irk_ts_irk_nstages",
                                    "2",
                                    "-irk_snes_atol",
                                    "1e-12",
                                    "-irk_snes_rtol",
                                    "0",
                                    "-irk_snes_stol",
                                    "0",
                                    "-irk_ksp_rtol",
                                    "1e-10",
                                    "-irk_pc_type",
                                    "pbjacobi",
                                    NULL};
  const struct {
    const char *type, *prefix;
    const char *const *options;
    Peer peer;
  } all[] = {
      {TSTHETA,
       "theta_",
       theta,
       {.name = "peer:petsc_ts_theta", .method = "implicit_midpoint", .title = "TSTHETA 1/2"}},
      {TSIRK,
       "irk_",
       irk,
       {.name = "peer:petsc_ts_irk", .method = "gauss_2", .title = "TSIRK, 2-stage Gauss"}},
  };

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    Peer peer = all[k].peer;
    Stepper s;
    if (!BenchWants(b, peer.name))
      continue;
    PetscCall(StepperCreate(all[k].type, all[k].prefix, all[k].options, &s));
    peer.substeps = 1;
    peer.advance = Advance;
    peer.state = State;
    peer.context = &s;
    PetscCall(PeerCompare(b, &peer));
    PetscCall(StepperDestroy(&s));
  }
  PetscFunctionReturn(0);
}
