/* How long a run is said to take: forecast, and the line. */
#include "farm/forecast.h"
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
    ForecastSort(COUNT, order);
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
  /* This machine takes three times as long as planned. */
  for (int i = 0; i < JOBS / 2; i++) {
    ForecastTake(&forecast, job[i]);
    ForecastMeasured(&forecast, job[i], 3 * ForecastPlanned(job[i]));
  }
  for (int i = JOBS / 2; i < JOBS; i++)
    truth += 3 * ForecastPlanned(job[i]);
  /* Twenty jobs of a second stand against one second's belief in the plan. */
  ok(fabs((double)(ForecastLeft(&forecast) / truth - 1)) < 0.1,
     "it is corrected by what was measured: %g, and it takes %g", (double)ForecastLeft(&forecast),
     (double)truth);
  ok(fabs((double)(ForecastOf(&forecast, job[0]) / (3 * ForecastPlanned(job[0])) - 1)) < 0.1,
     "the forecast of one job is three times the planned one");
  for (int i = JOBS / 2; i < JOBS; i++)
    ForecastTake(&forecast, job[i]);
  ok(ForecastLeft(&forecast) < 1e-9, "when all are taken nothing is left");
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
  is_text(text, "40 of 100 jobs, 1 failed, 13 s; 2 running",
          "the line omits an unknown remaining time");
  ProgressText(&state, 12.3, 75, small, sizeof(small));
  ok(strlen(small) < sizeof(small), "the line is cut off at its room");
  is_text(ProgressTime(59.2, time), "1 min 0 s", "times are rounded up");
  is_text(ProgressTime(7500, time), "2 h 5 min", "long ones are in hours");
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
  TestLine();
  TestDigits();
  return done_testing();
}
