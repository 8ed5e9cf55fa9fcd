#include "record/baseline.h"
#include "base/digits.h"
#include "base/json_text.h"
#include "base/sort.h"
#include "record/file.h"
#include "record/lines.h"
#include "record/seal.h"
#include "record/shapes.h"
#include "statistics/thresholds.h"

#include <sys/stat.h>

enum { ORDER_DIGITS = 4, ERROR_DIGITS = 3 };

/* ---- Members ---- */

static SHAPE(ClaimShape, BaselineClaim, FIELD(TEXT, REQUIRED, BaselineClaim, study),
             FIELD(TEXT, REQUIRED, BaselineClaim, quantity),
             FIELD(NUMBER_OR_WORD, ALWAYS, BaselineClaim, claimed),
             FIELD(TEXT, IF_GIVEN, BaselineClaim, place),
             WORD("outcome", REQUIRED, BaselineClaim, outcome, OutcomeNames),
             FIELD(REAL, IF_GIVEN, BaselineClaim, lower),
             FIELD(REAL, IF_GIVEN, BaselineClaim, upper),
             FIELD(TEXT, IF_GIVEN, BaselineClaim, reason));

static SHAPE(ErrorsShape, BaselineErrors, SIMPLE("", TEXT, REQUIRED, BaselineErrors, name),
             SIMPLE("", REALS, ALWAYS, BaselineErrors, error));

static SHAPE(SeriesShape, BaselineSeries, FIELD(TEXT, REQUIRED, BaselineSeries, in),
             FIELD(TEXT, IF_GIVEN, BaselineSeries, h),
             FIELD(INTEGERS, REQUIRED, BaselineSeries, steps),
             ASPECT("errors", ALWAYS, BaselineSeries, quantities, quantity, ErrorsShape));

SHAPE(BaselineLineShape, BaselineLine, FIELD(TEXT, REQUIRED, BaselineLine, key),
      FIELD(TEXT, REQUIRED, BaselineLine, method), FIELD(TEXT, REQUIRED, BaselineLine, model),
      SIMPLE("case", TEXT, REQUIRED, BaselineLine, instance),
      LIST("claims", LIST, IF_GIVEN, BaselineLine, claims, claim, ClaimShape),
      LIST("series", LIST, IF_GIVEN, BaselineLine, series, one, SeriesShape),
      FIELD(COUNT, IF_GIVEN, BaselineLine, seed));

SHAPE(BaselineShape, Baseline, SIMPLE("baseline", COUNT, REQUIRED, Baseline, count),
      FIELD(TEXT, ALWAYS, Baseline, gimbal), FIELD(TEXT, ALWAYS, Baseline, commit),
      FIELD(TEXT, ALWAYS, Baseline, suite));

/* ---- From a run ---- */

/* Ten floors with a minus sign where the error is below them. Without a recorded floor, errors this
 * small are noise. */
static PetscReal ErrorWithSign(PetscReal error, PetscReal floor) {
  const PetscReal least = floor > 0 ? NOISE_LEVELS * floor : PETSC_SMALL * PETSC_SMALL;
  return isfinite(error) ? DigitsRound(error > least ? error : -least, ERROR_DIGITS) : NAN;
}

/* With room for so many numbers of steps, and as many errors of each quantity. */
static BaselineSeries *AddSeries(Arena arena, PetscInt count, PetscInt quantities,
                                 BaselineLine *line) {
  BaselineSeries *one = ArenaNext(arena, line->series, &line->one);
  *one = (BaselineSeries){.steps.count = count, .quantities = quantities};
  one->steps.at = ArenaArray(arena, count, sizeof(*one->steps.at));
  one->quantity = ArenaArray(arena, quantities, sizeof(*one->quantity));
  for (PetscInt k = 0; k < quantities; k++) {
    one->quantity[k].error.count = count;
    one->quantity[k].error.at = ArenaArray(arena, count, sizeof(*one->quantity[k].error.at));
  }
  return one;
}

static void OfSeries(Arena arena, const Series *series, BaselineLine *line) {
  BaselineSeries *one = AddSeries(arena, series->points, series->quantities, line);
  one->in = PrecisionNames[series->precision];
  /* Runs to tolerances are one step each, and distinguished by their number. */
  for (PetscInt i = 0; i < series->points; i++)
    one->steps.at[i] = series->point[i].tolerance > 0 ? i + 1 : series->point[i].steps;
  for (PetscInt k = 0; k < series->quantities; k++) {
    const SeriesQuantity *quantity = &series->quantity[k];
    one->quantity[k].name = ArenaText(arena, quantity->name);
    for (PetscInt i = 0; i < series->points; i++)
      one->quantity[k].error.at[i] =
          ErrorWithSign(SeriesPointError(&series->point[i], quantity->name),
                        i < quantity->floor.count ? quantity->floor.at[i] : NAN);
  }
}

static void OfRun(Arena arena, const LongRun *run, PetscReal epsilon, BaselineLine *line) {
  BaselineSeries *one = AddSeries(arena, 1, run->quantities, line);
  one->in = ArenaText(arena, run->extra ? run->extra : "run");
  one->h = ArenaText(arena, run->h_text);
  if (!one->h)
    one->h = ArenaPrint(arena, "%.17g", (double)run->h);
  one->steps.at[0] = run->steps;
  for (PetscInt k = 0; k < run->quantities; k++) {
    const Watched *watched = &run->quantity[k];
    /* Round-off of a value that cancels, added up at random. */
    const PetscReal floor =
        epsilon * (watched->scale > 0 ? watched->scale : 1) * sqrt((PetscReal)run->steps);
    one->quantity[k].name = ArenaText(arena, watched->name);
    one->quantity[k].error.at[0] = ErrorWithSign(watched->maximum, floor);
  }
}

static void OfRecord(Arena arena, const Record *record, BaselineLine *line) {
  const Measured *measured = record->measured;
  for (PetscInt i = 0; measured && i < measured->count; i++)
    if (measured->shape == MEASURED_SERIES)
      OfSeries(arena, &measured->series[i], line);
    else if (measured->shape == MEASURED_RUNS &&
             strcmp(record->job.kind, "trajectory") != 0) /* a picture is no error */
      OfRun(arena, &measured->run[i],
            isnan(measured->run[i].epsilon) ? measured->epsilon : measured->run[i].epsilon, line);
}

static void OfVerdict(Arena arena, const Verdict *verdict, BaselineLine *line) {
  const PetscBool order = (PetscBool)!strcmp(verdict->claim->study, "order");
  *ArenaNext(arena, line->claims, &line->claim) = (BaselineClaim){
      .study = verdict->claim->study,
      .quantity = verdict->claim->quantity,
      .claimed = verdict->claimed,
      .place = verdict->claim->place && *verdict->claim->place ? verdict->claim->place : NULL,
      .outcome = VerdictOutcome(verdict),
      .lower = order ? DigitsRound(verdict->lower, ORDER_DIGITS) : NAN,
      .upper = order ? DigitsRound(verdict->upper, ORDER_DIGITS) : NAN,
      .reason = verdict->reason};
}

const BaselineLine *BaselineFind(const Baseline *baseline, const char *key) {
  return SortFindKey(key, baseline->count, baseline->at, sizeof(*baseline->at));
}

static BaselineLine LineOf(const Job *job) {
  return (BaselineLine){.key = job->key,
                        .method = job->method,
                        .model = job->model,
                        .instance = job->instance,
                        .seed = job->seed};
}

/* A line for each key of a verdict or a record, whose job is whole. */
static void Keys(Store store, Baseline *b) {
  b->count = store->records->count + store->verdicts->count;
  b->at = ArenaArray(b->arena, b->count, sizeof(*b->at));
  for (PetscInt i = 0; i < store->verdicts->count; i++)
    b->at[i] = LineOf(store->verdicts->at[i].job);
  for (PetscInt i = 0; i < store->records->count; i++)
    b->at[store->verdicts->count + i] = LineOf(&store->records->at[i].job);
  b->count = SortKeepLast(b->count, b->at, sizeof(*b->at));
}

static void Fill(Store store, Baseline *b) {
  const Manifest *manifest = &store->manifest;
  *b = (Baseline){.arena = b->arena};
  b->gimbal = ArenaText(b->arena, manifest->versions.gimbal);
  b->commit = ArenaText(b->arena, manifest->versions.commit);
  b->suite = ArenaText(b->arena, manifest->suite.name);
  Keys(store, b);
  for (PetscInt i = 0; i < store->records->count; i++)
    OfRecord(b->arena, &store->records->at[i],
             (BaselineLine *)BaselineFind(b, store->records->at[i].key));
  for (PetscInt i = 0; i < store->verdicts->count; i++)
    OfVerdict(b->arena, &store->verdicts->at[i],
              (BaselineLine *)BaselineFind(b, store->verdicts->at[i].job->key));
}

void BaselineDestroy(Baseline **baseline) {
  if (*baseline) {
    ArenaDestroy(&(*baseline)->arena);
    StoreDestroy(&(*baseline)->store);
  }
  free(*baseline);
  *baseline = NULL;
}

/* ---- To a file ---- */

/* The format stands in the head alone. */
static PetscErrorCode PutObject(FILE *stream, const char *where, const Shape *shape,
                                const void *structure) {
  json_auto_t *object = NULL;
  PetscCall(LineToObject(where, shape, structure, &object));
  if (shape != &BaselineShape)
    (void)json_object_del(object, "format");
  const size_t flags = JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(ORDER_DIGITS);
  OWNED(MemoryFree) char *text = JsonText(object, flags);
  SealAdd(&text);
  fprintf(stream, "%s\n", text);
  return 0;
}

static PetscErrorCode Put(FILE *stream, Baseline *b) {
  Baseline head = *b;
  head.count = 0;
  for (PetscInt i = 0; i < b->count; i++)
    head.count += b->at[i].claims || b->at[i].series;
  PetscCall(PutObject(stream, "a baseline", &BaselineShape, &head));
  for (PetscInt i = 0; i < b->count; i++)
    if (b->at[i].claims || b->at[i].series) {
      const BaselineLine *line = &b->at[i];
      for (PetscInt k = 0; k < line->claims; k++)
        if (OutcomePasses(line->claim[k].outcome))
          line->claim[k].reason = NULL;
      PetscCall(PutObject(stream, line->key, &BaselineLineShape, line));
    }
  return 0;
}

PetscErrorCode BaselineWrite(Baseline *baseline, const char *path) {
  WholeFile file;
  PetscCall(FolderCheckOf(path));
  PetscCall(WholeFileOpenAt(path, &file));
  return WholeFileEnd(&file, Put(file.stream, baseline));
}

/* ---- From a file ---- */

typedef struct {
  Baseline *baseline;
  PetscInt lines; /* without the head; -1: before it */
} Reading;

static PetscErrorCode Check(const char *where, const BaselineLine *line) {
  for (PetscInt i = 0; i < line->series; i++)
    for (PetscInt k = 0; k < line->one[i].quantities; k++)
      UserCheck(line->one[i].quantity[k].error.count == line->one[i].steps.count,
                "%s: member 'series': as many errors as steps are expected", where);
  return 0;
}

static PetscErrorCode TakeObject(Passage *passage, const json_t *object, Reading *r) {
  Baseline *b = r->baseline;
  const Arena arena = b->arena;
  PetscInt format;
  if (r->lines++ < 0) {
    PetscCall(FormatFromObject(passage, object, &format));
    UserCheck(json_object_get(object, "baseline"),
              "%s: it is not a baseline; `gimbal compare FILE DIR --accept` writes one",
              passage->where);
    PetscCall(ShapeRead(passage, &BaselineShape, object, b));
    b->arena = arena;
    return 0;
  }
  ArenaRoom(arena, r->lines - 1, &b->at);
  BaselineLine *line = &b->at[r->lines - 1];
  PetscCall(ShapeRead(passage, &BaselineLineShape, object, line));
  PetscCall(Check(passage->where, line));
  UserCheck(r->lines < 2 || strcmp(line[-1].key, line->key) < 0,
            "%s: its key is not in ascending order", passage->where);
  return 0;
}

static PetscErrorCode TakeLine(const char *where, const char *text, size_t length, void *context) {
  Reading *r = context;
  Passage passage = {.where = where, .arena = r->baseline->arena};
  json_auto_t *object = NULL;
  PetscCall(LineFromText(where, text, length, &object));
  return TakeObject(&passage, object, r);
}

static PetscErrorCode ReadFile(const char *path, Baseline *b) {
  Reading r = {b, -1};
  PetscBool torn;
  PetscCall(LinesRead(path, TakeLine, &r, NULL, &torn));
  UserCheck(!torn && r.lines == b->count, "%s: the baseline is incomplete: %d of %d lines", path,
            (int)PetscMax(r.lines, 0), (int)b->count);
  return 0;
}

/* What was measured is let go at once: only texts of the store are needed further. */
static PetscErrorCode ReadFolder(const char *path, Baseline *b) {
  Store store;
  PetscCall(StoreRead(path, &store));
  Fill(store, b);
  b->store = store;
  for (PetscInt i = 0; i < store->records->count; i++)
    MeasuredDestroy(&store->records->at[i].measured);
  return 0;
}

PetscErrorCode BaselineRead(const char *path, Baseline **baseline) {
  struct stat status;
  const PetscBool file = (PetscBool)(!stat(path, &status) && !S_ISDIR(status.st_mode));
  *baseline = MemoryZeroed(1, sizeof(**baseline));
  (*baseline)->arena = ArenaCreate();
  const PetscErrorCode error = file ? ReadFile(path, *baseline) : ReadFolder(path, *baseline);
  if (error)
    BaselineDestroy(baseline);
  return error;
}

const BaselineSeries *BaselineFindSeries(const BaselineLine *line, const BaselineSeries *like) {
  for (PetscInt i = 0; i < line->series; i++)
    if (!strcmp(line->one[i].in, like->in) && TextIsSame(line->one[i].h, like->h))
      return &line->one[i];
  return NULL;
}
