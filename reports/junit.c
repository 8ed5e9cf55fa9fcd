/* junit.xml: a testsuite per method, a testcase per verdict. Refuted and undecided are failures, a
 * crash is an error, and a refutation that was expected counts as skipped, as CI
 * servers show it. */
#include "reports/writers.h"
#include <string.h>

static void Attribute(FILE *file, const char *name, const char *value) {
  fprintf(file, " %s=\"", name);
  TextXml(file, value);
  fputc('"', file);
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
static void PutCounts(FILE *file, const Verdicts *verdicts, const char *method) {
  PetscInt count[OUTCOMES], all = CountOutcomes(verdicts, method, NULL, count);

  fprintf(file,
          " tests=\"%" PetscInt_FMT "\" failures=\"%" PetscInt_FMT "\" errors=\"%" PetscInt_FMT
          "\" skipped=\"%" PetscInt_FMT "\"",
          all, CountElement(count, "failure"), CountElement(count, "error"),
          CountElement(count, "skipped"));
}

static void Testcase(FILE *file, const Verdict *verdict) {
  const Outcome outcome = VerdictOutcome(verdict);
  const char *element = OutcomeLooks[outcome].junit;
  char name[512], claimed[64], observed[64];

  snprintf(name, sizeof(name), "%s:%s %s %s", verdict->model, verdict->instance, verdict->study,
           verdict->quantity);
  fputs("    <testcase", file);
  Attribute(file, "classname", verdict->method);
  Attribute(file, "name", name);
  if (!element) {
    fputs("/>\n", file);
    return;
  }
  fprintf(file, ">\n      <%s", element);
  Attribute(file, "message",
            (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN) && TextGiven(verdict->why)
                ? verdict->why
                : verdict->reason);
  if (!strcmp(element, "skipped"))
    fputs("/>\n", file);
  else {
    TextValue(verdict->claimed, claimed, sizeof(claimed));
    TextValue(verdict->observed, observed, sizeof(observed));
    Attribute(file, "type", OutcomeName(outcome));
    fputs(">claimed ", file);
    TextXml(file, claimed);
    fputs(", observed ", file);
    TextXml(file, observed);
    fputs("\n", file);
    TextXml(file, verdict->command);
    fprintf(file, "</%s>\n", element);
  }
  fputs("    </testcase>\n", file);
}

PetscErrorCode WriteJunit(const Contents *contents, FILE *file) {
  const Verdicts *verdicts = contents->store->verdicts;

  PetscFunctionBeginUser;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gimbal\"", file);
  PutCounts(file, verdicts, NULL);
  fputs(">\n", file);
  for (PetscInt i = 0; i < contents->methods.count; i++) {
    const char *method = contents->methods.at[i];
    fputs("  <testsuite", file);
    Attribute(file, "name", method);
    PutCounts(file, verdicts, method);
    fputs(">\n", file);
    for (PetscInt j = 0; j < verdicts->count; j++)
      if (VerdictMatches(&verdicts->at[j], method, NULL))
        Testcase(file, &verdicts->at[j]);
    fputs("  </testsuite>\n", file);
  }
  fputs("</testsuites>\n", file);
  PetscFunctionReturn(0);
}
