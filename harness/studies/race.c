#include "studies/race.h"
#include "statistics/thresholds.h"

enum { RUNS_MOST = 3 };

/* Runs side by side, up to the first step that fails in one of them. */
typedef struct {
  const Experiment *s;
  const Core *core;
  int runs;
  Integration it[RUNS_MOST];
  Quad *y[RUNS_MOST], *more; /* room for q and v: of each run, and once more */
  StepFailure failure;
} Race;

static PetscErrorCode RaceCreate(const Experiment *s, Precision precision, int runs, Race *race) {
  const PetscInt room = s->dimensions.n + s->dimensions.m + 1;
  *race = (Race){.s = s, .core = CoreOf(precision), .runs = runs};
  PetscCall(
      PetscCalloc4(room, &race->y[0], room, &race->y[1], room, &race->y[2], room, &race->more));
  for (int k = 0; k < runs; k++)
    PetscCall(ExperimentIntegrate(s, precision, 1, &race->it[k]));
  return 0;
}

static PetscErrorCode RaceDestroy(Race *race) {
  for (int k = 0; k < race->runs; k++)
    PetscCall(race->core->destroy(&race->it[k]));
  return PetscFree4(race->y[0], race->y[1], race->y[2], race->more);
}

static PetscErrorCode BeginRun(Race *race, int k, Quad h, const Quad *start) {
  if (!race->failure.failed)
    PetscCall(race->core->begin(race->it[k], h, start, &race->failure));
  return 0;
}

static PetscErrorCode AdvanceAll(Race *race, const PetscInt64 steps[]) {
  for (int k = 0; k < race->runs && !race->failure.failed; k++)
    PetscCall(race->core->advance(race->it[k], steps[k], &race->failure));
  return 0;
}

static PetscErrorCode ReadAll(const Race *race, Quantity quantity, PetscInt *count) {
  for (int k = 0; k < race->runs; k++)
    PetscCall(race->core->get(race->it[k], quantity, count, race->y[k]));
  return 0;
}

/* ---- The method's own error ---- */

/* Of a quantity that both runs score at the same time; `largest`: what each entry was at most. */
static PetscErrorCode CompareQuantity(const Race *race, Quantity quantity, Quad *largest,
                                      OwnError *out) {
  const Quad rounding = 100 * (Quad)race->core->epsilon;
  PetscInt count;
  PetscCall(ReadAll(race, quantity, &count));
  for (PetscInt i = 0; i < count; i++) {
    const Quad difference = fabsq(race->y[0][i] - race->y[1][i]);
    largest[i] = LargerOrNaN(largest[i], fabsq(race->y[1][i]));
    if (!(difference > rounding * largest[i]) && !isnanq(difference))
      continue;
    out->absolute = fmax(out->absolute, (PetscReal)difference);
    out->relative = fmax(out->relative, (PetscReal)(difference / largest[i]));
  }
  return 0;
}

PetscErrorCode OwnErrorMeasure(const Experiment *s, Precision precision, Quad h, PetscInt steps,
                               OwnError *out) {
  static const PetscInt64 strides[] = {1, 2};
  Quad time_of_q, time_of_p;
  Race race;
  *out = (OwnError){0, 0};
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &time_of_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &time_of_p));
  const PetscBool q = (PetscBool)(time_of_q == 0),
                  v = (PetscBool)(time_of_p == 0 && s->dimensions.m > 0);
  PetscCall(RaceCreate(s, precision, 2, &race));
  PetscCall(BeginRun(&race, 0, h, s->y0));
  PetscCall(BeginRun(&race, 1, h / 2, s->y0));
  for (PetscInt step = 0; step < steps && !race.failure.failed; step++) {
    PetscCall(AdvanceAll(&race, strides));
    if (q && !race.failure.failed)
      PetscCall(CompareQuantity(&race, QUANTITY_CONFIGURATION, race.more, out));
    if (v && !race.failure.failed)
      PetscCall(CompareQuantity(&race, QUANTITY_VELOCITY, race.more + s->dimensions.n, out));
  }
  if (race.failure.failed || !(q || v) || !isfinite(out->absolute))
    *out = (OwnError){NAN, NAN};
  return RaceDestroy(&race);
}

/* ---- Sensitivity ---- */

/* The run itself, one that starts near it, and one with steps twice as long. */
enum { ITSELF, NEARBY, COARSE, SAMPLES = 256 };

/* How far another run is from the run itself, over the size of q. */
static Quad RelativeDistance(const Race *race, int other) {
  Quad distance = 0, size = 0;
  for (PetscInt i = 0; i < race->s->dimensions.n; i++) {
    distance = LargerOrNaN(distance, fabsq(race->y[other][i] - race->y[ITSELF][i]));
    size = LargerOrNaN(size, fabsq(race->y[ITSELF][i]));
  }
  return distance / size;
}

PetscErrorCode SensitivityMeasure(const Experiment *s, Precision precision, Quad h,
                                  PetscInt64 steps, Sensitivity *out) {
  const PetscInt64 stride = PetscMax(2, steps / SAMPLES / 2 * 2);
  const PetscInt64 strides[] = {stride, stride, stride / 2};
  PetscInt count;
  Race race;
  *out = (Sensitivity){NAN, NAN};
  PetscCall(RaceCreate(s, precision, 3, &race));
  for (PetscInt i = 0; i < s->dimensions.n + s->dimensions.m; i++)
    race.more[i] = s->y0[i] * (1 + (Quad)SENSITIVITY_START);
  PetscCall(BeginRun(&race, ITSELF, h, s->y0));
  PetscCall(BeginRun(&race, NEARBY, h, race.more));
  PetscCall(BeginRun(&race, COARSE, 2 * h, s->y0));
  for (PetscInt64 done = stride; done <= steps && !race.failure.failed; done += stride) {
    PetscCall(AdvanceAll(&race, strides));
    if (race.failure.failed)
      break;
    PetscCall(ReadAll(&race, QUANTITY_CONFIGURATION, &count));
    out->growth = fmax(out->growth, (PetscReal)RelativeDistance(&race, NEARBY) /
                                        SENSITIVITY_START); /* fmax passes over NaN */
    if (isnan(out->parted) && RelativeDistance(&race, COARSE) > SENSITIVITY_PARTED)
      out->parted = (PetscReal)((Quad)done * h);
  }
  return RaceDestroy(&race);
}
