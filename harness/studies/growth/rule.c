/* Claims on the exponent of an error's growth with time. The largest errors in the parts of a run are
 * fitted by a + b t^γ (statistics/growth.h). The powers that there are for a reason are whole: a
 * claim is confirmed if the interval of γ lies within 0.3 of it. Two powers of one run, t and t² say,
 * may look like a third, below them, between or, where their signs differ, above; in a run of four
 * times the time the higher one has gained on the other. So a claim is refuted if the interval lies
 * beyond 0.5 in both runs, and both agree. */
#include "studies/growth/growth.h"
#include "statistics/growth.h"

enum { RUNS = 5 };

typedef enum {
  GROWTH_CLEAR,    /* the exponent has an interval */
  GROWTH_SHORT,    /* the run ends too soon */
  GROWTH_ROUNDING, /* so small are the errors */
  GROWTH_MISSING   /* the quantity is not scored */
} GrowthFound;

/* How an error grows in one run. */
typedef struct {
  GrowthFound found;
  const LongRun *run;
  Envelope envelope;
  PetscReal largest, rounding;
} Growing;

/* What round-off alone makes of an error: of q and v it adds up once more than of what is conserved. */
static PetscReal RoundingOf(const Measured *measured, const LongRun *run, const char *quantity) {
  const PetscReal steps = (PetscReal)run->steps;
  const PetscBool state = (PetscBool)(!strcmp(quantity, "q") || !strcmp(quantity, "v"));
  const PetscReal walk = GROWTH_ROUNDINGS_OF_WALK * (GROWTH_ROUNDINGS_AT_ONCE + sqrt(steps));

  return measured->epsilon * (state ? steps : walk);
}

static void FindGrowth(const Measured *measured, const LongRun *run, const char *quantity,
                       Growing *g) {
  const Watched *w = LongRunFind(run, quantity);
  double time[ENVELOPE_MOST], largest[ENVELOPE_MOST];
  int count = 0;

  *g = (Growing){.found = GROWTH_MISSING, .run = run};
  if (!w)
    return;
  g->largest = w->maximum;
  g->rounding = RoundingOf(measured, run, quantity);
  for (PetscInt i = GROWTH_SKIPPED_PARTS; i < w->blocks && count < ENVELOPE_MOST; i++) {
    time[count] = BlockTime(run, w, i, 0.5);
    largest[count++] = w->block[i].maximum;
  }
  if (w->nonfinite > 0)
    g->found = GROWTH_MISSING;
  else if (w->blocks < GROWTH_PARTS / 2)
    g->found = GROWTH_SHORT;
  else if (!(w->maximum > GROWTH_ROUNDINGS * g->rounding))
    g->found = GROWTH_ROUNDING;
  else
    g->found = EnvelopeFit(count, time, largest, &g->envelope) ? GROWTH_ROUNDING : GROWTH_CLEAR;
}

typedef enum { WITHIN, OUTSIDE, BETWEEN } Place;

static Place PlaceOf(const Envelope *e, PetscReal claimed) {
  if (e->lower > claimed - GROWTH_NEAR && e->upper < claimed + GROWTH_NEAR)
    return WITHIN;
  return e->upper < claimed - GROWTH_BEYOND || e->lower > claimed + GROWTH_BEYOND ? OUTSIDE
                                                                                  : BETWEEN;
}

static PetscBool IsLonger(const Measured *measured) {
  return (PetscBool)(measured->run[measured->count - 1].duration >
                     GROWTH_LONGER * measured->run[0].duration);
}

/* Whether an earlier run, over a shorter time, agrees. */
static PetscBool IsRepeated(const Measured *measured, const Growing *last, const char *quantity,
                            PetscReal claimed) {
  for (PetscInt i = 0; i < measured->count; i++) {
    Growing g;

    if (GROWTH_LONGER * measured->run[i].duration > last->run->duration)
      continue;
    FindGrowth(measured, &measured->run[i], quantity, &g);
    if (g.found == GROWTH_CLEAR && PlaceOf(&g.envelope, claimed) == OUTSIDE &&
        fabs(g.envelope.exponent - last->envelope.exponent) < GROWTH_BEYOND)
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

Request GrowthMore(const Job *job, const Measured *measured) {
  const LongRun *last = measured->count ? &measured->run[measured->count - 1] : NULL;
  Request request = REQUEST_NOTHING;

  if (!last || measured->count > RUNS || last->ending.reason)
    return REQUEST_NOTHING;
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    const PetscBool state = (PetscBool)(!claim->quantity[1]); /* of what decides on the step */
    Growing g;

    FindGrowth(measured, last, claim->quantity, &g);
    if (g.found == GROWTH_SHORT)
      return REQUEST_FINER;
    if (g.found == GROWTH_ROUNDING && state)
      return REQUEST_COARSER;
    if (g.found == GROWTH_CLEAR && PlaceOf(&g.envelope, claim->order) != WITHIN &&
        !IsRepeated(measured, &g, claim->quantity, claim->order) && !IsLonger(measured))
      request = REQUEST_LONGER;
  }
  return request;
}

static void JudgeClear(const Measured *measured, const Growing *g, const Claim *claim, Finding *f) {
  const Envelope *e = &g->envelope;
  const Place found = PlaceOf(e, claim->order);
  const Place place =
      found == OUTSIDE && !IsRepeated(measured, g, claim->quantity, claim->order) ? BETWEEN : found;
  static const VerdictWord verdicts[] = {CONFIRMED, REFUTED, UNDECIDED};
  static const Cause causes[] = {CAUSE_GROWTH_AS_CLAIMED, CAUSE_GROWTH_NOT_AS_CLAIMED,
                                 CAUSE_GROWTH_NOT_SETTLED};

  f->observed = e->exponent;
  f->lower = e->lower;
  f->upper = e->upper;
  f->smallest = g->largest;
  f->floor = g->rounding;
  FindingSet(f, verdicts[place], CAUSE_ERROR_GROWS,
             FACTS(NUMBER(DURATION, g->run->duration), NUMBER(H, g->run->h),
                   TEXT(SUBJECT, claim->quantity), NUMBER(EXPONENT, e->exponent),
                   NUMBER(LOWER, e->lower), NUMBER(UPPER, e->upper), NUMBER(ERROR, g->largest)));
  FindingAdd(f, causes[place], FACTS(NUMBER(CLAIMED, claim->order)));
  if (place == OUTSIDE) {
    Counterexample *c = FindingShow(f, g->run->h, g->largest);
    c->steps = g->run->steps;
    c->time = g->run->duration;
  }
}

PetscErrorCode GrowthJudge(const Evidence *e, Finding *f) {
  const Claim *claim = e->claim;
  const Measured *all = e->measured[0];
  Growing g = {.found = GROWTH_MISSING}, chosen = g;

  f->precision = all->precision;
  /* The last run that shows it: later ones may have been taken for other claims. */
  for (PetscInt i = all->count; i-- > 0 && chosen.found != GROWTH_CLEAR;) {
    FindGrowth(all, &all->run[i], claim->quantity, &g);
    if (i == all->count - 1 || g.found == GROWTH_CLEAR)
      chosen = g;
  }
  /* A less clear one that does not contradict an earlier one does not weaken it. */
  for (PetscInt i = 0; i < all->count && chosen.found == GROWTH_CLEAR &&
                       PlaceOf(&chosen.envelope, claim->order) == BETWEEN &&
                       chosen.envelope.lower < claim->order && claim->order < chosen.envelope.upper;
       i++) {
    FindGrowth(all, &all->run[i], claim->quantity, &g);
    if (g.found == GROWTH_CLEAR && PlaceOf(&g.envelope, claim->order) == WITHIN)
      chosen = g;
  }
  if (!all->count || chosen.found == GROWTH_MISSING)
    FindingSet(f, SKIPPED, CAUSE_NOT_SCORED, FACTS(TEXT(SUBJECT, claim->quantity)));
  else if (chosen.found == GROWTH_CLEAR)
    JudgeClear(all, &chosen, claim, f);
  else if (chosen.run->ending.reason)
    FindingSet(f, FAILED, CAUSE_STEP_SIZE_FAILED,
               FACTS(NUMBER(H, chosen.run->h), TEXT(FAILURE, chosen.run->ending.reason)));
  else if (chosen.found == GROWTH_SHORT)
    FindingSet(f, UNDECIDED, CAUSE_ERROR_SATURATES,
               FACTS(NUMBER(H, chosen.run->h), NUMBER(DURATION, chosen.run->duration)));
  else {
    FindingSet(f, SKIPPED, CAUSE_GROWTH_AT_ROUND_OFF,
               FACTS(NUMBER(DURATION, chosen.run->duration), NUMBER(H, chosen.run->h),
                     TEXT(SUBJECT, claim->quantity), NUMBER(ERROR, chosen.largest),
                     NUMBER(NOISE_LEVEL, GROWTH_ROUNDINGS * chosen.rounding)));
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
  }
  return 0;
}
