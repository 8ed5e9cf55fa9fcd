/* The order study: a series of step sizes. Sizes are added while the errors stay far above the
 * floor and no window of step sizes shows a clean power yet, or while they depart from the claimed
 * law in a way that cannot be named yet; the budget is counted in steps, never in seconds. */
#include "statistics/order.h"
#include "studies/order/errors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int BySteps(const void *a, const void *b) {
  const PetscInt x = ((const OrderPoint *)a)->steps, y = ((const OrderPoint *)b)->steps;
  return (x > y) - (x < y);
}

/* What the judge would ask for, were it asked now. */
typedef enum {
  ENOUGH,
  FINER,   /* no window of step sizes shows a clean power yet, and errors are above their floor */
  COARSER, /* none does, and most errors are at their floor */
  DENSER   /* the errors depart from the claimed law, and it cannot be said how */
} Wish;

static Wish WishOf(const OrderSeries *s) {
  OrderSlope slope;
  OrderDefect defect;
  if (s->points < 6)
    return FINER;
  OrderFindSlope(s, &slope);
  if (!(slope.accepted && slope.upper - slope.lower < 0.2)) {
    int above = 0;
    for (int i = 0; i < s->points; ++i)
      above += OrderError(s, i) >= 10 * s->floor[i];
    if (OrderError(s, s->points - 1) >= 10 * s->floor[s->points - 1])
      return FINER;
    if (above > 0 && above < 6)
      return COARSER;
  }
  switch (OrderDecidePlainly(s, &slope, &defect)) {
  case ORDER_DEPARTS:
    return DENSER;
  case ORDER_CURVED:
  case ORDER_WIDE:
    return OrderError(s, s->points - 1) >= 10 * s->floor[s->points - 1] ? FINER : ENOUGH;
  default:
    return ENOUGH;
  }
}

/* The first wish of the judged quantities. */
static PetscErrorCode AnyWish(const OrderStudy *study, const OrderFloor *floor, PetscInt points,
                              const OrderPoint *point, Wish *wish) {
  int *steps;
  double *error, *floors;
  PetscFunctionBeginUser;
  *wish = ENOUGH;
  PetscCall(PetscMalloc1(points, &steps));
  for (PetscInt g = 0; g < study->groups && *wish != FINER; ++g) {
    const OrderGroup *group = &study->group[g];
    const PetscInt block = ORDER_TIMES * group->components;
    PetscInt good = 0;
    PetscCall(PetscMalloc2(points * block, &error, points, &floors));
    for (PetscInt i = 0; i < points && good < ORDER_POINTS; ++i) {
      if (point[i].failure.failed)
        continue;
      steps[good] = (int)point[i].steps;
      floors[good] = OrderStudyFloorAt(study, floor, g, point[i].steps);
      memcpy(error + good * block, point[i].error + group->at, (size_t)block * sizeof *error);
      ++good;
    }
    const OrderSeries series = {.points = (int)good,
                                .times = ORDER_TIMES,
                                .components = (int)group->components,
                                .steps = steps,
                                .error = error,
                                .floor = floors,
                                .duration = (double)study->duration,
                                .order = group->claimed,
                                .symmetric = (int)study->symmetric};
    const Wish mine = WishOf(&series);
    if (mine != ENOUGH && (mine < *wish || *wish == ENOUGH))
      *wish = mine;
    PetscCall(PetscFree2(error, floors));
  }
  PetscCall(PetscFree(steps));
  PetscFunctionReturn(0);
}

static json_t *SeriesToJson(const OrderStudy *study, PetscInt points, const OrderPoint *point) {
  json_t *series = json_array();
  for (PetscInt i = 0; i < points; ++i) {
    json_t *entry = json_object(), *errors = json_object();
    json_object_set_new(entry, "steps", json_integer(point[i].steps));
    json_object_set_new(entry, "h", JsonReal((PetscReal)(study->duration / point[i].steps)));
    JsonSetStatus(entry, &point[i].failure);
    for (PetscInt g = 0; g < study->groups && !point[i].failure.failed; ++g) {
      const OrderGroup *group = &study->group[g];
      json_t *times = json_array();
      for (PetscInt t = 0; t < ORDER_TIMES; ++t) {
        json_t *row = json_array();
        for (PetscInt c = 0; c < group->components; ++c)
          json_array_append_new(row,
                                JsonReal(point[i].error[group->at + t * group->components + c]));
        json_array_append_new(times, row);
      }
      json_object_set_new(errors, group->name, times);
    }
    json_object_set_new(entry, "errors", errors);
    json_object_set_new(entry, "counts", JsonCounts(&point[i].counts));
    json_array_append_new(series, entry);
  }
  return series;
}

static json_t *MeasurementToJson(const OrderStudy *study, Precision precision,
                                 const OrderFloor *floor, PetscInt points,
                                 const OrderPoint *point) {
  static const char *const kinds[] = {"exact", "quad", "double"};
  json_t *measurement = json_object(), *bars = json_object(), *floors = json_object(),
         *sizes = json_object(), *times = json_array();
  for (PetscInt g = 0; g < study->groups; ++g) {
    json_t *values = json_array();
    for (PetscInt i = 0; i < points; ++i)
      json_array_append_new(values, JsonReal(OrderStudyFloorAt(study, floor, g, point[i].steps)));
    json_object_set_new(floors, study->group[g].name, values);
    json_object_set_new(bars, study->group[g].name, JsonReal(study->group[g].bar));
    json_object_set_new(sizes, study->group[g].name, JsonReal(study->group[g].size));
  }
  for (PetscInt t = 0; t < ORDER_TIMES; ++t)
    json_array_append_new(times, JsonReal((PetscReal)(study->duration * (t + 1) / ORDER_TIMES)));
  json_object_set_new(measurement, "precision", json_string(PrecisionName(precision)));
  json_object_set_new(measurement, "epsilon", JsonReal(CoreOf(precision)->epsilon));
  json_object_set_new(measurement, "reference",
                      json_pack("{s:s,s:s,s:o}", "kind", kinds[study->certificate.kind], "method",
                                study->certificate.method, "bar", bars));
  json_object_set_new(measurement, "duration", JsonReal((PetscReal)study->duration));
  json_object_set_new(measurement, "times", times);
  json_object_set_new(measurement, "size", sizes);
  json_object_set_new(measurement, "series", SeriesToJson(study, points, point));
  json_object_set_new(measurement, "floor", floors);
  return measurement;
}

#define POINTS 48

/* The largest N of a series, and the sum of N over it. */
static const PetscInt finest[2] = {8192, 1024}, budget[2] = {60000, 9000};

typedef struct {
  const OrderStudy *study;
  Precision precision;
  OrderPoint point[POINTS]; /* by steps */
  PetscInt points, spent;
} Series;

/* Measures one more step size, if it is new and the budget allows it. */
static PetscErrorCode AddPoint(Series *s, PetscInt steps, PetscBool *added) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->points; ++i)
    if (s->point[i].steps == steps)
      PetscFunctionReturn(0);
  if (s->points == POINTS || steps > finest[s->precision] ||
      s->spent + steps > budget[s->precision])
    PetscFunctionReturn(0);
  PetscCall(OrderStudyMeasure(s->study, s->precision, steps, 1, &s->point[s->points++]));
  s->spent += steps;
  *added = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* Three step sizes down to half the present finest. */
static PetscErrorCode Refine(Series *s, PetscBool *added) {
  static const PetscInt factor[3] = {5, 6, 8}; /* quarters */
  const PetscInt last = s->point[s->points - 1].steps;
  PetscFunctionBeginUser;
  for (int f = 0; f < 3; ++f)
    PetscCall(AddPoint(s, (last * factor[f] / 4 + 7) / 8 * 8, added));
  qsort(s->point, (size_t)s->points, sizeof *s->point, BySteps);
  PetscFunctionReturn(0);
}

/* Three step sizes above the present coarsest. */
static PetscErrorCode Coarsen(Series *s, PetscBool *added) {
  const PetscInt first = s->point[0].steps;
  PetscFunctionBeginUser;
  for (PetscInt steps = first - ORDER_TIMES;
       steps >= ORDER_TIMES && steps >= first - 3 * ORDER_TIMES; steps -= ORDER_TIMES)
    PetscCall(AddPoint(s, steps, added));
  qsort(s->point, (size_t)s->points, sizeof *s->point, BySteps);
  PetscFunctionReturn(0);
}

/* One step size between any two neighbours. A sum of as many powers as there are points explains
 * anything; with more points than that, it does not. */
static PetscErrorCode Fill(Series *s, PetscBool *added) {
  const PetscInt points = s->points;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i + 1 < points; ++i) {
    const PetscReal middle = sqrt((PetscReal)s->point[i].steps * s->point[i + 1].steps);
    PetscCall(AddPoint(s, (PetscInt)lround(middle / 8) * 8, added));
  }
  qsort(s->point, (size_t)s->points, sizeof *s->point, BySteps);
  PetscFunctionReturn(0);
}

static PetscErrorCode RunSeries(const OrderStudy *study, Precision precision,
                                const OrderFloor *known, OrderFloor *floor, json_t **out) {
  const json_t *asked = json_object_get(study->s->job, "steps"), *each;
  Series *s;
  Wish wish;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->study = study, s->precision = precision;
  json_array_foreach(asked, i, each) {
    const PetscInt steps = (PetscInt)json_integer_value(each);
    PetscCheck(steps > 0 && steps % ORDER_TIMES == 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "an order series needs step numbers that are positive multiples of %d, not %d",
               ORDER_TIMES, (int)steps);
    if (s->points == POINTS)
      break;
    PetscCall(OrderStudyMeasure(study, precision, steps, 1, &s->point[s->points++]));
    s->spent += steps;
  }
  PetscCheck(s->points, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "an order series without step numbers");
  qsort(s->point, (size_t)s->points, sizeof *s->point, BySteps);
  if (known)
    *floor = *known;
  else
    PetscCall(OrderStudyMeasureFloor(study, s->points, s->point, floor));
  for (;;) {
    PetscBool added = PETSC_FALSE;
    PetscCall(AnyWish(study, floor, s->points, s->point, &wish));
    if (wish == ENOUGH)
      break;
    if (wish == DENSER)
      PetscCall(Fill(s, &added));
    if (wish == COARSER)
      PetscCall(Coarsen(s, &added));
    else if (!added)
      PetscCall(Refine(s, &added));
    if (!added)
      break;
  }
  *out = MeasurementToJson(study, precision, floor, s->points, s->point);
  for (PetscInt p = 0; p < s->points; ++p)
    PetscCall(PetscFree(s->point[p].error));
  PetscCall(PetscFree(s));
  PetscFunctionReturn(0);
}

/* Where double precision leaves too short a window: high orders. */
#define HIGH_ORDER 3.5

PetscErrorCode StudyOrder(const Setting *s, json_t **measured) {
  const char *asked = json_string_value(json_object_get(s->job, "precision"));
  const PetscBool only_quad =
                      (PetscBool)(asked && !strcmp(asked, "quad") && SettingHas(s, IN_QUAD)),
                  only_double = (PetscBool)(asked && !strcmp(asked, "double"));
  json_t *measurements = json_array(), *one;
  PetscReal highest = 0;
  OrderStudy study;
  OrderFloor floor, wide;
  PetscFunctionBeginUser;
  PetscCall(OrderStudyCreate(s, &study));
  for (PetscInt g = 0; g < study.groups; ++g)
    highest = fmax(highest, study.group[g].claimed);
  PetscCall(RunSeries(&study, IN_DOUBLE, NULL, &floor, &one));
  if (only_quad)
    json_decref(one);
  else
    json_array_append_new(measurements, one);
  if (only_quad || (!only_double && highest > HIGH_ORDER && SettingHas(s, IN_QUAD))) {
    /* Round-off acts in the same way, only smaller; the iteration stops by stagnation, which costs
     * a few more digits. */
    const PetscReal ratio = 100 * CoreQuad()->epsilon / CoreDouble()->epsilon;
    for (PetscInt g = 0; g < study.groups; ++g) {
      wide.roundoff[g] = floor.roundoff[g] * ratio;
      wide.rounding[g] = floor.rounding[g] * ratio;
      wide.solver[g] = floor.solver[g] * ratio;
    }
    PetscCall(RunSeries(&study, IN_QUAD, &wide, &wide, &one));
    json_array_append_new(measurements, one);
  }
  PetscCall(OrderStudyDestroy(&study));
  *measured = json_pack("{s:o}", "measurements", measurements);
  PetscFunctionReturn(0);
}
