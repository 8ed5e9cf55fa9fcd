/* A study of a method on a case in one realisation: all that its jobs are made of. */
#pragma once

#include "base/yaml_reader.h"
#include "record/record.h"
#include "registry/registry.h"

/* One run that a suite requests. */
typedef struct {
  int line;
  YamlText h;        /* an expression in the model's parameters; NULL: the case's step */
  YamlText duration; /* likewise; NULL: steps */
  PetscInt steps;    /* 0: duration / h */
} SuiteRun;

/* What a suite specifies for a study; the study's descriptor names the keys that apply. */
typedef struct {
  int line;
  const char *study;
  const char *name;          /* NULL: the study's only one on its pairs */
  YamlTexts methods, models; /* empty: all of the suite's */
  YamlText duration;         /* T; NULL: the case's, or from the steps */
  YamlCounts sizes;          /* steps per duration; empty: from the claim and the case */
  PetscInt budget;      /* at most so many steps in all sizes; 0: as many as the study may take */
  YamlList runs;        /* SuiteRun */
  const char *cases;    /* "first" of each model or "all" */
  YamlText h;           /* of one run; NULL: the case's step */
  PetscInt steps;       /* of one run */
  YamlTexts step_sizes; /* empty: the case's step, its half and its quarter */
  PetscInt members;     /* of an ensemble, from the first; 0: all */
  PetscInt slice;       /* members per job */
  PetscInt samples;     /* output times of an ensemble */
  PetscInt work;        /* leave out jobs estimated at more; 0: no limit */
  PetscInt cheapest;    /* but keep so many of each method, the cheapest ones */
  PetscBool unclaimed;  /* run even where no claim is judged from it */
} SuiteStudy;

typedef struct Pair {
  const SuiteStudy *study;
  const char *file;  /* of the suite, for errors */
  const char *suite; /* as named on the command line; NULL: the default suite */
  const char *precision;
  PetscInt seed;
  Method method;
  ModelCase instance;
  const char *instance_name; /* of the case, with its settings */
  PetscInt realisation;
  Dimensions dimensions;
  const char *name;   /* "method/model[@realisation]:case" */
  Claims claims;      /* those to judge */
  const char *source; /* of those that name none; NULL: they have none */
  PetscReal order;    /* the highest claimed; 0: none is */
  Arena arena;        /* of the jobs */
} Pair;

extern const gimbal_realisation *PairRealisation(const Pair *);

/* The factor on an estimate where quadruple precision is named. */
extern const PetscReal PairCostOfQuad;
/* What a step takes, in evaluations, roughly; in double precision. */
extern PetscReal PairCostOfStep(const Pair *);
/* Appends a job with all that every kind has. `tail` distinguishes the jobs of a pair and a study
 * (may be ""); `steps` are those to be taken, from which the work is estimated. */
extern PetscErrorCode PairAddJob(const Pair *, const char *tail, PetscReal steps, Jobs *, Job **);

/* The value of what the suite gives for the key, in the case's parameters; *value stays where it
 * gives nothing. A text that is wrong is PETSC_ERR_USER_INPUT with file, line and key. */
extern PetscErrorCode PairEvaluate(const Pair *, const char *key, const YamlText *given,
                                   Quad *value);
/* The duration that the suite gives, else the case's, and its text. */
extern PetscErrorCode PairDuration(const Pair *, Quad *duration, const char **text);
/* Numbers of steps to the duration: those given, as far as the budget goes, or a first grid; and
 * their sum. */
extern PetscErrorCode PairSeries(const Pair *, Quad duration, Integers *steps, PetscReal *total);
/* A run of the given step size and duration or number of steps (each may be missing); NULL: the one
 * that the study itself has keys for. */
extern PetscErrorCode PairRun(const Pair *, const SuiteRun *given, JobRun *);
/* Requested members of the ensemble. */
extern PetscInt PairMembers(const Pair *);
/* Appends one job with step sizes: those given, or the case's step, its half and its quarter. */
extern PetscErrorCode PairAddStepSizes(const Pair *, Jobs *);
extern PetscErrorCode PairAddRun(const Pair *, JobRun, Jobs *);
