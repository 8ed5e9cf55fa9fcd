/* How long a run is said to take: forecast, countdown, and the line. */
#include "farm/progress.h"
#include "base/digits.h"
#include "tap.h"

#include <math.h>
#include <string.h>

#define is_text(value, expected, ...)                                                              \
  (ok(!strcmp(value, expected), __VA_ARGS__) ? (void)0 : diag("got: %s", value))

enum { JOBS = 40 };

static Job jobs[JOBS];
static const Job *job[JOBS];

/* Two kinds, of a second or so each as planned. */
static void MakeJobs(void) {
  for (int i = 0; i < JOBS; i++) {
    jobs[i] = (Job){.kind = i % 2 ? "order" : "long", .estimate = i % 2 ? 6e6 : 3e6, .key = "k"};
    job[i] = &jobs[i];
  }
}

static Job OrderOf(const char *key, const char *instance, PetscReal estimate, Claim *claim) {
  return (Job){.key = key,
               .kind = "order",
               .model = "m",
               .instance = instance,
               .estimate = estimate,
               .claims = {1, claim}};
}

/* Of each reference the job that makes it, then the longest first. */
static void TestOrder(void) {
  Claim high = {.order = 4}, low = {.order = 2};
  Job some[] = {{.key = "long/a", .kind = "long", .model = "m", .instance = "A", .estimate = 9e6},
                OrderOf("order/a", "A", 1e4, &low),
                OrderOf("order/b", "A", 2e4, &low),
                OrderOf("order/c", "A", 3e4, &high),
                OrderOf("order/d", "B", 1e3, &low),
                OrderOf("order/e", "B", 1e3, &low)};
  enum { COUNT = sizeof(some) / sizeof(*some) };
  static const char *const expected[COUNT] = {"order/b", "order/d", "long/a",
                                              "order/a", "order/c", "order/e"};
  const Job *order[COUNT];
  PetscBool right = PETSC_TRUE;
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < COUNT; i++)
      order[i] = &some[turn ? COUNT - 1 - i : i];
    right = (PetscBool)(right && !ForecastSort(COUNT, order));
    for (int i = 0; i < COUNT; i++)
      right = (PetscBool)(right && !strcmp(order[i]->key, expected[i]));
  }
  ok(right, "what makes a reference comes first, and then the longest, whatever the order before");
  some[1].precision = some[2].precision = "quad";
  ok(ForecastPlanned(&some[2]) < ForecastPlanned(&some[3]),
     "an estimate with quadruple steps in it is taken as it is, whatever the order claimed");
  some[1] = some[0];
  some[1].cost = 6;
  ok(ForecastPlanned(&some[1]) > 5 * ForecastPlanned(&some[0]),
     "a job takes longer on a model whose evaluations cost more");
}

static void TestForecast(void) {
  Forecast forecast;
  PetscReal planned = 0, truth = 0;
  MakeJobs();
  for (int i = 0; i < JOBS; i++)
    planned += ForecastPlanned(job[i]);
  ForecastBegin(&forecast, JOBS, job);
  ok(fabs((double)(ForecastLeft(&forecast) - planned)) < 1e-9 * (double)planned,
     "before anything is measured the forecast is the plan");
  /* Orders take three times as long as planned on this machine, long runs half as long. */
  for (int i = 0; i < JOBS / 2; i++) {
    ForecastTake(&forecast, job[i]);
    ForecastMeasured(&forecast, job[i], (i % 2 ? 3 : 0.5) * ForecastPlanned(job[i]));
  }
  for (int i = JOBS / 2; i < JOBS; i++)
    truth += (i % 2 ? 3 : 0.5) * ForecastPlanned(job[i]);
  /* Ten jobs of a second of each kind stand against one second's belief in the plan. */
  ok(fabs((double)(ForecastLeft(&forecast) / truth - 1)) < 0.1,
     "each kind is corrected by what was measured of it: %g, and it takes %g",
     (double)ForecastLeft(&forecast), (double)truth);
  for (int i = JOBS / 2; i < JOBS; i++)
    ForecastTake(&forecast, job[i]);
  ok(ForecastLeft(&forecast) < 1e-9, "when all are taken nothing is left");
}

/* Jobs that take half a second whatever is planned, and a fifth of that beside: from two minutes down to a
 * tenth of a second as planned, the longest first, as the farm does. */
static void TestOverhead(void) {
  enum { MANY = 400 };
  static Job mixed[MANY];
  static const Job *order[MANY];
  PetscReal took[MANY], left = 0, shown, stood = 0, longest = 0;
  Countdown countdown = {.known = PETSC_FALSE};
  Forecast forecast;
  for (int i = 0; i < MANY; i++) {
    mixed[i] = (Job){.kind = "mutants", .estimate = 6e8 * pow(1e-3, i / (MANY - 1.0)), .key = "k"};
    order[i] = &mixed[i];
    took[i] = 0.5 + 0.2 * ForecastPlanned(order[i]);
    left += took[i];
  }
  ForecastBegin(&forecast, MANY, order);
  PetscReal now = 0, before = CountdownShow(&countdown, 0, ForecastLeft(&forecast));
  for (int i = 0; i < MANY; i++) {
    ForecastTake(&forecast, order[i]);
    now += took[i];
    left -= took[i];
    ForecastMeasured(&forecast, order[i], took[i]);
    if (i == MANY / 3)
      ok(fabs((double)(ForecastLeft(&forecast) / left - 1)) < 0.1,
         "what a job takes by itself is known after a third: %g s, and it takes %g",
         (double)ForecastLeft(&forecast), (double)left);
    shown = CountdownShow(&countdown, now, ForecastLeft(&forecast));
    stood = shown < before - 0.1 * took[i] ? 0 : stood + took[i];
    longest = i > MANY / 20 ? PetscMax(longest, stood) : 0;
    before = shown;
  }
  ok(longest < 5,
     /* which are ten of the short jobs */ "the time left never stands still: %g s of %g",
     (double)longest, (double)now);
}

/* The time shown while the forecast errs in a given way, the largest step up and the largest error at
 * the end. */
typedef PetscReal Errs(PetscReal now, PetscReal total);

static void Watch(Errs *errs, PetscReal total, PetscReal *rise, PetscReal *slowest) {
  Countdown countdown = {.known = PETSC_FALSE};
  PetscReal before = CountdownShow(&countdown, 0, errs(0, total));
  *rise = *slowest = 0;
  for (PetscReal now = 0.2; now < total; now += 0.2) {
    const PetscReal shown = CountdownShow(&countdown, now, errs(now, total));
    *rise = PetscMax(*rise, shown - before);
    *slowest = PetscMax(*slowest, fabs((double)(shown - (total - now))));
    before = shown;
  }
}

static PetscReal Right(PetscReal now, PetscReal total) { return total - now; }
static PetscReal Jumps(PetscReal now, PetscReal total) {
  return (total - now) * ((int)now % 2 ? 1.2 : 0.85);
}
static PetscReal TooShort(PetscReal now, PetscReal total) {
  return now < 30 ? (total - now) / 4 : total - now;
}

static void TestCountdown(void) {
  Countdown countdown = {.known = PETSC_FALSE};
  PetscReal rise, off;
  Watch(Right, 100, &rise, &off);
  ok(rise <= 1e-9 && off < 1e-9, "a right forecast is shown as it is");
  Watch(Jumps, 100, &rise, &off);
  ok(rise <= 1e-9,
     "one that jumps by a fifth up and a seventh down never makes the time left rise");
  ok(off < 30, "... and keeps it within the jumps");
  Watch(TooShort, 100, &rise, &off);
  ok(rise > 0, "one that was much too short is owned up to, by a rise");
  ok(rise < 5, "... which takes some seconds: %g at a time", (double)rise);
  (void)CountdownShow(&countdown, 0, 10);
  ok(CountdownShow(&countdown, 60, 0) >= 0, "it is never below zero");
}

static void TestLine(void) {
  ProgressState state = {
      .jobs = 100, .started = 42, .done = 39, .failed = 1, .now = "order/rk4/kepler:A"};
  char text[128], small[24], time[32];
  ProgressText(&state, 12.3, 75, text, sizeof(text));
  is_text(text,
          "40 of 100 jobs, 1 failed, 13 s, about 1 min 15 s left; order/rk4/kepler:A and 1 more",
          "the line says what is done, how long it took and will take, and what runs");
  state.now = NULL;
  ProgressText(&state, 12.3, -1, text, sizeof(text));
  is_text(text, "40 of 100 jobs, 1 failed, 13 s; 2 running", "... not what is not known");
  ProgressText(&state, 12.3, 75, small, sizeof(small));
  ok(strlen(small) < sizeof(small), "... and no more than there is room for");
  is_text(ProgressTime(59.2, time), "1 min 0 s", "times are rounded up");
  is_text(ProgressTime(7500, time), "2 h 5 min", "long ones are told in hours");
}

static void TestDigits(void) {
  static const double some[] = {
      0.1, 1.0 / 3, 1e-300, 5e-324, 1.7976931348623157e308, -0.30000000000000004, 64};
  static const char *const as[] = {"0.1",
                                   "0.3333333333333333",
                                   "1e-300",
                                   "4.94065645841247e-324",
                                   "1.7976931348623157e+308",
                                   "-0.30000000000000004",
                                   "64"};
  char text[DIGITS_ROOM];
  for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
    is_text(DigitsShortest(some[i], text), as[i], "a number is as short as it can be read again");
}

int main(void) {
  TestForecast();
  TestOrder();
  TestOverhead();
  TestCountdown();
  TestLine();
  TestDigits();
  return done_testing();
}
