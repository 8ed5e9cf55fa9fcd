#include "judge/table.h"
#include "statistics/order.h"
#include "statistics/thresholds.h"
#include "studies/order/measurement.h"
#include "studies/order/order.h"

/* Of points from the coarsest to the finest: how many at the fine end do not fall any more. */
static int Plateau(const OrderSeries *s) {
  int first = s->points - 1;
  while (first > 0 && log(OrderError(s, first - 1) / OrderError(s, first)) <
                          TABLE_STAGNANT * log(s->steps[first] / s->steps[first - 1]))
    first--;
  return first < s->points - 1 ? s->points - first : 0;
}

/* The finding without some of the points. */
static PetscErrorCode JudgeWithout(const Evidence *e, PetscInt first, PetscInt points, Finding *f) {
  const Series *whole = &e->measured[0]->series[0];
  Series part = *whole;
  SeriesQuantity quantity = whole->quantity[0];
  Measured less = *e->measured[0];
  PetscInt count = 0;
  PetscCall(PetscMalloc2(whole->points, &part.point, whole->points, &quantity.floor.at));
  for (PetscInt i = 0; i < whole->points; i++)
    if (i < first || i >= first + points) {
      part.point[count] = whole->point[i];
      quantity.floor.at[count++] = whole->quantity[0].floor.at[i];
    }
  part.points = quantity.floor.count = count;
  part.quantity = &quantity;
  less.series = &part;
  PetscCall(OrderJudge(&(Evidence){1, e->job, (const Measured *[]){&less}, e->claim}, f));
  return PetscFree2(part.point, quantity.floor.at);
}

static PetscBool SlopeRefutes(const Claim *claim, const Finding *f) {
  return (PetscBool)(f->points > 0 && f->upper < claim->order - OrderTooLow(claim->order));
}

/* Without a noise level, an error that does not fall may be round-off. */
static PetscBool MayBeNoise(const Finding *f) {
  return (PetscBool)(FindingIsOfTerm(f) && StatementNumber(f->statement, QUANTITY_POWER) <= 0);
}

/* Whether the errors, whatever the term is, show the lower order. */
static PetscBool SlopeShows(const Claim *claim, const OrderSeries *s, const Finding *f,
                            PetscBool floor_given) {
  OrderRates r;

  if (!SlopeRefutes(claim, f) || floor_given)
    return SlopeRefutes(claim, f);
  OrderFindRates(s, &r); /* a slope of noise goes nowhere */
  return (PetscBool)(OrderRatesAtMost(s, &r) < claim->order - OrderTooLow(claim->order));
}

/* The point on which a refutation by a term rests, if it is a single one, else -1. Round-off is in the finest
 * errors, and looks like another term without one of them. */
static PetscErrorCode FindOnlyPoint(const Evidence *e, PetscBool floor_given, PetscInt *point) {
  const PetscInt points = e->measured[0]->series[0].points;
  Finding without;
  *point = -1;
  for (PetscInt i = 0; i < points && *point < 0; i++) {
    PetscCall(JudgeWithout(e, i, 1, &without));
    if (without.verdict != REFUTED || (!floor_given && i >= points - 2 && MayBeNoise(&without)))
      *point = i;
  }
  return 0;
}

/* A term of which the slope shows nothing may be that of a single error, or noise of the finest ones that
 * looks like a term by chance. */
static PetscErrorCode DoubtTerm(const Evidence *e, PetscBool floor_given, Finding *f) {
  const Series *series = &e->measured[0]->series[0];
  Finding without;
  PetscInt point;
  PetscCall(FindOnlyPoint(e, floor_given, &point));
  if (point >= 0) {
    FindingDoubt(f, CAUSE_RESTS_ON_ONE_ROW, FACTS(NUMBER(H, series->point[point].h)));
    FindingFlag(f, "one_row");
  } else if (!floor_given && StatementNumber(f->statement, QUANTITY_DEVIATIONS) < TABLE_BY_CHANCE) {
    PetscCall(JudgeWithout(e, series->points - TABLE_NOISY_ROWS, TABLE_NOISY_ROWS, &without));
    if (without.verdict != REFUTED) {
      FindingDoubt(f, CAUSE_NOISE_LEVEL_NOT_GIVEN, NO_FACTS);
      FindingFlag(f, "finest_rows");
    }
  }
  return 0;
}

/* Where the largest error is no clean power, all entries with their signs may still obey the law alone. */
static void ConfirmByLaw(const OrderSeries *s, Finding *f) {
  const Cause cause = f->statement[0].cause;
  if (f->verdict != UNDECIDED ||
      (cause != CAUSE_NO_STRAIGHT_WINDOW && cause != CAUSE_ORDER_INTERVAL_WIDE &&
       cause != CAUSE_RATES_DEPART))
    return;
  const PetscReal share = OrderShareBelow(s);
  if (share <= LAW_SHARE_BELOW)
    FindingSet(f, CONFIRMED, CAUSE_ORDER_BY_LAW,
               FACTS(NUMBER(CLAIMED, s->order), NUMBER(POINTS, s->points),
                     NUMBER(POWER, s->order - 1), NUMBER(RATIO, share)));
  else
    FindingFlag(f, "slope_open");
}

PetscErrorCode TableJudge(const Evidence *e, PetscBool floor_given, Finding *f) {
  const Claim *claim = e->claim;
  OrderMeasurement m;
  PetscBool there;
  const OrderSeries *const s = &m.series;
  PetscCall(OrderJudge(e, f));
  if (f->verdict == SKIPPED || f->verdict == FAILED ||
      (f->verdict == UNDECIDED && e->measured[0]->series[0].points < ORDER_WINDOW_POINTS))
    return 0;
  if (!floor_given && f->verdict == UNDECIDED && f->statement[0].cause == CAUSE_NO_STRAIGHT_WINDOW)
    FindingAdd(f, CAUSE_NOISE_LEVEL_NOT_GIVEN, NO_FACTS);
  PetscCall(OrderUnpackClaim(e->job[0], e->measured[0]->series, claim, NULL, &m, &there));
  const int plateau = floor_given ? 0 : Plateau(s), last = s->points - 1;
  if (plateau) {
    const PetscReal fall = log(OrderError(s, 0) / OrderError(s, last));
    FindingSet(
        f, UNDECIDED, CAUSE_PLATEAU,
        FACTS(NUMBER(COUNT, plateau), NUMBER(H, s->duration / s->steps[last]),
              NUMBER(POWER,
                     plateau > last && fall > 1 ? fall / log(s->steps[last] / s->steps[0]) : NAN)));
    FindingFlag(f, "plateau");
  } else if (f->verdict == REFUTED && !floor_given && MayBeNoise(f)) {
    FindingDoubt(f, CAUSE_NOISE_LEVEL_NOT_GIVEN, NO_FACTS);
  } else if (f->verdict == REFUTED && FindingIsOfTerm(f) && !SlopeRefutes(claim, f) &&
             OrderHalfPowersExplain(s)) {
    FindingDoubt(f, CAUSE_HALF_POWERS, NO_FACTS);
  } else if (f->verdict == REFUTED && FindingIsOfTerm(f) && !SlopeShows(claim, s, f, floor_given)) {
    PetscCall(DoubtTerm(e, floor_given, f));
  }
  ConfirmByLaw(s, f);
  if (f->verdict == UNDECIDED)
    f->counterexample.there = PETSC_FALSE;
  return PetscFree(m.error);
}

PetscErrorCode TablePrintRates(const Record *record, FILE *out) {
  const Series *series = &record->measured->series[0];
  OrderMeasurement m;
  PetscBool there;
  OrderRates r;

  if (series->points >= ORDER_WINDOW_POINTS)
    return 0;
  PetscCall(OrderUnpackClaim(&record->job, series, record->job.claims.at, NULL, &m, &there));
  OrderFindRates(&m.series, &r);
  fprintf(out, "  %12s  %10s  %7s  %12s\n", "h", "error", "order", "extrapolated");
  for (int i = 0; i < m.series.points; i++) {
    char order[32] = "-", extrapolated[32] = "-";

    if (isfinite(r.order[i]))
      (void)snprintf(order, sizeof(order), "%.3f", r.order[i]);
    if (isfinite(r.extrapolated[i]))
      (void)snprintf(extrapolated, sizeof(extrapolated), "%.3f", r.extrapolated[i]);
    fprintf(out, "  %12.6g  %10.4g  %7s  %12s\n", series->point[i].h, OrderError(&m.series, i),
            order, extrapolated);
  }
  return PetscFree(m.error);
}

void TableLeaveOut(PetscInt without, PetscInt lost, Finding *f) {
  if (without)
    FindingAdd(f, CAUSE_ROWS_WITHOUT_NUMBER, FACTS(NUMBER(COUNT, without)));
  if (!lost)
    return;
  FindingAdd(f, CAUSE_FINEST_LOST, FACTS(NUMBER(COUNT, lost)));
  if (f->verdict == CONFIRMED)
    f->verdict = UNDECIDED;
}
