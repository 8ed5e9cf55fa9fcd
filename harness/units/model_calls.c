/* The table of a model's functions: where a descriptor has each of them, and what scales its
 * values. */
#include "units/model_calls.h"
#include "registry/formulation.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  size_t at;
  const char *name;
} Member;

#define MEMBER(table, in, member)                                                                  \
  { offsetof(gimbal_##table, in member), #member }
#define LAGRANGIAN(table, in)                                                                      \
  {                                                                                                \
    [MODEL_VALUE] = MEMBER(table, in, L), [MODEL_GRADIENT] = MEMBER(table, in, D1L),               \
    [MODEL_MOMENTUM] = MEMBER(table, in, D2L), [MODEL_MASS] = MEMBER(table, in, D22L),             \
    [MODEL_FORCE] = MEMBER(table, in, force), [MODEL_CONSTRAINT] = MEMBER(table, in, Phi),         \
    [MODEL_REACTION] = MEMBER(table, in, D2Phi), [MODEL_HOLONOMIC] = MEMBER(table, in, g),         \
    [MODEL_HOLONOMIC_GRADIENT] = MEMBER(table, in, Dg),                                            \
    [MODEL_HOLONOMIC_BAND] = MEMBER(table, in, Dg_band)                                            \
  }

/* In the table of each formulation; 0: it has no such function. */
static const Member of_formulation[][MODEL_INITIAL] = {
    [GIMBAL_LAGRANGIAN] = LAGRANGIAN(lagrangian, ),
    [GIMBAL_LATTICE] = LAGRANGIAN(lattice, lagrangian.),
    [GIMBAL_HAMILTONIAN] = {[MODEL_VALUE] = MEMBER(hamiltonian, , H),
                            [MODEL_GRADIENT] = MEMBER(hamiltonian, , D1H),
                            [MODEL_RATE] = MEMBER(hamiltonian, , D2H),
                            [MODEL_FORCE] = MEMBER(hamiltonian, , force),
                            [MODEL_CONSTRAINT] = MEMBER(hamiltonian, , Psi),
                            [MODEL_REACTION] = MEMBER(hamiltonian, , reaction)},
    [GIMBAL_FRAME] = {[MODEL_VALUE] = MEMBER(frame, , ell),
                      [MODEL_GRADIENT] = MEMBER(frame, , D1ell),
                      [MODEL_MOMENTUM] = MEMBER(frame, , D2ell),
                      [MODEL_MASS] = MEMBER(frame, , D22ell),
                      [MODEL_FORCE] = MEMBER(frame, , force),
                      [MODEL_FRAME] = MEMBER(frame, , psi),
                      [MODEL_STRUCTURE] = MEMBER(frame, , structure)},
    [GIMBAL_GROUP] = {[MODEL_VALUE] = MEMBER(group, , ell),
                      [MODEL_TRIVIALISED] = MEMBER(group, , D1ell),
                      [MODEL_MOMENTUM] = MEMBER(group, , D2ell),
                      [MODEL_MASS] = MEMBER(group, , D22ell),
                      [MODEL_FORCE] = MEMBER(group, , force),
                      [MODEL_CONSTRAINT] = MEMBER(group, , phi),
                      [MODEL_REACTION] = MEMBER(group, , D2phi),
                      [MODEL_HOLONOMIC] = MEMBER(group, , g),
                      [MODEL_HOLONOMIC_GRADIENT] = MEMBER(group, , Dg)},
    [GIMBAL_ODE] = {[MODEL_RATE] = MEMBER(ode, , f)}};

#define OWN(member)                                                                                \
  { 0, 0, MEMBER(realisation, , member) }
#define ELEMENT(list, element, member)                                                             \
  { offsetof(gimbal_realisation, list), sizeof(gimbal_##element), MEMBER(element, , member) }

/* In a realisation, or in the elements of one of its lists. */
static const struct {
  size_t list, size;
  Member member;
} of_realisation[MODEL_FUNCTIONS] = {
    [MODEL_INITIAL] = OWN(initial),
    [MODEL_EXACT] = OWN(exact),
    [MODEL_REVERSE] = OWN(reverse),
    [MODEL_COMMON] = OWN(common),
    [MODEL_ENERGY] = OWN(energy),
    [MODEL_DENSITY] = OWN(density),
    [MODEL_INVARIANT] = ELEMENT(invariants, invariant, value),
    [MODEL_GENERATOR] = ELEMENT(invariants, invariant, generator),
    [MODEL_EQUILIBRIUM] = ELEMENT(equilibria, equilibrium, state),
    [MODEL_PERTURBATION] = ELEMENT(equilibria, equilibrium, perturbation),
    [MODEL_DEVIATION] = ELEMENT(equilibria, equilibrium, deviation),
    [MODEL_APSIDES_RATE] = ELEMENT(apsides, apsides, rate),
    [MODEL_APSIDES_ANGLE] = ELEMENT(apsides, apsides, angle),
    [MODEL_APSIDES_ADVANCE] = ELEMENT(apsides, apsides, advance)};

static PetscBool IsScalar(int function) {
  switch (function % MODEL_FUNCTIONS) {
  case MODEL_VALUE:
  case MODEL_ENERGY:
  case MODEL_DENSITY:
  case MODEL_INVARIANT:
  case MODEL_DEVIATION:
  case MODEL_APSIDES_RATE:
  case MODEL_APSIDES_ANGLE:
  case MODEL_APSIDES_ADVANCE:
    return PETSC_TRUE;
  default:
    return PETSC_FALSE;
  }
}

PetscInt ModelCount(const ModelCalls *c, int function) {
  const Dimensions *const d = &c->d;
  if (!ModelHas(c, function))
    return 0;
  switch ((ModelFunction)(function % MODEL_FUNCTIONS)) {
  case MODEL_GRADIENT:
  case MODEL_RATE:
  case MODEL_GENERATOR:
    return d->n;
  case MODEL_TRIVIALISED:
  case MODEL_FORCE:
  case MODEL_MOMENTUM:
    return d->m;
  case MODEL_MASS:
    return c->diagonal_mass ? d->m : d->m * d->m;
  case MODEL_HOLONOMIC:
    return d->holonomic;
  case MODEL_HOLONOMIC_GRADIENT:
    return d->holonomic * d->m;
  case MODEL_HOLONOMIC_BAND:
    return d->holonomic * c->band[0];
  case MODEL_CONSTRAINT:
    return d->nonholonomic;
  case MODEL_REACTION:
    return d->nonholonomic * d->m;
  case MODEL_FRAME:
    return d->n * d->m;
  case MODEL_STRUCTURE:
    return d->m * d->m * d->m;
  case MODEL_EXACT:
    return d->n + d->m + d->holonomic + d->nonholonomic;
  case MODEL_INITIAL:
  case MODEL_REVERSE:
  case MODEL_EQUILIBRIUM:
  case MODEL_PERTURBATION:
    return d->n + d->m;
  case MODEL_COMMON:
    return c->common;
  default:
    return 1;
  }
}

/* ---- Scaling ---- */

/* What lies outside would be 0 or infinite in double precision. */
enum { LARGEST_EXPONENT = 1000 };

static inline Real Power(int exponent) {
  const uint64_t bits =
      (uint64_t)(1023 + PetscClipInterval(exponent, -LARGEST_EXPONENT, LARGEST_EXPONENT)) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return (Real)power;
}

/* Multiplies by 2^(common + sign·exponent_i). */
static void Scale(PetscInt count, int common, int sign, const int *exponent, Real *x) {
  for (PetscInt i = 0; i < count; ++i)
    x[i] *= Power(common + sign * exponent[i]);
}
/* Row i of a matrix of m columns, each a displacement, by 2^(common + sign·exponent_i) more. */
static void ScaleRows(const ModelCalls *c, PetscInt rows, int common, int sign, const int *exponent,
                      Real *x) {
  for (PetscInt i = 0; i < rows; ++i)
    Scale(c->u->m, common + sign * exponent[i], 1, c->u->displacement, x + i * c->u->m);
}
static void ScaleBand(const ModelCalls *c, Real *x) {
  const PetscInt width = c->band[0];
  for (PetscInt i = 0; i < c->d.holonomic; ++i) {
    const PetscInt begin = c->band[1] * i + c->band[2], first = PetscMax(begin, 0);
    Scale(PetscMin(begin + width, c->u->n) - first, -c->u->reaction[i], 1,
          c->u->displacement + first, x + i * width + first - begin);
  }
}
static void ScaleMass(const ModelCalls *c, int common, Real *x) {
  if (!c->diagonal_mass)
    ScaleRows(c, c->u->m, common, 1, c->u->displacement, x);
  else
    Scale(c->u->m, common, 2, c->u->displacement, x);
}
/* [ψ_i,ψ_j] = c^k_ij ψ_k. */
static void ScaleStructure(const ModelCalls *c, Real *x) {
  const int *const d = c->u->displacement;
  for (PetscInt k = 0; k < c->u->m; ++k)
    ScaleRows(c, c->u->m, -d[k], 1, d, x + k * c->u->m * c->u->m);
}
static void ScaleState(const RealisationUnits *u, Real *x) {
  Scale(u->n, 0, -1, u->q, x);
  Scale(u->m, 0, -1, u->v, x + u->n);
}

/* Brings what a function has written to the host's units. */
static void ScaleValue(const ModelCalls *c, int function, Real *x) {
  const RealisationUnits *const u = c->u;
  const int t = c->units->time, a = c->units->action, place = function / MODEL_FUNCTIONS;
  const PetscInt h = c->d.holonomic;
  switch ((ModelFunction)(function % MODEL_FUNCTIONS)) {
  case MODEL_VALUE:
  case MODEL_ENERGY:
    *x *= Power(t - a);
    break;
  case MODEL_GRADIENT:
    Scale(u->n, t - a, 1, u->q, x);
    break;
  case MODEL_TRIVIALISED:
  case MODEL_FORCE:
    Scale(u->m, t - a, 1, u->displacement, x);
    break;
  case MODEL_MOMENTUM:
    Scale(u->m, 0, -1, u->p, x);
    break;
  case MODEL_RATE:
    Scale(u->n, t, -1, u->q, x);
    break;
  case MODEL_MASS:
    ScaleMass(c, -a - t, x);
    break;
  case MODEL_HOLONOMIC:
    Scale(h, 0, -1, u->constraint, x);
    break;
  case MODEL_HOLONOMIC_GRADIENT:
    ScaleRows(c, h, 0, -1, u->reaction, x);
    break;
  case MODEL_HOLONOMIC_BAND:
    ScaleBand(c, x);
    break;
  case MODEL_CONSTRAINT:
    Scale(u->k - h, 0, -1, u->constraint + h, x);
    break;
  case MODEL_REACTION:
    ScaleRows(c, u->k - h, 0, -1, u->reaction + h, x);
    break;
  case MODEL_FRAME:
    ScaleRows(c, u->n, 0, -1, u->q, x);
    break;
  case MODEL_STRUCTURE:
    ScaleStructure(c, x);
    break;
  case MODEL_EXACT:
    Scale(u->k, 0, -1, u->lambda, x + u->n + u->m); // fall through
  case MODEL_INITIAL:
  case MODEL_REVERSE:
  case MODEL_EQUILIBRIUM:
  case MODEL_PERTURBATION:
    ScaleState(u, x);
    break;
  case MODEL_COMMON:
    ScaleState(c->first, x);
    break;
  case MODEL_GENERATOR:
    Scale(u->n, 0, -1, u->q, x);
    break;
  case MODEL_DENSITY:
    *x *= Power(-*u->density);
    break;
  case MODEL_INVARIANT:
    *x *= Power(-u->invariant[place]);
    break;
  case MODEL_DEVIATION:
    *x *= Power(-u->deviation[place]);
    break;
  case MODEL_APSIDES_RATE: /* only its sign */
  case MODEL_APSIDES_ANGLE:
  case MODEL_APSIDES_ADVANCE:
  case MODEL_FUNCTIONS:
    break;
  }
}

/* Brings the arguments to the model's units; those that are not given stay so. */
static void ScaleArguments(const ModelCalls *c, Real *t, const Real **q, const Real **v) {
  const RealisationUnits *const u = c->u;
  *t *= Power(c->units->time);
  for (PetscInt i = 0; *q && i < u->n; ++i)
    c->at[i] = (*q)[i] * Power(u->q[i]);
  for (PetscInt i = 0; *v && i < u->m; ++i)
    c->at[u->n + i] = (*v)[i] * Power(u->v[i]);
  *q = *q ? c->at : NULL;
  *v = *v ? c->at + u->n : NULL;
}

Real ModelScaledScalar(const ModelCalls *c, int function, Real t, const Real *q, const Real *v) {
  Real value;
  ScaleArguments(c, &t, &q, &v);
  value = c->function[function].scalar(c->parameters, t, q, v);
  ScaleValue(c, function, &value);
  return value;
}

void ModelScaledVector(const ModelCalls *c, int function, Real t, const Real *q, const Real *v,
                       Real *out) {
  ScaleArguments(c, &t, &q, &v);
  c->function[function].vector(c->parameters, t, q, v, out);
  ScaleValue(c, function, out);
}

void ModelCall(const ModelCalls *c, int function, Real t, const Real *q, const Real *v, Real *out) {
  if (IsScalar(function))
    *out = ModelScalar(c, function, t, q, v);
  else
    ModelVector(c, function, t, q, v, out);
}

int ModelFind(const ModelCalls *c, const void *member) {
  for (int f = 0; f < c->functions; ++f)
    if (c->function[f].member == member && ModelHas(c, f))
      return f;
  return -1;
}

/* ---- The functions of a realisation ---- */

static void SetFunction(ModelCalls *c, int function, const char *table, const Member *member) {
  c->function[function].member = table + member->at;
  c->function[function].name = member->name;
  memcpy(&c->function[function].vector, table + member->at, sizeof c->function[function].vector);
}

static void SetFunctions(ModelCalls *c, const gimbal_realisation *r) {
  const Member *const member = of_formulation[c->d.formulation];
  for (int f = 0; f < MODEL_INITIAL; ++f)
    if (member[f].at)
      SetFunction(c, f, RealisationGetTable(r), &member[f]);
  for (int f = MODEL_INITIAL; f < MODEL_FUNCTIONS; ++f) {
    gimbal_list list = {r, 1, 0};
    if (of_realisation[f].list)
      memcpy(&list, (const char *)r + of_realisation[f].list, sizeof list);
    for (size_t i = 0; i < list.count; ++i)
      SetFunction(c, MODEL_OF(i, f), (const char *)list.at + i * of_realisation[f].size,
                  &of_realisation[f].member);
  }
}

PetscErrorCode ModelCallsCreate(ModelCase instance, PetscInt realisation, ModelCalls *c) {
#ifdef GIMBAL_QUAD
  const gimbal_model *const model = instance->model->descriptor_quad;
#else
  const gimbal_model *const model = instance->model->descriptor;
#endif
  const gimbal_realisation *const r = ListAt(model->realisations, gimbal_realisation, realisation);
  const CaseUnits *const units = instance->units;
  size_t places = PetscMax(r->invariants.count, PetscMax(r->equilibria.count, r->apsides.count));
  Dimensions first;
  PetscFunctionBeginUser;
  *c = (ModelCalls){.units = units, .diagonal_mass = RealisationGetData(r)->diagonal_mass};
  PetscCall(ModelCaseGetDimensions(instance, 0, &first));
  PetscCall(ModelCaseGetDimensions(instance, realisation, &c->d));
#ifdef GIMBAL_QUAD
  c->parameters = instance->parameters;
#else
  c->parameters = instance->rounded;
#endif
  if (units)
    c->u = &units->realisation[realisation], c->first = &units->realisation[0];
  PetscCall(ModelCaseGetBand(instance, realisation, c->band));
  c->functions = MODEL_OF(PetscMax(places, 1), 0);
  c->common = first.n + first.m;
  PetscCall(PetscCalloc2(c->functions, &c->function, c->d.n + c->d.m, &c->at));
  SetFunctions(c, r);
  PetscFunctionReturn(0);
}

PetscErrorCode ModelCallsDestroy(ModelCalls *c) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(c->function, c->at));
  PetscFunctionReturn(0);
}
