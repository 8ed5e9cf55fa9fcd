/* From records to verdicts: which rule speaks, what passes, and that the order of records and the
 * slicing of ensembles do not matter. */
#include "cli/launch.h"
#include "cli/verify.h"
#include "judge/judge.h"
#include "petsc_tap.h"
#include "studies/order/order.h"

#include <stdlib.h>
#include <string.h>

/* Everything that is made here. */
static Arena arena;

static Claim claim(const char *study, const char *quantity, const char *value, double order,
                   Expectation expect) {
  return (Claim){.study = study,
                 .quantity = quantity,
                 .value = value,
                 .order = order > 0 ? order : NAN,
                 .source = "[X] 1",
                 .expect = expect,
                 .origin = FROM_PLUGIN,
                 .number = -1,
                 .rank = -1};
}

/* A record of a job with one claim. */
static Record record(const char *kind, const char *method, Claim only, Measured *measured) {
  Record r = {.status = STATUS_DONE, .measured = measured};
  JobInit(&r.job);
  r.key = ArenaPrint(arena, "%s/%s/model:case", kind, method);
  r.job.key = r.key;
  r.job.kind = kind;
  r.job.method = method;
  r.job.model = "model";
  r.job.instance = "case";
  r.job.realisation = 0;
  r.job.realisation_name = "cartesian";
  r.job.precision = "auto";
  r.job.claims.count = 1;
  r.job.claims.at = ArenaArray(arena, 1, sizeof(*r.job.claims.at));
  r.job.claims.at[0] = only;
  return r;
}

static Measured *empty(void) {
  Measured *measured;
  measured = MeasuredCreate();
  return measured;
}

/* e = 0.1 h^p (1 + 0.3 h) (and more), in one component at four times. */
static Measured *errors(double p, double defect, double power, double floor) {
  enum { TIMES = 4, POINTS = 32 };
  Measured *measured = empty();
  SeriesQuantity *quantity;
  Series *const series = MeasuredAddSeries(measured);
  series->precision = IN_DOUBLE;
  series->epsilon = 2.2e-16;
  series->duration = 1;
  series->times.count = TIMES;
  series->times.at = ArenaArray(measured->arena, TIMES, sizeof(*series->times.at));
  for (int t = 1; t <= TIMES; t++)
    series->times.at[t - 1] = t / 4.0;
  series->quantities = 1;
  series->quantity = ArenaArray(measured->arena, 1, sizeof(*series->quantity));
  quantity = series->quantity;
  *quantity = (SeriesQuantity){.name = "q", .size = NAN, .bar = NAN};
  quantity->floor.at = ArenaArray(measured->arena, POINTS, sizeof(*quantity->floor.at));
  series->point = ArenaArray(measured->arena, POINTS, sizeof(*series->point));
  for (int steps = 8; steps <= 256; steps = steps % 3 ? steps * 3 / 2 : steps * 4 / 3) {
    const double h = 1.0 / steps;
    SeriesPoint *point = &series->point[series->points++];
    *point = (SeriesPoint){.steps = steps, .h = h, .quantities = 1};
    point->errors = ArenaArray(measured->arena, 1, sizeof(*point->errors));
    *point->errors = (Errors){.name = "q", .times = TIMES, .components = 1};
    point->errors->at = ArenaArray(measured->arena, TIMES, sizeof(*point->errors->at));
    for (int t = 1; t <= TIMES; t++)
      point->errors->at[t - 1] =
          (0.1 * pow(h, p) * (1 + 0.3 * h) + defect * pow(h, power)) * t / 4 +
          floor / 2 * sin(7.0 * steps + t);
    quantity->floor.at[quantity->floor.count++] = floor;
  }
  return measured;
}

/* Adds e = 0.1 h^4 (1 + 0.3 h) at 24 step sizes, the coarsest one of which may depart from it. */
static void add_errors(Measured *measured, Precision precision, int finest, double departure) {
  enum { POINTS = 24 };
  SeriesQuantity *quantity;
  Series *const series = MeasuredAddSeries(measured);
  series->precision = precision;
  series->epsilon = precision == IN_QUAD ? 1.9e-34 : 2.2e-16;
  series->duration = 1;
  series->times.count = 1;
  series->quantities = 1;
  series->points = POINTS;
  series->times.at = ArenaArray(measured->arena, 1, sizeof(*series->times.at));
  series->times.at[0] = 1;
  series->quantity = ArenaArray(measured->arena, 1, sizeof(*series->quantity));
  quantity = series->quantity;
  *quantity = (SeriesQuantity){.name = "q", .size = NAN, .bar = NAN, .floor.count = POINTS};
  quantity->floor.at = ArenaArray(measured->arena, POINTS, sizeof(*quantity->floor.at));
  series->point = ArenaArray(measured->arena, POINTS, sizeof(*series->point));
  for (int i = 0; i < POINTS; i++) {
    const int steps = finest * (i + 2) / (POINTS + 1);
    const double h = 1.0 / steps;
    SeriesPoint *point = &series->point[i];
    *point = (SeriesPoint){.steps = steps, .h = h, .quantities = 1};
    point->errors = ArenaArray(measured->arena, 1, sizeof(*point->errors));
    *point->errors = (Errors){.name = "q", .times = 1, .components = 1};
    point->errors->at = ArenaArray(measured->arena, 1, sizeof(*point->errors->at));
    point->errors->at[0] = 0.1 * pow(h, 4) * (1 + 0.3 * h) * (i ? 1 : 1 + departure);
    quantity->floor.at[i] = 1e-16;
  }
}

static int by_key(const void *a, const void *b) {
  return strcmp(((const Record *)a)->key, ((const Record *)b)->key);
}

/* The verdicts on the records, which are sorted as readers sort them. What was measured is given back;
 * their texts stay. */
static Verdicts *judge(PetscInt count, Record *one) {
  const Records records = {.count = count, .at = one};
  Verdicts *verdicts;
  qsort(one, (size_t)count, sizeof(*one), by_key);
  REQUIRE(JudgeRecords(&records, &verdicts));
  for (PetscInt i = 0; i < count; i++)
    MeasuredDestroy(&one[i].measured);
  return verdicts;
}

static void is_verdict(Record one, VerdictWord verdict, PetscBool passes, const char *words,
                       const char *what) {
  Verdicts *verdicts = judge(1, &one);
  const Verdict *v = verdicts->at;
  ok(v->verdict == verdict && strstr(v->reason, words) && v->passes == passes,
     "%s: %s, \"…%s…\", %s", what, VerdictNames[verdict], words,
     passes ? "passes" : "does not pass");
  diag("%s: %s", VerdictNames[v->verdict], v->reason);
  VerdictsDestroy(&verdicts);
}

static Record order_of(const char *quantity, double order, Expectation expect, Measured *measured) {
  char value[16];
  const char *copy;
  (void)snprintf(value, sizeof(value), "%g", order);
  copy = ArenaText(arena, value);
  return record("order", "m", claim("order", quantity, copy, order, expect), measured);
}

static void orders(void) {
  Record one;
  Verdicts *verdicts;
  SeriesPoint *point;
  Series *series;

  is_verdict(order_of("q", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15)), CONFIRMED, PETSC_TRUE,
             "observed order ", "order 4");
  is_verdict(order_of("q", 4, EXPECT_REFUTED, errors(4, 0, 0, 1e-15)), CONFIRMED, PETSC_FALSE,
             "observed order ", "order 4 where it is expected to be refuted");
  is_verdict(order_of("q", 5, EXPECT_REFUTED, errors(4, 0, 0, 1e-15)), REFUTED, PETSC_TRUE, "",
             "order 4 claimed to be 5, as expected");
  is_verdict(order_of("q", 4, EXPECT_CONFIRMED, errors(4, 1e-9, 1, 1e-16)), REFUTED, PETSC_FALSE,
             "order 1, not ", "a lower-order term 1e-9 h");
  is_verdict(order_of("q", 2, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15)), CONFIRMED, PETSC_TRUE,
             "higher than claimed", "a modest claim");
  is_verdict(order_of("q", 4, EXPECT_CONFIRMED, errors(30, 0, 0, 1e-15)), SKIPPED, PETSC_TRUE,
             "exact to round-off", "errors below ten floors");
  is_verdict(order_of("q", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-3)), UNDECIDED, PETSC_FALSE,
             "a solver's, which a tighter tolerance would lower",
             "errors below the floor of a loose solver");
  is_verdict(order_of("lambda", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15)), FAILED, PETSC_FALSE,
             "lambda", "a quantity without errors");

  one = order_of("q", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15));
  one.job.degenerate = PETSC_TRUE;
  is_verdict(one, SKIPPED, PETSC_TRUE, "a higher order on this model", "a degenerate model");
  one = order_of("q", 4, EXPECT_CONFIRMED, errors(2, 0, 0, 1e-15));
  one.job.degenerate = PETSC_TRUE;
  is_verdict(one, REFUTED, PETSC_FALSE, "", "a degenerate model with a slope of 2");

  one = order_of("q", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15));
  point = one.measured->series->point;
  point->ending.status = STATUS_FAILED;
  point->quantities = 0;
  is_verdict(one, CONFIRMED, PETSC_TRUE, "N = 12…", "the coarsest step failed");
  one = order_of("q", 4, EXPECT_CONFIRMED, errors(4, 0, 0, 1e-15));
  series = one.measured->series;
  point = &series->point[series->points - 1];
  point->quantities = 0;
  point->ending.reason = "DIVERGED_MAX_IT";
  is_verdict(one, FAILED, PETSC_FALSE, "DIVERGED_MAX_IT", "the finest step failed");

  one = order_of("q", 4, EXPECT_CONFIRMED, NULL);
  one.status = STATUS_FAILED;
  one.reason = "signal 11 (Segmentation fault)";
  is_verdict(one, FAILED, PETSC_FALSE, "signal 11", "a job that crashed");
  is_verdict(order_of("q", 4, EXPECT_CONFIRMED, NULL), FAILED, PETSC_FALSE, "no measurements",
             "a record without measurements");
  one = record("none", "m", claim("order", "p", "4", 4, EXPECT_CONFIRMED), NULL);
  one.status = STATUS_SKIPPED;
  one.reason = "no model meets it";
  is_verdict(one, SKIPPED, PETSC_TRUE, "no model", "a claim that no model meets");
  is_verdict(record("long", "m", claim("order", "q", "4", 4, EXPECT_CONFIRMED), empty()), FAILED,
             PETSC_FALSE, "has no measurement for", "a claim of order on a long run");

  one = order_of("q", 4, EXPECT_REFUTED, errors(4, 1e-9, 1, 1e-16));
  verdicts = judge(1, &one);
  ok(verdicts->at[0].counterexample.there && verdicts->at[0].counterexample.steps == 8,
     "a refutation has the smallest counterexample");
  VerdictsDestroy(&verdicts);
}

/* A verdict of two precisions is that of one of them, and so are the doubts about it. */
static void doubts_of_two_precisions(void) {
  static const struct {
    int finest[2]; /* of double precision, and of quadruple */
    double departure[2];
    PetscBool excused;
    const char *what;
  } runs[] = {
      {{200, 100}, {1e-2, 0}, PETSC_TRUE, "double, whose coarsest point departs, reaches further"},
      {{100, 200}, {0, 1e-2}, PETSC_TRUE, "so does quadruple precision"},
      {{200, 100}, {0, 1e-2}, PETSC_FALSE, "double, which has no doubts, reaches further"},
      {{100, 200}, {1e-2, 0}, PETSC_FALSE, "so does quadruple precision"}};

  for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
    Measured *measured = empty();
    Record one = order_of("q", 4, EXPECT_CONFIRMED, measured);
    OrderStanding standing;

    add_errors(measured, IN_DOUBLE, runs[i].finest[0], runs[i].departure[0]);
    add_errors(measured, IN_QUAD, runs[i].finest[1], runs[i].departure[1]);
    REQUIRE(OrderStandingOf(&one.job, measured, &standing));
    ok(standing.excused == runs[i].excused && !standing.refuted, "%s", runs[i].what);
    is_verdict(one, CONFIRMED, PETSC_TRUE, "observed order ", "  and the claim is confirmed");
  }
}

/* ---- The command that shows a verdict again, which is the command line's to say ---- */

static void is_command(Record one, const VerifyWords *line, const char *expected) {
  Verdicts *verdicts = judge(1, &one);
  ok(!verdicts->at[0].command, "the judge composes no command");
  ReproduceCommands(line, verdicts);
  ok(!strcmp(verdicts->at[0].command, expected), "the command that shows it again: %s", expected);
  diag("%s", verdicts->at[0].command);
  VerdictsDestroy(&verdicts);
}

static void commands(void) {
  static char *words[] = {"gimbal", "verify", "--", "-step_snes_rtol", "1e-3", NULL};
  VerifyWords line = {
      .directory = "out", .seed = -1, .timeout = TIMEOUT_DEFAULT, .memory = MEMORY_DEFAULT};
  Record one = order_of("q", 4, EXPECT_REFUTED, errors(4, 1e-9, 1, 1e-16));
  one.job.method = "m:tau=(1/2)";
  is_command(one, &line, "gimbal verify -m 'm:tau=(1/2)' -M model:case -o reproduced");

  one = order_of("q", 4, EXPECT_REFUTED, errors(4, 1e-9, 1, 1e-16));
  one.job.method = "m:tau=(1/2)";
  one.job.key = "order/m/model@cartesian:case";
  is_command(one, &line, "gimbal verify -m 'm:tau=(1/2)' -M model@cartesian:case -o reproduced");

  one = order_of("q", 4, EXPECT_REFUTED, errors(4, 1e-9, 1, 1e-16));
  one.job.suite = "my suites/it's.yaml";
  line.suite = one.job.suite;
  line.directory = "a b/reproduced";
  line.timeout = 5;
  LaunchPrepare(words);
  is_command(one, &line,
             "gimbal verify 'my suites/it'\\''s.yaml' -m m -M model:case --timeout 5 "
             "-o reproduced_again -- -step_snes_rtol 1e-3");
}

/* ---- Structure ---- */

static Measured *defects(double size, double power, double error) {
  Measured *measured = empty();
  measured->shape = MEASURED_POINTS;
  measured->precision = IN_QUAD;
  measured->epsilon = 1e-34;
  for (double h = 0.1; h > 0.01; h /= 2) {
    Point *const point = MeasuredAddPoint(measured, h);
    (void)PointDefect(measured, point, "symplectic", size * pow(h, power), error);
  }
  return measured;
}

static Record structure_of(const char *quantity, const char *value, Measured *measured) {
  return record("structure", "m", claim("structure", quantity, value, 0, EXPECT_CONFIRMED),
                measured);
}

static void structure(void) {
  Measured *measured;
  is_verdict(structure_of("symplectic", "yes", defects(1e-27, 0, 1e-27)), CONFIRMED, PETSC_TRUE,
             "≤ 1e-27", "a defect within its error");
  is_verdict(structure_of("symplectic", "yes", defects(1, 5, 1e-25)), REFUTED, PETSC_FALSE,
             "h^5.00", "a defect of h^5");
  is_verdict(structure_of("symplectic", "no", defects(1, 5, 1e-25)), CONFIRMED, PETSC_TRUE,
             "h^5.00", "a denial with a witness");
  is_verdict(structure_of("symplectic", "no", defects(1e-27, 0, 1e-27)), SKIPPED, PETSC_TRUE,
             "no counterexample", "a denial without one");
  is_verdict(structure_of("volume", "yes", defects(1, 5, 1e-25)), SKIPPED, PETSC_TRUE,
             "cannot be measured", "what was not measured");
  is_verdict(structure_of("symplectic", "yes", defects(0.05, 0, 0.1)), UNDECIDED, PETSC_FALSE,
             "uncertainty of the finite differences", "differences that err by a tenth");
  is_verdict(structure_of("symplectic", "yes", defects(0.3, 0, 0.1)), UNDECIDED, PETSC_FALSE,
             "do not converge, as where it is not differentiable",
             "a defect of three errors, which are a tenth: the map has a kink");
  is_verdict(structure_of("symplectic", "yes", defects(5, 0, 0.1)), REFUTED, PETSC_FALSE,
             "defect 5 ± 0.1", "a defect of fifty errors, kink or not");
  is_verdict(structure_of("symplectic", "yes", defects(3e-27, 0, 1e-27)), UNDECIDED, PETSC_FALSE,
             "larger than its uncertainty", "a defect of three errors");
  measured = defects(1e-27, 0, 1e-27);
  for (int i = 0; i < 400; i++) {
    Point *const point = MeasuredAddPoint(measured, 0.1);
    (void)PointDefect(measured, point, "symplectic", i < 398 ? 1e-27 : 1e-20, 1e-27);
  }
  is_verdict(structure_of("symplectic", "yes", measured), REFUTED, PETSC_FALSE,
             "defect 1e-20 ± 1e-27", "a defect at the last two of 400 points");
  measured = defects(1e-27, 0, 1e-27);
  measured->point[1].quantity->defect = NAN;
  is_verdict(structure_of("symplectic", "yes", measured), FAILED, PETSC_FALSE, "is not finite",
             "a defect that is not a number");
}

/* ---- Ensembles ---- */

static Record sampled_slice(int from, int to, double gamma, int times) {
  Measured *measured = empty();
  Ensemble *ensemble = &measured->ensemble;
  EnsembleSum *energy;
  Record one;
  measured->shape = MEASURED_ENSEMBLE;
  measured->precision = IN_DOUBLE;
  ensemble->h = 0.1;
  ensemble->steps = 320;
  ensemble->first = from;
  ensemble->past = to;
  ensemble->quantities = 1;
  ensemble->quantity = ArenaArray(measured->arena, 1, sizeof(*ensemble->quantity));
  energy = ensemble->quantity;
  *energy = (EnsembleSum){.name = "energy", .scale = 1};
  ensemble->times.count = energy->sum_square.count = energy->sum_fourth.count = times;
  ensemble->times.at = ArenaArray(measured->arena, times, sizeof(*ensemble->times.at));
  energy->sum_square.at = ArenaArray(measured->arena, times, sizeof(*energy->sum_square.at));
  energy->sum_fourth.at = ArenaArray(measured->arena, times, sizeof(*energy->sum_fourth.at));
  for (int i = 1; i <= times; i++) {
    const double mu = 1e-8 * pow(32. * i / times, gamma) * (1 + 0.05 * sin(i + from));
    ensemble->times.at[i - 1] = 32. * i / times;
    energy->sum_square.at[i - 1] = mu * (to - from);
    energy->sum_fourth.at[i - 1] = 3 * mu * mu * (to - from);
  }
  one = record("ensemble", "m", claim("energy", "energy", "random_walk", 0, EXPECT_CONFIRMED),
               measured);
  one.job.members.count = 2;
  one.job.members.at = ArenaArray(arena, 2, sizeof(*one.job.members.at));
  one.job.members.at[0] = from;
  one.job.members.at[1] = to;
  one.key = ArenaPrint(arena, "ensemble/m/model:case/%d-%d", from, to);
  one.job.key = one.key;
  return one;
}

/* With 32 output times. */
static Record slice(int from, int to, double gamma) { return sampled_slice(from, to, gamma, 32); }

static Verdicts *judge_two(Record one, Record other) {
  Record *both; /* as long as the verdicts, which refer to their jobs */
  both = ArenaArray(arena, 2, sizeof(*both));
  both[0] = one;
  both[1] = other;
  return judge(2, both);
}

/* The reason of a fit that the sizes of the errors make impossible, and of too few members. */
static void not_fitted(void) {
  Verdicts *singular, *few;
  Record small[] = {slice(0, 50, 1), slice(50, 101, 1)};

  for (int k = 0; k < 2; k++) {
    EnsembleSum *energy = small[k].measured->ensemble.quantity;

    energy->scale = 1e-160; /* the squares of the mean squares are zero */
    for (int i = 0; i < 32; i++)
      energy->sum_square.at[i] *= 1e-200, energy->sum_fourth.at[i] = 0;
  }
  singular = judge(2, small);
  few = judge_two(slice(0, 0, 1), slice(0, 1, 1));
  ok(singular->at[0].verdict == UNDECIDED, "a singular covariance decides nothing: %s",
     singular->at[0].reason);
  ok(few->at[0].verdict == FAILED, "one member is no ensemble: %s", few->at[0].reason);
  ok(strcmp(singular->at[0].reason, few->at[0].reason),
     "the reasons of few times and of a singular covariance differ");
  VerdictsDestroy(&singular);
  VerdictsDestroy(&few);
}

/* An exponent is no walk's where its interval is too wide; of the number of samples the word is no
 * matter. */
static void widths(void) {
  static const int samples[] = {64, 128, 256};
  static const double powers[] = {0, 1, 2};

  for (int to = 4; to <= 400; to *= 10) {
    Verdicts *verdicts = judge_two(slice(0, to / 2, 1), slice(to / 2, to, 1));
    const Verdict *v = verdicts->at;
    const double width = v->upper - v->lower;

    ok((v->verdict == CONFIRMED) == (width <= 1) && (width > 1) == (to == 4),
       "%d members: an interval %.2f wide is %s", to, width, VerdictNames[v->verdict]);
    VerdictsDestroy(&verdicts);
  }
  for (int k = 0; k < 3; k++) {
    VerdictWord word[3];

    for (int i = 0; i < 3; i++) {
      Verdicts *verdicts = judge_two(sampled_slice(0, 50, powers[k], samples[i]),
                                     sampled_slice(50, 101, powers[k], samples[i]));
      word[i] = verdicts->at[0].verdict;
      VerdictsDestroy(&verdicts);
    }
    ok(word[0] == word[1] && word[1] == word[2] && (word[0] == CONFIRMED) == (k == 1) &&
           (word[0] == REFUTED) == (k == 2),
       "t^%g is %s with 64, with 128 and with 256 samples", powers[k], VerdictNames[word[0]]);
  }
  not_fitted();
}

static void ensembles(void) {
  Verdicts *forward = judge_two(slice(0, 50, 1), slice(50, 101, 1));
  Verdicts *backward = judge_two(slice(50, 101, 1), slice(0, 50, 1));
  const Verdict *v = forward->at;
  char *text[2];
  Record one;

  ok(forward->count == 1 && v->verdict == CONFIRMED, "two slices are one ensemble: %s", v->reason);
  ok(backward->count == 1, "in whatever order they come");
  REQUIRE(VerdictToText(&forward->at[0], &text[0]));
  REQUIRE(VerdictToText(&backward->at[0], &text[1]));
  ok(!strcmp(text[0], text[1]), "  to the last byte");
  free(text[0]);
  free(text[1]);
  VerdictsDestroy(&forward);
  VerdictsDestroy(&backward);
  forward = judge_two(slice(0, 50, 2), slice(50, 101, 2));
  ok(forward->at[0].verdict == REFUTED, "t^2 is no random walk");
  VerdictsDestroy(&forward);
  forward = judge_two(slice(0, 2, 0), slice(2, 4, 0));
  ok(forward->at[0].verdict != CONFIRMED, "four members exclude no drift: %s, %s",
     VerdictNames[forward->at[0].verdict], forward->at[0].reason);
  VerdictsDestroy(&forward);
  forward = judge_two(slice(0, 50, 0), slice(50, 101, 0));
  ok(forward->at[0].verdict != CONFIRMED && strstr(forward->at[0].reason, "not "),
     "what does not grow is no random walk: %s, %s", VerdictNames[forward->at[0].verdict],
     forward->at[0].reason);
  VerdictsDestroy(&forward);
  for (int cause = 0; cause < 2; cause++) {
    Record both[] = {slice(0, 50, 1), slice(50, 101, 1)};

    for (int k = 0; k < 2; k++) {
      Ensemble *e = &both[k].measured->ensemble;

      if (cause)
        e->quantity->sum_square.at[0] = 0;
      else
        e->times.count = 5;
    }
    forward = judge(2, both);
    ok(forward->at[0].verdict == UNDECIDED &&
           strstr(forward->at[0].reason, cause ? "exactly 0 at some times" : "5 output times"),
       "what cannot be fitted says why: %s", forward->at[0].reason);
    VerdictsDestroy(&forward);
  }
  widths();
  one = slice(50, 101, 1);
  one.measured->ensemble.quantity->sum_square.at[31] = NAN;
  forward = judge_two(slice(0, 50, 1), one);
  ok(forward->at[0].verdict == FAILED, "a sum that is not finite is no sum: %s",
     forward->at[0].reason);
  VerdictsDestroy(&forward);
}

/* ---- Long runs ---- */

/* A run of ten thousand steps that oscillates up to the maximum; 4e-13 is what round-off explains. */
static void add_run(Measured *measured, const char *extra, double maximum) {
  enum { COUNT = 2 };
  Watched *energy;
  LongRun *const run = MeasuredAddRun(measured);
  run->h = 0.1;
  run->steps = 10000;
  run->duration = 1000;
  run->extra = extra;
  if (extra)
    run->epsilon = 1.9e-34;
  run->quantities = 1;
  run->quantity = ArenaArray(measured->arena, 1, sizeof(*run->quantity));
  energy = run->quantity;
  *energy = (Watched){.name = "energy", .study = "energy", .kind = "energy", .scale = 1};
  energy->first_scale = 1;
  energy->count = 10000;
  energy->maximum = energy->final = maximum;
  energy->blocks = COUNT;
  energy->block_steps = 5000;
  energy->block = ArenaArray(measured->arena, COUNT, sizeof(*energy->block));
  for (int i = 0; i < COUNT; i++)
    energy->block[i] = (Block){.mean_square = maximum * maximum / 2, .maximum = maximum};
}

static Record exact_of(double maximum, double twin) {
  Measured *measured = empty();
  measured->shape = MEASURED_RUNS;
  measured->precision = IN_DOUBLE;
  measured->epsilon = 2.220446049250313e-16;
  add_run(measured, NULL, maximum);
  if (twin > 0)
    add_run(measured, "twin", twin);
  return record("long", "m", claim("energy", "energy", "exact", 0, EXPECT_CONFIRMED), measured);
}

static void exactness(void) {
  Record one;
  is_verdict(exact_of(1e-13, 0), CONFIRMED, PETSC_TRUE, "round-off (up to 4", "round-off");
  is_verdict(exact_of(1e-11, 0), REFUTED, PETSC_FALSE, "round-off explains up to 4", "a defect");
  is_verdict(exact_of(3e-12, 0), UNDECIDED, PETSC_FALSE,
             "quadruple precision would decide (--precision quad)",
             "the edge of round-off without a twin");
  is_verdict(exact_of(3e-12, 3e-30), CONFIRMED, PETSC_TRUE, "in quadruple precision at most",
             "the edge, where the twin shows round-off");
  is_verdict(exact_of(3e-12, 3e-12), REFUTED, PETSC_FALSE, "in quadruple precision at most",
             "the edge, where the twin shows the same");
  one = exact_of(3e-12, 0);
  one.measured->run->ending.status = STATUS_FAILED;
  one.measured->run->ending.reason = "no solution";
  is_verdict(one, FAILED, PETSC_FALSE, "no solution", "a run that stopped passes no claim");
  one = exact_of(3e-12, 0);
  one.measured->run->ending.status = STATUS_FAILED;
  one.measured->run->ending.reason = "no solution";
  one.job.claims.at[0].value = "drift";
  is_verdict(one, SKIPPED, PETSC_TRUE, "no counterexample on this model",
             "a drift below the detectable one does not refute a negative claim");
}

/* The same, of a method whose own error in a step is so large compared with the terms. */
static Record powered_of(double maximum, double own_error, double twin) {
  Record one = exact_of(maximum, twin);
  one.measured->run[0].own_error = own_error;
  return one;
}

/* A residual within round-off but for one of forty blocks. */
static Record isolated_of(double outlier, double twin) {
  enum { COUNT = 40 };
  Record one = exact_of(1e-13, twin);
  Watched *nodes = one.measured->run[0].quantity;
  for (PetscInt i = 0; i < one.measured->count; i++) {
    one.measured->run[i].quantity->name = "nodes";
    one.measured->run[i].quantity->study = "constraint";
  }
  nodes->maximum = outlier;
  nodes->blocks = COUNT;
  nodes->block_steps = 250;
  nodes->block = ArenaArray(one.measured->arena, COUNT, sizeof(*nodes->block));
  for (int i = 0; i < COUNT; i++)
    nodes->block[i] = (Block){.mean_square = 1e-26, .maximum = i == 7 ? outlier : 1e-13};
  one.job.claims.at[0] = claim("constraint", "nodes", "exact", 0, EXPECT_CONFIRMED);
  return one;
}

/* Of a run in which the terms double from block to block, a 1e-16th part of them throughout, but for
 * one block; the run's own scale is that of its middle. */
static Record growing_of(const char *study, int at, double outlier) {
  enum { COUNT = 40 };
  Record one = exact_of(1e-16 * ldexp(1, COUNT - 1), 0);
  Watched *nodes = one.measured->run[0].quantity;
  nodes->name = nodes->study = study;
  nodes->scale = ldexp(1, COUNT / 2);
  nodes->maximum = fmax(nodes->maximum, outlier);
  nodes->blocks = COUNT;
  nodes->block_steps = 250;
  nodes->block = ArenaArray(one.measured->arena, COUNT, sizeof(*nodes->block));
  for (int i = 0; i < COUNT; i++)
    nodes->block[i] =
        (Block){.maximum = i == at ? outlier : 1e-16 * ldexp(1, i), .scale = ldexp(1, i)};
  one.job.claims.at[0] = claim(study, study, "exact", 0, EXPECT_CONFIRMED);
  return one;
}

/* Each block is judged by the terms of its own time: those of an earlier one would refute round-off,
 * those of a later one would excuse a violation. */
static void growing_terms(void) {
  static const char *const studies[] = {"constraint", "energy"};
  for (int i = 0; i < 2; i++) {
    is_verdict(growing_of(studies[i], -1, 0), CONFIRMED, PETSC_TRUE, "round-off",
               "round-off of terms that grow");
    is_verdict(growing_of(studies[i], 2, 1e-9), REFUTED, PETSC_FALSE, "round-off explains",
               "a violation before they do");
    is_verdict(growing_of(studies[i], 39, 1e-9 * ldexp(1, 39)), REFUTED, PETSC_FALSE,
               "round-off explains", "a violation that is large compared with the largest");
  }
}

/* A confirmation names the defect that it would have found; where that is more than what a method of
 * this accuracy would show anyway, nothing is confirmed. Round-off explains 4.1e-13 of 1e4 steps. */
static void power_of_exactness(void) {
  Record one;
  is_verdict(powered_of(1e-13, 1e-6, 0), CONFIRMED, PETSC_TRUE,
             "4.1e-12 would have been detected (the method's own error adds up to 0.01",
             "round-off of a method with an error of its own");
  is_verdict(powered_of(1e-13, 0, 0), SKIPPED, PETSC_TRUE,
             "not measurable: the method is exact to round-off",
             "round-off of a method that does not");
  is_verdict(powered_of(1e-13, 1e-18, 0), SKIPPED, PETSC_TRUE,
             "not measurable: the method's own error adds up to 1e-14", "an error below round-off");
  is_verdict(powered_of(1e-13, 1e-18, 3e-31), CONFIRMED, PETSC_TRUE,
             "in quadruple precision at most 3e-31",
             "an error below round-off that the quadruple run shows");
  is_verdict(powered_of(1e-13, 1e-36, 3e-31), SKIPPED, PETSC_TRUE, "not measurable",
             "an error below round-off that the quadruple run does not show");
  one = powered_of(1e-13, 1e-18, 0);
  one.job.double_only = PETSC_TRUE;
  is_verdict(one, SKIPPED, PETSC_TRUE, "not measurable in double precision: the method's own error",
             "an error below round-off without a quadruple run");
  one = powered_of(1e-13, 1e-18, 3e-20);
  is_verdict(one, REFUTED, PETSC_FALSE, "in quadruple precision at most 3e-20",
             "an error that only the twin sees");
  one = powered_of(1e-13, 1e-18, 3e-20);
  one.job.claims.at[0].subject = "model";
  is_verdict(one, CONFIRMED, PETSC_TRUE, "4.1e-12 would have been detected",
             "the model's invariant, which a method measures");
  is_verdict(powered_of(1e-11, 1e-18, 0), REFUTED, PETSC_FALSE, "round-off explains up to 4",
             "a defect needs no power");
  is_verdict(isolated_of(2e-12, 3e-31), CONFIRMED, PETSC_TRUE, "only a few short parts",
             "a block that stands out, and a twin");
  is_verdict(isolated_of(2e-12, 2e-12), REFUTED, PETSC_FALSE, "only a few short parts",
             "a twin in which it stands out too");
  is_verdict(isolated_of(2e-12, 0), UNDECIDED, PETSC_FALSE,
             "quadruple precision would decide (--precision quad)",
             "a block that stands out in double precision alone");
  one = structure_of("symplectic", "yes", defects(1e-27, 0, 1e-27));
  is_verdict(one, CONFIRMED, PETSC_TRUE, "1e-25 would have been detected",
             "a defect whose absence nothing is known to show");
}

static Record bounded_of(double maximum, double own_error, double twin) {
  Record one = powered_of(maximum, own_error, twin);
  one.job.claims.at[0].value = "bounded";
  return one;
}

/* A quantity within round-off is bounded, but where the method's error is no larger anyway, it could be
 * nothing else. What a twin keeps within small bounds it need not keep. */
static void power_of_bounds(void) {
  Record one;
  is_verdict(bounded_of(1e-13, 1e-6, 0), CONFIRMED, PETSC_TRUE,
             "4.1e-12 would have been detected (the method's own error adds up to 0.01",
             "round-off, by a method with an error of its own");
  is_verdict(bounded_of(0, 0, 0), SKIPPED, PETSC_TRUE,
             "not measurable: the method is exact to round-off on this model",
             "a range of 0, where nothing moves");
  is_verdict(bounded_of(1e-13, 1e-18, 0), SKIPPED, PETSC_TRUE,
             "not measurable: the method's own error adds up to 1e-14",
             "round-off, by a method with a smaller error");
  is_verdict(bounded_of(1e-13, 1e-18, 3e-31), SKIPPED, PETSC_TRUE, "not measurable",
             "a twin of some steps shows no bound");
  one = bounded_of(0, 0, 0);
  one.job.claims.at[0].value = "random_walk";
  is_verdict(one, SKIPPED, PETSC_TRUE, "not measurable",
             "a walk that could not be seen confirms nothing");
  is_verdict(bounded_of(1e-13, NAN, 0), CONFIRMED, PETSC_TRUE, "would have been detected",
             "a record without the method's own error");
  /* Two blocks are no run in which a drift could be seen. */
  is_verdict(bounded_of(1e-6, NAN, 0), SKIPPED, PETSC_TRUE, "not measurable: oscillates by",
             "an oscillation in too short a run");
}

/* What is confirmed to be exact does not exceed the bound that it names, but where the twin decided. */
static void bounds_of_exactness(void) {
  int confirmed = 0, beyond = 0;
  for (int k = 0; k < 4 * 81; k++) {
    const double maximum = pow(10, -16 + (k % 81) / 10.0);
    const int kind = k / 81;
    Record one = kind == 0   ? exact_of(maximum, 0)
                 : kind == 1 ? powered_of(maximum, 1e-5, 0)
                 : kind == 2 ? isolated_of(maximum, 0)
                             : exact_of(maximum, 0);
    Verdicts *verdicts;
    if (kind == 3)
      one.job.claims.at[0].value = "bounded";
    verdicts = judge(1, &one);
    if (verdicts->at[0].verdict == CONFIRMED &&
        (kind != 3 || !strcmp(verdicts->at[0].observed.word, "exact"))) {
      confirmed++;
      beyond += !(verdicts->at[0].smallest_error <= verdicts->at[0].floor);
    }
    VerdictsDestroy(&verdicts);
  }
  ok(confirmed > 100 && !beyond, "%d confirmations of exactness, %d above their own bound",
     confirmed, beyond);
}

static void order_of_verdicts(void) {
  static const char *const methods[] = {"c", "a", "b"};
  Claim claims[] = {claim("order", "q", "4", 4, EXPECT_CONFIRMED),
                    claim("order", "lambda", "2", 2, EXPECT_CONFIRMED)};
  Record records[3];
  Verdicts *verdicts;

  for (int i = 0; i < 3; i++) {
    records[i] = record("order", methods[i], claims[0], errors(4, 0, 0, 1e-15));
    records[i].job.claims = (Claims){2, claims};
  }
  verdicts = judge(3, records);
  ok(verdicts->count == 6 && !strcmp(verdicts->at[0].job->method, "a") &&
         !strcmp(verdicts->at[0].claim->quantity, "lambda") &&
         !strcmp(verdicts->at[5].job->method, "c"),
     "verdicts are sorted by method, model, case, study and quantity");
  VerdictsDestroy(&verdicts);
  verdicts = judge(0, NULL);
  ok(verdicts->count == 0, "no records, no verdicts");
  VerdictsDestroy(&verdicts);
}

int main(void) {
  PetscInitializeNoArguments();
  arena = ArenaCreate();
  orders();
  doubts_of_two_precisions();
  commands();
  structure();
  ensembles();
  exactness();
  growing_terms();
  power_of_exactness();
  power_of_bounds();
  bounds_of_exactness();
  order_of_verdicts();
  ArenaDestroy(&arena);
  PetscFinalize();
  return done_testing();
}
