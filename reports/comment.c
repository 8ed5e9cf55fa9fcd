/* The comment that a bot puts under a change: what does not pass first, grouped by cause, then the
 * whole in numbers. Everything that comes from plugins and suites stands in
 * code, so that a name like kepler@cartesian mentions nobody and #3 leads nowhere. */
#include "reports/writers.h"

/* Bytes. A comment of a usual size holds some causes, after which they are only counted. No part is long, so that
 * it fits the hosts' limit whatever comes. */
enum { ENOUGH = 4000, LONGEST_COMMAND = 4000, PLACES_SHOWN = 6 };

static void PutCode(FILE *file, const char *place) { TextMarkup(file, "`", place); }

static void PutCause(const Contents *contents, const CauseGroup *cause, FILE *file) {
  const Verdict *verdict = cause->first;
  const Outcome outcome = VerdictOutcome(verdict);

  fprintf(file, "- **%s** ", OutcomeLooks[outcome].phrase);
  if (outcome == OUTCOME_SURPRISE)
    fprintf(file, "(expected: %s) ", ExpectationNames[verdict->claim->expect]);
  TextMarkup(file, "`, ` claimed `, on ", verdict->job->method, TextClaim(verdict).at,
             TextValue(verdict->claimed).at);
  CausePlaces(contents, cause, PLACES_SHOWN, PutCode, file);
  TextMarkup(file, "\n  `", verdict->reason);
  if (TextGiven(verdict->command) && strlen(verdict->command) <= LONGEST_COMMAND &&
      !strpbrk(verdict->command, "`\n"))
    fprintf(file, "\n  `%s`", verdict->command);
  fputc('\n', file);
}

/* As many causes as fit, at least one; the worst first. */
static void Failures(const Contents *contents, FILE *file) {
  CauseGroups causes;
  int shown = 0, left = 0;

  CausesOfFailures(contents, &causes);
  if (causes.count)
    fputs("### What does not pass\n\n", file);
  while (shown < causes.count && (!shown || ftell(file) < ENOUGH))
    PutCause(contents, &causes.at[shown++], file);
  for (int i = shown; i < causes.count; i++)
    left += causes.at[i].verdicts;
  if (left)
    fprintf(file, "\n… and %d more claims, of %d further causes: the report has them.\n", left,
            causes.count - shown);
  if (causes.count)
    fputc('\n', file);
}

static void Numbers(const Contents *contents, FILE *file) {
  const ClaimCounts counts = CountClaims(contents, NULL, NULL);

  fputs("| outcome | claims |\n|---|---:|\n", file);
  for (int k = 0; k < OUTCOMES; k++)
    if (counts.of[OutcomesCounted[k]])
      fprintf(file, "| %s | %d |\n", OutcomeLooks[OutcomesCounted[k]].phrase,
              counts.of[OutcomesCounted[k]]);
  for (int k = 0; k < OBSTACLES; k++)
    if (counts.obstacle[k])
      fprintf(file, "| (%s) | %d |\n", ObstacleNames[k], counts.obstacle[k]);
  if (counts.understated)
    fprintf(file, "| (understated) | %d |\n", counts.understated);
  fprintf(file, "| all | %d |\n\n", counts.all);
}

static void Headline(const Contents *contents, FILE *file) {
  const ClaimCounts counts = CountClaims(contents, NULL, NULL);
  const int judged = counts.all - counts.of[OUTCOME_SKIPPED],
            odd = counts.of[OUTCOME_EXPECTED] + counts.of[OUTCOME_FORESEEN];
  int bad = 0;

  for (int k = 0; k < OUTCOMES; k++)
    bad += OutcomePasses((Outcome)k) ? 0 : counts.of[k];
  if (bad)
    fprintf(file, "## gimbal: %d of %d judged claims do%s not pass\n\n", bad, judged,
            bad == 1 ? "es" : "");
  else if (!judged)
    fputs("## gimbal: nothing was measurable\n\n", file);
  else if (odd)
    fprintf(file,
            "## gimbal: passes; %d of %d judged claims do not hold, which the suite expects or "
            "allows\n\n",
            odd, judged);
  else
    fprintf(file, "## gimbal: all %d judged claims hold\n\n", judged);
}

static void Provenance(const Manifest *manifest, FILE *file) {
  if (!manifest->format)
    return;
  TextMarkup(file, "Suite `, gimbal ` (`).\n", manifest->suite.name, manifest->versions.gimbal,
             manifest->versions.commit);
  if (!manifest->since.taken)
    return;
  fprintf(file, "%d results were not computed again: nothing had changed for them since ",
          (int)manifest->since.taken);
  TextMarkup(file, "` (`).\n", manifest->since.folder, manifest->since.commit);
}

void WriteComment(const Contents *contents, FILE *file, PetscBool whole) {
  (void)whole;
  Headline(contents, file);
  Failures(contents, file);
  Numbers(contents, file);
  Provenance(&contents->store->manifest, file);
}
