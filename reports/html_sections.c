/* What is on the pages of methods and of models. */
#include "reports/html.h"
#include "base/word_list.h"
#include "reports/fragment.h"
#include "reports/writers.h"

/* The first row of each place is where the overview's links go. Verdicts are sorted by place. */
static void VerdictRow(Page *page, const Verdicts *verdicts, PetscInt i) {
  const Verdict *verdict = &verdicts->at[i];
  const Outcome outcome = VerdictOutcome(verdict);
  const Job *job = verdict->job, *before = i ? verdicts->at[i - 1].job : NULL;
  const PetscBool first = (PetscBool)(!before || strcmp(job->model, before->model) ||
                                      strcmp(job->instance, before->instance));
  const Text on = PlaceOf(job), observed = IsOrderVerdict(verdict, NULL)
                                               ? TextOrder(verdict->observed)
                                               : TextValue(verdict->observed);
  Text flags = {""};

  for (PetscInt k = 0; k < verdict->flags.count; k++)
    WordsAppend(flags.at, sizeof(flags.at), ", ", verdict->flags.at[k]);
  FragmentPut(
      page->file, "verdict", "anchor", first ? HtmlRowAnchor(page, job->method, on.at).at : NULL,
      "outcome", OutcomeNames[outcome], "phrase", OutcomeLooks[outcome].phrase, "flags", flags.at,
      "address", strcmp(job->model, "*") ? HtmlAddress(page, "model", on.at).at : NULL, "on", on.at,
      "claim", TextClaim(verdict).at, "claimed", TextValue(verdict->claimed).at, "observed",
      observed.at, "interval", IntervalCell(verdict).at, "reason", verdict->reason, "command",
      OutcomePasses(outcome) ? NULL : verdict->command, NULL);
}

/* The verdict comes first, so that a phone shows it without scrolling. */
static void VerdictTable(Page *page, const char *method) {
  const Verdicts verdicts = VerdictsOf(page->contents, method);

  FragmentPut(page->file, "verdicts", NULL);
  for (PetscInt i = 0; i < verdicts.count; i++)
    VerdictRow(page, &verdicts, i);
  FragmentPut(page->file, "table-end", NULL);
}

static void FailedJobs(Page *page, const char *method, const char *place) {
  const Records *records = page->contents->store->records;
  FILE *file = page->file;

  for (PetscInt i = 0; i < records->count; i++) {
    const Record *record = &records->at[i];
    if (!JobMatches(&record->job, method, place) || record->status != STATUS_FAILED)
      continue;
    fputs("<p>", file);
    HtmlTag(page, OUTCOME_FAILED, -1);
    FragmentPut(file, "failed-job", "key", record->key, "reason", record->reason, NULL);
  }
}

/* What the manifest knows of a method or a model: its title, where it was published, and what
 * cannot be seen of it. NULL: nothing. */
static void Describe(Page *page, const ManifestPlugin *plugin) {
  if (!plugin)
    return;
  FragmentPut(page->file, "plugin", "title", plugin->title, "citation", plugin->citation, NULL);
  HtmlDois(page, plugin);
  if (!plugin->quad)
    FragmentPut(page->file, "double-only", NULL);
}

static PetscBool HasVerdicts(Page *page, const char *method, const char *place) {
  return (PetscBool)(CountClaims(page->contents, method, place).all > 0);
}

/* The tags of all outcomes, worst first. */
static void Summary(Page *page, const char *method, const char *place) {
  const ClaimCounts counts = CountClaims(page->contents, method, place);

  fputs("<p>", page->file);
  for (int k = 0; k < OUTCOMES; k++)
    if (counts.of[OutcomesWorstFirst[k]]) {
      HtmlTag(page, OutcomesWorstFirst[k], counts.of[OutcomesWorstFirst[k]]);
      fputc(' ', page->file);
    }
  if (!counts.all)
    fputs("There is no verdict: no claim was judged here.", page->file);
  fputs("</p>\n", page->file);
}

PetscErrorCode HtmlMethod(Page *page, const char *method) {
  Describe(page, ManifestMethod(&page->contents->store->manifest, method));
  Summary(page, method, NULL);
  FailedJobs(page, method, NULL);
  if (HasVerdicts(page, method, NULL)) {
    HtmlHeading(page, "Claims");
    TableHtml(ClaimsTable(page->contents, method), page->file);
  }
  HtmlHeading(page, "Plots");
  PetscCall(HtmlPlot(page, "method-order", method));
  PetscCall(HtmlPlot(page, "method-long", method));
  if (HasVerdicts(page, method, NULL)) {
    HtmlHeading(page, "Verdicts");
    fputs("<details><summary>All single verdicts</summary>\n", page->file);
    VerdictTable(page, method);
    fputs("</details>\n", page->file);
  }
  return 0;
}

PetscErrorCode HtmlModel(Page *page, const char *place) {
  const Text model = TextPrint("%.*s", (int)strcspn(place, ":"), place);

  Describe(page, ManifestModel(&page->contents->store->manifest, model.at));
  Summary(page, NULL, place);
  FailedJobs(page, NULL, place);
  if (HasVerdicts(page, NULL, place)) {
    HtmlHeading(page, "Methods");
    TableHtml(OrdersTable(page->contents, page, place), page->file);
  }
  HtmlHeading(page, "Plots");
  PetscCall(HtmlPlot(page, "model-trajectory", place));
  PetscCall(HtmlPlot(page, "model-order", place));
  PetscCall(HtmlPlot(page, "model-work", place));
  PetscCall(HtmlPlot(page, "model-tolerance", place));
  PetscCall(HtmlPlot(page, "model-energy", place));
  PetscCall(HtmlPlot(page, "model-constraint", place));
  PetscCall(HtmlPlot(page, "model-ensemble", place));
  HtmlWork(page, place);
  return 0;
}
