/* What the host lends to a method: thin doors to the problem, the solver and the storage. */
#include "core/integration.h"
#include "numerics/tableau.h"
#include "numerics/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBLEM(g) (((Integration)(g))->problem)

static int Fail(gimbal *g, const char *reason, Real number) {
  StepFailure *const failure = &((Integration)g)->failure;
  if (!failure->failed) {
    failure->failed = PETSC_TRUE;
    failure->residual = (PetscReal)number;
    snprintf(failure->text, sizeof failure->text, "%s", reason);
  }
  return 1;
}

/* Out of a plugin that asked for something which it takes for granted, and which the host cannot
 * make: to who called the plugin, with the error. */
_Noreturn static void Escape(Integration it, PetscErrorCode error) {
  IntegrationBreak(it, error);
  longjmp(it->escape, 1);
}

/* The answer of a model's function, with the reason if it has none. */
static int Answer(gimbal *g, int status, Real t) {
  char reason[64];
  if (!status)
    return 0;
  snprintf(reason, sizeof reason, "outside the model's domain at t = %.6g", (double)t);
  return Fail(g, reason, 0);
}

static int Force(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemForce(PROBLEM(g), t, q, v, out), t);
}
static int Momentum(gimbal *g, Real t, const Real *q, const Real *v, Real *p) {
  return Answer(g, ProblemMomentum(PROBLEM(g), t, q, v, p), t);
}
static int Velocity(gimbal *g, Real t, const Real *q, const Real *p, Real *v) {
  return Answer(g, ProblemVelocity(PROBLEM(g), t, q, p, v), t);
}
static int Constraint(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemConstraint(PROBLEM(g), t, q, v, out), t);
}
static int Reaction(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemReaction(PROBLEM(g), t, q, v, out), t);
}
static int Holonomic(gimbal *g, Real t, const Real *q, Real *out) {
  return Answer(g, ProblemHolonomic(PROBLEM(g), t, q, out), t);
}
static int HolonomicGradient(gimbal *g, Real t, const Real *q, Real *out) {
  return Answer(g, ProblemHolonomicGradient(PROBLEM(g), t, q, out), t);
}
static int Lagrangian(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemLagrangian(PROBLEM(g), t, q, v, out), t);
}
static int Energy(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemEnergy(PROBLEM(g), t, q, v, out), t);
}
static int Field(gimbal *g, Real t, const Real *y, Real *out) {
  return Answer(g, ProblemField(PROBLEM(g), t, y, out), t);
}
static int Acceleration(gimbal *g, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  return Answer(g, ProblemAcceleration(PROBLEM(g), t, q, v, acceleration, lambda), t);
}
static int Frame(gimbal *g, Real t, const Real *q, Real *psi) {
  return Answer(g, ProblemFrame(PROBLEM(g), t, q, psi), t);
}
static int FrameDerivative(gimbal *g, Real t, const Real *q, Real *out) {
  return Answer(g, ProblemFrameDerivative(PROBLEM(g), t, q, out), t);
}
static int Gradient(gimbal *g, Real t, const Real *q, const Real *xi, Real *out) {
  return Answer(g, ProblemGradient(PROBLEM(g), t, q, xi, out), t);
}
static int Structure(gimbal *g, Real t, const Real *q, Real *c) {
  return Answer(g, ProblemStructure(PROBLEM(g), t, q, c), t);
}

static int NeedsGroup(gimbal *g) {
  return PROBLEM(g)->realisation->group ? 0 : Fail(g, "the realisation is not on a Lie group", 0);
}
static int Compose(gimbal *g, const Real *a, const Real *b, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupCompose(&PROBLEM(g)->group, a, b, out);
  return 0;
}
static int Retract(gimbal *g, gimbal_retraction tau, const Real *xi, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupRetract(&PROBLEM(g)->group, tau, xi, out);
  return 0;
}
static int Tangent(gimbal *g, gimbal_retraction tau, const Real *xi, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupTangent(&PROBLEM(g)->group, tau, xi, out);
  return 0;
}
static int TangentInverse(gimbal *g, gimbal_retraction tau, const Real *xi, Real *out) {
  if (NeedsGroup(g))
    return 1;
  return GroupTangentInverse(&PROBLEM(g)->group, tau, xi, out)
             ? Fail(g, "the retraction's tangent is singular", 0)
             : 0;
}
static int TangentDerivative(gimbal *g, gimbal_retraction tau, const Real *xi, const Real *eta,
                             Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupTangentDerivative(&PROBLEM(g)->group, tau, xi, eta, out);
  return 0;
}
static int Adjoint(gimbal *g, const Real *a, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupAdjoint(&PROBLEM(g)->group, a, out);
  return 0;
}

/* The entry of an array that a mutation of this kind perturbs, or exchanges with another one. */
static void Mutate(Integration it, MutationKind kind, PetscInt first, PetscInt count,
                   Real *values) {
  const PetscInt i = it->mutation.index - first, j = it->mutation.with - first;
  if (it->mutation.kind != kind || i < 0 || i >= count)
    return;
  if (it->mutation.with >= 0) {
    if (j >= 0 && j < count) {
      const Real value = values[i];
      values[i] = values[j], values[j] = value;
    }
    return;
  }
  values[i] = values[i] == 0 ? (Real)it->mutation.size : values[i] * (1 + (Real)it->mutation.size);
}

/* The parameters that can be off: those that are not whole. */
static PetscBool IsMutable(Quad parameter) {
  return (PetscBool)(parameter != (Quad)(PetscInt64)parameter);
}

void IntegrationMutateParameters(Integration it, Real *parameters) {
  PetscInt index = 0;
  for (size_t i = 0; i < it->family->parameters.count; ++i)
    if (IsMutable(it->method->parameters[i]))
      Mutate(it, MUTATION_PARAMETER, index++, 1, &parameters[i]);
}

#define STAGES_MAX 16 /* of a tableau */

static const gimbal_tableau *Tableau(gimbal *g, const char *family, int s) {
  Integration it = (Integration)g;
  TableauEntry *entry;
  PetscBool found;
  for (entry = it->tableaux; entry; entry = entry->next)
    if (entry->tableau.s == s && !strcmp(entry->family, family))
      return &entry->tableau;
  const PetscInt square = s < 1 || s > STAGES_MAX ? 0 : s * s;
  Quad values[2 * STAGES_MAX * (STAGES_MAX + 1)];
  if (!square || strlen(family) >= sizeof entry->family) {
    Fail(g, "no tableau of that family and number of stages", s);
    return NULL;
  }
  PetscErrorCode error = TableauCompute(family, s, values, values + square, values + 2 * square,
                                        values + 2 * square + s, &found);
  if (!error && !found) {
    Fail(g, "no tableau of that family and number of stages", s);
    return NULL;
  }
  if (!error)
    error = PetscNew(&entry);
  if (!error)
    error = PetscMalloc1(2 * square + 2 * s, &entry->values);
  if (error)
    Escape(it, error);
  for (PetscInt i = 0; i < 2 * square + 2 * s; ++i)
    entry->values[i] = (Real)values[i];
  Mutate(it, MUTATION_TABLEAU_A, 0, square, entry->values);
  Mutate(it, MUTATION_TABLEAU_CONJUGATE, 0, square, entry->values + square);
  Mutate(it, MUTATION_TABLEAU_B, 0, s, entry->values + 2 * square);
  Mutate(it, MUTATION_TABLEAU_C, 0, s, entry->values + 2 * square + s);
  strcpy(entry->family, family);
  entry->tableau = (gimbal_tableau){.s = s,
                                    .a = entry->values,
                                    .conjugate = entry->values + square,
                                    .b = entry->values + 2 * square,
                                    .c = entry->values + 2 * square + s};
  entry->next = it->tableaux;
  it->tableaux = entry;
  return &entry->tableau;
}

#define COEFFICIENTS_MAX 256 /* entries of one named list */

static const Real *Coefficients(gimbal *g, const char *name) {
  Integration it = (Integration)g;
  const gimbal_list list = it->family->coefficients;
  PetscInt first = 0;
  for (size_t i = 0; i < list.count; ++i) { /* every step asks: no expression is evaluated twice */
    const char *const own = ListAt(list, gimbal_value, i)->name;
    if (it->coefficients[i] && (own == name || !strcmp(own, name)))
      return it->coefficients[i];
  }
  for (size_t i = 0; i < list.count; ++i) {
    const gimbal_value *const value = ListAt(list, gimbal_value, i);
    PetscInt count = COEFFICIENTS_MAX;
    const PetscBool wanted = (PetscBool)!strcmp(value->name, name);
    Quad values[COEFFICIENTS_MAX];
    PetscErrorCode error = ExpressionEvaluateList(
        value->value, (PetscInt)it->family->parameters.count, it->variables, &count, values);
    if (!error && wanted)
      error = PetscMalloc1(count, &it->coefficients[i]);
    if (error)
      Escape(it, error);
    if (wanted) {
      for (PetscInt j = 0; j < count; ++j)
        it->coefficients[i][j] = (Real)values[j];
      Mutate(it, MUTATION_COEFFICIENT, first, count, it->coefficients[i]);
      return it->coefficients[i];
    }
    first += count;
  }
  Fail(g, "the method declares no coefficients of that name", 0);
  return NULL;
}

PetscErrorCode IntegrationGetMutable(Integration it, MutationKind kind, PetscInt *count) {
  const gimbal_list list = it->family->coefficients;
  PetscInt stages = 0;
  PetscFunctionBeginUser;
  for (const TableauEntry *entry = it->tableaux; entry; entry = entry->next)
    stages = PetscMax(stages, entry->tableau.s);
  *count = 0;
  switch (kind) {
  case MUTATION_NONE:
    break;
  case MUTATION_TABLEAU_A:
  case MUTATION_TABLEAU_CONJUGATE:
    *count = stages * stages;
    break;
  case MUTATION_TABLEAU_B:
  case MUTATION_TABLEAU_C:
    *count = stages;
    break;
  case MUTATION_COEFFICIENT:
    for (size_t i = 0; i < list.count; ++i) {
      const size_t parameters = it->family->parameters.count;
      PetscInt entries = 0;
      PetscCall(ExpressionEvaluateList(ListAt(list, gimbal_value, i)->value, (PetscInt)parameters,
                                       it->variables, &entries, NULL));
      *count += entries;
    }
    break;
  case MUTATION_PARAMETER:
    for (size_t i = 0; i < it->family->parameters.count; ++i)
      *count += IsMutable(it->method->parameters[i]);
    break;
  case MUTATION_SOLVER:
    *count = it->counts.solves > 0;
    break;
  case MUTATION_LAMBDA:
    *count = it->nk > 0;
    break;
  }
  PetscFunctionReturn(0);
}

static int Solve(gimbal *g, int n, gimbal_residual *residual, gimbal_jacobian *jacobian,
                 void *context, Real *x) {
  const StepEquations equations = {n, -1, -1, residual, jacobian, context};
  return IntegrationSolve((Integration)g, BY_CALL_ORDER, &equations, x);
}

static int SolveBanded(gimbal *g, int n, int lower, int upper, gimbal_residual *residual,
                       void *context, Real *x) {
  const StepEquations equations = {n, lower, upper, residual, NULL, context};
  return IntegrationSolve((Integration)g, BY_CALL_ORDER, &equations, x);
}

static int LinearSolveService(gimbal *g, int n, Real *A, Real *b) {
  return LinearSolve(n, A, b) ? Fail(g, "singular matrix", 0) : 0;
}

/* The next block with room, made if there is none. */
static ScratchBlock *ScratchGrow(Integration it, size_t count) {
  const size_t room = count > 4096 ? count : 4096;
  ScratchBlock *block;
  while (it->top && it->top->next) {
    it->top = it->top->next, it->top->used = 0;
    if (it->top->room >= count)
      return it->top;
  }
  block = malloc(sizeof *block + room * sizeof(Real));
  if (!block)
    Escape(it, PetscError(PETSC_COMM_SELF, __LINE__, PETSC_FUNCTION_NAME, __FILE__, PETSC_ERR_MEM,
                          PETSC_ERROR_INITIAL, "no memory for %zu numbers of a step", count));
  *block = (ScratchBlock){.next = NULL, .room = room, .used = 0};
  if (it->top)
    it->top->next = block;
  else
    it->scratch = block;
  it->top = block;
  return block;
}

static Real *Scratch(gimbal *g, size_t count) {
  Integration it = (Integration)g;
  ScratchBlock *block = it->top;
  Real *at;
  count += !count;
  if (!block || block->room - block->used < count)
    block = ScratchGrow(it, count);
  at = block->data + block->used;
  block->used += count;
  return at;
}

const gimbal_services *Services(void) {
  static const gimbal_services services = {.size = sizeof services,
                                           .force = Force,
                                           .momentum = Momentum,
                                           .velocity = Velocity,
                                           .constraint = Constraint,
                                           .reaction = Reaction,
                                           .holonomic = Holonomic,
                                           .holonomic_gradient = HolonomicGradient,
                                           .lagrangian = Lagrangian,
                                           .energy = Energy,
                                           .field = Field,
                                           .acceleration = Acceleration,
                                           .frame = Frame,
                                           .frame_derivative = FrameDerivative,
                                           .gradient = Gradient,
                                           .structure = Structure,
                                           .compose = Compose,
                                           .retract = Retract,
                                           .tangent = Tangent,
                                           .tangent_inverse = TangentInverse,
                                           .tangent_derivative = TangentDerivative,
                                           .adjoint = Adjoint,
                                           .tableau = Tableau,
                                           .coefficients = Coefficients,
                                           .solve = Solve,
                                           .solve_banded = SolveBanded,
                                           .linear_solve = LinearSolveService,
                                           .scratch = Scratch,
                                           .fail = Fail};
  return &services;
}
