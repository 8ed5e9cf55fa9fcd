/* How long jobs will take: planned from their estimates, corrected by what the first of them took. Pure:
 * it knows no clock. */
#pragma once

#include "record/job.h"

enum { FORECAST_KINDS = 16 };

typedef struct {
  PetscInt kinds;
  struct {
    const char *kind; /* of jobs: the study's name */
    PetscReal left,
        jobs_left; /* planned seconds of the jobs that are not begun, and their number */
    /* Of the jobs that are done and measured: how many, their seconds as planned and indeed; the sums of one
     * over the planned and of their quotients. */
    PetscReal measured, planned, taken, inverses, quotients;
  } at[FORECAST_KINDS];
} Forecast;

/* Processor seconds that a job takes on a quiet core of the machine on which the rates were measured; a
 * reference that it makes for others not included. */
extern PetscReal ForecastPlanned(const Job *);

/* Sorts jobs into the order in which they are to be begun: of each reference that order studies need, the
 * job that makes it for the others, and then the longest first. The same jobs give the same order. */
extern PetscErrorCode ForecastSort(PetscInt jobs, const Job **job);

/* All jobs are yet to be begun. Kinds beyond the last place count as the last. */
extern void ForecastBegin(Forecast *, PetscInt jobs, const Job *const *job);
/* A job is no longer among those not begun. */
extern void ForecastTake(Forecast *, const Job *);
/* What a job took. */
extern void ForecastMeasured(Forecast *, const Job *, PetscReal seconds);

/* What a job is now thought to take. */
extern PetscReal ForecastOf(const Forecast *, const Job *);
/* The sum of that over the jobs that are not begun. */
extern PetscReal ForecastLeft(const Forecast *);

/* The time left as it is shown. It runs down as time passes; a forecast that says less is approached
 * slowly, one that says a little more stops it, and only one that says much more makes it rise. */
typedef struct {
  PetscReal end,
      last; /* when it will be over as shown, and when that was said; on the caller's clock */
  PetscBool known;
} Countdown;

/* The seconds to be shown at time `now` if the forecast says `left`. */
extern PetscReal CountdownShow(Countdown *, PetscReal now, PetscReal left);
