#include "record/words.h"

const char *const VerdictNames[VERDICT_WORDS + 1] = {[REFUTED] = "refuted",
                                                     [CONFIRMED] = "confirmed",
                                                     [UNDECIDED] = "undecided",
                                                     [SKIPPED] = "skipped",
                                                     [FAILED] = "failed"};
const char *VerdictShown(VerdictWord word) {
  return word == SKIPPED ? "not measurable" : VerdictNames[word];
}

const char *const ExpectationNames[EXPECTATIONS + 1] = {[EXPECT_CONFIRMED] = "confirmed",
                                                        [EXPECT_REFUTED] = "refuted",
                                                        [EXPECT_UNDECIDED] = "undecided"};
const char *const OriginNames[ORIGINS + 1] = {[FROM_PLUGIN] = "plugin", [FROM_SUITE] = "suite"};
const char *const PrecisionNames[PRECISIONS + 1] = {[IN_DOUBLE] = "double", [IN_QUAD] = "quad"};
const char *const StatusNames[STATUSES + 1] = {
    [STATUS_DONE] = "done", [STATUS_FAILED] = "failed", [STATUS_SKIPPED] = "skipped"};

const char *const OutcomeNames[OUTCOMES + 1] = {
    [OUTCOME_CONFIRMED] = "confirmed", [OUTCOME_SKIPPED] = "skipped",
    [OUTCOME_EXPECTED] = "expected",   [OUTCOME_FORESEEN] = "foreseen",
    [OUTCOME_SURPRISE] = "surprise",   [OUTCOME_REFUTED] = "refuted",
    [OUTCOME_UNDECIDED] = "undecided", [OUTCOME_FAILED] = "failed",
};

static const struct {
  PetscBool passes;
  int rank;   /* the better, the higher */
  int weight; /* the more it should be shown, the higher */
} outcomes[OUTCOMES] = {
    [OUTCOME_CONFIRMED] = {PETSC_TRUE, 3, 1},  [OUTCOME_SKIPPED] = {PETSC_TRUE, 2, 0},
    [OUTCOME_EXPECTED] = {PETSC_TRUE, 3, 2},   [OUTCOME_FORESEEN] = {PETSC_TRUE, 1, 2},
    [OUTCOME_SURPRISE] = {PETSC_FALSE, 0, 4},  [OUTCOME_REFUTED] = {PETSC_FALSE, 0, 5},
    [OUTCOME_UNDECIDED] = {PETSC_FALSE, 1, 3}, [OUTCOME_FAILED] = {PETSC_FALSE, 0, 6},
};

Outcome OutcomeOf(VerdictWord verdict, Expectation expectation) {
  static const Outcome of[VERDICT_WORDS][EXPECTATIONS] = {
      [REFUTED] = {OUTCOME_REFUTED, OUTCOME_EXPECTED, OUTCOME_REFUTED},
      [CONFIRMED] = {OUTCOME_CONFIRMED, OUTCOME_SURPRISE, OUTCOME_SURPRISE},
      [UNDECIDED] = {OUTCOME_UNDECIDED, OUTCOME_UNDECIDED, OUTCOME_FORESEEN},
      /* Where nothing could be judged, nothing speaks against it that nothing can be decided. */
      [SKIPPED] = {OUTCOME_SKIPPED, OUTCOME_SURPRISE, OUTCOME_SKIPPED},
      [FAILED] = {OUTCOME_FAILED, OUTCOME_FAILED, OUTCOME_FAILED},
  };
  return of[verdict][expectation];
}

PetscBool OutcomePasses(Outcome outcome) { return outcomes[outcome].passes; }

Outcome OutcomeWorse(Outcome a, Outcome b) {
  return outcomes[a].weight >= outcomes[b].weight ? a : b;
}

int OutcomeRank(Outcome outcome) { return outcomes[outcome].rank; }
