/* petsc_ts_run.h: a TS of PETSc's as the handle of a run, of one method or, rebuilt, of each of its
 * steps. For petsc_ts.c alone.
 *
 * TS integrates y in units of the host's sizes, rounded to powers of two, over time in such a unit:
 * its tolerances, which are absolute and for norms of all of y, then mean the same in any units, and
 * nothing else changes in any bit. */
#ifndef GIMBAL_PETSC_TS_RUN_H
#define GIMBAL_PETSC_TS_RUN_H

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
  Mat jacobian;
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

/* shift I + sign ∂f/∂y, with the first rows of the derivative only, as many as the run has. */
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
 * repeats twice the solves. */
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

#endif
