/* Whether the order stays over many durations. No reference reaches that far at a reasonable price,
 * and on a chaotic model none can: runs whose steps are each half as long as those of the run before
 * are compared with one another. Three of them are enough where they show the order to the end. */
#include "base/digits.h"
#include "numerics/step_size.h"
#include "reference/classical.h"
#include "studies/order/series.h"
#include "studies/order/order.h"

enum { QUARTERS = 4, LEAST_STEPS = 8, RUNS_AT_MOST = LATE_MOST + 1 };
/* Of distances between runs, of which rules take the logarithms of quotients and give three digits. */
enum { LATE_DIGITS = 5 };

/* What is sampled of runs: four times in a part, the scored entries of all groups one after the
 * other. A value between nodes is another one for each step: such groups are left out. */
typedef struct {
  const OrderSubject *study;
  const OrderGroup *group[ORDER_GROUPS];
  PetscInt groups, first[ORDER_GROUPS]; /* of its entries */
  PetscInt parts, entries;
  PetscInt64 steps; /* of the coarsest run, in a part */
  Quad *period;     /* of each entry; 0: it has none */
  Quad *sample[RUNS_AT_MOST];
  PetscInt known[RUNS_AT_MOST]; /* samples that there are */
  PetscInt runs;
} LateRuns;

PetscInt64 OrderLateSteps(const Integers *steps) {
  PetscInt64 least = steps->at[0];
  for (PetscInt i = 1; i < steps->count; ++i)
    least = PetscMin(least, steps->at[i]);
  least = (least / 2 + QUARTERS - 1) / QUARTERS * QUARTERS;
  return PetscMax(least, LEAST_STEPS);
}

static LateRuns LateRunsCreate(const OrderSubject *study) {
  const Job *job = study->s->job;
  LateRuns late = {.study = study, .parts = job->horizon, .steps = OrderLateSteps(&job->steps)};
  for (const OrderGroup *g = study->group; g < study->group + study->groups; ++g)
    if (g->offset == 0) {
      late.group[late.groups] = g;
      late.first[late.groups++] = late.entries;
      late.entries += g->components;
    }
  late.period = ExperimentRoom(study->s, late.entries);
  for (PetscInt i = 0; i < late.groups; ++i)
    for (PetscInt c = 0; c < late.group[i]->components; ++c)
      if (late.group[i]->quantity == QUANTITY_CONFIGURATION)
        late.period[late.first[i] + c] = ModelCasePeriod(study->s->instance, study->s->realisation,
                                                         OrderEntry(late.group[i], c));
  return late;
}

static void SampleRun(const LateRuns *late, Stepper *run, Quad *value, Quad *out) {
  for (PetscInt i = 0; i < late->groups; ++i) {
    const OrderGroup *g = late->group[i];
    StepperRead(run, g->quantity, value);
    for (PetscInt c = 0; c < g->components; ++c)
      *out++ = value[OrderEntry(g, c)];
  }
}

static PetscErrorCode AddRun(LateRuns *late) {
  const Experiment *s = late->study->s;
  const PetscInt run = late->runs++;
  const PetscInt64 steps = late->steps << run;
  Stepper own = StepperCreate(s, IN_DOUBLE, 1);
  OWNED(MemoryFree) Quad *value = MemoryZeroed((size_t)RowEntries(&s->dimensions), sizeof(*value));
  late->sample[run] = ExperimentRoom(s, late->parts * QUARTERS * late->entries);
  (void)StepperBegin(&own, StepSize(late->study->duration, steps), NULL);
  for (PetscInt k = 0; k < late->parts * QUARTERS && StepperAdvance(&own, steps / QUARTERS); ++k) {
    SampleRun(late, &own, value, late->sample[run] + (size_t)(k * late->entries));
    late->known[run] = k + 1;
  }
  return StepperEnd(&own);
}

/* The root mean square over a part of the distance between a run and the next one, in the entries
 * from `first` on. */
static PetscReal DistanceOfPair(const LateRuns *late, PetscInt run, PetscInt part, PetscInt first,
                                PetscInt count) {
  Quad sum = 0;
  if ((part + 1) * QUARTERS > PetscMin(late->known[run], late->known[run + 1]))
    return NAN;
  for (PetscInt k = part * QUARTERS; k < (part + 1) * QUARTERS; ++k)
    for (PetscInt e = first; e < first + count; ++e) {
      const size_t at = (size_t)(k * late->entries + e);
      const Quad difference =
          PeriodicDifference(late->sample[run][at] - late->sample[run + 1][at], late->period[e]);
      sum += difference * difference;
    }
  return FiniteOrNaN(sqrtq(sum / (Quad)(QUARTERS * count)));
}

/* Of the coarsest run; an angle that goes round is as large as its period. */
static PetscReal SizeOfRun(const LateRuns *late, PetscInt first, PetscInt count) {
  PetscReal size = 0;
  for (PetscInt k = 0; k < late->known[0]; ++k)
    for (PetscInt e = first; e < first + count; ++e) {
      const PetscReal value = fabs((PetscReal)late->sample[0][k * late->entries + e]),
                      period = (PetscReal)late->period[e];
      size = fmax(size, period > 0 ? fmin(value, period) : value);
    }
  return size;
}

/* What the runs so far show, for each group. */
static void StoreRuns(const LateRuns *late, const OrderNoise *noise, Measured *measured) {
  const OrderSubject *study = late->study;
  const PetscInt pairs = late->runs - 1;
  Late *out = &measured->late;
  out->duration = FiniteOrNaN(study->duration);
  out->steps = late->steps;
  out->quantities = late->groups;
  out->quantity = ArenaArray(measured->arena, late->groups, sizeof(*out->quantity));
  for (PetscInt i = 0; i < late->groups; ++i) {
    const OrderGroup *g = late->group[i];
    const PetscInt first = late->first[i];
    LateQuantity *q = &out->quantity[i];
    q->name = ArenaText(measured->arena, g->name);
    q->size = SizeOfRun(late, first, g->components);
    q->floor =
        FiniteOrNaN((Quad)OrderNoiseAt(study, noise, (PetscInt)(g - study->group), late->steps));
    q->pairs = pairs;
    q->parts = late->parts;
    q->apart = ArenaArray(measured->arena, pairs * late->parts, sizeof(*q->apart));
    for (PetscInt pair = 0; pair < pairs; ++pair)
      for (PetscInt part = 0; part < late->parts; ++part)
        q->apart[pair * late->parts + part] =
            DigitsRound(DistanceOfPair(late, pair, part, first, g->components), LATE_DIGITS);
  }
}

/* Whether a finer run could show more: that a suspicion is right or wrong, or an order where the
 * distances of coarser runs are too large. */
static PetscBool WantsFiner(const LateRuns *late, const Late *stored) {
  for (PetscInt i = 0; i < late->groups; ++i) {
    const PetscReal order = late->group[i]->claimed;
    const LateFinding f = OrderExamineLate(stored, &stored->quantity[i], order);
    if (f.open || (!f.lost && f.reach < late->parts))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* ---- The control ---- */

/* The runs of a known method on the index-reduced equations: where the solution is, and whether it is smooth
 * enough for an order to be seen at all. The first has the step of the method's second: with the
 * same step it would lose the order where the method does, before the steps resolve the solution. */
enum { CONTROL_SCREENED = 2, CONTROL_RUNS = 3 };

typedef struct {
  const LateRuns *late;
  PetscInt entries;             /* of y = (q,v) */
  Quad *sample[CONTROL_RUNS];   /* the states at the ends of the quarters, */
  PetscInt known[CONTROL_RUNS]; /* those that there are */
  PetscInt runs;
} Control;

/* The next finer run. It depends on the case and the steps alone, so that it
 * is kept for the other methods and quantities. */
static PetscErrorCode ControlAddRun(Control *c) {
  const LateRuns *late = c->late;
  const Experiment *s = late->study->s;
  const PetscInt run = c->runs++;
  const PetscInt64 steps = late->steps << (run + 1);
  c->sample[run] = ExperimentRoom(s, late->parts * QUARTERS * c->entries);
  return ClassicalSolve(&(ClassicalRun){.instance = s->instance,
                                        .realisation = s->realisation,
                                        .problem = s->problem[IN_DOUBLE],
                                        .start = s->y0,
                                        .h = StepSize(late->study->duration, steps),
                                        .every = steps / QUARTERS,
                                        .samples = late->parts * QUARTERS},
                        ReferenceCache(), c->sample[run], &c->known[run]);
}

static PetscBool ControlKnows(const Control *c, PetscInt part) {
  for (PetscInt run = 0; run < c->runs; ++run)
    if ((part + 1) * QUARTERS > c->known[run])
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The order in the entries from `first` on, as three runs show it in a part. A distance of rounding
 * only counts as smooth. */
static PetscReal ControlOrder(const Control *c, PetscInt part, PetscInt first, PetscInt past) {
  Quad sum[2] = {0, 0}, size = 0;
  for (PetscInt k = part * QUARTERS; k < (part + 1) * QUARTERS; ++k)
    for (PetscInt e = first; e < past; ++e)
      for (int pair = 0; pair < 2; ++pair) {
        const size_t at = (size_t)(k * c->entries + e);
        const Quad difference = c->sample[pair][at] - c->sample[pair + 1][at];
        sum[pair] += difference * difference;
        size += c->sample[pair][at] * c->sample[pair][at];
      }
  if (sum[1] <= size * QUAD_C(1e-22))
    return 4;
  return FiniteOrNaN(log2((PetscReal)(sum[0] / sum[1])) / 2);
}

/* The lesser one of q and v, for each part, from one more run. */
static PetscErrorCode MeasureControl(Control *c, Measured *measured) {
  const Dimensions d = c->late->study->s->dimensions;
  Reals *out = &measured->late.control;
  PetscCall(ControlAddRun(c));
  out->count = c->late->parts;
  out->at = ArenaArray(measured->arena, out->count, sizeof(*out->at));
  for (PetscInt part = 0; part < out->count; ++part) {
    out->at[part] = NAN;
    if (!ControlKnows(c, part))
      continue;
    out->at[part] = ControlOrder(c, part, 0, d.n);
    if (d.m)
      out->at[part] = fmin(out->at[part], ControlOrder(c, part, d.n, d.n + d.m));
  }
  return 0;
}

/* The distance over a part of the method's run, or of the control's own before its finest where that
 * is negative, from the control's finest, in a group of configurations. */
static PetscReal DistanceFromControl(const Control *c, const OrderGroup *g, PetscInt first,
                                     PetscInt run, PetscInt part) {
  const LateRuns *late = c->late;
  const Quad *finest = c->sample[c->runs - 1];
  Quad sum = 0;
  if (!ControlKnows(c, part) || (run >= 0 && (part + 1) * QUARTERS > late->known[run]))
    return NAN;
  for (PetscInt k = part * QUARTERS; k < (part + 1) * QUARTERS; ++k)
    for (PetscInt i = 0; i < g->components; ++i) {
      const PetscInt at = k * c->entries + OrderEntry(g, i);
      const Quad other =
          run < 0 ? c->sample[c->runs - 2][at] : late->sample[run][k * late->entries + first + i];
      const Quad difference = PeriodicDifference(other - finest[at], late->period[first + i]);
      sum += difference * difference;
    }
  return FiniteOrNaN(sqrtq(sum / (Quad)(QUARTERS * g->components)));
}

static void StoreDistances(const Control *c, Measured *measured) {
  const LateRuns *late = c->late;
  const PetscInt run[] = {late->runs - 1, late->runs - 2, -1};
  for (PetscInt i = 0; i < late->groups; ++i) {
    const OrderGroup *g = late->group[i];
    LateQuantity *q = &measured->late.quantity[i];
    Reals *const list[] = {&q->classical, &q->classical_before, &q->control_apart};
    for (int l = 0; l < 3 && g->quantity == QUANTITY_CONFIGURATION; ++l) {
      list[l]->count = late->parts;
      list[l]->at = ArenaArray(measured->arena, list[l]->count, sizeof(*list[l]->at));
      for (PetscInt part = 0; part < list[l]->count; ++part)
        list[l]->at[part] =
            DigitsRound(DistanceFromControl(c, g, late->first[i], run[l], part), LATE_DIGITS);
    }
  }
}

PetscErrorCode OrderMeasureLate(const OrderSubject *study, const OrderNoise *noise,
                                Measured *measured) {
  LateRuns late = LateRunsCreate(study);
  Control control = {.late = &late, .entries = study->s->dimensions.n + study->s->dimensions.m};
  while (late.runs <= LATE_SCREENED)
    PetscCall(AddRun(&late));
  while (control.runs < CONTROL_SCREENED)
    PetscCall(ControlAddRun(&control));
  StoreRuns(&late, noise, measured);
  StoreDistances(&control, measured);
  PetscBool more = WantsFiner(&late, &measured->late);
  if (more)
    PetscCall(MeasureControl(&control, measured));
  for (; more && late.runs < RUNS_AT_MOST; more = WantsFiner(&late, &measured->late)) {
    PetscCall(AddRun(&late));
    StoreRuns(&late, noise, measured);
    StoreDistances(&control, measured);
  }
  return 0;
}
