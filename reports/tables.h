/* Contents of tables that the page shows too. */
#ifndef GIMBAL_REPORTS_TABLES_H
#define GIMBAL_REPORTS_TABLES_H

#include "reports/html.h"
#include "reports/table.h"

/* "4.00 ± 0.01"; with the verdict in brackets unless it was confirmed; "—" without a verdict. */
extern void OrderCell(const Verdict *, char *text, size_t);
/* "[3.98, 4.02]", or a dash. */
extern void IntervalCell(const Verdict *, char *text, size_t);

/* What a method claims, and on how many models each claim holds of those where it was measurable. */
extern PetscErrorCode ClaimsTable(const Contents *, const char *method, Table *);
/* Of each library how many documented properties hold, and a row for each cause for which others do not, as the
 * library's card says it, however many integrators, models and quantities share it; without a card for each
 * claim. */
extern PetscErrorCode CardsTable(const PublishedClaims *, Table *);
/* Methods by property, orders as numbers. `page`: where links are seen from; NULL: there are none. */
extern PetscErrorCode ComparisonTable(const Contents *, const Page *, Table *);

#endif
