/* The functions of a model as C: each is called very often at one point, with guards about what it
 * writes. It writes all of `out`, nothing else, and every time the same. */
#include "check/subject.h"
#include "units/model_calls.h"

/* State that appears late is met if it appears within so many calls of one function of the equations,
 * or within a few of another one. */
enum { CALLS = 120000, FEW = 100, ENTRIES_WRITTEN = 1000000, GUARD = 64 };

/* In double precision, which has the same source. */
typedef struct {
  Subject *s;
  ModelCalls calls;
  double *q, *v, *copy; /* at the start; n+m each */
  double *room, *first; /* guards and `out`; what the first call wrote */
  PetscInt functions;
  int function; /* that is tried */
  char wrong[256];
} Calls;

static void CallFunction(const Calls *c, double *out) {
  const double *q = c->q, *v = c->v;
  switch ((ModelFunction)(c->function % MODEL_FUNCTIONS)) {
  case MODEL_INITIAL:
  case MODEL_EQUILIBRIUM:
    q = NULL; // fall through
  case MODEL_HOLONOMIC:
  case MODEL_HOLONOMIC_GRADIENT:
  case MODEL_HOLONOMIC_BAND:
  case MODEL_FRAME:
  case MODEL_STRUCTURE:
    v = NULL; // fall through
  default:
    ModelCall(&c->calls, c->function, 0, q, v, out);
  }
}

static void NoteFault(Calls *c, const char *what, PetscInt at) {
  if (!c->wrong[0])
    (void)snprintf(c->wrong, sizeof(c->wrong), "%s %s %d", c->calls.function[c->function].name,
                   what, (int)at);
}

/* One call into a room that is full of some number, with what was changed about it. */
static void CallGuarded(Calls *c, PetscInt count, double full) {
  double *const out = c->room + GUARD;
  const PetscInt entries = count + 2 * GUARD, state = c->s->size;
  for (PetscInt i = 0; i < entries; i++)
    c->room[i] = full;
  memcpy(c->copy, c->q, (size_t)state * sizeof(double));
  CallFunction(c, out);
  for (PetscInt i = 0; i < entries; i++)
    if ((i < GUARD || i >= GUARD + count) && c->room[i] != full)
      NoteFault(c, "writes beyond `out`, at entry", i - GUARD);
  if (memcmp(c->copy, c->q, (size_t)state * sizeof(double)))
    NoteFault(c, "changes its arguments, of entries", state);
}

/* Compares the operations that a program declared with its own values, at the start and near it: a
 * function that branches elsewhere is not a list of operations. */
static void CompareWithProgram(Calls *c, PetscInt count) {
  enum { POINTS = 4 };
  double *const out = c->room + GUARD;
  memcpy(c->copy, c->q, (size_t)c->s->size * sizeof(double));
  for (int point = 0; point < POINTS && !c->wrong[0]; point++) {
    for (PetscInt i = 0; i < c->s->size && point; i++)
      c->q[i] = c->copy[i] + (double)(c->s->scale[i >= c->s->d.n] * SubjectRandom(c->s)) / 4;
    CallFunction(c, out);
    memcpy(c->first, out, (size_t)count * sizeof(double));
    c->calls.ask = PETSC_TRUE;
    CallFunction(c, out);
    c->calls.ask = PETSC_FALSE;
    for (PetscInt i = 0; i < count; i++)
      if (!(fabs(out[i] - c->first[i]) <= 1e-9 * (1 + fabs(out[i]))) &&
          (isfinite(out[i]) || isfinite(c->first[i])))
        NoteFault(c, "is not what its operations give, in entry", i);
  }
  memcpy(c->q, c->copy, (size_t)c->s->size * sizeof(double));
}

static PetscErrorCode TryFunction(Calls *c, int function) {
  const PetscInt count = ModelCount(&c->calls, function);
  const size_t bytes = (size_t)count * sizeof(double);
  const PetscBool derived = (PetscBool)(function < MODEL_INITIAL && c->calls.derived[function].is);
  const PetscBool declared = (PetscBool)(count && !derived && c->calls.model->program &&
                                         c->calls.function[function].declared->operations);
  const PetscInt most =
      function < MODEL_INITIAL && (declared || !c->calls.model->program) ? CALLS : FEW;
  const PetscInt calls = PetscMin(most, ENTRIES_WRITTEN / (count + 1));
  c->function = function;
  if (!count || derived || c->wrong[0])
    return 0;
  c->functions++;
  PetscCall(PetscMalloc2(count + 2 * GUARD, &c->room, count, &c->first));
  CallGuarded(c, count, 1.2345678e67);
  memcpy(c->first, c->room + GUARD, bytes);
  CallGuarded(c, count, -7.6543219e-67);
  for (PetscInt i = 0; i < count; i++)
    if (memcmp(&c->first[i], &c->room[GUARD + i], sizeof(double)))
      NoteFault(c, "leaves out, or changes from call to call, entry", i);
  for (PetscInt call = 2; call < calls && !c->wrong[0]; call++) {
    CallFunction(c, c->room + GUARD);
    if (memcmp(c->first, c->room + GUARD, bytes))
      NoteFault(c, "is not a function of its arguments: it has another value at call", call + 1);
  }
  if (declared)
    CompareWithProgram(c, count);
  return PetscFree2(c->room, c->first);
}

/* The second difference of the field over a distance, relative to its size. */
static Quad SecondDifference(Subject *s, Quad step) {
  const PetscInt size = s->size;
  PetscBool valid = PETSC_TRUE;
  Quad largest = 1, worst = 0;
  Quad *moved = SubjectRoom(s, size), *f = SubjectRoom(s, 3 * size);
  for (int side = -1; side <= 1 && valid; side++) {
    for (PetscInt i = 0; i < size; i++)
      moved[i] = s->start[i] + side * step * s->scale[i >= s->d.n];
    valid = s->core->problem_field(s->problem, 0, moved, f + (side + 1) * size, NULL);
  }
  for (PetscInt i = 0; i < size && valid; i++) {
    largest = WorseOf(largest, fabsq(f[size + i]));
    worst = WorseOf(worst, fabsq(f[i] - 2 * f[size + i] + f[2 * size + i]));
  }
  return worst / largest;
}

/* How much of the field changes by jumps, over distances of 1e-13: the second difference of a smooth function
 * is 1e-26, and that of one with the digits of double precision 1e-16. Near a collision the former may be
 * as large; but it is a sixteenth over a quarter of the distance. */
static void CheckDigits(Subject *s) {
  const Quad wide = SecondDifference(s, QUAD_C(1e-13));
  const Quad narrow = SecondDifference(s, QUAD_C(0.25e-13));
  const PetscBool smooth = (PetscBool)(fabsq(16 * narrow - wide) <= wide / 10);
  CheckResult((PetscBool)(wide <= QUAD_C(1e-18) || smooth), "%s: its field %s (%.1e)", s->name,
              wide > QUAD_C(1e-8) ? "does not jump where the motion begins"
                                  : "has the digits of quadruple precision",
              (double)wide);
}

PetscErrorCode CheckFunctions(Subject *s) {
  Calls c = {.s = s};
  PetscCall(ModelCallsCreate(s->instance, s->realisation, &c.calls));
  PetscCall(PetscMalloc2(s->size + 1, &c.q, s->size + 1, &c.copy));
  c.v = c.q + s->d.n;
  for (PetscInt i = 0; i < s->size; i++)
    c.q[i] = (double)s->start[i];
  for (int f = 0; f < c.calls.functions; f++)
    PetscCall(TryFunction(&c, f));
  if (!ErrorCause()) /* values that a program did not give are no fault of a function */
    CheckResult((PetscBool)!c.wrong[0],
                "%s: its %d functions are pure, and write all of `out` and nothing else%s%s",
                s->name, (int)c.functions, c.wrong[0] ? ": " : "", c.wrong);
  PetscCall(PetscFree2(c.q, c.copy));
  if (s->quad && s->instance->model->program)
    CheckDigits(s);
  return ModelCallsDestroy(&c.calls);
}
