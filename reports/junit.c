/* junit.xml: a testsuite per method, a testcase per verdict. Refuted and undecided are failures, a
 * crash is an error, and a refutation that was expected counts as skipped, as CI servers show it.
 */
#include "reports/writers.h"
#include <string.h>

typedef struct {
  size_t tests, failures, errors, skipped;
} Count;

static void Attribute(FILE *file, const char *name, const char *value) {
  fprintf(file, " %s=\"", name);
  TextXml(file, value);
  fputc('"', file);
}

static void Add(Count *count, Outcome outcome) {
  count->tests++;
  if (outcome == OUTCOME_FAILED)
    count->errors++;
  else if (outcome == OUTCOME_SKIPPED || outcome == OUTCOME_EXPECTED)
    count->skipped++;
  else if (outcome != OUTCOME_CONFIRMED)
    count->failures++;
}

static void PutCount(FILE *file, const Count *count) {
  fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", count->tests,
          count->failures, count->errors, count->skipped);
}

static void Testcase(FILE *file, const json_t *verdict) {
  Outcome outcome = VerdictOutcome(verdict);
  char name[512], claimed[64], observed[64];

  snprintf(name, sizeof(name), "%s:%s %s %s", TextMember(verdict, "model"),
           TextMember(verdict, "case"), TextMember(verdict, "study"),
           TextMember(verdict, "quantity"));
  fputs("    <testcase", file);
  Attribute(file, "classname", TextMember(verdict, "method"));
  Attribute(file, "name", name);
  if (outcome == OUTCOME_CONFIRMED) {
    fputs("/>\n", file);
    return;
  }
  fputs(">\n", file);
  const char *element = outcome == OUTCOME_FAILED                                   ? "error"
                        : outcome == OUTCOME_SKIPPED || outcome == OUTCOME_EXPECTED ? "skipped"
                                                                                    : "failure";
  fprintf(file, "      <%s", element);
  Attribute(file, "message", TextMember(verdict, outcome == OUTCOME_EXPECTED ? "why" : "reason"));
  if (!strcmp(element, "skipped"))
    fputs("/>\n", file);
  else {
    TextValue(json_object_get(verdict, "claimed"), claimed, sizeof(claimed));
    TextValue(json_object_get(verdict, "observed"), observed, sizeof(observed));
    Attribute(file, "type", OutcomeName(outcome));
    fputs(">claimed ", file);
    TextXml(file, claimed);
    fputs(", observed ", file);
    TextXml(file, observed);
    fputs("\n", file);
    TextXml(file, TextMember(verdict, "command"));
    fprintf(file, "</%s>\n", element);
  }
  fputs("    </testcase>\n", file);
}

PetscErrorCode WriteJunit(Store store, FILE *file) {
  Count total = {0};
  json_t *methods, *name, *verdict;
  size_t i, j;

  PetscFunctionBeginUser;
  PetscCall(StoreNames(store, "method", &methods));
  json_array_foreach(store->verdicts, i, verdict) Add(&total, VerdictOutcome(verdict));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gimbal\"", file);
  PutCount(file, &total);
  fputs(">\n", file);
  json_array_foreach(methods, i, name) {
    const char *method = json_string_value(name);
    Count count = {0};
    json_array_foreach(store->verdicts, j, verdict) {
      if (StoreMatches(verdict, method, NULL))
        Add(&count, VerdictOutcome(verdict));
    }
    fputs("  <testsuite", file);
    Attribute(file, "name", method);
    PutCount(file, &count);
    fputs(">\n", file);
    json_array_foreach(store->verdicts, j, verdict) {
      if (StoreMatches(verdict, method, NULL))
        Testcase(file, verdict);
    }
    fputs("  </testsuite>\n", file);
  }
  fputs("</testsuites>\n", file);
  json_decref(methods);
  PetscFunctionReturn(0);
}
