/* The long study: energy, invariants and constraints at every step of long runs. */
#include "studies/long/long.h"
#include "studies/pair.h"
#include "studies/study.h"

static PetscErrorCode PlanLong(const Pair *pair, Jobs *jobs) {
  const YamlList *runs = &pair->study->runs;
  const SuiteRun *given = runs->at;
  JobRuns all = {.count = runs->count ? runs->count : 1};
  PetscReal total = 0;
  Job *job;
  all.at = ArenaArray(pair->arena, all.count, sizeof(*all.at));
  for (PetscInt i = 0; i < all.count; i++) {
    PetscCall(PairRun(pair, runs->count ? &given[i] : NULL, &all.at[i]));
    total += (PetscReal)all.at[i].steps;
  }
  PetscCall(PairAddJob(pair, "", total, jobs, &job));
  job->runs = all;
  return 0;
}

/* A random walk is seen over an ensemble only; everything else that lasts, in a long run. */
static const ClaimWords claims[] = {
    {.study = "constraint",
     .on = CLAIM_ON_PROBE,
     .values = "exact",
     .meaning =
         "constraints hold to round-off at the nodes, or where the method's probe evaluates them"},
    {.study = "energy",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .values = "exact bounded drift",
     .meaning = "over a long run the error of the energy is round-off (exact), stays bounded, or "
                "drifts on at least one model"},
    {.study = "invariant",
     .on = CLAIM_ON_INVARIANT,
     .values = "exact bounded drift",
     .lacking = "has such an invariant",
     .meaning = "the same for an invariant of the model, or for all of a kind"},
    {.study = NULL}};

const Study StudyLong = {
    .name = "long",
    .keys = "duration runs h steps unclaimed",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .length = PETSC_TRUE,
    .plan = PlanLong,
    .measure = LongMeasure,
    .judge = LongJudge,
    .change = "a longer run or smaller steps (keys `steps`, `duration` and `h` of the suite's long "
              "study)"};
