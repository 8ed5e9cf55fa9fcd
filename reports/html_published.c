/* The sections of published claims and of libraries, and a page for each source. */
#include "reports/html.h"
#include "reports/fragment.h"
#include "reports/outcomes.h"
#include "reports/published.h"
#include "reports/text.h"

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
    const Text name = SourceName(paper), basis = PublishedBasisText(claims, paper);
    FragmentPut(page->file, "paper", "address", HtmlAddress(page, "source", name.at).at, "name",
                name.at, "count", PublishedCountText(PublishedCountOf(claims, kind, paper)).at,
                "basis", kind == PUBLISHED_BY_PAPERS ? basis.at : NULL, NULL);
  }
  fputs("</ul>\n", page->file);
}

/* Claims that were refuted, each in a line, before the long tables. */
static void Refuted(Page *page, const PublishedClaims *claims) {
  FragmentPut(page->file, "refuted", NULL);
  for (PetscInt i = 0; i < claims->count; i++) {
    const PublishedClaim *claim = &claims->at[i];
    if (!PublishedIs(claim, PUBLISHED_BY_PAPERS) ||
        (claim->outcome != OUTCOME_REFUTED && claim->outcome != OUTCOME_EXPECTED))
      continue;
    const Text name = SourceName(claim->source);
    const char *const place = claim->place;
    FragmentPut(page->file, "refuted-claim", "address", HtmlAddress(page, "source", name.at).at,
                "claim", claim->text, "source",
                TextPrint("%s%s%s", name.at, *place ? ", " : "", place).at, "where",
                PublishedWhere(claim->verdict[0]).at, NULL);
  }
  fputs("</ol>\n", page->file);
}

static void Section(Page *page, PublishedKind kind, const char *fragment) {
  const PublishedClaims *claims = &page->contents->published;
  const PublishedCount count = PublishedCountOf(claims, kind, NULL);

  if (!count.claims)
    return;
  FragmentPut(page->file, fragment, "count", PublishedCountText(count).at, NULL);
  Papers(page, claims, kind);
  if (kind == PUBLISHED_BY_LIBRARIES) {
    TableHtml(CardsTable(claims, PETSC_FALSE), page->file);
  } else if (count.refuted)
    Refuted(page, claims);
  fputs("</section>\n", page->file);
}

void HtmlPublished(Page *page) {
  Section(page, PUBLISHED_BY_PAPERS, "published");
  Section(page, PUBLISHED_BY_LIBRARIES, "libraries");
}

PetscErrorCode HtmlSource(Page *page, const char *name) {
  TableHtml(PublishedTable(&page->contents->published, name), page->file);
  return 0;
}
