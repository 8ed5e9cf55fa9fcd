/* The stored files of one output folder, and the questions that all reports ask of them. */
#ifndef GIMBAL_REPORTS_STORE_H
#define GIMBAL_REPORTS_STORE_H

#include <jansson.h>
#include <petscsys.h>

/* Beside record/store.h, which takes its place. */
#define StoreDestroy JsonStoreDestroy
#define VerdictOutcome JsonVerdictOutcome
#define OutcomePasses JsonOutcomePasses
#define OutcomeName JsonOutcomeName
#define OutcomeWorse JsonOutcomeWorse

typedef struct _p_Store {
  char *directory;
  json_t *manifest; /* object, empty if there is no manifest.json */
  json_t *records;  /* array of records, sorted by key */
  json_t *verdicts; /* array of verdicts, as stored */
  json_t *timings;  /* array, empty if there is no timings.jsonl */
} * Store;

/* Reads the folder. PETSC_ERR_USER_INPUT if it is no output folder or a line is not a JSON object.
 * A last line without its newline is what a killed run leaves, and is passed over. */
extern PetscErrorCode StoreCreate(const char *directory, Store *);
extern PetscErrorCode StoreDestroy(Store *);

/* What became of a claim, with what was expected of it. */
typedef enum {
  OUTCOME_CONFIRMED,
  OUTCOME_SKIPPED,
  OUTCOME_EXPECTED, /* refuted, as the suite said it would be */
  OUTCOME_SURPRISE, /* not refuted although the suite said it would be */
  OUTCOME_REFUTED,
  OUTCOME_UNDECIDED,
  OUTCOME_FAILED,
  OUTCOMES
} Outcome;

extern Outcome VerdictOutcome(const json_t *verdict);
/* Whether a suite lets the outcome pass. */
extern PetscBool OutcomePasses(Outcome);
/* A word for people: "confirmed", …, "expected", "surprise". */
extern const char *OutcomeName(Outcome);
/* The outcome that should be shown where there is room for one. */
extern Outcome OutcomeWorse(Outcome, Outcome);

/* The distinct names in records and verdicts, as a new sorted array of strings: for the key
 * "method" all methods, for "placed" those that met a model, for "place" every model:case. */
extern PetscErrorCode StoreNames(Store, const char *key, json_t **names);
/* "model:case" of a record's job or of a verdict; "no model" where a claim met none (the plan then
 * puts a star for both). */
extern PetscErrorCode StorePlace(const json_t *object, char *place, size_t);
/* Whether the object is of this method and this place; NULL is any. */
extern PetscBool StoreMatches(const json_t *object, const char *method, const char *place);

/* Measured values. The largest absolute value over times and components; NaN if there is none or
 * one of them is missing. */
extern PetscReal MeasuredError(const json_t *entry, const char *quantity);
/* Verdicts on the order of a quantity of a record, the first of which has a window, if any has. */
extern const json_t *StoreOrderVerdict(Store, const char *key, const char *quantity);

#endif
