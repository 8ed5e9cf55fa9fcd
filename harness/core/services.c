/* What the host lends to a method: thin doors to the problem, the solver and the storage. */
#include "base/kept_error.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "core/integration.h"
#include <unistd.h>

#define PROBLEM(g) (((Integration)(g))->problem)

static int Fail(gimbal *g, const char *reason, Real number) {
  StepFailure *const failure = &((Integration)g)->failure;
  if (!failure->failed) {
    failure->failed = PETSC_TRUE;
    failure->residual = (PetscReal)number;
    if (strlen(reason) > LIMIT_REASON)
      (void)snprintf(failure->text, sizeof failure->text,
                     "its reason has %zu bytes; at most %d (LIMIT_REASON)", strlen(reason),
                     LIMIT_REASON);
    else
      Utf8Cut(reason, failure->text, sizeof failure->text);
    if (CrashCause)
      Utf8Cut(failure->text, CrashCause, CRASH_CAUSE);
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
  char reason[128];
  if (!status)
    return 0;
  snprintf(reason, sizeof reason,
           "the model has no finite value at t = %.6g: outside its domain, or unstable",
           (double)scalbnq((Quad)t, units ? units->time : 0));
  return Fail(g, reason, 0);
}

#define COUNTS(g) (((Integration)(g))->counts)

/* Functions of a model, as a problem or an integration evaluates them, and what they count. */
#define OF_Q(Evaluate, of, Name, count)                                                            \
  static int Name(gimbal *g, Real t, const Real *q, Real *out) {                                   \
    count;                                                                                         \
    return Answer(g, Evaluate(of, t, q, out), t);                                                  \
  }
#define OF_QV(Evaluate, Name, count)                                                               \
  static int Name(gimbal *g, Real t, const Real *q, const Real *v, Real *out) {                    \
    count;                                                                                         \
    return Answer(g, Evaluate(PROBLEM(g), t, q, v, out), t);                                       \
  }

OF_QV(ProblemForce, Force, COUNTS(g).forces++)
OF_QV(ProblemMomentum, Momentum, COUNTS(g).momenta++)
OF_QV(ProblemVelocity, Velocity, COUNTS(g).momenta++)
OF_QV(ProblemConstraint, Constraint, COUNTS(g).constraints++)
OF_QV(ProblemReaction, Reaction, COUNTS(g).gradients++)
OF_QV(ProblemGradient, Gradient, COUNTS(g).forces++)
OF_QV(ProblemLagrangian, Lagrangian, )
OF_QV(ProblemEnergy, Energy, )
OF_Q(ProblemHolonomic, PROBLEM(g), Holonomic, COUNTS(g).constraints++)
OF_Q(ProblemHolonomicGradient, PROBLEM(g), HolonomicGradient, COUNTS(g).gradients++)
OF_Q(ProblemHolonomicGradientBand, PROBLEM(g), HolonomicGradientBand, COUNTS(g).gradients++)
OF_Q(ProblemHolonomicTimeDerivative, PROBLEM(g), HolonomicTimeDerivative, )
OF_Q(ProblemFrame, PROBLEM(g), Frame, )
OF_Q(ProblemFrameDerivative, PROBLEM(g), FrameDerivative, )
OF_Q(ProblemStructure, PROBLEM(g), Structure, )
OF_Q(ProblemMomentumField, PROBLEM(g), KnownMomentumField, COUNTS(g).fields++)
OF_Q(IntegrationField, (Integration)g, Field, COUNTS(g).fields++)
OF_Q(IntegrationFieldJacobian, (Integration)g, FieldJacobian, COUNTS(g).field_jacobians++)
OF_Q(IntegrationFieldTimeDerivative, (Integration)g, FieldTimeDerivative, )

static int MomentumField(gimbal *g, Real t, const Real *y, Real *out) {
  if (!PROBLEM(g)->functions->momentum)
    return Fail(g, "the formulation has no momenta", 0);
  return KnownMomentumField(g, t, y, out);
}
static int Acceleration(gimbal *g, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  COUNTS(g).fields++;
  return Answer(g, ProblemAcceleration(PROBLEM(g), t, q, v, acceleration, lambda), t);
}

static const char no_group[] = "the realisation is not on a Lie group";

/* Functions of the Lie group, where the realisation is on one. */
#define ON_GROUP(Name, arguments, evaluate)                                                        \
  static int Name arguments {                                                                      \
    const Group *const group = &PROBLEM(g)->group;                                                 \
    if (!PROBLEM(g)->realisation->group)                                                           \
      return Fail(g, no_group, 0);                                                                 \
    evaluate;                                                                                      \
    return 0;                                                                                      \
  }

ON_GROUP(Compose, (gimbal * g, const Real *a, const Real *b, Real *out),
         GroupCompose(group, a, b, out))
ON_GROUP(Inverse, (gimbal * g, const Real *a, Real *out), GroupInverse(group, a, out))
ON_GROUP(Adjoint, (gimbal * g, const Real *a, Real *out), GroupAdjoint(group, a, out))
ON_GROUP(Bracket, (gimbal * g, const Real *xi, Real *out), GroupBracket(group, xi, out))
ON_GROUP(Retract, (gimbal * g, gimbal_retraction tau, const Real *xi, Real *out),
         GroupRetract(group, tau, xi, out))
ON_GROUP(Increment, (gimbal * g, gimbal_retraction tau, const Real *a, const Real *xi, Real *out),
         GroupIncrement(group, tau, a, xi, out))
ON_GROUP(Tangent, (gimbal * g, gimbal_retraction tau, const Real *xi, Real *out),
         GroupTangent(group, tau, xi, out))
ON_GROUP(TangentDerivative,
         (gimbal * g, gimbal_retraction tau, const Real *xi, const Real *eta, Real *out),
         GroupTangentDerivative(group, tau, xi, eta, out))

static int TangentInverse(gimbal *g, gimbal_retraction tau, const Real *xi, Real *out) {
  if (!PROBLEM(g)->realisation->group)
    return Fail(g, no_group, 0);
  return GroupTangentInverse(&PROBLEM(g)->group, tau, xi, out)
             ? Fail(g, "the retraction's tangent is singular", 0)
             : 0;
}

/* A run that is not in steps of h has no order of calls to go by: all are taken for one system. */
static int SolveByOrder(Integration it, const StepEquations *equations, Real *x) {
  if (it->by_time)
    it->slots[0].last = NULL;
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
  Counts *const c = &COUNTS(g);
  PetscInt64 *const count[] = {[GIMBAL_SOLVES] = &c->solves,
                               [GIMBAL_ITERATIONS] = &c->iterations,
                               [GIMBAL_RESIDUALS] = &c->residuals,
                               [GIMBAL_JACOBIANS] = &c->jacobians};
  if (what >= GIMBAL_SOLVES && what <= GIMBAL_JACOBIANS)
    *count[what] += amount;
}

/* A plugin takes its storage for granted, and its frames may be of C++, over which no jump is
 * allowed: the process ends, as it does where a plugin crashes. */
_Noreturn static void EndWithoutMemory(Integration it, size_t count) {
  (void)fprintf(stderr, "gimbal: no memory for %zu numbers of working storage of method %s\n",
                count, it->method->name);
  _exit(3);
}

static ScratchBlock *ScratchGrow(Integration it, size_t count) {
  const size_t room = count > 4096 ? count : 4096;
  ScratchBlock *block;
  while (it->top && it->top->next) {
    it->top = it->top->next, it->top->used = 0;
    if (it->top->room >= count)
      return it->top;
  }
  /* Zeros: what a method reads unwritten must not depend on what other jobs have left in memory. */
  block = room <= (SIZE_MAX - sizeof *block) / sizeof(Real)
              ? calloc(1, sizeof *block + room * sizeof(Real))
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
  count = count ? PetscMin(count, SIZE_MAX - 1) : 1;
  it->overrun = (PetscBool)(it->overrun || ScratchOverrun(it));
  if (!block || block->room - block->used <= count)
    block = ScratchGrow(it, count + 1);
  Real *const at = block->data + block->used;
  block->used += count;
  at[count] = BEYOND;
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
