/* The sections of published claims and of libraries, and a page for each source. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/outcomes.h"
#include "reports/published.h"
#include "reports/text.h"
#include <string.h>

/* All systems on which it was tried, folded. */
static void Tried(FILE *file, const PublishedClaim *claim) {
  TextMarkup(file, "<details class=\"tried\"><summary>@</summary>\n<ul>\n",
             PublishedTally(claim).at);
  for (PetscInt i = 0; i < claim->verdicts; i++) {
    const Verdict *verdict = claim->verdict[i];
    TextMarkup(file, "<li><span class=\"@\">@</span> ^: ^</li>\n",
               OutcomeNames[VerdictOutcome(verdict)], VerdictShown(verdict->verdict),
               PublishedWhere(verdict).at, verdict->reason);
  }
  fputs("</ul></details>", file);
}

static void Row(FILE *file, const PublishedClaim *claim, PetscInt number) {
  const Verdict *verdict = claim->verdict[0];

  fprintf(file, "<tr id=\"claim-%" PetscInt_FMT "\">", number);
  TextMarkup(file, "<td><span class=\"tag @\">@</span></td><th scope=\"row\" class=\"claim\">",
             OutcomeNames[claim->outcome], OutcomeLooks[claim->outcome].published);
  if (claim->integrator)
    TextMarkup(file, "@<br>", claim->integrator);
  TextMarkup(file, "^<br><span class=\"quiet\">@", claim->text, claim->place);
  if (claim->basis && strcmp(claim->basis, "read"))
    fprintf(file, "%s%s", *claim->place ? "; " : "",
            !strcmp(claim->basis, "cited") ? "as cited" : claim->basis);
  TextMarkup(file, "</span></th><td class=\"reason\"><b>@</b><br>^", PublishedWhere(verdict).at,
             verdict->reason);
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
  fputs("<ul>\n", page->file);
  for (PetscInt i = 0; i < claims->count; i++) {
    const char *paper = claims->at[i].source;
    if (!PublishedIs(&claims->at[i], kind) || !BeginsSource(claims, i))
      continue;
    const Text basis = PublishedBasisText(claims, paper);
    fputs("<li>", page->file);
    HtmlLink(page, "source", SourceName(paper).at);
    fprintf(page->file, ": %s", PublishedCountText(PublishedCountOf(claims, kind, paper)).at);
    if (*basis.at)
      fprintf(page->file, " <span class=\"quiet\">(%s)</span>", basis.at);
    fputs("</li>\n", page->file);
  }
  fputs("</ul>\n", page->file);
}

/* Claims that were refuted, each in a line, before the long tables. */
static PetscErrorCode Refuted(Page *page, const PublishedClaims *claims) {
  PetscCall(FragmentPut(page->file, "refuted", NULL));
  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (!PublishedIs(claim, PUBLISHED_BY_PAPERS) ||
        (claim->outcome != OUTCOME_REFUTED && claim->outcome != OUTCOME_EXPECTED))
      continue;
    const Text name = SourceName(claim->source);
    fputs("<li><a href=\"", page->file);
    if (page->kind == PAGE_INDEX)
      fputs(HtmlAddress(page, "source", name.at).at, page->file);
    fprintf(page->file, "#claim-%" PetscInt_FMT "\">", i + 1);
    const char *const paper = *claim->source ? name.at : "", *const place = claim->place;
    TextMarkup(page->file, "^</a>", claim->text);
    if (*paper || *place)
      TextMarkup(page->file, " <span class=\"quiet\">(@@@)</span>", paper,
                 *paper && *place ? ", " : "", place);
    TextMarkup(page->file, ": @</li>\n", PublishedWhere(claim->verdict[0]).at);
  }
  fputs("</ol>\n", page->file);
  return 0;
}

static PetscErrorCode Section(Page *page, PublishedKind kind, const char *fragment) {
  const PublishedClaims *claims = &page->contents->published;
  const PublishedCount count = PublishedCountOf(claims, kind, NULL);
  Table table;

  if (!count.claims)
    return 0;
  PetscCall(FragmentPut(page->file, fragment, "count", PublishedCountText(count).at, NULL));
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
  const Text basis = PublishedBasisText(claims, source);

  if (strcmp(source, above))
    TextMarkup(page->file, "<p>^</p>\n", source);
  return FragmentPut(page->file, "claims", "count",
                     PublishedCountText(PublishedCountOf(claims, kind, source)).at, "basis",
                     TextPrint("%s%s", *basis.at ? "; rows: " : "", basis.at).at, NULL);
}

PetscErrorCode HtmlSource(Page *page, const char *name) {
  const PublishedClaims *claims = &page->contents->published;
  PetscBool open = PETSC_FALSE;

  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (strcmp(SourceName(claim->source).at, name))
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
