/* The on-line statistics against sums made afterwards, and what the smooth means are for. */
#include "statistics/accumulator.h"
#include "tap.h"

#include <string.h>

static double number(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

static json_t *statistics(long count, double (*f)(long)) {
  Accumulator a;
  json_t *out;

  if (AccumulatorCreate(&a))
    return NULL;
  for (long i = 0; i < count; i++)
    if (AccumulatorAdd(a, 0.5 * (double)i, f(i)))
      return NULL;
  if (AccumulatorToJSON(a, "energy", "energy", 2.0, &out))
    return NULL;
  if (AccumulatorDestroy(&a))
    return NULL;
  return out;
}

static double square(long i) { return (double)(i % 1000) - 300; }
static double line(long i) { return 3 + 0.25 * (double)i; }
static double hidden(long i) {
  return 1e-3 * (sin(2 * M_PI * (double)i / 1000) + sin(2 * M_PI * (double)i / 37.7)) +
         1e-12 * (double)i;
}
static double bad(long i) { return i == 50 ? INFINITY : 1; }

/* The blocks of `square`, each against a sum over the same values. */
static void blocks(long count) {
  json_t *all = statistics(count, square), *list = json_object_get(all, "blocks"), *b;
  long seen = 0, length = 0;
  size_t k;
  int equal = 1, right = 1;

  json_array_foreach(list, k, b) {
    const long n = (long)number(b, "steps");
    double sum = 0, squares = 0, maximum = 0;

    if (k == 0)
      length = n;
    if (n != length && k + 1 < json_array_size(list))
      equal = 0;
    for (long i = seen; i < seen + n; i++) {
      sum += square(i);
      squares += square(i) * square(i);
      maximum = fmax(maximum, fabs(square(i)));
    }
    if (fabs(sum / (double)n - number(b, "mean")) > 1e-12)
      right = 0;
    if (squares / (double)n != number(b, "mean_square"))
      right = 0;
    if (maximum != number(b, "maximum"))
      right = 0;
    if (number(b, "time") != 0.5 * ((double)seen + ((double)n - 1) / 2))
      right = 0;
    seen += n;
  }
  ok(equal && json_array_size(list) <= 128 && seen == count,
     "%ld values: %zu equal blocks hold all of them", count, json_array_size(list));
  ok(right, "%ld values: means, mean squares, maxima and times are right", count);
  json_decref(all);
}

/* A wave of 16.2 values: equally spaced values of it draw a slow one that is not there. */
static double wave(long i) { return sin(2 * M_PI * (double)i / 16.2); }

static void series(long count) {
  json_t *all = statistics(count, wave), *list = json_object_get(all, "series");
  const size_t n = json_array_size(list);
  double before = -1, narrowest = 2;
  int order = 1, values = 1;
  for (size_t i = 0; i < n; i++) {
    const double t = json_number_value(json_array_get(json_array_get(list, i), 0)),
                 v = json_number_value(json_array_get(json_array_get(list, i), 1));
    double least = v, greatest = v;
    order = order && t > before;
    values = values && v == wave(lround(2 * t));
    before = t;
    for (size_t k = i; k < n && k < i + 20; k++) {
      const double near = json_number_value(json_array_get(json_array_get(list, k), 1));
      least = fmin(least, near);
      greatest = fmax(greatest, near);
    }
    if (i + 20 <= n)
      narrowest = fmin(narrowest, greatest - least);
  }
  ok(order && values && n <= 1000, "%ld values: the series holds %zu of them in their order", count,
     n);
  ok(narrowest > 1.8, "  and any twenty reach from trough to crest (%.3g)", narrowest);
  json_decref(all);
}

int main(void) {
  json_t *all, *smooth, *times, *values;
  double worst = 0, slope;
  size_t n;

  blocks(1);
  blocks(100);
  blocks(129);
  blocks(123457);

  all = statistics(1000000, line);
  smooth = json_object_get(all, "smooth");
  times = json_object_get(smooth, "times");
  values = json_object_get(smooth, "values");
  n = json_array_size(times);
  for (size_t i = 0; i < n; i++) {
    const double t = json_number_value(json_array_get(times, i));
    worst = fmax(worst, fabs(json_number_value(json_array_get(values, i)) - (3 + 0.5 * t)));
  }
  ok(n > 100 && n <= 128, "%zu smooth means of a million values", n);
  is_close(worst / 250000, 0, 1e-13, "symmetric windows reproduce lines to round-off",
           "smooth means of a line lie on it");
  is_close(number(all, "final"), 3 + 0.25 * 999999, 0, "stored", "final value");
  is_close(number(all, "maximum"), 3 + 0.25 * 999999, 0, "stored", "maximum");
  ok(json_array_size(json_object_get(all, "series")) <= 1000 &&
         json_array_size(json_object_get(all, "series")) >= 500,
     "a series of 500 to 1000 values");
  json_decref(all);

  series(300);
  series(1000);
  series(20000);

  all = statistics(1000000, hidden);
  smooth = json_object_get(all, "smooth");
  times = json_object_get(smooth, "times");
  values = json_object_get(smooth, "values");
  n = json_array_size(times);
  slope = (json_number_value(json_array_get(values, n - 1)) -
           json_number_value(json_array_get(values, 0))) /
          (json_number_value(json_array_get(times, n - 1)) -
           json_number_value(json_array_get(times, 0)));
  is_close(slope / 2e-12, 1, 0.01, "(P/πB)^4 A is 3e-9 of a drift of 1e-6",
           "a drift of 1e-12 a step shows through oscillations of 1e-3");
  json_decref(all);

  all = statistics(100, bad);
  ok(number(all, "nonfinite") == 1 && number(all, "maximum") == 1,
     "infinity is counted, not summed");
  json_decref(all);
  return done_testing();
}
