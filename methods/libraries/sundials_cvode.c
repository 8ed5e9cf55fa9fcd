/* SUNDIALS CVODE: the Adams–Moulton and the BDF formulas of variable order and step on the
 * index-reduced equations, ẏ = f(t,y) [Hindmarsh et al., ACM Transactions on Mathematical Software 31
 * (2005); the CVODE user guide].
 *
 * The library chooses its steps and orders. Asked to go from one time to another it goes on with its
 * run, as a user's program does, and hands out what it interpolates there (CV_NORMAL, no stop time);
 * it restarts only if it receives another state than it returned, another tolerance or the
 * other direction. So a step depends on more than the state (uncopyable). The tolerance is an
 * absolute one for each entry, a multiple of its size (gimbal_sizes). In a run with a step size
 * the parameter `tolerance` is used: such a step is the way to the next time, with as many of the
 * library's steps as it takes.
 *
 * As the user guide recommends, Adams' formulas go with fixed-point iteration (non-stiff systems) and
 * BDF with Newton's method, here with the dense LU and the exact Jacobian; the other two pairs, and BDF
 * with its detection of the stability limit, are members as well.
 *
 * Documented (CVODE user guide, "General advice on choice of tolerances"): tolerances control the local
 * error, "a good rule of thumb is to reduce the tolerances by a factor of .01 from the actual desired
 * limits on errors". */
#include "sundials.h"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { FORMULA, ITERATION, DETECTION, TOLERANCE };
enum { FIXED_POINT, NEWTON };
enum { MOST_STEPS = 1000000 };

typedef struct {
  sundials_session session;
  void *memory;
  N_Vector y; /* what was handed out last */
  SUNNonlinearSolver fixed_point;
  double *values; /* of the Jacobian */
  sundials_course course;
} run;

static int field(sunrealtype t, N_Vector y, N_Vector f, void *context) {
  run *r = context;
  return gimbal_field(r->session.g, t, N_VGetArrayPointer(y), N_VGetArrayPointer(f)) ? 1 : 0;
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *context, N_Vector u,
                    N_Vector v, N_Vector w) {
  run *r = context;
  (void)f, (void)u, (void)v, (void)w;
  return sundials_jacobian(&r->session, t, y, 0, r->values, J);
}

static void close_run(gimbal *g) {
  run *r = g->handle;
  if (r->memory)
    CVodeFree(&r->memory);
  if (r->fixed_point)
    (void)SUNNonlinSolFree(r->fixed_point);
  sundials_destroy(&r->y);
  sundials_close(&r->session);
  free(r->values);
  free(r);
  g->handle = NULL;
}

static int set_iteration(run *r) {
  const gimbal *g = r->session.g;
  int flag;
  if (g->parameters[ITERATION] == FIXED_POINT) {
    r->fixed_point = SUNNonlinSol_FixedPoint(r->y, 0, r->session.context);
    return r->fixed_point ? CVodeSetNonlinearSolver(r->memory, r->fixed_point) : CV_MEM_FAIL;
  }
  r->values = malloc((size_t)g->n * (size_t)g->n * sizeof *r->values);
  if (!r->values || sundials_dense(&r->session, r->y))
    return CV_MEM_FAIL;
  flag = CVodeSetLinearSolver(r->memory, r->session.linear, r->session.J);
  return flag ? flag : CVodeSetJacFn(r->memory, jacobian);
}

static int set_up(run *r, double t) {
  const gimbal *g = r->session.g;
  int flag = CVodeInit(r->memory, field, t, r->y);
  flag = flag ? flag : CVodeSetUserData(r->memory, r);
  flag = flag ? flag : sundials_handle_errors(CVode, r->memory, r);
  flag = flag ? flag : CVodeSetMaxNumSteps(r->memory, MOST_STEPS);
  flag = flag ? flag : set_iteration(r);
  return flag || g->parameters[DETECTION] == 0 ? flag : CVodeSetStabLimDet(r->memory, SUNTRUE);
}

static int open_run(gimbal *g, gimbal_real h, const gimbal_state *state) {
  run *r = calloc(1, sizeof *r);
  int flag;
  (void)h;
  if (!r)
    return gimbal_fail(g, "no memory for a run", 0);
  g->handle = r;
  r->session.g = g;
  if (!sundials_open(&r->session)) {
    r->y = sundials_vector(&r->session, g->n, state->q);
    r->memory = CVodeCreate((int)g->parameters[FORMULA], r->session.context);
  }
  flag = r->y && r->memory ? set_up(r, state->t) : CV_MEM_FAIL;
  if (flag) {
    close_run(g);
    return gimbal_fail(g, "the library makes no integrator", flag);
  }
  return 0;
}

/* Restarts unless the requested step continues from the last state that was returned. */
static int continue_or_begin(run *r, const gimbal_state *from, double t, double tolerance) {
  const size_t bytes = (size_t)r->session.g->n * sizeof(double);
  sunrealtype *y = N_VGetArrayPointer(r->y);
  N_Vector absolute;
  int flag;
  r->session.message[0] = 0;
  if (sundials_continues(&r->course, from->t, t, tolerance) && !memcmp(y, from->q, bytes))
    return 0;
  memcpy(y, from->q, bytes);
  absolute = sundials_tolerances(&r->session, tolerance);
  if (!absolute)
    return CV_MEM_FAIL;
  flag = CVodeReInit(r->memory, from->t, r->y);
  flag = flag ? flag : CVodeSVtolerances(r->memory, 0, absolute);
  N_VDestroy(absolute);
  sundials_begin(&r->course, from->t, t, tolerance);
  return flag;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
                   gimbal_state *to) {
  run *r = g->handle;
  sunrealtype reached;
  int flag;
  if (t == from->t)
    return 0;
  flag = continue_or_begin(r, from, t, tolerance);
  flag = flag ? flag : CVode(r->memory, t, r->y, &reached, CV_NORMAL);
  sundials_count_steps(&r->session, &r->course, r->memory, CVodeGetNumSteps,
                       CVodeGetNumErrTestFails, CVodeGetNumNonlinSolvIters);
  if (flag < 0) {
    r->course.begun = 0;
    return sundials_fail(&r->session, CVodeGetReturnFlagName(flag), flag);
  }
  r->course.t = t;
  memcpy(to->q, N_VGetArrayPointer(r->y), (size_t)g->n * sizeof(double));
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)h;
  return advance(g, from, to->t, g->parameters[TOLERANCE], to);
}

static const gimbal_value parameters[] = {
    {.name = "formula", .value = "1", .description = "1: Adams, 2: BDF"},
    {.name = "iteration", .value = "0", .description = "0: fixed-point, 1: Newton's method"},
    {.name = "detection", .value = "0", .description = "1: of the stability limit, with BDF"},
    {.name = "tolerance", .value = "1e-8", .description = "of steps, in sizes of the entries"}};

static const gimbal_member members[] = {
    {.name = "sundials_cvode_adams",
     .settings = "formula=1, iteration=0",
     .title = "CVODE, Adams, fixed-point iteration"},
    {.name = "sundials_cvode_bdf",
     .settings = "formula=2, iteration=1",
     .title = "CVODE, BDF, Newton's method"},
    {.name = "sundials_cvode_adams_newton",
     .settings = "formula=1, iteration=1",
     .title = "CVODE, Adams, Newton's method"},
    {.name = "sundials_cvode_bdf_fixed_point",
     .settings = "formula=2, iteration=0",
     .title = "CVODE, BDF, fixed-point iteration"},
    {.name = "sundials_cvode_bdf_stability",
     .settings = "formula=2, iteration=1, detection=1",
     .title = "CVODE, BDF, Newton's method, detection of the stability limit"}};

static const gimbal_method methods[] = {
    {.name = "sundials_cvode",
     .title = "CVODE: Adams and BDF formulas of variable order and step",
     .citation = "Hindmarsh et al., ACM Transactions on Mathematical Software 31 (2005)",
     .citation_key = "HindmarshEtAl2005",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .step = step,
     .overwrites = "q",
     .open = open_run,
     .close = close_run,
     .uncopyable = "1",
     .advance = advance,
     .library = "SUNDIALS CVODE",
     .library_version = SUNDIALS_VERSION}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
