/* Derivatives that a model leaves out, by differences of what they are the derivatives of. In quadruple
 * precision they are of order 16, with an error near 1e-30 of the sizes; in double they are taken through the
 * quadruple-precision build, right to double rounding, and without one of order 6, near 1e-13. */
#include "units/model_calls.h"
#include "numerics/stencil.h"
#include "registry/formulation.h"

/* Those of a problem in double precision, by the model's functions in quadruple precision. */
extern PetscErrorCode DerivedCallsOpen(ModelCase, PetscInt realisation, void **);
extern PetscErrorCode DerivedCallsClose(void *);
extern void DerivedCallsRound(const void *, int function, Real t, const Real *q, const Real *v,
                              Real *out);
#if !defined(GIMBAL_QUAD) && !defined(GIMBAL_WITHOUT_QUAD)
extern PetscErrorCode DerivedCallsOpen_quad(ModelCase, PetscInt realisation, void **);
extern PetscErrorCode DerivedCallsClose_quad(void *);
extern void DerivedCallsRound_quad(const void *, int function, Quad t, const Quad *q, const Quad *v,
                                   Quad *out);
#endif

/* A line through (t,q,v) along an entry of q or of v. */
typedef struct {
  const ModelCalls *calls;
  int what;
  Real t, *at; /* at: q, then v */
  PetscInt entry;
} Line;

static int AlongLine(void *context, Real s, Real *value) {
  const Line *line = context;
  const ModelCalls *const c = line->calls;
  const PetscInt count = ModelCount(c, line->what);
  const Real before = line->at[line->entry];
  line->at[line->entry] += s;
  ModelCall(c, line->what, line->t, line->at, line->at + c->d.n, value);
  line->at[line->entry] = before;
  for (PetscInt i = 0; i < count; ++i)
    if (value[i] - value[i] != 0)
      return 1;
  return 0;
}

/* Row i has the derivatives of value i along each entry. */
static void Difference(const ModelCalls *c, int function, PetscInt width, Real h, Real t,
                       const Real *q, const Real *v, Real *out) {
  const Derived *const of = &c->derived[function];
  const PetscInt rows = ModelCount(c, of->what), columns = of->along_v ? c->d.m : c->d.n;
  Real *const at = c->difference, *const value = at + c->d.n + c->d.m, *const column = value + rows;
  Line line = {.calls = c, .what = of->what, .t = t, .at = at};
  memset(at, 0, (size_t)(c->d.n + c->d.m) * sizeof *at);
  memcpy(at, q, (size_t)c->d.n * sizeof *at);
  if (v)
    memcpy(at + c->d.n, v, (size_t)c->d.m * sizeof *at);
  for (PetscInt j = 0; j < columns; ++j) {
    line.entry = of->along_v ? c->d.n + j : j;
    const int missing = StencilDerivative(width, h, rows, AlongLine, &line, value, column);
    for (PetscInt i = 0; i < rows; ++i)
      out[i * columns + j] = missing ? GIMBAL_NAN : column[i];
  }
}

/* Called by a problem in double precision, of the functions in quadruple precision. */
PetscErrorCode DerivedCallsOpen(ModelCase instance, PetscInt realisation, void **out) {
  ModelCalls *calls;
  PetscCall(PetscNew(&calls));
  *out = calls;
  return ModelCallsCreate(instance, realisation, calls);
}

PetscErrorCode DerivedCallsClose(void *calls) {
  PetscCall(ModelCallsDestroy(calls));
  return PetscFree(calls);
}

/* One central difference is exact to double rounding. */
void DerivedCallsRound(const void *context, int function, Real t, const Real *q, const Real *v,
                       Real *out) {
  const ModelCalls *c = context;
  Difference(c, function, 1, GIMBAL_Q(1, 1 << 30), t, q, v, out);
}

void DerivedCall(const ModelCalls *c, int function, Real t, const Real *q, const Real *v,
                 Real *out) {
  const PetscInt n = c->d.n, m = c->d.m, count = ModelCount(c, function);
  Quad *const at = c->derived_exchange, *const value = at + n + m;
  if (!c->in_quad) {
    const PetscBool quad = (PetscBool)(PRECISION_EPSILON < 1e-30);
    Difference(c, function, quad ? 8 : 3, quad ? GIMBAL_Q(1, 1024) : GIMBAL_Q(1, 128), t, q, v,
               out);
    return;
  }
  for (PetscInt i = 0; i < n; ++i)
    at[i] = q[i];
  for (PetscInt i = 0; i < m; ++i)
    at[n + i] = v ? v[i] : 0;
  QUAD_PRECISION(DerivedCallsRound)(c->in_quad, function, t, at, v ? at + n : NULL, value);
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Real)value[i];
}

/* In place of the function, which is never called. */
static void Stub(const Real *parameters, Real t, const Real *q, const Real *v, Real *out) {
  (void)parameters, (void)t, (void)q, (void)v, (void)out;
}

PetscErrorCode DerivedCallsCreate(ModelCase instance, PetscInt realisation, ModelCalls *c) {
  const gimbal_realisation *const r = ModelRealisation(instance->model, realisation);
  FormulationDerivative d;
  PetscInt most = 0;
  for (PetscInt i = 0; i < FORMULATION_DERIVATIVES; ++i) {
    /* That of a mass matrix the core derives. */
    if (!RealisationDerivative(r, i, &d) || !FormulationDerives(&d) || ModelHas(c, d.of) ||
        !ModelHas(c, d.what))
      continue;
    c->derived[d.of] =
        (Derived){.is = PETSC_TRUE, .what = (int)d.what, .along_v = d.along == ALONG_V};
    c->function[d.of].vector = Stub;
    c->indirect = PETSC_TRUE;
    most = PetscMax(most, ModelCount(c, (int)d.of));
  }
  if (!most)
    return 0;
  PetscCall(PetscMalloc1(c->d.n + c->d.m + 2 * most, &c->difference));
  PetscCall(PetscMalloc1(c->d.n + c->d.m + most, &c->derived_exchange));
  if (PRECISION_EPSILON > 1e-30 && instance->model->descriptor_quad)
    PetscCall(QUAD_PRECISION(DerivedCallsOpen)(instance, realisation, &c->in_quad));
  return 0;
}

PetscErrorCode DerivedCallsDestroy(ModelCalls *c) {
  if (c->in_quad)
    PetscCall(QUAD_PRECISION(DerivedCallsClose)(c->in_quad));
  PetscCall(PetscFree(c->derived_exchange));
  return PetscFree(c->difference);
}
