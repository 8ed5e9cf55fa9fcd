/* TAP version 13 from verdicts alone. */
#include "reports/report.h"
#include "reports/store.h"
#include "reports/text.h"
#include "reports/writers.h"
#include <stdlib.h>
#include <string.h>

/* A JSON value is a YAML value, on one line. */
static void Yaml(FILE *file, const json_t *verdict, const char *key, const char *name) {
  const json_t *value = json_object_get(verdict, key);
  char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;

  fprintf(file, "  %s: %s\n", name, text ? text : "null");
  free(text);
}

static void YamlInterval(FILE *file, const json_t *verdict) {
  const json_t *lower = json_object_get(verdict, "lower"),
               *upper = json_object_get(verdict, "upper");

  if (!json_is_number(lower) && !json_is_number(upper))
    return;
  fputs("  interval: [", file);
  for (int i = 0; i < 2; i++) {
    const json_t *end = i ? upper : lower;
    if (json_is_number(end))
      fprintf(file, "%.17g%s", json_number_value(end), i ? "" : ", ");
    else
      fprintf(file, "null%s", i ? "" : ", ");
  }
  fputs("]\n", file);
}

PetscErrorCode WriteTap(Store store, FILE *file) {
  json_t *verdict;
  size_t i;

  PetscFunctionBeginUser;
  fputs("TAP version 13\n", file);
  if (!json_array_size(store->verdicts))
    fputs("1..0 # SKIP there were no claims to judge\n", file);
  else
    fprintf(file, "1..%zu\n", json_array_size(store->verdicts));
  json_array_foreach(store->verdicts, i, verdict) {
    const char *part[] = {TextMember(verdict, "method"), TextMember(verdict, "model"),
                          TextMember(verdict, "case"), TextMember(verdict, "study"),
                          TextMember(verdict, "quantity")};
    Outcome outcome = VerdictOutcome(verdict);
    PetscBool ok =
        outcome == OUTCOME_CONFIRMED || outcome == OUTCOME_SKIPPED ? PETSC_TRUE : PETSC_FALSE;

    fprintf(file, "%s %zu - ", ok ? "ok" : "not ok", i + 1);
    for (int k = 0; k < 5; k++) {
      TextTap(file, part[k]);
      if (k < 4)
        fputc(k == 1 ? ':' : ' ', file);
    }
    if (outcome == OUTCOME_SKIPPED) {
      fputs(" # SKIP ", file);
      TextLine(file, TextMember(verdict, "reason"));
    } else if (outcome == OUTCOME_EXPECTED) {
      fputs(" # TODO ", file);
      TextLine(file, TextMember(verdict, "why"));
    }
    fputs("\n  ---\n", file);
    Yaml(file, verdict, "verdict", "verdict");
    Yaml(file, verdict, "claimed", "claimed");
    Yaml(file, verdict, "observed", "observed");
    YamlInterval(file, verdict);
    if (json_is_string(json_object_get(verdict, "reason")))
      Yaml(file, verdict, "reason", "reason");
    if (json_is_string(json_object_get(verdict, "source")))
      Yaml(file, verdict, "source", "source");
    if (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_SURPRISE) {
      Yaml(file, verdict, "expect", "expect");
      Yaml(file, verdict, "why", "why");
    }
    Yaml(file, verdict, "command", "command");
    fputs("  ...\n", file);
    /* `ok # TODO` would leave prove's exit status at 0, and the surprise unheard. */
    if (outcome == OUTCOME_SURPRISE) {
      fprintf(file, "# UNEXPECTED: point %zu was expected to be refuted and is ", i + 1);
      TextLine(file, TextMember(verdict, "verdict"));
      fputc('\n', file);
    }
  }
  PetscFunctionReturn(0);
}
