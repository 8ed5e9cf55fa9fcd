/* Which study judges which claim; the slices of an ensemble are put together first. */
#include "judge/judge.h"
#include "base/lists.h"
#include "studies/study.h"

/* ---- From findings to verdicts ---- */

void JudgeAllow(Verdicts *verdicts, PetscBool undecided, PetscBool unjudged) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    Verdict *verdict = &verdicts->at[i];
    const Outcome outcome = VerdictOutcome(verdict);
    if (outcome == OUTCOME_UNDECIDED)
      verdict->passes = undecided;
    else if (outcome == OUTCOME_SKIPPED && verdict->claim->expect == EXPECT_CONFIRMED &&
             VerdictHasFlag(verdict, FindingNoPower))
      verdict->passes = unjudged;
  }
}

/* ---- What needs no rule ---- */

/* What can be said without looking at measurements. */
static PetscBool FindWithout(const Record *record, Finding *f) {
  const char *reason = record->reason && *record->reason ? record->reason : NULL;

  FindingInit(f);
  if (record->status == STATUS_SKIPPED)
    FindingSet(f, SKIPPED, CAUSE_NOT_RUN,
               FACTS(TEXT(FAILURE, reason ? reason : "skipped without a reason")));
  else if (record->status != STATUS_DONE)
    FindingSet(f, FAILED, CAUSE_JOB_FAILED,
               FACTS(TEXT(FAILURE, reason ? reason : "the job failed without a reason")));
  else if (!record->measured)
    FindingSet(f, FAILED, CAUSE_NO_MEASUREMENTS, NO_FACTS);
  else
    return PETSC_FALSE;
  return PETSC_TRUE;
}

/* A method that is no function of its state has nothing that could be judged. */
static const Purity *FindImpure(const Evidence *e) {
  for (PetscInt i = 0; i < e->count; i++)
    if (e->measured[i] && e->measured[i]->purity.impure)
      return &e->measured[i]->purity;
  return NULL;
}

/* Of a method that was made from hearsay nothing is decided by what this one does. */
static void JudgeReconstruction(const Claim *claim, Finding *f) {
  const char *found = VerdictNames[f->verdict];

  if (!claim->subject || strcmp(claim->subject, "reconstruction") ||
      (f->verdict != CONFIRMED && f->verdict != REFUTED))
    return;
  f->verdict = UNDECIDED;
  FindingPrefix(f, CAUSE_RECONSTRUCTED, FACTS(TEXT(WORD, found)));
}

/* A verdict is reached in the units in which the host worked, so that no number is out of range, and given
 * in the model's. `missing`: a record without measurements, or NULL. */
static PetscErrorCode JudgeClaim(const Evidence *e, const Record *missing, Finding *f) {
  const Study *study = StudyFind(e->job[0]->kind);
  const Measured *measured = e->measured[0];
  const Purity *impure = FindImpure(e);
  FindingInit(f);
  if (missing)
    (void)FindWithout(missing, f);
  else if (impure)
    FindingSet(f, FAILED, CAUSE_NOT_A_FUNCTION_OF_ITS_STATE, FACTS(TEXT(FAILURE, impure->impure)));
  else if (!study || !StudyHasClaim(study, e->claim->study))
    FindingSet(f, FAILED, CAUSE_OTHER_STUDY,
               FACTS(TEXT(WORD, e->job[0]->kind), TEXT(SUBJECT, e->claim->study)));
  else {
    PetscCall(study->judge(e, f));
    FindingToModel(f, &measured->units, e->claim->quantity);
    if (measured->purity.beginnings)
      FindingAdd(f, CAUSE_STATE_NOT_COPIED, NO_FACTS);
    JudgeReconstruction(e->claim, f);
  }
  return 0;
}

/* The claims of the first record, judged from all that is given. */
static PetscErrorCode JudgeTogether(PetscInt count, const Record *const records[],
                                    Verdicts *verdicts) {
  const Claims *claims = &records[0]->job.claims;
  const Record *missing = NULL;
  OWNED(MemoryFree) const Job **jobs = MemoryZeroed(count, sizeof(*jobs));
  OWNED(MemoryFree) const Measured **measured = MemoryZeroed(count, sizeof(*measured));
  Finding f;
  for (PetscInt i = 0; i < count; i++) {
    jobs[i] = &records[i]->job;
    measured[i] = records[i]->measured;
    if (FindWithout(records[i], &f))
      missing = records[i];
  }
  for (PetscInt i = 0; i < claims->count; i++) {
    PetscCall(JudgeClaim(&(Evidence){count, jobs, measured, &claims->at[i]}, missing, &f));
    JudgeAdd(verdicts, jobs[0], &claims->at[i], &f);
    if (missing && missing->reason && *missing->reason) /* whole, however long */
      verdicts->at[verdicts->count - 1].reason = missing->reason;
  }
  return 0;
}

/* ---- Slices ---- */

const Record **JudgeParts(const Records *records, const Record *first, PetscInt *count) {
  const Study *study = first->job.kind ? StudyFind(first->job.kind) : NULL;
  const PetscInt others = study && study->slices ? records->count : 0;
  const Record **parts = MemoryZeroed(others + 1, sizeof(*parts));
  parts[0] = first;
  *count = 1;
  for (PetscInt i = 0; i < others; i++)
    if (&records->at[i] != first && JobsArePartsOfOne(&first->job, &records->at[i].job))
      parts[(*count)++] = &records->at[i];
  return parts;
}

/* ---- Negative claims ---- */

/* Counts the models on which what the claim denies holds; 0 where it does not on another one. A claim that
 * was not measured on a model says nothing there. */
static PetscInt CountHolding(const Verdicts *verdicts, const Verdict *claim) {
  PetscInt count = 0;

  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    if (!VerdictsShareClaim(v, claim))
      continue;
    if (v->verdict != SKIPPED)
      return 0;
    if (VerdictHasFlag(v, FindingHolds))
      count++;
    else if (v->facts && !strcmp(v->fact[0].cause, CauseNames[CAUSE_NO_COUNTEREXAMPLE]))
      return 0;
  }
  return count;
}

/* Puts before the verdict's reason that the method is better than claimed. */
static void PrefixBetterThanClaimed(Verdicts *verdicts, PetscInt count, Verdict *v) {
  PetscInt one;
  Finding better;
  Fact *fact;

  FindingInit(&better);
  FindingAdd(&better, CAUSE_BETTER_THAN_CLAIMED, FACTS(NUMBER(COUNT, count)));
  FindingFacts(&better, verdicts->arena, &one, &fact);
  Fact *facts = ArenaArray(verdicts->arena, v->facts + one, sizeof(*facts));
  facts[0] = fact[0];
  memcpy(facts + one, v->fact, (size_t)v->facts * sizeof(*facts));
  v->fact = facts;
  v->facts += one;
  const char *words = FindingReason(&better, verdicts->arena);
  v->reason = ArenaPrint(verdicts->arena, "%s%s", words, v->reason);
  const char **flags = ArenaArray(verdicts->arena, v->flags.count + 1, sizeof(*flags));
  memcpy(flags, v->flags.at, (size_t)v->flags.count * sizeof(*flags));
  flags[v->flags.count++] = FindingBetter;
  v->flags.at = flags;
}

/* Once for each claim, at its first verdict: that it holds on every model is no single one's finding. */
static void JudgeNegative(Verdicts *verdicts) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    Verdict *v = &verdicts->at[i];
    PetscBool first = VerdictHasFlag(v, FindingHolds);
    for (PetscInt k = 0; k < i && first; k++)
      first = (PetscBool)(!VerdictHasFlag(&verdicts->at[k], FindingHolds) ||
                          !VerdictsShareClaim(&verdicts->at[k], v));
    const PetscInt count = first ? CountHolding(verdicts, v) : 0;
    if (count)
      PrefixBetterThanClaimed(verdicts, count, v);
  }
}

/* ---- All ---- */

PetscErrorCode JudgeRecords(const Records *records, Verdicts **verdicts) {
  /* Whether it is judged with another one that it is a part of. */
  OWNED(MemoryFree) PetscBool *taken = MemoryZeroed(records->count, sizeof(*taken));
  *verdicts = VerdictsCreate();
  for (PetscInt i = 0; i < records->count; i++) {
    PetscInt count;
    if (taken[i])
      continue;
    OWNED(MemoryFree) const Record **parts = JudgeParts(records, &records->at[i], &count);
    for (PetscInt k = 0; k < count; k++)
      taken[parts[k] - records->at] = PETSC_TRUE;
    PetscCall(JudgeTogether(count, parts, *verdicts));
  }
  VerdictsSort(*verdicts);
  JudgeNegative(*verdicts);
  return 0;
}
