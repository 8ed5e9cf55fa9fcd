/* SUNDIALS ARKODE: every Runge–Kutta table that the installed version has, explicit and diagonally
 * implicit, as ARKStep takes it, its embedding as a method of its own, the explicit ones as ERKStep
 * takes them too, and the additive pairs [Reynolds, Gardner, Woodward, Chinomona, ACM Transactions on
 * Mathematical Software 49 (2023); the ARKODE user guide, appendix "Butcher tables"].
 *
 * A step of size h is one call of Evolve in its one-step mode. The memory is set to the state by ReInit
 * before each, so that a step depends on the state alone; or it goes on with the run, as a user's program
 * does, which is another method ("run"): what the library keeps of earlier steps should change a
 * Runge–Kutta step by rounding only.
 *
 * The stage equations are solved by the library's Newton iteration with its dense LU, the Jacobian of
 * the field and the trivial predictor, to 1e-3 times tolerances of 1e-12 of the sizes of the entries
 * (gimbal_sizes): to rounding. Where the host asks to go to a time with a tolerance, the library chooses
 * its steps, with all its defaults; the tolerance is absolute then, a multiple of the sizes.
 *
 * Claims: the order q of a table and p of its embedding, which the library keeps in the table
 * (arkode_butcher.h, struct ARKodeButcherTableMem) and in its name (user guide: NAME-S-P-Q). An additive
 * pair is applied to a field in two parts, the first entries explicitly and the last implicitly, which
 * is a partitioned method of its two tables. */
#include "sundials.h"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>

/* ---- Tables ---- */

typedef enum { ARKSTEP, ERKSTEP } module;

/* Indices of parameters, alike in all families. */
enum { TABLE, EMBEDDED, ORDER, WHOLE };
enum { PAIR };

#define TABLE_ID(name) [ARKODE_##name - ARKODE_MIN_ERK_NUM] = #name
static const char *const explicit_names[] = {
    TABLE_ID(HEUN_EULER_2_1_2),     TABLE_ID(BOGACKI_SHAMPINE_4_2_3),
    TABLE_ID(ARK324L2SA_ERK_4_2_3), TABLE_ID(ZONNEVELD_5_3_4),
    TABLE_ID(ARK436L2SA_ERK_6_3_4), TABLE_ID(SAYFY_ABURUB_6_3_4),
    TABLE_ID(CASH_KARP_6_4_5),      TABLE_ID(FEHLBERG_6_4_5),
    TABLE_ID(DORMAND_PRINCE_7_4_5), TABLE_ID(ARK548L2SA_ERK_8_4_5),
    TABLE_ID(VERNER_8_5_6),         TABLE_ID(FEHLBERG_13_7_8),
    TABLE_ID(KNOTH_WOLKE_3_3),      TABLE_ID(ARK437L2SA_ERK_7_3_4),
    TABLE_ID(ARK548L2SAb_ERK_8_4_5)};
#undef TABLE_ID
#define TABLE_ID(name) [ARKODE_##name - ARKODE_MIN_DIRK_NUM] = #name
static const char *const implicit_names[] = {TABLE_ID(SDIRK_2_1_2),
                                             TABLE_ID(BILLINGTON_3_3_2),
                                             TABLE_ID(TRBDF2_3_3_2),
                                             TABLE_ID(KVAERNO_4_2_3),
                                             TABLE_ID(ARK324L2SA_DIRK_4_2_3),
                                             TABLE_ID(CASH_5_2_4),
                                             TABLE_ID(CASH_5_3_4),
                                             TABLE_ID(SDIRK_5_3_4),
                                             TABLE_ID(KVAERNO_5_3_4),
                                             TABLE_ID(ARK436L2SA_DIRK_6_3_4),
                                             TABLE_ID(KVAERNO_7_4_5),
                                             TABLE_ID(ARK548L2SA_DIRK_8_4_5),
                                             TABLE_ID(ARK437L2SA_DIRK_7_3_4),
                                             TABLE_ID(ARK548L2SAb_DIRK_8_4_5),
                                             TABLE_ID(ESDIRK324L2SA_4_2_3),
                                             TABLE_ID(ESDIRK325L2SA_5_2_3),
                                             TABLE_ID(ESDIRK32I5L2SA_5_2_3),
                                             TABLE_ID(ESDIRK436L2SA_6_3_4),
                                             TABLE_ID(ESDIRK43I6L2SA_6_3_4),
                                             TABLE_ID(QESDIRK436L2SA_6_3_4),
                                             TABLE_ID(ESDIRK437L2SA_7_3_4),
                                             TABLE_ID(ESDIRK547L2SA_7_4_5),
                                             TABLE_ID(ESDIRK547L2SA2_7_4_5)};

/* The additive pairs of the user guide (appendix "Additive Butcher tables"). */
static const struct {
  const char *name;
  int explicit_table, implicit_table, order;
} pairs[] = {{"ark324l2sa_4_2_3", ARKODE_ARK324L2SA_ERK_4_2_3, ARKODE_ARK324L2SA_DIRK_4_2_3, 3},
             {"ark436l2sa_6_3_4", ARKODE_ARK436L2SA_ERK_6_3_4, ARKODE_ARK436L2SA_DIRK_6_3_4, 4},
             {"ark437l2sa_7_3_4", ARKODE_ARK437L2SA_ERK_7_3_4, ARKODE_ARK437L2SA_DIRK_7_3_4, 4},
             {"ark548l2sa_8_4_5", ARKODE_ARK548L2SA_ERK_8_4_5, ARKODE_ARK548L2SA_DIRK_8_4_5, 5},
             {"ark548l2sab_8_4_5", ARKODE_ARK548L2SAb_ERK_8_4_5, ARKODE_ARK548L2SAb_DIRK_8_4_5, 5}};

static int is_explicit(int id) { return id < ARKODE_MIN_DIRK_NUM; }

/* A table, with method and embedding exchanged if requested; NULL: no table has that number. */
static ARKodeButcherTable load(int id, int embedded) {
  ARKodeButcherTable table = is_explicit(id) ? ARKodeButcherTable_LoadERK((ARKODE_ERKTableID)id)
                                             : ARKodeButcherTable_LoadDIRK((ARKODE_DIRKTableID)id);
  if (table && embedded) {
    sunrealtype *const weights = table->b;
    const int order = table->q;
    table->b = table->d, table->q = table->p;
    table->d = weights, table->p = order;
  }
  return table;
}

static void write_name(int id, char *name, size_t size) {
  const int first = is_explicit(id) ? ARKODE_MIN_ERK_NUM : ARKODE_MIN_DIRK_NUM;
  const size_t known = is_explicit(id) ? sizeof explicit_names / sizeof *explicit_names
                                       : sizeof implicit_names / sizeof *implicit_names;
  const size_t index = (size_t)(id - first);
  if (index < known)
    (void)snprintf(name, size, "%s", (is_explicit(id) ? explicit_names : implicit_names)[index]);
  else /* of a newer version */
    (void)snprintf(name, size, "%s_%d", is_explicit(id) ? "erk" : "dirk", id);
}

/* The variants of a table: as it is, its embedding, and as it is with one memory for a whole run. */
typedef enum { RESTARTED, EMBEDDING, RUN, VARIANTS } variant;

static void write_member(int id, module which, variant kind, gimbal_member *member) {
  static const char *const suffix[VARIANTS] = {"", "_embedding", ""};
  static const char *const words[VARIANTS] = {"", ": the embedding", ", one memory for a run"};
  static char name[128], settings[128], title[160];
  ARKodeButcherTable table = load(id, kind == EMBEDDING);
  char word[64];
  write_name(id, word, sizeof word);
  (void)snprintf(title, sizeof title, "%s, ARKODE_%s%s", which == ERKSTEP ? "ERKStep" : "ARKStep",
                 word, words[kind]);
  for (char *c = word; *c; ++c)
    *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
  (void)snprintf(name, sizeof name, "sundials_%s_%s%s%s", which == ERKSTEP ? "erkstep" : "arkode",
                 kind == RUN ? "run_" : "", word, suffix[kind]);
  (void)snprintf(settings, sizeof settings, "table=%d, embedded=%d, order=%d, whole=%d", id,
                 kind == EMBEDDING, table->q, kind == RUN);
  *member = (gimbal_member){.name = name, .settings = settings, .title = title};
  ARKodeButcherTable_Free(table);
}

static int has_embedding(int id) {
  ARKodeButcherTable table = load(id, 0);
  const int has = table && table->d;
  ARKodeButcherTable_Free(table);
  return has;
}

/* The index-th member of a family: all tables of the module. */
static int member_of(int index, module which, gimbal_member *member) {
  const int last = which == ERKSTEP ? ARKODE_MAX_ERK_NUM : ARKODE_MAX_DIRK_NUM;
  for (int id = ARKODE_MIN_ERK_NUM; id <= last; ++id) {
    if (id > ARKODE_MAX_ERK_NUM && id < ARKODE_MIN_DIRK_NUM)
      continue;
    for (variant kind = RESTARTED; kind < VARIANTS; ++kind) {
      if ((kind == EMBEDDING && (which == ERKSTEP || !has_embedding(id))) || index-- > 0)
        continue;
      write_member(id, which, kind, member);
      return 0;
    }
  }
  return 1;
}
static int arkstep_members(int index, gimbal_member *member) {
  return member_of(index, ARKSTEP, member);
}
static int erkstep_members(int index, gimbal_member *member) {
  return member_of(index, ERKSTEP, member);
}

static int pair_members(int index, gimbal_member *member) {
  static char name[128], settings[64], title[160];
  if ((size_t)index >= sizeof pairs / sizeof *pairs)
    return 1;
  (void)snprintf(name, sizeof name, "sundials_arkode_additive_%s", pairs[index].name);
  (void)snprintf(title, sizeof title, "ARKStep, the additive pair %s", pairs[index].name);
  (void)snprintf(settings, sizeof settings, "pair=%d, order=%d", index, pairs[index].order);
  *member = (gimbal_member){.name = name, .settings = settings, .title = title};
  return 0;
}

/* The numbers of a table, for the study of them. */
static int give_table(int id, int embedded, const char *name, int place, gimbal_tableau *tableau) {
  enum { STAGES = 32 };
  static gimbal_real a[2][STAGES * STAGES], b[2][STAGES], c[2][STAGES], d[2][STAGES];
  ARKodeButcherTable table = load(id, embedded);
  const int s = table ? table->stages : 0;
  if (!table || s > STAGES) {
    ARKodeButcherTable_Free(table);
    return 1;
  }
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j)
      a[place][i * s + j] = table->A[i][j];
    b[place][i] = table->b[i], c[place][i] = table->c[i];
    d[place][i] = table->d ? table->d[i] : 0;
  }
  *tableau = (gimbal_tableau){.s = s,
                              .a = a[place],
                              .b = b[place],
                              .c = c[place],
                              .name = name,
                              .embedded = table->d ? d[place] : NULL};
  ARKodeButcherTable_Free(table);
  return 0;
}
static int own_table(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  return index > 0 ||
         give_table((int)parameters[TABLE], (int)parameters[EMBEDDED], "own", 0, tableau);
}
static int own_pair(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  const int pair = (int)parameters[PAIR];
  return index > 1 || give_table(index ? pairs[pair].implicit_table : pairs[pair].explicit_table, 0,
                                 index ? "implicit" : "explicit", index, tableau);
}

/* ---- A run ---- */

typedef struct {
  sundials_session session;
  module which;
  void *memory;
  N_Vector y;
  double *values;             /* of the Jacobian */
  int implicit_stages, parts; /* parts: the field is split */
  int whole;                  /* a run is not restarted */
  sundials_course course;
} run;

static int field(sunrealtype t, N_Vector y, N_Vector f, void *context) {
  run *r = context;
  return gimbal_field(r->session.g, t, N_VGetArrayPointer(y), N_VGetArrayPointer(f)) ? 1 : 0;
}

/* The entries of a field in two parts: the first are explicit. */
static int first_implicit(const run *r) { return r->session.g->n - r->session.g->n / 2; }

static int part(sunrealtype t, N_Vector y, N_Vector f, void *context, int implicit) {
  run *r = context;
  const int first = first_implicit(r);
  sunrealtype *values = N_VGetArrayPointer(f);
  if (field(t, y, f, context))
    return 1;
  for (int i = 0; i < r->session.g->n; ++i)
    if ((i >= first) != implicit)
      values[i] = 0;
  return 0;
}
static int explicit_part(sunrealtype t, N_Vector y, N_Vector f, void *context) {
  return part(t, y, f, context, 0);
}
static int implicit_part(sunrealtype t, N_Vector y, N_Vector f, void *context) {
  return part(t, y, f, context, 1);
}

static int jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *context, N_Vector u,
                    N_Vector v, N_Vector w) {
  run *r = context;
  (void)f, (void)u, (void)v, (void)w;
  return sundials_jacobian(&r->session, t, y, r->parts ? first_implicit(r) : 0, r->values, J);
}

static void close_run(gimbal *g) {
  run *r = g->handle;
  if (r->memory && r->which == ARKSTEP)
    ARKStepFree(&r->memory);
  else if (r->memory)
    ERKStepFree(&r->memory);
  sundials_destroy(&r->y);
  sundials_close(&r->session);
  free(r->values);
  free(r);
  g->handle = NULL;
}

static int give_up(gimbal *g, const char *reason, double number) {
  close_run(g);
  return gimbal_fail(g, reason, number);
}

/* What all runs have; the handle stands afterwards, or the run is closed again. */
static int begin(gimbal *g, module which, const gimbal_state *state) {
  run *r = calloc(1, sizeof *r);
  if (!r)
    return gimbal_fail(g, "no memory for a run", 0);
  g->handle = r;
  r->session.g = g;
  r->which = which;
  if (sundials_open(&r->session))
    return give_up(g, "the library makes no context", 0);
  r->y = sundials_vector(&r->session, g->n, state->q);
  return r->y ? 0 : give_up(g, "N_VNew_Serial fails", g->n);
}

/* Multiples of the sizes of the entries, and of the entries themselves. */
static int set_tolerances(run *r, double relative, double tolerance) {
  N_Vector absolute = sundials_tolerances(&r->session, tolerance);
  int flag;
  if (!absolute)
    return ARK_MEM_FAIL;
  flag = r->which == ARKSTEP ? ARKStepSVtolerances(r->memory, relative, absolute)
                             : ERKStepSVtolerances(r->memory, relative, absolute);
  N_VDestroy(absolute);
  return flag;
}

/* The iteration for the stages: to rounding where the step is fixed, else as the library has it. */
static int set_iteration(run *r, double h) {
  const size_t n = (size_t)r->session.g->n;
  int flag;
  r->values = malloc(n * n * sizeof *r->values);
  if (!r->values || sundials_dense(&r->session, r->y))
    return ARK_MEM_FAIL;
  flag = ARKStepSetLinearSolver(r->memory, r->session.linear, r->session.J);
  flag = flag ? flag : ARKStepSetJacFn(r->memory, jacobian);
  if (flag || h == 0)
    return flag;
  flag = ARKStepSetNonlinConvCoef(r->memory, 1e-3);
  flag = flag ? flag : ARKStepSetMaxNonlinIters(r->memory, 20);
  return flag ? flag : ARKStepSetPredictorMethod(r->memory, 0);
}

enum { MOST_STEPS = 1000000 };

/* Everything but the tables; the numbers are those of the library's functions. */
static int set_up(run *r, double h) {
  const double tolerance = 1e-12;
  int flag;
  if (r->which == ERKSTEP) {
    flag = ERKStepSetUserData(r->memory, r);
    flag = flag ? flag : sundials_handle_errors(ERKStep, r->memory, r);
    flag = flag ? flag : ERKStepSetMaxNumSteps(r->memory, MOST_STEPS);
    flag = flag || h == 0 ? flag : ERKStepSetFixedStep(r->memory, h);
    return flag ? flag : set_tolerances(r, tolerance, tolerance);
  }
  flag = ARKStepSetUserData(r->memory, r);
  flag = flag ? flag : sundials_handle_errors(ARKStep, r->memory, r);
  flag = flag ? flag : ARKStepSetMaxNumSteps(r->memory, MOST_STEPS);
  flag = flag || h == 0 ? flag : ARKStepSetFixedStep(r->memory, h);
  flag = flag ? flag : set_tolerances(r, tolerance, tolerance);
  return flag || !r->implicit_stages ? flag : set_iteration(r, h);
}

static int count_implicit(ARKodeButcherTable table) {
  int count = 0;
  for (int i = 0; i < table->stages; ++i)
    count += table->A[i][i] != 0;
  return count;
}

static int set_table(run *r, int id, int embedded) {
  ARKodeButcherTable table = load(id, embedded);
  int flag;
  if (!table)
    return ARK_INVALID_TABLE;
  if (r->which == ERKSTEP)
    flag = embedded ? ERKStepSetTable(r->memory, table)
                    : ERKStepSetTableNum(r->memory, (ARKODE_ERKTableID)id);
  else if (embedded)
    flag = ARKStepSetTables(r->memory, table->q, table->p, is_explicit(id) ? NULL : table,
                            is_explicit(id) ? table : NULL);
  else if (is_explicit(id))
    flag = ARKStepSetTableNum(r->memory, ARKODE_DIRK_NONE, (ARKODE_ERKTableID)id);
  else
    flag = ARKStepSetTableNum(r->memory, (ARKODE_DIRKTableID)id, ARKODE_ERK_NONE);
  r->implicit_stages = is_explicit(id) ? 0 : count_implicit(table);
  ARKodeButcherTable_Free(table);
  return flag;
}

static int open_with(gimbal *g, gimbal_real h, const gimbal_state *state, module which) {
  const int id = (int)g->parameters[TABLE];
  run *r;
  int flag;
  if (begin(g, which, state))
    return 1;
  r = g->handle;
  if (which == ERKSTEP)
    r->memory = ERKStepCreate(field, state->t, r->y, r->session.context);
  else
    r->memory = ARKStepCreate(is_explicit(id) ? field : NULL, is_explicit(id) ? NULL : field,
                              state->t, r->y, r->session.context);
  if (!r->memory)
    return give_up(g, "the library makes no integrator", id);
  r->whole = g->parameters[WHOLE] != 0;
  flag = set_table(r, id, (int)g->parameters[EMBEDDED]);
  flag = flag ? flag : set_up(r, h);
  return flag ? give_up(g, "the library refuses the table or a setting", flag) : 0;
}
static int open_arkstep(gimbal *g, gimbal_real h, const gimbal_state *state) {
  return open_with(g, h, state, ARKSTEP);
}
static int open_erkstep(gimbal *g, gimbal_real h, const gimbal_state *state) {
  return open_with(g, h, state, ERKSTEP);
}

static int open_pair(gimbal *g, gimbal_real h, const gimbal_state *state) {
  const int pair = (int)g->parameters[PAIR];
  ARKodeButcherTable table;
  run *r;
  int flag;
  if (begin(g, ARKSTEP, state))
    return 1;
  r = g->handle;
  r->parts = 1;
  table = load(pairs[pair].implicit_table, 0);
  r->implicit_stages = table ? count_implicit(table) : 0;
  ARKodeButcherTable_Free(table);
  r->memory = ARKStepCreate(explicit_part, implicit_part, state->t, r->y, r->session.context);
  if (!r->memory)
    return give_up(g, "the library makes no integrator", pair);
  flag = ARKStepSetTableNum(r->memory, (ARKODE_DIRKTableID)pairs[pair].implicit_table,
                            (ARKODE_ERKTableID)pairs[pair].explicit_table);
  flag = flag ? flag : set_up(r, h);
  return flag ? give_up(g, "the library refuses the table or a setting", flag) : 0;
}

/* ---- Steps ---- */

static int restart(run *r, const gimbal_state *from) {
  memcpy(N_VGetArrayPointer(r->y), from->q, (size_t)r->session.g->n * sizeof(double));
  r->session.message[0] = 0;
  sundials_begin(&r->course, from->t, from->t, 0);
  if (r->which == ERKSTEP)
    return ERKStepReInit(r->memory, field, from->t, r->y);
  if (r->parts)
    return ARKStepReInit(r->memory, explicit_part, implicit_part, from->t, r->y);
  return r->implicit_stages ? ARKStepReInit(r->memory, NULL, field, from->t, r->y)
                            : ARKStepReInit(r->memory, field, NULL, from->t, r->y);
}

static void count_work(run *r) {
  long iterations = 0, attempts = 0;
  if (r->which == ERKSTEP || !r->implicit_stages ||
      ARKStepGetNumStepAttempts(r->memory, &attempts) ||
      ARKStepGetNumNonlinSolvIters(r->memory, &iterations))
    return;
  sundials_count(&r->session, &r->course, attempts * r->implicit_stages, iterations);
}

static int finish(run *r, int flag, gimbal_state *to) {
  count_work(r);
  if (flag < 0) {
    r->course.begun = 0;
    return sundials_fail(&r->session, ARKStepGetReturnFlagName(flag), flag);
  }
  memcpy(to->q, N_VGetArrayPointer(r->y), (size_t)r->session.g->n * sizeof(double));
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  run *r = g->handle;
  const sunrealtype far = from->t + 1000 * h;
  const int goes_on = r->whole && r->course.begun &&
                      gimbal_fabs(from->t - r->course.t) < 1e-6 * gimbal_fabs(h) &&
                      !memcmp(N_VGetArrayPointer(r->y), from->q, (size_t)g->n * sizeof(double));
  int flag = goes_on ? 0 : restart(r, from);
  if (!flag)
    flag = r->which == ERKSTEP ? ERKStepEvolve(r->memory, far, r->y, &r->course.t, ARK_ONE_STEP)
                               : ARKStepEvolve(r->memory, far, r->y, &r->course.t, ARK_ONE_STEP);
  return finish(r, flag, to);
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
                   gimbal_state *to) {
  run *r = g->handle;
  sunrealtype reached;
  int flag = restart(r, from);
  flag = flag ? flag : set_tolerances(r, 0, tolerance);
  if (flag || t == from->t)
    return flag ? gimbal_fail(g, "the library cannot begin", flag) : 0;
  if (r->which == ERKSTEP) {
    flag = ERKStepSetStopTime(r->memory, t);
    flag = flag ? flag : ERKStepEvolve(r->memory, t, r->y, &reached, ARK_NORMAL);
  } else {
    flag = ARKStepSetStopTime(r->memory, t);
    flag = flag ? flag : ARKStepEvolve(r->memory, t, r->y, &reached, ARK_NORMAL);
  }
  return finish(r, flag, to);
}

/* ---- The methods ---- */

#define TABLES                                                                                     \
  "SUNDIALS 6.4: q and p of struct ARKodeButcherTableMem (arkode/arkode_butcher.h), and the "      \
  "name, "                                                                                         \
  "NAME-S-P-Q (ARKODE user guide, appendix \"Butcher tables\")"
#define PAIRS "SUNDIALS 6.4: ARKODE user guide, appendix \"Butcher tables\", additive"
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "order", .source = TABLES},
    {.study = "order", .quantity = "v", .value = "order", .when = "m > 0", .source = TABLES}};
static const gimbal_claim pair_claims[] = {
    {.study = "order", .quantity = "q", .value = "order", .source = PAIRS},
    {.study = "order", .quantity = "v", .value = "order", .when = "m > 0", .source = PAIRS}};

static const gimbal_value parameters[] = {
    {.name = "table", .value = "0", .description = "ARKODE_ERKTableID or ARKODE_DIRKTableID"},
    {.name = "embedded", .value = "0", .description = "1: the embedding takes the step"},
    {.name = "order", .value = "2", .description = "as the library says of the table"},
    {.name = "whole", .value = "0", .description = "1: one memory for a whole run"}};
static const gimbal_value pair_parameters[] = {
    {.name = "pair", .value = "0", .description = "in the order of the user guide"},
    {.name = "order", .value = "3", .description = "as the user guide says"}};

static const gimbal_scheme schemes[] = {{.kind = "runge_kutta", .first = "own"}};
static const gimbal_scheme pair_schemes[] = {
    {.kind = "partitioned", .first = "explicit", .second = "implicit"}};

#define COMMON                                                                                     \
  .citation = "Reynolds, Gardner, Woodward, Chinomona, ACM Transactions on Mathematical Software " \
              "49 (2023)",                                                                         \
  .citation_key = "ReynoldsGardnerWoodwardChinomona2023", .formulation = GIMBAL_ODE,               \
  .overwrites = "q", .close = close_run, .step = step, .advance = advance,                         \
  .library = "SUNDIALS ARKODE", .library_version = SUNDIALS_VERSION

static const gimbal_method methods[] = {{.name = "sundials_arkode",
                                         .title = "Runge–Kutta tables of ARKODE, taken by ARKStep",
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .uncopyable = "whole",
                                         .further_members = arkstep_members,
                                         .further_tableaux = own_table,
                                         .schemes = GIMBAL_ARRAY(schemes),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .open = open_arkstep,
                                         COMMON},
                                        {.name = "sundials_erkstep",
                                         .title = "Runge–Kutta tables of ARKODE, taken by ERKStep",
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .uncopyable = "whole",
                                         .further_members = erkstep_members,
                                         .further_tableaux = own_table,
                                         .schemes = GIMBAL_ARRAY(schemes),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .open = open_erkstep,
                                         COMMON},
                                        {.name = "sundials_arkode_additive",
                                         .title = "additive Runge–Kutta pairs of ARKODE",
                                         .parameters = GIMBAL_ARRAY(pair_parameters),
                                         .further_members = pair_members,
                                         .further_tableaux = own_pair,
                                         .schemes = GIMBAL_ARRAY(pair_schemes),
                                         .claims = GIMBAL_ARRAY(pair_claims),
                                         .open = open_pair,
                                         COMMON}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
