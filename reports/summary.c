/* One line per method for people, and what did not pass. */
#include "reports/writers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The orders found for a quantity over the cases: lowest and highest. */
static void Orders(Store store, const char *method, const char *quantity, FILE *file) {
  PetscReal lowest = NAN, highest = NAN;
  json_t *verdict;
  size_t i;

  json_array_foreach(store->verdicts, i, verdict) {
    PetscReal observed = NumberMember(verdict, "observed");
    Outcome outcome = VerdictOutcome(verdict);
    if (!StoreMatches(verdict, method, NULL) || isnan(observed) || outcome == OUTCOME_SKIPPED ||
        strcmp(TextMember(verdict, "study"), "order") ||
        strcmp(TextMember(verdict, "quantity"), quantity))
      continue;
    if (!(observed >= lowest))
      lowest = observed;
    if (!(observed <= highest))
      highest = observed;
  }
  if (isnan(lowest))
    return;
  fprintf(file, "  %s %.2f", TextQuantity(quantity), lowest);
  if (highest - lowest >= 0.01)
    fprintf(file, "–%.2f", highest);
}

static void Problems(Store store, FILE *file) {
  const size_t most = 12;
  size_t i, shown = 0, all = 0;
  char claim[256];
  json_t *verdict;

  json_array_foreach(store->verdicts, i, verdict) all += !OutcomePasses(VerdictOutcome(verdict));
  if (all)
    fputc('\n', file);
  json_array_foreach(store->verdicts, i, verdict) {
    Outcome outcome = VerdictOutcome(verdict);
    if (OutcomePasses(outcome))
      continue;
    if (shown++ == most) {
      fprintf(file, "… and %zu more: see %s/index.html\n", all - most, store->directory);
      break;
    }
    TextClaim(verdict, claim, sizeof(claim));
    fprintf(file, "%s: %s on %s:%s, %s: ",
            outcome == OUTCOME_SURPRISE ? "not refuted, as was expected" : OutcomeName(outcome),
            TextMember(verdict, "method"), TextMember(verdict, "model"),
            TextMember(verdict, "case"), claim);
    TextLine(file, TextMember(verdict, "reason"));
    fputs("\n    ", file);
    TextLine(file, TextMember(verdict, "command"));
    fputc('\n', file);
  }
}

PetscErrorCode WriteSummary(Store store, FILE *file) {
  static const char *const order[] = {"q", "v", "p", "xi", "mu", "lambda"};
  const char *term = getenv("TERM");
  PetscBool colour =
      isatty(fileno(file)) && !getenv("NO_COLOR") && (!term || strcmp(term, "dumb") != 0)
          ? PETSC_TRUE
          : PETSC_FALSE;
  json_t *methods, *name, *verdict;
  size_t i, j;
  PetscInt width = 6;

  PetscFunctionBeginUser;
  PetscCall(StoreNames(store, "method", &methods));
  json_array_foreach(methods, i, name) width = PetscMax(width, TextLength(json_string_value(name)));
  fprintf(file, "%-6s%-*s  confirmed  refuted  undecided  skipped  failed  orders found\n", "",
          (int)width, "method");
  json_array_foreach(methods, i, name) {
    const char *method = json_string_value(name);
    PetscInt count[OUTCOMES] = {0};
    json_array_foreach(store->verdicts, j, verdict) {
      if (StoreMatches(verdict, method, NULL))
        count[VerdictOutcome(verdict)]++;
    }
    PetscInt bad = count[OUTCOME_REFUTED] + count[OUTCOME_FAILED] + count[OUTCOME_SURPRISE];
    const char *mark = bad                                                  ? "FAIL"
                       : count[OUTCOME_UNDECIDED]                           ? "open"
                       : count[OUTCOME_CONFIRMED] + count[OUTCOME_EXPECTED] ? "pass"
                                                                            : "none";
    const char *paint = bad ? "31" : count[OUTCOME_UNDECIDED] ? "33" : "32";
    if (colour)
      fprintf(file, "\033[1;%sm%-6s\033[0m", paint, mark);
    else
      fprintf(file, "%-6s", mark);
    fprintf(file,
            "%s%*s  %9" PetscInt_FMT "  %7" PetscInt_FMT "  %9" PetscInt_FMT "  %7" PetscInt_FMT
            "  %6" PetscInt_FMT,
            method, (int)(width - TextLength(method)), "",
            count[OUTCOME_CONFIRMED] + count[OUTCOME_SURPRISE],
            count[OUTCOME_REFUTED] + count[OUTCOME_EXPECTED], count[OUTCOME_UNDECIDED],
            count[OUTCOME_SKIPPED], count[OUTCOME_FAILED]);
    for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++)
      Orders(store, method, order[k], file);
    if (count[OUTCOME_EXPECTED])
      fprintf(file, "  (%" PetscInt_FMT " refuted as expected)", count[OUTCOME_EXPECTED]);
    if (count[OUTCOME_SURPRISE])
      fprintf(file, "  (%" PetscInt_FMT " should have been refuted)", count[OUTCOME_SURPRISE]);
    if (json_is_false(json_object_get(
            json_object_get(json_object_get(store->manifest, "methods"), method), "quad")))
      fputs("  (in double precision only)", file);
    fputc('\n', file);
  }
  json_decref(methods);
  Problems(store, file);
  PetscFunctionReturn(0);
}
