#include "studies/order/errors.h"
#include "registry/formulation.h"
#include <math.h>
#include <string.h>

#define SCORED 64 /* entries of a quantity, evenly spread: of a large lattice a sample */

static PetscErrorCode AddGroup(OrderStudy *study, const char *name, Quantity quantity,
                               PetscInt components, const char *offset) {
  OrderGroup *g = &study->group[study->groups];
  const json_t *claim;
  size_t i;
  PetscFunctionBeginUser;
  if (!components)
    PetscFunctionReturn(0);
  *g = (OrderGroup){.name = name,
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
  study->entries += ORDER_TIMES * g->components;
  study->groups++;
  PetscFunctionReturn(0);
}

/* The reference's entries of a group, from a row (q,v,λ). */
static PetscErrorCode Expected(const OrderStudy *study, const OrderGroup *g, Quad t,
                               const Quad *row, Quad *out) {
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

static PetscErrorCode MeasureSize(const OrderStudy *study, PetscInt row, OrderGroup *g) {
  Quad *value;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(row + 1, &value));
  for (PetscInt j = 0; j < ORDER_TIMES; ++j) {
    PetscCall(Expected(study, g, study->duration * (j + 1) / ORDER_TIMES, study->common + j * row,
                       value));
    for (PetscInt i = 0; i < g->all; ++i)
      g->size = fmax(g->size, fabs((PetscReal)value[i]));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

PetscErrorCode OrderStudyCreate(const Setting *s, OrderStudy *study) {
  const gimbal_method *family = s->method->family;
  const Dimensions d = s->dimensions;
  const PetscInt row = d.n + d.m + d.holonomic + d.nonholonomic;
  const PetscBool momenta = FormulationGetData(family->formulation)->velocities;
  Quad times[ORDER_TIMES];
  PetscFunctionBeginUser;
  memset(study, 0, sizeof *study);
  study->s = s;
  study->symmetric = json_is_true(json_object_get(s->job, "symmetric"));
  PetscCall(
      SettingEvaluate(s, json_string_value(json_object_get(s->job, "duration")), &study->duration));
  PetscCall(AddGroup(study, "q", QUANTITY_CONFIGURATION, d.n, family->time_of_q));
  PetscCall(AddGroup(study, "v", QUANTITY_VELOCITY, d.m,
                     momenta ? family->time_of_p : family->time_of_q));
  PetscCall(AddGroup(study, "p", QUANTITY_MOMENTUM, momenta ? d.m : 0, family->time_of_p));
  PetscCall(AddGroup(study, "lambda", QUANTITY_MULTIPLIER,
                     momenta ? d.holonomic + d.nonholonomic : 0, family->time_of_lambda));
  PetscCall(PetscCalloc1(d.n + 1, &study->period));
  PetscCall(SettingPeriods(s, study->period));
  PetscCall(PetscMalloc1(ORDER_TIMES * row + 1, &study->common));
  for (PetscInt j = 0; j < ORDER_TIMES; ++j)
    times[j] = study->duration * (j + 1) / ORDER_TIMES;
  PetscCall(ReferenceSolve(s->instance, s->realisation, s->y0, ORDER_TIMES, times, ReferenceCache(),
                           study->common, &study->certificate));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const ReferenceCertificate *c = &study->certificate;
    OrderGroup *g = &study->group[i];
    g->bar = g->quantity == QUANTITY_CONFIGURATION ? c->bar_configuration
             : g->quantity == QUANTITY_MULTIPLIER  ? c->bar_multiplier
                                                   : c->bar_velocity;
    PetscCall(MeasureSize(study, row, g));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadErrors(const OrderStudy *study, const Core *core, Integration it, Quad h,
                                 PetscInt time, PetscReal *error) {
  const Setting *s = study->s;
  const Dimensions d = s->dimensions;
  const PetscInt row = d.n + d.m + d.holonomic + d.nonholonomic;
  Quad *value, *expected, *moved;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(row + 1, &value, row + 1, &expected, row + 1, &moved));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const OrderGroup *g = &study->group[i];
    const Quad node = study->duration * (time + 1) / ORDER_TIMES, t = node + g->offset * h;
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

PetscErrorCode OrderStudyMeasure(const OrderStudy *study, Precision precision, PetscInt steps,
                                 PetscReal looser, OrderPoint *point) {
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
  for (PetscInt time = 0; time < ORDER_TIMES && !point->failure.failed; ++time) {
    PetscCall(core->advance(it, steps / ORDER_TIMES, &point->failure));
    if (!point->failure.failed)
      PetscCall(ReadErrors(study, core, it, h, time, point->error));
  }
  PetscCall(core->get_counts(it, &point->counts));
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

/* The largest difference between two runs with the same step, for one group; NaN if either failed.
 */
static PetscReal Distance(const OrderGroup *g, const OrderPoint *a, const OrderPoint *b) {
  PetscReal largest = 0;
  if (a->failure.failed || b->failure.failed)
    return NAN;
  for (PetscInt i = 0; i < ORDER_TIMES * g->components; ++i) {
    const PetscReal difference = fabs(a->error[g->at + i] - b->error[g->at + i]);
    if (isnan(difference))
      return NAN;
    largest = fmax(largest, difference);
  }
  return largest;
}

#define SAFETY 3 /* on a floor seen on a few runs only */

static PetscReal Growth(const OrderGroup *g, PetscInt steps) {
  return g->quantity == QUANTITY_MULTIPLIER ? (PetscReal)steps : sqrt((PetscReal)steps);
}

PetscReal OrderStudyFloorAt(const OrderStudy *study, const OrderFloor *floor, PetscInt group,
                            PetscInt steps) {
  const OrderGroup *g = &study->group[group];
  return SAFETY * fmax(floor->roundoff[group] * Growth(g, steps),
                       floor->rounding[group] * sqrt((PetscReal)steps)) +
         floor->solver[group] + g->bar;
}

PetscErrorCode OrderStudyMeasureFloor(const OrderStudy *study, PetscInt points,
                                      const OrderPoint *point, OrderFloor *floor) {
  const PetscBool twin = SettingHas(study->s, IN_QUAD);
  PetscInt probe[2] = {0, points - 1}, taken = 0;
  PetscFunctionBeginUser;
  memset(floor, 0, sizeof *floor);
  while (probe[0] < points - 1 && point[probe[0]].failure.failed)
    ++probe[0];
  while (probe[1] > probe[0] && (point[probe[1]].failure.failed || point[probe[1]].steps > 160))
    --probe[1];
  for (int i = 0; i < 2; ++i) {
    const OrderPoint *mine = &point[probe[i]];
    OrderPoint other, loose;
    if (mine->failure.failed || (i && probe[1] == probe[0]))
      continue;
    PetscCall(
        OrderStudyMeasure(study, twin ? IN_QUAD : IN_DOUBLE, mine->steps, twin ? 1 : 4, &other));
    PetscCall(OrderStudyMeasure(study, IN_DOUBLE, mine->steps, 100, &loose));
    for (PetscInt g = 0; g < study->groups; ++g) {
      const PetscReal apart = Distance(&study->group[g], mine, &other),
                      effect = Distance(&study->group[g], mine, &loose);
      if (!isnan(apart)) {
        floor->roundoff[g] =
            fmax(floor->roundoff[g], apart / Growth(&study->group[g], mine->steps));
        taken = 1;
      }
      if (!isnan(effect))
        floor->solver[g] = fmax(floor->solver[g], effect / 100);
    }
    PetscCall(PetscFree(other.error));
    PetscCall(PetscFree(loose.error));
  }
  for (PetscInt g = 0; g < study->groups; ++g) /* never below one rounding of the values */
    floor->rounding[g] =
        CoreDouble()->epsilon * (twin && taken ? 0.25 : 16 * fmax(1, study->group[g].size));
  PetscFunctionReturn(0);
}

PetscErrorCode OrderStudyDestroy(OrderStudy *study) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree(study->period));
  PetscCall(PetscFree(study->common));
  PetscFunctionReturn(0);
}
