/* The top of the page: what ran, how it ended, what needs attention, the whole at a glance. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/published.h"
#include "reports/writers.h"

/* One sentence: how many methods and properties, and what does not hold. */
static void Headline(Page *page, const ClaimCounts *counts) {
  const int methods = (int)page->contents->methods.count,
            tested = counts->all - counts->of[OUTCOME_SKIPPED],
            odd = counts->of[OUTCOME_EXPECTED] + counts->of[OUTCOME_FORESEEN];
  const Text bad = CountsText(counts, OutcomesWorstFirst, OUTCOMES_IN_NEED);

  fprintf(page->file, "<header>\n<h1>%d method%s, %d propert%s tested%s%s</h1>\n", methods,
          methods == 1 ? "" : "s", tested, tested == 1 ? "y" : "ies",
          *bad.at   ? ": "
          : !tested ? ""
          : odd     ? ", all as expected"
                    : ", all hold",
          bad.at);
}

/* By cause, what is not measurable: inside its box, as parts of its number. */
static void ObstacleParts(Page *page, const ClaimCounts *counts) {
  const char *before = "<span class=\"quiet\">";
  for (int k = 0; k < OBSTACLES; k++)
    if (counts->obstacle[k]) {
      fprintf(page->file, "%s%d %s", before, counts->obstacle[k], ObstacleNames[k]);
      before = "<br>";
    }
  fputs("</span>", page->file);
}

/* A bar of all claims by their outcomes, and the numbers. */
static void CountList(Page *page, const ClaimCounts *counts) {
  fputs("<div class=\"bar\" aria-hidden=\"true\">", page->file);
  for (int k = 0; k < OUTCOMES; k++)
    if (counts->of[OutcomesCounted[k]])
      fprintf(page->file, "<div class=\"tag %s\" style=\"flex-grow: %d\"></div>",
              OutcomeNames[OutcomesCounted[k]], counts->of[OutcomesCounted[k]]);
  fputs("</div>\n", page->file);
  fputs("<ul class=\"counts\">\n", page->file);
  for (int k = 0; k < OUTCOMES; k++) {
    const Outcome outcome = OutcomesCounted[k];
    if (!counts->of[outcome] &&
        (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN || outcome == OUTCOME_SURPRISE))
      continue;
    fprintf(page->file, "<li%s><b class=\"%s\">%d</b>%s",
            counts->of[outcome] ? "" : " class=\"zero\"", OutcomeNames[outcome],
            counts->of[outcome], OutcomeLooks[outcome].phrase);
    if (outcome == OUTCOME_SKIPPED && counts->of[outcome])
      ObstacleParts(page, counts);
    fputs("</li>\n", page->file);
  }
  if (counts->understated)
    fprintf(page->file, "<li><b>%d</b>understated</li>\n", counts->understated);
  fputs("</ul>\n", page->file);
}

void HtmlSummary(Page *page) {
  const PublishedClaims *claims = &page->contents->published;
  const PublishedCount published = PublishedCountOf(claims, PUBLISHED_BY_PAPERS, NULL),
                       libraries = PublishedCountOf(claims, PUBLISHED_BY_LIBRARIES, NULL);
  const ClaimCounts counts = CountClaims(page->contents, NULL, NULL);

  Headline(page, &counts);
  /* What is refuted in a paper stands in front even where the suite expects it. */
  if (published.refuted)
    fprintf(page->file,
            "<p><a href=\"#published\">%d of %d published claims do%s not hold</a>.</p>\n",
            published.refuted, published.claims, published.refuted == 1 ? "es" : "");
  CountList(page, &counts);
  FragmentPut(page->file, "sections", "published", published.claims ? "yes" : NULL, "libraries",
              libraries.claims ? "yes" : NULL, NULL);
}

static void Problem(Page *page, const CauseGroup *cause) {
  const Verdict *verdict = cause->first;
  FILE *file = page->file;

  fputs("<li>", file);
  HtmlTag(page, VerdictOutcome(verdict), -1);
  fputc(' ', file);
  HtmlLink(page, "method", verdict->job->method);
  fputs(" on ", file);
  CausePlaces(page->contents, cause, 6, TextXml, file);
  FragmentPut(file, "problem", "claim", TextClaim(verdict).at, "reason", verdict->reason, "claimed",
              TextValue(verdict->claimed).at, "observed", TextValue(verdict->observed).at,
              "interval",
              isnan(verdict->lower) && isnan(verdict->upper) ? NULL : IntervalCell(verdict).at,
              "expected", ExpectationNames[verdict->claim->expect], "why", verdict->claim->why,
              "command", verdict->command, NULL);
}

/* All that have this outcome, by cause; folded where they are many, or were known before. */
static void ProblemsOf(Page *page, Outcome outcome, int count) {
  CauseGroups causes = {0, NULL};

  CausesAdd(page->contents, outcome, &causes);
  const PetscBool fold = (PetscBool)(causes.count > 8 || OutcomePasses(outcome));
  if (fold) {
    fprintf(page->file, "<details%s><summary>", outcome == OUTCOME_REFUTED ? " open" : "");
    HtmlTag(page, outcome, count);
    fputs("</summary>\n", page->file);
  }
  fputs("<ol class=\"problems\">\n", page->file);
  for (PetscInt i = 0; i < causes.count; i++)
    Problem(page, &causes.at[i]);
  fputs(fold ? "</ol></details>\n" : "</ol>\n", page->file);
}

void HtmlProblems(Page *page) {
  const ClaimCounts counts = CountClaims(page->contents, NULL, NULL);
  int need = 0;

  fputs("<section id=\"attention\">\n<h2>What needs attention</h2>\n", page->file);
  for (int k = 0; k < OUTCOMES_IN_NEED; k++)
    need += counts.of[OutcomesWorstFirst[k]];
  if (!need)
    fputs(counts.of[OUTCOME_EXPECTED] || counts.of[OUTCOME_FORESEEN]
              ? "<p>Nothing: each claim that is refuted or undecided was expected to be.</p>\n"
              : "<p>Nothing: no claim is refuted, failed or undecided.</p>\n",
          page->file);
  /* And last what was known to be refuted or undecided. */
  for (int k = 0; k < OUTCOMES_IN_NEED + 2; k++)
    if (counts.of[OutcomesWorstFirst[k]])
      ProblemsOf(page, OutcomesWorstFirst[k], counts.of[OutcomesWorstFirst[k]]);
  fputs("</section>\n", page->file);
}

static void Cell(Page *page, const char *method, const char *place) {
  const ClaimCounts counts = CountClaims(page->contents, method, place);
  const Outcome worst = CountsWorst(&counts);
  const char *const letter = OutcomeLooks[worst].letter; /* without claims there is one */
  Text all = CountsText(&counts, OutcomesCounted, OUTCOMES);

  if (counts.understated)
    TextAdd(&all, "%d understated", counts.understated);
  FragmentPut(page->file, "cell", "address", HtmlRowReference(page, method, place).at, "outcome",
              OutcomeNames[worst], "all", all.at, "letter", counts.all ? letter : NULL, "count",
              letter ? NULL : TextPrint("%d%s", counts.of[worst], counts.understated ? "+" : "").at,
              NULL);
}

/* What each method is and claims, a column for each property. */
void HtmlStory(Page *page) {
  FragmentPut(page->file, "methods", NULL);
  TableHtml(ComparisonTable(page->contents, page), page->file);
  fputs("</section>\n", page->file);
}

void HtmlOverview(Page *page) {
  const Texts *methods = &page->contents->placed, *places = &page->contents->places;
  FILE *file = page->file;

  FragmentPut(file, "overview", NULL);
  for (PetscInt j = 0; j < places->count; j++) {
    fputs("<th scope=\"col\"><span>", file);
    HtmlLink(page, "model", places->at[j]);
    fputs("</span></th>", file);
  }
  fputs("</tr></thead>\n<tbody>\n", file);
  for (PetscInt i = 0; i < methods->count; i++) {
    fputs("<tr><th scope=\"row\">", file);
    HtmlLink(page, "method", methods->at[i]);
    fputs("</th>", file);
    for (PetscInt j = 0; j < places->count; j++)
      Cell(page, methods->at[i], places->at[j]);
    fputs("</tr>\n", file);
  }
  FragmentPut(file, "table-end", NULL);
  fputs("</section>\n", file);
}

/* The models: what they are, and the outcomes on them. */
void HtmlLists(Page *page) {
  const Texts *names = &page->contents->places;

  FragmentPut(page->file, "list", NULL);
  Table table = TableCreate("Models", NULL);
  TableColumns(table, COLUMN_TEXT, "Model and case|What it is|Verdicts", 0);
  for (PetscInt i = 0; i < names->count; i++) {
    const Text model = TextPrint("%.*s", (int)strcspn(names->at[i], ":"), names->at[i]);
    const ManifestPlugin *plugin = ManifestModel(&page->contents->store->manifest, model.at);
    TableRow(table, Word(names->at[i]));
    TableLook(table, NULL, HtmlAddress(page, "model", names->at[i]).at);
    TableValue(table, Word(plugin && TextGiven(plugin->title) ? plugin->title : NULL));
    HtmlCounts(page, NULL, names->at[i], table);
  }
  TableHtml(table, page->file);
  fputs("</section>\n", page->file);
}

/* ---- What is not measurable ---- */

/* Where this hinders, each method and place once: verdicts are sorted by them. */
static void Pairs(Page *page, Obstacle obstacle) {
  const Verdicts *verdicts = page->contents->store->verdicts;
  const char *method = "";
  Text before = {""};

  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *verdict = &verdicts->at[i];
    const Job *job = verdict->job;
    if (VerdictOutcome(verdict) != OUTCOME_SKIPPED || VerdictObstacle(verdict) != obstacle)
      continue;
    const Text place = PlaceOf(job);
    if (strcmp(method, job->method)) {
      fputs(*method ? "</li>\n<li>" : "<li>", page->file);
      HtmlLink(page, "method", job->method);
      TextMarkup(page->file, ": @", place.at);
    } else if (strcmp(place.at, before.at))
      TextMarkup(page->file, ", @", place.at);
    method = job->method;
    before = place;
  }
  fputs("</li></ul>", page->file);
}

void HtmlUnmeasured(Page *page) {
  const ClaimCounts counts = CountClaims(page->contents, NULL, NULL);

  FragmentPut(page->file, "not-measurable", NULL);
  for (int k = 0; k < OBSTACLES; k++) {
    if (!counts.obstacle[k])
      continue;
    fprintf(page->file, "<li><details><summary>%d %s</summary>\n<ul>", counts.obstacle[k],
            ObstacleNames[k]);
    Pairs(page, (Obstacle)k);
    fputs("</details></li>\n", page->file);
  }
  fputs("</ul>\n</section>\n", page->file);
}

static void ManifestRow(const char *name, const char *value, void *context) {
  FragmentPut(context, "manifest-row", "name", name, "value", value, NULL);
}

static Text Count(PetscInt count, const char *what) {
  return TextPrint("%d%s%s", (int)count, what, *what && count != 1 ? "s" : "");
}

PetscErrorCode HtmlProvenance(Page *page) {
  const Contents *c = page->contents;
  const Manifest *manifest = &c->store->manifest;
  const char *const suite =
      TextGiven(manifest->suite.title) ? manifest->suite.title : manifest->suite.name;
  PetscInt failed = 0;

  for (PetscInt i = 0; i < c->store->records->count; i++)
    failed += c->store->records->at[i].status == STATUS_FAILED;
  FragmentPut(
      page->file, "provenance", "suite", suite, "description", manifest->suite.description,
      "methods", Count(c->placed.count, " method").at, "cases", Count(c->places.count, " case").at,
      "claims", Count(c->store->verdicts->count, "").at, "gimbal", manifest->versions.gimbal,
      "commit", manifest->versions.commit, "petsc", manifest->versions.petsc, "mpi",
      manifest->versions.mpi, "compiler", manifest->versions.compiler, "status",
      Count(VerdictsStatus(c->store->verdicts), "").at, "jobs",
      Count(c->store->records->count, "").at, "failed", Count(failed, "").at, "files",
      page->kind == PAGE_WHOLE ? NULL : "yes", "unknown", manifest->format ? NULL : "yes", NULL);
  if (manifest->format) {
    FragmentPut(page->file, "manifest", NULL);
    PetscCall(ManifestVisit(manifest, ManifestRow, page->file));
    fputs("</tbody></table></div></details>\n", page->file);
  }
  fputs("</section>\n", page->file);
  return 0;
}
