/* SUNDIALS IDA: the BDF formulas of variable order and step, in fixed leading coefficients, on the
 * equations of motion with their multipliers as a differential-algebraic system F(t,y,ẏ) = 0
 * [Hindmarsh et al., ACM Transactions on Mathematical Software 31 (2005); Brenan, Campbell, Petzold,
 * Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations (1996); the IDA user
 * guide]. With R the directions of the reaction forces, R = [Dg; D₂Φ]:
 *
 *   index 1     y = (q,v,λ)     q̇ = v,  v̇ = a(t,q,v),  λ = λ(t,q,v), of the differentiated constraints
 *   index 2     y = (q,p,v,λ)   q̇ = v,  ṗ = D₁L + F + Rᵀλ,  p = D₂L(q,v),  Dg v = 0,  Φ(q,v) = 0
 *   stabilised  y = (…,μ)       q̇ = v + Dgᵀμ,  …,  and g(q) = 0 as well [Gear, Leimkuhler, Gupta,
 *                               Journal of Computational and Applied Mathematics 12 (1985)]
 *
 * As documented for index 2 and more (IDASetSuppressAlg: "generally encouraged"), the algebraic
 * variables are left out of the error test there. The Jacobian is the library's, by differences. The
 * library goes on with its run as CVODE does: see sundials_cvode.c, also on `tolerance`. Initial data
 * are consistent: the multipliers and the rates are the exact ones. The multiplier λ that is handed out
 * is the system's own.
 *
 * Documented (IDA user guide, "General advice on choice of tolerances"): "a good rule of thumb is to
 * reduce the tolerances by a factor of .01 from the actual desired limits on errors". */
#include "sundials.h"

#include <ida/ida.h>

enum { FORM, TOLERANCE };
enum { INDEX_1 = 1, INDEX_2, STABILISED };
enum { MOST_STEPS = 1000000 };

typedef struct {
  sundials_session session;
  void *memory;
  int form, unknowns;
  int p, v, lambda, mu; /* where they begin in y; q at 0 */
  N_Vector y, rate, sizes, differential;
  double *reaction, *first, *second; /* k×n, and n or k entries each */
  double *q, *momentum;              /* what was handed out last */
  sundials_course course;
  double duration; /* the size of the time */
} run;

/* ---- The equations ---- */

/* The rows of R. */
static int reactions(run *r, double t, const double *q, const double *v) {
  gimbal *g = r->session.g;
  if (g->holonomic && gimbal_holonomic_gradient(g, t, q, r->reaction))
    return 1;
  return g->nonholonomic && gimbal_reaction(g, t, q, v, r->reaction + g->holonomic * g->n);
}

static int index_1(run *r, double t, const double *y, const double *rate, double *out) {
  gimbal *g = r->session.g;
  const int n = g->n;
  if (gimbal_acceleration(g, t, y, y + r->v, r->first, r->second))
    return 1;
  for (int d = 0; d < n; ++d) {
    out[d] = rate[d] - y[r->v + d];
    out[r->v + d] = rate[r->v + d] - r->first[d];
  }
  for (int l = 0; l < g->k; ++l)
    out[r->lambda + l] = y[r->lambda + l] - r->second[l];
  return 0;
}

/* Of index 2, and stabilised. */
static int with_multipliers(run *r, double t, const double *y, const double *rate, double *out) {
  gimbal *g = r->session.g;
  const int n = g->n;
  const double *v = y + r->v;
  if (reactions(r, t, y, v) || gimbal_force(g, t, y, v, r->first) ||
      gimbal_momentum(g, t, y, v, r->second))
    return 1;
  for (int d = 0; d < n; ++d) {
    out[d] = rate[d] - v[d];
    out[r->p + d] = rate[r->p + d] - r->first[d];
    out[r->v + d] = y[r->p + d] - r->second[d];
    for (int l = 0; l < g->k; ++l)
      out[r->p + d] -= r->reaction[l * n + d] * y[r->lambda + l];
    for (int l = 0; r->form == STABILISED && l < g->holonomic; ++l)
      out[d] -= r->reaction[l * n + d] * y[r->mu + l];
  }
  for (int l = 0; l < g->holonomic; ++l) {
    out[r->lambda + l] = 0;
    for (int d = 0; d < n; ++d)
      out[r->lambda + l] += r->reaction[l * n + d] * v[d];
  }
  if (r->form == STABILISED && gimbal_holonomic(g, t, y, out + r->mu))
    return 1;
  return g->nonholonomic && gimbal_constraint(g, t, y, v, out + r->lambda + g->holonomic);
}

static int residual(sunrealtype t, N_Vector y, N_Vector rate, N_Vector out, void *context) {
  run *r = context;
  const int status = (r->form == INDEX_1 ? index_1 : with_multipliers)(
      r, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), N_VGetArrayPointer(out));
  return status ? 1 : 0;
}

/* ---- Beginning and end ---- */

static void close_run(gimbal *g) {
  run *r = g->handle;
  if (r->memory)
    IDAFree(&r->memory);
  sundials_destroy(&r->y);
  sundials_destroy(&r->rate);
  sundials_destroy(&r->sizes);
  sundials_destroy(&r->differential);
  sundials_close(&r->session);
  free(r->reaction);
  free(r);
  g->handle = NULL;
}

/* y and ẏ of the state; non-zero, with the reason recorded, where the model leaves its domain. */
static int set_state(run *r, const gimbal_state *from) {
  gimbal *g = r->session.g;
  const int n = g->n;
  double *y = N_VGetArrayPointer(r->y), *rate = N_VGetArrayPointer(r->rate);
  N_VConst(0, r->y);
  N_VConst(0, r->rate);
  memcpy(y, from->q, (size_t)n * sizeof *y);
  if (gimbal_velocity(g, from->t, y, from->p, y + r->v) ||
      gimbal_acceleration(g, from->t, y, y + r->v, rate + r->v, y + r->lambda))
    return 1;
  memcpy(rate, y + r->v, (size_t)n * sizeof *y);
  if (r->form == INDEX_1)
    return 0;
  memcpy(y + r->p, from->p, (size_t)n * sizeof *y);
  if (reactions(r, from->t, y, y + r->v) || gimbal_force(g, from->t, y, y + r->v, rate + r->p))
    return 1;
  for (int d = 0; d < n; ++d)
    for (int l = 0; l < g->k; ++l)
      rate[r->p + d] += r->reaction[l * n + d] * y[r->lambda + l];
  return 0;
}

/* The sizes of the entries of y. What the host does not know follows by its units: v from q and t, λ
 * from the forces, μ from v. */
static int set_sizes(run *r) {
  gimbal *g = r->session.g;
  const int n = g->n;
  double *size = N_VGetArrayPointer(r->sizes), *p = r->first, t, force = 0, rate = 0;
  if (gimbal_sizes(g, size, p, &t))
    return 1;
  r->duration = t;
  for (int d = 0; d < n; ++d) {
    size[r->v + d] = size[d] / t;
    if (r->form != INDEX_1)
      size[r->p + d] = p[d];
    force = gimbal_fmax(force, p[d] / t);
    rate = gimbal_fmax(rate, size[d] / t);
  }
  if (reactions(r, 0, N_VGetArrayPointer(r->y), N_VGetArrayPointer(r->y) + r->v))
    return 1;
  for (int l = 0; l < g->k; ++l) {
    double row = 0;
    for (int d = 0; d < n; ++d)
      row = gimbal_fmax(row, gimbal_fabs(r->reaction[l * n + d]));
    row = row > 0 ? row : 1;
    size[r->lambda + l] = gimbal_fmax(force / row, gimbal_fabs(NV_Ith_S(r->y, r->lambda + l)));
    if (r->form == STABILISED && l < g->holonomic)
      size[r->mu + l] = rate / row;
  }
  return 0;
}

static int set_up(run *r, double t) {
  int flag = IDAInit(r->memory, residual, t, r->y, r->rate);
  if (sundials_dense(&r->session, r->y))
    return IDA_MEM_FAIL;
  for (int i = 0; i < r->unknowns; ++i)
    NV_Ith_S(r->differential, i) =
        r->form == INDEX_1 ? i < r->lambda : i < r->v; /* q and v, or q and p */
  flag = flag ? flag : IDASetUserData(r->memory, r);
  flag = flag ? flag : sundials_handle_errors(IDA, r->memory, r);
  flag = flag ? flag : IDASetMaxNumSteps(r->memory, MOST_STEPS);
  flag = flag ? flag : IDASetLinearSolver(r->memory, r->session.linear, r->session.J);
  flag = flag ? flag : IDASetId(r->memory, r->differential);
  return flag || r->form == INDEX_1 ? flag : IDASetSuppressAlg(r->memory, SUNTRUE);
}

static void lay_out(run *r) {
  const gimbal *g = r->session.g;
  const int n = g->n;
  r->form = (int)g->parameters[FORM];
  r->p = n;
  r->v = r->form == INDEX_1 ? n : 2 * n;
  r->lambda = r->v + n;
  r->mu = r->lambda + g->k;
  r->unknowns = r->mu + (r->form == STABILISED ? g->holonomic : 0);
}

static int allocate(run *r) {
  const gimbal *g = r->session.g;
  const size_t n = (size_t)g->n, k = (size_t)g->k;
  if (sundials_open(&r->session))
    return 1;
  r->reaction = calloc(k * n + 4 * n + 2 * k, sizeof *r->reaction);
  if (!r->reaction)
    return 1;
  r->first = r->reaction + k * n, r->second = r->first + n;
  r->q = r->second + (n > k ? n : k), r->momentum = r->q + n;
  r->y = sundials_vector(&r->session, r->unknowns, NULL);
  r->rate = sundials_vector(&r->session, r->unknowns, NULL);
  r->sizes = sundials_vector(&r->session, r->unknowns, NULL);
  r->differential = sundials_vector(&r->session, r->unknowns, NULL);
  r->memory = IDACreate(r->session.context);
  return !r->y || !r->rate || !r->sizes || !r->differential || !r->memory;
}

static int open_run(gimbal *g, gimbal_real h, const gimbal_state *state) {
  run *r = calloc(1, sizeof *r);
  int flag;
  (void)h;
  if (!r)
    return gimbal_fail(g, "no memory for a run", 0);
  g->handle = r;
  r->session.g = g;
  lay_out(r);
  flag = allocate(r) ? IDA_MEM_FAIL : 0;
  if (!flag && (set_state(r, state) || set_sizes(r))) {
    close_run(g);
    return 1;
  }
  flag = flag ? flag : set_up(r, state->t);
  if (flag) {
    close_run(g);
    return gimbal_fail(g, "the library makes no integrator", flag);
  }
  return 0;
}

/* ---- A run ---- */

/* Restarts unless the requested step continues from the last state that was returned. */
static int continue_or_begin(run *r, const gimbal_state *from, double t, double tolerance) {
  const gimbal *g = r->session.g;
  const size_t bytes = (size_t)g->n * sizeof(double);
  N_Vector absolute;
  int flag;
  r->session.message[0] = 0;
  if (sundials_continues(&r->course, from->t, t, tolerance) && !memcmp(r->q, from->q, bytes) &&
      !memcmp(r->momentum, from->p, bytes))
    return 0;
  if (set_state(r, from))
    return IDA_RES_FAIL;
  absolute = N_VClone(r->sizes);
  if (!absolute)
    return IDA_MEM_FAIL;
  N_VScale(tolerance, r->sizes, absolute);
  sundials_begin(&r->course, from->t, t, tolerance);
  flag = IDAReInit(r->memory, from->t, r->y, r->rate);
  flag = flag ? flag : IDASVtolerances(r->memory, 0, absolute);
  /* The library's own first step is about the tolerance itself, and the multipliers of index 2 are
   * differences of momenta over a step: of ten digits the first step would leave none. */
  if (!flag && r->form != INDEX_1)
    flag =
        IDASetInitStep(r->memory, r->course.direction * 0.1 * gimbal_sqrt(tolerance) * r->duration);
  N_VDestroy(absolute);
  return flag;
}

static int hand_out(run *r, double t, gimbal_state *to) {
  gimbal *g = r->session.g;
  const double *y = N_VGetArrayPointer(r->y);
  memcpy(to->q, y, (size_t)g->n * sizeof *y);
  memcpy(to->lambda, y + r->lambda, (size_t)g->k * sizeof *y);
  if (r->form != INDEX_1)
    memcpy(to->p, y + r->p, (size_t)g->n * sizeof *y);
  else if (gimbal_momentum(g, t, y, y + r->v, to->p))
    return 1;
  memcpy(r->q, to->q, (size_t)g->n * sizeof *y);
  memcpy(r->momentum, to->p, (size_t)g->n * sizeof *y);
  r->course.t = t;
  return 0;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
                   gimbal_state *to) {
  run *r = g->handle;
  sunrealtype reached;
  int flag;
  if (t == from->t)
    return 0;
  flag = continue_or_begin(r, from, t, tolerance);
  flag = flag ? flag : IDASolve(r->memory, t, &reached, r->y, r->rate, IDA_NORMAL);
  sundials_count_steps(&r->session, &r->course, r->memory, IDAGetNumSteps, IDAGetNumErrTestFails,
                       IDAGetNumNonlinSolvIters);
  if (flag < 0) {
    r->course.begun = 0;
    return sundials_fail(&r->session, IDAGetReturnFlagName(flag), flag);
  }
  return hand_out(r, t, to);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)h;
  return advance(g, from, to->t, g->parameters[TOLERANCE], to);
}

/* ---- The methods ---- */

static const gimbal_value parameters[] = {
    {.name = "form", .value = "1", .description = "1: index 1, 2: index 2, 3: stabilised"},
    {.name = "tolerance", .value = "1e-8", .description = "of steps, in sizes of the entries"}};

static const gimbal_member forms[] = {
    {.name = "sundials_ida_index_1", .settings = "form=1", .title = "IDA, of index 1"},
    {.name = "sundials_ida_index_2", .settings = "form=2", .title = "IDA, of index 2"}};
static const gimbal_member stabilised[] = {
    {.name = "sundials_ida_stabilised", .settings = "form=3", .title = "IDA, stabilised"}};

#define COMMON                                                                                     \
  .citation = "Hindmarsh et al., ACM Transactions on Mathematical Software 31 (2005)",             \
  .citation_key = "HindmarshEtAl2005", .formulation = GIMBAL_LAGRANGIAN,                           \
  .parameters = GIMBAL_ARRAY(parameters), .step = step, .overwrites = "q p", .open = open_run,     \
  .close = close_run, .uncopyable = "1", .advance = advance, .library = "SUNDIALS IDA",            \
  .library_version = SUNDIALS_VERSION

static const gimbal_method methods[] = {
    {.name = "sundials_ida",
     .title = "IDA: BDF formulas of variable order and step, with multipliers",
     .accepts = "k > 0",
     .members = GIMBAL_ARRAY(forms),
     COMMON},
    {.name = "sundials_ida_gear_leimkuhler_gupta",
     .title = "IDA: BDF formulas on the stabilised form",
     .accepts = "holonomic > 0",
     .members = GIMBAL_ARRAY(stabilised),
     COMMON}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
