/* Orders that are lost late, in synthetic distances of runs with known truth: what must be found, and
 * what feigns it on right methods. */
#include "statistics/late.h"
#include "tap.h"

#include <string.h>

enum { PARTS = 25, PAIRS = LATE_MOST };

static double apart[PAIRS * PARTS], smooth[PARTS], rough[PARTS];

/* The error at the end of a part of a run with the step 2^-run; pairs are apart by its differences. */
typedef double Error(int part, double h);

static LateFinding examine(Error *error, int pairs, double order, const double *control) {
  LateSeries s = {.pairs = pairs,
                  .parts = PARTS,
                  .apart = apart,
                  .size = 1,
                  .floor = 1e-15,
                  .order = order,
                  .control = control};
  LateFinding f;

  for (int pair = 0; pair < pairs; pair++)
    for (int part = 0; part < PARTS; part++)
      apart[pair * PARTS + part] =
          fabs(error(part, ldexp(0.1, -pair)) - error(part, ldexp(0.1, -pair - 1)));
  f = LateExamine(&s);
  return f;
}

/* ---- Right ones ---- */

/* Order 2, growing like t^2, with a term of the next order. */
static double right(int part, double h) {
  const double t = part + 1;

  return 1e-3 * t * t * h * h + 1e-3 * t * h * h * h;
}

/* The same on a chaotic model: an exponential, until it is as large as the values are. */
static double chaotic(int part, double h) { return tanh(1e-2 * h * h * exp(0.5 * part)); }

/* Far apart from the fifth part on, and no nearer with smaller steps. */
static double scattered(int part, double h) {
  return part < 5 ? 1e-2 * h * h * exp(part) : sin(1e3 * part + 7 / h);
}

/* Two terms that cancel about the tenth part with the coarser steps. */
static double cancelling(int part, double h) {
  return 1e-2 * (h * h - 0.1 * (part + 1) / 0.8 * h * h * h * 10);
}

/* BDF2 on a rotor at t = 48: orders of 1.0, 1.1, 1.5 and 2.0 with ever smaller steps. */
static double rising(int part, double h) {
  static const double error[] = {7.47e-2, 3.47e-2, 1.44e-2, 4.7e-3, 1.2e-3, 3e-4};

  return part < 10 ? right(part, h) : error[lround(log2(0.1 / h))];
}

/* Rounding that a chaotic model has made large, and that happens to double with the steps. */
static double amplified(int part, double h) {
  return 1e-3 * pow(h, 8) * exp(1.2 * part) + 1e-16 * exp(1.2 * part) * h * 10;
}

/* ---- Wrong ones ---- */

/* Order 3, and Euler's method from the fifth part on. */
static double late_euler(int part, double h) {
  return 1e-2 * (part + 1) * h * h * h + (part > 4 ? 1e-2 * (part - 4) * h : 0);
}

/* A weight that drifts away. */
static double drifting(int part, double h) {
  return 1e-2 * (part + 1) * h * h + (part > 4 ? 1e-3 * (part - 4) * (part - 4) * h : 0);
}

/* Order 4 that becomes order 2. */
static double less(int part, double h) {
  return 1e-2 * h * h * h * h * (part + 1) + (part > 7 ? 1e-3 * h * h * (part - 7) : 0);
}

/* ---- Runs that agree with one another, but not with the solution ---- */

static double classical[PARTS], before[PARTS], control_apart[PARTS];

/* Of order 2; from the sixth part on it solves equations whose solution is another one by `other`. The
 * known method is of order 4, its finest run has the finest step. */
static LateFinding examine_classical(double other, double growing, const double *control) {
  LateSeries s = {.pairs = LATE_DECIDED,
                  .parts = PARTS,
                  .apart = apart,
                  .size = 1,
                  .floor = 1e-15,
                  .order = 2,
                  .control = control,
                  .classical = classical,
                  .classical_before = before,
                  .control_apart = control_apart};
  const double finest = ldexp(0.1, -LATE_DECIDED);
  LateFinding f;

  for (int part = 0; part < PARTS; part++) {
    const double away = part > 5 ? other * (part - 5) : 0, grown = exp(growing * part);

    for (int pair = 0; pair < s.pairs; pair++)
      apart[pair * PARTS + part] =
          fabs(right(part, ldexp(0.1, -pair)) - right(part, ldexp(0.1, -pair - 1))) * grown;
    control_apart[part] = 1e-3 * pow(2 * finest, 4) * grown;
    classical[part] = right(part, finest) * grown + away;
    before[part] = right(part, 2 * finest) * grown + away;
  }
  f = LateExamine(&s);
  return f;
}

static void go_astray(void) {
  LateFinding f = examine_classical(0, 0, smooth);

  ok(!f.lost && f.suspect < 0 && f.reach == PARTS, "a right method is where the known one is");
  f = examine_classical(1e-2, 0, smooth);
  ok(f.lost && f.power == 0 && f.part >= 6, "runs that converge to something else are found");
  ok(f.reach >= 5 && f.reach <= 7, "  and the order is not said to reach beyond");
  f = examine_classical(1e-2, 0, rough);
  ok(!f.lost && f.open, "  but not where the known method loses its order");
  f = examine_classical(1e-2, 0, NULL);
  ok(!f.lost && f.open, "  nor where it was not asked");
  f = examine_classical(1e-9, 0, smooth);
  ok(!f.lost, "what is far less than the runs' own errors is not seen");
  f = examine_classical(0, 0.4, smooth);
  ok(!f.lost && f.suspect < 0, "errors that grow exponentially are not taken for a lost solution");
}

/* Heun's method on a pendulum whose pivot moves, from t = 26 on: the motion is chaotic, and the two finest
 * runs are near one another by chance. */
static void meet_by_chance(void) {
  enum { SEEN = 4 };
  static const double met[LATE_DECIDED * SEEN] = {12.814,  18.566,  23.638,  35.347,
                                                  48.994,  62.016,  70.011,  79.719,
                                                  0.28338, 0.18189, 0.39893, 0.69333};
  static const double finest[] = {2.7827, 8.3622, 14.13, 20.013},
                      coarser[] = {3.0535, 8.3261, 13.734, 19.363},
                      known[] = {0.0064228, 0.0087361, 0.013928, 0.053702};
  const LateSeries s = {.pairs = LATE_DECIDED,
                        .parts = SEEN,
                        .apart = met,
                        .size = 33.49,
                        .floor = 1.1e-15,
                        .order = 2,
                        .control = smooth,
                        .classical = finest,
                        .classical_before = coarser,
                        .control_apart = known};
  LateFinding f;

  f = LateExamine(&s);
  ok(!f.lost, "two runs that meet by chance do not converge to something else");
}

/* A motion that attracts others: distances shrink to nothing, and each step still rounds. */
static LateFinding examine_attracted(double away) {
  static double distance[PAIRS][PARTS], finest[PARTS], coarser[PARTS], control[PARTS];
  LateSeries s = {.pairs = PAIRS,
                  .parts = PARTS,
                  .apart = distance[0],
                  .size = 1,
                  .floor = 1e-16,
                  .order = 2,
                  .control = smooth,
                  .classical = finest,
                  .classical_before = coarser,
                  .control_apart = control};
  LateFinding f;

  for (int part = 0; part < PARTS; part++) {
    for (int pair = 0; pair < PAIRS; pair++)
      distance[pair][part] = 1e-5 * pow(4, -pair) * exp(-1.5 * part);
    finest[part] = coarser[part] = distance[PAIRS - 1][part] + away;
  }
  f = LateExamine(&s);
  return f;
}

static void attracted(void) {
  LateFinding f = examine_attracted(1e-16);

  ok(!f.lost, "near a point of rest, rounding is no other solution");
  f = examine_attracted(1e-9);
  ok(f.lost, "another point of rest is another solution");
}

static void stands(const char *what, Error *error, double order) {
  for (int pairs = LATE_SCREENED; pairs <= PAIRS; pairs++) {
    const LateFinding f = examine(error, pairs, order, smooth);

    ok(!f.lost, "%s, %d pairs: no order is lost", what, pairs);
    diag("reach %d, suspect %d, open %d", f.reach, f.suspect, f.open);
  }
}

static void falls(const char *what, Error *error, double order, int power, int first) {
  LateFinding f = examine(error, LATE_SCREENED, order, NULL);

  ok(f.suspect >= first && f.suspect < first + 4 && f.open && !f.lost,
     "%s: suspected, but no more from two pairs", what);
  f = examine(error, PAIRS, order, smooth);
  ok(f.lost && f.power == power && f.part > first, "%s: found with smaller steps", what);
  diag("early %.2f, late %.2f in part %d", f.early, f.late, f.part);
  ok(f.reach <= f.part, "  and not said to reach beyond");
  f = examine(error, PAIRS, order, rough);
  ok(!f.lost, "  but not where a known method loses its order as well");
  f = examine(error, PAIRS, order, NULL);
  ok(!f.lost, "  nor where none was asked");
}

/* Of a claimed order 4 that these steps do not show at the beginning either. */
static double never_full(int part, double h) { return 1e-2 * (part < 5 ? pow(h, 2.25) : h); }

int main(void) {
  LateFinding f;

  for (int part = 0; part < PARTS; part++)
    smooth[part] = 4, rough[part] = part < 5 ? 4 : 1;
  f = examine(right, LATE_SCREENED, 2, NULL);
  ok(f.suspect < 0 && !f.open && f.reach == PARTS, "a right method: the order stays to the end");
  ok(fabs(f.early - 2) < 0.1, "  and is seen at the beginning");
  f = examine(right, LATE_SCREENED, 3, NULL);
  ok(!f.lost && f.reach == 0, "an order that was never there is not said to be lost");
  stands("a claim whose order these steps do not show at first", never_full, 4);
  stands("a right method", right, 2);
  stands("exponential growth", chaotic, 2);
  stands("runs that part", scattered, 2);
  stands("terms that cancel", cancelling, 2);
  stands("rounding made large", amplified, 8);
  falls("Euler's method late", late_euler, 3, 1, 4);
  falls("a weight that drifts", drifting, 2, 1, 5);
  falls("order 4 becomes 2", less, 4, 2, 7);
  go_astray();
  meet_by_chance();
  attracted();
  for (int pairs = LATE_DECIDED; pairs <= PAIRS; pairs++)
    ok(!examine(rising, pairs, 2, smooth).lost,
       "an order that rises with smaller steps is not lost, with %d pairs", pairs);
  return done_testing();
}
