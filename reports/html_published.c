/* The sections of published claims and of libraries, and a page for each source. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/outcomes.h"
#include "reports/published.h"
#include "reports/text.h"
#include <string.h>

/* All systems on which it was tried, folded. */
static void Tried(FILE *file, const PublishedClaim *claim) {
  char tally[128], evidence[2048];

  PublishedTally(claim, tally, sizeof(tally));
  TextMarkup(file, "<details class=\"tried\"><summary>@</summary>\n<ul>\n", tally);
  for (PetscInt i = 0; i < claim->verdicts; i++) {
    const Verdict *verdict = claim->verdict[i];
    PublishedEvidence(verdict, evidence, sizeof(evidence));
    TextMarkup(file, "<li><span class=\"@\">@</span> ^</li>\n",
               OutcomeNames[VerdictOutcome(verdict)], VerdictShown(verdict->verdict), evidence);
  }
  fputs("</ul></details>", file);
}

static void Row(FILE *file, const PublishedClaim *claim, PetscInt number) {
  const Verdict *verdict = claim->verdict[0];
  char where[512];

  PublishedWhere(verdict, where, sizeof(where));
  fprintf(file, "<tr id=\"claim-%" PetscInt_FMT "\">", number);
  TextMarkup(file, "<td><span class=\"tag @\">@</span></td><th scope=\"row\" class=\"claim\">",
             OutcomeNames[claim->outcome], OutcomeLooks[claim->outcome].published);
  if (claim->integrator)
    TextMarkup(file, "@<br>", claim->integrator);
  TextMarkup(file, "^<br><span class=\"quiet\">@", claim->text, claim->place);
  if (claim->basis && strcmp(claim->basis, "read"))
    fprintf(file, "%s%s", *claim->place ? "; " : "",
            !strcmp(claim->basis, "cited") ? "as cited" : claim->basis);
  TextMarkup(file, "</span></th><td class=\"reason\"><b>@</b><br>^", where, verdict->reason);
  if (TextGiven(verdict->claim->why))
    TextMarkup(file, "<p>^</p>", verdict->claim->why);
  TextMarkup(file, "<pre>@</pre>", verdict->command);
  Tried(file, claim);
  fputs("</td></tr>\n", file);
}

static PetscBool BeginsSource(const PublishedClaims *claims, PetscInt i) {
  return (PetscBool)(!i || strcmp(claims->at[i].source, claims->at[i - 1].source));
}

/* How many there are of each paper, and what they are known from. */
static void Papers(Page *page, const PublishedClaims *claims, PublishedKind kind) {
  char words[128], basis[128], name[256];

  fputs("<ul>\n", page->file);
  for (PetscInt i = 0; i < claims->count; i++) {
    const char *paper = claims->at[i].source;
    if (!PublishedIs(&claims->at[i], kind) || !BeginsSource(claims, i))
      continue;
    SourceName(paper, name, sizeof(name));
    PublishedCountText(PublishedCountOf(claims, kind, paper), words, sizeof(words));
    PublishedBasisText(claims, paper, basis, sizeof(basis));
    fputs("<li>", page->file);
    HtmlLink(page, "source", name);
    fprintf(page->file, ": %s", words);
    if (*basis)
      fprintf(page->file, " <span class=\"quiet\">(%s)</span>", basis);
    fputs("</li>\n", page->file);
  }
  fputs("</ul>\n", page->file);
}

/* Claims that were refuted, each in a line, before the long tables. */
static PetscErrorCode Refuted(Page *page, const PublishedClaims *claims) {
  char name[256], where[512];

  PetscCall(FragmentPut(page->file, "refuted", NULL));
  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (!PublishedIs(claim, PUBLISHED_BY_PAPERS) ||
        (claim->outcome != OUTCOME_REFUTED && claim->outcome != OUTCOME_EXPECTED))
      continue;
    SourceName(claim->source, name, sizeof(name));
    PublishedWhere(claim->verdict[0], where, sizeof(where));
    fputs("<li><a href=\"", page->file);
    if (page->kind == PAGE_INDEX)
      HtmlReference(page, "source", name);
    fprintf(page->file, "#claim-%" PetscInt_FMT "\">", i + 1);
    const char *const paper = *claim->source ? name : "", *const place = claim->place;
    TextMarkup(page->file, "^</a>", claim->text);
    if (*paper || *place)
      TextMarkup(page->file, " <span class=\"quiet\">(@@@)</span>", paper,
                 *paper && *place ? ", " : "", place);
    TextMarkup(page->file, ": @</li>\n", where);
  }
  fputs("</ol>\n", page->file);
  return 0;
}

static PetscErrorCode Section(Page *page, PublishedKind kind, const char *fragment) {
  const PublishedClaims *claims = &page->contents->published;
  const PublishedCount count = PublishedCountOf(claims, kind, NULL);
  char words[128];
  Table table;

  if (!count.claims)
    return 0;
  PublishedCountText(count, words, sizeof(words));
  PetscCall(FragmentPut(page->file, fragment, "count", words, NULL));
  Papers(page, claims, kind);
  if (kind == PUBLISHED_BY_LIBRARIES) {
    PetscCall(CardsTable(claims, &table));
    PetscCall(TableHtml(table, page->file));
    PetscCall(TableDestroy(&table));
  } else if (count.refuted)
    PetscCall(Refuted(page, claims));
  fputs("</section>\n", page->file);
  return 0;
}

PetscErrorCode HtmlPublished(Page *page) {
  PetscCall(Section(page, PUBLISHED_BY_PAPERS, "published"));
  return Section(page, PUBLISHED_BY_LIBRARIES, "libraries");
}

/* Above the table of a source: all of its name, if the page does not have that above, and how its claims
 * fared. */
static PetscErrorCode SourceHead(Page *page, const PublishedClaims *claims, PublishedKind kind,
                                 const char *source, const char *above) {
  char words[128], basis[128], rows[160];

  PublishedCountText(PublishedCountOf(claims, kind, source), words, sizeof(words));
  PublishedBasisText(claims, source, basis, sizeof(basis));
  if (strcmp(source, above))
    TextMarkup(page->file, "<p>^</p>\n", source);
  snprintf(rows, sizeof(rows), "%s%s", *basis ? "; rows: " : "", basis);
  return FragmentPut(page->file, "claims", "count", words, "basis", rows, NULL);
}

PetscErrorCode HtmlSource(Page *page, const char *name) {
  const PublishedClaims *claims = &page->contents->published;
  PetscBool open = PETSC_FALSE;
  char its[256];

  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    SourceName(claim->source, its, sizeof(its));
    if (strcmp(its, name))
      continue;
    if (!open || BeginsSource(claims, i)) {
      if (open)
        fputs("</tbody></table></div>\n", page->file);
      PetscCall(SourceHead(page, claims,
                           claim->integrator ? PUBLISHED_BY_LIBRARIES : PUBLISHED_BY_PAPERS,
                           claim->source, name));
      open = PETSC_TRUE;
    }
    Row(page->file, claim, i + 1);
  }
  if (open)
    fputs("</tbody></table></div>\n", page->file);
  return 0;
}
