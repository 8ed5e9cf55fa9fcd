/* The algebra study: which equations the coefficients of a Runge-Kutta scheme or a Rosenbrock method
 * satisfy, without a run. */
#include "studies/algebra/algebra.h"
#include "studies/algebra/measure.h"
#include "numerics/scheme_answers.h"
#include "registry/schemes.h"
#include "statistics/thresholds.h"
#include "studies/experiment.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <float.h>

/* ---- What is stored ---- */

typedef struct {
  Measured *measured;
  Point *point;
  const Scheme *scheme;
} Output;

typedef struct {
  const char *name; /* NULL: no more follow */
  PetscReal value;
} Entry;

static Defect *Put(Output *to, const char *name, PetscReal value, PetscReal error,
                   const Entry entry[]) {
  Defect *const defect = PointDefect(to->measured, to->point, name, value, error);
  for (; entry->name; ++entry)
    DefectNumber(to->measured, defect, entry->name, entry->value);
  return defect;
}

static PetscErrorCode PutOrder(Output *to, const char *quantity, PetscInt order,
                               const OrderConditions *c) {
  const Entry entry[] = {{ALGEBRA_TREES, (PetscReal)c->trees},
                         {ALGEBRA_LARGEST, c->largest},
                         {ALGEBRA_EXACT, c->exact},
                         {NULL, 0}};
  char name[32];
  (void)snprintf(name, sizeof name, "%s_%d", quantity, (int)order);
  Defect *const defect = Put(to, name, c->residual, c->error, entry);
  defect->witness = ArenaText(to->measured->arena, c->worst);
  return 0;
}

static void PutEquations(Output *to, const char *name, SchemeDefect d) {
  (void)Put(to, name, d.defect, d.error, (Entry[]){{ALGEBRA_EXACT, d.exact}, {NULL, 0}});
}

/* Of a scheme and its reduced one: the equations are sufficient for either. */
static SchemeDefect SmallerDefect(SchemeDefect a, SchemeDefect b) {
  return b.defect / b.error < a.defect / a.error ? b : a;
}

/* The largest k of B(k), C(k) or D(k); NaN: they are not those of one tableau. */
static PetscReal LargestAssumption(const Scheme *scheme, char which) {
  const PetscBool exact = (PetscBool)(scheme->field.exactness < EXACT_LACKING);
  PetscInt k = 1;
  if (scheme->colours > 1 || scheme->beta)
    return NAN;
  for (; k <= 2 * scheme->s; ++k) {
    const SchemeDefect d = SchemeAssumption(scheme, which, k);
    if (!(d.defect <= ALGEBRA_WRONG * d.error) || (exact && !d.exact))
      break;
  }
  return (PetscReal)(k - 1);
}

static PetscReal LargestError(const Scheme *scheme) {
  PetscReal largest = DBL_MIN;
  for (PetscInt k = 0; k < scheme->colours; ++k)
    for (PetscInt i = 0; i < scheme->s * scheme->s; ++i)
      largest = fmax(largest, fmax(scheme->a[k][i].error, scheme->b[k][i % scheme->s].error));
  return largest;
}

/* Those that are NaN are not there, and flags only where they are 1. */
static void PutScheme(Output *to, PetscInt depth) {
  const Scheme *scheme = to->scheme;
  const Exactness exactness = scheme->field.exactness;
  const PetscReal B = LargestAssumption(scheme, 'B'), C = LargestAssumption(scheme, 'C');
  const PetscReal certain = exactness == EXACT_CERTAIN ? 1 : exactness == EXACT_NESTED ? 0.5 : 0;
  const Entry entry[] = {{ALGEBRA_STAGES, (PetscReal)scheme->s},
                         {ALGEBRA_COLOURS, (PetscReal)scheme->colours},
                         {ALGEBRA_SEPARABLE, scheme->separable},
                         {ALGEBRA_CERTAIN, certain},
                         {ALGEBRA_ROUNDED, scheme->field.rounded ? 1 : NAN},
                         {ALGEBRA_NODES, SchemeHasNodes(scheme)},
                         {ALGEBRA_DEPTH, (PetscReal)depth},
                         {ALGEBRA_ROSENBROCK, scheme->beta ? 1 : NAN},
                         {ALGEBRA_WITHOUT_RATE, scheme->without_rate ? 1 : NAN},
                         {ALGEBRA_NYSTROM, scheme->nystrom ? 1 : NAN},
                         {ALGEBRA_ADDITIVE, scheme->additive ? 1 : NAN},
                         {ALGEBRA_MULTISTEP, scheme->multistep ? 1 : NAN},
                         {ALGEBRA_GENERAL, scheme->external ? 1 : NAN},
                         {ALGEBRA_EXPONENTIAL, scheme->exponential ? 1 : NAN},
                         {ALGEBRA_STOCHASTIC, scheme->stochastic ? 1 : NAN},
                         {ALGEBRA_DIGITS, certain > 0 ? NAN
                                          : scheme->field.rounded
                                              ? (PetscReal)scheme->field.places
                                              : round(-log10(LargestError(scheme)))},
                         {ALGEBRA_B, B},
                         {ALGEBRA_C, C},
                         {ALGEBRA_D, LargestAssumption(scheme, 'D')}};
  Defect *defect = PointDefect(to->measured, to->point, ALGEBRA_SCHEME, NAN, NAN);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(entry); ++i)
    if (!isnan(entry[i].value))
      DefectNumber(to->measured, defect, entry[i].name, entry[i].value);
  if (certain > 0)
    defect->witness =
        ArenaPrint(to->measured->arena, "%llu %llu", (unsigned long long)scheme->field.prime[0],
                   (unsigned long long)scheme->field.prime[1]);
  if (!isnan(B))
    (void)PointDefect(to->measured, to->point, ALGEBRA_STAGE_ORDER, fmin(B, C), 0);
}

static void PutRoots(Output *to, const Scheme *scheme) {
  MultistepRoots roots;
  if (!SchemeMultistepRoots(scheme, &roots))
    return;
  const Entry entry[] = {{ALGEBRA_LARGEST_ROOT, roots.largest},
                         {ALGEBRA_REPEATED, roots.repeated},
                         {ALGEBRA_LEAST, roots.least},
                         {ALGEBRA_GROWTH, roots.least_growth},
                         {NULL, 0}};
  (void)Put(to, ALGEBRA_ZERO_STABLE, NAN, roots.error, entry);
}

/* Of an additive method, of its second tableau; a general linear one has no function, but a matrix. */
static PetscErrorCode PutStability(Output *to, const Scheme *scheme) {
  StabilityFunction R;
  PetscBool known;
  PetscCall((scheme->external ? SchemeGeneralStability : SchemeStability)(scheme, &R, &known));
  if (!known)
    return 0;
  const Entry entry[] = {{ALGEBRA_NUMERATOR, (PetscReal)R.degree[0]},
                         {ALGEBRA_DENOMINATOR, (PetscReal)R.degree[1]},
                         {ALGEBRA_INFINITY, R.at_infinity},
                         {ALGEBRA_AXIS, R.largest},
                         {ALGEBRA_POLES, R.poles},
                         {NULL, 0}};
  (void)Put(to, ALGEBRA_STABILITY, NAN, R.error, scheme->external ? entry + 2 : entry);
  return 0;
}

/* ---- Figures besides the order, of schemes with one tableau ---- */

/* A figure besides the order; NaN: undefined. */
static PetscErrorCode PutFigure(Output *to, const char *name, SchemeFigure figure) {
  if (!isnan(figure.value))
    (void)PointDefect(to->measured, to->point, name, figure.value, figure.error);
  return 0;
}

static PetscBool Holds(const Scheme *scheme, const OrderConditions *c) {
  return (PetscBool)(c->residual <= ALGEBRA_WRONG * c->error &&
                     (c->exact || scheme->field.exactness >= EXACT_LACKING));
}

/* The order for autonomous systems, where nodes are not the sums of rows. */
static PetscErrorCode AutonomousOrder(const Scheme *scheme, PetscInt depth, PetscReal *order) {
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  PetscInt orders, held = 0;
  PetscCall(SchemeCheckOrders(scheme, depth, &orders, conditions));
  while (held < orders && Holds(scheme, &conditions[held]))
    ++held;
  *order = (PetscReal)held;
  return 0;
}

static PetscErrorCode PutFigures(Output *to, const Scheme *scheme) {
  StabilityPolynomials R;
  SchemeLinear linear;
  PetscBool known;
  PetscCall(SchemeStabilityPolynomials(scheme, &R, &known));
  if (!known)
    return 0;
  SchemeLinearOrders(&R, &linear);
  PetscCall(PutFigure(to, ALGEBRA_LINEAR, linear.linear));
  PetscCall(PutFigure(to, ALGEBRA_DISPERSION, linear.dispersion));
  PetscCall(PutFigure(to, ALGEBRA_DISSIPATION, linear.dissipation));
  PetscCall(PutFigure(to, ALGEBRA_REAL, SchemeRealInterval(&R)));
  return PutFigure(to, ALGEBRA_IMAGINARY, SchemeImaginaryInterval(&R));
}

static PetscErrorCode PutAnswers(Output *to, PetscInt orders, const OrderConditions conditions[],
                                 PetscBool symplectic) {
  const Scheme *const scheme = to->scheme;
  const OrderConditions *last = &conditions[orders - 1];
  SchemeFigure figure = {NAN, 0};
  Scheme autonomous;
  PetscInt order;
  if (scheme->colours != 1)
    return 0;
  PetscCall(PutFigures(to, scheme));
  if (!Holds(scheme, last)) {
    const Entry entry[] = {{ALGEBRA_LARGEST, last->largest_coefficient}, {NULL, 0}};
    (void)Put(to, ALGEBRA_PRINCIPAL, last->norm, last->error, entry);
  }
  if (scheme->beta)
    return 0;
  PetscCall(SchemeMonotonicity(scheme, &figure));
  PetscCall(PutFigure(to, ALGEBRA_SSP, figure));
  PetscCall(SchemeAutonomous(scheme, &autonomous));
  if (!SchemeHasNodes(scheme)) {
    PetscCall(AutonomousOrder(&autonomous, SchemeDepth(&autonomous, 0), &figure.value));
    PetscCall(PutFigure(to, ALGEBRA_AUTONOMOUS, (SchemeFigure){figure.value, 0}));
  }
  figure = (SchemeFigure){INFINITY, 0};
  if (!symplectic) {
    PetscCall(SchemePseudoSymplectic(&autonomous, PetscMin(TREES_DEPTH_MAX, 2 * orders), &order));
    figure.value = (PetscReal)order;
  }
  PetscCall(PetscFree(autonomous.c));
  return PutFigure(to, ALGEBRA_PSEUDO, figure);
}

/* ---- The study ---- */

static PetscReal HighestClaimed(const Job *job, const char *quantity) {
  PetscReal order = 0;
  for (PetscInt i = 0; job && i < job->claims.count; ++i)
    if (!strcmp(job->claims.at[i].quantity, quantity) &&
        job->claims.at[i].order > order) /* NaN where it is a word */
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

PetscErrorCode AlgebraStructure(const Scheme *scheme, SchemeDefect *symplectic,
                                SchemeDefect *symmetric) {
  Scheme reduced;
  *symplectic = *symmetric = (SchemeDefect){.defect = NAN, .error = NAN};
  if (scheme->beta || SchemeHasOwnEquations(scheme)) /* whose stages depend on J, too */
    return 0;
  if (scheme->multistep) {
    *symmetric = SchemeMultistepSymmetric(scheme);
  } else if (scheme->nystrom) {
    *symplectic = SchemeNystromSymplectic(scheme);
    *symmetric = SchemeNystromSymmetric(scheme);
  } else {
    PetscCall(SchemeReduce(scheme, &reduced));
    *symplectic = SmallerDefect(SchemeSymplectic(scheme), SchemeSymplectic(&reduced));
    *symmetric = SmallerDefect(SchemeSymmetric(scheme), SchemeSymmetric(&reduced));
    PetscCall(SchemeDestroy(&reduced));
  }
  return 0;
}

static PetscErrorCode PutStructure(Output *to, PetscBool *is_symplectic) {
  SchemeDefect symplectic, symmetric;
  PetscCall(AlgebraStructure(to->scheme, &symplectic, &symmetric));
  *is_symplectic = (PetscBool)(symplectic.defect <= ALGEBRA_WRONG * symplectic.error);
  if (!isnan(symplectic.defect) && !to->scheme->additive)
    PutEquations(to, "symplectic", symplectic);
  if (!isnan(symmetric.defect))
    PutEquations(to, "symmetric", symmetric);
  return 0;
}

Scheme AlgebraPart(const Scheme *scheme) {
  Scheme part = *scheme;
  if (scheme->additive && scheme->colours > 1)
    part.colours = 1, part.a[0] = scheme->a[1], part.b[0] = scheme->b[1];
  return part;
}

const char *AlgebraSpecial(const Scheme *scheme, Scheme *special) {
  *special = *scheme;
  special->stiff = scheme->exponential;
  special->weak = scheme->stochastic;
  special->w_method = (PetscBool)(scheme->beta && !scheme->without_rate);
  special->quadratic = scheme->separable;
  return special->stiff                            ? ALGEBRA_ORDER_STIFF
         : special->weak                           ? ALGEBRA_ORDER_WEAK
         : special->w_method                       ? ALGEBRA_ORDER_W
         : scheme->separable && !scheme->quadratic ? ALGEBRA_ORDER_NYSTROM
                                                   : NULL;
}

/* The conditions of another set of trees for the same numbers. */
static PetscErrorCode PutOrders(Output *to, const char *quantity, const Scheme *scheme,
                                const Job *job) {
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  PetscInt orders;
  PetscCall(SchemeCheckOrders(scheme, SchemeDepth(scheme, HighestClaimed(job, quantity)), &orders,
                              conditions));
  for (PetscInt i = 0; i < orders; ++i)
    PetscCall(PutOrder(to, quantity, i + 1, &conditions[i]));
  return 0;
}

/* The stage order and the roots of a general linear method. */
static PetscErrorCode PutGeneral(Output *to, PetscInt orders) {
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  PetscInt stage_order;
  Scheme polynomial;
  PetscCall(SchemeGeneralOrders(to->scheme, orders, &orders, conditions, &stage_order));
  PetscCall(PutFigure(to, ALGEBRA_STAGE_ORDER, (SchemeFigure){(PetscReal)stage_order, 0}));
  PetscCall(SchemeGeneralRoots(to->scheme, &polynomial));
  PutRoots(to, &polynomial);
  return SchemeDestroy(&polynomial);
}

/* The order of the Runge-Kutta method that is left of another one. */
static PetscErrorCode PutRungeKutta(Output *to) {
  Scheme left = *to->scheme;
  SchemeFigure figure = {0, 0};
  left.colours = 1;
  left.more = NULL;
  left.exponential = left.stochastic = PETSC_FALSE;
  PetscCall(AutonomousOrder(&left, SchemeDepth(&left, 0), &figure.value));
  return PutFigure(to, ALGEBRA_RUNGE_KUTTA, figure);
}

static PetscErrorCode PutSpecial(Output *to, const Job *job, PetscInt orders) {
  Scheme special;
  const char *quantity = AlgebraSpecial(to->scheme, &special);
  if (special.external)
    return PutGeneral(to, orders);
  if (special.more)
    PetscCall(PutRungeKutta(to));
  if (special.multistep) {
    const ExactNumber sum = ExactSum(&special.field, special.s, special.b[1]),
                      constant = SchemeMultistepConstant(&special, orders);
    const Entry entry[] = {{ALGEBRA_ERROR_CONSTANT, (PetscReal)(constant.value / sum.value)},
                           {NULL, 0}};
    (void)Put(to, ALGEBRA_ERROR_CONSTANT, NAN, NAN, entry);
    PutRoots(to, &special);
    return 0;
  }
  return quantity ? PutOrders(to, quantity, &special, job) : 0;
}

static SchemeSource SourceOf(const Experiment *s) {
  const Core *core = CoreOf(s->method->family_quad ? IN_QUAD : IN_DOUBLE);
  return (SchemeSource){core->method_tableau, core->epsilon,
                        s->mutation.kind == MUTATION_NONE ? NULL : MutationTouch, &s->mutation};
}

static PetscErrorCode MakeScheme(const Experiment *s, const gimbal_scheme *declared, Scheme *scheme,
                                 PetscInt *depth, PetscInt *orders, OrderConditions conditions[]) {
  enum { GUESSES = 12 };
  const Pairing pairing = {s->method, s->instance, s->realisation};
  const SchemeSource source = SourceOf(s);
  uint64_t below = MODULAR_FIRST;
  for (int guess = 0; guess < GUESSES; ++guess) {
    PetscCall(MethodMakeScheme(&pairing, declared, &source, below, scheme));
    below = scheme->field.prime[EXACT_PRIMES - 1];
    *depth = SchemeDepth(scheme, HighestClaimed(s->job, ALGEBRA_ORDER));
    PetscCall(SchemeCheckOrders(scheme, *depth, orders, conditions));
    if (guess == GUESSES - 1 || !MayHoldElsewhere(scheme, *orders, conditions))
      break;
    PetscCall(SchemeDestroy(scheme));
  }
  return 0;
}

static PetscErrorCode PutReading(const Experiment *s, const gimbal_scheme *declared,
                                 const Scheme *scheme, PetscInt depth, PetscInt orders,
                                 const OrderConditions conditions[], Measured *measured) {
  Output out = {.measured = measured, .scheme = scheme};
  const Scheme part = AlgebraPart(scheme);
  PetscBool symplectic = PETSC_FALSE;
  out.point = MeasuredAddPoint(measured, NAN);
  PutScheme(&out, depth);
  if (declared->when) {
    Defect *const defect = PointDefect(measured, out.point, ALGEBRA_WHERE, NAN, NAN);
    defect->witness = ArenaText(measured->arena, declared->when);
  }
  for (PetscInt i = 0; i < orders; ++i)
    PetscCall(PutOrder(&out, ALGEBRA_ORDER, i + 1, &conditions[i]));
  PetscCall(PutStructure(&out, &symplectic));
  if (part.colours == 1)
    PutEquations(&out, "stiffly_accurate", SchemeStifflyAccurate(&part));
  PetscCall(PutStability(&out, &part));
  PetscCall(PutSpecial(&out, s->job, orders));
  return PutAnswers(&out, orders, conditions, symplectic);
}

PetscErrorCode AlgebraReadRounded(const Experiment *s, const Scheme *exact, Scheme *rounded,
                                  PetscBool *has) {
  const Pairing pairing = {s->method, s->instance, s->realisation};
  const SchemeSource source = SourceOf(s);
  const gimbal_scheme *declared;
  ExactField field = exact->field;
  *has = (PetscBool)(field.exactness < EXACT_LACKING && field.places >= EXACT_PLACES_ROUNDED);
  field.rounded = PETSC_TRUE;
  if (!*has)
    return 0;
  PetscCall(MethodFindScheme(&pairing, &declared));
  return MethodMakeNumbers(&pairing, declared, &source, &field, rounded);
}

/* Of the experiment the method and the job are read, and the model where a scheme depends on it; there need not
 * be one. */
PetscErrorCode AlgebraMeasure(const Experiment *s, Measured *measured, Scheme *scheme) {
  const Pairing pairing = {s->method, s->instance, s->realisation};
  OrderConditions conditions[SCHEME_ORDERS_MAX];
  const gimbal_scheme *declared;
  PetscInt orders = 0, depth = 0;
  PetscBool has;
  Scheme rounded;
  MeasuredBegin(measured, MEASURED_POINTS, HAVE_QUAD ? IN_QUAD : IN_DOUBLE);
  PetscCall(MethodFindScheme(&pairing, &declared));
  UserCheck(declared, "method \"%s\" declares no scheme whose condition holds here",
            s->method->name);
  PetscCall(MakeScheme(s, declared, scheme, &depth, &orders, conditions));
  UserCheck(
      orders,
      "%s: method \"%s\": 1 is not a simple eigenvalue of V, or no component can be the solution; "
      "rows \"start | ...\" would say what the components are",
      s->method->file, s->method->name);
  PetscCall(PutReading(s, declared, scheme, depth, orders, conditions, measured));
  PetscCall(AlgebraReadRounded(s, scheme, &rounded, &has));
  if (!has)
    return 0;
  depth = SchemeDepth(&rounded, HighestClaimed(s->job, ALGEBRA_ORDER));
  PetscCall(SchemeCheckOrders(&rounded, depth, &orders, conditions));
  if (orders)
    PetscCall(PutReading(s, declared, &rounded, depth, orders, conditions, measured));
  return SchemeDestroy(&rounded);
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
     .quantities = "order order_nystrom order_w order_stiff order_weak",
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning =
         "the declared scheme satisfies the order conditions up to this order; order_nystrom: "
         "for a quadratic kinetic energy; order_w: with any Jacobian; order_stiff: with "
         "unbounded L in y' = L y + N(y); order_weak: for expectations (`order` is then the "
         "order in the mean square)"},
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = ALGEBRA_LINEAR " " ALGEBRA_RUNGE_KUTTA " " ALGEBRA_STAGE_ORDER " " ALGEBRA_SSP
                                  " " ALGEBRA_REAL " " ALGEBRA_IMAGINARY,
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning =
         "the declared scheme has at least this order, or has this number to its last digit"},
    {.study = "algebra",
     .on = CLAIM_ON_WORD,
     .quantities = "symplectic symmetric stiffly_accurate a_stable l_stable zero_stable",
     .values = "yes no",
     .lacking = "makes its step a Runge-Kutta or Rosenbrock scheme that it declares",
     .meaning = "the coefficients of the declared scheme have this property"},
    {.study = NULL}};

const Study StudyAlgebra = {.name = "algebra",
                            .keys = "",
                            .claims = claims,
                            .once = PETSC_TRUE,
                            .runs_nothing = PETSC_TRUE,
                            .restates = RestatesRunClaim,
                            .fits = AlgebraFits,
                            .plan = PlanAlgebra,
                            .measure = MeasureAlgebra,
                            .judge = AlgebraJudge,
                            .change = "the method's `schemes` and their coefficients"};
