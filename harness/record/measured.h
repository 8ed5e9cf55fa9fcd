/* What a job measured. There are four shapes, and a study uses the one that fits it; all texts and
 * arrays belong to the arena inside. What is not a finite number is NaN here and
 * null in the file. */
#pragma once

#include "base/arena.h"
#include "base/counts.h"
#include "record/words.h"
#include "statistics/accumulator.h"

/* What became of one step size or one run. */
typedef struct {
  Status status;
  const char *reason; /* why it failed; NULL if it did not, as the three below are NaN and −1 */
  PetscReal time;     /* when */
  PetscInt64 step;    /* after how many steps */
  PetscReal residual; /* the number that shows it */
} Ending;

/* ---- A series of step sizes ---- */

/* Signed errors of one quantity at one step size. */
typedef struct {
  const char *name;
  PetscInt times, components;
  PetscReal *at; /* [time][component]; NaN where missing */
} Errors;

typedef struct {
  PetscInt64 steps;    /* N, to the duration */
  PetscReal h;         /* T/N */
  PetscReal tolerance; /* of a run whose steps the method chose, which counts as one; else 0 */
  Ending ending;
  PetscInt quantities; /* 0 where it failed */
  Errors *errors;
  PetscBool counted;
  Counts counts;
} SeriesPoint;

/* What is known of one quantity besides its errors. */
typedef struct {
  const char *name;
  PetscReal size; /* the reference's largest entry; NaN: not recorded */
  PetscReal bar;  /* the reference's error bar; NaN: not recorded */
  Reals floor;    /* of each point: below it errors mean nothing */
  /* Of runs in double and in quadruple precision with one step size: how far apart they are, and how
   * far rounding and the solver's tolerance would bring them; of the step size where the former
   * exceeds the latter most. NaN: not recorded. */
  PetscReal apart, explained;
} SeriesQuantity;

typedef struct {
  Precision precision;
  PetscReal epsilon;            /* of its arithmetic */
  const char *reference_kind;   /* "exact", "quad", "double"; NULL: no reference */
  const char *reference_method; /* how it was made, for people */
  PetscReal duration;
  PetscReal rate; /* the largest of the linearised field along the reference; NaN: not recorded */
  Reals times;    /* at which errors are taken */
  PetscInt quantities, points;
  SeriesQuantity *quantity;
  SeriesPoint *point;
} Series;

/* How far runs over many durations are apart whose steps are each half as long as those of the run
 * before, for one quantity. */
typedef struct {
  const char *name;
  PetscReal size;        /* the largest entry along the coarsest run */
  PetscReal floor;       /* what rounding puts between two runs within the first duration */
  PetscInt pairs, parts; /* neighbouring runs, from the coarsest on; durations */
  PetscReal *apart;      /* [pair][part]: the root mean square; NaN where a run had ended */
  /* How far the finest run, and the one before, are from a run of a known method, in each part; and
   * that run from the known method's own with steps twice as long. Empty: not known. */
  Reals classical, classical_before, control_apart;
} LateQuantity;

typedef struct {
  PetscReal duration; /* of a part; NaN: there are no such runs */
  PetscInt64 steps;   /* of the coarsest run, in a part */
  Reals control; /* the order that a known method shows in each part; empty: it was not asked */
  PetscInt quantities;
  LateQuantity *quantity;
} Late;

/* ---- Long runs ---- */

/* Of a run's values. What no rule and no plot needs is NaN, the scale where it is that of the run; the count is
 * 0, since the quantity has the steps of a block. */
typedef AccumulatorBlock Block;

/* One quantity along a run, in constant memory; statistics/accumulator.h says how. */
typedef struct {
  const char *name, *study, *kind; /* kind: of an invariant, its words */
  PetscReal scale;                 /* size of the terms that cancel in it; NaN: not recorded */
  PetscReal first_scale;           /* their size after the first step; NaN: not recorded */
  PetscInt64 count, nonfinite;     /* values, and how many of them were not finite */
  PetscReal maximum, final;        /* the largest |value|, and the last value */
  PetscInt64 block_steps;          /* the steps that a block lasts */
  PetscInt blocks;
  Block *block;
  PetscInt64 smooth_order, smooth_steps; /* of the smooth means: boxes in a window, values in one */
  Reals smooth_values;
  Reals points;        /* of a picture's coordinate, along the curve */
  PetscInt pairs, two; /* before format 3: (t, value), from which come extremes and points */
  PetscReal *pair;
} Watched;

typedef struct {
  PetscReal h;
  const char *h_text; /* as requested */
  /* Why it was made besides the requested runs: "finer", to see how the errors of the smallest step
   * fall, "small", the same with much smaller steps, or "twin", the same in quadruple precision;
   * NULL: requested. */
  const char *extra;
  PetscReal epsilon; /* of its arithmetic; NaN: the measurement's */
  /* The method's own error in a step, relative to q and v; 0: round-off; NaN: not recorded. */
  PetscReal own_error;
  PetscInt64 steps;
  PetscReal duration;
  Ending ending;
  Counts counts;
  PetscInt quantities;
  Watched *quantity;
  /* The factor by which a distance of 1e-12 at the start grows, and the time at which this run and
   * the one with larger steps before it are two motions; NaN: not measured, and never. */
  PetscReal growth, parted;
} LongRun;

/* ---- Sums over the members of an ensemble ---- */

typedef struct {
  const char *name;
  PetscReal scale;
  Reals sum_square, sum_fourth; /* at each time */
} EnsembleSum;

typedef struct {
  PetscReal h;
  PetscInt64 steps;
  PetscInt first, past;    /* members: the first, and the one after the last */
  PetscInt failed_members; /* left out of the sums */
  Reals times;
  PetscInt quantities;
  EnsembleSum *quantity;
} Ensemble;

/* ---- Defects at points ---- */

/* A further number that a study wants to be seen: "shift", "exact". */
typedef struct {
  const char *name;
  PetscReal value;
} NamedReal;

/* Something that is 0 if the claim holds, and how far the measurement of it may be off. */
typedef struct {
  const char *name;
  PetscReal defect, error;
  const char *witness; /* what shows it: a tree; NULL: nothing does */
  PetscInt numbers;
  NamedReal *number;
} Defect;

typedef struct {
  PetscReal h;
  Ending ending;
  const char *equilibrium; /* of the model; NULL: the point is not an equilibrium */
  const char *exact;       /* its stability: "stable", "unstable", "neutral" */
  PetscReal factor;        /* by which a step multiplies a small deviation; NaN: not recorded */
  PetscInt quantities;
  Defect *quantity;
} Point;

/* ---- All of it ---- */

/* The units of a quantity, of its entries or of all of them: their numbers here times 2 to these
 * powers are the model's. */
typedef struct {
  const char *name;
  Integers exponents;
} QuantityUnits;

/* Where the host worked in other units than the model's. */
typedef struct {
  PetscInt time; /* exponent of the unit of times and step sizes */
  PetscInt quantities;
  QuantityUnits *quantity;
} MeasuredUnits;

/* Whether the method's step is a function of its state, as far as single steps were taken again. */
typedef struct {
  const char *impure;   /* why it is not, a sentence; NULL: it seems to be one */
  PetscReal time;       /* before the step that shows it; NaN: none does */
  const char *quantity; /* in which it shows; NULL: none */
  PetscInt component;   /* from 1; 0: none */
  PetscReal defect;     /* by how much; NaN: none */
  PetscBool beginnings; /* its state cannot be copied: the whole run was begun again instead */
} Purity;

/* How long a run took: over the time of an evaluation of the model's field, the median of a few rounds and the range
 * of all but the first and the last of them. It is no part of what was measured: a run moves it to the timings, and
 * only there it is kept. */
typedef struct {
  PetscInt64 steps;
  PetscReal ratio, lower, upper;
} ClockPoint;

typedef struct {
  PetscInt count;
  ClockPoint *at;
} Clock;

typedef enum {
  MEASURED_NOTHING,
  MEASURED_SERIES,
  MEASURED_RUNS,
  MEASURED_ENSEMBLE,
  MEASURED_POINTS
} MeasuredShape;

typedef struct {
  MeasuredShape shape;
  Arena arena;
  Precision precision; /* of all but series, which have their own */
  PetscReal epsilon;   /* NaN: not recorded */
  Purity purity;
  MeasuredUnits units; /* of all numbers; nothing in it: they are the model's */
  PetscInt count;      /* of series, runs or points */
  Series *series;      /* one for each precision */
  Late late;           /* in addition to them, in double precision */
  Clock clock;         /* also in addition to them */
  LongRun *run;
  Ensemble ensemble;
  Point *point;
} Measured;

/* An empty measurement with an arena of its own. */
extern Measured *MeasuredCreate(void);
extern void MeasuredDestroy(Measured **);
/* Room for one more series, run or point, at the end, zeroed but for what stands for "none"; the
 * pointer is good until the next one is added. */
extern Series *MeasuredAddSeries(Measured *);
extern LongRun *MeasuredAddRun(Measured *);
extern Point *MeasuredAddPoint(Measured *, PetscReal h);
/* The defect of that name of a point, made if it is not there. Numbers that are not finite become NaN,
 * here and in DefectNumber. */
extern Defect *PointDefect(Measured *, Point *, const char *name, PetscReal defect,
                           PetscReal error);
extern void DefectNumber(Measured *, Defect *, const char *name, PetscReal value);

/* The units of a quantity. */
extern void MeasuredAddUnits(Measured *, const char *name, PetscInt count, const int *exponent);
/* Multiplies all numbers by their units, so that times, errors and values are the model's, and
 * forgets these. What has no unit is a number. A quantity whose entries differ in their units stays as
 * it is: its errors are relative to the sizes of the entries. */
extern void MeasuredToModel(Measured *);

/* NULL: it holds no series, or is NULL itself. */
extern const Series *MeasuredFirstSeries(const Measured *);
/* By name; NULL if not found. */
extern const Errors *SeriesPointErrors(const SeriesPoint *, const char *name);
extern const SeriesQuantity *SeriesFindQuantity(const Series *, const char *name);
extern const LateQuantity *LateFind(const Late *, const char *name);
extern const Watched *LongRunFind(const LongRun *, const char *name);
/* The time in a block: 0.5 is its middle. */
extern PetscReal BlockTime(const LongRun *, const Watched *, PetscInt block, PetscReal part);
extern const EnsembleSum *EnsembleFind(const Ensemble *, const char *name);
extern const Defect *PointFind(const Point *, const char *name);
/* NaN if not found. */
extern PetscReal DefectFind(const Defect *, const char *name);
/* The largest |error| over times and components; NaN if the point failed or one is missing. */
extern PetscReal SeriesPointError(const SeriesPoint *, const char *name);
