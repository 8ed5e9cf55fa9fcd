/* The rows on libraries: one for each cause for which claims of a documentation do not hold, as the library's
 * card says it, however many integrators, models and quantities share it; without a card for each claim. */
#ifndef GIMBAL_REPORTS_CARDS_H
#define GIMBAL_REPORTS_CARDS_H

#include "reports/queries.h"
#include "reports/table.h"

/* Of each library how many documented properties hold, and its rows. */
extern PetscErrorCode CardsTable(const PublishedClaims *, Table *);
/* The text of a report to the library's authors, in Markdown. PETSC_ERR_USER_INPUT: there is no such cause. */
extern PetscErrorCode CardIssue(const Contents *, const char *cause, FILE *);

#endif
