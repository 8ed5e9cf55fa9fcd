#include "reports/outcomes.h"
#include "reports/text.h"

const OutcomeLook OutcomeLooks[OUTCOMES] = {
    [OUTCOME_CONFIRMED] = {"confirmed", NULL, NULL, PETSC_TRUE, 6, "confirmed"},
    [OUTCOME_SKIPPED] = {"not measurable", "–", "skipped", PETSC_TRUE, 7, "not measurable"},
    [OUTCOME_EXPECTED] = {"refuted as expected", "e", "skipped", PETSC_FALSE, 1, "refuted"},
    [OUTCOME_FORESEEN] = {"undecided, as allowed", "u", "skipped", PETSC_FALSE, 5, "undecided"},
    [OUTCOME_SURPRISE] = {"not as expected", "S", "failure", PETSC_FALSE, 2, "not as expected"},
    [OUTCOME_REFUTED] = {"refuted", "R", "failure", PETSC_FALSE, 0, "refuted (not expected)"},
    [OUTCOME_UNDECIDED] = {"undecided", "U", "failure", PETSC_FALSE, 4, "undecided"},
    [OUTCOME_FAILED] = {"failed", "F", "error", PETSC_FALSE, 3, "failed"},
};

const Outcome OutcomesWorstFirst[OUTCOMES] = {OUTCOME_REFUTED,   OUTCOME_SURPRISE, OUTCOME_FAILED,
                                              OUTCOME_UNDECIDED, OUTCOME_EXPECTED, OUTCOME_FORESEEN,
                                              OUTCOME_CONFIRMED, OUTCOME_SKIPPED};

const Outcome OutcomesCounted[OUTCOMES] = {OUTCOME_CONFIRMED, OUTCOME_REFUTED,  OUTCOME_UNDECIDED,
                                           OUTCOME_FAILED,    OUTCOME_SURPRISE, OUTCOME_EXPECTED,
                                           OUTCOME_FORESEEN,  OUTCOME_SKIPPED};

const VerdictWord VerdictsCounted[VERDICT_WORDS] = {CONFIRMED, REFUTED, UNDECIDED, SKIPPED, FAILED};

PetscBool HasNumber(const Verdict *verdict) {
  return (PetscBool)(!verdict->observed.word && !isnan(verdict->observed.number));
}

/* That an energy is exact where "bounded" is claimed is so on single models, and no understatement. */
static PetscBool IsUnderstated(const Verdict *verdict) {
  return (PetscBool)(verdict->verdict == CONFIRMED && !verdict->claimed.word &&
                     VerdictHasFlag(verdict, "exceeds"));
}

void CountsAdd(ClaimCounts *counts, const Verdict *verdict) {
  const Outcome outcome = VerdictOutcome(verdict);

  counts->all++;
  counts->of[outcome]++;
  counts->understated += IsUnderstated(verdict);
  if (outcome == OUTCOME_SKIPPED)
    counts->obstacle[VerdictObstacle(verdict)]++;
  if (verdict->verdict == SKIPPED)
    return;
  counts->judged++;
  counts->confirmed += verdict->verdict == CONFIRMED;
  counts->latest = verdict;
  if (HasNumber(verdict)) {
    counts->low = fmin(counts->low, verdict->observed.number);
    counts->high = fmax(counts->high, verdict->observed.number);
  }
}

ClaimCounts CountClaims(const Contents *contents, const char *method, const char *place) {
  const Verdicts verdicts = VerdictsOf(contents, method);
  ClaimCounts counts = NO_CLAIMS;

  for (PetscInt i = 0; i < verdicts.count; i++)
    if (JobMatches(verdicts.at[i].job, NULL, place))
      CountsAdd(&counts, &verdicts.at[i]);
  return counts;
}

Text CountsText(const ClaimCounts *counts, const Outcome outcome[], int outcomes) {
  Text text = {""};

  for (int k = 0; k < outcomes; k++)
    if (counts->of[outcome[k]])
      TextAdd(&text, "%d %s", counts->of[outcome[k]], OutcomeLooks[outcome[k]].phrase);
  return text;
}

Outcome CountsWorst(const ClaimCounts *counts) {
  Outcome worst = OUTCOME_SKIPPED;

  for (int k = 0; k < OUTCOMES; k++)
    if (counts->of[k])
      worst = OutcomeWorse(worst, (Outcome)k);
  return worst;
}

Text CountsRange(const ClaimCounts *counts) {
  const Text low = TextFixed(counts->low, 2), high = TextFixed(counts->high, 2);

  return strcmp(low.at, high.at) ? TextPrint("%s–%s", low.at, high.at) : low;
}

/* ---- What is not measurable ---- */

const char *const ObstacleNames[OBSTACLES] = {
    [OBSTACLE_CONDITION] = "condition not met",
    [OBSTACLE_NOT_INFORMATIVE] = "not informative",
    [OBSTACLE_NO_COUNTEREXAMPLE] = "no counterexample",
    [OBSTACLE_COST] = "cost",
    [OBSTACLE_PRECISION] = "precision",
    [OBSTACLE_SENSITIVITY] = "sensitivity",
    [OBSTACLE_BETTER] = "better than claimed",
};

/* By the cause of a fact, or by how the reason begins: up to format 3 there are no facts, and what was not run
 * has one for all reasons. The first row that fits decides. */
static const struct {
  Obstacle obstacle;
  const char *cause, *begins;
} obstacle_signs[] = {
    {OBSTACLE_COST, NULL, "not run: cost"},
    {OBSTACLE_COST, NULL, "left out for its cost"},
    {OBSTACLE_BETTER, "better_than_claimed", "not measurable: better than claimed"},
    {OBSTACLE_PRECISION, "no_power_in_double", "not measurable in double precision"},
    {OBSTACLE_NO_COUNTEREXAMPLE, "no_counterexample", "no counterexample"},
    {OBSTACLE_NO_COUNTEREXAMPLE, NULL, "no witness"},
    {OBSTACLE_NOT_INFORMATIVE, "superconvergent_model", "not informative"},
    {OBSTACLE_NOT_INFORMATIVE, NULL, "degenerate"},
    {OBSTACLE_NOT_INFORMATIVE, "exact_to_round_off", "exact to round-off"},
    {OBSTACLE_NOT_INFORMATIVE, "method_exact_here", NULL},
    {OBSTACLE_NOT_INFORMATIVE, "nothing_to_conserve", NULL},
    {OBSTACLE_NOT_INFORMATIVE, "unstable_method", NULL},
    {OBSTACLE_NOT_INFORMATIVE, "unbounded_motion", NULL},
    {OBSTACLE_NOT_INFORMATIVE, "motion_ends", NULL},
    {OBSTACLE_NOT_INFORMATIVE, "order_conditions_hold", NULL},
    {OBSTACLE_SENSITIVITY, "no_power", "not measurable: "},
    {OBSTACLE_SENSITIVITY, "too_few_errors", NULL},
};

static PetscBool HasCause(const Verdict *verdict, const char *cause) {
  for (PetscInt i = 0; cause && i < verdict->facts; i++)
    if (!strcmp(verdict->fact[i].cause, cause))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

Obstacle VerdictObstacle(const Verdict *verdict) {
  const char *reason = verdict->reason ? verdict->reason : "";

  for (size_t i = 0; i < sizeof(obstacle_signs) / sizeof(obstacle_signs[0]); i++) {
    const char *begins = obstacle_signs[i].begins;
    if (HasCause(verdict, obstacle_signs[i].cause) ||
        (begins && !strncmp(reason, begins, strlen(begins))))
      return obstacle_signs[i].obstacle;
  }
  return OBSTACLE_CONDITION;
}

const char *ReasonNotMeasurable(const char *reason) {
  const char *after = strncmp(reason, "not measurable", 14) ? NULL : strstr(reason, ": ");

  return after ? after + 2 : reason;
}

/* ---- Causes ---- */

static PetscBool SameCause(const Verdict *a, const Verdict *b) {
  return (PetscBool)(VerdictOutcome(a) == VerdictOutcome(b) && TextSameForm(a->reason, b->reason) &&
                     !strcmp(a->job->method, b->job->method) &&
                     !strcmp(a->claim->study, b->claim->study) &&
                     !strcmp(a->claim->quantity, b->claim->quantity));
}

void CausesAdd(const Contents *contents, Outcome outcome, CauseGroups *causes) {
  const Verdicts *verdicts = contents->store->verdicts;

  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *verdict = &verdicts->at[i];
    int k = 0;
    if (VerdictOutcome(verdict) != outcome)
      continue;
    while (k < causes->count && !SameCause(causes->at[k].first, verdict))
      k++;
    if (k == causes->count) {
      ArenaAppend(contents->arena, causes->count, &causes->at, (CauseGroup){verdict, 0});
    }
    causes->at[k].verdicts++;
  }
}

void CausesOfFailures(const Contents *contents, CauseGroups *causes) {
  *causes = (CauseGroups){0, NULL};
  for (int k = 0; k < OUTCOMES; k++)
    if (!OutcomePasses(OutcomesWorstFirst[k]))
      CausesAdd(contents, OutcomesWorstFirst[k], causes);
}

void CausePlaces(const Contents *contents, const CauseGroup *cause, int most,
                 void (*put)(FILE *, const char *), FILE *file) {
  const Verdicts *verdicts = contents->store->verdicts;
  int shown = 0;

  for (PetscInt i = 0; i < verdicts->count && shown < most; i++) {
    if (!SameCause(cause->first, &verdicts->at[i]))
      continue;
    fputs(shown++ ? ", " : "", file);
    put(file, PlaceOf(verdicts->at[i].job).at);
  }
  if (cause->verdicts > shown)
    fprintf(file, " and %d more", cause->verdicts - shown);
}
