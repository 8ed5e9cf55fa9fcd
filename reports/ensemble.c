#include "reports/ensemble.h"
#include "reports/queries.h"
#include <math.h>
#include <string.h>

/* The claimed order of the mean square in h. */
static PetscReal ClaimedOrder(const Job *job, const char *quantity) {
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    if (!isnan(claim->order) && !strcmp(claim->quantity, quantity))
      return claim->order;
  }
  return NAN;
}

static PetscBool SameReal(PetscReal a, PetscReal b) {
  return (PetscBool)(a == b || (isnan(a) && isnan(b)));
}

static PetscBool SameReals(Reals a, Reals b) {
  for (PetscInt i = 0; i < a.count && a.count == b.count; i++)
    if (!SameReal(a.at[i], b.at[i]))
      return PETSC_FALSE;
  return (PetscBool)(a.count == b.count);
}

static PetscErrorCode FindOrAdd(Arena arena, EnsembleMeans *all, const Job *job,
                                const Ensemble *slice, const char *quantity, EnsembleMean **found) {
  EnsembleMean *mean;

  for (PetscInt i = 0; i < all->count; i++) {
    mean = &all->at[i];
    *found = mean;
    if (!strcmp(mean->method, job->method) && !strcmp(mean->model, job->model) &&
        !strcmp(mean->instance, job->instance) && !strcmp(mean->quantity, quantity) &&
        SameReal(mean->h, slice->h) && SameReals(mean->times, slice->times))
      return 0;
  }
  mean = &all->at[all->count++];
  *mean = (EnsembleMean){.method = job->method,
                         .model = job->model,
                         .instance = job->instance,
                         .quantity = quantity,
                         .h = slice->h,
                         .order = ClaimedOrder(job, quantity),
                         .times = slice->times};
  mean->mean_square.count = slice->times.count;
  PetscCall(ArenaArray(arena, slice->times.count, &mean->mean_square.at));
  *found = mean;
  return 0;
}

/* Adds the sums of a slice, which become means at the end. */
static PetscErrorCode AddSlice(Arena arena, EnsembleMeans *all, const Job *job,
                               const Ensemble *slice) {
  for (PetscInt k = 0; k < slice->quantities; k++) {
    const EnsembleSum *sum = &slice->quantity[k];
    EnsembleMean *mean = NULL;
    PetscCall(FindOrAdd(arena, all, job, slice, sum->name, &mean));
    mean->members += slice->past - slice->first;
    mean->failed_members += slice->failed_members;
    for (PetscInt i = 0; i < mean->times.count; i++)
      mean->mean_square.at[i] += i < sum->sum_square.count ? sum->sum_square.at[i] : NAN;
  }
  return 0;
}

PetscErrorCode EnsembleCollect(Store store, Arena arena, EnsembleMeans *all) {
  PetscInt room = 0;

  for (PetscInt i = 0; i < store->records->count; i++) {
    const Measured *measured = MeasuredAs(&store->records->at[i], MEASURED_ENSEMBLE);
    room += measured ? measured->ensemble.quantities : 0;
  }
  *all = (EnsembleMeans){.count = 0};
  PetscCall(ArenaArray(arena, room, &all->at));
  for (PetscInt i = 0; i < store->records->count; i++) {
    const Measured *measured = MeasuredAs(&store->records->at[i], MEASURED_ENSEMBLE);
    if (measured)
      PetscCall(AddSlice(arena, all, &store->records->at[i].job, &measured->ensemble));
  }
  for (PetscInt i = 0; i < all->count; i++) {
    const PetscInt n = all->at[i].members - all->at[i].failed_members;
    for (PetscInt k = 0; k < all->at[i].mean_square.count; k++)
      all->at[i].mean_square.at[k] =
          n > 0 ? all->at[i].mean_square.at[k] / (PetscReal)n : (PetscReal)NAN;
  }
  return 0;
}
