#include "reference/classical.h"

#include "base/floating.h"
#include "reference/cache.h"

#include <stdio.h>

/* A run under way. Numbers cross to the core as Quad; what is done here with them is done in double, as
 * the field is: in quadruple precision it would cost more than the field. */
typedef struct {
  const ClassicalRun *run;
  PetscInt entries;
  PetscReal *y, *carry, *sum; /* carry: what the sums of y have lost to rounding */
  Quad *stage, *slope;
} Stepper;

static PetscErrorCode StepperCreate(const ClassicalRun *run, PetscInt entries, Stepper *s) {
  PetscFunctionBeginUser;
  *s = (Stepper){.run = run, .entries = entries};
  PetscCall(PetscCalloc5(entries, &s->y, entries, &s->carry, entries, &s->sum, entries, &s->stage,
                         entries, &s->slope));
  for (PetscInt e = 0; e < entries; ++e) {
    s->y[e] = (PetscReal)run->start[e];
    s->carry[e] = (PetscReal)(run->start[e] - (Quad)s->y[e]);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode StepperDestroy(Stepper *s) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree5(s->y, s->carry, s->sum, s->stage, s->slope));
  PetscFunctionReturn(0);
}

/* One step; the state is as it was where the field cannot be computed. */
static PetscErrorCode Step(Stepper *s, Quad t, PetscBool *valid) {
  static const PetscReal node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  const Quad h = s->run->h;
  const PetscReal step = (PetscReal)h;
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(s->sum, s->entries));
  PetscCall(PetscArrayzero(s->slope, s->entries));
  *valid = PETSC_TRUE;
  for (int i = 0; i < 4 && *valid; ++i) {
    for (PetscInt e = 0; e < s->entries; ++e)
      s->stage[e] = (Quad)(s->y[e] + node[i] * step * (PetscReal)s->slope[e]);
    PetscCall(CoreDouble()->problem_field(s->run->problem, t + (Quad)node[i] * h, s->stage,
                                          s->slope, NULL, valid));
    for (PetscInt e = 0; e < s->entries; ++e)
      s->sum[e] += weight[i] * (PetscReal)s->slope[e];
  }
  for (PetscInt e = 0; e < s->entries && *valid; ++e) { /* [Kahan; Neumaier] */
    const PetscReal before = s->y[e], increment = step / 6 * s->sum[e] + s->carry[e];
    s->y[e] = before + increment;
    s->carry[e] = increment - (s->y[e] - before);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Integrate(Stepper *s, Quad *rows, PetscInt *known) {
  const PetscInt64 every = s->run->every;
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  *known = 0;
  while (*known < s->run->samples) {
    for (PetscInt64 i = 0; i < every && valid; ++i)
      PetscCall(Step(s, (Quad)(*known * every + i) * s->run->h, &valid));
    if (!valid)
      break;
    for (PetscInt e = 0; e < s->entries; ++e)
      rows[*known * s->entries + e] = (Quad)s->y[e];
    ++*known;
  }
  PetscFunctionReturn(0);
}

/* What the cache keeps of a run: the problem with the samples' times, and how they are reached. */
static PetscErrorCode Locate(const ClassicalRun *run, const char *cache, PetscInt entries,
                             CacheEntry *entry) {
  ReferenceProblem kept = {run->instance, run->realisation, run->start, run->samples, NULL};
  char how[80];
  Quad *time;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(run->samples, &time));
  for (PetscInt k = 0; k < run->samples; ++k)
    time[k] = (Quad)((k + 1) * run->every) * run->h;
  kept.time = time;
  (void)snprintf(how, sizeof(how), "classical method, %lld steps to each", (long long)run->every);
  PetscCall(CacheLocate(cache, &kept, how, entries, entry));
  PetscCall(PetscFree(time));
  PetscFunctionReturn(0);
}

PetscErrorCode ClassicalSolve(const ClassicalRun *run, const char *cache, Quad *rows,
                              PetscInt *known) {
  ReferenceCertificate unused = {.kind = REFERENCE_DOUBLE, .method = "classical method"};
  Dimensions dimensions;
  PetscInt entries;
  CacheEntry entry;
  PetscBool found;
  Stepper stepper;
  const char *changed;
  PetscFunctionBeginUser;
  PetscCall(CoreDouble()->problem_dimensions(run->problem, &dimensions));
  entries = dimensions.n + dimensions.m;
  PetscCall(Locate(run, cache, entries, &entry));
  PetscCall(CacheRead(&entry, run->samples * entries, rows, &unused, &found));
  *known = run->samples;
  if (found)
    PetscFunctionReturn(0);
  PetscCall(StepperCreate(run, entries, &stepper));
  PetscCall(Integrate(&stepper, rows, known));
  PetscCall(StepperDestroy(&stepper));
  changed = FloatingCheck(); /* others would find it in the cache */
  PetscCheck(!changed, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "a function of model %s changed %s",
             run->instance->model->name, changed);
  if (*known == run->samples)
    PetscCall(CacheWrite(&entry, run->samples * entries, rows, &unused));
  PetscFunctionReturn(0);
}
