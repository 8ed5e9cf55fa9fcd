/* Errors of methods with several steps.
 *
 * A parasitic root ζ of modulus 1 adds to the error after n steps what turns with ζⁿ, and if ζᵐ = 1
 * the errors at one time lie on m smooth curves, one for each remainder of n [Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, 2nd ed. (2006), XV.5]. All together they are no sum of
 * powers of h. So each class of step numbers is judged by itself: a term below the claimed order,
 * if the method has one, is in every class.
 *
 * Any series is smoother with fewer points. So the classes have to be long, and each has to obey
 * the law without an exception; and it is only asked where all together are clearly no smooth
 * series.
 *
 * Other roots of modulus 1 leave no classes: what turns with them is a noise level. */
#include "studies/order/measurement.h"
#include "statistics/thresholds.h"

/* The largest number that divides all numbers of steps; 0 if they are not known. */
static PetscInt64 CommonDivisor(const Series *series) {
  PetscInt64 divisor = 0;

  for (PetscInt i = 0; i < series->points; i++) {
    PetscInt64 a = series->point[i].steps, b = divisor;

    if (a <= 0)
      return 0;
    while (b) {
      const PetscInt64 rest = a % b;

      a = b;
      b = rest;
    }
    divisor = a;
  }
  return divisor;
}

static PetscErrorCode ClassObeysLaw(const Series *series, const char *quantity,
                                    const OrderMeasurement *whole, const OrderClass *class,
                                    OrderSlope *slope, PetscBool *obeys) {
  OrderMeasurement m;
  OrderDefect defect;
  PetscBool there;

  *obeys = PETSC_FALSE;
  PetscCall(OrderUnpack(series, quantity, class, &m, &there));
  m.series.order = whole->series.order;
  m.series.symmetric = whole->series.symmetric;
  m.series.logarithm = whole->series.logarithm;
  if (there && m.series.points >= PARASITIC_CLASS_POINTS)
    *obeys = (PetscBool)(OrderDecide(&m.series, slope, &defect) == ORDER_CONFIRMED &&
                         slope->above >= PARASITIC_CLASS_POINTS && defect.departure == 0);
  return PetscFree(m.error);
}

/* The slope becomes that of the widest interval of all classes. */
static PetscErrorCode DecideByClasses(const Series *series, const char *quantity,
                                      const OrderMeasurement *whole, OrderSlope *slope,
                                      PetscInt *modulus) {
  const PetscInt64 divisor = CommonDivisor(series);

  *modulus = 0;
  for (PetscInt classes = 2; classes <= PARASITIC_CLASSES && divisor && !*modulus; classes++) {
    OrderSlope widest = {.points = 0}, mine;
    PetscBool obey = PETSC_TRUE;

    for (PetscInt k = 0; k < classes && obey; k++) {
      const OrderClass class = {divisor * classes, divisor * k};

      PetscCall(ClassObeysLaw(series, quantity, whole, &class, &mine, &obey));
      if (obey && (k == 0 || mine.upper - mine.lower > widest.upper - widest.lower))
        widest = mine;
    }
    if (!obey)
      continue;
    *modulus = (PetscInt)divisor * classes;
    *slope = widest;
  }
  return 0;
}

static void DecideTurning(const OrderMeasurement *m, OrderDecision *d, OrderParasitic *parasitic) {
  OrderSeries series = m->series;
  OrderDecision mine = *d;

  if (!OrderTurns(&series, &parasitic->turning))
    return;
  series.floor = parasitic->turning.floor;
  if (OrderDecide(&series, &mine.slope, &mine.defect) != ORDER_CONFIRMED ||
      mine.defect.departure > 0)
    return;
  *d = mine;
  parasitic->turns = PETSC_TRUE;
}

PetscErrorCode OrderDecideParasitic(const Series *series, const char *quantity,
                                    const OrderMeasurement *m, OrderDecision *d,
                                    OrderParasitic *parasitic) {
  *parasitic = (OrderParasitic){.modulus = 0};
  if (d->outcome == ORDER_DEPARTS && d->defect.departure > DEPARTURE_OF_CLASSES)
    PetscCall(DecideByClasses(series, quantity, m, &d->slope, &parasitic->modulus));
  if (!parasitic->modulus &&
      (d->outcome == ORDER_DEPARTS || d->outcome == ORDER_CURVED || d->outcome == ORDER_WIDE))
    DecideTurning(m, d, parasitic);
  if (parasitic->modulus || parasitic->turns)
    d->outcome = ORDER_CONFIRMED;
  return 0;
}

void OrderDescribeParasitic(const OrderParasitic *parasitic, Finding *f) {
  if (parasitic->modulus)
    FindingAdd(f, CAUSE_PARASITIC_CLASSES, FACTS(NUMBER(COUNT, parasitic->modulus)));
  else
    FindingAdd(
        f, CAUSE_PARASITIC_OSCILLATION,
        FACTS(NUMBER(RATIO, parasitic->turning.share), NUMBER(POWER, parasitic->turning.power)));
  FindingFlag(f, "parasitic");
}
