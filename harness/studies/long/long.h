/* What the parts of the long study share: its runs as the rules read them, one quantity at a time. */
#pragma once

#include "record/request.h"
#include "record/verdict.h"
#include "statistics/trend.h"
#include "statistics/thresholds.h"

enum { RUNS = 16, RUNS_FINER = 5, RUNS_FINER_STOPPED = 3, RUNS_SMALL = 2 };
/* Steps of all finer runs together, over those of the requested one: five that each take twice as
 * many as the one before, from twice as many on, have 62. */
enum { RUNS_FINER_LENGTHS = 64 };
#define RUN_FINER "finer"
#define RUN_SMALL "small"
#define RUN_QUAD "twin"

/* One quantity of one run, as the statistics want it. */
typedef struct {
  TrendSeries series; /* if in proportion, its maximum and scale are those of the worst block */
  Trend trend;        /* its class */
  PetscReal stop;     /* when it stopped, NaN if it did not */
  /* What the method's own errors in its steps would add up to in terms of this size; NaN: not
   * known. */
  PetscReal own_error;
  PetscReal growth; /* of a small distance at the start, NaN: not measured */
  const char *reason;
} Run;

/* All that is known of a quantity. */
typedef struct {
  int requested, finer, smalls, quads; /* runs; at most one in quadruple precision */
  Run run[RUNS];         /* the requested ones, from the largest step to the smallest */
  Run fine[RUNS_FINER];  /* additional ones with smaller steps, from the largest on */
  Run small[RUNS_SMALL]; /* with much smaller steps, over a shorter time */
  Run quad;              /* the same in quadruple precision */
  const Job *job;        /* that is judged; set by the rules, as is the next */
  /* A claim may be on the model, whose invariant a method of high order measures: the method's own
   * error is then not the defect in question. */
  PetscBool on_model;
  Fall fall;       /* from the smallest requested step on */
  Fall small_fall; /* of much smaller steps, or before a passage */
} Runs;

extern void RunsUnpack(const Measured *, const char *quantity, Runs *);
/* The last one alone; whether it has the quantity. */
extern PetscBool RunsUnpackLast(const Measured *, const char *quantity, Run *);
/* The same from the finer run of that index on, as if its step had been the smallest requested
 * one. */
extern void RunsFrom(const Runs *, int finer, Runs *);
/* By how much a small distance at the start grows, where that makes different motions of two runs;
 * else NaN. */
extern PetscReal RunsSensitivity(const Runs *);
extern PetscBool RunsMeasuredSensitivity(const Runs *);
/* Whether much smaller steps leave an error that does not fall with them, and is a drift of each step. */
extern PetscBool RunsLeak(const Runs *);
/* Whether no run came to its end, neither a requested nor an additional one. */
extern PetscBool RunsAllStopped(const Runs *);
/* Whether the errors fall more slowly than h^(1/2). No claimed order counts: a method may be right in
 * this claim and wrong in that one. */
extern PetscBool RunsStagnate(const Runs *);
/* The additional run with the largest step that came to its end; or NULL. */
extern const Run *RunsFinerThatEnded(const Runs *);
/* A step whose solve stopped early leaves a larger residual once; a violation is there in every
 * step, and an instability in the last ones. Whether nineteen of twenty blocks are within
 * round-off, the last among them, and no value is above a hundred times that. */
extern PetscBool RunIsolated(const TrendSeries *, PetscReal roundoff);
/* Whether it drifts or grows, if it stopped by what was seen before, which is a run without an end. */
extern PetscBool RunIsCounterexample(const Run *, Run *before);
/* An error that is no smaller with smaller steps, and no small part of the terms. What decays
 * and then rests has no drift in the end, but has lost what it should have conserved. */
extern PetscBool RunsLost(const Runs *);

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
extern void LongAddRun(const Run *, Finding *);
/* How the error falls with h, where that is known. */
extern void LongAddFall(const Fall *, Finding *);
/* A claim that rests on a run that stopped: it failed, unless all runs end where the motion does. */
extern void LongJudgeStopped(const Runs *, const Run *, Finding *);

/* ---- Claims ---- */

/* A claim that a run within round-off bears out, or what it lacks for that; the run in quadruple
 * precision may be part of it. */
extern void LongConfirmExact(const Runs *, const Run *, PetscBool with_quad, Finding *);
extern void LongJudgeExact(const Runs *, Finding *);
extern void LongJudgeConstraint(const Runs *, const Claim *, Finding *);
/* The same, where no run with a step that the host chose came to its end, and a smaller one did. */
extern void LongJudgeFinerConstraint(const Runs *, Finding *);
/* Where the steps that may be taken end. */
extern void LongEndBudget(const Runs *, Finding *);
/* Of one claim that a quantity is bounded, on the runs so far. */
extern void LongJudgeBounded(const Runs *, PetscBool walk, Finding *);
/* Whether a claim is on the model, which declares a quantity to be conserved. */
extern PetscBool LongIsOnModel(const Claim *);
/* A run of a constraint that stopped because the method is unstable there. The method's own
 * claim that the energy drifts states this, and the run shows it. If the constraint held until
 * then, nothing is left to judge. */
extern void LongJudgeUnstable(const Measured *, const Runs *, Finding *);

/* ---- The study ---- */

struct Experiment;

extern PetscErrorCode LongMeasure(const struct Experiment *, Measured *);
/* What the last requested run needs, so that the claims on it can be judged. */
typedef struct {
  PetscBool longer; /* more steps: a claimed bound may be a slow oscillation, or a drift */
  /* It drifts or wanders though it is claimed to be bounded: half its step has to run as long, or it
   * would not show what becomes of that. */
  PetscBool moves;
  /* The method's own error: without it a claim of exactness, or of a bound on what is within
   * round-off, is not significant. */
  PetscBool own_error;
} LongNeeds;

/* Pure. */
extern LongNeeds LongFindNeeds(const Job *, const Measured *);
/* What the claims on all requested runs still need. REQUEST_FINER: half the smallest step so
 * far. A claim rests on how errors fall with the step, or no run came to its end and exactness
 * is claimed of an energy or an invariant, or the host chose the smallest step. REQUEST_DENSER:
 * a step in between, where half the step would be round-off. REQUEST_QUAD: a claim of exactness
 * is at the edge of round-off. REQUEST_GLANCE: double precision would not see the method's own
 * error. */
extern Request LongMoreRuns(const Job *, const Measured *, PetscBool chosen);
extern ClaimJudge LongJudge;
