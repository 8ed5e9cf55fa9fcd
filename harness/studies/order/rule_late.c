/* Claims of order at later times: what runs beyond the duration show. Pure. */
#include "studies/order/measurement.h"
#include "studies/order/order.h"

/* The evidence for an order that is lost late: three runs whose distances fall like h^k. */
static void DescribeLost(const Late *late, const LateQuantity *q, const LateFinding *l,
                         Finding *f) {
  const int pair = (int)q->pairs - 2;
  const PetscReal time = (l->part + 1) * late->duration,
                  h = late->duration / (PetscReal)(late->steps << pair),
                  *apart = &q->apart[pair * q->parts + l->part];

  FindingSet(f, REFUTED, CAUSE_ORDER_LOST_LATER,
             FACTS(NUMBER(DURATION, late->duration), NUMBER(ORDER, l->early), NUMBER(TIME, time),
                   NUMBER(POWER, l->late), NUMBER(H, h), NUMBER(DIFFERENCE, apart[0]),
                   NUMBER(FINER_ERROR, apart[q->parts])));
  FindingFlag(f, "late");
  FindingShow(f, h, apart[0])->time = time;
}

/* The evidence for runs that converge, but not to the solution. */
static void DescribeElsewhere(const Late *late, const LateQuantity *q, const LateFinding *l,
                              Finding *f) {
  const int finest = (int)q->pairs;
  const PetscReal time = (l->part + 1) * late->duration,
                  h = late->duration / (PetscReal)(late->steps << finest);

  FindingSet(f, REFUTED, CAUSE_CONVERGES_ELSEWHERE,
             FACTS(NUMBER(TIME, time), NUMBER(H, 2 * h), NUMBER(FINER_H, h),
                   NUMBER(DIFFERENCE, q->apart[(finest - 1) * q->parts + l->part]),
                   NUMBER(ERROR, q->classical.at[l->part]),
                   NUMBER(UNCERTAINTY, q->control_apart.at[l->part])));
  FindingFlag(f, "astray");
  FindingShow(f, h, q->classical.at[l->part])->time = time;
}

/* A list of a number for each part, if it is one. */
static const PetscReal *ForParts(const LateQuantity *q, const Reals *list) {
  return list->count == q->parts ? list->at : NULL;
}

LateFinding OrderExamineLate(const Late *late, const LateQuantity *q, PetscReal order) {
  LateSeries series = {.pairs = (int)q->pairs,
                       .parts = (int)q->parts,
                       .apart = q->apart,
                       .size = q->size,
                       .floor = q->floor,
                       .order = order,
                       .control = ForParts(q, &late->control)};
  if (ForParts(q, &q->classical) && ForParts(q, &q->classical_before) &&
      ForParts(q, &q->control_apart)) {
    series.classical = q->classical.at;
    series.classical_before = q->classical_before.at;
    series.control_apart = q->control_apart.at;
  }
  return LateExamine(&series);
}

/* Where the same runs lose the order of another quantity that the method claims, after this one was last
 * seen; NaN: nowhere. */
static PetscReal LostByOther(const Job *job, const Late *late, const LateQuantity *mine, int reach,
                             const char **name) {
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    const LateQuantity *q = strcmp(claim->study, "order") ? NULL : LateFind(late, claim->quantity);

    if (!q || q == mine)
      continue;
    const LateFinding l = OrderExamineLate(late, q, claim->order);
    if (l.lost && l.part >= reach) {
      *name = claim->quantity;
      return (l.part + 1) * late->duration;
    }
  }
  return NAN;
}

void OrderJudgeLate(const Job *job, const Measured *measured, const Claim *claim, Finding *f) {
  const Late *const late = &measured->late;
  const LateQuantity *q = LateFind(late, claim->quantity);
  LateFinding l = {.reach = 0};
  const char *other = NULL;
  PetscReal lost;

  if (f->verdict == REFUTED || f->verdict == FAILED)
    return;
  if (q)
    l = OrderExamineLate(late, q, claim->order);
  if (l.lost) {
    (l.power ? DescribeLost : DescribeElsewhere)(late, q, &l, f);
    return;
  }
  if (f->verdict != CONFIRMED || strcmp(job->kind ? job->kind : "", "order"))
    return;
  if (l.reach > 1) {
    FindingAdd(f, CAUSE_ORDER_STAYS, FACTS(NUMBER(TIME, l.reach * late->duration)));
    if (l.open)
      FindingAdd(f, CAUSE_NO_ORDER_AFTER, NO_FACTS);
    else if (l.reach < q->parts)
      FindingAdd(f, CAUSE_ORDER_STAYS_OF, FACTS(NUMBER(DURATION, q->parts * late->duration)));
    lost = LostByOther(job, late, q, l.reach, &other);
    if (isfinite(lost)) {
      f->verdict = UNDECIDED;
      FindingAdd(f, CAUSE_ORDER_LOST_BESIDE, FACTS(TEXT(SUBJECT, other), NUMBER(TIME, lost)));
    }
  } else if (!measured->count || !OrderIsGiven(&measured->series[0])) {
    FindingAdd(f, CAUSE_LATER_NOT_TESTED, NO_FACTS);
    if (job->horizon)
      FindingAdd(f, CAUSE_LONG_RUNS_SHOW_NO_ORDER, NO_FACTS);
  }
}
