/* Claims of order at later times: what runs beyond the duration say of them. Pure. */
#include "statistics/late.h"
#include "studies/order/measurement.h"
#include "studies/order/order.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What an order that is lost late is told by: three runs that are apart like h^k. */
static void DescribeLost(const Late *late, const LateQuantity *q, const LateFinding *l,
                         Finding *f) {
  const int pair = (int)q->pairs - 2;
  const PetscReal time = (l->part + 1) * late->duration,
                  h = late->duration / (PetscReal)(late->steps << pair),
                  *apart = &q->apart[pair * q->parts + l->part];

  FindingSet(f, REFUTED,
             "the order is lost later: up to t = %g runs with steps h and h/2 are apart like "
             "h^%.2f, but about t = %g like h^%.2f: with h = %.6g and half of it they are %.3g "
             "apart there, and with the next half %.3g",
             late->duration, l->early, time, l->late, h, apart[0], apart[q->parts]);
  FindingFlag(f, "late");
  f->details.counterexample.there = PETSC_TRUE;
  f->details.counterexample.h = h;
  f->details.counterexample.time = time;
  f->details.counterexample.error = apart[0];
  f->details.counterexample.power = l->power;
}

/* What runs are told by that converge, but not to the solution. */
static void DescribeAstray(const Late *late, const LateQuantity *q, const LateFinding *l,
                           Finding *f) {
  const int finest = (int)q->pairs;
  const PetscReal time = (l->part + 1) * late->duration,
                  h = late->duration / (PetscReal)(late->steps << finest);

  FindingSet(
      f, REFUTED,
      "the runs go astray later: about t = %g those with steps %.3g and %.3g are only %.3g "
      "apart, but %.3g from a run of the classical method of order 4, which is %.3g from its "
      "own with steps twice as long: they converge to something else than the solution",
      time, 2 * h, h, q->apart[(finest - 1) * q->parts + l->part], q->beside.at[l->part],
      q->control_apart.at[l->part]);
  FindingFlag(f, "astray");
  f->details.counterexample.there = PETSC_TRUE;
  f->details.counterexample.h = h;
  f->details.counterexample.time = time;
  f->details.counterexample.error = q->beside.at[l->part];
  f->details.counterexample.power = 0;
}

/* A list of a number for each part, if it is one. */
static const PetscReal *ForParts(const LateQuantity *q, const Reals *list) {
  return list->count == q->parts ? list->at : NULL;
}

void OrderLateSeries(const Late *late, const LateQuantity *q, PetscReal order, LateSeries *series) {
  *series = (LateSeries){.pairs = (int)q->pairs,
                         .parts = (int)q->parts,
                         .apart = q->apart,
                         .size = q->size,
                         .floor = q->floor,
                         .order = order,
                         .control = ForParts(q, &late->control)};
  if (ForParts(q, &q->beside) && ForParts(q, &q->beside_before) && ForParts(q, &q->control_apart)) {
    series->beside = q->beside.at;
    series->beside_before = q->beside_before.at;
    series->control_apart = q->control_apart.at;
  }
}

void OrderJudgeLate(const Job *job, const Measured *measured, const Claim *claim, Finding *f) {
  const Late *const late = &measured->late;
  const LateQuantity *q = LateFind(late, claim->quantity);
  const size_t used = strlen(f->reason);
  char *const end = f->reason + used;
  LateFinding l = {.reach = 0};

  if (f->verdict == REFUTED || f->verdict == FAILED)
    return;
  if (q) {
    LateSeries series;

    OrderLateSeries(late, q, claim->order, &series);
    LateExamine(&series, &l);
    if (l.lost) {
      (l.power ? DescribeLost : DescribeAstray)(late, q, &l, f);
      return;
    }
  }
  if (f->verdict != CONFIRMED || strcmp(job->kind ? job->kind : "", "order"))
    return;
  if (l.reach > 1 && l.open)
    (void)snprintf(end, sizeof(f->reason) - used,
                   "; the order stays up to t = %g, and after it runs with ever smaller steps show "
                   "none",
                   l.reach * late->duration);
  else if (l.reach > 1)
    (void)snprintf(end, sizeof(f->reason) - used, "; the order stays up to t = %g",
                   l.reach * late->duration);
  else if (!measured->count || !OrderIsGiven(&measured->series[0]))
    (void)snprintf(end, sizeof(f->reason) - used, "; later times were not looked at%s",
                   job->horizon ? ": runs that long show no order" : "");
}

PetscErrorCode OrderStandingLater(const Job *job, const Measured *measured,
                                  const OrderStanding *early, OrderStanding *standing) {
  PetscFunctionBeginUser;
  *standing = *early;
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    const LateQuantity *q = LateFind(&measured->late, claim->quantity);
    LateSeries series;
    LateFinding l;

    if (strcmp(claim->study, "order") || !q)
      continue;
    OrderLateSeries(&measured->late, q, claim->order, &series);
    LateExamine(&series, &l);
    if (!l.lost)
      continue;
    PetscCall(OrderStandingOf(job, measured, standing));
    break;
  }
  PetscFunctionReturn(0);
}
