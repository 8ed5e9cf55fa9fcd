/* One line per method for people, and what did not pass. */
#include "base/shell.h"
#include "base/utf8.h"
#include "reports/writers.h"
#include <unistd.h>

/* The lowest and the highest order of a quantity over the cases, of decided claims. */
static void Orders(const Contents *contents, const char *method, const char *quantity, FILE *file) {
  const Verdicts verdicts = VerdictsOf(contents, method);
  ClaimCounts found = NO_CLAIMS;

  for (PetscInt i = 0; i < verdicts.count; i++)
    if (IsOrderVerdict(&verdicts.at[i], quantity) && HasNumber(&verdicts.at[i]) &&
        (verdicts.at[i].verdict == CONFIRMED || verdicts.at[i].verdict == REFUTED))
      CountsAdd(&found, &verdicts.at[i]);
  if (found.judged)
    fprintf(file, "  %s %s", TextQuantity(quantity), CountsRange(&found).at);
}

/* What asks why: the verdict's own name, and the folder where it is not the usual one. */
static void WriteReason(Store store, const Verdict *verdict, FILE *file) {

  const char *name = VerdictName(verdict, store->arena);
  fputs("    gimbal explain ", file);
  ShellPut(file, name);
  if (strcmp(store->directory, "out")) {
    fputc(' ', file);
    ShellPut(file, store->directory);
  }
  fputc('\n', file);
}

/* What became of the claim, where, and why. */
static void Sentence(const Contents *contents, const CauseGroup *cause, const char *outcome,
                     FILE *file) {
  fprintf(file, "%s: %s on ", outcome, cause->first->job->method);
  CausePlaces(contents, cause, 3, TextLine, file);
  fprintf(file, ", %s: ", TextClaim(cause->first).at);
  TextLine(file, cause->first->reason);
  fputc('\n', file);
}

static void Problem(const Contents *contents, const CauseGroup *cause, FILE *file) {
  const Verdict *verdict = cause->first;
  const Outcome outcome = VerdictOutcome(verdict);

  Sentence(contents, cause,
           outcome != OUTCOME_SURPRISE                ? OutcomeNames[outcome]
           : verdict->claim->expect == EXPECT_REFUTED ? "expected to be refuted, but is not"
                                                      : "expected to be undecided, but is not",
           file);
  fputs("    ", file);
  TextLine(file, verdict->command);
  fputc('\n', file);
  WriteReason(contents->store, verdict, file);
}

/* By cause: one that shows on many models is one problem. */
static void Problems(const Contents *contents, int most, FILE *file) {
  CauseGroups causes;

  CausesOfFailures(contents, &causes);
  fputs(causes.count ? "\n" : "", file);
  for (int i = 0; i < PetscMin(most, causes.count); i++)
    Problem(contents, &causes.at[i], file);
  if (causes.count > most)
    fprintf(file, "… and %d more: see %s/index.html\n", causes.count - most,
            contents->store->directory);
}

/* Refutations that the suite expects, where they are few. */
static void ExpectedRefutations(const Contents *contents, int most, FILE *file) {
  CauseGroups causes = {0, NULL};

  CausesAdd(contents, OUTCOME_EXPECTED, &causes);
  for (int i = 0; i < causes.count && causes.count <= most; i++) {
    fputc('\n', file);
    Sentence(contents, &causes.at[i], OutcomeLooks[OUTCOME_EXPECTED].phrase, file);
  }
}

static PetscBool IsColoured(FILE *file) {
  const char *term = getenv("TERM");

  return (PetscBool)(isatty(fileno(file)) && !getenv("NO_COLOR") &&
                     (!term || strcmp(term, "dumb") != 0));
}

static void WriteMark(const int count[OUTCOMES], FILE *file) {
  const int bad = count[OUTCOME_REFUTED] + count[OUTCOME_FAILED] + count[OUTCOME_SURPRISE],
            open = count[OUTCOME_UNDECIDED],
            good = count[OUTCOME_CONFIRMED] + count[OUTCOME_EXPECTED] + count[OUTCOME_FORESEEN];
  const char *mark = bad ? "FAIL" : open ? "open" : good ? "pass" : "none";

  if (IsColoured(file))
    fprintf(file, "\033[1;%dm%-6s\033[0m", bad ? 31 : open ? 33 : 32, mark);
  else
    fprintf(file, "%-6s", mark);
}

/* How many verdicts of a method, and of a study, there are of each word; NULL is any. */
static void Words(const Verdicts *verdicts, const char *method, const char *study, FILE *file) {
  int count[VERDICT_WORDS] = {0};

  for (PetscInt i = 0; i < verdicts->count; i++)
    if (JobMatches(verdicts->at[i].job, method, NULL) &&
        (!study || !strcmp(verdicts->at[i].claim->study, study)))
      count[verdicts->at[i].verdict]++;
  for (int k = 0; k < VERDICT_WORDS; k++)
    fprintf(file, "  %*d", (int)strlen(VerdictShown(VerdictsCounted[k])),
            count[VerdictsCounted[k]]);
}

/* Of one descriptor or suite; a claim on a kind of invariants has a verdict on each. */
static PetscBool AreOfOneClaim(const Verdict *a, const Verdict *b) {
  return (PetscBool)(a->claim->origin == b->claim->origin && a->claim->number == b->claim->number);
}

/* The claims of a method of which every verdict is that it could not be measured: it passes, and nothing of
 * it is known. */
static void Unjudged(const Contents *contents, const char *method, FILE *file) {
  enum { MOST = 3 };
  const Verdicts verdicts = VerdictsOf(contents, method);
  int found = 0;

  for (PetscInt i = 0; i < verdicts.count; i++) {
    const Verdict *verdict = &verdicts.at[i];
    PetscBool first = PETSC_TRUE; /* of its claim, and no other is judged */
    for (PetscInt j = 0; j < verdicts.count && first; j++)
      first = (PetscBool)(!AreOfOneClaim(verdict, &verdicts.at[j]) ||
                          (verdicts.at[j].verdict == SKIPPED && j >= i));
    if (!first || ++found > MOST)
      continue;
    const Text claim = verdict->claim->claimed_as
                           ? TextPrint("%s %s", verdict->claim->study, verdict->claim->claimed_as)
                           : TextClaim(verdict);
    fprintf(file, "%snot judged on any model: %s, %s: ", found == 1 ? "\n" : "", method, claim.at);
    TextLine(file, verdict->reason);
    fputc('\n', file);
  }
  if (found > MOST)
    fprintf(file, "… and %d more: see %s/index.html\n", found - MOST, contents->store->directory);
}

/* Where the methods are few. */
static void AllUnjudged(const Contents *contents, FILE *file) {
  enum { FEW_METHODS = 4 };

  for (PetscInt i = 0; i < contents->methods.count && contents->methods.count <= FEW_METHODS; i++)
    Unjudged(contents, contents->methods.at[i], file);
}

/* The last line: the whole in numbers. */
static void Totals(const Contents *contents, FILE *file) {
  const ManifestSince *since = &contents->store->manifest.since;
  const ClaimCounts counts = CountClaims(contents, NULL, NULL);
  Text why = {""};

  fprintf(file, "\n%d claim%s%s%s", counts.all, counts.all == 1 ? "" : "s", counts.all ? ", " : "",
          CountsText(&counts, OutcomesCounted, OUTCOMES).at);
  for (int k = 0; k < OBSTACLES; k++)
    if (counts.obstacle[k])
      TextAdd(&why, "%s %d", ObstacleNames[k], counts.obstacle[k]);
  if (*why.at)
    fprintf(file, " (%s)", why.at);
  if (counts.understated)
    fprintf(file, "; %d understated", counts.understated);
  fputc('\n', file);
  if (since->taken)
    fprintf(file, "%d result%s reused from %s (%s)\n", (int)since->taken,
            since->taken == 1 ? "" : "s", since->folder, since->commit ? since->commit : "?");
}

static void Heading(PetscInt width, const char *rows, FILE *file) {
  fprintf(file, "%-6s%-*s", "", (int)width, rows);
  for (int k = 0; k < VERDICT_WORDS; k++)
    fprintf(file, "  %s", VerdictShown(VerdictsCounted[k]));
}

/* What the order of its first quantity was judged on; a method may lose it from more unknowns on. */
static void Dimensions(const Contents *contents, const char *method, FILE *file) {
  const Verdict *order = NULL;

  for (int k = 0; k < ORDER_QUANTITIES && !order; k++)
    order = FindOrderVerdict(contents, method, NULL, OrderQuantities[k]);
  const char *dimensions = order ? StoreDimensions(contents->store, order) : "";
  if (*dimensions)
    fprintf(file, "  n = %s", dimensions);
}

static void Row(const Contents *contents, const char *method, PetscInt width, FILE *file) {
  const Store store = contents->store;
  const ManifestPlugin *plugin = ManifestMethod(&store->manifest, method);
  const ClaimCounts counts = CountClaims(contents, method, NULL);

  WriteMark(counts.of, file);
  fprintf(file, "%s%*s", method, (int)(width - Utf8Letters(method, SIZE_MAX)), "");
  Words(store->verdicts, method, NULL, file);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    Orders(contents, method, OrderQuantities[k], file);
  Dimensions(contents, method, file);
  const struct {
    int count;
    const char *words;
  } more[] = {{counts.of[OUTCOME_EXPECTED], OutcomeLooks[OUTCOME_EXPECTED].phrase},
              {counts.of[OUTCOME_FORESEEN], OutcomeLooks[OUTCOME_FORESEEN].phrase},
              {counts.understated, "understated"},
              {counts.obstacle[OBSTACLE_BETTER], ObstacleNames[OBSTACLE_BETTER]},
              {counts.obstacle[OBSTACLE_PRECISION], "not measurable in double precision"},
              {counts.of[OUTCOME_SURPRISE], OutcomeLooks[OUTCOME_SURPRISE].phrase}};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(more); i++)
    if (more[i].count)
      fprintf(file, "  (%d %s)", more[i].count, more[i].words);
  if (plugin && !plugin->quad)
    fputs("  (in double precision only)", file);
  fputc('\n', file);
}

static PetscInt Width(const Contents *contents) {
  PetscInt width = 6;

  for (PetscInt i = 0; i < contents->methods.count; i++)
    width = PetscMax(width, Utf8Letters(contents->methods.at[i], SIZE_MAX));
  return width;
}

/* A row of zeros would say that something was looked at. */
static void Unclaimed(const Contents *contents, FILE *file) {
  int some = 0;

  for (PetscInt i = 0; i < contents->methods.count; i++)
    some += !VerdictsOf(contents, contents->methods.at[i]).count;
  if (some)
    fprintf(file,
            "%d method%s measured, without a claim that these studies judge: see %s/index.html\n",
            some, some == 1 ? "" : "s", contents->store->directory);
}

/* ---- Of a screenful ---- */

enum { SCREEN_ROWS = 12, SCREEN_PROBLEMS = 3 };

static PetscBool AllPasses(const Contents *contents, const char *method) {
  const Verdicts verdicts = VerdictsOf(contents, method);

  for (PetscInt i = 0; i < verdicts.count; i++)
    if (!OutcomePasses(VerdictOutcome(&verdicts.at[i])))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The claims of each study. */
static void Kinds(const Verdicts *verdicts, FILE *file) {
  const PetscInt width = 12;

  Heading(width, "claims on", file);
  fputc('\n', file);
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const char *study = verdicts->at[i].claim->study;
    PetscInt first = 0;
    while (strcmp(verdicts->at[first].claim->study, study))
      first++;
    if (first < i)
      continue;
    fprintf(file, "%-6s%-*s", "", (int)width, study);
    Words(verdicts, NULL, study, file);
    fputc('\n', file);
  }
}

/* A row for each method. Of a screenful, where they are many, one for each kind of claim, and for the
 * methods that do not pass where these are few. */
void WriteSummary(const Contents *contents, FILE *file, PetscBool whole) {
  const Texts *methods = &contents->methods;
  const PetscBool many = (PetscBool)(!whole && methods->count > SCREEN_ROWS);
  const PetscInt width = Width(contents);
  int bad = 0;

  for (PetscInt i = 0; i < methods->count; i++)
    bad += !AllPasses(contents, methods->at[i]);
  if (many)
    Kinds(contents->store->verdicts, file);
  if (many && bad)
    fprintf(file, "%d of %d methods do not pass\n", bad, (int)methods->count);
  if (!many || (bad && bad <= SCREEN_ROWS)) {
    Heading(width, "method", file);
    fputs("  orders found\n", file);
    for (PetscInt i = 0; i < methods->count; i++)
      if (VerdictsOf(contents, methods->at[i]).count &&
          (!many || !AllPasses(contents, methods->at[i])))
        Row(contents, methods->at[i], width, file);
  }
  Unclaimed(contents, file);
  Problems(contents, whole ? 12 : SCREEN_PROBLEMS, file);
  if (!whole)
    ExpectedRefutations(contents, SCREEN_PROBLEMS, file);
  AlgebraTellDisagreements(contents->store, file);
  AllUnjudged(contents, file);
  Totals(contents, file);
}
