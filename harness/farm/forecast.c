#include "farm/forecast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seconds for a unit of estimate and for a job by itself (a fork, references from the cache), measured
 * on the 1 925 jobs of the default suite. A job is off by a factor of three either way, their sum by some
 * per cent; another machine is corrected by ForecastMeasured. An estimate counts the steps of a high order
 * twelve times, for those in quadruple precision, which take twice as long as the others and not twelve
 * times: of orders the rate is another where it counts none. */
static const PetscReal EVERY_JOB = 0.008, OTHER_RATE = 5e-7, LOW_ORDER_RATE = 1.3e-6;
static const struct {
  const char *kind;
  PetscReal rate;
} rates[] = {{"order", 2e-7}, {"long", 3.3e-7}, {"structure", 2.5e-7}, {"shadow", 4e-7}};

/* As the estimate takes it to be. */
static PetscBool IsLowOrder(const Job *job) {
  PetscReal highest = 0;
  for (PetscInt i = 0; i < job->claims.count; i++)
    if (job->claims.at[i].order > highest) /* NaN: the claim is of no order */
      highest = job->claims.at[i].order;
  return (PetscBool)(!strcmp(job->kind, "order") && highest <= 3.5 &&
                     (!job->precision || strcmp(job->precision, "quad")));
}

PetscReal ForecastPlanned(const Job *job) {
  PetscReal rate = IsLowOrder(job) ? LOW_ORDER_RATE : OTHER_RATE;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(rates) && rate == OTHER_RATE; i++)
    if (!strcmp(job->kind, rates[i].kind))
      rate = rates[i].rate;
  return EVERY_JOB + rate * (job->cost > 0 ? job->cost : 1) * PetscMax(0, job->estimate);
}

/* ---- The order in which jobs are begun ---- */

typedef struct {
  const Job *job;
  PetscReal planned;
  PetscBool makes; /* the reference that others find in the cache */
} Place;

static int OfOneReference(const Place *a, const Place *b) {
  const int kind = strcmp(a->job->kind, b->job->kind);
  const int model = kind ? kind : strcmp(a->job->model, b->job->model);
  const int instance = model ? model : strcmp(a->job->instance, b->job->instance);
  return instance ? instance
                  : (a->job->realisation > b->job->realisation) -
                        (a->job->realisation < b->job->realisation);
}

static int LongestFirst(const void *a, const void *b) {
  const Place *one = a, *other = b;
  if (one->makes != other->makes)
    return one->makes ? -1 : 1;
  return one->planned != other->planned
             ? (one->planned < other->planned) - (one->planned > other->planned)
             : strcmp(one->job->key, other->job->key);
}

static int ByReference(const void *a, const void *b) {
  const int reference = OfOneReference(a, b);
  return reference ? reference : LongestFirst(a, b);
}

PetscErrorCode ForecastSort(PetscInt jobs, const Job **job) {
  Place *place;
  PetscCall(PetscMalloc1(jobs, &place));
  for (PetscInt i = 0; i < jobs; i++)
    place[i] = (Place){job[i], ForecastPlanned(job[i]), PETSC_FALSE};
  if (jobs)
    qsort(place, (size_t)jobs, sizeof(*place), ByReference);
  for (PetscInt i = jobs - 1; i >= 0; i--)
    place[i].makes = (PetscBool)(!strcmp(place[i].job->kind, "order") &&
                                 (!i || OfOneReference(&place[i - 1], &place[i])));
  if (jobs)
    qsort(place, (size_t)jobs, sizeof(*place), LongestFirst);
  for (PetscInt i = 0; i < jobs; i++)
    job[i] = place[i].job;
  return PetscFree(place);
}

/* ---- What is left ---- */

/* The place of a kind, a new one if there is room. */
static PetscInt PlaceOf(Forecast *forecast, const char *kind) {
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
    const PetscInt place = PlaceOf(forecast, job[i]->kind);
    forecast->at[place].left += ForecastPlanned(job[i]);
    forecast->at[place].jobs_left++;
  }
}

void ForecastTake(Forecast *forecast, const Job *job) {
  const PetscInt i = PlaceOf(forecast, job->kind);
  forecast->at[i].left = PetscMax(0, forecast->at[i].left - ForecastPlanned(job));
  forecast->at[i].jobs_left = PetscMax(0, forecast->at[i].jobs_left - 1);
}

void ForecastMeasured(Forecast *forecast, const Job *job, PetscReal seconds) {
  const PetscInt i = PlaceOf(forecast, job->kind);
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
