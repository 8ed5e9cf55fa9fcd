#include "external/traced.h"
#include "external/message.h"
#include "external/operations.h"
#include "external/request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call of the host, in place of an operation. A system that it solves is followed by its residual. */
typedef struct {
  const Service *service;      /* NULL: a system is solved */
  int at, end;                 /* the operations go on here */
  int t, arguments, *argument; /* operations: the time, the arguments or the first guess */
  int *residual, into; /* results from there on; of a system its unknowns, then its solution */
} TracedCall;

struct TracedStep {
  Arena arena;
  ProgramFunction
      f; /* of q: h, and the state before, and the method's parameters; of v: the results */
  int calls, results, parts, arguments;
  TracedCall *call;
  int *part; /* that are written, in the order of the values */
  double t, *given, *result, *argument, *work, *value;
};

void StateParts(const gimbal *g, const gimbal_state *to, Part part[STATE_PARTS]) {
  const Part parts[STATE_PARTS] = {{"q", (size_t)g->n, to->q},
                                   {"p", (size_t)g->m, to->p},
                                   {"lambda", (size_t)g->k, to->lambda},
                                   {"multipliers", (size_t)g->k, to->lambda},
                                   {"memory", (size_t)g->memory, to->memory},
                                   {"dq", (size_t)g->n, to->dq},
                                   {"dp", (size_t)g->m, to->dp},
                                   {"action", 1, to->action}};
  memcpy(part, parts, sizeof(parts));
}

/* ---- Reading ---- */

/* As everywhere in a job, no memory is its end. */
static void *Room(TracedStep *s, size_t count, size_t size) {
  void *room;
  if (ArenaAllocate(s->arena, count * size, &room))
    abort();
  return room;
}

/* Indices of operations before `end`; their number, −1: they are none. */
static int ReadIndices(TracedStep *s, const json_t *array, int end, int **index) {
  const int count = (int)json_array_size(array);
  *index = Room(s, (size_t)count, sizeof(**index));
  for (int i = 0; i < count; i++)
    if (((*index)[i] = OperationIndex(json_array_get(array, (size_t)i), end)) < 0)
      return -1;
  return count;
}

/* A call behind operation `last`. */
static int ReadCall(const gimbal *g, TracedStep *s, int last, const json_t *object, TracedCall *c) {
  const char *ask = json_string_value(json_object_get(object, "ask"));
  c->at = OperationIndex(json_object_get(object, "at"), s->f.operations);
  c->t = OperationIndex(json_object_get(object, "t"), s->f.operations);
  c->arguments = ReadIndices(s, json_object_get(object, "with"), c->at, &c->argument);
  if (!ask || c->at <= last || c->t >= c->at || c->arguments < 0)
    return 1;
  c->end = c->at + 1;
  c->into = s->results;
  if (c->arguments > s->arguments)
    s->arguments = c->arguments;
  if (!strcmp(ask, "solve")) {
    c->end = OperationIndex(json_object_get(object, "end"), s->f.operations + 1);
    s->results += 2 * c->arguments;
    return c->end <= c->at || ReadIndices(s, json_object_get(object, "residual"), c->end,
                                          &c->residual) != c->arguments;
  }
  c->service = ServiceFind(ask);
  if (!c->service || (size_t)c->arguments != ServiceArguments(g, c->service) || c->t < 0)
    return 1;
  s->results += (int)ServiceValues(g, c->service);
  return 0;
}

/* Which parts of a state are written; they have as many values as there are. */
static int ReadWrites(const gimbal *g, TracedStep *s, const json_t *writes) {
  const gimbal_state any = {0};
  Part part[STATE_PARTS];
  int values = 0;
  StateParts(g, &any, part);
  s->parts = (int)json_array_size(writes);
  s->part = Room(s, (size_t)s->parts, sizeof(*s->part));
  for (int i = 0; i < s->parts; i++) {
    const char *word = json_string_value(json_array_get(writes, (size_t)i));
    int k = 0;
    while (word && k < STATE_PARTS - 1 && strcmp(word, part[k].key))
      k++;
    if (!word || k == STATE_PARTS - 1)
      return 1;
    s->part[i] = k;
    values += (int)part[k].count;
  }
  return values != s->f.values;
}

static int ReadStep(const gimbal *g, TracedStep *s, const json_t *step, char *why, size_t room) {
  const json_t *calls = json_object_get(step, "calls");
  const int given =
      1 + g->n + g->m + g->k + g->memory + (int)((const ExternalMethod *)g->context)->parameters;
  int last = -1;
  if (OperationsRead(step, s->arena, &s->f, why, room))
    return 1;
  s->calls = (int)json_array_size(calls);
  s->call = Room(s, (size_t)s->calls, sizeof(*s->call));
  for (int i = 0; i < s->calls; i++) {
    (void)snprintf(why, room, ": call %d is none", i);
    if (ReadCall(g, s, last, json_array_get(calls, (size_t)i), &s->call[i]))
      return 1;
    last = s->call[i].at;
  }
  (void)snprintf(why, room, ": it reads what there is not, or \"writes\" are not its values");
  if (s->f.q > given || s->f.v > s->results || s->f.parameters ||
      ReadWrites(g, s, json_object_get(step, "writes")))
    return 1;
  s->given = Room(s, (size_t)given, sizeof(double));
  s->result = Room(s, (size_t)s->results, sizeof(double));
  s->argument = Room(s, (size_t)s->arguments, sizeof(double));
  s->work = Room(s, (size_t)s->f.operations, sizeof(double));
  s->value = Room(s, (size_t)s->f.values, sizeof(double));
  return 0;
}

TracedStep *TracedStepRead(const gimbal *g, const json_t *step, char *why, size_t room) {
  Arena arena;
  TracedStep *s;
  if (ArenaCreate(&arena) || ArenaArray(arena, 1, &s))
    abort();
  s->arena = arena;
  if (ReadStep(g, s, step, why, room))
    TracedStepDestroy(&s);
  return s;
}

void TracedStepDestroy(TracedStep **step) {
  Arena arena = *step ? (*step)->arena : NULL;
  if (arena)
    ArenaDestroy(&arena);
  *step = NULL;
}

/* ---- A step ---- */

static int Compute(gimbal *, TracedStep *, int from, int to, int call);

typedef struct {
  TracedStep *step;
  const TracedCall *call;
} System;

static void Gather(const TracedStep *s, int count, const int *operation, double *out) {
  for (int i = 0; i < count; i++)
    out[i] = s->work[operation[i]];
}

static int Residual(gimbal *g, void *context, const double *x, double *r) {
  const System *system = context;
  TracedStep *s = system->step;
  const TracedCall *c = system->call;
  memcpy(s->result + c->into, x, (size_t)c->arguments * sizeof(*x));
  if (Compute(g, s, c->at + 1, c->end, (int)(c - s->call) + 1))
    return 1;
  Gather(s, c->arguments, c->residual, r);
  return 0;
}

static int Call(gimbal *g, TracedStep *s, const TracedCall *c) {
  double *const x = s->result + c->into + c->arguments;
  if (c->service) {
    Gather(s, c->arguments, c->argument, s->argument);
    return ServiceCall(g, c->service, s->work[c->t], s->argument, s->result + c->into);
  }
  Gather(s, c->arguments, c->argument, x);
  return c->arguments && gimbal_solve(g, c->arguments, Residual, NULL, &(System){s, c}, x);
}

/* Where C has an infinity, other languages have an error: of a division by zero, say. */
static int IsError(const TracedStep *s, int i) {
  return !isfinite(s->work[i]) && s->f.operation[i].kind > OPERATION_neg &&
         s->f.operation[i].kind != OPERATION_add && s->f.operation[i].kind != OPERATION_sub &&
         s->f.operation[i].kind != OPERATION_mul;
}

/* The operations from one to before another; `call` is the first that may be among them. */
static int Compute(gimbal *g, TracedStep *s, int from, int to, int call) {
  const double *const leaves[OPERATION_number] = {
      [OPERATION_q] = s->given, [OPERATION_v] = s->result};
  while (from < to) {
    const TracedCall *const c = call < s->calls ? &s->call[call] : NULL;
    const int until = c && c->at < to ? c->at : to;
    OperationsCompute(s->f.operation, from, until, s->t, leaves, s->work);
    for (int i = from; i < until; i++)
      if (IsError(s, i))
        return 1;
    if (until == to)
      return 0;
    if (Call(g, s, c))
      return 1;
    from = c->end;
    while (call < s->calls && s->call[call].at < from)
      call++;
  }
  return 0;
}

int TracedStepTake(gimbal *g, TracedStep *s, const gimbal_state *from, double h, gimbal_state *to) {
  const double *const part[] = {&h, from->q, from->p, from->lambda, from->memory, g->parameters};
  const int count[] = {1,    g->n,      g->m,
                       g->k, g->memory, (int)((const ExternalMethod *)g->context)->parameters};
  double *given = s->given;
  const double *value = s->value;
  Part written[STATE_PARTS];
  s->t = from->t;
  for (int i = 0; i < 6; given += count[i++])
    if (count[i])
      memcpy(given, part[i], (size_t)count[i] * sizeof(*given));
  if (Compute(g, s, 0, s->f.operations, 0))
    return 1;
  Gather(s, s->f.values, s->f.value, s->value);
  for (int i = 0; i < s->f.values; i++)
    if (!isfinite(s->value[i]))
      return 1;
  StateParts(g, to, written);
  for (int i = 0; i < s->parts; value += written[s->part[i++]].count)
    memcpy(written[s->part[i]].into, value, written[s->part[i]].count * sizeof(*value));
  return 0;
}

json_t *TracedStepResults(const TracedStep *s) {
  return MessageNumbers((size_t)s->results, s->result);
}

json_t *TracedStepValues(const TracedStep *s) {
  return MessageNumbers((size_t)s->f.values, s->value);
}
