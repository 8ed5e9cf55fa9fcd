/* What the parts of the tolerance study share. */
#pragma once

#include "record/verdict.h"

/* The parameter of a method that is the tolerance, where the method has no gimbal_advance. */
#define TOLERANCE_PARAMETER "tolerance"

/* Tolerances 10^(-3), 10^(-3.25), … 10^(-12). */
enum { TOLERANCES_A_DECADE = 4, TOLERANCE_FIRST = 3, TOLERANCE_LAST = 12 };

/* Evaluations of fields and forces after which no smaller tolerance is tried: a code of order 1 would
 * take millions. */
enum { TOLERANCE_WORK = 200000 };

/* The words of a claim's quantity. */
#define TOLERANCE_EXPONENT "exponent" /* of the tolerance, with which errors fall */
#define TOLERANCE_FACTOR "factor"     /* by which the worst error exceeds its tolerance, at most */
#define TOLERANCE_MONOTONE "monotone" /* each smaller tolerance gives a smaller error */

extern ClaimJudge ToleranceJudge;
