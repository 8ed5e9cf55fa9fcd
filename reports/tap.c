/* TAP version 13 from verdicts alone. */
#include "reports/table.h"
#include "reports/writers.h"

/* A JSON value is a YAML value, on one line. */
static void YamlValue(FILE *file, const char *name, NumberOrWord value) {
  OWNED(MemoryFree) char *text = NumberOrWordToText(value);

  fprintf(file, "  %s: %s\n", name, text);
}

static void YamlInterval(FILE *file, const Verdict *verdict) {
  const PetscReal end[] = {verdict->lower, verdict->upper};

  if (isnan(end[0]) && isnan(end[1]))
    return;
  fputs("  interval: [", file);
  for (int i = 0; i < 2; i++) {
    if (isnan(end[i]))
      fputs("null", file);
    else
      fprintf(file, "%.17g", (double)end[i]);
    fputs(i ? "]\n" : ", ", file);
  }
}

/* "ok 1 - METHOD MODEL[@COORDINATES]:CASE STUDY QUANTITY", with a directive where there is one. */
static void TestPoint(FILE *file, const Contents *contents, PetscInt i) {
  const Verdict *verdict = &contents->store->verdicts->at[i];
  const Outcome outcome = VerdictOutcome(verdict);

  const char *name = VerdictTestName(contents->store->verdicts, i, contents->arena);

  fprintf(file, "%s %d - ", OutcomeLooks[outcome].tap ? "ok" : "not ok", (int)i + 1);
  TextTap(file, name);
  if (outcome == OUTCOME_SKIPPED) {
    fprintf(file, " # SKIP not measurable (%s): ", ObstacleNames[VerdictObstacle(verdict)]);
    TextLine(file, ReasonNotMeasurable(verdict->reason ? verdict->reason : ""));
  } else if (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN) {
    fputs(" # TODO ", file);
    TextLine(file, TextGiven(verdict->claim->why) ? verdict->claim->why : "undecided may pass");
  }
  fputc('\n', file);
}

static void Diagnostics(FILE *file, const Verdict *verdict) {
  const Outcome outcome = VerdictOutcome(verdict);

  fputs("  ---\n", file);
  YamlValue(file, "verdict", Word(VerdictShown(verdict->verdict)));
  YamlValue(file, "claimed", verdict->claimed);
  YamlValue(file, "observed", verdict->observed);
  YamlInterval(file, verdict);
  if (verdict->reason)
    YamlValue(file, "reason", Word(verdict->reason));
  if (verdict->source)
    YamlValue(file, "source", Word(verdict->source));
  if (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN || outcome == OUTCOME_SURPRISE) {
    YamlValue(file, "expect", Word(ExpectationNames[verdict->claim->expect]));
    YamlValue(file, "why", Word(verdict->claim->why));
  }
  YamlValue(file, "command", Word(verdict->command));
  fputs("  ...\n", file);
}

void WriteTap(const Contents *contents, FILE *file, PetscBool details) {
  const Verdicts *verdicts = contents->store->verdicts;

  fputs("TAP version 13\n", file);
  if (!verdicts->count)
    fputs("1..0 # SKIP there were no claims to judge\n", file);
  else
    fprintf(file, "1..%d\n", (int)verdicts->count);
  if (contents->store->manifest.since.taken) {
    fprintf(file, "# %d results reused from ", (int)contents->store->manifest.since.taken);
    TextLine(file, contents->store->manifest.since.folder);
    fputc('\n', file);
  }
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *verdict = &verdicts->at[i];
    TestPoint(file, contents, i);
    if (details || !OutcomeLooks[VerdictOutcome(verdict)].tap)
      Diagnostics(file, verdict);
    /* `ok # TODO` would leave prove's exit status at 0, and the surprise unheard. */
    if (VerdictOutcome(verdict) == OUTCOME_SURPRISE)
      fprintf(file, "# UNEXPECTED: point %d was expected to be %s and is %s\n", (int)i + 1,
              ExpectationNames[verdict->claim->expect], VerdictShown(verdict->verdict));
  }
}
