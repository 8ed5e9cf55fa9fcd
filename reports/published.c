/* The tables of published claims and of libraries. A suite may say one thing of many methods and systems, and say it
 * in several entries, where some are known to be refuted; to the reader it is one claim. */
#include "reports/published.h"
#include "base/sort.h"
#include "reports/outcomes.h"
#include "reports/queries.h"
#include "reports/html.h"
#include "reports/text.h"

/* ---- Collection ---- */

/* A claim without a text is described by its content; `of_all`: its order whatever the quantity. */
static const char *Words(Arena arena, const Verdict *verdict, PetscBool of_all) {
  if (TextGiven(verdict->claim->text))
    return verdict->claim->text;
  return ArenaPrint(arena, "%s: %s",
                    of_all && IsOrderVerdict(verdict, NULL) ? "order" : TextClaim(verdict).at,
                    TextValue(verdict->claimed).at);
}

static const char *OrEmpty(const char *text) { return text ? text : ""; }

/* The library whose method the verdict is on, with its version: "GSL 2.7.1". Empty: none. */
static Text LibraryOf(Store store, const Verdict *verdict) {
  const ManifestPlugin *plugin = ManifestMethod(&store->manifest, verdict->job->method);

  if (!plugin || !TextGiven(plugin->library))
    return (Text){""};
  return TextPrint("%s%s%s", plugin->library, plugin->library_version ? " " : "",
                   OrEmpty(plugin->library_version));
}

/* The claim of the verdict, made if it is not there. */
static PublishedClaim *FindOrAdd(Arena arena, PublishedClaims *claims, const Verdict *verdict,
                                 const char *library) {
  const char *source = library ? library : OrEmpty(verdict->source);
  const char *place = library ? OrEmpty(verdict->source) : OrEmpty(verdict->claim->place);
  const char *integrator = library ? verdict->job->method : NULL;
  const char *words = Words(arena, verdict, (PetscBool) !!library);

  for (PetscInt i = 0; i < claims->count; i++) {
    PublishedClaim *claim = &claims->at[i];
    if (!strcmp(claim->source, source) && !strcmp(claim->place, place) &&
        !strcmp(claim->text, words) && !strcmp(OrEmpty(claim->integrator), OrEmpty(integrator)))
      return claim;
  }
  PublishedClaim *claim = ArenaNext(arena, claims->count, &claims->at);
  *claim = (PublishedClaim){.source = ArenaText(arena, source),
                            .place = place,
                            .basis = verdict->claim->basis,
                            .number = verdict->claim->number,
                            .text = words,
                            .integrator = integrator};
  return claim;
}

static int CompareVerdicts(const void *a, const void *b) {
  const Verdict *x = *(const Verdict *const *)a, *y = *(const Verdict *const *)b;
  const int weight =
      OutcomeLooks[VerdictOutcome(x)].telling - OutcomeLooks[VerdictOutcome(y)].telling;

  if (weight)
    return weight;
  if (x->claim->rank != y->claim->rank)
    return x->claim->rank < y->claim->rank ? -1 : 1;
  const int sign = strcmp(x->job->key, y->job->key);
  return sign ? sign : strcmp(x->claim->quantity, y->claim->quantity);
}

static int CompareClaims(const void *a, const void *b) {
  const PublishedClaim *x = a, *y = b;
  const int paper = strcmp(x->source, y->source);
  const int integrator = strcmp(OrEmpty(x->integrator), OrEmpty(y->integrator));

  if (paper)
    return paper;
  if (integrator)
    return integrator;
  return (x->number > y->number) - (x->number < y->number);
}

void PublishedCollect(Store store, Arena arena, PublishedClaims *claims) {
  for (PetscInt i = 0; i < store->verdicts->count; i++) {
    const Verdict *verdict = &store->verdicts->at[i];
    const Text library = LibraryOf(store, verdict);
    /* What a suite says of a library without a text is a check of the adapter, and without a source it is a
     * claim of the suite's own. */
    if (*library.at ? verdict->claim->origin == FROM_SUITE && !TextGiven(verdict->claim->text)
                    : verdict->claim->origin != FROM_SUITE || !TextGiven(verdict->source))
      continue;
    PublishedClaim *claim = FindOrAdd(arena, claims, verdict, *library.at ? library.at : NULL);
    claim->number = PetscMin(claim->number, verdict->claim->number);
    ArenaAppend(arena, claim->verdicts, &claim->verdict, verdict);
  }
  for (PetscInt i = 0; i < claims->count; i++) {
    PublishedClaim *claim = &claims->at[i];
    Sort(claim->verdicts, claim->verdict, CompareVerdicts);
    claim->outcome = VerdictOutcome(claim->verdict[0]);
  }
  Sort(claims->count, claims->at, CompareClaims);
}

/* ---- In words ---- */

/* "refuted 3, confirmed 2 of 6" verdicts */
static Text PublishedTally(const PublishedClaim *claim) {
  Text text = {""};

  for (int k = 0; k < VERDICT_WORDS; k++) {
    int count = 0;
    for (PetscInt i = 0; i < claim->verdicts; i++)
      count += claim->verdict[i]->verdict == (VerdictWord)k;
    if (count)
      TextAdd(&text, "%s %d", VerdictShown((VerdictWord)k), count);
  }
  return TextPrint("%s of %d", text.at, (int)claim->verdicts);
}

Text PublishedWhere(const Verdict *verdict) {
  char place[JOB_PLACE];

  if (!strcmp(verdict->job->model, "*"))
    return TextPrint("%s", verdict->job->method);
  return TextPrint("%s on %s", verdict->job->method, JobPlace(verdict->job, place));
}

PetscBool PublishedIs(const PublishedClaim *claim, PublishedKind kind) {
  return (PetscBool)((claim->integrator != NULL) == (kind == PUBLISHED_BY_LIBRARIES));
}

PublishedCount PublishedCountOf(const PublishedClaims *claims, PublishedKind kind,
                                const char *source) {
  PublishedCount count = {.kind = kind};

  for (PetscInt i = 0; i < claims->count; i++) {
    const Outcome outcome = claims->at[i].outcome;
    if (!PublishedIs(&claims->at[i], kind) || (source && strcmp(source, claims->at[i].source)))
      continue;
    count.claims++;
    count.confirmed += outcome == OUTCOME_CONFIRMED || outcome == OUTCOME_SURPRISE;
    count.refuted += outcome == OUTCOME_REFUTED || outcome == OUTCOME_EXPECTED;
  }
  count.open = count.claims - count.confirmed - count.refuted;
  return count;
}

Text PublishedCountText(PublishedCount count) {
  if (count.kind == PUBLISHED_BY_LIBRARIES)
    return TextPrint("%d of %d documented properties hold", count.confirmed,
                     count.confirmed + count.refuted);
  return TextPrint("%d claims: %d confirmed, %d refuted, %d open", count.claims, count.confirmed,
                   count.refuted, count.open);
}

Text PublishedBasisText(const PublishedClaims *claims, const char *paper) {
  static const char *const words[][2] = {
      {"read", "read"}, {"cited", "as cited"}, {"textbook", "textbook"}};
  Text text = {""};

  for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
    int count = 0;
    for (PetscInt i = 0; i < claims->count; i++)
      count += !strcmp(OrEmpty(claims->at[i].basis), words[k][0]) &&
               !strcmp(claims->at[i].source, paper);
    if (count)
      TextAdd(&text, "%d %s", count, words[k][1]);
  }
  return text;
}

/* ---- Markdown, LaTeX, CSV ---- */

static void AddRow(Table table, const PublishedClaims *claims, const PublishedClaim *claim) {
  const Verdict *verdict = claim->verdict[0];
  const Text basis =
      claim->integrator
          ? PublishedCountText(PublishedCountOf(claims, PUBLISHED_BY_LIBRARIES, claim->source))
          : PublishedBasisText(claims, claim->source);
  const char *numbers =
      ArenaPrint(table->texts, "%s: %s%s%s", PublishedWhere(verdict).at, OrEmpty(verdict->reason),
                 TextGiven(verdict->claim->why) ? ". " : "", OrEmpty(verdict->claim->why));
  const char *paper =
      ArenaPrint(table->texts, *basis.at ? "%s (%s)" : "%s%s", claim->source, basis.at);
  TableRow(table, Word(paper), Word(claim->place), Word(claim->text),
           Word(OutcomeLooks[claim->outcome].published));
  TableLook(table, OutcomeNames[claim->outcome], NULL);
  TableValue(table, Word(numbers));
  TableLook(table, "reason", NULL);
  TableValue(table, Word(PublishedTally(claim).at));
  TableValue(table, Word(OrEmpty(verdict->command)));
}

Table PublishedTable(const PublishedClaims *claims, const char *source) {
  const PublishedCount count = PublishedCountOf(claims, PUBLISHED_BY_PAPERS, NULL);
  char note[1024];

  snprintf(note, sizeof(note),
           "%s. Each claim quoted or paraphrased, with its place; the verdict; the "
           "numbers that decide it, on the simplest system on which it is refuted or else the "
           "first on which it was tried; how many (method, system, quantity) were tried; and the "
           "command that shows it. In brackets, what a source's rows are known from: read (it, or "
           "a page or a summary that is named), as another text cites it, or a textbook's common "
           "knowledge. All of them are in verdicts.csv, with the origin suite.",
           PublishedCountText(count).at);
  Table table = TableCreate("Published claims", NULL);
  table->note = ArenaText(table->texts, note);
  TableColumns(table, COLUMN_GROUP, "paper", 0);
  TableColumns(table, COLUMN_PROSE, "place|claim|verdict|the numbers that decide it|tried", 0);
  TableColumns(table, COLUMN_CODE, "command", TABLE_MARKDOWN | TABLE_CSV | TABLE_PAGE);
  for (PetscInt i = 0; i < claims->count; i++)
    if (source ? !strcmp(SourceName(claims->at[i].source).at, source)
               : PublishedIs(&claims->at[i], PUBLISHED_BY_PAPERS))
      AddRow(table, claims, &claims->at[i]);
  return table;
}
