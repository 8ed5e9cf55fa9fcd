/* The sections per method and per model case. */
#include "reports/html.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <string.h>

/* The counts of a section's outcomes, worst first, in its summary line. */
static void Tags(Page *page, const char *method, const char *place) {
  static const Outcome order[] = {OUTCOME_REFUTED,   OUTCOME_SURPRISE, OUTCOME_FAILED,
                                  OUTCOME_UNDECIDED, OUTCOME_EXPECTED, OUTCOME_CONFIRMED,
                                  OUTCOME_SKIPPED};
  PetscInt count[OUTCOMES] = {0};
  json_t *verdict;
  size_t i;

  json_array_foreach(page->store->verdicts, i, verdict) {
    if (StoreMatches(verdict, method, place))
      count[VerdictOutcome(verdict)]++;
  }
  for (int k = 0; k < OUTCOMES; k++)
    if (count[order[k]])
      HtmlTag(page, order[k], count[order[k]]);
}

/* The verdict comes first, so that a phone shows it without scrolling. */
static PetscErrorCode Verdicts(Page *page, const char *method) {
  FILE *file = page->file;
  json_t *verdict, *flag;
  size_t i, k;

  PetscFunctionBeginUser;
  fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Verdicts</caption>\n<thead><tr>"
        "<th scope=\"col\">Verdict<th scope=\"col\">On<th scope=\"col\">Claim<th scope=\"col\" "
        "class=\"n\">Claimed<th scope=\"col\" class=\"n\">Observed<th scope=\"col\">Interval<th "
        "scope=\"col\">Reason</tr></thead>\n<tbody>\n",
        file);
  json_array_foreach(page->store->verdicts, i, verdict) {
    char on[512], claimed[64], observed[64], interval[80], claim[256];
    if (!StoreMatches(verdict, method, NULL))
      continue;
    PetscCall(StorePlace(verdict, on, sizeof(on)));
    TextClaim(verdict, claim, sizeof(claim));
    TextValue(json_object_get(verdict, "claimed"), claimed, sizeof(claimed));
    if (strcmp(TextMember(verdict, "study"), "order"))
      TextValue(json_object_get(verdict, "observed"), observed, sizeof(observed));
    else
      TextOrder(json_object_get(verdict, "observed"), observed, sizeof(observed));
    PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
    fputs("<tr><td>", file);
    HtmlTag(page, VerdictOutcome(verdict), -1);
    json_array_foreach(json_object_get(verdict, "flags"), k, flag) {
      fputs(" <span class=\"quiet\">", file);
      TextXml(file, json_is_string(flag) ? json_string_value(flag) : "");
      fputs("</span>", file);
    }
    fputs("<th scope=\"row\">", file);
    TextXml(file, on);
    fputs("<td class=\"t\">", file);
    TextXml(file, claim);
    fputs("<td class=\"n\">", file);
    TextXml(file, claimed);
    fputs("<td class=\"n\">", file);
    TextXml(file, observed);
    fprintf(file, "<td class=\"t\">%s", interval);
    fputs("<td class=\"reason\">", file);
    TextXml(file, TextMember(verdict, "reason"));
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n", file);
  PetscFunctionReturn(0);
}

static PetscErrorCode FailedJobs(Page *page, const char *method, const char *place) {
  FILE *file = page->file;
  json_t *record;
  size_t i;

  PetscFunctionBeginUser;
  json_array_foreach(page->store->records, i, record) {
    if (!StoreMatches(json_object_get(record, "job"), method, place) ||
        strcmp(TextMember(record, "status"), "failed"))
      continue;
    fputs("<p>", file);
    HtmlTag(page, OUTCOME_FAILED, -1);
    fputs(" job <code>", file);
    TextXml(file, TextMember(record, "key"));
    fputs("</code>: ", file);
    TextXml(file, TextMember(record, "reason"));
    fputs("</p>\n", file);
  }
  PetscFunctionReturn(0);
}

/* What the manifest knows of a method or a model: its title, where it was published, and what
 * cannot be seen of it. */
static void Describe(Page *page, const char *group, const char *name) {
  static const char *const key[] = {"title", "citation"};
  const json_t *entry = json_object_get(json_object_get(page->store->manifest, group), name);

  for (int k = 0; k < 2; k++)
    if (*TextMember(entry, key[k])) {
      fputs("<p class=\"quiet\">", page->file);
      TextXml(page->file, TextMember(entry, key[k]));
      fputs("</p>\n", page->file);
    }
  if (json_is_false(json_object_get(entry, "quad")))
    fputs("<p>Built in double precision only: a defect below 1e-14 or so is not seen, and no order "
          "is looked at again in quadruple precision.</p>\n",
          page->file);
}

PetscErrorCode HtmlMethods(Page *page) {
  FILE *file = page->file;
  json_t *names, *name;
  size_t i;

  PetscFunctionBeginUser;
  fputs("<section id=\"methods\">\n<h2>Methods</h2>\n", file);
  PetscCall(StoreNames(page->store, "method", &names));
  json_array_foreach(names, i, name) {
    const char *method = json_string_value(name);
    char caption[600];
    fputs("<details><summary><b>", file);
    TextXml(file, method);
    fputs("</b>", file);
    Tags(page, method, NULL);
    /* A link to something inside a closed details element opens it. */
    fputs("</summary>\n<div id=\"", file);
    HtmlId(page, "method", method);
    fputs("\">\n", file);
    Describe(page, "methods", method);
    PetscCall(FailedJobs(page, method, NULL));
    PetscCall(Verdicts(page, method));
    PetscCall(
        PetscSNPrintf(caption, sizeof(caption), "Errors of %s against the step size.", method));
    PetscCall(HtmlPlot(page, "method-order", method, caption));
    PetscCall(PetscSNPrintf(caption, sizeof(caption), "Long runs of %s.", method));
    PetscCall(HtmlPlot(page, "method-long", method, caption));
    fputs("</div></details>\n", file);
  }
  fputs("</section>\n", file);
  json_decref(names);
  PetscFunctionReturn(0);
}

static PetscErrorCode OrderTable(Page *page, const char *place) {
  FILE *file = page->file;
  PetscBool used[8] = {PETSC_FALSE}, any = PETSC_FALSE;
  json_t *names, *name, *verdict;
  size_t i;

  PetscFunctionBeginUser;
  json_array_foreach(page->store->verdicts, i, verdict) {
    for (int k = 0; OrderQuantities[k]; k++)
      if (StoreMatches(verdict, NULL, place) && !strcmp(TextMember(verdict, "study"), "order") &&
          !strcmp(TextMember(verdict, "quantity"), OrderQuantities[k]))
        used[k] = any = PETSC_TRUE;
  }
  if (!any)
    PetscFunctionReturn(0);
  fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Orders found, with half the width "
        "of the interval</caption>\n<thead><tr><th scope=\"col\">Method",
        file);
  for (int k = 0; OrderQuantities[k]; k++)
    if (used[k])
      fprintf(file, "<th scope=\"col\">%s", TextQuantity(OrderQuantities[k]));
  fputs("</tr></thead>\n<tbody>\n", file);
  PetscCall(StoreNames(page->store, "method", &names));
  json_array_foreach(names, i, name) {
    const char *method = json_string_value(name);
    PetscBool row = PETSC_FALSE;
    for (int k = 0; OrderQuantities[k] && !row; k++)
      row = FindOrderVerdict(page->store, method, place, OrderQuantities[k]) ? PETSC_TRUE
                                                                             : PETSC_FALSE;
    if (!row)
      continue;
    fputs("<tr><th scope=\"row\">", file);
    TextXml(file, method);
    for (int k = 0; OrderQuantities[k]; k++) {
      char text[96];
      if (!used[k])
        continue;
      const json_t *found = FindOrderVerdict(page->store, method, place, OrderQuantities[k]);
      PetscCall(OrderCell(found, text, sizeof(text)));
      fprintf(file, "<td class=\"t%s%s\">", found ? " " : "",
              found ? OutcomeName(VerdictOutcome(found)) : "");
      TextXml(file, text);
    }
    fputs("</tr>\n", file);
  }
  fputs("</tbody></table></div>\n", file);
  json_decref(names);
  PetscFunctionReturn(0);
}

PetscErrorCode HtmlModels(Page *page) {
  static const struct {
    const char *kind, *caption;
  } plot[] = {{"model-order", "Errors of all methods on %s against the step size."},
              {"model-energy", "Growth of energies and invariants on %s."},
              {"model-constraint", "Constraint residuals on %s."},
              {"model-ensemble", "Mean squares over the ensemble %s."}};
  FILE *file = page->file;
  json_t *names, *name;
  size_t i;

  PetscFunctionBeginUser;
  fputs("<section id=\"models\">\n<h2>Models</h2>\n", file);
  PetscCall(StoreNames(page->store, "place", &names));
  json_array_foreach(names, i, name) {
    const char *place = json_string_value(name);
    fputs("<details><summary><b>", file);
    TextXml(file, place);
    fputs("</b>", file);
    Tags(page, NULL, place);
    fputs("</summary>\n<div id=\"", file);
    HtmlId(page, "model", place);
    fputs("\">\n", file);
    char model[256];
    PetscCall(PetscSNPrintf(model, sizeof(model), "%.*s", (int)strcspn(place, ":"), place));
    Describe(page, "models", model);
    PetscCall(FailedJobs(page, NULL, place));
    PetscCall(OrderTable(page, place));
    for (size_t k = 0; k < sizeof(plot) / sizeof(plot[0]); k++) {
      char caption[600];
      snprintf(caption, sizeof(caption), plot[k].caption, place);
      PetscCall(HtmlPlot(page, plot[k].kind, place, caption));
    }
    fputs("</div></details>\n", file);
  }
  fputs("</section>\n", file);
  json_decref(names);
  PetscFunctionReturn(0);
}
