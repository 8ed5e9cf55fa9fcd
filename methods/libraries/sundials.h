/* What the adapters of SUNDIALS share: the library's context, its words about errors, vectors, and the
 * dense matrix of Newton's method. */
#ifndef GIMBAL_METHODS_LIBRARIES_SUNDIALS_H
#define GIMBAL_METHODS_LIBRARIES_SUNDIALS_H

#include "library_adapter.h"

#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* The first member of each adapter's run. */
typedef struct {
  gimbal *g;
  SUNContext context;
  char message[160]; /* the library's last words about an error */
  SUNMatrix J;       /* of Newton's method, if there is one */
  SUNLinearSolver linear;
} sundials_session;

static inline void sundials_keep(sundials_session *s, int code, const char *function,
                                 const char *text) {
  if (code < 0)
    (void)snprintf(s->message, sizeof s->message, "%s: %s", function, text);
}

/* A context in which the library prints nothing, and its words about errors are kept; non-zero: it fails.
 * Since SUNDIALS 7 the context has the handler of errors; before, each code has its own, which set-up
 * sets by sundials_handle_errors(CODE, memory, run). */
#if SUNDIALS_VERSION_MAJOR >= 7
static inline void sundials_keep_message(int line, const char *function, const char *file,
                                         const char *text, SUNErrCode code, void *session,
                                         SUNContext context) {
  (void)line, (void)file, (void)context;
  sundials_keep(session, code, function, text);
}
static inline int sundials_open(sundials_session *s) {
  return SUNContext_Create(SUN_COMM_NULL, &s->context) || SUNContext_ClearErrHandlers(s->context) ||
         SUNContext_PushErrHandler(s->context, sundials_keep_message, s);
}
#define sundials_handle_errors(code, memory, run) 0
/* ARKStep and ERKStep have common functions now; their own ones are the same. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#else
static inline void sundials_keep_message(int code, const char *file, const char *function,
                                         char *text, void *session) {
  (void)file;
  sundials_keep(session, code, function, text);
}
static inline int sundials_open(sundials_session *s) {
  return SUNContext_Create(NULL, &s->context);
}
#define sundials_handle_errors(code, memory, run)                                                  \
  code##SetErrHandlerFn(memory, sundials_keep_message, run)
#endif

/* Records why the library gave up, in its own words if it had any. */
static inline int sundials_fail(sundials_session *s, char *name_of_flag, int flag) {
  char reason[160];
  (void)snprintf(reason, sizeof reason, "%.150s",
                 s->message[0]  ? s->message
                 : name_of_flag ? name_of_flag
                                : "the library fails");
  free(name_of_flag);
  return gimbal_fail(s->g, reason, flag);
}

/* A vector with these entries; NULL: no memory. */
static inline N_Vector sundials_vector(sundials_session *s, int n, const gimbal_real *values) {
  N_Vector v = N_VNew_Serial(n, s->context);
  for (int i = 0; v && i < n; ++i)
    NV_Ith_S(v, i) = values ? values[i] : 0;
  return v;
}

/* Tolerances for the entries of an ode's state; NULL: none, with the reason recorded. */
static inline N_Vector sundials_tolerances(sundials_session *s, double tolerance) {
  N_Vector v = N_VNew_Serial(s->g->n, s->context);
  if (!v)
    (void)gimbal_fail(s->g, "no memory for tolerances", s->g->n);
  else if (library_tolerances(s->g, tolerance, N_VGetArrayPointer(v))) {
    N_VDestroy(v);
    v = NULL;
  }
  return v;
}

/* The Jacobian of an ode's field, of which the rows before `first` are 0; `values` has room for it. */
static inline int sundials_jacobian(sundials_session *s, double t, N_Vector y, int first,
                                    double *values, SUNMatrix J) {
  const int n = s->g->n;
  if (gimbal_field_jacobian(s->g, t, N_VGetArrayPointer(y), values))
    return 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      SM_ELEMENT_D(J, i, j) = i < first ? 0 : values[i * n + j];
  return 0;
}

/* How far a code that goes on with its run has come, and what it has solved on the way. */
typedef struct {
  int begun;
  double t, tolerance, direction;
  long solves, iterations;
} sundials_course;

/* Whether the way from one time to another is the continuation of the course. */
static inline int sundials_continues(const sundials_course *c, double from, double to,
                                     double tolerance) {
  return c->begun && (to > from) == (c->direction > 0) && tolerance == c->tolerance &&
         gimbal_fabs(from - c->t) <= 1e-9 * gimbal_fabs(to - from);
}

static inline void sundials_begin(sundials_course *c, double from, double to, double tolerance) {
  *c = (sundials_course){
      .begun = 1, .t = from, .tolerance = tolerance, .direction = to > from ? 1 : -1};
}

/* Counts what the library solved by itself since the last time. */
static inline void sundials_count(sundials_session *s, sundials_course *c, long solves,
                                  long iterations) {
  gimbal_count(s->g, GIMBAL_SOLVES, solves - c->solves);
  gimbal_count(s->g, GIMBAL_ITERATIONS, iterations - c->iterations);
  c->solves = solves, c->iterations = iterations;
}

/* What a code's memory says of the steps it has made, those it has repeated, and Newton's iterations. */
typedef int (*sundials_counter)(void *memory, long *count);

/* The same of a code that solves once in a step. */
static inline void sundials_count_steps(sundials_session *s, sundials_course *c, void *memory,
                                        sundials_counter steps, sundials_counter repeated,
                                        sundials_counter iterations) {
  long made = 0, again = 0, iterated = 0;
  if (!steps(memory, &made) && !repeated(memory, &again) && !iterations(memory, &iterated))
    sundials_count(s, c, made + again, iterated);
}

static inline void sundials_destroy(N_Vector *v) {
  if (*v)
    N_VDestroy(*v);
  *v = NULL;
}

/* A dense matrix with its LU for vectors like y; non-zero: no memory. */
static inline int sundials_dense(sundials_session *s, N_Vector y) {
  s->J = SUNDenseMatrix(NV_LENGTH_S(y), NV_LENGTH_S(y), s->context);
  s->linear = s->J ? SUNLinSol_Dense(y, s->J, s->context) : NULL;
  return !s->linear;
}

/* The last of a run to go, before its memory. */
static inline void sundials_close(sundials_session *s) {
  if (s->linear)
    (void)SUNLinSolFree(s->linear);
  if (s->J)
    SUNMatDestroy(s->J);
  if (s->context)
    (void)SUNContext_Free(&s->context);
}

#endif
