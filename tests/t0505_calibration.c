/* A quick part of the calibration: 300 series per class. The whole is `make calibration`. */
#define main calibration_main
#include "calibration.c"
#undef main
#include "tap.h"

int main(void) {
  (void)calibration_main;
  for (int kind = 0; kind < CLASSES; kind++) {
    Tally t;

    Calibrate(kind, 300, 0, &t);
    /* With a rate of 5e-4 (the calibration's worst) two among 300 come once in a hundred runs; the
     * seeds are fixed. */
    ok(t.false_verdicts <= 1, "%s: %d of %d judged falsely", class[kind].name, t.false_verdicts,
       t.series);
    if (class[kind].right)
      ok(t.undecided_clear <= 2 + t.clear / 50, "%s: %d of %d clear ones undecided",
         class[kind].name, t.undecided_clear, t.clear);
  }
  for (int kind = 0; kind < RUN_CLASSES; kind++) {
    Tally t;

    CalibrateRuns(kind, 60, &t);
    ok(t.false_verdicts == 0 && !t.exact, "%s, %s: %d of %d judged falsely, %d broken",
       run_class[kind].study, run_class[kind].name, t.false_verdicts, t.series, t.exact);
    ok(2 * t.undecided <= t.series || !strcmp(run_class[kind].name, "random walk") ||
           !strcmp(run_class[kind].name, "bounded claimed, stationary"), /* no rule confirms it */
       "%s, %s: %d of %d open", run_class[kind].study, run_class[kind].name, t.undecided, t.series);
  }
  /* The bound itself: nothing among n has 1 - 0.05^(1/n). */
  is_close(Bound(0, 10000), -log(0.05) / 10000, 1e-7, "the second order of the exponential",
           "the bound of no false verdict");
  is_close(Bound(4, 10000), 9.15e-4, 1e-6, "tabulated to three digits", "the bound of four");
  return done_testing();
}
