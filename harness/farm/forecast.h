/* How long jobs will take: planned from their estimates, corrected by what the first of them took. Pure:
 * it knows no clock. */
#pragma once

#include "record/job.h"

typedef struct {
  PetscReal left;           /* planned seconds of the jobs that are not begun */
  PetscReal planned, taken; /* of the jobs that are done: their seconds as planned, and indeed */
} Forecast;

/* Processor seconds that a job takes on a quiet core of the machine on which the rates were measured; a
 * reference that it makes for others not included. */
extern PetscReal ForecastPlanned(const Job *);

/* Sorts jobs into the order in which they are to be begun: of each reference that order studies need, the
 * job that makes it for the others, and then the longest first. The same jobs give the same order. */
extern void ForecastSort(PetscInt jobs, const Job **job);

/* All jobs are yet to be begun. */
extern void ForecastBegin(Forecast *, PetscInt jobs, const Job *const *job);
/* A job is no longer among those not begun. */
extern void ForecastTake(Forecast *, const Job *);
/* What a job took. */
extern void ForecastMeasured(Forecast *, const Job *, PetscReal seconds);

/* What a job is now thought to take. */
extern PetscReal ForecastOf(const Forecast *, const Job *);
/* The sum of that over the jobs that are not begun. */
extern PetscReal ForecastLeft(const Forecast *);
