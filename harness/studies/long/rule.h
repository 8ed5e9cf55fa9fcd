/* What the rules on long runs share. */
#ifndef GIMBAL_HARNESS_STUDIES_LONG_RULE_H
#define GIMBAL_HARNESS_STUDIES_LONG_RULE_H

#include "record/verdict.h"
#include "studies/long/runs.h"

#include <math.h>

/* NaN: not known. */
static inline PetscReal LongKnown(PetscReal value) { return isfinite(value) ? value : NAN; }

/* A verdict, whose statements follow. */
static inline void LongDecide(VerdictWord verdict, Finding *f) {
  f->verdict = verdict;
  f->statements = 0;
}

/* ---- Statements ---- */

extern void LongAddStop(const Run *, Finding *);
/* What a larger step does is stated, too: by the statements that follow. */
extern void LongAddLargerStep(Finding *);
/* What the run in quadruple precision shows, if there is one. */
extern void LongAddQuad(const Runs *, Finding *);
/* What one run shows. */
extern void LongAddRun(const Run *, const Trend *, Finding *);
/* How the error falls with the step, from the additional runs with smaller steps, else from the
 * requested ones. */
extern void LongFindPowers(const Trend[], Runs *, Finding *);
extern void LongAddPowers(const Runs *, Finding *);
/* A claim that rests on a run that stopped. */
extern void LongJudgeStopped(const Run *, Finding *);

/* ---- Claims ---- */

/* A claim that a run within round-off bears out, or what it lacks for that; the run in quadruple
 * precision may be part of it. */
extern void LongConfirmExact(const Runs *, const Run *, PetscBool with_quad, Finding *);
extern void LongJudgeExact(const Runs *, const Trend[], Finding *);
extern void LongJudgeConstraint(const Runs *, const Claim *, Finding *);
/* The same, where no run with a step that the host chose came to its end, and a smaller one did. */
extern void LongJudgeFinerConstraint(const Runs *, Finding *);
/* Where the steps that may be taken end. */
extern void LongEndBudget(const Runs *, Finding *);

#endif
