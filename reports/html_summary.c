/* The top of the page: what ran, how it ended, what needs attention, the whole at a glance. */
#include "reports/html.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void CountOutcomes(Store store, PetscInt count[OUTCOMES]) {
  json_t *verdict;
  size_t i;

  memset(count, 0, OUTCOMES * sizeof(*count));
  json_array_foreach(store->verdicts, i, verdict) count[VerdictOutcome(verdict)]++;
}

/* A text of the manifest, if it is there, as a part of a sentence. */
static PetscBool Phrase(Page *page, const char *before, const char *group, const char *key) {
  const json_t *object = page->store->manifest;
  const char *text = TextMember(*group ? json_object_get(object, group) : object, key);
  if (!*text)
    return PETSC_FALSE;
  fputs(before, page->file);
  TextXml(page->file, text);
  return PETSC_TRUE;
}

/* What `verify` ends with when these are the outcomes. */
static int ExitStatus(const PetscInt count[OUTCOMES]) {
  if (count[OUTCOME_REFUTED] + count[OUTCOME_FAILED] + count[OUTCOME_SURPRISE])
    return 1;
  return count[OUTCOME_UNDECIDED] ? 4 : 0;
}

static PetscBool HasPublished(Store store) {
  json_t *verdict;
  size_t i;

  json_array_foreach(store->verdicts, i, verdict) {
    if (!strcmp(TextMember(verdict, "origin"), "suite"))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool HasKind(Store store, const char *kind) {
  json_t *record;
  size_t i;

  json_array_foreach(store->records, i, record) {
    if (!strcmp(TextMember(json_object_get(record, "job"), "kind"), kind))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscErrorCode HtmlSummary(Page *page) {
  static const Outcome shown[] = {OUTCOME_CONFIRMED, OUTCOME_REFUTED,  OUTCOME_UNDECIDED,
                                  OUTCOME_FAILED,    OUTCOME_SURPRISE, OUTCOME_EXPECTED,
                                  OUTCOME_SKIPPED};
  PetscInt count[OUTCOMES];
  json_t *methods, *places;
  FILE *file = page->file;

  PetscFunctionBeginUser;
  CountOutcomes(page->store, count);
  PetscCall(StoreNames(page->store, "placed", &methods));
  PetscCall(StoreNames(page->store, "place", &places));
  fputs("<header>\n<h1>", file);
  PetscBool begun = PETSC_FALSE;
  for (int k = 0; k < 4; k++) {
    static const char *const word[] = {"refuted", "not refuted as expected", "failed", "undecided"};
    static const Outcome bad[] = {OUTCOME_REFUTED, OUTCOME_SURPRISE, OUTCOME_FAILED,
                                  OUTCOME_UNDECIDED};
    if (!count[bad[k]])
      continue;
    fprintf(file, "%s%" PetscInt_FMT "%s %s", begun ? ", " : "", count[bad[k]],
            begun                ? ""
            : count[bad[k]] == 1 ? " claim"
                                 : " claims",
            word[k]);
    begun = PETSC_TRUE;
  }
  if (!begun)
    fputs(count[OUTCOME_CONFIRMED] + count[OUTCOME_EXPECTED]
              ? "Every claim that could be judged holds"
              : "No claim was judged",
          file);
  fputs("</h1>\n<p>gimbal report", file);
  if (!Phrase(page, " on the suite ", "suite", "title"))
    Phrase(page, " on the suite ", "suite", "name");
  fprintf(file, ": %zu method%s on %zu case%s of models, %zu claims. <span class=\"quiet\">",
          json_array_size(methods), json_array_size(methods) == 1 ? "" : "s",
          json_array_size(places), json_array_size(places) == 1 ? "" : "s",
          json_array_size(page->store->verdicts));
  Phrase(page, " Started ", "", "started");
  Phrase(page, ", finished ", "", "finished");
  Phrase(page, " Version ", "versions", "gimbal");
  Phrase(page, ", commit ", "versions", "commit");
  Phrase(page, ", PETSc ", "versions", "petsc");
  Phrase(page, ", ", "versions", "mpi");
  Phrase(page, ", ", "versions", "compiler");
  fprintf(file, ". Exit status %d.", ExitStatus(count));
  fputs("</span></p>\n", file);
  if (*TextMember(json_object_get(page->store->manifest, "suite"), "description")) {
    fputs("<p class=\"quiet\">", file);
    Phrase(page, "", "suite", "description");
    fputs("</p>\n", file);
  }
  fputs("<ul class=\"counts\">\n", file);
  for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
    Outcome outcome = shown[i];
    if (!count[outcome] && (outcome == OUTCOME_EXPECTED || outcome == OUTCOME_SURPRISE))
      continue;
    fprintf(file, "<li%s><b class=\"%s\">%" PetscInt_FMT "</b>%s</li>\n",
            count[outcome] ? "" : " class=\"zero\"", OutcomeName(outcome), count[outcome],
            outcome == OUTCOME_EXPECTED   ? "refuted as expected"
            : outcome == OUTCOME_SURPRISE ? "not refuted as expected"
                                          : OutcomeName(outcome));
  }
  fputs("</ul>\n<nav aria-label=\"Sections\"><a href=\"#attention\">Attention</a>", file);
  if (HasPublished(page->store))
    fputs("<a href=\"#published\">Published claims</a>", file);
  if (HasKind(page->store, "equilibrium"))
    fputs("<a href=\"#equilibria\">Relative equilibria</a>", file);
  fputs("<a href=\"#overview\">Overview</a><a href=\"#methods\">Methods</a>"
        "<a href=\"#models\">Models</a><a href=\"#provenance\">Provenance</a></nav>\n</header>\n",
        file);
  json_decref(methods);
  json_decref(places);
  PetscFunctionReturn(0);
}

static PetscErrorCode Problem(Page *page, const json_t *verdict) {
  FILE *file = page->file;
  char claimed[64], observed[64], interval[80], place[512], claim[256];

  PetscFunctionBeginUser;
  TextClaim(verdict, claim, sizeof(claim));
  TextValue(json_object_get(verdict, "claimed"), claimed, sizeof(claimed));
  TextValue(json_object_get(verdict, "observed"), observed, sizeof(observed));
  PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
  PetscCall(StorePlace(verdict, place, sizeof(place)));
  fputs("<li>", file);
  HtmlTag(page, VerdictOutcome(verdict), -1);
  fputs(" <a href=\"#", file);
  HtmlId(page, "method", TextMember(verdict, "method"));
  fputs("\">", file);
  TextXml(file, TextMember(verdict, "method"));
  fputs("</a> on <a href=\"#", file);
  HtmlId(page, "model", place);
  fputs("\">", file);
  TextXml(file, place);
  fputs("</a>, ", file);
  TextXml(file, claim);
  fputs("<p>", file);
  TextXml(file, TextMember(verdict, "reason"));
  fputs(" <span class=\"quiet\">Claimed ", file);
  TextXml(file, claimed);
  fputs(", observed ", file);
  TextXml(file, observed);
  if (strcmp(interval, "—"))
    fprintf(file, " in %s", interval);
  fputs(".</span></p>", file);
  if (*TextMember(verdict, "why")) {
    fputs("<p class=\"quiet\">Expected to be refuted: ", file);
    TextXml(file, TextMember(verdict, "why"));
    fputs("</p>", file);
  }
  fputs("<pre>", file);
  TextXml(file, TextMember(verdict, "command"));
  fputs("</pre></li>\n", file);
  PetscFunctionReturn(0);
}

/* Refuted first, then what failed, what is open, and last what was known to be refuted. */
PetscErrorCode HtmlProblems(Page *page) {
  static const Outcome order[] = {OUTCOME_REFUTED, OUTCOME_SURPRISE, OUTCOME_FAILED,
                                  OUTCOME_UNDECIDED, OUTCOME_EXPECTED};
  PetscInt count[OUTCOMES];
  json_t *verdict;
  size_t i;

  PetscFunctionBeginUser;
  CountOutcomes(page->store, count);
  fputs("<section id=\"attention\">\n<h2>What needs attention</h2>\n", page->file);
  if (!(count[OUTCOME_REFUTED] + count[OUTCOME_SURPRISE] + count[OUTCOME_FAILED] +
        count[OUTCOME_UNDECIDED]))
    fputs("<p>Nothing: no claim is refuted, failed or undecided.</p>\n", page->file);
  for (int k = 0; k < 5; k++) {
    if (!count[order[k]])
      continue;
    PetscBool fold = count[order[k]] > 8 || order[k] == OUTCOME_EXPECTED ? PETSC_TRUE : PETSC_FALSE;
    if (fold) {
      fprintf(page->file, "<details%s><summary>", order[k] == OUTCOME_REFUTED ? " open" : "");
      HtmlTag(page, order[k], count[order[k]]);
      fputs("</summary>\n", page->file);
    }
    fputs("<ol class=\"problems\">\n", page->file);
    json_array_foreach(page->store->verdicts, i, verdict) {
      if (VerdictOutcome(verdict) == order[k])
        PetscCall(Problem(page, verdict));
    }
    fputs(fold ? "</ol></details>\n" : "</ol>\n", page->file);
  }
  fputs("</section>\n", page->file);
  PetscFunctionReturn(0);
}

static void Cell(Page *page, const char *method, const char *place) {
  PetscInt count[OUTCOMES] = {0}, all = 0;
  Outcome worst = OUTCOME_SKIPPED;
  json_t *verdict;
  size_t i;

  json_array_foreach(page->store->verdicts, i, verdict) {
    if (!StoreMatches(verdict, method, place))
      continue;
    Outcome outcome = VerdictOutcome(verdict);
    worst = OutcomeWorse(worst, outcome);
    count[outcome]++;
    all++;
  }
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
  if (worst == OUTCOME_CONFIRMED)
    fprintf(page->file, "\">%" PetscInt_FMT "</a>", count[OUTCOME_CONFIRMED]);
  else
    fprintf(page->file, "\">%s</a>",
            worst == OUTCOME_SKIPPED     ? "s"
            : worst == OUTCOME_EXPECTED  ? "e"
            : worst == OUTCOME_SURPRISE  ? "S"
            : worst == OUTCOME_REFUTED   ? "R"
            : worst == OUTCOME_UNDECIDED ? "U"
                                         : "F");
}

PetscErrorCode HtmlOverview(Page *page) {
  json_t *methods, *places, *method, *place;
  FILE *file = page->file;
  size_t i, j;

  PetscFunctionBeginUser;
  PetscCall(StoreNames(page->store, "placed", &methods));
  PetscCall(StoreNames(page->store, "place", &places));
  fputs("<section id=\"overview\">\n<h2>Overview</h2>\n<p class=\"quiet\">Each cell shows the "
        "outcome that most wants attention: a number of claims, all confirmed; R refuted, U "
        "undecided, F failed, e refuted as expected, S not refuted as expected, s all skipped. An "
        "empty cell: the method does not apply.</p>\n"
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"matrix\">\n<thead><tr><td></td>",
        file);
  json_array_foreach(places, j, place) {
    fputs("<th scope=\"col\"><span>", file);
    TextXml(file, json_string_value(place));
    fputs("</span>", file);
  }
  fputs("</tr></thead>\n<tbody>\n", file);
  json_array_foreach(methods, i, method) {
    fputs("<tr><th scope=\"row\">", file);
    TextXml(file, json_string_value(method));
    json_array_foreach(places, j, place)
        Cell(page, json_string_value(method), json_string_value(place));
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n</section>\n", file);
  json_decref(methods);
  json_decref(places);
  PetscFunctionReturn(0);
}

/* The manifest as it is: names joined by dots. */
static void Flatten(Page *page, const char *name, const json_t *value) {
  char path[512];
  const char *key;
  json_t *member;
  size_t i;

  if (json_is_object(value)) {
    json_object_foreach((json_t *)value, key, member) {
      snprintf(path, sizeof(path), "%s%s%s", name, *name ? "." : "", key);
      Flatten(page, path, member);
    }
    return;
  }
  fputs("<tr><th scope=\"row\">", page->file);
  TextXml(page->file, name);
  fputs("<td>", page->file);
  if (json_is_string(value))
    TextXml(page->file, json_string_value(value));
  else if (json_is_array(value)) {
    json_array_foreach(value, i, member) {
      char *text = json_is_string(member) ? NULL : json_dumps(member, JSON_ENCODE_ANY);
      fputs(i ? " " : "", page->file);
      TextXml(page->file, text ? text : json_string_value(member));
      free(text);
    }
  } else {
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    TextXml(page->file, text ? text : "");
    free(text);
  }
  fputs("</tr>\n", page->file);
}

PetscErrorCode HtmlProvenance(Page *page) {
  FILE *file = page->file;
  json_t *record;
  size_t i, failed = 0;

  PetscFunctionBeginUser;
  json_array_foreach(page->store->records, i, record) failed +=
      !strcmp(TextMember(record, "status"), "failed");
  fputs("<section id=\"provenance\">\n<h2>Provenance</h2>\n<p>", file);
  fprintf(file, "%zu jobs, of which %zu failed; %zu verdicts. ",
          json_array_size(page->store->records), failed, json_array_size(page->store->verdicts));
  fputs("The measurements are in <a href=\"results.jsonl\">results.jsonl</a>, the verdicts in "
        "<a href=\"verdicts.jsonl\">verdicts.jsonl</a>, tables for papers in "
        "<a href=\"tables/\">tables/</a>.</p>\n",
        file);
  if (json_object_size(page->store->manifest)) {
    fputs("<details><summary>manifest.json</summary><div class=\"scroll\" "
          "tabindex=\"0\"><table><tbody>\n",
          file);
    Flatten(page, "", page->store->manifest);
    fputs("</tbody></table></div></details>\n", file);
  } else
    fputs("<p>There is no manifest.json: commit, versions and options of this run are not "
          "known.</p>\n",
          file);
  fputs("</section>\n", file);
  PetscFunctionReturn(0);
}
