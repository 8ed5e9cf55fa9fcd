/* Claims on the numbers of a scheme. Exact numbers satisfy an equation or do not. Decimals satisfy it
 * up to their last digits: what is off by more than sixteen times as much as these explain is wrong,
 * what is off by less than four times as much is right; tables are rounded now and then, and cut. */
#include "studies/algebra/algebra.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RIGHT = 4, WRONG = 16 };

typedef enum { HOLDS, FAILS, OPEN } Answer;

const Defect *AlgebraConditions(const Point *point, PetscInt order) {
  char name[32];
  (void)snprintf(name, sizeof name, "%s_%d", ALGEBRA_ORDER, (int)order);
  return PointFind(point, name);
}

PetscInt AlgebraOrderWithin(const Point *point, PetscReal bound) {
  PetscInt order = 0;
  const Defect *d;
  while ((d = AlgebraConditions(point, order + 1)) && DefectFind(d, ALGEBRA_LARGEST) <= bound)
    ++order;
  return order;
}

static PetscReal Number(const Point *point, const char *defect, const char *name) {
  const Defect *d = PointFind(point, defect);
  return d ? DefectFind(d, name) : NAN;
}

static Answer Ask(const Point *point, const Defect *d) {
  const PetscReal certain = Number(point, ALGEBRA_SCHEME, ALGEBRA_CERTAIN);
  const PetscReal errors = d->defect / d->error;
  if (!(errors <= WRONG))
    return FAILS;
  if (certain == 1)
    return DefectFind(d, ALGEBRA_EXACT) == 1 ? HOLDS : FAILS;
  if (certain > 0)
    return DefectFind(d, ALGEBRA_EXACT) == 1 ? HOLDS : OPEN;
  return errors <= RIGHT ? HOLDS : OPEN;
}

static PetscBool IsRosenbrock(const Point *point) {
  return (PetscBool)(Number(point, ALGEBRA_SCHEME, ALGEBRA_ROSENBROCK) == 1);
}

/* How a number is off, or is not. */
static void Tell(const Point *point, const Defect *d, char *text, size_t size) {
  const PetscReal certain = Number(point, ALGEBRA_SCHEME, ALGEBRA_CERTAIN);
  if (certain > 0 && d->defect <= WRONG * d->error)
    (void)snprintf(text, size, "by less than %.1g, but not zero modulo two primes near 2^61",
                   d->error);
  else
    (void)snprintf(text, size, "by %.3g, of which %s %.1g", d->defect,
                   certain > 0 ? "rounding explains" : "the digits given explain", d->error);
}

static const char *Exactly(const Point *point) {
  return Number(point, ALGEBRA_SCHEME, ALGEBRA_CERTAIN) > 0 ? "exactly, modulo two primes near 2^61"
                                                            : "to round-off";
}

/* What the next order lacks, which shows that the conditions can fail. */
static void TellNext(const Point *point, PetscInt held, char *text, size_t size) {
  const Defect *next = AlgebraConditions(point, held + 1);
  text[0] = 0;
  if (next && next->witness)
    (void)snprintf(text, size, "; at order %d the tree %.100s is off by %.3g", (int)held + 1,
                   next->witness, next->defect);
}

static PetscReal TreesTo(const Point *point, PetscInt order) {
  PetscReal trees = 0;
  for (PetscInt k = 1; k <= order; ++k)
    trees += DefectFind(AlgebraConditions(point, k), ALGEBRA_TREES);
  return trees;
}

static void JudgeOrder(const Point *point, const Claim *claim, Finding *f) {
  const PetscReal claimed = ceil(claim->order - 1e-9);
  const Defect *d;
  PetscInt held = 0;
  Answer answer = HOLDS;
  char text[256];
  if (!FindingOrderSaysSomething(f, claim->order))
    return;
  while ((d = AlgebraConditions(point, held + 1)) && (answer = Ask(point, d)) == HOLDS)
    ++held;
  f->observed = f->lower = f->upper = (PetscReal)held;
  TellNext(point, held, text, sizeof text);
  if (held >= claimed) {
    FindingSet(f, CONFIRMED, "all %.0f conditions to order %d hold %s%s", TreesTo(point, held),
               (int)held, Exactly(point), text);
    if (held > claimed)
      FindingFlag(f, "exceeds");
    f->smallest = DefectFind(AlgebraConditions(point, PetscMax(held, 1)), ALGEBRA_LARGEST);
  } else if (!d) {
    FindingSet(f, SKIPPED,
               "all %.0f conditions to order %d hold %s, and trees of more vertices are not looked "
               "at",
               TreesTo(point, held), (int)held, Exactly(point));
  } else {
    Tell(point, d, text, sizeof text);
    f->smallest = d->defect;
    f->floor = d->error;
    FindingSet(
        f, answer == FAILS ? REFUTED : UNDECIDED,
        "the condition of order %d that belongs to the tree %.100s is off %s; conditions hold "
        "to order %d within 1e-12, and to %d within 1e-8",
        (int)held + 1, d->witness ? d->witness : "?", text, (int)AlgebraOrderWithin(point, 1e-12),
        (int)AlgebraOrderWithin(point, 1e-8));
    if (Number(point, ALGEBRA_SCHEME, ALGEBRA_NODES) == 0)
      FindingFlag(f, "nodes");
  }
}

static const char *EquationOf(const char *quantity, PetscBool pair, PetscBool rosenbrock) {
  if (!strcmp(quantity, "symplectic"))
    return pair ? "b_i â_ij + b̂_j a_ji = b_i b̂_j" : "b_i a_ij + b_j a_ji = b_i b_j";
  if (!strcmp(quantity, "symmetric"))
    return "a_ij and a with the stages turned around add up to b_j:";
  return rosenbrock ? "the last row of α + Γ is b, and the last node is 1:"
                    : "the last row of a is b:";
}

/* An equation that a claim says to hold, or not to. */
static void JudgeEquation(const Point *point, const Claim *claim, const Defect *d, Finding *f) {
  const PetscBool pair = (PetscBool)(Number(point, ALGEBRA_SCHEME, ALGEBRA_COLOURS) > 1);
  const PetscBool rosenbrock = IsRosenbrock(point);
  const PetscBool denied = (PetscBool)!strcmp(claim->value, "no");
  const PetscBool idle = (PetscBool)(Number(point, ALGEBRA_SCHEME, ALGEBRA_IDLE) > 0);
  const char *equation = EquationOf(claim->quantity, pair, rosenbrock);
  const Answer answer = Ask(point, d);
  char text[160];
  Tell(point, d, text, sizeof text);
  f->observed = f->smallest = d->defect;
  f->floor = d->error;
  f->word = answer == HOLDS ? "yes" : answer == FAILS ? "no" : NULL;
  if (answer == HOLDS)
    FindingSet(f, denied ? REFUTED : CONFIRMED, "%s %s", equation, Exactly(point));
  else if (answer == OPEN)
    FindingSet(f, UNDECIDED, "%s off %s", equation, text);
  else if (idle &&
           strcmp(claim->quantity, "stiffly_accurate") != 0) /* which other stages may mend */
    FindingSet(
        f, UNDECIDED,
        "%s off %s; but there is a stage without weight, and then the equation need not hold",
        equation, text);
  else
    FindingSet(f, denied ? CONFIRMED : REFUTED, "%s off %s", equation, text);
}

static void JudgeStability(const Claim *claim, const Defect *d, Finding *f) {
  const PetscReal axis = DefectFind(d, ALGEBRA_AXIS), poles = DefectFind(d, ALGEBRA_POLES);
  const PetscReal infinity = DefectFind(d, ALGEBRA_INFINITY);
  const PetscReal slack = 1e-10 + 1e3 * d->error; /* of a quotient of polynomials in double */
  const PetscBool denied = (PetscBool)!strcmp(claim->value, "no");
  const PetscBool a_stable = (PetscBool)(axis <= slack && poles == 0);
  const PetscBool is =
      (PetscBool)(a_stable && (strcmp(claim->quantity, "l_stable") || infinity <= slack));
  char far[48] = "grows without bound at infinity";
  if (isfinite(infinity))
    (void)snprintf(far, sizeof far, "is %.3g at infinity", infinity);
  f->word = is ? "yes" : "no";
  FindingSet(
      f, is != denied ? CONFIRMED : REFUTED,
      "of the stability function, with degrees %d and %d, |R| %s 1 on the imaginary axis and "
      "%s; it has %s pole with a real part that is not above 0",
      (int)DefectFind(d, ALGEBRA_NUMERATOR), (int)DefectFind(d, ALGEBRA_DENOMINATOR),
      axis <= slack ? "does not exceed" : "exceeds", far, poles == 0 ? "no" : "a");
}

/* Elsewhere a step is something else, of which runs may say something else. */
static void TellWhere(const Point *point, Finding *f) {
  const Defect *where = PointFind(point, ALGEBRA_WHERE);
  size_t used = strlen(f->reason);
  if (Number(point, ALGEBRA_SCHEME, ALGEBRA_WITHOUT_RATE) == 1)
    used +=
        (size_t)snprintf(f->reason + used, sizeof f->reason - used, "; its steps leave ∂f/∂t out");
  if (used >= sizeof f->reason)
    return;
  if (where && where->witness)
    (void)snprintf(f->reason + used, sizeof f->reason - used,
                   "; its steps are that where the condition \"%.100s\" holds", where->witness);
}

PetscErrorCode AlgebraJudge(PetscInt count, const Job *const jobs[],
                            const Measured *const measured[], const Claim *claim, Finding *f) {
  const Measured *m = measured[0];
  const Point *point = m->shape == MEASURED_POINTS && m->count ? &m->point[0] : NULL;
  const Defect *d = NULL;
  PetscFunctionBeginUser;
  (void)count;
  (void)jobs;
  FindingInit(f);
  if (point && strstr(claim->quantity, "_stable"))
    d = PointFind(point, ALGEBRA_STABILITY);
  else if (point)
    d = PointFind(point, claim->quantity);
  if (!point)
    FindingSet(f, FAILED, "the record holds no numbers of a scheme");
  else if (!strcmp(claim->quantity, ALGEBRA_ORDER))
    JudgeOrder(point, claim, f);
  else if (!d && IsRosenbrock(point))
    FindingSet(
        f, SKIPPED,
        "of a Rosenbrock method, whose stages are made with the field's derivative, there is "
        "no equation between its numbers that says whether it is %s; runs say it",
        claim->quantity);
  else if (!d)
    FindingSet(f, SKIPPED,
               "%s is not looked at where q and p have tableaux of their own, or with "
               "so many stages",
               claim->quantity);
  else if (strstr(claim->quantity, "_stable"))
    JudgeStability(claim, d, f);
  else
    JudgeEquation(point, claim, d, f);
  if (point)
    TellWhere(point, f);
  PetscFunctionReturn(0);
}
