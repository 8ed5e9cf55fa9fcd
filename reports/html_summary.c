/* The top of the page: what ran, how it ended, what needs attention, the whole at a glance. */
#include "reports/html.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <string.h>

/* A text of the manifest, if it is there, as a part of a sentence. */
static PetscBool Phrase(Page *page, const char *before, const char *text) {
  if (!TextGiven(text))
    return PETSC_FALSE;
  fputs(before, page->file);
  TextXml(page->file, text);
  return PETSC_TRUE;
}

static PetscBool HasPublished(Store store) {
  for (PetscInt i = 0; i < store->verdicts->count; i++)
    if (store->verdicts->at[i].origin && !strcmp(store->verdicts->at[i].origin, "suite"))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool HasKind(Store store, const char *kind) {
  for (PetscInt i = 0; i < store->records->count; i++)
    if (!strcmp(store->records->at[i].job.kind, kind))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* What the reader should know if he reads nothing else. */
static void Headline(Page *page, const PetscInt count[OUTCOMES]) {
  const PetscInt unjudged = CountUnjudged(page->contents->store->verdicts, NULL);
  PetscBool begun = PETSC_FALSE;

  fputs("<header>\n<h1>", page->file);
  for (int k = 0; k < OUTCOMES_IN_NEED; k++) {
    const Outcome outcome = OutcomesWorstFirst[k];
    if (!count[outcome])
      continue;
    fprintf(page->file, "%s%" PetscInt_FMT "%s %s", begun ? ", " : "", count[outcome],
            begun                 ? ""
            : count[outcome] == 1 ? " claim"
                                  : " claims",
            OutcomeLooks[outcome].phrase);
    begun = PETSC_TRUE;
  }
  if (!begun)
    fputs(count[OUTCOME_CONFIRMED] + count[OUTCOME_EXPECTED] + count[OUTCOME_FORESEEN]
              ? "Every claim that could be judged holds"
              : "No claim was judged",
          page->file);
  if (unjudged)
    fprintf(page->file, "; %" PetscInt_FMT " could not be judged in double precision", unjudged);
  fputs("</h1>\n", page->file);
}

static void WhatRan(Page *page) {
  const Contents *contents = page->contents;
  const Manifest *manifest = &contents->store->manifest;
  const PetscInt methods = contents->placed.count, places = contents->places.count;
  FILE *file = page->file;

  fputs("<p>gimbal report", file);
  if (!Phrase(page, " on the suite ", manifest->suite.title))
    Phrase(page, " on the suite ", manifest->suite.name);
  fprintf(file,
          ": %" PetscInt_FMT " method%s on %" PetscInt_FMT " case%s of models, %" PetscInt_FMT
          " claims. <span class=\"quiet\">",
          methods, methods == 1 ? "" : "s", places, places == 1 ? "" : "s",
          contents->store->verdicts->count);
  Phrase(page, " Version ", manifest->versions.gimbal);
  Phrase(page, ", commit ", manifest->versions.commit);
  Phrase(page, ", PETSc ", manifest->versions.petsc);
  Phrase(page, ", ", manifest->versions.mpi);
  Phrase(page, ", ", manifest->versions.compiler);
  fprintf(file, ". Exit status %d.", VerdictsStatus(contents->store->verdicts));
  fputs("</span></p>\n", file);
  if (TextGiven(manifest->suite.description)) {
    fputs("<p class=\"quiet\">", file);
    Phrase(page, "", manifest->suite.description);
    fputs("</p>\n", file);
  }
}

static void CountList(Page *page, const PetscInt count[OUTCOMES]) {
  fputs("<ul class=\"counts\">\n", page->file);
  for (int k = 0; k < OUTCOMES; k++) {
    const Outcome outcome = OutcomesCounted[k];
    if (!count[outcome] &&
        (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_FORESEEN || outcome == OUTCOME_SURPRISE))
      continue;
    fprintf(page->file, "<li%s><b class=\"%s\">%" PetscInt_FMT "</b>%s</li>\n",
            count[outcome] ? "" : " class=\"zero\"", OutcomeName(outcome), count[outcome],
            OutcomeLooks[outcome].phrase);
  }
  fputs("</ul>\n", page->file);
}

PetscErrorCode HtmlSummary(Page *page) {
  PetscInt count[OUTCOMES];
  FILE *file = page->file;

  PetscFunctionBeginUser;
  (void)CountOutcomes(page->contents->store->verdicts, NULL, NULL, count);
  Headline(page, count);
  WhatRan(page);
  CountList(page, count);
  fputs("<nav aria-label=\"Sections\"><a href=\"#attention\">Attention</a>", file);
  if (HasPublished(page->contents->store))
    fputs("<a href=\"#published\">Published claims</a>", file);
  if (HasKind(page->contents->store, "equilibrium"))
    fputs("<a href=\"#equilibria\">Relative equilibria</a>", file);
  fputs("<a href=\"#overview\">Overview</a><a href=\"#methods\">Methods</a>"
        "<a href=\"#models\">Models</a><a href=\"#provenance\">Provenance</a></nav>\n</header>\n",
        file);
  PetscFunctionReturn(0);
}

static PetscErrorCode Problem(Page *page, const Verdict *verdict) {
  FILE *file = page->file;
  char claimed[64], observed[64], interval[80], place[512], claim[256];

  PetscFunctionBeginUser;
  TextClaim(verdict, claim, sizeof(claim));
  TextValue(verdict->claimed, claimed, sizeof(claimed));
  TextValue(verdict->observed, observed, sizeof(observed));
  PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
  PlaceOf(verdict->model, verdict->instance, place, sizeof(place));
  fputs("<li>", file);
  HtmlTag(page, VerdictOutcome(verdict), -1);
  fputs(" <a href=\"#", file);
  HtmlId(page, "method", verdict->method);
  fputs("\">", file);
  TextXml(file, verdict->method);
  fputs("</a> on <a href=\"#", file);
  HtmlId(page, "model", place);
  fputs("\">", file);
  TextXml(file, place);
  fputs("</a>, ", file);
  TextXml(file, claim);
  fputs("<p>", file);
  TextXml(file, verdict->reason);
  fputs(" <span class=\"quiet\">Claimed ", file);
  TextXml(file, claimed);
  fputs(", observed ", file);
  TextXml(file, observed);
  if (strcmp(interval, "—"))
    fprintf(file, " in %s", interval);
  fputs(".</span></p>", file);
  if (TextGiven(verdict->why)) {
    fprintf(file, "<p class=\"quiet\">Expected to be %s: ", ExpectationNames[verdict->expect]);
    TextXml(file, verdict->why);
    fputs("</p>", file);
  }
  fputs("<pre>", file);
  TextXml(file, verdict->command);
  fputs("</pre></li>\n", file);
  PetscFunctionReturn(0);
}

/* All that have this outcome; folded where they are many, or were known before. */
static PetscErrorCode ProblemsOf(Page *page, Outcome outcome, PetscInt count) {
  const Verdicts *verdicts = page->contents->store->verdicts;
  const PetscBool fold = (PetscBool)(count > 8 || OutcomePasses(outcome));

  PetscFunctionBeginUser;
  if (fold) {
    fprintf(page->file, "<details%s><summary>", outcome == OUTCOME_REFUTED ? " open" : "");
    HtmlTag(page, outcome, count);
    fputs("</summary>\n", page->file);
  }
  fputs("<ol class=\"problems\">\n", page->file);
  for (PetscInt i = 0; i < verdicts->count; i++)
    if (VerdictOutcome(&verdicts->at[i]) == outcome)
      PetscCall(Problem(page, &verdicts->at[i]));
  fputs(fold ? "</ol></details>\n" : "</ol>\n", page->file);
  PetscFunctionReturn(0);
}

PetscErrorCode HtmlProblems(Page *page) {
  PetscInt count[OUTCOMES], need = 0;

  PetscFunctionBeginUser;
  (void)CountOutcomes(page->contents->store->verdicts, NULL, NULL, count);
  fputs("<section id=\"attention\">\n<h2>What needs attention</h2>\n", page->file);
  for (int k = 0; k < OUTCOMES_IN_NEED; k++)
    need += count[OutcomesWorstFirst[k]];
  if (!need)
    fputs("<p>Nothing: no claim is refuted, failed or undecided.</p>\n", page->file);
  /* And last what was known to be refuted or undecided. */
  for (int k = 0; k < OUTCOMES_IN_NEED + 2; k++)
    if (count[OutcomesWorstFirst[k]])
      PetscCall(ProblemsOf(page, OutcomesWorstFirst[k], count[OutcomesWorstFirst[k]]));
  fputs("</section>\n", page->file);
  PetscFunctionReturn(0);
}

static void Cell(Page *page, const char *method, const char *place) {
  PetscInt count[OUTCOMES];
  const PetscInt all = CountOutcomes(page->contents->store->verdicts, method, place, count);
  const Outcome worst = WorstOutcome(count);

  fputs("<td>", page->file);
  if (!all)
    return;
  fprintf(page->file, "<a href=\"#");
  HtmlId(page, "method", method);
  fprintf(page->file, "\" class=\"tag %s\" style=\"text-decoration:none\" title=\"",
          OutcomeName(worst));
  TextXml(page->file, method);
  fputs(" on ", page->file);
  TextXml(page->file, place);
  for (int k = 0; k < OUTCOMES; k++)
    if (count[k])
      fprintf(page->file, ", %" PetscInt_FMT " %s", count[k], OutcomeName((Outcome)k));
  if (OutcomeLooks[worst].letter)
    fprintf(page->file, "\">%s</a>", OutcomeLooks[worst].letter);
  else
    fprintf(page->file, "\">%" PetscInt_FMT "</a>", count[worst]);
}

PetscErrorCode HtmlOverview(Page *page) {
  const Texts *methods = &page->contents->placed, *places = &page->contents->places;
  FILE *file = page->file;

  PetscFunctionBeginUser;
  fprintf(file,
          "<section id=\"overview\">\n<h2>Overview</h2>\n<p class=\"quiet\">Each cell shows the "
          "outcome that most wants attention: %s. An empty cell: the method does not apply.</p>\n"
          "<div class=\"scroll\" tabindex=\"0\"><table class=\"matrix\">\n<thead><tr><td></td>",
          OutcomeLetters);
  for (PetscInt j = 0; j < places->count; j++) {
    fputs("<th scope=\"col\"><span>", file);
    TextXml(file, places->at[j]);
    fputs("</span>", file);
  }
  fputs("</tr></thead>\n<tbody>\n", file);
  for (PetscInt i = 0; i < methods->count; i++) {
    fputs("<tr><th scope=\"row\">", file);
    TextXml(file, methods->at[i]);
    for (PetscInt j = 0; j < places->count; j++)
      Cell(page, methods->at[i], places->at[j]);
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n</section>\n", file);
  PetscFunctionReturn(0);
}

static void ManifestRow(const char *name, const char *value, void *context) {
  FILE *file = context;

  fputs("<tr><th scope=\"row\">", file);
  TextXml(file, name);
  fputs("<td>", file);
  TextXml(file, value);
  fputs("</tr>\n", file);
}

PetscErrorCode HtmlProvenance(Page *page) {
  const Store store = page->contents->store;
  PetscInt failed = 0;
  FILE *file = page->file;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < store->records->count; i++)
    failed += store->records->at[i].status == STATUS_FAILED;
  fputs("<section id=\"provenance\">\n<h2>Provenance</h2>\n<p>", file);
  fprintf(file,
          "%" PetscInt_FMT " jobs, of which %" PetscInt_FMT " failed; %" PetscInt_FMT " verdicts. ",
          store->records->count, failed, store->verdicts->count);
  fputs("The measurements are in <a href=\"results.jsonl\">results.jsonl</a>, the verdicts in "
        "<a href=\"verdicts.jsonl\">verdicts.jsonl</a>, tables for papers in "
        "<a href=\"tables/\">tables/</a>.</p>\n",
        file);
  if (store->manifest.format) {
    fputs("<details><summary>manifest.json</summary><div class=\"scroll\" "
          "tabindex=\"0\"><table><tbody>\n",
          file);
    PetscCall(ManifestVisit(&store->manifest, ManifestRow, file));
    fputs("</tbody></table></div></details>\n", file);
  } else
    fputs("<p>There is no manifest.json: commit, versions and options of this run are not "
          "known.</p>\n",
          file);
  fputs("</section>\n", file);
  PetscFunctionReturn(0);
}
