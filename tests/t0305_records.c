/* Records as types: text to structure and back, what is refused and how that is said, the first
 * format, the one reader of lines, the one writer of files, and arenas. Run from the source folder.
 */
#include "base/limits.h"
#include "base/arena.h"
#include "record/file.h"
#include "record/lines.h"
#include "record/shapes.h"
#include "judge/judge.h"
#include "record/store.h"
#include "petsc_tap.h"

#include <jansson.h>
#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];
static Arena arena;

static const char *In(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

static void Write(const char *name, const char *text, size_t length) {
  FILE *file = fopen(In(name), "w");
  if (!file || fwrite(text, 1, length, file) != length || fclose(file))
    exit(2);
}

static char *Content(const char *name) {
  char *text;
  size_t length;
  REQUIRE(WholeFileRead(In(name), &text, &length));
  return text;
}

static int Files(void) {
  DIR *directory = opendir(folder);
  int files = 0;
  for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
    files += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
  closedir(directory);
  return files;
}

/* ---- Arenas ---- */

static PetscBool TooMuchEnds(size_t size) {
  int status = 0;
  const pid_t child = fork();
  if (!child) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    (void)ArenaAllocate(arena, size);
    _exit(0);
  }
  (void)waitpid(child, &status, 0);
  return (PetscBool)(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

static void Arenas(void) {
  enum { PIECES = 500 };
  unsigned char *piece[PIECES], *large;
  int *list = NULL, wrong = 0;
  const char *text;
  for (int i = 0; i < PIECES; i++) {
    piece[i] = ArenaAllocate(arena, (size_t)i);
    for (int j = 0; j < i; j++)
      wrong += piece[i][j] != 0;
    memset(piece[i], i % 251, (size_t)i);
  }
  for (int i = 0; i < PIECES; i++)
    for (int j = 0; j < i; j++)
      wrong += piece[i][j] != i % 251;
  ok(!wrong, "pieces are zero at first and none lies in another");
  large = ArenaAllocate(arena, 5000000);
  large[4999999] = 1;
  ok((size_t)large % 16 == 0 && (size_t)piece[7] % 16 == 0, "pieces of an arena are aligned");
  for (int i = 0; i < 1000; i++) {
    ArenaRoom(arena, i, &list);
    list[i] = i;
  }
  for (int i = 0; i < 1000; i++)
    wrong += list[i] != i;
  ok(!wrong, "a list that grows keeps what it has");
  text = ArenaPrint(arena, "%d and %s", 3, "four");
  ok(!strcmp(text, "3 and four"), "a text is printed into an arena");
  text = ArenaText(arena, NULL);
  ok(!text, "no text stays none");
  ok(TooMuchEnds((size_t)-1) && TooMuchEnds((size_t)-1 / 4), "too much is the end");
}

/* ---- There and back ---- */

/* A line of one of the files: into a structure, out of it, and the same again. */
typedef PetscErrorCode Again(const char *where, const char *line, size_t length, char **text);

static PetscErrorCode RecordAgain(const char *where, const char *line, size_t length, char **text) {
  Record record;
  PetscFunctionBeginUser;
  PetscCall(RecordFromText(where, line, length, arena, &record));
  PetscCall(RecordToText(&record, NULL, text));
  MeasuredDestroy(&record.measured);
  PetscFunctionReturn(0);
}

/* The way of the journal: the measurement as a worker's text. */
static PetscErrorCode RecordAppended(const char *where, const char *line, size_t length,
                                     char **text) {
  Record record;
  char *measured = NULL;
  PetscFunctionBeginUser;
  PetscCall(RecordFromText(where, line, length, arena, &record));
  if (record.measured)
    PetscCall(MeasuredToText(record.measured, &measured));
  PetscCall(RecordToText(&record, measured ? measured : "null", text));
  free(measured);
  MeasuredDestroy(&record.measured);
  PetscFunctionReturn(0);
}

static PetscErrorCode VerdictAgain(const char *where, const char *line, size_t length,
                                   char **text) {
  Verdict verdict;
  PetscFunctionBeginUser;
  PetscCall(VerdictFromText(where, line, length, arena, &verdict));
  PetscCall(VerdictToText(&verdict, text));
  PetscFunctionReturn(0);
}

static PetscErrorCode TimingAgain(const char *where, const char *line, size_t length, char **text) {
  Timing timing;
  PetscFunctionBeginUser;
  PetscCall(TimingFromText(where, line, length, arena, &timing));
  PetscCall(TimingToText(&timing, NULL, text));
  PetscFunctionReturn(0);
}

typedef struct {
  Again *again;
  int lines, changed, kept; /* kept: the line of format 1 but for the number of the format */
} Trip;

/* The line without the number of its format and the checksum, which are this program's. */
static void Strip(char *line) {
  static const char number[] = ",\"format\":4", check[] = ",\"check\":";
  char *end = strstr(line, check);
  if (end)
    (void)snprintf(end, sizeof(check), "}");
  char *at = strstr(line, number);
  if (at)
    memmove(at, at + sizeof(number) - 1, strlen(at + sizeof(number) - 1) + 1);
}

/* What the first format had among the details, and the facts have since. */
static void DropDetails(json_t *verdict) {
  static const char *const names[] = {"power",       "oscillation_power", "drift_power", "growth",
                                      "coefficient", "deviations",        "term"};
  json_t *details = json_object_get(verdict, "details");
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
    (void)json_object_del(details, names[i]);
    (void)json_object_del(json_object_get(details, "counterexample"), names[i]);
  }
  if (details && !json_object_size(details))
    (void)json_object_del(verdict, "details");
}

/* Numbers may have other digits, if they read the same. */
static int SameObjects(const char *a, const char *b) {
  json_t *one = json_loads(a, 0, NULL), *two = json_loads(b, 0, NULL);
  DropDetails(two);
  const int same = one && json_equal(one, two);
  json_decref(one);
  json_decref(two);
  return same;
}

static PetscErrorCode MakeTrip(const char *where, const char *line, size_t length, void *context) {
  Trip *trip = context;
  char *once, *twice;
  PetscFunctionBeginUser;
  PetscCall(trip->again(where, line, length, &once));
  PetscCall(trip->again(where, once, strlen(once), &twice));
  if (strcmp(once, twice) || !strstr(once, ",\"format\":4"))
    diag("%s: %s\n# %s", where, once, twice), trip->changed++;
  Strip(once);
  trip->kept += SameObjects(once, line);
  trip->lines++;
  free(once);
  free(twice);
  PetscFunctionReturn(0);
}

static Trip TripOf(const char *name, Again *again) {
  Trip trip = {again, 0, 0, 0};
  char path[256];
  (void)snprintf(path, sizeof(path), "tests/format_1/%s.jsonl", name);
  REQUIRE(LinesRead(path, MakeTrip, &trip, NULL, NULL));
  return trip;
}

static void Trips(void) {
  char *once, *twice, *text;
  size_t length;
  Manifest manifest;
  Trip trip = TripOf("results", RecordAgain);
  ok(trip.lines == 17 && !trip.changed, "results: text to structure to text is the identity");
  trip = TripOf("results", RecordAppended);
  ok(trip.lines == 17 && !trip.changed,
     "text to structure to text is the identity with a worker's text as the last member");
  trip = TripOf("verdicts", VerdictAgain);
  ok(trip.lines == 18 && !trip.changed, "verdicts");
  ok(trip.kept == 18,
     "which are those of the first format but for their number, and what the facts have since");
  trip = TripOf("timings", TimingAgain);
  ok(trip.lines == 16 && !trip.changed && trip.kept == 16, "timings");
  REQUIRE(WholeFileRead("tests/format_1/manifest.json", &text, &length));
  REQUIRE(ManifestFromText("manifest", text, length, arena, &manifest));
  free(text);
  ok(manifest.format == 1 && manifest.methods == 9 && manifest.models == 6 &&
         !strcmp(manifest.versions.gimbal, "1.0.0") && manifest.kinds == 8,
     "the manifest of the first format is read");
  REQUIRE(ManifestToText(&manifest, &once));
  REQUIRE(ManifestFromText("manifest", once, strlen(once), arena, &manifest));
  REQUIRE(ManifestToText(&manifest, &twice));
  ok(manifest.format == 4 && !strcmp(once, twice),
     "a manifest of the first format is written in the present one");
  free(once);
  free(twice);
}

/* ---- The first format ---- */

static const Record *Find(const Store store, const char *key) {
  for (PetscInt i = 0; i < store->records->count; i++)
    if (!strcmp(store->records->at[i].key, key))
      return &store->records->at[i];
  printf("Bail out! no record %s\n", key);
  exit(1);
}

static void FirstFormat(void) {
  Store store;
  const Record *r;
  const Defect *d;
  REQUIRE(StoreRead("tests/format_1", &store));
  ok(store->records->count == 17 && store->verdicts->count == 18 && store->timings.count == 16,
     "a folder of the first format is read");
  ok(VerdictsStatus(store->verdicts) == 1, "it has what does not pass");

  r = Find(store, "order/gauss_2/harmonic_oscillator:A");
  ok(r->format == 1 && r->status == STATUS_DONE && r->measured->shape == MEASURED_SERIES &&
         r->measured->count == 2 && r->measured->series[1].precision == IN_QUAD,
     "an order study in both precisions");
  const Series *series = r->measured->series;
  ok(r->job.steps.count == 6 && r->job.steps.at[5] == 64 && series->points == 6 &&
         series->point[5].steps == 64 && series->point[5].counted,
     "an order study has its numbers of steps");
  ok(SeriesFindQuantity(series, "q")->floor.count == 6 &&
         SeriesFindQuantity(series, "q")->bar >= 0 && !SeriesFindQuantity(series, "p"),
     "an order study has its noise levels");
  is_close(SeriesPointError(&series->point[0], "q"), 1.9354529771040978e-07, 0,
           "it is what stands in the file", "an order study has its largest error");
  ok(series->point[0].errors[0].times == 4 && series->point[0].errors[0].components == 1,
     "at four times");

  r = Find(store, "ensemble/lobatto_nonholonomic_2/chaotic:J/00000-00002");
  ok(r->job.h.count == 1 && !strcmp(r->job.h.at[0], "1/10") && r->job.steps.count == 1 &&
         r->job.steps.at[0] == 20 && r->job.members.count == 2,
     "a single step size and number of steps are lists of one");
  ok(r->measured->shape == MEASURED_ENSEMBLE && r->measured->ensemble.past == 2 &&
         EnsembleFind(&r->measured->ensemble, "energy")->sum_square.count ==
             r->measured->ensemble.times.count,
     "sums of an ensemble");

  r = Find(store, "structure/implicit_midpoint/pendulum:oscillation");
  d = PointFind(&r->measured->point[2], "volume");
  ok(r->measured->shape == MEASURED_POINTS && r->measured->count == 3 && d && d->defect < 1e-20 &&
         d->error > 0,
     "flat defects of a point are its quantities");
  r = Find(store, "curve/hamel_sphere/spherical_pendulum:below/apsides");
  d = PointFind(&r->measured->point[0], "apsidal_advance");
  ok(d && d->numbers == 3 && DefectFind(d, "apsides") > 0 && isnan(DefectFind(d, "nothing")),
     "and flat numbers of a defect its further numbers");
  r = Find(store, "equilibrium/chaplygin_0/chaplygin_sleigh:A");
  ok(r->measured->count == 6 && r->measured->point[3].ending.status == STATUS_FAILED &&
         r->measured->point[3].ending.reason && r->measured->point[3].quantities == 0 &&
         isfinite(r->measured->point[0].factor) && !strcmp(r->measured->point[0].exact, "stable"),
     "equilibria, of which one fails");

  r = Find(store, "long/stormer_verlet/pendulum:oscillation");
  const Watched *energy = LongRunFind(&r->measured->run[1], "energy");
  ok(r->job.runs.count == 2 && r->measured->count == 2 && energy && energy->blocks > 0 &&
         energy->block_steps > 0 && energy->smooth_values.count > 0,
     "long runs");
  PetscReal largest = 0;
  for (PetscInt i = 0; i < energy->blocks; i++)
    largest = fmax(largest, fmax(fabs(energy->block[i].first), fabs(energy->block[i].second)));
  is_close(largest, energy->maximum, 0, "stored", "with the extremes of a series in its blocks");
  r = Find(store, "order/wrong_crash/pendulum:rotation/short");
  ok(r->status == STATUS_FAILED && !r->measured && strstr(r->reason, "signal 11"), "a failed job");
  r = Find(store, "skipped/rk4/structure/symplectic/suite-3");
  ok(r->status == STATUS_SKIPPED && !r->fingerprint && r->job.realisation == -1, "a skipped claim");
  StoreDestroy(&store);
}

/* ---- What is refused ---- */

static const char verdict_line[] =
    "{\"key\":\"k\",\"method\":\"m\",\"model\":\"o\",\"case\":\"c\",\"study\":\"order\","
    "\"quantity\":\"q\",\"claimed\":2.0,\"observed\":null,\"lower\":1.5,\"upper\":null,"
    "\"verdict\":\"undecided\",\"passes\":false,\"flags\":[\"a\",\"b\"],\"number\":3,"
    "\"window\":{\"from\":8,\"to\":64,\"points\":6},\"unknown\":[{}]}";

/* The error of the line with one text in place of another. */
static const char *Refused(const char *from, const char *to) {
  char line[1024];
  Verdict verdict;
  const char *at = strstr(verdict_line, from);
  (void)snprintf(line, sizeof(line), "%.*s%s%s", (int)(at - verdict_line), verdict_line, to,
                 at + strlen(from));
  (void)ERROR_OF(VerdictFromText("F:12", line, strlen(line), arena, &verdict));
  return failure_code == PETSC_ERR_USER_INPUT ? failure_text : "no error";
}

static void Refusals(void) {
  static const struct {
    const char *from, *to, *message;
  } wrong[] = {
      {"1.5", "\"1.5\"", "F:12: member 'lower': a number is expected"},
      {"\"k\"", "7", "F:12: member 'key': a text is expected"},
      {"\"key\":\"k\",", "", "F:12: member 'key': it is missing"},
      {"\"key\":\"k\",", "\"key\":null,", "F:12: member 'key': it is missing"},
      {"\"undecided\"", "\"maybe\"",
       "F:12: member 'verdict': expected is one of: refuted confirmed undecided skipped failed"},
      {"false", "0", "F:12: member 'passes': true or false is expected"},
      {"\"b\"", "4", "F:12: member 'flags[1]': a text is expected"},
      {"[\"a\",\"b\"]", "{}", "F:12: member 'flags': a list of texts is expected"},
      {"{\"from\":8,\"to\":64,\"points\":6}", "[]", "F:12: member 'window': an object is expected"},
      {"64", "64.5", "F:12: member 'window.to': a whole number is expected"},
      {"64", "1e400", "F:12: not a JSON object"},
      {"\"points\":6", "\"points\":99999999999999999",
       "F:12: member 'window.points': the number is too large"},
      {"2.0", "[2.0]", "F:12: member 'claimed': a number or a text is expected"},
      {"\"k\"", "\"k\",\"key\":\"j\"", "F:12: not a JSON object"},
      {"\"k\"", "\"\xff\"", "F:12: not a JSON object"},
      {"\"key\"", "\"format\":5,\"key\"",
       "F:12: member 'format': this gimbal knows the formats from 1 to 4"},
      {"\"key\"", "\"format\":\"2\",\"key\"", "F:12: member 'format': this gimbal knows"},
      {"}]}", "}]", "F:12: not a JSON object"},
  };
  Verdict verdict;
  Record record;
  REQUIRE(VerdictFromText("F:12", verdict_line, strlen(verdict_line), arena, &verdict));
  ok(isnan(verdict.upper) && verdict.lower == 1.5 && verdict.to == 64 &&
         verdict.claim->rank == -1 && verdict.claimed.number == 2 && !verdict.claimed.word &&
         isnan(verdict.observed.number),
     "null is no number; what is not known is passed over");
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    const char *said = Refused(wrong[i].from, wrong[i].to);
    if (!ok(!strncmp(said, wrong[i].message, strlen(wrong[i].message)), "refused: %s",
            wrong[i].message))
      diag("  said: %s", said);
  }
  const char claims[] = "{\"key\":\"k\",\"job\":{\"key\":\"k\",\"kind\":\"order\",\"method\":\"m\","
                        "\"model\":\"o\",\"case\":\"c\",\"claims\":[{\"study\":\"order\","
                        "\"quantity\":\"q\",\"value\":\"2\",\"order\":\"two\"}]},"
                        "\"status\":\"done\",\"measured\":null}";
  (void)ERROR_OF(RecordFromText("F:3", claims, strlen(claims), arena, &record));
  if (!ok(!strcmp(failure_text, "F:3: member 'job.claims[0].order': a number is expected"),
          "the place in a nested list is given"))
    diag("%s", failure_text);
  const char deep[] = "{\"measurements\":[{\"series\":[{\"steps\":8,\"errors\":"
                      "{\"q\":[[1,2],[1]]}}]}]}";
  Measured *measured;
  (void)ERROR_OF(MeasuredFromText("F:4", deep, &measured));
  if (!ok(!strcmp(failure_text,
                  "F:4: member 'measurements[0].series[0].errors.q[1]': a list of numbers "
                  "is expected, as long as the first"),
          "and through what has a name"))
    diag("%s", failure_text);
  /* As many numbers as 32 bits cannot count: 65,536 rows, and as many in the first. */
  OWNED(MemoryFree) char *large = MemoryTake(1 << 20);
  char *at =
      large + sprintf(large, "{\"measurements\":[{\"series\":[{\"steps\":8,\"errors\":{\"q\":[[");
  for (int i = 0; i < 65536; i++)
    at += sprintf(at, i ? ",1" : "1");
  at += sprintf(at, "]");
  for (int i = 1; i < 65536; i++)
    at += sprintf(at, ",[]");
  (void)sprintf(at, "]}}]}]}");
  (void)ERROR_OF(MeasuredFromText("F:4", large, &measured));
  if (!ok(strstr(failure_text, "errors.q[1]': a list of numbers is expected, as long as the first"),
          "a matrix of too many numbers is refused before any are read"))
    diag("%s", failure_text);
  static const char *const columns[][2] = {
      {"{\"measurements\":[{\"series\":{\"steps\":[8,16],\"h\":[1]}}]}",
       "F:5: member 'measurements[0].series.h': a list is expected, as long as its neighbours"},
      {"{\"measurements\":[{\"series\":{\"steps\":[8,16],\"counts\":{\"solves\":[1,\"two\"]}}}]}",
       "F:5: member 'measurements[0].series.counts.solves[1]': a whole number is expected"},
      {"{\"measurements\":[{\"series\":{\"h\":[1]}}]}",
       "F:5: member 'measurements[0].series.steps': it is missing"},
      {"{\"runs\":[{\"quantities\":{\"energy\":{\"series\":[[1,2,3]]}}}]}",
       "F:5: member 'runs[0].quantities.energy.series': a list of pairs of a time and a value is "
       "expected"}};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    (void)ERROR_OF(MeasuredFromText("F:5", columns[i][0], &measured));
    if (!ok(!strcmp(failure_text, columns[i][1]), "columns: %s", strchr(columns[i][1], '\'')))
      diag("%s", failure_text);
  }
}

/* A measurement of a point with so many further numbers, each of a name of its own. */
static PetscErrorCode ReadNames(int count, Measured **measured) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  fputs("{\"precision\":\"double\",\"points\":[{\"h\":0.1,\"quantities\":{\"d\":"
        "{\"defect\":0.0,\"error\":0.0,\"numbers\":{",
        out);
  for (int i = 0; i < count; i++)
    fprintf(out, "%s\"n%d\":%d.5", i ? "," : "", i, i);
  fputs("}}}}]}", out);
  fclose(out);
  const PetscErrorCode error = ERROR_OF(MeasuredFromText("F:6", text, measured));
  free(text);
  return error;
}

static void Names(void) {
  Measured *measured;
  ok(!ReadNames(LIMIT_NAMES, &measured) &&
         DefectFind(&measured->point[0].quantity[0], "n4095") == 4095.5,
     "%d names are read", LIMIT_NAMES);
  MeasuredDestroy(&measured);
  if (!ok(ReadNames(LIMIT_NAMES + 1, &measured) == PETSC_ERR_USER_INPUT &&
              strstr(failure_text, "4097 names; at most 4096 (LIMIT_NAMES)"),
          "one more is refused, by the limit"))
    diag("%s", failure_text);
}

static PetscErrorCode ReadPoints(int count, Measured **measured) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  fputs("{\"measurements\":[{\"precision\":\"double\",\"epsilon\":1e-16,\"duration\":1.0,"
        "\"times\":[],\"series\":{\"steps\":[",
        out);
  for (int i = 0; i < count; i++)
    fprintf(out, "%s%d", i ? "," : "", i + 1);
  fputs("]}}]}", out);
  fclose(out);
  const PetscErrorCode error = ERROR_OF(MeasuredFromText("F:6", text, measured));
  free(text);
  return error;
}

static void Points(void) {
  Measured *measured;
  if (!ok(!ReadPoints(LIMIT_POINTS, &measured) && measured->series[0].points == LIMIT_POINTS,
          "a series of %d step sizes is read", LIMIT_POINTS))
    diag("%s", failure_text);
  MeasuredDestroy(&measured);
  if (!ok(ReadPoints(LIMIT_POINTS + 1, &measured) == PETSC_ERR_USER_INPUT &&
              strstr(failure_text, "65 step sizes; at most 64 (LIMIT_POINTS)"),
          "one more is refused, by the limit"))
    diag("%s", failure_text);
}

/* ---- Numbers and texts ---- */

/* Of a run of duration 0.3 with one step and three: all step sizes T/N, or one of them another. */
static void StepSizes(void) {
  for (int own = 0; own < 2; own++) {
    Measured *measured, *read;
    SeriesPoint point[2] = {{.steps = 1, .h = 0.3}, {.steps = 3, .h = own ? 0.25 : 0.3 / 3}};
    char *text;
    for (int i = 0; i < 2; i++)
      point[i].ending = (Ending){.time = NAN, .step = -1, .residual = NAN};
    measured = MeasuredCreate();
    Series *const series = MeasuredAddSeries(measured);
    series->duration = 0.3;
    series->points = 2;
    series->point = point;
    REQUIRE(MeasuredToText(measured, &text));
    ok(!strstr(text, "\"h\":") == !own,
       own ? "step sizes of their own are written" : "step sizes T/N are not");
    REQUIRE(MeasuredFromText("text", text, &read));
    ok(read->series[0].point[0].h == point[0].h && read->series[0].point[1].h == point[1].h,
       "step sizes are read as they were written, in every bit");
    free(text);
    MeasuredDestroy(&read);
    MeasuredDestroy(&measured);
  }
}

/* What the third format had and the fourth has not: the job's key, each claim's source, each step size. */
static void ThirdFormat(void) {
  static const char line[] =
      "{\"key\":\"k\",\"fingerprint\":\"1\",\"job\":{\"key\":\"k\",\"kind\":\"order\",\"method\":"
      "\"m\","
      "\"model\":\"o\",\"case\":\"c\",\"claims\":[{\"study\":\"order\",\"quantity\":\"q\","
      "\"value\":\"2\","
      "\"source\":\"Euler\"},{\"study\":\"order\",\"quantity\":\"v\",\"value\":\"2\"}]},"
      "\"status\":\"done\",\"format\":3,\"measured\":{\"measurements\":[{\"duration\":1.0,"
      "\"series\":{"
      "\"steps\":[4],\"h\":[0.2]}}]}}";
  Record record;
  REQUIRE(RecordFromText("F:1", line, strlen(line), arena, &record));
  const Claim *claim = record.job.claims.at;
  ok(record.format == 3 && !strcmp(record.job.key, "k") &&
         !strcmp(JobSource(&record.job, &claim[0]), "Euler") &&
         !JobSource(&record.job, &claim[1]) && record.measured->series[0].point[0].h == 0.2,
     "a record of the third format is read");
  MeasuredDestroy(&record.measured);
}

/* How long runs took goes with what was measured, but into the timing alone. */
static void Clocks(void) {
  ClockPoint at = {.steps = 4, .ratio = 7.25, .lower = 7, .upper = 8};
  const Record record = {.key = "k", .job = {.key = "k"}};
  const Timing timing = {.key = "k"};
  char *text, *line, *taken;
  Measured *measured, *read;
  Timing again;
  measured = MeasuredCreate();
  (void)MeasuredAddSeries(measured);
  measured->clock = (Clock){1, &at};
  REQUIRE(MeasuredToText(measured, &text));
  REQUIRE(MeasuredFromText("text", text, &read));
  ok(read->count == 1 && read->clock.count == 1 && read->clock.at[0].ratio == 7.25,
     "how long runs took is read with what was measured");
  MeasuredDestroy(&read);
  REQUIRE(RecordToText(&record, text, &line));
  REQUIRE(TimingToText(&timing, text, &taken));
  REQUIRE(TimingFromText("F:1", taken, strlen(taken), arena, &again));
  ok(!strstr(line, "clock") && strstr(line, "\"measured\":{\"measurements\":[{") &&
         again.clock.count == 1 && again.clock.at[0].steps == 4 && again.clock.at[0].upper == 8,
     "how long runs took is stored in the timing alone");
  free(line);
  free(taken);
  text[strlen(text) - 2] = '}'; /* in place of the end of a list */
  ok(ERROR_OF(MeasuredFromText("text", text, &read)) == PETSC_ERR_USER_INPUT && !read,
     "a damaged one is refused");
  free(text);
  MeasuredDestroy(&measured);
}

/* A column of equal numbers behind another column is one number. */
static void Constants(void) {
  static const char first[] =
      "{\"runs\":[{\"quantities\":{\"energy\":{\"blocks\":{\"mean\":1.0}}}}]}";
  Block block[2] = {{.mean = 0, .maximum = 0.5, .second = 3},
                    {.mean = 0, .maximum = 0.5, .second = 4}};
  Watched energy = {.name = "energy", .blocks = 2, .block = block};
  Measured *measured, *read;
  char *text;
  for (int i = 0; i < 2; i++)
    block[i].mean_square = block[i].first = block[i].scale = NAN;
  measured = MeasuredCreate();
  LongRun *const run = MeasuredAddRun(measured);
  run->quantities = 1;
  run->quantity = &energy;
  REQUIRE(MeasuredToText(measured, &text));
  if (!ok(strstr(text, "\"blocks\":{\"mean\":[0.0,0.0],\"maximum\":0.5,\"second\":[3.0,4.0]}") !=
              NULL,
          "a list of equal numbers is one number, but for the first, which tells how many there "
          "are"))
    diag("%s", text);
  REQUIRE(MeasuredFromText("text", text, &read));
  const Block *again = read->run[0].quantity[0].block;
  ok(read->run[0].quantity[0].blocks == 2 && again[0].maximum == 0.5 && again[1].maximum == 0.5 &&
         again[1].mean == 0 && again[1].second == 4 && isnan(again[1].first),
     "one number is read as that of all entries");
  free(text);
  MeasuredDestroy(&read);
  MeasuredDestroy(&measured);
  ok(ERROR_OF(MeasuredFromText("F:1", first, &read)) == PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "blocks.mean': a list is expected"),
     "a first one is refused");
}

/* The source of the first claim is their job's, unless a claim has none. */
static void Sources(void) {
  Claim claim[3] = {{.source = "Euler"}, {.source = "Kutta"}, {.source = "Euler"}};
  Claim without[2] = {{.source = "Euler"}, {.source = NULL}};
  Claims claims = {3, claim};
  const Job job = {.claims = claims, .source = ClaimsShareSource(&claims)};
  ok(!claim[0].source && claim[1].source && !claim[2].source &&
         !strcmp(JobSource(&job, &claim[0]), "Euler") &&
         !strcmp(JobSource(&job, &claim[1]), "Kutta") &&
         !strcmp(JobSource(&job, &claim[2]), "Euler"),
     "a source that claims share is the job's");
  ok(!ClaimsShareSource(&(Claims){2, without}) && without[0].source,
     "a claim without a source gets none from the others");
}

static void Values(void) {
  Measured *measured, *read;
  Point *point;
  Defect *defect;
  Job job, same;
  char *text;
  measured = MeasuredCreate();
  LongRun *const run = MeasuredAddRun(measured);
  run->steps = 9007199254740993; /* 2^53 + 1 is no double */
  run->duration = INFINITY;
  run->h = 0.1;
  run->own_error = 0.1 + 0.2;
  REQUIRE(MeasuredToText(measured, &text));
  if (!ok(strstr(text, "\"steps\":9007199254740993,") && strstr(text, "\"duration\":null") &&
              strstr(text, "\"h\":0.1,") && strstr(text, "\"own_error\":0.30000000000000004,"),
          "large integers are exact, what is not finite is null, a number has the digits it takes"))
    diag("%s", text);
  REQUIRE(MeasuredFromText("text", text, &read));
  ok(read->run[0].steps == 9007199254740993 && isnan(read->run[0].duration) &&
         read->run[0].h == 0.1 && read->run[0].ending.step == -1 && isnan(read->epsilon),
     "a record with absent members is read back");
  free(text);
  MeasuredDestroy(&read);
  MeasuredDestroy(&measured);

  measured = MeasuredCreate();
  for (int i = 0; i < 9; i++) {
    point = MeasuredAddPoint(measured, i);
    defect = PointDefect(measured, point, "orbit", 0.5, NAN);
    DefectNumber(measured, defect, "shift", NAN);
    (void)PointDefect(measured, point, "volume", 1, 2);
    defect = PointDefect(measured, point, "orbit", 0.25, NAN);
  }
  REQUIRE(MeasuredToText(measured, &text));
  REQUIRE(MeasuredFromText("text", text, &read));
  defect = read->count == 9 ? (Defect *)PointFind(&read->point[8], "orbit") : NULL;
  ok(defect && read->point[8].h == 8 && read->point[8].quantities == 2 && defect->defect == 0.25 &&
         isnan(defect->error),
     "points that were added one by one");
  free(text);
  MeasuredDestroy(&read);
  MeasuredDestroy(&measured);

  StepSizes();
  ThirdFormat();
  Sources();
  Clocks();
  Constants();

  JobInit(&job);
  job.key = "k", job.kind = "order", job.method = "m", job.model = "o", job.instance = "c";
  job.claims.count = 1;
  job.claims.at = &(Claim){.study = "order", .quantity = "q", .value = "2", .source = "\xc3("};
  if (!ok(ERROR_OF(JobToText(&job, &text)) == PETSC_ERR_USER_INPUT &&
              !strcmp(failure_text, "k: member 'source': the text is not valid UTF-8"),
          "a text that is not UTF-8 is an error that says where"))
    diag("%s", failure_text);
  job.claims.at->source = "ψ";
  job.tolerance_factor = 100;
  job.fingerprint = "ff";
  REQUIRE(JobToText(&job, &text));
  ok(!strstr(text, "ff") && strstr(text, "\"looser\":100.0"),
     "the fingerprint is no part of the job's text");
  REQUIRE(JobFromText("job", text, arena, &same));
  ok(same.tolerance_factor == 100 && !strcmp(same.claims.at[0].source, "ψ") &&
         same.realisation == -1,
     "a job is read again");
  free(text);
  job.tolerance_factor = 1;
  REQUIRE(JobToText(&job, &text));
  ok(!strstr(text, "looser"), "members that were not requested are left out");
  free(text);
}

static void SentJobs(void) {
  Jobs jobs = {0, NULL}, arrived;
  char *text;
  int good = 0;
  for (int i = 0; i < 5; i++) {
    Job *job;
    job = JobsAdd(arena, &jobs);
    job->key = ArenaPrint(arena, "job %d", i);
    job->fingerprint = ArenaPrint(arena, "%04d", i);
    job->kind = job->method = job->model = job->instance = "x";
  }
  REQUIRE(JobsToText(&jobs, &text));
  REQUIRE(JobsFromText(text, arena, &arrived));
  free(text);
  for (PetscInt i = 0; i < arrived.count; i++)
    good += !strcmp(arrived.at[i]->key, jobs.at[i]->key) &&
            !strcmp(arrived.at[i]->fingerprint, jobs.at[i]->fingerprint);
  ok(arrived.count == 5 && good == 5, "jobs are sent with their fingerprints");
}

/* ---- Verdicts ---- */

static void Judged(void) {
  static const Claim claim = {.study = "order",
                              .quantity = "q",
                              .value = "2*s",
                              .order = 4,
                              .expect = EXPECT_REFUTED,
                              .origin = FROM_PLUGIN,
                              .rank = -1};
  Job job;
  Finding f;
  Verdicts *verdicts;
  char *text, failure[5001] = "";
  JobInit(&job);
  job.key = "k", job.kind = "order", job.method = "m", job.model = "o", job.instance = "c";
  verdicts = VerdictsCreate();
  FindingInit(&f);
  JudgeAdd(verdicts, &job, &claim, &f);
  FindingSet(&f, REFUTED, CAUSE_DEFECT_POWER, FACTS(NUMBER(POWER, 3), NUMBER(H, NAN)));
  FindingFlag(&f, "exceeds");
  FindingFlag(&f, "exceeds");
  f.precision = IN_DOUBLE;
  f.observed = 3;
  FindingShow(&f, 0.5, 1);
  JudgeAdd(verdicts, &job, &claim, &f);
  ok(!verdicts->at[0].passes && verdicts->at[1].passes && VerdictsStatus(verdicts) == 4,
     "an expected refutation passes, undecided does not");
  ok(VerdictOutcome(&verdicts->at[1]) == OUTCOME_EXPECTED,
     "an expected refutation has the outcome expected");
  REQUIRE(VerdictToText(&verdicts->at[1], &text));
  if (!ok(!strcmp(
              text,
              "{\"key\":\"k\",\"method\":\"m\",\"model\":\"o\",\"case\":\"c\","
              "\"realisation\":null,\"study\":\"order\",\"quantity\":\"q\",\"claimed\":4.0,"
              "\"observed\":3.0,\"lower\":null,\"upper\":null,\"verdict\":\"refuted\","
              "\"reason\":\"; scales like h^3.00\",\"command\":null,\"expect\":\"refuted\","
              "\"why\":null,\"passes\":true,\"source\":null,\"origin\":\"plugin\","
              "\"place\":null,\"text\":null,\"number\":0,\"rank\":null,"
              "\"precision\":\"double\",\"smallest_error\":null,\"flags\":[\"exceeds\"],"
              "\"window\":null,\"floor\":null,"
              "\"details\":{\"counterexample\":{\"h\":0.5,\"error\":1.0}},"
              "\"facts\":[{\"cause\":\"defect_power\",\"numbers\":{\"power\":3.0}}],\"format\":4,"
              "\"check\":\"bbe4a3327548e96a\"}"), /* by another program */
          "the text of a verdict"))
    diag("%s", text);
  free(text);
  memset(failure, 'x', sizeof(failure) - 1);
  FindingSet(&f, FAILED, CAUSE_JOB_FAILED, FACTS(TEXT(FAILURE, failure)));
  JudgeAdd(verdicts, &job, &claim, &f);
  ok(!strcmp(verdicts->at[2].reason, failure) &&
         !strcmp(verdicts->at[2].fact[0].text[0].text, failure),
     "a reason of 5,000 letters is whole");
  Job other = job;
  other.method = "a";
  verdicts->at[2].job = &other;
  verdicts->at[1].claimed.number = 10;
  verdicts->at[0].claimed.number = 9;
  VerdictsSort(verdicts);
  ok(verdicts->at[0].verdict == FAILED && verdicts->at[1].claimed.number == 10,
     "verdicts are sorted by name, then by what is claimed, as text");
  ok(VerdictsStatus(verdicts) == 1, "a failure does not pass");
  VerdictsDestroy(&verdicts);
}

static void Words(void) {
  int good = 0;
  for (int v = 0; v < VERDICT_WORDS; v++)
    for (int e = 0; e < EXPECTATIONS; e++) {
      static const PetscBool pass[EXPECTATIONS][VERDICT_WORDS] = {
          [EXPECT_CONFIRMED] = {[CONFIRMED] = PETSC_TRUE, [SKIPPED] = PETSC_TRUE},
          [EXPECT_REFUTED] = {[REFUTED] = PETSC_TRUE},
          [EXPECT_UNDECIDED] = {[UNDECIDED] = PETSC_TRUE, [SKIPPED] = PETSC_TRUE}};
      good += OutcomePasses(OutcomeOf((VerdictWord)v, (Expectation)e)) == pass[e][v];
    }
  ok(good == VERDICT_WORDS * EXPECTATIONS,
     "what passes: what is as the suite expects, and what is skipped but where a refutation is "
     "expected");
  ok(OutcomeWorse(OUTCOME_SKIPPED, OUTCOME_CONFIRMED) == OUTCOME_CONFIRMED &&
         OutcomeWorse(OUTCOME_REFUTED, OUTCOME_FAILED) == OUTCOME_FAILED &&
         OutcomeRank(OUTCOME_EXPECTED) == OutcomeRank(OUTCOME_CONFIRMED) &&
         OutcomeRank(OUTCOME_UNDECIDED) < OutcomeRank(OUTCOME_SKIPPED),
     "what is worse, and what is better");
}

/* ---- Lines ---- */

static PetscErrorCode Count(const char *where, const char *line, size_t length, void *context) {
  char *all = context;
  (void)where;
  (void)snprintf(all + strlen(all), 200 - strlen(all), "%.*s|", (int)length, line);
  return 0;
}

static PetscErrorCode Stop(const char *where, const char *line, size_t length, void *context) {
  PetscFunctionBeginUser;
  (void)length, (void)context;
  PetscCheck(strcmp(line, "bad"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: no", where);
  PetscFunctionReturn(0);
}

static void Lines(void) {
  char all[200] = "", expected[300];
  PetscBool exists, torn;
  Store store;
  Write("l", "one\n\n  \t\r\ntwo\ntorn", 19);
  REQUIRE(LinesRead(In("l"), Count, all, &exists, &torn));
  if (!ok(!strcmp(all, "one|two|") && exists && torn, "lines; a torn end is reported and skipped"))
    diag("%s", all);
  Write("l", "one\n", 4);
  REQUIRE(LinesRead(In("l"), Count, all, &exists, &torn));
  ok(!torn, "a whole end is not torn");
  REQUIRE(LinesRead(In("missing"), Count, all, &exists, &torn));
  ok(!exists, "a missing file is reported");
  ok(ERROR_OF(LinesRead(In("missing"), Count, all, NULL, NULL)) == PETSC_ERR_USER_INPUT,
     "or refused");
  ok(ERROR_OF(LinesRead(folder, Count, all, &exists, NULL)) == PETSC_ERR_USER_INPUT,
     "a folder is no file");
  Write("l", "one\n\nbad\n", 9);
  ok(ERROR_OF(LinesRead(In("l"), Stop, NULL, NULL, NULL)) == PETSC_ERR_USER_INPUT,
     "an error ends the reading");
  (void)snprintf(expected, sizeof(expected), "%s, line 3: no", In("l"));
  if (!ok(!strcmp(failure_text, expected), "with file and line"))
    diag("%s", failure_text);
  (void)remove(In("l"));

  Write("verdicts.jsonl", "", 0);
  Write("results.jsonl", "{\"key\":\"a\"}\n", 12);
  if (!ok(ERROR_OF(StoreRead(folder, &store)) == PETSC_ERR_USER_INPUT &&
              strstr(failure_text, "results.jsonl, line 1: member 'job': it is missing"),
          "a line that is no record is refused"))
    diag("%s", failure_text);
  Write("results.jsonl", "{\"key\":\"a\"", 10);
  REQUIRE(StoreRead(folder, &store));
  ok(!store->records->count, "a torn last line is not a record");
  StoreDestroy(&store);
  (void)remove(In("verdicts.jsonl"));
  ok(ERROR_OF(StoreRead(folder, &store)) == PETSC_ERR_USER_INPUT &&
         strstr(failure_text, "not the output folder of a finished run"),
     "a run without verdicts is not finished");
  REQUIRE(StoreReadUnjudged(folder, &store));
  Verdicts *verdicts;
  verdicts = VerdictsCreate();
  REQUIRE(StoreSetVerdicts(store, verdicts));
  StoreDestroy(&store);
  REQUIRE(StoreRead(folder, &store));
  ok(store->verdicts->count == 0, "unless it is judged");
  StoreDestroy(&store);
  (void)remove(In("verdicts.jsonl"));
  (void)remove(In("results.jsonl"));
  ok(ERROR_OF(StoreRead(In("missing"), &store)) == PETSC_ERR_USER_INPUT && !store,
     "no folder is no store");
}

static void Repeated(void) {
  Records *records;
  Record *record;
  records = RecordsCreate();
  for (int i = 0; i < 200; i++) {
    record = RecordsAdd(records);
    record->key = i % 2 ? "b" : "a";
    record->job.seed = i;
    record->measured = MeasuredCreate();
  }
  RecordsSort(records);
  ok(records->count == 2 && !strcmp(records->at[0].key, "a") && records->at[0].job.seed == 198 &&
         records->at[1].job.seed == 199,
     "of records with one key the last stays");
  RecordsDestroy(&records);
}

/* ---- Whole files ---- */

static void WholeFiles(void) {
  WholeFile file;
  struct stat status;
  char *text;
  size_t length;
  REQUIRE(WholeFileWrite(folder, "f", "old"));
  text = Content("f");
  ok(!strcmp(text, "old") && Files() == 1, "a file is written, and no other");
  free(text);
  (void)umask(022);
  REQUIRE(WholeFileOpen(folder, "f", &file));
  fputs("new", file.stream);
  fflush(file.stream);
  text = Content("f");
  ok(!strcmp(text, "old") && Files() == 2, "until it is closed, the old one is there");
  free(text);
  REQUIRE(WholeFileClose(&file));
  text = Content("f");
  ok(!strcmp(text, "new") && Files() == 1 && !stat(In("f"), &status) &&
         (status.st_mode & 0777) == 0644,
     "the new file has the usual rights");
  free(text);
  REQUIRE(WholeFileOpen(folder, "f", &file));
  fputs("never", file.stream);
  WholeFileAbandon(&file);
  text = Content("f");
  ok(!strcmp(text, "new") && Files() == 1 && !file.stream, "what is abandoned leaves no trace");
  free(text);

  /* No more room: the system refuses to make a file longer. */
  const struct rlimit little = {10, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
  (void)signal(SIGXFSZ, SIG_IGN);
  (void)setrlimit(RLIMIT_FSIZE, &little);
  (void)ERROR_OF(WholeFileWrite(folder, "f", "more than ten letters"));
  (void)setrlimit(RLIMIT_FSIZE, &all);
  text = Content("f");
  if (!ok(failure_code == PETSC_ERR_FILE_WRITE &&
              strstr(failure_text, "/f cannot be written: File too"),
          "a failure names the file and the reason"))
    diag("%s", failure_text);
  ok(!strcmp(text, "new") && Files() == 1, "a failed write leaves the folder with one file");
  free(text);

  REQUIRE(WholeFileWrite(folder, "victim", "untouched"));
  ok(!symlink("victim", In("link")), "a link is planted");
  REQUIRE(WholeFileWrite(folder, "link", "mine"));
  text = Content("victim");
  ok(!strcmp(text, "untouched") && !lstat(In("link"), &status) && S_ISREG(status.st_mode),
     "the link is replaced, not followed");
  free(text);
  /* Nor is what somebody has planted under a name that he foresaw. */
  ok(!symlink("victim", In(".f.new")), "one under the name of a file that is begun");
  REQUIRE(WholeFileWrite(folder, "f", "other"));
  text = Content("victim");
  ok(!strcmp(text, "untouched"), "  is left alone");
  free(text);
  (void)remove(In(".f.new"));
  (void)remove(In("link"));
  (void)remove(In("victim"));
  (void)remove(In("f"));
  ok(ERROR_OF(WholeFileWrite(In("missing"), "f", "x")) == PETSC_ERR_FILE_WRITE,
     "a folder that is not there is an error");
  REQUIRE(WholeFileRead(In("missing"), &text, &length));
  ok(!text, "a file that is not there has no content");
  ok(ERROR_OF(WholeFileRead(folder, &text, &length)) == PETSC_ERR_USER_INPUT,
     "a folder cannot be read");
  REQUIRE(FolderCheck(In("a/b")));
  ok(!stat(In("a/b"), &status) && S_ISDIR(status.st_mode), "folders are made");
  (void)rmdir(In("a/b"));
  (void)rmdir(In("a"));
  ok(Files() == 0, "no other file is left");
}

/* ---- What is documented ---- */

/* Calls back with every key of a shape, and of those below. */
static void ShapeKeys(const Shape *shape, void (*visit)(const char *key, void *context),
                      void *context) {
  for (PetscInt i = 0; i < shape->members; i++) {
    const Member *member = &shape->member[i];
    if (member->key[0])
      visit(member->key, context);
    if (member->shape && member->kind != MEMBER_ASPECT)
      ShapeKeys(member->shape, visit, context);
  }
}

static void LookFor(const char *key, void *context) {
  char quoted[64];
  const char *text = context;
  (void)snprintf(quoted, sizeof(quoted), "`%s`", key);
  if (!strstr(text, quoted))
    diag("not in harness/record/README.md: %s", quoted), failure_code++;
}

static void Documented(void) {
  char *text;
  size_t length;
  REQUIRE(WholeFileRead("harness/record/README.md", &text, &length));
  failure_code = 0;
  ShapeKeys(&RecordShape, LookFor, text);
  for (int i = 0; i < MEASURED_SHAPES; i++)
    ShapeKeys(&MeasuredShapes[i], LookFor, text);
  ShapeKeys(&VerdictShape, LookFor, text);
  ShapeKeys(&TimingShape, LookFor, text);
  ShapeKeys(&ManifestShape, LookFor, text);
  ShapeKeys(&BaselineShape, LookFor, text);
  ShapeKeys(&BaselineLineShape, LookFor, text);
  LookFor("format", text);
  LookFor("check", text);
  LookFor("measured", text);
  ok(!failure_code, "every member of every file is documented");
  free(text);
}

int main(int argc, char **argv) {
  (void)snprintf(folder, sizeof(folder), "/tmp/gimbal-t0305-%d", (int)getpid());
  if (mkdir(folder, 0777))
    exit(2);
  REQUIRE(PetscInitialize(&argc, &argv, NULL, NULL));
  arena = ArenaCreate();
  Arenas();
  Trips();
  FirstFormat();
  Refusals();
  Names();
  Points();
  Values();
  SentJobs();
  Judged();
  Words();
  Lines();
  Repeated();
  WholeFiles();
  Documented();
  ArenaDestroy(&arena);
  REQUIRE(PetscFinalize());
  (void)rmdir(folder);
  return done_testing();
}
