#include "mutants/table.h"
#include <math.h>
#include <string.h>

/* Mutants this far off have to be caught. */
static const PetscReal must = 0.99e-8;
/* What goes into the table of single numbers. */
static const PetscReal sizes[] = {1,    1e-2, 1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                  1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-20};
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef enum { BY_DOUBLE, BY_QUAD, BY_STRUCTURE, BY_LONG, BY_FAILURE, SURVIVED, WAYS } Way;

typedef struct {
  PetscInt mutants, equivalent, way[WAYS];
  PetscReal least_double, least_quad; /* perturbation caught; infinite: none */
} Tally;

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static PetscBool Is(const json_t *object, const char *key, const char *value) {
  return (PetscBool)!strcmp(Text(object, key), value);
}

static Way WayOf(const json_t *result) {
  if (Is(result, "verdict", "failed"))
    return BY_FAILURE;
  if (!Is(result, "verdict", "refuted"))
    return SURVIVED;
  if (Is(result, "study", "structure"))
    return BY_STRUCTURE;
  if (!Is(result, "study", "order"))
    return BY_LONG;
  return Is(result, "precision", "double") ? BY_DOUBLE : BY_QUAD;
}

/* Of a number that is off; NaN for an exchange or a claim. */
static PetscReal SizeOf(const json_t *mutation) {
  const json_t *size = json_object_get(mutation, "size");
  return size && !json_object_get(mutation, "with") ? fabs(json_number_value(size)) : NAN;
}

static void Count(Tally *tally, const json_t *result) {
  const PetscReal size = SizeOf(json_object_get(result, "mutation"));
  const Way way = WayOf(result);
  tally->mutants++;
  if (json_is_true(json_object_get(result, "equivalent")) && way == SURVIVED) {
    tally->equivalent++;
    return;
  }
  tally->way[way]++;
  if (way == BY_DOUBLE)
    tally->least_double = fmin(tally->least_double, size);
  if (way != SURVIVED)
    tally->least_quad = fmin(tally->least_quad, size);
}

static void Describe(FILE *out, const char *method, const json_t *result) {
  const json_t *mutation = json_object_get(result, "mutation"),
               *with = json_object_get(mutation, "with");
  const PetscReal size = SizeOf(mutation);
  fprintf(out, "- %s: ", method);
  if (Is(mutation, "kind", "claim"))
    fprintf(out, "order of %s overstated by 1", Text(mutation, "quantity"));
  else
    fprintf(out, "%s[%d]", Text(mutation, "kind"),
            (int)json_integer_value(json_object_get(mutation, "index")));
  if (with)
    fprintf(out, " exchanged with [%d]", (int)json_integer_value(with));
  else if (size == 1)
    fputs(" dropped", out);
  else if (!isnan(size))
    fprintf(out, " off by %g", size);
  fprintf(out, ": %s", *Text(result, "verdict") ? Text(result, "verdict") : "nothing to judge");
  if (*Text(result, "study"))
    fprintf(out, " (%s of %s on %s, %s)", Text(result, "study"), Text(result, "quantity"),
            Text(result, "model"), Text(result, "reason"));
  fputc('\n', out);
}

static void Least(FILE *out, PetscReal size) {
  if (isfinite(size))
    fprintf(out, " %g |", size);
  else
    fputs(" |", out);
}

static void Row(FILE *out, const char *name, const Tally *t) {
  fprintf(out, "| %s | %d | %d |", name, (int)t->mutants, (int)t->equivalent);
  for (int way = 0; way < WAYS; way++)
    if (t->way[way])
      fprintf(out, " %d |", (int)t->way[way]);
    else
      fputs(" |", out);
}

#define COLUMNS                                                                                    \
  "mutants | equivalent | order, double | order, quadruple | structure | long run | failure | "    \
  "survivors |"
#define RULE "---|---|---|---|---|---|---|---|"

/* Records come sorted by key, which begins with the method. */
static void Methods(FILE *out, const json_t *records) {
  const json_t *record, *result;
  const char *method = NULL;
  Tally tally = {0};
  size_t i, k;
  fprintf(out, "| method | " COLUMNS " least in double | least at all |\n|---|" RULE "---|---|\n");
  for (i = 0; i <= json_array_size(records); i++) {
    record = json_array_get(records, i);
    const json_t *job = json_object_get(record, "job");
    if (method && (!record || !Is(job, "method", method))) {
      Row(out, method, &tally);
      Least(out, tally.least_double);
      Least(out, tally.least_quad);
      fputc('\n', out);
      method = NULL;
    }
    if (!record)
      break;
    if (!method) {
      method = Text(job, "method");
      tally = (Tally){.least_double = INFINITY, .least_quad = INFINITY};
    }
    json_array_foreach(json_object_get(json_object_get(record, "measured"), "mutants"), k, result)
        Count(&tally, result);
  }
}

static void Sizes(FILE *out, const json_t *records) {
  const json_t *record, *result;
  Tally tally[SIZES + 2];
  size_t i, k;
  memset(tally, 0, sizeof tally);
  json_array_foreach(records, i, record) json_array_foreach(
      json_object_get(json_object_get(record, "measured"), "mutants"), k, result) {
    const json_t *mutation = json_object_get(result, "mutation");
    const PetscReal size = SizeOf(mutation);
    int row = Is(mutation, "kind", "claim") ? SIZES + 1 : SIZES;
    for (int s = 0; s < SIZES; s++)
      if (fabs(size / sizes[s] - 1) < 0.1)
        row = s;
    Count(&tally[row], result);
  }
  fprintf(out, "| mutation | " COLUMNS "\n|---|" RULE "\n");
  for (int row = 0; row < SIZES + 2; row++) {
    char name[64];
    (void)snprintf(name, sizeof name, "off by %g", row < SIZES ? sizes[row] : 0);
    if (tally[row].mutants) {
      Row(out,
          row == 0           ? "dropped"
          : row == SIZES     ? "exchanged"
          : row == SIZES + 1 ? "claim overstated"
                             : name,
          &tally[row]);
      fputc('\n', out);
    }
  }
}

/* Of the originals, and jobs that did not end. Returns how many there are. */
static PetscInt Originals(FILE *out, const json_t *records) {
  const json_t *record, *verdict;
  PetscInt bad = 0, judged = 0;
  size_t i, k;
  json_array_foreach(records, i, record) {
    if (!Is(record, "status", "done")) {
      fprintf(out, "- %s: %s\n", Text(record, "key"), Text(record, "reason"));
      bad++;
    }
    json_array_foreach(json_object_get(json_object_get(record, "measured"), "verdicts"), k,
                       verdict) {
      judged++;
      if (Is(verdict, "verdict", "confirmed") || Is(verdict, "verdict", "skipped"))
        continue;
      fprintf(out, "- original %s on %s, %s of %s: %s: %s\n", Text(verdict, "method"),
              Text(verdict, "model"), Text(verdict, "study"), Text(verdict, "quantity"),
              Text(verdict, "verdict"), Text(verdict, "reason"));
      bad++;
    }
  }
  fprintf(out, "%d of the %d claims of the originals are neither confirmed nor skipped.\n",
          (int)bad, (int)judged);
  return bad;
}

static PetscInt Survivors(FILE *out, const json_t *records) {
  const json_t *record, *result;
  PetscInt bad = 0;
  size_t i, k;
  for (int listed = 0; listed < 2; listed++) {
    fputs(listed ? "\n## Survivors below\n\n" : "\n## Survivors that are off by 1e-8 or more\n\n",
          out);
    json_array_foreach(records, i, record) json_array_foreach(
        json_object_get(json_object_get(record, "measured"), "mutants"), k, result) {
      const PetscBool small = (PetscBool)(SizeOf(json_object_get(result, "mutation")) < must);
      if (WayOf(result) != SURVIVED || json_is_true(json_object_get(result, "equivalent")) ||
          small != (PetscBool)listed)
        continue;
      Describe(out, Text(json_object_get(record, "job"), "method"), result);
      bad += !listed;
    }
  }
  return bad;
}

PetscErrorCode MutationTable(FILE *out, const char *command, const json_t *records,
                             PetscBool *good) {
  PetscFunctionBeginUser;
  fprintf(out,
          "# Mutants\n\nMade by `%s`.\n\n"
          "A mutant is a method with one number off by a relative amount (by the amount itself\n"
          "where the number is 0), dropped, or exchanged with another one; a solver that stops at\n"
          "that part of its first error; an initial multiplier that is off; or a claim of order\n"
          "overstated by 1. It is equivalent if its states after 8 steps agree with the method's\n"
          "to 1e-28 in quadruple precision on every model that fits. It is caught by the first of\n"
          "the studies below, from left to right, on any model of tests/mutation.yaml, that\n"
          "refutes one of the method's claims; claims of order up to 3.5 are looked at in\n"
          "quadruple precision last, because `gimbal verify` does so only on request. \"Failure\"\n"
          "is a run that stopped, which is no pass either. `undecided` is not caught.\n\n",
          command);
  Methods(out, records);
  fputs("\n", out);
  Sizes(out, records);
  fputs("\n## Originals\n\n", out);
  PetscInt bad = Originals(out, records);
  bad += Survivors(out, records);
  *good = (PetscBool)(bad == 0);
  PetscFunctionReturn(0);
}
