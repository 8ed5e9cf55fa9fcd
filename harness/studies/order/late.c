/* Whether the order stays over many durations. No reference reaches that far at a reasonable price,
 * and on a chaotic model none can: runs whose steps are each half as long as those of the run before
 * are compared with one another. Three of them are enough where nothing is suspicious. */
#include "numerics/step_size.h"
#include "statistics/late.h"
#include "studies/order/errors.h"
#include "studies/order/order.h"
#include <math.h>
#include <string.h>

enum { QUARTERS = 4, LEAST_STEPS = 8, RUNS_AT_MOST = LATE_MOST + 1 };

/* What is sampled of runs: four times in a part, the scored entries of all groups one after the
 * other. */
typedef struct {
  const OrderSubject *study;
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

/* A value between nodes is another one for each step: such groups are left out. */
static PetscBool AtNodes(const OrderGroup *g) { return (PetscBool)(g->offset == 0); }

static PetscInt Entry(const OrderGroup *g, PetscInt c) {
  return (PetscInt)((PetscInt64)c * g->all / g->components);
}

static PetscErrorCode Create(const OrderSubject *study, LateRuns *late) {
  const Job *job = study->s->job;
  PetscInt next = 0;
  PetscFunctionBeginUser;
  *late = (LateRuns){.study = study, .parts = job->horizon, .steps = OrderLateSteps(&job->steps)};
  for (PetscInt i = 0; i < study->groups; ++i)
    late->entries += AtNodes(&study->group[i]) ? study->group[i].components : 0;
  PetscCall(PetscCalloc1(late->entries + 1, &late->period));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const OrderGroup *g = &study->group[i];
    for (PetscInt c = 0; AtNodes(g) && c < g->components; ++c, ++next)
      if (g->quantity == QUANTITY_CONFIGURATION)
        late->period[next] = study->period[Entry(g, c)];
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Destroy(LateRuns *late) {
  PetscFunctionBeginUser;
  for (PetscInt r = 0; r < late->runs; ++r)
    PetscCall(PetscFree(late->sample[r]));
  PetscCall(PetscFree(late->period));
  PetscFunctionReturn(0);
}

static PetscErrorCode Sample(const LateRuns *late, const Core *core, Integration it, Quad *value,
                             Quad *out) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < late->study->groups; ++i) {
    const OrderGroup *g = &late->study->group[i];
    PetscInt count;
    if (!AtNodes(g))
      continue;
    PetscCall(core->get(it, g->quantity, &count, value));
    for (PetscInt c = 0; c < g->components; ++c)
      *out++ = value[Entry(g, c)];
  }
  PetscFunctionReturn(0);
}

/* The next finer run, over the first parts only. */
static PetscErrorCode AddRun(LateRuns *late, PetscInt parts) {
  const Setting *s = late->study->s;
  const Dimensions d = s->dimensions;
  const Core *core = CoreDouble();
  const PetscInt run = late->runs++;
  const PetscInt64 steps = late->steps << run;
  StepFailure failure;
  Integration it;
  Quad *value;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(parts * QUARTERS * late->entries + 1, &late->sample[run]));
  PetscCall(PetscMalloc1(d.n + d.m + d.holonomic + d.nonholonomic + 1, &value));
  PetscCall(SettingIntegrate(s, IN_DOUBLE, 1, &it));
  PetscCall(core->begin(it, StepSize(late->study->duration, steps), s->y0, &failure));
  for (PetscInt k = 0; k < parts * QUARTERS && !failure.failed; ++k) {
    PetscCall(core->advance(it, steps / QUARTERS, &failure));
    if (failure.failed)
      break;
    PetscCall(Sample(late, core, it, value, late->sample[run] + (size_t)(k * late->entries)));
    late->known[run] = k + 1;
  }
  PetscCall(core->destroy(&it));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

/* The root mean square over a part of the distance between a run and the next one, in the entries
 * from `first` on. */
static PetscReal Apart(const LateRuns *late, PetscInt run, PetscInt part, PetscInt first,
                       PetscInt count) {
  Quad sum = 0;
  if ((part + 1) * QUARTERS > PetscMin(late->known[run], late->known[run + 1]))
    return NAN;
  for (PetscInt k = part * QUARTERS; k < (part + 1) * QUARTERS; ++k)
    for (PetscInt e = first; e < first + count; ++e) {
      const size_t at = (size_t)(k * late->entries + e);
      Quad difference = late->sample[run][at] - late->sample[run + 1][at];
      if (late->period[e] > 0)
        difference -= late->period[e] * roundq(difference / late->period[e]);
      sum += difference * difference;
    }
  return FiniteOrNaN(sqrtq(sum / (Quad)(QUARTERS * count)));
}

/* Of the coarsest run; an angle that goes round is as large as its period. */
static PetscReal Size(const LateRuns *late, PetscInt first, PetscInt count) {
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
static PetscErrorCode Store(const LateRuns *late, const OrderFloor *floor, Measured *measured) {
  const OrderSubject *study = late->study;
  const PetscInt pairs = late->runs - 1;
  Late *out = &measured->late;
  PetscInt first = 0;
  PetscFunctionBeginUser;
  out->duration = FiniteOrNaN(study->duration);
  out->steps = late->steps;
  out->quantities = 0;
  PetscCall(ArenaArray(measured->arena, study->groups, &out->quantity));
  for (PetscInt i = 0; i < study->groups; ++i) {
    const OrderGroup *g = &study->group[i];
    LateQuantity *q = &out->quantity[out->quantities];
    if (!AtNodes(g))
      continue;
    out->quantities++;
    PetscCall(ArenaText(measured->arena, g->name, &q->name));
    q->size = Size(late, first, g->components);
    q->floor = FiniteOrNaN((Quad)OrderFloorAt(study, floor, i, late->steps));
    q->pairs = pairs;
    q->parts = late->parts;
    PetscCall(ArenaArray(measured->arena, pairs * late->parts, &q->apart));
    for (PetscInt pair = 0; pair < pairs; ++pair)
      for (PetscInt part = 0; part < late->parts; ++part)
        q->apart[pair * late->parts + part] = Apart(late, pair, part, first, g->components);
    first += g->components;
  }
  PetscFunctionReturn(0);
}

/* Up to where a finer run would have to go to make sure of a suspicion; 0: there is none. */
static PetscInt SuspectParts(const LateRuns *late, const Late *stored) {
  const OrderSubject *study = late->study;
  PetscInt parts = 0;
  for (PetscInt i = 0; i < stored->quantities; ++i) {
    const LateQuantity *q = &stored->quantity[i];
    LateSeries series = {.pairs = (int)q->pairs,
                         .parts = (int)q->parts,
                         .apart = q->apart,
                         .size = q->size,
                         .floor = q->floor,
                         .control = stored->control.count ? stored->control.at : NULL};
    LateFinding f;
    for (PetscInt g = 0; g < study->groups; ++g)
      if (!strcmp(study->group[g].name, q->name))
        series.order = study->group[g].claimed;
    LateExamine(&series, &f);
    if (f.open)
      parts = PetscMax(parts, f.suspect + 3);
  }
  return PetscMin(parts, late->parts);
}

/* ---- The control ---- */

/* A known method on the index-reduced equations: whether the solution is smooth enough for an order to
 * be seen at all. */
typedef struct {
  const LateRuns *late;
  Problem problem;
  PetscInt entries; /* of y = (q,v) */
  Quad *y, *stage, *slope, *sum;
} Control;

/* One step of the classical method of order 4. */
static PetscErrorCode ControlStep(const Control *c, Quad t, Quad h, PetscBool *valid) {
  static const PetscReal node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(c->sum, c->entries));
  PetscCall(PetscArrayzero(c->slope, c->entries));
  *valid = PETSC_TRUE;
  for (int i = 0; i < 4 && *valid; ++i) {
    for (PetscInt e = 0; e < c->entries; ++e)
      c->stage[e] = c->y[e] + (Quad)node[i] * h * c->slope[e];
    PetscCall(CoreDouble()->problem_field(c->problem, t + (Quad)node[i] * h, c->stage, c->slope,
                                          NULL, valid));
    for (PetscInt e = 0; e < c->entries; ++e)
      c->sum[e] += (Quad)weight[i] * c->slope[e];
  }
  for (PetscInt e = 0; e < c->entries; ++e)
    c->y[e] += h / 6 * c->sum[e];
  PetscFunctionReturn(0);
}

/* The states at the ends of the quarters; those that there are. */
static PetscErrorCode ControlRun(const Control *c, PetscInt64 steps, PetscInt parts, Quad *sample,
                                 PetscInt *known) {
  const LateRuns *late = c->late;
  const Quad h = StepSize(late->study->duration, steps);
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  *known = 0;
  PetscCall(PetscArraycpy(c->y, late->study->s->y0, c->entries));
  for (PetscInt64 step = 0; step < steps * parts; ++step) {
    PetscCall(ControlStep(c, (Quad)step * h, h, &valid));
    if (!valid)
      break;
    if ((step + 1) % (steps / QUARTERS) == 0)
      PetscCall(
          PetscArraycpy(sample + (size_t)((*known)++ * c->entries), c->y, (size_t)c->entries));
  }
  PetscFunctionReturn(0);
}

/* The order in the entries from `first` on, as three runs show it in a part. What is apart by
 * rounding only is as good as smooth. */
static PetscReal ControlOrder(const Control *c, Quad *const sample[], PetscInt part, PetscInt first,
                              PetscInt past) {
  Quad sum[2] = {0, 0}, size = 0;
  for (PetscInt k = part * QUARTERS; k < (part + 1) * QUARTERS; ++k)
    for (PetscInt e = first; e < past; ++e)
      for (int pair = 0; pair < 2; ++pair) {
        const size_t at = (size_t)(k * c->entries + e);
        const Quad difference = sample[pair][at] - sample[pair + 1][at];
        sum[pair] += difference * difference;
        size += sample[pair][at] * sample[pair][at];
      }
  if (sum[1] <= size * QUAD_C(1e-22))
    return 4;
  return FiniteOrNaN(log2((PetscReal)(sum[0] / sum[1])) / 2);
}

/* The lesser one of q and v, for each of the first parts. */
static PetscErrorCode MeasureControl(const LateRuns *late, PetscInt parts, Measured *measured) {
  const Setting *s = late->study->s;
  const Dimensions d = s->dimensions;
  Reals *out = &measured->late.control;
  Control c = {.late = late, .problem = s->problem[IN_DOUBLE], .entries = d.n + d.m};
  Quad *sample[LATE_DECIDED];
  PetscInt known, least = parts * QUARTERS;
  PetscFunctionBeginUser;
  PetscCall(
      PetscMalloc4(c.entries, &c.y, c.entries, &c.stage, c.entries, &c.slope, c.entries, &c.sum));
  for (int run = 0; run < LATE_DECIDED; ++run) {
    PetscCall(PetscMalloc1(parts * QUARTERS * c.entries, &sample[run]));
    PetscCall(ControlRun(&c, late->steps << (run + 1), parts, sample[run], &known));
    least = PetscMin(least, known);
  }
  out->count = late->parts;
  PetscCall(ArenaArray(measured->arena, out->count, &out->at));
  for (PetscInt part = 0; part < out->count; ++part) {
    out->at[part] = NAN;
    if ((part + 1) * QUARTERS > least)
      continue;
    out->at[part] = ControlOrder(&c, sample, part, 0, d.n);
    if (d.m)
      out->at[part] = fmin(out->at[part], ControlOrder(&c, sample, part, d.n, d.n + d.m));
  }
  for (int run = 0; run < LATE_DECIDED; ++run)
    PetscCall(PetscFree(sample[run]));
  PetscCall(PetscFree4(c.y, c.stage, c.slope, c.sum));
  PetscFunctionReturn(0);
}

PetscErrorCode OrderMeasureLate(const OrderSubject *study, const OrderFloor *floor,
                                Measured *measured) {
  LateRuns late;
  PetscInt parts;
  PetscFunctionBeginUser;
  if (!study->s->job->horizon)
    PetscFunctionReturn(0);
  PetscCall(Create(study, &late));
  while (late.runs <= LATE_SCREENED)
    PetscCall(AddRun(&late, late.parts));
  PetscCall(Store(&late, floor, measured));
  parts = SuspectParts(&late, &measured->late);
  if (parts)
    PetscCall(MeasureControl(&late, parts, measured));
  for (PetscInt more = parts; more && late.runs < RUNS_AT_MOST;
       more = SuspectParts(&late, &measured->late)) {
    PetscCall(AddRun(&late, parts));
    PetscCall(Store(&late, floor, measured));
  }
  PetscCall(Destroy(&late));
  PetscFunctionReturn(0);
}
