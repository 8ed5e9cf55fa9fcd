/* Claims on the numbers of a scheme. Exact numbers satisfy an equation or do not. Decimals satisfy it
 * up to their last digits: what is off by more than four times as much as these explain is wrong,
 * what is off by less than one and a half times as much is right. */
#include "studies/algebra/algebra.h"
#include "statistics/thresholds.h"

typedef enum { HOLDS, FAILS, OPEN } Answer;

/* The conditions of an order; NULL: they were not examined. */
static const Defect *FindConditions(const Point *point, const char *quantity, PetscInt order) {
  char name[32];
  (void)snprintf(name, sizeof name, "%s_%d", quantity, (int)order);
  return PointFind(point, name);
}

/* The largest order to which no residual exceeds the bound. */
static PetscInt FindOrderWithin(const Point *point, const char *quantity, PetscReal bound) {
  PetscInt order = 0;
  const Defect *d;
  while ((d = FindConditions(point, quantity, order + 1)) &&
         DefectFind(d, ALGEBRA_LARGEST) <= bound)
    ++order;
  return order;
}

/* A number of the scheme; NaN: it has none of that name. */
static PetscReal Number(const Point *point, const char *name) {
  const Defect *d = PointFind(point, ALGEBRA_SCHEME);
  return d ? DefectFind(d, name) : NAN;
}

static PetscBool Is(const Point *point, const char *flag) {
  return (PetscBool)(Number(point, flag) == 1);
}

/* Where decimals are rounded, all that they explain is right, and the rest is wrong. */
static Answer DecideDefect(const Point *point, const Defect *d) {
  const PetscReal certain = Number(point, ALGEBRA_CERTAIN);
  const PetscReal errors = d->defect / d->error;
  if (!(errors <= ALGEBRA_WRONG))
    return FAILS;
  if (certain > 0)
    return DefectFind(d, ALGEBRA_EXACT) == 1 ? HOLDS : certain == 1 ? FAILS : OPEN;
  return errors <= ALGEBRA_RIGHT || Is(point, ALGEBRA_ROUNDED) ? HOLDS : OPEN;
}

/* Orders of stochastic methods go by halves. */
static PetscReal StepOfOrders(const Point *point) {
  return Is(point, ALGEBRA_STOCHASTIC) ? 0.5 : 1;
}

static void AddOff(const Point *point, const Defect *d, Finding *f) {
  const PetscReal certain = Number(point, ALGEBRA_CERTAIN);
  const PetscBool rounded = (PetscBool)(certain == 0 || d->error > ALGEBRA_ROUND_OFF);
  FindingAdd(
      f,
      rounded                                 ? CAUSE_OFF_BY_DIGITS
      : d->defect <= ALGEBRA_WRONG * d->error ? CAUSE_OFF_MODULO_PRIMES
                                              : CAUSE_OFF_BY_ROUNDING,
      FACTS(NUMBER(DEFECT, d->defect),
            NUMBER(UNCERTAINTY, (Is(point, ALGEBRA_ROUNDED) ? ALGEBRA_WRONG : 1) * d->error)));
}

/* How well they hold, up to the largest residual. */
static void AddExactly(const Point *point, PetscReal largest, Finding *f) {
  const PetscReal digits = Number(point, ALGEBRA_DIGITS);
  if (Number(point, ALGEBRA_CERTAIN) > 0)
    FindingAdd(f, CAUSE_EXACT_MODULO_PRIMES, NO_FACTS);
  else if (isnan(digits))
    FindingAdd(f, CAUSE_HOLDS_TO_ROUND_OFF, NO_FACTS);
  else
    FindingAdd(f, CAUSE_HOLDS_TO_DIGITS, FACTS(NUMBER(DEFECT, largest), NUMBER(COUNT, digits)));
}

static PetscReal LargestTo(const Point *point, const char *quantity, PetscInt order) {
  PetscReal largest = 0;
  for (PetscInt k = 1; k <= order; ++k)
    largest = fmax(largest, DefectFind(FindConditions(point, quantity, k), ALGEBRA_LARGEST));
  return largest;
}

/* What the next order lacks, which shows that the conditions can fail. */
static void AddNext(const Point *point, const char *quantity, PetscInt held, Finding *f) {
  const Defect *next = FindConditions(point, quantity, held + 1);
  if (next && next->witness)
    FindingAdd(f, Is(point, ALGEBRA_MULTISTEP) ? CAUSE_NEXT_CONSTANT : CAUSE_NEXT_CONDITION_FAILS,
               FACTS(NUMBER(ORDER, (held + 1) * StepOfOrders(point)), TEXT(WORD, next->witness),
                     NUMBER(DEFECT, next->defect)));
}

static PetscReal TreesTo(const Point *point, const char *quantity, PetscInt order) {
  PetscReal trees = 0;
  for (PetscInt k = 1; k <= order; ++k)
    trees += DefectFind(FindConditions(point, quantity, k), ALGEBRA_TREES);
  return trees;
}

/* The first order, from an open one up to the claimed one, whose conditions fail by far; else the open one. */
static PetscInt FindFailing(const Point *point, const char *quantity, PetscInt open,
                            PetscReal claimed) {
  const Defect *d;
  for (PetscInt k = open; k <= claimed && (d = FindConditions(point, quantity, k)); ++k)
    if (DecideDefect(point, d) == FAILS && d->defect > ALGEBRA_WITHIN_LOOSELY)
      return k;
  return open;
}

static void JudgeOrder(const Point *point, const Claim *claim, Finding *f) {
  const char *quantity = claim->quantity;
  const PetscReal step = StepOfOrders(point), claimed = ceil(claim->order / step - ORDER_ROUNDING);
  const PetscInt within = FindOrderWithin(point, quantity, ALGEBRA_WITHIN),
                 loosely = FindOrderWithin(point, quantity, ALGEBRA_WITHIN_LOOSELY);
  const Defect *d;
  PetscInt held = 0, failing;
  Answer answer = HOLDS;
  if (!FindingOrderSaysSomething(f, claim->order))
    return;
  while ((d = FindConditions(point, quantity, held + 1)) &&
         (answer = DecideDefect(point, d)) == HOLDS)
    ++held;
  failing = held + 1;
  if (d && answer == OPEN) {
    failing = FindFailing(point, quantity, failing, claimed);
    d = FindConditions(point, quantity, failing);
    answer = DecideDefect(point, d);
  }
  f->observed = f->lower = f->upper = (PetscReal)held * step;
  if (held >= claimed || !d) {
    FindingSet(f, held >= claimed ? CONFIRMED : SKIPPED, CAUSE_ORDER_CONDITIONS_HOLD,
               FACTS(NUMBER(COUNT, TreesTo(point, quantity, held)), NUMBER(ORDER, held * step)));
    AddExactly(point, LargestTo(point, quantity, held), f);
  }
  if (held >= claimed) {
    AddNext(point, quantity, held, f);
    if (held > claimed)
      FindingFlag(f, "exceeds");
    f->smallest = DefectFind(FindConditions(point, quantity, PetscMax(held, 1)), ALGEBRA_LARGEST);
  } else if (!d) {
    FindingAdd(f, CAUSE_HIGHER_ORDERS_NOT_TESTED, NO_FACTS);
  } else {
    f->smallest = d->defect;
    f->floor = d->error;
    FindingSet(f, answer == FAILS ? REFUTED : UNDECIDED,
               Is(point, ALGEBRA_MULTISTEP) ? CAUSE_ORDER_CONSTANT_FAILS
                                            : CAUSE_ORDER_CONDITION_FAILS,
               FACTS(NUMBER(ORDER, failing * step), TEXT(WORD, d->witness ? d->witness : "?")));
    AddOff(point, d, f);
    if (loosely > PetscMin(held, within))
      FindingAdd(f, CAUSE_ORDER_WITHIN,
                 FACTS(NUMBER(LOWER, step * within),
                       NUMBER(UPPER, loosely > within ? step * loosely : NAN)));
    if (Number(point, ALGEBRA_NODES) == 0)
      FindingFlag(f, "nodes");
  }
}

static Cause EquationOf(const char *quantity, const Point *point) {
  if (!strcmp(quantity, "symplectic"))
    return Is(point, ALGEBRA_NYSTROM)           ? CAUSE_EQUATION_SYMPLECTIC_NYSTROM
           : Number(point, ALGEBRA_COLOURS) > 1 ? CAUSE_EQUATION_SYMPLECTIC_PAIR
                                                : CAUSE_EQUATION_SYMPLECTIC;
  if (!strcmp(quantity, "symmetric"))
    return Is(point, ALGEBRA_NYSTROM)     ? CAUSE_EQUATION_SYMMETRIC_NYSTROM
           : Is(point, ALGEBRA_MULTISTEP) ? CAUSE_EQUATION_SYMMETRIC_MULTISTEP
                                          : CAUSE_EQUATION_SYMMETRIC;
  return Is(point, ALGEBRA_ROSENBROCK) ? CAUSE_EQUATION_STIFFLY_ACCURATE_ROSENBROCK
                                       : CAUSE_EQUATION_STIFFLY_ACCURATE;
}

static void JudgeEquation(const Point *point, const Claim *claim, const Defect *d, Finding *f) {
  const PetscBool denied = (PetscBool)!strcmp(claim->value, "no");
  const Answer answer = DecideDefect(point, d);
  f->observed = f->smallest = d->defect;
  f->floor = d->error;
  f->word = answer == HOLDS ? "yes" : answer == FAILS ? "no" : NULL;
  FindingSet(f,
             answer == OPEN                           ? UNDECIDED
             : (PetscBool)(answer == HOLDS) != denied ? CONFIRMED
                                                      : REFUTED,
             EquationOf(claim->quantity, point), NO_FACTS);
  if (answer == HOLDS) {
    AddExactly(point, d->defect, f);
  } else {
    FindingAdd(f, CAUSE_EQUATION_OFF, NO_FACTS);
    AddOff(point, d, f);
  }
}

/* Where decimals may be rounded, it is open what holds up to their last digits alone. */
static void JudgeStability(const Point *point, const Claim *claim, const Defect *d, Finding *f) {
  const PetscReal axis = DefectFind(d, ALGEBRA_AXIS), poles = DefectFind(d, ALGEBRA_POLES);
  const PetscReal infinity = DefectFind(d, ALGEBRA_INFINITY);
  /* Bounds of rounded decimals are not small: a hundred of them are as much as a quotient amplifies. */
  const PetscReal error = (Is(point, ALGEBRA_ROUNDED) ? 0.1 : 1) * d->error;
  const PetscReal slack = STABILITY_ROUNDING + STABILITY_ERRORS * error;
  const PetscBool denied = (PetscBool)!strcmp(claim->value, "no");
  const PetscBool l_stable = (PetscBool)!strcmp(claim->quantity, "l_stable");
  const PetscReal certain = Number(point, ALGEBRA_CERTAIN);
  const PetscBool is = AlgebraIsStable(axis, infinity, (PetscBool)(poles != 0), error, l_stable);
  const PetscBool open =
      (PetscBool)(certain > 0 &&
                  is != AlgebraIsStable(axis, infinity, (PetscBool)(poles != 0), 0, l_stable));
  f->word = open ? NULL : is ? "yes" : "no";
  FindingSet(f,
             open           ? UNDECIDED
             : is != denied ? CONFIRMED
                            : REFUTED,
             CAUSE_STABILITY_FUNCTION,
             FACTS(NUMBER(NUMERATOR, DefectFind(d, ALGEBRA_NUMERATOR)),
                   NUMBER(DENOMINATOR, DefectFind(d, ALGEBRA_DENOMINATOR))));
  FindingAdd(f, axis <= slack ? CAUSE_AXIS_STABLE : CAUSE_AXIS_UNSTABLE, NO_FACTS);
  FindingAdd(f, CAUSE_LIMIT_AT_INFINITY, FACTS(NUMBER(RATIO, isfinite(infinity) ? infinity : NAN)));
  FindingAdd(f, poles == 0 ? CAUSE_NO_POLE : CAUSE_POLE, NO_FACTS);
}

/* Half of what a printed value is compared within: its last digit, or round-off where it is not a decimal. */
static PetscReal LastDigit(const char *value) {
  const char *point = strchr(value, '.');
  size_t decimals = point ? strspn(point + 1, "0123456789") : 0;
  if (!point || strspn(value, "0123456789.") < strlen(value))
    return FIGURE_ROUNDING;
  return pow(10, -(PetscReal)decimals);
}

static void JudgeFigure(const Claim *claim, const Defect *d, Finding *f) {
  const PetscBool linear = (PetscBool)!strcmp(claim->quantity, ALGEBRA_LINEAR),
                  order = (PetscBool)(strstr(claim->quantity, "_order") != NULL);
  const PetscReal off = fabs(d->defect - claim->order), slack = LastDigit(claim->value);
  const PetscBool holds =
      order ? (PetscBool)(d->defect >= claim->order - ORDER_ROUNDING)
            : (PetscBool)(off <= slack + d->error + FIGURE_ROUNDING * fabs(claim->order));
  f->observed = f->lower = f->upper = f->smallest = d->defect;
  f->floor = d->error;
  FindingSet(f, holds ? CONFIRMED : REFUTED,
             linear                ? CAUSE_FIGURE_ORDER
             : isfinite(d->defect) ? CAUSE_FIGURE
                                   : CAUSE_FIGURE_UNBOUNDED,
             FACTS(NUMBER(ORDER, d->defect), NUMBER(UNCERTAINTY, order ? NAN : d->error)));
  if (!holds)
    FindingAdd(f, CAUSE_FIGURE_OFF, FACTS(NUMBER(CLAIMED, claim->order)));
  else if (order && d->defect > claim->order)
    FindingFlag(f, "exceeds");
}

/* Zero-stability by the roots of ρ; A-stability by Re σ/ρ outside of the unit circle, too. */
static void JudgeRoots(const Claim *claim, const Defect *d, Finding *f) {
  const PetscReal largest = DefectFind(d, ALGEBRA_LARGEST_ROOT), off = largest - 1;
  const PetscReal least = DefectFind(d, ALGEBRA_LEAST), growth = DefectFind(d, ALGEBRA_GROWTH);
  const PetscBool repeated = (PetscBool)(DefectFind(d, ALGEBRA_REPEATED) == 1);
  const PetscBool open = (PetscBool)(off > d->error && off <= ALGEBRA_WRONG * d->error);
  PetscBool is = (PetscBool)(off <= d->error && !repeated);
  if (!strcmp(claim->quantity, "a_stable"))
    is = (PetscBool)(is && least >= -STABILITY_ROUNDING && growth >= -STABILITY_ROUNDING);
  f->word = open ? NULL : is ? "yes" : "no";
  FindingSet(f,
             open                                      ? UNDECIDED
             : is == (strcmp(claim->value, "no") != 0) ? CONFIRMED
                                                       : REFUTED,
             CAUSE_ROOTS, FACTS(NUMBER(RATIO, largest)));
  if (repeated)
    FindingAdd(f, CAUSE_ROOT_REPEATED, NO_FACTS);
  if (!strcmp(claim->quantity, "a_stable"))
    FindingAdd(f, CAUSE_LEAST_ON_CIRCLE, FACTS(NUMBER(LOWER, least), NUMBER(UPPER, growth)));
}

/* Elsewhere the step is another scheme, and runs may show something else. */
static void AddWhere(const Point *point, Finding *f) {
  const Defect *where = PointFind(point, ALGEBRA_WHERE);
  if (Is(point, ALGEBRA_WITHOUT_RATE))
    FindingAdd(f, CAUSE_LEAVES_RATE_OUT, NO_FACTS);
  if (where && where->witness)
    FindingAdd(f, CAUSE_SCHEME_CONDITIONAL, FACTS(TEXT(WORD, where->witness)));
}

static void JudgeReading(const Point *point, const Claim *claim, Finding *f) {
  const Defect *d = NULL;
  if (Is(point, ALGEBRA_MULTISTEP) && !strcmp(claim->quantity, "a_stable"))
    d = PointFind(point, ALGEBRA_ZERO_STABLE);
  else if (!strcmp(claim->quantity, "a_stable") || !strcmp(claim->quantity, "l_stable"))
    d = PointFind(point, ALGEBRA_STABILITY);
  else if (strstr(claim->quantity, "order_"))
    d = FindConditions(point, claim->quantity, 1);
  else
    d = PointFind(point, claim->quantity);
  if (!strcmp(claim->quantity, ALGEBRA_ORDER) || (d && strstr(claim->quantity, "order_")))
    JudgeOrder(point, claim, f);
  else if (!d)
    FindingSet(f, SKIPPED,
               Is(point, ALGEBRA_ROSENBROCK) ? CAUSE_NO_EQUATION_FOR_ROSENBROCK
                                             : CAUSE_EQUATION_NOT_TESTED,
               FACTS(TEXT(SUBJECT, claim->quantity)));
  else if (strstr(claim->quantity, "_stable"))
    !strcmp(d->name, ALGEBRA_ZERO_STABLE) ? JudgeRoots(claim, d, f)
                                          : JudgeStability(point, claim, d, f);
  else if (isfinite(claim->order))
    JudgeFigure(claim, d, f);
  else
    JudgeEquation(point, claim, d, f);
}

/* What holds if decimals are rounded, but not of the printed numbers, is undecided. */
static void AddRounded(const Point *point, const Claim *claim, Finding *f) {
  const PetscBool order = (PetscBool)(strstr(claim->quantity, "order") != NULL);
  const NamedQuantity places = NUMBER(COUNT, Number(point, ALGEBRA_DIGITS));
  const PetscReal printed = f->observed;
  Finding rounded;
  if (isfinite(claim->order) && !order)
    return;
  FindingInit(&rounded);
  JudgeReading(point, claim, &rounded);
  const PetscReal within = rounded.observed;
  if (f->verdict == REFUTED && rounded.verdict == REFUTED) {
    rounded.observed = rounded.lower = rounded.upper = printed;
    *f = rounded;
  } else if (f->verdict == REFUTED)
    f->verdict = UNDECIDED;
  if (order && within > printed)
    FindingAdd(f, CAUSE_ORDER_WITHIN_PLACES, FACTS(NUMBER(ORDER, within), places));
  else if (!order && f->verdict == UNDECIDED)
    FindingAdd(f, CAUSE_HOLDS_WITHIN_PLACES, FACTS(places));
}

PetscErrorCode AlgebraJudge(const Evidence *e, Finding *f) {
  const Measured *m = e->measured[0];
  if (m->shape != MEASURED_POINTS || !m->count) {
    FindingSet(f, FAILED, CAUSE_NO_SCHEME, NO_FACTS);
    return 0;
  }
  JudgeReading(&m->point[0], e->claim, f);
  if (m->count > 1)
    AddRounded(&m->point[1], e->claim, f);
  AddWhere(&m->point[0], f);
  return 0;
}
