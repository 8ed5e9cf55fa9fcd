#include "reports/cause_groups.h"
#include "reports/outcomes.h"
#include "reports/text.h"
#include <string.h>

static PetscBool SameCause(const Verdict *a, const Verdict *b) {
  return (PetscBool)(VerdictOutcome(a) == VerdictOutcome(b) && TextSameForm(a->reason, b->reason) &&
                     !strcmp(a->job->method, b->job->method) &&
                     !strcmp(a->claim->study, b->claim->study) &&
                     !strcmp(a->claim->quantity, b->claim->quantity));
}

PetscErrorCode CausesAdd(const Contents *contents, Outcome outcome, CauseGroups *causes) {
  const Verdicts *verdicts = contents->store->verdicts;

  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *verdict = &verdicts->at[i];
    PetscInt k = 0;
    if (VerdictOutcome(verdict) != outcome)
      continue;
    while (k < causes->count && !SameCause(causes->at[k].first, verdict))
      k++;
    if (k == causes->count) {
      PetscCall(ArenaRoom(contents->arena, causes->count, &causes->at));
      causes->at[causes->count++] = (CauseGroup){verdict, 0};
    }
    causes->at[k].verdicts++;
  }
  return 0;
}

PetscErrorCode CausesOfFailures(const Contents *contents, CauseGroups *causes) {
  *causes = (CauseGroups){0, NULL};
  for (int k = 0; k < OUTCOMES; k++)
    if (!OutcomePasses(OutcomesWorstFirst[k]))
      PetscCall(CausesAdd(contents, OutcomesWorstFirst[k], causes));
  return 0;
}

void CausePlaces(const Contents *contents, const CauseGroup *cause, PetscInt most,
                 void (*put)(FILE *, const char *), FILE *file) {
  const Verdicts *verdicts = contents->store->verdicts;
  PetscInt shown = 0;
  char place[512];

  for (PetscInt i = 0; i < verdicts->count && shown < most; i++) {
    if (!SameCause(cause->first, &verdicts->at[i]))
      continue;
    PlaceOf(verdicts->at[i].job->model, verdicts->at[i].job->instance, place, sizeof(place));
    fputs(shown++ ? ", " : "", file);
    put(file, place);
  }
  if (cause->verdicts > shown)
    fprintf(file, " and %" PetscInt_FMT " more", cause->verdicts - shown);
}
