/* The ensemble study: how the mean square energy error grows over the members of an ensemble. A job is
 * a slice of the ensemble: sums over its members of the squared energy error at common times. */
#include "studies/ensemble/ensemble.h"
#include "studies/pair.h"
#include "studies/experiment.h"
#include "studies/study.h"

/* About `samples` step numbers from 1 to `steps`, evenly spread on a logarithmic axis, with the one
 * nearest to t = 1 among them. */
static PetscInt SampleSteps(PetscInt64 steps, PetscInt samples, PetscReal h, PetscInt64 *at) {
  const PetscInt64 unit = (PetscInt64)floor(1 / h + 0.5);
  PetscInt count = 0;
  PetscBool placed = (PetscBool)(unit < 1 || unit > steps);
  for (PetscInt i = 0; i < samples; ++i) {
    const PetscInt64 step = (PetscInt64)floor(
        pow((PetscReal)steps, samples > 1 ? (PetscReal)i / (samples - 1) : 1) + 0.5);
    if (!placed && step >= unit) {
      if (step > unit && (!count || at[count - 1] < unit))
        at[count++] = unit;
      placed = PETSC_TRUE;
    }
    if (!count || step > at[count - 1])
      at[count++] = step;
  }
  return count;
}

/* At those times, in steps. A member that does not arrive, or whose error is no number, is left out, and
 * counted. `error`: room for one member. */
static PetscErrorCode AddMember(const Experiment *any, PetscInt member, const PetscInt64 at[],
                                PetscReal error[], Ensemble *out) {
  const PetscInt times = out->times.count;
  EnsembleSum *energy = out->quantity;
  StepFailure failure;
  PetscCall(ExperimentRunMember(any, member, 0, times, at, error, &energy->scale, &failure));
  if (times && isnan(error[times - 1])) {
    ++out->failed_members;
    return 0;
  }
  for (PetscInt i = 0; i < times; ++i) {
    const PetscReal e = error[i];
    energy->sum_square.at[i] += e * e;
    energy->sum_fourth.at[i] += e * e * e * e;
  }
  return 0;
}

static void BeginSums(Quad h, PetscInt times, const PetscInt64 at[], Arena arena, Ensemble *out) {
  out->h = FiniteOrNaN(h);
  out->quantities = 1;
  out->quantity = ArenaArray(arena, 1, sizeof(*out->quantity));
  EnsembleSum *const energy = out->quantity;
  energy->name = "energy";
  out->times.count = energy->sum_square.count = energy->sum_fourth.count = times;
  out->times.at = ArenaArray(arena, times, sizeof(*out->times.at));
  energy->sum_square.at = ArenaArray(arena, times, sizeof(*energy->sum_square.at));
  energy->sum_fourth.at = ArenaArray(arena, times, sizeof(*energy->sum_fourth.at));
  for (PetscInt i = 0; i < times; ++i)
    out->times.at[i] = FiniteOrNaN(at[i] * h);
}

static PetscErrorCode MeasureEnsemble(const Experiment *s, Measured *measured) {
  const Job *job = s->job;
  Ensemble *out = &measured->ensemble;
  Experiment member;
  Quad h;
  UserCheck(job->members.count == 2 && job->steps.count == 1 && job->h.count == 1,
            "%s: a slice of an ensemble needs its members, one step size and one number of steps",
            job->key ? job->key : "job");
  MeasuredBegin(measured, MEASURED_ENSEMBLE, IN_DOUBLE);
  measured->epsilon = NAN;
  out->steps = job->steps.at[0];
  out->first = (PetscInt)job->members.at[0];
  out->past = (PetscInt)job->members.at[1];
  PetscInt64 *const at = ArenaArray(s->room, job->samples + 1, sizeof(*at));
  PetscReal *const error = ArenaArray(s->room, job->samples + 1, sizeof(*error));
  /* The step may depend on the member; the times are those of the slice's first. */
  PetscCall(ExperimentCreate(s->registry, job, out->first, &member));
  PetscCall(ExperimentEvaluateTime(&member, job->h.at[0], &h));
  PetscCall(ExperimentDestroy(&member));
  BeginSums(h, SampleSteps(out->steps, job->samples, (PetscReal)h, at), at, measured->arena, out);
  for (PetscInt i = out->first; i < out->past; ++i)
    PetscCall(AddMember(s, i, at, error, out));
  for (PetscInt i = 0; i < out->times.count; ++i) {
    out->quantity->sum_square.at[i] = FiniteOrNaN((Quad)out->quantity->sum_square.at[i]);
    out->quantity->sum_fourth.at[i] = FiniteOrNaN((Quad)out->quantity->sum_fourth.at[i]);
  }
  out->quantity->scale = FiniteOrNaN((Quad)out->quantity->scale);
  return 0;
}

/* A job with one step size and one number of steps, for some of the members. */
static PetscErrorCode AddSlice(const Pair *pair, const JobRun *run, PetscInt first, PetscInt past,
                               Jobs *jobs) {
  char tail[32];
  Job *job;
  /* Padded, so that the order of the keys is that of the members. */
  (void)snprintf(tail, sizeof(tail), "/%05d-%05d", (int)first, (int)past);
  PetscCall(PairAddJob(pair, tail, (PetscReal)run->steps * (past - first), jobs, &job));
  TextsAdd(pair->arena, &job->h, run->h);
  ArenaAppend(pair->arena, job->steps.count, &job->steps.at, run->steps);
  ArenaAppend(pair->arena, job->members.count, &job->members.at, first);
  ArenaAppend(pair->arena, job->members.count, &job->members.at, past);
  job->samples = pair->study->samples;
  return 0;
}

static PetscErrorCode PlanEnsemble(const Pair *pair, Jobs *jobs) {
  const PetscInt members = PairMembers(pair), slice = pair->study->slice;
  JobRun run;
  PetscCall(PairRun(pair, NULL, &run));
  for (PetscInt low = 0; low < members; low += slice)
    PetscCall(AddSlice(pair, &run, low, PetscMin(members, low + slice), jobs));
  return 0;
}

static const ClaimWords claims[] = {
    {.study = "energy",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .values = "random_walk",
     .meaning = "the mean square energy error over an ensemble of initial data grows like t"},
    {.study = NULL}};

const Study StudyEnsemble = {
    .name = "ensemble",
    .keys = "duration h steps members slice samples unclaimed",
    .claims = claims,
    .ensembles = PETSC_TRUE,
    .length = PETSC_TRUE,
    .slices = PETSC_TRUE,
    .plan = PlanEnsemble,
    .measure = MeasureEnsemble,
    .judge = EnsembleJudge,
    .change = "more members or a longer run (keys `members`, `steps` and `duration` of the suite's "
              "ensemble study) narrow the interval of the power"};
