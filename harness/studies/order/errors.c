#include "studies/order/series.h"
#include "reference/rate.h"
#include "numerics/step_size.h"

#define SCORED 64 /* entries of a quantity, evenly spread: of a large lattice a sample */

/* A quantity that the state may have, of so many entries. */
static PetscErrorCode AddGroup(OrderSubject *study, const char *only, const char *name,
                               MethodTime time, Quantity quantity, ReferencePart part,
                               PetscInt first, PetscInt entries) {
  const Claims *claims = &study->s->job->claims;
  PetscBool judged = (PetscBool)(only != NULL);
  OrderGroup g = {.name = name,
                  .quantity = quantity,
                  .part = part,
                  .first = first,
                  .all = entries,
                  .components = PetscMin(entries, SCORED),
                  .claimed = 1};
  if (!entries || (only && strcmp(only, name)))
    return 0;
  for (PetscInt i = 0; i < claims->count; ++i) {
    const Claim *claim = &claims->at[i];
    if (strcmp(claim->study, "order") || strcmp(claim->quantity, name))
      continue;
    judged = PETSC_TRUE;
    g.claimed = fmax(g.claimed, claim->order);
  }
  if (!judged)
    return 0;
  PetscCall(ExperimentTimeOf(study->s, time, &g.offset));
  study->group[study->groups++] = g;
  return 0;
}

static void ReferenceEntries(const OrderSubject *study, const OrderGroup *g, Quad t,
                             const Quad *row, Quad *out) {
  const Experiment *s = study->s;
  if (g->first < 0)
    CoreOf(s->exact)->problem_momentum(s->problem[s->exact], t, row, out);
  else
    memcpy(out, row + g->first, (size_t)g->all * sizeof *out);
}

static PetscInt RowOf(const OrderSubject *study) { return RowEntries(&study->s->dimensions); }

static Quad OutputTime(const OrderSubject *study, PetscInt time) {
  return study->duration * (time + 1) / ORDER_TIMES;
}

static void MeasureSize(const OrderSubject *study, OrderGroup *g) {
  const PetscInt row = RowOf(study);
  Quad *const value = study->value;
  for (PetscInt j = 0; j < ORDER_TIMES; ++j) {
    ReferenceEntries(study, g, OutputTime(study, j), study->common + j * row, value);
    for (PetscInt i = 0; i < g->all; ++i)
      g->size = fmax(g->size, fabs((PetscReal)value[i]));
  }
}

static PetscErrorCode AddGroups(OrderSubject *study, const char *only) {
  const Dimensions d = study->s->dimensions;
  const PetscBool momenta = (PetscBool)!study->s->ode;
  const PetscInt m = momenta ? d.m : 0, k = momenta ? d.holonomic + d.nonholonomic : 0;
  PetscCall(AddGroup(study, only, "q", TIME_OF_Q, QUANTITY_CONFIGURATION, REFERENCE_Q, 0, d.n));
  PetscCall(AddGroup(study, only, "v", momenta ? TIME_OF_P : TIME_OF_Q, QUANTITY_VELOCITY,
                     REFERENCE_V, d.n, d.m));
  PetscCall(AddGroup(study, only, "p", TIME_OF_P, QUANTITY_MOMENTUM, REFERENCE_V, -1, m));
  return AddGroup(study, only, "lambda", TIME_OF_LAMBDA, QUANTITY_MULTIPLIER, REFERENCE_LAMBDA,
                  d.n + d.m, k);
}

/* A duration that the host chose is shorter where even the finest of the first steps would be longer than
 * the model's shortest time scale: there no order shows, and explicit methods are unstable. */
static PetscErrorCode EvaluateDuration(OrderSubject *study) {
  const Integers *steps = &study->s->job->steps;
  Quad finest = 1;
  PetscCall(ExperimentEvaluateTime(study->s, study->s->job->duration, &study->duration));
  if (study->s->job->chosen)
    finest = ExperimentExcess(study->s, study->duration / steps->at[steps->count - 1]);
  if (finest > 1)
    study->duration /= ExperimentExcess(study->s, study->duration / steps->at[0]);
  return 0;
}

PetscErrorCode OrderSubjectCreate(const Experiment *s, const char *only, OrderSubject *study) {
  Quad times[ORDER_TIMES];
  memset(study, 0, sizeof *study);
  study->s = s;
  study->first = only ? ORDER_TIMES - 1 : 0;
  PetscCall(EvaluateDuration(study));
  PetscCall(AddGroups(study, only));
  study->common = ExperimentRoom(s, ORDER_TIMES * RowOf(study));
  study->value = ExperimentRoom(s, RowOf(study));
  study->expected = ExperimentRoom(s, RowOf(study));
  for (PetscInt j = 0; j < ORDER_TIMES; ++j)
    times[j] = OutputTime(study, j);
  PetscCall(
      ReferenceSolve(&(ReferenceProblem){s->instance, s->realisation, s->y0, ORDER_TIMES, times},
                     ReferenceCache(), NULL, study->common, &study->certificate));
  for (PetscInt j = 0; j < ORDER_TIMES; ++j) {
    const Quad rate =
        FieldRate(CoreDouble(), s->problem[IN_DOUBLE], times[j], study->common + j * RowOf(study));
    study->rate = PetscMax(study->rate, rate);
  }
  for (PetscInt i = 0; i < study->groups; ++i) {
    OrderGroup *g = &study->group[i];
    g->bar = study->certificate.uncertainty[g->part];
    MeasureSize(study, g);
  }
  return 0;
}

/* ---- The reference between nodes ---- */

/* The reference for one step size at an offset, at the output times: the same for many methods. */
static PetscErrorCode ReferenceBetween(OrderSubject *study, Quad offset, PetscInt64 steps,
                                       const Quad **rows) {
  const Experiment *s = study->s;
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 0, NULL};
  const PetscInt row = RowOf(study);
  ReferenceNear near[ORDER_TIMES];
  Quad time[ORDER_TIMES];
  for (PetscInt i = 0; i < study->betweens; ++i)
    if (study->between[i].offset == offset && study->between[i].steps == steps) {
      *rows = study->between[i].rows;
      return 0;
    }
  const OrderBetween between = {offset, steps, ExperimentRoom(s, ORDER_TIMES * row)};
  ArenaAppend(s->room, study->betweens, &study->between, between);
  for (PetscInt j = 0; j < ORDER_TIMES; ++j) {
    const Quad node = OutputTime(study, j);
    time[j] = node + offset * StepSize(study->duration, steps);
    near[j] = (ReferenceNear){node, study->common + j * row, 1, &time[j]};
  }
  *rows = between.rows;
  return ReferenceContinue(&problem, ORDER_TIMES, near, ReferenceCache(), between.rows);
}

PetscErrorCode OrderReadErrors(OrderSubject *study, Stepper *run, PetscInt time,
                               SeriesPoint *point) {
  const Quad h = StepSize(study->duration, point->steps);
  const PetscInt row = RowOf(study);
  Quad *const value = study->value, *const expected = study->expected;
  for (PetscInt i = 0; i < study->groups; ++i) {
    const OrderGroup *g = &study->group[i];
    const Quad *rows = study->common;
    PetscReal *error = point->errors[i].at + (time - study->first) * g->components;
    if (g->offset != 0)
      PetscCall(ReferenceBetween(study, g->offset, point->steps, &rows));
    ReferenceEntries(study, g, OutputTime(study, time) + g->offset * h, rows + time * row,
                     expected);
    StepperRead(run, g->quantity, value);
    for (PetscInt c = 0; c < g->components; ++c) {
      const PetscInt entry = OrderEntry(g, c);
      Quad difference = value[entry] - expected[entry];
      if (g->quantity == QUANTITY_CONFIGURATION)
        difference = PeriodicDifference(
            difference, ModelCasePeriod(study->s->instance, study->s->realisation, entry));
      error[c] = FiniteOrNaN(difference);
    }
  }
  return 0;
}

void OrderPreparePoint(const OrderSubject *study, Measured *measured, SeriesPoint *point) {
  const PetscInt times = ORDER_TIMES - study->first;
  point->errors = ArenaArray(measured->arena, study->groups, sizeof(*point->errors));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const PetscInt components = study->group[i].components, entries = times * components;
    Errors *errors = &point->errors[i];
    *errors = (Errors){.times = times, .components = components};
    errors->name = ArenaText(measured->arena, study->group[i].name);
    errors->at = ArenaArray(measured->arena, entries, sizeof(*errors->at));
    for (PetscInt e = 0; e < entries; ++e)
      errors->at[e] = NAN;
  }
}

PetscErrorCode OrderMeasurePoint(OrderSubject *study, Precision precision, PetscInt64 steps,
                                 PetscReal tolerance_factor, Measured *measured,
                                 SeriesPoint *point) {
  const Quad h = StepSize(study->duration, steps);
  Stepper run = StepperCreate(study->s, precision, tolerance_factor);
  *point = (SeriesPoint){.steps = steps, .h = FiniteOrNaN(h), .counted = PETSC_TRUE};
  OrderPreparePoint(study, measured, point);
  PetscBool taken = StepperBegin(&run, h, NULL);
  for (PetscInt time = 0; time < ORDER_TIMES && taken; ++time)
    if ((taken = StepperAdvance(&run, steps / ORDER_TIMES)) && time >= study->first)
      PetscCall(OrderReadErrors(study, &run, time, point));
  point->quantities = run.failure.failed ? 0 : study->groups;
  return StepperRecord(&run, measured, &point->ending, &point->counts);
}
