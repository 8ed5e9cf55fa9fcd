/* The words of claims. The studies have them; whoever makes a registry hands them in. */
#pragma once

#include "gimbal.h"
#include <petscsys.h>

/* What the quantity of a claim is. */
typedef enum {
  CLAIM_ON_WORD,      /* one of the vocabulary's words */
  CLAIM_ON_STATE,     /* likewise, out of q, v, p and lambda: each where the formulation has it */
  CLAIM_ON_INVARIANT, /* an invariant of the model, or a kind of invariants */
  CLAIM_ON_PROBE,     /* "nodes", or a probe of the method */
  CLAIM_ON_METHOD     /* the name of another method */
} ClaimSubject;

/* Claims of one word: `energy energy exact|bounded|drift`. */
typedef struct {
  const char *study; /* the claim's word */
  ClaimSubject on;
  const char *quantities; /* words separated by blanks; NULL: names */
  const char *values;     /* words separated by blanks; NULL: an order, an expression */
  /* What no model did on which such a claim could have been tested: "has relative equilibria", after
   * "no selected model that fits"; NULL: nothing in particular. */
  const char *lacking;
  const char *meaning; /* what such a claim says, a sentence without its end */
} ClaimWords;

/* The i-th list of claims, which ends with an entry whose study is NULL; NULL: there are no more.
 * One word may have several entries; all say the same of what the quantity is. */
typedef const ClaimWords *ClaimVocabulary(PetscInt i);

/* The first entry of that word; NULL if not found. */
extern const ClaimWords *ClaimWordsFind(ClaimVocabulary *, const char *study);

/* The first entry that a claim on that quantity may mean, or else the first of its word. */
extern const ClaimWords *ClaimWordsOf(ClaimVocabulary *, const gimbal_claim *);

/* Whether a claim's study, quantity and value (NULL: any) are words that there are, as far as that
 * can be said without a method and a model: invariants, probes and other methods are not looked up.
 * PETSC_ERR_USER_INPUT, beginning with `where`, offers the nearest. */
extern PetscErrorCode ClaimCheckWords(const char *where, ClaimVocabulary *, const gimbal_claim *);
