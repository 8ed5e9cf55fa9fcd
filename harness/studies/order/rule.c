/* Claims of order: measurements in one or two precisions, and the words for what was found. */
#include "studies/order/measurement.h"
#include "studies/order/order.h"
#include "statistics/thresholds.h"

static PetscBool AtNoiseLevel(const OrderSeries *s) {
  return (PetscBool)!AboveNoise(OrderError(s, s->points - 1), s->floor[s->points - 1]);
}

/* ---- More points ---- */

/* The first request of one quantity. Finer steps: no window of step sizes shows a clean power
 * yet, and errors are above their noise level. Coarser ones: most errors are at their noise
 * level. Denser ones: the errors depart from the claimed law without a clear reason. */
static Request RequestOf(const OrderSeries *s) {
  OrderSlope slope;
  OrderDefect defect;

  if (s->points < ORDER_WINDOW_POINTS)
    return REQUEST_FINER;
  OrderFindSlope(s, &slope);
  if (!(slope.accepted && slope.upper - slope.lower < ORDER_INTERVAL_WANTED)) {
    if (!AtNoiseLevel(s))
      return REQUEST_FINER;
    if (slope.above > 0 && slope.above < ORDER_WINDOW_POINTS)
      return REQUEST_COARSER;
  }
  switch (OrderDecidePlainly(s, &slope, &defect)) {
  case ORDER_DEPARTS:
    return REQUEST_DENSER;
  case ORDER_CURVED:
  case ORDER_WIDE:
    return AtNoiseLevel(s) ? REQUEST_NOTHING : REQUEST_FINER;
  default:
    return REQUEST_NOTHING;
  }
}

/* The highest order that the job claims of the quantity, 1 at least. */
static PetscReal HighestClaim(const Job *job, const char *quantity) {
  PetscReal highest = 1;

  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];

    if (!strcmp(claim->study, "order") && !strcmp(claim->quantity, quantity))
      highest = fmax(highest, claim->order);
  }
  return highest;
}

PetscErrorCode OrderMore(const Job *job, const Measured *measured, Request *request) {
  const Series *series = &measured->series[measured->count - 1];
  OrderMeasurement *m;

  *request = REQUEST_NOTHING;
  PetscCall(PetscNew(&m));
  for (PetscInt g = 0; g < series->quantities && *request != REQUEST_FINER; g++) {
    PetscBool there;

    PetscCall(OrderUnpack(series, series->quantity[g].name, NULL, m, &there));
    m->series.order = HighestClaim(job, series->quantity[g].name);
    m->series.symmetric = (int)job->symmetric;
    const Request mine = RequestOf(&m->series);
    if (mine != REQUEST_NOTHING && (mine < *request || *request == REQUEST_NOTHING))
      *request = mine;
    PetscCall(PetscFree(m->error));
  }
  return PetscFree(m);
}

/* ---- The verdict ---- */

static PetscBool IsConfirmed(OrderOutcome outcome) {
  return (PetscBool)(outcome == ORDER_CONFIRMED || outcome == ORDER_EXCEEDS);
}

static PetscBool IsRefuted(OrderOutcome outcome) {
  return (PetscBool)(outcome == ORDER_REFUTED_BY_TERM || outcome == ORDER_REFUTED_BY_SLOPE);
}

/* By more than noise may. */
static PetscBool DepartsFar(const OrderDecision *d) {
  return (PetscBool)(d->outcome == ORDER_DEPARTS && d->defect.departure > DEPARTURE_FAR);
}

/* NaN where the numbers of steps are not known. */
static PetscReal StepsAt(const OrderMeasurement *m, int point) {
  return m->by_size ? NAN : m->steps[point];
}

static PetscReal SizeAt(const OrderMeasurement *m, int point) {
  return m->series.duration / m->steps[point];
}

static Counterexample *ShowPoint(const OrderMeasurement *m, int point, PetscReal error,
                                 Finding *f) {
  Counterexample *c = FindingShow(f, SizeAt(m, point), error);

  if (!m->by_size)
    c->steps = (PetscInt64)m->steps[point];
  return c;
}

/* Whether the finest errors of a table fall: others are round-off's, or a sign's. */
static PetscBool FinestFall(const OrderSeries *s) {
  const int last = s->points - 1;

  for (int i = last; i > 0 && i > last - TABLE_FALLING_PAIRS; i--)
    if (!(log(OrderError(s, i - 1) / OrderError(s, i)) >
          TABLE_STAGNANT * log(s->steps[i] / s->steps[i - 1])))
      return PETSC_FALSE;
  return (PetscBool)!AtNoiseLevel(s);
}

/* Whether the errors of the finer half of the step sizes are larger than what two motions of the solution's size can
 * differ by. What is zero throughout has no such size. */
static PetscBool Diverges(const OrderMeasurement *m) {
  const OrderSeries *s = &m->series;
  int i = s->points / 2;

  while (m->size > 0 && i < s->points && OrderError(s, i) > ERRORS_DIVERGE * m->size)
    i++;
  return (PetscBool)(i == s->points && i >= 2 * ORDER_WINDOW_POINTS);
}

/* What is left to do: below the noise level there are no more errors to be seen; above it the host takes
 * finer steps by itself, until its budget ends. Errors that do not fall have no slope worth reporting. */
static void AddRemedy(const OrderMeasurement *m, Finding *f) {
  const int last = m->series.points - 1;

  if (m->given)
    FindingAdd(f, CAUSE_MORE_ROWS_WOULD_DECIDE,
               FACTS(TEXT(WORD, FinestFall(&m->series) ? "finer" : "coarser")));
  else if (!AtNoiseLevel(&m->series) && !FinestFall(&m->series)) {
    const PetscBool diverges = Diverges(m);
    FindingSet(f, diverges ? REFUTED : UNDECIDED, CAUSE_FINEST_DO_NOT_FALL,
               FACTS(NUMBER(ERROR, OrderError(&m->series, last)), NUMBER(STEPS, StepsAt(m, last)),
                     NUMBER(SCALE, diverges ? m->size : NAN)));
    if (diverges)
      ShowPoint(m, last, OrderError(&m->series, last), f);
  } else if (!AtNoiseLevel(&m->series))
    FindingAdd(f, CAUSE_BUDGET_ENDS, FACTS(NUMBER(H, SizeAt(m, m->series.points - 1))));
  else if (m->precision == IN_QUAD)
    FindingAdd(f, CAUSE_SHORTER_DURATION_WOULD_DECIDE,
               FACTS(NUMBER(H, SizeAt(m, m->series.points - 1))));
}

static PetscReal TermAtPoint(const OrderSeries *s, const OrderDefect *d, int point) {
  return d->size * pow(s->steps[d->point] / s->steps[point], d->power);
}

/* The coarsest point at which the term is above the noise and, if there is one, the step is not longer than the model's
 * shortest time scale: what such a step shows is no evidence. */
static int PointThatShows(const OrderMeasurement *m, const OrderDefect *d) {
  const OrderSeries *s = &m->series;
  int point = d->point;

  while (point + 1 < s->points && m->rate * SizeAt(m, point) > 1 &&
         AboveNoise(TermAtPoint(s, d, point + 1), s->floor[point + 1]))
    point++;
  return point;
}

static void DescribeTerm(const OrderMeasurement *m, const OrderSlope *slope, const OrderDefect *d,
                         Finding *f) {
  const OrderSeries *s = &m->series;
  const int point = PointThatShows(m, d);
  const PetscReal h = SizeAt(m, point), term = TermAtPoint(s, d, point);
  const PetscReal time = d->time < m->times->count ? m->times->at[d->time] : NAN;
  const PetscReal error = s->error[(point * s->times + d->time) * s->components + d->component];
  /* The rest of the error, which falls as claimed, is as large as a term that does not at this part of h. */
  const PetscReal part =
      d->power > 0 ? (PetscReal)NAN
                   : pow(PetscMin(1, term / fabs(error)), 1 / PetscMax(1, s->order - d->power));

  FindingSet(f, REFUTED, d->power > 0 ? CAUSE_LOWER_ORDER_TERM : CAUSE_ERROR_STOPS_FALLING,
             FACTS(NUMBER(CLAIMED, s->order), NUMBER(POWER, d->power),
                   NUMBER(COEFFICIENT, d->coefficient), NUMBER(DEVIATIONS, d->deviations),
                   NUMBER(COMPONENT, d->component + 1), NUMBER(TIME, time),
                   NUMBER(STEPS, StepsAt(m, point)), NUMBER(H, h), NUMBER(TERM, term),
                   NUMBER(ERROR, fabs(error)), NUMBER(NOISE_LEVEL, s->floor[point]),
                   NUMBER(FINER_ERROR, term * pow(part, d->power)), NUMBER(FINER_H, h * part)));
  if (slope->accepted && slope->lower > d->power + ORDER_HIDES_TERM)
    FindingAdd(f, CAUSE_SLOPE_HIDES_TERM, FACTS(NUMBER(ORDER, slope->order)));
  Counterexample *const c = ShowPoint(m, point, error, f);
  c->time = time;
  c->component = d->component + 1;
}

static void DescribeSlope(const OrderMeasurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;
  const int a = slope->points ? slope->first : 0, b = slope->last;

  FindingSet(f, REFUTED, CAUSE_ORDER_TOO_LOW,
             FACTS(NUMBER(ORDER, slope->order), NUMBER(LOWER, slope->lower),
                   NUMBER(UPPER, slope->upper), NUMBER(CLAIMED, s->order),
                   NUMBER(ERROR, OrderError(s, a)), NUMBER(STEPS, StepsAt(m, a)),
                   NUMBER(H, SizeAt(m, a)), NUMBER(FINER_ERROR, OrderError(s, b)),
                   NUMBER(FINER_STEPS, StepsAt(m, b)), NUMBER(FINER_H, SizeAt(m, b)),
                   NUMBER(POINTS, slope->points), NUMBER(FIRST_STEPS, StepsAt(m, slope->first)),
                   NUMBER(FIRST_H, SizeAt(m, slope->first))));
  ShowPoint(m, b, OrderError(s, b), f);
}

/* What was observed, whatever follows from it. */
static void ObserveSlope(const OrderMeasurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;

  f->observed = slope->order;
  f->lower = slope->lower;
  f->upper = slope->upper;
  f->smallest = slope->smallest;
  f->floor = s->floor[slope->points ? slope->last : s->points - 1];
  if (slope->points) {
    f->from = llround(s->steps[slope->first]);
    f->to = llround(s->steps[slope->last]);
    f->points = slope->points;
  }
}

static void DescribeConfirmed(const OrderMeasurement *m, PetscBool exceeds, const OrderSlope *slope,
                              Finding *f) {
  FindingSet(
      f, CONFIRMED, CAUSE_ORDER_CONFIRMED,
      FACTS(NUMBER(ORDER, slope->order), NUMBER(LOWER, slope->lower), NUMBER(UPPER, slope->upper),
            NUMBER(POINTS, slope->points), NUMBER(FIRST_STEPS, StepsAt(m, slope->first)),
            NUMBER(LAST_STEPS, StepsAt(m, slope->last)), NUMBER(FIRST_H, SizeAt(m, slope->first)),
            NUMBER(LAST_H, SizeAt(m, slope->last)), NUMBER(SMALLEST_ERROR, slope->smallest)));
  if (exceeds) {
    FindingAdd(f, CAUSE_ORDER_EXCEEDS, NO_FACTS);
    FindingFlag(f, "exceeds");
  }
}

static PetscBool BuildsDisagree(const OrderMeasurement *m, const char *quantity) {
  const PetscReal most = strcmp(quantity, "lambda") ? BUILDS_APART : BUILDS_APART_MULTIPLIER;

  return (PetscBool)(m->explained > 0 && m->apart > most * m->explained &&
                     m->apart > m->differenced);
}

/* A few rows of a table: where its successive orders go. */
static void DescribeRates(const OrderMeasurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;
  const int last = s->points - 1;
  OrderRates r;

  OrderFindRates(s, &r);
  PetscReal most = OrderRatesAtMost(s, &r);
  f->observed = r.rates ? r.order[last] : NAN;
  if (most < s->order - OrderTooLow(s->order)) {
    FindingSet(f, REFUTED, CAUSE_RATES_TOO_LOW,
               FACTS(NUMBER(ORDER, r.order[last]), NUMBER(UPPER, most), NUMBER(CLAIMED, s->order),
                     NUMBER(POINTS, r.rates + 1), NUMBER(FIRST_H, SizeAt(m, last - r.rates)),
                     NUMBER(LAST_H, SizeAt(m, last))));
    f->upper = most;
    ShowPoint(m, last, OrderError(s, last), f);
    return;
  }
  FindingSet(f, UNDECIDED, CAUSE_TOO_FEW_POINTS,
             FACTS(NUMBER(COUNT, slope->above), NUMBER(POINTS, s->points)));
  if (r.rates)
    FindingAdd(f, CAUSE_RATES_OPEN,
               FACTS(NUMBER(ORDER, r.order[last]),
                     NUMBER(UPPER, isfinite(most) && most > s->order ? most : NAN),
                     NUMBER(CLAIMED, s->order)));
  FindingAdd(f, CAUSE_ROWS_MISSING, FACTS(NUMBER(COUNT, ORDER_WINDOW_POINTS - slope->above)));
}

/* No error is above the noise. */
static void DescribeExact(const OrderMeasurement *m, Finding *f) {
  const OrderSeries *s = &m->series;
  PetscReal largest_floor = 0, smallest_floor = PETSC_MAX_REAL;

  for (int i = 0; i < s->points; i++) {
    largest_floor = fmax(largest_floor, s->floor[i]);
    smallest_floor = fmin(smallest_floor, s->floor[i]);
  }
  if (smallest_floor > m->roundoff) {
    FindingSet(f, UNDECIDED, m->given ? CAUSE_ROWS_ARE_NOISE : CAUSE_SOLVER_TOO_LOOSE,
               FACTS(NUMBER(ERROR, OrderError(s, 0)), NUMBER(NOISE_LEVEL, smallest_floor)));
    return;
  }
  FindingSet(f, SKIPPED, CAUSE_EXACT_TO_ROUND_OFF,
             FACTS(NUMBER(ERROR, OrderError(s, 0)), NUMBER(NOISE_LEVEL, largest_floor)));
  FindingFlag(f, "exact");
}

/* Whether a term explains what a slope refutes: then it names the order, where the slope is between two. */
static PetscBool NameTerm(const OrderMeasurement *m, const OrderSlope *slope, OrderDefect *term) {
  *term = (OrderDefect){0};
  if (m->given)
    return PETSC_FALSE;
  (void)OrderWeigh(&m->series, slope, term);
  return (PetscBool)term->found;
}

static void DescribeOutcome(const OrderMeasurement *m, const OrderDecision *decision, Finding *f) {
  const OrderSeries *s = &m->series;
  const OrderSlope *slope = &decision->slope;
  const OrderDefect *d = &decision->defect;
  OrderDefect term;

  switch (decision->outcome) {
  case ORDER_CONFIRMED:
  case ORDER_EXCEEDS:
    DescribeConfirmed(m, (PetscBool)(decision->outcome == ORDER_EXCEEDS), slope, f);
    break;
  case ORDER_REFUTED_BY_TERM:
    /* A table's error may fall like a power that is not whole, of which a term is only a part; and a
     * term that does not fall with h names no order where errors do. */
    if (OrderSlopeRefutes(s, slope) &&
        (m->given || (d->power < 1 && slope->lower > d->power + ORDER_HIDES_TERM)))
      DescribeSlope(m, slope, f);
    else
      DescribeTerm(m, slope, d, f);
    break;
  case ORDER_REFUTED_BY_SLOPE:
    if (NameTerm(m, slope, &term))
      DescribeTerm(m, slope, &term, f);
    else
      DescribeSlope(m, slope, f);
    break;
  case ORDER_EXACT:
    DescribeExact(m, f);
    break;
  case ORDER_TOO_FEW:
    if (m->given) {
      DescribeRates(m, slope, f);
      break;
    }
    FindingSet(f, UNDECIDED, CAUSE_TOO_FEW_POINTS,
               FACTS(NUMBER(COUNT, slope->above), NUMBER(POINTS, s->points)));
    AddRemedy(m, f);
    break;
  case ORDER_CURVED:
    FindingSet(f, UNDECIDED, CAUSE_NO_STRAIGHT_WINDOW, FACTS(NUMBER(ORDER, slope->order)));
    AddRemedy(m, f);
    break;
  case ORDER_DEPARTS:
    FindingSet(f, UNDECIDED, CAUSE_DEPARTS_FROM_LAW,
               FACTS(NUMBER(ORDER, slope->order), NUMBER(STEPS, StepsAt(m, d->departure_point)),
                     NUMBER(H, SizeAt(m, d->departure_point)), NUMBER(DEPARTURE, d->departure),
                     NUMBER(CLAIMED, s->order)));
    AddRemedy(m, f);
    break;
  case ORDER_WIDE:
    FindingSet(
        f, UNDECIDED, CAUSE_ORDER_INTERVAL_WIDE,
        FACTS(NUMBER(LOWER, slope->lower), NUMBER(UPPER, slope->upper), NUMBER(CLAIMED, s->order)));
    AddRemedy(m, f);
    break;
  }
}

/* A method may be declared symmetric and not be: then its order shows once odd powers of h are
 * allowed. The declaration is to be corrected first, since even powers alone give sharper
 * results. */
static void DescribeAsymmetry(const OrderMeasurement *m, Finding *f) {
  OrderSeries series = m->series;
  OrderSlope slope;
  OrderDefect defect;

  if (!series.symmetric)
    return;
  series.symmetric = 0;
  if (!IsConfirmed(OrderDecide(&series, &slope, &defect)) || defect.departure > 0)
    return;
  FindingSet(f, UNDECIDED, CAUSE_NOT_SYMMETRIC, FACTS(NUMBER(ORDER, slope.order)));
  FindingFlag(f, "not_symmetric");
}

/* Whether no order is seen because errors vanish below the noise level. */
static PetscBool WantsDigits(const OrderMeasurement *m, const OrderDecision *d,
                             VerdictWord verdict) {
  if (m->given || DepartsFar(d))
    return PETSC_FALSE;
  if (d->outcome == ORDER_EXACT)
    return (PetscBool)(verdict == SKIPPED && m->series.order > ORDER_WANTS_QUADRUPLE);
  return (PetscBool)(d->outcome == ORDER_TOO_FEW || AtNoiseLevel(&m->series));
}

/* The flag of an order that only double precision bears out. */
static const char DigitsOfDouble[] = "digits_of_double";

/* A finding, and what more digits might show of it. */
typedef struct {
  Finding finding;
  PetscBool digits;  /* an order that was not seen */
  PetscBool excused; /* what coarse points depart by from an order that was seen without them */
  PetscInt
      departing; /* points, where the errors depart from every law by more than noise may; else 0 */
} Judgement;

static void JudgementInit(Judgement *j) {
  FindingInit(&j->finding);
  j->digits = j->excused = PETSC_FALSE;
  j->departing = 0;
}

/* What falls like h² falls like h² log(1/h), too. What falls like h^1.5, as another program's errors may,
 * obeys no series in whole powers: where none explains it and that law does, the order is not 2. */
static void DecideOrder(OrderMeasurement *m, OrderDecision *d) {
  OrderSeries *s = &m->series, whole = *s;
  const PetscBool half = (PetscBool)(m->given && !s->logarithm && OrderIsWhole(s->order));
  OrderDecision other;

  d->outcome = OrderDecide(s, &d->slope, &d->defect);
  if (m->given && !IsRefuted(d->outcome) && OrderFindFewTerms(s, &d->defect)) {
    d->outcome = ORDER_REFUTED_BY_TERM;
    return;
  }
  if (half ? d->outcome <= ORDER_TOO_FEW : !s->logarithm || IsConfirmed(d->outcome))
    return;
  whole.order -= half ? ORDER_TOO_LOW : 0;
  whole.logarithm = 0;
  other.outcome = half ? ORDER_REFUTED_BY_SLOPE : ORDER_EXCEEDS;
  if (OrderDecide(&whole, &other.slope, &other.defect) != ORDER_CONFIRMED)
    return;
  s->logarithm = 0;
  *d = other;
}

/* The largest error that no run in double precision shows. */
static PetscReal BelowDouble(const OrderMeasurement *m) {
  return m->precision == IN_QUAD && m->size > 0 ? DOUBLE_UNSEEN * m->size : 0;
}

/* The largest term of that power that the last digits of coefficients explain. */
static PetscReal TermOfDigits(const OrderMeasurement *m, const OrderDefect *term) {
  return (term->power == 0 ? SUM_OF_DIGITS : 1) * DOUBLE_UNSEEN * m->size;
}

/* Whether they explain this one, where it was found and, nearly, with the coarsest step. Where others cancel it, it
 * shows no more than the error itself. */
static PetscBool IsOfDigits(const OrderMeasurement *m, const OrderDefect *term) {
  const OrderSeries *s = &m->series;
  const PetscReal error =
      s->error[(term->point * s->times + term->time) * s->components + term->component];
  const PetscReal coarsest =
      term->size * pow(s->steps[term->point] / s->steps[0], PetscMax(term->power, 0));
  return (PetscBool)(fmin(term->size, fabs(error)) <= TermOfDigits(m, term) &&
                     coarsest <= COARSEST_OF_DIGITS * TermOfDigits(m, term));
}

/* Raises the noise levels to what double precision shows, and to a term of digits; 0: none. */
static void LeaveDigits(OrderMeasurement *m, PetscReal term) {
  for (int i = 0; i < m->series.points; i++)
    m->floor[i] = fmax(m->floor[i], fmax(BelowDouble(m) / NOISE_LEVELS, term));
}

/* A term that no run in double precision shows is one of the coefficients' last digits. The rest of
 * the errors is examined above it: a lower order there is reported instead, but in double precision, where
 * that term is among the others, only one that the slope shows. */
static void JudgeDigits(OrderMeasurement *m, OrderDecision *d, Finding *f) {
  const OrderDefect term = d->defect;
  const PetscReal time = term.time < m->times->count ? m->times->at[term.time] : NAN;

  /* A sum of weights shows at all times and in all components; this is one of them. */
  LeaveDigits(m, term.power == 0 ? TermOfDigits(m, &term) : 0);
  DecideOrder(m, d);
  ObserveSlope(m, &d->slope, f);
  DescribeOutcome(m, d, f);
  if (f->verdict == REFUTED && (m->precision == IN_QUAD || d->outcome != ORDER_REFUTED_BY_TERM))
    return;
  FindingSet(f, UNDECIDED, CAUSE_DIGITS_OF_DOUBLE,
             FACTS(NUMBER(ORDER, IsConfirmed(d->outcome) ? d->slope.order : NAN),
                   NUMBER(LOWER, d->slope.lower), NUMBER(UPPER, d->slope.upper),
                   NUMBER(COEFFICIENT, term.coefficient), NUMBER(POWER, term.power),
                   NUMBER(COMPONENT, term.component + 1), NUMBER(TIME, time),
                   NUMBER(DEVIATIONS, term.deviations), NUMBER(CLAIMED, m->series.order)));
  FindingFlag(f, DigitsOfDouble);
}

/* Numbers of steps whose output times, quarters of the duration, are even steps, and those with odd ones. */
static const OrderClass even_steps = {8, 0}, odd_steps = {8, 4};

/* Whether the series has both, since the method has memory and may treat them differently. */
static PetscBool HasOddSteps(const Job *job, const Series *series) {
  PetscInt count = 0;

  for (PetscInt i = 0; i < series->points && job->memory && job->chosen; i++)
    count += series->point[i].steps % odd_steps.modulus == odd_steps.remainder;
  return (PetscBool)(count >= ORDER_WINDOW_POINTS);
}

/* Whether odd steps refute what even ones confirm: then theirs is the measurement. */
static PetscErrorCode DecideOddSteps(const Job *job, const Series *series, const Claim *claim,
                                     OrderMeasurement *m, OrderDecision *d, PetscBool *refute) {
  OrderMeasurement odd;
  OrderDecision its;
  PetscBool there;

  PetscCall(OrderUnpackClaim(job, series, claim, &odd_steps, &odd, &there));
  DecideOrder(&odd, &its);
  *refute = (PetscBool)(there && IsRefuted(its.outcome));
  if (!*refute)
    return PetscFree(odd.error);
  PetscCall(PetscFree(m->error));
  *m = odd;
  m->series.steps = m->steps;
  m->series.floor = m->floor;
  *d = its;
  return 0;
}

/* The slope of an expansion in powers of h approaches its order as h falls. If it goes away from it, there is a
 * term of lower order with another power, such as h^(p − 1/2) or h^p log h. */
static void DoubtDeparting(const OrderMeasurement *m, Finding *f) {
  const int parts = m->given ? 2 : 1; /* orders of tables may be halves */
  const PetscReal order = m->series.order + round(parts * (f->observed - m->series.order)) / parts;
  OrderTrend t;

  if (f->verdict != CONFIRMED || !OrderFindTrend(&m->series, &t) ||
      !OrderDeparts(&t, order, f->lower, f->upper, (int)m->given))
    return;
  FindingSet(f, UNDECIDED, CAUSE_RATES_DEPART,
             FACTS(NUMBER(ORDER, t.fine), NUMBER(H, SizeAt(m, t.middle)), NUMBER(CLAIMED, order)));
  if (m->given)
    FindingAdd(f, CAUSE_MORE_ROWS_WOULD_DECIDE, FACTS(TEXT(WORD, "finer")));
  FindingFlag(f, "rates_depart");
}

static PetscErrorCode JudgeSeries(const Job *job, const Series *series, const Claim *claim,
                                  Judgement *j) {
  Finding *f = &j->finding;
  OrderDecision d;
  OrderMeasurement m;
  OrderParasitic parasitic;
  const PetscBool to_double = ClaimIsToDouble(claim);
  const PetscBool both = HasOddSteps(job, series);
  PetscBool there, odd = PETSC_FALSE;

  JudgementInit(j);
  PetscCall(OrderUnpackClaim(job, series, claim, both ? &even_steps : NULL, &m, &there));
  f->precision = m.precision;
  if (!there && !m.failed) {
    FindingSet(f, SKIPPED, CAUSE_QUANTITY_MISSING, FACTS(TEXT(SUBJECT, claim->quantity)));
  } else if (m.series.points == 0) {
    FindingSet(f, FAILED, CAUSE_NO_ERRORS,
               FACTS(TEXT(SUBJECT, claim->quantity), TEXT(FAILURE, m.failure)));
  } else {
    if (to_double)
      LeaveDigits(&m, 0);
    DecideOrder(&m, &d);
    PetscCall(OrderDecideParasitic(series, claim->quantity, &m, &d, &parasitic));
    if (both && IsConfirmed(d.outcome))
      PetscCall(DecideOddSteps(job, series, claim, &m, &d, &odd));
    ObserveSlope(&m, &d.slope, f);
    DescribeOutcome(&m, &d, f);
    if (d.outcome == ORDER_REFUTED_BY_TERM && IsOfDigits(&m, &d.defect))
      JudgeDigits(&m, &d, f);
    if (to_double && f->verdict == CONFIRMED && BelowDouble(&m) > 0)
      FindingAdd(f, CAUSE_ORDER_TO_DOUBLE, FACTS(NUMBER(TERM, BelowDouble(&m))));
    if (m.series.logarithm)
      FindingAdd(f, CAUSE_OVER_LOGARITHM, NO_FACTS);
    if (odd)
      FindingAdd(f, CAUSE_ODD_STEPS, NO_FACTS);
    if (m.given || (!parasitic.modulus && !parasitic.turns))
      DoubtDeparting(&m, f);
    if (parasitic.modulus || parasitic.turns)
      OrderDescribeParasitic(&parasitic, f);
    else if (d.outcome == ORDER_DEPARTS || d.outcome == ORDER_CURVED)
      DescribeAsymmetry(&m, f);
    /* The law of a symmetric method is not that of its multipliers. */
    if (DepartsFar(&d) && !job->symmetric)
      j->departing = m.series.points;
    j->digits = WantsDigits(&m, &d, f->verdict);
    j->excused = (PetscBool)(f->verdict == CONFIRMED && d.defect.excused);
    /* The difference of the two builds is no noise level: they do different things, or the method is
     * not repeatable. Then neither is evidence about the other. */
    if (BuildsDisagree(&m, claim->quantity)) {
      FindingSet(f, REFUTED, CAUSE_PRECISIONS_DISAGREE,
                 FACTS(NUMBER(DIFFERENCE, m.apart), NUMBER(RATIO, m.apart / m.explained)));
      FindingFlag(f, "twins_differ");
    }
    if (f->verdict != REFUTED && m.failed &&
        (m.failed_finest > m.steps[m.series.points - 1] || m.series.points < ORDER_WINDOW_POINTS))
      FindingSet(f, FAILED, CAUSE_STEP_SIZES_FAILED,
                 FACTS(NUMBER(FAILED, m.failed), NUMBER(POINTS, m.failed + m.series.points),
                       NUMBER(STEPS, m.failed_finest), TEXT(FAILURE, m.failure)));
  }
  return PetscFree(m.error);
}

/* A defect found in either precision is a defect. Otherwise the window that reaches further down
 * speaks, if it has an answer. */
static PetscBool PrefersFinding(const Finding *a, const Finding *b) {
  if (a->verdict == REFUTED || b->verdict == REFUTED) {
    if (a->verdict != b->verdict)
      return (PetscBool)(a->verdict == REFUTED);
  } else if ((a->verdict == CONFIRMED) != (b->verdict == CONFIRMED)) {
    /* Quadruple precision shows departures below the noise level of double. */
    const Finding *finer = a->smallest < b->smallest ? a : b;

    if (FindingHasFlag(a, DigitsOfDouble) || FindingHasFlag(b, DigitsOfDouble))
      return FindingHasFlag(a, DigitsOfDouble);
    if (finer->verdict == UNDECIDED && finer->points > 0 && finer->smallest < ORDER_BELOW_DOUBLE)
      return (PetscBool)(finer == a);
    return (PetscBool)(a->verdict == CONFIRMED);
  } else if (a->verdict != b->verdict) {
    return (PetscBool)(a->verdict < b->verdict);
  }
  return (PetscBool)(a->smallest < b->smallest);
}

/* A series with more points departs from every law: that a shorter one obeys it says nothing. */
static PetscBool Outweighs(const Judgement *a, const Judgement *b) {
  return (PetscBool)(a->finding.verdict == UNDECIDED && b->finding.verdict == CONFIRMED &&
                     a->departing > b->finding.points);
}

/* A model on which methods are better than they are elsewhere confirms nothing. */
static void JudgeDegenerate(PetscReal order, Finding *f) {
  FindingSet(f, SKIPPED, CAUSE_SUPERCONVERGENT_MODEL, FACTS(NUMBER(ORDER, f->observed)));
  FindingFlag(f, "degenerate");
  if (f->lower > order + ORDER_NEAR)
    FindingFlag(f, "superconvergent");
}

/* ---- All of it ---- */

static PetscBool IsAboveNoise(const Series *series, PetscInt point, const char *quantity) {
  const SeriesQuantity *known = SeriesFindQuantity(series, quantity);
  const PetscReal error = SeriesPointError(&series->point[point], quantity);

  return (PetscBool)(isnan(error) || !known || point >= known->floor.count ||
                     AboveNoise(error, known->floor.at[point]));
}

/* An order is one of small steps. Where all are longer than the time in which the linearised
 * field changes, methods that solve for their stages lose order, down to that of the stages, and
 * others are unstable. Neither is evidence against a claim. */
static void JudgeStiff(const Measured *measured, const Claim *claim, Finding *f) {
  PetscReal least = PETSC_MAX_REAL, rate = 0;

  if (f->verdict != REFUTED && f->verdict != FAILED)
    return;
  for (PetscInt i = 0; measured->shape == MEASURED_SERIES && i < measured->count; i++) {
    const Series *series = &measured->series[i];

    rate = fmax(rate, series->rate); /* of NaN the other is taken */
    for (PetscInt j = 0; j < series->points; j++)
      if (IsAboveNoise(series, j, claim->quantity))
        least = fmin(least, series->duration / OrderStepsOf(series, &series->point[j]));
  }
  /* A term that only such a step shows is no evidence either. */
  if (f->verdict == REFUTED && f->counterexample.there)
    least = fmax(least, f->counterexample.h);
  if (rate * least > 1 && least < PETSC_MAX_REAL) {
    f->verdict = UNDECIDED;
    FindingAdd(f, CAUSE_STIFF, FACTS(NUMBER(H, least), NUMBER(RATIO, rate * least)));
    FindingFlag(f, "stiff");
  }
}

static PetscErrorCode JudgeAll(const Job *job, const Measured *measured, const Claim *claim,
                               Judgement *all) {
  static const char *const names[PRECISIONS] = {"double", "quadruple"};
  Finding *f = &all->finding, failed;

  JudgementInit(all);
  FindingInit(&failed);
  FindingSet(f, FAILED, CAUSE_NO_MEASUREMENTS, NO_FACTS);
  if (!isfinite(claim->order)) {
    FindingSet(f, FAILED, CAUSE_CLAIM_INCOMPLETE, NO_FACTS);
    return 0;
  }
  if (!FindingOrderSaysSomething(f, claim->order))
    return 0;
  for (PetscInt i = 0; measured->shape == MEASURED_SERIES && i < measured->count; i++) {
    Judgement one;

    PetscCall(JudgeSeries(job, &measured->series[i], claim, &one));
    if (one.finding.verdict == FAILED) {
      FindingSet(&failed, FAILED, CAUSE_FAILED_IN_PRECISION,
                 FACTS(TEXT(PRECISION, names[one.finding.precision])));
      FindingAppend(&failed, &one.finding);
    }
    if (i == 0 || Outweighs(&one, all) ||
        (!Outweighs(all, &one) && PrefersFinding(&one.finding, f)))
      *all = one;
  }
  if (f->verdict == UNDECIDED) /* the other precision might have decided */
    FindingAppend(f, &failed);
  OrderJudgeLate(job, measured, claim, f);
  JudgeStiff(measured, claim, f);
  if (job->degenerate && f->verdict != REFUTED && f->verdict != FAILED)
    JudgeDegenerate(claim->order, f);
  else if (measured->count == 1 && all->digits) /* else the digits were there */
    FindingWantsDigits(f, job);
  return 0;
}

PetscErrorCode OrderJudge(const Evidence *e, Finding *f) {
  Judgement all;

  PetscCall(JudgeAll(e->job[0], e->measured[0], e->claim, &all));
  *f = all.finding;
  return 0;
}

PetscErrorCode OrderStandingOf(const Job *job, const Measured *measured, OrderStanding *standing) {
  PetscInt claims = 0, refuted = 0;

  *standing = (OrderStanding){PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};
  for (PetscInt i = 0; i < job->claims.count; i++) {
    Judgement all;

    if (strcmp(job->claims.at[i].study, "order"))
      continue;
    PetscCall(JudgeAll(job, measured, &job->claims.at[i], &all));
    claims++;
    refuted += all.finding.verdict == REFUTED;
    if (all.finding.verdict == UNDECIDED)
      standing->open = PETSC_TRUE;
    if (all.finding.verdict == CONFIRMED && all.excused)
      standing->open = standing->excused = PETSC_TRUE;
  }
  standing->refuted = (PetscBool)(claims > 0 && refuted == claims);
  return 0;
}
