/* The time integrators of PETSc, TS, as its documentation says they are used: no adaptivity
 * (TSADAPTNONE), steps of one size that may pass the end (TS_EXACTFINALTIME_STEPOVER), Jacobians
 * given, linear systems solved to the end, Newton's method down to rounding.
 *
 * TS integrates y in units of the host's sizes, rounded to powers of two, over time in such a unit:
 * its tolerances, which are absolute and for norms of all of y, then mean the same in any units, and
 * nothing else changes in any bit.
 *
 * An integrator is two methods: one TS for a whole run, which remembers what it likes from step to
 * step (`uncopyable`), and NAME_fresh with a new TS for every step. Only what is made of several
 * steps (BDF, the general linear methods) has no second. */
#include "library_adapter.h"
#include <petscts.h>
#include <stdlib.h>
#include <string.h>

/* What an entry of y' = f(t,y) is for TS: all of it right-hand side; F(t,y,y') = y' - f alone; the
 * first half in F and the second in the right-hand side; q and p with functions of their own; or
 * y' = S ∇H. */
typedef enum { RIGHT_HAND_SIDE, IMPLICIT, ADDITIVE, SPLIT, GRADIENT } Form;

typedef struct Run Run;
typedef struct {
  TSType type;
  Form form;
  PetscErrorCode (*choose)(Run *, const gimbal_real *parameters); /* which of the type's */
} Family;

struct Run {
  library_host host;
  const Family *family;
  PetscBool fresh;
  PetscInt entries, first; /* of y, and of its first half: q, or what is treated implicitly */
  double h, time, t_begin, *size; /* units of time and of y, powers of two */
  double *y, *f, *matrix, *left;  /* of the model's units; `left` is the state that TS has left */
  double t_left;
  PetscInt iterations; /* of Newton's method, so far */
  TS ts;
  PetscOptions options; /* of this run alone */
  Vec solution;
  Mat jacobian, structure;
  IS position, momentum;
  /* Of a TS that can only solve, and not go on: the states so far, how many there is room for, how
   * many there are, and which was last given. */
  double *path;
  PetscInt room, solved, given;
};

/* ---- The model ---- */

static void Fill(double value, PetscInt count, double *out) {
  for (PetscInt i = 0; i < count; i++)
    out[i] = value;
}

static void Scale(const Run *run, const double *in, double *y) {
  for (PetscInt i = 0; i < run->entries; i++)
    y[i] = in[i] * run->size[i];
}

/* f at (t, y) in TS's units; NaN where the model has none, and TS finds out by itself. */
static void Field(Run *run, double t, const double *in, double *f) {
  Scale(run, in, run->y);
  if (run->family->form == GRADIENT)
    run->host.failed =
        run->host.failed || gimbal_momentum_field(run->host.g, t * run->time, run->y, f);
  else
    (void)library_field(&run->host, t * run->time, run->y, f);
  if (run->host.failed)
    Fill(NAN, run->entries, f);
  for (PetscInt i = 0; i < run->entries; i++)
    f[i] *= run->time / run->size[i];
}

static PetscErrorCode RightHandSide(TS ts, PetscReal t, Vec y, Vec f, void *context) {
  Run *run = context;
  const PetscScalar *in;
  PetscScalar *out;
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  Field(run, t, in, out);
  if (run->family->form == ADDITIVE)
    Fill(0, run->first, out);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

/* F = y' - f, of the first half alone where the second is explicit. */
static PetscErrorCode Implicit(TS ts, PetscReal t, Vec y, Vec rate, Vec F, void *context) {
  Run *run = context;
  const PetscInt count = run->family->form == ADDITIVE ? run->first : run->entries;
  const PetscScalar *in, *dot;
  PetscScalar *out;
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayRead(rate, &dot));
  PetscCall(VecGetArrayWrite(F, &out));
  Field(run, t, in, run->f);
  for (PetscInt i = 0; i < run->entries; i++)
    out[i] = dot[i] - (i < count ? run->f[i] : 0);
  PetscCall(VecRestoreArrayWrite(F, &out));
  PetscCall(VecRestoreArrayRead(rate, &dot));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

/* shift I + sign ∂f/∂y, with as many rows of the derivative as are told. */
static PetscErrorCode Derivative(Run *run, PetscReal t, Vec y, PetscReal shift, PetscReal sign,
                                 Mat P) {
  const PetscInt n = run->entries,
                 rows = run->family->form == ADDITIVE && sign < 0 ? run->first : n;
  const PetscScalar *in;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(y, &in));
  Scale(run, in, run->y);
  PetscCall(VecRestoreArrayRead(y, &in));
  if (library_jacobian(&run->host, t * run->time, run->y, run->matrix))
    Fill(NAN, n * n, run->matrix);
  gimbal_count(run->host.g, GIMBAL_JACOBIANS, 1);
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++) {
      const double entry =
          i < rows ? sign * run->matrix[i * n + j] * run->time * run->size[j] / run->size[i] : 0;
      PetscCall(MatSetValue(P, i, j, entry + (i == j ? shift : 0), INSERT_VALUES));
    }
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode ImplicitJacobian(TS ts, PetscReal t, Vec y, Vec rate, PetscReal shift, Mat A,
                                       Mat P, void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)rate, (void)A;
  PetscCall(Derivative(context, t, y, shift, -1, P));
  PetscFunctionReturn(0);
}

static PetscErrorCode RightHandSideJacobian(TS ts, PetscReal t, Vec y, Mat A, Mat P,
                                            void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)A;
  PetscCall(Derivative(context, t, y, 0, 1, P));
  PetscFunctionReturn(0);
}

/* L = T(v) - U(t,q): the rate of q is a function of p and that of p of q, and TS hands over that part
 * of y alone. The other one is where it was. */
static PetscErrorCode HalfField(Run *run, PetscBool position, PetscReal t, Vec y, Vec f) {
  const PetscInt n = run->first, in_at = position ? n : 0, out_at = position ? 0 : n;
  const PetscScalar *in;
  PetscScalar *out;
  gimbal *g = run->host.g;
  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  for (PetscInt i = 0; i < n; i++)
    run->y[in_at + i] = in[i] * run->size[in_at + i];
  if (!run->host.failed)
    run->host.failed = gimbal_velocity(g, t * run->time, run->y, run->y + n, run->f) ||
                       (!position && gimbal_force(g, t * run->time, run->y, run->f, run->f + n));
  if (run->host.failed)
    Fill(NAN, 2 * n, run->f);
  for (PetscInt i = 0; i < n; i++)
    out[i] = run->f[out_at + i] * run->time / run->size[out_at + i];
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}
static PetscErrorCode RateOfPosition(TS ts, PetscReal t, Vec p, Vec f, void *context) {
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(HalfField(context, PETSC_TRUE, t, p, f));
  PetscFunctionReturn(0);
}
static PetscErrorCode RateOfMomentum(TS ts, PetscReal t, Vec q, Vec f, void *context) {
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(HalfField(context, PETSC_FALSE, t, q, f));
  PetscFunctionReturn(0);
}

/* y' = S ∇H with the unit of H one of action over that of time, so that S has entries of size one. */
static double UnitOfEnergy(const Run *run) {
  return run->size[0] * run->size[run->first] / run->time;
}
static PetscErrorCode Structure(TS ts, PetscReal t, Vec y, Mat S, void *context) {
  const Run *run = context;
  const PetscInt n = run->first;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y;
  for (PetscInt i = 0; i < n; i++) {
    const double entry = UnitOfEnergy(run) * run->time / (run->size[i] * run->size[n + i]);
    PetscCall(MatSetValue(S, i, n + i, entry, INSERT_VALUES));
    PetscCall(MatSetValue(S, n + i, i, -entry, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(S, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(S, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}
static PetscErrorCode Energy(TS ts, PetscReal t, Vec y, PetscScalar *H, void *context) {
  Run *run = context;
  const PetscScalar *in;
  double energy = NAN;
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(y, &in));
  Scale(run, in, run->y);
  PetscCall(VecRestoreArrayRead(y, &in));
  t *= run->time;
  if (gimbal_velocity(run->host.g, t, run->y, run->y + run->first, run->f) ||
      gimbal_energy(run->host.g, t, run->y, run->f, &energy))
    run->host.failed = 1;
  *H = energy / UnitOfEnergy(run);
  PetscFunctionReturn(0);
}
/* (∂H/∂q, ∂H/∂p) = (-ṗ, q̇). */
static PetscErrorCode Gradient(TS ts, PetscReal t, Vec y, Vec gradient, void *context) {
  Run *run = context;
  const PetscInt n = run->first;
  const PetscScalar *in;
  PetscScalar *out;
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayWrite(gradient, &out));
  Field(run, t, in, run->f);
  for (PetscInt i = 0; i < 2 * n; i++) {
    const PetscInt other = i < n ? i + n : i - n;
    out[i] = (i < n ? -1 : 1) * run->f[other] * run->size[i] * run->size[other] /
             (run->time * UnitOfEnergy(run));
  }
  PetscCall(VecRestoreArrayWrite(gradient, &out));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

/* ---- TS ---- */

static PetscErrorCode SetEquations(Run *run) {
  TS ts = run->ts;
  PetscFunctionBeginUser;
  switch (run->family->form) {
  case RIGHT_HAND_SIDE:
    PetscCall(TSSetRHSFunction(ts, NULL, RightHandSide, run));
    PetscCall(TSSetRHSJacobian(ts, run->jacobian, run->jacobian, RightHandSideJacobian, run));
    break;
  case ADDITIVE:
    PetscCall(TSSetRHSFunction(ts, NULL, RightHandSide, run));
    /* fall through */
  case IMPLICIT:
    PetscCall(TSSetIFunction(ts, NULL, Implicit, run));
    PetscCall(TSSetIJacobian(ts, run->jacobian, run->jacobian, ImplicitJacobian, run));
    break;
  case SPLIT:
    PetscCall(TSRHSSplitSetIS(ts, "position", run->position));
    PetscCall(TSRHSSplitSetIS(ts, "momentum", run->momentum));
    PetscCall(TSRHSSplitSetRHSFunction(ts, "position", NULL, RateOfPosition, run));
    PetscCall(TSRHSSplitSetRHSFunction(ts, "momentum", NULL, RateOfMomentum, run));
    break;
  case GRADIENT:
    PetscCall(TSDiscGradSetFormulation(ts, Structure, Energy, Gradient, run));
  }
  PetscFunctionReturn(0);
}

/* The residuals are rates, whose rounding is that of y over the step; 1e-12 of one over the case's
 * duration is above it up to some thousand steps. Beyond, a correction that is at y's own rounding
 * ends the iteration. */
static PetscErrorCode SetSolvers(Run *run) {
  SNES snes;
  SNESLineSearch search;
  SNESType type;
  KSP ksp;
  PC pc;
  const PetscBool stages = (PetscBool)!strcmp(run->family->type, TSIRK);
  PetscFunctionBeginUser;
  PetscCall(TSGetSNES(run->ts, &snes));
  PetscCall(SNESSetTolerances(snes, 1e-12, 0, 4 * PETSC_MACHINE_EPSILON, 200, 100000));
  PetscCall(SNESSetDivergenceTolerance(snes, -1));
  PetscCall(SNESGetType(snes, &type));
  if (type && !strcmp(type, SNESNEWTONLS)) {
    PetscCall(SNESGetLineSearch(snes, &search));
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  }
  if (run->family->form == GRADIENT)
    PetscCall(
        SNESSetJacobian(snes, run->jacobian, run->jacobian, SNESComputeJacobianDefault, NULL));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, stages ? PCPBJACOBI : PCLU));
  PetscCall(KSPSetType(ksp, stages ? KSPGMRES : KSPPREONLY));
  if (stages) {
    PetscCall(KSPSetTolerances(ksp, 1e-12, 0, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(KSPGMRESSetRestart(ksp, 200));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Create(Run *run) {
  TSAdapt adapt;
  PetscFunctionBeginUser;
  PetscCall(TSCreate(PETSC_COMM_SELF, &run->ts));
  PetscCall(PetscObjectSetOptions((PetscObject)run->ts, run->options));
  PetscCall(TSSetType(run->ts, run->family->type));
  PetscCall(SetEquations(run));
  PetscCall(TSSetMaxSteps(run->ts, PETSC_MAX_INT - 1));
  PetscCall(TSSetMaxTime(run->ts, PETSC_MAX_REAL));
  PetscCall(TSSetExactFinalTime(run->ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSSetErrorIfStepFails(run->ts, PETSC_FALSE));
  PetscCall(TSGetAdapt(run->ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  if (run->family->choose)
    PetscCall(run->family->choose(run, run->host.g->parameters));
  PetscCall(TSSetFromOptions(run->ts));
  if (run->family->form != SPLIT)
    PetscCall(SetSolvers(run));
  PetscCall(TSSetSolution(run->ts, run->solution));
  run->iterations = 0;
  PetscFunctionReturn(0);
}

/* The library has given up by itself. */
static void Stopped(Run *run, const char *why, double number) {
  run->host.failed = library_ended(&run->host, 1, why, number);
}

/* A whole step, from run->left. */
static PetscErrorCode Step(Run *run, const gimbal_state *from, double h, PetscBool goes_on) {
  PetscScalar *y;
  TSConvergedReason reason;
  SNES snes;
  SNESConvergedReason solved = SNES_CONVERGED_ITERATING;
  PetscInt iterations;
  PetscFunctionBeginUser;
  if (run->fresh)
    PetscCall(TSDestroy(&run->ts));
  if (!run->ts)
    PetscCall(Create(run));
  if (!goes_on) {
    PetscCall(VecGetArrayWrite(run->solution, &y));
    for (PetscInt i = 0; i < run->entries; i++)
      y[i] = run->left[i] / run->size[i];
    PetscCall(VecRestoreArrayWrite(run->solution, &y));
    PetscCall(TSSetTime(run->ts, from->t / run->time));
    PetscCall(TSSetTimeStep(run->ts, h / run->time));
    PetscCall(TSRestartStep(run->ts));
  }
  PetscCall(TSStep(run->ts));
  PetscCall(TSGetConvergedReason(run->ts, &reason));
  PetscCall(TSGetSNESIterations(run->ts, &iterations));
  gimbal_count(run->host.g, GIMBAL_ITERATIONS, iterations - run->iterations);
  run->iterations = iterations;
  /* TSIRK says nothing of a Newton's method that has failed. */
  if (run->family->form != SPLIT) {
    PetscCall(TSGetSNES(run->ts, &snes));
    PetscCall(SNESGetConvergedReason(snes, &solved));
  }
  if (reason < 0)
    Stopped(run, "PETSc's TS has stopped, with TSConvergedReason", reason);
  if (solved < 0)
    Stopped(run, "PETSc's SNES has stopped, with SNESConvergedReason", solved);
  PetscFunctionReturn(0);
}

/* TSGLLE solves from the beginning, once; what it solves is kept, and where that is not enough it
 * solves twice as much anew. */
static PetscErrorCode Keep(TS ts, PetscInt number, PetscReal t, Vec y, void *context) {
  Run *run = context;
  const PetscScalar *in;
  PetscFunctionBeginUser;
  (void)ts, (void)t;
  if (number > run->room)
    PetscFunctionReturn(0);
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(PetscArraycpy(run->path + number * run->entries, in, run->entries));
  PetscCall(VecRestoreArrayRead(y, &in));
  run->solved = number;
  PetscFunctionReturn(0);
}

static PetscErrorCode Solve(Run *run, double t, double h) {
  enum { FIRST = 16 };
  const PetscInt n = run->entries;
  PetscScalar *y;
  PetscFunctionBeginUser;
  run->room = run->room ? 2 * run->room : FIRST;
  PetscCall(PetscRealloc((size_t)((run->room + 1) * n) * sizeof(double), &run->path));
  PetscCall(TSDestroy(&run->ts));
  PetscCall(Create(run));
  PetscCall(TSMonitorSet(run->ts, Keep, run, NULL));
  PetscCall(TSSetMaxSteps(run->ts, run->room));
  PetscCall(TSSetTime(run->ts, t / run->time));
  PetscCall(TSSetTimeStep(run->ts, h / run->time));
  PetscCall(VecGetArrayWrite(run->solution, &y));
  PetscCall(PetscArraycpy(y, run->path, n));
  PetscCall(VecRestoreArrayWrite(run->solution, &y));
  PetscCall(TSSolve(run->ts, run->solution));
  PetscFunctionReturn(0);
}

static PetscErrorCode StepOfPath(Run *run, const gimbal_state *from, double h, PetscBool goes_on) {
  PetscScalar *y;
  PetscFunctionBeginUser;
  if (!goes_on) {
    run->room = run->given = run->solved = 0;
    run->t_begin = from->t;
    PetscCall(PetscRealloc((size_t)run->entries * sizeof(double), &run->path));
    for (PetscInt i = 0; i < run->entries; i++)
      run->path[i] = run->left[i] / run->size[i];
  }
  if (run->given == run->room)
    PetscCall(Solve(run, run->t_begin, h));
  if (++run->given > run->solved) {
    Stopped(run, "PETSc's TS solves no further than to step", run->solved);
    PetscFunctionReturn(0);
  }
  run->host.failed = 0; /* of a later step, if at all */
  PetscCall(VecGetArrayWrite(run->solution, &y));
  PetscCall(PetscArraycpy(y, run->path + run->given * run->entries, run->entries));
  PetscCall(VecRestoreArrayWrite(run->solution, &y));
  PetscFunctionReturn(0);
}

/* ---- What gimbal calls ---- */

static double PowerOfTwo(double x) {
  return PetscPowReal(2, PetscFloorReal(PetscLog2Real(x) + 0.5));
}

static PetscErrorCode Allocate(Run *run) {
  const PetscInt n = run->entries;
  PetscBool stages;
  PetscFunctionBeginUser;
  PetscCall(PetscStrcmp(run->family->type, TSIRK, &stages));
  PetscCall(PetscOptionsCreate(&run->options));
  PetscCall(
      PetscMalloc5(n, &run->size, n, &run->y, n, &run->f, n * n, &run->matrix, n, &run->left));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &run->solution));
  if (stages) /* whose Kronecker products are of sparse matrices */
    PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, n, NULL, &run->jacobian));
  else
    PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &run->jacobian));
  if (run->family->form == SPLIT) {
    PetscCall(ISCreateStride(PETSC_COMM_SELF, run->first, 0, 1, &run->position));
    PetscCall(ISCreateStride(PETSC_COMM_SELF, run->first, run->first, 1, &run->momentum));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Free(Run *run) {
  PetscFunctionBeginUser;
  PetscCall(TSDestroy(&run->ts));
  PetscCall(VecDestroy(&run->solution));
  PetscCall(MatDestroy(&run->jacobian));
  PetscCall(ISDestroy(&run->position));
  PetscCall(ISDestroy(&run->momentum));
  PetscCall(PetscFree5(run->size, run->y, run->f, run->matrix, run->left));
  PetscCall(PetscFree(run->path));
  PetscCall(PetscOptionsDestroy(&run->options));
  PetscFunctionReturn(0);
}

static void close_run(gimbal *g) {
  Run *run = g->handle;
  if (!PetscPushErrorHandler(PetscReturnErrorHandler, NULL)) {
    (void)Free(run);
    (void)PetscPopErrorHandler();
  }
  free(run);
  g->handle = NULL;
}

/* `fresh` is the last of the method's parameters. */
static int open_run(gimbal *g, const gimbal_state *state, const Family *family, PetscBool fresh) {
  const PetscBool pair = (PetscBool)(family->form == SPLIT || family->form == GRADIENT);
  Run *run = calloc(1, sizeof *run);
  PetscBool there = PETSC_FALSE;
  PetscErrorCode error;
  if (!run)
    return gimbal_fail(g, "no memory for a run", (double)sizeof *run);
  (void)state;
  /* The host has begun PETSc in most processes; none may end it while another run is open. */
  if (PetscInitialized(&there) || (!there && PetscInitializeNoArguments())) {
    free(run);
    return gimbal_fail(g, "PETSc does not begin", 0);
  }
  *run = (Run){.host = {.g = g}, .family = family, .fresh = fresh};
  run->entries = pair ? 2 * g->n : g->n;
  run->first = pair ? g->n : (g->n + 1) / 2;
  g->handle = run;
  error = PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  error = error ? error : Allocate(run);
  (void)PetscPopErrorHandler();
  if (error || gimbal_sizes(g, run->size, pair ? run->size + g->n : NULL, &run->time)) {
    close_run(g);
    return error ? gimbal_fail(g, "PETSc has no objects for a run: its error", error) : 1;
  }
  run->time = PowerOfTwo(run->time);
  for (PetscInt i = 0; i < run->entries; i++)
    run->size[i] = PowerOfTwo(run->size[i]);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  Run *run = g->handle;
  const PetscInt n = g->n;
  const size_t half = (size_t)n * sizeof(double);
  const PetscBool pair = (PetscBool)(run->entries > n);
  const PetscScalar *y;
  const PetscBool goes_on =
      (PetscBool)(run->ts && !run->fresh && h == run->h && from->t == run->t_left &&
                  !memcmp(run->left, from->q, half) &&
                  (!pair || !memcmp(run->left + n, from->p, half)));
  PetscErrorCode error;
  library_enter(&run->host, g);
  run->h = h;
  memcpy(run->left, from->q, half);
  if (pair)
    memcpy(run->left + n, from->p, half);
  memcpy(run->y, run->left, (size_t)run->entries * sizeof(double));
  error = PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  error = error                                ? error
          : !strcmp(run->family->type, TSGLLE) ? StepOfPath(run, from, h, goes_on)
                                               : Step(run, from, h, goes_on);
  if (!error && !run->host.failed && !(error = VecGetArrayRead(run->solution, &y))) {
    Scale(run, y, run->left);
    error = VecRestoreArrayRead(run->solution, &y);
  }
  (void)PetscPopErrorHandler();
  if (error || run->host.failed) { /* what TS is in the middle of, it does not go on with */
    (void)TSDestroy(&run->ts);
    return library_ended(&run->host, 1, "PETSc's TS has failed, with error", error);
  }
  memcpy(to->q, run->left, half);
  if (pair)
    memcpy(to->p, run->left + n, half);
  run->t_left = to->t;
  return 0;
}

/* ---- Which integrator ----
 * The first of the parameters is `fresh`; of what has several types `type` is the second. */

#define OPEN(name, ...)                                                                            \
  static const Family family_##name = {__VA_ARGS__};                                               \
  static int open_##name(gimbal *g, gimbal_real h, const gimbal_state *state) {                    \
    (void)h;                                                                                       \
    return open_run(g, state, &family_##name, g->parameters[0] != 0 ? PETSC_TRUE : PETSC_FALSE);   \
  }

static PetscErrorCode ChooseTheta(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSThetaSetTheta(run->ts, parameters[1]));
  PetscCall(TSThetaSetEndpoint(run->ts, parameters[2] != 0 ? PETSC_TRUE : PETSC_FALSE));
  PetscFunctionReturn(0);
}
/* The number of stages has to be an option: told by TSIRKSetNumStages, the tableau of three stays. */
static PetscErrorCode ChooseIRK(Run *run, const gimbal_real *parameters) {
  char stages[16];
  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(stages, sizeof stages, "%d", (int)parameters[1]));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_irk_nstages", stages));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseBasicSymplectic(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSBASICSYMPLECTICSIEULER, TSBASICSYMPLECTICVELVERLET,
                                     TSBASICSYMPLECTIC3, TSBASICSYMPLECTIC4};
  PetscFunctionBeginUser;
  PetscCall(TSBasicSymplecticSetType(run->ts, type[(int)parameters[1] - 1]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseDiscreteGradient(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSDiscGradUseGonzalez(run->ts, parameters[1] != 0 ? PETSC_TRUE : PETSC_FALSE));
  PetscFunctionReturn(0);
}
static const char *const rk[] = {TSRK1FE, TSRK2A,  TSRK2B,  TSRK3,   TSRK3BS, TSRK4,
                                 TSRK5F,  TSRK5DP, TSRK5BS, TSRK6VR, TSRK7VR, TSRK8VR};
static PetscErrorCode ChooseRK(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSRKSetType(run->ts, rk[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseSSP(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSSSPRKS2, TSSSPRKS3, TSSSPRK104};
  static const PetscInt stages[] = {5, 9, 10};
  PetscFunctionBeginUser;
  PetscCall(TSSSPSetType(run->ts, type[(int)parameters[1]]));
  PetscCall(TSSSPSetNumStages(run->ts, stages[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseARKIMEX(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSARKIMEX1BEE, TSARKIMEXA2,   TSARKIMEXL2,     TSARKIMEXARS122,
                                     TSARKIMEX2C,   TSARKIMEX2D,   TSARKIMEX2E,     TSARKIMEXPRSSP2,
                                     TSARKIMEX3,    TSARKIMEXBPR3, TSARKIMEXARS443, TSARKIMEX4,
                                     TSARKIMEX5};
  PetscFunctionBeginUser;
  PetscCall(TSARKIMEXSetType(run->ts, type[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseRosW(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {
      TSROSWTHETA1,     TSROSWTHETA2,      TSROSW2M,          TSROSW2P,
      TSROSWRA3PW,      TSROSWRA34PW2,     TSROSWRODAS3,      TSROSWSANDU3,
      TSROSWASSP3P3S1C, TSROSWLASSP3P4S2C, TSROSWLLSSP3P4S2C, TSROSWARK3,
      TSROSWGRK4T,      TSROSWSHAMP4,      TSROSWVELDD4,      TSROSW4L};
  PetscFunctionBeginUser;
  PetscCall(TSRosWSetType(run->ts, type[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseBDF(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSBDFSetOrder(run->ts, (PetscInt)parameters[1]));
  PetscFunctionReturn(0);
}
/* The type of its adaptivity is an option, of the name that TSAdapt's has. */
static PetscErrorCode ChooseGLLE(Run *run, const gimbal_real *parameters) {
  char order[16];
  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(order, sizeof order, "%d", (int)parameters[1]));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_adapt_type", "none"));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_start_order", order));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_min_order", order));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_max_order", order));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseAlpha(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSAlphaSetRadius(run->ts, parameters[1]));
  PetscFunctionReturn(0);
}

OPEN(euler, TSEULER, RIGHT_HAND_SIDE, NULL)
OPEN(rk, TSRK, RIGHT_HAND_SIDE, ChooseRK)
OPEN(ssp, TSSSP, RIGHT_HAND_SIDE, ChooseSSP)
OPEN(theta, TSTHETA, IMPLICIT, ChooseTheta)
OPEN(beuler, TSBEULER, IMPLICIT, NULL)
OPEN(cn, TSCN, IMPLICIT, NULL)
OPEN(irk, TSIRK, RIGHT_HAND_SIDE, ChooseIRK)
OPEN(arkimex, TSARKIMEX, IMPLICIT, ChooseARKIMEX)
OPEN(arkimex_additive, TSARKIMEX, ADDITIVE, ChooseARKIMEX)
OPEN(rosw, TSROSW, IMPLICIT, ChooseRosW)
OPEN(bdf, TSBDF, IMPLICIT, ChooseBDF)
OPEN(glle, TSGLLE, IMPLICIT, ChooseGLLE)
OPEN(alpha, TSALPHA, IMPLICIT, ChooseAlpha)
OPEN(basicsymplectic, TSBASICSYMPLECTIC, SPLIT, ChooseBasicSymplectic)
OPEN(discgrad, TSDISCGRAD, GRADIENT, ChooseDiscreteGradient)

/* ---- Their tableaux ----
 * Of TSRK the library tells them. Of what is told nowhere they are read off one step from y = 0 with
 * h = 1, in which the slope of stage j is the j-th unit vector wherever it is evaluated, that of the
 * second part of a pair the (STAGES + j)-th: each stage is then a row of the tableaux, and the end of
 * the step their weights. */

enum { STAGES = 16 };
typedef struct {
  int stage, stages;
  double y[STAGES][2 * STAGES], end[2 * STAGES]; /* of the additive methods: row and row */
  double first[STAGES * STAGES], second[STAGES * STAGES];
} Reading;

static PetscErrorCode BeginStage(TS ts, PetscReal t) {
  Reading *reading;
  PetscFunctionBeginUser;
  (void)t;
  PetscCall(TSGetApplicationContext(ts, &reading));
  reading->stage++;
  PetscCheck(reading->stage < STAGES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many stages");
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
  const Reading *reading = context;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y;
  PetscCall(VecCopy(rate, F));
  PetscCall(VecSetValue(F, reading->stage, -1, ADD_VALUES));
  PetscCall(VecAssemblyBegin(F));
  PetscCall(VecAssemblyEnd(F));
  PetscFunctionReturn(0);
}
static PetscErrorCode UnitJacobian(TS ts, PetscReal t, Vec y, Vec rate, PetscReal shift, Mat A,
                                   Mat P, void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y, (void)rate, (void)A, (void)context;
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
static PetscErrorCode ReadAdditive(const gimbal_real *parameters, Reading *reading) {
  gimbal g = {.parameters = parameters};
  Run run = {.host = {.g = &g}, .family = &family_arkimex_additive, .entries = 2 * STAGES};
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsCreate(&run.options));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, run.entries, &run.solution));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, run.entries, run.entries, NULL, &run.jacobian));
  PetscCall(Create(&run));
  PetscCall(TSSetIFunction(run.ts, NULL, UnitF, reading));
  PetscCall(TSSetIJacobian(run.ts, run.jacobian, run.jacobian, UnitJacobian, reading));
  PetscCall(TSSetRHSFunction(run.ts, NULL, UnitG, reading));
  error = ReadStep(run.ts, run.solution, reading);
  PetscCall(Free(&run));
  PetscFunctionReturn(error);
}

/* The first tableau is that of what is implicit, the second that of what is explicit. */
static int arkimex_tableaux(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  static Reading reading;
  PetscErrorCode error;
  if (index > 1 || PetscPushErrorHandler(PetscReturnErrorHandler, NULL))
    return 1;
  error = ReadAdditive(parameters, &reading);
  (void)PetscPopErrorHandler();
  *tableau = (gimbal_tableau){.name = index ? "explicit" : "implicit",
                              .s = reading.stages,
                              .a = index ? reading.second : reading.first,
                              .b = reading.end + (index ? STAGES : 0)};
  return error != 0;
}

static PetscErrorCode ReadRK(int type, gimbal_tableau *tableau) {
  TS ts;
  PetscInt stages;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, rk[type]));
  error =
      TSRKGetTableau(ts, &stages, &tableau->a, &tableau->b, &tableau->c, NULL, NULL, NULL, NULL);
  tableau->s = (int)stages;
  PetscCall(TSDestroy(&ts));
  PetscFunctionReturn(error);
}
/* What it points to belongs to the library, and stays. */
static int rk_tableaux(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  PetscErrorCode error;
  if (index || PetscPushErrorHandler(PetscReturnErrorHandler, NULL))
    return 1;
  error = ReadRK((int)parameters[1], tableau);
  (void)PetscPopErrorHandler();
  tableau->name = "rk";
  return error != 0;
}

/* Of the manual page; the midpoint form has a first stage that nothing uses. */
static const gimbal_own_tableau theta_tableaux[] = {
    {.name = "theta",
     .a = "0, 0, endpoint*(1-theta), theta",
     .b = "endpoint*(1-theta), 1-endpoint*(1-theta)"}};
static const gimbal_own_tableau euler_tableaux[] = {{.name = "euler", .a = "0", .b = "1"}};
static const gimbal_own_tableau beuler_tableaux[] = {{.name = "euler", .a = "1", .b = "1"}};
static const gimbal_own_tableau cn_tableaux[] = {
    {.name = "endpoint", .a = "0, 0, 1/2, 1/2", .b = "1/2, 1/2"}};

static const gimbal_scheme theta_schemes[] = {{.kind = "runge_kutta", .first = "theta"}};
static const gimbal_scheme euler_schemes[] = {{.kind = "runge_kutta", .first = "euler"}};
static const gimbal_scheme cn_schemes[] = {{.kind = "runge_kutta", .first = "endpoint"}};
static const gimbal_scheme irk_schemes[] = {
    {.kind = "runge_kutta", .first = "gauss", .stages = "s"}};
static const gimbal_scheme rk_schemes[] = {{.kind = "runge_kutta", .first = "rk"}};
static const gimbal_scheme arkimex_schemes[] = {{.kind = "runge_kutta", .first = "implicit"}};
static const gimbal_scheme additive_schemes[] = {
    {.kind = "partitioned", .first = "implicit", .second = "explicit"}};

/* ---- What they are ---- */

#define FRESH                                                                                      \
  { .name = "fresh", .value = "0", .description = "1: a new TS for every step" }
#define TYPE                                                                                       \
  { .name = "type", .value = "0", .description = "place in the table of the library's types" }
#define ORDER                                                                                      \
  { .name = "order", .value = "1", .description = "as documented" }
#define PAIR(name_, settings_, title_)                                                             \
  {.name = name_, .settings = "fresh=0, " settings_, .title = title_}, {                           \
    .name = name_ "_fresh", .settings = "fresh=1, " settings_,                                     \
    .title = title_ ", a new TS for every step"                                                    \
  }

static const gimbal_value parameters_plain[] = {FRESH};
static const gimbal_value parameters_typed[] = {FRESH, TYPE, ORDER};
static const gimbal_value parameters_theta[] = {
    FRESH,
    {.name = "theta", .value = "1/2", .description = "where the stage is"},
    {.name = "endpoint", .value = "0", .description = "1: TSThetaSetEndpoint"}};
static const gimbal_value parameters_irk[] = {
    FRESH, {.name = "s", .value = "2", .description = "number of stages"}};
static const gimbal_value parameters_order[] = {
    FRESH, {.name = "order", .value = "1", .description = "as documented"}};
static const gimbal_value parameters_gradient[] = {
    FRESH, {.name = "gonzalez", .value = "1", .description = "1: TSDiscGradUseGonzalez"}};
static const gimbal_value parameters_alpha[] = {
    FRESH, {.name = "radius", .value = "1", .description = "spectral radius at infinity"}};

static const gimbal_member euler_members[] = {{.name = "petsc_euler", .settings = "fresh=0"},
                                              {.name = "petsc_euler_fresh", .settings = "fresh=1"}};
static const gimbal_member rk_members[] = {
    PAIR("petsc_rk_1fe", "type=0, order=1", "forward Euler"),
    PAIR("petsc_rk_2a", "type=1, order=2", "Heun's method"),
    PAIR("petsc_rk_2b", "type=2, order=2", "the explicit midpoint rule"),
    PAIR("petsc_rk_3", "type=3, order=3", "three stages of order 3"),
    PAIR("petsc_rk_3bs", "type=4, order=3", "Bogacki and Shampine 3(2)"),
    PAIR("petsc_rk_4", "type=5, order=4", "the classical Runge–Kutta method"),
    PAIR("petsc_rk_5f", "type=6, order=5", "Fehlberg 5(4)"),
    PAIR("petsc_rk_5dp", "type=7, order=5", "Dormand and Prince 5(4)"),
    PAIR("petsc_rk_5bs", "type=8, order=5", "Bogacki and Shampine 5(4)"),
    PAIR("petsc_rk_6vr", "type=9, order=6", "Verner's robust 6(5)"),
    PAIR("petsc_rk_7vr", "type=10, order=7", "Verner's robust 7(6)"),
    PAIR("petsc_rk_8vr", "type=11, order=8", "Verner's robust 8(7)")};
static const gimbal_member ssp_members[] = {
    PAIR("petsc_ssp_rks2", "type=0, order=2",
         "five stages of order 2, strong stability preserving"),
    PAIR("petsc_ssp_rks3", "type=1, order=3",
         "nine stages of order 3, strong stability preserving"),
    PAIR("petsc_ssp_rk104", "type=2, order=4",
         "ten stages of order 4, strong stability preserving")};
static const gimbal_member theta_members[] = {
    PAIR("petsc_theta_midpoint", "theta=1/2", "the implicit midpoint rule"),
    PAIR("petsc_theta_endpoint", "theta=1/2, endpoint=1", "the trapezoidal rule"),
    PAIR("petsc_theta_1", "theta=1", "the implicit Euler method")};
static const gimbal_member beuler_members[] = {
    {.name = "petsc_beuler", .settings = "fresh=0"},
    {.name = "petsc_beuler_fresh", .settings = "fresh=1"}};
static const gimbal_member cn_members[] = {{.name = "petsc_cn", .settings = "fresh=0"},
                                           {.name = "petsc_cn_fresh", .settings = "fresh=1"}};
static const gimbal_member irk_members[] = {PAIR("petsc_irk_gauss_1", "s=1", "Gauss, one stage"),
                                            PAIR("petsc_irk_gauss_2", "s=2", "Gauss, two stages"),
                                            PAIR("petsc_irk_gauss_3", "s=3", "Gauss, three stages"),
                                            PAIR("petsc_irk_gauss_4", "s=4", "Gauss, four stages")};
static const gimbal_member arkimex_members[] = {
    PAIR("petsc_arkimex_1bee", "type=0, order=1",
         "backward Euler with extrapolation for the error"),
    PAIR("petsc_arkimex_a2", "type=1, order=2", "order 2, A-stable"),
    PAIR("petsc_arkimex_l2", "type=2, order=2", "Pareschi and Russo SSP2(2,2,2)"),
    PAIR("petsc_arkimex_ars122", "type=3, order=2", "Ascher, Ruuth and Spiteri (1,2,2)"),
    PAIR("petsc_arkimex_2c", "type=4, order=2", "order 2, L-stable"),
    PAIR("petsc_arkimex_2d", "type=5, order=2", "order 2, L-stable"),
    PAIR("petsc_arkimex_2e", "type=6, order=2", "order 2, L-stable, optimal"),
    PAIR("petsc_arkimex_prssp2", "type=7, order=2", "Pareschi and Russo SSP2(3,3,2)"),
    PAIR("petsc_arkimex_3", "type=8, order=3", "Kennedy and Carpenter 3(2)"),
    PAIR("petsc_arkimex_bpr3", "type=9, order=3", "Boscarino, Pareschi and Russo, order 3"),
    PAIR("petsc_arkimex_ars443", "type=10, order=3", "Ascher, Ruuth and Spiteri (4,4,3)"),
    PAIR("petsc_arkimex_4", "type=11, order=4", "Kennedy and Carpenter 4(3)"),
    PAIR("petsc_arkimex_5", "type=12, order=5", "Kennedy and Carpenter 5(4)")};
/* The first half of y (of (q,v): q) is implicit, the second explicit. */
static const gimbal_member arkimex_additive_members[] = {
    PAIR("petsc_arkimex_1bee_additive", "type=0, order=1",
         "backward Euler with extrapolation for the error, half of it explicit"),
    PAIR("petsc_arkimex_a2_additive", "type=1, order=2", "order 2, A-stable, half of it explicit"),
    PAIR("petsc_arkimex_l2_additive", "type=2, order=2",
         "Pareschi and Russo SSP2(2,2,2), half of it explicit"),
    PAIR("petsc_arkimex_ars122_additive", "type=3, order=2",
         "Ascher, Ruuth and Spiteri (1,2,2), half of it explicit"),
    PAIR("petsc_arkimex_2c_additive", "type=4, order=2", "order 2, L-stable, half of it explicit"),
    PAIR("petsc_arkimex_2d_additive", "type=5, order=2", "order 2, L-stable, half of it explicit"),
    PAIR("petsc_arkimex_2e_additive", "type=6, order=2",
         "order 2, L-stable, optimal, half of it explicit"),
    PAIR("petsc_arkimex_prssp2_additive", "type=7, order=2",
         "Pareschi and Russo SSP2(3,3,2), half of it explicit"),
    PAIR("petsc_arkimex_3_additive", "type=8, order=3",
         "Kennedy and Carpenter 3(2), half of it explicit"),
    PAIR("petsc_arkimex_bpr3_additive", "type=9, order=3",
         "Boscarino, Pareschi and Russo, order 3, half of it explicit"),
    PAIR("petsc_arkimex_ars443_additive", "type=10, order=3",
         "Ascher, Ruuth and Spiteri (4,4,3), half of it explicit"),
    PAIR("petsc_arkimex_4_additive", "type=11, order=4",
         "Kennedy and Carpenter 4(3), half of it explicit"),
    PAIR("petsc_arkimex_5_additive", "type=12, order=5",
         "Kennedy and Carpenter 5(4), half of it explicit")};
static const gimbal_member rosw_members[] = {
    PAIR("petsc_rosw_theta1", "type=0, order=1", "one stage, order 1"),
    PAIR("petsc_rosw_theta2", "type=1, order=2", "one stage, order 2"),
    PAIR("petsc_rosw_2m", "type=2, order=2", "two stages, gamma = 1 - 1/sqrt(2)"),
    PAIR("petsc_rosw_2p", "type=3, order=2", "two stages, gamma = 1 + 1/sqrt(2)"),
    PAIR("petsc_rosw_ra3pw", "type=4, order=3", "Rang and Angermann ROS3Pw"),
    PAIR("petsc_rosw_ra34pw2", "type=5, order=3", "Rang and Angermann ROS34PW2"),
    PAIR("petsc_rosw_rodas3", "type=6, order=3", "Sandu and others RODAS3"),
    PAIR("petsc_rosw_sandu3", "type=7, order=3", "Sandu and others ROS3"),
    PAIR("petsc_rosw_assp3p3s1c", "type=8, order=3",
         "three stages with an explicit SSP part, A-stable"),
    PAIR("petsc_rosw_lassp3p4s2c", "type=9, order=3",
         "four stages with an explicit SSP part, L-stable"),
    PAIR("petsc_rosw_llssp3p4s2c", "type=10, order=3",
         "four stages with an explicit SSP part, L-stable with its embedded one"),
    PAIR("petsc_rosw_ark3", "type=11, order=3", "four stages, from an additive Runge–Kutta method"),
    PAIR("petsc_rosw_grk4t", "type=12, order=4", "Kaps and Rentrop GRK4T"),
    PAIR("petsc_rosw_shamp4", "type=13, order=4", "Shampine"),
    PAIR("petsc_rosw_veldd4", "type=14, order=4", "van Veldhuizen"),
    PAIR("petsc_rosw_4l", "type=15, order=4", "Hairer and Wanner, L-stable")};
static const gimbal_member bdf_members[] = {
    {.name = "petsc_bdf_1", .settings = "order=1"}, {.name = "petsc_bdf_2", .settings = "order=2"},
    {.name = "petsc_bdf_3", .settings = "order=3"}, {.name = "petsc_bdf_4", .settings = "order=4"},
    {.name = "petsc_bdf_5", .settings = "order=5"}, {.name = "petsc_bdf_6", .settings = "order=6"}};
static const gimbal_member glle_members[] = {{.name = "petsc_glle_1", .settings = "order=1"},
                                             {.name = "petsc_glle_2", .settings = "order=2"},
                                             {.name = "petsc_glle_3", .settings = "order=3"},
                                             {.name = "petsc_glle_4", .settings = "order=4"},
                                             {.name = "petsc_glle_5", .settings = "order=5"}};
static const gimbal_member alpha_members[] = {
    PAIR("petsc_alpha", "radius=1", "the generalised alpha method"),
    PAIR("petsc_alpha_half", "radius=1/2", "the generalised alpha method of radius 1/2"),
    PAIR("petsc_alpha_0", "radius=0", "the generalised alpha method of radius 0")};
static const gimbal_member basicsymplectic_members[] = {
    PAIR("petsc_basicsymplectic_1", "order=1", "the symplectic Euler method"),
    PAIR("petsc_basicsymplectic_2", "order=2", "velocity Verlet"),
    PAIR("petsc_basicsymplectic_3", "order=3", "a symplectic method of order 3"),
    PAIR("petsc_basicsymplectic_4", "order=4", "a symplectic method of order 4")};
static const gimbal_member discgrad_members[] = {
    PAIR("petsc_discgrad", "gonzalez=0", "the midpoint rule, by way of a discrete gradient"),
    PAIR("petsc_discgrad_gonzalez", "gonzalez=1", "Gonzalez's discrete gradient")};

/* ---- What is said of them ---- */

#define ORDER_CLAIMS(name_, value_, second_, when_, source_)                                       \
  static const gimbal_claim name_[] = {                                                            \
      {.study = "order", .quantity = "q", .value = value_, .source = source_},                     \
      {.study = "order", .quantity = second_, .value = value_, .when = when_, .source = source_}};

ORDER_CLAIMS(euler_claims, "1", "v", "m > 0", "PETSc, manual page TSEULER")
ORDER_CLAIMS(rk_claims, "order", "v", "m > 0",
             "PETSc, manual pages TSRK1FE … TSRK8VR; TSRKGetOrder")
ORDER_CLAIMS(ssp_claims, "order", "v", "m > 0", "PETSc, manual page TSSSP")
ORDER_CLAIMS(
    theta_claims, "1+(theta==1/2)", "v", "m > 0",
    "PETSc, manual page TSTHETA: the implicit midpoint rule, the trapezoid rule, backward Euler")
ORDER_CLAIMS(beuler_claims, "1", "v", "m > 0", "PETSc, manual page TSBEULER")
ORDER_CLAIMS(cn_claims, "2", "v", "m > 0", "PETSc, manual page TSCN")
ORDER_CLAIMS(irk_claims, "2*s", "v", "m > 0", "PETSc, manual pages TSIRK and TSIRKGAUSS")
ORDER_CLAIMS(arkimex_claims, "order", "v", "m > 0",
             "PETSc, manual pages TSARKIMEX1BEE … TSARKIMEX5")
ORDER_CLAIMS(rosw_claims, "order", "v", "m > 0", "PETSc, manual pages TSROSWTHETA1 … TSROSW4L")
ORDER_CLAIMS(bdf_claims, "order", "v", "m > 0", "PETSc, manual page TSBDFSetOrder")
ORDER_CLAIMS(glle_claims, "order", "v", "m > 0",
             "PETSc, manual page TSGLLE, option -ts_gl_start_order")
ORDER_CLAIMS(alpha_claims, "2", "v", "m > 0",
             "PETSc, manual pages TSAlphaSetRadius and TSAlphaSetParams")
static const gimbal_claim basicsymplectic_claims[] = {
    {.study = "order", .quantity = "q", .value = "order"},
    {.study = "order", .quantity = "p", .value = "order"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}};
static const gimbal_claim discgrad_claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy",
     .quantity = "energy",
     .value = "exact",
     .when = "gonzalez == 1 && canonical && autonomous"}};

#define LIBRARY "PETSc TS"
#define VERSION                                                                                    \
  PetscStringize(PETSC_VERSION_MAJOR) "." PetscStringize(PETSC_VERSION_MINOR) "." PetscStringize(  \
      PETSC_VERSION_SUBMINOR)
#define MANUAL                                                                                     \
  "PETSc/TAO Users Manual, ANL-21/39 revision " PetscStringize(                                    \
      PETSC_VERSION_MAJOR) "." PetscStringize(PETSC_VERSION_MINOR) ", chapter TS; "
#define METHOD(name_, title_, page_, formulation_, parameters_)                                    \
  .name = "petsc_" #name_, .title = title_, .citation = MANUAL page_, .formulation = formulation_, \
  .parameters = GIMBAL_ARRAY(parameters_), .members = GIMBAL_ARRAY(name_##_members), .step = step, \
  .claims = GIMBAL_ARRAY(name_##_claims), .open = open_##name_, .close = close_run,                \
  .uncopyable = "fresh == 0", .library = LIBRARY, .library_version = VERSION

#define arkimex_additive_claims arkimex_claims

static const gimbal_method methods[] = {
    {METHOD(euler, "PETSc's forward Euler method", "TSEULER", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(euler_tableaux), .schemes = GIMBAL_ARRAY(euler_schemes),
     .overwrites = "q"},
    {METHOD(rk, "PETSc's explicit Runge–Kutta methods", "TSRK", GIMBAL_ODE, parameters_typed),
     .further_tableaux = rk_tableaux, .schemes = GIMBAL_ARRAY(rk_schemes), .overwrites = "q"},
    {METHOD(ssp, "PETSc's strong stability preserving methods", "TSSSP", GIMBAL_ODE,
            parameters_typed),
     .overwrites = "q"},
    {METHOD(theta, "PETSc's theta method", "TSTHETA", GIMBAL_ODE, parameters_theta),
     .tableaux = GIMBAL_ARRAY(theta_tableaux), .schemes = GIMBAL_ARRAY(theta_schemes),
     .overwrites = "q"},
    {METHOD(beuler, "PETSc's backward Euler method", "TSBEULER", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(beuler_tableaux), .schemes = GIMBAL_ARRAY(euler_schemes),
     .overwrites = "q"},
    {METHOD(cn, "PETSc's Crank–Nicolson method", "TSCN", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(cn_tableaux), .schemes = GIMBAL_ARRAY(cn_schemes), .overwrites = "q"},
    {METHOD(irk, "PETSc's Gauss methods", "TSIRK", GIMBAL_ODE, parameters_irk),
     .schemes = GIMBAL_ARRAY(irk_schemes), .overwrites = "q"},
    {METHOD(arkimex, "PETSc's additive Runge–Kutta methods, all of y' implicit", "TSARKIMEX",
            GIMBAL_ODE, parameters_typed),
     .further_tableaux = arkimex_tableaux, .schemes = GIMBAL_ARRAY(arkimex_schemes),
     .overwrites = "q"},
    {METHOD(arkimex_additive, "PETSc's additive Runge–Kutta methods, half of y' implicit",
            "TSARKIMEX", GIMBAL_ODE, parameters_typed),
     .further_tableaux = arkimex_tableaux, .schemes = GIMBAL_ARRAY(additive_schemes),
     .overwrites = "q"},
    {METHOD(rosw, "PETSc's Rosenbrock-W methods", "TSROSW", GIMBAL_ODE, parameters_typed),
     .overwrites = "q"},
    {METHOD(bdf, "PETSc's backward differentiation formulas", "TSBDF", GIMBAL_ODE,
            parameters_order),
     .overwrites = "q"},
    {METHOD(glle, "PETSc's general linear methods", "TSGLLE", GIMBAL_ODE, parameters_order),
     .overwrites = "q"},
    {METHOD(alpha, "PETSc's generalised alpha method", "TSALPHA", GIMBAL_ODE, parameters_alpha),
     .overwrites = "q"},
    {METHOD(basicsymplectic, "PETSc's symplectic methods", "TSBASICSYMPLECTIC", GIMBAL_LAGRANGIAN,
            parameters_order),
     .overwrites = "q p", .accepts = "unconstrained && separable"},
    {METHOD(discgrad, "PETSc's discrete gradient method", "TSDISCGRAD", GIMBAL_LAGRANGIAN,
            parameters_gradient),
     .overwrites = "q p", .accepts = "canonical && autonomous"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
