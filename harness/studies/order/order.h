/* What the parts of the order study share with one another, and with studies like it. */
#pragma once

#include "record/verdict.h"
#include "record/request.h"
#include "statistics/late.h"

typedef struct {
  PetscBool open; /* some claim is undecided, or confirmed only without coarse points that depart */
  PetscBool excused; /* the latter is so of some claim */
  PetscBool refuted; /* every claim is refuted: no longer run would change that */
} OrderStanding;

/* Of the last series: what the rule would ask for on the claims of order. */
extern PetscErrorCode OrderMore(const Job *, const Measured *, Request *);
/* The state of the claims of order on the measurements so far. */
extern PetscErrorCode OrderStandingOf(const Job *, const Measured *, OrderStanding *);
/* Of the coarsest run over the horizon, to the duration: half as many as of the series' coarsest, since
 * a quotient of distances needs less than a slope does. */
extern PetscInt64 OrderLateSteps(const Integers *steps);
/* What a quantity's runs over the horizon show, of which that order is claimed. */
extern LateFinding OrderExamineLate(const Late *, const LateQuantity *, PetscReal order);
/* A claim of order is on every interval. Runs beyond the duration may refute it; a confirmation
 * reports how far they went. */
extern void OrderJudgeLate(const Job *, const Measured *, const Claim *, Finding *);
/* Any claim whose value is an order, on any measurement of series. */
extern ClaimJudge OrderJudge;
/* What would change a verdict on an order. */
extern const char OrderChange[];
