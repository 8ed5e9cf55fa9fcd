#include "reports/outcomes.h"
#include "reports/queries.h"
#include <string.h>

const OutcomeLook OutcomeLooks[OUTCOMES] = {
    [OUTCOME_CONFIRMED] = {.phrase = "confirmed",
                           .tap = PETSC_TRUE,
                           .telling = 6,
                           .published = "confirmed"},
    [OUTCOME_SKIPPED] = {.phrase = "skipped",
                         .letter = "s",
                         .junit = "skipped",
                         .tap = PETSC_TRUE,
                         .telling = 7,
                         .published = "skipped"},
    [OUTCOME_EXPECTED] = {.phrase = "refuted as expected",
                          .letter = "e",
                          .junit = "skipped",
                          .telling = 1,
                          .published = "refuted"},
    [OUTCOME_FORESEEN] = {.phrase = "undecided and let pass",
                          .letter = "u",
                          .junit = "skipped",
                          .telling = 5,
                          .published = "undecided"},
    [OUTCOME_SURPRISE] = {.phrase = "not as expected",
                          .letter = "S",
                          .junit = "failure",
                          .telling = 2,
                          .published = "not as was expected"},
    [OUTCOME_REFUTED] = {.phrase = "refuted",
                         .letter = "R",
                         .junit = "failure",
                         .telling = 0,
                         .published = "refuted (not expected)"},
    [OUTCOME_UNDECIDED] = {.phrase = "undecided",
                           .letter = "U",
                           .junit = "failure",
                           .telling = 4,
                           .published = "undecided"},
    [OUTCOME_FAILED] =
        {.phrase = "failed", .letter = "F", .junit = "error", .telling = 3, .published = "failed"},
};

const Outcome OutcomesWorstFirst[OUTCOMES] = {OUTCOME_REFUTED,   OUTCOME_SURPRISE, OUTCOME_FAILED,
                                              OUTCOME_UNDECIDED, OUTCOME_EXPECTED, OUTCOME_FORESEEN,
                                              OUTCOME_CONFIRMED, OUTCOME_SKIPPED};

const Outcome OutcomesCounted[OUTCOMES] = {OUTCOME_CONFIRMED, OUTCOME_REFUTED,  OUTCOME_UNDECIDED,
                                           OUTCOME_FAILED,    OUTCOME_SURPRISE, OUTCOME_EXPECTED,
                                           OUTCOME_FORESEEN,  OUTCOME_SKIPPED};

const VerdictWord VerdictsCounted[VERDICT_WORDS] = {CONFIRMED, REFUTED, UNDECIDED, SKIPPED, FAILED};

const VerdictWord VerdictsOfPaper[VERDICT_WORDS] = {REFUTED, CONFIRMED, UNDECIDED, FAILED, SKIPPED};

const char OutcomeLetters[] =
    "a number of claims, all confirmed (+: some understated); R refuted, U undecided, F failed, e refuted as expected, u "
    "undecided and let pass, S not as expected, s all skipped";

PetscInt CountOutcomes(const Contents *contents, const char *method, const char *place,
                       PetscInt count[OUTCOMES]) {
  const VerdictList verdicts = VerdictsOf(contents, method);
  PetscInt all = 0;

  memset(count, 0, OUTCOMES * sizeof(*count));
  for (PetscInt i = 0; i < verdicts.count; i++)
    if (VerdictMatches(verdicts.at[i], NULL, place)) {
      count[VerdictOutcome(verdicts.at[i])]++;
      all++;
    }
  return all;
}

const char *const Remarks[REMARKS] = {
    [REMARK_DOUBLE] = "not measurable in double precision",
    [REMARK_UNDERSTATED] = "understated",
    [REMARK_BETTER] = "better than claimed",
};

/* Understated is an order: that an energy is exact where "bounded" is claimed is so on single models. */
static PetscBool HasRemark(const Verdict *verdict, Remark remark) {
  static const char *const flags[REMARKS] = {[REMARK_DOUBLE] = FindingNoPower,
                                             [REMARK_UNDERSTATED] = "exceeds",
                                             [REMARK_BETTER] = FindingBetter};

  return (PetscBool)(VerdictHasFlag(verdict, flags[remark]) &&
                     (remark != REMARK_UNDERSTATED ||
                      (verdict->verdict == CONFIRMED && !verdict->claimed.word)));
}

PetscInt CountRemark(const Contents *contents, Remark remark, const char *method,
                     const char *place) {
  const VerdictList verdicts = VerdictsOf(contents, method);
  PetscInt count = 0;

  for (PetscInt i = 0; i < verdicts.count; i++)
    count += VerdictMatches(verdicts.at[i], NULL, place) && HasRemark(verdicts.at[i], remark);
  return count;
}

Outcome WorstOutcome(const PetscInt count[OUTCOMES]) {
  Outcome worst = OUTCOME_SKIPPED;

  for (int k = 0; k < OUTCOMES; k++)
    if (count[k])
      worst = OutcomeWorse(worst, (Outcome)k);
  return worst;
}
