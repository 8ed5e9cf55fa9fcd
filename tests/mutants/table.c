#include "mutants/table.h"
#include <errno.h>
#include <math.h>
#include <string.h>

/* Mutants this far off have to be caught. */
static const PetscReal must = 0.99e-8;
/* And of these 99 in 100. */
static const PetscReal mostly = 0.99e-10;
/* What goes into the table of single numbers. */
static const PetscReal sizes[] = {1,    1e-2, 1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                  1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-20};
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef enum { BY_DOUBLE, BY_STRUCTURE, BY_LONG, BY_QUAD, BY_FAILURE, SURVIVED, WAYS } Way;
/* Rows of the second table, behind the sizes. */
enum { EXCHANGED = SIZES, CHANGED, OVERSTATED, ROWS };

typedef struct {
  PetscInt mutants, equivalent, right, way[WAYS];
  PetscReal least_double, least_quad; /* perturbation caught; infinite: none */
} Tally;

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static PetscBool Is(const json_t *object, const char *key, const char *value) {
  return (PetscBool)!strcmp(Text(object, key), value);
}

/* Every mutant of every record. */
#define EachResult(records, i, record, k, result)                                                  \
  json_array_foreach(records, i, record) json_array_foreach(                                       \
      json_object_get(json_object_get(record, "measured"), "mutants"), k, result)

static Way WayOf(const json_t *result) {
  if (Is(result, "verdict", "failed"))
    return BY_FAILURE;
  if (json_is_true(json_object_get(result, "digits")))
    return BY_QUAD;
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

static PetscBool IsWrong(const json_t *record, const json_t *result) {
  const PetscBool equivalent = (PetscBool)json_is_true(json_object_get(result, "equivalent"));
  return (PetscBool)(WayOf(result) != SURVIVED ||
                     (!equivalent && !json_object_get(record, "right")));
}

static void Count(Tally *tally, const json_t *record, const json_t *result) {
  const PetscReal size = SizeOf(json_object_get(result, "mutation"));
  const Way way = WayOf(result);
  tally->mutants++;
  if (!IsWrong(record, result)) {
    if (json_object_get(record, "right"))
      tally->right++;
    else
      tally->equivalent++;
    return;
  }
  tally->way[way]++;
  if (way == BY_DOUBLE || way == BY_LONG)
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
  else if (Is(mutation, "kind", "source"))
    fprintf(out, "%s (%s)", Text(mutation, "variant"), Text(mutation, "what"));
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

static void Number(FILE *out, PetscInt number) {
  if (number)
    fprintf(out, " %d |", (int)number);
  else
    fputs(" |", out);
}

static void Row(FILE *out, const char *name, const Tally *t) {
  fprintf(out, "| %s | %d |", name, (int)t->mutants);
  Number(out, t->equivalent);
  Number(out, t->right);
  for (int way = 0; way < WAYS; way++)
    Number(out, t->way[way]);
}

#define COLUMNS                                                                                    \
  "mutants | equivalent | right | order, double | structure | long run | order, quadruple | "      \
  "failure | "                                                                                     \
  "survivors |"
#define RULE "---|---|---|---|---|---|---|---|---|"

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
        Count(&tally, record, result);
  }
}

static int RowOf(const json_t *mutation) {
  const PetscReal size = SizeOf(mutation);
  if (Is(mutation, "kind", "claim"))
    return OVERSTATED;
  for (int row = 0; row < SIZES; row++)
    if (fabs(size / sizes[row] - 1) < 0.1)
      return row;
  return Is(mutation, "kind", "source") ? CHANGED : EXCHANGED;
}

static void Sizes(FILE *out, const json_t *records) {
  static const char *const others[] = {"exchanged", "a line changed", "claim overstated"};
  const json_t *record, *result;
  Tally tally[ROWS];
  size_t i, k;
  memset(tally, 0, sizeof tally);
  EachResult(records, i, record, k, result)
      Count(&tally[RowOf(json_object_get(result, "mutation"))], record, result);
  fprintf(out, "| mutation | " COLUMNS "\n|---|" RULE "\n");
  for (int row = 0; row < ROWS; row++) {
    char name[64];
    (void)snprintf(name, sizeof name, row ? "off by %g" : "dropped", row < SIZES ? sizes[row] : 0);
    if (!tally[row].mutants)
      continue;
    Row(out, row < SIZES ? name : others[row - SIZES], &tally[row]);
    fputc('\n', out);
  }
}

/* ---- One precision, one size ---- */

static PetscReal HighestOrder(const json_t *job) {
  const json_t *one, *claim;
  PetscReal highest = 0;
  size_t i, k;
  json_array_foreach(json_object_get(job, "jobs"), i, one)
      json_array_foreach(json_object_get(one, "claims"), k, claim) highest =
          fmax(highest, json_number_value(json_object_get(claim, "order")));
  return highest;
}

/* Single coefficients of methods of order 4 and more that are off by that: how many are caught, or are
 * without quadruple precision. Returns how many are not, but for those of which
 * tests/mutants/unseen.txt says why. */
static PetscInt Single(FILE *out, const json_t *records, PetscReal size, PetscBool in_double) {
  static const char *const numbers[] = {"tableau_a", "tableau_conjugate", "tableau_b",
                                        "tableau_c", "coefficient",       "tableau_gamma"};
  const json_t *record, *result;
  PetscInt all = 0, caught = 0, unseen = 0;
  size_t i, k;
  fprintf(out, "### Off by %g%s\n\n", size, in_double ? ", without quadruple precision" : "");
  EachResult(records, i, record, k, result) {
    const json_t *mutation = json_object_get(result, "mutation");
    const Way way = WayOf(result);
    PetscBool number = PETSC_FALSE;
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
      if (Is(mutation, "kind", numbers[n]))
        number = PETSC_TRUE;
    if (!number || !(fabs(SizeOf(mutation) / size - 1) < 0.1) || !IsWrong(record, result) ||
        HighestOrder(json_object_get(record, "job")) < 4)
      continue;
    all++;
    if (in_double ? way == BY_DOUBLE || way == BY_LONG : way != SURVIVED) {
      caught++;
      continue;
    }
    Describe(out, Text(json_object_get(record, "job"), "method"), result);
    if (json_object_get(record, "unseen")) {
      fprintf(out, "  Not asked: %s\n", Text(record, "unseen"));
      unseen++;
    }
  }
  fprintf(out, "\n%d of %d are caught.\n\n", (int)caught, (int)all);
  return all - caught - unseen;
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
      /* Double precision alone leaves high orders too few points: no verdict is required. */
      if (Is(verdict, "verdict", "undecided") && Is(verdict, "asked", "double"))
        continue;
      fprintf(out, "- original %s on %s, %s of %s: %s: %s\n", Text(verdict, "method"),
              Text(verdict, "model"), Text(verdict, "study"), Text(verdict, "quantity"),
              Text(verdict, "verdict"), Text(verdict, "reason"));
      bad++;
    }
  }
  EachResult(records, i, record, k,
             verdict) if (json_object_get(record, "right") && WayOf(verdict) != SURVIVED) {
    fprintf(out, "- %s is right (%s), and is refuted all the same: ", Text(record, "key"),
            Text(record, "right"));
    Describe(out, Text(json_object_get(record, "job"), "method"), verdict);
    bad++;
  }
  fprintf(out, "%d of the %d claims of the originals are neither confirmed nor skipped.\n",
          (int)bad, (int)judged);
  return bad;
}

typedef enum { MUST, MOSTLY, MAY } Duty; /* be caught */

static Duty DutyOf(const json_t *mutation) {
  const PetscReal size = SizeOf(mutation);
  return size < mostly ? MAY : size < must ? MOSTLY : MUST;
}

static PetscInt Survivors(FILE *out, const json_t *records, Duty duty) {
  const json_t *record, *result;
  PetscInt survivors = 0, all = 0;
  size_t i, k;
  EachResult(records, i, record, k, result) {
    if (DutyOf(json_object_get(result, "mutation")) != duty || !IsWrong(record, result))
      continue;
    all++;
    if (WayOf(result) != SURVIVED)
      continue;
    survivors++;
    if (duty != MAY)
      Describe(out, Text(json_object_get(record, "job"), "method"), result);
  }
  fprintf(out, "%s%d of %d wrong mutants survive.\n", survivors && duty != MAY ? "\n" : "",
          (int)survivors, (int)all);
  return duty == MUST ? survivors : duty == MOSTLY ? survivors * 100 > all : 0;
}

/* Marks the records of the mutants in the file, with its reasons, as being `what`. */
static PetscErrorCode Mark(const char *file, const char *what, const json_t *records) {
  FILE *stream = fopen(file, "r");
  char line[512];
  PetscFunctionBeginUser;
  PetscCheck(stream, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: %s", file, strerror(errno));
  while (fgets(line, sizeof line, stream)) {
    const size_t key = strcspn(line, " \n");
    json_t *record;
    size_t i;
    if (*line == '#' || !key || !line[key])
      continue;
    line[key] = 0;
    json_array_foreach(records, i, record) if (Is(record, "key", line))
        json_object_set_new(record, what, json_string(line + key + 1));
  }
  (void)fclose(stream);
  PetscFunctionReturn(0);
}

PetscErrorCode MutationTable(FILE *out, const char *command, const json_t *records,
                             PetscBool *good) {
  PetscInt bad;
  PetscFunctionBeginUser;
  PetscCall(Mark("tests/mutants/right.txt", "right", records));
  PetscCall(Mark("tests/mutants/unseen.txt", "unseen", records));
  fprintf(out,
          "# Mutants\n\nMade by `%s`.\n\n"
          "A mutant is a method with one number off by a relative amount (by the amount itself\n"
          "where the number is 0), dropped, or exchanged with another one; a solver that stops\n"
          "early, so that every unknown is off by that much; an initial multiplier that is off; a "
          "line of\n"
          "its source changed (tests/mutants/variants.txt); or a claim of order overstated by 1.\n"
          "It is equivalent if its states after 8 steps agree with the method's to 1e-28 in\n"
          "quadruple precision on every model that fits, but for a multiplier of which the method\n"
          "claims nothing. It is right, and so are its claims, if tests/mutants/right.txt says\n"
          "why. It is caught by the first of the studies below, from left to right, on any model\n"
          "of tests/mutation.yaml, that refutes one of the method's claims; \"order, quadruple\"\n"
          "is what `--precision quad` does. \"Failure\" is a run that stopped, which is no pass\n"
          "either. `undecided` is not caught. Nothing in the table is inferred: every mutant was\n"
          "run, until it was caught.\n\n",
          command);
  Methods(out, records);
  fputs("\n", out);
  Sizes(out, records);
  fputs("\n## Originals\n\n", out);
  bad = Originals(out, records);
  fputs("\n## Wrong by 1e-8 or more\n\n", out);
  bad += Survivors(out, records, MUST);
  fputs("\n## Wrong by 1e-9 to 1e-10\n\n", out);
  bad += Survivors(out, records, MOSTLY);
  fputs("\n## Wrong by less\n\n", out);
  bad += Survivors(out, records, MAY);
  fputs("\n## Single coefficients of methods of order 4 and more\n\n", out);
  bad += Single(out, records, 1e-10, PETSC_TRUE);
  bad += Single(out, records, 1e-20, PETSC_FALSE);
  *good = (PetscBool)(bad == 0);
  PetscFunctionReturn(0);
}
