/* What gimbal run prints. */
#include "cli/run_states.h"
#include "base/json_text.h"
#include "base/digits.h"
#include "registry/formulation.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void StatesName(const char *names, PetscInt i, char name[], size_t room) {
  const char *bracket = names ? strchr(names, '[') : NULL;
  PetscInt left = i;
  for (; left && names && *names && !bracket; --left) {
    names += strcspn(names, " ");
    names += strspn(names, " ");
  }
  if (bracket)
    (void)snprintf(name, room, "%.*s%d", (int)(bracket - names), names, (int)i + 1);
  else if (names && *names)
    (void)snprintf(name, room, "%.*s", (int)strcspn(names, " "), names);
  else
    (void)snprintf(name, room, "%d", (int)i + 1);
}

/* The names of a list, to `count` entries. */
static void PutNames(FILE *file, const char *names, PetscInt count, const char *before,
                     const char *between) {
  char name[256];
  for (PetscInt i = 0; i < count; ++i) {
    StatesName(names, i, name, sizeof(name));
    fprintf(file, "%s%s", i ? between : before, name);
  }
}

void StatesListColumns(const Experiment *s, States *states) {
  const Dimensions d = s->dimensions;
  const PetscBool momenta = FormulationGetData(s->method->family->formulation)->velocities;
  const PetscInt k = momenta ? d.holonomic + d.nonholonomic : 0;
  const CaseUnits *units = s->instance->normal;
  const RealisationUnits *u = units ? &units->realisation[s->realisation] : NULL;
  const Column all[] = {
      {"q", s->descriptor->configuration, QUANTITY_CONFIGURATION, d.n, u ? u->q : NULL},
      {"v", s->descriptor->velocity, QUANTITY_VELOCITY, d.m, u ? u->v : NULL},
      {"lambda", k == 1 ? "lambda" : "lambda[1..k]", QUANTITY_MULTIPLIER, k, u ? u->lambda : NULL}};
  states->units = units;
  states->begin = s->instance->begin;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(all); ++i)
    if (all[i].count) {
      states->column[states->columns++] = all[i];
      states->entries = PetscMax(states->entries, all[i].count);
    }
}

static PetscBool IsQuad(const Core *core) { return (PetscBool)(core != CoreDouble()); }

/* Back to the model's units. */
Quad StatesTime(const CaseUnits *units, Quad time) {
  return units ? scalbnq(time, units->time) : time;
}
static Quad OfEnergy(const CaseUnits *units, Quad energy) {
  return units ? scalbnq(energy, units->action - units->time) : energy;
}
static Quad OfEntry(const Column *column, PetscInt i, Quad value) {
  return column->exponent ? scalbnq(value, column->exponent[i]) : value;
}

void StatesPrintHeading(FILE *file, const States *states) {
  fprintf(file, "t");
  for (PetscInt i = 0; i < states->columns; ++i)
    PutNames(file, states->column[i].names, states->column[i].count, ",", ",");
  fprintf(file, ",energy_error\n");
}

PetscErrorCode StatesPrintRow(FILE *file, const States *states, Quad time) {
  const Core *core = states->core;
  Quad *value;
  char text[64]; /* DIGITS_ROOM at least */
  PetscCall(PetscMalloc1(states->entries + 1, &value));
  time = states->begin + StatesTime(states->units, time);
  fputs(DigitsShortest((double)time, text), file);
  for (PetscInt i = 0; i < states->columns; ++i) {
    PetscInt count;
    PetscCall(core->get(states->it, states->column[i].quantity, &count, value));
    for (PetscInt j = 0; j < count; ++j) {
      quadmath_snprintf(text, sizeof text, IsQuad(core) ? "%.34Qg" : "%.17Qg",
                        OfEntry(&states->column[i], j, value[j]));
      fprintf(file, ",%s", text);
    }
  }
  PetscCall(core->get(states->it, QUANTITY_ENERGY, &(PetscInt){0}, value));
  fprintf(file, ",%.17g\n", (double)OfEnergy(states->units, value[0]));
  return PetscFree(value);
}

/* ---- The end ---- */

/* A column there, with its errors where there is a reference, angles modulo their periods. */
typedef struct {
  PetscInt count;
  Quad *value; /* in the host's units, in which the largest error is looked for: in relation to the
                       sizes of the entries, where they have units of their own */
  PetscReal *error; /* in the host's units too */
  PetscInt largest; /* the entry with that error */
  Quad *period;
} Entries;

static PetscErrorCode EntriesCreate(const RunEnd *end, PetscInt of, Entries *entries) {
  const States *states = end->states;
  const Column *column = &states->column[of];
  PetscInt at = 0;
  entries->largest = 0;
  PetscCall(PetscMalloc3(states->entries + 1, &entries->value, states->entries + 1, &entries->error,
                         end->experiment->dimensions.n + 1, &entries->period));
  PetscCall(
      ModelCasePeriods(end->experiment->instance, end->experiment->realisation, entries->period));
  PetscCall(states->core->get(states->it, column->quantity, &entries->count, entries->value));
  for (PetscInt i = 0; i < of; i++)
    at += states->column[i].count;
  for (PetscInt j = 0; j < entries->count && end->reference; ++j) {
    const Quad apart = entries->value[j] - end->reference[at + j];
    const Quad turn = column->quantity == QUANTITY_CONFIGURATION ? entries->period[j] : 0;
    entries->error[j] = (PetscReal)(turn > 0 ? apart - turn * roundq(apart / turn) : apart);
    if (fabs(entries->error[j]) > fabs(entries->error[entries->largest]))
      entries->largest = j;
  }
  return 0;
}

/* The reference's error bar of a column. *same: its entries have one unit, the model's; else the bar is in
 * units near the size of each entry. */
static PetscReal ColumnBar(const RunEnd *end, const Column *column, PetscBool *same) {
  const PetscReal bar =
      end->certificate->uncertainty[column->quantity == QUANTITY_CONFIGURATION ? REFERENCE_Q
                                    : column->quantity == QUANTITY_VELOCITY    ? REFERENCE_V
                                                                               : REFERENCE_LAMBDA];
  *same = PETSC_TRUE;
  for (PetscInt j = 1; j < column->count && column->exponent; ++j)
    *same = (PetscBool)(*same && column->exponent[j] == column->exponent[0]);
  return *same ? (PetscReal)OfEntry(column, 0, (Quad)bar) : bar;
}

/* g, Dg·v and Φ. */
static Quad OfResidual(const Experiment *s, PetscInt i, Quad value) {
  const CaseUnits *units = s->instance->normal;
  const PetscInt holonomic = s->dimensions.holonomic;
  const int *exponent = units ? units->realisation[s->realisation].constraint : NULL;
  if (!units)
    return value;
  if (i < holonomic)
    return scalbnq(value, exponent[i]);
  return scalbnq(value, exponent[i - holonomic] - (i < 2 * holonomic ? units->time : 0));
}

/* What is no entry of a state. */
typedef struct {
  PetscBool moved, constrained; /* a run that failed at once has no state to speak of */
  PetscReal energy, residual;   /* NaN: not known */
  Counts counts;
} Facts;

static PetscErrorCode CollectFacts(const RunEnd *end, Facts *facts) {
  const States *states = end->states;
  Quad value[READINGS_MAX];
  PetscInt count;
  facts->moved = (PetscBool)(!end->failure->failed || end->failure->step);
  PetscCall(states->core->get(states->it, QUANTITY_ENERGY, &count, value));
  facts->energy = facts->moved ? (PetscReal)OfEnergy(states->units, value[0]) : NAN;
  PetscCall(states->core->get(states->it, QUANTITY_CONSTRAINT, &count, value));
  facts->constrained = (PetscBool)(count > 0);
  facts->residual = facts->moved && count ? 0 : NAN;
  for (PetscInt i = 0; i < count && facts->moved; ++i)
    facts->residual = fmax(facts->residual, fabs((double)OfResidual(end->experiment, i, value[i])));
  PetscCall(states->core->get_counts(states->it, &facts->counts));
  return 0;
}

/* ---- For people ---- */

static void PrintCount(const char *first, const char *words, PetscInt64 count, PetscBool *some) {
  printf("%s%s %lld", *some ? ", " : first, words, (long long)count);
  *some = PETSC_TRUE;
}

#define PRINT(name, words) PrintCount("", words, counts->name, &some);
#define PRINT_CALL(name, words)                                                                    \
  if (counts->name)                                                                                \
    PrintCount("evaluations: ", words, counts->name, &calls);
static void PrintCounts(const Counts *counts) {
  PetscBool some = PETSC_FALSE, calls = PETSC_FALSE;
  COUNTS_OF_STEPS(PRINT)
  printf("\n");
  COUNTS_OF_CALLS(PRINT_CALL)
  if (calls)
    printf("\n");
}

static PetscErrorCode PrintColumn(const RunEnd *end, PetscInt of) {
  const States *states = end->states;
  const Column *column = &states->column[of];
  Entries entries;
  char text[64];
  PetscCall(EntriesCreate(end, of, &entries));
  printf("%-8s(", column->title);
  PutNames(stdout, column->names, PetscMin(entries.count, 12), "", ", ");
  printf(")\n");
  for (PetscInt j = 0; j < entries.count && entries.count <= 64; ++j) {
    quadmath_snprintf(text, sizeof text, IsQuad(states->core) ? "%.33Qe" : "%.16Qe",
                      OfEntry(column, j, entries.value[j]));
    printf("  %s%s", entries.value[j] < 0 ? "" : " ", text);
    if (end->reference)
      printf("   error % .3e", (double)OfEntry(column, j, (Quad)entries.error[j]));
    printf("\n");
  }
  if (end->reference && entries.count)
    printf("  largest error %.4e\n",
           fabs((double)OfEntry(column, entries.largest, (Quad)entries.error[entries.largest])));
  return PetscFree3(entries.value, entries.error, entries.period);
}

static void PrintCertificate(const RunEnd *end) {
  printf("reference: %s, error bar", end->certificate->method);
  for (PetscInt i = 0; i < end->states->columns; ++i) {
    const Column *column = &end->states->column[i];
    PetscBool same;
    const PetscReal bar = ColumnBar(end, column, &same);
    printf(" %.1e (%s%s)", bar, column->title,
           same ? "" : ", in units near the size of each entry");
  }
  printf("\n");
}

/* The reason, and the number that shows it where it has one. */
static void PrintFailure(const CaseUnits *units, const StepFailure *failure) {
  char time[DIGITS_ROOM];
  fprintf(stderr, "gimbal: step %d failed at t = %s: %s", (int)failure->step + 1,
          DigitsShortest((double)StatesTime(units, (Quad)failure->time), time), failure->text);
  if (failure->reason)
    fprintf(stderr, ", residual %.3e", failure->residual);
  else if (failure->residual != 0)
    fprintf(stderr, ": %.6g", failure->residual);
  fputc('\n', stderr);
}

PetscErrorCode RunEndPrint(const RunEnd *end) {
  const Experiment *s = end->experiment;
  const CaseUnits *units = end->states->units;
  char h[DIGITS_ROOM], time[DIGITS_ROOM];
  Facts facts;
  printf("%s on %s:%s (%s), h = %s, t = %s, %s precision\n", s->method->name,
         s->instance->model->name, s->instance->name, s->descriptor->name,
         DigitsShortest((double)StatesTime(units, end->h), h),
         DigitsShortest((double)StatesTime(units, end->time), time), end->precision);
  if (end->failure->failed)
    PrintFailure(units, end->failure);
  else {
    for (PetscInt i = 0; i < end->states->columns; ++i)
      PetscCall(PrintColumn(end, i));
    if (end->reference)
      PrintCertificate(end);
    else
      printf("not compared with a reference: %s\n", end->why_not);
  }
  PetscCall(CollectFacts(end, &facts));
  if (!isnan(facts.energy))
    printf("energy error % .4e\n", facts.energy);
  if (facts.moved && facts.constrained)
    printf("constraint residual %.3e\n", facts.residual);
  PrintCounts(&facts.counts);
  return 0;
}

/* ---- For programs ---- */

#define PUT(name, words)                                                                           \
  printf("%s \"" #name "\": %lld", comma++ ? "," : "", (long long)counts->name);
static void PutCounts(const Counts *counts) {
  int comma = 0;
  printf(",\n ");
  COUNTS_OF_STEPS(PUT)
  COUNTS_OF_CALLS(PUT)
}

/* Written by hand, since numbers shall be as short as they can be, and in quadruple precision whole. */
static PetscErrorCode PutText(const char *key, const char *text) {
  json_t *value = text ? json_string(text) : json_null();
  PetscCheck(value, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "run: %s is no UTF-8", key);
  char *written = JsonText(value, JSON_ENCODE_ANY);
  json_decref(value);
  printf("%s\"%s\": %s", *key == '\n' ? ",\n  " : "", *key == '\n' ? key + 1 : key, written);
  free(written);
  return 0;
}

static void PutNumber(double value) {
  char text[DIGITS_ROOM];
  fputs(isfinite(value) ? DigitsShortest(value, text) : "null", stdout);
}

static void PutQuad(Quad value, PetscBool quad) {
  char text[64];
  if (!quad || !finiteq(value))
    PutNumber((double)value);
  else {
    quadmath_snprintf(text, sizeof(text), "%.34Qg", value);
    fputs(text, stdout);
  }
}

static PetscErrorCode PutColumn(const RunEnd *end, PetscInt of) {
  const Column *column = &end->states->column[of];
  Entries entries;
  PetscBool same;
  PetscCall(EntriesCreate(end, of, &entries));
  printf("%s\n    \"%s\": {\"names\": [\"", of ? "," : "", column->title);
  PutNames(stdout, column->names, entries.count, "", "\", \"");
  printf("\"], \"values\": [");
  for (PetscInt j = 0; j < entries.count; ++j) {
    fputs(j ? ", " : "", stdout);
    PutQuad(OfEntry(column, j, entries.value[j]), IsQuad(end->states->core));
  }
  printf("], \"errors\": ");
  for (PetscInt j = 0; j < entries.count && end->reference; ++j) {
    fputs(j ? ", " : "[", stdout);
    PutNumber((double)OfEntry(column, j, (Quad)entries.error[j]));
  }
  fputs(end->reference ? "]" : "null", stdout);
  if (end->reference) {
    const PetscReal bar = ColumnBar(end, column, &same);
    printf(", \"bar\": ");
    PutNumber(bar);
    printf(", \"bar_in_units_near_the_entries\": %s", same ? "false" : "true");
  }
  printf("}");
  return PetscFree3(entries.value, entries.error, entries.period);
}

static PetscErrorCode PutFailure(const CaseUnits *units, const StepFailure *failure) {
  printf(",\n  \"failure\": {\"step\": %d, \"t\": ", (int)failure->step + 1);
  PutNumber((double)StatesTime(units, (Quad)failure->time));
  printf(", ");
  PetscCall(PutText("reason", failure->text));
  printf(", \"residual\": ");
  PutNumber((double)failure->residual);
  printf("}");
  return 0;
}

PetscErrorCode RunEndPrintJson(const RunEnd *end) {
  const Experiment *s = end->experiment;
  const CaseUnits *units = end->states->units;
  Facts facts;
  PetscCall(CollectFacts(end, &facts));
  printf("{\n  ");
  PetscCall(PutText("method", s->method->name));
  PetscCall(PutText("\nmodel", s->instance->model->name));
  PetscCall(PutText("\ncase", s->instance->name));
  PetscCall(PutText("\nrealisation", s->descriptor->name));
  PetscCall(PutText("\nprecision", end->precision));
  printf(",\n  \"h\": ");
  PutNumber((double)StatesTime(units, end->h));
  printf(",\n  \"t\": ");
  PutNumber((double)StatesTime(units, end->time));
  if (end->failure->failed)
    PetscCall(PutFailure(units, end->failure));
  else {
    printf(",\n  \"state\": {");
    for (PetscInt i = 0; i < end->states->columns; ++i)
      PetscCall(PutColumn(end, i));
    printf("\n  }");
    PetscCall(PutText("\nreference", end->reference ? end->certificate->method : NULL));
    PetscCall(PutText("\nnot_compared", end->reference ? NULL : end->why_not));
  }
  printf(",\n  \"energy_error\": ");
  PutNumber(facts.energy);
  printf(",\n  \"constraint_residual\": ");
  PutNumber(facts.residual);
  PutCounts(&facts.counts);
  printf("\n}\n");
  return 0;
}
