#include "studies/study.h"
#include "registry/conditions.h"
#include "studies/setting.h"
#include <string.h>

const Study *StudyFind(const char *name) {
  for (PetscInt i = 0; Studies[i]; ++i)
    if (!strcmp(Studies[i]->name, name))
      return Studies[i];
  return NULL;
}

PetscBool StudyHasClaim(const Study *study, const char *claim) {
  for (const ClaimWords *words = study->claims; words->study; ++words)
    if (!strcmp(words->study, claim))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool Holds(const char *words, const char *word) {
  return (PetscBool)(!words || WordsContain(words, word));
}

const Study *StudyThatJudges(const gimbal_claim *claim, const ClaimWords **found) {
  for (PetscInt i = 0; Studies[i]; ++i)
    for (const ClaimWords *words = Studies[i]->claims; words->study; ++words)
      if (!strcmp(words->study, claim->study) && Holds(words->quantities, claim->quantity) &&
          Holds(words->values, claim->value)) {
        *found = words;
        return Studies[i];
      }
  *found = NULL;
  return NULL;
}

const ClaimWords *StudyVocabulary(PetscInt i) { return Studies[i] ? Studies[i]->claims : NULL; }

PetscErrorCode StudyMeasure(Registry registry, const Job *job, Measured **measured) {
  const Study *study = job->kind ? StudyFind(job->kind) : NULL;
  Setting setting;
  PetscFunctionBeginUser;
  PetscCheck(study, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "unknown kind of job '%s'",
             job->kind ? job->kind : "");
  PetscCall(SettingCreateFromJob(registry, job, 0, &setting));
  PetscCall(MeasuredCreate(measured));
  PetscCall(study->measure(&setting, *measured));
  PetscCall(SettingDestroy(&setting));
  PetscFunctionReturn(0);
}
