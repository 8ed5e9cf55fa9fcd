/* The tables of published claims and of libraries: verdicts put together by what a paper, or the
 * documentation of a library, says. */
#pragma once

#include "record/store.h"
#include "reports/text.h"

/* What a paper says in one place, however many entries of a suite and systems it is tried by.
 * Texts are never NULL. */
typedef struct {
  const char *source, *place, *text;
  const char *basis;       /* "read", "cited", "textbook"; NULL: not said */
  PetscInt number;         /* in the suite: the smallest of its verdicts' */
  PetscInt verdicts;       /* at least one */
  const Verdict **verdict; /* the telling ones first and among them the simplest system first */
  Outcome outcome;         /* of the first, the worst: a refutation counts before what is open */
  /* Of a library, whose name and version are the source, and the place is in its documentation: the
   * integrator. NULL: a claim of a paper. */
  const char *integrator;
} PublishedClaim;

typedef enum { PUBLISHED_BY_PAPERS, PUBLISHED_BY_LIBRARIES } PublishedKind;
extern PetscBool PublishedIs(const PublishedClaim *, PublishedKind);

/* By paper and in the order of its suite, or by library and integrator. */
typedef struct {
  PetscInt count;
  PublishedClaim *at;
} PublishedClaims;

extern void PublishedCollect(Store, Arena, PublishedClaims *);

/* ---- In words ---- */

/* What is counted of a paper or library, or of all (NULL). */
typedef struct {
  int claims, confirmed, refuted, open;
  PublishedKind kind;
} PublishedCount;

extern PublishedCount PublishedCountOf(const PublishedClaims *, PublishedKind, const char *source);
extern Text PublishedCountText(PublishedCount);
/* What the claims of a paper are known from: "12 read, 3 as cited"; empty where nothing is said. */
extern Text PublishedBasisText(const PublishedClaims *, const char *paper);
/* Method on model@coordinates:case. */
extern Text PublishedWhere(const Verdict *);
