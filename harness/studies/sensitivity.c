#include "studies/sensitivity.h"
#include "statistics/thresholds.h"

#include <math.h>

/* The run itself, one that starts near it, and one with steps twice as long. */
enum { ITSELF, NEARBY, COARSE, RUNS, SAMPLES = 256 };

typedef struct {
  const Core *core;
  Integration it[RUNS];
  Quad *q[RUNS], *start;
} Race;

/* How far another run is from the run itself, over the size of q. */
static Quad RelativeDistance(const Race *race, PetscInt n, int other) {
  Quad distance = 0, size = 0;
  for (PetscInt i = 0; i < n; i++) {
    distance = LargerOrNaN(distance, fabsq(race->q[other][i] - race->q[ITSELF][i]));
    size = LargerOrNaN(size, fabsq(race->q[ITSELF][i]));
  }
  return distance / size;
}

static PetscErrorCode BeginRuns(const Experiment *s, Race *race, Quad h, StepFailure *failure) {
  const PetscInt entries = s->dimensions.n + s->dimensions.m;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < entries; i++)
    race->start[i] = s->y0[i] * (1 + (Quad)SENSITIVITY_START);
  *failure = (StepFailure){.failed = 0};
  for (int k = 0; k < RUNS && !failure->failed; k++)
    PetscCall(race->core->begin(race->it[k], k == COARSE ? 2 * h : h,
                                k == NEARBY ? race->start : s->y0, failure));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunAll(const Experiment *s, Race *race, Quad h, PetscInt64 steps,
                             Sensitivity *out) {
  const PetscInt64 stride = PetscMax(2, steps / SAMPLES / 2 * 2);
  StepFailure failure;
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(BeginRuns(s, race, h, &failure));
  for (PetscInt64 done = stride; done <= steps && !failure.failed; done += stride) {
    for (int k = 0; k < RUNS && !failure.failed; k++) {
      PetscCall(race->core->advance(race->it[k], k == COARSE ? stride / 2 : stride, &failure));
      if (!failure.failed)
        PetscCall(race->core->get(race->it[k], QUANTITY_CONFIGURATION, &count, race->q[k]));
    }
    if (failure.failed)
      break;
    out->growth = fmax(out->growth, (PetscReal)RelativeDistance(race, s->dimensions.n, NEARBY) /
                                        SENSITIVITY_START); /* fmax passes over NaN */
    if (isnan(out->parted) && RelativeDistance(race, s->dimensions.n, COARSE) > SENSITIVITY_PARTED)
      out->parted = (PetscReal)((Quad)done * h);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode SensitivityMeasure(const Experiment *s, Precision precision, Quad h,
                                  PetscInt64 steps, Sensitivity *out) {
  const PetscInt n = s->dimensions.n, m = s->dimensions.m;
  Race race = {.core = CoreOf(precision)};
  PetscFunctionBeginUser;
  *out = (Sensitivity){NAN, NAN};
  PetscCall(PetscCalloc4(n + 1, &race.q[ITSELF], n + 1, &race.q[NEARBY], n + 1, &race.q[COARSE],
                         n + m + 1, &race.start));
  for (int k = 0; k < RUNS; k++)
    PetscCall(ExperimentIntegrate(s, precision, 1, &race.it[k]));
  PetscCall(RunAll(s, &race, h, steps, out));
  for (int k = 0; k < RUNS; k++)
    PetscCall(race.core->destroy(&race.it[k]));
  PetscCall(PetscFree4(race.q[ITSELF], race.q[NEARBY], race.q[COARSE], race.start));
  PetscFunctionReturn(0);
}
