/* The questions that several reports ask of a store. */
#pragma once

#include "record/store.h"
#include "reports/published.h"
#include "reports/text.h"

/* A store with the verdicts on the claims of its run, sorted: not on what the suite leaves out. And the
 * names that occur in its records and verdicts: each once, sorted. */
typedef struct {
  Store store;
  struct _p_Store view;
  Texts methods; /* all of them */
  Texts placed;  /* those that met a model */
  Texts places;  /* every "model:case" */
  Texts sources; /* of claims of a suite, by the names of SourceName, and libraries */
  PublishedClaims published;
  Arena arena; /* of the names and claims */
} Contents;

/* The store stays the caller's, and must live as long. */
extern Contents *ContentsCreate(Store);
/* The same of the verdicts, and their methods, that match one of these globs each; a model's glob is of "model" or
 * "model:case", an empty list is any. */
extern Contents *ContentsChosen(Store, const Texts *methods, const Texts *models);
extern void ContentsDestroy(Contents **);

/* "model:case"; "no model" where a claim met none (the plan then puts a star for both). */
extern Text PlaceOf(const Job *);
/* A source by its authors and year: up to its first number of four digits, or to the address that
 * comes before it. */
extern Text SourceName(const char *source);

/* Whether it is of this method and this place; NULL is any. */
extern PetscBool JobMatches(const Job *, const char *method, const char *place);

/* Those of a method, or all for NULL, as a part of the list: few to search. */
extern Verdicts VerdictsOf(const Contents *, const char *method);

/* The quantities of order studies, in the order in which they are always shown; ends with NULL. */
extern const char *const OrderQuantities[];
enum { ORDER_QUANTITIES = 6 };
/* Whether it is on the order of that quantity; NULL is any. */
extern PetscBool IsOrderVerdict(const Verdict *, const char *quantity);
/* The first verdict on an order for this method, place and quantity; NULL if not found. */
extern const Verdict *FindOrderVerdict(const Contents *, const char *method, const char *place,
                                       const char *quantity);
/* Of the verdicts on a quantity of the record with that key in a study (NULL: none), the first that has a
 * window, or else the first; NULL if not found. */
extern const Verdict *VerdictOfRecord(Store, const char *key, const char *study,
                                      const char *quantity);

/* The record's series, runs or points if it has measurements of that shape; NULL otherwise. */
extern const Measured *MeasuredAs(const Record *, MeasuredShape);
/* The record's series of step sizes, if its errors are to be seen against these: not those of a study
 * of work or tolerances. NULL otherwise. */
extern const Measured *MeasuredErrors(const Record *);
/* Whether the series has an error of the quantity at any step size. */
extern PetscBool HasErrors(const Series *, const char *quantity);
/* The first record with such errors of the method on the place (NULL: on any); NULL if not found. */
extern const Record *FindErrors(Store, const char *method, const char *place);
/* Whether it is the residual of a constraint, and no energy or invariant. */
extern PetscBool IsConstraint(const Watched *);
