/* Claims on the step map's structure, on equilibria and the like: measured defects, each with its
 * error. */
#include "studies/defects/defects.h"
#include "statistics/thresholds.h"

const char DefectsChange[] = "larger step sizes (key `step_sizes` of the suite's study), "
                             "which have larger defects";

/* What is particular to the claims of a study. */
typedef struct {
  const char *study, *quantity; /* NULL: any other quantity */
  PetscBool power;              /* the power of h of the defect is reported */
  PetscReal telling; /* measurements whose errors are all larger confirm nothing; 0: they do */
  const char *absent,
      *over; /* what a method without the property would show, and over which steps */
} Rule;

static const Rule rules[] = {
    /* Differences with larger errors say nothing about a defect. */
    {"structure", NULL, PETSC_TRUE, DEFECT_TELLING_STRUCTURE, "local error", ""},
    {"equality", NULL, PETSC_TRUE, 0, "local error", " over these steps"},
    {"curve", NULL, PETSC_TRUE, 0, "distance at the same time", ""},
    /* No power of h: the points are of several equilibria. */
    {"equilibrium", "stability", PETSC_FALSE, 0, "margin of a multiplier", ""},
    {"equilibrium", NULL, PETSC_FALSE, 0, "error from the case's initial data",
     " over as many steps"},
    {NULL, NULL, PETSC_FALSE, 0, "local error", ""}};

static const Rule *RuleFor(const Claim *claim) {
  const Rule *rule = rules;

  while (rule->study && (strcmp(rule->study, claim->study) ||
                         (rule->quantity && strcmp(rule->quantity, claim->quantity))))
    rule++;
  return rule;
}

typedef struct {
  PetscReal h, defect, error;
  PetscReal absent;   /* what would be there; NaN: not known */
  PetscReal later;    /* the time, where it is not the initial one; NaN: it is */
  PetscBool backward; /* of a step of −h */
} Measurement;

/* What a claim is judged from. */
typedef struct {
  const Measured *measured;
  const char *name;
  PetscInt count;      /* of points with a defect and its error */
  const char *failure; /* of the last point at which the step failed; NULL: none did */
  PetscReal failed_at; /* its step size */
  PetscBool finite;    /* false: a defect was measured that is no number */
  Measurement worst;   /* in errors */
  Measurement least;   /* the smallest that is above ten errors */
  int above;           /* how many are */
  PetscReal finest;    /* the smallest error */
  PetscReal largest;   /* the largest defect */
  PetscReal power;   /* of h, of the defects above ten errors at the initial data; NaN: not known */
  PetscReal epsilon; /* of the arithmetic */
  Cause unmeasured;  /* why no point was measured; CAUSE_NOT_JUDGED: not known */
  PetscBool powered; /* what would be there would have been seen, as far as it is known */
  Measurement strongest; /* where it would have been seen best; absent is NaN if it is not known */
} Findings;

/* Why nothing was measured at a point; CAUSE_NOT_JUDGED: something was, or it is not known. */
static Cause WhyUnmeasured(const Defect *q) {
  static const struct {
    const char *number;
    Cause cause;
  } causes[] = {{DEFECT_OF_MEMORY, CAUSE_MEMORY_NOT_REVERSIBLE},
                {DEFECT_OF_OFFSET, CAUSE_TIMES_NOT_REVERSIBLE},
                {DEFECT_OF_FORWARD, CAUSE_FORWARD_ONLY},
                {DEFECT_APART, CAUSE_TIMES_DIFFER},
                {DEFECT_OF_COORDINATES, CAUSE_COORDINATES_DIFFER},
                {DEFECT_OF_LEAVING, CAUSE_NODES_LEAVE_CONSTRAINTS}};

  for (size_t i = 0; q && i < PETSC_STATIC_ARRAY_LENGTH(causes); i++)
    if (isfinite(DefectFind(q, causes[i].number)))
      return causes[i].cause;
  return CAUSE_NOT_JUDGED;
}

/* The measurement at a point; false without a defect with an error. */
static PetscBool MeasurementAt(const Findings *all, PetscInt i, Measurement *m) {
  const Point *point = &all->measured->point[i];
  const Defect *q = PointFind(point, all->name);

  if (!q || WhyUnmeasured(q) != CAUSE_NOT_JUDGED)
    return PETSC_FALSE;
  *m = (Measurement){point->h,
                     fabs(q->defect),
                     q->error,
                     DefectFind(q, DEFECT_ABSENT),
                     DefectFind(q, DEFECT_LATER),
                     (PetscBool)(DefectFind(q, DEFECT_BACKWARD) == 1)};
  return (PetscBool)(isfinite(m->defect) && isfinite(m->error) && m->error > 0);
}

/* A straight line in logarithms. */
typedef struct {
  PetscReal x, y, xx, xy, n;
} Sums;

static void AddToLine(const Measurement *m, Sums *s) {
  const PetscReal u = log(m->h), v = log(m->defect);

  s->x += u;
  s->y += v;
  s->xx += u * u;
  s->xy += u * v;
  s->n++;
}

/* A measurement that knows what would be there sees it as the rule sees any defect: above a hundred
 * errors, or above ten at two points. */
static void AddMeasurement(const Measurement *m, int *known, int *seen, Findings *all) {
  if (isfinite(m->absent)) {
    if (!(*known)++ || m->absent / m->error > all->strongest.absent / all->strongest.error)
      all->strongest = *m;
    *seen += DefectSeen(m->absent, m->error);
  }
  all->finest = fmin(all->finest, m->error);
  all->largest = fmax(all->largest, m->defect);
  if (!all->count++ || m->defect / m->error > all->worst.defect / all->worst.error)
    all->worst = *m;
  if (DefectSeen(m->defect, m->error) && (!all->above++ || m->defect < all->least.defect))
    all->least = *m;
}

static void ReadPoints(const Measured *measured, const char *name, Findings *all) {
  const PetscInt points = measured->shape == MEASURED_POINTS ? measured->count : 0;
  int known = 0, seen = 0;
  Sums s = {.n = 0};
  Measurement m;

  *all = (Findings){.measured = measured,
                    .name = name,
                    .failed_at = NAN,
                    .finite = PETSC_TRUE,
                    .epsilon = measured->epsilon,
                    .finest = PETSC_MAX_REAL,
                    .strongest = {.absent = NAN}};
  for (PetscInt i = 0; i < points; i++) {
    const Point *point = &measured->point[i];
    const Defect *q = PointFind(point, name);

    if (WhyUnmeasured(q) != CAUSE_NOT_JUDGED)
      all->unmeasured = WhyUnmeasured(q);
    else if (MeasurementAt(all, i, &m)) {
      AddMeasurement(&m, &known, &seen, all);
      if (DefectSeen(m.defect, m.error) && isnan(m.later))
        AddToLine(&m, &s);
    } else if (point->ending.reason) {
      all->failure = point->ending.reason;
      all->failed_at = point->h;
    } else if (q && isnan(DefectFind(q, DEFECT_LATER)))
      all->finite = PETSC_FALSE; /* at a later state the run itself may have no numbers any more */
  }
  all->power = s.n >= 2 && s.xx * s.n > s.x * s.x
                   ? (s.xy * s.n - s.x * s.y) / (s.xx * s.n - s.x * s.x)
                   : NAN;
  all->powered = (PetscBool)(known == 0 || seen >= DEFECT_POINTS ||
                             DefectSeenAlone(all->strongest.absent, all->strongest.error));
}

/* The method's own error is round-off, as far as it has been measured. */
static PetscBool IsExact(const Findings *all) {
  return (PetscBool)(all->strongest.absent <= DEFECT_EXACT_ROUNDINGS * all->epsilon);
}

PetscBool DefectsLackPower(const Measured *measured, const char *quantity) {
  Findings all;

  ReadPoints(measured, quantity, &all);
  /* In quadruple precision, what is exact stays so. */
  return (PetscBool)(!all.powered && (measured->precision == IN_DOUBLE || !IsExact(&all)));
}

static void AddPower(PetscReal power, Finding *f) {
  if (isfinite(power))
    FindingAdd(f, CAUSE_DEFECT_POWER, FACTS(NUMBER(POWER, power)));
}

static void AddFailure(const Findings *all, Finding *f) {
  if (all->failure)
    FindingAdd(f, CAUSE_NO_STEP, FACTS(NUMBER(H, all->failed_at), TEXT(FAILURE, all->failure)));
}

/* A claim that something is absent, where it was not seen. */
static void DecideAbsent(const Rule *rule, const Findings *all, const Job *job, Finding *f) {
  const Measurement *worst = &all->worst, *strongest = &all->strongest;
  const PetscBool known = (PetscBool)isfinite(strongest->absent);

  if (!all->powered && IsExact(all)) {
    FindingSet(f, SKIPPED, CAUSE_METHOD_EXACT_HERE,
               FACTS(NUMBER(H, strongest->h), NUMBER(LOCAL_ERROR, strongest->absent),
                     TEXT(OVER, rule->over)));
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
  } else if (!all->powered) {
    FindingSet(f, SKIPPED, CAUSE_DEFECT_UNDETECTABLE,
               FACTS(NUMBER(H, strongest->h), TEXT(WORD, rule->absent),
                     NUMBER(LOCAL_ERROR, strongest->absent), TEXT(OVER, rule->over),
                     NUMBER(UNCERTAINTY, strongest->error)));
    if (!job->double_only)
      FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
    AddFailure(all, f);
    FindingWantsDigits(f, job);
    return;
  } else
    FindingSet(f, CONFIRMED, CAUSE_DEFECT_ABSENT,
               FACTS(NUMBER(POINTS, all->count), NUMBER(DEFECT, worst->defect),
                     NUMBER(UNCERTAINTY, worst->error), NUMBER(H, known ? strongest->h : NAN),
                     NUMBER(DETECTABLE, known ? DEFECT_ERRORS * strongest->error
                                              : DEFECT_ERRORS_ALONE * all->finest),
                     TEXT(WORD, rule->absent), NUMBER(LOCAL_ERROR, strongest->absent),
                     TEXT(OVER, rule->over)));
  AddFailure(all, f);
}

/* One defect is enough. Where none is there although it would have been seen, what is denied holds. */
static void DecideNegativeClaim(const Rule *rule, const Findings *all, const Job *job,
                                PetscReal power, Finding *f) {
  const Measurement *worst = &all->worst;

  if (DefectSeenAlone(worst->defect, worst->error)) {
    FindingSet(f, CONFIRMED, CAUSE_DEFECT_FOUND,
               FACTS(NUMBER(H, worst->h), NUMBER(DEFECT, worst->defect), NUMBER(TIME, worst->later),
                     NUMBER(UNCERTAINTY, worst->error)));
    AddPower(power, f);
    AddFailure(all, f);
    return;
  }
  FindingSet(f, SKIPPED, CAUSE_NO_DEFECT_SEEN,
             FACTS(NUMBER(DEFECT, worst->defect), NUMBER(UNCERTAINTY, worst->error)));
  if (worst->defect <= worst->error)
    DecideAbsent(rule, all, job, f);
  if (f->verdict == CONFIRMED)
    FindingFlag(f, FindingHolds);
  if (f->verdict == CONFIRMED || worst->defect > worst->error)
    FindingPrefix(f, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
  f->verdict = SKIPPED;
}

/* Whether the last digits of coefficients explain the defects: none that double precision would show, and
 * a power of h below that of a method without the structure. */
static PetscBool IsOfDigits(const Findings *all, PetscReal power) {
  return (PetscBool)(power < DIGITS_POWER && all->largest <= DOUBLE_UNSEEN);
}

static void DecideClaim(const Rule *rule, const Findings *all, const Job *job, PetscReal power,
                        Finding *f) {
  const Measurement *worst = &all->worst, *least = &all->least;

  if (all->above == 0 && worst->defect <= worst->error) {
    if (rule->telling > 0 && all->finest > rule->telling)
      FindingSet(f, UNDECIDED, CAUSE_DIFFERENCES_TOO_COARSE,
                 FACTS(NUMBER(DEFECT, worst->defect), NUMBER(UNCERTAINTY, all->finest)));
    else
      DecideAbsent(rule, all, job, f);
  } else if (all->above >= DEFECT_POINTS || DefectSeenAlone(worst->defect, worst->error)) {
    FindingSet(f, REFUTED, CAUSE_DEFECT_FOUND,
               FACTS(NUMBER(H, least->h), NUMBER(DEFECT, least->defect), NUMBER(TIME, least->later),
                     NUMBER(UNCERTAINTY, least->error)));
    if (least->backward)
      FindingAdd(f, CAUSE_STEP_BACK, NO_FACTS);
    AddPower(power, f);
    if (IsOfDigits(all, power)) {
      f->verdict = UNDECIDED;
      FindingAdd(f, CAUSE_DEFECT_OF_DIGITS, NO_FACTS);
      FindingFlag(f, "digits_of_double");
    }
    AddFailure(all, f);
  } else
    FindingSet(f, UNDECIDED,
               all->above                                          ? CAUSE_DEFECT_TOO_NEAR
               : rule->telling > 0 && worst->error > rule->telling ? CAUSE_DIFFERENCES_DIVERGE
                                                                   : CAUSE_DEFECT_BELOW_TEN_ERRORS,
               FACTS(NUMBER(H, worst->h), NUMBER(DEFECT, worst->defect),
                     NUMBER(UNCERTAINTY, worst->error)));
}

static void JudgeAll(const Rule *rule, Findings *all, const Job *job, const Claim *claim,
                     Finding *f) {
  PetscReal power;

  if (all->failure)
    FindingFlag(f, "no_step");
  f->observed = all->worst.defect;
  f->floor = all->worst.error;
  f->smallest = all->above ? all->least.defect : all->worst.defect;
  f->word = DefectSeenAlone(all->worst.defect, all->worst.error) ? "no" : "yes";
  power = rule->power ? all->power : NAN;
  if (!strcmp(claim->value, "no"))
    DecideNegativeClaim(rule, all, job, power, f);
  else
    DecideClaim(rule, all, job, power, f);
  if (f->verdict == UNDECIDED)
    FindingWantsDigits(f, job);
  if (f->verdict == REFUTED) {
    Counterexample *c = FindingShow(f, all->least.h, all->least.error);

    c->time = all->least.later;
    c->defect = all->least.defect;
  }
}

PetscErrorCode DefectsJudge(const Evidence *e, Finding *f) {
  const Claim *claim = e->claim;
  Findings all;

  f->precision = e->measured[0]->precision;
  ReadPoints(e->measured[0], claim->quantity, &all);
  if (!all.finite)
    FindingSet(f, FAILED, CAUSE_DEFECT_NOT_FINITE, FACTS(TEXT(SUBJECT, claim->quantity)));
  else if (all.count == 0 && all.failure)
    FindingSet(f, FAILED, CAUSE_NO_DEFECT_MEASURED, FACTS(TEXT(FAILURE, all.failure)));
  else if (all.count == 0 && all.unmeasured != CAUSE_NOT_JUDGED)
    FindingSet(f, SKIPPED, all.unmeasured, NO_FACTS);
  else if (all.count == 0) {
    FindingSet(f, SKIPPED, CAUSE_QUANTITY_MISSING, FACTS(TEXT(SUBJECT, claim->quantity)));
    if (!strcmp(claim->quantity, "volume"))
      FindingAdd(f, CAUSE_NO_MEASURE, NO_FACTS);
  } else
    JudgeAll(RuleFor(claim), &all, e->job[0], claim, f);
  return 0;
}
