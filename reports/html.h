/* Parts of the pages. */
#pragma once

#include "reports/queries.h"
#include "reports/table.h"

/* What of the report a file holds: the index, with a page for each method, model and source in pages/
 * next to it; one of these; or everything. */
typedef enum { PAGE_INDEX, PAGE_PART, PAGE_WHOLE } PageKind;

typedef struct {
  const Contents *contents;
  FILE *file;
  PageKind kind;
} Page;

/* A coloured word for an outcome, with a count before it unless it is negative. */
extern void HtmlTag(Page *, Outcome, int count);
/* All outcomes of a method on a place (NULL: any) as a cell of a table, in the colour of the worst. */
extern void HtmlCounts(const Page *, const char *method, const char *place, Table);
/* Where the page of a "method", a "model" (a place) or a "source" is, as seen from this one. */
extern Text HtmlAddress(const Page *, const char *kind, const char *name);
/* A link to it under its name. */
extern void HtmlLink(Page *, const char *kind, const char *name);
/* The name of the row of the verdicts of a method on a place; and what stands in quotes after href= for it. */
extern Text HtmlRowAnchor(const Page *, const char *method, const char *place);
extern Text HtmlRowReference(const Page *, const char *method, const char *place);
/* What every page begins and ends with. */
extern void HtmlHead(Page *, const char *title);
extern void HtmlFoot(Page *);
/* A heading inside the page of a method or a model. */
extern void HtmlHeading(Page *, const char *text);
/* The plot, or nothing if there is no such plot. Of its kind page.html has a caption, KIND, and what it
 * shows, KIND-in-words. */
extern PetscErrorCode HtmlPlot(Page *, const char *kind, const char *subject);

/* Links to the works that a plugin cites, where a DOI is known. */
extern void HtmlDois(Page *, const ManifestPlugin *);

/* The table of work and accuracy on a model's page; nothing where no work was measured. */
extern void HtmlWork(Page *, const char *place);

/* The sections of the index. */
extern void HtmlSummary(Page *);
extern void HtmlProblems(Page *);
extern void HtmlStory(Page *);
extern void HtmlPublished(Page *); /* those of papers, and those of libraries */
extern void HtmlOverview(Page *);
extern void HtmlUnmeasured(Page *);
extern void HtmlLists(Page *);
extern PetscErrorCode HtmlProvenance(Page *);
/* What is on the page of a method or a place, under its heading. */
extern PetscErrorCode HtmlMethod(Page *, const char *method);
extern PetscErrorCode HtmlModel(Page *, const char *place);
/* Likewise of the claims of a source, which has the name of SourceName. */
extern PetscErrorCode HtmlSource(Page *, const char *name);

/* ---- Contents of tables/ that the pages show too ---- */

/* "[3.98, 4.02]", or a dash. */
extern Text IntervalCell(const Verdict *);

/* A row for each claim of a source, which has the name of SourceName, or of all papers (NULL). */
extern Table PublishedTable(const PublishedClaims *, const char *source);
/* The orders of all methods on all places; for the page of a place on that one (NULL: all), with what became of
 * the claims. */
extern Table OrdersTable(const Contents *, const Page *, const char *place);
/* What a method claims, and on how many models each claim holds of those where it was measurable. */
extern Table ClaimsTable(const Contents *, const char *method);
/* Of each library how many documented properties hold (if `counts`), and a row for each cause for which others do not,
 * as the library's card says it, however many integrators, models and quantities share it; without a card for each
 * claim. */
extern Table CardsTable(const PublishedClaims *, PetscBool counts);
/* Methods by property, orders as numbers. `page`: the page that has the links; NULL: no links. */
extern Table ComparisonTable(const Contents *, const Page *);
