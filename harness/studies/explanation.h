/* Why a verdict is what it is, in lines for people: what a study adds to the verdict. */
#ifndef GIMBAL_HARNESS_STUDIES_EXPLANATION_H
#define GIMBAL_HARNESS_STUDIES_EXPLANATION_H

#include "base/arena.h"
#include "base/lists.h"
#include "record/measured.h"
#include "record/verdict.h"

typedef enum {
  EXPLAIN_FIGURES,  /* that it rests on; lines that begin with a blank are rows of a table */
  EXPLAIN_LEFT_OUT, /* of these, and why */
  EXPLAIN_CHANGE,   /* what would change the verdict */
  EXPLAIN_PARTS
} ExplainPart;

typedef struct Explanation {
  Arena arena; /* of the lines */
  Texts part[EXPLAIN_PARTS];
} Explanation;

/* What is explained: a stored verdict, the claim in its job, and all that it was judged from. */
typedef struct Explained {
  PetscInt count; /* of jobs, 1 but for slices */
  const Job *const *job;
  const Measured *const *measured;
  const Claim *claim;
  const Verdict *verdict;
} Explained;

extern PetscErrorCode ExplanationAdd(Explanation *, ExplainPart, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What the errors of a series are taken against, if that is known. */
extern PetscErrorCode ExplainReference(const Series *, Explanation *);

/* In which precision more could be seen. */
extern PetscErrorCode ExplainPrecision(const Explained *, Explanation *);

#endif
