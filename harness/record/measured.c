#include "record/measured.h"
#include "base/limits.h"
#include "base/sort.h"
#include "record/record.h"
#include "record/shapes.h"

/* ---- Members ---- */

static SHAPE(EndingShape, Ending, WORD("status", ALWAYS, Ending, status, StatusNames),
             FIELD(TEXT, IF_GIVEN, Ending, reason),
             IN_UNIT(UNIT_TIME, "time", REAL, IF_GIVEN, Ending, time),
             FIELD(INDEX64, IF_GIVEN, Ending, step), FIELD(REAL, IF_GIVEN, Ending, residual));

#define COUNT_ALWAYS(name, words) SIMPLE(#name, COUNT64, ALWAYS, Counts, name),
#define COUNT_IF_GIVEN(name, words) SIMPLE(#name, COUNT64, IF_GIVEN, Counts, name),
static SHAPE(CountsShape, Counts, COUNTS_OF_STEPS(COUNT_ALWAYS) COUNTS_OF_CALLS(COUNT_IF_GIVEN));

/* ---- A series of step sizes ---- */

static SHAPE(ErrorsShape, Errors, SIMPLE("", TEXT, REQUIRED, Errors, name),
             MATRIX(UNIT_QUANTITY, "", ALWAYS, Errors, times, at));
_Static_assert(offsetof(Errors, components) == offsetof(Errors, times) + sizeof(PetscInt),
               "the two sizes of a matrix stand side by side");

static const char series_key[] = "series", step_size_key[] = "h";
static SHAPE(SeriesPointShape, SeriesPoint, FIELD(COUNT64, REQUIRED, SeriesPoint, steps),
             IN_UNIT(UNIT_TIME, step_size_key, REAL, IF_GIVEN, SeriesPoint, h),
             FIELD(AMOUNT, IF_GIVEN, SeriesPoint, tolerance),
             PART("", FLAT, ALWAYS, offsetof(SeriesPoint, ending), EndingShape),
             ASPECT("errors", ALWAYS, SeriesPoint, quantities, errors, ErrorsShape),
             PART_IF(counted, "counts", IF_GIVEN, SeriesPoint, counts, CountsShape));

static SHAPE(SeriesQuantityShape, SeriesQuantity, SIMPLE("", TEXT, REQUIRED, SeriesQuantity, name),
             IN_UNIT(UNIT_QUANTITY, "size", REAL, ALWAYS, SeriesQuantity, size),
             IN_UNIT(UNIT_QUANTITY, "bar", REAL, ALWAYS, SeriesQuantity, bar),
             IN_UNIT(UNIT_QUANTITY, "floor", REALS, ALWAYS, SeriesQuantity, floor),
             IN_UNIT(UNIT_QUANTITY, "apart", REAL, ALWAYS, SeriesQuantity, apart),
             IN_UNIT(UNIT_QUANTITY, "explained", REAL, ALWAYS, SeriesQuantity, explained));

static SHAPE(ReferenceShape, Series, SIMPLE("kind", TEXT, ALWAYS, Series, reference_kind),
             SIMPLE("method", TEXT, ALWAYS, Series, reference_method),
             ASPECT("bar", ALWAYS, Series, quantities, quantity, SeriesQuantityShape));

static SHAPE(SeriesShape, Series, WORD("precision", ALWAYS, Series, precision, PrecisionNames),
             FIELD(REAL, ALWAYS, Series, epsilon),
             PART("reference", PART, IF_GIVEN, 0, ReferenceShape),
             IN_UNIT(UNIT_TIME, "duration", REAL, ALWAYS, Series, duration),
             FIELD(REAL, IF_GIVEN, Series, rate),
             IN_UNIT(UNIT_TIME, "times", REALS, ALWAYS, Series, times),
             ASPECT("size", IF_GIVEN, Series, quantities, quantity, SeriesQuantityShape),
             LIST(series_key, COLUMNS, REQUIRED, Series, points, point, SeriesPointShape),
             ASPECT("floor", ALWAYS, Series, quantities, quantity, SeriesQuantityShape),
             ASPECT("apart", IF_GIVEN, Series, quantities, quantity, SeriesQuantityShape),
             ASPECT("explained", IF_GIVEN, Series, quantities, quantity, SeriesQuantityShape));

static SHAPE(LateQuantityShape, LateQuantity, SIMPLE("", TEXT, REQUIRED, LateQuantity, name),
             IN_UNIT(UNIT_QUANTITY, "size", REAL, ALWAYS, LateQuantity, size),
             IN_UNIT(UNIT_QUANTITY, "floor", REAL, ALWAYS, LateQuantity, floor),
             MATRIX(UNIT_QUANTITY, "apart", ALWAYS, LateQuantity, pairs, apart),
             IN_UNIT(UNIT_QUANTITY, "beside", REALS, IF_GIVEN, LateQuantity, classical),
             IN_UNIT(UNIT_QUANTITY, "beside_before", REALS, IF_GIVEN, LateQuantity,
                     classical_before),
             IN_UNIT(UNIT_QUANTITY, "control_apart", REALS, IF_GIVEN, LateQuantity, control_apart));
_Static_assert(offsetof(LateQuantity, parts) == offsetof(LateQuantity, pairs) + sizeof(PetscInt),
               "the two sizes of a matrix stand side by side");

static SHAPE(LateShape, Late, IN_UNIT(UNIT_TIME, "duration", REAL, ALWAYS, Late, duration),
             FIELD(COUNT64, ALWAYS, Late, steps), FIELD(REALS, IF_GIVEN, Late, control),
             ASPECT("size", ALWAYS, Late, quantities, quantity, LateQuantityShape),
             ASPECT("floor", ALWAYS, Late, quantities, quantity, LateQuantityShape),
             ASPECT("apart", ALWAYS, Late, quantities, quantity, LateQuantityShape),
             ASPECT("beside", IF_GIVEN, Late, quantities, quantity, LateQuantityShape),
             ASPECT("beside_before", IF_GIVEN, Late, quantities, quantity, LateQuantityShape),
             ASPECT("control_apart", IF_GIVEN, Late, quantities, quantity, LateQuantityShape));

/* ---- Long runs ---- */

static SHAPE(BlockShape, Block, IN_UNIT(UNIT_QUANTITY, "mean", REAL, IF_GIVEN, Block, mean),
             IN_UNIT(UNIT_SQUARE, "mean_square", REAL, IF_GIVEN, Block, mean_square),
             IN_UNIT(UNIT_QUANTITY, "maximum", REAL, IF_GIVEN, Block, maximum),
             IN_UNIT(UNIT_QUANTITY, "first", REAL, IF_GIVEN, Block, first),
             IN_UNIT(UNIT_QUANTITY, "second", REAL, IF_GIVEN, Block, second),
             IN_UNIT(UNIT_QUANTITY, "scale", REAL, IF_GIVEN, Block, scale),
             SIMPLE("steps", COUNT64, IF_GIVEN, Block, count) /* before format 3 */);

static SHAPE(SmoothShape, Watched, SIMPLE("order", COUNT64, ALWAYS, Watched, smooth_order),
             SIMPLE("steps", COUNT64, ALWAYS, Watched, smooth_steps),
             IN_UNIT(UNIT_QUANTITY, "values", REALS, ALWAYS, Watched, smooth_values));

static SHAPE(WatchedShape, Watched, SIMPLE("", TEXT, REQUIRED, Watched, name),
             FIELD(TEXT, ALWAYS, Watched, study), FIELD(TEXT, IF_GIVEN, Watched, kind),
             IN_UNIT(UNIT_QUANTITY, "scale", REAL, ALWAYS, Watched, scale),
             IN_UNIT(UNIT_QUANTITY, "first_scale", REAL, IF_GIVEN, Watched, first_scale),
             FIELD(COUNT64, ALWAYS, Watched, count), FIELD(COUNT64, IF_GIVEN, Watched, nonfinite),
             IN_UNIT(UNIT_QUANTITY, "maximum", REAL, ALWAYS, Watched, maximum),
             IN_UNIT(UNIT_QUANTITY, "final", REAL, ALWAYS, Watched, final),
             FIELD(COUNT64, IF_GIVEN, Watched, block_steps),
             LIST("blocks", COLUMNS, IF_GIVEN, Watched, blocks, block, BlockShape),
             PART("smooth", PART, IF_GIVEN, 0, SmoothShape),
             IN_UNIT(UNIT_QUANTITY, "points", REALS, IF_GIVEN, Watched, points),
             MATRIX(UNIT_NONE, "series", IF_GIVEN, Watched, pairs, pair));
_Static_assert(offsetof(Watched, two) == offsetof(Watched, pairs) + sizeof(PetscInt),
               "the two sizes of a matrix stand side by side");

static SHAPE(LongRunShape, LongRun, IN_UNIT(UNIT_TIME, "h", REAL, ALWAYS, LongRun, h),
             FIELD(TEXT, IF_GIVEN, LongRun, h_text),
             SIMPLE("beside", TEXT, IF_GIVEN, LongRun, extra),
             FIELD(REAL, IF_GIVEN, LongRun, epsilon), FIELD(REAL, IF_GIVEN, LongRun, own_error),
             FIELD(COUNT64, ALWAYS, LongRun, steps),
             IN_UNIT(UNIT_TIME, "duration", REAL, ALWAYS, LongRun, duration),
             PART("", FLAT, ALWAYS, offsetof(LongRun, ending), EndingShape),
             PART("counts", PART, IF_GIVEN, offsetof(LongRun, counts), CountsShape),
             LIST("quantities", MAP, ALWAYS, LongRun, quantities, quantity, WatchedShape),
             FIELD(REAL, IF_GIVEN, LongRun, growth),
             IN_UNIT(UNIT_TIME, "parted", REAL, IF_GIVEN, LongRun, parted));

/* ---- Ensembles ---- */

static SHAPE(EnsembleSumShape, EnsembleSum, SIMPLE("", TEXT, REQUIRED, EnsembleSum, name),
             IN_UNIT(UNIT_QUANTITY, "scale", REAL, ALWAYS, EnsembleSum, scale),
             IN_UNIT(UNIT_SQUARE, "sum_square", REALS, ALWAYS, EnsembleSum, sum_square),
             IN_UNIT(UNIT_FOURTH, "sum_fourth", REALS, ALWAYS, EnsembleSum, sum_fourth));

static SHAPE(EnsembleShape, Ensemble, IN_UNIT(UNIT_TIME, "h", REAL, ALWAYS, Ensemble, h),
             FIELD(COUNT64, ALWAYS, Ensemble, steps),
             SIMPLE("members", RANGE, REQUIRED, Ensemble, first),
             FIELD(COUNT, ALWAYS, Ensemble, failed_members),
             IN_UNIT(UNIT_TIME, "times", REALS, ALWAYS, Ensemble, times),
             LIST("quantities", MAP, ALWAYS, Ensemble, quantities, quantity, EnsembleSumShape));
_Static_assert(offsetof(Ensemble, past) == offsetof(Ensemble, first) + sizeof(PetscInt),
               "the two ends of a range stand side by side");

/* ---- Defects at points ---- */

SHAPE(NumberShape, NamedReal, SIMPLE("", TEXT, REQUIRED, NamedReal, name),
      IN_UNIT(UNIT_QUANTITY, "", REAL, ALWAYS, NamedReal, value));

static SHAPE(DefectShape, Defect, SIMPLE("", TEXT, REQUIRED, Defect, name),
             IN_UNIT(UNIT_QUANTITY, "defect", REAL, ALWAYS, Defect, defect),
             IN_UNIT(UNIT_QUANTITY, "error", REAL, ALWAYS, Defect, error),
             FIELD(TEXT, IF_GIVEN, Defect, witness),
             /* Left out where there is no number; one that is not finite is there as null. */
             ASPECT("numbers", IF_GIVEN, Defect, numbers, number, NumberShape));

static SHAPE(PointShape, Point, IN_UNIT(UNIT_TIME, "h", REAL, ALWAYS, Point, h),
             PART("", FLAT, ALWAYS, offsetof(Point, ending), EndingShape),
             FIELD(TEXT, IF_GIVEN, Point, equilibrium), FIELD(TEXT, IF_GIVEN, Point, exact),
             FIELD(REAL, IF_GIVEN, Point, factor),
             LIST("quantities", MAP, ALWAYS, Point, quantities, quantity, DefectShape));

/* ---- All of it ---- */

static SHAPE(PurityShape, Purity, FIELD(TEXT, IF_GIVEN, Purity, impure),
             IN_UNIT(UNIT_TIME, "time", REAL, IF_GIVEN, Purity, time),
             FIELD(TEXT, IF_GIVEN, Purity, quantity), FIELD(COUNT, IF_GIVEN, Purity, component),
             FIELD(REAL, IF_GIVEN, Purity, defect), FIELD(TRUTH, IF_GIVEN, Purity, beginnings));
#define PURITY PART("purity", PART, IF_GIVEN, offsetof(Measured, purity), PurityShape)

static SHAPE(QuantityUnitsShape, QuantityUnits, SIMPLE("", TEXT, REQUIRED, QuantityUnits, name),
             SIMPLE("", INTEGERS, ALWAYS, QuantityUnits, exponents));
static SHAPE(UnitsShape, MeasuredUnits, FIELD(COUNT, IF_GIVEN, MeasuredUnits, time),
             ASPECT("quantities", IF_GIVEN, MeasuredUnits, quantities, quantity,
                    QuantityUnitsShape));
#define UNITS PART("units", PART, IF_GIVEN, offsetof(Measured, units), UnitsShape)

SHAPE(ClockPointShape, ClockPoint, FIELD(COUNT64, REQUIRED, ClockPoint, steps),
      FIELD(REAL, ALWAYS, ClockPoint, ratio), FIELD(REAL, ALWAYS, ClockPoint, lower),
      FIELD(REAL, ALWAYS, ClockPoint, upper));

const Shape MeasuredShapes[MEASURED_SHAPES] = {
    [MEASURED_NOTHING] = MEMBERS(
        Measured, WORD("precision", IF_GIVEN, Measured, precision, PrecisionNames), PURITY, UNITS),
    [MEASURED_SERIES] = MEMBERS(
        Measured, LIST("measurements", LIST, REQUIRED, Measured, count, series, SeriesShape),
        PART("late", PART, IF_GIVEN, offsetof(Measured, late), LateShape), PURITY, UNITS),
    [MEASURED_RUNS] =
        MEMBERS(Measured, WORD("precision", ALWAYS, Measured, precision, PrecisionNames),
                FIELD(REAL, IF_GIVEN, Measured, epsilon),
                LIST("runs", LIST, REQUIRED, Measured, count, run, LongRunShape), PURITY, UNITS),
    [MEASURED_ENSEMBLE] =
        MEMBERS(Measured, WORD("precision", ALWAYS, Measured, precision, PrecisionNames),
                FIELD(REAL, IF_GIVEN, Measured, epsilon),
                PART("", FLAT, ALWAYS, offsetof(Measured, ensemble), EnsembleShape), PURITY, UNITS),
    [MEASURED_POINTS] =
        MEMBERS(Measured, WORD("precision", ALWAYS, Measured, precision, PrecisionNames),
                FIELD(REAL, IF_GIVEN, Measured, epsilon),
                LIST("points", LIST, REQUIRED, Measured, count, point, PointShape), PURITY, UNITS)};

/* The member that only this shape has. */
static const char *const marks[MEASURED_SHAPES] = {[MEASURED_NOTHING] = "",
                                                   [MEASURED_SERIES] = "measurements",
                                                   [MEASURED_RUNS] = "runs",
                                                   [MEASURED_ENSEMBLE] = "members",
                                                   [MEASURED_POINTS] = "points"};

static PetscReal StepSize(const Series *series, const SeriesPoint *point) {
  return series->duration / (PetscReal)point->steps;
}

/* A column of step sizes T/N says nothing that T and N do not. */
static void DropStepSizes(const Measured *measured, json_t *object) {
  const json_t *list = json_object_get(object, marks[MEASURED_SERIES]);
  for (PetscInt k = 0; measured->shape == MEASURED_SERIES && k < measured->count; k++) {
    const Series *series = &measured->series[k];
    PetscInt i = 0;
    while (i < series->points && series->point[i].h == StepSize(series, &series->point[i]))
      i++;
    if (i == series->points)
      (void)json_object_del(json_object_get(json_array_get(list, (size_t)k), series_key),
                            step_size_key);
  }
}

static void AddStepSizes(Measured *measured) {
  for (PetscInt k = 0; measured->shape == MEASURED_SERIES && k < measured->count; k++)
    for (PetscInt i = 0; i < measured->series[k].points; i++) {
      SeriesPoint *point = &measured->series[k].point[i];
      if (isnan(point->h))
        point->h = StepSize(&measured->series[k], point);
    }
}

PetscErrorCode MeasuredToObject(Passage *passage, const Measured *measured, json_t **object) {
  PetscCall(ShapeToObject(passage, &MeasuredShapes[measured->shape], measured, object));
  DropStepSizes(measured, *object);
  return 0;
}

static SHAPE(ClockShape, Clock,
             LIST(CLOCK_MEMBER, LIST, REQUIRED, Clock, count, at, ClockPointShape));

/* The times of single runs are a line of their own behind the text. */
static PetscErrorCode AddClock(Passage *passage, const Clock *clock, char **text) {
  OWNED(MemoryFree) char *first = *text;
  OWNED(MemoryFree) char *line = NULL;
  *text = NULL;
  PetscCall(ShapeToText(passage, &ClockShape, clock, &line));
  *text = MemoryPrint("%s\n%s", first, line);
  return 0;
}

PetscErrorCode MeasuredToText(const Measured *measured, char **text) {
  Passage passage = {.where = "a measurement"};
  json_t *object;
  PetscCall(MeasuredToObject(&passage, measured, &object));
  *text = ObjectToText(object);
  if (measured->clock.count)
    PetscCall(AddClock(&passage, &measured->clock, text));
  return 0;
}

/* ---- Format 1 ---- */

/* The defects of a point stood flat in it, each an object with a defect; and their further numbers
 * flat in that. */
static void UpgradePoint(json_t *point) {
  json_t *quantities = json_object(), *entry, *number;
  const char *name, *key;
  json_object_foreach(point, name, entry) {
    json_t *numbers = json_object();
    json_object_foreach(entry, key, number) {
      if (json_is_number(number) && strcmp(key, "defect") && strcmp(key, "error"))
        (void)json_object_set(numbers, key, number);
    }
    if (json_object_get(entry, "defect"))
      (void)json_object_set(quantities, name, entry);
    (void)json_object_set_new(entry, "numbers", numbers);
  }
  (void)json_object_set_new(point, "quantities", quantities);
}

static void UpgradePoints(json_t *points) {
  json_t *point;
  size_t i;
  json_array_foreach(points, i, point) {
    if (json_is_object(point) && !json_object_get(point, "quantities"))
      UpgradePoint(point);
  }
}

/* ---- Formats 1 and 2 ---- */

/* The extremes of a block among the pairs in it, if no value is missing; returns the first pair after it. */
static PetscInt Extremes(const Watched *w, PetscInt from, PetscReal end, Block *block) {
  PetscInt least = from, greatest = from, i = from;
  PetscBool missing = PETSC_FALSE;
  for (; i < w->pairs && w->pair[2 * i] < end; i++) {
    missing = (PetscBool)(missing || isnan(w->pair[2 * i + 1]));
    least = w->pair[2 * i + 1] < w->pair[2 * least + 1] ? i : least;
    greatest = w->pair[2 * i + 1] > w->pair[2 * greatest + 1] ? i : greatest;
  }
  if (i > from && !missing) {
    block->first = w->pair[2 * PetscMin(least, greatest) + 1];
    block->second = w->pair[2 * PetscMax(least, greatest) + 1];
  }
  return i;
}

/* Blocks had their numbers of steps themselves, and what plots draw were pairs of a time and a value. */
static PetscErrorCode ReadSeries(Passage *passage, const LongRun *run, Watched *w) {
  PetscInt next = 0;
  if (w->blocks && !w->block_steps)
    w->block_steps = w->block[0].count;
  for (PetscInt i = 0; i < w->blocks; i++)
    w->block[i].count = 0;
  if (!w->pairs)
    return 0;
  if (w->two != 2)
    PetscCall(
        PassageRefuse(passage, "series", "a list of pairs of a time and a value is expected"));
  for (PetscInt i = 0; i < w->blocks; i++)
    next = Extremes(w, next, (PetscReal)((i + 1) * w->block_steps + 0.5) * run->h, &w->block[i]);
  if (!w->blocks) {
    w->points.count = w->pairs;
    w->points.at = ArenaArray(passage->arena, w->points.count, sizeof(*w->points.at));
    for (PetscInt i = 0; i < w->pairs; i++)
      w->points.at[i] = w->pair[2 * i + 1];
  }
  w->pair = NULL;
  w->pairs = 0;
  return 0;
}

static PetscErrorCode ReadFormat2(Passage *passage, Measured *measured) {
  const Place list = {passage->place, marks[MEASURED_RUNS], 0};
  for (PetscInt i = 0; i < measured->count; i++) {
    LongRun *run = &measured->run[i];
    const Place here = {&list, NULL, (size_t)i}, map = {&here, "quantities", 0};
    for (PetscInt k = 0; k < run->quantities; k++) {
      const Place place = {&map, run->quantity[k].name, 0};
      passage->place = &place;
      PetscCall(ReadSeries(passage, run, &run->quantity[k]));
    }
  }
  passage->place = list.above;
  return 0;
}

/* ---- Reading ---- */

PetscErrorCode MeasuredFromObject(Passage *outer, const json_t *object, Measured **out) {
  Passage passage = *outer;
  MeasuredShape shape = MEASURED_NOTHING;
  if (!json_is_object(object))
    PetscCall(PassageRefuse(&passage, NULL, "an object is expected"));
  for (int i = MEASURED_SERIES; i <= MEASURED_POINTS; i++)
    if (json_object_get(object, marks[i]))
      shape = (MeasuredShape)i;
  *out = MeasuredCreate();
  Measured *measured = *out;
  const Arena arena = measured->arena;
  passage.arena = arena;
  UpgradePoints(json_object_get(object, marks[MEASURED_POINTS]));
  PetscErrorCode error = ShapeRead(&passage, &MeasuredShapes[shape], object, measured);
  measured->arena = arena; /* the rest was cleared */
  measured->shape = shape;
  for (PetscInt i = 0; !error && shape == MEASURED_SERIES && i < measured->count; i++) {
    const Series *series = &measured->series[i];
    const PetscBool table = (PetscBool)(series->reference_kind && /* judged in parts */
                                        !strcmp(series->reference_kind, "given"));
    error = PassageLimit(&passage, "series", (size_t)series->points, "step sizes",
                         table ? LIMIT_ROWS : LIMIT_POINTS, table ? "LIMIT_ROWS" : "LIMIT_POINTS");
  }
  if (!error)
    AddStepSizes(measured);
  if (!error && shape == MEASURED_RUNS)
    error = ReadFormat2(&passage, measured);
  if (error)
    MeasuredDestroy(out);
  return error;
}

PetscErrorCode MeasuredFromText(const char *where, const char *text, Measured **measured) {
  Passage passage = {.where = where};
  const char *clock = MeasuredClock(text);
  json_t *object;
  *measured = NULL;
  PetscCall(ObjectFromText(where, text, MeasuredLength(text), &object));
  PetscErrorCode error = MeasuredFromObject(&passage, object, measured);
  json_decref(object);
  if (!error && clock) {
    passage.arena = (*measured)->arena;
    error = ShapeFromText(&passage, &ClockShape, clock, strlen(clock), &(*measured)->clock);
    if (error)
      MeasuredDestroy(measured);
  }
  return error;
}

/* ---- Filling ---- */

Measured *MeasuredCreate(void) {
  Measured *measured = MemoryZeroed(1, sizeof(*measured));
  measured->epsilon = measured->ensemble.h = NAN;
  ShapeClear(&PurityShape, &measured->purity);
  ShapeClear(&LateShape, &measured->late);
  measured->arena = ArenaCreate();
  return measured;
}

void MeasuredDestroy(Measured **measured) {
  if (*measured) {
    ArenaDestroy(&(*measured)->arena);
    free(*measured);
    *measured = NULL;
  }
}

static void *Add(Measured *measured, MeasuredShape shape, const Shape *element, void *list) {
  PetscCheckAbort(measured->shape == shape || measured->shape == MEASURED_NOTHING, PETSC_COMM_SELF,
                  PETSC_ERR_PLIB, "a measurement has one shape");
  measured->shape = shape;
  ArenaGrow(measured->arena, measured->count, element->size, list);
  char *at = (char *)PointerAt(list, 0) + (size_t)measured->count++ * element->size;
  ShapeClear(element, at);
  return at;
}

Series *MeasuredAddSeries(Measured *measured) {
  return Add(measured, MEASURED_SERIES, &SeriesShape, &measured->series);
}

LongRun *MeasuredAddRun(Measured *measured) {
  return Add(measured, MEASURED_RUNS, &LongRunShape, &measured->run);
}

Point *MeasuredAddPoint(Measured *measured, PetscReal h) {
  Point *const point = Add(measured, MEASURED_POINTS, &PointShape, &measured->point);
  point->h = h;
  return point;
}

Defect *PointDefect(Measured *measured, Point *point, const char *name, PetscReal defect,
                    PetscReal error) {
  Defect *found = (Defect *)PointFind(point, name);
  if (!found) {
    found = ArenaNext(measured->arena, point->quantities, &point->quantity);
    ShapeClear(&DefectShape, found);
    found->name = ArenaText(measured->arena, name);
  }
  found->defect = isfinite(defect) ? defect : NAN;
  found->error = isfinite(error) ? error : NAN;
  return found;
}

void DefectNumber(Measured *measured, Defect *defect, const char *name, PetscReal value) {
  NamedReal *number = ArenaNext(measured->arena, defect->numbers, &defect->number);
  number->value = isfinite(value) ? value : NAN;
  number->name = ArenaText(measured->arena, name);
}

/* ---- Finding ---- */

#define FIND(count, array, name) FindKey(name, count, array, sizeof(*(array)))

const Series *MeasuredFirstSeries(const Measured *measured) {
  const PetscBool has =
      (PetscBool)(measured && measured->shape == MEASURED_SERIES && measured->count > 0);
  return has ? &measured->series[0] : NULL;
}

const Errors *SeriesPointErrors(const SeriesPoint *point, const char *name) {
  return FIND(point->quantities, point->errors, name);
}

const SeriesQuantity *SeriesFindQuantity(const Series *series, const char *name) {
  return FIND(series->quantities, series->quantity, name);
}

const LateQuantity *LateFind(const Late *late, const char *name) {
  return FIND(late->quantities, late->quantity, name);
}

const Watched *LongRunFind(const LongRun *run, const char *name) {
  return FIND(run->quantities, run->quantity, name);
}

PetscReal BlockTime(const LongRun *run, const Watched *w, PetscInt block, PetscReal part) {
  const PetscInt64 begin = block * w->block_steps,
                   steps = PetscMin(w->block_steps, run->steps - begin);
  return ((PetscReal)begin + part * (PetscReal)steps) * run->h;
}

const EnsembleSum *EnsembleFind(const Ensemble *ensemble, const char *name) {
  return FIND(ensemble->quantities, ensemble->quantity, name);
}

const Defect *PointFind(const Point *point, const char *name) {
  return FIND(point->quantities, point->quantity, name);
}

PetscReal DefectFind(const Defect *defect, const char *name) {
  const NamedReal *number = FIND(defect->numbers, defect->number, name);
  return number ? number->value : NAN;
}

PetscReal SeriesPointError(const SeriesPoint *point, const char *name) {
  const Errors *errors = SeriesPointErrors(point, name);
  PetscReal largest = NAN;
  if (!errors || point->ending.status != STATUS_DONE)
    return NAN;
  for (PetscInt i = 0; i < errors->times * errors->components; i++) {
    const PetscReal size = PetscAbsReal(errors->at[i]);
    if (!isfinite(size))
      return NAN;
    if (!(size <= largest))
      largest = size;
  }
  return largest;
}
