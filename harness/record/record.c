#include "record/record.h"
#include "base/sort.h"
#include "record/seal.h"
#include "record/shapes.h"

/* ---- The format ---- */

static const char format_key[] = "format";

PetscErrorCode LineToObject(const char *where, const Shape *shape, const void *structure,
                            json_t **object) {
  Passage passage = {.where = where};
  PetscCall(ShapeToObject(&passage, shape, structure, object));
  (void)json_object_set_new(*object, format_key, json_integer(RECORD_FORMAT));
  return 0;
}

PetscErrorCode LineFromText(const char *where, const char *text, size_t length, json_t **object) {
  UserCheck(SealRead(text, length) != SEAL_BROKEN,
            "%s: damaged: its checksum is wrong; `gimbal verify --resume` computes it again",
            where);
  return ObjectFromText(where, text, length, object);
}

PetscErrorCode FormatFromObject(Passage *passage, const json_t *object, PetscInt *format) {
  const json_t *value = json_object_get(object, format_key);
  char expected[128];
  *format = 1; /* which had no such member */
  if (!value)
    return 0;
  if (!json_is_integer(value) || json_integer_value(value) < 1 ||
      json_integer_value(value) > RECORD_FORMAT) {
    (void)snprintf(expected, sizeof(expected),
                   "this gimbal knows the formats from 1 to %d; a newer one wrote the file",
                   RECORD_FORMAT);
    PetscCall(PassageRefuse(passage, format_key, expected));
  }
  *format = (PetscInt)json_integer_value(value);
  return 0;
}

static PetscErrorCode ReadStructure(Passage *passage, const Shape *shape, const json_t *object,
                                    void *structure, PetscInt *format) {
  PetscCall(FormatFromObject(passage, object, format));
  return ShapeRead(passage, shape, object, structure);
}

PetscErrorCode StructureFromText(const char *where, const char *text, size_t length, Arena arena,
                                 const Shape *shape, void *structure, PetscInt *format) {
  Passage passage = {.where = where, .arena = arena};
  json_auto_t *object = NULL;
  PetscInt any;
  PetscCall(LineFromText(where, text, length, &object));
  return ReadStructure(&passage, shape, object, structure, format ? format : &any);
}

/* ---- Records ---- */

SHAPE(RecordShape, Record, FIELD(TEXT, REQUIRED, Record, key),
      FIELD(TEXT, ALWAYS, Record, fingerprint),
      PART("job", PART, REQUIRED, offsetof(Record, job), RecordJobShape),
      WORD("status", REQUIRED, Record, status, StatusNames), FIELD(TEXT, ALWAYS, Record, reason),
      FIELD(TEXT, IF_GIVEN, Record, taken));

static const char measured_key[] = "measured"; /* the last one */

static PetscErrorCode PutMeasured(const Record *record, json_t *object) {
  Passage passage = {.where = record->key ? record->key : "a record"};
  json_t *measured = NULL;
  if (record->measured)
    PetscCall(MeasuredToObject(&passage, record->measured, &measured));
  (void)json_object_set_new(object, measured_key, measured ? measured : json_null());
  return 0;
}

/* Puts a member that is text already behind an object's last one. */
static void Extend(char **text, const char *key, const char *value, size_t length) {
  const size_t kept = strlen(*text) - 1, room = kept + strlen(key) + length + sizeof(",\"\":}");
  *text = MemoryGrow(*text, kept, room);
  char *at = *text + kept;
  at += snprintf(at, room - kept, ",\"%s\":", key);
  memcpy(at, value, length);
  strcpy(at + length, "}");
}

PetscErrorCode RecordToText(const Record *record, const char *measured, char **text) {
  json_t *object;
  PetscCall(LineToObject(record->key ? record->key : "a record", &RecordShape, record, &object));
  const PetscErrorCode error = measured ? 0 : PutMeasured(record, object);
  if (error)
    json_decref(object);
  PetscCall(error);
  *text = ObjectToText(object);
  if (measured)
    Extend(text, measured_key, measured, MeasuredLength(measured));
  SealAdd(text);
  return 0;
}

static PetscErrorCode ReadRecord(Passage *passage, const json_t *object, Record *record) {
  const json_t *measured = json_object_get(object, measured_key);
  PetscInt format;
  PetscCall(ReadStructure(passage, &RecordShape, object, record, &format));
  record->format = format;
  record->job.key = record->key;
  record->job.fingerprint = record->fingerprint;
  if (measured && !json_is_null(measured)) {
    const Place here = {passage->place, measured_key, 0};
    passage->place = &here;
    PetscCall(MeasuredFromObject(passage, measured, &record->measured));
    passage->place = here.above;
  }
  return 0;
}

PetscErrorCode RecordFromText(const char *where, const char *text, size_t length, Arena arena,
                              Record *record) {
  Passage passage = {.where = where, .arena = arena};
  json_auto_t *object = NULL;
  PetscCall(LineFromText(where, text, length, &object));
  return ReadRecord(&passage, object, record);
}

Records *RecordsCreate(void) {
  Records *records = MemoryZeroed(1, sizeof(*records));
  records->arena = ArenaCreate();
  return records;
}

void RecordsDestroy(Records **records) {
  if (*records) {
    for (PetscInt i = 0; i < (*records)->count; i++)
      MeasuredDestroy(&(*records)->at[i].measured);
    ArenaDestroy(&(*records)->arena);
    free(*records);
    *records = NULL;
  }
}

Record *RecordsAdd(Records *records) {
  Record *record = ArenaNext(records->arena, records->count, &records->at);
  ShapeClear(&RecordShape, record);
  record->format = RECORD_FORMAT;
  return record;
}

void RecordsSort(Records *records) {
  PetscInt kept = 0;
  Sort(records->count, records->at, SortByKey);
  for (PetscInt i = 0; i < records->count; i++)
    if (i + 1 < records->count && !SortByKey(&records->at[i], &records->at[i + 1]))
      MeasuredDestroy(&records->at[i].measured);
    else
      records->at[kept++] = records->at[i];
  records->count = kept;
}

const Record *RecordsFind(const Records *records, const char *key) {
  return SortFindKey(key, records->count, records->at, sizeof(*records->at));
}

/* ---- Timings ---- */

SHAPE(TimingShape, Timing, FIELD(TEXT, REQUIRED, Timing, key), FIELD(REAL, ALWAYS, Timing, seconds),
      FIELD(REAL, ALWAYS, Timing, cpu), FIELD(COUNT, ALWAYS, Timing, rank),
      FIELD(REAL, ALWAYS, Timing, ended),
      LIST(CLOCK_MEMBER, LIST, IF_GIVEN, Timing, clock.count, clock.at, ClockPointShape));

PetscErrorCode TimingToText(const Timing *timing, const char *measured, char **text) {
  const char *clock = measured ? MeasuredClock(measured) : NULL;
  json_t *object;
  PetscCall(LineToObject(timing->key ? timing->key : "a timing", &TimingShape, timing, &object));
  *text = ObjectToText(object);
  const char *list = clock ? strchr(clock, '[') : NULL;
  if (list) /* up to the brace around it */
    Extend(text, CLOCK_MEMBER, list, strlen(list) - 1);
  SealAdd(text);
  return 0;
}

PetscErrorCode TimingFromText(const char *where, const char *text, size_t length, Arena arena,
                              Timing *timing) {
  return StructureFromText(where, text, length, arena, &TimingShape, timing, NULL);
}

void TimingsSort(Timings *timings) {
  timings->count = SortKeepLast(timings->count, timings->at, sizeof(*timings->at));
}

const Timing *TimingsFind(const Timings *timings, const char *key) {
  return SortFindKey(key, timings->count, timings->at, sizeof(*timings->at));
}
