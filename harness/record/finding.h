/* What a rule found on one claim, and its line among the verdicts. */
#ifndef GIMBAL_HARNESS_RECORD_FINDING_H
#define GIMBAL_HARNESS_RECORD_FINDING_H

#include <jansson.h>
#include <petscsys.h>

/* Beside record/verdict.h, which takes its place. */
#define FindingInit JsonFindingInit
#define FindingSet JsonFindingSet
#define FindingFlag JsonFindingFlag

typedef enum { REFUTED, CONFIRMED, UNDECIDED, SKIPPED, FAILED } Verdict;

typedef struct {
  Verdict verdict;
  char reason[1024];
  const char *word;       /* observed, where it is a word; NULL: the number */
  PetscReal observed;     /* NaN: none */
  PetscReal lower, upper; /* NaN: none */
  const char *precision;  /* that decided; NULL: none */
  PetscReal smallest, floor;
  PetscInt from, to, points; /* the window in steps; points = 0: none */
  json_t *flags;             /* array of strings, owned; NULL: none */
  json_t *details;           /* object of further facts, owned; NULL: none */
} Finding;

/* Nothing observed. */
extern void FindingInit(Finding *);
/* Sets the verdict and its one-sentence reason. */
extern void FindingSet(Finding *, Verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
extern void FindingFlag(Finding *, const char *flag);
/* Adds a fact to the details. */
extern void FindingDetail(Finding *, const char *key, json_t *value);
/* Frees what the finding owns. */
extern void FindingRelease(Finding *);
/* The verdict's object; releases what the finding owns. */
extern PetscErrorCode FindingToVerdict(Finding *, const json_t *job, const json_t *claim,
                                       json_t **verdict);

#endif
