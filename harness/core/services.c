/* What the host lends to a method: thin doors to the problem, the solver and the storage. */
#include "base/limits.h"
#include "base/utf8.h"
#include "core/integration.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROBLEM(g) (((Integration)(g))->problem)

static int Fail(gimbal *g, const char *reason, Real number) {
  StepFailure *const failure = &((Integration)g)->failure;
  if (!failure->failed) {
    failure->failed = PETSC_TRUE;
    failure->residual = (PetscReal)number;
    if (strlen(reason) > LIMIT_REASON)
      (void)snprintf(failure->text, sizeof failure->text,
                     "its reason has %zu bytes; there may be %d (LIMIT_REASON)", strlen(reason),
                     LIMIT_REASON);
    else
      Utf8Cut(reason, failure->text, sizeof failure->text);
  }
  return 1;
}

/* An error of the job, whose words are the reason. */
static int GiveUp(gimbal *g, const char *reason) {
  return IntegrationBreak((Integration)g,
                          PetscError(PETSC_COMM_SELF, __LINE__, PETSC_FUNCTION_NAME, __FILE__,
                                     PETSC_ERR_USER_INPUT, PETSC_ERROR_INITIAL, "%s", reason));
}

/* The answer of a model's function, with the reason if it has none. */
static int Answer(gimbal *g, int status, Real t) {
  const CaseUnits *units = PROBLEM(g)->instance->normal;
  char reason[64];
  if (!status)
    return 0;
  snprintf(reason, sizeof reason, "outside the model's domain at t = %.6g",
           (double)scalbnq((Quad)t, units ? units->time : 0));
  return Fail(g, reason, 0);
}

#define COUNTS(g) (((Integration)(g))->counts)

static int Force(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  COUNTS(g).forces++;
  return Answer(g, ProblemForce(PROBLEM(g), t, q, v, out), t);
}
static int Momentum(gimbal *g, Real t, const Real *q, const Real *v, Real *p) {
  COUNTS(g).momenta++;
  return Answer(g, ProblemMomentum(PROBLEM(g), t, q, v, p), t);
}
static int Velocity(gimbal *g, Real t, const Real *q, const Real *p, Real *v) {
  COUNTS(g).momenta++;
  return Answer(g, ProblemVelocity(PROBLEM(g), t, q, p, v), t);
}
static int Constraint(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  COUNTS(g).constraints++;
  return Answer(g, ProblemConstraint(PROBLEM(g), t, q, v, out), t);
}
static int Reaction(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  COUNTS(g).gradients++;
  return Answer(g, ProblemReaction(PROBLEM(g), t, q, v, out), t);
}
static int Holonomic(gimbal *g, Real t, const Real *q, Real *out) {
  COUNTS(g).constraints++;
  return Answer(g, ProblemHolonomic(PROBLEM(g), t, q, out), t);
}
static int HolonomicGradient(gimbal *g, Real t, const Real *q, Real *out) {
  COUNTS(g).gradients++;
  return Answer(g, ProblemHolonomicGradient(PROBLEM(g), t, q, out), t);
}
static int HolonomicTimeDerivative(gimbal *g, Real t, const Real *q, Real *out) {
  return Answer(g, ProblemHolonomicTimeDerivative(PROBLEM(g), t, q, out), t);
}
static int Lagrangian(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemLagrangian(PROBLEM(g), t, q, v, out), t);
}
static int Energy(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {
  return Answer(g, ProblemEnergy(PROBLEM(g), t, q, v, out), t);
}
static int Field(gimbal *g, Real t, const Real *y, Real *out) {
  COUNTS(g).fields++;
  return Answer(g, IntegrationField((Integration)g, t, y, out), t);
}
static int FieldJacobian(gimbal *g, Real t, const Real *y, Real *out) {
  COUNTS(g).field_jacobians++;
  return Answer(g, IntegrationFieldJacobian((Integration)g, t, y, out), t);
}
static int FieldTimeDerivative(gimbal *g, Real t, const Real *y, Real *out) {
  return Answer(g, IntegrationFieldTimeDerivative((Integration)g, t, y, out), t);
}
static int MomentumField(gimbal *g, Real t, const Real *y, Real *out) {
  COUNTS(g).fields++;
  if (!PROBLEM(g)->functions->momentum)
    return Fail(g, "the formulation has no momenta", 0);
  return Answer(g, ProblemMomentumField(PROBLEM(g), t, y, out), t);
}
static int HolonomicGradientBand(gimbal *g, Real t, const Real *q, Real *out) {
  COUNTS(g).gradients++;
  return Answer(g, ProblemHolonomicGradientBand(PROBLEM(g), t, q, out), t);
}
static int Acceleration(gimbal *g, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  COUNTS(g).fields++;
  return Answer(g, ProblemAcceleration(PROBLEM(g), t, q, v, acceleration, lambda), t);
}
static int Frame(gimbal *g, Real t, const Real *q, Real *psi) {
  return Answer(g, ProblemFrame(PROBLEM(g), t, q, psi), t);
}
static int FrameDerivative(gimbal *g, Real t, const Real *q, Real *out) {
  return Answer(g, ProblemFrameDerivative(PROBLEM(g), t, q, out), t);
}
static int Gradient(gimbal *g, Real t, const Real *q, const Real *xi, Real *out) {
  COUNTS(g).forces++;
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
static int Increment(gimbal *g, gimbal_retraction tau, const Real *a, const Real *xi, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupIncrement(&PROBLEM(g)->group, tau, a, xi, out);
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
static int Inverse(gimbal *g, const Real *a, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupInverse(&PROBLEM(g)->group, a, out);
  return 0;
}
static int Bracket(gimbal *g, const Real *xi, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupBracket(&PROBLEM(g)->group, xi, out);
  return 0;
}
static int Adjoint(gimbal *g, const Real *a, Real *out) {
  if (NeedsGroup(g))
    return 1;
  GroupAdjoint(&PROBLEM(g)->group, a, out);
  return 0;
}

/* A run that is not in steps of h has no order of calls to go by: all are taken for one system. */
static int SolveByOrder(Integration it, const StepEquations *equations, Real *x) {
  if (it->by_time)
    it->ordered.next = 0;
  return IntegrationSolve(it, BY_CALL_ORDER, equations, x);
}

static int Solve(gimbal *g, int n, gimbal_residual *residual, gimbal_jacobian *jacobian,
                 void *context, Real *x) {
  const StepEquations equations = {n, -1, -1, residual, jacobian, context};
  return SolveByOrder((Integration)g, &equations, x);
}

static int SolveKeyed(gimbal *g, int key, int n, gimbal_residual *residual,
                      gimbal_jacobian *jacobian, void *context, Real *x) {
  const StepEquations equations = {n, -1, -1, residual, jacobian, context};
  if (key < 0)
    return Fail(g, "the key of a system is negative", key);
  return IntegrationSolve((Integration)g, key, &equations, x);
}

static int SolveBanded(gimbal *g, int n, int lower, int upper, gimbal_residual *residual,
                       void *context, Real *x) {
  const StepEquations equations = {n, lower, upper, residual, NULL, context};
  return SolveByOrder((Integration)g, &equations, x);
}

static int LinearSolveService(gimbal *g, int n, Real *A, Real *b) {
  COUNTS(g).linear_solves++;
  return LinearSolve(n, A, b) ? Fail(g, "singular matrix", 0) : 0;
}

static void Count(gimbal *g, gimbal_counted what, int64_t amount) {
  Counts *const counts = &((Integration)g)->counts;
  switch (what) {
  case GIMBAL_SOLVES:
    counts->solves += amount;
    break;
  case GIMBAL_ITERATIONS:
    counts->iterations += amount;
    break;
  case GIMBAL_RESIDUALS:
    counts->residuals += amount;
    break;
  case GIMBAL_JACOBIANS:
    counts->jacobians += amount;
    break;
  }
}

/* A plugin takes its storage for granted, and its frames may be of C++, over which no jump is
 * allowed: the process ends, as it does where a plugin crashes. */
_Noreturn static void EndWithoutMemory(Integration it, size_t count) {
  (void)fprintf(stderr, "gimbal: no memory for %zu numbers of working storage of method %s\n",
                count, it->method->name);
  _exit(3);
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
  block = room <= (SIZE_MAX - sizeof *block) / sizeof(Real)
              ? malloc(sizeof *block + room * sizeof(Real))
              : NULL;
  if (!block)
    EndWithoutMemory(it, room);
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
  for (size_t i = 0; it->filling && i < count; ++i)
    at[i] = (Real)FillingOf(it->filling);
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
                                           .lagrangian_value = Lagrangian,
                                           .energy = Energy,
                                           .field = Field,
                                           .acceleration = Acceleration,
                                           .frame_vectors = Frame,
                                           .frame_derivative = FrameDerivative,
                                           .gradient = Gradient,
                                           .structure_functions = Structure,
                                           .compose = Compose,
                                           .retract = Retract,
                                           .tangent = Tangent,
                                           .tangent_inverse = TangentInverse,
                                           .tangent_derivative = TangentDerivative,
                                           .adjoint = Adjoint,
                                           .tableau_of = IntegrationTableau,
                                           .coefficients = IntegrationCoefficients,
                                           .solve = Solve,
                                           .solve_banded = SolveBanded,
                                           .linear_solve = LinearSolveService,
                                           .scratch = Scratch,
                                           .fail = Fail,
                                           .field_jacobian = FieldJacobian,
                                           .field_time_derivative = FieldTimeDerivative,
                                           .momentum_field = MomentumField,
                                           .holonomic_gradient_band = HolonomicGradientBand,
                                           .inverse = Inverse,
                                           .bracket = Bracket,
                                           .coefficient_count = IntegrationCoefficientCount,
                                           .solve_keyed = SolveKeyed,
                                           .sizes = IntegrationSizes,
                                           .count = Count,
                                           .increment = Increment,
                                           .give_up = GiveUp,
                                           .holonomic_time_derivative = HolonomicTimeDerivative};
  return &services;
}
