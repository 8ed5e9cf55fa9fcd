/* The exponent of an envelope that grows: within its interval for known powers, with an oscillation
 * with it and ripples of some per cent upon it, and at 0 where nothing grows. */
#include "statistics/growth.h"
#include "statistics/thresholds.h"
#include "tap.h"

#include <math.h>

enum { COUNT = 30 };

/* a + b t^gamma on times 1/COUNT … 1, with ripples of that size. */
static int fit(double a, double b, double gamma, double ripple, Envelope *e) {
  double time[COUNT], value[COUNT];

  for (int i = 0; i < COUNT; i++) {
    time[i] = (i + 1.) / COUNT;
    value[i] = (a + b * pow(time[i], gamma)) * (1 + ripple * sin(2.3 * i));
  }
  return EnvelopeFit(COUNT, time, value, e);
}

int main(void) {
  static const double powers[] = {0.5, 1, 1.5, 2, 3};
  double time[COUNT], value[COUNT];
  Envelope e;

  for (int i = 0; i < 5; i++) {
    ok(!fit(0, 1, powers[i], 0, &e) && fabs(e.exponent - powers[i]) < 0.006,
       "t^%g alone, to the step of the search", powers[i]);
    ok(!fit(0, 1, powers[i], 0.02, &e) && e.lower <= powers[i] && powers[i] <= e.upper &&
           e.upper - e.lower < 0.5,
       "  and with ripples of 2 %% it lies in an interval that tells halves apart");
    ok(!fit(0.1, 1, powers[i], 0.02, &e) && e.lower <= powers[i] && powers[i] <= e.upper,
       "the exponent is found with an oscillation of a tenth");
  }
  /* A wrong rule would be a straight line in logarithms: the oscillation would lower its slope. */
  ok(!fit(1, 1, 2, 0, &e) && fabs(e.exponent - 2) < 0.006,
     "t^2 is found with an oscillation as large");
  ok(!fit(1, 0, 0, 0.02, &e) && e.lower > -0.1 && e.upper < 0.1,
     "what only oscillates has power 0");
  ok(!fit(1, 0.01, 1, 0.02, &e) && e.upper < 0.3,
     "  and so has what grows by less than its ripples");
  /* Two powers: between them, and nearer the higher one the longer the run. */
  for (int i = 0; i < COUNT; i++) {
    time[i] = (i + 1.) / COUNT;
    value[i] = time[i] + time[i] * time[i];
  }
  ok(!EnvelopeFit(COUNT, time, value, &e) && e.exponent > 1.2 && e.exponent < 1.8,
     "t + t^2 has a power between");
  value[7] = 0;
  ok(EnvelopeFit(COUNT, time, value, &e), "values have to be above 0");
  value[7] = NAN;
  ok(EnvelopeFit(COUNT, time, value, &e), "  and finite");
  ok(EnvelopeFit(ENVELOPE_POINTS - 1, time + 10, value + 10, &e), "  and enough");
  return done_testing();
}
