#include "judge/judge.h"

#include <math.h>
#include <string.h>

PetscErrorCode JudgeAdd(Verdicts *verdicts, const Job *job, const Claim *claim, const Finding *f) {
  const PetscBool order =
      (PetscBool)(isfinite(claim->order) && !ClaimHasLogarithm(claim) &&
                  (!strcmp(claim->study, "order") || !strcmp(claim->study, "algebra")));
  Finding empty;
  Verdict *v;
  FindingInit(&empty);
  PetscCall(VerdictsNew(verdicts, &v));
  v->job = job;
  v->claim = claim;
  v->claimed = order ? (NumberOrWord){NULL, claim->order} : (NumberOrWord){claim->value, NAN};
  v->observed = f->word ? (NumberOrWord){f->word, NAN} : (NumberOrWord){NULL, f->observed};
  v->lower = f->lower;
  v->upper = f->upper;
  v->verdict = f->verdict;
  PetscCall(FindingFacts(f, verdicts->arena, &v->facts, &v->fact));
  PetscCall(FindingReason(f, verdicts->arena, &v->reason));
  v->passes = OutcomePasses(OutcomeOf(f->verdict, claim->expect));
  v->source = JobSource(job, claim);
  v->precision = PrecisionNames[f->precision];
  v->smallest_error = f->smallest;
  v->flags.count = f->flags;
  PetscCall(ArenaArray(verdicts->arena, f->flags, &v->flags.at));
  memcpy(v->flags.at, f->flag, (size_t)f->flags * sizeof(*f->flag));
  if (f->points) {
    v->from = f->from;
    v->to = f->to;
    v->points = f->points;
  }
  v->floor = f->floor;
  v->details = f->details;
  if (!f->details.counterexample.there)
    v->details.counterexample = empty.details.counterexample;
  else if (!isfinite(f->details.counterexample.coefficient))
    v->details.counterexample.power = -1; /* it has a meaning with its coefficient only */
  return 0;
}
