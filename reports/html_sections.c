/* The sections per method and per model case. */
#include "reports/html.h"
#include "reports/tables.h"
#include "reports/writers.h"
#include <string.h>

/* The counts of a section's outcomes, worst first, in its summary line. */
static void Tags(Page *page, const char *method, const char *place) {
  PetscInt count[OUTCOMES];

  (void)CountOutcomes(page->contents->store->verdicts, method, place, count);
  for (int k = 0; k < OUTCOMES; k++)
    if (count[OutcomesWorstFirst[k]])
      HtmlTag(page, OutcomesWorstFirst[k], count[OutcomesWorstFirst[k]]);
}

static PetscErrorCode VerdictRow(Page *page, const Verdict *verdict) {
  char on[512], claimed[64], observed[64], interval[80], claim[256];
  FILE *file = page->file;

  PetscFunctionBeginUser;
  PlaceOf(verdict->model, verdict->instance, on, sizeof(on));
  TextClaim(verdict, claim, sizeof(claim));
  TextValue(verdict->claimed, claimed, sizeof(claimed));
  if (IsOrderVerdict(verdict, NULL))
    TextOrder(verdict->observed, observed, sizeof(observed));
  else
    TextValue(verdict->observed, observed, sizeof(observed));
  PetscCall(IntervalCell(verdict, interval, sizeof(interval)));
  fputs("<tr><td>", file);
  HtmlTag(page, VerdictOutcome(verdict), -1);
  for (PetscInt k = 0; k < verdict->flags.count; k++) {
    fputs(" <span class=\"quiet\">", file);
    TextXml(file, verdict->flags.at[k]);
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
  TextXml(file, verdict->reason);
  fputs("</tr>\n", file);
  PetscFunctionReturn(0);
}

/* The verdict comes first, so that a phone shows it without scrolling. */
static PetscErrorCode VerdictTable(Page *page, const char *method) {
  const Verdicts *verdicts = page->contents->store->verdicts;

  PetscFunctionBeginUser;
  fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Verdicts</caption>\n<thead><tr>"
        "<th scope=\"col\">Verdict<th scope=\"col\">On<th scope=\"col\">Claim<th scope=\"col\" "
        "class=\"n\">Claimed<th scope=\"col\" class=\"n\">Observed<th scope=\"col\">Interval<th "
        "scope=\"col\">Reason</tr></thead>\n<tbody>\n",
        page->file);
  for (PetscInt i = 0; i < verdicts->count; i++)
    if (VerdictMatches(&verdicts->at[i], method, NULL))
      PetscCall(VerdictRow(page, &verdicts->at[i]));
  fputs("</tbody></table></div>\n", page->file);
  PetscFunctionReturn(0);
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
    fputs(" job <code>", file);
    TextXml(file, record->key);
    fputs("</code>: ", file);
    TextXml(file, record->reason);
    fputs("</p>\n", file);
  }
}

/* What the manifest knows of a method or a model: its title, where it was published, and what
 * cannot be seen of it. NULL: nothing. */
static void Describe(Page *page, const ManifestPlugin *plugin) {
  if (!plugin)
    return;
  for (int k = 0; k < 2; k++) {
    const char *text = k ? plugin->citation : plugin->title;
    if (!TextGiven(text))
      continue;
    fputs("<p class=\"quiet\">", page->file);
    TextXml(page->file, text);
    fputs("</p>\n", page->file);
  }
  if (!plugin->quad)
    fputs("<p>Built in double precision only: a defect below 1e-14 or so is not seen, and no order "
          "is looked at again in quadruple precision.</p>\n",
          page->file);
}

/* The folded section begins: its summary line and the place that links go to. */
static void SectionBegin(Page *page, const char *kind, const char *name) {
  const PetscBool method = (PetscBool)!strcmp(kind, "method");

  fputs("<details><summary><b>", page->file);
  TextXml(page->file, name);
  fputs("</b>", page->file);
  Tags(page, method ? name : NULL, method ? NULL : name);
  /* A link to something inside a closed details element opens it. */
  fputs("</summary>\n<div id=\"", page->file);
  HtmlId(page, kind, name);
  fputs("\">\n", page->file);
}

PetscErrorCode HtmlMethods(Page *page) {
  const Texts *methods = &page->contents->methods;
  char caption[600];

  PetscFunctionBeginUser;
  fputs("<section id=\"methods\">\n<h2>Methods</h2>\n", page->file);
  for (PetscInt i = 0; i < methods->count; i++) {
    const char *method = methods->at[i];
    SectionBegin(page, "method", method);
    Describe(page, ManifestMethod(page->contents->store, method));
    FailedJobs(page, method, NULL);
    PetscCall(VerdictTable(page, method));
    snprintf(caption, sizeof(caption), "Errors of %s against the step size.", method);
    PetscCall(HtmlPlot(page, "method-order", method, caption));
    snprintf(caption, sizeof(caption), "Long runs of %s.", method);
    PetscCall(HtmlPlot(page, "method-long", method, caption));
    fputs("</div></details>\n", page->file);
  }
  fputs("</section>\n", page->file);
  PetscFunctionReturn(0);
}

/* The line of a method, if it has an order on this place. */
static PetscErrorCode OrderRow(Page *page, const char *method, const char *place,
                               const PetscBool used[]) {
  const Verdict *found[ORDER_QUANTITIES];
  PetscBool any = PETSC_FALSE;
  FILE *file = page->file;
  char text[96];

  PetscFunctionBeginUser;
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    found[k] = FindOrderVerdict(page->contents->store, method, place, OrderQuantities[k]);
    any = (PetscBool)(any || found[k]);
  }
  if (!any)
    PetscFunctionReturn(0);
  fputs("<tr><th scope=\"row\">", file);
  TextXml(file, method);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    if (used[k]) {
      PetscCall(OrderCell(found[k], text, sizeof(text)));
      fprintf(file, "<td class=\"t%s%s\">", found[k] ? " " : "",
              found[k] ? OutcomeName(VerdictOutcome(found[k])) : "");
      TextXml(file, text);
    }
  fputs("</tr>\n", file);
  PetscFunctionReturn(0);
}

static PetscErrorCode OrderTable(Page *page, const char *place) {
  const Texts *methods = &page->contents->methods;
  PetscBool used[ORDER_QUANTITIES], any = PETSC_FALSE;
  FILE *file = page->file;

  PetscFunctionBeginUser;
  for (int k = 0; k < ORDER_QUANTITIES; k++) {
    used[k] =
        (PetscBool) !!FindOrderVerdict(page->contents->store, NULL, place, OrderQuantities[k]);
    any = (PetscBool)(any || used[k]);
  }
  if (!any)
    PetscFunctionReturn(0);
  fputs("<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>Orders found, with half the width "
        "of the interval</caption>\n<thead><tr><th scope=\"col\">Method",
        file);
  for (int k = 0; k < ORDER_QUANTITIES; k++)
    if (used[k])
      fprintf(file, "<th scope=\"col\">%s", TextQuantity(OrderQuantities[k]));
  fputs("</tr></thead>\n<tbody>\n", file);
  for (PetscInt i = 0; i < methods->count; i++)
    PetscCall(OrderRow(page, methods->at[i], place, used));
  fputs("</tbody></table></div>\n", file);
  PetscFunctionReturn(0);
}

PetscErrorCode HtmlModels(Page *page) {
  static const struct {
    const char *kind, *caption;
  } plot[] = {{"model-order", "Errors of all methods on %s against the step size."},
              {"model-energy", "Growth of energies and invariants on %s."},
              {"model-constraint", "Constraint residuals on %s."},
              {"model-ensemble", "Mean squares over the ensemble %s."}};
  const Texts *places = &page->contents->places;
  char caption[600], model[256];

  PetscFunctionBeginUser;
  fputs("<section id=\"models\">\n<h2>Models</h2>\n", page->file);
  for (PetscInt i = 0; i < places->count; i++) {
    const char *place = places->at[i];
    SectionBegin(page, "model", place);
    snprintf(model, sizeof(model), "%.*s", (int)strcspn(place, ":"), place);
    Describe(page, ManifestModel(page->contents->store, model));
    FailedJobs(page, NULL, place);
    PetscCall(OrderTable(page, place));
    for (size_t k = 0; k < sizeof(plot) / sizeof(plot[0]); k++) {
      snprintf(caption, sizeof(caption), plot[k].caption, place);
      PetscCall(HtmlPlot(page, plot[k].kind, place, caption));
    }
    fputs("</div></details>\n", page->file);
  }
  fputs("</section>\n", page->file);
  PetscFunctionReturn(0);
}
