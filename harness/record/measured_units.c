/* Numbers of a measurement back in the model's units. */
#include "record/measured.h"

#include <math.h>
#include <string.h>

PetscErrorCode MeasuredAddUnits(Measured *measured, const char *name, PetscInt count,
                                const int *exponent) {
  MeasuredUnits *const units = &measured->units;
  QuantityUnits *added;
  PetscFunctionBeginUser;
  PetscCall(ArenaRoom(measured->arena, units->quantities, &units->quantity));
  added = &units->quantity[units->quantities++];
  PetscCall(ArenaText(measured->arena, name, &added->name));
  added->exponents.count = count;
  PetscCall(ArenaArray(measured->arena, count, &added->exponents.at));
  for (PetscInt i = 0; i < count; i++)
    added->exponents.at[i] = exponent[i];
  PetscFunctionReturn(0);
}

PetscBool MeasuredHasUnits(const Measured *measured) {
  return (PetscBool)(measured->units.time || measured->units.quantities);
}

/* The exponent that all entries of a quantity have; 0 where there is none. */
static int ExponentOf(const MeasuredUnits *units, const char *name) {
  for (PetscInt i = 0; i < units->quantities; i++) {
    const Integers *e = &units->quantity[i].exponents;
    if (!name || strcmp(units->quantity[i].name, name) || !e->count)
      continue;
    for (PetscInt j = 1; j < e->count; j++)
      if (e->at[j] != e->at[0])
        return 0;
    return (int)e->at[0];
  }
  return 0;
}

static void Scale(PetscReal *x, int exponent) { *x = ldexp(*x, exponent); }
static void ScaleAll(PetscInt count, PetscReal *x, int exponent) {
  for (PetscInt i = 0; i < count; i++)
    Scale(&x[i], exponent);
}

static void SeriesToModel(const MeasuredUnits *units, Series *series) {
  Scale(&series->duration, units->time);
  ScaleAll(series->times.count, series->times.at, units->time);
  for (PetscInt i = 0; i < series->quantities; i++) {
    SeriesQuantity *q = &series->quantity[i];
    const int e = ExponentOf(units, q->name);
    Scale(&q->size, e);
    Scale(&q->bar, e);
    Scale(&q->apart, e);
    Scale(&q->explained, e);
    ScaleAll(q->floor.count, q->floor.at, e);
  }
  for (PetscInt i = 0; i < series->points; i++) {
    SeriesPoint *point = &series->point[i];
    Scale(&point->h, units->time);
    Scale(&point->ending.time, units->time);
    for (PetscInt j = 0; j < point->quantities; j++)
      ScaleAll(point->errors[j].times * point->errors[j].components, point->errors[j].at,
               ExponentOf(units, point->errors[j].name));
  }
}

static void LateToModel(const MeasuredUnits *units, Late *late) {
  Scale(&late->duration, units->time);
  for (PetscInt i = 0; i < late->quantities; i++) {
    LateQuantity *q = &late->quantity[i];
    const int e = ExponentOf(units, q->name);
    Scale(&q->size, e);
    Scale(&q->floor, e);
    ScaleAll(q->pairs * q->parts, q->apart, e);
    ScaleAll(q->beside.count, q->beside.at, e);
    ScaleAll(q->beside_before.count, q->beside_before.at, e);
    ScaleAll(q->control_apart.count, q->control_apart.at, e);
  }
}

static void WatchedToModel(const MeasuredUnits *units, Watched *w) {
  const int e = ExponentOf(units, w->name);
  Scale(&w->scale, e);
  Scale(&w->first_scale, e);
  Scale(&w->maximum, e);
  Scale(&w->final, e);
  for (PetscInt i = 0; i < w->blocks; i++) {
    Scale(&w->block[i].mean, e);
    Scale(&w->block[i].mean_square, 2 * e);
    Scale(&w->block[i].maximum, e);
    Scale(&w->block[i].first, e);
    Scale(&w->block[i].second, e);
    Scale(&w->block[i].scale, e);
  }
  ScaleAll(w->smooth_values.count, w->smooth_values.at, e);
  ScaleAll(w->points.count, w->points.at, e);
}

static void EnsembleToModel(const MeasuredUnits *units, Ensemble *ensemble) {
  Scale(&ensemble->h, units->time);
  ScaleAll(ensemble->times.count, ensemble->times.at, units->time);
  for (PetscInt i = 0; i < ensemble->quantities; i++) {
    EnsembleSum *sum = &ensemble->quantity[i];
    const int e = ExponentOf(units, sum->name);
    Scale(&sum->scale, e);
    ScaleAll(sum->sum_square.count, sum->sum_square.at, 2 * e);
    ScaleAll(sum->sum_fourth.count, sum->sum_fourth.at, 4 * e);
  }
}

/* Defects are relative to the sizes of what they are of, but where their names have units. */
static void PointToModel(const MeasuredUnits *units, Point *point) {
  Scale(&point->h, units->time);
  Scale(&point->ending.time, units->time);
  for (PetscInt i = 0; i < point->quantities; i++) {
    Defect *d = &point->quantity[i];
    Scale(&d->defect, ExponentOf(units, d->name));
    Scale(&d->error, ExponentOf(units, d->name));
    for (PetscInt j = 0; j < d->numbers; j++)
      Scale(&d->number[j].value, ExponentOf(units, d->number[j].name));
  }
}

PetscErrorCode MeasuredToModel(Measured *measured) {
  const MeasuredUnits *units = &measured->units;
  PetscFunctionBeginUser;
  if (!MeasuredHasUnits(measured))
    PetscFunctionReturn(0);
  Scale(&measured->purity.time, units->time);
  for (PetscInt i = 0; i < measured->count; i++) {
    if (measured->shape == MEASURED_SERIES)
      SeriesToModel(units, &measured->series[i]);
    if (measured->shape == MEASURED_RUNS) {
      LongRun *run = &measured->run[i];
      Scale(&run->h, units->time);
      Scale(&run->duration, units->time);
      Scale(&run->parted, units->time);
      Scale(&run->ending.time, units->time);
      for (PetscInt j = 0; j < run->quantities; j++)
        WatchedToModel(units, &run->quantity[j]);
    }
    if (measured->shape == MEASURED_POINTS)
      PointToModel(units, &measured->point[i]);
  }
  LateToModel(units, &measured->late);
  if (measured->shape == MEASURED_ENSEMBLE)
    EnsembleToModel(units, &measured->ensemble);
  measured->units = (MeasuredUnits){.time = 0};
  PetscFunctionReturn(0);
}
