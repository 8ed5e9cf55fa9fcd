/* The bench. Every figure is a ratio of two things that are measured alternately in one run, so
 * that whatever else the machine does slows down both. */
#ifndef GIMBAL_HARNESS_BENCH_BENCH_H
#define GIMBAL_HARNESS_BENCH_BENCH_H

#include "base/clock.h"
#include "bench/simulated.h"
#include "registry/registry.h"
#include <jansson.h>

typedef struct {
  const char *only;            /* a glob of the figures' names; NULL: all */
  json_t *figures;             /* objects with name, ratio, low, high, unit, note */
  Registry registry;           /* the methods and models that take part */
  ClaimVocabulary *vocabulary; /* with which it was made */
  const char *suite;           /* the one that the farm's figure runs */
  PetscInt repetitions, runs;  /* of each block; of each program that is timed as a whole */
  PetscReal block;             /* seconds of CPU time in one block */
  const char
      *timings;    /* a timings.jsonl, from which many ranks are simulated; NULL: they are not */
  PetscInt copies; /* of each of its jobs */
  const FarmCosts *costs; /* of that; NULL: those of this machine, measured */
} Bench;

/* Does `count` steps of work. */
typedef PetscErrorCode BenchWork(void *context, PetscInt64 count);

/* The figure that verifies a suite. */
#define BENCH_FARM "farm:2"
/* Before their number. */
#define BENCH_RANKS "farm_simulated:"

/* Whether a figure of this name was asked for. */
extern PetscBool BenchWants(const Bench *, const char *name);

/* What is reported under a name: the median of the repetitions, the lowest and the highest. */
typedef struct {
  const char *name, *unit;
  PetscReal ratio, low, high;
  PetscReal seconds[2]; /* median time of a step of each of two works */
} BenchFigure;
/* Of a figure with a name and a unit the rest: the CPU time of a step of one work over that of
 * another. */
extern PetscErrorCode BenchCompare(const Bench *, BenchWork *one, void *context_one,
                                   BenchWork *other, void *context_other, BenchFigure *);
/* Adds a figure; the note is a printf format. */
extern PetscErrorCode BenchAdd(Bench *, const BenchFigure *, const char *format, ...)
    PETSC_ATTRIBUTE_FORMAT(3, 4);

/* That of ratios that were measured one by one; they are left sorted. */
extern BenchFigure BenchFigureOf(const char *name, const char *unit, PetscInt count,
                                 PetscReal *ratio);

/* The median of the values, which are left sorted. */
extern PetscReal BenchMedian(PetscInt count, PetscReal *values);

/* Creates an empty folder below TMPDIR, and removes it with everything in it. */
extern PetscErrorCode BenchFolderCreate(char folder[PETSC_MAX_PATH_LEN]);
extern PetscErrorCode BenchFolderRemove(const char *folder);

/* The parts. Each adds those of its figures that were asked for. */
extern PetscErrorCode BenchNewton(Bench *);
extern PetscErrorCode BenchFarm(Bench *);
extern PetscErrorCode BenchRanks(Bench *);
extern PetscErrorCode BenchLattice(Bench *);
extern PetscErrorCode BenchMemory(Bench *);
extern PetscErrorCode BenchStart(Bench *);
extern PetscErrorCode BenchExternal(Bench *);

#endif
