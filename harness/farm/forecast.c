#include "farm/forecast.h"

#include <math.h>
#include <string.h>

/* Seconds for a unit of estimate and for a job by itself (a fork, references from the cache), measured
 * on the 1 400 jobs of the default suite on a quiet core. A job is off by a factor of three either way,
 * their sum by some per cent; another machine is corrected by ForecastMeasured. */
static const PetscReal EVERY_JOB = 0.004, OTHER_RATE = 2e-7;
static const struct {
  const char *kind;
  PetscReal rate;
} rates[] = {
    {"order", 1.6e-7}, {"long", 3.3e-7}, {"structure", 5e-8}, {"growth", 2e-7}, {"shadow", 1.5e-7}};

PetscReal ForecastPlanned(const Job *job) {
  PetscReal rate = OTHER_RATE;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(rates); i++)
    if (!strcmp(job->kind, rates[i].kind))
      rate = rates[i].rate;
  return EVERY_JOB + rate * PetscMax(0, job->estimate);
}

/* The place of a kind, a new one if there is room. */
static PetscInt Place(Forecast *forecast, const char *kind) {
  PetscInt i = 0;
  while (i < forecast->kinds && strcmp(forecast->at[i].kind, kind))
    i++;
  if (i == FORECAST_KINDS)
    return i - 1;
  if (i == forecast->kinds) {
    memset(&forecast->at[i], 0, sizeof(forecast->at[i]));
    forecast->at[i].kind = kind;
    forecast->kinds++;
  }
  return i;
}

void ForecastBegin(Forecast *forecast, PetscInt jobs, const Job *const *job) {
  forecast->kinds = 0;
  for (PetscInt i = 0; i < jobs; i++) {
    const PetscInt place = Place(forecast, job[i]->kind);
    forecast->at[place].left += ForecastPlanned(job[i]);
    forecast->at[place].jobs_left++;
  }
}

void ForecastTake(Forecast *forecast, const Job *job) {
  const PetscInt i = Place(forecast, job->kind);
  forecast->at[i].left = PetscMax(0, forecast->at[i].left - ForecastPlanned(job));
  forecast->at[i].jobs_left = PetscMax(0, forecast->at[i].jobs_left - 1);
}

void ForecastMeasured(Forecast *forecast, const Job *job, PetscReal seconds) {
  const PetscInt i = Place(forecast, job->kind);
  const PetscReal planned = ForecastPlanned(job);
  forecast->at[i].measured++;
  forecast->at[i].planned += planned;
  forecast->at[i].taken += seconds;
  forecast->at[i].inverses += 1 / planned;
  forecast->at[i].quotients += seconds / planned;
}

/* The machine against that of the rates, believed once a second's work is measured. */
static PetscReal Machine(const Forecast *forecast) {
  PetscReal planned = 1, taken = 1;
  for (PetscInt i = 0; i < forecast->kinds; i++) {
    planned += forecast->at[i].planned;
    taken += forecast->at[i].taken;
  }
  return taken / planned;
}

/* A job of a kind is thought to take each + rate planned. The longest come first, and what a job takes
 * by itself shows in the short ones: without `each` the time left would seem to stand still for ever.
 * Least squares where deviations grow like the root of what is planned; before anything is measured, as
 * if a job of ten seconds had shown each = 0, and one of a second the machine's rate. */
static void Fit(const Forecast *forecast, PetscInt kind, PetscReal *each, PetscReal *rate) {
  const PetscReal n = forecast->at[kind].measured;
  const PetscReal planned = 1 + forecast->at[kind].planned;
  const PetscReal inverses = 0.1 + forecast->at[kind].inverses;
  const PetscReal taken = Machine(forecast) + forecast->at[kind].taken;
  const PetscReal quotients = forecast->at[kind].quotients;
  const PetscReal determinant = planned * inverses - n * n; /* above zero, by Cauchy and Schwarz */
  *each = (planned * quotients - n * taken) / determinant;
  *rate = (inverses * taken - n * quotients) / determinant;
  if (*each < 0) {
    *each = 0;
    *rate = taken / planned;
  } else if (*rate < 0) {
    *each = quotients / inverses;
    *rate = 0;
  }
}

PetscReal ForecastOf(const Forecast *forecast, const Job *job) {
  PetscReal each, rate;
  for (PetscInt i = 0; i < forecast->kinds; i++)
    if (!strcmp(forecast->at[i].kind, job->kind)) {
      Fit(forecast, i, &each, &rate);
      return each + rate * ForecastPlanned(job);
    }
  return ForecastPlanned(job);
}

PetscReal ForecastLeft(const Forecast *forecast) {
  PetscReal left = 0, each, rate;
  for (PetscInt i = 0; i < forecast->kinds; i++) {
    Fit(forecast, i, &each, &rate);
    left += each * forecast->at[i].jobs_left + rate * forecast->at[i].left;
  }
  return left;
}

PetscReal CountdownShow(Countdown *countdown, PetscReal now, PetscReal left) {
  const PetscReal passed = PetscMax(0, now - countdown->last), end = now + PetscMax(0, left);
  const PetscReal shown = countdown->end - countdown->last;
  if (!countdown->known) {
    countdown->end = end;
    countdown->known = PETSC_TRUE;
  } else if (end < countdown->end) /* towards it, in some ten seconds */
    countdown->end += (end - countdown->end) * (1 - exp(-passed / 10));
  else if (left <= 1.5 * shown + 5) /* it stands still until that comes true */
    countdown->end = PetscMin(end, countdown->end + passed);
  else
    countdown->end += (end - countdown->end) * (1 - exp(-passed / 3));
  countdown->last = now;
  return PetscMax(0, countdown->end - now);
}
