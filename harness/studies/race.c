#include "studies/race.h"
#include "statistics/thresholds.h"

enum { RUNS_MOST = 3 };

/* Runs side by side, up to the first step that fails in one of them. */
typedef struct {
  const Experiment *s;
  int runs;
  Stepper run[RUNS_MOST];
  Quad *y[RUNS_MOST], *more; /* room for q and v: of each run, and once more */
  PetscBool failed;
} Race;

static Race RaceCreate(const Experiment *s, Precision precision, int runs) {
  const PetscInt room = s->dimensions.n + s->dimensions.m;
  Race race = {.s = s, .runs = runs, .more = ExperimentRoom(s, room)};
  for (int k = 0; k < runs; k++) {
    race.y[k] = ExperimentRoom(s, room);
    race.run[k] = StepperCreate(s, precision, 1);
  }
  return race;
}

static PetscErrorCode RaceDestroy(Race *race) {
  for (int k = 0; k < race->runs; k++)
    PetscCall(StepperEnd(&race->run[k]));
  return 0;
}

static void BeginRun(Race *race, int k, Quad h, const Quad *start) {
  race->failed = (PetscBool)(race->failed || !StepperBegin(&race->run[k], h, start));
}

static PetscBool AdvanceAll(Race *race, const PetscInt64 steps[]) {
  for (int k = 0; k < race->runs && !race->failed; k++)
    race->failed = (PetscBool)!StepperAdvance(&race->run[k], steps[k]);
  return (PetscBool)!race->failed;
}

static void ReadAll(Race *race, Quantity quantity) {
  for (int k = 0; k < race->runs; k++)
    StepperRead(&race->run[k], quantity, race->y[k]);
}

/* ---- The method's own error ---- */

/* Of `count` entries that both runs score at the same time; `largest`: what each was at most. */
static void CompareQuantity(Race *race, Quantity quantity, PetscInt count, Quad *largest,
                            OwnError *out) {
  const Quad rounding = 100 * (Quad)race->run[0].core->epsilon;
  ReadAll(race, quantity);
  for (PetscInt i = 0; i < count; i++) {
    const Quad difference = fabsq(race->y[0][i] - race->y[1][i]);
    largest[i] = LargerOrNaN(largest[i], fabsq(race->y[1][i]));
    if (!(difference > rounding * largest[i]) && !isnanq(difference))
      continue;
    out->absolute = fmax(out->absolute, (PetscReal)difference);
    out->relative = fmax(out->relative, (PetscReal)(difference / largest[i]));
  }
}

PetscErrorCode OwnErrorMeasure(const Experiment *s, Precision precision, Quad h, PetscInt steps,
                               OwnError *out) {
  static const PetscInt64 strides[] = {1, 2};
  Quad time_of_q, time_of_p;
  *out = (OwnError){0, 0};
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &time_of_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &time_of_p));
  const PetscBool q = (PetscBool)(time_of_q == 0),
                  v = (PetscBool)(time_of_p == 0 && s->dimensions.m > 0);
  Race race = RaceCreate(s, precision, 2);
  BeginRun(&race, 0, h, s->y0);
  BeginRun(&race, 1, h / 2, s->y0);
  const PetscInt n = s->dimensions.n, m = s->dimensions.m;
  for (PetscInt step = 0; step < steps && AdvanceAll(&race, strides); step++) {
    if (q)
      CompareQuantity(&race, QUANTITY_CONFIGURATION, n, race.more, out);
    if (v)
      CompareQuantity(&race, QUANTITY_VELOCITY, m, race.more + n, out);
  }
  if (race.failed || !(q || v) || !isfinite(out->absolute))
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
  Race race = RaceCreate(s, precision, 3);
  *out = (Sensitivity){NAN, NAN};
  for (PetscInt i = 0; i < s->dimensions.n + s->dimensions.m; i++)
    race.more[i] = s->y0[i] * (1 + (Quad)SENSITIVITY_START);
  BeginRun(&race, ITSELF, h, s->y0);
  BeginRun(&race, NEARBY, h, race.more);
  BeginRun(&race, COARSE, 2 * h, s->y0);
  for (PetscInt64 done = stride; done <= steps && AdvanceAll(&race, strides); done += stride) {
    ReadAll(&race, QUANTITY_CONFIGURATION);
    out->growth = fmax(out->growth, (PetscReal)RelativeDistance(&race, NEARBY) /
                                        SENSITIVITY_START); /* fmax passes over NaN */
    if (isnan(out->parted) && RelativeDistance(&race, COARSE) > SENSITIVITY_PARTED)
      out->parted = (PetscReal)((Quad)done * h);
  }
  return RaceDestroy(&race);
}
