/* The table through which the rest of the program sees this core. */
#include "core/integration.h"

static Dimensions GetDimensions(Problem p) { return ModelCaseDimensions(p->instance, p->index); }

static void GetInitial(Problem p, Quad *y) {
  ModelVector(&p->calls, MODEL_INITIAL, 0, NULL, NULL, p->values);
  ToQuad(p->n + p->m, p->values, y);
}

static PetscBool GetExact(Problem p, Quad t, const Quad *y0, Quad *out) {
  const PetscInt entries = p->n + p->m;
  Real *const start = p->at, *const values = p->values;
  if (!ModelHas(&p->calls, MODEL_EXACT))
    return PETSC_FALSE;
  ToReal(entries, y0, start);
  ModelVector(&p->calls, MODEL_EXACT, (Real)t, start, start + p->n, values);
  ToQuad(entries + p->k, values, out);
  return (PetscBool)AllFinite(entries + p->k, values);
}

static PetscBool GetField(Problem p, Quad t, const Quad *y, Quad *f, Quad *lambda) {
  const PetscInt entries = p->n + p->m;
  Real *const at = p->at, *const values = p->values, *const multipliers = values + entries;
  int status;
  at[0] = 0;
  ToReal(entries, y, at);
  if (lambda && p->k)
    status = ProblemConfigurationRate(p, (Real)t, at, at + p->n, values) ||
             ProblemAcceleration(p, (Real)t, at, at + p->n, values + p->n, multipliers);
  else
    status = ProblemField(p, (Real)t, at, values);
  ToQuad(entries, values, f);
  if (lambda)
    ToQuad(p->k, multipliers, lambda);
  return (PetscBool)!status;
}

/* So many values of a function at y = (q,v), NaN where it has none. */
static void Evaluate(Problem p, FormulationFunction *function, PetscInt count, Quad t,
                     const Quad *y, Quad *out) {
  ToReal(p->n + p->m, y, p->at);
  const int missing = function(p, (Real)t, p->at, p->at + p->n, p->values);
  for (PetscInt i = 0; i < count; ++i)
    out[i] = missing ? (Quad)GIMBAL_NAN : (Quad)p->values[i];
}

static void GetMomentum(Problem p, Quad t, const Quad *y, Quad *out) {
  Evaluate(p, ProblemMomentum, p->m, t, y, out);
}

static PetscBool GetVelocity(Problem p, Quad t, const Quad *q, const Quad *momentum, Quad *out) {
  ToReal(p->n, q, p->at);
  ToReal(p->m, momentum, p->at + p->n);
  const int status = ProblemVelocity(p, (Real)t, p->at, p->at + p->n, p->values);
  ToQuad(p->m, p->values, out);
  return (PetscBool)!status;
}

static void GetEnergy(Problem p, Quad t, const Quad *y, Quad *energy) {
  Evaluate(p, ProblemEnergy, 1, t, y, energy);
}

static void GetConstraint(Problem p, Quad t, const Quad *y, Quad *out) {
  Evaluate(p, ProblemResiduals, ProblemResidualCount(p), t, y, out);
}

static void GetInvariants(Problem p, Quad t, const Quad *y, Quad *out) {
  Real *const at = p->at;
  ToReal(p->n + p->m, y, at);
  for (size_t i = 0; i < p->realisation->invariants.count; ++i)
    out[i] = (Quad)ModelScalar(&p->calls, MODEL_OF(i, MODEL_INVARIANT), (Real)t, at, at + p->n);
}

static PetscBool GetFrame(Problem p, Quad t, const Quad *q, Quad *out) {
  ToReal(p->n, q, p->at);
  if (ProblemFrame(p, (Real)t, p->at, p->psi))
    return PETSC_FALSE;
  ToQuad(p->n * p->m, p->psi, out);
  return PETSC_TRUE;
}

/* Numbers of this precision are written from the front, and widened from the end. */
static void CallFunction(Problem p, const void *member, Quad t, const Quad *y, Quad *out) {
  const int function = ModelFind(&p->calls, member);
  const Real *const q = y ? p->at : NULL, *const v = y ? p->at + p->n : NULL;
  Real value;
  out[0] = (Quad)GIMBAL_NAN;
  if (function < 0)
    return;
  ToReal(y ? p->n + p->m : 0, y, p->at);
  ModelCall(&p->calls, function, (Real)t, q, v, (Real *)(void *)out);
  for (PetscInt i = ModelCount(&p->calls, function); i-- > 0;) {
    memcpy(&value, (const char *)out + (size_t)i * sizeof value, sizeof value);
    out[i] = (Quad)value;
  }
}

static void Fill(Integration it, Filling filling) { it->filling = filling; }

static PetscInt GetMutable(Integration it, MutationKind kind) { return it->entries[kind]; }

#ifndef GIMBAL_QUAD
static PetscErrorCode Detach(Problem p) { return CoreQuad()->problem_destroy(&p->in_quad); }
#endif

#ifdef GIMBAL_QUAD
const Core *CoreQuad(void)
#else
const Core *CoreDouble(void)
#endif
{
  static const Core core = {.problem_create = ProblemCreate,
                            .problem_destroy = ProblemDestroy,
                            .problem_dimensions = GetDimensions,
                            .problem_initial = GetInitial,
                            .problem_exact = GetExact,
                            .problem_field = GetField,
                            .problem_momentum = GetMomentum,
                            .problem_velocity = GetVelocity,
                            .problem_energy = GetEnergy,
                            .problem_constraint = GetConstraint,
                            .problem_invariants = GetInvariants,
                            .problem_frame = GetFrame,
                            .problem_call = CallFunction,
                            .create = IntegrationCreate,
                            .destroy = IntegrationDestroy,
                            .begin = IntegrationBegin,
                            .advance = IntegrationAdvance,
                            .advance_to = IntegrationAdvanceTo,
                            .get = IntegrationGet,
                            .get_scale = IntegrationGetScale,
                            .get_state = IntegrationGetState,
                            .set_state = IntegrationSetState,
                            .forget = SolverSlotsForget,
                            .fill = Fill,
                            .get_counts = IntegrationGetCounts,
                            .get_mutable = GetMutable,
                            .method_tableau = MethodGetTableau,
#ifdef GIMBAL_QUAD
                            .problem_directional = ProblemDirectionalQuad,
#else
                            .problem_detach = Detach,
                            .pilot = IntegrationPilot,
#endif
                            .epsilon = PRECISION_EPSILON};
  return &core;
}

#ifdef GIMBAL_WITHOUT_QUAD
const Core *CoreQuad(void) { return CoreDouble(); }
#endif
