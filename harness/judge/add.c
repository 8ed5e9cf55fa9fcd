#include "judge/judge.h"

void JudgeAdd(Verdicts *verdicts, const Job *job, const Claim *claim, const Finding *f) {
  const PetscBool order =
      (PetscBool)(isfinite(claim->order) && !ClaimHasLogarithm(claim) &&
                  (!strcmp(claim->study, "order") || !strcmp(claim->study, "algebra")));
  Finding empty;
  FindingInit(&empty);
  Verdict *v = VerdictsNew(verdicts);
  v->job = job;
  v->claim = claim;
  v->claimed = order ? (NumberOrWord){NULL, claim->order} : (NumberOrWord){claim->value, NAN};
  v->observed = f->word ? (NumberOrWord){f->word, NAN} : (NumberOrWord){NULL, f->observed};
  v->lower = f->lower;
  v->upper = f->upper;
  v->verdict = f->verdict;
  FindingFacts(f, verdicts->arena, &v->facts, &v->fact);
  v->reason = FindingReason(f, verdicts->arena);
  v->passes = OutcomePasses(OutcomeOf(f->verdict, claim->expect));
  v->source = JobSource(job, claim);
  v->precision = PrecisionNames[f->precision];
  v->smallest_error = f->smallest;
  v->flags.count = f->flags;
  v->flags.at = ArenaArray(verdicts->arena, f->flags, sizeof(*v->flags.at));
  memcpy(v->flags.at, f->flag, (size_t)f->flags * sizeof(*f->flag));
  if (f->points) {
    v->from = f->from;
    v->to = f->to;
    v->points = f->points;
  }
  v->floor = f->floor;
  v->counterexample = f->counterexample.there ? f->counterexample : empty.counterexample;
}

Record *JudgeNewRecord(Records *records, const char *kind, const char *method, const char *model,
                       const Claim *given) {
  Record *record = ArenaNext(records->arena, records->count, &records->at);
  Claim *claim = ArenaArray(records->arena, 1, sizeof(*claim));
  *claim = *given;
  claim->origin = FROM_SUITE;
  claim->rank = -1;
  Job *job = &record->job;
  JobInit(job);
  job->kind = kind;
  job->method = method;
  job->model = model;
  job->instance = claim->quantity;
  job->claims = (Claims){1, claim};
  job->key = ArenaPrint(records->arena, "%s/%s/%s", kind, method, claim->quantity);
  record->format = RECORD_FORMAT;
  record->key = job->key;
  record->status = STATUS_DONE;
  return record;
}

const char JudgeFound[] = "found";

int JudgeStatus(const Verdicts *verdicts) {
  PetscBool claimed = PETSC_FALSE, seen = PETSC_FALSE;
  int status = 0;
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    const PetscBool found = VerdictHasFlag(v, JudgeFound);
    seen = (PetscBool)(seen || (v->verdict == CONFIRMED && !strcmp(v->claim->study, "order")));
    claimed = (PetscBool)(claimed || !found);
    if (!found && (v->verdict == REFUTED || v->verdict == FAILED))
      return 1;
    status = found || v->verdict == CONFIRMED ? status : 4;
  }
  return claimed || seen ? status : 4;
}
