#include "base/order_value.h"
#include "record/record.h"
#include "record/shapes.h"

#define CAUSE(field) SIMPLE(#field, TEXT, IF_GIVEN, ClaimCause, field)
static SHAPE(CauseShape, ClaimCause, CAUSE(id), CAUSE(documented), CAUSE(place), CAUSE(version),
             CAUSE(address), CAUSE(when), CAUSE(options), CAUSE(found), CAUSE(severity),
             CAUSE(instead), CAUSE(state), CAUSE(reproducer));

#define CARD                                                                                       \
  PART("cause", PART, IF_GIVEN, offsetof(Claim, cause), CauseShape),                               \
      FIELD(TEXT, IF_GIVEN, Claim, remedy)
SHAPE(CardShape, Claim, CARD);

static SHAPE(ClaimShape, Claim, FIELD(TEXT, IF_GIVEN, Claim, id),
             FIELD(TEXT, REQUIRED, Claim, study), FIELD(TEXT, REQUIRED, Claim, quantity),
             FIELD(TEXT, REQUIRED, Claim, value), FIELD(REAL, IF_GIVEN, Claim, order),
             FIELD(TEXT, IF_GIVEN, Claim, source),
             WORD("expect", IF_GIVEN, Claim, expect, ExpectationNames),
             FIELD(TEXT, IF_GIVEN, Claim, why),
             WORD("origin", IF_GIVEN, Claim, origin, OriginNames),
             FIELD(TEXT, IF_GIVEN, Claim, subject), FIELD(TEXT, IF_GIVEN, Claim, place),
             FIELD(TEXT, IF_GIVEN, Claim, basis), FIELD(TEXT, IF_GIVEN, Claim, claimed_as),
             FIELD(TEXT, IF_GIVEN, Claim, text), FIELD(INDEX, ALWAYS, Claim, number),
             FIELD(INDEX, IF_GIVEN, Claim, rank), CARD);

static SHAPE(RunShape, JobRun, FIELD(TEXT, REQUIRED, JobRun, h),
             FIELD(COUNT64, REQUIRED, JobRun, steps), FIELD(TRUTH, IF_GIVEN, JobRun, chosen));

static SHAPE(UnitsShape, JobUnits, FIELD(COUNT, IF_GIVEN, JobUnits, time),
             FIELD(COUNT, IF_GIVEN, JobUnits, action), FIELD(COUNT, IF_GIVEN, JobUnits, q),
             FIELD(COUNT, IF_GIVEN, JobUnits, entry));

static const Member job_members[] = {
    FIELD(TEXT, REQUIRED, Job, key),
    FIELD(TEXT, REQUIRED, Job, kind),
    FIELD(TEXT, REQUIRED, Job, method),
    FIELD(TEXT, REQUIRED, Job, model),
    SIMPLE("case", TEXT, REQUIRED, Job, instance),
    FIELD(INDEX, IF_GIVEN, Job, realisation),
    FIELD(TEXT, IF_GIVEN, Job, realisation_name),
    FIELD(COUNT, IF_GIVEN, Job, unknowns),
    FIELD(TEXT, IF_GIVEN, Job, precision),
    FIELD(COUNT, IF_GIVEN, Job, seed),
    FIELD(AMOUNT, ALWAYS, Job, estimate),
    FIELD(TRUTH, IF_GIVEN, Job, degenerate),
    FIELD(TRUTH, IF_GIVEN, Job, double_only),
    FIELD(TRUTH, IF_GIVEN, Job, symmetric),
    FIELD(TRUTH, IF_GIVEN, Job, memory),
    LIST("claims", LIST, ALWAYS, Job, claims.count, claims.at, ClaimShape),
    FIELD(TEXT, IF_GIVEN, Job, study),
    FIELD(TEXT, IF_GIVEN, Job, suite),
    FIELD(TEXTS, IF_GIVEN, Job, h),
    FIELD(TRUTH, IF_GIVEN, Job, chosen),
    FIELD(TEXT, IF_GIVEN, Job, duration),
    FIELD(INTEGERS, IF_GIVEN, Job, steps),
    FIELD(COUNT, IF_GIVEN, Job, budget),
    FIELD(COUNT, IF_GIVEN, Job, horizon),
    LIST("runs", LIST, IF_GIVEN, Job, runs.count, runs.at, RunShape),
    FIELD(INTEGERS, IF_GIVEN, Job, members),
    FIELD(COUNT, IF_GIVEN, Job, samples),
    SIMPLE("looser", FACTOR, IF_GIVEN, Job, tolerance_factor),
    PART("units", PART, IF_GIVEN, offsetof(Job, units), UnitsShape),
    FIELD(TEXT, IF_GIVEN, Job, source),
    FIELD(TRUTH, IF_GIVEN, Job, shared),
};
enum { JOB_MEMBERS = sizeof(job_members) / sizeof(job_members[0]) };
const Shape JobShape = {sizeof(Job), JOB_MEMBERS, job_members};
/* A record has the key already. */
const Shape RecordJobShape = {sizeof(Job), JOB_MEMBERS - 1, job_members + 1};

PetscBool ClaimIsToDouble(const Claim *claim) {
  return (PetscBool)(claim->value && claim->value[OrderValueLength(claim->value)]);
}

PetscBool JobsAreSame(const Job *a, const Job *b) {
  OWNED(MemoryFree) char *one = NULL;
  OWNED(MemoryFree) char *other = NULL;
  const PetscBool same =
      (PetscBool)(!JobToText(a, &one) && !JobToText(b, &other) && !strcmp(one, other));
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

Job *JobsAdd(Arena arena, Jobs *jobs) {
  Job *job = ArenaArray(arena, 1, sizeof(*job));
  JobInit(job);
  ArenaAppend(arena, jobs->count, &jobs->at, job);
  return job;
}

/* What is sent: the jobs with what is no part of their own text. */
typedef struct {
  PetscInt count;
  Job *at;
} SentJobs;

static SHAPE(SentShape, Job, PART("job", PART, REQUIRED, 0, JobShape),
             FIELD(TEXT, ALWAYS, Job, fingerprint), FIELD(AMOUNT, ALWAYS, Job, cost));

static SHAPE(AllShape, SentJobs, LIST("jobs", LIST, REQUIRED, SentJobs, count, at, SentShape));

PetscErrorCode JobsToText(const Jobs *jobs, char **text) {
  Passage passage = {.where = "jobs"};
  SentJobs sent = {.count = jobs->count};
  sent.at = MemoryZeroed(jobs->count, sizeof(*sent.at));
  for (PetscInt i = 0; i < jobs->count; i++)
    sent.at[i] = *jobs->at[i];
  const PetscErrorCode error = ShapeToText(&passage, &AllShape, &sent, text);
  free(sent.at);
  sent.at = NULL;
  return error;
}

PetscErrorCode JobsFromText(const char *text, Arena arena, Jobs *jobs) {
  Passage passage = {.where = "jobs", .arena = arena};
  SentJobs sent;
  PetscCall(ShapeFromText(&passage, &AllShape, text, strlen(text), &sent));
  *jobs = (Jobs){.count = 0};
  for (PetscInt i = 0; i < sent.count; i++) {
    Job *job;
    job = JobsAdd(arena, jobs);
    *job = sent.at[i];
  }
  return 0;
}
