#include "reports/difference.h"
#include "base/digits.h"
#include "base/lists.h"
#include "reports/text.h"
#include "statistics/thresholds.h"

const char *const DirectionNames[DIRECTIONS + 1] = {
    [BETTER] = "better", [WORSE] = "worse", [OTHER] = "other"};
const char *const ChangeNames[CHANGES + 1] = {[CHANGE_VERDICT] = "verdict",
                                              [CHANGE_GONE] = "gone",
                                              [CHANGE_NEW] = "new",
                                              [CHANGE_ORDER] = "order",
                                              [CHANGE_ERROR] = "error"};

typedef struct {
  PetscReal factor;
  Differences *found;
  const BaselineLine *line; /* that is looked at */
} Comparison;

/* "order q = 2.0" */
static const char *ClaimText(Arena arena, const BaselineClaim *claim) {
  OWNED(MemoryFree) char *claimed = NumberOrWordToText(claim->claimed);
  return ArenaPrint(arena, "%s %s = %s%s%s", claim->study, claim->quantity, claimed,
                    claim->place ? ", " : "", claim->place ? claim->place : "");
}

/* With its line and the claim (NULL: none), and nothing else yet. */
static Difference *Add(const Comparison *c, Direction direction, ChangeKind kind,
                       const BaselineClaim *claim) {
  Differences *all = c->found;
  Difference *d = ArenaNext(all->arena, all->count, &all->at);
  *d = (Difference){
      .direction = direction, .kind = kind, .line = c->line, .was = "", .is = "", .reason = ""};
  all->of[direction]++;
  if (claim)
    d->claim = ClaimText(all->arena, claim);
  return d;
}

/* ---- Verdicts ---- */

static PetscBool SameClaim(const BaselineClaim *a, const BaselineClaim *b) {
  return (PetscBool)(!strcmp(a->study, b->study) && !strcmp(a->quantity, b->quantity) &&
                     NumberOrWordIsSame(a->claimed, b->claimed) && TextIsSame(a->place, b->place));
}

/* Of claims with one name the last counts. */
static const BaselineClaim *FindClaim(const BaselineLine *line, const BaselineClaim *like) {
  for (PetscInt i = line ? line->claims - 1 : -1; i >= 0; i--)
    if (SameClaim(&line->claim[i], like))
      return &line->claim[i];
  return NULL;
}

/* What rises is better only where the claim holds: a refuted one may be refuted by a higher order. */
static Direction Rising(const BaselineClaim *base, const BaselineClaim *fresh) {
  const int step = OutcomeRank(fresh->outcome) - OutcomeRank(base->outcome);
  return step >= 0 && fresh->outcome == OUTCOME_CONFIRMED ? BETTER : OTHER;
}

/* A claim that got better is not worse for its order. */
static Direction Falling(const BaselineClaim *base, const BaselineClaim *fresh) {
  return OutcomeRank(fresh->outcome) > OutcomeRank(base->outcome) ? OTHER : WORSE;
}

/* An interval is narrow where the errors follow their law, and then moves by several of its widths when
 * error constants change: only a distance that counts against a claim is another order. */
static void CompareOrders(const Comparison *c, const BaselineClaim *base,
                          const BaselineClaim *fresh) {
  const PetscBool below = (PetscBool)(fresh->upper < base->lower - ORDER_NEAR);
  const Arena arena = c->found->arena;
  if (strcmp(base->study, "order") || !(below || fresh->lower > base->upper + ORDER_NEAR))
    return;
  Difference *d = Add(c, below ? Falling(base, fresh) : Rising(base, fresh), CHANGE_ORDER, base);
  d->was = ArenaPrint(arena, "%.3f to %.3f", (double)base->lower, (double)base->upper);
  d->is = ArenaPrint(arena, "%.3f to %.3f", (double)fresh->lower, (double)fresh->upper);
}

static void CompareClaims(const Comparison *c, const BaselineClaim *base,
                          const BaselineClaim *fresh) {
  const int step = OutcomeRank(fresh->outcome) - OutcomeRank(base->outcome);
  if (base->outcome != fresh->outcome) {
    Difference *d = Add(c, step < 0 ? WORSE : step > 0 ? BETTER : OTHER, CHANGE_VERDICT, base);
    d->was = OutcomeNames[base->outcome];
    d->is = OutcomeNames[fresh->outcome];
    d->reason = fresh->reason ? fresh->reason : "";
  }
  CompareOrders(c, base, fresh);
}

/* A claim that is only in one of the runs. */
static void Alone(const Comparison *c, const BaselineClaim *claim, ChangeKind kind) {
  const PetscBool gone = (PetscBool)(kind == CHANGE_GONE);
  const PetscBool bad = gone ? (PetscBool)(claim->outcome != OUTCOME_SKIPPED)
                             : (PetscBool)!OutcomePasses(claim->outcome);
  Difference *d = Add(c, bad ? WORSE : OTHER, kind, claim);
  *(gone ? &d->was : &d->is) = OutcomeNames[claim->outcome];
  d->reason = !gone && claim->reason ? claim->reason : "";
}

/* ---- Errors ---- */

/* The greatest of the ratios of one kind in a record, so that one change is one difference; of what got
 * better, and of what got worse. */
typedef struct {
  PetscReal ratio, was, is;
  const BaselineSeries *in;
  PetscInt point;
} Extreme;

static void UpdateExtremes(Extreme extremes[2], PetscReal was, PetscReal is,
                           const BaselineSeries *in, PetscInt point) {
  /* What is below ten floors stands there as these with a minus sign. */
  if (isnan(was) || isnan(is) || (was < 0 && is < 0))
    return;
  const PetscReal ratio = fabs(is) / fabs(was);
  if (ratio > extremes[WORSE].ratio)
    extremes[WORSE] = (Extreme){ratio, was, is, in, point};
  if (1 / ratio > extremes[BETTER].ratio)
    extremes[BETTER] = (Extreme){1 / ratio, was, is, in, point};
}

static const BaselineErrors *FindErrors(const BaselineSeries *series, const char *name) {
  for (PetscInt i = 0; i < series->quantities; i++)
    if (!strcmp(series->quantity[i].name, name))
      return &series->quantity[i];
  return NULL;
}

static void CompareSeries(const BaselineSeries *base, const BaselineSeries *fresh, const char *name,
                          Extreme extremes[2]) {
  const BaselineErrors *before = FindErrors(base, name), *after = FindErrors(fresh, name);
  for (PetscInt i = 0; before && after && i < base->steps.count; i++) {
    PetscInt j = 0;
    while (j < fresh->steps.count && fresh->steps.at[j] != base->steps.at[i])
      j++;
    if (j < fresh->steps.count)
      UpdateExtremes(extremes, before->error.at[i], after->error.at[j], base, i);
  }
}

/* Smaller errors are better where all claims on them hold, and none of them is larger. */
static PetscBool IsBetter(const BaselineLine *fresh, const char *quantity) {
  for (PetscInt i = 0; i < fresh->claims; i++)
    if (!strcmp(fresh->claim[i].quantity, quantity) &&
        fresh->claim[i].outcome != OUTCOME_CONFIRMED && fresh->claim[i].outcome != OUTCOME_SKIPPED)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

static void TellExtremes(const Comparison *c, const BaselineLine *fresh, const char *quantity,
                         const Extreme extremes[2]) {
  const PetscBool worse = (PetscBool)(extremes[WORSE].ratio > c->factor);
  const Arena arena = c->found->arena;
  for (int way = 0; way < 2; way++) {
    const Extreme *extreme = &extremes[way];
    if (!(extreme->ratio > c->factor) || (way == BETTER && worse))
      continue;
    Difference *d = Add(c, way == WORSE || IsBetter(fresh, quantity) ? (Direction)way : OTHER,
                        CHANGE_ERROR, NULL);
    d->claim = quantity;
    d->was =
        ArenaPrint(arena, "%s%.3g", extreme->was < 0 ? "below " : "", fabs((double)extreme->was));
    d->is = ArenaPrint(arena, "%s%.3g", extreme->is < 0 ? "below " : "", fabs((double)extreme->is));
    if (extreme->in->h) /* stored with the digits of quadruple precision */
      d->where = ArenaPrint(arena, "h = %s",
                            DigitsShortest(strtod(extreme->in->h, NULL), (char[DIGITS_ROOM]){0}));
    else
      d->where = ArenaPrint(arena, "N = %lld", (long long)extreme->in->steps.at[extreme->point]);
  }
}

/* Each series of a record by itself, since the precisions and the runs have errors of their own. */
static void CompareErrors(const Comparison *c, const BaselineLine *base,
                          const BaselineLine *fresh) {
  for (PetscInt i = 0; i < base->series; i++) {
    const BaselineSeries *same = BaselineFindSeries(fresh, &base->one[i]);
    for (PetscInt k = 0; same && k < base->one[i].quantities; k++) {
      const char *name = base->one[i].quantity[k].name;
      Extreme extremes[2] = {{.ratio = 0}, {.ratio = 0}};
      CompareSeries(&base->one[i], same, name, extremes);
      TellExtremes(c, fresh, name, extremes);
    }
  }
}

/* ---- Causes ---- */

static PetscBool SameCause(const Difference *a, const Difference *b) {
  return (PetscBool)(a->direction == b->direction && a->kind == b->kind &&
                     !strcmp(a->line->method, b->line->method) && !strcmp(a->claim, b->claim) &&
                     (a->kind > CHANGE_NEW || (!strcmp(a->was, b->was) && !strcmp(a->is, b->is))) &&
                     TextSameForm(a->reason, b->reason));
}

static void AddCause(Differences *all, PetscInt number) {
  PetscInt i = 0;
  while (i < all->causes && !SameCause(&all->at[all->cause[i]], &all->at[number]))
    i++;
  if (i == all->causes) {
    ArenaAppend(all->arena, all->causes, &all->cause, number);
  }
  all->at[number].cause = i;
}

/* ---- All of it ---- */

/* Coefficients are judged once for each method, and on which model depends on the suite's other models. */
static const BaselineLine *FindLine(const Baseline *run, const BaselineLine *like) {
  const BaselineLine *found = BaselineFind(run, like->key);
  for (PetscInt i = 0; !found && !strncmp(like->key, "algebra/", 8) && i < run->count; i++)
    if (!strncmp(run->at[i].key, "algebra/", 8) && !strcmp(run->at[i].method, like->method))
      found = &run->at[i];
  return found;
}

/* The claims of a run that the other has not are gone, or new; of the base the others are compared. */
static void CompareLines(Comparison *c, const Baseline *run, const Baseline *other,
                         ChangeKind alone) {
  for (PetscInt i = 0; i < run->count; i++) {
    const BaselineLine *line = c->line = &run->at[i], *same = FindLine(other, line);
    for (PetscInt k = 0; k < line->claims; k++) {
      const BaselineClaim *claim = &line->claim[k], *there = FindClaim(same, claim);
      if (FindClaim(line, claim) != claim)
        continue;
      if (!there)
        Alone(c, claim, alone);
      else if (alone == CHANGE_GONE)
        CompareClaims(c, claim, there);
    }
    if (same && alone == CHANGE_GONE && line->seed == same->seed)
      CompareErrors(c, line, same);
    else if (same && alone == CHANGE_GONE)
      c->found->drawn++;
  }
}

void DifferencesFind(const Baseline *base, const Baseline *fresh, PetscReal factor,
                     Differences *differences) {
  Comparison c = {.factor = factor, .found = differences};
  *differences = (Differences){.count = 0};
  differences->arena = ArenaCreate();
  CompareLines(&c, base, fresh, CHANGE_GONE);
  CompareLines(&c, fresh, base, CHANGE_NEW);
  for (int way = 0; way < DIRECTIONS; way++)
    for (PetscInt i = 0; i < differences->count; i++)
      if (differences->at[i].direction == (Direction)way)
        AddCause(differences, i);
}
