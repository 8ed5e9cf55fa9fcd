/* What three to five rows decide: on tables drawn from laws whose order is known, rounded as they are
 * printed, the true order is hardly ever called too low; a claim of one too many often is. */
#include "numerics/random.h"
#include "statistics/order.h"
#include "statistics/thresholds.h"
#include "tap.h"

#include <string.h>

static uint64_t state = RANDOM_BEGIN;

static double uniform(double low, double high) {
  return low + (high - low) * (1 + RandomDraw(&state)) / 2;
}
static double logarithmic(double low, double high) { return exp(uniform(log(low), log(high))); }
static double normal(void) {
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += uniform(0, 1);
  return sum;
}

typedef struct {
  OrderSeries series;
  double steps[8], error[8], floor[8];
} Table;

/* Laws of errors; those with a second length, which the finest step reaches, change their power there.
 * One that it does not reach is one of lower order, as far as any table shows. */
enum {
  POLYNOMIAL,
  CUBIC,
  EVEN,
  HALF,
  ROOT_OF_SQUARES,
  LARGEST,
  LAYER,
  EXPONENTIAL,
  PLATEAU,
  SATURATED,
  LOGARITHM,
  FAMILIES
};
static const char *const names[] = {"polynomial",      "cubic",     "even",     "half",
                                    "root of squares", "largest",   "layer",    "exponential",
                                    "plateau",         "saturated", "logarithm"};

static void factors(int kind, int n, const double *h, double order, double *e) {
  const double size = logarithmic(0.01, 30);
  double a[3][4];
  const double d = logarithmic(h[n - 1] / h[0], 10), sign = uniform(0, 1) < 0.5 ? -1 : 1;
  const double k = floor(uniform(1, 4)) / 2;

  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < 3; i++)
      a[c][i] = size * normal();
    a[c][3] = uniform(0, 1);
  }
  for (int i = 0; i < n; i++) {
    const double x = h[i] / h[0];
    double part[3];
    for (int c = 0; c < 3; c++)
      part[c] = a[c][3] * (1 + a[c][0] * x + a[c][1] * x * x);
    e[i] = pow(h[i], order);
    switch (kind) {
    case POLYNOMIAL:
      e[i] *= fabs(part[0]);
      break;
    case CUBIC:
      e[i] *= fabs(1 + a[0][0] * x + a[0][1] * x * x + a[0][2] * x * x * x);
      break;
    case EVEN:
      e[i] *= fabs(1 + a[0][0] * x * x + a[0][1] * x * x * x * x);
      break;
    case HALF:
      e[i] *= fabs(1 + a[0][0] * sqrt(x) + a[0][1] * x + a[0][2] * x * sqrt(x));
      break;
    case ROOT_OF_SQUARES:
      e[i] *= sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]);
      break;
    case LARGEST:
      e[i] *= fmax(fabs(part[0]), fmax(fabs(part[1]), fabs(part[2])));
      break;
    case LAYER:
      e[i] *= pow(d + x, -k);
      break;
    case EXPONENTIAL:
      e[i] *= exp(sign * d * x);
      break;
    case PLATEAU:
      e[i] = pow(x, order) * (1 + 0.1 * a[0][0] / size * x) + d * d / 100;
      break;
    case SATURATED:
      e[i] = pow(x, order) / (pow(d, order) + pow(x, order));
      break;
    case LOGARITHM:
      e[i] *= log(2 / h[i]) + fabs(a[0][0]);
      break;
    }
  }
}

static void draw(int kind, int rows, double order, Table *t) {
  static const double ratios[] = {2, 2, 2, 2, 1.5, 3, 4, 10};
  const double ratio = ratios[(int)uniform(0, 8)], scale = logarithmic(1e-6, 10);
  const int digits = 2 + (int)uniform(0, 3);
  double h[8], e[8];

  h[0] = logarithmic(0.02, 1);
  for (int i = 1; i < rows; i++)
    h[i] = h[i - 1] / ratio;
  factors(kind, rows, h, order, e);
  for (int i = 0; i < rows; i++) {
    char text[32];
    (void)snprintf(text, sizeof(text), "%.*e", digits - 1, scale * e[i]);
    t->steps[i] = 1 / h[i];
    t->error[i] = atof(text);
    t->floor[i] = fmax(0.01 * t->error[i], 0.5 * pow(10, atof(strchr(text, 'e') + 1) - digits + 1));
  }
  t->series = (OrderSeries){.points = rows,
                            .times = 1,
                            .components = 1,
                            .steps = t->steps,
                            .error = t->error,
                            .floor = t->floor,
                            .duration = 1,
                            .order = order};
}

/* Of so many tables, how many have an order that goes no higher than the true one plus `excess`. */
static int low(int kind, int rows, int tables, double excess) {
  int count = 0;

  for (int k = 0; k < tables; k++) {
    const double order = floor(uniform(1, 5));
    OrderRates rates;
    Table t;

    draw(kind, rows, order, &t);
    OrderFindRates(&t.series, &rates);
    count += OrderRatesAtMost(&t.series, &rates) < order + excess;
  }
  return count;
}

/* The table of an example. */
static double at_most(int rows, const double steps[], const double error[], double digit,
                      OrderRates *rates) {
  double noise[8];
  OrderSeries s = {.points = rows,
                   .times = 1,
                   .components = 1,
                   .steps = steps,
                   .error = error,
                   .floor = noise,
                   .duration = 1};

  for (int i = 0; i < rows; i++)
    noise[i] = digit * error[i];
  OrderFindRates(&s, rates);
  return OrderRatesAtMost(&s, rates);
}

int main(void) {
  enum { TABLES = 20000 };
  const double halved[] = {10, 20, 40, 80, 160}, near[] = {10, 12, 14.4};
  const double second[] = {1e-2, 2.55e-3, 6.42e-4, 1.605e-4}, rising[] = {1e-2, 5e-3, 2.3e-3, 9e-4};
  const double gap[] = {1e-2, 2.5e-3, 0, 1.5625e-4, 3.90625e-5}, flat[] = {1e-6, 1e-6, 1e-6};
  OrderRates rates;

  is_close(at_most(4, halved, second, 1e-3, &rates), 2.03, 0.03, "digits and the last change",
           "1.97, 1.99, 2.00 go no higher than 2");
  is_close(rates.extrapolated[3], 2.000 + (2.000 - 1.9898) / 1, 0.001, "by hand",
           "1.97, 1.99, 2.00 tend to 2");
  ok(isnan(rates.order[0]) && isnan(rates.extrapolated[1]), "the first row has no order");
  ok(isinf(at_most(4, halved, rising, 1e-3, &rates)),
     "orders that rise faster and faster go anywhere");
  ok(isinf(at_most(2, halved, second, 1e-3, &rates)), "two rows bound no order");
  ok(isinf(at_most(3, near, second, 1e-3, &rates)),
     "step sizes that nearly coincide bound no order");
  ok(isinf(at_most(3, halved, flat, 1e-3, &rates)), "errors that do not fall bound no order");
  ok(isinf(at_most(5, halved, gap, 1e-3, &rates)) && rates.rates == 1,
     "an error of zero has no order");
  for (int kind = 0; kind < FAMILIES; kind++) {
    int worst = 0;

    for (int rows = 3; rows <= 5; rows++)
      worst = (int)fmax(worst, low(kind, rows, TABLES, -ORDER_TOO_LOW));
    ok(worst <= TABLES / 1000, "%s: a right claim is refuted by %d of %d tables at most",
       names[kind], worst, (int)TABLES);
  }
  /* Corrections of up to thirty times the error are among them. */
  for (int rows = 4; rows <= 5; rows++) {
    const int caught = low(POLYNOMIAL, rows, TABLES, 1 - ORDER_TOO_LOW);
    ok(caught > TABLES * (rows == 4 ? 0.35 : 0.5),
       "one order too many is refuted by %d of %d tables of %d rows", caught, (int)TABLES, rows);
  }
  return done_testing();
}
