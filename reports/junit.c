/* junit.xml: a testsuite per method, a testcase per verdict. Refuted and undecided are failures, a
 * crash is an error, and a refutation that was expected counts as skipped, as CI
 * servers show it. */
#include "reports/writers.h"

static void Attribute(FILE *file, const char *name, const char *value) {
  TextMarkup(file, " @=\"@\"", name, value);
}

/* How many outcomes are shown as this element. */
static int CountElement(const ClaimCounts *counts, const char *element) {
  int sum = 0;

  for (int k = 0; k < OUTCOMES; k++)
    if (OutcomeLooks[k].junit && !strcmp(OutcomeLooks[k].junit, element))
      sum += counts->of[k];
  return sum;
}

/* Of several verdicts of one record the first has its time, so that sums are what was spent. */
static PetscReal Seconds(Store store, PetscInt i) {
  const Verdict *verdict = store->verdicts->at;
  const Timing *timing = TimingsFind(&store->timings, verdict[i].job->key);

  for (PetscInt j = i - 1; j >= 0 && JobMatches(verdict[j].job, verdict[i].job->method, NULL); j--)
    if (!strcmp(verdict[j].job->key, verdict[i].job->key))
      return 0;
  return timing && timing->seconds > 0 ? timing->seconds : 0;
}

/* The numbers and the time of a method, or of all (NULL). */
static void PutCounts(FILE *file, const Contents *contents, const char *method) {
  const ClaimCounts counts = CountClaims(contents, method, NULL);
  const Verdicts *verdicts = contents->store->verdicts;
  PetscReal seconds = 0;

  for (PetscInt i = 0; i < verdicts->count; i++)
    if (JobMatches(verdicts->at[i].job, method, NULL))
      seconds += Seconds(contents->store, i);
  fprintf(file, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\"",
          counts.all, CountElement(&counts, "failure"), CountElement(&counts, "error"),
          CountElement(&counts, "skipped"), (double)seconds);
}

/* Where CI servers show a failure: at the method's source, or at the suite that makes the claim. */
static void PutPlace(FILE *file, Store store, const Verdict *verdict) {
  const ManifestPlugin *method = ManifestMethod(&store->manifest, verdict->job->method);
  const char *suite = verdict->job->suite; /* also where another suite includes it */

  if (verdict->claim->origin == FROM_SUITE) {
    if (suite && strstr(suite, ".yaml"))
      Attribute(file, "file", suite);
  } else if (method && method->source) {
    Attribute(file, "file", method->source);
    fprintf(file, " line=\"%d\"", (int)method->line);
  }
}

static void Testcase(FILE *file, const Contents *contents, PetscInt i) {
  const Verdict *verdict = &contents->store->verdicts->at[i];
  const Outcome outcome = VerdictOutcome(verdict);
  const char *element = OutcomeLooks[outcome].junit, *name;
  const char *message =
      (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN) && TextGiven(verdict->claim->why)
          ? verdict->claim->why
          : verdict->reason;

  name = VerdictTestName(contents->store->verdicts, i, contents->arena);
  fputs("    <testcase", file);
  Attribute(file, "classname", verdict->job->method);
  Attribute(file, "name", name + strlen(verdict->job->method) + 1);
  fprintf(file, " time=\"%.6f\"", (double)Seconds(contents->store, i));
  PutPlace(file, contents->store, verdict);
  if (!element) {
    fputs("/>\n", file);
    return;
  }
  fprintf(file, ">\n      <%s", element);
  if (outcome == OUTCOME_SKIPPED)
    message = ArenaPrint(contents->arena, "not measurable (%s): %s",
                         ObstacleNames[VerdictObstacle(verdict)], ReasonNotMeasurable(message));
  Attribute(file, "message", message);
  if (!strcmp(element, "skipped"))
    fputs("/>\n", file);
  else {
    Attribute(file, "type", OutcomeNames[outcome]);
    TextMarkup(file, ">claimed @, observed @\n@</@>\n", TextValue(verdict->claimed).at,
               TextValue(verdict->observed).at, verdict->command, element);
  }
  fputs("    </testcase>\n", file);
}

void WriteJunit(const Contents *contents, FILE *file, PetscBool whole) {
  const Verdicts *verdicts = contents->store->verdicts;

  (void)whole;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gimbal\"", file);
  PutCounts(file, contents, NULL);
  fputs(">\n", file);
  for (PetscInt i = 0; i < contents->methods.count; i++) {
    fputs("  <testsuite", file);
    Attribute(file, "name", contents->methods.at[i]);
    PutCounts(file, contents, contents->methods.at[i]);
    fputs(">\n", file);
    for (PetscInt j = 0; j < verdicts->count; j++)
      if (JobMatches(verdicts->at[j].job, contents->methods.at[i], NULL))
        Testcase(file, contents, j);
    fputs("  </testsuite>\n", file);
  }
  fputs("</testsuites>\n", file);
}
