/* The rules that turn the two findings on an order into a verdict. */
#include "statistics/order.h"
#include "statistics/thresholds.h"

#include <math.h>

/* A slope refutes if it does so even when large corrections are allowed for, and if it is not still
 * rising towards the claimed order. */
int OrderSlopeRefutes(const OrderSeries *s, const OrderSlope *slope) {
  const double low = s->order - OrderTooLow(s->order);

  return slope->strict && fmax(slope->upper, slope->cautious) < low &&
         slope->fine < fmin(low, slope->order + ORDER_RISING);
}

OrderOutcome OrderDecidePlainly(const OrderSeries *s, OrderSlope *slope, OrderDefect *defect) {
  OrderFindSlope(s, slope);
  OrderFindDefect(s, defect);
  if (defect->found)
    return ORDER_REFUTED_BY_TERM;
  if (slope->above == 0)
    return ORDER_EXACT;
  if (OrderSlopeRefutes(s, slope))
    return ORDER_REFUTED_BY_SLOPE;
  /* An error that no expansion explains is not evidence for a lower order, but in spite of it a
   * good slope is no evidence for the claimed one. */
  if (defect->departure > 0)
    return ORDER_DEPARTS;
  if (slope->above < ORDER_WINDOW_POINTS)
    return ORDER_TOO_FEW;
  if (!slope->accepted)
    return ORDER_CURVED;
  if (slope->lower >= s->order - ORDER_NEAR && slope->upper <= s->order + ORDER_NEAR)
    return ORDER_CONFIRMED;
  /* Orders are whole numbers: an interval between two of them is that of a bent curve, whatever the
   * claim, and most of the false confirmations in calibration were such. */
  if (slope->lower > s->order && slope->lower >= round(slope->order) - ORDER_NEAR &&
      slope->upper <= round(slope->order) + ORDER_NEAR)
    return ORDER_EXCEEDS;
  return ORDER_WIDE;
}

static OrderOutcome WeighExcused(const OrderSeries *s, const OrderSlope *slope,
                                 OrderOutcome confirmed, OrderDefect *defect) {
  OrderDefect term = *defect;

  (void)OrderWeigh(s, slope, &term);
  if (!term.found || term.gain < TERM_AHEAD_EXCUSED)
    return confirmed;
  *defect = term;
  return ORDER_REFUTED_BY_TERM;
}

OrderOutcome OrderDecide(const OrderSeries *s, OrderSlope *slope, OrderDefect *defect) {
  const OrderOutcome outcome = OrderDecidePlainly(s, slope, defect);

  /* Where no window is straight, and the slope is no evidence either, a term that was found has to
   * be the likelier explanation as well. */
  if (outcome == ORDER_REFUTED_BY_TERM && !slope->accepted &&
      slope->order > s->order - OrderTooLow(s->order) &&
      OrderWeigh(s, slope, defect) < TERM_AHEAD_CURVED) {
    defect->found = 0;
    return ORDER_CURVED;
  }
  /* So has a term to be that only coarse points show which a confirmation would leave out: a law whose
   * powers may grow explains them as well, but it takes many for what the term does alone. */
  if ((outcome == ORDER_CONFIRMED || outcome == ORDER_EXCEEDS) && defect->excused)
    return WeighExcused(s, slope, outcome, defect);
  if (outcome < ORDER_TOO_FEW)
    return outcome;
  (void)OrderWeigh(s, slope, defect);
  return defect->found ? ORDER_REFUTED_BY_TERM : outcome;
}
