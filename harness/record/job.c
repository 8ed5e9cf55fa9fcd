#include "base/order_value.h"
#include "record/record.h"
#include "record/shapes.h"

#include <stdlib.h>

#define CAUSE(field) SIMPLE(#field, MEMBER_TEXT, IF_GIVEN, ClaimCause, field)
static const Member cause_members[] = {CAUSE(id),      CAUSE(documented), CAUSE(place),
                                       CAUSE(version), CAUSE(address),    CAUSE(when),
                                       CAUSE(options), CAUSE(found),      CAUSE(severity),
                                       CAUSE(instead), CAUSE(state),      CAUSE(reproducer)};
static SHAPE(CauseShape, ClaimCause, cause_members);

#define CARD                                                                                       \
  PART("cause", MEMBER_PART, IF_GIVEN, offsetof(Claim, cause), CauseShape),                        \
      SIMPLE("remedy", MEMBER_TEXT, IF_GIVEN, Claim, remedy)
static const Member card_members[] = {CARD};
SHAPE(CardShape, Claim, card_members);

static const Member claim_members[] = {
    SIMPLE("id", MEMBER_TEXT, IF_GIVEN, Claim, id),
    SIMPLE("study", MEMBER_TEXT, REQUIRED, Claim, study),
    SIMPLE("quantity", MEMBER_TEXT, REQUIRED, Claim, quantity),
    SIMPLE("value", MEMBER_TEXT, REQUIRED, Claim, value),
    SIMPLE("order", MEMBER_REAL, IF_GIVEN, Claim, order),
    SIMPLE("source", MEMBER_TEXT, IF_GIVEN, Claim, source),
    WORD("expect", IF_GIVEN, Claim, expect, ExpectationNames),
    SIMPLE("why", MEMBER_TEXT, IF_GIVEN, Claim, why),
    WORD("origin", IF_GIVEN, Claim, origin, OriginNames),
    SIMPLE("subject", MEMBER_TEXT, IF_GIVEN, Claim, subject),
    SIMPLE("place", MEMBER_TEXT, IF_GIVEN, Claim, place),
    SIMPLE("basis", MEMBER_TEXT, IF_GIVEN, Claim, basis),
    SIMPLE("claimed_as", MEMBER_TEXT, IF_GIVEN, Claim, claimed_as),
    SIMPLE("text", MEMBER_TEXT, IF_GIVEN, Claim, text),
    SIMPLE("number", MEMBER_INDEX, ALWAYS, Claim, number),
    SIMPLE("rank", MEMBER_INDEX, IF_GIVEN, Claim, rank),
    CARD,
};
static SHAPE(ClaimShape, Claim, claim_members);

static const Member run_members[] = {
    SIMPLE("h", MEMBER_TEXT, REQUIRED, JobRun, h),
    SIMPLE("steps", MEMBER_COUNT64, REQUIRED, JobRun, steps),
    SIMPLE("chosen", MEMBER_TRUTH, IF_GIVEN, JobRun, chosen),
};
static SHAPE(RunShape, JobRun, run_members);

static const Member units_members[] = {
    SIMPLE("time", MEMBER_COUNT, IF_GIVEN, JobUnits, time),
    SIMPLE("action", MEMBER_COUNT, IF_GIVEN, JobUnits, action),
    SIMPLE("q", MEMBER_COUNT, IF_GIVEN, JobUnits, q),
    SIMPLE("entry", MEMBER_COUNT, IF_GIVEN, JobUnits, entry),
};
static SHAPE(UnitsShape, JobUnits, units_members);

static const Member job_members[] = {
    SIMPLE("key", MEMBER_TEXT, REQUIRED, Job, key),
    SIMPLE("kind", MEMBER_TEXT, REQUIRED, Job, kind),
    SIMPLE("method", MEMBER_TEXT, REQUIRED, Job, method),
    SIMPLE("model", MEMBER_TEXT, REQUIRED, Job, model),
    SIMPLE("case", MEMBER_TEXT, REQUIRED, Job, instance),
    SIMPLE("realisation", MEMBER_INDEX, IF_GIVEN, Job, realisation),
    SIMPLE("realisation_name", MEMBER_TEXT, IF_GIVEN, Job, realisation_name),
    SIMPLE("unknowns", MEMBER_COUNT, IF_GIVEN, Job, unknowns),
    SIMPLE("precision", MEMBER_TEXT, IF_GIVEN, Job, precision),
    SIMPLE("seed", MEMBER_COUNT, IF_GIVEN, Job, seed),
    SIMPLE("estimate", MEMBER_AMOUNT, ALWAYS, Job, estimate),
    SIMPLE("degenerate", MEMBER_TRUTH, IF_GIVEN, Job, degenerate),
    SIMPLE("double_only", MEMBER_TRUTH, IF_GIVEN, Job, double_only),
    SIMPLE("symmetric", MEMBER_TRUTH, IF_GIVEN, Job, symmetric),
    SIMPLE("memory", MEMBER_TRUTH, IF_GIVEN, Job, memory),
    LIST("claims", MEMBER_LIST, ALWAYS, Job, claims.count, claims.at, ClaimShape),
    SIMPLE("study", MEMBER_TEXT, IF_GIVEN, Job, study),
    SIMPLE("suite", MEMBER_TEXT, IF_GIVEN, Job, suite),
    SIMPLE("h", MEMBER_TEXTS, IF_GIVEN, Job, h),
    SIMPLE("chosen", MEMBER_TRUTH, IF_GIVEN, Job, chosen),
    SIMPLE("duration", MEMBER_TEXT, IF_GIVEN, Job, duration),
    SIMPLE("steps", MEMBER_INTEGERS, IF_GIVEN, Job, steps),
    SIMPLE("budget", MEMBER_COUNT, IF_GIVEN, Job, budget),
    SIMPLE("horizon", MEMBER_COUNT, IF_GIVEN, Job, horizon),
    LIST("runs", MEMBER_LIST, IF_GIVEN, Job, runs.count, runs.at, RunShape),
    SIMPLE("members", MEMBER_INTEGERS, IF_GIVEN, Job, members),
    SIMPLE("samples", MEMBER_COUNT, IF_GIVEN, Job, samples),
    SIMPLE("looser", MEMBER_FACTOR, IF_GIVEN, Job, tolerance_factor),
    PART("units", MEMBER_PART, IF_GIVEN, offsetof(Job, units), UnitsShape),
    SIMPLE("source", MEMBER_TEXT, IF_GIVEN, Job, source),
    SIMPLE("shared", MEMBER_TRUTH, IF_GIVEN, Job, shared),
};
SHAPE(JobShape, Job, job_members);
/* A record has the key already. */
const Shape RecordJobShape = {sizeof(Job), (PetscInt)PETSC_STATIC_ARRAY_LENGTH(job_members) - 1,
                              job_members + 1};

PetscBool ClaimIsToDouble(const Claim *claim) {
  return (PetscBool)(claim->value && claim->value[OrderValueLength(claim->value)]);
}

PetscBool JobsAreSame(const Job *a, const Job *b) {
  char *one = NULL, *other = NULL;
  const PetscBool same =
      (PetscBool)(!JobToText(a, &one) && !JobToText(b, &other) && !strcmp(one, other));
  free(one);
  free(other);
  return same;
}

/* All but their members, and what follows from these. */
PetscBool JobsArePartsOfOne(const Job *a, const Job *b) {
  Job other = *b;
  if (strcmp(a->kind, b->kind) || strcmp(a->method, b->method) || strcmp(a->model, b->model))
    return PETSC_FALSE; /* as most are */
  other.key = a->key;
  other.members = a->members;
  other.estimate = a->estimate;
  return JobsAreSame(a, &other);
}

PetscBool ClaimHasLogarithm(const Claim *claim) {
  const char *end = claim->value ? strchr(claim->value, ' ') : NULL;

  return (PetscBool)(end && !strcmp(end, " log"));
}

void JobInit(Job *job) { ShapeClear(&JobShape, job); }

const char *ClaimsShareSource(Claims *claims) {
  const char *shared = claims->count ? claims->at[0].source : NULL;
  for (PetscInt i = 0; i < claims->count; i++)
    if (!claims->at[i].source)
      return NULL;
  for (PetscInt i = 0; i < claims->count; i++)
    if (!strcmp(claims->at[i].source, shared))
      claims->at[i].source = NULL;
  return shared;
}

const char *JobSource(const Job *job, const Claim *claim) {
  return claim->source ? claim->source : job->source;
}

const char *JobPlace(const Job *job, char place[JOB_PLACE]) {
  const char *name = job->realisation_name, *at = job->key && name ? strrchr(job->key, '@') : NULL;
  const size_t n = at ? strlen(name) : 0;
  const int named = at && !strncmp(at + 1, name, n) && at[n + 1] == ':';
  (void)snprintf(place, JOB_PLACE, "%s%s%s%s%s", job->model, named ? "@" : "", named ? name : "",
                 *job->instance ? ":" : "", job->instance);
  return place;
}

PetscBool JobHasClaimOn(const Job *job, const char *quantity) {
  for (PetscInt i = 0; i < job->claims.count; i++)
    if (!strcmp(job->claims.at[i].quantity, quantity))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode JobToText(const Job *job, char **text) {
  Passage passage = {.where = job->key ? job->key : "a job"};
  return ShapeToText(&passage, &JobShape, job, text);
}

PetscErrorCode JobFromText(const char *where, const char *text, Arena arena, Job *job) {
  Passage passage = {.where = where, .arena = arena};
  return ShapeFromText(&passage, &JobShape, text, strlen(text), job);
}

/* ---- Many ---- */

PetscErrorCode JobsAdd(Arena arena, Jobs *jobs, Job **job) {
  PetscCall(ArenaArray(arena, 1, job));
  JobInit(*job);
  PetscCall(ArenaRoom(arena, jobs->count, &jobs->at));
  jobs->at[jobs->count++] = *job;
  return 0;
}

/* What is sent: the jobs with what is no part of their own text. */
typedef struct {
  PetscInt count;
  Job *at;
} SentJobs;

static const Member sent_members[] = {
    PART("job", MEMBER_PART, REQUIRED, 0, JobShape),
    SIMPLE("fingerprint", MEMBER_TEXT, ALWAYS, Job, fingerprint),
    SIMPLE("cost", MEMBER_AMOUNT, ALWAYS, Job, cost),
};
static SHAPE(SentShape, Job, sent_members);

static const Member all_members[] = {
    LIST("jobs", MEMBER_LIST, REQUIRED, SentJobs, count, at, SentShape),
};
static SHAPE(AllShape, SentJobs, all_members);

PetscErrorCode JobsToText(const Jobs *jobs, char **text) {
  Passage passage = {.where = "jobs"};
  SentJobs sent = {.count = jobs->count};
  PetscCall(PetscMalloc1(jobs->count, &sent.at));
  for (PetscInt i = 0; i < jobs->count; i++)
    sent.at[i] = *jobs->at[i];
  const PetscErrorCode error = ShapeToText(&passage, &AllShape, &sent, text);
  PetscCall(PetscFree(sent.at));
  return error;
}

PetscErrorCode JobsFromText(const char *text, Arena arena, Jobs *jobs) {
  Passage passage = {.where = "jobs", .arena = arena};
  SentJobs sent;
  PetscCall(ShapeFromText(&passage, &AllShape, text, strlen(text), &sent));
  *jobs = (Jobs){.count = 0};
  for (PetscInt i = 0; i < sent.count; i++) {
    Job *job;
    PetscCall(JobsAdd(arena, jobs, &job));
    *job = sent.at[i];
  }
  return 0;
}
