/* The bench: every figure is a ratio of two things measured in one run, block by block in turn, so
 * that the machine's moods fall on both. */
#ifndef GIMBAL_HARNESS_BENCH_BENCH_H
#define GIMBAL_HARNESS_BENCH_BENCH_H

#include "registry/registry.h"
#include <jansson.h>

typedef struct {
  const char *only;           /* a glob of names; NULL: all */
  json_t *figures;            /* objects with name, ratio, low, high, unit, note */
  Registry registry;          /* of the methods and models that take part */
  const char *suite;          /* of the farm's figure */
  PetscInt repetitions, runs; /* of blocks; of whole programs that take long */
  PetscReal block;            /* seconds of CPU time in one block */
} Bench;

/* Does an amount of work, counted in steps. */
typedef PetscErrorCode BenchWork(void *context, PetscInt64 count);

/* Whether a figure of this name was asked for. */
extern PetscBool BenchWants(const Bench *, const char *name);

/* The CPU time of a step of one work over that of the other, by name: median, lowest and highest of
 * the repetitions. */
typedef struct {
  PetscReal ratio, low, high;
  PetscReal seconds[2]; /* a step of each, the median */
} BenchRatio;
extern PetscErrorCode BenchCompare(const Bench *, BenchWork *one, void *context_one,
                                   BenchWork *other, void *context_other, BenchRatio *);

/* Adds a figure; the note is a printf format. */
extern PetscErrorCode BenchAdd(Bench *, const char *name, PetscReal ratio, PetscReal low,
                               PetscReal high, const char *unit, const char *format, ...)
    PETSC_ATTRIBUTE_FORMAT(7, 8);

/* The median, and the lowest and highest, of values, which are sorted. */
extern PetscReal BenchMedian(PetscInt count, PetscReal *values);
/* Seconds of CPU time of this process, and of wall time. */
extern PetscReal BenchProcessTime(void);
extern PetscReal BenchWallTime(void);

/* The parts. Each adds the figures that are wanted. */
extern PetscErrorCode BenchNewton(Bench *);
extern PetscErrorCode BenchPeersPETSc(Bench *);
extern PetscErrorCode BenchPeersSUNDIALS(Bench *);
extern PetscErrorCode BenchPeersGSL(Bench *);
extern PetscErrorCode BenchFarm(Bench *);
extern PetscErrorCode BenchLattice(Bench *);
extern PetscErrorCode BenchMemory(Bench *);
extern PetscErrorCode BenchStart(Bench *);

#endif
