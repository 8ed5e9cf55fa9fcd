/* junit.xml: a testsuite per method, a testcase per verdict. Refuted and undecided are failures, a
 * crash is an error, and a refutation that was expected counts as skipped, as CI
 * servers show it. */
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>

static void Attribute(FILE *file, const char *name, const char *value) {
  TextMarkup(file, " @=\"@\"", name, value);
}

/* How many outcomes are shown as this element. */
static PetscInt CountElement(const PetscInt count[OUTCOMES], const char *element) {
  PetscInt sum = 0;

  for (int k = 0; k < OUTCOMES; k++)
    if (OutcomeLooks[k].junit && !strcmp(OutcomeLooks[k].junit, element))
      sum += count[k];
  return sum;
}

/* The numbers of a method, or of all (NULL). */
static void PutCounts(FILE *file, const Contents *contents, const char *method) {
  PetscInt count[OUTCOMES], all = CountOutcomes(contents, method, NULL, count);

  fprintf(file,
          " tests=\"%" PetscInt_FMT "\" failures=\"%" PetscInt_FMT "\" errors=\"%" PetscInt_FMT
          "\" skipped=\"%" PetscInt_FMT "\"",
          all, CountElement(count, "failure"), CountElement(count, "error"),
          CountElement(count, "skipped"));
}

/* What a record cost, in seconds of the clock. */
typedef struct {
  const char *key;
  PetscReal seconds;
  PetscInt verdicts; /* that share it */
} Cost;

typedef struct {
  PetscInt count;
  Cost *at; /* by key */
} Costs;

static int ByKey(const void *a, const void *b) {
  return strcmp(((const Cost *)a)->key, ((const Cost *)b)->key);
}

static Cost *FindCost(const Costs *costs, const char *key) {
  const Cost wanted = {.key = key};

  return costs->count ? bsearch(&wanted, costs->at, (size_t)costs->count, sizeof(*costs->at), ByKey)
                      : NULL;
}

/* Verdicts of one record share its time in equal parts, so that sums are what was spent. Of a record
 * that was run again the longest counts. */
static PetscErrorCode CostsCreate(const Contents *contents, Costs *costs) {
  const Timings *timings = &contents->store->timings;
  const Verdicts *verdicts = contents->store->verdicts;
  PetscInt kept = 0;

  *costs = (Costs){.count = timings->count};
  PetscCall(ArenaArray(contents->arena, timings->count, &costs->at));
  for (PetscInt i = 0; i < timings->count; i++)
    costs->at[i] = (Cost){timings->at[i].key, timings->at[i].seconds, 0};
  if (costs->count)
    qsort(costs->at, (size_t)costs->count, sizeof(*costs->at), ByKey);
  for (PetscInt i = 0; i < costs->count; i++)
    if (!kept || strcmp(costs->at[i].key, costs->at[kept - 1].key))
      costs->at[kept++] = costs->at[i];
    else
      costs->at[kept - 1].seconds = PetscMax(costs->at[i].seconds, costs->at[kept - 1].seconds);
  costs->count = kept;
  for (PetscInt i = 0; i < verdicts->count; i++) {
    Cost *cost = FindCost(costs, verdicts->at[i].job->key);
    if (cost)
      cost->verdicts++;
  }
  return 0;
}

static PetscReal Seconds(const Costs *costs, const Verdict *verdict) {
  const Cost *cost = FindCost(costs, verdict->job->key);

  return cost && cost->seconds > 0 ? cost->seconds / (PetscReal)cost->verdicts : 0;
}

/* Of a method, or of all (NULL). */
static void PutTime(FILE *file, const Costs *costs, const Contents *contents, const char *method) {
  const Verdicts verdicts = VerdictsOf(contents, method);
  PetscReal sum = 0;

  for (PetscInt i = 0; i < verdicts.count; i++)
    sum += Seconds(costs, &verdicts.at[i]);
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

static PetscErrorCode Testcase(FILE *file, const Costs *costs, const Contents *contents,
                               PetscInt i) {
  const Verdict *verdict = &contents->store->verdicts->at[i];
  const Outcome outcome = VerdictOutcome(verdict);
  const char *element = OutcomeLooks[outcome].junit, *name;
  const char *message =
      (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN) && TextGiven(verdict->claim->why)
          ? verdict->claim->why
          : verdict->reason;
  char claimed[64], observed[64];

  PetscCall(TextTestName(contents->store->verdicts, i, contents->arena, &name));
  fputs("    <testcase", file);
  Attribute(file, "classname", verdict->job->method);
  Attribute(file, "name", name + strlen(verdict->job->method) + 1);
  fprintf(file, " time=\"%.6f\"", (double)Seconds(costs, verdict));
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
    TextValue(verdict->claimed, claimed, sizeof(claimed));
    TextValue(verdict->observed, observed, sizeof(observed));
    Attribute(file, "type", OutcomeNames[outcome]);
    TextMarkup(file, ">claimed @, observed @\n@</@>\n", claimed, observed, verdict->command,
               element);
  }
  fputs("    </testcase>\n", file);
  return 0;
}

PetscErrorCode WriteJunit(const Contents *contents, FILE *file) {
  const Verdicts *verdicts = contents->store->verdicts;
  Costs costs;

  PetscCall(CostsCreate(contents, &costs));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gimbal\"", file);
  PutCounts(file, contents, NULL);
  PutTime(file, &costs, contents, NULL);
  fputs(">\n", file);
  for (PetscInt i = 0; i < contents->methods.count; i++) {
    const char *method = contents->methods.at[i];
    fputs("  <testsuite", file);
    Attribute(file, "name", method);
    PutCounts(file, contents, method);
    PutTime(file, &costs, contents, method);
    fputs(">\n", file);
    for (PetscInt j = 0; j < verdicts->count; j++)
      if (JobMatches(verdicts->at[j].job, method, NULL))
        PetscCall(Testcase(file, &costs, contents, j));
    fputs("  </testsuite>\n", file);
  }
  fputs("</testsuites>\n", file);
  return 0;
}
