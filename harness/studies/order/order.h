/* What the parts of the order study share with one another, and with studies like it. */
#ifndef GIMBAL_HARNESS_STUDIES_ORDER_ORDER_H
#define GIMBAL_HARNESS_STUDIES_ORDER_ORDER_H

#include "record/measured.h"
#include "record/verdict.h"
#include "record/request.h"

struct Setting;
struct Explained; /* studies/explanation.h */
struct Explanation;
struct LateSeries; /* statistics/late.h */

extern PetscErrorCode OrderMeasure(const struct Setting *, Measured *);
/* Of the last series: what the rule would ask for on the claims of order. */
extern PetscErrorCode OrderMore(const Job *, const Measured *, Request *);
/* Whether a claim of order is undecided as far as it is measured, or confirmed only without coarse
 * points that depart from it: both leave it open, and the latter is *excused. */
extern PetscErrorCode OrderLeavesOpen(const Job *, const Measured *, PetscBool *open,
                                      PetscBool *excused);
/* Whether every claim of order is refuted already: no longer run would change that. */
extern PetscErrorCode OrderIsRefuted(const Job *, const Measured *, PetscBool *refuted);
/* Of the coarsest run over the horizon, to the duration: half as many as of the series' coarsest, since
 * a quotient of distances needs less than a slope does. */
extern PetscInt64 OrderLateSteps(const Integers *steps);
/* What is known of a quantity's runs over the horizon, with what is claimed of it. */
extern void OrderLateSeries(const Late *, const LateQuantity *, PetscReal order,
                            struct LateSeries *);
/* Any claim whose value is an order, on any measurement of series. */
extern PetscErrorCode OrderJudge(PetscInt count, const Job *const[], const Measured *const[],
                                 const Claim *, Finding *);
extern PetscErrorCode OrderExplain(const struct Explained *, struct Explanation *);

#endif
