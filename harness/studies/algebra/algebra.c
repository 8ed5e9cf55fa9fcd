/* The algebra study: which equations the coefficients of a Runge-Kutta scheme or a Rosenbrock method
 * satisfy, without a run. */
#include "studies/algebra/algebra.h"
#include "studies/algebra/answers.h"
#include "studies/algebra/measure.h"
#include "registry/schemes.h"
#include "statistics/thresholds.h"
#include "studies/experiment.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- A number that is wrong on purpose ---- */

static const struct {
  MutationKind kind;
  SchemePart part;
} mutated[] = {
    {MUTATION_TABLEAU_A, SCHEME_A},         {MUTATION_TABLEAU_CONJUGATE, SCHEME_CONJUGATE},
    {MUTATION_TABLEAU_B, SCHEME_B},         {MUTATION_TABLEAU_C, SCHEME_C},
    {MUTATION_TABLEAU_GAMMA, SCHEME_GAMMA}, {MUTATION_COEFFICIENT, SCHEME_COEFFICIENTS}};

/* A double is a fraction with a power of two. */
static ExactNumber FromDouble(ExactField *f, PetscReal x) {
  int exponent;
  const PetscReal mantissa = frexp(x, &exponent);
  ExactNumber out = ExactInteger(f, (int64_t)scalbn(mantissa, 53)), two = ExactInteger(f, 2);
  for (exponent -= 53; exponent < 0; ++exponent)
    out = ExactDivide(f, out, two);
  for (; exponent > 0; --exponent)
    out = ExactMultiply(f, out, two);
  return out;
}

/* As core/coefficients.c does it to the numbers of a run. */
static void MutateScheme(const void *context, SchemePart part, PetscInt first, PetscInt count,
                         ExactField *f, ExactNumber *x) {
  const Mutation *m = context;
  const PetscInt i = m->index - first, j = m->with - first;
  PetscBool meant = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(mutated); ++k)
    meant = (PetscBool)(meant || (mutated[k].kind == m->kind && mutated[k].part == part));
  if (!meant || i < 0 || i >= count)
    return;
  if (m->with >= 0 && j >= 0 && j < count) {
    const ExactNumber other = x[j];
    x[j] = x[i];
    x[i] = other;
  } else if (m->with < 0) {
    const ExactNumber size = FromDouble(f, m->size);
    x[i] = x[i].value == 0 ? size : ExactAdd(f, x[i], ExactMultiply(f, x[i], size));
  }
}

/* ---- What is stored ---- */

typedef struct {
  Measured *measured;
  Point *point;
  const Scheme *scheme;
} Output;

static PetscErrorCode PutOrder(Output *to, PetscInt order, const OrderConditions *c) {
  char name[32];
  Defect *defect;
  (void)snprintf(name, sizeof name, "%s_%d", ALGEBRA_ORDER, (int)order);
  PetscCall(PointDefect(to->measured, to->point, name, c->residual, c->error, &defect));
  PetscCall(ArenaText(to->measured->arena, c->worst, &defect->witness));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_TREES, (PetscReal)c->trees));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_LARGEST, c->largest));
  return DefectNumber(to->measured, defect, ALGEBRA_EXACT, c->exact);
}

static PetscErrorCode PutEquations(Output *to, const char *name, SchemeDefect d) {
  Defect *defect;
  PetscCall(PointDefect(to->measured, to->point, name, d.defect, d.error, &defect));
  return DefectNumber(to->measured, defect, ALGEBRA_EXACT, d.exact);
}

/* Of a scheme and its reduced one: the equations are sufficient for either. */
static SchemeDefect SmallerDefect(SchemeDefect a, SchemeDefect b) {
  return b.defect / b.error < a.defect / a.error ? b : a;
}

/* The largest k of B(k), C(k) or D(k). */
static PetscInt LargestAssumption(const Scheme *scheme, char which) {
  const PetscBool exact = (PetscBool)(scheme->field.exactness < EXACT_LACKING);
  PetscInt k = 1;
  for (; k <= 2 * scheme->s; ++k) {
    const SchemeDefect d = SchemeAssumption(scheme, which, k);
    if (!(d.defect <= ALGEBRA_WRONG * d.error) || (exact && !d.exact))
      break;
  }
  return k - 1;
}

static PetscReal LargestError(const Scheme *scheme) {
  PetscReal largest = DBL_MIN;
  for (PetscInt k = 0; k < scheme->colours; ++k)
    for (PetscInt i = 0; i < scheme->s * scheme->s; ++i)
      largest = fmax(largest, fmax(scheme->a[k][i].error, scheme->b[k][i % scheme->s].error));
  return largest;
}

static PetscErrorCode PutScheme(Output *to, PetscInt depth) {
  const Scheme *scheme = to->scheme;
  const Exactness exactness = scheme->field.exactness;
  const struct {
    const char *name;
    PetscReal value;
  } number[] = {{ALGEBRA_STAGES, (PetscReal)scheme->s},
                {ALGEBRA_COLOURS, (PetscReal)scheme->colours},
                {ALGEBRA_SEPARABLE, scheme->separable},
                {ALGEBRA_CERTAIN, exactness == EXACT_CERTAIN  ? 1
                                  : exactness == EXACT_NESTED ? 0.5
                                                              : 0},
                {ALGEBRA_NODES, SchemeHasNodes(scheme)},
                {ALGEBRA_DEPTH, (PetscReal)depth}};
  Defect *defect;
  PetscCall(PointDefect(to->measured, to->point, ALGEBRA_SCHEME, NAN, NAN, &defect));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(number); ++i)
    PetscCall(DefectNumber(to->measured, defect, number[i].name, number[i].value));
  if (scheme->beta)
    PetscCall(DefectNumber(to->measured, defect, ALGEBRA_ROSENBROCK, 1));
  if (scheme->without_rate)
    PetscCall(DefectNumber(to->measured, defect, ALGEBRA_WITHOUT_RATE, 1));
  if (exactness >= EXACT_LACKING)
    PetscCall(
        DefectNumber(to->measured, defect, ALGEBRA_DIGITS, round(-log10(LargestError(scheme)))));
  if (scheme->colours == 1 && !scheme->beta) {
    PetscCall(
        DefectNumber(to->measured, defect, ALGEBRA_B, (PetscReal)LargestAssumption(scheme, 'B')));
    PetscCall(
        DefectNumber(to->measured, defect, ALGEBRA_C, (PetscReal)LargestAssumption(scheme, 'C')));
    PetscCall(
        DefectNumber(to->measured, defect, ALGEBRA_D, (PetscReal)LargestAssumption(scheme, 'D')));
  }
  if (exactness < EXACT_LACKING)
    PetscCall(ArenaPrint(to->measured->arena, &defect->witness, "%llu %llu",
                         (unsigned long long)scheme->field.prime[0],
                         (unsigned long long)scheme->field.prime[1]));
  return 0;
}

static PetscErrorCode PutStability(Output *to) {
  StabilityFunction R;
  PetscBool known;
  Defect *defect;
  PetscCall(SchemeStability(to->scheme, &R, &known));
  if (!known)
    return 0;
  PetscCall(PointDefect(to->measured, to->point, ALGEBRA_STABILITY, NAN, R.error, &defect));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_NUMERATOR, (PetscReal)R.degree[0]));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_DENOMINATOR, (PetscReal)R.degree[1]));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_INFINITY, R.at_infinity));
  PetscCall(DefectNumber(to->measured, defect, ALGEBRA_AXIS, R.largest));
  return DefectNumber(to->measured, defect, ALGEBRA_POLES, R.poles);
}

/* ---- The study ---- */

static PetscReal HighestClaimed(const Job *job) {
  PetscReal order = 0;
  for (PetscInt i = 0; job && i < job->claims.count; ++i)
    if (!strcmp(job->claims.at[i].quantity, ALGEBRA_ORDER) && job->claims.at[i].order > order)
      order = job->claims.at[i].order;
  return order;
}

/* Whether some condition holds as far as rounding lets one see, but not modulo the primes, where the
 * signs of nested roots are a guess: other primes may have them right. */
static PetscBool MayHoldElsewhere(const Scheme *scheme, PetscInt orders,
                                  const OrderConditions c[]) {
  for (PetscInt i = 0; i < orders && scheme->field.exactness == EXACT_NESTED; ++i)
    if (!c[i].exact && c[i].residual <= ALGEBRA_WRONG * c[i].error)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode PutStructure(Output *to, PetscBool *symplectic) {
  const Scheme *scheme = to->scheme;
  SchemeDefect d;
  Scheme reduced;
  *symplectic = PETSC_FALSE;
  if (!scheme->beta) { /* whose stages depend on J, too */
    PetscCall(SchemeReduce(scheme, &reduced));
    d = SmallerDefect(SchemeSymplectic(scheme), SchemeSymplectic(&reduced));
    *symplectic = (PetscBool)(d.defect <= ALGEBRA_WRONG * d.error);
    PetscCall(PutEquations(to, "symplectic", d));
    PetscCall(PutEquations(to, "symmetric",
                           SmallerDefect(SchemeSymmetric(scheme), SchemeSymmetric(&reduced))));
    PetscCall(SchemeDestroy(&reduced));
  }
  if (scheme->colours == 1)
    PetscCall(PutEquations(to, "stiffly_accurate", SchemeStifflyAccurate(scheme)));
  return 0;
}

PetscErrorCode AlgebraMeasure(const Experiment *s, Measured *measured, Scheme *scheme) {
  enum { GUESSES = 12 };
  const Pairing pairing = {s->method, s->instance, s->realisation};
  const Core *core = CoreOf(s->method->family_quad ? IN_QUAD : IN_DOUBLE);
  const SchemeSource source = {core->method_tableau, core->epsilon,
                               s->mutation.kind == MUTATION_NONE ? NULL : MutateScheme,
                               &s->mutation};
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  const gimbal_scheme *declared;
  uint64_t below = MODULAR_FIRST;
  PetscInt orders = 0, depth = 0;
  Output out = {.measured = measured};
  PetscBool symplectic;
  Defect *defect;
  MeasuredBegin(measured, MEASURED_POINTS, HAVE_QUAD ? IN_QUAD : IN_DOUBLE);
  PetscCall(MeasuredAddPoint(measured, NAN, &out.point));
  PetscCall(MethodFindScheme(&pairing, &declared));
  PetscCheck(declared, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "method \"%s\" says of no scheme that its step is one here", s->method->name);
  for (int guess = 0; guess < GUESSES; ++guess) {
    PetscCall(MethodMakeScheme(&pairing, declared, &source, below, scheme));
    below = scheme->field.prime[EXACT_PRIMES - 1];
    depth = SchemeDepth(scheme, HighestClaimed(s->job));
    PetscCall(SchemeCheckOrders(scheme, depth, &orders, conditions));
    if (guess == GUESSES - 1 || !MayHoldElsewhere(scheme, orders, conditions))
      break;
    PetscCall(SchemeDestroy(scheme));
  }
  out.scheme = scheme;
  PetscCall(PutScheme(&out, depth));
  if (declared->when) {
    PetscCall(PointDefect(measured, out.point, ALGEBRA_WHERE, NAN, NAN, &defect));
    PetscCall(ArenaText(measured->arena, declared->when, &defect->witness));
  }
  for (PetscInt i = 0; i < orders; ++i)
    PetscCall(PutOrder(&out, i + 1, &conditions[i]));
  PetscCall(PutStructure(&out, &symplectic));
  PetscCall(PutStability(&out));
  return AlgebraPutAnswers(measured, out.point, scheme, orders, conditions, symplectic);
}

static PetscErrorCode MeasureAlgebra(const Experiment *s, Measured *measured) {
  Scheme scheme;
  PetscCall(AlgebraMeasure(s, measured, &scheme));
  return SchemeDestroy(&scheme);
}

static PetscErrorCode AlgebraFits(const Pair *pair, PetscBool *fits) {
  const Pairing pairing = {pair->method, pair->instance, pair->realisation};
  const gimbal_scheme *scheme;
  PetscCall(MethodFindScheme(&pairing, &scheme));
  *fits = (PetscBool)(scheme != NULL);
  return 0;
}

static PetscErrorCode PlanAlgebra(const Pair *pair, Jobs *jobs) {
  Job *job;
  return PairAddJob(pair, "", 1, jobs, &job);
}

/* What other studies find in runs: the order of any part of the state is at least the scheme's, and
 * a scheme is reversible, on models that are, where it is symmetric [Hairer, Lubich, Wanner, Geometric
 * Numerical Integration, V.1 and VI.4]. */
static PetscBool RestatesRunClaim(const gimbal_claim *other, gimbal_claim *own) {
  static const struct {
    const char *study, *quantity, *own;
  } same[] = {{"order", "q", ALGEBRA_ORDER},
              {"order", "p", ALGEBRA_ORDER},
              {"order", "v", ALGEBRA_ORDER},
              {"structure", "symplectic", "symplectic"},
              {"structure", "reversible", "symmetric"}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(same); ++i)
    if (!strcmp(other->study, same[i].study) && !strcmp(other->quantity, same[i].quantity)) {
      *own = *other;
      own->study = "algebra";
      own->quantity = same[i].own;
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

static const ClaimWords claims[] = {
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = ALGEBRA_ORDER,
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the declared scheme meets the order conditions up to this order"},
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = ALGEBRA_LINEAR " " ALGEBRA_SSP " " ALGEBRA_REAL " " ALGEBRA_IMAGINARY,
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the figure of the declared scheme is at least this order, or this number to its "
                "last digit"},
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = "symplectic symmetric stiffly_accurate a_stable l_stable",
     .values = "yes no",
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the declared scheme has this property, by its numbers"},
    {.study = NULL}};

const Study StudyAlgebra = {
    .name = "algebra",
    .text =
        "   of an algebra study (order conditions and the like, of the numbers of methods that "
        "say\n"
        "   what Runge-Kutta or Rosenbrock scheme their step is; without a run, once for each\n"
        "   method; it judges claims of orders, of symplecticity and of reversibility beside the\n"
        "   studies of runs):\n"
        "    no keys of its own\n",
    .keys = "",
    .claims = claims,
    .once = PETSC_TRUE,
    .runs_nothing = PETSC_TRUE,
    .restates = RestatesRunClaim,
    .fits = AlgebraFits,
    .plan = PlanAlgebra,
    .measure = MeasureAlgebra,
    .judge = AlgebraJudge,
    .change = "the method's `schemes`, and the numbers that they name"};
