/* The slope of a line through points whose scatter has a memory: the interval holds the true slope as
 * often as it says, where one that takes residuals for independent does not; and what bends has a wide
 * one. */
#include "statistics/line.h"
#include "tap.h"

#include <math.h>

enum { COUNT = 37, TRIALS = 2000 };

/* Of variance 1/12, the same on every machine. */
static double noise(void) {
  static unsigned long long state = 1;

  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0 - 0.5;
}

/* How often three deviations hold the slope, of residuals r_i = rho r_(i-1) + noise. */
static double coverage(double rho, int *narrow) {
  double x[COUNT], y[COUNT];
  int inside = 0;
  Line line;

  *narrow = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    double residual = noise();

    for (int i = 0; i < COUNT; i++) {
      residual = rho * residual + noise();
      x[i] = -i / 4.;
      y[i] = 2 + 0.9 * x[i] + residual;
    }
    if (LineFit(COUNT, x, y, &line))
      return 0;
    inside += line.lower < 0.9 && 0.9 < line.upper;
    *narrow += line.upper - line.lower < 0.3;
  }
  return (double)inside / TRIALS;
}

int main(void) {
  double x[COUNT], y[COUNT];
  int narrow;
  Line line;

  /* 0.3 % of normal values lie beyond three deviations, and of 37 points that are estimated too. */
  ok(coverage(0, &narrow) > 0.985, "the slope of independent residuals is in its interval");
  ok(narrow > TRIALS / 2, "  which tells slopes apart");
  ok(coverage(0.6, &narrow) > 0.96, "the coverage is right for residuals with a memory");
  for (int i = 0; i < COUNT; i++) {
    x[i] = -i / 4.;
    y[i] = i < COUNT / 2 ? x[i] : x[COUNT / 2];
  }
  ok(!LineFit(COUNT, x, y, &line) && line.upper - line.lower > 0.5,
     "a line that bends has a wide interval: %.2f to %.2f", line.lower, line.upper);
  for (int i = 0; i < COUNT; i++)
    y[i] = 3 - 0.5 * x[i];
  ok(!LineFit(COUNT, x, y, &line) && fabs(line.slope + 0.5) < 1e-14 && line.scatter < 1e-14,
     "a straight one has its slope, to rounding");
  ok(LineFit(LINE_POINTS - 1, x, y, &line), "few points have none");
  return done_testing();
}
