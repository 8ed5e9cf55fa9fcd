#include "reference/classical.h"

#include "reference/cache.h"

/* A run under way. Numbers cross to the core as Quad; what is done here with them is done in double, as
 * the field is: in quadruple precision it would cost more than the field. */
typedef struct {
  const ClassicalRun *run;
  PetscInt entries;
  PetscReal *y, *carry, *sum; /* carry: what the sums of y have lost to rounding */
  Quad *stage, *slope;
} ClassicalSteps;

static PetscErrorCode StepsCreate(const ClassicalRun *run, PetscInt entries, ClassicalSteps *s) {
  *s = (ClassicalSteps){.run = run, .entries = entries};
  PetscCall(PetscCalloc5(entries, &s->y, entries, &s->carry, entries, &s->sum, entries, &s->stage,
                         entries, &s->slope));
  for (PetscInt e = 0; e < entries; ++e) {
    s->y[e] = (PetscReal)run->start[e];
    s->carry[e] = (PetscReal)(run->start[e] - (Quad)s->y[e]);
  }
  return 0;
}

/* One step; the state is as it was where the field cannot be computed. */
static PetscBool Step(ClassicalSteps *s, Quad t) {
  static const PetscReal node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  const Quad h = s->run->h;
  const PetscReal step = (PetscReal)h;
  PetscBool valid = PETSC_TRUE;
  memset(s->sum, 0, (size_t)s->entries * sizeof *s->sum);
  memset(s->slope, 0, (size_t)s->entries * sizeof *s->slope);
  for (int i = 0; i < 4 && valid; ++i) {
    for (PetscInt e = 0; e < s->entries; ++e)
      s->stage[e] = (Quad)(s->y[e] + node[i] * step * (PetscReal)s->slope[e]);
    valid = CoreDouble()->problem_field(s->run->problem, t + (Quad)node[i] * h, s->stage, s->slope,
                                        NULL);
    for (PetscInt e = 0; e < s->entries; ++e)
      s->sum[e] += weight[i] * (PetscReal)s->slope[e];
  }
  for (PetscInt e = 0; e < s->entries && valid; ++e) { /* [Kahan; Neumaier] */
    const PetscReal before = s->y[e], increment = step / 6 * s->sum[e] + s->carry[e];
    s->y[e] = before + increment;
    s->carry[e] = increment - (s->y[e] - before);
  }
  return valid;
}

typedef struct {
  const ClassicalRun *run;
  PetscInt entries, *known;
} Task;

static PetscErrorCode Solve(void *context, Quad *rows, ReferenceCertificate *unused,
                            PetscBool *complete) {
  const Task *task = context;
  const ClassicalRun *run = task->run;
  ClassicalSteps steps;
  PetscBool valid = PETSC_TRUE;
  *unused = (ReferenceCertificate){.kind = REFERENCE_DOUBLE, .method = "classical method"};
  PetscCall(StepsCreate(run, task->entries, &steps));
  for (*task->known = 0; *task->known < run->samples; ++*task->known) {
    for (PetscInt64 i = 0; i < run->every && valid; ++i)
      valid = Step(&steps, (Quad)(*task->known * run->every + i) * run->h);
    if (!valid)
      break;
    for (PetscInt e = 0; e < task->entries; ++e)
      *rows++ = (Quad)steps.y[e];
  }
  PetscCall(PetscFree5(steps.y, steps.carry, steps.sum, steps.stage, steps.slope));
  *complete = valid;
  return 0;
}

/* The cache knows a run by the problem with the samples' times, and how they are reached. */
PetscErrorCode ClassicalSolve(const ClassicalRun *run, const char *cache, Quad *rows,
                              PetscInt *known) {
  ReferenceCertificate unused;
  const Dimensions d = ModelCaseDimensions(run->instance, run->realisation);
  const PetscInt entries = d.n + d.m;
  char how[80];
  Quad *time;
  PetscCall(PetscMalloc1(run->samples, &time));
  for (PetscInt k = 0; k < run->samples; ++k)
    time[k] = (Quad)((k + 1) * run->every) * run->h;
  (void)snprintf(how, sizeof(how), "classical method, %lld steps to each", (long long)run->every);
  const CacheKey key = {
      .folder = cache,
      .problem = {run->instance, run->realisation, run->start, run->samples, time},
      .how = how,
      .entries = entries,
      .count = run->samples * entries};
  *known = run->samples;
  const PetscErrorCode error = CacheSolve(&key, Solve, &(Task){run, entries, known}, rows, &unused);
  PetscCall(PetscFree(time));
  return error;
}
