#include "bench/bench.h"
#include "base/clock.h"
#include "base/kept_error.h"
#include "plugin/plugin.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <fnmatch.h>

/* A step of a method, from the initial data of a model's first case, or of the case that "model:case:settings"
 * names. */
typedef struct {
  const char *method, *model;
  PetscReal h;
  PetscInt parts; /* of the model, for each of which the time is taken */
} Work;

/* Of methods in C the processor's time counts. A program is timed on the clock: two processes take turns. */
static const struct {
  const char *name, *unit;
  const char *language, *file; /* of the program that is the first method; NULL: that is in C */
  Work work[2];
} ratios[BENCH_RATIOS] = {
    {.name = "implicit:kepler",
     .unit = "time per step / that of an explicit one",
     .work = {{"implicit_midpoint", "kepler", 0.01, 1}, {"rk4", "kepler", 0.01, 1}}},
    {.name = "implicit:1e3",
     .unit = "time per step / that of an explicit one",
     .work = {{"vprk_gauss_1", "lattice:modulated:N=1000", 0.1, 1},
              {"stormer_verlet", "lattice:modulated:N=1000", 0.1, 1}}},
    {.name = "stages:4",
     .unit = "time per step / that with two stages",
     .work = {{"gauss_4", "kepler", 0.01, 1}, {"gauss_2", "kepler", 0.01, 1}}},
    {.name = "lattice:1e3",
     .unit = "time per step and site / that at 100 sites",
     .work = {{"vprk_gauss_1", "lattice:modulated:N=1000", 0.1, 1000},
              {"vprk_gauss_1", "lattice:modulated:N=100", 0.1, 100}}},
    {.name = "lattice:1e5",
     .unit = "time per step and site / that at 100 sites",
     .work = {{"vprk_gauss_1", "lattice:modulated:N=100000", 0.1, 100000},
              {"vprk_gauss_1", "lattice:modulated:N=100", 0.1, 100}}},
    {.name = "chain:20",
     .unit = "time per step and rod / that at 2 rods",
     .work = {{"rattle", "spherical_pendulum_chain:swinging:N=20", 0.001, 20},
              {"rattle", "spherical_pendulum_chain:swinging:N=2", 0.001, 2}}},
    {.name = "chain:1000",
     .unit = "time per step and rod / that at 2 rods",
     .work = {{"rattle", "spherical_pendulum_chain:swinging:N=1000", 0.001, 1000},
              {"rattle", "spherical_pendulum_chain:swinging:N=2", 0.001, 2}}},
    {.name = "external:python",
     .unit = "time per step / that of the method in C",
     .work = {{"skeleton", "kepler", 0.01, 1}, {"rk4", "kepler", 0.01, 1}},
     .language = "python3",
     .file = "method.py"},
    {.name = "external:perl",
     .unit = "time per step / that of the method in C",
     .work = {{"skeleton", "kepler", 0.01, 1}, {"implicit_midpoint", "kepler", 0.01, 1}},
     .language = "perl",
     .file = "method.pl"}};

typedef struct {
  Experiment experiment;
  Integration integration;
  PetscInt64 steps; /* of a block */
} Trajectory;

static PetscErrorCode Check(const Trajectory *t, const StepFailure *failure) {
  PetscCheck(!failure->failed, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "%s on %s failed at t = %g: %s", t->experiment.method->name,
             t->experiment.instance->model->name, failure->time, failure->text);
  return 0;
}

static PetscErrorCode Create(Registry registry, const Work *work, Trajectory *t) {
  char name[128], *instance;
  StepFailure failure;
  PetscCall(PetscStrncpy(name, work->model, sizeof name));
  instance = strchr(name, ':');
  if (instance)
    *instance++ = '\0';
  const Job job = {
      .method = work->method, .model = name, .instance = instance, .tolerance_factor = 1};
  PetscCall(ExperimentCreate(registry, &job, 0, &t->experiment));
  PetscCall(ExperimentIntegrate(&t->experiment, IN_DOUBLE, 1, &t->integration));
  PetscCall(CoreDouble()->begin(t->integration, work->h, t->experiment.y0, &failure));
  return Check(t, &failure);
}

static PetscErrorCode Destroy(Trajectory *t) {
  PetscCall(CoreDouble()->destroy(&t->integration));
  return ExperimentDestroy(&t->experiment);
}

/* Seconds of so many steps. */
static PetscErrorCode Take(Trajectory *t, PetscInt64 steps, clockid_t clock, PetscReal *seconds) {
  const PetscReal start = ClockRead(clock);
  StepFailure failure;
  PetscCall(CoreDouble()->advance(t->integration, steps, &failure));
  *seconds = ClockRead(clock) - start;
  return Check(t, &failure);
}

/* How many steps fill a block: doubled until they take a tenth of it. */
static PetscErrorCode Calibrate(const Bench *b, clockid_t clock, Trajectory *t) {
  PetscReal taken = 0;
  for (t->steps = 1;; t->steps *= 2) {
    PetscCall(Take(t, t->steps, clock, &taken));
    if (taken > 0.1 * b->block)
      break;
  }
  t->steps = PetscMax(1, (PetscInt64)((PetscReal)t->steps * b->block / taken));
  return 0;
}

/* The median of the values, which are left sorted. */
static PetscReal Median(PetscInt count, PetscReal *values) {
  if (PetscSortReal(count, values))
    return NAN;
  return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

/* The median of the repetitions, the lowest and the highest, and what a step takes by itself. */
static PetscErrorCode Compare(Bench *b, int at, Trajectory t[2]) {
  const clockid_t clock = ratios[at].file ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
  const Work *const work = ratios[at].work;
  const PetscInt n = b->repetitions;
  PetscReal *ratio, *seconds[2];
  char note[256];
  PetscCall(PetscMalloc3(n, &ratio, n, &seconds[0], n, &seconds[1]));
  for (int k = 0; k < 2; k++)
    PetscCall(Calibrate(b, clock, &t[k]));
  for (PetscInt i = 0; i < n; i++) {
    for (int j = 0; j < 2; j++) {
      const int k = (i + j) % 2; /* each goes first as often */
      PetscCall(Take(&t[k], t[k].steps, clock, &seconds[k][i]));
      seconds[k][i] /= (PetscReal)(t[k].steps * work[k].parts);
    }
    ratio[i] = seconds[0][i] / seconds[1][i];
  }
  const PetscReal median = Median(n, ratio);
  (void)snprintf(note, sizeof note, "%s on %s: %.3g us a step; %s on %s: %.3g us",
                 ratios[at].file ? ratios[at].file : work[0].method, work[0].model,
                 1e6 * (PetscReal)work[0].parts * Median(n, seconds[0]), work[1].method,
                 work[1].model, 1e6 * (PetscReal)work[1].parts * Median(n, seconds[1]));
  json_t *figure =
      json_pack("{s:s,s:f,s:f,s:f,s:s,s:s}", "name", ratios[at].name, "ratio", median, "low",
                ratio[0], "high", ratio[n - 1], "unit", ratios[at].unit, "note", note);
  PetscCheck(figure, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the figure %s is not finite",
             ratios[at].name);
  JsonAdd(b->figures, figure);
  return PetscFree3(ratio, seconds[0], seconds[1]);
}

static PetscErrorCode Measure(Bench *b, int at, Registry first) {
  Trajectory t[2];
  for (int k = 0; k < 2; k++)
    PetscCall(Create(k ? b->registry : first, &ratios[at].work[k], &t[k]));
  PetscCall(Compare(b, at, t));
  for (int k = 0; k < 2; k++)
    PetscCall(Destroy(&t[k]));
  return 0;
}

PetscErrorCode BenchMeasure(Bench *b, int at) {
  static const char *const folders[] = {"methods/external", "share/gimbal/external", NULL};
  char path[PATH_MAX], plugin[2 * PATH_MAX];
  const char *const plugins[] = {plugin};
  Registry registry;
  KeptError kept;
  if (b->only && fnmatch(b->only, ratios[at].name, 0))
    return 0;
  if (!ratios[at].file)
    return Measure(b, at, b->registry);
  PetscCall(ProgramFile(folders, ratios[at].file, path));
  (void)snprintf(plugin, sizeof plugin, PLUGIN_EXTERNAL "%s '%s'", ratios[at].language, path);
  PetscCall(KeptErrorBegin(&kept));
  const PetscErrorCode error = RegistryCreate(1, plugins, StudyVocabulary, &registry);
  PetscCall(KeptErrorEnd());
  if (error == PETSC_ERR_USER_INPUT) { /* the language, or the example, is not here */
    fprintf(stderr, "bench: %s is left out: %s\n", ratios[at].name, kept.text);
    return 0;
  }
  PetscCall(error);
  PetscCall(Measure(b, at, registry));
  RegistryDestroy(&registry);
  return 0;
}
