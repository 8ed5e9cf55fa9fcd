/* gimbal reference: the certified solution of a model's case at some times, without digits that are not certain. */
#include "cli/command.h"
#include "cli/motion.h"
#include "cli/words.h"
#include "base/arena.h"
#include "base/digits.h"
#include "registry/parameters.h"
#include "studies/study.h"

#include <math.h>
#include <stdio.h>

typedef struct {
  const char *times;
  PetscInt digits, member;
  PetscBool json, csv;
  Texts plugins;
} ReferenceWords;

enum { TIMES_LIMIT = 10000, DIGITS_MOST = 34 };

static const Option options[] = {
    OPTION(ReferenceWords, ONCE, 't', "times", "T,...", times,
           "the times, separated by commas; expressions in the case's parameters (needed)"),
    OPTION_IN(ReferenceWords, WHOLE, 0, "digits", "N", digits, 1, DIGITS_MOST,
              "print so many significant digits, or fewer if fewer are certain (17)"),
    OPTION(ReferenceWords, WHOLE, 0, "member", "J", member, "the member of an ensemble"),
    OPTION(ReferenceWords, YES, 0, "json", NULL, json,
           "one JSON object: parameters, and each number as a text, with its error bar"),
    OPTION(ReferenceWords, YES, 0, "csv", NULL, csv, "a table with a row for each time"),
    OPTION_PLUGINS(ReferenceWords, plugins),
    {.kind = OPTION_END}};

const Usage UsageReference = {
    .words = "MODEL[@COORDINATES][:CASE] --times T,... [OPTIONS]",
    .about = "Prints the solution of a model's case at the given times, from its closed form or a "
             "certified computation in quadruple precision, with error bars: coordinates, "
             "velocities, momenta, multipliers, energy and invariants. A printed number is certain "
             "to one unit in its last digit; digits that are not certain are left out.\n",
    .options = options,
    .more = "docs/trajectories.md describes the output. Exit status: 0; 2 for a usage error, or if "
            "there is no reference at these times.\n",
    .operands = "MODEL[:CASE]",
    .least = 1,
    .most = 1,
    .expected = "one model is expected: gimbal reference MODEL[:CASE] --times T,..."};

/* A number and what is certain of it. */
typedef struct {
  char name[MOTION_NAME], text[64];
  const char *group; /* "q", "invariants" */
  PetscReal bar;
  PetscInt digits; /* that are printed */
} Number;

typedef struct {
  const ReferenceWords *words;
  Motion motion;
  Arena arena;
  ReferenceCertificate certificate;
  PetscInt times, numbers; /* numbers at one time */
  Quad *time;
  Number *number; /* times × numbers */
  PetscInt fewest, short_ones;
} Table;

static const char *const groups[] = {"q", "v", "p", "lambda", "energy", "invariants"};

/* The value lies within one unit of the last digit: half a unit is rounding, half the error bar. */
static void PutNumber(Quad value, Quad bar, PetscInt most, Number *number) {
  const double size = fabs((double)value), at = floor(log10(size));
  const double certain = bar > 0 ? at + 1 - log10(2 * (double)bar) : DIGITS_MOST;
  number->bar = (PetscReal)bar;
  number->digits = size > 0 && certain >= 1 ? (PetscInt)fmin(floor(certain), (double)most) : 0;
  if (isnanq(value) || isnanq(bar))
    (void)snprintf(number->text, sizeof(number->text), "nan");
  else if (!number->digits)
    (void)snprintf(number->text, sizeof(number->text), "0");
  else if (at < -5 || at >= (double)number->digits)
    quadmath_snprintf(number->text, sizeof(number->text), "%.*Qe", (int)number->digits - 1, value);
  else
    quadmath_snprintf(number->text, sizeof(number->text), "%.*Qf",
                      (int)number->digits - 1 - (int)at, value);
}

/* All numbers at one time, from the row (q,v,λ) and the bars of its entries. */
static PetscErrorCode PutRow(Table *table, Quad t, const Quad *row, const Quad *bars,
                             Number *number) {
  const Motion *m = &table->motion;
  Quad *value, *bar, *rounding, *size;
  PetscInt most = m->state;
  for (int part = 0; part < MOTION_PARTS; part++)
    most = PetscMax(most, m->count[part]);
  PetscCall(PetscMalloc4(most, &value, most, &bar, most, &rounding, m->state, &size));
  for (PetscInt i = 0; i < m->state; i++)
    size[i] = 64 * (Quad)m->core->epsilon * fabsq(row[i]);
  for (MotionPart part = MOTION_Q; part < MOTION_CONSTRAINT; part++) {
    const PetscInt from = part == MOTION_Q ? 0 : part == MOTION_V ? m->d.n : m->state;
    const PetscBool given = (PetscBool)(part <= MOTION_V || part == MOTION_LAMBDA);
    if (!m->count[part])
      continue;
    PetscCall(PetscArrayzero(rounding, most));
    if (!given) {
      PetscCall(MotionRead(m, part, t, row, value));
      PetscCall(MotionSpread(m, part, t, row, bars, bar));
      PetscCall(MotionSpread(m, part, t, row, size, rounding));
    }
    for (PetscInt i = 0; i < m->count[part]; i++) {
      PetscBool conserved = PETSC_TRUE;
      if (part == MOTION_INVARIANT)
        PetscCall(MotionConserves(m, i, &conserved));
      if (!conserved)
        continue;
      number->group = groups[part];
      MotionName(m, part, i, number->name);
      PutNumber(given ? row[from + i] : value[i], given ? bars[from + i] : bar[i] + rounding[i],
                table->words->digits, number);
      if (number->digits && number->digits < table->words->digits) {
        table->short_ones++;
        table->fewest = PetscMin(table->fewest, number->digits);
      }
      number++;
    }
  }
  return PetscFree4(value, bar, rounding, size);
}

/* ---- The output ---- */

static void PutTime(Quad t, char text[64]) { quadmath_snprintf(text, 64, "%.33Qg", t); }

static void PrintTable(const Table *table) {
  char time[64];
  for (PetscInt k = 0; k < table->times; k++) {
    const Number *row = table->number + k * table->numbers;
    PutTime(table->time[k], time);
    printf("t = %s\n", time);
    for (PetscInt i = 0; i < table->numbers; i++)
      printf("  %-24s %s%-42s ± %.1e\n", row[i].name, *row[i].text == '-' ? "" : " ", row[i].text,
             row[i].bar);
  }
}

static void PrintCsv(const Table *table) {
  const ModelCase instance = table->motion.instance;
  char text[64];
  for (PetscInt i = 0; i < instance->variables.count; i++) {
    PutTime(instance->variables.at[i].value, text);
    printf("# %s = %s\n", instance->variables.at[i].name, text);
  }
  printf("t");
  for (PetscInt i = 0; i < table->numbers; i++)
    printf(",%s", table->number[i].name);
  puts("");
  for (PetscInt k = 0; k < table->times; k++) {
    PutTime(table->time[k], text);
    printf("%s", text);
    for (PetscInt i = 0; i < table->numbers; i++)
      printf(",%s", table->number[k * table->numbers + i].text);
    puts("");
  }
}

static void PrintJson(const Table *table) {
  const Motion *m = &table->motion;
  const ModelCase instance = m->instance;
  json_t *parameters = json_object(), *rows = json_array();
  char text[64];
  for (PetscInt i = 0; i < instance->variables.count; i++) {
    PutTime(instance->variables.at[i].value, text);
    (void)json_object_set_new(parameters, instance->variables.at[i].name, json_string(text));
  }
  for (PetscInt k = 0; k < table->times; k++) {
    json_t *row = json_object();
    PutTime(table->time[k], text);
    (void)json_object_set_new(row, "t", json_string(text));
    for (PetscInt i = 0; i < table->numbers; i++) {
      const Number *number = &table->number[k * table->numbers + i];
      json_t *group = json_object_get(row, number->group);
      if (!group)
        (void)json_object_set_new(row, number->group, group = json_object());
      (void)json_object_set_new(group, number->name,
                                json_pack("{s:s, s:f, s:i}", "value", number->text, "error_bar",
                                          number->bar, "digits", (int)number->digits));
    }
    (void)json_array_append_new(rows, row);
  }
  json_t *all = json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "model", instance->model->name, "case",
                          instance->name, "realisation", m->descriptor->name, "reference",
                          table->certificate.method, "parameters", parameters, "times", rows);
  WordsPutJson(all);
  json_decref(all);
}

static void Print(const Table *table) {
  const ReferenceWords *w = table->words;
  const char *before = w->csv ? "# " : "";
  if (w->json) {
    PrintJson(table);
    return;
  }
  printf("%s%s:%s (%s): %s\n", before, table->motion.instance->model->name,
         table->motion.instance->name, table->motion.descriptor->name, table->certificate.method);
  (w->csv ? PrintCsv : PrintTable)(table);
  printf("%sEach number is certain to one unit in its last digit; %d digits were requested.\n",
         before, (int)w->digits);
  if (table->short_ones)
    printf("%s%d number%s fewer, down to %d: the error bar%s more.\n", before,
           (int)table->short_ones, table->short_ones > 1 ? "s have" : " has", (int)table->fewest,
           table->short_ones > 1 ? "s allow no" : " allows no");
}

/* ---- The command ---- */

/* The times, in ascending order. */
static PetscErrorCode ReadTimes(Table *table) {
  const ModelCase instance = table->motion.instance;
  char first[DIGITS_ROOM], begin[DIGITS_ROOM];
  table->times = TIMES_LIMIT;
  PetscCall(ArenaArray(table->arena, TIMES_LIMIT, &table->time));
  PetscCall(FieldEvaluateList("reference", "--times", table->words->times, instance->variables,
                              &table->times, table->time));
  for (PetscInt i = 0; i < table->times; i++)
    for (PetscInt k = i; k > 0 && table->time[k - 1] > table->time[k]; k--) {
      const Quad later = table->time[k - 1];
      table->time[k - 1] = table->time[k];
      table->time[k] = later;
    }
  PetscCheck(table->times, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "reference: --times has no time");
  PetscCheck(table->time[0] >= instance->begin, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "reference: t = %s is before the initial data of %s:%s, which are at t = %s; "
             "references go forwards in time",
             DigitsShortest((double)table->time[0], first), instance->model->name, instance->name,
             DigitsShortest((double)instance->begin, begin));
  return 0;
}

static PetscErrorCode FillTable(Table *table) {
  const Motion *m = &table->motion;
  const PetscInt row = RowEntries(&m->d);
  Quad *rows, *bars;
  PetscCall(ReadTimes(table));
  PetscCall(ArenaArray(table->arena, table->times * row, &rows));
  PetscCall(ArenaArray(table->arena, row, &bars));
  PetscCall(MotionSolve(m, NULL, table->times, table->time, rows, bars, &table->certificate));
  for (MotionPart part = MOTION_Q; part < MOTION_CONSTRAINT; part++)
    for (PetscInt i = 0; i < m->count[part]; i++) {
      PetscBool conserved = PETSC_TRUE;
      if (part == MOTION_INVARIANT)
        PetscCall(MotionConserves(m, i, &conserved));
      table->numbers += conserved;
    }
  PetscCall(ArenaArray(table->arena, table->times * table->numbers, &table->number));
  table->fewest = DIGITS_MOST;
  for (PetscInt k = 0; k < table->times; k++)
    PetscCall(
        PutRow(table, table->time[k], rows + k * row, bars, table->number + k * table->numbers));
  return 0;
}

PetscErrorCode CommandReference(int argc, char **argv, int *status) {
  ReferenceWords words = {.digits = 17};
  Table table = {.words = &words};
  PetscErrorCode error;
  PetscBool done;
  Registry registry;
  *status = 0;
  PetscCall(OptionsRead(&UsageReference, argc, argv, &words, &done));
  if (done)
    return 0;
  PetscCheck(words.times, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "reference: at which times? --times 1,2,5");
  PetscCheck(!words.json || !words.csv, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "reference: either --json or --csv, not both");
  PetscCall(RegistryCreate(words.plugins.count, words.plugins.at, StudyVocabulary, &registry));
  PetscCall(MotionCreate(registry, argv[optind], words.member, &table.motion));
  PetscCall(ArenaCreate(&table.arena));
  error = FillTable(&table);
  if (!error)
    Print(&table);
  ArenaDestroy(&table.arena);
  PetscCall(MotionDestroy(&table.motion));
  PetscCall(RegistryDestroy(&registry));
  return error;
}
