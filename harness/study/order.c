/* The order study: signed errors of a series of step sizes at common output times, with a measured
 * floor for each. Steps are added while the errors stay far above the floor and no window of step
 * sizes shows a clean power yet, or while they depart from the claimed law in a way that cannot be
 * named yet; the budget is counted in steps, never in seconds. */
#include "judge/order.h"
#include "reference/reference.h"
#include "registry/expression.h"
#include "study/setting.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 4
#define GROUPS 4

#define SCORED 64 /* entries of a quantity, evenly spread: of a large lattice a sample */

/* One judged quantity. */
typedef struct {
  const char *name;
  Quantity quantity;
  PetscInt all, components, at; /* all: its entries; components: those scored; at: of its first
                                   error in a point's errors */
  Quad offset;                  /* where it is scored, in steps after the node */
  PetscReal claimed, bar;
  PetscBool judged;
} Group;

typedef struct {
  PetscInt steps;
  PetscReal *error; /* group by group, [time][component] */
  StepFailure failure;
  StepCounts counts;
} Point;

typedef struct {
  const Setting *s;
  Group group[GROUPS];
  PetscInt groups, entries;        /* entries: errors of one point */
  Quad duration, *period, *common; /* common: the reference at the output times */
  ReferenceCertificate certificate;
  PetscInt symmetric;
} Study;

static PetscErrorCode AddGroup(Study *study, const char *name, Quantity quantity,
                               PetscInt components, const char *offset) {
  Group *g = &study->group[study->groups];
  const json_t *claim;
  size_t i;
  PetscFunctionBeginUser;
  if (!components)
    PetscFunctionReturn(0);
  *g = (Group){.name = name,
               .quantity = quantity,
               .all = components,
               .components = PetscMin(components, SCORED),
               .claimed = 1};
  json_array_foreach(json_object_get(study->s->job, "claims"), i, claim) {
    const char *about = json_string_value(json_object_get(claim, "study")),
               *what = json_string_value(json_object_get(claim, "quantity"));
    if (!about || !what || strcmp(about, "order") || strcmp(what, name))
      continue;
    g->judged = PETSC_TRUE;
    g->claimed = fmax(g->claimed, json_number_value(json_object_get(claim, "order")));
  }
  if (!g->judged)
    PetscFunctionReturn(0);
  PetscCall(SettingEvaluateMethod(study->s, offset, &g->offset));
  g->at = study->entries;
  study->entries += TIMES * g->components;
  study->groups++;
  PetscFunctionReturn(0);
}

static PetscErrorCode Prepare(const Setting *s, Study *study) {
  const gimbal_method *family = s->method->family;
  const Dimensions d = s->dimensions;
  const PetscInt row = d.n + d.m + d.holonomic + d.nonholonomic;
  const PetscBool ode = (PetscBool)(family->formulation == GIMBAL_ODE);
  Quad times[TIMES];
  PetscFunctionBeginUser;
  memset(study, 0, sizeof *study);
  study->s = s;
  study->symmetric = json_is_true(json_object_get(s->job, "symmetric"));
  PetscCall(
      SettingEvaluate(s, json_string_value(json_object_get(s->job, "duration")), &study->duration));
  PetscCall(AddGroup(study, "q", QUANTITY_CONFIGURATION, d.n, family->time_of_q));
  PetscCall(
      AddGroup(study, "v", QUANTITY_VELOCITY, d.m, ode ? family->time_of_q : family->time_of_p));
  PetscCall(AddGroup(study, "p", QUANTITY_MOMENTUM, ode ? 0 : d.m, family->time_of_p));
  PetscCall(AddGroup(study, "lambda", QUANTITY_MULTIPLIER, ode ? 0 : d.holonomic + d.nonholonomic,
                     family->time_of_lambda));
  PetscCall(PetscCalloc1(d.n + 1, &study->period));
  PetscCall(SettingPeriods(s, study->period));
  PetscCall(PetscMalloc1(TIMES * row + 1, &study->common));
  for (PetscInt j = 0; j < TIMES; ++j)
    times[j] = study->duration * (j + 1) / TIMES;
  PetscCall(ReferenceSolve(s->instance, s->realisation, s->y0, TIMES, times, ReferenceCache(),
                           study->common, &study->certificate));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const ReferenceCertificate *c = &study->certificate;
    Group *g = &study->group[i];
    g->bar = g->quantity == QUANTITY_CONFIGURATION ? c->bar_configuration
             : g->quantity == QUANTITY_MULTIPLIER  ? c->bar_multiplier
                                                   : c->bar_velocity;
  }
  PetscFunctionReturn(0);
}

/* The reference's entries of a group, from a row (q,v,λ). */
static PetscErrorCode Expected(const Study *study, const Group *g, Quad t, const Quad *row,
                               Quad *out) {
  const Setting *s = study->s;
  const Dimensions d = s->dimensions;
  PetscFunctionBeginUser;
  switch (g->quantity) {
  case QUANTITY_CONFIGURATION:
    memcpy(out, row, (size_t)d.n * sizeof *out);
    break;
  case QUANTITY_VELOCITY:
    memcpy(out, row + d.n, (size_t)d.m * sizeof *out);
    break;
  case QUANTITY_MULTIPLIER:
    memcpy(out, row + d.n + d.m, (size_t)g->all * sizeof *out);
    break;
  default:
    if (s->problem[IN_QUAD])
      PetscCall(CoreQuad()->problem_momentum(s->problem[IN_QUAD], t, row, out));
    else
      PetscCall(CoreDouble()->problem_momentum(s->problem[IN_DOUBLE], t, row, out));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadErrors(const Study *study, const Core *core, Integration it, Quad h,
                                 PetscInt time, PetscReal *error) {
  const Setting *s = study->s;
  const Dimensions d = s->dimensions;
  const PetscInt row = d.n + d.m + d.holonomic + d.nonholonomic;
  Quad *value, *expected, *moved;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(row + 1, &value, row + 1, &expected, row + 1, &moved));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const Group *g = &study->group[i];
    const Quad node = study->duration * (time + 1) / TIMES, t = node + g->offset * h;
    const Quad *reference = study->common + time * row;
    PetscInt count;
    if (g->offset != 0) {
      PetscCall(ReferenceContinue(s->instance, s->realisation, node, reference, t, moved));
      reference = moved;
    }
    PetscCall(Expected(study, g, t, reference, expected));
    PetscCall(core->get(it, g->quantity, &count, value));
    for (PetscInt c = 0; c < g->components; ++c) {
      const PetscInt entry = (PetscInt)((PetscInt64)c * g->all / g->components);
      Quad difference = value[entry] - expected[entry];
      if (g->quantity == QUANTITY_CONFIGURATION && study->period[entry] > 0)
        difference -= study->period[entry] * roundq(difference / study->period[entry]);
      error[g->at + time * g->components + c] = (PetscReal)difference;
    }
  }
  PetscCall(PetscFree3(value, expected, moved));
  PetscFunctionReturn(0);
}

/* One step size, from 0 to the duration. */
static PetscErrorCode Measure(const Study *study, Precision precision, PetscInt steps,
                              PetscReal looser, Point *point) {
  const Core *core = CoreOf(precision);
  const Quad h = study->duration / steps;
  Integration it;
  PetscFunctionBeginUser;
  memset(point, 0, sizeof *point);
  point->steps = steps;
  PetscCall(PetscMalloc1(study->entries + 1, &point->error));
  for (PetscInt i = 0; i < study->entries; ++i)
    point->error[i] = NAN;
  PetscCall(SettingIntegrate(study->s, precision, looser, &it));
  PetscCall(core->begin(it, h, study->s->y0, &point->failure));
  for (PetscInt time = 0; time < TIMES && !point->failure.failed; ++time) {
    PetscCall(core->advance(it, steps / TIMES, &point->failure));
    if (!point->failure.failed)
      PetscCall(ReadErrors(study, core, it, h, time, point->error));
  }
  PetscCall(core->get_counts(it, &point->counts));
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

/* The largest difference between two runs with the same step, for one group; NaN if either failed.
 */
static PetscReal Distance(const Study *study, const Group *g, const Point *a, const Point *b) {
  PetscReal largest = 0;
  (void)study;
  if (a->failure.failed || b->failure.failed)
    return NAN;
  for (PetscInt i = 0; i < TIMES * g->components; ++i) {
    const PetscReal difference = fabs(a->error[g->at + i] - b->error[g->at + i]);
    if (isnan(difference))
      return NAN;
    largest = fmax(largest, difference);
  }
  return largest;
}

/* What a run knows of its own floor: c √N of round-off, and the effect of the solver's tolerance.
 */
typedef struct {
  PetscReal roundoff[GROUPS], solver[GROUPS];
} Floor;

#define SAFETY 3 /* on a floor seen on a few runs only */

static PetscReal FloorAt(const Study *study, const Floor *floor, PetscInt group, PetscInt steps) {
  return SAFETY * floor->roundoff[group] * sqrt((PetscReal)steps) + floor->solver[group] +
         study->group[group].bar;
}

/* The double run against the quadruple one with the same step: their difference is what round-off
 * and the solver did. It is taken at two step sizes, and grows like √N at least. */
static PetscErrorCode MeasureFloor(const Study *study, PetscInt points, const Point *point,
                                   Floor *floor) {
  const PetscBool twin = SettingHas(study->s, IN_QUAD);
  PetscInt probe[2] = {0, points - 1}, taken = 0;
  PetscFunctionBeginUser;
  memset(floor, 0, sizeof *floor);
  while (probe[0] < points - 1 && point[probe[0]].failure.failed)
    ++probe[0];
  while (probe[1] > probe[0] && (point[probe[1]].failure.failed || point[probe[1]].steps > 160))
    --probe[1];
  for (int i = 0; i < 2; ++i) {
    const Point *mine = &point[probe[i]];
    Point other, loose;
    if (mine->failure.failed || (i && probe[1] == probe[0]))
      continue;
    PetscCall(Measure(study, twin ? IN_QUAD : IN_DOUBLE, mine->steps, twin ? 1 : 4, &other));
    PetscCall(Measure(study, IN_DOUBLE, mine->steps, 100, &loose));
    for (PetscInt g = 0; g < study->groups; ++g) {
      const PetscReal apart = Distance(study, &study->group[g], mine, &other),
                      effect = Distance(study, &study->group[g], mine, &loose);
      if (!isnan(apart)) {
        floor->roundoff[g] = fmax(floor->roundoff[g], apart / sqrt((PetscReal)mine->steps)),
        taken = 1;
      }
      if (!isnan(effect))
        floor->solver[g] = fmax(floor->solver[g], effect / 100);
    }
    PetscCall(PetscFree(other.error));
    PetscCall(PetscFree(loose.error));
  }
  for (PetscInt g = 0; g < study->groups; ++g) { /* never below one rounding of the values */
    PetscReal least = CoreDouble()->epsilon / 4;
    if (!twin || !taken)
      least = 16 * CoreDouble()->epsilon;
    floor->roundoff[g] = fmax(floor->roundoff[g], least);
  }
  PetscFunctionReturn(0);
}

static int BySteps(const void *a, const void *b) {
  const PetscInt x = ((const Point *)a)->steps, y = ((const Point *)b)->steps;
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
static Wish AnyWish(const Study *study, const Floor *floor, PetscInt points, const Point *point) {
  int *steps;
  double *error, *floors;
  Wish wish = ENOUGH;
  if (PetscMalloc1(points, &steps))
    return ENOUGH;
  for (PetscInt g = 0; g < study->groups && wish != FINER; ++g) {
    const Group *group = &study->group[g];
    const PetscInt block = TIMES * group->components;
    PetscInt good = 0;
    if (PetscMalloc2(points * block, &error, points, &floors))
      break;
    for (PetscInt i = 0; i < points && good < ORDER_POINTS; ++i) {
      if (point[i].failure.failed)
        continue;
      steps[good] = (int)point[i].steps;
      floors[good] = FloorAt(study, floor, g, point[i].steps);
      memcpy(error + good * block, point[i].error + group->at, (size_t)block * sizeof *error);
      ++good;
    }
    const OrderSeries series = {.points = (int)good,
                                .times = TIMES,
                                .components = (int)group->components,
                                .steps = steps,
                                .error = error,
                                .floor = floors,
                                .duration = (double)study->duration,
                                .order = group->claimed,
                                .symmetric = (int)study->symmetric};
    const Wish mine = WishOf(&series);
    if (mine != ENOUGH && (mine < wish || wish == ENOUGH))
      wish = mine;
    PetscFree2(error, floors);
  }
  PetscFree(steps);
  return wish;
}

static json_t *SeriesToJson(const Study *study, PetscInt points, const Point *point) {
  json_t *series = json_array();
  for (PetscInt i = 0; i < points; ++i) {
    json_t *entry = json_object(), *errors = json_object();
    json_object_set_new(entry, "steps", json_integer(point[i].steps));
    json_object_set_new(entry, "h", JsonReal((PetscReal)(study->duration / point[i].steps)));
    JsonSetStatus(entry, &point[i].failure);
    for (PetscInt g = 0; g < study->groups && !point[i].failure.failed; ++g) {
      const Group *group = &study->group[g];
      json_t *times = json_array();
      for (PetscInt t = 0; t < TIMES; ++t) {
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

static json_t *MeasurementToJson(const Study *study, Precision precision, const Floor *floor,
                                 PetscInt points, const Point *point) {
  static const char *const kinds[] = {"exact", "quad", "double"};
  json_t *measurement = json_object(), *bars = json_object(), *floors = json_object(),
         *times = json_array();
  for (PetscInt g = 0; g < study->groups; ++g) {
    json_t *values = json_array();
    for (PetscInt i = 0; i < points; ++i)
      json_array_append_new(values, JsonReal(FloorAt(study, floor, g, point[i].steps)));
    json_object_set_new(floors, study->group[g].name, values);
    json_object_set_new(bars, study->group[g].name, JsonReal(study->group[g].bar));
  }
  for (PetscInt t = 0; t < TIMES; ++t)
    json_array_append_new(times, JsonReal((PetscReal)(study->duration * (t + 1) / TIMES)));
  json_object_set_new(measurement, "precision", json_string(PrecisionName(precision)));
  json_object_set_new(measurement, "epsilon", JsonReal(CoreOf(precision)->epsilon));
  json_object_set_new(measurement, "reference",
                      json_pack("{s:s,s:s,s:o}", "kind", kinds[study->certificate.kind], "method",
                                study->certificate.method, "bar", bars));
  json_object_set_new(measurement, "duration", JsonReal((PetscReal)study->duration));
  json_object_set_new(measurement, "times", times);
  json_object_set_new(measurement, "series", SeriesToJson(study, points, point));
  json_object_set_new(measurement, "floor", floors);
  return measurement;
}

#define POINTS 48

/* The largest N of a series, and the sum of N over it. */
static const PetscInt finest[2] = {8192, 1024}, budget[2] = {60000, 9000};

typedef struct {
  const Study *study;
  Precision precision;
  Point point[POINTS]; /* by steps */
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
  PetscCall(Measure(s->study, s->precision, steps, 1, &s->point[s->points++]));
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
  for (PetscInt steps = first - TIMES; steps >= TIMES && steps >= first - 3 * TIMES; steps -= TIMES)
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

static PetscErrorCode RunSeries(const Study *study, Precision precision, const Floor *known,
                                Floor *floor, json_t **out) {
  const json_t *asked = json_object_get(study->s->job, "steps"), *each;
  Series *s;
  Wish wish;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->study = study, s->precision = precision;
  json_array_foreach(asked, i, each) {
    const PetscInt steps = (PetscInt)json_integer_value(each);
    PetscCheck(steps > 0 && steps % TIMES == 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "an order series needs step numbers that are positive multiples of %d, not %d",
               TIMES, (int)steps);
    if (s->points == POINTS)
      break;
    PetscCall(Measure(study, precision, steps, 1, &s->point[s->points++]));
    s->spent += steps;
  }
  PetscCheck(s->points, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "an order series without step numbers");
  qsort(s->point, (size_t)s->points, sizeof *s->point, BySteps);
  if (known)
    *floor = *known;
  else
    PetscCall(MeasureFloor(study, s->points, s->point, floor));
  while ((wish = AnyWish(study, floor, s->points, s->point)) != ENOUGH) {
    PetscBool added = PETSC_FALSE;
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
  Study study;
  Floor floor, wide;
  PetscFunctionBeginUser;
  PetscCall(Prepare(s, &study));
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
      wide.solver[g] = floor.solver[g] * ratio;
    }
    PetscCall(RunSeries(&study, IN_QUAD, &wide, &wide, &one));
    json_array_append_new(measurements, one);
  }
  PetscCall(PetscFree(study.period));
  PetscCall(PetscFree(study.common));
  *measured = json_pack("{s:o}", "measurements", measurements);
  PetscFunctionReturn(0);
}
