/* Methods in other languages: a step of the examples over the same method's in C, on the clock, since two
 * processes take turns. */
#include "base/kept_error.h"
#include "bench/trajectory.h"
#include "plugin/plugin.h"
#include <stdio.h>

typedef struct {
  const char *name, *program, *file, *same;
} Example;

static const Example examples[] = {{"external:python", "python3", "method.py", "rk4"},
                                   {"external:perl", "perl", "method.pl", "implicit_midpoint"}};

static const char model[] = "kepler";
static const PetscReal step = 0.01;

static PetscErrorCode FindExample(const Example *e, char plugin[2 * PATH_MAX]) {
  static const char *const folders[] = {"methods/external", "share/gimbal/external", NULL};
  char path[PATH_MAX];
  PetscCall(ProgramFile(folders, e->file, path));
  (void)snprintf(plugin, 2 * PATH_MAX, PLUGIN_EXTERNAL "%s '%s'", e->program, path);
  return 0;
}

static PetscErrorCode Time(Trajectory *t, PetscInt64 steps, PetscReal *seconds) {
  const PetscReal start = ClockNow();
  PetscCall(TrajectoryAdvance(t, steps));
  *seconds = (ClockNow() - start) / (PetscReal)steps;
  return 0;
}

/* In turns; the program's language has begun, and its first steps are not counted. */
static PetscErrorCode Compare(Bench *b, const Example *e, Trajectory *external, Trajectory *same) {
  enum { WARM = 20 };
  const PetscInt n = b->repetitions;
  PetscReal *ratio, *ours, *theirs, seconds;
  PetscCall(PetscMalloc3(n, &ratio, n, &ours, n, &theirs));
  PetscCall(Time(external, WARM, &seconds));
  PetscCall(Time(external, WARM, &seconds));
  const PetscInt64 steps = PetscMax(1, (PetscInt64)(b->block / seconds));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(Time(external, steps, &theirs[i]));
    PetscCall(Time(same, steps, &ours[i]));
    ratio[i] = theirs[i] / ours[i];
  }
  const BenchFigure figure =
      BenchFigureOf(e->name, "time on the clock per step / that of the method in C", n, ratio);
  PetscCall(BenchAdd(b, &figure, "%s on %s: %.3g ms a step, %s in C %.3g us", e->file, model,
                     1e3 * BenchMedian(n, theirs), e->same, 1e6 * BenchMedian(n, ours)));
  return PetscFree3(ratio, ours, theirs);
}

static PetscErrorCode Measure(Bench *b, const Example *e, Registry registry) {
  const Registry before = b->registry;
  Trajectory external, same;
  b->registry = registry;
  PetscCall(TrajectoryCreate(b, "skeleton", model, step, &external));
  b->registry = before;
  PetscCall(TrajectoryCreate(b, e->same, model, step, &same));
  PetscCall(Compare(b, e, &external, &same));
  PetscCall(TrajectoryDestroy(&same));
  return TrajectoryDestroy(&external);
}

PetscErrorCode BenchExternal(Bench *b) {
  char plugin[2 * PATH_MAX];
  const char *const plugins[] = {plugin};
  Registry registry;
  KeptError kept;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(examples); i++) {
    if (!BenchWants(b, examples[i].name))
      continue;
    PetscCall(FindExample(&examples[i], plugin));
    PetscCall(KeptErrorBegin(&kept));
    const PetscErrorCode error = RegistryCreate(1, plugins, b->vocabulary, &registry);
    PetscCall(KeptErrorEnd());
    if (error == PETSC_ERR_USER_INPUT) { /* the language, or the example, is not here */
      fprintf(stderr, "bench: %s is left out: %s\n", examples[i].name, kept.text);
      continue;
    }
    PetscCall(error);
    PetscCall(Measure(b, &examples[i], registry));
    PetscCall(RegistryDestroy(&registry));
  }
  return 0;
}
