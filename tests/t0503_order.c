/* The judgement on an order, on errors of real methods: two-stage Gauss on y₁' = y₁(1 − y₁),
 * y₂' = y₂² cos t, whose solutions are known. Its symmetric error has even powers only. */
#include "statistics/order.h"
#include "statistics/thresholds.h"
#include "numerics/quad.h"
#include "tap.h"

#include <string.h>

enum { TIMES = 4, COMPONENTS = 2, POINTS = 12 };

typedef struct {
  Quad a[4], b[2], c[2];
} Tableau;

static Tableau gauss(void) {
  const Quad r = sqrtq(3) / 6, q = (Quad)1 / 4, h = (Quad)1 / 2;
  const Tableau t = {{q, q - r, q + r, q}, {h, h}, {h - r, h + r}};
  return t;
}

static void field(Quad t, const Quad *y, Quad *f) {
  f[0] = y[0] * (1 - y[0]);
  f[1] = y[1] * y[1] * cosq(t);
}

static void exact(Quad t, Quad *y) {
  y[0] = 1 / (1 + 3 * expq(-t));
  y[1] = 1 / (2 - sinq(t));
}

/* A diagonally implicit method of order 2 that is not symmetric [Alexander, SIAM J. Numer. Anal. 14
 * (1977) 1006]. */
static Tableau alexander(void) {
  const Quad c = 1 - sqrtq(2) / 2;
  const Tableau t = {{c, 0, 1 - c, c}, {1 - c, c}, {c, 1}};
  return t;
}

/* The errors at four times, in either precision: `round` is what a result is rounded to. */
static Quad as_double(Quad x) { return (double)x; }
static Quad as_quad(Quad x) { return x; }

static void run(const Tableau *tab, int steps, double duration, Quad (*round)(Quad),
                double *error) {
  const Quad h = round((Quad)duration / steps);
  Quad y[2], carry[2] = {0, 0}, k[2][2];

  exact(0, y);
  for (int c = 0; c < COMPONENTS; c++)
    y[c] = round(y[c]);
  for (int n = 0; n < steps; n++) {
    const Quad t = (Quad)duration * n / steps;

    field(t, y, k[0]);
    memcpy(k[1], k[0], sizeof(k[1]));
    for (int i = 0; i < 60; i++)
      for (int s = 0; s < 2; s++) {
        Quad stage[2];
        for (int c = 0; c < COMPONENTS; c++)
          stage[c] =
              round(y[c] + round(h * round(tab->a[2 * s] * k[0][c] + tab->a[2 * s + 1] * k[1][c])));
        field(t + tab->c[s] * h, stage, k[s]);
        for (int c = 0; c < COMPONENTS; c++)
          k[s][c] = round(k[s][c]);
      }
    /* Summed with compensation, as the harness does. */
    for (int c = 0; c < COMPONENTS; c++) {
      const Quad d = round(round(h * round(tab->b[0] * k[0][c] + tab->b[1] * k[1][c])) + carry[c]);
      const Quad sum = round(y[c] + d);
      carry[c] = round(d - round(sum - y[c]));
      y[c] = sum;
    }
    if ((n + 1) % (steps / TIMES) == 0) {
      const int time = (n + 1) / (steps / TIMES) - 1;
      Quad expected[2];
      exact((Quad)duration * (n + 1) / steps, expected);
      for (int c = 0; c < COMPONENTS; c++)
        error[time * COMPONENTS + c] = (double)(y[c] - expected[c]);
    }
  }
}

static OrderOutcome judge(const Tableau *tab, const int steps[], Quad (*round)(Quad),
                          double epsilon, double order, int symmetric, OrderSlope *slope,
                          OrderDefect *defect) {
  static double error[POINTS * TIMES * COMPONENTS], floor[POINTS], numbers[POINTS];
  const OrderSeries series = {.points = POINTS,
                              .times = TIMES,
                              .components = COMPONENTS,
                              .steps = numbers,
                              .error = error,
                              .floor = floor,
                              .duration = 2,
                              .order = order,
                              .symmetric = symmetric};

  for (int i = 0; i < POINTS; i++) {
    numbers[i] = steps[i];
    run(tab, steps[i], 2, round, error + i * TIMES * COMPONENTS);
    floor[i] = epsilon * (1 + sqrt(steps[i]) / 4);
  }
  return OrderDecide(&series, slope, defect);
}

/* A method may say of itself that it is symmetric, and not be: its errors have odd powers of h above its
 * order, which a law of even ones does not have. Its order is right all the same. */
static void falsely_symmetric(const char *precision, const int steps[], Quad (*round)(Quad),
                              double epsilon) {
  Tableau tab = alexander();
  OrderSlope slope;
  OrderDefect defect;
  const OrderOutcome outcome = judge(&tab, steps, round, epsilon, 2, 1, &slope, &defect);

  ok(outcome != ORDER_REFUTED_BY_TERM && outcome != ORDER_REFUTED_BY_SLOPE,
     "%s: order 2 of a method that is not symmetric, and says it is, is not refuted", precision);
  diag("outcome %d, slope %.4f, departure %g, a term h^%d at %.3g deviations, gain %g", outcome,
       slope.order, defect.departure, defect.power, defect.deviations, defect.gain);
}

/* One entry after the other, off by a relative amount. */
static void perturb(const char *precision, const int steps[], Quad (*round)(Quad), double epsilon,
                    double size) {
  static const char *const names[] = {"a11", "a12", "a21", "a22", "b1", "b2", "c1", "c2"};
  int caught = 0;
  double least = HUGE_VAL;

  for (int k = 0; k < 8; k++) {
    Tableau tab = gauss();
    Quad *entry = k < 4 ? &tab.a[k] : k < 6 ? &tab.b[k - 4] : &tab.c[k - 6];
    OrderSlope slope;
    OrderDefect defect;
    OrderOutcome outcome;

    *entry *= 1 + (Quad)size;
    outcome = judge(&tab, steps, round, epsilon, 4, 1, &slope, &defect);
    if (outcome == ORDER_REFUTED_BY_TERM || outcome == ORDER_REFUTED_BY_SLOPE) {
      caught++;
      least = fmin(least, defect.deviations);
      diag("%s, %s off by %g: a term h^%d at %.3g deviations, slope %.4f", precision, names[k],
           size, defect.power, defect.deviations, slope.order);
    } else {
      diag("%s, %s off by %g: outcome %d, slope %.4f, departure %g", precision, names[k], size,
           outcome, slope.order, defect.departure);
    }
  }
  ok(caught == 8, "%s: each of 8 coefficients off by %g is caught, at %.3g deviations or more",
     precision, size, least);
}

/* Values within the noise are no errors; without noise an error of 0 does not count. */
static void noise(void) {
  ok(!AboveNoise(NOISE_LEVELS * 1e-15, 1e-15), "an error at the limit is not above it");
  ok(AboveNoise(nextafter(NOISE_LEVELS * 1e-15, 1), 1e-15), "  one that is larger is");
  ok(!AboveNoise(0, 0) && AboveNoise(1e-300, 0), "  without noise each but 0");
  ok(!AboveNoise(NAN, 1e-15) && !AboveNoise(1, NAN), "  and none that is not a number");
}

int main(void) {
  noise();
  /* 1,104 steps and, in quadruple precision, at most 600 at once. */
  static const int coarse[POINTS] = {16, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 224};
  static const int fine[POINTS] = {16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 480, 600};
  OrderSlope slope;
  OrderDefect defect;
  Tableau tab = gauss();

  ok(judge(&tab, coarse, as_double, 1.2e-16, 4, 1, &slope, &defect) == ORDER_CONFIRMED,
     "two-stage Gauss has order 4 in double precision");
  is_close(slope.order, 4, 0.02, "the rest of the expansion at N = 16",
           "the slope of two-stage Gauss");
  ok(judge(&tab, fine, as_quad, 1e-34, 4, 1, &slope, &defect) == ORDER_CONFIRMED,
     "two-stage Gauss has order 4 in quadruple precision");
  ok(judge(&tab, coarse, as_double, 1.2e-16, 4, 0, &slope, &defect) == ORDER_CONFIRMED,
     "two-stage Gauss has order 4 without the declared symmetry");
  ok(judge(&tab, coarse, as_double, 1.2e-16, 2, 1, &slope, &defect) == ORDER_EXCEEDS,
     "a modest claim of 2 is confirmed as exceeded");
  ok(judge(&tab, coarse, as_double, 1.2e-16, 6, 1, &slope, &defect) >= ORDER_REFUTED_BY_TERM &&
         judge(&tab, coarse, as_double, 1.2e-16, 6, 1, &slope, &defect) <= ORDER_REFUTED_BY_SLOPE,
     "a claim of 6 is refuted");
  ok(judge(&tab, coarse, as_double, 1.2e-16, 5, 0, &slope, &defect) >= ORDER_REFUTED_BY_TERM &&
         judge(&tab, coarse, as_double, 1.2e-16, 5, 0, &slope, &defect) <= ORDER_REFUTED_BY_SLOPE,
     "a claim of 5 is refuted");
  ok(judge(&tab, coarse, as_double, 1, 4, 1, &slope, &defect) == ORDER_EXACT,
     "with everything below the floor there is no order");
  ok(judge(&tab, coarse, as_double, 1e-10, 4, 1, &slope, &defect) == ORDER_TOO_FEW,
     "with few points above the floor there is no order");
  falsely_symmetric("double", coarse, as_double, 1.2e-16);
  falsely_symmetric("double, fine", fine, as_double, 1.2e-16);
  falsely_symmetric("quadruple", coarse, as_quad, 1e-34);
  falsely_symmetric("quadruple, fine", fine, as_quad, 1e-34);
  falsely_symmetric("single", coarse, as_double, 1e-10);
  perturb("double", coarse, as_double, 1.2e-16, 1e-10);
  perturb("double", coarse, as_double, 1.2e-16, 1e-6);
  perturb("double", coarse, as_double, 1.2e-16, 1e-3);
  perturb("quadruple", fine, as_quad, 1e-34, 1e-20);
  perturb("quadruple", fine, as_quad, 1e-34, 1e-12);
  return done_testing();
}
