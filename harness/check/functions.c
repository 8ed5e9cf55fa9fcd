/* The functions of a model as C: each is called very often at one point, with guards about what it
 * writes. It writes all of `out`, nothing else, and every time the same. */
#include "check/subject.h"
#include "units/model_calls.h"

#include <stdio.h>
#include <string.h>

/* State that appears late is met if it appears within so many calls of one function of the equations,
 * or within a few of another one. */
enum { CALLS = 120000, FEW = 100, ENTRIES_WRITTEN = 1000000, GUARD = 64 };

/* In double precision, which has the same source. */
typedef struct {
  Subject *s;
  ModelCalls calls;
  double *q, *v, *copy; /* at the start; n+m each */
  double *room, *first; /* guards and `out`; what the first call wrote */
  PetscInt functions, most;
  int function; /* that is tried */
  char wrong[256];
} Calls;

typedef struct {
  const char *name;
  const void *member;
  PetscInt count;
  enum { OF_NOTHING, OF_Q_ALONE, OF_BOTH } of;
} Callable;

static void Call(const Calls *c, const Callable *f, double *out) {
  ModelCall(&c->calls, c->function, 0, f->of == OF_NOTHING ? NULL : c->q,
            f->of == OF_BOTH ? c->v : NULL, out);
}

static void Complain(Calls *c, const Callable *f, const char *what, PetscInt at) {
  if (!c->wrong[0])
    (void)snprintf(c->wrong, sizeof(c->wrong), "%s %s %d", f->name, what, (int)at);
}

/* One call into a room that is full of some number, with what was changed about it. */
static void Guarded(Calls *c, const Callable *f, double full) {
  double *const out = c->room + GUARD;
  const PetscInt entries = f->count + 2 * GUARD, state = c->s->size;
  for (PetscInt i = 0; i < entries; i++)
    c->room[i] = full;
  memcpy(c->copy, c->q, (size_t)state * sizeof(double));
  Call(c, f, out);
  for (PetscInt i = 0; i < entries; i++)
    if ((i < GUARD || i >= GUARD + f->count) && c->room[i] != full)
      Complain(c, f, "writes beyond `out`, at entry", i - GUARD);
  if (memcmp(c->copy, c->q, (size_t)state * sizeof(double)))
    Complain(c, f, "changes its arguments, of entries", state);
}

static PetscErrorCode Try(Calls *c, const Callable *f) {
  const size_t bytes = (size_t)f->count * sizeof(double);
  const PetscInt calls = PetscMin(c->most, ENTRIES_WRITTEN / (f->count + 1));
  PetscFunctionBeginUser;
  c->function = ModelFind(&c->calls, f->member);
  if (c->function < 0 || f->count <= 0 || c->wrong[0])
    PetscFunctionReturn(0);
  c->functions++;
  PetscCall(PetscMalloc2(f->count + 2 * GUARD, &c->room, f->count, &c->first));
  Guarded(c, f, 1.2345678e67);
  memcpy(c->first, c->room + GUARD, bytes);
  Guarded(c, f, -7.6543219e-67);
  for (PetscInt i = 0; i < f->count; i++)
    if (memcmp(&c->first[i], &c->room[GUARD + i], sizeof(double)))
      Complain(c, f, "leaves out, or changes from call to call, entry", i);
  for (PetscInt call = 2; call < calls && !c->wrong[0]; call++) {
    Call(c, f, c->room + GUARD);
    if (memcmp(c->first, c->room + GUARD, bytes))
      Complain(c, f, "is not a function of its arguments: it has another value at call", call + 1);
  }
  PetscCall(PetscFree2(c->room, c->first));
  PetscFunctionReturn(0);
}

static PetscInt CountOf(const Subject *s, FormulationCount count) {
  const PetscInt of[] = {[COUNT_SCALAR] = 1,
                         [COUNT_M] = s->d.m,
                         [COUNT_HOLONOMIC] = s->d.holonomic,
                         [COUNT_NONHOLONOMIC] = s->d.nonholonomic};
  return of[count];
}

/* A member of the formulation's table, if the formulation has it (at > 0). */
static PetscErrorCode Member(Calls *c, const char *table, const char *name, size_t at,
                             PetscInt count, PetscBool of_q) {
  Callable f = {.name = name, .count = count, .of = of_q ? OF_Q_ALONE : OF_BOTH};
  PetscFunctionBeginUser;
  if (!at)
    PetscFunctionReturn(0);
  f.member = table + at;
  PetscCall(Try(c, &f));
  PetscFunctionReturn(0);
}

static PetscErrorCode Formulas(Calls *c, const gimbal_realisation *r) {
  const FormulationData *data = c->s->formulation;
  const Dimensions *d = &c->s->d;
  const char *table = RealisationGetTable(r);
  PetscFunctionBeginUser;
  if (data->scalar) {
    const Callable f = {
        .name = "L, H or ell", .member = table + data->scalar, .count = 1, .of = OF_BOTH};
    PetscCall(Try(c, &f));
  }
  for (PetscInt i = 0; i < FORMULATION_DERIVATIVES && data->derivative[i].of.at; i++) {
    const FormulationDerivative *of = &data->derivative[i];
    const PetscInt columns = of->along == ALONG_Q ? d->n : d->m;
    PetscCall(Member(c, table, MemberGetName(&of->of), of->of.at,
                     of->diagonal ? columns : CountOf(c->s, of->count) * columns,
                     (PetscBool)(of->count == COUNT_HOLONOMIC)));
  }
  PetscCall(Member(c, table, "force", data->force, d->m, PETSC_FALSE));
  PetscCall(Member(c, table, "psi", data->frame, d->n * d->m, PETSC_TRUE));
  PetscCall(Member(c, table, "structure", data->structure, d->m * d->m * d->m, PETSC_TRUE));
  PetscCall(Member(c, table, "g", data->holonomic.value.at, d->holonomic, PETSC_TRUE));
  if (data->nonholonomic.value.at)
    PetscCall(Member(c, table, MemberGetName(&data->nonholonomic.value),
                     data->nonholonomic.value.at, d->nonholonomic, PETSC_FALSE));
  if (data->in_momenta)
    PetscCall(Member(c, table, "reaction", data->nonholonomic.derivative.at, d->nonholonomic * d->m,
                     PETSC_FALSE));
  if (r->ode) {
    const Callable f = {.name = "f", .member = &r->ode->f, .count = d->n, .of = OF_BOTH};
    PetscCall(Try(c, &f));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Lists(Calls *c, const gimbal_realisation *r) {
  PetscFunctionBeginUser;
  for (size_t i = 0; i < r->invariants.count; i++) {
    const gimbal_invariant *at = ListAt(r->invariants, gimbal_invariant, i);
    const Callable value = {.name = at->name, .member = &at->value, .count = 1, .of = OF_BOTH},
                   xi = {.name = "generator",
                         .member = &at->generator,
                         .count = c->s->d.n,
                         .of = OF_BOTH};
    PetscCall(Try(c, &value));
    PetscCall(Try(c, &xi));
  }
  for (size_t i = 0; i < r->equilibria.count; i++) {
    const gimbal_equilibrium *at = ListAt(r->equilibria, gimbal_equilibrium, i);
    const PetscInt size = c->s->size;
    const Callable state = {.name = "state", .member = &at->state, .count = size, .of = OF_NOTHING},
                   off = {.name = "perturbation",
                          .member = &at->perturbation,
                          .count = size,
                          .of = OF_BOTH},
                   zero = {
                       .name = "deviation", .member = &at->deviation, .count = 1, .of = OF_BOTH};
    PetscCall(Try(c, &state));
    PetscCall(Try(c, &off));
    PetscCall(Try(c, &zero));
  }
  for (size_t i = 0; i < r->apsides.count; i++) {
    const gimbal_apsides *at = ListAt(r->apsides, gimbal_apsides, i);
    const Callable rate = {.name = "rate", .member = &at->rate, .count = 1, .of = OF_BOTH},
                   angle = {.name = "angle", .member = &at->angle, .count = 1, .of = OF_BOTH},
                   advance = {.name = "advance", .member = &at->advance, .count = 1, .of = OF_BOTH};
    PetscCall(Try(c, &rate));
    PetscCall(Try(c, &angle));
    PetscCall(Try(c, &advance));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Rest(Calls *c, const gimbal_realisation *r) {
  const PetscInt size = c->s->size;
  Dimensions first;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseGetDimensions(c->s->instance, 0, &first));
  const Callable rest[] = {
      {.name = "initial", .member = &r->initial, .count = size, .of = OF_NOTHING},
      {.name = "exact", .member = &r->exact, .count = c->s->row, .of = OF_BOTH},
      {.name = "reverse", .member = &r->reverse, .count = size, .of = OF_BOTH},
      {.name = "common", .member = &r->common, .count = first.n + first.m, .of = OF_BOTH},
      {.name = "energy", .member = &r->energy, .count = 1, .of = OF_BOTH},
      {.name = "density", .member = &r->density, .count = 1, .of = OF_BOTH}};
  for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++)
    PetscCall(Try(c, &rest[i]));
  PetscFunctionReturn(0);
}

PetscErrorCode CheckFunctions(Subject *s) {
  const gimbal_realisation *r =
      ListAt(s->instance->model->descriptor->realisations, gimbal_realisation, s->realisation);
  Calls c = {.s = s};
  PetscFunctionBeginUser;
  PetscCall(ModelCallsCreate(s->instance, s->realisation, &c.calls));
  PetscCall(PetscMalloc2(s->size + 1, &c.q, s->size + 1, &c.copy));
  c.v = c.q + s->d.n;
  for (PetscInt i = 0; i < s->size; i++)
    c.q[i] = (double)s->start[i];
  c.most = CALLS;
  PetscCall(Formulas(&c, r));
  c.most = FEW;
  PetscCall(Lists(&c, r));
  PetscCall(Rest(&c, r));
  CheckResult((PetscBool)!c.wrong[0],
              "%s: its %d functions are pure, and write all of `out` and nothing else%s%s", s->name,
              (int)c.functions, c.wrong[0] ? ": " : "", c.wrong);
  PetscCall(PetscFree2(c.q, c.copy));
  PetscCall(ModelCallsDestroy(&c.calls));
  PetscFunctionReturn(0);
}
