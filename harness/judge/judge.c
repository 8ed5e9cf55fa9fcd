/* Which rule judges which claim; slices of an ensemble are put together first. */
#include "judge/judge.h"
#include "studies/rules.h"

#include <stdlib.h>
#include <string.h>

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));

  return text ? text : "";
}

static PetscBool Is(const json_t *object, const char *key, const char *word) {
  return (PetscBool)!strcmp(Text(object, key), word);
}

/* What can be said without looking at measurements. */
static PetscBool FindWithout(const json_t *record, Finding *f) {
  const char *reason = Text(record, "reason");

  FindingInit(f);
  if (Is(record, "status", "skipped"))
    FindingSet(f, SKIPPED, "%s", *reason ? reason : "skipped without a reason");
  else if (!Is(record, "status", "done"))
    FindingSet(f, FAILED, "%s", *reason ? reason : "the job failed without a reason");
  else if (!json_is_object(json_object_get(record, "measured")))
    FindingSet(f, FAILED, "the record holds no measurements");
  else
    return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode Append(Finding *f, const json_t *job, const json_t *claim, json_t *verdicts) {
  json_t *verdict = NULL;

  PetscFunctionBeginUser;
  PetscCall(FindingToVerdict(f, job, claim, &verdict));
  json_array_append_new(verdicts, verdict);
  PetscFunctionReturn(0);
}

static PetscErrorCode JudgeRecord(const json_t *record, json_t *verdicts) {
  const json_t *job = json_object_get(record, "job"), *claim;
  const json_t *measured = json_object_get(record, "measured");
  size_t i;

  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(job, "claims"), i, claim) {
    Finding f;

    if (!FindWithout(record, &f)) {
      if (Is(claim, "study", "order") || Is(claim, "study", "scaling"))
        PetscCall(RuleOrder(job, measured, claim, &f));
      else if (Is(claim, "study", "constraint"))
        PetscCall(RuleConstraint(job, measured, claim, &f));
      else if (Is(claim, "study", "energy") || Is(claim, "study", "invariant"))
        PetscCall(RuleEnergy(job, measured, claim, &f));
      else
        PetscCall(RuleStructure(job, measured, claim, &f));
    }
    PetscCall(Append(&f, job, claim, verdicts));
  }
  PetscFunctionReturn(0);
}

/* ---- Ensembles ---- */

static PetscBool SameEnsemble(const json_t *a, const json_t *b) {
  static const char *const keys[] = {"method", "model", "case",  "realisation", "h",
                                     "steps",  "seed",  "study", "precision",   "suite"};

  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
    const json_t *x = json_object_get(a, keys[i]), *y = json_object_get(b, keys[i]);

    if ((x || y) && !json_equal((json_t *)x, (json_t *)y))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* All slices of the ensemble that begins at this record, with the first one's job and claims. */
static PetscErrorCode JudgeEnsemble(const json_t *records, size_t at, char *taken,
                                    json_t *verdicts) {
  const json_t *record = json_array_get(records, at), *job = json_object_get(record, "job");
  const json_t *missing = NULL, *claim;
  json_t *slices = json_array();
  size_t i;

  PetscFunctionBeginUser;
  for (i = at; i < json_array_size(records); i++) {
    const json_t *other = json_array_get(records, i);
    Finding f;

    if (taken[i] || !Is(json_object_get(other, "job"), "kind", "ensemble") ||
        !SameEnsemble(job, json_object_get(other, "job")))
      continue;
    taken[i] = 1;
    if (FindWithout(other, &f))
      missing = other;
    else
      json_array_append(slices, json_object_get(other, "measured"));
  }
  json_array_foreach(json_object_get(job, "claims"), i, claim) {
    Finding f;

    if (missing) {
      (void)FindWithout(missing, &f);
    } else {
      PetscCall(RuleEnsemble(job, slices, claim, &f));
    }
    PetscCall(Append(&f, job, claim, verdicts));
  }
  json_decref(slices);
  PetscFunctionReturn(0);
}

/* ---- Order of the verdicts ---- */

static int Compare(const void *a, const void *b) {
  static const char *const keys[] = {"method",   "model", "case",   "study",
                                     "quantity", "key",   "origin", "place"};
  const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
  json_t *p, *q;
  char *s, *t;
  int sign;

  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
    sign = strcmp(Text(x, keys[i]), Text(y, keys[i]));
    if (sign)
      return sign;
  }
  /* Two claims on the same thing: by what is claimed. */
  p = json_object_get(x, "claimed");
  q = json_object_get(y, "claimed");
  s = json_dumps(p, JSON_ENCODE_ANY);
  t = json_dumps(q, JSON_ENCODE_ANY);
  sign = s && t ? strcmp(s, t) : 0;
  free(s);
  free(t);
  return sign;
}

static PetscErrorCode Sort(json_t **verdicts) {
  const size_t count = json_array_size(*verdicts);
  json_t **list, *sorted = json_array();

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count + 1, &list));
  for (size_t i = 0; i < count; i++)
    list[i] = json_array_get(*verdicts, i);
  qsort(list, count, sizeof(*list), Compare);
  for (size_t i = 0; i < count; i++)
    json_array_append(sorted, list[i]);
  PetscCall(PetscFree(list));
  json_decref(*verdicts);
  *verdicts = sorted;
  PetscFunctionReturn(0);
}

static int CompareRecords(const void *a, const void *b) {
  return strcmp(Text(*(json_t *const *)a, "key"), Text(*(json_t *const *)b, "key"));
}

/* Records come in the order in which jobs ended; the verdicts shall not depend on it. */
static PetscErrorCode SortRecords(const json_t *records, json_t **out) {
  const size_t count = json_array_size(records);
  json_t **list;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count + 1, &list));
  for (size_t i = 0; i < count; i++)
    list[i] = json_array_get(records, i);
  qsort(list, count, sizeof(*list), CompareRecords);
  *out = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append(*out, list[i]);
  PetscCall(PetscFree(list));
  PetscFunctionReturn(0);
}

PetscErrorCode JudgeRecords(const json_t *records, json_t **verdicts) {
  const size_t count = json_array_size(records);
  json_t *sorted = NULL;
  char *taken;

  PetscFunctionBeginUser;
  *verdicts = json_array();
  PetscCall(SortRecords(records, &sorted));
  PetscCall(PetscCalloc1(count + 1, &taken));
  for (size_t i = 0; i < count; i++) {
    const json_t *record = json_array_get(sorted, i);

    if (taken[i])
      continue;
    if (Is(json_object_get(record, "job"), "kind", "ensemble"))
      PetscCall(JudgeEnsemble(sorted, i, taken, *verdicts));
    else
      PetscCall(JudgeRecord(record, *verdicts));
  }
  PetscCall(PetscFree(taken));
  json_decref(sorted);
  PetscCall(Sort(verdicts));
  PetscFunctionReturn(0);
}
