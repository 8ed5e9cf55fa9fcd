/* Claims of order: measurements in one or two precisions, and the words for what was found. */
#include "studies/order/measurement.h"
#include "studies/order/order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- More points ---- */

/* The first wish of one quantity: finer steps where no window of step sizes shows a clean power yet
 * and errors are above their floor, coarser ones where most errors are at their floor, denser ones
 * where the errors depart from the claimed law, and it cannot be said how. */
static Request RequestOf(const OrderSeries *s) {
  OrderSlope slope;
  OrderDefect defect;

  if (s->points < 6)
    return REQUEST_FINER;
  OrderFindSlope(s, &slope);
  if (!(slope.accepted && slope.upper - slope.lower < 0.2)) {
    int above = 0;
    for (int i = 0; i < s->points; ++i)
      above += OrderError(s, i) >= 10 * s->floor[i];
    if (OrderError(s, s->points - 1) >= 10 * s->floor[s->points - 1])
      return REQUEST_FINER;
    if (above > 0 && above < 6)
      return REQUEST_COARSER;
  }
  switch (OrderDecidePlainly(s, &slope, &defect)) {
  case ORDER_DEPARTS:
    return REQUEST_DENSER;
  case ORDER_CURVED:
  case ORDER_WIDE:
    return OrderError(s, s->points - 1) >= 10 * s->floor[s->points - 1] ? REQUEST_FINER
                                                                        : REQUEST_NOTHING;
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

  PetscFunctionBeginUser;
  *request = REQUEST_NOTHING;
  PetscCall(PetscNew(&m));
  for (PetscInt g = 0; g < series->quantities && *request != REQUEST_FINER; g++) {
    Request mine;

    PetscCall(OrderUnpackDone(series, &series->quantity[g], m));
    m->series.order = HighestClaim(job, series->quantity[g].name);
    m->series.symmetric = (int)job->symmetric;
    mine = RequestOf(&m->series);
    if (mine != REQUEST_NOTHING && (mine < *request || *request == REQUEST_NOTHING))
      *request = mine;
    PetscCall(PetscFree(m->error));
  }
  PetscCall(PetscFree(m));
  PetscFunctionReturn(0);
}

/* ---- The verdict ---- */

/* Whether the finest step's error is as small as it can be told. */
static PetscBool AtItsFloor(const OrderSeries *s) {
  return (PetscBool)(OrderError(s, s->points - 1) < 10 * s->floor[s->points - 1]);
}

/* What finer steps would decide, and what they would not: below the floor there are no more errors
 * to be seen. */
static const char *Remedy(const OrderMeasurement *m) {
  if (m->given)
    return "; more rows, of finer steps or between those that there are, would decide";
  if (!AtItsFloor(&m->series))
    return "; finer steps would decide";
  return m->precision == IN_QUAD ? "; a shorter duration or coarser steps would decide" : "";
}

enum { PLACE = 64 };

/* "24 steps", or "h = 0.1" where the number of steps is not known. */
static const char *Place(const OrderMeasurement *m, int point, char text[PLACE]) {
  if (m->by_size)
    (void)snprintf(text, PLACE, "h = %.6g", m->series.duration / m->steps[point]);
  else
    (void)snprintf(text, PLACE, "%.0f steps", m->steps[point]);
  return text;
}

/* "24 steps (h = 0.1)" */
static const char *PlaceAndSize(const OrderMeasurement *m, int point, char text[PLACE]) {
  (void)Place(m, point, text);
  if (!m->by_size)
    (void)snprintf(text + strlen(text), PLACE - strlen(text), " (h = %.6g)",
                   m->series.duration / m->steps[point]);
  return text;
}

/* "24 to 384 steps" */
static const char *PlaceRange(const OrderMeasurement *m, int first, int last, char text[PLACE]) {
  if (m->by_size)
    (void)snprintf(text, PLACE, "h = %.6g to %.6g", m->series.duration / m->steps[first],
                   m->series.duration / m->steps[last]);
  else
    (void)snprintf(text, PLACE, "%.0f to %.0f steps", m->steps[first], m->steps[last]);
  return text;
}

static void DescribeTerm(const OrderMeasurement *m, const OrderSlope *slope, const OrderDefect *d,
                         Finding *f) {
  const OrderSeries *s = &m->series;
  const PetscReal h = s->duration / s->steps[d->point];
  const PetscReal time = d->time < m->times->count ? m->times->at[d->time] : NAN;
  const PetscReal error = s->error[(d->point * s->times + d->time) * s->components + d->component];
  char at[PLACE] = "", place[PLACE];

  if (isfinite(time))
    (void)snprintf(at, sizeof(at), " at t = %g", time);
  FindingSet(f, REFUTED,
             "the error holds a term of order %d, %.3g h^%d, %.3g of its standard deviations, in "
             "component %d%s: with %s it is %.3g of an error of %.3g, where the floor is %.1g%s",
             d->power, d->coefficient, d->power, d->deviations, d->component + 1, at,
             PlaceAndSize(m, d->point, place), d->size, fabs(error), s->floor[d->point],
             slope->accepted && slope->lower > d->power + 0.5
                 ? "; the slope alone does not show it yet"
                 : "");
  f->details.counterexample.there = PETSC_TRUE;
  f->details.counterexample.steps = m->by_size ? -1 : (PetscInt64)s->steps[d->point];
  f->details.counterexample.h = h;
  f->details.counterexample.time = time;
  f->details.counterexample.component = d->component + 1;
  f->details.counterexample.error = error;
  f->details.counterexample.power = d->power;
  f->details.counterexample.coefficient = d->coefficient;
  f->details.counterexample.deviations = d->deviations;
  f->details.counterexample.term = d->size;
}

static void DescribeSlope(const OrderMeasurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;
  const int a = slope->last > 0 ? slope->last - 1 : 0, b = slope->last;
  char coarse[PLACE], fine[PLACE], from[PLACE];
  const char *finest = Place(m, b, fine);

  if (!m->by_size) /* the unit stands with the coarser one */
    fine[strcspn(fine, " ")] = 0;
  FindingSet(f, REFUTED,
             "the error falls like h^%.3f, between h^%.3f and h^%.3f, not like h^%g: %.3g with %s "
             "and %.3g with %s, over %d points from %s on",
             slope->order, slope->lower, slope->upper, s->order, OrderError(s, a),
             Place(m, a, coarse), OrderError(s, b), finest, slope->points,
             Place(m, slope->first, from));
  f->details.counterexample.there = PETSC_TRUE;
  f->details.counterexample.steps = m->by_size ? -1 : (PetscInt64)s->steps[b];
  f->details.counterexample.h = s->duration / s->steps[b];
  f->details.counterexample.error = OrderError(s, b);
}

/* What was observed, whatever follows from it. */
static void Observe(const OrderMeasurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;

  f->observed = slope->order;
  f->lower = slope->lower;
  f->upper = slope->upper;
  f->smallest = slope->smallest;
  f->floor = s->floor[slope->points ? slope->last : s->points - 1];
  if (slope->points) {
    f->from = (PetscInt)lround(s->steps[slope->first]);
    f->to = (PetscInt)lround(s->steps[slope->last]);
    f->points = slope->points;
  }
}

static void DescribeConfirmed(const OrderMeasurement *m, PetscBool exceeds, const OrderSlope *slope,
                              Finding *f) {
  char range[PLACE];

  FindingSet(f, CONFIRMED,
             "the error falls like h^%.3f, between h^%.3f and h^%.3f, over %d points from %s, down "
             "to %.2g; no term of lower order was found%s",
             slope->order, slope->lower, slope->upper, slope->points,
             PlaceRange(m, slope->first, slope->last, range), slope->smallest,
             exceeds ? "; the order is higher than claimed" : "");
  if (exceeds)
    FindingFlag(f, "exceeds");
}

/* Twins may be so many times as far apart as one rounding in each step brings them: a step rounds
 * more than once, and what it rounds the model magnifies. A multiplier, which is a difference of
 * what is nearly equal, may be further. Over all methods and models here the largest are 2 and 8. */
static const PetscReal twins_apart = 1e3, twins_apart_multiplier = 1e4;

static PetscBool TwinsDisagree(const OrderMeasurement *m, const char *quantity) {
  const PetscReal most = strcmp(quantity, "lambda") ? twins_apart : twins_apart_multiplier;

  return (PetscBool)(m->explained > 0 && m->apart > most * m->explained &&
                     m->apart > m->differenced);
}

/* What is taken for a floor is none: the two builds do different things, or the same thing cannot be
 * done twice. Then neither says anything of the other. */
static void DescribeTwins(const OrderMeasurement *m, Finding *f) {
  FindingSet(f, REFUTED,
             "with the same steps the runs in double and in quadruple precision are %.3g apart, "
             "%.2g times as far as rounding and the solver explain: they are not one method, or it "
             "adds noise of that size to its steps",
             m->apart, m->apart / m->explained);
  FindingFlag(f, "twins_differ");
}

/* No error is above ten floors. */
static void DescribeExact(const OrderMeasurement *m, Finding *f) {
  const OrderSeries *s = &m->series;
  PetscReal largest_floor = 0, smallest_floor = PETSC_MAX_REAL;

  for (int i = 0; i < s->points; i++) {
    largest_floor = fmax(largest_floor, s->floor[i]);
    smallest_floor = fmin(smallest_floor, s->floor[i]);
  }
  if (smallest_floor > m->roundoff) {
    FindingSet(f, UNDECIDED,
               "no error is above ten floors (the largest is %.2g), but the floor is %.2g, far "
               "above round-off: it is the solver's, and a tighter tolerance would decide",
               OrderError(s, 0), smallest_floor);
    return;
  }
  FindingSet(f, SKIPPED,
             "exact here to round-off: no error is above ten floors (the largest is %.2g, the "
             "floor up to %.2g), so no order can be seen",
             OrderError(s, 0), largest_floor);
  FindingFlag(f, "exact");
}

static void Describe(const OrderMeasurement *m, OrderOutcome outcome, const OrderSlope *slope,
                     const OrderDefect *d, Finding *f) {
  const OrderSeries *s = &m->series;
  char place[PLACE];

  switch (outcome) {
  case ORDER_CONFIRMED:
  case ORDER_EXCEEDS:
    DescribeConfirmed(m, (PetscBool)(outcome == ORDER_EXCEEDS), slope, f);
    break;
  case ORDER_REFUTED_BY_TERM:
    DescribeTerm(m, slope, d, f);
    break;
  case ORDER_REFUTED_BY_SLOPE:
    DescribeSlope(m, slope, f);
    break;
  case ORDER_EXACT:
    DescribeExact(m, f);
    break;
  case ORDER_TOO_FEW:
    FindingSet(f, UNDECIDED,
               "only %d of the %d points are above ten floors, and an order needs 6%s",
               slope->above, s->points, Remedy(m));
    break;
  case ORDER_CURVED:
    FindingSet(
        f, UNDECIDED,
        "no window of 6 points up to the finest is straight enough to show an order (the last "
        "six fall like h^%.2f)%s",
        slope->order, Remedy(m));
    break;
  case ORDER_DEPARTS:
    FindingSet(f, UNDECIDED,
               "the slope is %.3f, but with %s the error departs by %.3g floors from every sum "
               "of powers from h^%g on, and no single lower-order term explains it%s",
               slope->order, Place(m, d->departure_point, place), d->departure, s->order,
               Remedy(m));
    break;
  case ORDER_WIDE:
    FindingSet(f, UNDECIDED,
               "the order lies between %.3f and %.3f, which neither confirms nor refutes %g%s",
               slope->lower, slope->upper, s->order, Remedy(m));
    break;
  }
}

/* A method may say that it is symmetric and not be: then its order shows once odd powers of h are
 * allowed for. What it says is to be corrected first, since even powers alone tell more. */
static void DescribeAsymmetry(const OrderMeasurement *m, Finding *f) {
  OrderSeries series = m->series;
  OrderSlope slope;
  OrderDefect defect;
  OrderOutcome outcome;

  if (!series.symmetric)
    return;
  series.symmetric = 0;
  outcome = OrderDecide(&series, &slope, &defect);
  if ((outcome != ORDER_CONFIRMED && outcome != ORDER_EXCEEDS) || defect.departure > 0)
    return;
  FindingSet(f, UNDECIDED,
             "the method says that it is symmetric, and its errors have odd powers of h as well: "
             "without `symmetric` in its descriptor the order, %.3f, would be confirmed",
             slope.order);
  FindingFlag(f, "not_symmetric");
}

/* A departure from the law of so many floors is none that a floor too low accounts for. */
static const PetscReal far_departure = 100;

/* Orders above it have errors so small that none above the floor need not mean that there are none. */
static const PetscReal high_order = 3.5;

/* Whether no order is seen because errors vanish below the floor. */
static PetscBool WantsDigits(const OrderMeasurement *m, OrderOutcome outcome, VerdictWord verdict,
                             const OrderDefect *d) {
  if (m->given || (outcome == ORDER_DEPARTS && d->departure > far_departure))
    return PETSC_FALSE;
  if (outcome == ORDER_EXACT)
    return (PetscBool)(verdict == SKIPPED && m->series.order > high_order);
  return (PetscBool)(outcome == ORDER_TOO_FEW || AtItsFloor(&m->series));
}

/* What more digits might show. */
typedef struct {
  PetscBool digits;  /* an order that was not seen */
  PetscBool excused; /* what coarse points depart by from an order that was seen without them */
} Doubts;

/* One precision. */
static PetscErrorCode Judge(const Job *job, const Series *series, const Claim *claim, Finding *f,
                            Doubts *doubts) {
  OrderSlope slope;
  OrderDefect defect;
  OrderOutcome outcome;
  OrderMeasurement m;
  OrderParasitic parasitic;
  PetscBool there;

  PetscFunctionBeginUser;
  FindingInit(f);
  *doubts = (Doubts){PETSC_FALSE, PETSC_FALSE};
  PetscCall(OrderUnpack(series, claim->quantity, NULL, &m, &there));
  m.series.order = claim->order;
  m.series.symmetric = (int)job->symmetric;
  f->decided_in = PETSC_TRUE;
  f->precision = m.precision;
  if (!there && !m.failed) {
    FindingSet(f, SKIPPED, "%s is not among the quantities of this model's realisation",
               claim->quantity);
  } else if (m.series.points == 0) {
    FindingSet(f, FAILED, "%s has no error at any step size: %s", claim->quantity, m.failure);
  } else {
    outcome = OrderDecide(&m.series, &slope, &defect);
    PetscCall(
        OrderDecideParasitic(series, claim->quantity, &m, &outcome, &slope, &defect, &parasitic));
    Observe(&m, &slope, f);
    Describe(&m, outcome, &slope, &defect, f);
    if (parasitic.modulus || parasitic.turns)
      OrderDescribeParasitic(&parasitic, f);
    else if (outcome == ORDER_DEPARTS || outcome == ORDER_CURVED)
      DescribeAsymmetry(&m, f);
    doubts->digits = WantsDigits(&m, outcome, f->verdict, &defect);
    doubts->excused = (PetscBool)(f->verdict == CONFIRMED && defect.excused);
    if (TwinsDisagree(&m, claim->quantity))
      DescribeTwins(&m, f);
    if (f->verdict != REFUTED && m.failed &&
        (m.failed_finest > m.steps[m.series.points - 1] || m.series.points < 6))
      FindingSet(f, FAILED, "%d of %d step sizes failed, the finest with %.0f steps: %s",
                 (int)m.failed, (int)(m.failed + m.series.points), (double)m.failed_finest,
                 m.failure);
  }
  PetscCall(PetscFree(m.error));
  PetscFunctionReturn(0);
}

/* A defect found in either precision is a defect. Otherwise the window that reaches further down
 * speaks, if it has an answer. */
static PetscBool Prefers(const Finding *a, const Finding *b) {
  if (a->verdict == REFUTED || b->verdict == REFUTED) {
    if (a->verdict != b->verdict)
      return (PetscBool)(a->verdict == REFUTED);
  } else if ((a->verdict == CONFIRMED) != (b->verdict == CONFIRMED)) {
    /* Quadruple precision knows of departures that lie below the floor of double. */
    const Finding *finer = a->smallest < b->smallest ? a : b;

    if (finer->verdict == UNDECIDED && finer->points > 0 && finer->smallest < 1e-16)
      return (PetscBool)(finer == a);
    return (PetscBool)(a->verdict == CONFIRMED);
  } else if (a->verdict != b->verdict) {
    return (PetscBool)(a->verdict < b->verdict);
  }
  return (PetscBool)(a->smallest < b->smallest);
}

/* A model on which methods are better than they are elsewhere confirms nothing. */
static void JudgeDegenerate(PetscReal order, Finding *f) {
  char slope[64] = "";

  if (isfinite(f->observed))
    (void)snprintf(slope, sizeof(slope), " (here %.3f)", f->observed);
  FindingSet(f, SKIPPED,
             "degenerate: on this model methods are better than they are elsewhere, so its slope%s "
             "confirms nothing",
             slope);
  FindingFlag(f, "degenerate");
  if (f->lower > order + 0.15)
    FindingFlag(f, "superconvergent");
}

/* ---- All of it ---- */

/* Whether errors say anything: those at ten floors and above are used. */
static PetscBool IsAboveFloor(const Series *series, PetscInt point, const char *quantity) {
  const SeriesQuantity *known = SeriesFindQuantity(series, quantity);
  const Errors *errors = SeriesPointErrors(&series->point[point], quantity);
  PetscReal largest = 0;

  for (PetscInt i = 0; errors && i < errors->times * errors->components; i++)
    largest = fmax(largest, fabs(errors->at[i]));
  return (PetscBool)(!errors || !known || point >= known->floor.count ||
                     largest >= 10 * known->floor.at[point]);
}

/* An order is one of small steps. Where all are longer than the time in which the linearised field
 * changes, methods that solve for their stages fall short of it, down to the order of these, and
 * others are unstable: neither says anything against a claim. */
static void JudgeStiff(const Measured *measured, const Claim *claim, Finding *f) {
  PetscReal least = PETSC_MAX_REAL, rate = 0;

  if (f->verdict != REFUTED && f->verdict != FAILED)
    return;
  for (PetscInt i = 0; measured->shape == MEASURED_SERIES && i < measured->count; i++) {
    const Series *series = &measured->series[i];

    rate = fmax(rate, series->rate); /* of NaN the other is taken */
    for (PetscInt j = 0; j < series->points; j++)
      if (IsAboveFloor(series, j, claim->quantity))
        least = fmin(least, series->duration / OrderStepsOf(series, &series->point[j]));
  }
  if (rate * least > 1 && least < PETSC_MAX_REAL) {
    const size_t used = strlen(f->reason);

    f->verdict = UNDECIDED;
    (void)snprintf(
        f->reason + used, sizeof(f->reason) - used,
        "; but the smallest step that shows an error, %.3g, is %.3g times as long as the "
        "model takes to change: on a stiff problem that is not small, and shows no order",
        least, rate * least);
    FindingFlag(f, "stiff");
  }
}

static PetscErrorCode JudgeAll(const Job *job, const Measured *measured, const Claim *claim,
                               Finding *f, Doubts *doubts) {
  static const char *const names[PRECISIONS] = {"double", "quadruple"};
  char failure[600] = "";

  PetscFunctionBeginUser;
  FindingInit(f);
  *doubts = (Doubts){PETSC_FALSE, PETSC_FALSE};
  FindingSet(f, FAILED, "the record holds no measurement of order");
  if (!isfinite(claim->order)) {
    FindingSet(f, FAILED, "the claim names no quantity or no order");
    PetscFunctionReturn(0);
  }
  if (!FindingOrderSaysSomething(f, claim->order))
    PetscFunctionReturn(0);
  for (PetscInt i = 0; measured->shape == MEASURED_SERIES && i < measured->count; i++) {
    Finding other;

    PetscCall(Judge(job, &measured->series[i], claim, &other, doubts));
    if (other.verdict == FAILED)
      (void)snprintf(failure, sizeof(failure), "; in %s precision %.500s", names[other.precision],
                     other.reason);
    if (i == 0 || Prefers(&other, f))
      *f = other;
  }
  if (f->verdict == UNDECIDED) /* the other precision might have decided */
    (void)snprintf(f->reason + strlen(f->reason), sizeof(f->reason) - strlen(f->reason), "%s",
                   failure);
  OrderJudgeLate(job, measured, claim, f);
  JudgeStiff(measured, claim, f);
  if (job->degenerate && f->verdict != REFUTED && f->verdict != FAILED)
    JudgeDegenerate(claim->order, f);
  else if (measured->count == 1 && doubts->digits) /* else the digits were there */
    FindingWantsDigits(f, job);
  PetscFunctionReturn(0);
}

PetscErrorCode OrderJudge(PetscInt count, const Job *const jobs[], const Measured *const measured[],
                          const Claim *claim, Finding *f) {
  Doubts unused;

  PetscFunctionBeginUser;
  (void)count;
  PetscCall(JudgeAll(jobs[0], measured[0], claim, f, &unused));
  PetscFunctionReturn(0);
}

PetscErrorCode OrderStandingOf(const Job *job, const Measured *measured, OrderStanding *standing) {
  PetscInt claims = 0, refuted = 0;

  PetscFunctionBeginUser;
  *standing = (OrderStanding){PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};
  for (PetscInt i = 0; i < job->claims.count; i++) {
    Finding f;
    Doubts doubts;

    if (strcmp(job->claims.at[i].study, "order"))
      continue;
    PetscCall(JudgeAll(job, measured, &job->claims.at[i], &f, &doubts));
    claims++;
    refuted += f.verdict == REFUTED;
    if (f.verdict == UNDECIDED)
      standing->open = PETSC_TRUE;
    if (f.verdict == CONFIRMED && doubts.excused)
      standing->open = standing->excused = PETSC_TRUE;
  }
  standing->refuted = (PetscBool)(claims > 0 && refuted == claims);
  PetscFunctionReturn(0);
}
