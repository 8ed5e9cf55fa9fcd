/* The vocabulary of verdicts: the words, what is expected, what passes. A further word is added
 * here and nowhere else; how it looks is the reports' to say. */
#pragma once

#include <petscsys.h>

/* What was found on a claim, from the worst to judge by to the mildest. */
typedef enum { REFUTED, CONFIRMED, UNDECIDED, SKIPPED, FAILED, VERDICT_WORDS } VerdictWord;
extern const char *const VerdictNames[VERDICT_WORDS + 1]; /* "refuted", …, NULL */
/* For people: "not measurable" where files have "skipped". */
extern const char *VerdictShown(VerdictWord);

/* What a suite expects. */
typedef enum { EXPECT_CONFIRMED, EXPECT_REFUTED, EXPECT_UNDECIDED, EXPECTATIONS } Expectation;
extern const char *const ExpectationNames[EXPECTATIONS + 1];

/* Who claims it. */
typedef enum { FROM_PLUGIN, FROM_SUITE, ORIGINS } ClaimOrigin;
extern const char *const OriginNames[ORIGINS + 1];

/* What became of a claim, with what was expected of it. A surprise is loud, whichever way it goes. */
typedef enum {
  OUTCOME_CONFIRMED,
  OUTCOME_SKIPPED,
  OUTCOME_EXPECTED, /* refuted, as the suite said it would be */
  OUTCOME_FORESEEN, /* undecided, as the suite said it would be or the command line lets pass */
  OUTCOME_SURPRISE, /* not what the suite said it would be, refuted or undecided */
  OUTCOME_REFUTED,
  OUTCOME_UNDECIDED,
  OUTCOME_FAILED,
  OUTCOMES
} Outcome;

extern Outcome OutcomeOf(VerdictWord, Expectation);
/* Whether a suite lets the outcome pass. */
extern PetscBool OutcomePasses(Outcome);
/* A word for people: "confirmed", …, "expected", "surprise". */
extern const char *const OutcomeNames[OUTCOMES + 1]; /* ends with NULL */
/* The outcome that should be shown where there is room for one. */
extern Outcome OutcomeWorse(Outcome, Outcome);
/* How good it is to have it, for comparing two runs: the better, the higher. */
extern int OutcomeRank(Outcome);

typedef enum { IN_DOUBLE, IN_QUAD, PRECISIONS } Precision;
extern const char *const PrecisionNames[PRECISIONS + 1]; /* "double", "quad" */

/* What became of a job, or of one run or one step size in it. */
typedef enum { STATUS_DONE, STATUS_FAILED, STATUS_SKIPPED, STATUSES } Status;
extern const char *const StatusNames[STATUSES + 1];
