/* The shadow study: whether a trajectory conserves a Hamiltonian near the model's. */
#include "studies/shadow/shadow.h"
#include "registry/conditions.h"
#include "studies/explanation.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>
#include <stdio.h>

/* A number that may not be there, in two digits. */
static const char *NumberText(PetscReal value, char *text, size_t size) {
  if (isfinite(value))
    (void)snprintf(text, size, "%.2g", value);
  else
    (void)snprintf(text, size, "-");
  return text;
}

static PetscErrorCode PutPoint(const Point *point, const Defect *d, Explanation *e) {
  const Defect *s = PointFind(point, SHADOW_SYMPLECTIC);
  char coarse[32], energy[32], defect[32], error[32];

  PetscFunctionBeginUser;
  PetscCall(
      ExplanationAdd(e, EXPLAIN_FIGURES, "  %10.6g  %8s  %8.2g  %8.1g  %8s  %10s  %8s", point->h,
                     NumberText(DefectFind(d, SHADOW_COARSE), coarse, sizeof(coarse)), d->defect,
                     d->error, NumberText(DefectFind(d, SHADOW_ENERGY), energy, sizeof(energy)),
                     NumberText(s ? s->defect : NAN, defect, sizeof(defect)),
                     NumberText(s ? s->error : NAN, error, sizeof(error))));
  PetscFunctionReturn(0);
}

static PetscErrorCode PutPoints(const Measured *measured, Explanation *e) {
  PetscBool headed = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < measured->count; i++) {
    const Point *point = &measured->point[i];
    const Defect *d = PointFind(point, SHADOW_DEFECT);

    if (point->ending.reason)
      PetscCall(
          ExplanationAdd(e, EXPLAIN_LEFT_OUT, "h = %.6g: %s", point->h, point->ending.reason));
    if (!d || !isfinite(d->defect) || !(d->error > 0))
      continue;
    if (!headed) {
      headed = PETSC_TRUE;
      PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES,
                               "over a time of %.6g, by step size: the range of H_h with the "
                               "differences of order %d and %d, the rounding of the latter, "
                               "the range of the energy itself, and the symplectic defect of the "
                               "step map with its error, where it was measured:",
                               DefectFind(d, SHADOW_DURATION), SHADOW_COARSE_POWER, SHADOW_POWER));
      PetscCall(ExplanationAdd(e, EXPLAIN_FIGURES, "  %10s  %8s  %8s  %8s  %8s  %10s  %8s", "h",
                               "coarse", "sharp", "rounding", "energy", "symplectic", "error"));
    }
    PetscCall(PutPoint(point, d, e));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ExplainShadow(const Explained *x, Explanation *e) {
  PetscFunctionBeginUser;
  if (x->measured[0]->shape == MEASURED_POINTS)
    PetscCall(PutPoints(x->measured[0], e));
  PetscCall(ExplanationAdd(
      e, EXPLAIN_CHANGE,
      "other step sizes (key `h` of the suite's shadow study): larger ones where what is left is "
      "round-off, smaller ones where it does not fall yet"));
  PetscFunctionReturn(0);
}

enum { STEPS = 1000 }; /* of the first step size; the half of it takes twice as many */

static PetscErrorCode ShadowFits(const Pair *pair, PetscBool *fits) {
  Quad value;
  PetscFunctionBeginUser;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation,
                           "canonical && autonomous", 0, &value));
  *fits = (PetscBool)(value != 0);
  PetscFunctionReturn(0);
}

static PetscErrorCode PlanShadow(const Pair *pair, Jobs *jobs) {
  const SuiteRun own = PairOwnRun(pair);
  JobRun run;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairRun(pair, &own, &run));
  if (!run.steps)
    run.steps = STEPS;
  PetscCall(PairAddJob(pair, "", 3 * (PetscReal)run.steps, jobs, &job));
  job->h.count = 2;
  PetscCall(ArenaArray(pair->arena, 2, &job->h.at));
  job->h.at[0] = run.h;
  PetscCall(ArenaPrint(pair->arena, &job->h.at[1], "(%s)/2", run.h));
  job->steps.count = 1;
  PetscCall(ArenaArray(pair->arena, 1, &job->steps.at));
  job->steps.at[0] = (PetscInt)run.steps;
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {{.study = "shadow",
                                     .on = CLAIM_ON_WORD,
                                     .quantities = SHADOW_DEFECT,
                                     .values = "yes no",
                                     .lacking = "is canonical and autonomous",
                                     .meaning = "runs keep a Hamiltonian near the model's"},
                                    {.study = NULL}};

const Study StudyShadow = {
    .name = "shadow",
    .text = "   of a shadow study (whether runs keep a Hamiltonian near the model's; with a step\n"
            "   and its half over one time, on canonical autonomous models):\n"
            "    h            the larger step (default: the case's)\n"
            "    steps, or duration   (default: 1000 steps)\n"
            "    cases        first (default) or all\n",
    .keys = "h steps duration",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .restores = PETSC_TRUE,
    .fits = ShadowFits,
    .plan = PlanShadow,
    .measure = ShadowMeasure,
    .more = ShadowMore,
    .judge = ShadowJudge,
    .explain = ExplainShadow};
