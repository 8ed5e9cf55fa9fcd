/* Why a verdict is what it is, in lines for people: what the measurements add to its facts. */
#pragma once

#include "base/arena.h"
#include "record/verdict.h"
#include "studies/study.h"

typedef enum {
  EXPLAIN_FIGURES,  /* that it rests on; lines that begin with a blank are rows of a table */
  EXPLAIN_LEFT_OUT, /* of these, and why */
  EXPLAIN_CHANGE,   /* what would change the verdict */
  EXPLAIN_PARTS
} ExplainPart;

typedef struct {
  Arena arena; /* of the lines */
  Texts part[EXPLAIN_PARTS];
} Explanation;

/* What is explained is a stored verdict, from all that it was judged from. */
extern PetscErrorCode ExplainVerdict(const Study *, const Evidence *, const Verdict *,
                                     Explanation *);
