/* The tolerance study: what the errors of codes that choose their own steps have to do with the
 * tolerance that they are given. */
#include "studies/tolerance/tolerance.h"
#include "registry/parameters.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <string.h>

/* Of runs in double precision whose steps nobody knows beforehand: those of a method of order 5. */
enum { STEPS = 20000 };

static PetscBool HasParameter(const gimbal_method *family) {
  for (size_t i = 0; i < family->parameters.count; i++)
    if (!strcmp(ListAt(family->parameters, gimbal_value, i)->name, TOLERANCE_PARAMETER))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* A method whose name sets the tolerance already is one for that tolerance. */
static PetscErrorCode Fits(const Pair *pair, PetscBool *fits) {
  const gimbal_method *family = pair->method->family;
  PetscFunctionBeginUser;
  *fits = (PetscBool)(family->advance ||
                      (HasParameter(family) && !strstr(pair->method->name, TOLERANCE_PARAMETER)));
  PetscFunctionReturn(0);
}

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  Pair own = *pair;
  Quad duration;
  const char *text;
  Job *job;
  PetscFunctionBeginUser;
  own.order = 0; /* no claim here is one */
  PetscCall(PairDuration(&own, &duration, &text));
  PetscCall(PairAddJob(&own, "", STEPS, jobs, &job));
  job->duration = text;
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "tolerance",
     .on = CLAIM_ON_WORD,
     .quantities = TOLERANCE_EXPONENT " " TOLERANCE_FACTOR,
     .meaning = "of methods that choose their steps, errors fall with this power of the tolerance, "
                "or exceed it at most by this factor"},
    {.study = "tolerance",
     .on = CLAIM_ON_WORD,
     .quantities = TOLERANCE_MONOTONE,
     .values = "yes no",
     .meaning = "a smaller tolerance gives a smaller error"},
    {.study = NULL}};

const Study StudyTolerance = {
    .name = "tolerance",
    .text =
        "   of a tolerance study (what errors have to do with the tolerance of methods that "
        "choose\n"
        "   their own steps: gimbal_advance, or a parameter `tolerance`; a run for each tolerance\n"
        "   from 1e-3 to 1e-12, four a decade):\n"
        "    duration     T (default: the case's)\n"
        "    cases, unclaimed   as above\n",
    .keys = "duration unclaimed",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .own_steps = PETSC_TRUE,
    .fits = Fits,
    .plan = Plan,
    .measure = ToleranceMeasure,
    .judge = ToleranceJudge,
    .explain = ToleranceExplain};
