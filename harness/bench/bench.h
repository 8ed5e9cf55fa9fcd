/* The bench: what a step costs, as ratios of two steps that are taken alternately in one run, so that whatever
 * else the machine does slows down both. */
#pragma once

#include "base/json_text.h"
#include "registry/registry.h"

typedef struct {
  const char *only;     /* a glob of the figures' names; NULL: all */
  json_t *figures;      /* objects with name, ratio, low, high, unit, note */
  Registry registry;    /* the methods and models that take part */
  PetscInt repetitions; /* pairs of blocks */
  PetscReal block;      /* seconds of one block */
} Bench;

enum { BENCH_RATIOS = 9 };
/* Adds the figure of that index, if its name was requested. */
extern PetscErrorCode BenchMeasure(Bench *, int ratio);
