/* What gimbal run prints. */
#include "cli/run_states.h"
#include "base/json_text.h"
#include "base/digits.h"
#include "registry/formulation.h"

#include <jansson.h>

/* The parts of a state that a run has, in their order: those of a reference. */
static const struct {
  const char *title;
  Quantity quantity;
} columns[] = {[MOTION_Q] = {"q", QUANTITY_CONFIGURATION},
               [MOTION_V] = {"v", QUANTITY_VELOCITY},
               [MOTION_LAMBDA] = {"lambda", QUANTITY_MULTIPLIER}};

void StatesCreate(const Experiment *s, States *states) {
  Motion *m = &states->motion;
  *m = (Motion){.instance = s->instance,
                .realisation = s->realisation,
                .descriptor = s->descriptor,
                .d = s->dimensions};
  MotionFindParts(m);
  if (!FormulationGetData(s->method->family->formulation)->velocities)
    m->count[MOTION_LAMBDA] = 0;
}

/* The names of a part, to `count` entries. */
static void PutNames(FILE *file, const Motion *m, MotionPart part, PetscInt count,
                     const char *before, const char *between) {
  char name[MOTION_NAME];
  for (PetscInt i = 0; i < count; ++i) {
    MotionName(m, part, i, name);
    fprintf(file, "%s%s", i ? between : before, name);
  }
}

static PetscBool IsQuad(const Core *core) { return (PetscBool)(core != CoreDouble()); }

/* Back to the model's units. */
static Quad OfEntry(const Motion *m, MotionPart part, PetscInt i, Quad value) {
  return scalbnq(value, m->unit[part][i]);
}

void StatesPrintHeading(FILE *file, const States *states) {
  fprintf(file, "t");
  for (MotionPart part = MOTION_Q; part <= MOTION_LAMBDA; ++part)
    PutNames(file, &states->motion, part, states->motion.count[part], ",", ",");
  fprintf(file, ",energy_error\n");
}

PetscErrorCode StatesPrintRow(FILE *file, const States *states, Quad time) {
  const Motion *m = &states->motion;
  const Core *core = states->core;
  char text[64]; /* DIGITS_ROOM at least */
  OWNED(MemoryFree) Quad *value = MemoryZeroed(m->row + 1, sizeof(*value));
  fputs(DigitsShortest((double)(m->instance->begin + MotionDuration(m, time)), text), file);
  for (MotionPart part = MOTION_Q; part <= MOTION_LAMBDA; ++part) {
    PetscInt count = 0;
    if (m->count[part])
      PetscCall(core->get(states->it, columns[part].quantity, &count, value));
    for (PetscInt j = 0; j < count; ++j) {
      quadmath_snprintf(text, sizeof text, IsQuad(core) ? "%.34Qg" : "%.17Qg",
                        OfEntry(m, part, j, value[j]));
      fprintf(file, ",%s", text);
    }
  }
  PetscCall(core->get(states->it, QUANTITY_ENERGY, NULL, value));
  fprintf(file, ",%.17g\n", (double)OfEntry(m, MOTION_ENERGY, 0, value[0]));
  return 0;
}

/* ---- The end ---- */

/* A part there, with its errors where there is a reference, angles modulo their periods. */
typedef struct {
  PetscInt count;
  Quad *value; /* in the host's units, in which the largest error is looked for: in relation to the
                       sizes of the entries, where they have units of their own */
  PetscReal *error; /* in the host's units too */
  PetscInt largest; /* the entry with that error */
} Entries;

static PetscErrorCode EntriesCreate(const RunEnd *end, MotionPart part, Entries *entries) {
  const Motion *m = &end->states->motion;
  const Quad *reference = end->reference ? end->reference + (m->unit[part] - *m->unit) : NULL;
  entries->largest = 0;
  PetscCall(PetscMalloc2(m->row + 1, &entries->value, m->row + 1, &entries->error));
  PetscCall(end->states->core->get(end->states->it, columns[part].quantity, &entries->count,
                                   entries->value));
  for (PetscInt j = 0; j < entries->count && reference; ++j) {
    const Quad turn = part == MOTION_Q ? ModelCasePeriod(m->instance, m->realisation, j) : 0;
    entries->error[j] = (PetscReal)PeriodicDifference(entries->value[j] - reference[j], turn);
    if (fabs(entries->error[j]) > fabs(entries->error[entries->largest]))
      entries->largest = j;
  }
  return 0;
}

/* The reference's error bar of a part. *same: its entries have one unit, the model's; else the bar is in
 * units near the size of each entry. */
static PetscReal PartBar(const RunEnd *end, MotionPart part, PetscBool *same) {
  const Motion *m = &end->states->motion;
  const PetscReal bar = end->certificate->uncertainty[part];
  *same = PETSC_TRUE;
  for (PetscInt j = 1; j < m->count[part]; ++j)
    *same = (PetscBool)(*same && m->unit[part][j] == m->unit[part][0]);
  return *same ? (PetscReal)OfEntry(m, part, 0, (Quad)bar) : bar;
}

/* What is no entry of a state. */
typedef struct {
  PetscBool moved, constrained; /* a run that failed at once has no state to speak of */
  PetscReal energy, residual;   /* NaN: not known */
  Counts counts;
} Facts;

static PetscErrorCode CollectFacts(const RunEnd *end, Facts *facts) {
  const States *states = end->states;
  const Motion *m = &states->motion;
  Quad value[READINGS_MAX];
  PetscInt count;
  facts->moved = (PetscBool)(!end->failure->failed || end->failure->step);
  PetscCall(states->core->get(states->it, QUANTITY_ENERGY, NULL, value));
  facts->energy = facts->moved ? (PetscReal)OfEntry(m, MOTION_ENERGY, 0, value[0]) : NAN;
  PetscCall(states->core->get(states->it, QUANTITY_CONSTRAINT, &count, value));
  facts->constrained = (PetscBool)(count > 0);
  facts->residual = facts->moved && count ? 0 : NAN;
  for (PetscInt i = 0; i < count && facts->moved; ++i)
    facts->residual =
        fmax(facts->residual, fabs((double)OfEntry(m, MOTION_CONSTRAINT, i, value[i])));
  facts->counts = states->core->get_counts(states->it);
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

static PetscErrorCode PrintPart(const RunEnd *end, MotionPart part) {
  const Motion *m = &end->states->motion;
  Entries entries;
  char text[64];
  PetscCall(EntriesCreate(end, part, &entries));
  printf("%-8s(", columns[part].title);
  PutNames(stdout, m, part, PetscMin(entries.count, 12), "", ", ");
  printf(")\n");
  for (PetscInt j = 0; j < entries.count && entries.count <= 64; ++j) {
    quadmath_snprintf(text, sizeof text, IsQuad(end->states->core) ? "%.33Qe" : "%.16Qe",
                      OfEntry(m, part, j, entries.value[j]));
    printf("  %s%s", entries.value[j] < 0 ? "" : " ", text);
    if (end->reference)
      printf("   error % .3e", (double)OfEntry(m, part, j, (Quad)entries.error[j]));
    printf("\n");
  }
  if (end->reference && entries.count)
    printf("  largest error %.4e\n",
           fabs((double)OfEntry(m, part, entries.largest, (Quad)entries.error[entries.largest])));
  return PetscFree2(entries.value, entries.error);
}

static void PrintCertificate(const RunEnd *end) {
  printf("reference: %s, error bar", end->certificate->method);
  for (MotionPart part = MOTION_Q; part <= MOTION_LAMBDA; ++part) {
    PetscBool same;
    if (!end->states->motion.count[part])
      continue;
    const PetscReal bar = PartBar(end, part, &same);
    printf(" %.1e (%s%s)", bar, columns[part].title,
           same ? "" : ", in units near the size of each entry");
  }
  printf("\n");
}

/* The reason, and the number that shows it where it has one. */
static void PrintFailure(const Motion *m, const StepFailure *failure) {
  char time[DIGITS_ROOM];
  fprintf(stderr, "gimbal: step %d failed at t = %s: %s", (int)failure->step + 1,
          DigitsShortest((double)MotionDuration(m, (Quad)failure->time), time), failure->text);
  if (failure->reason)
    fprintf(stderr, ", residual %.3e", failure->residual);
  else if (failure->residual != 0)
    fprintf(stderr, ": %.6g", failure->residual);
  fputc('\n', stderr);
}

PetscErrorCode RunEndPrint(const RunEnd *end) {
  const Experiment *s = end->experiment;
  const Motion *m = &end->states->motion;
  char h[DIGITS_ROOM], time[DIGITS_ROOM];
  Facts facts;
  printf("%s on %s:%s (%s), h = %s, t = %s, %s precision\n", s->method->name,
         s->instance->model->name, s->instance->name, s->descriptor->name,
         DigitsShortest((double)MotionDuration(m, end->h), h),
         DigitsShortest((double)MotionDuration(m, end->time), time), end->precision);
  if (end->failure->failed)
    PrintFailure(m, end->failure);
  for (MotionPart part = MOTION_Q; part <= MOTION_LAMBDA && !end->failure->failed; ++part)
    if (m->count[part])
      PetscCall(PrintPart(end, part));
  if (end->reference)
    PrintCertificate(end);
  else if (!end->failure->failed)
    printf("not compared with a reference: %s\n", end->why_not);
  PetscCall(CollectFacts(end, &facts));
  if (!isnan(facts.energy))
    printf("energy error % .4e\n", facts.energy);
  if (facts.moved && facts.constrained)
    printf("constraint residual %.3e\n", facts.residual);
  PrintCounts(&facts.counts);
  return 0;
}

/* ---- For programs ---- */

/* Written by hand, since numbers shall be as short as they can be, and in quadruple precision whole. */
static PetscErrorCode PutText(const char *before, const char *key, const char *text) {
  json_t *value = text ? json_string(text) : json_null();
  UserCheck(value, "run: %s is not UTF-8", key);
  OWNED(MemoryFree) char *written = JsonText(value, JSON_ENCODE_ANY);
  json_decref(value);
  printf("%s\"%s\": %s", before, key, written);
  return 0;
}

/* What is not finite is null. */
static void PutNumber(const char *before, Quad value, PetscBool quad) {
  char text[64];
  fputs(before, stdout);
  if (quad && finiteq(value)) {
    quadmath_snprintf(text, sizeof(text), "%.34Qg", value);
    fputs(text, stdout);
  } else
    fputs(isfinite((double)value) ? DigitsShortest((double)value, text) : "null", stdout);
}

static PetscErrorCode PutPart(const RunEnd *end, MotionPart part) {
  const Motion *m = &end->states->motion;
  Entries entries;
  PetscBool same;
  PetscCall(EntriesCreate(end, part, &entries));
  printf("%s\n    \"%s\": {\"names\": [\"", part ? "," : "", columns[part].title);
  PutNames(stdout, m, part, entries.count, "", "\", \"");
  printf("\"], \"values\": [");
  for (PetscInt j = 0; j < entries.count; ++j)
    PutNumber(j ? ", " : "", OfEntry(m, part, j, entries.value[j]), IsQuad(end->states->core));
  printf("], \"errors\": ");
  for (PetscInt j = 0; j < entries.count && end->reference; ++j)
    PutNumber(j ? ", " : "[", OfEntry(m, part, j, (Quad)entries.error[j]), PETSC_FALSE);
  fputs(end->reference ? "]" : "null", stdout);
  if (end->reference) {
    PutNumber(", \"bar\": ", (Quad)PartBar(end, part, &same), PETSC_FALSE);
    printf(", \"bar_in_units_near_the_entries\": %s", same ? "false" : "true");
  }
  printf("}");
  return PetscFree2(entries.value, entries.error);
}

static PetscErrorCode PutFailure(const Motion *m, const StepFailure *failure) {
  printf(",\n  \"failure\": {\"step\": %d", (int)failure->step + 1);
  PutNumber(", \"t\": ", MotionDuration(m, (Quad)failure->time), PETSC_FALSE);
  PetscCall(PutText(", ", "reason", failure->text));
  PutNumber(", \"residual\": ", (Quad)failure->residual, PETSC_FALSE);
  printf("}");
  return 0;
}

static PetscErrorCode PutState(const RunEnd *end) {
  printf(",\n  \"state\": {");
  for (MotionPart part = MOTION_Q; part <= MOTION_LAMBDA; ++part)
    if (end->states->motion.count[part])
      PetscCall(PutPart(end, part));
  printf("\n  }");
  PetscCall(PutText(",\n  ", "reference", end->reference ? end->certificate->method : NULL));
  return PutText(",\n  ", "not_compared", end->reference ? NULL : end->why_not);
}

#define PUT(name, words)                                                                           \
  printf("%s \"" #name "\": %lld", comma++ ? "," : "", (long long)facts.counts.name);
PetscErrorCode RunEndPrintJson(const RunEnd *end) {
  const Experiment *s = end->experiment;
  const Motion *m = &end->states->motion;
  const char *const text[][2] = {{"method", s->method->name},
                                 {"model", s->instance->model->name},
                                 {"case", s->instance->name},
                                 {"realisation", s->descriptor->name},
                                 {"precision", end->precision}};
  Facts facts;
  int comma = 0;
  PetscCall(CollectFacts(end, &facts));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(text); ++i)
    PetscCall(PutText(i ? ",\n  " : "{\n  ", text[i][0], text[i][1]));
  PutNumber(",\n  \"h\": ", MotionDuration(m, end->h), PETSC_FALSE);
  PutNumber(",\n  \"t\": ", MotionDuration(m, end->time), PETSC_FALSE);
  PetscCall(end->failure->failed ? PutFailure(m, end->failure) : PutState(end));
  PutNumber(",\n  \"energy_error\": ", (Quad)facts.energy, PETSC_FALSE);
  PutNumber(",\n  \"constraint_residual\": ", (Quad)facts.residual, PETSC_FALSE);
  printf(",\n ");
  COUNTS_OF_STEPS(PUT)
  COUNTS_OF_CALLS(PUT)
  printf("\n}\n");
  return 0;
}
