/* Parts of the page. */
#ifndef GIMBAL_REPORTS_HTML_H
#define GIMBAL_REPORTS_HTML_H

#include "reports/queries.h"
#include <stdio.h>

typedef struct {
  const Contents *contents;
  FILE *file;
  size_t embedded, linked; /* bytes of plots inside the page, and plots that were left outside */
} Page;

/* A coloured word for an outcome, with a count before it unless it is negative. */
extern void HtmlTag(Page *, Outcome, PetscInt count);
/* An id or the fragment of a link: prefix and name. */
extern void HtmlId(Page *, const char *prefix, const char *name);
/* The plot inside the page, or nothing if there is no such plot. */
extern PetscErrorCode HtmlPlot(Page *, const char *kind, const char *subject, const char *caption);
extern PetscErrorCode HtmlMethods(Page *);
extern PetscErrorCode HtmlModels(Page *);
extern PetscErrorCode HtmlSummary(Page *);
extern PetscErrorCode HtmlProblems(Page *);
extern PetscErrorCode HtmlPublished(Page *);
extern PetscErrorCode HtmlOverview(Page *);
extern PetscErrorCode HtmlProvenance(Page *);

#endif
