#include "external/traced.h"
#include "external/message.h"
#include "external/operations.h"
#include "external/request.h"

/* A call of the host, in place of an operation. A system that it solves is followed by its residual. */
typedef struct {
  const Service *service;      /* NULL: a system is solved */
  int at, end;                 /* the operations go on here */
  int t, arguments, *argument; /* operations: the time, the arguments or the first guess */
  int *residual, into; /* results from there on; of a system its unknowns and its solution */
} Call;

/* Of f, q is h, the state before and the method's parameters; v are the results of calls. */
struct TracedStep {
  Arena arena;
  ProgramFunction f;
  int calls, results, parts, *part; /* those that are written, in the order of the values */
  Call *call;
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

/* Indices of operations before `end`; their number, −1: something else is among them. */
static int ReadIndices(TracedStep *s, const json_t *array, int end, int **index) {
  const int count = (int)json_array_size(array);
  *index = ArenaArray(s->arena, count, sizeof(**index));
  for (int i = 0; i < count; i++)
    if (((*index)[i] = OperationIndex(json_array_get(array, (size_t)i), end)) < 0)
      return -1;
  return count;
}

/* Call c, from operation `first` on; no system is solved before operation `inside`. */
static int ReadCall(const gimbal *g, TracedStep *s, int first, int inside, const json_t *object,
                    Call *c) {
  const char *ask = json_string_value(json_object_get(object, "ask"));
  const int solve = ask && !strcmp(ask, "solve");
  int size[2] = {0, 0};
  c->service = ask ? ServiceFind(g, ask, size) : NULL;
  c->at = OperationIndex(json_object_get(object, "at"), s->f.operations);
  c->t = solve ? 0 : OperationIndex(json_object_get(object, "t"), c->at);
  c->arguments = ReadIndices(s, json_object_get(object, "with"), c->at, &c->argument);
  c->end = c->at + 1;
  c->into = s->results;
  if (c->at < first || c->t < 0 || c->arguments < 0)
    return 1;
  for (int i = first; i < c->at; i++)
    if (s->f.operation[i].kind == OPERATION_v && s->f.operation[i].a >= s->results)
      return 1;
  s->results += solve ? 2 * c->arguments : size[1];
  if (!solve)
    return !c->service || c->arguments != size[0];
  c->end = OperationIndex(json_object_get(object, "end"), s->f.operations + 1);
  return !c->arguments || c->at < inside || c->end <= c->at ||
         ReadIndices(s, json_object_get(object, "residual"), c->end, &c->residual) != c->arguments;
}

static int ReadCalls(const gimbal *g, TracedStep *s, const json_t *calls, char *why, size_t room) {
  int first = 0, inside = 0;
  s->calls = (int)json_array_size(calls);
  s->call = ArenaArray(s->arena, s->calls, sizeof(*s->call));
  for (int i = 0; i < s->calls; i++) {
    const json_t *object = json_array_get(calls, (size_t)i);
    const char *ask = json_string_value(json_object_get(object, "ask"));
    (void)snprintf(why, room,
                   ": call %d, of %.32s, is wrong; it has a name, a place \"at\" behind the last "
                   "call, and indices of earlier operations, as many as it takes",
                   i, ask ? ask : "nothing");
    if (ReadCall(g, s, first, inside, object, &s->call[i]))
      return 1;
    first = s->call[i].at + 1;
    inside = s->call[i].end > inside ? s->call[i].end : inside;
  }
  return 0;
}

/* Which parts of a state are written, each once; they have as many values as there are. */
static int ReadWrites(const gimbal *g, TracedStep *s, const json_t *writes) {
  const gimbal_state any = {0};
  Part part[STATE_PARTS];
  int values = 0, written = 0;
  StateParts(g, &any, part);
  s->parts = (int)json_array_size(writes);
  s->part = ArenaArray(s->arena, s->parts, sizeof(*s->part));
  for (int i = 0; i < s->parts; i++) {
    const char *word = json_string_value(json_array_get(writes, (size_t)i));
    int k = 0;
    while (word && k < STATE_PARTS - 1 && strcmp(word, part[k].key))
      k++;
    if (!word || k == STATE_PARTS - 1 || written & 1 << k)
      return 1;
    written |= 1 << k;
    s->part[i] = k;
    values += (int)part[k].count;
  }
  return values != s->f.values;
}

static int ReadStep(const gimbal *g, TracedStep *s, const json_t *step, char *why, size_t room) {
  const int given =
      1 + g->n + g->m + g->k + g->memory + (int)((const ExternalMethod *)g->context)->parameters;
  if (OperationsRead(step, s->arena, &s->f, why, room) ||
      ReadCalls(g, s, json_object_get(step, "calls"), why, room))
    return 1;
  (void)snprintf(why, room,
                 ": of q there are %d, of v %d, of parameter 0, and it reads %d, %d and %d", given,
                 s->results, s->f.q, s->f.v, s->f.parameters);
  if (s->f.q > given || s->f.v > s->results || s->f.parameters)
    return 1;
  (void)snprintf(why, room, ": its \"writes\" are not parts of a state with %d values, each once",
                 s->f.values);
  if (ReadWrites(g, s, json_object_get(step, "writes")))
    return 1;
  s->given = ArenaArray(s->arena, given, sizeof(double));
  s->result = ArenaArray(s->arena, s->results, sizeof(double));
  s->work = ArenaArray(s->arena, s->f.operations, sizeof(double));
  s->argument = ArenaArray(s->arena, s->results + (size_t)s->f.operations, sizeof(double));
  s->value = ArenaArray(s->arena, s->f.values, sizeof(double));
  return 0;
}

TracedStep *TracedStepRead(const gimbal *g, const json_t *step, char *why, size_t room) {
  const Arena arena = ArenaCreate();
  TracedStep *s = ArenaArray(arena, 1, sizeof(*s));
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
  const Call *call;
} System;

static void Gather(const TracedStep *s, int count, const int *operation, double *out) {
  for (int i = 0; i < count; i++)
    out[i] = s->work[operation[i]];
}

static int Residual(gimbal *g, void *context, const double *x, double *r) {
  const System *system = context;
  TracedStep *s = system->step;
  const Call *c = system->call;
  memcpy(s->result + c->into, x, (size_t)c->arguments * sizeof(*x));
  if (Compute(g, s, c->at + 1, c->end, (int)(c - s->call) + 1))
    return 1;
  Gather(s, c->arguments, c->residual, r);
  return 0;
}

static int TakeCall(gimbal *g, TracedStep *s, const Call *c) {
  double *const x = c->service ? s->argument : s->result + c->into + c->arguments;
  Gather(s, c->arguments, c->argument, x);
  return c->service ? ServiceCall(g, c->service, s->work[c->t], x, s->result + c->into)
                    : gimbal_solve(g, c->arguments, Residual, NULL, &(System){s, c}, x);
}

/* Where C has an infinity, other languages have an error: of a division by zero, say. */
static int HasError(const TracedStep *s, int from, int to) {
  for (int i = from; i < to; i++)
    if (!isfinite(s->work[i]) && s->f.operation[i].kind > OPERATION_neg &&
        s->f.operation[i].kind != OPERATION_add && s->f.operation[i].kind != OPERATION_sub &&
        s->f.operation[i].kind != OPERATION_mul)
      return 1;
  return 0;
}

/* The operations from one to before another; `call` is the first that may be among them. */
static int Compute(gimbal *g, TracedStep *s, int from, int to, int call) {
  const double *const leaves[OPERATION_number] = {
      [OPERATION_q] = s->given, [OPERATION_v] = s->result};
  for (;;) {
    const Call *const c = call < s->calls && s->call[call].at < to ? &s->call[call] : NULL;
    const int until = c ? c->at : to;
    OperationsCompute(s->f.operation, from, until, s->t, leaves, s->work);
    if (HasError(s, from, until) || (c && TakeCall(g, s, c)))
      return 1;
    if (!c)
      return 0;
    from = c->end;
    while (call < s->calls && s->call[call].at < from)
      call++;
  }
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

json_t *TracedStepNumbers(const TracedStep *s) {
  return json_pack("{s:o,s:o}", "results", MessageNumbers((size_t)s->results, s->result), "values",
                   MessageNumbers((size_t)s->f.values, s->value));
}
