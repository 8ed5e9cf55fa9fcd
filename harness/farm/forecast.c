#include "farm/forecast.h"
#include "base/memory.h"

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

void ForecastSort(PetscInt jobs, const Job **job) {
  OWNED(MemoryFree) Place *place = MemoryZeroed(jobs, sizeof(*place));
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
}

/* ---- What is left ---- */

void ForecastBegin(Forecast *forecast, PetscInt jobs, const Job *const *job) {
  *forecast = (Forecast){.left = 0};
  for (PetscInt i = 0; i < jobs; i++)
    forecast->left += ForecastPlanned(job[i]);
}

void ForecastTake(Forecast *forecast, const Job *job) {
  forecast->left = PetscMax(0, forecast->left - ForecastPlanned(job));
}

void ForecastMeasured(Forecast *forecast, const Job *job, PetscReal seconds) {
  forecast->planned += ForecastPlanned(job);
  forecast->taken += seconds;
}

/* The machine against that of the rates, believed once a second's work is measured. */
static PetscReal Machine(const Forecast *forecast) {
  return (1 + forecast->taken) / (1 + forecast->planned);
}

PetscReal ForecastOf(const Forecast *forecast, const Job *job) {
  return Machine(forecast) * ForecastPlanned(job);
}

PetscReal ForecastLeft(const Forecast *forecast) { return Machine(forecast) * forecast->left; }
