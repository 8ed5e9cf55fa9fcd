/* A study: its words, what it plans, what it measures and how that is judged, behind one
 * descriptor. One folder here and one line in table.c make a study. */
#pragma once

#include "record/record.h"
#include "registry/registry.h"

struct Experiment; /* studies/experiment.h: a job's names resolved */
struct Pair;       /* studies/pair.h: a method on a case in one realisation */

typedef struct Study {
  const char *name; /* in suites, and the kind of its jobs; a single word */
  const char *keys; /* of a suite's study that have a meaning here, separated by blanks */
  /* The claims that it judges; ends with an entry whose study is NULL. */
  const ClaimWords *claims;
  PetscBool ensembles;    /* runs on families of initial data, not on single cases */
  PetscBool first_case;   /* on the first suitable case of each model, unless `cases: all` */
  PetscBool length;       /* one of the suite's keys steps, duration and runs must be there */
  PetscBool restores;     /* goes back to earlier states, which some methods cannot copy */
  PetscBool mean_squares; /* its energies are */
  PetscBool relative;     /* its errors have no unit */
  PetscBool shares;       /* of jobs on a case the first alone measures what no method does */
  PetscBool own_steps;    /* its runs are of methods that choose their steps, if these fit */
  PetscBool once;         /* on one pair of each method, the first of those with most claims */
  PetscBool runs_nothing; /* no step is taken, so that steps are not tested for repeatability */
  PetscBool slices;       /* its jobs on one pair are parts of a whole, which is judged once */
  /* Whether a plugin's claim, judged by another study, is also one that this study can judge; if so
   * *own is that claim here. NULL: never. */
  PetscBool (*restates)(const gimbal_claim *other, gimbal_claim *own);
  /* Whether the pair has what the study needs; NULL: always. */
  PetscErrorCode (*fits)(const struct Pair *, PetscBool *fits);
  PetscErrorCode (*plan)(const struct Pair *, Jobs *);
  /* Fills the measurement, which is empty. What goes wrong inside a run is part of it; an error
   * means that nothing could be measured at all. */
  PetscErrorCode (*measure)(const struct Experiment *, Measured *);
  ClaimJudge *judge;
  const char *change; /* what would change a verdict, for `gimbal explain`; NULL: nothing to say */
} Study;

/* All of them, in the order in which they are listed; ends with NULL. */
extern const Study *const Studies[];
/* By name; NULL: none. */
extern const Study *StudyFind(const char *name);
/* The study that judges a claim unless a suite specifies another, and its words for such claims;
 * NULL: none. */
extern const Study *StudyThatJudges(const gimbal_claim *, const ClaimWords **words);
extern PetscBool StudyHasClaim(const Study *, const char *claim);
/* The words of all claims, for RegistryCreate. */
extern ClaimVocabulary StudyVocabulary;

/* Runs a job and returns what it measured, which the caller destroys. An unknown kind of job is
 * PETSC_ERR_USER_INPUT. */
extern PetscErrorCode StudyMeasure(Registry, const Job *, Measured **);
