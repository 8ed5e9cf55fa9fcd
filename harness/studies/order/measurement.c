/* The points of one quantity, unpacked from a record. */
#include "studies/order/measurement.h"
#include "base/user_error.h"
#include "statistics/thresholds.h"

static PetscBool AllFinite(const Errors *errors) {
  for (PetscInt i = 0; errors && i < errors->times * errors->components; i++)
    if (!isfinite(errors->at[i]))
      return PETSC_FALSE;
  return (PetscBool)(errors != NULL);
}

/* Room for the points; *there is false if no point has the quantity at all. */
static PetscErrorCode PrepareMeasurement(const Series *series, const char *quantity,
                                         OrderMeasurement *m, PetscBool *there) {
  const SeriesQuantity *known = SeriesFindQuantity(series, quantity);
  const PetscReal size = known ? known->size : NAN, bar = known ? known->bar : NAN;

  memset(m, 0, sizeof(*m));
  *there = PETSC_FALSE;
  m->precision = series->precision;
  m->times = &series->times;
  m->apart = known ? known->apart : NAN;
  m->explained = known ? known->explained : NAN;
  m->size = size;
  m->rate = series->rate;
  m->roundoff =
      fmax(SOLVER_ROUNDINGS * series->epsilon * fmax(size, 1), SOLVER_BARS * fmax(bar, 0));
  m->differenced = BUILDS_DIFFERENCED * (size > 0 ? size : 1);
  m->series.duration = series->duration;
  m->given = OrderIsGiven(series);
  m->by_size = (PetscBool)(series->points > 0 && !series->point[0].steps);
  for (PetscInt i = 0; i < series->points && !*there; i++) {
    const Errors *errors = SeriesPointErrors(&series->point[i], quantity);

    if (errors && errors->times > 0 && errors->components > 0) {
      m->series.times = (int)errors->times;
      m->series.components = (int)errors->components;
      *there = PETSC_TRUE;
    }
  }
  PetscCall(PetscMalloc1(LIMIT_POINTS * (m->series.times * m->series.components + 1), &m->error));
  m->series.steps = m->steps;
  m->series.floor = m->floor;
  m->series.error = m->error;
  return 0;
}

PetscBool OrderIsGiven(const Series *series) {
  return (PetscBool)(series->reference_kind && !strcmp(series->reference_kind, "given"));
}

PetscReal OrderStepsOf(const Series *series, const SeriesPoint *point) {
  return point->steps ? (PetscReal)point->steps : series->duration / point->h;
}

static PetscErrorCode InsertPoint(OrderMeasurement *m, PetscReal steps, PetscReal floor,
                                  const PetscReal *error) {
  const size_t block = (size_t)(m->series.times * m->series.components);
  int k = m->series.points;

  UserCheck(k < LIMIT_POINTS,
            "a series of more than %d points cannot be judged at once (LIMIT_POINTS)",
            LIMIT_POINTS);
  for (; k > 0 && m->steps[k - 1] > steps; k--) {
    m->steps[k] = m->steps[k - 1];
    m->floor[k] = m->floor[k - 1];
    memcpy(m->error + (size_t)k * block, m->error + (size_t)(k - 1) * block,
           sizeof(double) * block);
  }
  m->steps[k] = steps;
  m->floor[k] = floor;
  memcpy(m->error + (size_t)k * block, error, sizeof(double) * block);
  m->series.points++;
  return 0;
}

PetscErrorCode OrderUnpack(const Series *series, const char *quantity, const OrderClass *class,
                           OrderMeasurement *m, PetscBool *there) {
  const SeriesQuantity *known = SeriesFindQuantity(series, quantity);

  PetscCall(PrepareMeasurement(series, quantity, m, there));
  for (PetscInt i = 0; i < series->points; i++) {
    const SeriesPoint *point = &series->point[i];
    const Errors *errors = SeriesPointErrors(point, quantity);
    const PetscReal floor = known && i < known->floor.count ? known->floor.at[i] : NAN;

    if (class && point->steps % class->modulus != class->remainder)
      continue;
    if (*there && AllFinite(errors) && errors->times == m->series.times &&
        errors->components == m->series.components && isfinite(floor)) {
      PetscCall(InsertPoint(m, OrderStepsOf(series, point), floor, errors->at));
      continue;
    }
    if (OrderStepsOf(series, point) >= m->failed_finest) {
      m->failed_finest = OrderStepsOf(series, point);
      m->failure = point->ending.reason ? point->ending.reason : "the error is not a finite number";
    }
    m->failed++;
  }
  return 0;
}

PetscErrorCode OrderUnpackClaim(const Job *job, const Series *series, const Claim *claim,
                                const OrderClass *class, OrderMeasurement *m, PetscBool *there) {
  PetscCall(OrderUnpack(series, claim->quantity, class, m, there));
  m->series.order = claim->order;
  m->series.symmetric = (int)job->symmetric;
  m->series.logarithm = (int)ClaimHasLogarithm(claim);
  return 0;
}
