#include "cli/difference.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  PetscReal factor;
  FILE *file;
  Differences *count;
} Comparison;

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static PetscReal Number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

typedef enum { BETTER = -1, OTHER, WORSE } Direction;

__attribute__((format(printf, 3, 4))) static void Tell(const Comparison *c, Direction direction,
                                                       const char *format, ...) {
  va_list arguments;
  fprintf(c->file, "%s  ",
          direction == WORSE    ? "worse "
          : direction == BETTER ? "better"
                                : "other ");
  va_start(arguments, format);
  vfprintf(c->file, format, arguments);
  va_end(arguments);
  fputc('\n', c->file);
  *(direction == WORSE    ? &c->count->worse
    : direction == BETTER ? &c->count->better
                          : &c->count->other) += 1;
}

/* ---- Verdicts ---- */

/* What makes a claim the same claim in two runs. */
static void NameOf(const json_t *verdict, char name[], size_t room) {
  char *claimed = json_dumps(json_object_get(verdict, "claimed"), JSON_ENCODE_ANY);
  (void)snprintf(name, room, "%s: %s %s = %s%s%s", Text(verdict, "key"), Text(verdict, "study"),
                 Text(verdict, "quantity"), claimed ? claimed : "?",
                 *Text(verdict, "place") ? ", " : "", Text(verdict, "place"));
  free(claimed);
}

static json_t *ByName(const json_t *verdicts) {
  json_t *names = json_object(), *verdict;
  size_t i;
  json_array_foreach(verdicts, i, verdict) {
    char name[1024];
    NameOf(verdict, name, sizeof(name));
    json_object_set(names, name, verdict);
  }
  return names;
}

/* The better, the higher. */
static int Rank(Outcome outcome) {
  switch (outcome) {
  case OUTCOME_CONFIRMED:
  case OUTCOME_EXPECTED:
    return 3;
  case OUTCOME_SKIPPED:
    return 2;
  case OUTCOME_UNDECIDED:
    return 1;
  default:
    return 0;
  }
}

static void CompareVerdicts(const Comparison *c, const char *name, const json_t *base,
                            const json_t *fresh) {
  Outcome was = VerdictOutcome(base), is = VerdictOutcome(fresh);
  PetscReal lower[2] = {Number(base, "lower"), Number(fresh, "lower")};
  PetscReal upper[2] = {Number(base, "upper"), Number(fresh, "upper")};
  if (was != is)
    Tell(c,
         Rank(is) < Rank(was)   ? WORSE
         : Rank(is) > Rank(was) ? BETTER
                                : OTHER,
         "%s: was %s, is %s: %s", name, OutcomeName(was), OutcomeName(is), Text(fresh, "reason"));
  if (strcmp(Text(base, "study"), "order"))
    return;
  if (upper[1] < lower[0])
    Tell(c, WORSE, "%s: the order was %.3f to %.3f, is %.3f to %.3f", name, (double)lower[0],
         (double)upper[0], (double)lower[1], (double)upper[1]);
  if (lower[1] > upper[0])
    Tell(c, BETTER, "%s: the order was %.3f to %.3f, is %.3f to %.3f", name, (double)lower[0],
         (double)upper[0], (double)lower[1], (double)upper[1]);
}

/* ---- Errors ---- */

/* The greatest of the ratios of one kind in a record, so that one change is one line. */
typedef struct {
  PetscReal ratio, was, is;
  char where[96];
} Extreme;

static void Consider(Extreme *extreme, PetscReal was, PetscReal is, PetscReal floor,
                     const char *what, PetscReal number) {
  /* Below ten floors a value is chance. */
  PetscReal least = fmax(10 * floor, PETSC_SMALL * PETSC_SMALL);
  if (!isfinite(was) || !isfinite(is) || fmax(was, is) < least)
    return;
  PetscReal ratio = fmax(is, least) / fmax(was, least);
  if (ratio > extreme[1].ratio) {
    extreme[1] = (Extreme){ratio, was, is, ""};
    (void)snprintf(extreme[1].where, sizeof(extreme[1].where), "%s %g", what, (double)number);
  }
  if (1 / ratio > extreme[0].ratio) {
    extreme[0] = (Extreme){1 / ratio, was, is, ""};
    (void)snprintf(extreme[0].where, sizeof(extreme[0].where), "%s %g", what, (double)number);
  }
}

static void TellExtremes(const Comparison *c, const char *key, const char *quantity,
                         const Extreme extreme[2]) {
  for (int worse = 0; worse < 2; worse++)
    if (extreme[worse].ratio > c->factor)
      Tell(c, worse ? WORSE : BETTER, "%s: the error of %s at %s was %.3g, is %.3g", key, quantity,
           extreme[worse].where, (double)extreme[worse].was, (double)extreme[worse].is);
}

static const json_t *Find(const json_t *array, const char *key, const json_t *value) {
  json_t *item;
  size_t i;
  json_array_foreach(array, i,
                     item) if (json_equal(json_object_get(item, key), (json_t *)value)) return item;
  return NULL;
}

static PetscReal FloorOf(const json_t *measurement, const char *quantity, size_t entry) {
  const json_t *floors = json_object_get(json_object_get(measurement, "floor"), quantity);
  const json_t *floor = json_array_get(floors, entry);
  return json_is_number(floor) ? json_number_value(floor) : 0;
}

static void CompareSeries(const Comparison *c, const char *key, const json_t *base,
                          const json_t *fresh) {
  static const char *const quantities[] = {"q", "v", "p", "lambda"};
  for (int k = 0; k < 4; k++) {
    Extreme extreme[2] = {{0, 0, 0, ""}, {0, 0, 0, ""}};
    json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(base, "series"), i, entry) {
      const json_t *steps = json_object_get(entry, "steps");
      const json_t *same = Find(json_object_get(fresh, "series"), "steps", steps);
      if (same)
        Consider(extreme, MeasuredError(entry, quantities[k]), MeasuredError(same, quantities[k]),
                 FloorOf(base, quantities[k], i), "N =", json_number_value(steps));
    }
    TellExtremes(c, key, quantities[k], extreme);
  }
}

static void CompareRuns(const Comparison *c, const char *key, const json_t *base,
                        const json_t *fresh, PetscReal epsilon) {
  const json_t *after = json_object_get(fresh, "quantities");
  const char *name;
  json_t *before;
  json_object_foreach(json_object_get(base, "quantities"), name, before) {
    Extreme extreme[2] = {{0, 0, 0, ""}, {0, 0, 0, ""}};
    PetscReal scale = Number(before, "scale");
    /* Round-off of a value that cancels, added up at random. */
    PetscReal floor = epsilon * (scale > 0 ? scale : 1) * sqrt(Number(base, "steps"));
    Consider(extreme, Number(before, "maximum"), Number(json_object_get(after, name), "maximum"),
             floor, "h =", Number(base, "h"));
    TellExtremes(c, key, name, extreme);
  }
}

static void CompareRecords(const Comparison *c, const json_t *base, const json_t *fresh) {
  const char *key = Text(base, "key");
  const json_t *before = json_object_get(base, "measured");
  const json_t *after = json_object_get(fresh, "measured");
  json_t *item;
  size_t i;
  json_array_foreach(json_object_get(before, "measurements"), i, item) {
    const json_t *same = Find(json_object_get(after, "measurements"), "precision",
                              json_object_get(item, "precision"));
    if (same)
      CompareSeries(c, key, item, same);
  }
  json_array_foreach(json_object_get(before, "runs"), i, item) {
    const json_t *same = Find(json_object_get(after, "runs"), "h", json_object_get(item, "h"));
    if (same && json_equal(json_object_get(item, "steps"), json_object_get(same, "steps")))
      CompareRuns(c, key, item, same, Number(before, "epsilon"));
  }
}

PetscErrorCode DifferencesPrint(Store base, Store fresh, PetscReal factor, FILE *file,
                                Differences *count) {
  Comparison c = {factor, file, count};
  json_t *before = ByName(base->verdicts), *after = ByName(fresh->verdicts), *item;
  const char *name;
  size_t i;
  PetscFunctionBeginUser;
  *count = (Differences){0, 0, 0};
  json_object_foreach(before, name, item) {
    const json_t *same = json_object_get(after, name);
    if (same)
      CompareVerdicts(&c, name, item, same);
    else
      Tell(&c, VerdictOutcome(item) == OUTCOME_SKIPPED ? OTHER : WORSE,
           "%s: was %s, is not judged any more", name, OutcomeName(VerdictOutcome(item)));
  }
  json_object_foreach(after, name, item) {
    Outcome outcome = VerdictOutcome(item);
    if (!json_object_get(before, name))
      Tell(&c, OutcomePasses(outcome) ? OTHER : WORSE, "%s: is new, and %s", name,
           OutcomeName(outcome));
  }
  json_array_foreach(base->records, i, item) {
    const json_t *same = Find(fresh->records, "key", json_object_get(item, "key"));
    if (same)
      CompareRecords(&c, item, same);
  }
  json_decref(before);
  json_decref(after);
  PetscFunctionReturn(0);
}
