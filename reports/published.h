/* The table of published claims: verdicts put together by what the paper says. */
#ifndef GIMBAL_REPORTS_PUBLISHED_H
#define GIMBAL_REPORTS_PUBLISHED_H

#include "reports/html.h"
#include "reports/store.h"

/* A new array of claims, by paper and in the order of its suite. A claim is an object with source,
 * place, text, number; verdicts, those on it, the telling ones first and among them the simplest
 * system first; and outcome, an Outcome: the worst, where a refutation counts before what is open,
 * expected or not. */
extern PetscErrorCode PublishedCollect(Store, json_t **claims);

/* tables/published_claims.{md,tex,csv}, if a suite brought any claims. The text has a row for each
 * claim; the CSV one for each claim and system. */
extern PetscErrorCode WritePublished(Store);

#endif
