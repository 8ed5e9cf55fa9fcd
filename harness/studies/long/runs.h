/* The runs of a long study as its rules read them: one quantity at a time. */
#ifndef GIMBAL_HARNESS_STUDIES_LONG_RUNS_H
#define GIMBAL_HARNESS_STUDIES_LONG_RUNS_H

#include "record/job.h"
#include "record/measured.h"
#include "statistics/trend.h"
#include "statistics/thresholds.h"

enum { RUN_BLOCKS = 128, RUNS = 16, RUNS_FINER = 3 };
#define RUN_FINER "finer"
#define RUN_TWIN "twin"

/* One quantity of one run, unpacked. */
typedef struct {
  TrendSeries series;
  double mean[RUN_BLOCKS], mean_square[RUN_BLOCKS], maximum[RUN_BLOCKS], time[RUN_BLOCKS],
      smooth[RUN_BLOCKS];
  double scale[RUN_BLOCKS]; /* of the terms of each block, where `scaled` */
  PetscBool scaled;
  PetscBool in_proportion; /* the series' maximum and scale are those of the worst block */
  PetscReal stop;          /* when it stopped, NaN if it did not */
  /* What the method's own errors in its steps would add up to in terms of this size; NaN: not told. */
  PetscReal absent;
  const char *reason;
} Run;

/* All that is known of a quantity. */
typedef struct Runs {
  int asked, finer, twins; /* runs; at most one twin */
  Run run[RUNS];           /* those asked for, from the largest step to the smallest */
  Run fine[RUNS_FINER];    /* beside the smallest, from the largest step on */
  Run twin;
  PetscReal order; /* that the method claims; NaN: none */
  const Job *job;  /* that is judged; set by the rule alone, as is the next */
  /* A claim may be on the model, whose invariant a method of high order measures: what the
   * method itself errs by is then no defect that is looked for. */
  PetscBool on_model;
  Fall fall; /* from the smallest step that was asked for on */
  /* Powers of h from the runs that were asked for, where `fall` has none; NaN: not seen. Set by the
   * rule. */
  PetscReal oscillation_power, drift_power;
} Runs;

extern void RunsUnpack(const Measured *, const char *quantity, Runs *);
/* The last one that was asked for, alone; whether it has the quantity. */
extern PetscBool RunsUnpackLast(const Measured *, const char *quantity, Run *);
/* Whether no run came to its end, neither those that were asked for nor those beside them. */
extern PetscBool RunsAllStopped(const Runs *);
/* Whether the errors fall more slowly than the claimed order says, by half a power; of a method
 * that claims none, slower than h^(1/2). */
extern PetscBool RunsFallSlowly(const Runs *);
/* The run beside those that were asked for, with the largest step, that came to its end; or NULL. */
extern const Run *RunsFinerThatEnded(const Runs *);
/* A step whose solve stopped early leaves a larger residual once; a violation is there in every
 * step, and an instability in the last ones. Whether nineteen of twenty blocks are within
 * round-off, the last among them, and no value is above a hundred times that. */
extern PetscBool RunIsolated(const TrendSeries *, PetscReal roundoff);
/* Whether it drifts or grows, if it stopped by what was seen before; and how. */
extern PetscBool RunIsWitness(const Run *, Trend *);
/* An error that is no smaller with smaller steps, and no small part of the terms: what decays and
 * then rests has no drift in the end, but has lost what it should have kept. */
extern PetscBool RunsLost(const Runs *);

#endif
