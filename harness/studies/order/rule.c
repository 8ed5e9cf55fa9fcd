/* Claims of order: measurements in one or two precisions, and the words for what was found. */
#include "statistics/order.h"
#include "studies/rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A measurement of one quantity, unpacked. */
typedef struct {
  OrderSeries series;
  int steps[ORDER_POINTS];
  double floor[ORDER_POINTS];
  double *error;
  PetscInt failed, failed_finest; /* points without an error, and the finest of them in steps */
  const char *failure;            /* why */
  const char *precision;
  const json_t *times;
  PetscReal roundoff; /* the largest floor that round-off and the reference's bar account for */
} Measurement;

static PetscReal Real(const json_t *value) {
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* A floor above that is the solver's: a million roundings are more than 10 000 steps add up to. */
static PetscReal Roundoff(const json_t *measurement, const char *quantity) {
  const json_t *reference = json_object_get(measurement, "reference");
  const PetscReal epsilon = Real(json_object_get(measurement, "epsilon"));
  const PetscReal size = Real(json_object_get(json_object_get(measurement, "size"), quantity));
  const PetscReal bar = Real(json_object_get(json_object_get(reference, "bar"), quantity));
  return fmax(1e6 * epsilon * fmax(size, 1), 10 * fmax(bar, 0));
}

/* Reads the errors of one point; returns whether all are there. */
static PetscBool ReadPoint(const json_t *table, OrderSeries *s, double *error) {
  for (int t = 0; t < s->times; t++)
    for (int c = 0; c < s->components; c++) {
      error[t * s->components + c] =
          Real(json_array_get(json_array_get(table, (size_t)t), (size_t)c));
      if (!isfinite(error[t * s->components + c]))
        return PETSC_FALSE;
    }
  return PETSC_TRUE;
}

/* The points in ascending order of steps; those without an error or a floor are counted apart.
 * *there is false if no point has the quantity at all. */
static PetscErrorCode Unpack(const json_t *measurement, const char *quantity, Measurement *m,
                             PetscBool *there) {
  const json_t *series = json_object_get(measurement, "series"), *entry;
  const json_t *floors = json_object_get(json_object_get(measurement, "floor"), quantity);
  size_t i;

  PetscFunctionBeginUser;
  memset(m, 0, sizeof(*m));
  *there = PETSC_FALSE;
  m->precision = json_string_value(json_object_get(measurement, "precision"));
  m->times = json_object_get(measurement, "times");
  m->roundoff = Roundoff(measurement, quantity);
  m->series.duration = Real(json_object_get(measurement, "duration"));
  json_array_foreach(series, i, entry) {
    const json_t *table = json_object_get(json_object_get(entry, "errors"), quantity);

    if (json_array_size(table) && json_array_size(json_array_get(table, 0))) {
      m->series.times = (int)json_array_size(table);
      m->series.components = (int)json_array_size(json_array_get(table, 0));
      *there = PETSC_TRUE;
      break;
    }
  }
  PetscCall(PetscMalloc1(ORDER_POINTS * (m->series.times * m->series.components + 1), &m->error));
  json_array_foreach(series, i, entry) {
    const int block = m->series.times * m->series.components;
    const json_t *table = json_object_get(json_object_get(entry, "errors"), quantity);
    const PetscInt steps = (PetscInt)json_integer_value(json_object_get(entry, "steps"));
    const PetscReal floor = Real(json_array_get(floors, i));
    const char *reason = json_string_value(json_object_get(entry, "reason"));
    double error[block + 1];
    int k = m->series.points;

    if (!ReadPoint(table, &m->series, error) || !*there || !isfinite(floor)) {
      if (steps >= m->failed_finest) {
        m->failed_finest = steps;
        m->failure = reason ? reason : "the error is not a finite number";
      }
      m->failed++;
      continue;
    }
    if (k == ORDER_POINTS)
      continue;
    for (; k > 0 && m->steps[k - 1] > steps; k--) {
      m->steps[k] = m->steps[k - 1];
      m->floor[k] = m->floor[k - 1];
      memcpy(m->error + k * block, m->error + (k - 1) * block, sizeof(double) * (size_t)block);
    }
    m->steps[k] = (int)steps;
    m->floor[k] = floor;
    memcpy(m->error + k * block, error, sizeof(double) * (size_t)block);
    m->series.points++;
  }
  m->series.steps = m->steps;
  m->series.floor = m->floor;
  m->series.error = m->error;
  PetscFunctionReturn(0);
}

/* What would decide an undecided order. */
static const char *Remedy(const Measurement *m) {
  return m->precision && !strcmp(m->precision, "quad")
             ? "more and finer steps would decide"
             : "finer steps or --precision quad would decide";
}

static void DescribeTerm(const Measurement *m, const OrderSlope *slope, const OrderDefect *d,
                         Finding *f) {
  const OrderSeries *s = &m->series;
  const PetscReal h = s->duration / s->steps[d->point];
  const PetscReal time = Real(json_array_get(m->times, (size_t)d->time));
  const PetscReal error = s->error[(d->point * s->times + d->time) * s->components + d->component];

  FindingSet(
      f, REFUTED,
      "the error holds a term of order %d, %.3g h^%d, %.3g of its standard deviations, in "
      "component %d at t = %g: with %d steps (h = %.6g) it is %.3g of an error of %.3g, where "
      "the floor is %.1g%s",
      d->power, d->coefficient, d->power, d->deviations, d->component + 1, time, s->steps[d->point],
      h, d->size, fabs(error), s->floor[d->point],
      slope->accepted && slope->lower > d->power + 0.5 ? "; the slope alone does not show it yet"
                                                       : "");
  FindingDetail(f, "counterexample",
                json_pack("{s:i,s:f,s:f,s:i,s:f,s:i,s:f,s:f,s:f}", "steps", s->steps[d->point], "h",
                          h, "time", time, "component", d->component + 1, "error", error, "power",
                          d->power, "coefficient", d->coefficient, "deviations", d->deviations,
                          "term", d->size));
}

static void DescribeSlope(const Measurement *m, const OrderSlope *slope, Finding *f) {
  const OrderSeries *s = &m->series;
  const int a = slope->last > 0 ? slope->last - 1 : 0, b = slope->last;

  FindingSet(f, REFUTED,
             "the error falls like h^%.3f, between h^%.3f and h^%.3f, not like h^%g: %.3g with %d "
             "steps and %.3g with %d, over %d points from %d steps on",
             slope->order, slope->lower, slope->upper, s->order, OrderError(s, a), s->steps[a],
             OrderError(s, b), s->steps[b], slope->points, s->steps[slope->first]);
  FindingDetail(f, "counterexample",
                json_pack("{s:i,s:f,s:f}", "steps", s->steps[b], "h", s->duration / s->steps[b],
                          "error", OrderError(s, b)));
}

static void Describe(const Measurement *m, OrderOutcome outcome, const OrderSlope *slope,
                     const OrderDefect *d, Finding *f) {
  const OrderSeries *s = &m->series;
  PetscReal largest_floor = 0, smallest_floor = PETSC_MAX_REAL;

  for (int i = 0; i < s->points; i++) {
    largest_floor = fmax(largest_floor, s->floor[i]);
    smallest_floor = fmin(smallest_floor, s->floor[i]);
  }
  f->observed = slope->order;
  f->lower = slope->lower;
  f->upper = slope->upper;
  f->smallest = slope->smallest;
  f->precision = m->precision;
  f->floor = s->floor[slope->points ? slope->last : s->points - 1];
  if (slope->points) {
    f->from = s->steps[slope->first];
    f->to = s->steps[slope->last];
    f->points = slope->points;
  }
  switch (outcome) {
  case ORDER_CONFIRMED:
  case ORDER_EXCEEDS:
    FindingSet(
        f, CONFIRMED,
        "the error falls like h^%.3f, between h^%.3f and h^%.3f, over %d points from %d to %d "
        "steps, down to %.2g; no term of lower order was found%s",
        slope->order, slope->lower, slope->upper, slope->points, s->steps[slope->first],
        s->steps[slope->last], slope->smallest,
        outcome == ORDER_EXCEEDS ? "; the order is higher than claimed" : "");
    if (outcome == ORDER_EXCEEDS)
      FindingFlag(f, "exceeds");
    break;
  case ORDER_REFUTED_BY_TERM:
    DescribeTerm(m, slope, d, f);
    break;
  case ORDER_REFUTED_BY_SLOPE:
    DescribeSlope(m, slope, f);
    break;
  case ORDER_EXACT:
    if (smallest_floor > m->roundoff) {
      FindingSet(f, UNDECIDED,
                 "no error is above ten floors (the largest is %.2g), but the floor is %.2g, far "
                 "above round-off: it is the solver's, and a tighter tolerance would decide",
                 OrderError(s, 0), smallest_floor);
      break;
    }
    FindingSet(f, SKIPPED,
               "exact here to round-off: no error is above ten floors (the largest is %.2g, the "
               "floor up to %.2g), so no order can be seen",
               OrderError(s, 0), largest_floor);
    FindingFlag(f, "exact");
    break;
  case ORDER_TOO_FEW:
    FindingSet(f, UNDECIDED,
               "only %d of the %d points are above ten floors, and an order needs 6; %s",
               slope->above, s->points, Remedy(m));
    break;
  case ORDER_CURVED:
    FindingSet(
        f, UNDECIDED,
        "no window of 6 points up to the finest is straight enough to show an order (the last "
        "six fall like h^%.2f); %s",
        slope->order, Remedy(m));
    break;
  case ORDER_DEPARTS:
    FindingSet(
        f, UNDECIDED,
        "the slope is %.3f, but with %d steps the error departs by %.3g floors from every sum "
        "of powers from h^%g on, and no single lower-order term explains it; %s",
        slope->order, s->steps[d->departure_point], d->departure, s->order, Remedy(m));
    break;
  case ORDER_WIDE:
    FindingSet(f, UNDECIDED,
               "the order lies between %.3f and %.3f, which neither confirms nor refutes %g; %s",
               slope->lower, slope->upper, s->order, Remedy(m));
    break;
  }
}

/* One precision. */
static PetscErrorCode Judge(const json_t *job, const json_t *measurement, const char *quantity,
                            PetscReal order, Finding *f) {
  OrderSlope slope;
  OrderDefect defect;
  OrderOutcome outcome;
  Measurement m;
  PetscBool there;

  PetscFunctionBeginUser;
  FindingInit(f);
  PetscCall(Unpack(measurement, quantity, &m, &there));
  m.series.order = order;
  m.series.symmetric = json_is_true(json_object_get(job, "symmetric"));
  f->precision = m.precision;
  if (!there && !m.failed) {
    FindingSet(f, SKIPPED, "%s is not among the quantities of this model's realisation", quantity);
  } else if (m.series.points == 0) {
    FindingSet(f, FAILED, "%s has no error at any step size: %s", quantity, m.failure);
  } else {
    outcome = OrderDecide(&m.series, &slope, &defect);
    Describe(&m, outcome, &slope, &defect, f);
    if (f->verdict != REFUTED && m.failed &&
        (m.failed_finest > m.steps[m.series.points - 1] || m.series.points < 6))
      FindingSet(f, FAILED, "%d of %d step sizes failed, the finest with %d steps: %s",
                 (int)m.failed, (int)(m.failed + m.series.points), (int)m.failed_finest, m.failure);
  }
  PetscCall(PetscFree(m.error));
  PetscFunctionReturn(0);
}

/* A defect found in either precision is a defect. Otherwise the window that reaches further down
 * speaks, if it has an answer. */
static PetscBool Prefers(const Finding *a, const Finding *b) {
  if (a->verdict == REFUTED || b->verdict == REFUTED) {
    if (a->verdict != b->verdict)
      return (PetscBool)(a->verdict == REFUTED);
  } else if ((a->verdict == CONFIRMED) != (b->verdict == CONFIRMED)) {
    /* Quadruple precision knows of departures that lie below the floor of double. */
    const Finding *finer = a->smallest < b->smallest ? a : b;

    if (finer->verdict == UNDECIDED && finer->points > 0 && finer->smallest < 1e-16)
      return (PetscBool)(finer == a);
    return (PetscBool)(a->verdict == CONFIRMED);
  } else if (a->verdict != b->verdict) {
    return (PetscBool)(a->verdict < b->verdict);
  }
  return (PetscBool)(a->smallest < b->smallest);
}

PetscErrorCode RuleOrder(const json_t *job, const json_t *measured, const json_t *claim,
                         Finding *f) {
  const json_t *list = json_object_get(measured, "measurements"), *each;
  const char *quantity = json_string_value(json_object_get(claim, "quantity"));
  const PetscReal order = Real(json_object_get(claim, "order"));
  char failure[600] = "";
  size_t i;

  PetscFunctionBeginUser;
  FindingInit(f);
  FindingSet(f, FAILED, "the record holds no measurement of order");
  if (!quantity || !isfinite(order)) {
    FindingSet(f, FAILED, "the claim names no quantity or no order");
    PetscFunctionReturn(0);
  }
  json_array_foreach(list, i, each) {
    Finding other;

    PetscCall(Judge(job, each, quantity, order, &other));
    if (other.verdict == FAILED && other.precision)
      (void)snprintf(failure, sizeof(failure), "; in %s precision %.500s",
                     strcmp(other.precision, "quad") ? other.precision : "quadruple", other.reason);
    if (i == 0 || Prefers(&other, f)) {
      FindingRelease(f);
      *f = other;
    } else {
      FindingRelease(&other);
    }
  }
  if (f->verdict == UNDECIDED) /* the other precision might have decided */
    (void)snprintf(f->reason + strlen(f->reason), sizeof(f->reason) - strlen(f->reason), "%s",
                   failure);
  if (json_is_true(json_object_get(job, "degenerate")) && f->verdict != REFUTED &&
      f->verdict != FAILED) {
    char slope[64] = "";

    if (isfinite(f->observed))
      (void)snprintf(slope, sizeof(slope), " (here %.3f)", f->observed);
    FindingSet(
        f, SKIPPED,
        "degenerate: on this model methods are better than they are elsewhere, so its slope%s "
        "confirms nothing",
        slope);
    FindingFlag(f, "degenerate");
    if (f->lower > order + 0.15)
      FindingFlag(f, "superconvergent");
  }
  PetscFunctionReturn(0);
}
