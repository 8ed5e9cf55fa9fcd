/* What the parts of the growth study share: long runs, with the largest errors in equal parts of
 * the time (Watched.block), relative to the size of the quantity. */
#pragma once

#include "record/request.h"
#include "record/verdict.h"
#include "statistics/thresholds.h"

/* Parts of a run, and values in each; a run's steps are a multiple of both. */
enum { GROWTH_PARTS = 32, GROWTH_VALUES = 30, GROWTH_SAMPLES = GROWTH_PARTS * GROWTH_VALUES };

/* Of the last run: REQUEST_FINER where errors saturate too soon, REQUEST_COARSER where they are
 * round-off, REQUEST_LONGER where an exponent is not clear. Pure. */
extern Request GrowthMore(const Job *, const Measured *);
extern ClaimJudge GrowthJudge;
