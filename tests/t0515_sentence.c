/* Statements in words: what templates can say, and that each of them is well formed and stands in
 * docs/verdicts.md with an example. `build/tests/t0515_sentence list` prints the examples. */
#include "finding/sentence.h"
#include "tap.h"

#include <string.h>

static void Says(const Statement *s, const char *expected, const char *what) {
  char *text = SentenceOf(1, s);

  if (!ok(text && !strcmp(text, expected), "%s", what))
    diag("%s", text ? text : "no memory");
  free(text);
}

static Statement Make(Cause cause, int quantities, const NamedQuantity quantity[]) {
  Statement s = {.cause = cause, .quantities = quantities};

  memcpy(s.quantity, quantity, (size_t)quantities * sizeof(*quantity));
  return s;
}

/* The template with what is wrong in it; NULL: nothing. */
static const char *Wrong(const char *template) {
  int open = 0;

  for (const char *at = template; *at; at++) {
    const size_t length = strcspn(at + 1, ":}");
    int known = 0;

    open += *at == '[';
    open -= *at == ']';
    if (open < 0 || open > 1)
      return at;
    if (*at != '{')
      continue;
    for (int i = 0; i < QUANTITY_NAMES; i++)
      known |= strlen(QuantityNames[i]) == length && !strncmp(at + 1, QuantityNames[i], length);
    if (!known || !strchr(at, '}'))
      return at;
  }
  return open ? template : NULL;
}

/* A plausible value of each quantity. */
static const NamedQuantity samples[] = {NUMBER(H, 0.05),
                                        NUMBER(FINER_H, 0.025),
                                        NUMBER(STEPS, 40),
                                        NUMBER(FINER_STEPS, 80),
                                        NUMBER(TIME, 1.5),
                                        NUMBER(DURATION, 100),
                                        NUMBER(ORDER, 2),
                                        NUMBER(LOWER, 1.998),
                                        NUMBER(UPPER, 2.002),
                                        NUMBER(CLAIMED, 4),
                                        NUMBER(POINTS, 12),
                                        NUMBER(FIRST_H, 0.25),
                                        NUMBER(LAST_H, 0.015625),
                                        NUMBER(FIRST_STEPS, 8),
                                        NUMBER(LAST_STEPS, 128),
                                        NUMBER(TOLERANCE, 1e-6),
                                        NUMBER(FIRST_TOLERANCE, 1e-3),
                                        NUMBER(LAST_TOLERANCE, 1e-12),
                                        NUMBER(SMALLEST_ERROR, 4.6e-6),
                                        NUMBER(ERROR, 1.2e-3),
                                        NUMBER(FINER_ERROR, 3e-4),
                                        NUMBER(NOISE_LEVEL, 2e-15),
                                        NUMBER(POWER, 2),
                                        NUMBER(EXPONENT, 1.02),
                                        NUMBER(DIFFERENCE_ORDER, 6),
                                        NUMBER(CONSTANT, 1e-14),
                                        NUMBER(COEFFICIENT, -0.032),
                                        NUMBER(DEVIATIONS, 700),
                                        NUMBER(COMPONENT, 2),
                                        NUMBER(TERM, 8e-5),
                                        NUMBER(DEPARTURE, 30),
                                        NUMBER(DIFFERENCE, 3e-7),
                                        NUMBER(RANGE, 3e-6),
                                        NUMBER(RATIO, 2.5),
                                        NUMBER(DEFECT, 5.1e-15),
                                        NUMBER(UNCERTAINTY, 5e-11),
                                        NUMBER(DETECTABLE, 5e-10),
                                        NUMBER(LOCAL_ERROR, 3.8e-5),
                                        TEXT(OVER, ""),
                                        NUMBER(NUMERATOR, 2),
                                        NUMBER(DENOMINATOR, 2),
                                        NUMBER(WORK, 2039),
                                        NUMBER(MAXIMUM, 3e-14),
                                        NUMBER(SCALE, 1.5),
                                        NUMBER(AMPLITUDE, 2e-4),
                                        NUMBER(DRIFT, -7.7e-8),
                                        NUMBER(DRIFT_DEVIATION, 4e-10),
                                        NUMBER(RISE, 1.2e-5),
                                        NUMBER(GROWTH_TIME, 3),
                                        NUMBER(METHOD_ERROR, 0.2),
                                        NUMBER(COUNT, 8),
                                        NUMBER(FAILED, 2),
                                        TEXT(FAILURE, "Newton's method diverges"),
                                        NUMBER(CONFIRMING, 7),
                                        NUMBER(REFUTING, 1),
                                        TEXT(SUBJECT, "q"),
                                        TEXT(WORD, "local error"),
                                        TEXT(PRECISION, "double")};

/* Where those would contradict the sentence. */
static const struct {
  Cause cause;
  NamedQuantity sample;
} others[] = {{CAUSE_OTHER_STUDY, TEXT(WORD, "energy")},
              {CAUSE_RECONSTRUCTED, TEXT(WORD, "refuted")},
              {CAUSE_ORDER_NOT_POSITIVE, NUMBER(CLAIMED, 0)},
              {CAUSE_SOLVER_TOO_LOOSE, NUMBER(NOISE_LEVEL, 2e-4)},
              {CAUSE_EXACT_TO_ROUND_OFF, NUMBER(ERROR, 3e-15)},
              {CAUSE_TOO_FEW_POINTS, NUMBER(COUNT, 4)},
              {CAUSE_TOO_FEW_ERRORS, NUMBER(COUNT, 4)},
              {CAUSE_RATES_DIFFER, TEXT(SUBJECT, "rate")},
              {CAUSE_DEFECT_FOUND, NUMBER(DEFECT, 3.2e-6)},
              {CAUSE_DEFECT_BELOW_TEN_ERRORS, NUMBER(DEFECT, 3.2e-10)},
              {CAUSE_MORE_ROWS_WOULD_DECIDE, TEXT(WORD, "finer")},
              {CAUSE_DRIFT_NOT_SIGNIFICANT, TEXT(WORD, "not significant")},
              {CAUSE_ORDER_CONDITION_FAILS, TEXT(WORD, "[[.]]")},
              {CAUSE_NEXT_CONDITION_FAILS, TEXT(WORD, "[[.]]")},
              {CAUSE_NEXT_CONDITION_FAILS, NUMBER(ORDER, 3)},
              {CAUSE_NEXT_CONDITION_FAILS, NUMBER(DEFECT, 0.042)},
              {CAUSE_SCHEME_CONDITIONAL, TEXT(WORD, "separable")},
              {CAUSE_ACCURACY_TOO_COSTLY, TEXT(WORD, "evaluations")},
              {CAUSE_ACCURACY_NOT_REACHED, TEXT(WORD, "evaluations")},
              {CAUSE_ACCURACY_COST, TEXT(WORD, "evaluations")},
              {CAUSE_MEAN_SQUARE_GROWS, NUMBER(COEFFICIENT, 8.6e-15)},
              {CAUSE_MEAN_SQUARE_GROWS, NUMBER(LOWER, 0.98)},
              {CAUSE_MEAN_SQUARE_GROWS, NUMBER(UPPER, 1.06)},
              {CAUSE_GROWTH_OPEN, NUMBER(LOWER, 0.4)},
              {CAUSE_ERROR_GROWS, NUMBER(LOWER, 1)},
              {CAUSE_ERROR_GROWS, NUMBER(UPPER, 1.04)},
              {CAUSE_EXPONENT_CHANGES, NUMBER(LOWER, 0.95)},
              {CAUSE_EXPONENT_CHANGES, NUMBER(UPPER, 1.1)},
              {CAUSE_ERRORS_FOLLOW_TOLERANCE, NUMBER(LOWER, 0.99)},
              {CAUSE_ERRORS_FOLLOW_TOLERANCE, NUMBER(UPPER, 1.05)},
              {CAUSE_RATES_TOO_LOW, NUMBER(UPPER, 2.1)},
              {CAUSE_RATES_OPEN, NUMBER(UPPER, 4.1)},
              {CAUSE_RATES_OPEN, NUMBER(ORDER, 3.4)},
              {CAUSE_ORDER_INTERVAL_WIDE, NUMBER(LOWER, 3.2)},
              {CAUSE_ORDER_INTERVAL_WIDE, NUMBER(UPPER, 3.9)},
              {CAUSE_ORDER_LOST_LATER, NUMBER(DURATION, 1)},
              {CAUSE_ORDER_LOST_LATER, NUMBER(POWER, 1)},
              {CAUSE_ORDER_LOST_LATER, NUMBER(FINER_ERROR, 1.5e-7)},
              {CAUSE_PARASITIC_CLASSES, NUMBER(COUNT, 2)},
              {CAUSE_ORDER_BY_LAW, NUMBER(POWER, 3)},
              {CAUSE_ORDER_BY_LAW, NUMBER(RATIO, 3e-3)},
              {CAUSE_PARASITIC_OSCILLATION, NUMBER(RATIO, 0.1)},
              {CAUSE_OTHER_TIME, TEXT(WORD, "later")},
              {CAUSE_DEFECT_TOO_NEAR, NUMBER(DEFECT, 6.1e-10)},
              {CAUSE_DIFFERENCES_DIVERGE, NUMBER(DEFECT, 3.2e-10)},
              {CAUSE_DEFECT_UNDETECTABLE, NUMBER(LOCAL_ERROR, 3.8e-10)},
              {CAUSE_METHOD_EXACT_HERE, NUMBER(LOCAL_ERROR, 3.8e-15)},
              {CAUSE_ORDER_WITHIN, NUMBER(LOWER, 3)},
              {CAUSE_ORDER_WITHIN, NUMBER(UPPER, 4)},
              {CAUSE_OFF_BY_ROUNDING, NUMBER(UNCERTAINTY, 5e-16)},
              {CAUSE_LEAST_ON_CIRCLE, NUMBER(LOWER, 0)},
              {CAUSE_LEAST_ON_CIRCLE, NUMBER(UPPER, 0.5)},
              {CAUSE_ACCURACY_COST, NUMBER(LOWER, 1800)},
              {CAUSE_ACCURACY_COST, NUMBER(UPPER, 2400)},
              {CAUSE_STEP_MAP_NOT_SYMPLECTIC, NUMBER(DEFECT, 3.2e-6)},
              {CAUSE_SHADOW_RANGE_SHARP, NUMBER(RANGE, 4e-13)},
              {CAUSE_METHOD_ERROR_BELOW_ROUND_OFF, NUMBER(METHOD_ERROR, 2e-12)},
              {CAUSE_ROUND_OFF_AMPLIFIED, NUMBER(SMALLEST_ERROR, 5e-16)},
              {CAUSE_INVARIANT_OSCILLATES, NUMBER(MAXIMUM, 3e-4)},
              {CAUSE_INVARIANT_EXCEEDS_TERMS, NUMBER(MAXIMUM, 30)},
              {CAUSE_INVARIANT_EXCEEDS_FIRST_TERMS, NUMBER(MAXIMUM, 30)},
              {CAUSE_SENSITIVE, NUMBER(DIFFERENCE, 1e-12)},
              {CAUSE_SENSITIVE, NUMBER(RATIO, 3e7)},
              {CAUSE_DRIFT_SUSPICIOUS, NUMBER(DEVIATIONS, 5.6)}};

static NamedQuantity SampleOf(Cause cause, size_t i) {
  for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++)
    if (others[k].cause == cause && others[k].sample.name == samples[i].name)
      return others[k].sample;
  return samples[i];
}

/* The template with the samples, to be freed. */
static char *Example(Cause cause) {
  Statement s = {.cause = cause};

  for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
    char brace[40];

    (void)snprintf(brace, sizeof(brace), "{%s", QuantityNames[samples[i].name]);
    const char *at = strstr(CauseTemplates[cause], brace);
    const int interval = samples[i].name == QUANTITY_LOWER || samples[i].name == QUANTITY_UPPER;

    if ((interval || (at && strchr(":}", at[strlen(brace)]))) &&
        s.quantities < STATEMENT_QUANTITIES)
      s.quantity[s.quantities++] = SampleOf(cause, i);
  }
  return SentenceOf(1, &s);
}

/* Whether the page has a line "| cause | example |" for each template. */
static int IsDocumented(const char *path) {
  static char page[100000];
  FILE *file = fopen(path, "r");
  const size_t length = file ? fread(page, 1, sizeof(page) - 1, file) : 0;
  int missing = 0;

  page[length] = 0;
  for (int i = 0; i < CAUSES_COUNT; i++) {
    char *example = Example((Cause)i), line[1024];

    (void)snprintf(line, sizeof(line), "\n| %s | %s |\n", CauseNames[i], example ? example : "?");
    if (!strstr(page, line))
      missing++;
    free(example);
  }
  if (file)
    (void)fclose(file);
  return !missing;
}

static int List(void) {
  for (int i = 0; i < CAUSES_COUNT; i++) {
    char *example = Example((Cause)i);

    printf("| %s | %s |\n", CauseNames[i], example ? example : "?");
    free(example);
  }
  return 0;
}

/* Rows of a table, and its noise level, are its author's to give. */
static int AsksForSteps(const char *template) {
  return strstr(template, "would decide") && strstr(template, "steps") &&
         !strstr(template, "rows") && !strstr(template, "--floor");
}

int main(int argc, char *argv[]) {
  if (argc > 1 && !strcmp(argv[1], "list"))
    return List();

  Statement s = Make(CAUSE_DEFECT_FOUND, FACTS(NUMBER(H, 0.1), NUMBER(DEFECT, 2e-3),
                                               NUMBER(TIME, NAN), NUMBER(UNCERTAINTY, 1e-9)));
  int wrong = 0, twice = 0, asking = 0;

  Says(&s, "defect 0.002 ± 1e-09 at h = 0.1", "a part whose quantity is not known is left out");
  s = Make(CAUSE_DEFECT_FOUND,
           FACTS(NUMBER(H, 0.1), NUMBER(DEFECT, 2e-3), NUMBER(TIME, 3), NUMBER(UNCERTAINTY, 1e-9)));
  Says(&s, "defect 0.002 ± 1e-09 at h = 0.1, t = 3", "a part whose quantity is known is printed");
  s = Make(CAUSE_DEFECT_ABSENT, FACTS(NUMBER(POINTS, 1), NUMBER(DEFECT, 0),
                                      NUMBER(UNCERTAINTY, 1e-9), NUMBER(DETECTABLE, 1e-8)));
  Says(&s, "defect ≤ 0 ± 1e-09 at 1 point; a defect of 1e-08 would have been detected",
       "one point is no plural");
  s = Make(CAUSE_LIMIT_AT_INFINITY, FACTS(NUMBER(RATIO, NAN)));
  Says(&s, "unbounded at infinity", "the second part where the first is not known");
  s = Make(CAUSE_NO_STEP, FACTS(NUMBER(H, 0.5), TEXT(FAILURE, "ναὶ {h} [x]")));
  Says(&s, "; the step with h = 0.5 failed: ναὶ {h} [x]", "a text is not read as a template");
  s = Make(CAUSE_ORDER_CONFIRMED,
           FACTS(NUMBER(ORDER, 2), NUMBER(LOWER, 1.998), NUMBER(UPPER, 2.003), NUMBER(POINTS, 12),
                 NUMBER(FIRST_STEPS, 8), NUMBER(LAST_H, 0.0078125), NUMBER(LAST_STEPS, 128),
                 NUMBER(SMALLEST_ERROR, 4.6e-6)));
  Says(&s,
       "observed order 2.000 ± 0.003 (12 step sizes, N = 8…128, down to h = 0.00781, smallest "
       "error 4.6e-06); no lower-order term",
       "an interval is its larger half");
  s = Make(CAUSE_NO_STEP, FACTS(NUMBER(H, 0.5)));
  Says(&s, "; the step with h = 0.5 failed: ?", "what a rule forgot is seen");

  ok(Wrong("{nothing}") && Wrong("{h") && Wrong("[a") && Wrong("a]") && !Wrong("[{h:.3g}|b]"),
     "a template that is not well formed is seen");
  for (int i = 0; i < CAUSES_COUNT; i++) {
    if (Wrong(CauseTemplates[i]))
      diag("%s: %s", CauseNames[i], Wrong(CauseTemplates[i])), wrong++;
    asking += AsksForSteps(CauseTemplates[i]);
    for (int k = 0; k < i; k++)
      twice += !strcmp(CauseNames[i], CauseNames[k]);
  }
  ok(CAUSES_COUNT > 100 && !wrong, "each of %d templates is well formed", CAUSES_COUNT);
  ok(!twice, "each cause has a name of its own");
  ok(!asking, "none sends the reader for other steps, which the host chooses, but for tables");
  ok(AsksForSteps("; finer steps would decide") && !AsksForSteps("; more rows would decide"),
     "  and one that did would be seen");
  if (!ok(IsDocumented("docs/verdicts.md"), "docs/verdicts.md has each template with an example"))
    diag("its table is what `build/tests/t0515_sentence list` prints");
  ok(!IsDocumented("README.md"), "  and a page that lacks them is noticed");
  return done_testing();
}
