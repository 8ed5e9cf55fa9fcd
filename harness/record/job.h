/* A job: all that a worker receives. Texts belong to the arena that the job was made in. */
#pragma once

#include "base/lists.h"
#include "record/words.h"

/* Why claims of a library's documentation do not hold, in the words of its card: one for all claims that
 * share it. Texts alone; NULL: not given. */
typedef struct {
  const char *id, *documented, *place, *version, *address, *when; /* the last: on what condition */
  const char *options, *found, *severity, *instead, *state, *reproducer;
} ClaimCause;
/* From the gravest on. */
#define SEVERITIES "wrong-result loses-order loses-digits documentation-only better-than-documented"
enum { CAUSE_TEXTS = sizeof(ClaimCause) / sizeof(char *) };

/* A claim as the job carries it: one that holds of this method on this model. */
typedef struct {
  const char *id; /* SUITE#ID; NULL: it has none */
  const char *study, *quantity, *value;
  PetscReal order;    /* the value, where it is a number; else NaN */
  const char *source; /* the paper; NULL: the job's (JobSource) */
  Expectation expect;
  const char *why; /* the expectation; NULL: none is given */
  ClaimOrigin origin;
  /* "model", of which the method only shows it; "reconstruction", of a method not read; NULL: the method */
  const char *subject;
  const char *place;      /* in the source; NULL: none is given */
  const char *basis;      /* "read", "cited" or "textbook"; NULL: not said */
  const char *claimed_as; /* the kind of invariants, where the claim is on a kind; else NULL */
  const char *text;       /* the claim in the source's words or ours; NULL */
  PetscInt number;        /* of the claim in its descriptor or suite, from 0 */
  PetscInt rank;          /* of the method and model among those that a suite's claim names, the
                             simplest first; −1 for a plugin's own */
  ClaimCause cause;       /* of the refutation that is expected */
  const char *remedy;     /* replaces the remedies of these causes, separated by blanks */
} Claim;

typedef struct {
  PetscInt count;
  Claim *at;
} Claims;

/* Whether an order is claimed "to double precision" (base/order_value.h). */
extern PetscBool ClaimIsToDouble(const Claim *);
/* Whether an order is claimed as "2 log": errors fall like h² log(1/h). */
extern PetscBool ClaimHasLogarithm(const Claim *);

/* The model in other units, for tests: its numbers are multiplied by powers of two. */
typedef struct {
  PetscInt time, action, q; /* exponents */
  PetscInt entry;           /* of q, from 1: only this one; 0: all */
} JobUnits;

/* A requested long run. */
typedef struct {
  const char *h; /* an expression in the model's parameters */
  PetscInt64 steps;
  PetscBool chosen; /* h by the host or the case: the suite names none */
} JobRun;

typedef struct {
  PetscInt count;
  JobRun *at;
} JobRuns;

typedef struct {
  const char *key;  /* unique in its run: "order/rk4/kepler@cartesian:A" */
  const char *kind; /* the study's name; "none" for a claim that met no model */
  const char *method, *model, *instance; /* the case; "*" where no model was met */
  PetscInt realisation;                  /* from 0; −1: none */
  const char *realisation_name;          /* NULL: none */
  PetscInt unknowns;                     /* entries of q; 0: not known */
  const char *precision;                 /* "auto", "double" or "quad"; NULL: auto */
  PetscInt seed;                         /* of the initial data; 0: the case's own */
  PetscReal estimate;                    /* of the work, in an arbitrary unit */
  PetscBool degenerate;  /* the model is one on which methods are better than elsewhere */
  PetscBool double_only; /* method or model have no quadruple twin */
  PetscBool memory; /* the method has some: order studies with chosen sizes take odd steps, too */
  PetscBool symmetric; /* the method's error is said to have even powers of h only */
  Claims claims;
  const char *study; /* the name that a suite gave to the study; NULL */
  const char *suite; /* NULL: the default suite */
  /* What the study asks for; empty where it does not. */
  Texts h;              /* step sizes, expressions in the model's parameters */
  PetscBool chosen;     /* by the host or the case: the suite names none */
  const char *duration; /* T, such an expression */
  Integers steps;       /* numbers of steps to T, or of one run */
  PetscInt budget;      /* of steps in all sizes of a series together; 0: as many as it may have */
  PetscInt horizon; /* the number of durations over which the order must persist; 0: not tested */
  JobRuns runs;
  Integers members;           /* of an ensemble: the first, and the one after the last */
  PetscInt samples;           /* output times of an ensemble */
  PetscReal tolerance_factor; /* factor on the solver's tolerance; 1 is the solver's own */
  JobUnits units;
  const char *source; /* of the claims that name none; NULL: they have none */
  PetscBool shared;   /* what is the same for all methods is in another job's record */
  /* Of all that the result depends on, hexadecimal; no part of the job's own text. NULL: none. */
  const char *fingerprint;
  /* Of an evaluation on its model, against those of others, for forecasts; no part of its text either. 0: not
   * known. */
  PetscReal cost;
} Job;

/* Jobs in the order of their keys. */
typedef struct {
  PetscInt count;
  Job **at;
} Jobs;

/* Empty but for what has a value by itself (realisation, tolerance factor). */
extern void JobInit(Job *);
/* Whether two jobs have the same text. */
extern PetscBool JobsAreSame(const Job *, const Job *);
/* Whether two jobs are of different members of one ensemble, and otherwise alike. */
extern PetscBool JobsArePartsOfOne(const Job *, const Job *);
/* Where each claim has a source, that of the first is taken away from all claims that share it, for
 * their job; else NULL. */
extern const char *ClaimsShareSource(Claims *);
extern const char *JobSource(const Job *, const Claim *);
/* "MODEL[@COORDINATES][:CASE]", as a command takes it: with coordinates where its key must name them, since
 * the model has several for the method. */
enum { JOB_PLACE = 1024 };
extern const char *JobPlace(const Job *, char place[JOB_PLACE]);
extern PetscBool JobHasClaimOn(const Job *, const char *quantity);
