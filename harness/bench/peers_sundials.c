/* SUNDIALS: the implicit midpoint rule by ARKStep, with its own Newton, the analytic Jacobian,
 * which it keeps over several steps, and its dense LU. */
#include "bench/peers.h"

#ifdef GIMBAL_HAVE_SUNDIALS
#include <arkode/arkode_arkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Before SUNDIALS 7 a context takes a pointer; since then ARKStep's functions have common names, too. */
#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#else
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

typedef struct {
  SUNContext context;
  void *memory;
  N_Vector y;
  SUNMatrix J;
  SUNLinearSolver solver;
  ARKodeButcherTable table;
} Stepper;

static int Field(sunrealtype t, N_Vector y, N_Vector f, void *context) {
  (void)t, (void)context;
  PeerField(N_VGetArrayPointer(y), N_VGetArrayPointer(f));
  return 0;
}
static int FieldJacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *context, N_Vector u,
                         N_Vector v, N_Vector w) {
  PetscReal values[PEER_SIZE * PEER_SIZE];
  (void)t, (void)f, (void)context, (void)u, (void)v, (void)w;
  PeerFieldJacobian(N_VGetArrayPointer(y), values);
  for (int i = 0; i < PEER_SIZE; i++)
    for (int j = 0; j < PEER_SIZE; j++)
      SM_ELEMENT_D(J, i, j) = values[i * PEER_SIZE + j];
  return 0;
}

#define Call(expression)                                                                           \
  do {                                                                                             \
    const int flag_ = (expression);                                                                \
    PetscCheck(flag_ >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "SUNDIALS: %s gives %d", #expression,   \
               flag_);                                                                             \
  } while (0)

static PetscErrorCode Advance(void *context, PetscInt64 steps) {
  Stepper *s = context;
  sunrealtype t;
  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < steps; i++)
    Call(ARKStepEvolve(s->memory, 1e30, s->y, &t, ARK_ONE_STEP));
  PetscFunctionReturn(0);
}

static PetscErrorCode State(void *context, PetscReal *y) {
  const Stepper *s = context;
  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(y, N_VGetArrayPointer(s->y), PEER_SIZE));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchPeersSUNDIALS(Bench *b) {
  const PetscReal initial[PEER_SIZE] = PEER_INITIAL;
  sunrealtype half = 0.5, one = 1;
  Stepper s;
  Peer peer = {.name = "peer:sundials_arkode",
               .method = "implicit_midpoint",
               .title = "ARKStep, implicit midpoint",
               .substeps = 1,
               .advance = Advance,
               .state = State,
               .context = &s};

  PetscFunctionBeginUser;
  if (!BenchWants(b, peer.name))
    PetscFunctionReturn(0);
  Call(SUNContext_Create(SUN_COMM_NULL, &s.context));
  s.y = N_VNew_Serial(PEER_SIZE, s.context);
  s.J = SUNDenseMatrix(PEER_SIZE, PEER_SIZE, s.context);
  s.solver = SUNLinSol_Dense(s.y, s.J, s.context);
  PetscCall(PetscArraycpy(N_VGetArrayPointer(s.y), initial, PEER_SIZE));
  s.memory = ARKStepCreate(NULL, Field, 0, s.y, s.context);
  s.table = ARKodeButcherTable_Create(1, 2, 0, &half, &half, &one, NULL);
  Call(ARKStepSetTables(s.memory, 2, 0, s.table, NULL));
  Call(ARKStepSetFixedStep(s.memory, PEER_STEP));
  /* The Newton's test is the coefficient times these tolerances: 1e-14. */
  Call(ARKStepSStolerances(s.memory, 1e-12, 1e-12));
  Call(ARKStepSetNonlinConvCoef(s.memory, 1e-2));
  Call(ARKStepSetMaxNonlinIters(s.memory, 20));
  Call(ARKStepSetMaxNumSteps(s.memory, -1));
  Call(ARKStepSetPredictorMethod(s.memory, 1));
  Call(ARKStepSetLinearSolver(s.memory, s.solver, s.J));
  Call(ARKStepSetJacFn(s.memory, FieldJacobian));
  PetscCall(PeerCompare(b, &peer));
  ARKStepFree(&s.memory);
  ARKodeButcherTable_Free(s.table);
  Call(SUNLinSolFree(s.solver));
  SUNMatDestroy(s.J);
  N_VDestroy(s.y);
  Call(SUNContext_Free(&s.context));
  PetscFunctionReturn(0);
}

#else

PetscErrorCode BenchPeersSUNDIALS(Bench *b) {
  PetscFunctionBeginUser;
  if (BenchWants(b, "peer:sundials_arkode"))
    fprintf(stderr, "gimbal: built without SUNDIALS; no figure peer:sundials_arkode\n");
  PetscFunctionReturn(0);
}

#endif
