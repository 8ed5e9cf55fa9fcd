/* junit.xml: a testsuite per method, a testcase per verdict. Refuted and undecided are failures, a
 * crash is an error, and a refutation that was expected counts as skipped, as CI
 * servers show it. */
#include "reports/writers.h"
#include <string.h>

static void Attribute(FILE *file, const char *name, const char *value) {
  TextMarkup(file, " @=\"@\"", name, value);
}

/* How many outcomes are shown as this element. */
static PetscInt CountElement(const ClaimCounts *counts, const char *element) {
  PetscInt sum = 0;

  for (int k = 0; k < OUTCOMES; k++)
    if (OutcomeLooks[k].junit && !strcmp(OutcomeLooks[k].junit, element))
      sum += counts->of[k];
  return sum;
}

/* The numbers of a method, or of all (NULL). */
static void PutCounts(FILE *file, const Contents *contents, const char *method) {
  const ClaimCounts counts = CountClaims(contents, method, NULL);

  fprintf(file,
          " tests=\"%" PetscInt_FMT "\" failures=\"%" PetscInt_FMT "\" errors=\"%" PetscInt_FMT
          "\" skipped=\"%" PetscInt_FMT "\"",
          counts.all, CountElement(&counts, "failure"), CountElement(&counts, "error"),
          CountElement(&counts, "skipped"));
}

/* How many verdicts each record has. */
static PetscErrorCode Sharers(const Contents *contents, PetscInt **sharers) {
  const Records *records = contents->store->records;
  const Verdicts *verdicts = contents->store->verdicts;

  PetscCall(ArenaArray(contents->arena, records->count, sharers));
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Record *record = RecordsFind(records, verdicts->at[i].job->key);
    if (record)
      (*sharers)[record - records->at]++;
  }
  return 0;
}

/* Verdicts of one record share its time in equal parts, so that sums are what was spent. */
static PetscReal Seconds(Store store, const PetscInt sharers[], const Verdict *verdict) {
  const Record *record = RecordsFind(store->records, verdict->job->key);
  const Timing *timing = TimingsFind(&store->timings, verdict->job->key);

  return record && timing && timing->seconds > 0
             ? timing->seconds / (PetscReal)sharers[record - store->records->at]
             : 0;
}

/* Of a method, or of all (NULL). */
static void PutTime(FILE *file, const PetscInt sharers[], const Contents *contents,
                    const char *method) {
  const Verdicts verdicts = VerdictsOf(contents, method);
  PetscReal sum = 0;

  for (PetscInt i = 0; i < verdicts.count; i++)
    sum += Seconds(contents->store, sharers, &verdicts.at[i]);
  fprintf(file, " time=\"%.3f\"", (double)sum);
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
    fprintf(file, " line=\"%" PetscInt_FMT "\"", method->line);
  }
}

static PetscErrorCode Testcase(FILE *file, const PetscInt sharers[], const Contents *contents,
                               PetscInt i) {
  const Verdict *verdict = &contents->store->verdicts->at[i];
  const Outcome outcome = VerdictOutcome(verdict);
  const char *element = OutcomeLooks[outcome].junit, *name;
  const char *message =
      (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN) && TextGiven(verdict->claim->why)
          ? verdict->claim->why
          : verdict->reason;

  PetscCall(TextTestName(contents->store->verdicts, i, contents->arena, &name));
  fputs("    <testcase", file);
  Attribute(file, "classname", verdict->job->method);
  Attribute(file, "name", name + strlen(verdict->job->method) + 1);
  fprintf(file, " time=\"%.6f\"", (double)Seconds(contents->store, sharers, verdict));
  PutPlace(file, contents->store, verdict);
  if (!element) {
    fputs("/>\n", file);
    return 0;
  }
  fprintf(file, ">\n      <%s", element);
  if (outcome == OUTCOME_SKIPPED)
    PetscCall(ArenaPrint(contents->arena, &message, "not measurable (%s): %s",
                         ObstacleNames[VerdictObstacle(verdict)], message));
  Attribute(file, "message", message);
  if (!strcmp(element, "skipped"))
    fputs("/>\n", file);
  else {
    Attribute(file, "type", OutcomeNames[outcome]);
    TextMarkup(file, ">claimed @, observed @\n@</@>\n", TextValue(verdict->claimed).at,
               TextValue(verdict->observed).at, verdict->command, element);
  }
  fputs("    </testcase>\n", file);
  return 0;
}

PetscErrorCode WriteJunit(const Contents *contents, FILE *file, PetscBool whole) {
  const Verdicts *verdicts = contents->store->verdicts;
  PetscInt *sharers;

  (void)whole;
  PetscCall(Sharers(contents, &sharers));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gimbal\"", file);
  PutCounts(file, contents, NULL);
  PutTime(file, sharers, contents, NULL);
  fputs(">\n", file);
  for (PetscInt i = 0; i < contents->methods.count; i++) {
    const char *method = contents->methods.at[i];
    fputs("  <testsuite", file);
    Attribute(file, "name", method);
    PutCounts(file, contents, method);
    PutTime(file, sharers, contents, method);
    fputs(">\n", file);
    for (PetscInt j = 0; j < verdicts->count; j++)
      if (JobMatches(verdicts->at[j].job, method, NULL))
        PetscCall(Testcase(file, sharers, contents, j));
    fputs("  </testsuite>\n", file);
  }
  fputs("</testsuites>\n", file);
  return 0;
}
