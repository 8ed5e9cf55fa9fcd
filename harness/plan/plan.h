/* The plan: a suite and a registry in, jobs out, in an order and with keys that depend on nothing
 * else. */
#pragma once

#include "plan/suite.h"
#include "record/record.h"
#include "registry/registry.h"

/* What the command line adds to a suite. */
typedef struct {
  Texts methods, models; /* patterns that narrow the suite; none: all of it */
  const char *precision; /* NULL: the suite's */
  const char *suite;     /* as named on the command line; NULL: the default suite */
  PetscInt seed;         /* negative: the suite's */
  PetscBool named;       /* only pairs whose method or model is of a file given by name */
  const char *left_out;  /* libraries whose adapters were not built: "gsl boost"; NULL: none */
} PlanOptions;

/* The jobs by key; they and their texts live in the arena. To *skipped, which is empty, records of
 * status "skipped" are added, one for each method's claim that no job of the plan can judge, with
 * the reason; where options narrow the models, of the methods that are requested by name and
 * of those that met one of the models.
 *
 * Of suites that the suite includes, the jobs carry the name before their key, and in the place of
 * the suite's own name.
 *
 * Every realisation of a case in the method's own formulation that the method accepts makes a job;
 * where a case has none, the first realisation from which the host derives it. */
extern PetscErrorCode PlanCreate(Suite, Registry, const PlanOptions *, Arena, Jobs *jobs,
                                 Records *skipped);
/* Why a plan made of the same has no job, for people: the methods take none of the models'
 * coordinates, the suite leaves all of it out, or its studies judge nothing that is claimed there. */
extern PetscErrorCode PlanTellEmpty(Suite, Registry, const PlanOptions *, const Records *skipped,
                                    char *text, size_t);
