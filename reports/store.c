#include "reports/store.h"
#include "reports/text.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Appends the objects of a file of JSON lines; a file that is not there is left to the caller. */
static PetscErrorCode ReadLines(const char *path, json_t *array, PetscBool *exists) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  PetscInt number = 0;

  PetscFunctionBeginUser;
  FILE *file = fopen(path, "r");
  *exists = file ? PETSC_TRUE : PETSC_FALSE;
  if (!file) {
    if (errno != ENOENT && errno != ENOTDIR)
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "cannot read %s: %s", path, strerror(errno));
    PetscFunctionReturn(0);
  }
  while ((length = getline(&line, &size, file)) > 0) {
    json_error_t error;
    number++;
    if (line[length - 1] != '\n')
      break;
    if (strspn(line, " \t\r\n") == (size_t)length)
      continue;
    json_t *object = json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(object)) {
      json_decref(object);
      free(line);
      fclose(file);
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
              "%s, line %" PetscInt_FMT ": not a JSON object (%s)", path, number, error.text);
    }
    json_array_append_new(array, object);
  }
  free(line);
  fclose(file);
  PetscFunctionReturn(0);
}

typedef struct {
  const char *name;
  size_t position;
  json_t *value;
} Item;

static int CompareItems(const void *a, const void *b) {
  const Item *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* Sorts by key; of lines with one key the last counts, since a resumed run may repeat a job. */
static PetscErrorCode SortRecords(json_t **records) {
  size_t n = json_array_size(*records);
  Item *item;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &item));
  for (size_t i = 0; i < n; i++) {
    json_t *record = json_array_get(*records, i);
    item[i] = (Item){TextMember(record, "key"), i, record};
  }
  if (n)
    qsort(item, n, sizeof(*item), CompareItems);
  json_t *sorted = json_array();
  for (size_t i = 0; i < n; i++)
    if (i + 1 == n || strcmp(item[i].name, item[i + 1].name))
      json_array_append(sorted, item[i].value);
  json_decref(*records);
  *records = sorted;
  PetscCall(PetscFree(item));
  PetscFunctionReturn(0);
}

PetscErrorCode StoreCreate(const char *directory, Store *result) {
  char path[PETSC_MAX_PATH_LEN];
  PetscBool exists;
  struct stat status;
  json_error_t error;
  Store store;

  PetscFunctionBeginUser;
  int missing = stat(directory, &status);
  if (missing || !S_ISDIR(status.st_mode))
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "%s is no output folder: %s; name the folder that `gimbal verify -o` wrote", directory,
            missing ? strerror(errno) : "it is not a folder");
  PetscCall(PetscNew(&store));
  *result = store;
  PetscCall(PetscStrallocpy(directory, &store->directory));
  store->records = json_array();
  store->verdicts = json_array();
  store->timings = json_array();
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/verdicts.jsonl", directory));
  PetscCall(ReadLines(path, store->verdicts, &exists));
  if (!exists)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "%s is no output folder of a finished run: it has no verdicts.jsonl; name the folder "
            "that `gimbal verify -o` wrote, or finish the run with --resume",
            directory);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.jsonl", directory));
  PetscCall(ReadLines(path, store->records, &exists));
  if (!exists)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "%s is no output folder: it has no results.jsonl; name the folder that `gimbal verify "
            "-o` wrote",
            directory);
  PetscCall(SortRecords(&store->records));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/timings.jsonl", directory));
  PetscCall(ReadLines(path, store->timings, &exists));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", directory));
  if (!stat(path, &status)) {
    store->manifest = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(store->manifest))
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s, line %d: not a JSON object (%s)", path,
              error.line, error.text);
  } else
    store->manifest = json_object();
  PetscFunctionReturn(0);
}

PetscErrorCode StoreDestroy(Store *store) {
  PetscFunctionBeginUser;
  if (*store) {
    json_decref((*store)->manifest);
    json_decref((*store)->records);
    json_decref((*store)->verdicts);
    json_decref((*store)->timings);
    PetscCall(PetscFree((*store)->directory));
    PetscCall(PetscFree(*store));
  }
  PetscFunctionReturn(0);
}

Outcome VerdictOutcome(const json_t *verdict) {
  const char *word = TextMember(verdict, "verdict");
  const json_t *passes = json_object_get(verdict, "passes");
  PetscBool expected = !strcmp(TextMember(verdict, "expect"), "refuted") ? PETSC_TRUE : PETSC_FALSE;
  Outcome outcome = OUTCOME_FAILED;

  if (!strcmp(word, "confirmed"))
    outcome = expected ? OUTCOME_SURPRISE : OUTCOME_CONFIRMED;
  else if (!strcmp(word, "refuted"))
    outcome = expected ? OUTCOME_EXPECTED : OUTCOME_REFUTED;
  else if (!strcmp(word, "undecided"))
    outcome = OUTCOME_UNDECIDED;
  else if (!strcmp(word, "skipped"))
    outcome = OUTCOME_SKIPPED;
  /* The judge has the last word on what passes: reports must not contradict the exit status. */
  if (json_is_boolean(passes) && json_is_true(passes) != (int)OutcomePasses(outcome))
    outcome = json_is_true(passes) ? OUTCOME_EXPECTED : OUTCOME_SURPRISE;
  return outcome;
}

PetscBool OutcomePasses(Outcome outcome) {
  return outcome <= OUTCOME_EXPECTED ? PETSC_TRUE : PETSC_FALSE;
}

const char *OutcomeName(Outcome outcome) {
  static const char *const name[OUTCOMES] = {"confirmed", "skipped",   "expected", "surprise",
                                             "refuted",   "undecided", "failed"};
  return name[outcome];
}

Outcome OutcomeWorse(Outcome a, Outcome b) {
  static const int weight[OUTCOMES] = {
      [OUTCOME_SKIPPED] = 0,   [OUTCOME_CONFIRMED] = 1, [OUTCOME_EXPECTED] = 2,
      [OUTCOME_UNDECIDED] = 3, [OUTCOME_SURPRISE] = 4,  [OUTCOME_REFUTED] = 5,
      [OUTCOME_FAILED] = 6};
  return weight[a] >= weight[b] ? a : b;
}

PetscErrorCode StorePlace(const json_t *object, char *place, size_t size) {
  PetscFunctionBeginUser;
  const char *model = TextMember(object, "model");
  if (strcmp(model, "*"))
    PetscCall(PetscSNPrintf(place, size, "%s:%s", model, TextMember(object, "case")));
  else
    PetscCall(PetscSNPrintf(place, size, "no model"));
  PetscFunctionReturn(0);
}

PetscBool StoreMatches(const json_t *object, const char *method, const char *place) {
  if (method && strcmp(TextMember(object, "method"), method))
    return PETSC_FALSE;
  if (place) {
    const char *model = TextMember(object, "model");
    size_t n = strlen(model);
    if (strncmp(place, model, n) || place[n] != ':' ||
        strcmp(place + n + 1, TextMember(object, "case")))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

PetscErrorCode StoreNames(Store store, const char *key, json_t **names) {
  PetscBool place = !strcmp(key, "place") ? PETSC_TRUE : PETSC_FALSE;
  json_t *set = json_object(), *value;
  size_t i, n = 0;
  Item *item;
  const char *name;

  PetscFunctionBeginUser;
  for (int source = 0; source < 2; source++) {
    json_array_foreach(source ? store->verdicts : store->records, i, value) {
      const json_t *object = source ? value : json_object_get(value, "job");
      char text[512];
      if (strcmp(key, "method") && !strcmp(TextMember(object, "model"), "*"))
        continue;
      if (place)
        PetscCall(StorePlace(object, text, sizeof(text)));
      json_object_set_new(set, place ? text : TextMember(object, "method"), json_true());
    }
  }
  PetscCall(PetscMalloc1(json_object_size(set), &item));
  json_object_foreach(set, name, value) item[n] = (Item){name, n, value}, n++;
  if (n)
    qsort(item, n, sizeof(*item), CompareItems);
  *names = json_array();
  for (i = 0; i < n; i++)
    json_array_append_new(*names, json_string(item[i].name));
  PetscCall(PetscFree(item));
  json_decref(set);
  PetscFunctionReturn(0);
}

PetscReal MeasuredError(const json_t *entry, const char *quantity) {
  const json_t *times = json_object_get(json_object_get(entry, "errors"), quantity);
  PetscReal largest = NAN;
  json_t *components, *value;
  size_t i, j;

  if (strcmp(TextMember(entry, "status"), "done"))
    return NAN;
  json_array_foreach(times, i, components) {
    json_array_foreach(components, j, value) {
      if (!json_is_number(value))
        return NAN;
      PetscReal size = PetscAbsReal(json_number_value(value));
      if (!(size <= largest))
        largest = size;
    }
  }
  return largest;
}

const json_t *StoreOrderVerdict(Store store, const char *key, const char *quantity) {
  const json_t *found = NULL;
  json_t *verdict;
  size_t i;

  json_array_foreach(store->verdicts, i, verdict) {
    if (strcmp(TextMember(verdict, "study"), "order") ||
        strcmp(TextMember(verdict, "quantity"), quantity) ||
        strcmp(TextMember(verdict, "key"), key))
      continue;
    if (json_is_object(json_object_get(verdict, "window")))
      return verdict;
    if (!found)
      found = verdict;
  }
  return found;
}
