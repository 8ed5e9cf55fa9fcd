/* Contents of tables that the page shows too. */
#ifndef GIMBAL_REPORTS_TABLES_H
#define GIMBAL_REPORTS_TABLES_H

#include "reports/store.h"

/* "4.00 ± 0.01"; with the verdict in brackets unless it was confirmed; "—" without a verdict. */
extern PetscErrorCode OrderCell(const json_t *verdict, char *text, size_t);
/* "[3.98, 4.02]", or a dash. */
extern PetscErrorCode IntervalCell(const json_t *verdict, char *text, size_t);
/* The quantities of order studies, in the order in which they are always shown; ends with NULL. */
extern const char *const OrderQuantities[];
/* The first verdict on an order for this method, place and quantity; NULL if there is none. */
extern const json_t *FindOrderVerdict(Store, const char *method, const char *place,
                                      const char *quantity);

#endif
