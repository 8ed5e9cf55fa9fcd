/* What ci/suites/petsc_ts.yaml finds refuted of PETSc's integrators, found with PETSc alone: TSSolve
 * over a whole run, a system with a closed form, options in the words of the manual pages. Prints the
 * figures, and ends with status 1 where they are not what the suite says.
 *
 *   q' = p, p' = -q;  x' = x (1 - x);  w' = -rate w, or -w + cos t where it is driven. */
#include <math.h>
#include <petscts.h>
#include <stdio.h>

enum { SIZE = 4, STAGES = 16 };
static int failures;
static double begin;    /* the time at which a run begins */
static double earliest; /* of all times at which F is asked for */

typedef struct {
  const char *options;
  PetscBool driven;
  PetscBool additive; /* q' and x' are implicit, p' and w' explicit */
  double rate;        /* 0: 1 */
} Problem;

static double Rate(const Problem *problem) { return problem->rate != 0 ? problem->rate : 1; }

static void Field(const Problem *problem, double t, const double *y, double *f) {
  f[0] = y[1];
  f[1] = -y[0];
  f[2] = y[2] * (1 - y[2]);
  f[3] = -Rate(problem) * y[3] + (problem->driven ? cos(t) : 0);
}
static void Exact(const Problem *problem, double t, double *y) {
  y[0] = cos(t);
  y[1] = -sin(t);
  y[2] = 1 / (1 + 3 * exp(-t));
  y[3] = problem->driven ? (cos(t) + sin(t) + exp(-t)) / 2 : exp(-Rate(problem) * t);
}
static PetscBool IsExplicit(const Problem *problem, PetscInt i) {
  return (PetscBool)(problem->additive && i % 2);
}

static PetscErrorCode IFunction(TS ts, PetscReal t, Vec y, Vec rate, Vec F, void *context) {
  const PetscScalar *in, *dot;
  PetscScalar *out, f[SIZE];
  PetscFunctionBeginUser;
  (void)ts;
  earliest = fmin(earliest, t);
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayRead(rate, &dot));
  PetscCall(VecGetArrayWrite(F, &out));
  Field(context, t, in, f);
  for (PetscInt i = 0; i < SIZE; i++)
    out[i] = dot[i] - (IsExplicit(context, i) ? 0 : f[i]);
  PetscCall(VecRestoreArrayWrite(F, &out));
  PetscCall(VecRestoreArrayRead(rate, &dot));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

static PetscErrorCode IJacobian(TS ts, PetscReal t, Vec y, Vec rate, PetscReal shift, Mat A, Mat P,
                                void *context) {
  PetscInt two = 2;
  PetscScalar x;
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)rate, (void)A;
  PetscCall(VecGetValues(y, 1, &two, &x));
  for (PetscInt i = 0; i < SIZE; i++)
    for (PetscInt j = 0; j < SIZE; j++) {
      const double derivative = i == 0 && j == 1   ? 1
                                : i == 1 && j == 0 ? -1
                                : i == 2 && j == 2 ? 1 - 2 * x
                                : i == 3 && j == 3 ? -Rate(context)
                                                   : 0;
      PetscCall(MatSetValue(P, i, j,
                            (i == j ? shift : 0) - (IsExplicit(context, i) ? 0 : derivative),
                            INSERT_VALUES));
    }
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode RHSFunction(TS ts, PetscReal t, Vec y, Vec f, void *context) {
  const PetscScalar *in;
  PetscScalar *out;
  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(y, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  Field(context, t, in, out);
  for (PetscInt i = 0; i < SIZE; i++)
    if (!IsExplicit(context, i))
      out[i] = 0;
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(y, &in));
  PetscFunctionReturn(0);
}

/* The end of the last stage, for what says that it is the end of the step. */
static double last_stage[SIZE];
static PetscErrorCode KeepStage(TS ts, PetscReal t, PetscInt stage, Vec *stages) {
  const PetscScalar *y;
  PetscFunctionBeginUser;
  (void)ts, (void)t;
  PetscCall(VecGetArrayRead(stages[stage], &y));
  PetscCall(PetscArraycpy(last_stage, y, SIZE));
  PetscCall(VecRestoreArrayRead(stages[stage], &y));
  PetscFunctionReturn(0);
}

/* The state at t = 2 after so many steps; a new TS with the options, which are taken back. */
static PetscErrorCode Solve(Problem *problem, PetscInt steps, double duration, double *end,
                            TSConvergedReason *reason) {
  TS ts;
  TSAdapt adapt;
  SNES snes;
  KSP ksp;
  PC pc;
  Vec y;
  Mat J;
  PetscScalar *values;
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsClear(NULL));
  PetscCall(PetscOptionsInsertString(NULL, problem->options));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, SIZE, &y));
  PetscCall(VecGetArrayWrite(y, &values));
  Exact(problem, 0, values);
  PetscCall(VecRestoreArrayWrite(y, &values));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, SIZE, SIZE, NULL, &J));
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetIFunction(ts, NULL, IFunction, problem));
  PetscCall(TSSetIJacobian(ts, J, J, IJacobian, problem));
  /* Without one, ars122 is refused since 3.20. */
  if (problem->additive || strstr(problem->options, "ars122"))
    PetscCall(TSSetRHSFunction(ts, NULL, RHSFunction, problem));
  PetscCall(TSSetTime(ts, begin));
  PetscCall(TSSetTimeStep(ts, duration / steps));
  PetscCall(TSSetMaxSteps(ts, steps));
  PetscCall(TSSetMaxTime(ts, begin + 10 * duration));
  PetscCall(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSSetPostStage(ts, KeepStage));
  PetscCall(TSGetAdapt(ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  PetscCall(TSSetFromOptions(ts));
  PetscCall(TSGetSNES(ts, &snes));
  PetscCall(SNESSetTolerances(snes, 1e-13, 0, 1e-15, 50, 1000));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(TSSolve(ts, y));
  PetscCall(TSGetConvergedReason(ts, reason));
  PetscCall(VecGetArray(y, &values));
  PetscCall(PetscArraycpy(end, values, SIZE));
  PetscCall(VecRestoreArray(y, &values));
  PetscCall(TSDestroy(&ts));
  PetscCall(MatDestroy(&J));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(0);
}

static void Say(const char *what, PetscBool good, const char *found) {
  printf("%-78s %s%s\n", what, found, good ? "" : "  WRONG");
  failures += !good;
}

/* The power of h by which the largest error falls from so many steps to twice as many. */
static PetscErrorCode OrderFrom(Problem problem, PetscInt steps, double expected) {
  double error[2] = {0, 0}, y[SIZE], exact[SIZE], order;
  PetscBool good = PETSC_TRUE;
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  Exact(&problem, 2, exact);
  for (int k = 0; k < 2; k++) {
    PetscCall(Solve(&problem, k ? 2 * steps : steps, 2, y, &reason));
    good = (PetscBool)(good && reason >= 0);
    for (int i = 0; i < SIZE; i++)
      error[k] = fmax(error[k], fabs(y[i] - exact[i]));
  }
  order = log2(error[0] / error[1]);
  (void)snprintf(what, sizeof what, "%s%s%s: order", problem.options,
                 problem.driven ? ", driven" : "", problem.additive ? ", half explicit" : "");
  (void)snprintf(found, sizeof found, "%.3f, expected %g%s", order, expected,
                 good ? "" : ", and a step failed");
  Say(what, (PetscBool)(good && fabs(order - expected) < 0.15), found);
  PetscFunctionReturn(0);
}
static PetscErrorCode Order(Problem problem, double expected) {
  PetscFunctionBeginUser;
  PetscCall(OrderFrom(problem, 160, expected));
  PetscFunctionReturn(0);
}

/* TSSolve's result is no number, and it says that all went well. */
static PetscErrorCode NoNumber(Problem problem) {
  double y[SIZE];
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  PetscCall(Solve(&problem, 80, 2, y, &reason));
  (void)snprintf(what, sizeof what, "%s: q, and TSConvergedReason", problem.options);
  (void)snprintf(found, sizeof found, "%g %d, expected nan and > 0", y[0], (int)reason);
  Say(what, (PetscBool)(isnan(y[0]) && reason > 0), found);
  PetscFunctionReturn(0);
}

/* A stiffly accurate method ends where its last stage does. */
static PetscErrorCode EndsInStage(Problem problem, PetscBool expected) {
  double y[SIZE], distance = 0;
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  PetscCall(Solve(&problem, 1, 0.1, y, &reason));
  for (int i = 0; i < SIZE; i++)
    distance = fmax(distance, fabs(y[i] - last_stage[i]));
  (void)snprintf(what, sizeof what, "%s: from the last stage to the end", problem.options);
  (void)snprintf(found, sizeof found, "%.2g, expected %s", distance, expected ? "0" : "more");
  Say(what, (PetscBool)((distance < 1e-12) == expected), found);
  PetscFunctionReturn(0);
}

/* What is left of a component that decays at once: nothing, if the method is L-stable. */
static PetscErrorCode Left(Problem problem, double expected) {
  double y[SIZE];
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  problem.rate = 1e9;
  PetscCall(Solve(&problem, 1, 0.1, y, &reason));
  (void)snprintf(what, sizeof what, "%s: what is left at infinity", problem.options);
  (void)snprintf(found, sizeof found, "%.7f, expected %.7f", fabs(y[3]), expected);
  Say(what, (PetscBool)(fabs(fabs(y[3]) - expected) < 2e-7), found);
  PetscFunctionReturn(0);
}

/* How long before a step begins the field is asked for, in steps. */
static PetscErrorCode AsksBefore(Problem problem, double expected) {
  const double from = begin;
  const double h = 0.1;
  double y[SIZE];
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  earliest = from;
  PetscCall(Solve(&problem, 1, h, y, &reason));
  (void)snprintf(what, sizeof what, "%s: the earliest stage", problem.options);
  (void)snprintf(found, sizeof found, "%.4f of a step, expected %g", (earliest - from) / h,
                 expected);
  Say(what, (PetscBool)(fabs((earliest - from) / h - expected) < 1e-12), found);
  PetscFunctionReturn(0);
}

/* By how much a step of size h changes w, over h: 1, but for what the slope at the beginning is taken
 * for. With spectral radius 1/2 a slope twice too large makes 1.2 of it. */
static PetscErrorCode FirstStep(Problem problem, double expected) {
  const double h = 1e-5;
  double y[SIZE];
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  PetscCall(Solve(&problem, 1, h, y, &reason));
  (void)snprintf(what, sizeof what, "%s: the first step, over h", problem.options);
  (void)snprintf(found, sizeof found, "%.4f, expected %g", (1 - y[3]) / h, expected);
  Say(what, (PetscBool)(fabs((1 - y[3]) / h - expected) < 1e-3), found);
  PetscFunctionReturn(0);
}

/* The power of h by which the error of a first step falls: one more than the order of what begins anew
 * with each step. */
static PetscErrorCode FirstOrder(Problem problem, double expected) {
  double error[2] = {0, 0}, y[SIZE], exact[SIZE], order;
  TSConvergedReason reason;
  char what[256], found[64];
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    const double h = k ? 0.005 : 0.01;
    PetscCall(Solve(&problem, 1, h, y, &reason));
    Exact(&problem, h, exact);
    for (int i = 0; i < SIZE; i++)
      error[k] = fmax(error[k], fabs(y[i] - exact[i]));
  }
  order = log2(error[0] / error[1]);
  (void)snprintf(what, sizeof what, "%s: of the first step's error", problem.options);
  (void)snprintf(found, sizeof found, "%.3f, expected %g", order, expected);
  Say(what, (PetscBool)(fabs(order - expected) < 0.15), found);
  PetscFunctionReturn(0);
}

/* ---- Velocity Verlet begins with a kick, at the time at which the step begins ---- */

static double first_kick;
static PetscErrorCode Drift(TS ts, PetscReal t, Vec p, Vec f, void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)context;
  PetscCall(VecCopy(p, f));
  PetscFunctionReturn(0);
}
static PetscErrorCode Kick(TS ts, PetscReal t, Vec q, Vec f, void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)context;
  first_kick = fmin(first_kick, t);
  PetscCall(VecCopy(q, f));
  PetscCall(VecScale(f, -1));
  PetscFunctionReturn(0);
}

/* One step of h = 1/2 from q = 1, p = 0 with q'' = -q. By hand: p = -1/4, q = 7/8, p = -15/32 where it
 * begins with a kick, and q = 1, p = -1/2, q = 7/8 where it begins with a drift. */
static PetscErrorCode Verlet(void) {
  const double verlet = PETSC_VERSION_LT(3, 19, 4) ? -0.5 : -0.46875;
  TS ts;
  Vec y;
  IS position, momentum;
  const PetscScalar *end;
  char found[64];
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsClear(NULL));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 2, &y));
  PetscCall(VecSetValue(y, 0, 1, INSERT_VALUES));
  PetscCall(VecAssemblyBegin(y));
  PetscCall(VecAssemblyEnd(y));
  PetscCall(ISCreateStride(PETSC_COMM_SELF, 1, 0, 1, &position));
  PetscCall(ISCreateStride(PETSC_COMM_SELF, 1, 1, 1, &momentum));
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetType(ts, TSBASICSYMPLECTIC));
  PetscCall(TSBasicSymplecticSetType(ts, TSBASICSYMPLECTICVELVERLET));
  PetscCall(TSRHSSplitSetIS(ts, "position", position));
  PetscCall(TSRHSSplitSetIS(ts, "momentum", momentum));
  PetscCall(TSRHSSplitSetRHSFunction(ts, "position", NULL, Drift, NULL));
  PetscCall(TSRHSSplitSetRHSFunction(ts, "momentum", NULL, Kick, NULL));
  PetscCall(TSSetTimeStep(ts, 0.5));
  PetscCall(TSSetMaxSteps(ts, 1));
  PetscCall(TSSetMaxTime(ts, 10));
  PetscCall(TSSetExactFinalTime(ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSSetFromOptions(ts));
  first_kick = 1;
  PetscCall(TSSolve(ts, y));
  PetscCall(VecGetArrayRead(y, &end));
  (void)snprintf(found, sizeof found, "%g, expected %g", end[1], verlet);
  Say("TSBASICSYMPLECTICVELVERLET: p after a step, -0.46875 of velocity Verlet",
      (PetscBool)(fabs(end[1] - verlet) < 1e-14), found);
  (void)snprintf(found, sizeof found, "%g, expected 0.25", first_kick);
  Say("TSBASICSYMPLECTICVELVERLET: time of the first kick, 0 or 0.25 of velocity or position "
      "Verlet",
      (PetscBool)(fabs(first_kick - 0.25) < 1e-14), found);
  PetscCall(VecRestoreArrayRead(y, &end));
  PetscCall(TSDestroy(&ts));
  PetscCall(ISDestroy(&position));
  PetscCall(ISDestroy(&momentum));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  static const char *const of_order_1_if_driven[] = {"theta2", "rodas3", "sandu3", "grk4t",
                                                     "shamp4", "veldd4", "4l"};
  static const char *const of_no_use[] = {"ark3", "lassp3p4s2c", "llssp3p4s2c"};
  /* TSALPHA began with twice the slope; TSARKIMEX knew where a TS begins. */
  const PetscBool twice = PETSC_VERSION_LT(3, 22, 0), knew = PETSC_VERSION_LT(3, 20, 0);
  char options[128];
  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));

  PetscCall(Order((Problem){"-ts_type alpha -ts_alpha_radius 1", 0, 0, 0}, 2));
  PetscCall(Order((Problem){"-ts_type alpha -ts_alpha_radius 0.5", 0, 0, 0}, twice ? 1 : 2));
  PetscCall(Order((Problem){"-ts_type alpha -ts_alpha_radius 0", 0, 0, 0}, twice ? 1 : 2));
  PetscCall(FirstStep((Problem){"-ts_type alpha -ts_alpha_radius 1", 0, 0, 0}, 1));
  PetscCall(FirstStep((Problem){"-ts_type alpha -ts_alpha_radius 0.5", 0, 0, 0}, twice ? 1.2 : 1));
  PetscCall(FirstOrder((Problem){"-ts_type alpha -ts_alpha_radius 1", 0, 0, 0}, 3));
  PetscCall(FirstOrder((Problem){"-ts_type alpha -ts_alpha_radius 0.5", 0, 0, 0}, twice ? 1 : 2));
  PetscCall(FirstOrder((Problem){"-ts_type alpha -ts_alpha_radius 0", 0, 0, 0}, twice ? 1 : 2));
  PetscCall(Order((Problem){"-ts_type bdf -ts_bdf_order 2", 0, 0, 0}, 2));
  for (int k = 3; k <= 6; k++) {
    (void)snprintf(options, sizeof options, "-ts_type bdf -ts_bdf_order %d", k);
    PetscCall(Order((Problem){options, 0, 0, 0}, 2));
  }
  /* Of order 5, coarser steps end so far off that a Newton iteration finds nothing. */
  for (int k = 1; k <= 5; k++) {
    (void)snprintf(options, sizeof options,
                   "-ts_type glle -ts_adapt_type none -ts_gl_start_order %d -ts_gl_min_order %d "
                   "-ts_gl_max_order %d",
                   k, k, k);
    PetscCall(OrderFrom((Problem){options, 0, 0, 0}, k < 5 ? 160 : 1280, 1));
  }
  PetscCall(Order((Problem){"-ts_type arkimex -ts_arkimex_type bpr3", 0, 0, 0}, 3));
  PetscCall(Order((Problem){"-ts_type arkimex -ts_arkimex_type bpr3", 0, 1, 0}, 1));
  PetscCall(Order((Problem){"-ts_type arkimex -ts_arkimex_type ars443", 0, 1, 0}, 3));
  PetscCall(Order((Problem){"-ts_type arkimex -ts_arkimex_type ars122", 0, 0, 0}, 2));
  PetscCall(Order((Problem){"-ts_type arkimex -ts_arkimex_type prssp2", 0, 0, 0}, 2));
  PetscCall(EndsInStage((Problem){"-ts_type arkimex -ts_arkimex_type l2", 0, 0, 0}, PETSC_FALSE));
  PetscCall(
      EndsInStage((Problem){"-ts_type arkimex -ts_arkimex_type ars122", 0, 0, 0}, PETSC_FALSE));
  PetscCall(EndsInStage((Problem){"-ts_type arkimex -ts_arkimex_type 4", 0, 0, 0}, PETSC_TRUE));
  PetscCall(Left((Problem){"-ts_type arkimex -ts_arkimex_type bpr3", 0, 0, 0}, 1. / 3));
  PetscCall(Left((Problem){"-ts_type arkimex -ts_arkimex_type 3", 0, 0, 0}, 0));
  PetscCall(Left((Problem){"-ts_type rosw -ts_rosw_type 4l", 0, 0, 0}, 1.52e-5));
  PetscCall(Left((Problem){"-ts_type rosw -ts_rosw_type rodas3", 0, 0, 0}, 0));
  PetscCall(AsksBefore((Problem){"-ts_type rosw -ts_rosw_type grk4t", 0, 0, 0}, -2));
  PetscCall(AsksBefore((Problem){"-ts_type rosw -ts_rosw_type rodas3", 0, 0, 0}, 0));
  begin = 1; /* ten steps after 0 */
  PetscCall(AsksBefore((Problem){"-ts_type arkimex -ts_arkimex_type a2", 0, 0, 0}, knew ? 0 : -10));
  PetscCall(AsksBefore((Problem){"-ts_type arkimex -ts_arkimex_type 4", 0, 0, 0}, knew ? 0 : -10));
  begin = 0;
  PetscCall(Order((Problem){"-ts_type rosw -ts_rosw_type ra34pw2", 1, 0, 0}, 3));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(of_order_1_if_driven); k++) {
    (void)snprintf(options, sizeof options, "-ts_type rosw -ts_rosw_type %s",
                   of_order_1_if_driven[k]);
    PetscCall(Order((Problem){options, 1, 0, 0}, 1));
  }
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(of_no_use); k++) {
    (void)snprintf(options, sizeof options, "-ts_type rosw -ts_rosw_type %s", of_no_use[k]);
    PetscCall(NoNumber((Problem){options, 0, 0, 0}));
    (void)snprintf(options, sizeof options,
                   "-ts_type rosw -ts_rosw_type %s -ts_rosw_recompute_jacobian", of_no_use[k]);
    PetscCall(Order((Problem){options, 0, 0, 0}, 2));
  }
  PetscCall(Verlet());
  PetscCall(PetscFinalize());
  return failures != 0;
}
