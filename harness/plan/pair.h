/* A study of a method on a case in one realisation: all that its jobs are made of. */
#ifndef GIMBAL_HARNESS_PLAN_PAIR_H
#define GIMBAL_HARNESS_PLAN_PAIR_H

#include "plan/selection.h"

typedef struct {
  Suite suite;
  const PlanOptions *options;
  const SuiteStudy *study;
  Method method;
  const SelectedCase *selected;
  PetscInt realisation;
  Dimensions dimensions;
  char name[512];  /* "method/model[@realisation]:case" */
  json_t *claims;  /* array of those to judge */
  PetscReal order; /* the highest claimed */
  json_t *jobs;    /* array; where the jobs go */
} Pair;

/* Appends the jobs of the pair: one, or as many as an ensemble has slices. */
extern PetscErrorCode PairAddJobs(const Pair *);

#endif
