/* How long runs take, as ratios that can be compared between methods and machines. The unit is a
 * field evaluation of the same model. It is measured in turn with the runs, so that a slow
 * machine slows both. Never judged. */
#include "base/clock.h"
#include "numerics/step_size.h"
#include "studies/experiment.h"
#include "studies/work/work.h"

/* In a round fields and runs are repeated for so long, and one that takes longer than the longest is left out:
 * in proportion it costs what the coarser ones do. */
static const double least_seconds = 4e-4, most_seconds = 4e-2;
enum { ROUNDS = 5, FIELDS = 64 };

/* Of this thread: that of a process adds up what its other threads, MPI's, do in between. */
static double ProcessorTime(void) { return ClockRead(CLOCK_THREAD_CPUTIME_ID); }

typedef struct {
  Problem problem; /* the model's first realisation, whatever the method's */
  Quad *y, *f;
} Yardstick;

static PetscErrorCode YardstickCreate(const Experiment *s, Yardstick *yard) {
  const Core *core = CoreDouble();
  const Dimensions d = ModelCaseDimensions(s->instance, 0);
  PetscCall(core->problem_create(s->instance, 0, &yard->problem));
  PetscCall(PetscCalloc2(d.n + d.m + 1, &yard->y, d.n + d.m + 1, &yard->f));
  core->problem_initial(yard->problem, yard->y);
  return 0;
}

static PetscErrorCode YardstickDestroy(Yardstick *yard) {
  PetscCall(PetscFree2(yard->y, yard->f));
  return CoreDouble()->problem_destroy(&yard->problem);
}

/* Seconds that a field evaluation takes now. */
static double TimeField(Yardstick *yard) {
  const double begun = ProcessorTime();
  double taken;
  int fields = 0;
  do {
    for (int i = 0; i < FIELDS; ++i)
      (void)CoreDouble()->problem_field(yard->problem, 0, yard->y, yard->f, NULL);
    fields += FIELDS;
    taken = ProcessorTime() - begun;
  } while (taken < least_seconds);
  return taken / fields;
}

/* Seconds of a run, its beginning included. */
static PetscErrorCode TimeRun(const Experiment *s, Integration it, const SeriesPoint *point,
                              double *seconds) {
  const Core *core = CoreDouble();
  const double begun = ProcessorTime();
  StepFailure failure = {.failed = PETSC_FALSE};
  int runs = 0;
  Quad duration, h;
  PetscCall(ExperimentEvaluateTime(s, s->job->duration, &duration));
  h = StepSize(duration, point->steps);
  do {
    PetscCall(core->begin(it, h, s->y0, &failure));
    if (!failure.failed)
      PetscCall(core->advance(it, point->steps, &failure));
    *seconds = (ProcessorTime() - begun) / ++runs;
  } while (!failure.failed && runs * *seconds < least_seconds);
  if (failure.failed)
    *seconds = NAN;
  return 0;
}

PetscErrorCode WorkClock(const Experiment *s, const Series *series, Measured *measured) {
  double ratio[ROUNDS], field = 1, run = 0;
  Integration it;
  Yardstick yard;
  if (series->precision != IN_DOUBLE)
    return 0;
  PetscCall(YardstickCreate(s, &yard));
  PetscCall(ExperimentIntegrate(s, IN_DOUBLE, 1, &it));
  measured->clock.at = ArenaArray(measured->arena, series->points, sizeof(*measured->clock.at));
  for (PetscInt i = 0; i < series->points && !(run > most_seconds); ++i) {
    const SeriesPoint *point = &series->point[i];
    ClockPoint *at = &measured->clock.at[measured->clock.count];
    int rounds = 0;
    if (point->ending.status != STATUS_DONE)
      continue;
    PetscCall(TimeRun(s, it, point, &run)); /* what it does for the first time is no cost of it */
    for (; rounds < ROUNDS && run <= most_seconds; ++rounds) {
      field = TimeField(&yard);
      PetscCall(TimeRun(s, it, point, &run));
      ratio[rounds] = run / field;
    }
    if (rounds < ROUNDS)
      continue;
    PetscCall(PetscSortReal(ROUNDS, ratio));
    *at = (ClockPoint){point->steps, ratio[ROUNDS / 2], ratio[1], ratio[ROUNDS - 2]};
    measured->clock.count++;
  }
  PetscCall(CoreDouble()->destroy(&it));
  return YardstickDestroy(&yard);
}
